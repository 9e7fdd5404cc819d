//! Quotations and brackets: none of the sentences inside ends one where the sentence around them runs on.

use super::{
    blanks::is_invisible,
    full_stops::{is_plain_word, word_before},
    marks::{closing, is_closer, is_terminator},
    sentences::{Segment, first_letter, is_cjk_letter, length_while},
};

/// How far a quotation or bracket is looked through, in bytes: what is longer is cut at the sentences inside it.
const QUOTATION: usize = 600;

impl Segment<'_> {
    /// The end of the quotation or bracket that opens at `open`, if the sentence runs on behind it: then none ends inside.
    pub(super) fn end_of_inset(&self, open: usize, mark: char) -> Option<usize> {
        let text = self.text;
        let from = open + mark.len_utf8();
        let before = text[self.sentence..open].chars().next_back();
        let opens = match mark {
            '(' | '[' | '（' | '［' | '「' | '『' | '【' | '〈' | '《' | '〔' | '„' | '‚' => true,
            _ => {
                before.is_none_or(|c| !c.is_alphanumeric() && !is_terminator(c))
                    && (mark == '«' || !text[from..].starts_with(char::is_whitespace))
            }
        };
        let window = &text[from..text.floor_char_boundary((from + QUOTATION).min(text.len()))];
        let length = opens.then(|| find_closing(window, mark)).flatten()?;
        let (inside, close) = (&window[..length], from + length);
        let end = close + text[close..].chars().next().map_or(0, char::len_utf8);
        if mark == '《' {
            return Some(end);
        }
        let complete = inside.trim_end().trim_end_matches(is_closer).ends_with(is_terminator);
        let opens_next = inside.ends_with(char::is_whitespace) && text[end..].starts_with(char::is_alphanumeric);
        (!inside.contains(mark) && !opens_next && (!complete && !inside.trim_end().is_empty() || self.runs_on(inside, end)))
            .then_some(end)
    }

    /// Whether the sentence goes on behind a closed quotation that ends like one.
    fn runs_on(&self, inside: &str, end: usize) -> bool {
        let follow = &self.text[end..];
        let next = follow.trim_start();
        carries_on(follow)
            || carries_on(next)
            || next.starts_with([',', ';', '.', '，', '、', '。', '；'])
            || is_reference(next)
            || first_letter(next).is_some_and(char::is_lowercase)
            || inside.is_empty()
            || inside.ends_with('.') && follow.starts_with(is_cjk_letter)
    }

    /// The end of the quotes, brackets and note marks at `at` that close something. A mark that can open as well does not close if a
    /// letter follows and it was not opened in this sentence: 。“然后 begins a quotation. Before a blank it closes, wherever it was opened:
    /// „Schau. Fass nichts an.“ Schreib.
    pub(super) fn end_of_closers(&self, at: usize) -> usize {
        let text = self.text;
        let mut end = at;
        loop {
            let rest = &text[end..];
            let Some(mark) = rest.chars().next() else { return end };
            let next = end + mark.len_utf8();
            let closes = match mark {
                '“' | '«' | '‘' if text[next..].starts_with(char::is_whitespace) => true,
                '“' => {
                    self.opened(end).is_some_and(|before| before.rfind('„').is_some_and(|open| !before[open..].contains('“')))
                }
                '«' | '‘' => {
                    let open = if mark == '«' { '»' } else { '‚' };
                    !text[next..].starts_with(char::is_alphanumeric)
                        && self.opened(end).is_some_and(|before| before.contains(open))
                }
                '"' | '\'' | '*' | '_' => {
                    let open = |before: &str| before.matches(mark).count() % 2 == 1 || mark == '"' && is_open(before, '“', '”');
                    !text[next..].starts_with(char::is_alphanumeric) || self.opened(end).is_some_and(open)
                }
                // Typed the wrong way round, it opens what comes next.
                '”' => !text[next..].starts_with(is_cjk_letter) || self.may_be_open(end, '“', '”'),
                '[' => note_length(rest) > 0,
                '¹' | '²' | '³' | '⁰'..='⁹' => true,
                c => is_closer(c) || is_invisible(c) || end > at && is_terminator(c),
            };
            if closes {
                end = if mark == '[' { end + note_length(rest) } else { next };
            } else if let Some(length) =
                spaced_guillemet(rest).or_else(|| closing_tag(rest)).or_else(|| note_numbers(&text[..end], rest))
            {
                end += length;
            } else {
                return end;
            }
        }
    }

    /// Whether a quotation may be open at `end`: it is, or the paragraph begins too far back to tell.
    fn may_be_open(&self, end: usize, open: char, close: char) -> bool {
        let from = end.saturating_sub(QUOTATION);
        from > self.from || is_open(&self.text[self.from..end], open, close)
    }

    /// What stands in this sentence before `end`, as far back as a quotation is looked for.
    fn opened(&self, end: usize) -> Option<&str> {
        let from = self.text.floor_char_boundary(end.saturating_sub(QUOTATION)).max(self.sentence);
        self.text.get(from..end)
    }
}

