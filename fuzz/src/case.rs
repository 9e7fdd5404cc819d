//! Texts, settings and edits made of bytes.

use std::ops::Range;

use arbitrary::Arbitrary;
use chunklab::{CharsPerToken, Options, Settings, Source, Strategy, Unit};

use crate::pieces::PIECES;

#[derive(Debug, Arbitrary)]
pub(crate) enum Piece {
    Known { which: u8, times: u8 },
    Other(char),
}

pub(crate) fn text(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Known { which, times } => PIECES[usize::from(*which) % PIECES.len()].repeat(usize::from(*times) % 64),
        Piece::Other(c) => c.to_string(),
    };
    pieces.iter().map(piece).collect()
}

#[derive(Debug, Arbitrary)]
pub(crate) struct Case {
    strategy: u8,
    size: u16,
    overlap: u16,
    tenths: u8,
    switches: [bool; 5],
    field: Option<String>,
    pub(crate) text: Vec<Piece>,
}

impl Case {
    pub(crate) fn source(&self) -> Source {
        let source = Source::new(text(&self.text));
        match &self.field {
            Some(value) => source.with_field("title", value.as_str()),
            None => source,
        }
    }

    /// Settings with a size of at most `most`.
    pub(crate) fn settings(&self, most: u16) -> Settings {
        let size = u32::from(self.size % most) + 1;
        let [is_in_characters, keep_blocks, split_oversize, trim, breadcrumb] = self.switches;
        Settings::new(Options {
            strategy: Strategy::ALL[usize::from(self.strategy) % Strategy::ALL.len()],
            size,
            overlap: u32::from(self.overlap) % size,
            unit: if is_in_characters { Unit::Characters } else { Unit::Tokens },
            chars_per_token: CharsPerToken::from_tenths(10 + self.tenths % 91).expect("1.0 to 10.0"),
            keep_blocks,
            split_oversize,
            trim,
            breadcrumb,
        })
        .expect("made to be valid")
    }
}

#[derive(Debug, Arbitrary)]
pub(crate) struct Edit {
    at: u16,
    length: u16,
    pub(crate) inserted: Vec<Piece>,
}

impl Edit {
    /// What it takes out of a text.
    pub(crate) fn range(&self, text: &str) -> Range<usize> {
        let place = |at: usize| text.floor_char_boundary(at.min(text.len()));
        let from = place(usize::from(self.at) * (text.len() + 1) / (usize::from(u16::MAX) + 1));
        from..place(from + usize::from(self.length) % 5000).max(from)
    }
}

#[derive(Debug, Arbitrary)]
pub(crate) struct Edited {
    pub(crate) edits: Vec<Edit>,
    pub(crate) case: Case,
}
