//! What comes out: one record a chunk.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{
    chunk::{Chunk, Cut},
    chunking::Chunking,
    estimate::Count,
    fields::Fields,
    offsets::{Offsets, Places},
    source::Source,
    structure::titles::Titles,
};

/// A chunk as it is handed to the next step. Serialised in this order; absent fields are left out.
///
/// ```
/// use chunklab::{Offsets, Settings, Source, chunk, records};
/// let source = Source::new("# Soup\n\nBoil it.").with_field("doc_id", "soup-1");
/// let record = &records(&source, &chunk(&source, &Settings::default()), Offsets::Char)[0];
/// assert_eq!(
///     serde_json::to_string(record).unwrap(),
///     r##"{"index":0,"id":"b3f5b345fc02a5c3","text":"# Soup\n\nBoil it.","tokens":5,"characters":16,"start":0,"end":16,"overlap":0,"##.to_owned()
///         + r##""offsets":"char","line":1,"headings":["Soup"],"cut":"end","metadata":{"doc_id":"soup-1"}}"##
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Record {
    /// 0, 1, 2 …
    pub index: usize,
    /// 16 hex digits: the same for the same document, headings and text in any run on any machine, different for duplicates.
    pub id: String,
    /// The chunk; with `breadcrumb` title and heading path in front.
    pub text: String,
    /// Estimated tokens of `text`.
    pub tokens: u64,
    /// Code points of `text`.
    pub characters: usize,
    /// Where the chunk starts in the source, in `offsets`.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// How much of it, from its start, is copied from the text before the body.
    pub overlap: usize,
    /// What `start`, `end` and `overlap` count.
    pub offsets: Offsets,
    /// The line the body starts on, from 1.
    pub line: usize,
    /// The headings over the body, outermost first.
    pub headings: Vec<String>,
    /// Why the body ends where it does.
    pub cut: Cut,
    /// Whether it is a single unit over the size, kept whole.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub oversize: bool,
    /// The header rows of the table the body starts inside of, unless they are longer than 4,096 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The document's own fields.
    #[serde(skip_serializing_if = "Fields::is_empty")]
    pub metadata: Fields,
}

/// All records of a chunking, made of the source it was made of.
///
/// ```
/// use chunklab::{Offsets, Settings, Source, chunk, records};
/// let source = Source::new("Tokyo 東京 2024");
/// let records = records(&source, &chunk(&source, &Settings::default()), Offsets::Utf16);
/// assert_eq!((records[0].tokens, records[0].end), (5, 13));
/// ```
#[must_use]
pub fn records(source: &Source, chunking: &Chunking, offsets: Offsets) -> Vec<Record> {
    each_record(source, chunking, offsets).collect()
}

/// The same, one after the other.
pub(crate) fn each_record<'a>(
    source: &'a Source,
    chunking: &'a Chunking,
    offsets: Offsets,
) -> impl Iterator<Item = Record> + use<'a> {
    let mut seen: FxHashMap<[u8; 32], usize> = FxHashMap::default();
    let mut writer = Writer::new(source, chunking, offsets);
    (0..chunking.chunks().len()).map(move |index| {
        let headings = writer.headings(&chunking.chunks()[index]);
        writer.record(index, headings, |hash| {
            let ordinal = seen.entry(hash.clone().finalize().into()).or_default();
            *ordinal += 1;
            *ordinal - 1
        })
    })
}

/// The records of some of the chunks: what a page shows at a time. `firsts` names, for each chunk, the first that equals it but for blanks and
/// case: none but those that may be equal are compared, and none but those asked for are hashed.
#[cfg_attr(not(any(target_arch = "wasm32", test, counted)), expect(dead_code, reason = "only the page shows a part"))]
pub(crate) fn some_records(
    source: &Source,
    chunking: &Chunking,
    offsets: Offsets,
    firsts: &[usize],
    range: Range<usize>,
) -> Vec<Record> {
    let chunks = chunking.chunks();
    let shown = range.start.min(chunks.len())..range.end.min(chunks.len());
    let mut writer = Writer::new(source, chunking, offsets);
    if let Some(first) = chunks.get(shown.start) {
        writer.places = Places::from(source.text(), source.position(first.span.start));
    }
    let repeated: FxHashSet<usize> = shown.clone().map(|index| firsts[index]).filter(|first| !shown.contains(first)).collect();
    let mut seen: FxHashMap<_, usize> = FxHashMap::default();
    let mut ordinal = |headings: Vec<String>, chunk: &'_ Chunk| {
        let ordinal = seen.entry((chunk.prefix.clone(), &source.text()[chunk.span.range()], headings)).or_default();
        *ordinal += 1;
        *ordinal - 1
    };
    if !repeated.is_empty() {
        for chunk in (0..shown.start).filter(|&earlier| repeated.contains(&firsts[earlier])).map(|earlier| &chunks[earlier]) {
            ordinal(writer.headings(chunk), chunk);
        }
    }
    shown
        .map(|index| {
            let headings = writer.headings(&chunks[index]);
            let ordinal = ordinal(headings.clone(), &chunks[index]);
            writer.record(index, headings, |_| ordinal)
        })
        .collect()
}

/// Writes records in the order of the text.
struct Writer<'a> {
    source: &'a Source,
    chunking: &'a Chunking,
    offsets: Offsets,
    places: Places<'a>,
    /// SHA-256 of the document's id.
    hash: Sha256,
    titles: Titles<'a>,
}

