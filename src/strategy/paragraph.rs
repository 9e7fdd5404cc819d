//! `paragraph`: whole paragraphs, short neighbours packed together.

use std::ops::ControlFlow;

use crate::{
    bodies::{self, Resume, Take},
    pack,
    room::Room,
};

pub(super) fn bodies(room: &Room, from: Resume, take: Take) -> ControlFlow<()> {
    bodies::fill(room, from, [room.text().len()], |reach| pack::choose(reach, room.source.paragraph_starts()), take)
}
