//! Documents that should not be chunked as prose: a text chunker cuts their records and functions apart.

use std::fmt;

use serde::{Deserialize, de::IgnoredAny};
use serde_json::error::Category;

use super::languages::{LANGUAGES, Language};

/// How much of a text is looked at, in bytes, and how many lines of it.
const SAMPLE: (usize, usize) = (64 * 1024, 400);

/// What a document is that is no prose.
///
/// ```
/// use chunklab::DocumentKind;
/// let kind = DocumentKind::Code(Some("Rust"));
/// assert_eq!((kind.code(), kind.to_string().as_str()), ("code", "source code (Rust)"));
/// assert_eq!(kind.advice(), "cut it by function and class, with a parser for its language");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// One value of JSON (RFC 8259).
    Json,
    /// A value of JSON on each line.
    JsonLines,
    /// Records with commas or semicolons between the fields (RFC 4180).
    Csv,
    /// Records with tabs between the fields.
    Tsv,
    /// HTML.
    Html,
    /// Other XML.
    Xml,
    /// A log: a time or a level on each line.
    Log,
    /// Source code, in this language if that is plain.
    Code(Option<&'static str>),
}

impl DocumentKind {
    /// Its name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::JsonLines => "json-lines",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Html => "html",
            Self::Xml => "xml",
            Self::Log => "log",
            Self::Code(_) => "code",
        }
    }

    /// What to do instead of chunking it as it is.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Json => "turn each object into a text of its own, with its keys as words, and chunk those",
            Self::JsonLines => "chunk the field that holds the text of each line, and keep the other fields as metadata",
            Self::Csv | Self::Tsv => "turn each row into a sentence with its column names, or query the table as a table",
            Self::Html => "reduce it to text first, and keep its headings, lists and tables",
            Self::Xml => "take the text out of its elements first, and keep their names as headings or metadata",
            Self::Log => "search it by time and level, or embed one event at a time",
            Self::Code(_) => "cut it by function and class, with a parser for its language",
        }
    }
}

impl fmt::Display for DocumentKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Json => "JSON",
            Self::JsonLines => "JSON Lines",
            Self::Csv => "CSV",
            Self::Tsv => "TSV",
            Self::Html => "HTML",
            Self::Xml => "XML",
            Self::Log => "a log",
            Self::Code(Some(language)) => return write!(formatter, "source code ({language})"),
            Self::Code(None) => "source code",
        })
    }
}

/// What a document looks like, and how sure that is.
///
/// ```
/// use chunklab::{DocumentKind, Recognition, recognise};
/// let found = recognise("id,name,price\n1,leek,1.20\n2,salt,0.80\n3,bread,2.00\n");
/// assert_eq!(found, Some(Recognition { kind: DocumentKind::Csv, confidence: 100 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recognition {
    /// What it is.
    pub kind: DocumentKind,
    /// How much of what was looked at looks like that, in percent: 50 to 100.
    pub confidence: u8,
}

/// Tells whether a document is no prose, from its first 64 KiB. `None` for prose, for Markdown, and where nothing is plain.
///
/// ```
/// use chunklab::{DocumentKind, recognise};
/// assert_eq!(recognise("{\"soup\": [\"leek\", \"salt\"]}").unwrap().kind, DocumentKind::Json);
/// assert_eq!(recognise("Boil the water, then add salt, pepper and leek."), None);
/// ```
#[must_use]
pub fn recognise(text: &str) -> Option<Recognition> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text).trim_start();
    let sample = &text[..text.floor_char_boundary(SAMPLE.0)];
    let is_whole = sample.len() == text.len();
    // The last line of a sample may be cut off.
    let end = if is_whole { sample.len() } else { sample.rfind('\n').unwrap_or(sample.len()) };
    let rows: Vec<&str> = sample[..end].lines().filter(|row| !row.trim().is_empty()).take(SAMPLE.1).collect();
    json(sample, is_whole)
        .or_else(|| json_lines(&rows))
        .or_else(|| markup(sample))
        .or_else(|| log(&rows))
        .or_else(|| table(&rows))
        .or_else(|| code(&rows))
}

fn recognition(kind: DocumentKind, share: (usize, usize)) -> Option<Recognition> {
    let (part, whole) = share;
    let percent = (100 * part).checked_div(whole)?;
    (percent >= 50).then_some(Recognition { kind, confidence: u8::try_from(percent.min(100)).unwrap_or(100) })
}

