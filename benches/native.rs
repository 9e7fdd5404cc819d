//! The core beside its peers, natively: everything in one run, in turn, a new text every time. `make bench` makes a table of what this prints.
//!
//! One line of JSON a measurement: what was done, with which document, by which tool, how many bytes, and how long each time took, in ms.

use std::{fs, hint::black_box, path::Path, time::Instant};

use chunklab::{Chunking, Count, Options, Settings, Source, Strategy, chunk};
use icu_segmenter::{SentenceSegmenter, options::SentenceBreakInvariantOptions};
use text_splitter::{ChunkConfig, ChunkSizer, TextSplitter};
use unicode_segmentation::UnicodeSegmentation;

const KB: usize = 1000;
const MB: usize = 1000 * KB;

/// How long all times of one measurement may take, and how many there are at least and at most.
const BUDGET: f64 = 1500.0;
const LEAST: usize = 5;
const MOST: usize = 101;

fn main() {
    let Some(documents) = Documents::read() else {
        eprintln!("benches/documents.sh makes the documents");
        return;
    };
    let english = |bytes| document(&documents.english, bytes);
    let japanese = |bytes| document(&documents.japanese, bytes);

    for (name, text) in [("English", english(MB)), ("Japanese", japanese(MB))] {
        for (strategy, called) in Strategy::ALL.into_iter().zip(Strategy::NAMES) {
            let settings = settings(strategy);
            measure("chunk", &format!("{name} 1 MB, {called}"), "chunklab", &text, |text| chunk(&Source::new(text), &settings));
        }
        measure("chunk", &format!("{name} 1 MB, recursive-char"), "text-splitter", &text, |text| split(&text));
    }
    for (name, bytes) in [("10 KB", 10 * KB), ("100 KB", 100 * KB), ("1 MB", MB), ("10 MB", 10 * MB), ("100 MB", 100 * MB)] {
        let settings = settings(Strategy::RecursiveChar);
        measure("growth", &format!("English {name}"), "chunklab", &english(bytes), |text| chunk(&Source::new(text), &settings));
    }
    for (name, text) in shapes(&documents) {
        for (strategy, called) in Strategy::ALL.into_iter().zip(Strategy::NAMES) {
            let settings = settings(strategy);
            measure("shape", &format!("{name}, {called}"), "chunklab", &text, |text| chunk(&Source::new(text), &settings));
        }
    }
    for (name, text) in [("English 1 MB", english(MB)), ("Japanese 1 MB", japanese(MB))] {
        measure("sentences", name, "chunklab", &text, |text| Source::new(text).sentences().count());
        measure("sentences", name, "unicode-segmentation", &text, |text| text.split_sentence_bounds().count());
        let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
        measure("sentences", name, "icu_segmenter", &text, |text| segmenter.segment_str(&text).count());
    }
    for (name, bytes) in [("1 MB", MB), ("10 MB", 10 * MB)] {
        for (place, share) in [("start", 1), ("middle", 50), ("end", 99)] {
            edits(&format!("English {name}, {place}"), &english(bytes), share);
        }
    }
}

/// Real text that documents are made of.
struct Documents {
    english: String,
    japanese: String,
}

impl Documents {
    fn read() -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench");
        let read = |language| fs::read_to_string(folder.join(format!("reference.{language}.txt"))).ok();
        Some(Self { english: read("en")?, japanese: read("ja")? })
    }
}

/// About so many bytes of a text; where it is used up it begins again, every paragraph numbered.
fn document(text: &str, bytes: usize) -> String {
    let mut document = String::with_capacity(bytes + text.len());
    let mut round = 0;
    while document.len() < bytes {
        for (i, paragraph) in text.split_inclusive("\n\n").enumerate() {
            let number = if round > 0 { format!(" ({round}.{i})") } else { String::new() };
            document.extend([paragraph.trim_end(), &number, "\n\n"]);
        }
        round += 1;
    }
    document.truncate(document.floor_char_boundary(bytes));
    document
}

/// A megabyte each of what tempts a chunker into reading the same again and again.
fn shapes(documents: &Documents) -> Vec<(&'static str, String)> {
    let without = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let unspaced: String =
        documents.japanese.chars().filter(|c| c.is_alphabetic() && Count::of(c.encode_utf8(&mut [0; 4])).cjk == 1).collect();
    let one_paragraph = documents.english.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = |text: &str| document(text, MB);
    vec![
        ("no spaces", cut(&without(&documents.english))),
        ("one paragraph", cut(&one_paragraph)),
        ("unspaced CJK", cut(&unspaced)),
        ("only line ends", "\n".repeat(MB)),
        ("only dots", ".".repeat(MB)),
        ("only #", "#".repeat(MB)),
        ("only |", "|".repeat(MB)),
        ("only backticks", "`".repeat(MB)),
    ]
}

fn settings(strategy: Strategy) -> Settings {
    Settings::new(Options { strategy, ..Options::default() }).expect("valid")
}

/// The size of a text as `chunklab` estimates it.
struct Estimate;

impl ChunkSizer for Estimate {
    fn size(&self, chunk: &str) -> usize {
        usize::try_from(Settings::default().token_measure().units(&Count::of(chunk))).expect("a short text")
    }
}

fn split(text: &str) -> usize {
    let config = ChunkConfig::new(500).with_sizer(Estimate).with_overlap(50).expect("valid");
    TextSplitter::new(config).chunks(text).map(str::len).sum()
}

/// Does the same with a new string again and again.
fn measure<T>(what: &str, document: &str, tool: &str, text: &str, work: impl Fn(String) -> T) {
    let mut times = Vec::new();
    while times.len() < LEAST || times.len() < MOST && times.iter().sum::<f64>() < BUDGET {
        let own = text.to_owned();
        let start = Instant::now();
        black_box(work(black_box(own)));
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    report(what, document, tool, text.len(), &times);
}

/// Types in one place: what one key costs the core, chunks included.
fn edits(document: &str, text: &str, share: usize) {
    let settings = settings(Strategy::RecursiveChar);
    let mut source = Source::new(text);
    let mut chunking: Chunking = chunk(&source, &settings);
    let at = text.floor_char_boundary(text.len() / 100 * share);
    let times: Vec<f64> = (0..500)
        .map(|typed| {
            let start = Instant::now();
            let change = source.edit(at + typed..at + typed, "x");
            chunking.follow(&source, &change);
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    assert_eq!(chunking, chunk(&Source::new(source.text()), &settings));
    report("edit", document, "chunklab", text.len(), &times);
}

fn report(what: &str, document: &str, tool: &str, bytes: usize, times: &[f64]) {
    println!("{}", serde_json::json!({ "what": what, "document": document, "tool": tool, "bytes": bytes, "times": times }));
}
