//! The `chunklab` command: documents in, records out.
//!
//! Exit status: 0 done, 1 a document could not be read or the output not written, 2 the command was not understood.

use std::{
    borrow::Cow,
    fmt, fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use chunklab::{
    Chunking, Options, Position, Settings, SettingsError, Source, Statistics, chunk, clean,
    export::{Export, Exporter, Format, Ollama},
    oddities, recognise, statistics,
};
use clap::Parser;
use serde::Serialize;

/// Cuts documents into chunks for retrieval: JSON Lines out, the same chunks as the page.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 110)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Arguments {
    /// Files of UTF-8 text; - or none for standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How bodies are chosen: recursive-char, sentence, paragraph, semantic [default: recursive-char]
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// The most a chunk may measure, overlap included [default: 500]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    size: Option<String>,
    /// The most that is copied in front of a chunk from the text before it [default: 50]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    overlap: Option<String>,
    /// What size and overlap count: tokens (estimated), characters [default: tokens]
    #[arg(long, value_name = "NAME")]
    unit: Option<String>,
    /// Characters other than CJK in one token, 1.0 to 10.0 [default: 3.8]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    chars_per_token: Option<String>,
    /// Keep a fence, table, front matter or list item whole where it fits the size [default: true]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    keep_blocks: Option<String>,
    /// Cut a sentence or paragraph that is over the size [default: false]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    split_oversize: Option<String>,
    /// Leave blanks at both ends out of each chunk [default: false]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    trim: Option<String>,
    /// Put title and heading path in front of each chunk's text [default: false]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    breadcrumb: Option<String>,
    /// jsonl (a record a line), json, csv, ollama (a body for /api/embed), ollama-bash, ollama-powershell, langchain, llamaindex, text
    #[arg(long, value_name = "NAME", default_value = "jsonl")]
    format: String,
    /// The embedding model that the formats for Ollama ask for [default: embeddinggemma]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Have Ollama cut off what is longer than the model reads, instead of refusing it
    #[arg(long)]
    truncate: bool,
    /// The server that the commands for Ollama ask [default: `http://localhost:11434`]
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// What offsets count: utf16 (JavaScript), char (Python), byte (Rust, Go)
    #[arg(long, value_name = "NAME", default_value = "char")]
    offsets: String,
    /// Say on standard error what is odd about each document: that it is no prose, and odd characters with their places
    #[arg(long)]
    warnings: bool,
    /// Say the numbers of each document on standard error: a line of JSON, with estimated tokens, sizes, reasons of cuts and what they tear apart
    #[arg(long)]
    stats: bool,
    /// Take odd characters out first, and say on standard error which; offsets count in the cleaned text
    #[arg(long)]
    clean: bool,
    /// A field of the document, for each record's metadata; can be given again. Each file gets its name as `doc_id`, so that it has the same ids alone and among others
    #[arg(long = "field", value_name = "KEY=VALUE")]
    fields: Vec<String>,
}

/// What the arguments ask for.
struct Task {
    settings: Settings,
    export: Export,
    fields: Vec<(String, String)>,
    warnings: bool,
    stats: bool,
    clean: bool,
}

/// What `--stats` says of a document.
#[derive(Serialize)]
struct Stats<'a> {
    document: &'a str,
    statistics: Statistics,
}

/// Where the command reads and writes.
pub(crate) struct Streams<'s> {
    /// Standard input.
    pub(crate) input: &'s mut dyn Read,
    /// Standard output, for records.
    pub(crate) out: &'s mut dyn Write,
    /// Standard error, for what people read. That it can't be written is no fault.
    pub(crate) said: &'s mut dyn Write,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (mut input, mut out, mut said) = (io::stdin().lock(), io::BufWriter::new(io::stdout().lock()), io::stderr());
    ExitCode::from(run(&arguments, &mut Streams { input: &mut input, out: &mut out, said: &mut said }))
}

/// Does what the arguments ask for; returns the exit status.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> u8 {
    let task = match task(arguments) {
        Ok(task) => task,
        Err(message) => return fail(streams, &message, 2),
    };
    let input = [PathBuf::from("-")];
    let files: &[PathBuf] = if arguments.files.is_empty() { &input } else { &arguments.files };
    match write_all(&task, files, streams) {
        Ok(None) => 0,
        Ok(Some(message)) => fail(streams, &message, 1),
        // A reader that has seen enough (`| head`) is no fault.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(error) => fail(streams, &error.to_string(), 1),
    }
}

/// Writes the chunks of one document after the other, up to one that cannot be read, and says what is wrong with that: what is written is
/// whole all the same.
fn write_all(task: &Task, files: &[PathBuf], streams: &mut Streams<'_>) -> io::Result<Option<String>> {
    let mut exporter = Exporter::new(task.export.clone());
    let mut wrong = None;
    streams.out.write_all(exporter.head().as_bytes())?;
    for file in files {
        match document(task, file, streams) {
            Ok((source, chunking)) => {
                exporter.write(&source, &chunking, |piece| streams.out.write_all(piece.as_bytes()))?;
            }
            Err(message) => {
                wrong = Some(format!("{}: {message}", file.display()));
                break;
            }
        }
    }
    streams.out.write_all(exporter.tail().as_bytes())?;
    streams.out.flush()?;
    Ok(wrong)
}

