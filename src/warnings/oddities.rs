//! Odd characters: those that are not seen, that break a search, or that tell of a wrong encoding.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    span::Span,
    structure::lines::{self, Line},
};

/// A kind of odd character.
///
/// ```
/// use chunklab::Oddity;
/// assert_eq!(Oddity::SoftHyphen.name(), "soft hyphen");
/// assert!(Oddity::ALL.contains(&Oddity::ZeroWidth));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Oddity {
    /// A byte order mark at the start (U+FEFF): left over from a file.
    ByteOrderMark,
    /// A no-break blank (U+00A0, U+2007, U+202F): no cut falls there, and a search for a plain blank misses it.
    NoBreakBlank,
    /// A blank of an odd width (U+1680, U+2000 to U+200A without U+2007, U+205F), or a vertical tab.
    OddBlank,
    /// A character without width that parts or joins (U+200B, U+2060, U+180E, U+FEFF inside the text); not a U+200B between letters of a
    /// script that is written without blanks.
    ZeroWidth,
    /// A soft hyphen (U+00AD): it parts a word that looks whole.
    SoftHyphen,
    /// A control of direction (U+202A to U+202E, U+2066 to U+2069): text can read otherwise than it is stored.
    DirectionControl,
    /// A replacement character (U+FFFD): the text was read in a wrong encoding. What was there is lost, so it is not cleaned.
    Replacement,
    /// A control character of ASCII besides tab, line ends and form feed.
    Control,
    /// Blanks at the end of a line, but for the two that are a line break in Markdown.
    TrailingBlanks,
    /// A line end of another kind than most of the text has (of `\n`, `\r\n` and `\r`).
    MixedLineEnd,
}

impl Oddity {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::ByteOrderMark,
        Self::NoBreakBlank,
        Self::OddBlank,
        Self::ZeroWidth,
        Self::SoftHyphen,
        Self::DirectionControl,
        Self::Replacement,
        Self::Control,
        Self::TrailingBlanks,
        Self::MixedLineEnd,
    ];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte order mark",
            Self::NoBreakBlank => "no-break blank",
            Self::OddBlank => "odd blank",
            Self::ZeroWidth => "zero-width character",
            Self::SoftHyphen => "soft hyphen",
            Self::DirectionControl => "control of direction",
            Self::Replacement => "replacement character",
            Self::Control => "control character",
            Self::TrailingBlanks => "blanks at the end of a line",
            Self::MixedLineEnd => "line end unlike the others",
        }
    }

    /// What [`clean`] puts in its place; `None` if it leaves it.
    const fn replacement(self) -> Option<&'static str> {
        match self {
            Self::NoBreakBlank | Self::OddBlank => Some(" "),
            Self::Replacement | Self::MixedLineEnd => None,
            _ => Some(""),
        }
    }
}

/// How often a kind of odd character occurs, and where.
///
/// ```
/// let text = "so\u{AD}up";
/// let found = &chunklab::oddities(text)[0];
/// assert_eq!(found.count, 1);
/// assert_eq!(&text[found.places[0].range()], "\u{AD}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Oddities {
    /// Which kind.
    pub kind: Oddity,
    /// How many there are.
    pub count: usize,
    /// Where the first ones are, at most [`Oddities::PLACES`] of them.
    pub places: Vec<Span>,
}

impl Oddities {
    /// The most places that are listed: a list of millions helps nobody.
    pub const PLACES: usize = 1000;
}

/// Counts the odd characters of a text, a kind at a time, in the order of [`Oddity::ALL`]; kinds that do not occur are left out.
///
/// ```
/// use chunklab::{Oddity, oddities};
/// let found = oddities("a\u{A0}b \nc");
/// assert_eq!(found.iter().map(|found| (found.kind, found.count)).collect::<Vec<_>>(), [(Oddity::NoBreakBlank, 1), (Oddity::TrailingBlanks, 1)]);
/// ```
#[must_use]
pub fn oddities(text: &str) -> Vec<Oddities> {
    let mut found: Vec<Oddities> = Oddity::ALL.iter().map(|&kind| Oddities { kind, count: 0, places: Vec::new() }).collect();
    each(text, usual_line_end(text), &mut |span, kind| {
        let of_kind = &mut found[kind as usize];
        of_kind.count += 1;
        if of_kind.count <= Oddities::PLACES {
            of_kind.places.push(span);
        }
    });
    found.retain(|of_kind| of_kind.count > 0);
    found
}

