//! `sentence`: whole sentences, packed across paragraphs.

use crate::{
    bodies::{self, Body},
    pack,
    room::Room,
};

pub(super) fn bodies(room: &Room) -> Vec<Body> {
    bodies::fill(room, [room.text().len()], |reach| pack::choose(reach, room.source.sentence_starts()))
}
