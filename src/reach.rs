//! What is in reach of a body that starts somewhere: how far it can go, and which boundaries that takes in.

use crate::{
    room::{Guard, Room},
    starts::Starts,
    structure::{blanks, lines},
};

/// A stretch of the source that bodies do not reach out of, but for blanks at its end: the text, or a section.
#[derive(Debug)]
pub(crate) struct Region {
    end: usize,
    /// The end without blanks.
    pub(crate) solid: usize,
    /// Where its last grapheme cluster that is no blank starts: a cut after that would leave a blank rest.
    last: usize,
    /// How far the last body has to reach. At the end of the text no body follows that could take the blanks: they are part of it,
    /// unless they are over the size with the character before them.
    need: usize,
}

impl Region {
    pub(crate) fn new(room: &Room, start: usize, end: usize) -> Self {
        let text = room.text();
        let last = start + blanks::last_cluster(text[start..end].trim_end());
        let solid = blanks::cluster_end(text, last, end).unwrap_or(end);
        let takes_blanks = end == text.len() && last + room.measure.reach(&text[last..], room.size) == end;
        Self { end, solid, last, need: if takes_blanks { end } else { solid } }
    }

    /// Blanks at the end of the text that are over the size even with the character before them.
    pub(crate) const fn of_blanks(start: usize, end: usize) -> Self {
        Self { end, solid: start, last: start, need: end }
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
    /// Whether it can only be blank.
    pub(crate) is_blank: bool,
    /// How far the room goes, and how far with the blanks behind that.
    hard: usize,
    soft: usize,
    /// The same for the size.
    full: usize,
    full_soft: usize,
    /// A body that ends further on takes a quarter of the room.
    quarter: usize,
    /// What the size weighs.
    size: u64,
    /// Whether the room is what the overlap leaves of the size.
    leaves_overlap: bool,
    pub(crate) is_first: bool,
    pub(crate) prefix: String,
}

impl<'r> Reach<'r> {
    pub(crate) fn new(room: &'r Room<'r>, region: &'r Region, start: usize, is_first: bool) -> Self {
        let text = room.text();
        let measure = room.measure;
        let first = room.blank_end(start);
        let least = room.least(region, start, first);
        let need = measure.weight_of(&text[start..least.end]);
        let prefix = room.breadcrumb.prefix(start, first, need);
        let size = room.size - measure.weight_of(&prefix);
        let overlap = if is_first { 0 } else { measure.limit(room.settings.overlap()) };
        let limit = size.saturating_sub(overlap).max(need);
        let leaves_overlap = limit + overlap <= size;
        let below_quarter = limit.div_ceil(4).saturating_sub(1);
        let (quarter, left) = measure.reach_from(text, start, below_quarter);
        let (hard, left) = measure.reach_from(text, quarter, left + limit - below_quarter);
        let (full, _) = measure.reach_from(text, hard, left + size.saturating_sub(limit));
        let (soft, full_soft) = (room.blank_end(hard), room.blank_end(full));
        let is_blank = least.is_blank;
        Self {
            room,
            region,
            start,
            first,
            is_blank,
            hard,
            soft,
            full,
            full_soft,
            quarter,
            size,
            leaves_overlap,
            is_first,
            prefix,
        }
    }

    /// Whether a body to `end` leaves as much of the size as the overlap may take.
    pub(crate) const fn leaves_overlap(&self, end: usize) -> bool {
        self.leaves_overlap && end <= self.hard
    }

    /// Where a body that ends at a boundary in reach is really cut: the blanks before the boundary that do not fit begin the next body.
    /// `None` if every place for that touches a no-break blank.
    fn place(&self, boundary: usize) -> Option<usize> {
        let text = self.room.text();
        self.places(boundary).find(|&at| at == boundary || !blanks::touches_no_break(text, at))
    }

