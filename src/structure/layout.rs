//! The lines of a text that are no running prose, and its paragraphs: found once, and kept true through edits.
//!
//! An edit changes no more than the stretch between two *rests*: rows behind a blank line where no block is open. What follows a rest depends
//! on nothing before it but the row above, so the scans begin anew at one before the edit and stop at one behind it where they would go on as
//! they did.

use std::ops::Range;

use super::{
    blocks::{self, Block, front_matter},
    headings::{self, Candidate, Listed},
    lines::{self, Row, last_line_start},
    outline::{self, Heading, Stay},
    pages, paragraphs,
};
use crate::span::{Span, splice};

/// The lines of a text that are no running prose, and its paragraphs.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// Page breaks: footer, form feed and running head.
    pub(crate) pages: Vec<Span>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) headings: Vec<Heading>,
    /// Where the list items start.
    pub(crate) items: Vec<usize>,
    /// Where the paragraphs start.
    pub(crate) paragraphs: Vec<usize>,
    /// For each block how far it and those before it go.
    ends: Vec<Ends>,
    candidates: Vec<Candidate>,
    stay: Stay,
    rests: Vec<Rest>,
    /// Where the headings start that nothing follows: they are tied to what stands before them.
    trailing: usize,
    /// Whether anything may be a page break: then what is one depends on the whole text.
    may_have_pages: bool,
}

/// How far blocks go: verbatim ones, and list items.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ends {
    pub(super) verbatim: usize,
    pub(super) item: usize,
}

impl Ends {
    /// The same, so many bytes further on, or back: where none has ended yet, it is at the start of the text.
    const fn moved(self, by: isize) -> Self {
        Self { verbatim: self.verbatim.saturating_add_signed(by), item: self.item.saturating_add_signed(by) }
    }
}

/// A row behind a blank line where no block is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rest {
    start: usize,
    listed: Option<Listed>,
}

impl Rest {
    const fn moved(self, by: isize) -> Self {
        Self { start: self.start.wrapping_add_signed(by), ..self }
    }
}

/// The bytes between two rests that are listed, at least: not more are needed than to be near. Fuzzing tries short texts, and every one.
const SPACING: usize = if cfg!(fuzzing) { 1 } else { 1024 };

/// What an edit changed: a stretch of the text before and after it, and of the paragraphs. All before it is as it was, all behind it only moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Renewed {
    pub(crate) before: Range<usize>,
    pub(crate) after: Range<usize>,
    /// Whatever stands before this place is not tied to anything that changed.
    pub(crate) untied: usize,
    /// Which paragraphs were replaced, and by how many.
    pub(crate) paragraphs: Range<usize>,
    pub(crate) count: usize,
    /// Whether the headings are as they were but for their places.
    pub(crate) headings_moved: bool,
    /// Whether all that is known is as it was but for its places.
    pub(crate) only_moved: bool,
}

impl Renewed {
    /// How many bytes further on, or back, all stands behind it.
    pub(crate) const fn moved_by(&self) -> isize {
        self.after.end.cast_signed() - self.before.end.cast_signed()
    }

    /// Narrows what changed to a stretch of the text after it.
    pub(crate) fn narrow(&mut self, to: Range<usize>) {
        let behind = self.after.end - to.end;
        self.before = to.start..self.before.end - behind;
        self.untied = to.start;
        self.after = to;
    }
}

impl Layout {
    /// A list item that turns out to be a section with its heading ("1. Introduction") is no block.
    pub(crate) fn new(text: &str) -> Self {
        let may_have_pages = pages::may_have_pages(text);
        let pages = if may_have_pages { pages::page_breaks(text) } else { Vec::new() };
        let rows = lines::rows(text, &pages);
        let Stretch { mut blocks, candidates, rests } = Stretch::new(text, &rows, None, None);
        let stay = Stay::of(&candidates, blocks.iter());
        let headings = outline::headings(text, &candidates, stay);
        blocks.retain(|block| block.is_verbatim() || !starts_heading(&headings, block.span.start));
        let whole = Span::new(0, text.len());
        let paragraphs = paragraphs::paragraphs(text, &rows, &blocks, &headings, whole, (true, true));
        let mut layout =
            Self { pages, headings, paragraphs, candidates, stay, may_have_pages, rests: thinned(&rests), ..Self::default() };
        layout.trailing = trailing(text, &layout.headings);
        layout.items = items(&blocks).collect();
        layout.put_blocks(0..0, blocks);
        layout
    }

    /// A paragraph of a text that is so many bytes long.
    pub(crate) fn paragraph(&self, place: usize, length: usize) -> Span {
        Span::new(self.paragraphs[place], self.paragraphs.get(place + 1).copied().unwrap_or(length))
    }

