//! The sentence scan beside `unicode-segmentation` and `icu_segmenter`, both UAX #29, in the same run: a time alone says nothing.
//!
//! `cargo bench --bench sentences`. `scan` is the scan alone, `whole` everything from the text on: lines, blocks, headings, paragraphs, sentences.

use chunklab::Source;
use divan::{Bencher, black_box, counter::BytesCount};
use icu_segmenter::{SentenceSegmenter, options::SentenceBreakInvariantOptions};
use unicode_segmentation::UnicodeSegmentation;

/// The corpus of the tests, again and again, up to this many bytes.
const BYTES: usize = 1_000_000;

/// Running prose, and a document of headings, lists and tables.
const ENGLISH: usize = 0;
const JAPANESE: usize = 1;
const MARKDOWN: usize = 2;

fn main() {
    divan::main();
}

fn document(kind: usize) -> String {
    let text = match kind {
        JAPANESE => prose(include_str!("../tests/corpus/ja-manual.md")),
        MARKDOWN => include_str!("../tests/corpus/en-runbook.md").to_owned(),
        _ => prose(include_str!("../tests/corpus/lines.txt")),
    };
    format!("{text}\n").repeat(BYTES / text.len() + 1)
}

/// The lines of a document that are paragraphs of prose.
fn prose(text: &str) -> String {
    let lines = text.lines().filter(|line| line.len() > 80 && line.ends_with(['.', '。']));
    lines.flat_map(|line| [line, "\n\n"]).collect()
}

#[divan::bench(consts = [ENGLISH, JAPANESE, MARKDOWN])]
fn scan<const KIND: usize>(bencher: Bencher) {
    let text = document(KIND);
    let source = || {
        let source = Source::new(text.as_str());
        black_box(source.paragraphs());
        source
    };
    bencher.counter(BytesCount::of_str(&text)).with_inputs(source).bench_refs(|source| source.sentences().count());
}

#[divan::bench(consts = [ENGLISH, JAPANESE, MARKDOWN])]
fn whole<const KIND: usize>(bencher: Bencher) {
    let text = document(KIND);
    let source = || Source::new(text.as_str());
    bencher.counter(BytesCount::of_str(&text)).with_inputs(source).bench_refs(|source| source.sentences().count());
}

#[divan::bench(consts = [ENGLISH, JAPANESE, MARKDOWN])]
fn by_unicode_segmentation<const KIND: usize>(bencher: Bencher) {
    let text = document(KIND);
    bencher.counter(BytesCount::of_str(&text)).bench(|| black_box(text.as_str()).split_sentence_bounds().count());
}

#[divan::bench(consts = [ENGLISH, JAPANESE, MARKDOWN])]
fn by_icu_segmenter<const KIND: usize>(bencher: Bencher) {
    let text = document(KIND);
    let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
    bencher.counter(BytesCount::of_str(&text)).bench(|| segmenter.segment_str(black_box(&text)).count());
}
