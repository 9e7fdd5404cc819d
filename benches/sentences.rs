//! The sentence scan beside `unicode-segmentation` and `icu_segmenter`, both UAX #29, in the same run: a time alone says nothing.
//!
//! `cargo bench --bench sentences`. `scan` is the scan alone, `whole` everything from the text on: lines, blocks, headings, paragraphs, sentences.

use chunklab::Source;
use divan::{Bencher, black_box, counter::BytesCount};
use icu_segmenter::{SentenceSegmenter, options::SentenceBreakInvariantOptions};
use unicode_segmentation::UnicodeSegmentation;

/// Running text by language: the corpus of the tests, again and again, up to this many bytes.
const BYTES: usize = 1_000_000;
const TEXTS: [(&str, &str); 2] =
    [("English", include_str!("../tests/corpus/lines.txt")), ("Japanese", include_str!("../tests/corpus/ja-manual.md"))];

fn main() {
    divan::main();
}

fn document(language: usize) -> String {
    let text = TEXTS[language].1;
    format!("{text}\n").repeat(BYTES / text.len() + 1)
}

#[divan::bench(consts = [0, 1])]
fn scan<const LANGUAGE: usize>(bencher: Bencher) {
    let text = document(LANGUAGE);
    let source = || {
        let source = Source::new(text.as_str());
        black_box(source.paragraphs());
        source
    };
    bencher.counter(BytesCount::of_str(&text)).with_inputs(source).bench_refs(|source| source.sentences().len());
}

#[divan::bench(consts = [0, 1])]
fn whole<const LANGUAGE: usize>(bencher: Bencher) {
    let text = document(LANGUAGE);
    let source = || Source::new(text.as_str());
    bencher.counter(BytesCount::of_str(&text)).with_inputs(source).bench_refs(|source| source.sentences().len());
}

#[divan::bench(consts = [0, 1])]
fn by_unicode_segmentation<const LANGUAGE: usize>(bencher: Bencher) {
    let text = document(LANGUAGE);
    bencher.counter(BytesCount::of_str(&text)).bench(|| black_box(text.as_str()).split_sentence_bounds().count());
}

#[divan::bench(consts = [0, 1])]
fn by_icu_segmenter<const LANGUAGE: usize>(bencher: Bencher) {
    let text = document(LANGUAGE);
    let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
    bencher.counter(BytesCount::of_str(&text)).bench(|| segmenter.segment_str(black_box(&text)).count());
}