/// An object or array of JSON, as far as the sample goes.
fn json(sample: &str, is_whole: bool) -> Option<Recognition> {
    if !sample.starts_with(['{', '[']) || sample.len() < 8 {
        return None;
    }
    // Not JSON, but what a program in Python prints instead.
    if sample.starts_with("[{'") || sample.starts_with("{'") {
        return recognition(DocumentKind::Json, (70, 100));
    }
    let mut values = serde_json::Deserializer::from_str(sample);
    let first = IgnoredAny::deserialize(&mut values);
    let looks_right = sample.contains("\":") || sample.contains("\",") || sample.contains("},");
    match first {
        Ok(_) if values.end().is_ok() => recognition(DocumentKind::Json, (100, 100)),
        Err(error) if looks_right && error.classify() == Category::Eof => {
            recognition(DocumentKind::Json, (if is_whole { 80 } else { 100 }, 100))
        }
        _ => None,
    }
}

/// Objects or arrays of JSON, one a line.
fn json_lines(rows: &[&str]) -> Option<Recognition> {
    let is_value = |row: &&&str| row.starts_with(['{', '[']) && serde_json::from_str::<IgnoredAny>(row).is_ok();
    let values = rows.iter().filter(is_value).count();
    if values < 2 { None } else { recognition(DocumentKind::JsonLines, (values, rows.len())) }
}

/// HTML or XML: it begins with a tag, and a good part of it is tags.
fn markup(sample: &str) -> Option<Recognition> {
    /// Elements that only HTML has.
    const HTML: [&str; 12] =
        ["<html", "<body", "<head>", "<div", "<p>", "<span", "<br", "<ul", "<table", "<a href", "<h1", "<script"];
    let mut sample = sample;
    while let Some((_, rest)) = sample.strip_prefix("<!--").and_then(|rest| rest.split_once("-->")) {
        sample = rest.trim_start();
    }
    if !sample.starts_with('<') {
        return None;
    }
    let start = sample[..sample.floor_char_boundary(256)].to_ascii_lowercase();
    let (mut tags, mut inside) = (0, 0);
    let mut rest = sample;
    while let Some((_, tag)) = rest.split_once('<') {
        let Some((tag, after)) = tag.split_once('>') else { break };
        if tag.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            tags += 1;
            inside += tag.len() + 2;
        }
        rest = after;
    }
    let declared = start.starts_with("<?xml") || start.starts_with("<!doctype") || start.starts_with("<html");
    if tags < 2 || !declared && inside * 8 < sample.len() {
        return None;
    }
    let lower = sample.to_ascii_lowercase();
    let html = !start.starts_with("<?xml") && HTML.iter().any(|tag| lower.contains(tag));
    let confidence = if declared { 100 } else { (50 + 100 * inside / sample.len().max(1)).min(95) };
    recognition(if html { DocumentKind::Html } else { DocumentKind::Xml }, (confidence, 100))
}

/// A time at the start of most lines, or a level near it.
fn log(rows: &[&str]) -> Option<Recognition> {
    const LEVELS: [&str; 7] = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL", "CRITICAL"];
    let is_event = |row: &&&str| {
        let head = &row[..row.floor_char_boundary(60)];
        let level = LEVELS.iter().any(|level| head.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word == *level));
        has_time(head) && (level || row.len() > 24) || level && head.starts_with(['[', '<'])
    };
    let events = rows.iter().filter(is_event).count();
    if events < 3 { None } else { recognition(DocumentKind::Log, (events, rows.len())) }
}

/// "12:00:05" within the first words of a line that begins with a date, a bracket or an address, or has "2024-05-01" there.
fn has_time(head: &str) -> bool {
    let begins = head.starts_with(|c: char| c.is_ascii_digit() || c == '[')
        || ["Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "]
            .iter()
            .any(|month| head.starts_with(month));
    let is_clock = |window: &[u8]| {
        let digit = |i: usize| window[i].is_ascii_digit();
        digit(0) && digit(1) && window[2] == b':' && digit(3) && digit(4) && window[5] == b':' && digit(6) && digit(7)
    };
    let is_date = |window: &[u8]| {
        window.iter().zip(b"0000-00-00").all(|(byte, form)| if *form == b'0' { byte.is_ascii_digit() } else { byte == form })
    };
    (begins || head.as_bytes().windows(10).any(is_date)) && head.as_bytes().windows(8).any(is_clock)
}

