//! Sentences: one forward scan that decides at each terminator from what stands before and after it.
//!
//! The baseline is UAX #29 (SB6 to SB11). Every place where this differs from its official break tests is listed, with the reason, in
//! `tests/cases/uax29.txt`.

use super::{
    Layout,
    abbreviations::{LONGEST, abbreviation, goes_before_ordinal, is_counted, is_starter},
    blanks::{is_between_clusters, is_invisible, is_unspaced, splits_clusters},
    enumerations::Item,
    lines::is_line_start,
    marks::{Mark, closing, ends_at_once, is_bullet, is_closer, is_opener, is_terminator, next_mark},
    pages::is_in,
    wraps::Breaks,
};
use crate::{estimate::is_cjk, span::Span};

/// How many bytes of opening marks and blanks are looked through for the first letter of a sentence.
const OPENING: usize = 64;

/// How far a quotation or bracket is looked through, in bytes: what is longer is cut at the sentences inside it.
const QUOTATION: usize = 600;

/// Where the sentences of a text start, the first one at 0; they tile the text. Each takes along the blanks behind it, up to the start
/// of the next one's line. Every paragraph starts one.
pub(crate) fn sentences(text: &str, layout: &Layout, paragraphs: &[usize]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut breaks = Breaks::new(text, layout);
    for (i, &from) in paragraphs.iter().enumerate() {
        let to = paragraphs.get(i + 1).copied().unwrap_or(text.len());
        let mut segment = from;
        for &at in breaks.inside(from, to) {
            scan(text, &layout.pages, segment, at, &mut starts);
            segment = at;
        }
        scan(text, &layout.pages, segment, to, &mut starts);
    }
    starts
}

/// Whether the last character of a line that is no blank or closing mark ends a sentence.
pub(crate) fn ends_like_a_sentence(line: &str) -> bool {
    let ends_in_word = line.as_bytes().last().is_some_and(u8::is_ascii_alphanumeric);
    !ends_in_word && line.trim_end().trim_end_matches(is_closer).ends_with(is_terminator)
}

/// Adds the sentence starts of `text[from..to]`, in which nothing but marks ends a sentence; those in page breaks do not count.
fn scan(text: &str, pages: &[Span], from: usize, to: usize, starts: &mut Vec<usize>) {
    if from == to {
        return;
    }
    starts.push(from);
    let mut segment = Segment { text: &text[..to], from, sentence: from };
    let mut item = Item::at(segment.rest());
    let mut at = from;
    while let Some((place, c, mark)) = next_mark(segment.text, at, item.is_some()) {
        if !pages.is_empty() && is_in(pages, place) {
            at = place + c.len_utf8();
            continue;
        }
        if let Some((start, next)) = item.and_then(|item| item.next_at(segment.text, place)).filter(|&(start, _)| start > segment.sentence) {
            starts.push(start);
            segment.sentence = start;
            item = Some(next);
            at = place + c.len_utf8();
            continue;
        }
        match segment.at_mark(place, c, mark) {
            Verdict::Ends(start) if start > segment.sentence && start < to => {
                starts.push(start);
                segment.sentence = start;
                item = Item::at(segment.rest()).or(item);
                at = start;
            }
            Verdict::Ends(next) | Verdict::GoesOn(next) => at = next,
        }
    }
}

enum Verdict {
    /// The next sentence starts here.
    Ends(usize),
    /// It does not end; the scan goes on here.
    GoesOn(usize),
}

/// A stretch of text in which nothing but marks ends a sentence, where it begins, and where the present sentence does.
struct Segment<'t> {
    text: &'t str,
    from: usize,
    sentence: usize,
}