    /// Whether no part of a stretch lies in a block.
    pub(crate) fn has_no_block(&self, stretch: Span) -> bool {
        let (_, ends) = self.before(stretch.end);
        ends.verbatim <= stretch.start && ends.item <= stretch.start
    }

    /// How many blocks start before `at`, and how far they go.
    pub(super) fn before(&self, at: usize) -> (usize, Ends) {
        let count = self.blocks.partition_point(|block| block.span.start < at);
        (count, count.checked_sub(1).map_or_else(Ends::default, |last| self.ends[last]))
    }

    /// Whether a line that starts at `at` belongs to a page break.
    pub(super) fn is_page_break(&self, at: usize) -> bool {
        pages::is_in(&self.pages, at)
    }

    /// The last place up to `at` where no block is open.
    pub(crate) fn rest_up_to(&self, at: usize) -> usize {
        self.rests[..self.rests.partition_point(|rest| rest.start <= at)].last().map_or(0, |rest| rest.start)
    }

    /// Takes over that `text` has `inserted` bytes where there were those of `edited` before. `None` if all was found anew.
    pub(crate) fn edit(&mut self, text: &str, edited: Range<usize>, inserted: usize) -> Option<Renewed> {
        let renewed = self.renew(text, &edited, inserted);
        if renewed.is_none() {
            *self = Self::new(text);
        }
        renewed
    }

    fn renew(&mut self, text: &str, edited: &Range<usize>, inserted: usize) -> Option<Renewed> {
        let old_front = self.blocks.first().filter(|block| block.kind == blocks::Kind::FrontMatter).map(|block| block.span);
        if self.may_have_pages || front_matter(text).map(|block| block.span) != old_front {
            return None;
        }
        let by = inserted.cast_signed() - edited.len().cast_signed();
        // Two rests lie between: what is before the first one looks ahead no further than to the second.
        let first = self.rests.partition_point(|rest| rest.start <= edited.start).checked_sub(3);
        let above = first.and_then(|first| last_row(text, self.rests[first].start));
        // What begins with the first row begins with the text.
        let first = first.filter(|_| above.is_some());
        let (from, listed) = first.map_or((0, None), |first| (self.rests[first].start, self.rests[first].listed));
        let behind = self.rests.partition_point(|rest| rest.start <= edited.end);
        let mut last = behind + 2;
        loop {
            last += last - behind;
            let to = self.rests.get(last).map_or(text.len(), |rest| rest.start.wrapping_add_signed(by));
            if pages::may_have_pages(&text[from..to]) {
                return None;
            }
            let mut rows = lines::rows_of(text, &[], from, to);
            if let Some(row) = rows.first_mut().filter(|_| from > 0) {
                row.after_blank = true;
            }
            let stretch = Stretch::new(text, &rows, above, listed);
            let end = edited.start + inserted;
            let meeting = self.meeting(&stretch, &rows, end, by);
            if meeting.is_some() || to == text.len() {
                let to = meeting.unwrap_or(text.len());
                return self.put(text, &rows, stretch, Span::new(from, to), edited, by);
            }
        }
    }

    /// The second rest behind the edit where the scans go on as they did before it: there the headings around are the same, too.
    fn meeting(&self, stretch: &Stretch, rows: &[Row], end: usize, by: isize) -> Option<usize> {
        let goes_on = |rest: &&Rest| {
            let old = rest.start.wrapping_add_signed(by.wrapping_neg());
            let i = self.rests.binary_search_by_key(&old, |rest| rest.start).ok();
            let above = rows.partition_point(|row| row.start < rest.start).checked_sub(1);
            let is_behind = above.is_some_and(|above| rows[above].start > end);
            is_behind && i.is_some_and(|i| self.rests[i].listed == rest.listed)
        };
        stretch.rests.iter().filter(goes_on).nth(1).map(|rest| rest.start)
    }

