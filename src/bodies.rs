//! Bodies: what chunks add. They tile the source.

use crate::{
    chunk::Cut,
    reach::{Reach, Region},
    room::Room,
    span::Span,
};

/// What a chunk adds.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) span: Span,
    pub(crate) cut: Cut,
    pub(crate) oversize: bool,
    /// Whether the end of the text before may be copied in front of it: not if it is blank or the first of the text or a section.
    pub(crate) takes_overlap: bool,
    /// Whether it leaves as much of the size as the overlap may take.
    pub(crate) leaves_overlap: bool,
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

/// Tiles the source region by region (each up to its end), asking `choose` where a body ends that is not the last of its region.
pub(crate) fn fill(room: &Room, ends: impl IntoIterator<Item = usize>, choose: impl Fn(&Reach) -> Choice) -> Vec<Body> {
    let mut bodies = Vec::new();
    let mut at = 0;
    for end in ends {
        let region = Region::new(room, at, end);
        let mut is_first = true;
        while at < region.solid {
            let body = next(Reach::new(room, &region, at, is_first), &choose);
            at = body.span.end;
            is_first = false;
            bodies.push(body);
        }
    }
    let end = room.text().len();
    while at < end {
        let region = Region::of_blanks(at, end);
        let body = blank(Reach::new(room, &region, at, false));
        at = body.span.end;
        bodies.push(body);
    }
    bodies
}

fn next(reach: Reach, choose: impl Fn(&Reach) -> Choice) -> Body {
    let end = reach.region_end();
    if reach.is_blank {
        return blank(reach);
    }
    if reach.reaches(end) {
        return ended(reach, end);
    }
    match choose(&reach) {
        Choice::End(boundary) => ended(reach, boundary),
        Choice::Oversize(boundary) => body(reach, boundary, boundary, true),
    }
}

fn blank(reach: Reach) -> Body {
    let end = reach.end_of_blanks();
    Body { takes_overlap: false, ..body(reach, end, end, false) }
}

fn ended(reach: Reach, boundary: usize) -> Body {
    let end = reach.end_at(boundary);
    body(reach, boundary, end, false)
}

/// The body to `end`, which is `boundary` unless blanks before that are left to the next body.
fn body(reach: Reach, boundary: usize, end: usize, oversize: bool) -> Body {
    Body {
        span: Span::new(reach.start, end),
        cut: reach.room.cut_at(boundary),
        oversize,
        takes_overlap: !reach.is_first,
        leaves_overlap: reach.leaves_overlap(end),
        prefix: reach.prefix,
    }
}
