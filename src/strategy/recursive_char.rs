//! `recursive-char`: as full as the coarsest good boundary allows, never over the size.

use std::ops::ControlFlow;

use crate::{
    bodies::{self, Choice, Resume, Take},
    ladder,
    reach::Reach,
    room::{Guard, Room},
};

pub(super) fn bodies(room: &Room, from: Resume, take: Take) -> ControlFlow<()> {
    bodies::fill(
        room,
        from,
        [room.text().len()],
        |reach| Choice::End(whole_sentence(reach).unwrap_or_else(|| ladder::cut(reach))),
        take,
    )
}

/// The end of the sentence (or block) the body starts with, if it is over the room but not over the size: it stays whole,
/// and the overlap before it shrinks.
fn whole_sentence(reach: &Reach) -> Option<usize> {
    let source = reach.room.source;
    let sentences = source.sentence_starts();
    // A sentence ends with its paragraph at the latest.
    if reach.reaches(reach.next_of(source.paragraph_starts(), Guard::HeadingsAndBlocks)) {
        return None;
    }
    let end = reach.next_of(sentences, Guard::HeadingsAndBlocks);
    let starts_sentence = || sentences.last_up_to(reach.first).is_some_and(|at| at >= reach.start);
    (!reach.reaches(end) && reach.fits_size(end) && starts_sentence()).then_some(end)
}
