//! `semantic`: whole paragraphs, and every section begins a chunk.

use std::ops::ControlFlow;

use crate::{
    bodies::{self, Resume, Take},
    pack,
    room::Room,
    source::Source,
};

pub(super) fn bodies(room: &Room, from: Resume, take: Take) -> ControlFlow<()> {
    bodies::fill(room, from, section_ends(room.source), |reach| pack::choose(reach, room.source.paragraph_starts()), take)
}

/// Where sections end. A heading with no text of its own goes forward into the next section; headings at the end of the text that
/// nothing follows stay with what precedes them.
fn section_ends(source: &Source) -> Vec<usize> {
    let text = source.text();
    let mut ends = Vec::new();
    let mut from = 0;
    for heading in source.headings() {
        if !text[from..heading.span.start].trim().is_empty() {
            ends.push(heading.span.start);
        }
        from = heading.span.end;
    }
    if text[from..].trim().is_empty() && from > 0 {
        ends.pop();
    }
    ends.push(text.len());
    ends
}
