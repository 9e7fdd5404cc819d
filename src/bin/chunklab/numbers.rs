//! What `--stats` says, a line of JSON each time.

use chunklab::Statistics;
use serde::Serialize;

#[derive(Serialize)]
struct OfDocument<'a> {
    document: &'a str,
    statistics: &'a Statistics,
}

#[derive(Serialize)]
struct OfAll<'a> {
    total: &'a Sums,
}

/// Of several documents, behind all of them.
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

    pub(super) fn line(&self) -> String {
        json(&OfAll { total: self })
    }
}

/// The numbers of a document.
pub(super) fn line_of(document: &str, statistics: &Statistics) -> String {
    json(&OfDocument { document, statistics })
}

fn json(numbers: &impl Serialize) -> String {
    serde_json::to_string(numbers).expect("serialises")
}