/// Where the quotation or bracket is closed that a mark opens.
fn find_closing(text: &str, open: char) -> Option<usize> {
    match open {
        '(' => memchr::memchr(b')', text.as_bytes()),
        '"' => memchr::memchr(b'"', text.as_bytes()),
        _ => text.find(closing(open)?),
    }
}

/// Whether a quotation is open at the end of a text.
fn is_open(text: &str, open: char, close: char) -> bool {
    text.matches(open).count() > text.matches(close).count()
}

/// Whether a bracket follows that is no sentence: "(Manzoni)."
pub(super) fn is_reference(follow: &str) -> bool {
    /// A longer one is not looked through, in bytes.
    const REFERENCE: usize = 200;
    let inside = follow.strip_prefix('(').and_then(|rest| rest[..rest.floor_char_boundary(REFERENCE)].split_once(')'));
    inside.is_some_and(|(inside, _)| !inside.ends_with(is_terminator))
}

/// Length of a closing tag of HTML: `</em>`.
fn closing_tag(text: &str) -> Option<usize> {
    /// Names of elements are not longer, in bytes.
    const NAME: usize = 16;
    let name = text.strip_prefix("</")?.bytes().take_while(u8::is_ascii_alphanumeric).take(NAME + 1).count();
    (1..=NAME).contains(&name).then_some(())?;
    text[2 + name..].starts_with('>').then_some(name + 3)
}

/// Length of the numbers of notes that lost their place above the line: "in consultation.11 12 Take". Not behind a number ("3.14") or an
/// abbreviation ("fig.3").
fn note_numbers(before: &str, text: &str) -> Option<usize> {
    let word = word_before(before, 0, before.strip_suffix('.')?.len());
    let is_word = word.len() > 4 && word.bytes().all(|byte| byte.is_ascii_lowercase()) && is_plain_word(word);
    let mut length = 0;
    while let digits @ 1..=3 = text[length..].bytes().take(4).take_while(u8::is_ascii_digit).count() {
        length += digits;
        match text.as_bytes()[length..] {
            [b' ', next, ..] if next.is_ascii_uppercase() => return is_word.then_some(length),
            [b' ' | b',', next, ..] if next.is_ascii_digit() => length += 1,
            _ => return None,
        }
    }
    None
}

/// Length of a note's mark in brackets: "[12]", "[a]".
fn note_length(text: &str) -> usize {
    let inside = text.strip_prefix('[').map_or(0, |rest| length_while(rest, |c| c.is_ascii_alphanumeric()));
    if (1..=4).contains(&inside) && text[1 + inside..].starts_with(']') { inside + 2 } else { 0 }
}

/// Length of a blank and a closing guillemet, as French sets them.
fn spaced_guillemet(text: &str) -> Option<usize> {
    let blank = text.chars().next().filter(|c| matches!(c, ' ' | '\u{A0}' | '\u{202F}'))?.len_utf8();
    let rest = text[blank..].strip_prefix('»')?;
    rest.chars().next().is_none_or(|c| c.is_whitespace() || matches!(c, ',' | '.' | ';' | ')')).then_some(blank + '»'.len_utf8())
}

/// Whether what follows a closed quotation carries its sentence on in Japanese, Korean or Chinese: と言った, 라고 했다, 他说。
pub(super) fn carries_on(follow: &str) -> bool {
    const PARTICLES: [&str; 7] = ["라고", "라는", "라며", "하고", "하며", "이라", "고 "];
    let particle = follow.starts_with(|c| "とっがはをにもでのなかやへ".contains(c));
    particle || PARTICLES.iter().any(|particle| follow.starts_with(particle)) || says_who(follow)
}

/// Whether a Chinese text says next who spoke: 」鮑爾說。
fn says_who(follow: &str) -> bool {
    if !follow.starts_with(is_cjk_letter) {
        return false;
    }
    let clause: String = follow.chars().take(9).take_while(|&c| is_cjk_letter(c)).collect();
    let ended = follow[clause.len()..].starts_with(['。', '，', '：', ',', '.', ':', '！', '？']);
    ended && ["说", "說", "道", "问", "問", "喊", "叫"].iter().any(|verb| clause.ends_with(verb))
}
