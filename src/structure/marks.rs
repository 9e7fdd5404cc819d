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
const BULLETS: &str = "•⁃‣◦▪●○■";

/// What closes an item's number.
const ITEM_ENDS: &str = ")";

/// Marks that end a sentence in one script only.
const COLONS: &str = ";:\u{37E}";

/// Quotes and brackets that close what comes before them, besides those of [`PAIRS`]; `*` and `_` are Markdown's emphasis.
const CLOSERS: &str = "\"'’)]}*_»›”“‘」』）］｝】〉》〕〗〙〞〟";

/// What may stand before the first word of a sentence.
const OPENERS: &str = "\"'‘(){[*_—–-¿¡‛‹«»“„‚「『（［｛【〈《〔〖〝〘";

/// What a mark is to the sentence it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// It may end one.
    Ends,
    /// It ends one without a blank behind it.
    EndsAtOnce,
    /// It opens a quotation or a bracket.
    Opens,
    /// A bullet, or what closes an item's number.
    Item,
    /// A colon or semicolon: it ends one in some scripts.
    Colon,
    /// A blank behind a Thai or Lao letter.
    Gap,
}

/// Whether a character may end a sentence.
pub(super) fn is_terminator(c: char) -> bool {
    matches!(mark_of(c), Some(Mark::Ends | Mark::EndsAtOnce))
}

/// Whether a character ends a sentence without a blank behind it.
pub(super) fn ends_at_once(c: char) -> bool {
    mark_of(c) == Some(Mark::EndsAtOnce)
}

/// Whether a character closes a quotation or bracket. Some can open one as well.
pub(super) fn is_closer(c: char) -> bool {
    !is_letter_or_blank(c) && CLOSERS.contains(c)
}

/// Whether a character may stand before the first word of a sentence: an opening quote or bracket, a dash.
pub(super) fn is_opener(c: char) -> bool {
    !is_letter_or_blank(c) && OPENERS.contains(c)
}

/// Whether a character begins an item.
pub(super) fn is_bullet(c: char) -> bool {
    !is_letter_or_blank(c) && BULLETS.contains(c)
}

/// Most characters, told quickly: none of the marks above.
const fn is_letter_or_blank(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, ' ' | '\n' | '\u{C0}'..='\u{1FFF}' | '\u{3040}'..='\u{D7FF}')
}

/// What closes the quotation or bracket that a character opens.
pub(super) fn closing(open: char) -> Option<&'static [char]> {
    PAIRS.iter().find(|(mark, _)| *mark == open).map(|(_, closing)| *closing)
}

/// The next mark at or after `from`: where it is, and which character. Marks of [`Mark::Item`] only with `items`, a colon or semicolon only where
/// it may end a sentence: behind a letter that is not ASCII, or a full stop.
pub(super) fn next_mark(text: &str, from: usize, items: bool) -> Option<(usize, char, Mark)> {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        at = without_marks(bytes, at, items);
        let end = bytes.len().min(at + BLOCK);
        while at < end {
            let byte = bytes[at];
            if !SEARCH.first[byte as usize] {
                at += 1;
            } else if byte.is_ascii() {
                let is_mark = match byte {
                    b')' => items,
                    b':' | b';' => at > 0 && (bytes[at - 1] == b'.' || !bytes[at - 1].is_ascii()),
                    _ => true,
                };
                if is_mark {
                    return Some((at, char::from(byte), mark_of(char::from(byte))?));
                }
                at += 1;
            } else if byte == 0xE0 && matches!(bytes[at..], [_, 0xB8..=0xBB, _, b' ', ..]) {
                return Some((at + 3, ' ', Mark::Gap));
            } else if byte < 0xE0 || SEARCH.has_page(byte, bytes[at + 1]) {
                let c = text[at..].chars().next()?;
                if let Some(mark) = mark_of(c) {
                    return Some((at, c, mark));
                }
                at += c.len_utf8();
            } else {
                // The last two bytes of this character begin none: they are passed over.
                at += 3;
            }
        }
    }
    None
}

/// How many bytes are looked at together: a loop over them becomes vector instructions.
const BLOCK: usize = 32;

/// Passes over blocks in which no byte may begin a mark. E3 begins kana as well: of its characters only those up to
/// U+303F are marks, and of these only even ones (。「『, not 、」』).
#[expect(clippy::needless_bitwise_bool, reason = "branches inside the loop keep it from becoming vector instructions")]
fn without_marks(bytes: &[u8], from: usize, items: bool) -> usize {
    let mut at = from;
    while let Some(block) = bytes.get(at..at + BLOCK + 2) {
        let windows = block[..BLOCK].iter().zip(&block[1..]).zip(&block[2..]);
        let may_have_mark = windows.fold(false, |found, ((&byte, &next), &third)| {
            let ascii = (byte == b'.') | (byte == b'!') | (byte == b'?') | (byte == b'"') | (byte == b'(') | (byte == b'[');
            let colon = (byte == b'.') | (byte >= 0x80) & ((next == b':') | (next == b';'));
            let rest = (byte == b')') & items | colon | (byte == 0xE3) & (next == 0x80) & (third & 1 == 0);
            let leads = (byte == 0xC2) | (byte == 0xCD) | (byte == 0xD6) | (byte == 0xD8) | (0xDB..=0xDF).contains(&byte);
            let more = (0xE0..=0xE2).contains(&byte) | (byte == 0xEA) | (byte >= 0xEF);
            found | ascii | rest | leads | more
        });
        if may_have_mark {
            break;
        }
        at += BLOCK;
    }
    at
}