impl<'a> Writer<'a> {
    fn new(source: &'a Source, chunking: &'a Chunking, offsets: Offsets) -> Self {
        let hash = Sha256::new_with_prefix(source.field("doc_id").unwrap_or_default().as_bytes());
        Self { source, chunking, offsets, places: Places::new(source.text()), hash, titles: Titles::new(source) }
    }

    /// The record of a chunk under these headings; `ordinal` says how many earlier chunks are its equals, given the hash of all but that.
    fn record(&mut self, index: usize, headings: Vec<String>, ordinal: impl FnOnce(&Sha256) -> usize) -> Record {
        let chunk = &self.chunking.chunks()[index];
        let text = chunk_text(self.source, chunk);
        let count = Count::of(&text);
        let body = self.places.at(chunk.body);
        let start = self.places.before(body, chunk.span.start);
        let end = self.places.at(chunk.span.end);
        Record {
            index,
            id: self.id(&headings, &text, ordinal),
            tokens: self.chunking.settings().token_measure().units(&count),
            characters: count.characters,
            start: start.offset(self.offsets),
            end: end.offset(self.offsets),
            overlap: body.offset(self.offsets) - start.offset(self.offsets),
            offsets: self.offsets,
            line: body.line(),
            headings,
            cut: chunk.cut,
            oversize: chunk.oversize,
            table: chunk.table.map(|table| self.source.text()[table.range()].to_owned()),
            metadata: self.source.fields().clone(),
            text,
        }
    }

    fn headings(&self, chunk: &Chunk) -> Vec<String> {
        let body = &self.source.text()[chunk.body..chunk.span.end];
        let first = chunk.span.end - body.trim_start().len();
        let over = self.source.headings_over(first, chunk.span.end);
        over.iter().map(|heading| self.titles.of(heading)).collect()
    }

    /// SHA-256 over `doc_id`, heading path, text and the ordinal among equals, separated by U+001F (so are the headings of the path):
    /// its first 16 hex digits.
    fn id(&self, headings: &[String], text: &str, ordinal: impl FnOnce(&Sha256) -> usize) -> String {
        let mut hash = self.hash.clone();
        hash.update(format!("\u{1F}{}\u{1F}{text}\u{1F}", headings.join("\u{1F}")));
        let ordinal = ordinal(&hash);
        hash.update(ordinal.to_string());
        first_16_digits(&hash.finalize().into())
    }
}

fn first_16_digits(hash: &[u8; 32]) -> String {
    format!("{:016x}", u64::from_be_bytes(std::array::from_fn(|i| hash[i])))
}

/// The text of a chunk: a slice of the source, with what `breadcrumb` puts in front.
pub(crate) fn chunk_text(source: &Source, chunk: &Chunk) -> String {
    [&chunk.prefix, &source.text()[chunk.span.range()]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Settings, chunk};

    fn of(text: &str, options: Options) -> Vec<Record> {
        let source = Source::new(text).with_field("doc_id", "d-1");
        records(&source, &chunk(&source, &Settings::new(options).expect("valid")), Offsets::Char)
    }

    #[test]
    fn an_id_is_the_hash_anybody_can_compute_and_duplicates_differ() {
        let options = Options { size: 3, overlap: 0, trim: true, ..Options::default() };
        let records = of("tick tock\n\ntick tock\n\n", options);
        let expected = |ordinal: u32| -> String {
            let hash = Sha256::digest(format!("d-1\u{1F}\u{1F}tick tock\u{1F}{ordinal}"));
            format!("{hash:x}").split_at(16).0.to_owned()
        };
        assert_eq!(records.iter().map(|record| record.id.clone()).collect::<Vec<_>>(), [expected(0), expected(1)]);
    }

    #[test]
    fn some_records_are_those_of_all() {
        let source = Source::new("tick\n\n# A\n\ntick\n\ntick\n\n# B\n\ntick\n\ntick 👍🏽 tick\r\n\r\ntick");
        let options = Options { size: 4, overlap: 2, trim: true, strategy: crate::Strategy::Paragraph, ..Options::default() };
        let chunking = chunk(&source, &Settings::new(options).expect("valid"));
        let all = records(&source, &chunking, Offsets::Utf16);
        let firsts = crate::statistics::counted(&source, &chunking).firsts;
        assert!(all.len() > 4);
        for first in 0..all.len() {
            for last in first..=all.len() {
                assert_eq!(some_records(&source, &chunking, Offsets::Utf16, &firsts, first..last), all[first..last]);
            }
        }
    }

    #[test]
    fn header_rows_longer_than_is_sensible_are_not_said_again() {
        for (name, said) in [("b".repeat(4000), true), ("b".repeat(4200), false)] {
            let rows = "| a cell | another |\n".repeat(20);
            let records =
                of(&format!("| {name} | c |\n|---|---|\n{rows}"), Options { size: 40, overlap: 0, ..Options::default() });
            let inside = records.iter().filter(|record| record.text.starts_with("| a cell"));
            assert!(inside.clone().count() > 1 && inside.map(|record| record.table.is_some()).all(|is_there| is_there == said));
        }
    }

    #[test]
    fn fields_come_in_the_order_of_the_contract_and_absent_ones_are_left_out() {
        let json = serde_json::to_string(&of("One.", Options::default())[0]).expect("serialises");
        let order = [
            "index",
            "id",
            "text",
            "tokens",
            "characters",
            "start",
            "end",
            "overlap",
            "offsets",
            "line",
            "headings",
            "cut",
            "metadata",
        ];
        let at: Vec<usize> = order.iter().map(|field| json.find(&format!("\"{field}\":")).expect(field)).collect();
        assert!(at.is_sorted());
        assert!(!json.contains("oversize") && !json.contains("table"));
    }
}
