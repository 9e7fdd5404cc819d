//! The four strategies. Which to use when: see [`Strategy`].
//!
//! A strategy is a function from a source and the room to bodies. Bodies tile the source; overlap comes later.
//! To add one: a file here with `bodies`, a variant in [`Strategy`], and the compiler names the places that are left.

use crate::{bodies::Body, room::Room, settings::Strategy};

mod paragraph;
mod recursive_char;
mod semantic;
mod sentence;

/// Cuts the source into bodies as the settings' strategy does.
pub(crate) fn bodies(room: &Room) -> Vec<Body> {
    match room.settings.strategy() {
        Strategy::RecursiveChar => recursive_char::bodies(room),
        Strategy::Sentence => sentence::bodies(room),
        Strategy::Paragraph => paragraph::bodies(room),
        Strategy::Semantic => semantic::bodies(room),
    }
}
