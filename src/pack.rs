//! Greedy filling with whole units: shared by `sentence`, `paragraph` and `semantic`.

use crate::{bodies::Choice, ladder, reach::Reach, room::Guard, settings::Strategy, starts::Starts};

/// Where a body ends that is filled with whole units, `starts` being where they start. Headings make one unit with what follows them,
/// and a list that is over the size is units by its items: each holds a paragraph of its own (CommonMark 5.3). What ends in a colon goes with
/// what it introduces where the body stays half full.
pub(crate) fn choose(reach: &Reach, starts: Starts) -> Choice {
    if let Some(end) = reach.last_not_introduced(starts).or_else(|| reach.last_of(starts, Guard::HeadingsAndBlocks)) {
        return Choice::End(end);
    }
    let unit_end = reach.next_of(starts, Guard::HeadingsAndBlocks);
    if reach.fits_size(unit_end) {
        return Choice::End(unit_end);
    }
    let items = reach.room.source.item_starts();
    if let Some(end) = reach.last_of(items, Guard::HeadingsAndBlocks) {
        return Choice::End(end);
    }
    let unit_end = unit_end.min(reach.next_of(items, Guard::HeadingsAndBlocks));
    let settings = reach.room.settings;
    if reach.fits_size(unit_end) {
        Choice::End(unit_end)
    } else if settings.options().split_oversize || reach.fits_without_blanks(unit_end) {
        // Only the blanks around it put a unit that fits over the size: then the size wins.
        Choice::End(ladder::cut(reach))
    } else {
        without_heading(reach, starts, unit_end).map_or(Choice::Oversize(unit_end), Choice::End)
    }
}

/// Where to part the headings from a unit that fits the size only without them. In `semantic` a heading never stands alone,
/// and headings that what follows would take over the size anyway stay with it: unless they fill the size by themselves.
fn without_heading(reach: &Reach, starts: Starts, unit_end: usize) -> Option<usize> {
    let end = reach.last_of_in_size(starts, Guard::Blocks)?;
    let heading = reach.room.heading_at(end)?;
    let between_headings = !reach.room.text()[end..heading.end].trim().is_empty();
    let is_semantic = reach.room.settings.strategy() == Strategy::Semantic;
    (between_headings || !is_semantic && reach.room.fits_alone(end, unit_end)).then_some(end)
}
