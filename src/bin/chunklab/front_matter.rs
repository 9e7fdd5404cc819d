//! Fields from front matter, each as it is written: the same that the page offers.

use std::borrow::Borrow;

use chunklab::Field;
use saphyr::{Yaml, YamlLoader};
use saphyr_parser::Parser;
use toml_edit::{DocumentMut, Value};

/// Names and values.
type Said = Vec<(String, String)>;

/// The fields of the front matter that a text begins with (YAML 1.2, failsafe schema; TOML 1.0): a version 1.10 is not 1.1. What is nested
/// deeper than a list is left out; what its language does not allow is text like any other.
pub(super) fn fields_of(text: &str) -> Vec<(String, Field)> {
    let said = match matter(text) {
        Some(("---", matter)) => yaml(matter),
        Some((_, matter)) => toml(matter),
        None => None,
    };
    let said = said.unwrap_or_default().into_iter().filter(|(_, value)| !value.is_empty());
    said.map(|(name, value)| (name, value.as_str().into())).collect()
}

/// The mark of front matter at the start of a text, and what stands between the two lines of it.
fn matter(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mark = ["---", "+++"].into_iter().find(|mark| text.starts_with(mark))?;
    let mut lines = text.split_inclusive('\n');
    let is_mark = |line: &str| line.strip_prefix(mark).is_some_and(|rest| rest.trim_matches([' ', '\t', '\r', '\n']).is_empty());
    let first = lines.next().filter(|line| is_mark(line))?;
    let mut end = first.len();
    let last = lines.find(|line| {
        end += line.len();
        is_mark(line)
    })?;
    Some((mark, &text[first.len()..end - last.len()]))
}

fn yaml(matter: &str) -> Option<Said> {
    let mut loader = YamlLoader::default();
    // As it is written, not as a number or a truth.
    loader.early_parse(false);
    Parser::new_from_str(matter).load(&mut loader, true).ok()?;
    if loader.error().is_some() {
        return None;
    }
    let documents: Vec<Yaml<'_>> = loader.into_documents();
    let Some(Yaml::Mapping(fields)) = documents.first().filter(|_| documents.len() == 1) else { return None };
    let words = |value: &Yaml<'_>| match value {
        Yaml::Sequence(values) => list(values.iter().map(scalar)),
        value => scalar(value).map(|words| words.trim_end().to_owned()),
    };
    Some(fields.iter().filter_map(|(name, value)| Some((scalar(name)?.to_owned(), words(value)?))).collect())
}

fn scalar<'y>(value: &'y Yaml<'_>) -> Option<&'y str> {
    if let Yaml::Representation(written, ..) = value { Some(written) } else { None }
}

fn toml(matter: &str) -> Option<Said> {
    let document: DocumentMut = matter.parse().ok()?;
    let words = |value: &Value| match value {
        Value::Array(values) => list(values.iter().map(plain)),
        value => plain(value).map(|words| words.trim_end().to_owned()),
    };
    let said = document.iter().filter_map(|(name, item)| Some((name.to_owned(), words(item.as_value()?)?)));
    Some(said.collect())
}

/// A value of TOML that is none of several, as it is written.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.display_repr().into_owned()),
        Value::Float(number) => Some(number.display_repr().into_owned()),
        Value::Boolean(truth) => Some(truth.value().to_string()),
        Value::Datetime(time) => Some(time.value().to_string()),
        Value::Array(_) | Value::InlineTable(_) => None,
    }
}

/// A list as one text, if nothing in it is nested.
fn list<S: Borrow<str>>(items: impl Iterator<Item = Option<S>>) -> Option<String> {
    items.collect::<Option<Vec<S>>>().map(|words| words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        let value = |field: Field| if let Field::Text(text) = field { text } else { String::new() };
        fields_of(text).into_iter().map(|(name, field)| (name, value(field))).collect()
    }

    #[test]
    fn values_are_as_they_are_written() {
        for (text, fields) in [
            ("---\nversion: 1.10\ndraft: no\nat: 0x1F\n---\nText", &[("version", "1.10"), ("draft", "no"), ("at", "0x1F")][..]),
            ("\u{FEFF}--- \r\ntitle: \"Pumps: a\\tbook\"\r\n---\t\r\n", &[("title", "Pumps: a\tbook")]),
            ("---\ntags: [water, 1.0]\nlist:\n- a\n- b\nempty:\nnone: ''\n---", &[("tags", "water, 1.0"), ("list", "a, b")]),
            ("---\na: {b: c}\nd: [[e]]\nf: |\n  two\n  lines\n\n---\n", &[("f", "two\nlines")]),
            ("---\nbase: &x Water\nsame: *x\n---\n", &[("base", "Water"), ("same", "Water")]),
            (
                "+++\nversion = 1.10\nn = 1_000 # many\non = true\nday = 2026-01-31\n+++\n",
                &[("version", "1.10"), ("n", "1_000"), ("on", "true"), ("day", "2026-01-31")],
            ),
            ("+++\r\ntags = [\"a\", 'b']\r\n[author]\r\nname = \"c\"\r\n+++\r\n", &[("tags", "a, b")]),
        ] {
            let expected: Vec<_> = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            assert_eq!(found(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_none_is_text() {
        for text in [
            "",
            "---",
            "---\n---\n",
            "---\ntitle: a",
            "---\n- a\n- b\n---\n",
            "---\na: b: c\n---\n",
            "---\na: 1\na: 2\n---\n",
            "---\nwords\n---\n",
            "----\na: b\n----\n",
            "---\na: b\n+++\n",
            " ---\na: b\n---\n",
            "Text\n---\na: b\n---\n",
            "+++\na = \n+++\n",
        ] {
            assert_eq!(found(text), [], "{text:?}");
        }
    }
}
