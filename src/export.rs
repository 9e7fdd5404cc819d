//! Records as text for the next step.

use std::{convert::Infallible, str::FromStr};

use crate::{
    chunking::Chunking,
    offsets::Offsets,
    record::{Record, each_record},
    settings::{SettingsError, choose},
    source::Source,
};

mod csv;
mod frameworks;
pub(crate) mod json;
mod ollama;
mod plain;

pub use ollama::Ollama;

/// A format to take chunks away in. All are UTF-8 without a byte order mark.
///
/// ```
/// use chunklab::export::Format;
/// assert_eq!("langchain".parse(), Ok(Format::Langchain));
/// assert_eq!(Format::NAMES.map(|name| name.parse()), Format::ALL.map(Ok));
/// ```
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
}

impl FromStr for Format {
    type Err = SettingsError;
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        choose("format", value, &Self::ALL, &Self::NAMES)
    }
}

/// How chunks are taken away.
///
/// ```
/// use chunklab::{Offsets, Settings, Source, chunk, export::{self, Export, Format}};
/// let source = Source::new("Café");
/// let export = Export { format: Format::Text, offsets: Offsets::Byte, ..Export::default() };
/// let text = export::text(&source, &chunk(&source, &Settings::default()), &export);
/// assert_eq!(text, "===== 1 of 1 · 0–5 (byte) =====\nCafé\n\n");
/// ```
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
    let mut exporter = Exporter::new(export.clone());
    let mut text = exporter.head();
    let Ok(()) = exporter.write(source, chunking, |piece| {
        text += piece;
        Ok::<_, Infallible>(())
    });
    text + exporter.tail()
}

/// Writes the chunks of one document after the other, as one text of a format, without ever holding all of it.
///
/// ```
/// use std::io::Write;
/// use chunklab::{Settings, Source, chunk, export::{Export, Exporter, Format}};
/// let mut exporter = Exporter::new(Export { format: Format::Json, ..Export::default() });
/// let mut out = Vec::new();
/// write!(out, "{}", exporter.head())?;
/// for document in ["One.", "Two."] {
///     let source = Source::new(document);
///     exporter.write(&source, &chunk(&source, &Settings::default()), |piece| out.write_all(piece.as_bytes()))?;
/// }
/// write!(out, "{}", exporter.tail())?;
/// assert!(out.starts_with(b"[\n{") && out.ends_with(b"}\n]\n"));
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug, Clone)]
pub struct Exporter {
    export: Export,
    is_empty: bool,
}

impl Exporter {
    /// One that has written nothing yet.
    ///
    /// ```
    /// use chunklab::export::{Export, Exporter, Format};
    /// let exporter = Exporter::new(Export { format: Format::Json, ..Export::default() });
    /// assert_eq!(exporter.head() + exporter.tail(), "[]\n");
    /// ```
    #[must_use]
    pub const fn new(export: Export) -> Self {
        Self { export, is_empty: true }
    }

    /// What stands before all chunks.
    #[must_use]
    pub fn head(&self) -> String {
        let Export { format, ollama, .. } = &self.export;
        match format {
            Format::Json | Format::Langchain | Format::Llamaindex => "[".to_owned(),
            Format::Csv => csv::header(),
            Format::Ollama => ollama::body_head(ollama),
            Format::OllamaBash => ollama::bash_head(ollama),
            Format::OllamaPowershell => ollama::powershell_head(ollama),
            Format::Jsonl | Format::Text => String::new(),
        }
    }

    /// Hands all chunks of a document to `write`, piece by piece, in order.
    ///
    /// ```
    /// use chunklab::{Settings, Source, chunk, export::{Export, Exporter}};
    /// let source = Source::new("Boil it.");
    /// let mut lines = String::new();
    /// let mut exporter = Exporter::new(Export::default());
    /// exporter.write(&source, &chunk(&source, &Settings::default()), |piece| Ok::<_, ()>(lines += piece)).unwrap();
    /// assert_eq!(lines.lines().count(), 1);
    /// ```
    ///
    /// # Errors
    /// The first one of `write`: what was written by then is not whole.
    pub fn write<E>(&mut self, source: &Source, chunking: &Chunking, write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        self.write_each(each_record(source, chunking, self.offsets()), chunking, write)
    }

