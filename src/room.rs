//! The settings applied to one source: how much fits, and where there is no cutting.

use std::cell::{Cell, RefCell};

use crate::{
    breadcrumb::Breadcrumb,
    chunk::Cut,
    estimate::Measure,
    settings::{Settings, Strategy},
    source::Source,
    span::Span,
    structure::{blocks::Block, lines},
};

/// What is not cut at as long as there is another way, weakest last to go: the size wins over blocks, blocks over headings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    /// Nothing between what ends in a colon and what that introduces, and the same as next.
    Introductions,
    /// Nothing between a heading and what follows it, nothing inside a block that is kept.
    HeadingsAndBlocks,
    /// Nothing inside a block that is kept.
    Blocks,
    /// Anywhere.
    Nothing,
}

/// The settings applied to one source.
#[derive(Debug)]
pub(crate) struct Room<'a> {
    pub(crate) source: &'a Source,
    pub(crate) settings: &'a Settings,
    pub(crate) breadcrumb: Breadcrumb<'a>,
    pub(crate) measure: Measure,
    /// The most a chunk may weigh, what is in front of it included.
    pub(crate) size: u64,
    guards: RefCell<Guards>,
    /// The run of blanks that was looked at last, so that a long one is read once.
    blanks: Cell<Span>,
}

/// What is not cut, as far as it was asked for: found forward, block by block and heading by heading.
#[derive(Debug, Default)]
struct Guards {
    /// Blocks that are not cut, in order, none inside another, and the next block to look at.
    kept: Vec<Span>,
    block: usize,
    /// Runs of headings with nothing between them, each from its first heading to what follows the last: no cut lies after the start and up
    /// to the end. And the next heading to look at.
    glued: Vec<Span>,
    heading: usize,
}

/// The last of some spans that starts before `at`.
fn last_before(spans: &[Span], at: usize) -> Option<Span> {
    spans[..spans.partition_point(|span| span.start < at)].last().copied()
}

impl<'a> Room<'a> {
    pub(crate) fn new(source: &'a Source, settings: &'a Settings) -> Self {
        Self {
            source,
            settings,
            breadcrumb: Breadcrumb::new(source, settings),
            measure: settings.measure(),
            size: settings.measure().limit(settings.size()),
            guards: RefCell::default(),
            blanks: Cell::default(),
        }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.source.text()
    }

    /// The same for bodies from `at` on only: what is not cut at before the last place without an open block does not matter.
    pub(crate) fn from(source: &'a Source, settings: &'a Settings, at: usize) -> Self {
        let room = Self::new(source, settings);
        let (block, heading) = source.open_at(at);
        *room.guards.borrow_mut() = Guards { block, heading, ..Guards::default() };
        room
    }

    /// The most a chunk may weigh whose body starts at `at`, prefix left out.
    fn size_at(&self, at: usize) -> u64 {
        self.size - self.measure.weight_of(&self.breadcrumb.prefix(at, self.blank_end(at), 0))
    }

    /// Whether `start..end` fits the size by itself, blanks at its end left out.
    pub(crate) fn fits_alone(&self, start: usize, end: usize) -> bool {
        self.fits(start, end, self.size_at(start))
    }

    /// Whether `start..end` weighs at most `size`, blanks at its end left out.
    pub(crate) fn fits(&self, start: usize, end: usize, size: u64) -> bool {
        let reach = start + self.measure.reach(&self.text()[start..end], size);
        reach == end || self.blank_end(reach) >= end
    }

    /// The end of the run of blanks at `at`; `at` itself where there is none.
    pub(crate) fn blank_end(&self, at: usize) -> usize {
        let known = self.blanks.get();
        if known.start <= at && at < known.end {
            return known.end;
        }
        let rest = &self.text()[at..];
        let end = at + rest.len() - rest.trim_start().len();
        if end > at {
            self.blanks.set(Span::new(at, end));
        }
        end
    }

    /// The span that a cut at `at` would damage.
    pub(crate) fn guarded(&self, at: usize, guard: Guard) -> Option<Span> {
        match guard {
            Guard::Introductions => self.introduced_at(at).or_else(|| self.guarded(at, Guard::HeadingsAndBlocks)),
            Guard::HeadingsAndBlocks => self.heading_at(at).or_else(|| self.block_at(at)),
            Guard::Blocks => self.block_at(at),
            Guard::Nothing => None,
        }
    }

    /// The end of an introduction, if the text at `at` is what it introduces.
    fn introduced_at(&self, at: usize) -> Option<Span> {
        self.text()[..at].trim_end().ends_with([':', '：']).then(|| Span::new(at - 1, at))
    }

    /// The headings with what follows them that a cut at `at` would part.
    pub(crate) fn heading_at(&self, at: usize) -> Option<Span> {
        let mut guards = self.guards.borrow_mut();
        let headings = self.source.headings();
        while let Some(first) = headings.get(guards.heading).filter(|heading| heading.span.start <= at) {
            let mut span = Span::new(first.span.start, self.blank_end(headings[first.run].span.end));
            guards.heading = first.run + 1;
            // Headings with nothing after them are tied to what stands before.
            if guards.heading == headings.len() && span.end == self.text().len() {
                span.start = span.start.saturating_sub(1);
            }
            guards.glued.push(span);
        }
        last_before(&guards.glued, at).filter(|span| at <= span.end)
    }

    /// The block that a cut at `at` would part.
    fn block_at(&self, at: usize) -> Option<Span> {
        if !self.settings.options().keep_blocks {
            return None;
        }
        let mut guards = self.guards.borrow_mut();
        while let Some(block) = self.source.blocks().get(guards.block).filter(|block| block.span.start < at) {
            let inside = guards.kept.last().is_some_and(|outer| block.span.start < outer.end);
            if !inside && self.keeps(block) {
                guards.kept.push(block.span);
            }
            guards.block += 1;
        }
        last_before(&guards.kept, at).filter(|span| at < span.end)
    }

    /// Whether a block is not cut: it fits the size, or units are kept whole and it is a fence, a table or front matter. `sentence` packs a
    /// list item by its sentences.
    fn keeps(&self, block: &Block) -> bool {
        let strategy = self.settings.strategy();
        let whole_units = strategy != Strategy::RecursiveChar && !self.settings.options().split_oversize;
        let is_taken = block.is_verbatim() || strategy != Strategy::Sentence;
        is_taken && (whole_units && block.is_unit() || self.fits_alone(block.span.start, block.span.end))
    }

    /// What kind of boundary lies at `at`.
    pub(crate) fn cut_at(&self, at: usize) -> Cut {
        let text = self.text();
        let source = self.source;
        if at == text.len() {
            Cut::End
        } else if source.starts_heading(at) {
            Cut::Heading
        } else if source.paragraph_starts().has(at) {
            Cut::Paragraph
        } else if lines::is_line_start(text, at) {
            Cut::Line
        } else if source.sentence_starts().has(at) {
            Cut::Sentence
        } else if text[..at].ends_with(char::is_whitespace) || text[at..].starts_with(char::is_whitespace) {
            Cut::Word
        } else {
            Cut::Character
        }
    }
}
