//! What every strategy makes of the corpus, as text that can be read and compared.

use std::fmt::Write;

use chunklab::{
    CharsPerToken, Offsets, Options, Record, Settings, Source, Strategy, Unit, chunk,
    export::{self, Export},
    records, statistics,
};
use sha2::{Digest, Sha256};

/// The documents, with the snapshots they must give.
pub(crate) const CORPUS: [(&str, &str, &str); 8] = [
    ("chat.txt", include_str!("../corpus/chat.txt"), include_str!("../corpus/snapshots/chat.txt")),
    ("cs-navod.md", include_str!("../corpus/cs-navod.md"), include_str!("../corpus/snapshots/cs-navod.md")),
    ("en-contract.txt", include_str!("../corpus/en-contract.txt"), include_str!("../corpus/snapshots/en-contract.txt")),
    ("en-runbook.md", include_str!("../corpus/en-runbook.md"), include_str!("../corpus/snapshots/en-runbook.md")),
    ("it-articolo.txt", include_str!("../corpus/it-articolo.txt"), include_str!("../corpus/snapshots/it-articolo.txt")),
    ("ja-manual.md", include_str!("../corpus/ja-manual.md"), include_str!("../corpus/snapshots/ja-manual.md")),
    ("lines.txt", include_str!("../corpus/lines.txt"), include_str!("../corpus/snapshots/lines.txt")),
    ("ru-instrukciya.md", include_str!("../corpus/ru-instrukciya.md"), include_str!("../corpus/snapshots/ru-instrukciya.md")),
];

/// For each strategy: a line a chunk, and a hash of all records to the last byte under other settings too.
pub(crate) fn snapshot(text: &str) -> String {
    let source = Source::new(text).with_field("title", "A title");
    let mut out = String::new();
    for strategy in Strategy::ALL {
        let options = Options { strategy, size: 120, overlap: 20, ..Options::default() };
        writeln!(out, "{}, size 120, overlap 20", serde_json::to_string(&strategy).expect("a name")).expect("text grows");
        for record in of(&source, options) {
            writeln!(out, "{}", line(&record)).expect("text grows");
        }
        for (size, overlap, breadcrumb) in [(7, 3, false), (60, 59, true), (400, 0, true)] {
            let options = Options { size, overlap, breadcrumb, trim: breadcrumb, split_oversize: size == 60, ..options };
            let chunking = chunk(&source, &Settings::new(options).expect("valid"));
            let text = export::text(&source, &chunking, &Export { offsets: Offsets::Utf16, ..Export::default() });
            writeln!(out, "size {size}, overlap {overlap}, breadcrumb {breadcrumb}: {:x}", Sha256::digest(text))
                .expect("text grows");
        }
        out.push('\n');
    }
    out
}

/// A line a document and strategy: a hash of all records to the last byte, under twenty settings.
pub(crate) fn hashes() -> String {
    let mut out = String::new();
    for (name, text, _) in CORPUS {
        let source = Source::new(text).with_field("title", "A title");
        for strategy in Strategy::ALL {
            let mut hash = Sha256::new();
            for options in twenty(strategy) {
                let chunking = chunk(&source, &Settings::new(options).expect("valid"));
                for offsets in Offsets::ALL {
                    hash.update(export::text(&source, &chunking, &Export { offsets, ..Export::default() }));
                }
                hash.update(serde_json::to_string(&statistics(&source, &chunking)).expect("numbers"));
            }
            let strategy = serde_json::to_string(&strategy).expect("a name");
            writeln!(out, "{name} {strategy} {:x}", hash.finalize()).expect("text grows");
        }
    }
    out
}

/// What `hashes` must give.
pub(crate) const HASHES: &str = include_str!("../corpus/snapshots/hashes");

/// Twenty settings in which every option has each of its values, with sizes from the smallest to one over most documents.
fn twenty(strategy: Strategy) -> impl Iterator<Item = Options> {
    let sizes = [1, 2, 5, 13, 40, 77, 120, 333, 1000, 8000];
    (0..20_u8).map(move |n| {
        let (size, turn) = (sizes[usize::from(n / 2)], n / 2);
        Options {
            strategy,
            size,
            overlap: [0, size / 10, size / 2, size - 1][usize::from(n % 4)],
            unit: Unit::ALL[usize::from(n % 2)],
            chars_per_token: CharsPerToken::from_tenths(if turn.is_multiple_of(3) { 10 + 9 * turn } else { 38 })
                .expect("1.0 to 10.0"),
            keep_blocks: !turn.is_multiple_of(4),
            split_oversize: turn.is_multiple_of(2),
            trim: n % 5 == 1,
            breadcrumb: n % 5 == 3,
        }
    })
}

fn of(source: &Source, options: Options) -> Vec<Record> {
    records(source, &chunk(source, &Settings::new(options).expect("valid")), Offsets::Char)
}

/// Place, size, overlap, cut, headings, and how the body begins and ends.
fn line(record: &Record) -> String {
    let body: Vec<char> = record.text.chars().skip(record.overlap).collect();
    let part = |characters: &[char]| characters.iter().collect::<String>().escape_debug().to_string();
    let (first, last) = (part(&body[..body.len().min(30)]), part(&body[body.len().saturating_sub(30)..]));
    let cut = serde_json::to_string(&record.cut).expect("a name");
    let over = if record.oversize { " oversize" } else { "" };
    let Record { start, end, overlap, tokens, .. } = record;
    format!("  {start}–{end} +{overlap} {tokens} {cut}{over} [{}] {first} … {last}", record.headings.join(" › "))
}
