//! `paragraph`: whole paragraphs, short neighbours packed together.

use crate::{
    bodies::{self, Body},
    pack,
    room::Room,
};

pub(super) fn bodies(room: &Room) -> Vec<Body> {
    bodies::fill(room, [room.text().len()], |reach| pack::choose(reach, room.source.paragraph_starts()))
}
