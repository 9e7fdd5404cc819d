//! Places of a text at every few thousand bytes, counted from its start in every unit: any other place is counted from the one before it.

use std::ops::Range;

use crate::offsets::{Offsets, Position, byte_of_utf16};

/// Bytes from one milestone to the next, at least. Counting so many takes less than a microsecond.
const SPACING: usize = 4096;

/// Places of a text, in order, the first at its start.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Milestones(Vec<Position>);

impl Milestones {
    pub(crate) fn new(text: &str) -> Self {
        let mut milestones = Self(vec![Position::default()]);
        milestones.extend(text, text.len());
        milestones
    }

    /// Adds those up to `end`.
    fn extend(&mut self, text: &str, end: usize) {
        let mut last = self.last_of(self.0.len());
        loop {
            let at = byte(last) + SPACING;
            if at >= end {
                break;
            }
            last = between(text, last, text.ceil_char_boundary(at));
            self.0.push(last);
        }
    }

    fn last_of(&self, count: usize) -> Position {
        self.0[..count].last().copied().unwrap_or_default()
    }

    /// The place at a byte.
    pub(crate) fn at(&self, text: &str, at: usize) -> Position {
        between(text, self.last_of(self.0.partition_point(|&place| byte(place) <= at)), at)
    }

    /// The byte at an offset in UTF-16 code units; past the end, the end.
    pub(crate) fn byte_of_utf16(&self, text: &str, utf16: usize) -> usize {
        let before = |place: &Position| place.offset(Offsets::Utf16) <= utf16;
        let place = self.last_of(self.0.partition_point(before));
        byte(place) + byte_of_utf16(&text[byte(place)..], utf16 - place.offset(Offsets::Utf16))
    }

    /// Takes over that `text` has `inserted` bytes where there were those of `edited` before.
    pub(crate) fn edit(&mut self, text: &str, edited: &Range<usize>, inserted: usize) {
        // Whether a CR ends a line is told by what follows it: the place right before the edit counts anew.
        let kept = self.0.partition_point(|&place| byte(place) < edited.start).max(1);
        let behind = self.0.partition_point(|&place| byte(place) <= edited.end).max(kept);
        let moved = self.0.split_off(behind);
        self.0.truncate(kept);
        let Some(&first) = moved.first() else {
            self.extend(text, text.len());
            return;
        };
        let end = byte(first) - edited.end + edited.start + inserted;
        self.extend(text, end);
        let now = between(text, self.last_of(self.0.len()), end);
        self.0.extend(moved.into_iter().map(|place| place.moved(first, now)));
    }
}

const fn byte(place: Position) -> usize {
    place.offset(Offsets::Byte)
}

/// The place at `at`, which is not before `place`.
fn between(text: &str, place: Position, at: usize) -> Position {
    place.after(&text[byte(place)..at], &text[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_counted_from_the_start_through_all_edits() {
        let mut text = "word 字 𠮷\r\n\r é\n".repeat(900);
        let mut milestones = Milestones::new(&text);
        for (i, inserted) in ["", "x", "\n", "\r", "字𠮷", &"long é\r\n".repeat(900)].into_iter().cycle().take(60).enumerate()
        {
            let from = text.floor_char_boundary(i * 7919 % (text.len() + 1));
            let to = text.floor_char_boundary((from + [0, 1, 40, 6000][i % 4]).min(text.len())).max(from);
            text.replace_range(from..to, inserted);
            milestones.edit(&text, &(from..to), inserted.len());
            for at in (0..=text.len()).step_by(611).map(|at| text.floor_char_boundary(at)).chain([text.len()]) {
                let place = Position::default().after(&text[..at], &text[at..]);
                assert_eq!(milestones.at(&text, at), place);
                assert_eq!(milestones.byte_of_utf16(&text, place.offset(Offsets::Utf16)), at);
            }
            assert!(milestones.0.len() <= text.len() / (SPACING / 2) + 2);
        }
    }
}
