//! `sentence`: whole sentences, packed across paragraphs.

use std::ops::ControlFlow;

use crate::{
    bodies::{self, Resume, Take},
    pack,
    room::Room,
};

pub(super) fn bodies(room: &Room, from: Resume, take: Take) -> ControlFlow<()> {
    bodies::fill(room, from, [room.text().len()], |reach| pack::choose(reach, room.source.sentence_starts()), take)
}
