//! The four strategies. Which to use when: see [`Strategy`].
//!
//! A strategy is a function from a source and the room to bodies. Bodies tile the source; overlap comes later.
//! To add one: a file here with `bodies`, a variant in [`Strategy`], and the compiler names the places that are left.

use std::ops::ControlFlow;

use crate::{
    bodies::{Resume, Take},
    room::Room,
    settings::Strategy,
};

mod paragraph;
mod recursive_char;
mod semantic;
mod sentence;

/// Cuts the source into bodies as the settings' strategy does, from a place on, until it is enough.
pub(crate) fn bodies(room: &Room, from: Resume, take: Take) -> ControlFlow<()> {
    match room.settings.strategy() {
        Strategy::RecursiveChar => recursive_char::bodies(room, from, take),
        Strategy::Sentence => sentence::bodies(room, from, take),
        Strategy::Paragraph => paragraph::bodies(room, from, take),
        Strategy::Semantic => semantic::bodies(room, from, take),
    }
}
