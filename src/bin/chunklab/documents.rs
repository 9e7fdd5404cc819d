//! One document: read, looked at, chunked.

use std::{borrow::Cow, fs, io::Write, str::Utf8Error};

use chunklab::{
    Chunking, DocumentKind, Field, Position, Settings, Source, Statistics, chunk, clean, oddities, recognise, statistics,
};
use infer::MatcherType;
use serde::Serialize;

use super::{
    arguments::{Lines, Task},
    inputs::Input,
    row::Row,
    say,
};

/// What `--stats` says of a document.
#[derive(Serialize)]
struct Stats<'a> {
    document: &'a str,
    statistics: &'a Statistics,
}

/// What it says behind all of them, as sums.
#[derive(Default, Serialize)]
pub(super) struct Sums {
    pub(super) documents: usize,
    pub(super) unread: usize,
    chunks: usize,
    source_tokens: u64,
    source_characters: usize,
    total_tokens: u64,
    overlap_tokens: u64,
    prefix_tokens: u64,
    over_size: usize,
}

impl Sums {
    pub(super) fn add(&mut self, one: &Statistics) {
        self.chunks += one.chunks;
        self.source_tokens += one.source_tokens;
        self.source_characters += one.source_characters;
        self.total_tokens += one.total_tokens;
        self.overlap_tokens += one.overlap_tokens;
        self.prefix_tokens += one.prefix_tokens;
        self.over_size += one.over_size;
    }
}

pub(super) fn json(numbers: &impl Serialize) -> String {
    serde_json::to_string(numbers).expect("serialises")
}

/// A text with the fields that came with it.
type Read = (String, Vec<(String, Field)>);

/// A document with its chunks, and its numbers if they are asked for.
pub(super) struct Document {
    pub(super) source: Source,
    pub(super) chunking: Chunking,
    pub(super) statistics: Option<Statistics>,
}

/// Makes a document, or tells what is wrong with it. What else is to be said of it goes to `said`.
pub(super) fn document(task: &Task, input: Input, said: &mut dyn Write) -> Result<Document, String> {
    if let Input::File(path) = &input
        && path.extension().is_some_and(|ending| ending == "jsonl" || ending == "ndjson")
    {
        say(
            said,
            format_args!("{}: chunked as one text; --jsonl-in --text-field NAME takes each line as a document", path.display()),
        );
    }
    let (name, read) = read(&task.lines, input);
    let (mut text, fields) = read.map_err(|message| format!("{name}: {message}"))?;
    if task.warnings {
        warn(&name, &text, said);
    }
    if task.clean {
        text = cleaned(&name, text, said);
    }
    let given = task.fields.iter().map(|(key, value)| (key.clone(), value.as_str().into()));
    let source = fields.into_iter().chain(given).fold(Source::new(text), |source, (key, value)| source.with_field(key, value));
    let chunking = chunk(&source, &task.settings);
    let statistics = task.stats.then(|| statistics(&source, &chunking));
    if let Some(statistics) = &statistics {
        say(said, format_args!("{}", json(&Stats { document: &name, statistics })));
    }
    Ok(Document { source, chunking, statistics })
}

/// What a document is called in messages, and what it is.
fn read(lines: &Lines, input: Input) -> (String, Result<Read, String>) {
    match input {
        Input::File(path) => {
            // A name that is no Unicode is as it would be shown.
            let name = path.to_string_lossy().into_owned();
            let text = fs::read(path).map_err(|error| error.to_string()).and_then(utf8);
            let fields = vec![(ID.to_owned(), name.as_str().into())];
            (name, text.map(|text| (text, fields)))
        }
        Input::Text(bytes) => ("-".to_owned(), utf8(bytes).map(|text| (text, Vec::new()))),
        Input::Line { name, line } => (name, row(lines, &line)),
        Input::Unread { name, message } => (name, Err(message)),
    }
}

fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(error.utf8_error(), error.as_bytes()))?;
    disguised(&text).map_or(Ok(text), Err)
}

/// What is wrong with a file of another kind, by how it begins. That may end within a character.
pub(super) fn no_text(start: &[u8]) -> Option<String> {
    match str::from_utf8(start) {
        Ok(text) => disguised(text),
        Err(error) if error.error_len().is_some() => kind_of(start).map(|_| not_utf8(error, start)),
        Err(_) => None,
    }
}

/// Where it is not, and what it looks like where that can be told.
fn not_utf8(error: Utf8Error, bytes: &[u8]) -> String {
    let advice = kind_of(bytes).map_or_else(
        || " (iconv -f ENCODING -t UTF-8 converts a text in another encoding)".to_owned(),
        |kind| format!(", it looks like {kind}"),
    );
    format!("not UTF-8 at byte {}{advice}", error.valid_up_to())
}