    /// Puts what was found in `at` in the place of what was there. `None` if that changes which candidates are headings elsewhere.
    fn put(&mut self, text: &str, rows: &[Row], stretch: Stretch, at: Span, edited: &Range<usize>, by: isize) -> Option<Renewed> {
        let is_last = at.end == text.len();
        let before = at.start..at.end.wrapping_add_signed(by.wrapping_neg());
        // An empty text has a paragraph, too: at its end.
        let old = at.start..before.end + usize::from(is_last);
        let Stretch { mut blocks, candidates, rests } = stretch.up_to(at.end);

        let replaced = range_of(&self.candidates, &old, |candidate| candidate.span.start);
        let headings_moved = are_moved(&self.candidates[replaced.clone()], &candidates, edited, by);
        splice(&mut self.candidates, replaced, candidates, |candidate| *candidate = candidate.moved(by));

        // Blocks that are headings are left out below: none of them is a fence or a table.
        let replaced = range_of(&self.blocks, &old, |block| block.span.start);
        let elsewhere = self.blocks[..replaced.start].iter().chain(&self.blocks[replaced.end..]);
        let stay = Stay::of(&self.candidates, elsewhere.chain(&blocks));
        if stay != self.stay {
            return None;
        }
        self.headings = outline::headings(text, &self.candidates, stay);
        blocks.retain(|block| block.is_verbatim() || !starts_heading(&self.headings, block.span.start));
        let mut only_moved = headings_moved
            && are_only_moved(&self.blocks[replaced.clone()], &blocks, |block| block.span.start, |block| block.moved(by), edited);
        self.blocks[replaced.end..].iter_mut().for_each(|block| *block = block.moved(by));
        self.ends[replaced.end..].iter_mut().for_each(|ends| *ends = ends.moved(by));

        let moved = |place: usize| place.wrapping_add_signed(by);
        let replaced_items = range_of(&self.items, &old, |&item| item);
        splice(&mut self.items, replaced_items, items(&blocks), |item| *item = moved(*item));
        let replaced_paragraphs = range_of(&self.paragraphs, &old, |&start| start);
        let above = replaced_paragraphs.start.checked_sub(1).map(|i| self.paragraphs[i]);
        let is_heading = |start: usize| starts_heading(&self.headings, start);
        let around = (above.is_none_or(is_heading), is_last || is_heading(at.end));
        let inside = range_of(&self.headings, &at.range(), |heading| heading.span.start);
        let rows = &rows[..rows.partition_point(|row| row.start < at.end)];
        let paragraphs = paragraphs::paragraphs(text, rows, &blocks, &self.headings[inside], at, around);
        let count = paragraphs.len();
        let old_paragraphs = &self.paragraphs[replaced_paragraphs.clone()];
        only_moved &= are_only_moved(old_paragraphs, &paragraphs, |&start| start, |&start| moved(start), edited);
        splice(&mut self.paragraphs, replaced_paragraphs.clone(), paragraphs, |start| *start = moved(*start));
        self.put_blocks(replaced, blocks);
        let replaced = range_of(&self.rests, &old, |rest| rest.start);
        let rests = thinned(&rests);
        let old_rests = &self.rests[replaced.clone()];
        only_moved &= are_only_moved(old_rests, &rests, |rest| rest.start, |rest| rest.moved(by), edited);
        splice(&mut self.rests, replaced, rests, |rest| *rest = rest.moved(by));

        let was_trailing = std::mem::replace(&mut self.trailing, trailing(text, &self.headings));
        let untied = at.start.min(was_trailing).min(self.trailing);
        Some(Renewed { before, untied, after: at.range(), paragraphs: replaced_paragraphs, count, headings_moved, only_moved })
    }

    /// Puts blocks in the place of others, with how far they go. What those before them reach does not matter behind them.
    fn put_blocks(&mut self, replaced: Range<usize>, blocks: Vec<Block>) {
        let before = replaced.start.checked_sub(1).map_or_else(Ends::default, |last| self.ends[last]);
        let ends = blocks.iter().scan(before, |ends, block| {
            let end = if block.is_verbatim() { &mut ends.verbatim } else { &mut ends.item };
            *end = block.span.end.max(*end);
            Some(*ends)
        });
        self.ends.splice(replaced.clone(), ends.collect::<Vec<_>>());
        self.blocks.splice(replaced, blocks);
    }
}

/// What the scans find in a stretch of rows.
struct Stretch {
    blocks: Vec<Block>,
    candidates: Vec<Candidate>,
    rests: Vec<Rest>,
}

impl Stretch {
    /// Where the rows are not those from the start of the text on, the first is at rest: `above` is the row above it, `listed` what it needs to
    /// know of lists.
    fn new(text: &str, rows: &[Row], above: Option<Row>, listed: Option<Listed>) -> Self {
        let blocks::Found { blocks, rests } = blocks::blocks(text, rows, above.as_ref());
        let (candidates, listed) = headings::candidates(text, rows, &blocks, above, &rests, listed);
        let rests = rests.into_iter().zip(listed).map(|(i, listed)| Rest { start: rows[i].start, listed }).collect();
        Self { blocks, candidates, rests }
    }

    /// What starts before `end`.
    fn up_to(mut self, end: usize) -> Self {
        self.blocks.retain(|block| block.span.start < end);
        self.candidates.retain(|candidate| candidate.span.start < end);
        self.rests.retain(|rest| rest.start < end);
        self
    }
}

/// Whether the candidates are those there were, none of them edited: they only moved.
fn are_moved(old: &[Candidate], new: &[Candidate], edited: &Range<usize>, by: isize) -> bool {
    let is_edited = |span: Span| span.start <= edited.end && edited.start <= span.end;
    !old.iter().any(|old| is_edited(old.span))
        && are_only_moved(old, new, |candidate| candidate.span.start, |candidate| candidate.moved(by), edited)
}

