//! Where a text is cut: what the cuts tear apart, and which of them two chunkings share.

use std::cmp::Ordering;

use serde::Serialize;

use crate::{chunking::Chunking, source::Source, span::Span, starts::Starts, structure::blocks::Kind};

/// What the cuts of a chunking tear apart. A cut is where a body starts, but the first one; blanks there do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Faults {
    /// Cuts where neither a paragraph nor a list item starts.
    pub in_paragraph: usize,
    /// Cuts where no sentence starts.
    pub in_sentence: usize,
    /// Headings with a cut between them and what they stand over.
    pub stranded_headings: usize,
    /// Tables, fences, HTML elements and front matter that are cut.
    pub cut_blocks: usize,
    /// Chunks whose overlap begins where no sentence starts: at a word, because no sentence near enough starts.
    pub overlaps_in_sentence: usize,
}

/// What a chunk can tear apart where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    InParagraph,
    InSentence,
    StrandedHeading,
    CutBlock,
    OverlapInSentence,
}

/// Counts what the cuts tear apart. Cuts in one run of blanks are one.
pub(crate) fn faults(source: &Source, chunking: &Chunking) -> Faults {
    let torn = Torn::new(source, chunking);
    let count = |fault| {
        let is_new = |index: &usize| *index < 2 || torn.cuts[index - 1] != torn.cuts[index - 2];
        (0..chunking.chunks().len()).filter(is_new).filter(|&index| torn.has(fault, index)).count()
    };
    Faults {
        in_paragraph: count(Fault::InParagraph),
        in_sentence: count(Fault::InSentence),
        stranded_headings: count(Fault::StrandedHeading),
        cut_blocks: torn.blocks.iter().filter(|block| torn.is_cut(block)).count(),
        overlaps_in_sentence: count(Fault::OverlapInSentence),
    }
}

/// What the chunks of a chunking tear apart where they begin.
pub(crate) struct Torn<'s> {
    source: &'s Source,
    chunking: &'s Chunking,
    /// Where the chunks but the first are cut.
    cuts: Vec<usize>,
    /// Where list items start, at their marks.
    items: Vec<usize>,
    /// Blocks that no cut should be in, outermost.
    blocks: Vec<Span>,
}

impl<'s> Torn<'s> {
    pub(crate) fn new(source: &'s Source, chunking: &'s Chunking) -> Self {
        let text = source.text();
        let (mut items, mut blocks) = (Vec::new(), Vec::<Span>::new());
        for block in source.blocks() {
            match block.kind {
                Kind::ListItem => items.push(solid(text, block.span.start)),
                Kind::Indented => {}
                _ if blocks.last().is_some_and(|outer| block.span.start < outer.end) => {}
                _ => blocks.push(block.span),
            }
        }
        Self { source, chunking, cuts: cuts(text, chunking), items, blocks }
    }

    /// Whether the chunk begins where it tears something apart. The first one begins with the text.
    pub(crate) fn has(&self, fault: Fault, index: usize) -> bool {
        let Some(cut) = index.checked_sub(1).map(|before| self.cuts[before]) else { return false };
        let (source, text) = (self.source, self.source.text());
        match fault {
            Fault::InParagraph => !starts_at(text, source.paragraph_starts(), cut) && self.items.binary_search(&cut).is_err(),
            Fault::InSentence => !starts_at(text, source.sentence_starts(), cut),
            Fault::StrandedHeading => strands_heading(source, cut),
            Fault::CutBlock => {
                let before = self.blocks.partition_point(|block| block.start < cut);
                before > 0 && cut < self.blocks[before - 1].end
            }
            Fault::OverlapInSentence => {
                let chunk = &self.chunking.chunks()[index];
                chunk.overlap() > 0 && !starts_sentence(source, chunk.span.start)
            }
        }
    }

    fn is_cut(&self, block: &Span) -> bool {
        self.cuts.get(self.cuts.partition_point(|&cut| cut <= block.start)).is_some_and(|&cut| cut < block.end)
    }
}

/// The first character that is no blank of each body but the first, found in one pass: a long run of blanks may hold many bodies.
fn cuts(text: &str, chunking: &Chunking) -> Vec<usize> {
    let mut last = 0;
    let mut next = |body: usize| {
        if body >= last {
            last = solid(text, body);
        }
        last
    };
    chunking.chunks().iter().skip(1).map(|chunk| next(chunk.body)).collect()
}

