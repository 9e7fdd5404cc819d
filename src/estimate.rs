//! What a text weighs: the token estimate, in integers.
//!
//! tokens = one for each CJK character + all other characters / `chars_per_token`, rounded up once, at the end. A character is
//! a code point. Weights are whole numbers (at 3.8 a CJK character weighs 38 and any other 10, a token 38), so they add up
//! exactly and nothing drifts, whatever the length of the text.

use std::ops::{Add, AddAssign};

/// How many characters a text has, and how many of them are CJK. Counts of neighbouring texts add up to the count of the whole.
///
/// ```
/// use chunklab::{Count, Settings};
/// let count = Count::of("Tokyo 東京 2024");
/// assert_eq!((count.characters, count.cjk), (13, 2));
/// assert_eq!(Settings::default().token_measure().units(&count), 5); // 2 + 11 / 3.8, rounded up
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
        let bytes = text.as_bytes();
        let (mut sum, mut at) = (Self::default(), 0);
        while let Some(window) = window(bytes, at) {
            sum += in_block(window);
            at += BLOCK;
        }
        sum + in_last(&bytes[at..])
    }
}

/// How many bytes are counted together: a loop over them becomes vector instructions (SSE2, NEON, simd128).
const BLOCK: usize = 64;

/// A block with as many bytes more as its last character may have.
type Window = [u8; BLOCK + 3];

fn window(bytes: &[u8], at: usize) -> Option<&Window> {
    bytes[at..].first_chunk()
}

/// The same near the end of a text, with zeros behind it.
fn padded(bytes: &[u8]) -> Window {
    let mut window = [0; BLOCK + 3];
    let length = bytes.len().min(window.len());
    window[..length].copy_from_slice(&bytes[..length]);
    window
}

/// The first byte from `at` on that begins a character.
fn next_char(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|&&byte| is_continuation(byte)).count()
}

const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Counts the characters that begin in the block: by their first bytes, told apart by those behind them, without decoding any.
fn in_block(window: &Window) -> Count {
    /// No character below it is CJK.
    const LOWEST_FIRST_BYTE: u8 = 0xE1;
    let block = &window[..BLOCK];
    let (words, _) = block.as_chunks();
    if words.iter().fold(0, |all, &word| all | u64::from_ne_bytes(word)) & u64::from_ne_bytes([0x80; 8]) == 0 {
        return Count { characters: BLOCK, cjk: 0 };
    }
    let highest = block.iter().fold(0, |highest: u8, &byte| highest.max(byte));
    let more = block.iter().fold(0, |sum: u8, &byte| sum + u8::from(is_continuation(byte)));
    let cjk = if highest < LOWEST_FIRST_BYTE { 0 } else { cjk_in_block(window) };
    Count { characters: BLOCK - usize::from(more), cjk }
}

/// Counts the characters that begin in the last bytes of a text, too few for a window.
fn in_last(bytes: &[u8]) -> Count {
    let Count { characters, cjk } = in_block(&padded(bytes));
    // Characters of one or two bytes, none of them CJK, may begin behind the block.
    let behind = bytes.iter().skip(BLOCK).filter(|&&byte| !is_continuation(byte)).count();
    Count { characters: characters + behind - BLOCK.saturating_sub(bytes.len()), cjk }
}

/// How many characters of [`is_cjk`] begin in the block: of most it takes one byte or two to tell.
#[expect(clippy::needless_bitwise_bool, reason = "branches inside the loops keep them from becoming vector instructions")]
fn cjk_in_block(window: &Window) -> usize {
    let (mut sum, mut has_others) = (0_u8, false);
    for i in 0..BLOCK {
        let [first, second] = [window[i], window[i + 1]];
        let plain = (first == 0xE3) | (0xE5..=0xE9).contains(&first) | (0xEB..=0xED).contains(&first);
        let han = (first == 0xE2) & (second >= 0xBA) | (first == 0xE4) & (second != 0xB7);
        sum += u8::from(plain | han);
        has_others |= (first == 0xE1) | (first == 0xEA) | (first >= 0xEF);
    }
    usize::from(sum) + if has_others { others_in_block(window) } else { 0 }
}

