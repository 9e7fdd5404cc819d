//! What a text is made of. Each function reads the text once, forward; none needs to know its language.
//!
//! Order of reading: [`lines`](lines::lines) → [`page_breaks`](pages::page_breaks) → [`blocks`](blocks::blocks) →
//! [`headings`](headings::headings) → [`paragraphs`](paragraphs::paragraphs) → [`sentences`](sentences::sentences).

mod abbreviations;
pub(crate) mod blanks;
pub(crate) mod blocks;
#[cfg(test)]
mod cases;
mod enumerations;
mod full_stops;
pub(crate) mod headings;
pub(crate) mod lines;
mod marks;
mod numbered;
mod pages;
pub(crate) mod paragraphs;
mod quotations;
mod rows;
pub(crate) mod sentences;
pub(crate) mod titles;
mod wraps;

use crate::span::Span;

/// The lines of a text that are no running prose.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Page breaks: footer, form feed and running head.
    pub(crate) pages: Vec<Span>,
    pub(crate) blocks: Vec<blocks::Block>,
    pub(crate) headings: Vec<headings::Heading>,
    /// Where the list items start.
    pub(crate) items: Vec<usize>,
    /// Where the paragraphs start.
    pub(crate) paragraphs: Vec<usize>,
    /// For each block how far it and those before it go.
    ends: Vec<Ends>,
}

/// How far blocks go: verbatim ones, and list items.
#[derive(Debug, Clone, Copy, Default)]
struct Ends {
    verbatim: usize,
    item: usize,
}

impl Layout {
    /// A list item that turns out to be a section with its heading ("1. Introduction") is no block.
    pub(crate) fn new(text: &str) -> Self {
        let pages = pages::page_breaks(text);
        let rows = lines::rows(text, &pages);
        let mut blocks = blocks::blocks(text, &rows);
        let headings = headings::headings(text, &rows, &blocks);
        let is_heading = |at: usize| headings.binary_search_by_key(&at, |heading: &headings::Heading| heading.span.start).is_ok();
        blocks.retain(|block| block.is_verbatim() || !is_heading(block.span.start));
        let ends = blocks.iter().scan(Ends::default(), |ends, block| {
            let end = if block.is_verbatim() { &mut ends.verbatim } else { &mut ends.item };
            *end = block.span.end.max(*end);
            Some(*ends)
        });
        let ends = ends.collect();
        let paragraphs = paragraphs::paragraphs(text, &rows, &blocks, &headings);
        let items = blocks.iter().filter(|block| !block.is_verbatim()).map(|block| block.span.start).collect();
        Self { pages, blocks, headings, items, paragraphs, ends }
    }

    /// How many blocks start before `at`, and how far they go.
    fn before(&self, at: usize) -> (usize, Ends) {
        let count = self.blocks.partition_point(|block| block.span.start < at);
        (count, count.checked_sub(1).map_or_else(Ends::default, |last| self.ends[last]))
    }

    /// Whether a line that starts at `at` belongs to a page break.
    fn is_page_break(&self, at: usize) -> bool {
        pages::is_in(&self.pages, at)
    }
}
