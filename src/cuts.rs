//! Where a text is cut: what the cuts tear apart, and which of them two chunkings share.

use std::{cell::Cell, cmp::Ordering};

use serde::Serialize;

use crate::{
    chunk::Chunk,
    chunking::Chunking,
    source::Source,
    span::Span,
    starts::Starts,
    structure::blocks::{Block, Kind},
};

/// What the cuts of a chunking tear apart. A cut is where a body starts, but the first one; blanks there do not count.
///
/// ```
/// use chunklab::{Options, Settings, Source, chunk, statistics};
/// let source = Source::new("Boil the water and add the salt. Serve it hot.");
/// let settings = Settings::new(Options { size: 5, overlap: 0, ..Options::default() }).unwrap();
/// let faults = statistics(&source, &chunk(&source, &settings)).faults;
/// assert_eq!((faults.in_sentence, faults.in_paragraph, faults.cut_blocks), (1, 2, 0));
/// ```
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

/// What a chunk tears apart where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tears {
    /// One bit for each [`Fault`].
    faults: u8,
    /// Whether the chunk before begins in another run of blanks: cuts in one run are one.
    is_new: bool,
    /// Whether no earlier chunk cuts the block that this one does.
    is_first_in_block: bool,
}

impl Tears {
    /// Whether the chunk begins where it tears something apart. The first one begins with the text.
    pub(crate) const fn has(self, fault: Fault) -> bool {
        self.faults >> fault as u8 & 1 == 1
    }
}

impl Faults {
    /// Counts what chunks tear apart. Cuts in one run of blanks are one.
    pub(crate) fn of(tears: impl Iterator<Item = Tears>) -> Self {
        let mut faults = Self::default();
        for tears in tears {
            let count = |fault| usize::from(tears.is_new && tears.has(fault));
            faults.in_paragraph += count(Fault::InParagraph);
            faults.in_sentence += count(Fault::InSentence);
            faults.stranded_headings += count(Fault::StrandedHeading);
            faults.cut_blocks += usize::from(tears.is_first_in_block);
            faults.overlaps_in_sentence += count(Fault::OverlapInSentence);
        }
        faults
    }
}

/// What a cut tears apart, whichever chunk begins there.
#[derive(Clone, Copy)]
struct Torn<'s> {
    cut: usize,
    in_paragraph: bool,
    in_sentence: bool,
    strands_heading: bool,
    /// The block that it should not be in.
    block: Option<&'s Block>,
}

impl<'s> Torn<'s> {
    fn at(source: &'s Source, cut: usize) -> Self {
        let text = source.text();
        let is_item = || source.item_starts().last_up_to(cut).is_some_and(|item| solid(text, item) == cut);
        // No block starts inside one that no cut should be in.
        let block = source.block_up_to(cut.saturating_sub(1)).filter(|block| is_whole(block.kind) && cut < block.span.end);
        Self {
            cut,
            in_paragraph: !starts_at(text, source.paragraph_starts(), cut) && !is_item(),
            in_sentence: !starts_at(text, source.sentence_starts(), cut),
            strands_heading: strands_heading(source, cut),
            block,
        }
    }
}

/// Says what chunks tear apart, one after the other. A long run of blanks, which may hold many of them, is read once.
pub(crate) struct Tearing<'s> {
    source: &'s Source,
    chunking: &'s Chunking,
    index: usize,
    /// Where the chunk before is cut, and what that tears apart, if it was asked.
    before: usize,
    torn: Option<Torn<'s>>,
    /// Where the last overlap began, behind blanks, and whether a sentence does.
    overlap: (usize, bool),
}

impl<'s> Tearing<'s> {
    /// From a chunk on.
    pub(crate) fn from(source: &'s Source, chunking: &'s Chunking, index: usize) -> Self {
        let before = index.checked_sub(1).map_or(0, |before| solid(source.text(), chunking.chunks()[before].body));
        Self { source, chunking, index, before, torn: None, overlap: (0, true) }
    }

    /// Whether the overlap of a chunk, which is cut as `torn` says, begins inside a sentence.
    fn is_overlap_torn(&mut self, chunk: &Chunk, torn: Torn<'_>) -> bool {
        let text = self.source.text();
        let start = chunk.body - text[chunk.span.start..chunk.body].trim_start().len();
        if start == chunk.body {
            // Nothing but blanks, up to the cut.
            return chunk.overlap() > 0 && torn.in_sentence;
        }
        if self.overlap.0 != start {
            self.overlap = (start, starts_at(text, self.source.sentence_starts(), start));
        }
        !self.overlap.1
    }
}