/// How many of the others: jamo and some Hangul, forms, and what lies above U+FFFF.
#[expect(clippy::needless_bitwise_bool, reason = "branches inside the loop keep it from becoming vector instructions")]
fn others_in_block(window: &Window) -> usize {
    let mut sum = 0_u8;
    for i in 0..BLOCK {
        let [first, second, third, fourth] = [window[i], window[i + 1], window[i + 2], window[i + 3]];
        let jamo = (first == 0xE1) & (0x84..=0x87).contains(&second);
        let hangul = (first == 0xEA) & ((second >= 0xB0) | (second == 0xA5) & (third >= 0xA0));
        let compatible = (0xA4..=0xAB).contains(&second);
        let vertical = (second == 0xB8) & (third >= 0xB0) | (second == 0xB9) & (third <= 0x8F);
        let wide = (second >= 0xBC) & ((second < 0xBF) | (third <= 0xAF));
        let forms = (first == 0xEF) & (compatible | vertical | wide);
        let kana = (second == 0x9A) & (third == 0xBF) & (fourth >= 0xB0)
            | (second == 0x9B) & ((third < 0x85) | (third == 0x85) & (fourth <= 0xAF));
        let enclosed = (second == 0x9F) & (0x88..=0x8B).contains(&third);
        let four = (first == 0xF0) & ((second >= 0xA0) | kana | enclosed);
        sum += u8::from(jamo | hangul | forms | four);
    }
    usize::from(sum)
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

/// What is counted: estimated tokens or characters. Comes from [`Settings::measure`](crate::Settings::measure).
///
/// ```
/// use chunklab::{Count, Options, Settings, Unit};
/// let count = Count::of("Boil the water.");
/// let of = |unit| Settings::new(Options { unit, ..Options::default() }).unwrap().measure().units(&count);
/// assert_eq!((of(Unit::Tokens), of(Unit::Characters)), (4, 15)); // 15 / 3.8, rounded up
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    other: u64,
    cjk: u64,
    unit: u64,
}

impl Measure {
    /// Estimated tokens; `tenths` is `chars_per_token` × 10, from 10 to 100.
    pub(crate) const fn tokens(tenths: u8) -> Self {
        Self { other: 10, cjk: tenths as u64, unit: tenths as u64 }
    }

    /// Characters: every code point weighs one.
    pub(crate) const fn characters() -> Self {
        Self { other: 1, cjk: 1, unit: 1 }
    }

    /// The weight of so many characters. Weights add up; units (see [`Measure::units`]) do not.
    pub(crate) const fn weight(&self, count: &Count) -> u64 {
        (count.characters - count.cjk) as u64 * self.other + count.cjk as u64 * self.cjk
    }

    /// The weight of a text.
    pub(crate) fn weight_of(&self, text: &str) -> u64 {
        self.weight(&Count::of(text))
    }

    /// The most that `size` units may weigh.
    pub(crate) const fn limit(&self, size: u32) -> u64 {
        size as u64 * self.unit
    }

    /// Units of this measure, rounded up: what is shown to people.
    #[must_use]
    pub const fn units(&self, count: &Count) -> u64 {
        self.units_of(self.weight(count))
    }

    /// The same of a weight.
    pub(crate) const fn units_of(&self, weight: u64) -> u64 {
        weight.div_ceil(self.unit)
    }

    /// Length in bytes of the longest prefix that weighs at most `limit`. Reads hardly further than that.
    pub(crate) fn reach(&self, text: &str, limit: u64) -> usize {
        self.reach_from(text, 0, limit).0
    }

