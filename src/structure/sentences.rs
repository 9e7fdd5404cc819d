//! Sentences: one forward scan that decides at each terminator from what stands before and after it.
//!
//! The baseline is UAX #29 (SB6 to SB11). Every place where this differs from its official break tests is listed, with the reason, in
//! `tests/cases/uax29.txt`.

use std::ops::Range;

use super::{
    Layout,
    abbreviations::LONGEST,
    blanks::{is_between_clusters, is_invisible, splits_clusters},
    enumerations::Item,
    full_stops::{is_plain_word, word_before},
    lines::is_line_start,
    marks::{Mark, ends_at_once, is_bullet, is_closer, is_opener, is_terminator, next_mark},
    pages::is_in,
    quotations::{carries_on, is_reference},
    wraps::breaks,
};
use crate::{estimate::is_cjk, span::Span};

/// How many bytes of opening marks and blanks are looked through for the first letter of a sentence.
pub(super) const OPENING: usize = 64;

/// Four dots may end a sentence; more lead the eye to the number of a page. In bytes, blanks between included.
const LONGEST_ELLIPSIS: usize = 8;

/// A decision looks no further ahead or back than this, in bytes, but for runs of blanks: through a quotation, and a reference behind it.
const SIGHT: usize = 2048;

/// The sentences of a paragraph.
#[derive(Debug)]
pub(crate) struct Sentences {
    /// Where they start, from the paragraph's start on, the first one at 0; they tile it. Each takes along the blanks behind it, up to the
    /// start of the next one's line.
    pub(crate) starts: Box<[usize]>,
    /// The items of lists written in a line that sentences begin with: from where on each is the last one.
    items: Box<[(usize, Item)]>,
    /// Whether nothing but marks ends a sentence, from start to end.
    one_segment: bool,
}

impl Sentences {
    /// The same once `inserted` bytes of the paragraph, which is `now`, are where those of `edited` were (from its start on), and where they
    /// changed: from one start up to another that only moved. `None` where all of them may have changed.
    pub(crate) fn edit(
        &self,
        text: &str,
        layout: &Layout,
        now: Span,
        edited: &Range<usize>,
        inserted: usize,
    ) -> Option<(Self, Range<usize>)> {
        let (from, length) = (now.start, now.end - now.start);
        let is_one = self.one_segment && !self.starts.is_empty() && layout.pages.is_empty();
        if !is_one || length < 2 * SIGHT || !breaks(text, layout, from, now.end).is_empty() {
            return None;
        }
        let by = inserted.cast_signed() - edited.len().cast_signed();
        let (old, new) = (|at: usize| at.wrapping_add_signed(by.wrapping_neg()), |at: usize| at.wrapping_add_signed(by));
        let kept = self.decided_before(edited.start);
        let first = self.starts[kept];
        let items = &self.items[..self.items.partition_point(|&(at, _)| at <= first)];
        let (mut starts, mut items) = (self.starts[..=kept].to_vec(), if kept > 0 { items.to_vec() } else { Vec::new() });
        let item = if kept > 0 { self.item_at(first) } else { Item::at(&text[now.range()]) };
        note(&mut items, first, item);

        let mut scan = Scan::new(&text[..now.end], &[], from, item);
        scan.go_on_at(from + first);
        let mut end = length;
        while let Some(found) = scan.next() {
            let start = found - from;
            note(&mut items, start, scan.item);
            if start >= edited.start + inserted + SIGHT && scan.at == found && self.is_at(old(start), scan.item) {
                let (behind, items_behind) = self.behind(old(start));
                starts.extend(behind.iter().map(|&at| new(at)));
                items.extend(items_behind.iter().map(|&(at, item)| (new(at), item)));
                end = start;
                break;
            }
            starts.push(start);
        }
        Some((Self { starts: starts.into(), items: items.into(), one_segment: true }, first..end))
    }

    /// The place among the starts of the last one that nothing from `at` on has a say in. What decided on it ended before the next one: only to
    /// the last of all can `at` be near enough, if a run of blanks is behind it.
    fn decided_before(&self, at: usize) -> usize {
        let near = self.starts.partition_point(|&start| start + SIGHT <= at);
        (0..near.saturating_sub(1)).rev().find(|&i| !self.begins_with_item(self.starts[i])).unwrap_or(0)
    }

    /// Whether a sentence starts at `at` from which a scan goes on as it does with `item` as the last one.
    fn is_at(&self, at: usize, item: Option<Item>) -> bool {
        self.starts.binary_search(&at).is_ok() && !self.begins_with_item(at) && self.item_at(at) == item
    }

