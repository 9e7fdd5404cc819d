//! What a text weighs: the token estimate, in integers.
//!
//! tokens = one for each CJK character + all other characters / `chars_per_token`, rounded up once, at the end. A character is
//! a code point. Weights are whole numbers (at 3.8 a CJK character weighs 38 and any other 10, a token 38), so they add up
//! exactly and nothing drifts, whatever the length of the text.

use std::ops::{Add, AddAssign};

/// How many characters a text has, and how many of them are CJK. Counts of neighbouring texts add up to the count of the whole.
///
/// ```
/// use chunklab::{Count, Measure};
/// let count = Count::of("Tokyo 東京 2024");
/// assert_eq!((count.characters, count.cjk), (13, 2));
/// assert_eq!(Measure::tokens(38).units(&count), 5); // 2 + 11 / 3.8, rounded up
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Code points.
    pub characters: usize,
    /// Those of them that are Han, kana, Hangul, Bopomofo, their punctuation or full-width forms.
    pub cjk: usize,
}

impl Count {
    /// Counts a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self { characters: text.len(), cjk: 0 };
        }
        text.chars()
            .fold(Self::default(), |sum, c| Self { characters: sum.characters + 1, cjk: sum.cjk + usize::from(is_cjk(c)) })
    }
}

impl Add for Count {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { characters: self.characters + other.characters, cjk: self.cjk + other.cjk }
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// What is counted: estimated tokens or characters. Turns counts into weights and weights into units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    other: u64,
    cjk: u64,
    unit: u64,
}

impl Measure {
    /// Estimated tokens; `tenths` is `chars_per_token` × 10, from 10 to 100.
    #[must_use]
    pub const fn tokens(tenths: u8) -> Self {
        Self { other: 10, cjk: tenths as u64, unit: tenths as u64 }
    }

    /// Characters: every code point weighs one.
    #[must_use]
    pub const fn characters() -> Self {
        Self { other: 1, cjk: 1, unit: 1 }
    }

    /// The weight of so many characters. Weights add up; units (see [`Measure::units`]) do not.
    #[must_use]
    pub const fn weight(&self, count: &Count) -> u64 {
        (count.characters - count.cjk) as u64 * self.other + count.cjk as u64 * self.cjk
    }

    /// The weight of a text.
    #[must_use]
    pub fn weight_of(&self, text: &str) -> u64 {
        self.weight(&Count::of(text))
    }

    /// The most that `size` units may weigh.
    #[must_use]
    pub const fn limit(&self, size: u32) -> u64 {
        size as u64 * self.unit
    }

    /// Units of this measure, rounded up: what is shown to people.
    #[must_use]
    pub const fn units(&self, count: &Count) -> u64 {
        self.weight(count).div_ceil(self.unit)
    }

    /// Length in bytes of the longest prefix that weighs at most `limit`. Reads no further than that.
    #[must_use]
    pub fn reach(&self, text: &str, limit: u64) -> usize {
        let bytes = text.as_bytes();
        let (mut at, mut left) = (0, limit);
        while let Some(&byte) = bytes.get(at) {
            if byte.is_ascii() {
                let stride = self.stride(left, bytes.len() - at);
                if stride > 1 && bytes[at..at + stride].is_ascii() {
                    left -= stride as u64 * self.other;
                    at += stride;
                    continue;
                }
            }
            let Some(c) = text[at..].chars().next() else { break };
            let Some(rest) = left.checked_sub(self.of_char(c)) else { break };
            left = rest;
            at += c.len_utf8();
        }
        at
    }

    /// Where the longest suffix that weighs at most `limit` starts, in bytes. Reads no further back than that.
    #[must_use]
    pub fn reach_back(&self, text: &str, limit: u64) -> usize {
        let mut left = limit;
        for (at, c) in text.char_indices().rev() {
            let Some(rest) = left.checked_sub(self.of_char(c)) else { return at + c.len_utf8() };
            left = rest;
        }
        0
    }

    /// How many bytes to try at once as ASCII: at most 64, no more than `left` allows.
    fn stride(&self, left: u64, bytes: usize) -> usize {
        usize::try_from(left / self.other).unwrap_or(usize::MAX).min(bytes).min(64)
    }

    fn of_char(&self, c: char) -> u64 {
        if is_cjk(c) { self.cjk } else { self.other }
    }
}

/// Whether a character is counted as one token: Han, kana, Hangul, Bopomofo, their punctuation and full-width forms.
#[must_use]
pub const fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}'
        | '\u{1AFF0}'..='\u{1B16F}' | '\u{1F200}'..='\u{1F2FF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> u64 {
        Measure::tokens(38).units(&Count::of(text))
    }

    #[test]
    fn nineteen_characters_are_five_tokens_and_not_six() {
        assert_eq!(tokens(&"a".repeat(19)), 5);
        assert_eq!(tokens(&"a".repeat(20)), 6);
        assert_eq!(tokens(&"a".repeat(1900)), 500);
    }

    #[test]
    fn a_cjk_character_is_one_token_and_an_emoji_is_one_character() {
        assert_eq!(tokens("你好世界こんにちはカタカナ안녕하세요𠮷"), 19);
        assert_eq!(tokens("Tokyo 東京 2024"), 5);
        assert_eq!(tokens(&"😀".repeat(19)), 5);
    }

    #[test]
    fn the_table_has_its_edges() {
        for (first, last) in [(0x1100, 0x11FF), (0x2E80, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7FF), (0x20000, 0x3FFFF)] {
            let at = |code| char::from_u32(code).is_some_and(is_cjk);
            assert!(at(first) && at(last) && !at(first - 1));
            assert!(!at(last + 1) || last == 0xD7FF);
        }
    }

    #[test]
    fn reach_is_the_longest_prefix_that_fits_and_reach_back_the_longest_suffix() {
        let texts = ["", "plain words", "Größe 東京 und Maß", "👍🏽👍🏽 ok", &"x".repeat(300), &"字".repeat(80), &"é".repeat(90)];
        for measure in [Measure::tokens(38), Measure::tokens(10), Measure::tokens(100), Measure::characters()] {
            for text in texts {
                for limit in 0..400 {
                    let end = measure.reach(text, limit);
                    assert!(measure.weight_of(&text[..end]) <= limit);
                    if let Some(c) = text[end..].chars().next() {
                        assert!(measure.weight_of(&text[..end + c.len_utf8()]) > limit);
                    }
                    let start = measure.reach_back(text, limit);
                    assert!(measure.weight_of(&text[start..]) <= limit);
                    if let Some(c) = text[..start].chars().next_back() {
                        assert!(measure.weight_of(&text[start - c.len_utf8()..]) > limit);
                    }
                }
            }
        }
    }
}
