//! The ladder: where a body is cut that may be cut anywhere, from the coarsest boundary to the finest.

use crate::{reach::Reach, room::Guard};

/// Where the body ends: the first rung that holds, guarding headings and blocks as long as there is another way.
pub(crate) fn cut(reach: &Reach) -> usize {
    [Guard::HeadingsAndBlocks, Guard::Blocks, Guard::Nothing]
        .into_iter()
        .find_map(|guard| rungs(reach, guard))
        .unwrap_or_else(|| reach.last_resort())
}

/// A quarter of the room keeps a title with its text and makes no crumbs; it was measured to keep more of what answers a question
/// together, at equal chunk length, than packing every sentence greedily or always taking the coarsest boundary. A line in the middle of a
/// wrapped sentence is a worse place than the end of a sentence, and a better one than a blank.
fn rungs(reach: &Reach, guard: Guard) -> Option<usize> {
    let source = reach.room.source;
    let fills = |&end: &usize| reach.fills_a_quarter(end);
    reach
        .last_of(source.paragraph_starts(), guard)
        .filter(fills)
        .or_else(|| reach.last_line_of(source.sentence_starts(), guard).filter(fills))
        .or_else(|| reach.last_of(source.sentence_starts(), guard).filter(|end| fills(end) || next_fits(reach, *end, guard)))
        .or_else(|| reach.last_line(guard).filter(fills))
        .or_else(|| reach.last_word(guard))
        .or_else(|| reach.last_cluster(guard))
}

/// Whether the sentence (or block) that reaches past the room would fit the size by itself, in the next chunk.
fn next_fits(reach: &Reach, start: usize, guard: Guard) -> bool {
    let end = reach.next_after(reach.room.source.sentence_starts(), start, guard);
    reach.room.fits_alone(start, end)
}
