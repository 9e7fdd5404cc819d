//! Gives each body its overlap: the end of the text before it, copied in front.

use crate::{bodies::Body, chunk::Chunk, room::Room, span::Span, structure::blanks};

/// Turns a body into a chunk. The body stays as it is: where there is no room beside it, its overlap shrinks. `previous` is where the chunk
/// before starts.
pub(crate) fn chunk(room: &Room, body: Body, previous: usize) -> Chunk {
    // Blanks at its start are left out of a chunk that is trimmed.
    let previous = if room.settings.options().trim { room.blank_end(previous) } else { previous };
    let start = if body.takes_overlap { start(room, &body, previous) } else { body.span.start };
    Chunk {
        span: Span::new(start, body.span.end),
        body: body.span.start,
        cut: body.cut,
        oversize: body.oversize,
        table: room.breadcrumb.table(body.span.start),
        prefix: body.prefix,
    }
}

/// Where the chunk of a body starts; `previous` is where the chunk before starts: the overlap is a proper suffix of that chunk.
fn start(room: &Room, body: &Body, previous: usize) -> usize {
    let text = room.text();
    let end = body.span.start;
    let allowed = allowed(room, body);
    let Some(first) = text.get(previous..end).and_then(|before| before.chars().next()) else { return end };
    let least = previous + first.len_utf8();
    let least = least + room.measure.reach_back(&text[least..end], allowed);
    sentence_start(room, least, end, allowed)
        .or_else(|| word_start(text, least, end))
        .or_else(|| cluster_start(text, previous, least, end))
        .unwrap_or(end)
}

/// What the overlap may weigh: at most the setting, and no more than the body leaves of the size.
fn allowed(room: &Room, body: &Body) -> u64 {
    let measure = room.measure;
    let most = measure.limit(room.settings.overlap());
    if body.leaves_overlap {
        return most;
    }
    let taken = measure.weight_of(&body.prefix) + measure.weight_of(&room.text()[body.span.range()]);
    room.size.saturating_sub(taken).min(most)
}

/// The first sentence start from `least` on, if it leaves at least half of what was allowed.
fn sentence_start(room: &Room, least: usize, end: usize, allowed: u64) -> Option<usize> {
    let start = room.source.sentence_starts().first_from(least).filter(|&at| at < end)?;
    let copied = &room.text()[start..end];
    (room.measure.weight_of(copied) * 2 >= allowed && !copied.trim().is_empty()).then_some(start)
}

/// The first word start from `least` on; in text of ideographs and kana any character that may begin a line.
fn word_start(text: &str, least: usize, end: usize) -> Option<usize> {
    let mut places = text[least..end].char_indices().map(|(at, _)| least + at);
    places.find(|&at| blanks::is_word_start(text, at) || blanks::is_ideograph_border(text, at))
}

/// If the body begins inside an unbroken run: the first border between grapheme clusters of that run from `least` on.
fn cluster_start(text: &str, previous: usize, least: usize, end: usize) -> Option<usize> {
    let inside_run =
        matches!(blanks::around(text, end), (Some(before), Some(after)) if !before.is_whitespace() && !after.is_whitespace());
    if !inside_run {
        return None;
    }
    let run = least + text[least..end].trim_end_matches(|c: char| !c.is_whitespace()).len();
    let mut places = run.max(previous + 1)..end;
    places.find(|&at| blanks::is_cluster_border(text, previous, at) && !text[..at].ends_with(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use crate::{Options, Settings, Source, Unit, chunk};

    /// What is copied in front of each chunk.
    fn copied(text: &str, size: u32, overlap: u32) -> Vec<&str> {
        let options = Options { size, overlap, unit: Unit::Characters, ..Options::default() };
        let chunking = chunk(&Source::new(text), &Settings::new(options).expect("valid"));
        chunking.chunks().iter().map(|chunk| &text[chunk.span.start..chunk.body]).collect()
    }

    #[test]
    fn an_overlap_begins_with_a_sentence_that_fills_half_of_it_or_else_with_a_word() {
        let text = "Red one. Blue two. Green three and four. Five.";
        assert_eq!(copied(text, 32, 10)[1], "Blue two. ");
        assert_eq!(copied(text, 32, 9)[1], "two. ");
        // There is room for eight.
        assert_eq!(copied(text, 30, 20)[1], "two. ");
    }

    #[test]
    fn an_unbroken_run_is_copied_from_a_cluster_on_no_more_than_was_asked() {
        let run = "b".repeat(40);
        assert_eq!(copied(&format!("aaa {run}"), 10, 3), ["", "", "bbb", "bbb", "bbb", "bbb", "bbb"]);
        let family = "👨\u{200D}👩\u{200D}👧".repeat(9);
        // Five characters each, that are never parted.
        assert!(copied(&family, 12, 9).iter().all(|copied| copied.chars().count() % 5 == 0));
        assert_eq!(copied(&family, 12, 6)[1].chars().count(), 5);
    }
}
