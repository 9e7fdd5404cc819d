//! Finding the chunks that a number of the statistics counts, one after the other.

use crate::{chunking::Chunking, cuts::Fault, statistics::Counted};

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sought {
    /// A chunk over the size.
    OverSize,
    /// A chunk with more tokens than the embedding model reads.
    OverLimit,
    /// A chunk that equals an earlier one.
    Duplicate,
    /// A chunk that begins where something is torn apart.
    Fault(Fault),
}

impl Sought {
    /// All of them.
    pub(crate) const ALL: [Self; 8] = [
        Self::OverSize,
        Self::OverLimit,
        Self::Duplicate,
        Self::Fault(Fault::InParagraph),
        Self::Fault(Fault::InSentence),
        Self::Fault(Fault::StrandedHeading),
        Self::Fault(Fault::CutBlock),
        Self::Fault(Fault::OverlapInSentence),
    ];

    /// Their names, those of the numbers that count them.
    pub(crate) const NAMES: [&str; 8] = [
        "over_size",
        "over_limit",
        "duplicates",
        "in_paragraph",
        "in_sentence",
        "stranded_headings",
        "cut_blocks",
        "overlaps_in_sentence",
    ];
}

/// The first chunk behind `after` that is sought, or else the first of all. `limit` is the most tokens that the model reads.
pub(crate) fn next(chunking: &Chunking, counted: &Counted, sought: Sought, limit: u64, after: usize) -> Option<usize> {
    let size = u64::from(chunking.settings().size());
    let is_sought = |&index: &usize| match sought {
        Sought::OverSize => counted.measures[index] > size,
        Sought::OverLimit => counted.sizes[index] > limit,
        Sought::Duplicate => counted.firsts[index] != index,
        Sought::Fault(fault) => counted.tears(index).has(fault),
    };
    let count = chunking.chunks().len();
    let behind = after.saturating_add(1).min(count);
    (behind..count).chain(0..behind).find(is_sought)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Settings, Source, Strategy, chunk, statistics::counted};

    #[test]
    fn each_sought_chunk_is_found_in_turn_and_after_the_last_the_first() {
        let text = "One two three.\n\none two three.\n\nA paragraph of two sentences. Here is the second one, which is long.";
        let source = Source::new(text);
        let options = Options { size: 9, overlap: 2, strategy: Strategy::Sentence, ..Options::default() };
        let chunking = chunk(&source, &Settings::new(options).expect("valid"));
        let counted = counted(&source, &chunking);
        let found = |sought, after| next(&chunking, &counted, sought, 7, after);
        let all = |sought| {
            let first = found(sought, usize::MAX);
            let rest = std::iter::successors(first, |&at| found(sought, at).filter(|&next| next > at));
            rest.collect::<Vec<_>>()
        };
        let numbers = serde_json::to_value(&counted.statistics).expect("serialises");
        for (sought, name) in Sought::ALL.into_iter().zip(Sought::NAMES) {
            let expected = match sought {
                Sought::OverLimit => counted.sizes.iter().filter(|&&size| size > 7).count(),
                _ => numbers[name].as_u64().expect("a number").try_into().expect("few"),
            };
            assert_eq!(all(sought).len(), expected, "{name}");
        }
        assert!(!all(Sought::OverSize).is_empty() && !all(Sought::Fault(Fault::InParagraph)).is_empty());
    }
}
