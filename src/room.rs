//! How much text fits where, and where it may be cut: what all strategies share.

use std::cell::Cell;

use crate::{
    breadcrumb::Breadcrumb,
    chunk::Cut,
    estimate::Measure,
    settings::{Settings, Strategy},
    source::Source,
    span::Span,
    structure::{blanks, blocks::Block, lines},
};

/// What a chunk adds: bodies tile the source.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) span: Span,
    pub(crate) cut: Cut,
    pub(crate) oversize: bool,
    /// Whether the end of the text before may be copied in front of it: not if it is blank or the first of the text or a section.
    pub(crate) takes_overlap: bool,
    pub(crate) prefix: String,
}

/// What a strategy decides about a body that starts somewhere.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Choice {
    /// It ends at this boundary, which is in reach.
    End(usize),
    /// It is a single unit over the size, kept whole to this boundary.
    Oversize(usize),
}

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
    measure: Measure,
    /// Blocks that are not cut, in order, none inside another.
    kept: Vec<Span>,
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
            kept: Vec::new(),
            glued: glued(source),
            blanks: Cell::default(),
        };
        if settings.options().keep_blocks {
            room.kept = room.kept_blocks();
        }
        room
    }

    /// Tiles the source region by region (each up to its end), asking `choose` where a body ends that is not the last of its region.
    pub(crate) fn fill(&self, ends: impl IntoIterator<Item = usize>, choose: impl Fn(&Reach) -> Choice) -> Vec<Body> {
        let mut bodies = Vec::new();
        let mut at = 0;
        for end in ends {
            let region = Region::new(self, at, end);
            let mut is_first = true;
            while at < region.solid {
                let reach = Reach::new(self, &region, at, is_first);
                let body = reach.body(&choose);
                at = body.span.end;
                is_first = false;
                bodies.push(body);
            }
        }
        // Blanks at the end of the text that are over the size even with the character before them.
        while at < self.text().len() {
            let region = Region { end: self.text().len(), solid: at, last: at, need: self.text().len() };
            let reach = Reach::new(self, &region, at, false);
            let body = reach.blank_body();
            at = body.span.end;
            bodies.push(body);
        }
        bodies
    }

    pub(crate) fn text(&self) -> &'a str {
        self.source.text()
    }

    /// The most a chunk may weigh whose body starts at `at`, prefix left out.
    fn size_at(&self, at: usize) -> u64 {
        let size = self.measure.limit(self.settings.size());
        size - self.measure.weight_of(&self.breadcrumb.prefix(at, self.blank_end(at), 0))
    }

    /// Whether `start..end` fits the size by itself, blanks at its end left out.
    pub(crate) fn fits_alone(&self, start: usize, end: usize) -> bool {
        self.fits(start, end, self.size_at(start))
    }

    /// Whether `start..end` weighs at most `size`, blanks at its end left out.
    fn fits(&self, start: usize, end: usize, size: u64) -> bool {
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
            taken && (whole_units && block.is_verbatim() || self.fits_alone(block.span.start, block.span.end))
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
    fn guarded(&self, at: usize, guard: Guard) -> Option<Span> {
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
    fn cut_at(&self, at: usize) -> Cut {
        let text = self.text();
        let source = self.source;
        if at == text.len() {
            Cut::End
        } else if source.headings().binary_search_by_key(&at, |heading| heading.span.start).is_ok() {
            Cut::Heading
        } else if source.paragraphs().binary_search(&at).is_ok() {
            Cut::Paragraph
        } else if lines::is_line_start(text, at) {
            Cut::Line
        } else if source.sentences().binary_search(&at).is_ok() {
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

/// A stretch of the source that bodies do not reach out of, but for blanks at its end: the text, or a section.
#[derive(Debug)]
struct Region {
    end: usize,
    /// The end without blanks.
    solid: usize,
    /// Where its last grapheme cluster that is no blank starts: a cut after that would leave a blank rest.
    last: usize,
    /// How far the last body has to reach. At the end of the text no body follows that could take the blanks: they are part of it,
    /// unless they are over the size with the character before them.
    need: usize,
}

impl Region {
    fn new(room: &Room, start: usize, end: usize) -> Self {
        let text = room.text();
        let last = start + blanks::last_cluster(text[start..end].trim_end());
        let solid = blanks::cluster_end(text, last, end).unwrap_or(end);
        let size = room.measure.limit(room.settings.size());
        let takes_blanks = end == text.len() && last + room.measure.reach(&text[last..], size) == end;
        Self { end, solid, last, need: if takes_blanks { end } else { solid } }
    }
}

/// What is in reach of a body that starts somewhere.
#[derive(Debug)]
pub(crate) struct Reach<'r> {
    pub(crate) room: &'r Room<'r>,
    region: &'r Region,
    pub(crate) start: usize,
    /// Its first character that is no blank.
    pub(crate) first: usize,
    is_blank: bool,
    /// How far the room goes, and how far with the blanks behind that.
    hard: usize,
    soft: usize,
    /// The same for the size.
    full: usize,
    full_soft: usize,
    /// What the room and the size weigh.
    limit: u64,
    size: u64,
    is_first: bool,
    prefix: String,
}

impl<'r> Reach<'r> {
    fn new(room: &'r Room<'r>, region: &'r Region, start: usize, is_first: bool) -> Self {
        let text = room.text();
        let measure = room.measure;
        let first = room.blank_end(start);
        let size = measure.limit(room.settings.size());
        let least = room.least(region, start, first);
        let need = measure.weight_of(&text[start..least.end]);
        let prefix = room.breadcrumb.prefix(start, first, need);
        let size = size - measure.weight_of(&prefix);
        let overlap = if is_first { 0 } else { measure.limit(room.settings.overlap()) };
        let limit = size.saturating_sub(overlap).max(need);
        let hard = start + measure.reach(&text[start..], limit);
        let full = if limit == size { hard } else { start + measure.reach(&text[start..], size) };
        let (soft, full_soft) = (room.blank_end(hard), room.blank_end(full));
        Self { room, region, start, first, is_blank: least.is_blank, hard, soft, full, full_soft, limit, size, is_first, prefix }
    }

    fn body(self, choose: impl Fn(&Self) -> Choice) -> Body {
        if self.is_blank {
            return self.blank_body();
        }
        let end = self.region.end;
        if self.reaches(end) {
            return self.into_body(end, false);
        }
        match choose(&self) {
            Choice::End(end) => self.into_body(end, false),
            Choice::Oversize(end) => self.into_body(end, true),
        }
    }

    /// Blanks only: as many as the size takes.
    fn blank_body(self) -> Body {
        let text = self.room.text();
        let most = self.first.min(self.full);
        let mut ends = (self.start + 1..=most).rev();
        let end = ends.find(|&at| text.is_char_boundary(at) && blanks::is_between_clusters(text, at)).unwrap_or(most);
        Body {
            span: Span::new(self.start, end),
            cut: self.room.cut_at(end),
            oversize: false,
            takes_overlap: false,
            prefix: self.prefix,
        }
    }

    fn into_body(self, boundary: usize, oversize: bool) -> Body {
        let cut = self.room.cut_at(boundary);
        let end = if oversize { boundary } else { self.place(boundary).unwrap_or_else(|| self.place_anyhow(boundary)) };
        Body { span: Span::new(self.start, end), cut, oversize, takes_overlap: !self.is_first, prefix: self.prefix }
    }

    /// Where a body that ends at a boundary in reach is really cut: the blanks before the boundary that do not fit begin the next body.
    /// `None` if every place for that touches a no-break blank.
    fn place(&self, boundary: usize) -> Option<usize> {
        let text = self.room.text();
        self.places(boundary).find(|&at| at == boundary || !blanks::touches_no_break(text, at))
    }

    fn place_anyhow(&self, boundary: usize) -> usize {
        self.places(boundary).next().unwrap_or(self.hard)
    }

    /// The places between the last character before a boundary in reach and the boundary, as far as they fit, last first.
    fn places(&self, boundary: usize) -> impl Iterator<Item = usize> {
        let text = self.room.text();
        let most = boundary.min(if self.reaches(boundary) { self.hard } else { self.full });
        let solid = if boundary == most { most } else { self.first + blanks::solid_end(&text[self.first..most]) };
        (solid..=most)
            .rev()
            .filter(move |&at| at == boundary || text.is_char_boundary(at) && blanks::is_between_clusters(text, at))
    }

    /// Whether a body to `end` takes a quarter of the room.
    pub(crate) fn fills_a_quarter(&self, end: usize) -> bool {
        let text = &self.room.text()[self.start..end.min(self.hard)];
        self.room.measure.weight_of(text) * 4 >= self.limit
    }

    /// Whether a body to the boundary `end` fits the room.
    pub(crate) fn reaches(&self, end: usize) -> bool {
        if end >= self.region.end { self.region.need <= self.hard } else { end <= self.soft }
    }

    /// Whether a body to the boundary `end` fits the size, if perhaps not the room.
    pub(crate) fn fits_size(&self, end: usize) -> bool {
        if end >= self.region.end { self.region.need <= self.full } else { end <= self.full_soft }
    }

    /// Whether what is up to `end` fits the size without the blanks at its start.
    pub(crate) fn fits_without_blanks(&self, end: usize) -> bool {
        self.room.fits(self.first, end, self.size)
    }

    /// The way out where nothing else is left: as many grapheme clusters as the room takes, though blanks are all that follows; or, of a
    /// cluster that never fits, as many code points.
    pub(crate) fn last_resort(&self) -> usize {
        let borders = blanks::cluster_borders(self.room.text(), self.start, self.hard);
        borders.filter(|&at| at > self.first).last().unwrap_or(self.hard)
    }

    /// The last of `starts` in reach of the room that may be cut at.
    pub(crate) fn last_of(&self, starts: &[usize], guard: Guard) -> Option<usize> {
        self.last(self.soft, guard, |most| starts[..starts.partition_point(|&at| at <= most)].last().copied())
    }

    /// The same in reach of the whole size.
    pub(crate) fn last_of_in_size(&self, starts: &[usize], guard: Guard) -> Option<usize> {
        self.last(self.full_soft, guard, |most| starts[..starts.partition_point(|&at| at <= most)].last().copied())
    }

    /// The last line start in reach.
    pub(crate) fn last_line(&self, guard: Guard) -> Option<usize> {
        let text = self.room.text();
        self.last(self.soft, guard, |most| lines::last_line_start(text, self.first, most))
    }

    /// The last word start in reach; between ideographs and kana every character that may begin a line starts one.
    pub(crate) fn last_word(&self, guard: Guard) -> Option<usize> {
        let text = self.room.text();
        self.last(self.soft, guard, |most| {
            let end = text[most..].chars().next().map_or(most, |c| most + c.len_utf8());
            let mut places = text[self.first..end].char_indices().rev().map(|(at, _)| self.first + at);
            places.find(|&at| {
                at <= most && (blanks::is_word_start(text, at) || at <= self.hard && blanks::is_ideograph_border(text, at))
            })
        })
    }

    /// The last border between grapheme clusters in reach.
    pub(crate) fn last_cluster(&self, guard: Guard) -> Option<usize> {
        let text = self.room.text();
        let borders: Vec<usize> = blanks::cluster_borders(text, self.start, self.hard).collect();
        let (no_break, free): (Vec<usize>, Vec<usize>) = borders.iter().partition(|&&at| blanks::touches_no_break(text, at));
        let search = |places: &[usize]| {
            self.last(self.hard, guard, |most| places[..places.partition_point(|&at| at <= most)].last().copied())
        };
        search(&free).or_else(|| (guard == Guard::Nothing).then(|| search(&no_break)).flatten())
    }

    /// The first of `starts` after the body's first character that may be cut at, or the end of the region.
    pub(crate) fn next_of(&self, starts: &[usize], guard: Guard) -> usize {
        self.next_after(starts, self.first, guard)
    }

    /// The first of `starts` after `at` that may be cut at, or the end of the region.
    pub(crate) fn next_after(&self, starts: &[usize], at: usize, guard: Guard) -> usize {
        let mut at = at;
        while let Some(&next) = starts.get(starts.partition_point(|&start| start <= at)) {
            if next > self.region.last {
                break;
            }
            match self.room.guarded(next, guard) {
                Some(span) => at = next.max(span.end - 1),
                None => return next,
            }
        }
        self.region.end
    }

    /// The last place that `find` gives at or before some bound, leaves text on both sides and harms nothing that is guarded.
    fn last(&self, most: usize, guard: Guard, find: impl Fn(usize) -> Option<usize>) -> Option<usize> {
        let text = self.room.text();
        let mut most = most.min(self.region.last);
        while most > self.first {
            let at = find(most).filter(|&at| at > self.first)?;
            let below = match self.room.guarded(at, guard) {
                Some(span) => span.start,
                None if self.place(at).is_some() => return Some(at),
                None => at - 1,
            };
            most = text.floor_char_boundary(below.min(at - 1));
        }
        None
    }
}

/// The least a body takes.
struct Least {
    end: usize,
    /// Whether it can only be blank.
    is_blank: bool,
}

impl Room<'_> {
    /// The blanks at the start of a body and one grapheme cluster, if that fits the size. If it does not: the blanks alone where the
    /// cluster fits without them, one code point of it where it never does.
    fn least(&self, region: &Region, start: usize, first: usize) -> Least {
        let text = self.text();
        let size = self.measure.limit(self.settings.size());
        let reach = |from: usize| from + self.measure.reach(&text[from..], size);
        let after = |at: usize| at + text[at..].chars().next().map_or(0, char::len_utf8);
        let most = reach(start);
        if first >= most {
            return Least { end: after(start), is_blank: true };
        }
        match blanks::cluster_end(text, first, most) {
            Some(end) if end >= region.solid && region.need <= most => Least { end: region.need, is_blank: false },
            Some(end) => Least { end, is_blank: false },
            None if first > start && blanks::cluster_end(text, first, reach(first)).is_some() => {
                Least { end: after(start), is_blank: true }
            }
            None => Least { end: after(first), is_blank: false },
        }
    }
}