    /// The same, if need be at a no-break blank, or before the character that a blank is one grapheme cluster with.
    pub(crate) fn end_at(&self, boundary: usize) -> usize {
        self.place(boundary).or_else(|| self.places(boundary).next()).unwrap_or_else(|| self.last_resort())
    }

    /// The end of a body of blanks only: as many as the size takes.
    pub(crate) fn end_of_blanks(&self) -> usize {
        let text = self.room.text();
        let most = self.first.min(self.full);
        let mut ends = (self.start + 1..=most).rev();
        ends.find(|&at| text.is_char_boundary(at) && blanks::is_between_clusters(text, at)).unwrap_or(most)
    }

    /// The end of the text or section that the body is in.
    pub(crate) const fn region_end(&self) -> usize {
        self.region.end
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
        end.min(self.hard) > self.quarter
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
    pub(crate) fn last_of(&self, starts: Starts, guard: Guard) -> Option<usize> {
        self.last(self.soft, guard, |most| starts.last_up_to(most))
    }

    /// The same that parts no introduction from what it introduces, if the body then has half of what is in reach, in bytes. Of the cuts in
    /// Markdown one in ten parted one; this way one in thirty does, for two chunks more in a hundred.
    pub(crate) fn last_not_introduced(&self, starts: Starts) -> Option<usize> {
        self.last_of(starts, Guard::Introductions).filter(|&end| (end - self.start) * 2 > self.hard - self.start)
    }

    /// The same in reach of the whole size.
    pub(crate) fn last_of_in_size(&self, starts: Starts, guard: Guard) -> Option<usize> {
        self.last(self.full_soft, guard, |most| starts.last_up_to(most))
    }

    /// The last of `starts` in reach of the room that a line starts at.
    pub(crate) fn last_line_of(&self, starts: Starts, guard: Guard) -> Option<usize> {
        let text = self.room.text();
        self.last(self.soft, guard, |most| {
            let last = |most: usize| starts.last_up_to(most).filter(|&at| at > self.first);
            std::iter::successors(last(most), |&at| last(at - 1)).find(|&at| lines::is_line_start(text, at))
        })
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
            let end = self.first + blanks::without_words(&text[self.first..end]);
            let mut places = text[self.first..end].char_indices().rev().map(|(at, _)| self.first + at);
            places.find(|&at| {
                at <= most && (blanks::is_word_start(text, at) || at <= self.hard && blanks::is_ideograph_border(text, at))
            })
        })
    }

    /// The last border between grapheme clusters in reach.
    pub(crate) fn last_cluster(&self, guard: Guard) -> Option<usize> {
        let text = self.room.text();
        let search = |no_break: bool| {
            self.last(self.hard, guard, |most| {
                let borders = blanks::cluster_borders_back(text, self.start, most);
                borders.into_iter().find(|&at| blanks::touches_no_break(text, at) == no_break)
            })
        };
        search(false).or_else(|| (guard == Guard::Nothing).then(|| search(true)).flatten())
    }

    /// The first of `starts` after the body's first character that may be cut at, or the end of the region.
    pub(crate) fn next_of(&self, starts: Starts, guard: Guard) -> usize {
        self.next_after(starts, self.first, guard)
    }

    /// The first of `starts` after `at` that may be cut at, or the end of the region.
    pub(crate) fn next_after(&self, starts: Starts, at: usize, guard: Guard) -> usize {
        let mut at = at;
        while let Some(next) = starts.first_from(at + 1) {
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
        /// So near, in bytes, a cluster mostly ends: then no more has to be measured.
        const NEAR: usize = 64;
        let text = self.text();
        let near = text.floor_char_boundary(first + NEAR);
        let near_end = blanks::cluster_end(text, first, near).filter(|&end| end < region.solid && end - start <= NEAR);
        if let Some(end) = near_end.filter(|&end| self.measure.weight_of(&text[start..end]) <= self.size) {
            return Least { end, is_blank: false };
        }
        let reach = |from: usize| from + self.measure.reach(&text[from..], self.size);
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
