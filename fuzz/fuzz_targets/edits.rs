//! What is known of a source and its chunks after edits is what is found afresh.

#![no_main]

use arbitrary::Arbitrary;
use chunklab::{Options, Settings, Source, Strategy, Unit, chunk};
use libfuzzer_sys::fuzz_target;

/// What opens and closes blocks, makes headings, parts paragraphs and sentences.
const PIECES: [&str; 48] = [
    "\n", "\n\n", "\r\n", "\r", "\u{2028}", "\u{85}", " ", "  ", "\t", "    ", "# ", "Title\n=====\n", "---\n", "```\n", "~~~\n", "- ",
    "1. ", "2. ", "| a | b |\n", "|---|---|\n", "> ", "A sentence. ", "Another one.\n", "words ", "ABC DEF\n\n", "Article 7\n\n",
    "5.2 Returns\n\n", "I. First\n\n", "<pre>\n", "</pre>\n", "<table>\n", "<h2>x</h2>\n", "+---+\n", "---\na: b\n---\n", "字。", "「", "」", "7\n",
    "\u{C}", "[Page 1]\n", "\u{A0}", "\u{301}", "🇯🇵", "e.g. ", "“", "”", "A paragraph of some words that goes on for a line.\n\n", "\u{FEFF}",
];

#[derive(Debug, Arbitrary)]
enum Piece {
    Known { which: u8, times: u8 },
    Other(char),
}

#[derive(Debug, Arbitrary)]
struct Edit {
    at: u16,
    length: u16,
    inserted: Vec<Piece>,
}

#[derive(Debug, Arbitrary)]
struct Case {
    strategy: u8,
    size: u16,
    overlap: u16,
    switches: [bool; 5],
    text: Vec<Piece>,
    edits: Vec<Edit>,
}

fn text(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Known { which, times } => PIECES[usize::from(*which) % PIECES.len()].repeat(usize::from(*times) % 64),
        Piece::Other(c) => c.to_string(),
    };
    pieces.iter().map(piece).collect()
}

fuzz_target!(|case: Case| {
    let size = u32::from(case.size % 600) + 1;
    let [is_in_characters, keep_blocks, split_oversize, trim, breadcrumb] = case.switches;
    let settings = Settings::new(Options {
        strategy: Strategy::ALL[usize::from(case.strategy) % Strategy::ALL.len()],
        size,
        overlap: u32::from(case.overlap) % size,
        unit: if is_in_characters { Unit::Characters } else { Unit::Tokens },
        keep_blocks,
        split_oversize,
        trim,
        breadcrumb,
        ..Options::default()
    })
    .expect("made to be valid");
    let mut source = Source::new(text(&case.text));
    let mut chunking = chunk(&source, &settings);
    for edit in case.edits.iter().take(8) {
        let text_now = source.text();
        let place = |at: usize| text_now.floor_char_boundary(at.min(text_now.len()));
        let from = place(usize::from(edit.at) * (text_now.len() + 1) / (usize::from(u16::MAX) + 1));
        let to = place(from + usize::from(edit.length) % 5000).max(from);
        let change = source.edit(from..to, &text(&edit.inserted));
        chunking.follow(&source, &change);
        let fresh = Source::new(source.text());
        assert_eq!(source.paragraphs(), fresh.paragraphs());
        assert!(source.sentences().eq(fresh.sentences()));
        let afresh = chunk(&fresh, &settings);
        let differing = chunking.chunks().iter().zip(afresh.chunks()).find(|(followed, fresh)| followed != fresh);
        assert!(chunking == afresh, "{from}..{to}, {differing:?} of {:?}", source.text());
    }
});
