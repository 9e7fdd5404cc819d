//! Blanks (Unicode White_Space), grapheme clusters and words: where a text may be cut at all.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// A blank that must not be cut at: U+00A0, U+2007, U+202F.
pub(crate) const fn is_no_break(c: char) -> bool {
    matches!(c, '\u{A0}' | '\u{2007}' | '\u{202F}')
}

/// A character that shows nothing and takes no room: soft hyphen, zero-width blanks and joiners, marks of direction, BOM.
pub(crate) const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// The characters on either side of `at`.
pub(crate) fn around(text: &str, at: usize) -> (Option<char>, Option<char>) {
    (text[..at].chars().next_back(), text[at..].chars().next())
}

/// Whether `at` touches a no-break blank that is not at the edge of a line.
pub(crate) fn touches_no_break(text: &str, at: usize) -> bool {
    let (before, after) = around(text, at);
    [before, after].into_iter().flatten().any(is_no_break) && !super::lines::is_line_start(text, at)
}

/// Whether a word starts at `at`: a character that is no blank, after a blank that may be cut at (UAX #14: SP ÷),
/// and not inside a grapheme cluster (a combining mark can sit on a blank).
pub(crate) fn is_word_start(text: &str, at: usize) -> bool {
    match around(text, at) {
        (Some(before), Some(after)) if before.is_whitespace() && !is_no_break(before) => {
            !after.is_whitespace() && (after.is_ascii() || splits_clusters(before, after))
        }
        _ => false,
    }
}

/// How far to read a text backwards for the last place in it where a word may start or a line may begin: none is in an unbroken run of
/// ASCII at its end, nor at the end of the text.
pub(crate) fn without_words(text: &str) -> usize {
    /// How many bytes are looked at together: a loop over them becomes vector instructions.
    const BLOCK: usize = 32;
    let may_part = |byte: u8| !matches!(byte, b'!'..=b'~');
    let mut end = text.len();
    // The first byte that is left out starts no word if the one before it does not part.
    while let Some(block) = text.as_bytes()[..end].last_chunk::<BLOCK>() {
        if block.iter().fold(false, |found, &byte| found | may_part(byte)) {
            break;
        }
        end -= BLOCK - 1;
    }
    end
}

/// Whether one may begin a line between two characters of Han, kana or Bopomofo text, where words are not set apart by blanks.
/// The common rule of Japanese and Chinese typesetting (JIS X 4051, UAX #14 CL, NS, OP): none begins with a closing mark,
/// a small kana or an iteration mark, none ends with an opening bracket.
pub(crate) fn is_ideograph_border(text: &str, at: usize) -> bool {
    match around(text, at) {
        (Some(before), Some(after)) => {
            (is_unspaced(before) || is_unspaced(after))
                && !before.is_whitespace()
                && !after.is_whitespace()
                && !never_first(after)
                && !never_last(before)
                && splits_clusters(before, after)
        }
        _ => false,
    }
}

/// Han, kana and Bopomofo with their punctuation: scripts written without blanks whose every character may begin a line.
pub(crate) const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{312F}' | '\u{3190}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF00}'..='\u{FF9F}' | '\u{1AFF0}'..='\u{1B16F}' | '\u{20000}'..='\u{3FFFF}')
}

fn never_first(c: char) -> bool {
    "、。，．・：；？！‼⁇⁈⁉」』）］｝〕〉》】〗〙〟’”｠»ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ,.!?:;)]}％%℃…‥".contains(c)
        || matches!(c, '\u{31F0}'..='\u{31FF}' | '\u{FF61}'..='\u{FF65}' | '\u{FF67}'..='\u{FF70}')
}

fn never_last(c: char) -> bool {
    "「『（［｛〔〈《【〖〘〝‘“｟«([{￥＄$#＃№".contains(c) || c == '\u{FF62}'
}