/// What bytes look like, with what makes a text of them.
fn kind_of(bytes: &[u8]) -> Option<String> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Some("UTF-16 (iconv -f UTF-16 -t UTF-8 converts it)".to_owned());
    }
    let kind = infer::get(bytes).filter(|kind| kind.matcher_type() != MatcherType::Text)?;
    let how = if kind.mime_type() == "application/gzip" { " (zcat unpacks it)" } else { "" };
    Some(format!("{}{how}", kind.mime_type()))
}

/// What is wrong with other data that happens to be UTF-8: it begins as a file that some program has to read, or it has NULs and a tenth of it
/// is controls. The page tells it in the same way; a few NULs in a text are only odd.
fn disguised(text: &str) -> Option<String> {
    const LOOKED: usize = 1 << 16;
    let is_marked = text.starts_with("%PDF-") || text.starts_with("{\\rtf");
    if !is_marked && !text.contains('\0') {
        return None;
    }
    let start = &text.as_bytes()[..text.len().min(LOOKED)];
    let is_odd = |byte: &&u8| **byte < 32 && !matches!(**byte, b'\t' | b'\n' | 0x0C | b'\r' | 0x1B);
    let controls = start.iter().filter(is_odd).count();
    let kind = kind_of(start).or_else(|| (controls * 10 > start.len()).then(|| "UTF-16 without a mark, or no text".to_owned()));
    kind.map(|kind| format!("it looks like {kind}"))
}

/// The field that tells a document's chunks from those of others.
const ID: &str = "doc_id";

/// The text of a line, and its other fields in their order, its id in front.
fn row(lines: &Lines, line: &[u8]) -> Result<Read, String> {
    let line = line.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(line).trim_ascii_end();
    // It has one line only, and which one stands in front.
    let said = |error: serde_json::Error| {
        let what = if error.is_data() { "" } else { "not JSON: " };
        what.to_owned() + &error.to_string().replace(" at line 1 ", " at ")
    };
    let Row(fields) = serde_json::from_slice(line).map_err(said)?;
    let (mut text, mut id, mut others) = (None, None, Vec::new());
    for (name, value) in fields {
        if name == lines.text {
            text = Some(value);
        } else if lines.id.as_ref() == Some(&name) {
            id = Some(value);
        } else {
            others.push((name, value.into()));
        }
    }
    // Whoever gets only the message can find the document by it.
    let of = |message: String| match (&lines.id, &id) {
        (Some(name), Some(id)) => format!("{message} ({name}: {id})"),
        _ => message,
    };
    let text = text.ok_or_else(|| of(missing(&lines.text, &others)))?;
    let text = serde_json::from_str(text.get()).map_err(|error| of(format!("field {:?} is no text: {error}", lines.text)))?;
    if let Some(name) = &lines.id {
        let id = id.ok_or_else(|| missing(name, &others))?;
        if matches!(id.get(), "null" | "\"\"") {
            return Err(format!("no id in field {name:?}: {id}"));
        }
        others.retain(|(name, _)| name != ID);
        others.insert(0, (ID.to_owned(), id.into()));
    }
    Ok((text, others))
}

/// A name that no field has, and those that are there: it may be mistyped.
fn missing(name: &str, others: &[(String, Field)]) -> String {
    let names: Vec<&str> = others.iter().map(|(name, _)| name.as_str()).collect();
    let among = if names.is_empty() { "" } else { " among " };
    format!("no field {name:?}{among}{}", names.join(", "))
}

/// Says what is worth knowing about the settings. It changes no result.
pub(super) fn warn_of_settings(settings: &Settings, said: &mut dyn Write) {
    if settings.overlaps_much() {
        let (overlap, size) = (settings.overlap(), settings.size());
        let share = u64::from(overlap) * 100 / u64::from(size);
        say(
            said,
            format_args!(
                "overlap {overlap} is {share} % of the size, {size}: so much of each chunk is embedded twice; 10 to 20 % is usual"
            ),
        );
    }
}

/// Says what is worth knowing about a document. It changes no result.
fn warn(name: &str, text: &str, said: &mut dyn Write) {
    if let Some(found) = recognise(text) {
        let option = if found.kind == DocumentKind::JsonLines { " (--jsonl-in --text-field NAME does)" } else { "" };
        say(said, format_args!("{name}: looks like {} ({} %): {}{option}", found.kind, found.confidence, found.kind.advice()));
    }
    for found in oddities(text) {
        let (before, rest) = text.split_at(found.places[0].start);
        let line = Position::default().after(before, rest).line();
        let column = before.rsplit(['\n', '\r']).next().unwrap_or_default().chars().count() + 1;
        say(said, format_args!("{name}: {} × {}, first at line {line}, column {column}", found.count, found.kind.name()));
    }
}

/// The text without its odd characters. Says what was changed.
fn cleaned(name: &str, text: String, said: &mut dyn Write) -> String {
    let clean = clean(&text);
    for (kind, count) in &clean.changes {
        say(said, format_args!("{name}: cleaned {count} × {}", kind.name()));
    }
    match clean.text {
        Cow::Owned(clean) => clean,
        Cow::Borrowed(_) => text,
    }
}
