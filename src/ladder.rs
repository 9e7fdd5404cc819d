//! The ladder: where a body is cut that may be cut anywhere, from the coarsest boundary to the finest.

use crate::{reach::Reach, room::Guard};

/// Where the body ends: at a paragraph that nothing introduces, or else at the first rung that holds, guarding headings and blocks as long
/// as there is another way.
pub(crate) fn cut(reach: &Reach) -> usize {
    reach
        .last_not_introduced(reach.room.source.paragraph_starts())
        .or_else(|| [Guard::HeadingsAndBlocks, Guard::Blocks, Guard::Nothing].into_iter().find_map(|guard| rungs(reach, guard)))
        .unwrap_or_else(|| reach.last_resort())
}

/// A quarter of the room keeps a title with its text and makes no crumbs; it was measured to keep more of what answers a question
/// together, at equal chunk length, than packing every sentence greedily or always taking the coarsest boundary. A line in the middle of a
/// wrapped sentence is a worse place than the end of a sentence, and a better one than a blank.
fn rungs(reach: &Reach, guard: Guard) -> Option<usize> {
    let source = reach.room.source;
    let fills = |&end: &usize| reach.fills_a_quarter(end);
    reach
        .last_of(source.paragraph_starts(), guard)
        .filter(fills)
        .or_else(|| reach.last_line_of(source.sentence_starts(), guard).filter(fills))
        .or_else(|| reach.last_of(source.sentence_starts(), guard).filter(|end| fills(end) || next_fits(reach, *end, guard)))
        .or_else(|| reach.last_line(guard).filter(fills))
        .or_else(|| reach.last_word(guard))
        .or_else(|| reach.last_cluster(guard))
}

/// Whether the sentence (or block) that reaches past the room would fit the size by itself, in the next chunk.
fn next_fits(reach: &Reach, start: usize, guard: Guard) -> bool {
    let end = reach.next_after(reach.room.source.sentence_starts(), start, guard);
    reach.room.fits_alone(start, end)
}

#[cfg(test)]
mod tests {
    use crate::{Options, Settings, Source, Strategy, chunk};

    fn bodies(text: &str, strategy: Strategy) -> Vec<String> {
        let source = Source::new(text);
        let settings = Settings::new(Options { strategy, size: 30, overlap: 0, ..Options::default() }).expect("valid");
        chunk(&source, &settings).chunks().iter().map(|chunk| text[chunk.body..chunk.span.end].to_owned()).collect()
    }

    #[test]
    fn what_ends_in_a_colon_goes_with_what_it_introduces_where_half_of_the_room_is_filled_without() {
        let (long, short) = ("Take what is there before you begin, clean it, and dry it well.\n\n", "Take what is there.\n\n");
        let list = "- the lid with both of its screws\n- the seal, and the ring that holds it\n- the old cup";
        for strategy in Strategy::ALL {
            for introduction in ["You need three things:\n\n", "三つの物を用意します：\n\n"] {
                assert_eq!(bodies(&format!("{long}{introduction}{list}"), strategy)[0], long, "{strategy:?}");
                let parted = format!("{short}{introduction}");
                assert!(bodies(&format!("{parted}{list}"), strategy)[0].starts_with(&parted), "{strategy:?}");
            }
        }
        // What stands before is no introduction.
        let list = format!("{long}You need three things.\n\n");
        assert_eq!(
            bodies(&format!("{list}- the lid with both of its screws\n- the seal, and the ring"), Strategy::Paragraph)[0],
            list
        );
    }
}