/// What a character is to a sentence, if it is any of the marks above.
fn mark_of(c: char) -> Option<Mark> {
    match c {
        '.' | '!' | '?' => Some(Mark::Ends),
        '(' | '[' | '"' | '「' | '『' => Some(Mark::Opens),
        ')' => Some(Mark::Item),
        ';' | ':' => Some(Mark::Colon),
        '\0'..='\x7F'
        | '\u{C0}'..='\u{36F}'
        | '\u{400}'..='\u{530}'
        | '\u{3040}'..='\u{A4FE}'
        | '\u{AC00}'..='\u{D7FF}'
        | '、'
        | '」'
        | '』' => None,
        '。' => Some(Mark::EndsAtOnce),
        c => SEARCH.marks[..SEARCH.count].binary_search_by_key(&c, |&(mark, _)| mark).ok().map(|i| SEARCH.marks[i].1),
    }
}

/// The characters that the search stops at, told apart by their first bytes without decoding them.
struct Search {
    first: [bool; 256],
    /// For each first byte of three or four, the second bytes, one bit each.
    pages: [u64; 32],
    /// The characters themselves, in order.
    marks: [(char, Mark); Self::MOST],
    count: usize,
}

impl Search {
    const MOST: usize = 320;

    const fn new() -> Self {
        let mut search = Self { first: [false; 256], pages: [0; 32], marks: [(char::MAX, Mark::Ends); Self::MOST], count: 0 };
        search.add_all(ENDS, Mark::Ends);
        search.add_all(ENDS_AT_ONCE, Mark::EndsAtOnce);
        search.add_all(ENDS_ELSEWHERE, Mark::Ends);
        search.add_all(BULLETS, Mark::Item);
        search.add_all(ITEM_ENDS, Mark::Item);
        search.add_all(COLONS, Mark::Colon);
        let mut i = 0;
        while i < PAIRS.len() {
            search.add(PAIRS[i].0 as u32, Mark::Opens);
            i += 1;
        }
        // Thai and Lao letters, for the blanks behind them.
        search.first[0xE0] = true;
        search
    }

    /// Adds the characters of a text. (`str::chars` is not const.)
    const fn add_all(&mut self, text: &str, mark: Mark) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let (width, bits) = match bytes[at] {
                byte @ 0..0x80 => (1, byte),
                byte @ 0x80..0xE0 => (2, byte & 0x1F),
                byte @ 0xE0..0xF0 => (3, byte & 0xF),
                byte => (4, byte & 7),
            };
            let mut code = bits as u32;
            let mut i = 1;
            while i < width {
                code = code << 6 | (bytes[at + i] & 0x3F) as u32;
                i += 1;
            }
            self.add(code, mark);
            at += width;
        }
    }

    /// Adds one character, keeping them in order.
    const fn add(&mut self, code: u32, mark: Mark) {
        match code {
            0..0x80 => self.first[code as usize] = true,
            0x80..0x800 => self.first[0xC0 | (code >> 6) as usize] = true,
            0x800..0x1_0000 => self.add_page(0xE0 | code >> 12, code >> 6 & 0x3F),
            _ => self.add_page(0xF0 | code >> 18, code >> 12 & 0x3F),
        }
        let mut i = self.count;
        while i > 0 && self.marks[i - 1].0 as u32 > code {
            self.marks[i] = self.marks[i - 1];
            i -= 1;
        }
        let Some(c) = char::from_u32(code) else { return };
        self.marks[i] = (c, mark);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_stops_at_every_mark_and_at_nothing_else() {
        let lists = [
            (ENDS, Mark::Ends),
            (ENDS_AT_ONCE, Mark::EndsAtOnce),
            (ENDS_ELSEWHERE, Mark::Ends),
            (BULLETS, Mark::Item),
            (ITEM_ENDS, Mark::Item),
            (COLONS, Mark::Colon),
        ];
        for c in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let listed = lists.iter().find(|(list, _)| list.contains(c)).map(|(_, mark)| *mark);
            let mark = listed.or_else(|| closing(c).map(|_| Mark::Opens));
            for (before, items) in [(0, true), (40, true), (40, false)] {
                let text = format!("{}α{c}{}", "a".repeat(before), "b".repeat(before + 1));
                let expected = mark.filter(|&mark| items || mark != Mark::Item || !c.is_ascii());
                assert_eq!(next_mark(&text, 0, items), expected.map(|mark| (before + 2, c, mark)), "{c:?}");
            }
            assert_eq!((is_closer(c), is_opener(c)), (CLOSERS.contains(c), OPENERS.contains(c)), "{c:?}");
        }
    }

    #[test]
    fn a_colon_is_a_mark_where_it_may_end_a_sentence() {
        assert_eq!(next_mark("a: b; c", 0, true), None);
        assert_eq!(next_mark("a...: b", 4, true), Some((4, ':', Mark::Colon)));
    }

    #[test]
    fn a_blank_behind_a_thai_letter_is_a_mark() {
        assert_eq!(next_mark("ไปไหน มา", 0, false), Some(("ไปไหน".len(), ' ', Mark::Gap)));
        assert_eq!(next_mark("ไป\u{A0}ไหน", 0, false), None);
    }

    /// Every character of UAX #29's `Sentence_Break=STerm` and `ATerm` is a terminator, but for Myanmar's little section, which is a comma.
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
