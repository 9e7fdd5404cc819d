//! What must hold for any input, as functions of bytes: the fuzzer hunts for bytes that break one, `tests/replay.rs` tries those it kept.

mod case;
mod command;
#[path = "../../tests/laws/law.rs"]
mod law;
#[path = "../../tests/laws/pieces.rs"]
mod pieces;
#[cfg(counted)]
pub mod work;

use arbitrary::{Arbitrary, Unstructured};
use case::{Case, Edited, text};
use chunklab::{Source, chunk};
pub use command::command;
#[cfg(counted)]
pub use work::work;

/// Bytes that are not enough for a case are none.
fn case<'a, T: Arbitrary<'a>>(input: &'a [u8]) -> Option<T> {
    T::arbitrary_take_rest(Unstructured::new(input)).ok()
}

/// The laws, for any text and settings.
pub fn laws(input: &[u8]) {
    let Some(case) = case::<Case>(input) else { return };
    let source = case.source();
    let chunking = chunk(&source, &case.settings(600));
    law::offsets_slice_the_source_to_the_chunk_in_every_unit(&source, &chunking);
    law::bodies_joined_give_back_the_source(&source, &chunking);
    law::starts_and_ends_strictly_increase(&source, &chunking);
    law::no_body_is_blank_unless_its_blanks_and_the_next_cluster_do_not_fit_together(&source, &chunking);
    law::a_chunk_measures_at_most_the_size_unless_it_is_one_unit_kept_whole(&source, &chunking);
    law::overlap_is_at_most_what_was_asked_and_overlaps_one_chunk(&source, &chunking);
    law::no_cut_falls_inside_a_cluster_that_fits(&source, &chunking);
    law::a_clean_text_has_nothing_left_to_clean_and_every_change_was_counted(source.text());
}

/// What is known of a source and its chunks after edits is what is found afresh.
pub fn edits(input: &[u8]) {
    let Some(Edited { case, edits }) = case(input) else { return };
    let mut source = Source::new(text(&case.text));
    let mut chunking = chunk(&source, &case.settings(600));
    for edit in edits.iter().take(8) {
        let change = source.edit(edit.range(source.text()), &text(&edit.inserted));
        chunking.follow(&source, &change);
        law::what_follows_an_edit_is_what_is_found_afresh(&source, &chunking);
    }
}

/// Every export parses back to the same chunks.
pub fn exports(input: &[u8]) {
    let Some(case) = case::<Case>(input) else { return };
    let source = case.source();
    // All formats with all offsets, and an overlap may be in many chunks.
    if source.text().len() > 2000 {
        return;
    }
    law::every_export_parses_back_to_the_chunks(&source, &chunk(&source, &case.settings(600)));
}
