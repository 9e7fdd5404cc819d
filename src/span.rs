//! A stretch of the source.

use std::ops::Range;

use serde::Serialize;

/// A byte range of the source, `start` included, `end` not. Both lie on character borders.
///
/// ```
/// use chunklab::{Settings, Source, chunk};
/// let source = Source::new("One thought.");
/// let span = chunk(&source, &Settings::default()).chunks()[0].span;
/// assert_eq!((span.start, span.end), (0, 12));
/// assert_eq!(&source.text()[span.range()], "One thought.");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`, in bytes.
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The same, so many bytes further on, or back.
    pub(crate) const fn moved(self, by: isize) -> Self {
        Self { start: self.start.wrapping_add_signed(by), end: self.end.wrapping_add_signed(by) }
    }

    /// The same as a range, to slice with.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// Puts what was found in the place of what was there, and moves what stands behind.
pub(crate) fn splice<T>(all: &mut Vec<T>, replaced: Range<usize>, found: impl IntoIterator<Item = T>, moved: impl Fn(&mut T)) {
    all[replaced.end..].iter_mut().for_each(moved);
    all.splice(replaced, found);
}