    /// The chunks of a document as text, for [`Exporter::add`]: so documents can be made side by side, and be put together in order.
    ///
    /// ```
    /// use chunklab::{Settings, Source, chunk, export::{Export, Exporter, Format}};
    /// let mut exporter = Exporter::new(Export { format: Format::Json, ..Export::default() });
    /// let mut text = exporter.head();
    /// let sources = ["One.", "Two."].map(Source::new);
    /// let made = sources.map(|source| exporter.rows(&source, &chunk(&source, &Settings::default())));
    /// for rows in made {
    ///     exporter.add(&rows, |piece| Ok::<_, ()>(text += piece)).unwrap();
    /// }
    /// text += exporter.tail();
    /// assert_eq!(text.matches("\"index\":0").count(), 2);
    /// assert!(text.starts_with("[\n{") && text.contains("},\n{") && text.ends_with("}\n]\n"));
    /// ```
    #[must_use]
    pub fn rows(&self, source: &Source, chunking: &Chunking) -> String {
        let mut rows = String::new();
        let Ok(()) = Self::new(self.export.clone()).write(source, chunking, |piece| {
            rows += piece;
            Ok::<_, Infallible>(())
        });
        rows
    }

    /// Hands the chunks of a document that [`Exporter::rows`] made to `write`.
    ///
    /// # Errors
    /// The first one of `write`: what was written by then is not whole.
    pub fn add<E>(&mut self, rows: &str, mut write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        if rows.is_empty() {
            return Ok(());
        }
        // Of an array the rows begin on a line of their own.
        if !self.is_empty && self.is_array() {
            write(",")?;
        }
        self.is_empty = false;
        write(rows)
    }

    /// Whether rows are parted by commas.
    const fn is_array(&self) -> bool {
        !matches!(self.export.format, Format::Csv | Format::Jsonl | Format::Text)
    }

    /// The same of its first chunks only, to be looked at.
    #[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "only the page shows a part"))]
    pub(crate) fn write_first<E>(
        &mut self,
        count: usize,
        source: &Source,
        chunking: &Chunking,
        write: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        self.write_each(each_record(source, chunking, self.offsets()).take(count), chunking, write)
    }

    /// What stands behind all chunks.
    #[must_use]
    pub fn tail(&self) -> &'static str {
        let tail = match self.export.format {
            Format::Json | Format::Langchain | Format::Llamaindex => "\n]\n",
            Format::Ollama => ollama::BODY_TAIL,
            Format::OllamaBash => ollama::BASH_TAIL,
            Format::OllamaPowershell => ollama::POWERSHELL_TAIL,
            Format::Csv | Format::Jsonl | Format::Text => "",
        };
        // An array ends on a line of its own, unless it is empty.
        if self.is_empty { tail.strip_prefix('\n').unwrap_or(tail) } else { tail }
    }

    fn write_each<E>(
        &mut self,
        records: impl Iterator<Item = Record>,
        chunking: &Chunking,
        mut write: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        for record in records {
            if self.is_array() {
                write(if self.is_empty { "\n" } else { ",\n" })?;
            }
            self.is_empty = false;
            write(&self.row(&record, chunking))?;
        }
        Ok(())
    }

    fn row(&self, record: &Record, chunking: &Chunking) -> String {
        match self.export.format {
            Format::Json => json::to_json(record),
            Format::Jsonl => json::to_json(record) + "\n",
            Format::Csv => csv::row(record),
            Format::Ollama | Format::OllamaBash => json::to_json(&record.text),
            Format::OllamaPowershell => ollama::escaped(&json::to_json(&record.text)),
            Format::Langchain => frameworks::document(record),
            Format::Llamaindex => frameworks::node(record),
            Format::Text => plain::text(record, chunking.chunks().len()),
        }
    }

    /// `LlamaIndex` counts characters, whatever is asked for.
    const fn offsets(&self) -> Offsets {
        match self.export.format {
            Format::Llamaindex => Offsets::Char,
            _ => self.export.offsets,
        }
    }
}