/// Whether two neighbouring characters belong to different grapheme clusters, as far as the two alone can tell
/// (enough for every pair but regional indicators, emoji joined by ZWJ and Indic conjuncts).
pub(crate) fn splits_clusters(before: char, after: char) -> bool {
    if before.is_ascii() && after.is_ascii() {
        return (before, after) != ('\r', '\n');
    }
    let mut buffer = [0; 8];
    let first = before.encode_utf8(&mut buffer).len();
    let second = after.encode_utf8(&mut buffer[first..]).len();
    std::str::from_utf8(&buffer[..first + second]).is_ok_and(|pair| pair.graphemes(true).nth(1).is_some())
}

/// The borders of grapheme clusters (UAX #29) in `text[from..=to]`, both ends left out unless `to` is one. `from` is taken for a border.
pub(crate) fn cluster_borders(text: &str, from: usize, to: usize) -> impl Iterator<Item = usize> {
    // One character more, so that the border at `to` is decided by what follows it.
    let more = text[to..].chars().next().map_or(0, char::len_utf8);
    text[from..to + more].grapheme_indices(true).map(move |(at, _)| from + at).skip(1).chain((more == 0).then_some(to))
}

/// The borders of grapheme clusters in `text[from..]` that are after `from` and not after `most`, the last one first. `from` is taken for a border.
pub(crate) fn cluster_borders_back(text: &str, from: usize, most: usize) -> impl Iterator<Item = usize> {
    (from + 1..=most).rev().filter(move |&at| is_cluster_border(text, from, at))
}

/// Whether `at` is a border of grapheme clusters in `text[from..]`.
pub(crate) fn is_cluster_border(text: &str, from: usize, at: usize) -> bool {
    match text.as_bytes()[at - 1..] {
        [before, after, ..] if before.is_ascii() && after.is_ascii() => (before, after) != (b'\r', b'\n'),
        _ if !text.is_char_boundary(at) => false,
        _ => GraphemeCursor::new(at - from, text.len() - from, true).is_boundary(&text[from..], 0).unwrap_or(true),
    }
}

/// Where the grapheme cluster that starts at `from` ends, at most `within` bytes on: `None` if it goes on after that.
pub(crate) fn cluster_end(text: &str, from: usize, within: usize) -> Option<usize> {
    cluster_borders(text, from, within).next()
}

/// Where the last grapheme cluster of a text starts.
pub(crate) fn last_cluster(text: &str) -> usize {
    text.grapheme_indices(true).next_back().map_or(0, |(at, _)| at)
}

/// Whether a cut at `at`, at the edge of a blank, is one between grapheme clusters.
pub(crate) fn is_between_clusters(text: &str, at: usize) -> bool {
    match around(text, at) {
        (Some(before), Some(after)) => splits_clusters(before, after),
        _ => true,
    }
}

/// The end of the text without the blanks at its end.
pub(crate) fn solid_end(text: &str) -> usize {
    text.trim_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_starts_after_a_blank_but_not_after_a_no_break_one() {
        let starts = |text: &str| -> Vec<usize> {
            (0..=text.len()).filter(|&at| text.is_char_boundary(at) && is_word_start(text, at)).collect()
        };
        assert_eq!(starts("10 km on"), [3, 6]);
        assert_eq!(starts("10\u{A0}km on"), [7]);
        assert_eq!(starts("a \u{301}b c"), [6]);
    }

    #[test]
    fn ideographs_part_but_not_before_a_closing_mark_or_after_an_opening_one() {
        let borders = |text: &str| -> String {
            text.char_indices().filter(|&(at, _)| is_ideograph_border(text, at)).map(|(_, c)| c).collect()
        };
        assert_eq!(borders("「長い。」と言った"), "いと言た");
        assert_eq!(borders("キャッシュ済みABC版"), "シ済みA版");
        assert_eq!(borders("한국어 문장"), "");
    }

    #[test]
    fn cluster_borders_are_those_of_the_whole_text() {
        let text = "e\u{301}👨‍👩‍👧🇯🇵🇯🇵\r\nक्षि x";
        let all: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
        for to in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            let expected: Vec<usize> = all.iter().copied().filter(|&at| at > 0 && at <= to).collect();
            assert_eq!(cluster_borders(text, 0, to).collect::<Vec<_>>(), expected, "{to}");
            assert!(cluster_borders_back(text, 0, to).eq(expected.into_iter().rev()), "{to}");
        }
    }
}
