//! Records as text for the next step.

use std::str::FromStr;

use crate::{
    chunking::Chunking,
    offsets::Offsets,
    record::{Record, records, some_records},
    settings::{SettingsError, choose},
    source::Source,
};

mod csv;
mod frameworks;
mod json;
mod ollama;
mod plain;

pub use ollama::Ollama;

/// A format to take chunks away in. All are UTF-8 without a byte order mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    /// An array of records.
    Json,
    /// One record a line.
    #[default]
    Jsonl,
    /// Comma-separated values (RFC 4180), with a header. A cell that a spreadsheet would take for a formula, and one that begins with an
    /// apostrophe, has an apostrophe in front.
    Csv,
    /// The body of a request to Ollama's `/api/embed`.
    Ollama,
    /// A command for bash and other POSIX shells that sends that body.
    OllamaBash,
    /// The same for PowerShell, 5.1 and later; only ASCII, so that no code page matters.
    OllamaPowershell,
    /// A list of `{page_content, metadata}`, the fields of `LangChain`'s `Document`.
    Langchain,
    /// A list of `{id_, text, metadata, start_char_idx, end_char_idx}`, the fields of `LlamaIndex`'s `TextNode`; these offsets count
    /// characters, whatever else is asked for.
    Llamaindex,
    /// The texts, for people, each under a line that says which and where it is.
    Text,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Json,
        Self::Jsonl,
        Self::Csv,
        Self::Ollama,
        Self::OllamaBash,
        Self::OllamaPowershell,
        Self::Langchain,
        Self::Llamaindex,
        Self::Text,
    ];

    /// Their names on the page and on the command line.
    pub const NAMES: [&str; 9] =
        ["json", "jsonl", "csv", "ollama", "ollama-bash", "ollama-powershell", "langchain", "llamaindex", "text"];

    /// Whether the texts of several documents, one behind the other, are one text of the format; of CSV without the later headers.
    #[must_use]
    pub const fn joins(self) -> bool {
        matches!(self, Self::Jsonl | Self::Csv | Self::Text)
    }
}

impl FromStr for Format {
    type Err = SettingsError;
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        choose("format", value, &Self::ALL, &Self::NAMES)
    }
}

/// How chunks are taken away.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Export {
    /// The format.
    pub format: Format,
    /// What offsets count.
    pub offsets: Offsets,
    /// What the formats for Ollama ask of it.
    pub ollama: Ollama,
}

/// All records of a chunking in a format.
///
/// ```
/// use chunklab::{Settings, Source, chunk, export::{self, Export, Format}};
/// let source = Source::new("One.");
/// let chunking = chunk(&source, &Settings::default());
/// let lines = export::text(&source, &chunking, &Export::default());
/// assert!(lines.starts_with(r#"{"index":0,"id":""#) && lines.ends_with("}\n"));
/// let body = export::text(&source, &chunking, &Export { format: Format::Ollama, ..Export::default() });
/// assert_eq!(body, "{\"model\":\"embeddinggemma\",\"truncate\":false,\"input\":[\n\"One.\"\n]}\n");
/// ```
#[must_use]
pub fn text(source: &Source, chunking: &Chunking, export: &Export) -> String {
    written(&records(source, chunking, export.offsets()), chunking, export)
}

/// The same of the first chunks only, to be looked at.
#[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "only the page shows a part"))]
pub(crate) fn beginning(source: &Source, chunking: &Chunking, export: &Export, count: usize) -> String {
    written(&some_records(source, chunking, export.offsets(), 0..count), chunking, export)
}

impl Export {
    /// `LlamaIndex` counts characters, whatever is asked for.
    const fn offsets(&self) -> Offsets {
        match self.format {
            Format::Llamaindex => Offsets::Char,
            _ => self.offsets,
        }
    }
}

fn written(records: &[Record], chunking: &Chunking, export: &Export) -> String {
    match export.format {
        Format::Json => json::array(records),
        Format::Jsonl => json::lines(records),
        Format::Csv => csv::table(records),
        Format::Ollama => ollama::body(records, &export.ollama),
        Format::OllamaBash => ollama::bash(records, &export.ollama),
        Format::OllamaPowershell => ollama::powershell(records, &export.ollama),
        Format::Langchain => frameworks::langchain(records),
        Format::Llamaindex => frameworks::llamaindex(records),
        Format::Text => plain::text(records, chunking.chunks().len()),
    }
}