/// The first character from `at` on that is no blank.
fn solid(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

/// Whether a sentence starts at `at`, or behind the blanks there.
pub(crate) fn starts_sentence(source: &Source, at: usize) -> bool {
    starts_at(source.text(), source.sentence_starts(), solid(source.text(), at))
}

/// Whether one of `starts` is at `solid` or in the blanks before it. The end of the text is a start.
fn starts_at(text: &str, starts: Starts, solid: usize) -> bool {
    let blanks = text[..solid].trim_end().len();
    solid == text.len() || starts.last_up_to(solid).is_some_and(|start| start >= blanks)
}

/// Whether nothing but blanks lies between a heading and the cut behind it.
fn strands_heading(source: &Source, cut: usize) -> bool {
    let end = source.text()[..cut].trim_end().len();
    let headings = source.headings();
    let over = headings.partition_point(|heading| heading.span.start < end).checked_sub(1);
    over.is_some_and(|i| end <= headings[i].span.end) && cut < source.text().len()
}

/// For each chunk of two chunkings of a text whether the other one is cut where it begins, too; so is the first of each.
#[cfg_attr(not(any(target_arch = "wasm32", test)), expect(dead_code, reason = "only the page compares"))]
pub(crate) fn shared(text: &str, one: &Chunking, other: &Chunking) -> [Vec<bool>; 2] {
    let mut found = [one, other].map(|chunking| vec![false; chunking.chunks().len()]);
    for chunks in &mut found {
        if let Some(first) = chunks.first_mut() {
            *first = true;
        }
    }
    let [one, other] = [one, other].map(|chunking| cuts(text, chunking));
    let (mut i, mut j) = (0, 0);
    while i < one.len() && j < other.len() {
        match one[i].cmp(&other[j]) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => {
                // The first chunk begins with the text.
                (found[0][i + 1], found[1][j + 1]) = (true, true);
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Settings, Strategy, chunk};

    fn cut(source: &Source, options: Options) -> Chunking {
        chunk(source, &Settings::new(Options { overlap: 0, ..options }).expect("valid"))
    }

    fn of(text: &str, options: Options) -> [usize; 4] {
        let source = Source::new(text);
        let Faults { in_paragraph, in_sentence, stranded_headings, cut_blocks, .. } = faults(&source, &cut(&source, options));
        [in_paragraph, in_sentence, stranded_headings, cut_blocks]
    }

    #[test]
    fn cuts_between_paragraphs_items_and_sections_tear_nothing_apart() {
        let text = "# A\n\nOne two three four.\n\n- five six seven\n- eight nine ten\n\n## B\n\n1. one more\n2. and another\n";
        for strategy in Strategy::ALL {
            assert_eq!(of(text, Options { size: 8, strategy, ..Options::default() }), [0; 4], "{strategy:?}");
        }
    }

    #[test]
    fn each_kind_of_fault_is_counted() {
        let size = |size| Options { size, ..Options::default() };
        assert_eq!(of("One two three. Four five six.", size(5)), [1, 0, 0, 0]);
        assert_eq!(of("One two three four five six seven.", size(5)), [1, 1, 0, 0]);
        // Heading and paragraph do not fit the size together.
        let paragraphs = Options { size: 5, strategy: Strategy::Paragraph, ..Options::default() };
        assert_eq!(of("Text.\n\n# A heading\n\nOne two three four.\n\nMore.", paragraphs), [0, 0, 1, 0]);
        let fence = "```\none two three\nfour five six\nseven eight\n```\n\nText.";
        assert_eq!(of(fence, size(6)), [2, 0, 0, 1]);
        let table = "| a | b |\n| - | - |\n| one two | three |\n| four five | six |\n| seven | eight |\n";
        assert_eq!(of(table, size(12))[3], 1);
        assert_eq!(of(table, size(100)), [0; 4]);
    }

    #[test]
    fn an_overlap_that_begins_inside_a_sentence_is_counted() {
        let source = Source::new("One two three four five six. Seven eight nine ten. Eleven twelve thirteen.");
        let mut counted = Vec::new();
        for overlap in [0, 3, 6] {
            let options = Options { size: 13, overlap, ..Options::default() };
            let chunking = chunk(&source, &Settings::new(options).expect("valid"));
            let overlaps = chunking.chunks().iter().filter(|chunk| chunk.overlap() > 0);
            let torn = overlaps.filter(|chunk| !source.sentence_starts().has(chunk.span.start)).count();
            assert_eq!(faults(&source, &chunking).overlaps_in_sentence, torn);
            counted.push(torn);
        }
        assert_eq!(counted[0], 0);
        assert!(counted[1] > 0);
    }

    #[test]
    fn blanks_at_a_cut_do_not_count() {
        let text = "One two three.   \n\n   Four five six.";
        for trim in [false, true] {
            assert_eq!(of(text, Options { size: 6, trim, ..Options::default() }), [0; 4], "{trim}");
        }
        assert_eq!(of(&format!("a{}", " ".repeat(50)), Options { size: 2, ..Options::default() }), [0; 4]);
    }

    #[test]
    fn shared_cuts_are_those_at_the_same_character() {
        let source = Source::new("One two three. Four five six. Seven eight nine. Ten.");
        let chunkings = [5, 9].map(|size| cut(&source, Options { size, ..Options::default() }));
        let starts = |i: usize| chunkings[i].chunks().iter().map(|chunk| chunk.body).collect::<Vec<_>>();
        assert_eq!((starts(0), starts(1)), (vec![0, 15, 30, 48], vec![0, 30]));
        assert_eq!(shared(source.text(), &chunkings[0], &chunkings[1]), [vec![true, false, true, false], vec![true, true]]);
        let trimmed = cut(&source, Options { size: 5, trim: true, ..Options::default() });
        assert_eq!(shared(source.text(), &trimmed, &chunkings[0]), [vec![true; 4], vec![true; 4]]);
        let nothing = cut(&Source::new(""), Options::default());
        assert_eq!(shared("", &nothing, &nothing), [Vec::<bool>::new(), Vec::new()]);
    }
}
