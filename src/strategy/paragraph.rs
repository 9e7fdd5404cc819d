//! `paragraph`: whole paragraphs, short neighbours packed together.

use crate::{
    pack,
    room::{Body, Room},
};

pub(super) fn bodies(room: &Room) -> Vec<Body> {
    room.fill([room.text().len()], |reach| pack::choose(reach, room.source.paragraphs()))
}
