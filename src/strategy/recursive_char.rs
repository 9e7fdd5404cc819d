//! `recursive-char`: as full as the coarsest good boundary allows, never over the size.

use crate::{
    bodies::{self, Body, Choice},
    ladder,
    reach::{Reach, last_up_to},
    room::{Guard, Room},
};

pub(super) fn bodies(room: &Room) -> Vec<Body> {
    bodies::fill(room, [room.text().len()], |reach| Choice::End(whole_sentence(reach).unwrap_or_else(|| ladder::cut(reach))))
}

/// The end of the sentence (or block) the body starts with, if it is over the room but not over the size: it stays whole,
/// and the overlap before it shrinks.
fn whole_sentence(reach: &Reach) -> Option<usize> {
    let sentences = reach.room.source.sentences();
    let starts_sentence = last_up_to(sentences, reach.first).is_some_and(|at| at >= reach.start);
    let end = reach.next_of(sentences, Guard::HeadingsAndBlocks);
    (starts_sentence && !reach.reaches(end) && reach.fits_size(end)).then_some(end)
}