/// A text without its odd characters, and how many of which kind were changed.
///
/// ```
/// use chunklab::{Oddity, clean};
/// let cleaned = clean("so\u{AD}up");
/// assert_eq!((&*cleaned.text, &cleaned.changes[..]), ("soup", &[(Oddity::SoftHyphen, 1)][..]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned<'t> {
    /// The cleaned text; the same where there was nothing to clean.
    pub text: Cow<'t, str>,
    /// What was changed, and how often.
    pub changes: Vec<(Oddity, usize)>,
}

/// Takes the odd characters out: blanks become plain blanks, line ends those that most of the text has, the rest goes. Replacement characters
/// stay: what was there is lost.
///
/// ```
/// let cleaned = chunklab::clean("so\u{AD}up\u{A0}is hot   \n");
/// assert_eq!(cleaned.text, "soup is hot\n");
/// assert_eq!(cleaned.changes.len(), 3);
/// ```
#[must_use]
pub fn clean(text: &str) -> Cleaned<'_> {
    let mut counts = [0; Oddity::ALL.len()];
    let (mut clean, mut from) = (String::new(), 0);
    changes(text, |span, kind, replacement| {
        counts[kind as usize] += 1;
        clean += &text[from..span.start];
        clean += replacement;
        from = span.end;
    });
    let changes: Vec<(Oddity, usize)> = Oddity::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect();
    if changes.is_empty() {
        return Cleaned { text: Cow::Borrowed(text), changes };
    }
    clean += &text[from..];
    Cleaned { text: Cow::Owned(clean), changes }
}

