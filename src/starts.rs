//! Where units start, asked for one place at a time: sentences are only found around the places asked for.

use crate::source::Source;

/// Where the units of one kind start, in the order of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Starts<'s> {
    /// Listed, as byte offsets.
    At(&'s [usize]),
    /// Those of the sentences of a source.
    OfSentences(&'s Source),
}

impl Starts<'_> {
    /// The last start that is not after `most`.
    pub(crate) fn last_up_to(self, most: usize) -> Option<usize> {
        match self {
            Self::At(starts) => starts[..starts.partition_point(|&start| start <= most)].last().copied(),
            Self::OfSentences(source) => source.sentence_at(most),
        }
    }

    /// The first start that is not before `least`.
    pub(crate) fn first_from(self, least: usize) -> Option<usize> {
        match self {
            Self::At(starts) => starts.get(starts.partition_point(|&start| start < least)).copied(),
            Self::OfSentences(source) => source.sentence_from(least),
        }
    }

    /// Whether one is at `at`.
    pub(crate) fn has(self, at: usize) -> bool {
        self.last_up_to(at) == Some(at)
    }
}
