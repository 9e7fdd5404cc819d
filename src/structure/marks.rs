//! Marks that matter to sentences: what ends one, what opens and closes a quotation or a bracket, what begins an item, and the fast
//! search for the next of them.

/// Marks that may end a sentence where a blank or the text's end follows: UAX #29's ATerm, its STerm of scripts in daily use, and ellipses.
const ENDS: &str = ".!?…‥‼⁇⁈⁉‽⸮․";

/// Marks that end a sentence without a blank behind them.
const ENDS_AT_ONCE: &str = "。．！？｡︒︕︖﹒﹖﹗؟؝؞۔।॥።፧፨։།༎༑။។៕";

/// UAX #29's STerm of other scripts; they as well need a blank behind them.
const ENDS_ELSEWHERE: &str = "܀܁܂߹࠷࠹࠽࠾᙮᜵᜶᠃᠉᥄᥅᪨᪩᪪᪫᭎᭏᭚᭛᭞᭟᭽᭾᭿᰻᰼᱾᱿⳹⳺⳻⸼⹓⹔꓿꘎꘏꛳꛷꡶꡷꣎꣏꤯꧈꧉꩝꩞꩟꫰꫱꯫\
    𐩖𐩗𐽕𐽖𐽗𐽘𐽙𐾆𐾇𐾈𐾉𑁇𑁈𑂾𑂿𑃀𑃁𑅁𑅂𑅃𑇅𑇆𑇍𑇞𑇟𑈸𑈹𑈻𑈼𑊩𑏔𑏕𑑋𑑌𑗂𑗃𑗉𑗊𑗋𑗌𑗍𑗎𑗏𑗐𑗑𑗒𑗓𑗔𑗕𑗖𑗗𑙁𑙂𑜼𑜽𑜾𑥄𑥆𑩂𑩃𑪛𑪜𑱁𑱂𑻷𑻸𑽃𑽄𖩮𖩯𖫵𖬷𖬸𖭄𖵮𖵯𖺘𛲟𝪈";

/// What opens a quotation or a bracket, with what may close it.
const PAIRS: [(char, &[char]); 17] = [
    ('(', &[')']),
    ('[', &[']']),
    ('"', &['"']),
    ('“', &['”', '“']),
    ('„', &['“', '”', '"']),
    ('‚', &['‘', '’']),
    ('«', &['»']),
    ('»', &['«', '»']),
    ('‹', &['›']),
    ('（', &['）']),
    ('「', &['」']),
    ('『', &['』']),
    ('【', &['】']),
    ('〈', &['〉']),
    ('《', &['》']),
    ('〔', &['〕']),
    ('［', &['］']),
];

/// Marks a list item can begin with besides a number or a letter.
pub(super) const BULLETS: &str = "•⁃‣◦▪●○■";

/// What else the search stops at: what closes an item's number, and marks that end a sentence in one script only.
const OTHERS: &str = ");:\u{37E}";

/// Quotes and brackets that close what comes before them, besides those of [`PAIRS`]; `*` and `_` are Markdown's emphasis.
const CLOSERS: &str = "\"'’)]}*_»›”“‘」』）］｝】〉》〕〗〙〞〟";

/// What may stand before the first word of a sentence.
const OPENERS: &str = "\"'‘(){[*_—–-¿¡‛‹«»“„‚「『（［｛【〈《〔〖〝〘";

/// Whether a character may end a sentence.
pub(super) fn is_terminator(c: char) -> bool {
    if c.is_ascii() { matches!(c, '.' | '!' | '?') } else { is_listed(&SEARCH, c) && (ENDS.contains(c) || ends_at_once(c) || ENDS_ELSEWHERE.contains(c)) }
}

/// Whether a character ends a sentence without a blank behind it.
pub(super) fn ends_at_once(c: char) -> bool {
    !c.is_ascii() && ENDS_AT_ONCE.contains(c)
}

/// Whether a character closes a quotation or bracket. Some can open one as well.
pub(super) fn is_closer(c: char) -> bool {
    CLOSERS.contains(c)
}

/// Whether a character may stand before the first word of a sentence: an opening quote or bracket, a dash.
pub(super) fn is_opener(c: char) -> bool {
    OPENERS.contains(c)
}

/// What closes the quotation or bracket that a character opens.
pub(super) fn closing(open: char) -> Option<&'static [char]> {
    PAIRS.iter().find(|(mark, _)| *mark == open).map(|(_, closing)| *closing)
}