impl Iterator for Tearing<'_> {
    type Item = Tears;

    fn next(&mut self) -> Option<Tears> {
        let chunk = self.chunking.chunks().get(self.index)?;
        let (source, before, index) = (self.source, self.before, self.index);
        let cut = next_cut(source.text(), before, chunk.body);
        (self.index, self.before) = (index + 1, cut);
        if index == 0 {
            return Some(Tears::default());
        }
        let torn = self.torn.filter(|torn| torn.cut == cut).unwrap_or_else(|| Torn::at(source, cut));
        self.torn = Some(torn);
        let Torn { in_paragraph, in_sentence, strands_heading, block, .. } = torn;
        let faults = [in_paragraph, in_sentence, strands_heading, block.is_some(), self.is_overlap_torn(chunk, torn)];
        Some(Tears {
            faults: faults.into_iter().rev().fold(0, |bits, fault| bits << 1 | u8::from(fault)),
            is_new: index == 1 || cut != before,
            is_first_in_block: block.is_some_and(|block| index == 1 || before <= block.span.start),
        })
    }
}

/// Whether no cut should be in a block of this kind.
const fn is_whole(kind: Kind) -> bool {
    !matches!(kind, Kind::ListItem | Kind::Indented)
}

/// Where the bodies but the first are cut.
fn cuts(text: &str, chunking: &Chunking) -> Vec<usize> {
    let mut last = 0;
    let mut next = |body: usize| {
        last = next_cut(text, last, body);
        last
    };
    chunking.chunks().iter().skip(1).map(|chunk| next(chunk.body)).collect()
}

/// The first character of a body that is no blank, `before` being that of the body before: a long run of blanks, which may hold many bodies, is
/// read once.
fn next_cut(text: &str, before: usize, body: usize) -> usize {
    if body < before { before } else { solid(text, body) }
}

/// The first character from `at` on that is no blank.
fn solid(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

/// Whether one of `starts` is at `solid` or in the blanks before it. The end of the text is a start.
fn starts_at(text: &str, starts: Starts, solid: usize) -> bool {
    starts_behind(text, starts, Span::new(text[..solid].trim_end().len(), solid))
}

/// Whether one of `starts` is in a run of blanks or right behind it.
fn starts_behind(text: &str, starts: Starts, blanks: Span) -> bool {
    blanks.end == text.len() || starts.last_up_to(blanks.end).is_some_and(|start| start >= blanks.start)
}

/// Says of one place after the other whether a sentence starts there, or behind the blanks there. A long run of blanks, which may hold many
/// of them, is read once.
#[derive(Debug)]
pub(crate) struct SentenceEdges<'s> {
    source: &'s Source,
    /// The run of blanks that was looked at last.
    last: Cell<Option<(Span, bool)>>,
}

impl<'s> SentenceEdges<'s> {
    pub(crate) const fn new(source: &'s Source) -> Self {
        Self { source, last: Cell::new(None) }
    }

    pub(crate) fn has(&self, at: usize) -> bool {
        if let Some((_, starts)) = self.last.get().filter(|(blanks, _)| blanks.start <= at && at <= blanks.end) {
            return starts;
        }
        let text = self.source.text();
        let solid = solid(text, at);
        let blanks = Span::new(text[..solid].trim_end().len(), solid);
        let starts = starts_behind(text, self.source.sentence_starts(), blanks);
        self.last.set(Some((blanks, starts)));
        starts
    }
}

/// Whether nothing but blanks lies between a heading and the cut behind it.
fn strands_heading(source: &Source, cut: usize) -> bool {
    let end = source.text()[..cut].trim_end().len();
    let headings = source.headings();
    let over = headings.partition_point(|heading| heading.span.start < end).checked_sub(1);
    over.is_some_and(|i| end <= headings[i].span.end) && cut < source.text().len()
}

/// For each chunk of two chunkings of a text whether the other one is cut where it begins, too; so is the first of each.
#[cfg_attr(not(any(target_arch = "wasm32", test, counted)), expect(dead_code, reason = "only the page compares"))]
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

    fn faults(source: &Source, chunking: &Chunking) -> Faults {
        Faults::of(Tearing::from(source, chunking, 0))
    }

    fn of(text: &str, options: Options) -> [usize; 4] {
        let source = Source::new(text);
        let chunking = cut(&source, options);
        let Faults { in_paragraph, in_sentence, stranded_headings, cut_blocks, .. } = faults(&source, &chunking);
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