/// Calls `change` with every stretch that cleaning changes, in order, and with what comes in its place.
pub(crate) fn changes(text: &str, mut change: impl FnMut(Span, Oddity, &'static str)) {
    let line_end = usual_line_end(text);
    each(text, line_end, &mut |span, kind| {
        let replacement = if kind == Oddity::MixedLineEnd { Some(line_end) } else { kind.replacement() };
        if let Some(replacement) = replacement {
            change(span, kind, replacement);
        }
    });
}

/// Calls `found` with every odd stretch, in order. `line_end` is the usual one.
fn each(text: &str, line_end: &str, found: &mut dyn FnMut(Span, Oddity)) {
    /// A suspect so near behind a line, in bytes, is come to by the lines between; so is one before the next `\n`, which would be looked for
    /// again.
    const NEAR: usize = 256;
    let bytes = text.as_bytes();
    let next = |from: usize| match line_end {
        "\n" => next_suspect::<false>(bytes, from),
        "\r\n" => next_suspect::<true>(bytes, from),
        _ => (from < bytes.len()).then_some(from),
    };
    let (mut from, mut suspect) = (0, next(0));
    while let Some(mut at) = suspect {
        let start = memchr::memrchr(b'\n', &bytes[from..at]).map_or(from, |end| from + end + 1);
        for line in lines::lines(text, start, text.len()) {
            in_line(text, line, line_end, found);
            from = line.next;
            if at < from {
                suspect = next(from);
                match suspect {
                    Some(next) if next < from + NEAR || memchr::memchr(b'\n', &bytes[from..next]).is_none() => at = next,
                    _ => break,
                }
            }
        }
    }
}

/// Calls `found` with every odd stretch of a line.
fn in_line(text: &str, line: Line, line_end: &str, found: &mut dyn FnMut(Span, Oddity)) {
    let row = line.text(text);
    let solid = line.start + trailing(row, line.end < line.next);
    // Most lines are of plain ASCII.
    let looked_at = if row.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t')) { "" } else { &text[line.start..solid] };
    for (at, c) in looked_at.char_indices() {
        if let Some(kind) = kind_of(text, line.start + at, c) {
            found(Span::new(line.start + at, line.start + at + c.len_utf8()), kind);
        }
    }
    if solid < line.end {
        found(Span::new(solid, line.end), Oddity::TrailingBlanks);
    }
    let end = &text[line.end..line.next];
    if matches!(end, "\n" | "\r\n" | "\r") && end != line_end {
        found(Span::new(line.end, line.next), Oddity::MixedLineEnd);
    }
}

/// The first place from `from` on, where a line starts, at which something odd may be: of a clean text none is. `CRLF` says whether lines end
/// with that.
fn next_suspect<const CRLF: bool>(bytes: &[u8], from: usize) -> Option<usize> {
    /// How many bytes are looked at together: a loop over them becomes vector instructions.
    const BLOCK: usize = 64;
    if CRLF && bytes.get(from) == Some(&b'\n') {
        return Some(from);
    }
    let mut at = from;
    while let Some(window) = bytes[at..].first_chunk::<{ BLOCK + 2 }>() {
        let mut suspects = 0_u8;
        for i in 0..BLOCK {
            suspects += u8::from(is_suspect::<CRLF>(window[i], window[i + 1], window[i + 2]));
        }
        if suspects > 0 {
            return window.windows(3).position(|bytes| is_suspect::<CRLF>(bytes[0], bytes[1], bytes[2])).map(|i| at + i);
        }
        at += BLOCK;
    }
    // What ends with the text ends a line.
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(b'\r');
    (at..bytes.len()).find(|&at| is_suspect::<CRLF>(bytes[at], byte(at + 1), byte(at + 2)))
}

/// Whether something odd may begin with a byte, given the next two: every character that has a kind, blanks at the end of a line, and line ends
/// that are not the usual ones.
#[expect(clippy::needless_bitwise_bool, reason = "branches inside a loop keep it from becoming vector instructions")]
#[inline]
const fn is_suspect<const CRLF: bool>(byte: u8, next: u8, third: u8) -> bool {
    let usual = (byte == b'\t') | (!CRLF & (byte == b'\n')) | (CRLF & (byte == b'\r') & (next == b'\n'));
    let control = (byte < b' ') & !usual & !(CRLF & (byte == b'\n')) | (byte == 0x7F);
    // Of a line end that is not CRLF, what stands before it is suspect.
    let bare = CRLF & (byte != b'\r') & (next == b'\n');
    let trailing = ((byte == b' ') | (byte == b'\t')) & ((next == b'\n') | (next == b'\r'));
    let latin = (byte == 0xC2) & ((next == 0x85) | (next == 0xA0) | (next == 0xAD));
    let ogham = (byte == 0xE1) & ((next == 0x9A) & (third == 0x80) | (next == 0xA0) & (third == 0x8E));
    let blank = (next == 0x80) & ((third <= 0x8B) | (third >= 0xA8) & (third <= 0xAF));
    let control_of_text = (next == 0x81) & ((third == 0x9F) | (third == 0xA0) | (third >= 0xA6) & (third <= 0xA9));
    let general = (byte == 0xE2) & (blank | control_of_text);
    let special = (byte == 0xEF) & ((next == 0xBB) | (next == 0xBF)) & (third >= 0xBD);
    control | bare | trailing | latin | ogham | general | special
}

/// Where the blanks at the end of a row begin, with what else goes there. Two behind text are a line break in Markdown.
fn trailing(row: &str, has_line_end: bool) -> usize {
    let goes = |c: char| matches!(c, ' ' | '\t') || kind_of(row, row.len(), c).is_some_and(|kind| kind != Oddity::Replacement);
    let solid = row.trim_end_matches(goes).len();
    let end = &row[solid..];
    let is_break = solid > 0 && has_line_end && end == "  ";
    let is_blank = end.contains(char::is_whitespace);
    if is_break || !is_blank { row.len() } else { solid }
}

fn kind_of(text: &str, at: usize, c: char) -> Option<Oddity> {
    match c {
        '\u{FEFF}' if at == 0 => Some(Oddity::ByteOrderMark),
        '\u{A0}' | '\u{2007}' | '\u{202F}' => Some(Oddity::NoBreakBlank),
        '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200A}' | '\u{205F}' | '\u{B}' => Some(Oddity::OddBlank),
        '\u{200B}' if parts_words(text, at) => None,
        '\u{200B}' | '\u{2060}' | '\u{180E}' | '\u{FEFF}' => Some(Oddity::ZeroWidth),
        '\u{AD}' => Some(Oddity::SoftHyphen),
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => Some(Oddity::DirectionControl),
        '\u{FFFD}' => Some(Oddity::Replacement),
        '\0'..='\u{8}' | '\u{E}'..='\u{1F}' | '\u{7F}' => Some(Oddity::Control),
        _ => None,
    }
}

/// Whether a zero-width blank at `at` stands between letters of Thai, Lao, Burmese, Khmer or Tibetan, where it parts words.
fn parts_words(text: &str, at: usize) -> bool {
    let unspaced = |c: char| matches!(c, '\u{E00}'..='\u{109F}' | '\u{1780}'..='\u{17FF}');
    text[..at].ends_with(unspaced) && text.get(at + '\u{200B}'.len_utf8()..).is_some_and(|rest| rest.starts_with(unspaced))
}

/// The line end most lines have; of as many, the one named first.
fn usual_line_end(text: &str) -> &'static str {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return "\n";
    }
    let pairs = text.matches("\r\n").count();
    let feeds = text.matches('\n').count() - pairs;
    let returns = text.matches('\r').count() - pairs;
    let most = pairs.max(feeds).max(returns);
    if feeds == most {
        "\n"
    } else if pairs == most {
        "\r\n"
    } else {
        "\r"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    fn found(text: &str) -> Vec<(Oddity, usize)> {
        oddities(text).iter().map(|found| (found.kind, found.count)).collect()
    }

    #[test]
    fn each_kind_is_counted_where_it_stands() {
        let text = "\u{FEFF}a\u{A0}b\u{2009}c\u{200B}d\u{AD}e\u{202E}f\u{FFFD}g\0h \nx\r\ny\n";
        let expected: Vec<(Oddity, usize)> = Oddity::ALL.iter().map(|&kind| (kind, 1)).collect();
        assert_eq!(found(text), expected);
        let places: Vec<&str> = oddities(text).iter().map(|found| &text[found.places[0].range()]).collect();
        assert_eq!(places, ["\u{FEFF}", "\u{A0}", "\u{2009}", "\u{200B}", "\u{AD}", "\u{202E}", "\u{FFFD}", "\0", " ", "\r\n"]);
    }

    #[test]
    fn what_a_language_or_markdown_needs_is_not_odd() {
        for text in [
            "",
            "plain\n\ttext\n",
            "a line  \nbroken",
            "می\u{200C}خواهم",
            "👩\u{200D}🔧",
            "ไทย\u{200B}ไทย",
            "日本\u{3000}語",
            "page\n\u{C}\nnext",
            "שלום\u{200F} עולם",
            "a\r\nb\r\n",
        ] {
            assert_eq!(found(text), [], "{text:?}");
        }
    }

    #[test]
    fn cleaning_leaves_nothing_but_replacement_characters() {
        let text = "\u{FEFF}a\u{A0}b\u{2009}c\u{200B}d\u{AD}e\u{202E}f\u{FFFD}g\0h \u{A0}\nx\r\ny\n\t \n";
        let cleaned = clean(text);
        assert_eq!(cleaned.text, "a b cdef\u{FFFD}gh\nx\ny\n\n");
        assert_eq!(found(&cleaned.text), [(Oddity::Replacement, 1)]);
        let changed: usize = cleaned.changes.iter().map(|(_, count)| count).sum();
        assert_eq!(changed, oddities(text).iter().map(|found| found.count).sum::<usize>() - 1);
    }

    #[test]
    fn what_cleaning_brings_to_the_end_of_a_line_goes_too() {
        for text in ["a \u{200B}\n", "a\u{AD} \u{2003}\n", "a \0 \u{A0}"] {
            assert_eq!(clean(text).text.trim_end_matches('\n'), "a", "{text:?}");
        }
    }

    #[test]
    fn a_clean_text_is_not_copied() {
        assert!(matches!(clean("clean\n").text, Cow::Borrowed("clean\n")));
    }

    #[test]
    fn of_many_places_the_first_are_listed() {
        let found = oddities(&"\u{AD}".repeat(Oddities::PLACES + 5));
        assert_eq!((found[0].count, found[0].places.len()), (Oddities::PLACES + 5, Oddities::PLACES));
    }

    /// What is found by the suspects is what a look at every line finds.
    #[test]
    fn nothing_odd_is_passed_over() {
        let pieces = [
            "a",
            "words of a line",
            " ",
            "  ",
            "\t",
            "\n",
            "\n",
            "\r\n",
            "\r",
            "\u{85}",
            "\u{2028}",
            "\u{A0}",
            "\u{2009}",
            "\u{200B}",
            "\u{2060}",
            "\u{180E}",
            "\u{1680}",
            "\u{FEFF}",
            "\u{FFFD}",
            "\u{AD}",
            "\u{202E}",
            "\u{2069}",
            "\0",
            "\u{7F}",
            "\u{B}",
            "\u{C}",
            "ไทย",
            "字",
            "ＡＢ",
            "“…”",
            "\u{205F}",
            "\u{202F}",
        ];
        let (mut dice, mut odd) = (Dice(7), 0);
        for _ in 0..2000 {
            let end = ["\n", "\r\n", "\r"][dice.roll(3)];
            let (few, many) = (dice.roll(30), dice.roll(40));
            let text: String = (0..few + many)
                .map(|_| {
                    if dice.roll(few + many) < few {
                        pieces[dice.roll(pieces.len())].to_owned()
                    } else {
                        ["plain words and more".repeat(dice.roll(6)), end.to_owned()].concat()
                    }
                })
                .collect();
            let (mut all, mut suspects) = (Vec::new(), Vec::new());
            let usual = usual_line_end(&text);
            for line in lines::lines(&text, 0, text.len()) {
                in_line(&text, line, usual, &mut |span, kind| all.push((span, kind)));
            }
            each(&text, usual, &mut |span, kind| suspects.push((span, kind)));
            assert_eq!(suspects, all, "{text:?}");
            odd += all.len();
        }
        assert!(odd > 5000, "{odd}");
    }
}