    /// The starts from `at` on, and the items.
    fn behind(&self, at: usize) -> (&[usize], &[(usize, Item)]) {
        let starts = self.starts.partition_point(|&start| start < at);
        let items = self.items.partition_point(|&(start, _)| start < at);
        (&self.starts[starts..], &self.items[items..])
    }

    /// The last item of a list written in a line where the sentence at `at` begins.
    fn item_at(&self, at: usize) -> Option<Item> {
        self.items[..self.items.partition_point(|&(start, _)| start <= at)].last().map(|&(_, item)| item)
    }

    fn begins_with_item(&self, at: usize) -> bool {
        self.items.binary_search_by_key(&at, |&(start, _)| start).is_ok()
    }
}

/// Notes the last item where it is another one than before.
fn note(items: &mut Vec<(usize, Item)>, at: usize, item: Option<Item>) {
    if let Some(item) = item.filter(|&item| items.last().is_none_or(|&(_, last)| last != item)) {
        items.push((at, item));
    }
}

/// Finds the sentences of the paragraph `from..to`.
pub(crate) fn sentences(text: &str, layout: &Layout, from: usize, to: usize) -> Sentences {
    let breaks = breaks(text, layout, from, to);
    let (mut starts, mut items) = (Vec::new(), Vec::new());
    let mut segment = from;
    for &at in breaks.iter().chain([&to]) {
        let mut scan = Scan::new(&text[..at], &layout.pages, segment, Item::at(&text[segment..at]));
        let mut start = (segment < at).then_some(segment);
        while let Some(found) = start {
            starts.push(found - from);
            note(&mut items, found - from, scan.item);
            start = scan.next();
        }
        segment = at;
    }
    let one_segment = breaks.is_empty() && layout.pages.is_empty();
    Sentences { starts: starts.into(), items: items.into(), one_segment }
}

/// Whether the last character of a line that is no blank or closing mark ends a sentence.
pub(crate) fn ends_like_a_sentence(line: &str) -> bool {
    let ends_in_word = line.as_bytes().last().is_some_and(u8::is_ascii_alphanumeric);
    !ends_in_word && line.trim_end().trim_end_matches(is_closer).ends_with(is_terminator)
}

/// Looks for the sentence starts in a text from one of them on, in which nothing but marks ends a sentence; those in page breaks do not count.
struct Scan<'t> {
    segment: Segment<'t>,
    pages: &'t [Span],
    /// The last item of a list written in a line.
    item: Option<Item>,
    at: usize,
}

impl<'t> Scan<'t> {
    const fn new(text: &'t str, pages: &'t [Span], from: usize, item: Option<Item>) -> Self {
        Self { segment: Segment { text, from, sentence: from }, pages, item, at: from }
    }

    /// Goes on at a sentence start found before.
    const fn go_on_at(&mut self, start: usize) {
        self.segment.sentence = start;
        self.at = start;
    }

    /// The next sentence start.
    fn next(&mut self) -> Option<usize> {
        let text = self.segment.text;
        while let Some((place, c, mark)) = next_mark(text, self.at, self.item.is_some()) {
            self.at = place + c.len_utf8();
            if !self.pages.is_empty() && is_in(self.pages, place) {
                continue;
            }
            let item = self.item.and_then(|item| item.next_at(text, place));
            if let Some((start, next)) = item.filter(|&(start, _)| start > self.segment.sentence) {
                self.segment.sentence = start;
                self.item = Some(next);
                return Some(start);
            }
            match self.segment.at_mark(place, c, mark) {
                Verdict::Ends(start) if start > self.segment.sentence && start < text.len() => {
                    self.segment.sentence = start;
                    self.item = Item::at(self.segment.rest()).or(self.item);
                    self.at = start;
                    return Some(start);
                }
                Verdict::Ends(next) | Verdict::GoesOn(next) => self.at = next,
            }
        }
        None
    }
}

enum Verdict {
    /// The next sentence starts here.
    Ends(usize),
    /// It does not end; the scan goes on here.
    GoesOn(usize),
}

/// A stretch of text in which nothing but marks ends a sentence, where it begins, and where the present sentence does.
pub(super) struct Segment<'t> {
    pub(super) text: &'t str,
    pub(super) from: usize,
    pub(super) sentence: usize,
}

