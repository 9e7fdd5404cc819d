//! What the page has done with a text, for counting how much work that is (`make test-fuzz`, `make fuzz-work`): no part of the library.

use crate::{Offsets, Settings, Source, record::some_records, state::states, tracked::Tracked};

/// A text with its chunks, as the page keeps them.
#[derive(Debug)]
pub struct Page {
    source: Source,
    tracked: Tracked,
}

impl Page {
    /// Opens a text.
    #[must_use]
    pub fn new(text: &str, settings: &Settings) -> Self {
        let source = Source::new(text);
        let tracked = Tracked::new(&source, settings);
        Self { source, tracked }
    }

    /// Inserts at a place.
    pub fn edit(&mut self, at: usize, inserted: &str) {
        let change = self.source.edit(at..at, inserted);
        self.tracked.follow(&self.source, &change);
    }

    /// Makes the cards of the last chunks.
    pub fn last_cards(&self) {
        /// About as many as a screen shows.
        const SHOWN: usize = 30;
        let Tracked { chunking, counted, .. } = &self.tracked;
        let all = chunking.chunks().len();
        let shown = all.saturating_sub(SHOWN)..all;
        std::hint::black_box(states(&self.source, chunking, &counted.firsts, shown.clone()));
        std::hint::black_box(some_records(&self.source, chunking, Offsets::Utf16, &counted.firsts, shown));
    }
}
