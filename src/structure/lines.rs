//! Lines: `\n`, `\r\n`, `\r`, U+2028, U+2029 and U+0085 end one.

use memchr::{memchr2, memchr2_iter};

use super::{pages::is_in, rows::indent_of};
use crate::span::Span;

/// One line: its text is `start..end`, the next one begins at `next`. The last line has no line end (`end == next`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) next: usize,
}

impl Line {
    /// The line without its line end.
    pub(crate) fn text(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

/// The lines of `text[from..to]`, in order. They tile it; an empty text has none.
pub(crate) fn lines(text: &str, from: usize, to: usize) -> impl Iterator<Item = Line> + Clone {
    let bytes = &text.as_bytes()[..to];
    let mut at = from;
    // The next \n or \r is kept: between two of them there can be many rare line ends. So is how far there is none of those.
    let mut common = Line { start: from, end: from, next: from };
    let mut without_rare = from;
    std::iter::from_fn(move || {
        (at < to).then(|| {
            if common.next <= at {
                common = common_line_end(bytes, at);
            }
            let mut line = Line { start: at, ..common };
            while without_rare < line.end {
                let window = without_rare..to.min(without_rare.max(at) + WINDOW);
                match rare_line_end(&bytes[window.clone()]) {
                    Some((end, width)) if window.start + end < line.end => {
                        (line.end, line.next) = (window.start + end, window.start + end + width);
                        without_rare = line.next;
                        break;
                    }
                    Some((end, _)) => without_rare = window.start + end,
                    // One may begin with the last two bytes of the window.
                    None => without_rare = if window.end == to { to } else { window.end - 2 },
                }
            }
            at = line.next;
            without_rare = without_rare.max(at);
            line
        })
    })
}

/// How far ahead rare line ends are looked for at once, in bytes.
const WINDOW: usize = 1024;

/// The stretch from `from` to the next `\n`, `\r\n` or `\r`.
fn common_line_end(bytes: &[u8], from: usize) -> Line {
    let (end, width) = match memchr2(b'\n', b'\r', &bytes[from..]).map(|at| from + at) {
        Some(at) if bytes[at..].starts_with(b"\r\n") => (at, 2),
        Some(at) => (at, 1),
        None => (bytes.len(), 0),
    };
    Line { start: from, end, next: end + width }
}

/// The first U+0085, U+2028 or U+2029: where, and how long.
fn rare_line_end(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(at) = memchr2(0xC2, 0xE2, &bytes[from..]).map(|at| from + at) {
        match bytes[at..] {
            [0xC2, 0x85, ..] => return Some((at, 2)),
            [0xE2, 0x80, 0xA8 | 0xA9, ..] => return Some((at, 3)),
            _ => from = at + 1,
        }
    }
    None
}

/// A line that is not blank, with what tells most of them apart at a glance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Columns of blanks at its start.
    pub(super) indent: u32,
    /// The first byte behind those, and behind a BOM.
    first: u8,
    /// Whether blank lines stand before it, and whether lines of a page break do.
    pub(super) after_blank: bool,
    pub(super) after_page: bool,
}

impl Row {
    /// The line without its line end.
    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.end]
    }

    /// Whether it stands right below the row before.
    pub(super) const fn is_direct(&self) -> bool {
        !self.after_blank && !self.after_page
    }

    /// Whether it begins with a letter: then no mark makes anything else of it than text.
    pub(super) const fn begins_with_letter(&self) -> bool {
        self.first.is_ascii_alphabetic() || matches!(self.first, 0xC3..=0xE1 | 0xE3..=0xEE)
    }

    /// Whether it begins with a letter and is not indented as code is.
    pub(super) const fn is_plain(&self) -> bool {
        self.indent < 4 && self.begins_with_letter()
    }
}

/// The lines of a text that are neither blank nor in a page break.
pub(super) fn rows(text: &str, pages: &[Span]) -> Vec<Row> {
    rows_of(text, pages, 0, text.len())
}

/// The same of `text[from..to]`, which begins and ends where lines do. Of the blank lines before `from` nothing is known.
pub(super) fn rows_of(text: &str, pages: &[Span], from: usize, to: usize) -> Vec<Row> {
    let bytes = &text.as_bytes()[..to];
    let mut rows = Vec::with_capacity((to - from) / 128);
    let (mut after_blank, mut after_page) = (false, false);
    let mut add = |start: usize, end: usize| {
        if !pages.is_empty() && is_in(pages, start) {
            after_page = true;
        } else if let Some((indent, first)) = beginning(&text[start..end]) {
            rows.push(Row { start, end, indent, first, after_blank, after_page });
            (after_blank, after_page) = (false, false);
        } else {
            after_blank = true;
        }
    };
    if has_rare_line_ends(&bytes[from..]) {
        lines(text, from, to).for_each(|line| add(line.start, line.end));
        return rows;
    }
    let mut start = from;
    for end in memchr2_iter(b'\n', b'\r', &bytes[from..]).map(|at| from + at) {
        // The second half of a CRLF begins no line.
        let is_second = end == start && end > from && bytes[end - 1..].starts_with(b"\r\n");
        if !is_second {
            add(start, end);
        }
        start = end + 1;
    }
    if start < to {
        add(start, to);
    }
    rows
}