/// Records: the same number of fields on most lines, and fields that are no clauses of prose.
fn table(rows: &[&str]) -> Option<Recognition> {
    let found = [('\t', 2, DocumentKind::Tsv), (';', 3, DocumentKind::Csv), (',', 3, DocumentKind::Csv)].into_iter().filter_map(
        |(mark, least, kind)| {
            let counts: Vec<usize> = rows.iter().map(|row| fields(row, mark)).collect();
            // The header has them all; rows may leave out the last ones.
            let all = *counts.first()?;
            let same = counts.iter().filter(|&&count| count >= least && count * 2 >= all && count <= all).count();
            let spaced = rows.iter().filter(|row| unquoted(row).contains(", ") || row.ends_with('.')).count();
            let is_prose = mark == ',' && spaced * 2 > rows.len()
                || mark != '\t' && rows.iter().filter(|row| row.ends_with(['{', '}', ';'])).count() * 4 > rows.len();
            (all >= least && rows.len() >= 3 && same * 10 >= rows.len() * 9 && !is_prose)
                .then(|| recognition(kind, (same, rows.len())))
                .flatten()
        },
    );
    found.max_by_key(|found| found.confidence)
}

/// How many fields a row has; marks inside quotes part none.
fn fields(row: &str, mark: char) -> usize {
    unquoted(row).matches(mark).count() + 1
}

/// What of a row stands outside quotes.
fn unquoted(row: &str) -> String {
    row.split('"').step_by(2).collect()
}

/// Source code: most lines look like it, comments and Markdown's fences aside.
fn code(rows: &[&str]) -> Option<Recognition> {
    let mut fenced = false;
    let outside = rows.iter().map(|row| row.trim()).filter(|row| {
        let mark = row.starts_with("```") || row.starts_with("~~~");
        fenced ^= mark;
        !mark && !fenced
    });
    let (comments, rows): (Vec<&str>, Vec<&str>) = outside.partition(|row| is_comment(row));
    let shebang = comments.first().filter(|row| row.starts_with("#!"));
    let mut best = (&LANGUAGES[0], 0);
    for language in &LANGUAGES {
        let named = shebang.is_some_and(|row| language.begins.iter().any(|begin| row.starts_with(begin)));
        let points = rows.iter().map(|row| score(row, language)).sum::<usize>() + 5 * usize::from(named);
        if points > best.1 {
            best = (language, points);
        }
    }
    let (language, points) = best;
    let lines = rows.iter().filter(|row| looks_like_code(row) || score(row, language) > 0).count();
    let is_markdown = comments.iter().filter(|row| row.starts_with("# ") || row.starts_with("## ")).count() * 8 > rows.len()
        && shebang.is_none();
    if lines < 3 || points < 2 || is_markdown && lines * 4 < rows.len() * 3 {
        return None;
    }
    let is_plain = points >= 4 && points * 5 >= rows.len();
    recognition(DocumentKind::Code(is_plain.then_some(language.name)), (lines, rows.len()))
}

/// A comment, or a heading of Markdown: neither speaks for code nor against it.
fn is_comment(row: &str) -> bool {
    row.starts_with("//")
        || row.starts_with("/*")
        || row.starts_with("* ")
        || row.starts_with("*/")
        || row.starts_with("--")
        || row.starts_with("\"\"\"")
        || row.starts_with('#') && !row.starts_with("#[") && !row.starts_with("#include") && !row.starts_with("#define")
}

/// How much a line looks like a language: two points for how it begins, if it holds a mark of code, and one for each thing that occurs in it.
fn score(row: &str, language: &Language) -> usize {
    if row.ends_with('.') && row.contains(' ') {
        return 0;
    }
    let is_marked = row.contains(['(', ')', '{', '}', ';', '=', '[', ']']) || row.ends_with(':');
    let begins = language.begins.iter().any(|begin| row.starts_with(begin));
    if !is_marked && !begins {
        return 0;
    }
    let contains = language.contains.iter().filter(|mark| row.contains(**mark)).count();
    if is_marked || begins && contains > 0 { 2 * usize::from(begins) + contains } else { 0 }
}