fn fail(streams: &mut Streams<'_>, message: &str, status: u8) -> u8 {
    say(streams.said, format_args!("chunklab: {message}"));
    status
}

/// Says something in one line, for people or as JSON: what is quoted may have line ends, and what a terminal would obey or show in another
/// order.
fn say(said: &mut dyn Write, message: fmt::Arguments<'_>) {
    let escaped = |c: char| match c {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => in_hex(c),
        _ if c.is_control() => in_hex(c),
        _ => c.to_string(),
    };
    let _ = writeln!(said, "{}", message.to_string().chars().map(escaped).collect::<String>());
}

/// A character as JSON escapes it.
fn in_hex(c: char) -> String {
    format!("\\u{:04x}", u32::from(c))
}

fn task(arguments: &Arguments) -> Result<Task, String> {
    let settings = settings(arguments).map_err(|error| error.to_string())?;
    let format: Format = arguments.format.parse().map_err(|error: SettingsError| error.to_string())?;
    let offsets = arguments.offsets.parse().map_err(|error: SettingsError| error.to_string())?;
    let usual = Ollama::default();
    let ollama = Ollama {
        model: arguments.model.clone().unwrap_or(usual.model),
        truncate: arguments.truncate,
        server: arguments.server.clone().unwrap_or(usual.server),
    };
    let fields = arguments.fields.iter().map(|field| match field.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err(format!("field {field:?} must be KEY=VALUE")),
    });
    Ok(Task {
        settings,
        export: Export { format, offsets, ollama },
        fields: fields.collect::<Result<_, _>>()?,
        warnings: arguments.warnings,
        stats: arguments.stats,
        clean: arguments.clean,
    })
}

fn settings(arguments: &Arguments) -> Result<Settings, SettingsError> {
    let mut options = Options::default();
    let given = [
        ("strategy", &arguments.strategy),
        ("size", &arguments.size),
        ("overlap", &arguments.overlap),
        ("unit", &arguments.unit),
        ("chars_per_token", &arguments.chars_per_token),
        ("keep_blocks", &arguments.keep_blocks),
        ("split_oversize", &arguments.split_oversize),
        ("trim", &arguments.trim),
        ("breadcrumb", &arguments.breadcrumb),
    ];
    for (name, value) in given {
        if let Some(value) = value {
            options.set(name, value)?;
        }
    }
    Settings::new(options)
}

/// One document and its chunks.
fn document(task: &Task, path: &Path, streams: &mut Streams<'_>) -> Result<(Source, Chunking), String> {
    let mut text = read(path, streams.input)?;
    // A name that is no Unicode is as it would be shown.
    let file = &*path.to_string_lossy();
    if task.warnings {
        warn(file, &text, streams.said);
    }
    if task.clean {
        text = cleaned(file, text, streams.said);
    }
    let mut source = Source::new(text);
    if !is_input(path) {
        source = source.with_field("doc_id", file);
    }
    for (key, value) in &task.fields {
        source = source.with_field(key, value.as_str());
    }
    let chunking = chunk(&source, &task.settings);
    if task.stats {
        let stats = Stats { document: file, statistics: statistics(&source, &chunking) };
        say(streams.said, format_args!("{}", serde_json::to_string(&stats).expect("serialises")));
    }
    Ok((source, chunking))
}

/// Says what is worth knowing about a document. It changes no result.
fn warn(file: &str, text: &str, said: &mut dyn Write) {
    if let Some(found) = recognise(text) {
        say(said, format_args!("{file}: looks like {} ({} %): {}", found.kind, found.confidence, found.kind.advice()));
    }
    for found in oddities(text) {
        let (before, rest) = text.split_at(found.places[0].start);
        let line = Position::default().after(before, rest).line();
        let column = before.rsplit(['\n', '\r']).next().unwrap_or_default().chars().count() + 1;
        say(said, format_args!("{file}: {} × {}, first at line {line}, column {column}", found.count, found.kind.name()));
    }
}

/// The text without its odd characters. Says what was changed.
fn cleaned(file: &str, text: String, said: &mut dyn Write) -> String {
    let clean = clean(&text);
    for (kind, count) in &clean.changes {
        say(said, format_args!("{file}: cleaned {count} × {}", kind.name()));
    }
    match clean.text {
        Cow::Owned(clean) => clean,
        Cow::Borrowed(_) => text,
    }
}

fn is_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read(path: &Path, input: &mut dyn Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    if is_input(path) {
        input.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    } else {
        bytes = fs::read(path).map_err(|error| error.to_string())?;
    }
    String::from_utf8(bytes).map_err(|error| format!("not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
}
