//! Every strategy beside a peer in the same run: compare within one run, a time alone says nothing.
//!
//! `cargo bench`. Size 500, no overlap, the token estimate as length function.

use chunklab::{Count, Measure, Options, Settings, Source, Strategy, chunk};
use divan::{Bencher, counter::BytesCount};
use text_splitter::{ChunkConfig, ChunkSizer, TextSplitter};

const ENGLISH: &str = include_str!("../tests/corpus/lines.txt");
const JAPANESE: &str = include_str!("../tests/corpus/ja-manual.md");

/// Documents of about this many bytes.
const SIZES: [usize; 2] = [100_000, 1_000_000];

fn main() {
    divan::main();
}

/// A long document: a short one, again and again, with blank lines between.
fn document(text: &str, bytes: usize) -> String {
    format!("{text}\n").repeat(bytes / text.len() + 1)
}

fn settings(strategy: Strategy) -> Settings {
    Settings::new(Options { strategy, overlap: 0, ..Options::default() }).expect("valid")
}

#[divan::bench(args = SIZES, consts = [0, 1, 2, 3])]
fn english<const STRATEGY: usize>(bencher: Bencher, bytes: usize) {
    ours(bencher, &document(ENGLISH, bytes), Strategy::ALL[STRATEGY]);
}

#[divan::bench(args = SIZES, consts = [0, 1, 2, 3])]
fn japanese<const STRATEGY: usize>(bencher: Bencher, bytes: usize) {
    ours(bencher, &document(JAPANESE, bytes), Strategy::ALL[STRATEGY]);
}

/// The whole way from a text whose structure is not known yet.
fn ours(bencher: Bencher, text: &str, strategy: Strategy) {
    let settings = settings(strategy);
    let bytes = BytesCount::of_str(text);
    bencher.counter(bytes).with_inputs(|| Source::new(text)).bench_values(|source| chunk(&source, &settings));
}

/// The size of a text as `chunklab` estimates it.
struct Estimate;

impl ChunkSizer for Estimate {
    fn size(&self, chunk: &str) -> usize {
        usize::try_from(Measure::tokens(38).units(&Count::of(chunk))).expect("a short text")
    }
}

#[divan::bench(args = [SIZES[0]])]
fn english_by_text_splitter(bencher: Bencher, bytes: usize) {
    theirs(bencher, &document(ENGLISH, bytes));
}

#[divan::bench(args = [SIZES[0]])]
fn japanese_by_text_splitter(bencher: Bencher, bytes: usize) {
    theirs(bencher, &document(JAPANESE, bytes));
}

fn theirs(bencher: Bencher, text: &str) {
    let splitter = TextSplitter::new(ChunkConfig::new(500).with_sizer(Estimate));
    bencher.counter(BytesCount::of_str(text)).bench(|| splitter.chunks(text).map(str::len).sum::<usize>());
}
