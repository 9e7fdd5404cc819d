//! The settings applied to one source: how much fits, and where there is no cutting.

use std::cell::Cell;

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
    /// Blocks that are not cut, in order, none inside another.
    kept: Vec<Span>,
    /// Where list items start.
    pub(crate) items: Vec<usize>,
    /// Headings with everything up to what follows them: no cut after `start` and up to `end`.
    glued: Vec<Span>,
    /// The run of blanks that was looked at last, so that a long one is read once.
    blanks: Cell<Span>,
}

impl<'a> Room<'a> {
    pub(crate) fn new(source: &'a Source, settings: &'a Settings) -> Self {
        let mut room = Self {
            source,
            settings,
            breadcrumb: Breadcrumb::new(source, settings),
            measure: settings.measure(),
            size: settings.measure().limit(settings.size()),
            kept: Vec::new(),
            items: source.blocks().iter().filter(|block| !block.is_verbatim()).map(|block| block.span.start).collect(),
            glued: glued(source),
            blanks: Cell::default(),
        };
        if settings.options().keep_blocks {
            room.kept = room.kept_blocks();
        }
        room
    }

    pub(crate) fn text(&self) -> &'a str {
        self.source.text()
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

    /// Blocks that fit the size; where units are kept whole also fences, tables and front matter that do not. `sentence` packs a list
    /// item by its sentences.
    fn kept_blocks(&self) -> Vec<Span> {
        let strategy = self.settings.strategy();
        let whole_units = strategy != Strategy::RecursiveChar && !self.settings.options().split_oversize;
        let is_kept = |block: &Block| {
            let taken = block.is_verbatim() || strategy != Strategy::Sentence;
            taken && (whole_units && block.is_unit() || self.fits_alone(block.span.start, block.span.end))
        };
        let mut kept: Vec<Span> = Vec::new();
        for block in self.source.blocks() {
            let inside = kept.last().is_some_and(|outer| block.span.start < outer.end);
            if !inside && is_kept(block) {
                kept.push(block.span);
            }
        }
        kept
    }

    /// The span that a cut at `at` would damage.
    pub(crate) fn guarded(&self, at: usize, guard: Guard) -> Option<Span> {
        let before = |spans: &[Span]| spans.partition_point(|span| span.start < at).checked_sub(1).map(|i| spans[i]);
        let kept = || before(&self.kept).filter(|span| at < span.end);
        let glued = || before(&self.glued).filter(|span| at <= span.end);
        match guard {
            Guard::HeadingsAndBlocks => glued().or_else(kept),
            Guard::Blocks => kept(),
            Guard::Nothing => None,
        }
    }

    /// The headings with what follows them that a cut at `at` would part.
    pub(crate) fn heading_at(&self, at: usize) -> Option<Span> {
        self.guarded(at, Guard::HeadingsAndBlocks).filter(|span| self.glued.binary_search(span).is_ok())
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

/// Runs of headings with nothing between them, each from its first heading to what follows the last: no cut lies after the start and up to
/// the end. Headings with nothing after them are tied to what stands before: there the span begins one byte earlier.
fn glued(source: &Source) -> Vec<Span> {
    let text = source.text();
    let mut glued: Vec<Span> = Vec::new();
    for heading in source.headings() {
        let rest = &text[heading.span.end..];
        let content = text.len() - rest.trim_start().len();
        match glued.last_mut() {
            Some(span) if span.end >= heading.span.start => span.end = content,
            _ => glued.push(Span::new(heading.span.start, content)),
        }
    }
    if let Some(span) = glued.last_mut().filter(|span| span.end == text.len()) {
        span.start = span.start.saturating_sub(1);
    }
    glued
}
