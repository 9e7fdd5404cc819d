//! One document: read, looked at, chunked.

use std::{borrow::Cow, fs, io::Write};

use chunklab::{
    Chunking, DocumentKind, Field, Position, Settings, Source, Statistics, chunk, clean, oddities, recognise, statistics,
};

use super::{
    arguments::{Lines, Task},
    front_matter::fields_of,
    inputs::Input,
    kinds::utf8,
    numbers::line_of,
    row::Row,
    say,
};

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
    let is_file = matches!(input, Input::File(_));
    let (name, read) = read(&task.lines, input);
    let (mut text, fields) = read.map_err(|message| format!("{name}: {message}"))?;
    if task.warnings {
        warn(&name, &text, said);
    }
    if task.clean {
        text = cleaned(&name, text, said);
    }
    let matter = if task.front_matter { fields_of(&text) } else { Vec::new() };
    let given = task.fields.iter().map(|(key, value)| (key.clone(), value.as_str().into()));
    // What is said later is meant: the name of a file is its id until something else is.
    let (first, then) = if is_file { (fields, matter) } else { (matter, fields) };
    let all = first.into_iter().chain(then).chain(given);
    let source = all.fold(Source::new(text), |source, (key, value)| source.with_field(key, value));
    let chunking = chunk(&source, &task.settings);
    let statistics = task.stats.then(|| statistics(&source, &chunking));
    if let Some(statistics) = &statistics {
        say(said, format_args!("{}", line_of(&name, statistics)));
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