impl<'t> Segment<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.sentence..]
    }

    fn at_mark(&self, at: usize, c: char, mark: Mark) -> Verdict {
        let next = at + c.len_utf8();
        match mark {
            Mark::EndsAtOnce if self.text[next..].starts_with(is_plain_ideograph) => Verdict::Ends(next),
            Mark::Ends | Mark::EndsAtOnce if matches!(self.text.as_bytes()[next..], [] | [b'\n'] | [b'\n', b'\n']) => {
                Verdict::GoesOn(self.text.len())
            }
            Mark::Ends | Mark::EndsAtOnce => self.at_plain_stop(at).unwrap_or_else(|| self.at_terminator(at)),
            Mark::Colon if self.ends_in_script(c, at) => self.at_terminator(at),
            Mark::Gap if is_gap_between_clauses(&self.text[self.sentence..at], &self.text[next..]) => Verdict::Ends(next),
            Mark::Opens => Verdict::GoesOn(self.end_of_inset(at, c).unwrap_or(next)),
            Mark::Colon | Mark::Gap | Mark::Item => Verdict::GoesOn(next),
        }
    }

    /// What a full stop does at first sight, as most do: it ends a sentence behind a word that is no abbreviation, and before one blank and
    /// a capital; it does not inside a number or an address,
    fn at_plain_stop(&self, at: usize) -> Option<Verdict> {
        let bytes = self.text.as_bytes();
        let (blank, next) = match bytes[at..] {
            [b'.', b'a'..=b'z', ..] => return Some(Verdict::GoesOn(at + 1)),
            [b'.', b'0'..=b'9', ..] if !bytes[..at].last().is_some_and(u8::is_ascii_lowercase) => {
                return Some(Verdict::GoesOn(at + 1));
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
            ':' => {
                before().is_some_and(|letter| matches!(letter, '\u{531}'..='\u{587}' | '…'))
                    || self.text[..at].ends_with("...") && self.is_armenian(at)
            }
            ';' | '\u{37E}' => before().is_some_and(|letter| matches!(letter, '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}')),
            _ => false,
        }
    }

    fn is_armenian(&self, at: usize) -> bool {
        self.text[..at].trim_end_matches('.').ends_with(|letter| matches!(letter, '\u{531}'..='\u{587}'))
    }

    /// Decides whether the sentence ends at the run of terminators at `at`.
    fn at_terminator(&self, at: usize) -> Verdict {
        let text = self.text;
        let run_end = at + run_length(&text[at..]);
        let run = &text[at..run_end];
        let dots = run.chars().all(|c| matches!(c, '.' | '…' | '‥' | ' '));
        let begins = dots && at - self.sentence <= OPENING && text[self.sentence..at].trim_start_matches(is_opener).is_empty();
        let within = dots && text[run_end..].starts_with(is_cjk_letter) && run != ".";
        // Dots that lead to the number of a page.
        let leads = dots
            && run.len() > LONGEST_ELLIPSIS
            && text[run_end..].trim_start_matches(' ').starts_with(|c: char| c.is_ascii_digit());
        if run == ". . ." || begins || within || leads || text[..at].ends_with(['[', '(']) {
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
        let may_end = after.is_whitespace() || is_cjk_letter(after) || run == "." && !closed && self.lacks_blank(at, end);
        if !may_end {
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
            || is_address(follow)
            || closed && carries_on(follow)
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
        let runs_on = closed && (after.starts_with(['、', '，']) || carries_on(after));
        if decimal || runs_on { Verdict::GoesOn(end) } else { Verdict::Ends(end) }
    }
}

/// How long a run of terminators is. Full stops with single blanks between are one ellipsis: three of them go on, four end. An ellipsis
/// behind a terminator that needs no blank is not of its run.
fn run_length(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let at_once = text.starts_with(ends_at_once);
    let more = length_while(&text[first..], |c| is_terminator(c) && !(at_once && matches!(c, '.' | '…')));
    let mut end = first + more;
    while text.starts_with('.')
        && text[end..].starts_with(" .")
        && !text[end + 2..].starts_with(|c: char| c.is_alphanumeric() || c == '.')
    {
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

/// What follows the opening tags of HTML: `<em>It`.
fn without_tags(follow: &str) -> &str {
    let mut rest = follow;
    for _ in 0..3 {
        let inside = rest.strip_prefix('<').map_or("", |rest| &rest[..rest.floor_char_boundary(2 * OPENING)]);
        match inside.split_once('>') {
            Some((tag, _)) if tag.starts_with(|c: char| c.is_ascii_alphabetic()) => rest = &rest[tag.len() + 2..],
            _ => return rest,
        }
    }
    rest
}

/// The letter or digit that decides whether a sentence starts, behind blanks, quote marks of e-mail, opening quotes and brackets.
pub(super) fn first_letter(follow: &str) -> Option<char> {
    let follow = without_tags(follow.trim_start());
    follow[..follow.floor_char_boundary(OPENING)]
        .trim_start_matches(|c: char| c.is_whitespace() || c == '>' || is_opener(c) || is_invisible(c))
        .chars()
        .next()
}

/// An address of e-mail behind a name: <osei@example.org>.
fn is_address(follow: &str) -> bool {
    let inside = follow.strip_prefix('<').map_or("", |rest| &rest[..rest.floor_char_boundary(2 * OPENING)]);
    inside.split_once('>').is_some_and(|(address, _)| address.contains('@') && !address.contains(char::is_whitespace))
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

/// Han, kana or an opening bracket of theirs: nothing that joins what stands before it.
const fn is_plain_ideograph(c: char) -> bool {
    matches!(c, '「' | '『' | '（' | '《' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{4E00}'..='\u{9FFF}')
}

pub(super) fn is_cjk_letter(c: char) -> bool {
    is_cjk(c) && c.is_alphabetic()
}

pub(super) fn length_while(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use crate::Source;

    fn found(text: &str) -> Vec<&str> {
        let source = Source::new(text);
        let starts: Vec<usize> = source.sentences().collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
    }

    /// The cases of `tests/cases/sentences.txt`: one a line, `|` marks the cuts, `⏎` a line end.
    #[test]
    fn the_cases_are_cut_where_they_say() {
        let cases = include_str!("../../tests/cases/sentences.txt");
        let mut wrong = Vec::new();
        for case in cases.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let case = case.replace('⏎', "\n");
            let expected: Vec<&str> = case.split('|').collect();
            let got = found(&expected.concat()).join("|");
            if got != case {
                wrong.push((case, got));
            }
        }
        assert!(wrong.is_empty(), "expected and found: {wrong:#?}");
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

    /// A paragraph of one long line, of which an edit is found again only as far as it may be seen.
    #[test]
    fn an_edit_in_a_long_line_leaves_the_sentences_elsewhere() {
        let quoted = "He said “It is. And was” again. (A note. Of two.) Then e.g. another one comes. ";
        let item = |n: usize| format!("It goes on for a while, and then {n}) Another Item. ");
        let text = |n: usize| (0..40).map(|i| if i % 9 == 0 { item(n + i / 9) } else { quoted.repeat(3) }).collect::<String>();
        let mut source = Source::new(text(1) + &text(3));
        assert!(source.sentences().count() > 200);
        let mut kept = 0;
        let edits = ["x", "", ". ", "“", "”", "(", "1) ", "It ends. 2) Another Item. ", "🇯🇵", "...", "3) "];
        for (i, inserted) in edits.into_iter().cycle().take(300).enumerate() {
            let at = source.text().floor_char_boundary(i * 7919 % source.text().len());
            let end = source.text().floor_char_boundary(at + i % 5);
            let before = source.sentences().count();
            let change = source.edit(at..end.max(at), inserted).0.expect("renewed");
            let fresh = Source::new(source.text());
            assert!(source.sentences().eq(fresh.sentences()), "{inserted:?} at {at}");
            let touched = source.sentences().filter(|at| change.after.contains(at)).count();
            kept += usize::from(touched * 3 < before);
        }
        assert!(kept > 290, "{kept}");
    }

    #[test]
    fn a_long_line_comes_into_an_empty_text_and_goes_again() {
        let long = "It goes on for a while. ".repeat(400);
        let mut source = Source::new("");
        for inserted in [long.as_str(), "", &long, "Short.", &long] {
            assert!(source.sentences().count() <= 400);
            let _ = source.edit(0..source.text().len(), inserted);
            assert!(source.sentences().eq(Source::new(inserted).sentences()));
        }
    }

    #[test]
    fn after_an_edit_a_list_in_a_line_goes_on_from_its_own_last_item() {
        let filler = "Some words make a sentence here. ".repeat(150);
        let text = format!("1) One is first. {filler}1) One comes again. {filler}And then 2) Two. {filler}");
        let mut source = Source::new(text);
        assert!(source.sentences().count() > 300);
        for (behind, inserted) in [("first. ", "It is said. 7) Seven. "), ("again. ", "")] {
            let at = source.text().find(behind).expect("is there") + filler.len() / 2;
            let _ = source.edit(at..at, inserted);
            let last = source.text().find("2) Two").expect("is there");
            let _ = source.edit(last - 40..last - 39, "x");
            assert!(source.sentences().eq(Source::new(source.text()).sentences()));
            assert!(source.sentences().any(|at| at == last));
        }
    }
}
