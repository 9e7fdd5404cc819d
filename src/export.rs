//! Records as text for the next step.

use std::str::FromStr;

use crate::{
    chunking::Chunking,
    offsets::Offsets,
    record::records,
    settings::{SettingsError, choose},
    source::Source,
};

mod json;

/// A format to take chunks away in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    /// An array of records.
    Json,
    /// One record a line.
    #[default]
    Jsonl,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Json, Self::Jsonl];

    /// Their names on the page and on the command line.
    pub const NAMES: [&str; 2] = ["json", "jsonl"];
}

impl FromStr for Format {
    type Err = SettingsError;
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        choose("format", value, &Self::ALL, &Self::NAMES)
    }
}

/// All records of a chunking in a format.
///
/// ```
/// use chunklab::{Offsets, Settings, Source, chunk, export};
/// let source = Source::new("One.");
/// let chunking = chunk(&source, &Settings::default());
/// let lines = export::text(&source, &chunking, Offsets::Char, export::Format::Jsonl);
/// assert!(lines.starts_with(r#"{"index":0,"id":""#) && lines.ends_with("}\n"));
/// ```
#[must_use]
pub fn text(source: &Source, chunking: &Chunking, offsets: Offsets, format: Format) -> String {
    let records = records(source, chunking, offsets);
    match format {
        Format::Json => json::array(&records),
        Format::Jsonl => json::lines(&records),
    }
}
