//! Comma-separated values.

use std::borrow::Cow;

use super::json::{name_of, to_json};
use crate::record::Record;

const HEADER: &str = "index,id,text,tokens,characters,start,end,overlap,offsets,line,headings,cut,oversize,table,metadata";

/// The first row (RFC 4180: lines end with CRLF).
pub(super) fn header() -> String {
    format!("{HEADER}\r\n")
}

/// A record as a row; quotes are doubled, headings joined by ` › `, the document's fields one JSON object; what is absent is an empty cell.
pub(super) fn row(record: &Record) -> String {
    let Record { index, id, tokens, characters, start, end, overlap, line, .. } = record;
    let text = cell(&record.text);
    let (offsets, cut) = (name_of(&record.offsets), name_of(&record.cut));
    let headings = cell(&record.headings.join(" › "));
    let oversize = if record.oversize { "true" } else { "" };
    let table = cell(record.table.as_deref().unwrap_or_default());
    let metadata = if record.metadata.is_empty() { String::new() } else { cell(&to_json(&record.metadata)) };
    format!(
        "{index},{id},{text},{tokens},{characters},{start},{end},{overlap},{offsets},{line},{headings},{cut},{oversize},{table},{metadata}\r\n"
    )
}

/// A text as a cell: in quotes where it must be.
fn cell(text: &str) -> String {
    let text = plain(text);
    if text.contains(['"', ',', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into_owned()
    }
}

/// What a spreadsheet may take for a formula gets an apostrophe in front, and what has one gets another, so that it can be told which:
/// an apostrophe at the start of a cell is never part of the text. The characters are those that OWASP lists ("CSV Injection").
fn plain(text: &str) -> Cow<'_, str> {
    let runs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '\''];
    if text.starts_with(runs) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_where_it_must_be() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell(""), "");
        assert_eq!(cell("a,b"), "\"a,b\"");
        assert_eq!(cell("say \"hi\""), "\"say \"\"hi\"\"\"");
        assert_eq!(cell("two\r\nlines"), "\"two\r\nlines\"");
        assert_eq!(cell("blank "), "\"blank \"");
    }

    #[test]
    fn no_cell_is_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "'=1", "'quoted'"] {
            assert_eq!(plain(text), format!("'{text}"));
        }
        for text in ["", "1-1", "a=b", " =1"] {
            assert_eq!(plain(text), text);
        }
    }
}