impl<'t> Segment<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.sentence..]
    }

    fn at_mark(&self, at: usize, c: char, mark: Mark) -> Verdict {
        let next = at + c.len_utf8();
        match mark {
            Mark::EndsAtOnce if self.text[next..].starts_with(is_plain_ideograph) => Verdict::Ends(next),
            Mark::Ends | Mark::EndsAtOnce => self.at_plain_stop(at).unwrap_or_else(|| self.at_terminator(at)),
            Mark::Colon if self.ends_in_script(c, at) => self.at_terminator(at),
            Mark::Gap if is_gap_between_clauses(&self.text[self.sentence..at], &self.text[next..]) => Verdict::Ends(next),
            Mark::Opens => Verdict::GoesOn(self.end_of_inset(at, c).unwrap_or(next)),
            Mark::Colon | Mark::Gap | Mark::Item => Verdict::GoesOn(next),
        }
    }

    /// What a full stop does at first sight, as most do: it ends a sentence behind a word that is no abbreviation, and before one blank and
    /// a capital; it does not inside a number or an address, and none begins where nothing follows.
    fn at_plain_stop(&self, at: usize) -> Option<Verdict> {
        let bytes = self.text.as_bytes();
        let (blank, next) = match bytes[at..] {
            [b'.', b'0'..=b'9' | b'a'..=b'z', ..] => return Some(Verdict::GoesOn(at + 1)),
            [b'.' | b'!' | b'?'] | [b'.' | b'!' | b'?', b'\n'] | [b'.' | b'!' | b'?', b'\n', b'\n'] => {
                return Some(Verdict::GoesOn(bytes.len()));
            }
            [b'.', blank, next, ..] => (blank, next),
            _ => return None,
        };
        let before = &bytes[at.saturating_sub(LONGEST + 2).max(self.sentence)..at];
        let letters = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (before, word) = before.split_at(before.len() - letters);
        let stands_alone = matches!(before, [.., earlier, b' '] if *earlier != b'.');
        let ends = matches!(blank, b' ' | b'\n') && next.is_ascii_uppercase() && letters > 1 && stands_alone;
        let is_plain = word.iter().all(u8::is_ascii_lowercase) || letters > 4 && word[1..].iter().any(u8::is_ascii_lowercase);
        (ends && is_plain && is_plain_word(&self.text[at - letters..at])).then_some(Verdict::Ends(at + 2))
    }

    /// Marks that end a sentence only in one script: a colon typed for the Armenian full stop, a semicolon for the Greek question mark.
    fn ends_in_script(&self, mark: char, at: usize) -> bool {
        let before = || self.text[..at].chars().next_back();
        match mark {
            ':' => before().is_some_and(|letter| matches!(letter, '\u{531}'..='\u{587}' | '…')) || self.text[..at].ends_with("...") && self.is_armenian(at),
            ';' | '\u{37E}' => before().is_some_and(|letter| matches!(letter, '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}')),
            _ => false,
        }
    }

    fn is_armenian(&self, at: usize) -> bool {
        self.text[..at].trim_end_matches('.').ends_with(|letter| matches!(letter, '\u{531}'..='\u{587}'))
    }

    /// The end of the quotation or bracket that opens at `open`, if the sentence runs on behind it: then none ends inside.
    fn end_of_inset(&self, open: usize, mark: char) -> Option<usize> {
        let text = self.text;
        let from = open + mark.len_utf8();
        let before = text[self.sentence..open].chars().next_back();
        let opens = match mark {
            '(' | '[' | '（' | '［' | '「' | '『' | '【' | '〈' | '《' | '〔' | '„' | '‚' => true,
            _ => before.is_none_or(|c| !c.is_alphanumeric() && !is_terminator(c)) && (mark == '«' || !text[from..].starts_with(char::is_whitespace)),
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
        (!inside.contains(mark) && !opens_next && (!complete && !inside.trim_end().is_empty() || self.runs_on(inside, end))).then_some(end)
    }

    /// Whether the sentence goes on behind a closed quotation that ends like one.
    fn runs_on(&self, inside: &str, end: usize) -> bool {
        let follow = &self.text[end..];
        let next = follow.trim_start();
        let particle = follow.starts_with(|c| "とっがはをにもでのなかやへ".contains(c)) || ["라고", "라는", "라며", "하고", "하며", "이라", "고 "].iter().any(|particle| next.starts_with(particle));
        particle
            || says_who(next)
            || next.starts_with([',', ';', '.', '，', '、', '。', '；'])
            || is_reference(next)
            || first_letter(next).is_some_and(char::is_lowercase)
            || inside.is_empty()
            || inside.ends_with('.') && follow.starts_with(is_cjk_letter)
    }

    /// Decides whether the sentence ends at the run of terminators at `at`.
    fn at_terminator(&self, at: usize) -> Verdict {
        let text = self.text;
        let run_end = at + run_length(&text[at..]);
        let run = &text[at..run_end];
        let dots = run.chars().all(|c| matches!(c, '.' | '…' | '‥' | ' '));
        let begins = dots && at - self.sentence <= OPENING && text[self.sentence..at].trim_start_matches(is_opener).is_empty();
        let within = dots && text[run_end..].starts_with(is_cjk_letter) && run != ".";
        if run == ". . ." || begins || within || text[..at].ends_with(['[', '(']) {
            return Verdict::GoesOn(run_end);
        }
        if let Some(start) = ellipsis_of_next(text, at, run_end) {
            return Verdict::Ends(start);
        }
        let mut end = self.end_of_closers(run_end);
        while let Some(mark) = text[end..].chars().next().filter(|&c| !c.is_ascii() && !splits_clusters('.', c)) {
            end += mark.len_utf8();
        }
        let closed = end > run_end;
        let Some(after) = text[end..].chars().next() else { return Verdict::GoesOn(text.len()) };
        let at_once = run.chars().any(ends_at_once);
        if at_once && !after.is_whitespace() {
            return self.without_blank(run, at, end, closed);
        }
        let missing_blank = !after.is_whitespace();
        if missing_blank && !at_once && !is_cjk_letter(after) && !(run == "." && !closed && self.lacks_blank(at, end)) {
            return Verdict::GoesOn(end);
        }
        let next = next_start(text, end);
        let follow = &text[next..];
        if follow.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c)).is_empty() {
            return Verdict::GoesOn(text.len());
        }
        let goes_on = self.goes_on(at, run, closed, at_once, end, next) || !is_between_clusters(text, next);
        if goes_on { Verdict::GoesOn(end) } else { Verdict::Ends(next) }
    }

    /// Whether the sentence goes on after terminators, closing marks and blanks.
    fn goes_on(&self, at: usize, run: &str, closed: bool, at_once: bool, end: usize, next: usize) -> bool {
        let text = self.text;
        let follow = text[next..].trim_start();
        let lower = first_letter(follow).is_some_and(char::is_lowercase);
        lower && !at_once && (closed || !self.asks(run, at, follow))
            || follow.starts_with([',', ';', ':', '，', '、', '№', '/'])
            || closed && (says_who(follow) || follow.starts_with("라고") || follow.starts_with("라는"))
            // A reference behind a quotation: "…stairways [...]" (Smith 55).
            || (text[..end].ends_with(['"', '”', '»']) && is_reference(follow))
            || (run == "." && !closed && self.belongs_to_word(at, follow))
            || (run == "." && is_list_number(&text[self.sentence..at]))
    }

    /// Whether a question or a call ends though a small letter follows: not in "Yahoo! is" and not where someone is said to have called.
    fn asks(&self, run: &str, at: usize, follow: &str) -> bool {
        let dash = follow.starts_with(['-', '–', '—', '―']);
        let name = || {
            let word = word_before(self.text, self.sentence, at);
            word.starts_with(char::is_uppercase) || word.is_empty()
        };
        !dash && run.ends_with(['?', '!']) && (run.contains('?') || !name())
    }

    /// At terminators that need no blank, and no blank there.
    fn without_blank(&self, run: &str, at: usize, end: usize, closed: bool) -> Verdict {
        let (before, after) = (&self.text[self.sentence..at], &self.text[end..]);
        let decimal = run.chars().all(|c| c == '．') && before.ends_with(char::is_numeric) && after.starts_with(char::is_numeric);
        let runs_on = closed && (after.starts_with(|c| "とっがはをにもでのなかやへ、，".contains(c)) || says_who(after));
        if decimal || runs_on { Verdict::GoesOn(end) } else { Verdict::Ends(end) }
    }

    /// The end of the quotes, brackets and note marks at `at` that close something. A mark that can open as well does not close if a
    /// letter follows and it was not opened in this sentence: 。“然后 begins a quotation, and “ closes one only after „.
    fn end_of_closers(&self, at: usize) -> usize {
        let text = self.text;
        let mut end = at;
        loop {
            let rest = &text[end..];
            let Some(mark) = rest.chars().next() else { return end };
            let next = end + mark.len_utf8();
            let closes = match mark {
                '“' => self.opened(end).is_some_and(|before| before.rfind('„').is_some_and(|open| !before[open..].contains('“'))),
                '«' | '‘' => {
                    let open = if mark == '«' { '»' } else { '‚' };
                    !text[next..].starts_with(char::is_alphanumeric) && self.opened(end).is_some_and(|before| before.contains(open))
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
            } else if let Some(length) = spaced_guillemet(rest) {
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
    fn opened(&self, end: usize) -> Option<&'t str> {
        let from = self.text.floor_char_boundary(end.saturating_sub(QUOTATION)).max(self.sentence);
        self.text.get(from..end)
    }

    /// Whether a blank is missing behind a full stop: "жағдайы.XVIII ғасыр". Not in file names, identifiers and initials.
    fn lacks_blank(&self, at: usize, end: usize) -> bool {
        let word = word_before(self.text, self.sentence, at);
        let next = first_word(&self.text[end..]);
        let mut letters = next.chars();
        let capital = letters.next().is_some_and(char::is_uppercase);
        let plain = |word: &str| word.chars().all(char::is_lowercase) && word.chars().nth(2).is_some();
        let ascii = word.is_ascii() && next.is_ascii();
        capital && plain(word) && self.sentence + word.len() < at && (is_starter(next) || !ascii && letters.next().is_some())
    }

    /// Whether a full stop belongs to the word before it and ends no sentence.
    fn belongs_to_word(&self, at: usize, follow: &str) -> bool {
        let text = self.text;
        let word = word_before(text, self.sentence, at);
        let is_long_word = word.chars().nth(4).is_some() && word.chars().all(char::is_lowercase) && is_plain_word(word);
        if word.is_empty() || word.len() > 2 * LONGEST || follow.starts_with(['¿', '¡']) || is_long_word {
            return false;
        }
        let next = first_letter(follow).unwrap_or(' ');
        let follow_open = follow[..follow.floor_char_boundary(2 * OPENING)].trim_start_matches(is_opener);
        let next_word = first_word(follow_open);
        let before_number = next.is_numeric() || follow.starts_with(['[', '§', '№']) || is_roman(next_word);
        let caseless = next.is_alphabetic() && !next.is_lowercase() && !next.is_uppercase();
        let earlier = text[self.sentence..at - word.len()].trim_end();
        let after_number = earlier.ends_with(|c: char| c.is_numeric() || matches!(c, '°' | 'º' | '/')) || is_roman(last_word(earlier));
        let starts = || is_starter(next_word);
        let stop_follows = follow_open[next_word.len()..].starts_with('.');
        let capitals = next_word.len() < 4 && next_word.bytes().all(|byte| byte.is_ascii_uppercase());
        if (stop_follows || capitals) && is_short(word) && abbreviation(&format!("{word}.{next_word}")).is_some() {
            return true;
        }
        match self.entry(word, earlier) {
            Some(found) if found.begins_names => !starts() && !(found.before_number && !before_number && after_number),
            Some(found) if found.may_be_last && (after_number && !found.never_last) => caseless || next.is_numeric() || self.is_opening_phrase(at),
            Some(found) if found.never_last || found.before_number && before_number => true,
            Some(found) if found.may_be_last => before_number && next.is_numeric() && word != "etc" || caseless,
            _ if caseless && is_short(word) && earlier.strip_suffix('.').is_some_and(|earlier| is_short(last_word(earlier))) => true,
            _ if stop_follows && is_chain(word, next_word, caseless) => true,
            _ if is_initial(last_part(word)) && !word.starts_with(char::is_numeric) => self.is_initial_of_name(at, earlier, follow, after_number),
            _ if has_stops_inside(word) => !starts(),
            _ if is_consonants(word) => next.is_uppercase() && !starts() && !after_number,
            _ => is_ordinal(word, earlier, follow),
        }
    }

    /// What the table knows of a word: together with the one before it ("z. B", "ad es"), by itself, behind an apostrophe or a hyphen ("l'art",
    /// "Dipl.-Ing"), or as a German street.
    fn entry(&self, word: &str, earlier: &str) -> Option<super::abbreviations::Abbreviation> {
        let joined = with_words_before(word, earlier);
        let street = word.len() > 3 && word.ends_with("str");
        let known = joined.as_deref().and_then(abbreviation).or_else(|| abbreviation(word));
        known.or_else(|| abbreviation(last_part(word))).or_else(|| street.then(|| abbreviation("Str")).flatten())
    }

    /// One letter: "J. K. Moreno", "p. 5"; but "5 m. Then", "plan B. The".
    fn is_initial_of_name(&self, at: usize, earlier: &str, follow: &str, after_number: bool) -> bool {
        let next_word = first_word(follow);
        let lower = self.text[..at].ends_with(char::is_lowercase);
        let measure = earlier.ends_with(['°', 'º', '/']);
        if after_number && (lower || measure) {
            return follow.starts_with(char::is_numeric) || !measure && self.is_opening_phrase(at);
        }
        let stop_follows = is_short(next_word) && follow[next_word.len()..].starts_with('.');
        let particle = matches!(next_word, "Da" | "De" | "Del" | "Della" | "Di" | "Du" | "El" | "La" | "Le" | "Van" | "Von" | "Zu");
        stop_follows || particle && !lower || !is_starter(next_word)
    }

    /// Whether what stands before is no more than a preposition and a time: "At 5 a.m. Mr. Smith left", "В 2012 г. Виктор".
    fn is_opening_phrase(&self, at: usize) -> bool {
        let mut words = self.text[self.sentence..at].split_whitespace();
        let is_preposition = words.next().is_some_and(|word| word.chars().nth(3).is_none());
        is_preposition && words.take(3).count() <= 2
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

/// How long a run of terminators is. Full stops with single blanks between are one ellipsis: three of them go on, four end. An ellipsis
/// behind a terminator that needs no blank is not of its run.
fn run_length(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let at_once = text.starts_with(ends_at_once);
    let more = length_while(&text[first..], |c| is_terminator(c) && !(at_once && matches!(c, '.' | '…')));
    let mut end = first + more;
    while text.starts_with('.') && text[end..].starts_with(" .") && !text[end + 2..].starts_with(|c: char| c.is_alphanumeric() || c == '.') {
        end += 2;
    }
    end
}

/// Where an ellipsis begins that belongs to the next sentence: "weakened. ...and then", "compounds. . . . The practice".
fn ellipsis_of_next(text: &str, at: usize, run_end: usize) -> Option<usize> {
    let run = &text[at..run_end];
    let spaced = run == ". . . ." && !text[..at].ends_with(char::is_whitespace);
    let start = if spaced { at + 2 } else { run_end + length_while(&text[run_end..], |c| c == ' ') };
    let set_apart = start > run_end && matches!(run, "." | "!" | "?") || start == run_end && run.ends_with(ends_at_once);
    let dots = ["...", ". . .", "…"].into_iter().find(|dots| text[start..].starts_with(dots))?;
    let rest = &text[start + dots.len()..];
    let begins = if spaced { rest.trim_start().starts_with(char::is_alphabetic) } else { rest.starts_with(char::is_alphabetic) };
    ((spaced || set_apart) && begins).then_some(start)
}

/// Whether a bracket follows that is no sentence: "(Manzoni)."
fn is_reference(follow: &str) -> bool {
    /// A longer one is not looked through, in bytes.
    const REFERENCE: usize = 200;
    let inside = follow.strip_prefix('(').and_then(|rest| rest[..rest.floor_char_boundary(REFERENCE)].split_once(')'));
    inside.is_some_and(|(inside, _)| !inside.ends_with(is_terminator))
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

/// Whether a Chinese text says next who spoke: 」鮑爾說。
fn says_who(follow: &str) -> bool {
    if !follow.starts_with(is_cjk_letter) {
        return false;
    }
    let clause: String = follow.chars().take(9).take_while(|&c| is_cjk_letter(c)).collect();
    let ended = follow[clause.len()..].starts_with(['。', '，', '：', ',', '.', ':', '！', '？']);
    ended && ["说", "說", "道", "问", "問", "喊", "叫"].iter().any(|verb| clause.ends_with(verb))
}

/// Whether a blank parts two clauses in Thai or Lao, which have no mark for the end of a sentence: between two letters of the script, after a
/// clause long enough to be one, and not before a word that ties the next one to it.
fn is_gap_between_clauses(before: &str, after: &str) -> bool {
    /// A shorter clause is taken for a name, a number or a member of a list, in characters.
    const CLAUSE: usize = 30;
    const TIES: &str = "และ หรือ ซึ่ง ที่ โดย ว่า เพื่อ กับ ของ ใน แก่ ได้แก่ เช่น ฯ ๆ ແລະ ຫຼື ທີ່ ໂດຍ ວ່າ ເພື່ອ ກັບ ຂອງ ໃນ";
    after.starts_with(|c| matches!(c, '\u{E00}'..='\u{EFF}'))
        && before.chars().nth(CLAUSE).is_some()
        && !TIES.split(' ').any(|tie| after.starts_with(tie))
}

/// The place after the blanks at `end`: the start of the last line they reach, if they cross a line end.
fn next_start(text: &str, end: usize) -> usize {
    let solid = end + length_while(&text[end..], char::is_whitespace);
    text[end..solid]
        .char_indices()
        .rev()
        .map(|(at, c)| end + at + c.len_utf8())
        .find(|&at| is_line_start(text, at))
        .unwrap_or(solid)
}

/// The letter or digit that decides whether a sentence starts, behind blanks, quote marks of e-mail, opening quotes and brackets.
fn first_letter(follow: &str) -> Option<char> {
    let follow = follow.trim_start();
    follow[..follow.floor_char_boundary(OPENING)].trim_start_matches(|c: char| c.is_whitespace() || c == '>' || is_opener(c) || is_invisible(c)).chars().next()
}

fn is_list_number(before: &str) -> bool {
    /// A longer text is no number, in bytes.
    const LONGEST_MARK: usize = 32;
    if before.len() > LONGEST_MARK {
        return false;
    }
    let mark = before.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '(' | '>' | '#' | '*' | '-') || is_bullet(c));
    !mark.is_empty()
        && mark.len() <= 9
        && (mark.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
            || (mark.len() == 1 && mark.bytes().all(|byte| byte.is_ascii_alphabetic())))
}

/// The word that ends at `at`, dots inside it included ("p.m", "U.S"), opening marks left out.
fn word_before(text: &str, sentence: usize, at: usize) -> &str {
    /// A longer word is nothing that is looked up.
    const LONGEST_WORD: usize = 64;
    let from = text.ceil_char_boundary(at.saturating_sub(LONGEST_WORD)).max(sentence);
    let before = &text[from..at];
    let start = before.char_indices().rev().take_while(|&(_, c)| is_word(c)).last().map_or(before.len(), |(start, _)| start);
    &before[start..]
}

/// What stands behind the last apostrophe or hyphen of a word.
fn last_part(word: &str) -> &str {
    word.rsplit(['\'', '’', '-']).next().unwrap_or(word)
}

fn last_word(text: &str) -> &str {
    word_before(text, 0, text.len())
}

/// The word together with the one or two before it, the full stops between kept or put in: "z.B", "т.е", "ad.es", "до.н.э".
fn with_words_before(word: &str, earlier: &str) -> Option<String> {
    let before = |text: &str| -> Option<(usize, usize)> {
        let solid = text.trim_end();
        let bare = solid.strip_suffix('.').unwrap_or(solid);
        let found = last_word(bare);
        ((1..=8).contains(&found.len())).then_some((bare.len() - found.len(), bare.len()))
    };
    let stop = earlier.trim_end().ends_with('.');
    if word.len() > if stop { 8 } else { 3 } {
        return None;
    }
    let (start, end) = before(earlier)?;
    let second = &earlier[start..end];
    if stop && is_initial(word) {
        if let Some((first, first_end)) = before(&earlier[..start]) {
            let three = format!("{}.{second}.{word}", &earlier[first..first_end]);
            if abbreviation(&three).is_some() {
                return Some(three);
            }
        }
    }
    let small = |text: &str| text.chars().all(char::is_lowercase);
    (stop || second.len() <= 3 && small(second) && small(word)).then(|| format!("{second}.{word}"))
}

/// Whether a word of small letters is no abbreviation, neither alone nor with a word before it that has no full stop.
fn is_plain_word(word: &str) -> bool {
    !matches!(word, "es" | "al") && !word.ends_with("str") && abbreviation(word).is_none()
}

/// One letter of a script that writes words apart.
fn is_initial(word: &str) -> bool {
    let mut letters = word.chars().filter(|&c| !matches!(c, '-' | '\'' | '’'));
    letters.next().is_some_and(|c| c.is_alphabetic() && !is_cjk(c)) && letters.next().is_none()
}

/// One or two letters.
fn is_short(word: &str) -> bool {
    !word.is_empty() && word.chars().nth(2).is_none() && word.chars().all(|c| c.is_alphabetic() && !is_cjk(c))
}

/// Whether two words of one or two letters, each with a full stop, are one abbreviation: "s. r. o.", "बी. सी."
fn is_chain(word: &str, next: &str, caseless: bool) -> bool {
    is_short(word) && is_short(next) && (caseless || is_initial(word) || is_initial(next) && next.starts_with(char::is_lowercase))
}

/// Short parts with full stops between: "U.S", "J.R.R", "LL.AA.II", "к.т.н", "जी.डी.पी".
fn has_stops_inside(word: &str) -> bool {
    word.contains('.') && word.split('.').all(|part| !part.is_empty() && part.chars().count() <= 3 && part.chars().all(|c| !c.is_numeric()))
}

/// A short word of consonants that begins with a capital ("Skt", "Mgr"), or any of Cyrillic ("пгт").
fn is_consonants(word: &str) -> bool {
    const VOWELS: &str = "aeiouyαεηιουωάέήίόύώϊϋàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēęěėīįıōőœūůűų";
    const CYRILLIC_VOWELS: &str = "аеёиоуыэюяіїєәөүұ";
    let count = word.chars().count();
    let first = word.chars().next().unwrap_or(' ');
    let cyrillic = matches!(first, '\u{400}'..='\u{4FF}');
    let vowel = |c: char| c.to_lowercase().any(|c| VOWELS.contains(c) || CYRILLIC_VOWELS.contains(c));
    let shape = cyrillic || first.is_uppercase() && word.chars().skip(1).all(char::is_lowercase);
    (2..=4).contains(&count) && shape && word.chars().all(|c| c.is_alphabetic() && !vowel(c)) && matches!(first, '\u{41}'..='\u{4FF}') && !word.chars().all(char::is_uppercase)
}

/// A number written with capital letters: "XIV".
fn is_roman(word: &str) -> bool {
    word.len() <= 6 && word.len() >= 2 && word.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X' | b'L' | b'C'))
}

/// A number with a full stop that counts what follows: "12. Juni", "den 45. Präsidenten", "XII. Pluk", "5. 3. 1990".
fn is_ordinal(word: &str, earlier: &str, follow: &str) -> bool {
    let next = first_word(follow);
    let digits = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    if !digits && !is_roman(word) {
        return false;
    }
    let before = last_word(earlier);
    let is_day = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let date = is_day(word) && (is_day(next) && follow[next.len()..].starts_with('.') || next.len() == 4 && earlier.strip_suffix('.').is_some_and(|text| is_day(last_word(text))));
    let counts = next.starts_with(char::is_uppercase) && !is_starter(next);
    let small = before.starts_with(char::is_lowercase) || before.is_empty();
    date && digits || is_counted(next) || counts && (goes_before_ordinal(before) || is_roman(word) && small)
}

fn first_word(next: &str) -> &str {
    &next[..length_while(next, |c| c.is_alphanumeric() || c == '\'')]
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c) || matches!(c, '.' | '-' | '°' | '\'' | '’') || !c.is_ascii() && !splits_clusters('a', c)
}

/// Han, kana or an opening bracket of theirs: nothing that joins what stands before it.
const fn is_plain_ideograph(c: char) -> bool {
    matches!(c, '「' | '『' | '（' | '《' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{4E00}'..='\u{9FFF}')
}

fn is_cjk_letter(c: char) -> bool {
    is_cjk(c) && c.is_alphabetic()
}

fn length_while(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::paragraphs::paragraphs;

    fn found(text: &str) -> Vec<&str> {
        let layout = Layout::new(text);
        let starts = sentences(text, &layout, &paragraphs(text, &layout));
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
    }

    /// The cases of `tests/cases/sentences.txt`: one a line, `|` marks the cuts, `⏎` a line end.
    #[test]
    fn the_cases_are_cut_where_they_say() {
        let cases = include_str!("../../tests/cases/sentences.txt");
        let mut wrong = String::new();
        for case in cases.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let case = case.replace('⏎', "\n");
            let expected: Vec<&str> = case.split('|').collect();
            let got = found(&expected.concat()).join("|");
            if got != case {
                wrong += &format!("expected {case}\n     got {got}\n");
            }
        }
        assert!(wrong.is_empty(), "\n{wrong}");
    }

    /// Every case of Unicode's own tests that is cut elsewhere is listed, with the reason, in `tests/cases/uax29.txt`.
    #[test]
    fn the_differences_from_uax_29_are_those_listed() {
        let listed = include_str!("../../tests/cases/uax29.txt").lines().filter(|line| line.starts_with('÷'));
        let official = include_str!("../../tests/unicode/SentenceBreakTest.txt").lines();
        let cases = official.map(|line| line.split('#').next().unwrap_or("").trim()).filter(|case| !case.is_empty());
        let differing = cases.filter_map(|case| {
            let codes = case.split_whitespace().filter_map(|token| u32::from_str_radix(token, 16).ok());
            let text: String = codes.filter_map(char::from_u32).collect();
            let sentence = |piece: &&str| piece.chars().map(|c| format!("{:04X}", c as u32)).collect::<Vec<_>>().join(" × ");
            let ours = format!("÷ {} ÷", found(&text).iter().map(sentence).collect::<Vec<_>>().join(" ÷ "));
            (ours != case).then(|| format!("{case} → {ours}"))
        });
        let (mut listed, mut differing): (Vec<&str>, Vec<String>) = (listed.collect(), differing.collect());
        listed.sort_unstable();
        differing.sort_unstable();
        assert_eq!(differing, listed);
    }

    #[test]
    fn sentences_tile_the_text() {
        for text in ["", " ", "\n\n", "a", ". . .", "…a. b", "\u{FEFF}x. Y.", "1.\n\n2.\n"] {
            assert_eq!(found(text).concat(), text);
        }
    }
}