/// Whether a line ends or begins as lines of most languages do, is a call, or sets a variable.
fn looks_like_code(row: &str) -> bool {
    let name = row.len()
        - row
            .trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | ':' | '-' | '[' | ']'))
            .len();
    let after = &row[name..];
    let is_statement =
        name > 0 && !row.ends_with('.') && (after.starts_with('(') || after.starts_with(" = ") || after.starts_with(" += "));
    is_statement || row.ends_with(['{', '}', ';']) || row.ends_with("),") || row.ends_with('(') || row.starts_with(['}', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<DocumentKind> {
        recognise(text).map(|found| found.kind)
    }

    #[test]
    fn structured_text_is_recognised() {
        for (text, expected) in [
            ("{\"a\": 1, \"b\": [true, null]}", DocumentKind::Json),
            ("\u{FEFF}\n[\n  {\"id\": 1, \"text\": \"soup\"},\n  {\"id\": 2, \"text\": \"bread\"}\n]\n", DocumentKind::Json),
            ("{\"a\": 1, \"cut\": \"off", DocumentKind::Json),
            ("[{'role': 'cook', 'dish': \"it's hot\"}]", DocumentKind::Json),
            ("{\"id\": 1}\n{\"id\": 2}\n{\"id\": 3}\n", DocumentKind::JsonLines),
            ("id,name,price\n1,soup,4.50\n2,\"bread, white\",2.00\n3,salt,0.80\n", DocumentKind::Csv),
            (
                "id,name,note\r\n1,\"Vance, A.\",\"said \"\"no, thanks\"\" twice\"\r\n2,\"Osei, B.\",\"well, yes\"\r\n",
                DocumentKind::Csv,
            ),
            ("id;name;price\n1;soup;4,50\n2;bread;2,00\n", DocumentKind::Csv),
            ("id\tname\n1\tsoup\n2\tbread\n", DocumentKind::Tsv),
            ("<!DOCTYPE html>\n<html><body><p>Soup is hot.</p></body></html>", DocumentKind::Html),
            ("<div><p>Soup is <b>hot</b>.</p><p>Bread.</p></div>", DocumentKind::Html),
            ("<?xml version=\"1.0\"?>\n<menu><dish>soup</dish></menu>", DocumentKind::Xml),
            (
                "2024-05-01 12:00:00 INFO pump started\n2024-05-01 12:00:05 WARN pressure low\n2024-05-01 12:00:09 ERROR pump stopped\n",
                DocumentKind::Log,
            ),
            (
                "May  1 12:00:00 station pump[12]: started\nMay  1 12:00:05 station pump[12]: low\nMay  1 12:00:09 station pump[12]: off\n",
                DocumentKind::Log,
            ),
        ] {
            assert_eq!(kind(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn source_code_is_recognised_with_its_language() {
        for (text, language) in [
            (
                "import os\n\ndef boil(water):\n    if water is None:\n        raise ValueError('no water')\n    return os.path.join(water, 'pot')\n\nprint(boil('x'))\n",
                "Python",
            ),
            (
                "use std::fmt;\n\npub struct Pot { size: u32 }\n\nimpl Pot {\n    pub fn new(size: u32) -> Self {\n        Self { size }\n    }\n}\n",
                "Rust",
            ),
            (
                "const pot = require('pot');\n\nfunction boil(water) {\n  console.log(water);\n  return pot.boil(water).then((x) => x);\n}\n",
                "JavaScript",
            ),
            (
                "package main\n\nimport (\n\t\"fmt\"\n)\n\nfunc main() {\n\tpot, err := boil()\n\tif err != nil {\n\t\tfmt.Println(err)\n\t}\n}\n",
                "Go",
            ),
            ("#include <stdio.h>\n\nint main(void) {\n    printf(\"soup\");\n    return 0;\n}\n", "C"),
            ("SELECT name, COUNT(*)\nFROM dishes\nWHERE price > 4 AND hot = 1\nGROUP BY name;\n", "SQL"),
            ("#!/bin/bash\nset -e\nfor pot in *; do\n  echo \"$pot\"\ndone\nexport POT=$(pwd)\n", "shell"),
        ] {
            assert_eq!(kind(text), Some(DocumentKind::Code(Some(language))), "{text}");
        }
    }

    #[test]
    fn prose_and_markdown_are_not() {
        for text in [
            "",
            "Boil the water, then add salt, pepper and leek.\nServe it hot, with bread, butter and salt.\nEat, drink, rest.\n",
            "# Soup\n\nBoil it:\n\n```rust\nfn main() {\n    boil();\n}\n```\n\nThen rest. Use the large pot; it holds more.\n",
            "Dear Ann,\n\nthe pump runs. It ran all night; nobody slept.\n\nYours,\nTom\n",
            "[Soup](soup.md) is hot.\n\n[Bread](bread.md) is not.\n",
            "- soup\n- bread\n- salt\n",
            "| a | b |\n|---|---|\n| 1 | 2 |\n",
            "At 12:00:00 the pump stopped.\nNobody knew why.\nIt started again later.\n",
            "from here on\nimport duties rise\nfor everybody in the trade\nand the pumps stop\n",
            "今日は雨です。家にいます。\n明日は晴れです。\n",
            "<soup> is what he wrote, and nobody understood what he had meant by it, or why.\n",
        ] {
            assert_eq!(recognise(text), None, "{text}");
        }
    }

    #[test]
    fn only_the_start_of_a_long_text_is_read() {
        let text = format!("[{}", "{\"soup\": \"leek\"},\n".repeat(100_000));
        assert_eq!(recognise(&text), Some(Recognition { kind: DocumentKind::Json, confidence: 100 }));
    }
}
