//! One chunking of a source with all that the page shows of it, kept true through edits: what an edit does not change is not computed again.

use crate::{
    chunking::{Chunking, chunk},
    offsets::{Offsets, Places, Position},
    settings::Settings,
    source::{Change, Source},
    span::splice,
    statistics::{Counted, counted},
};

/// A chunking, its numbers, and where its chunks are.
#[derive(Debug)]
pub(crate) struct Tracked {
    pub(crate) chunking: Chunking,
    pub(crate) counted: Counted,
    pub(crate) columns: Columns,
}

/// Where chunks start, where their bodies do and where they end, in UTF-16 code units.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Columns {
    pub(crate) start: Vec<u32>,
    pub(crate) body: Vec<u32>,
    pub(crate) end: Vec<u32>,
}

impl Tracked {
    pub(crate) fn new(source: &Source, settings: &Settings) -> Self {
        let chunking = chunk(source, settings);
        let counted = counted(source, &chunking);
        let mut tracked = Self { chunking, counted, columns: Columns::default() };
        tracked.place(source, 0, 0, tracked.chunking.chunks().len());
        tracked
    }

    /// Takes over an edit of the source.
    pub(crate) fn follow(&mut self, source: &Source, change: &Change) {
        let (replaced, count) = self.chunking.renew(source, change.0.as_ref());
        self.counted.renew(source, &self.chunking, replaced.clone(), count);
        self.place(source, replaced.start, replaced.end, count);
    }

    /// Puts the places of `count` chunks from `first` on where those up to `last` were, and moves those behind.
    fn place(&mut self, source: &Source, first: usize, last: usize, count: usize) {
        let chunks = self.chunking.chunks();
        let new = &chunks[first..first + count];
        let mut places =
            Places::from(source.text(), new.first().map_or_else(Position::default, |chunk| source.position(chunk.span.start)));
        let mut columns = [const { Vec::new() }; 3];
        for chunk in new {
            let body = places.at(chunk.body);
            let found = [places.before(body, chunk.span.start), body, places.at(chunk.span.end)];
            for (column, place) in columns.iter_mut().zip(found) {
                column.push(utf16(place));
            }
        }
        let by =
            chunks.get(first + count).map_or(0, |next| utf16(source.position(next.body)).wrapping_sub(self.columns.body[last]));
        let old = [&mut self.columns.start, &mut self.columns.body, &mut self.columns.end];
        for (old, new) in old.into_iter().zip(columns) {
            splice(old, first..last, new, |place| *place = place.wrapping_add(by));
        }
    }
}

/// A place in UTF-16 code units.
pub(crate) fn utf16(place: Position) -> u32 {
    u32::try_from(place.offset(Offsets::Utf16)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Strategy};

    #[test]
    fn what_follows_an_edit_is_what_is_found_afresh() {
        let paragraph = "# Título 字\n\nOne sentence 𠮷 here. Another one follows it, e.g. this.\r\n\r\n- an item\n- another\n\n";
        for strategy in Strategy::ALL {
            for (trim, breadcrumb) in [(false, false), (true, false), (false, true)] {
                let options = Options { strategy, size: 40, overlap: 8, trim, breadcrumb, ..Options::default() };
                let settings = Settings::new(options).expect("valid");
                let mut source = Source::new(paragraph.repeat(200));
                let mut tracked = Tracked::new(&source, &settings);
                for (i, inserted) in
                    ["x", "\n\n", "字", "", "# New\n\n", "```\n", paragraph].into_iter().cycle().take(21).enumerate()
                {
                    let from = source.text().floor_char_boundary(i * 7919 % source.text().len());
                    let to = source.text().floor_char_boundary(from + [0, 3, 700][i % 3]).min(source.text().len()).max(from);
                    let change = source.edit(from..to, inserted);
                    tracked.follow(&source, &change);
                    let fresh = Tracked::new(&Source::new(source.text()), &settings);
                    assert_eq!(tracked.chunking, fresh.chunking);
                    assert_eq!(tracked.counted.statistics, fresh.counted.statistics);
                    assert_eq!(tracked.counted.firsts, fresh.counted.firsts);
                    assert_eq!(tracked.columns, fresh.columns);
                }
            }
        }
    }

    #[test]
    fn with_and_without_trim_an_edit_cuts_only_around_it_again() {
        for trim in [false, true] {
            let settings = Settings::new(Options { size: 30, overlap: 6, trim, ..Options::default() }).expect("valid");
            let mut source = Source::new("A paragraph of some words. And one more sentence.\n\n".repeat(4000));
            let mut chunking = chunk(&source, &settings);
            assert!(chunking.chunks().len() > 1000);
            let change = source.edit(100_000..100_000, "x");
            let (replaced, count) = chunking.renew(&source, change.0.as_ref());
            assert!(replaced.len() < 200 && count < 200, "{replaced:?}");
            assert_eq!(chunking, chunk(&source, &settings));
        }
    }

    #[test]
    fn headings_that_something_follows_after_an_edit_are_not_tied_to_what_stands_before() {
        let options = Options { strategy: Strategy::Sentence, size: 1, overlap: 0, split_oversize: true, ..Options::default() };
        let settings = Settings::new(options).expect("valid");
        let headings = "ABC DEF\n\n".repeat(1000);
        let mut source = Source::new(format!("Text.\n\n{headings}"));
        let mut tracked = Tracked::new(&source, &settings);
        for (from, to, inserted) in [(9007, 9007, "And text.\n\n"), (9007, 9018, "")] {
            let change = source.edit(from..to, inserted);
            tracked.follow(&source, &change);
            assert_eq!(tracked.chunking, chunk(&Source::new(source.text()), &settings));
        }
    }
}