    /// Where the longest stretch from `start` on ends that weighs at most `limit`, and what is left of that.
    pub(crate) fn reach_from(&self, text: &str, start: usize, limit: u64) -> (usize, u64) {
        let bytes = text.as_bytes();
        let (mut at, mut left) = (start, limit);
        while let Some(window) = window(bytes, at) {
            let count = in_block(window);
            let Some(rest) = left.checked_sub(self.weight(&count)) else {
                if count == (Count { characters: BLOCK, cjk: 0 }) {
                    // All of them ASCII, but perhaps the last one.
                    return (at + usize::try_from(left / self.other).unwrap_or(BLOCK), left % self.other);
                }
                break;
            };
            left = rest;
            at += BLOCK;
        }
        at = next_char(bytes, at);
        for c in text[at..].chars() {
            let Some(rest) = left.checked_sub(self.of_char(c)) else { break };
            left = rest;
            at += c.len_utf8();
        }
        (at, left)
    }

    /// Where the longest suffix that weighs at most `limit` starts, in bytes. Reads hardly further back than that.
    pub(crate) fn reach_back(&self, text: &str, limit: u64) -> usize {
        let bytes = text.as_bytes();
        let (mut at, mut left) = (text.len(), limit);
        // The characters that begin in a block may end behind it.
        while let Some(from) = at.checked_sub(BLOCK) {
            let count = window(bytes, from).map_or_else(|| in_block(&padded(&bytes[from..])), in_block);
            let Some(rest) = left.checked_sub(self.weight(&count)) else { break };
            left = rest;
            at = from;
        }
        at = next_char(bytes, at);
        for c in text[..at].chars().rev() {
            let Some(rest) = left.checked_sub(self.of_char(c)) else { break };
            left = rest;
            at -= c.len_utf8();
        }
        at
    }

    fn of_char(&self, c: char) -> u64 {
        if is_cjk(c) { self.cjk } else { self.other }
    }
}

/// Whether a character is counted as one token: Han, kana, Hangul, Bopomofo, their punctuation and full-width forms.
#[must_use]
pub(crate) const fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}'
        | '\u{1AFF0}'..='\u{1B16F}' | '\u{1F200}'..='\u{1F2FF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_by_one(text: &str) -> Count {
        Count { characters: text.chars().count(), cjk: text.chars().filter(|&c| is_cjk(c)).count() }
    }

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
    fn counting_in_blocks_is_counting_one_by_one() {
        for code in (0..=0x10_FFFF).step_by(7).chain(0x1000..0x3400).chain(0xA000..0xAC10).chain(0xF000..0x1_0000) {
            let Some(c) = char::from_u32(code) else { continue };
            let text: String = std::iter::repeat_n(c, 40).collect();
            assert_eq!(Count::of(&text), Count { characters: 40, cjk: if is_cjk(c) { 40 } else { 0 } }, "{code:X}");
        }
        let edges = (0..=0x10_FFFF).filter_map(char::from_u32).filter(|&c| {
            let beside = char::from_u32(c as u32 + 1);
            beside.is_some_and(|beside| is_cjk(c) != is_cjk(beside))
        });
        let edges: String = edges.flat_map(|c| [c, char::from_u32(c as u32 + 1).unwrap_or(c), 'a', 'é', '😀']).collect();
        for from in (0..edges.len()).filter(|&at| edges.is_char_boundary(at)) {
            assert_eq!(Count::of(&edges[from..]), one_by_one(&edges[from..]), "{from}");
        }
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
        let mixed = "Größe 東京 und 😀 Maß. ".repeat(9);
        let texts =
            ["", &mixed, "plain words", "Größe 東京 und Maß", "👍🏽👍🏽 ok", &"x".repeat(300), &"字".repeat(80), &"é".repeat(90)];
        for measure in [Measure::tokens(38), Measure::tokens(10), Measure::tokens(100), Measure::characters()] {
            for text in texts {
                for limit in 0..400 {
                    let (end, left) = measure.reach_from(text, 0, limit);
                    assert_eq!(end, measure.reach(text, limit));
                    assert_eq!(measure.weight_of(&text[..end]) + left, limit);
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