/// Whether what was found is what was there, all behind the edit moved.
fn are_only_moved<T: Copy + PartialEq>(
    old: &[T],
    new: &[T],
    start: impl Fn(&T) -> usize,
    moved: impl Fn(&T) -> T,
    edited: &Range<usize>,
) -> bool {
    old.iter().map(|old| if start(old) <= edited.start { *old } else { moved(old) }).eq(new.iter().copied())
}

/// The places of what starts in a stretch of the text.
fn range_of<T>(all: &[T], stretch: &Range<usize>, start: impl Fn(&T) -> usize) -> Range<usize> {
    let place = |at: usize| all.partition_point(|one| start(one) < at);
    place(stretch.start)..place(stretch.end)
}

fn starts_heading(headings: &[Heading], at: usize) -> bool {
    headings.binary_search_by_key(&at, |heading| heading.span.start).is_ok()
}

/// The last row that ends before `from`, where a line starts behind a blank one.
fn last_row(text: &str, from: usize) -> Option<Row> {
    let solid = text[..from].trim_end().len();
    let start = last_line_start(text, 0, solid).unwrap_or(0);
    lines::rows_of(text, &[], start, solid).pop()
}

/// Where the headings at the end of a text start that nothing follows; the end of the text if there are none.
fn trailing(text: &str, headings: &[Heading]) -> usize {
    let is_last = |heading: &&Heading| text[heading.span.end..].trim_start().is_empty();
    let Some(last) = headings.last().filter(is_last) else { return text.len() };
    headings.iter().rev().take_while(|heading| heading.run == last.run).last().map_or(text.len(), |first| first.span.start)
}

/// Where the list items among the blocks start.
fn items(blocks: &[Block]) -> impl Iterator<Item = usize> {
    blocks.iter().filter(|block| !block.is_verbatim()).map(|block| block.span.start)
}

fn thinned(rests: &[Rest]) -> Vec<Rest> {
    let mut kept: Vec<Rest> = Vec::new();
    for rest in rests {
        if kept.last().is_none_or(|last| rest.start - last.start >= SPACING) {
            kept.push(*rest);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, dice::Dice};

    /// What shapes of text are made of: what opens and closes blocks, makes headings, parts paragraphs.
    const PIECES: [&str; 40] = [
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\u{2028}",
        " ",
        "    ",
        "# H\n",
        "Title\n=====\n",
        "---\n",
        "```\n",
        "~~~\n",
        "- item\n",
        "  more\n",
        "1. One\n",
        "2. Two\n\n",
        "| a | b |\n",
        "|---|---|\n",
        "> q\n",
        "A sentence. ",
        "Another one.\n",
        "words and words ",
        "ABC DEF\n\n",
        "Article 7\n\n",
        "5.2 Returns\n\n",
        "I. First\n\n",
        "<pre>\n",
        "</pre>\n",
        "<table>\n",
        "<h2>x</h2>\n",
        "+---+\n",
        "---\na: b\n---\n",
        "字。",
        "7\n",
        "x",
        "=",
        "#",
        "`",
        "-",
        ".",
    ];

    #[test]
    fn a_layout_that_was_edited_is_that_of_the_text() {
        let mut dice = Dice(7);
        let (mut edits, mut renewed) = (0, 0);
        for _ in 0..60 {
            // Long enough for rests on both sides of an edit.
            let filler = "A paragraph of some words that goes on for a line.\n\n";
            let mut text = String::new();
            while text.len() < 14 * SPACING {
                let pieces = dice.roll(12);
                text += &dice.text(&PIECES, pieces);
                text += &filler.repeat(dice.roll(30));
            }
            let mut source = Source::new(text);
            for _ in 0..25 {
                let _ = source.sentences().count();
                let text = source.text();
                let from = text.floor_char_boundary(dice.roll(text.len() + 1));
                let length = [0, 0, 1, 3, 40, 3000][dice.roll(6)];
                let to = text.floor_char_boundary((from + length).min(text.len())).max(from);
                let pieces = dice.roll(4);
                renewed += usize::from(source.edit(from..to, &dice.text(&PIECES, pieces)).0.is_some());
                edits += 1;
                let fresh = Source::new(source.text());
                assert_eq!(source.blocks(), fresh.blocks());
                assert_eq!(source.headings(), fresh.headings());
                assert_eq!(source.item_starts().first_from(0), fresh.item_starts().first_from(0));
                assert_eq!(source.paragraphs(), fresh.paragraphs());
                assert!(source.sentences().eq(fresh.sentences()));
            }
        }
        assert!(renewed * 2 > edits, "{renewed} of {edits}");
    }
}