/// The next mark at or after `from`: one of those above that end, open or begin something, or a blank behind a Thai or Lao letter.
pub(super) fn next_mark(text: &str, from: usize) -> Option<(usize, char)> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        at += bytes[at..].iter().position(|&byte| SEARCH.first[byte as usize])?;
        match bytes[at..] {
            [byte, ..] if byte.is_ascii() => return Some((at, char::from(byte))),
            [0xE0, 0xB8..=0xBB, _, b' ', ..] => return Some((at + 3, ' ')),
            [first, second, ..] if first < 0xE0 || SEARCH.has_page(first, second) => {
                let c = text[at..].chars().next()?;
                if is_listed(&SEARCH, c) {
                    return Some((at, c));
                }
                at += c.len_utf8();
            }
            // The last two bytes of this character begin none: they are passed over.
            _ => at += 3,
        }
    }
}

/// The characters that the search stops at, told apart by their first bytes without decoding them.
struct Search {
    first: [bool; 256],
    /// For each first byte of three or four, the second bytes, one bit each.
    pages: [u64; 32],
    /// The characters themselves, in order.
    marks: [char; Self::MOST],
    count: usize,
}

impl Search {
    const MOST: usize = 320;

    const fn new() -> Self {
        let mut search = Self { first: [false; 256], pages: [0; 32], marks: ['\u{10FFFF}'; Self::MOST], count: 0 };
        search.add_all(ENDS);
        search.add_all(ENDS_AT_ONCE);
        search.add_all(ENDS_ELSEWHERE);
        search.add_all(BULLETS);
        search.add_all(OTHERS);
        let mut i = 0;
        while i < PAIRS.len() {
            search.add(PAIRS[i].0 as u32);
            i += 1;
        }
        // Thai and Lao letters, for the blanks behind them.
        search.first[0xE0] = true;
        search
    }

    /// Adds the characters of a text. (`str::chars` is not const.)
    const fn add_all(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let (width, bits) = match bytes[at] {
                byte @ 0..0x80 => (1, byte),
                byte @ 0..0xE0 => (2, byte & 0x1F),
                byte @ 0..0xF0 => (3, byte & 0xF),
                byte => (4, byte & 7),
            };
            let mut code = bits as u32;
            let mut i = 1;
            while i < width {
                code = code << 6 | (bytes[at + i] & 0x3F) as u32;
                i += 1;
            }
            self.add(code);
            at += width;
        }
    }

    /// Adds one character, keeping them in order; one that is there already is not added again.
    const fn add(&mut self, code: u32) {
        match code {
            0..0x80 => self.first[code as usize] = true,
            0..0x800 => self.first[0xC0 | (code >> 6) as usize] = true,
            0..0x1_0000 => self.add_page(0xE0 | code >> 12, code >> 6 & 0x3F),
            _ => self.add_page(0xF0 | code >> 18, code >> 12 & 0x3F),
        }
        let mut i = self.count;
        let mut k = 0;
        while k < self.count {
            if self.marks[k] as u32 == code {
                return;
            }
            k += 1;
        }
        while i > 0 && self.marks[i - 1] as u32 > code {
            self.marks[i] = self.marks[i - 1];
            i -= 1;
        }
        let Some(mark) = char::from_u32(code) else { return };
        self.marks[i] = mark;
        self.count += 1;
    }

    const fn add_page(&mut self, first: u32, second: u32) {
        self.first[first as usize] = true;
        self.pages[(first & 0x1F) as usize] |= 1 << second;
    }

    const fn has_page(&self, first: u8, second: u8) -> bool {
        self.pages[(first & 0x1F) as usize] >> (second & 0x3F) & 1 == 1
    }
}

static SEARCH: Search = Search::new();

fn is_listed(search: &Search, c: char) -> bool {
    search.marks[..search.count].binary_search(&c).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_stops_at_every_mark_and_at_nothing_else() {
        let listed: String = [ENDS, ENDS_AT_ONCE, ENDS_ELSEWHERE, BULLETS, OTHERS].concat();
        for c in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let is_mark = listed.contains(c) || closing(c).is_some();
            let text = format!("a{c}b");
            assert_eq!(next_mark(&text, 0), is_mark.then_some((1, c)), "{c:?}");
        }
    }

    #[test]
    fn a_blank_behind_a_thai_letter_is_a_mark() {
        assert_eq!(next_mark("ไปไหน มา", 0), Some(("ไปไหน".len(), ' ')));
        assert_eq!(next_mark("ไป\u{A0}ไหน", 0), None);
    }

    /// Every character of UAX #29's Sentence_Break=STerm and ATerm is a terminator, but for Myanmar's little section, which is a comma.
    #[test]
    fn the_terminators_are_those_of_unicode() {
        use unicode_segmentation::UnicodeSegmentation;
        let unknown = (0x21..=0x10_FFFF).filter_map(char::from_u32).filter(|&c| {
            let ends = format!("a{c} B").split_sentence_bounds().count() == 2;
            ends && !c.is_whitespace() && !is_terminator(c)
        });
        assert_eq!(unknown.collect::<String>(), "၊");
    }
}
