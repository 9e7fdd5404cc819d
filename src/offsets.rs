//! Offsets in the three units programs count in, and lines: found in one forward pass, never searched for.

use std::str::FromStr;

use serde::Serialize;

use crate::settings::{SettingsError, choose};

/// What an offset counts.
///
/// ```
/// use chunklab::{Offsets, Settings, Source, chunk, records};
/// let source = Source::new("🙂é");
/// let chunking = chunk(&source, &Settings::default());
/// let ends = Offsets::ALL.map(|unit| records(&source, &chunking, unit)[0].end);
/// assert_eq!(Offsets::NAMES, ["utf16", "char", "byte"]);
/// assert_eq!(ends, [3, 2, 6]);
/// assert_eq!("utf16".parse(), Ok(Offsets::Utf16));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Offsets {
    /// UTF-16 code units: JavaScript, Java, C#.
    Utf16,
    /// Code points: Python.
    #[default]
    Char,
    /// Bytes of UTF-8: Rust, Go.
    Byte,
}

impl Offsets {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Utf16, Self::Char, Self::Byte];

    /// Their names in records and on the command line.
    pub const NAMES: [&str; 3] = ["utf16", "char", "byte"];
}

impl FromStr for Offsets {
    type Err = SettingsError;
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        choose("offsets", value, &Self::ALL, &Self::NAMES)
    }
}

/// A place in a text, counted from its start in every unit. Moves by what lies between two places, forward or back.
///
/// ```
/// use chunklab::{Offsets, Position};
/// let position = Position::default().after("🙂é\n", "next");
/// assert_eq!(Offsets::ALL.map(|unit| position.offset(unit)), [4, 3, 7]);
/// assert_eq!(position.line(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    byte: usize,
    char: usize,
    utf16: usize,
    line_ends: usize,
}

impl Position {
    /// Moves behind `passed`, which starts here and is followed by `rest`.
    pub(crate) fn advance(&mut self, passed: &str, rest: &str) {
        *self = self.after(passed, rest);
    }

    /// The place behind `passed`, which starts here and is followed by `rest`: a CRLF is one line end, wherever a text is parted.
    ///
    /// ```
    /// let line = chunklab::Position::default().after("One.\r", "\nTwo.").after("\nTwo.", "").line();
    /// assert_eq!(line, 2);
    /// ```
    #[must_use]
    pub fn after(self, passed: &str, rest: &str) -> Self {
        let counted = Self::of(passed, rest);
        Self {
            byte: self.byte + counted.byte,
            char: self.char + counted.char,
            utf16: self.utf16 + counted.utf16,
            line_ends: self.line_ends + counted.line_ends,
        }
    }

    /// The place before `passed`, which ends here and is followed by `rest`.
    pub(crate) fn before(self, passed: &str, rest: &str) -> Self {
        let counted = Self::of(passed, rest);
        Self {
            byte: self.byte - counted.byte,
            char: self.char - counted.char,
            utf16: self.utf16 - counted.utf16,
            line_ends: self.line_ends - counted.line_ends,
        }
    }

    /// The same place where what is before it changed so that the place `from` is now `to`.
    pub(crate) const fn moved(self, from: Self, to: Self) -> Self {
        Self {
            byte: self.byte - from.byte + to.byte,
            char: self.char - from.char + to.char,
            utf16: self.utf16 - from.utf16 + to.utf16,
            line_ends: self.line_ends - from.line_ends + to.line_ends,
        }
    }

    fn of(passed: &str, rest: &str) -> Self {
        let bytes = passed.as_bytes();
        // Every other byte of a character is a continuation; one of four bytes is two units of UTF-16.
        let [continuations, wide] = if passed.is_ascii() {
            [0, 0]
        } else {
            [count(bytes, |byte| byte & 0xC0 == 0x80), count(bytes, |byte| byte >= 0xF0)]
        };
        let char = bytes.len() - continuations;
        let feeds = count(bytes, |byte| byte == b'\n');
        let mut returns = if memchr::memchr(b'\r', bytes).is_some() { count(bytes, |byte| byte == b'\r') } else { 0 };
        if returns > 0 {
            // One CRLF is one line end, that of its LF.
            let pairs = bytes.windows(2).filter(|pair| pair == b"\r\n").count();
            returns -= pairs + usize::from(bytes.ends_with(b"\r") && rest.starts_with('\n'));
        }
        Self { byte: bytes.len(), char, utf16: char + wide, line_ends: feeds + returns }
    }

    /// The offset in a unit.
    #[must_use]
    pub const fn offset(&self, unit: Offsets) -> usize {
        match unit {
            Offsets::Utf16 => self.utf16,
            Offsets::Char => self.char,
            Offsets::Byte => self.byte,
        }
    }

    /// The line, from 1, as editors count: `\n`, `\r\n` and `\r` end one.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line_ends + 1
    }
}

/// How many bytes are so. Counted in stretches whose counts fit a byte: the loop over one becomes vector instructions.
fn count(bytes: &[u8], is: impl Fn(u8) -> bool) -> usize {
    let of = |stretch: &[u8]| usize::from(stretch.iter().fold(0_u8, |sum, &byte| sum + u8::from(is(byte))));
    bytes.chunks(u8::MAX as usize / 64 * 64).map(of).sum()
}

/// Finds places in one forward pass over the source.
pub(crate) struct Places<'t> {
    text: &'t str,
    byte: usize,
    position: Position,
}

impl<'t> Places<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self::from(text, Position::default())
    }

    /// From a place of the text on.
    pub(crate) const fn from(text: &'t str, position: Position) -> Self {
        Self { text, byte: position.byte, position }
    }

    /// The place at `byte`, which is not before the last one asked for.
    pub(crate) fn at(&mut self, byte: usize) -> Position {
        self.position.advance(&self.text[self.byte..byte], &self.text[byte..]);
        self.byte = byte;
        self.position
    }

    /// The place at `byte`, a little before the last one asked for, which was `position`.
    pub(crate) fn before(&self, position: Position, byte: usize) -> Position {
        position.before(&self.text[byte..self.byte], &self.text[self.byte..])
    }
}

/// The byte at an offset in UTF-16 code units; past the end, the end. An offset inside a surrogate pair gives the start of the pair.
pub(crate) fn byte_of_utf16(text: &str, utf16: usize) -> usize {
    let mut left = utf16;
    for (at, c) in text.char_indices() {
        if left < c.len_utf16() {
            return at;
        }
        left -= c.len_utf16();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_counts_its_own_and_lines_as_editors_do() {
        let text = "a\r\nb\rc\n𠮷é\u{2028}x";
        for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            let place = Position::default().after(&text[..at], &text[at..]);
            assert_eq!(place.offset(Offsets::Byte), at);
            assert_eq!(place.offset(Offsets::Char), text[..at].chars().count());
            assert_eq!(place.offset(Offsets::Utf16), text[..at].encode_utf16().count());
            assert_eq!(byte_of_utf16(text, place.offset(Offsets::Utf16)), at);
            assert_eq!(place.before(&text[..at], &text[at..]), Position::default());
        }
        let line = |at: usize| Position::default().after(&text[..at], &text[at..]).line();
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(line), [1, 1, 1, 2, 2, 3, 3, 4]);
    }
}
