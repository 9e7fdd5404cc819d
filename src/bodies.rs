//! Bodies: what chunks add. They tile the source.

use std::ops::ControlFlow;

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

/// Where the bodies begin that are asked for: with the text, or behind others that are as they would be.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Resume {
    pub(crate) at: usize,
    /// Where the body before that starts.
    pub(crate) before: Option<usize>,
}

/// What takes the bodies, one after the other, until it has enough.
pub(crate) type Take<'t> = &'t mut dyn FnMut(Body) -> ControlFlow<()>;

/// Tiles the source region by region (each up to its end), asking `choose` where a body ends that is not the last of its region.
pub(crate) fn fill(
    room: &Room,
    from: Resume,
    ends: impl IntoIterator<Item = usize>,
    choose: impl Fn(&Reach) -> Choice,
    take: Take,
) -> ControlFlow<()> {
    let text = room.text();
    let is_in = |at: usize, end: usize| at < end && !text[at..end].trim_start().is_empty();
    let (mut at, mut before) = (from.at, from.before);
    for end in ends {
        if !is_in(at, end) {
            // Bodies of this region may stand before, but none goes on with it.
            before = before.filter(|&before| !is_in(before, end));
            continue;
        }
        let region = Region::new(room, at, end);
        let mut is_first = before.take().is_none_or(|before| !is_in(before, end));
        while at < region.solid {
            let body = next(Reach::new(room, &region, at, is_first), &choose);
            at = body.span.end;
            is_first = false;
            take(body)?;
        }
    }
    let end = text.len();
    while at < end {
        let region = Region::of_blanks(at, end);
        let body = blank(Reach::new(room, &region, at, false));
        at = body.span.end;
        take(body)?;
    }
    ControlFlow::Continue(())
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