/// The columns of blanks at the start of a line and the first byte behind them; `None` if the line is blank.
fn beginning(row: &str) -> Option<(u32, u8)> {
    let blanks = row.bytes().take_while(|&byte| byte == b' ').count();
    match row.as_bytes().get(blanks)? {
        first @ b'!'..=b'~' => return Some((u32::try_from(blanks).unwrap_or(u32::MAX), *first)),
        _ if row.trim_start().is_empty() => return None,
        _ => {}
    }
    let (indent, rest) = indent_of(row);
    Some((u32::try_from(indent).unwrap_or(u32::MAX), rest.bytes().next().unwrap_or(0)))
}

/// Whether U+0085, U+2028 or U+2029 occurs.
#[expect(clippy::needless_bitwise_bool, reason = "branches inside the loop keep it from becoming vector instructions")]
fn has_rare_line_ends(bytes: &[u8]) -> bool {
    /// How many bytes are looked at together.
    const BLOCK: usize = 64;
    let mut at = 0;
    while let Some(block) = bytes[at..].first_chunk::<{ BLOCK + 2 }>() {
        let found = (0..BLOCK).fold(false, |found, i| {
            let separator = (block[i] == 0xE2) & (block[i + 1] == 0x80) & (block[i + 2] & 0xFE == 0xA8);
            found | separator | (block[i] == 0xC2) & (block[i + 1] == 0x85)
        });
        if found {
            return true;
        }
        at += BLOCK;
    }
    rare_line_end(&bytes[at..]).is_some()
}

/// Whether a line ends right before `at`. False between the two halves of a CRLF, and at the start of the text.
pub(crate) fn is_line_start(text: &str, at: usize) -> bool {
    let (before, after) = text.as_bytes().split_at(at);
    match before {
        [.., b'\r'] => !after.starts_with(b"\n"),
        [.., b'\n'] | [.., 0xC2, 0x85] | [.., 0xE2, 0x80, 0xA8 | 0xA9] => true,
        _ => false,
    }
}

/// The last line start of the text at or before `at` and after `from`.
pub(crate) fn last_line_start(text: &str, from: usize, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = at;
    // The place behind the last \n or \r is kept: from there on there can be many bytes that end a rare line end or some other character.
    let mut behind_common = at;
    while at > from {
        if is_line_start(text, at) {
            return Some(at);
        }
        let before = at - 1;
        if before < behind_common {
            behind_common = memchr::memrchr2(b'\n', b'\r', &bytes[from..before]).map_or(from, |found| from + found + 1);
        }
        let rare = memchr::memrchr3(0x85, 0xA8, 0xA9, &bytes[behind_common..before]);
        at = behind_common + rare.map_or(0, |rare| rare + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        lines(text, 0, text.len()).map(|line| line.text(text)).collect()
    }

    #[test]
    fn every_line_end_ends_one_line() {
        assert_eq!(texts("a\nb\r\nc\rd\u{2028}e\u{2029}f\u{85}g"), ["a", "b", "c", "d", "e", "f", "g"]);
        assert_eq!(texts("\n\r\n\r"), ["", "", ""]);
        assert_eq!(texts("“quoted” é\nâ"), ["“quoted” é", "â"]);
        assert!(texts("").is_empty());
    }

    #[test]
    fn lines_tile_the_text_and_start_where_a_line_starts() {
        let text = "one\r\n\ntwo\rthree\u{2029}\u{85}\r\r\nlast“";
        let mut at = 0;
        for line in lines(text, 0, text.len()) {
            assert_eq!(line.start, at);
            assert_eq!(is_line_start(text, at), at > 0);
            at = line.next;
        }
        assert_eq!(at, text.len());
    }

    #[test]
    fn rows_are_the_lines_that_are_not_blank() {
        for text in [
            "one\r\n\r\n  two\rthree\n\n\n\tfour",
            "\n\r\n\r",
            "a\r\rb\n\rc\r\n",
            "",
            "é\n\u{A0}\n\u{3000}字\n",
            "a\u{2028}\nb\u{85}",
        ] {
            let solid = |line: &Line| !line.text(text).trim().is_empty();
            let expected: Vec<Line> = lines(text, 0, text.len()).filter(solid).collect();
            let found = rows(text, &[]);
            assert!(
                found.iter().map(|row| (row.start, row.end)).eq(expected.iter().map(|line| (line.start, line.end))),
                "{text:?}"
            );
            for (row, line) in found.iter().zip(&expected) {
                let before = text[..line.start].trim_end();
                let ends = lines(&text[before.len()..line.start], 0, line.start - before.len()).count();
                assert_eq!(row.after_blank, ends > usize::from(!before.is_empty()), "{text:?}");
            }
        }
    }

    #[test]
    fn a_rare_line_end_is_found_wherever_it_stands() {
        for before in 0..2 * WINDOW {
            for end in ["\u{2028}", "\u{2029}", "\u{85}"] {
                let text = format!("{}{end}b", "a".repeat(before));
                assert_eq!(texts(&text), ["a".repeat(before).as_str(), "b"], "{before}");
                assert!(has_rare_line_ends(text.as_bytes()), "{before}");
            }
            assert!(!has_rare_line_ends("“é”".repeat(before).as_bytes()));
        }
    }

    #[test]
    fn the_last_line_start_is_found_backwards() {
        let text = "one\r\n\ntwo\rthree\u{2029}\u{85}\r\r\nlast“”\u{428}";
        for from in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
            for at in (from..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let expected = lines(text, 0, text.len()).map(|line| line.start).filter(|&s| s > from && s <= at).last();
                assert_eq!(last_line_start(text, from, at), expected, "{from} {at}");
            }
        }
    }
}
