//! Sentences: one forward scan that decides at each terminator from what stands before and after it.
//!
//! The baseline is UAX #29 (SB6 to SB11). It differs where that is known to be wrong:
//! - abbreviations, initials, list numbers and ordinals do not end a sentence (UAX #29 has no word list);
//! - a line end inside wrapped prose does not (SB4 ends one at every line end), but a blank line, a heading, a list item, a table row,
//!   a line of a fence and a change of indentation do;
//! - a terminator inside quotes does not, if the sentence runs on after them.

use super::{
    abbreviations::{abbreviation, is_starter},
    blanks::{is_between_clusters, splits_clusters},
    blocks::{Block, Kind, indent_of, marker_width},
    headings::Heading,
    lines::{is_line_start, lines},
};

/// Where the sentences of a text start, the first one at 0; they tile the text. Each takes along the blanks behind it, up to the start
/// of the next one's line. Every paragraph starts one.
pub(crate) fn sentences(text: &str, blocks: &[Block], headings: &[Heading], paragraphs: &[usize]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut breaks = Breaks::new(text, blocks, headings);
    for (i, &from) in paragraphs.iter().enumerate() {
        let to = paragraphs.get(i + 1).copied().unwrap_or(text.len());
        let mut segment = from;
        for at in breaks.inside(from, to) {
            scan(text, segment, at, &mut starts);
            segment = at;
        }
        scan(text, segment, to, &mut starts);
    }
    starts
}

/// Whether the last character of a line that is no blank or closing mark ends a sentence.
pub(crate) fn ends_like_a_sentence(line: &str) -> bool {
    line.trim_end().trim_end_matches(is_closer).ends_with(is_terminator)
}

/// Line starts at which a sentence ends without a terminator, found paragraph by paragraph.
struct Breaks<'t> {
    text: &'t str,
    blocks: std::iter::Peekable<std::slice::Iter<'t, Block>>,
    headings: std::iter::Peekable<std::slice::Iter<'t, Heading>>,
    verbatim_end: usize,
}

impl<'t> Breaks<'t> {
    fn new(text: &'t str, blocks: &'t [Block], headings: &'t [Heading]) -> Self {
        Self { text, blocks: blocks.iter().peekable(), headings: headings.iter().peekable(), verbatim_end: 0 }
    }

    /// The line starts after `from` and before `to` that break a sentence.
    fn inside(&mut self, from: usize, to: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut indents = Indents::default();
        let (mut heading_end, mut above_is_verbatim) = (0, false);
        for line in lines(self.text, from, to) {
            if let Some(heading) = self.headings.next_if(|heading| heading.span.start == line.start) {
                heading_end = heading.span.end;
            }
            let starts_block = self.starts_block(line.start);
            let verbatim = line.start < self.verbatim_end;
            let (indent, rest) = indent_of(line.text(self.text));
            if rest.trim_start().is_empty() {
                continue;
            }
            let changes = indents.change(indent, rest);
            let inside_heading = line.start < heading_end && line.start > from;
            if line.start > from && !inside_heading && (starts_block || verbatim || above_is_verbatim || changes) {
                found.push(line.start);
            }
            above_is_verbatim = verbatim;
        }
        found
    }

    fn starts_block(&mut self, at: usize) -> bool {
        let mut starts = false;
        while let Some(block) = self.blocks.next_if(|block| block.span.start <= at) {
            starts = starts || block.span.start == at;
            if !matches!(block.kind, Kind::ListItem) {
                self.verbatim_end = self.verbatim_end.max(block.span.end);
            }
        }
        starts
    }
}

/// Follows how far the lines of a paragraph are indented: the first line may differ from the rest, and a list item's first line does.
#[derive(Default)]
struct Indents {
    /// The column text was last expected at, and how many lines have been seen.
    column: usize,
    lines: usize,
}

impl Indents {
    fn change(&mut self, indent: usize, rest: &str) -> bool {
        let first = self.lines == 0;
        let second = self.lines == 1;
        self.lines += 1;
        let marker = marker_width(rest).map_or(0, |width| rest[..width].chars().count() + 1);
        let differs = indent.abs_diff(self.column) > 1;
        self.column = indent + marker;
        differs && !first && !second
    }
}

/// Adds the sentence starts of `text[from..to]`, in which nothing but terminators ends a sentence.
fn scan(text: &str, from: usize, to: usize, starts: &mut Vec<usize>) {
    if from == to {
        return;
    }
    starts.push(from);
    let segment = &text[..to];
    let mut sentence = from;
    let mut at = from;
    while let Some(found) = next_terminator(segment, at) {
        let (end, next) = match at_terminator(segment, sentence, found) {
            Verdict::Ends(start) => (start, start),
            Verdict::GoesOn(next) => (sentence, next),
        };
        if end > sentence && end < to {
            starts.push(end);
            sentence = end;
        }
        at = next;
    }
}

enum Verdict {
    /// The next sentence starts here.
    Ends(usize),
    /// It does not end; the scan goes on here.
    GoesOn(usize),
}

/// The next terminator at or after `from`.
fn next_terminator(text: &str, from: usize) -> Option<usize> {
    let mut before = text[..from].chars().next_back();
    let found = text[from..].char_indices().find(|&(_, c)| {
        let found = is_terminator(c) || before.is_some_and(|letter| ends_in_script_of(c, letter));
        before = Some(c);
        found
    });
    found.map(|(at, _)| from + at)
}

/// Marks that end a sentence only in one script: a colon typed for the Armenian full stop, a semicolon for the Greek question mark.
fn ends_in_script_of(mark: char, letter: char) -> bool {
    match mark {
        ':' => matches!(letter, '\u{531}'..='\u{587}' | '…'),
        ';' | '\u{37E}' => matches!(letter, '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}'),
        _ => false,
    }
}

/// Decides whether the sentence that began at `sentence` ends at the run of terminators at `at`.
fn at_terminator(text: &str, sentence: usize, at: usize) -> Verdict {
    let run_end = at + run_length(&text[at..]);
    let run = &text[at..run_end];
    if run == ". . ." || text[..at].ends_with(['[', '(']) || is_in_title(text, sentence, at) {
        return Verdict::GoesOn(run_end);
    }
    let mut end = closers_end(text, sentence, run_end);
    while let Some(mark) = text[end..].chars().next().filter(|&c| !splits_clusters('.', c)) {
        end += mark.len_utf8();
    }
    let closed = end > run_end;
    let Some(after) = text[end..].chars().next() else { return Verdict::GoesOn(text.len()) };
    let next = next_start(text, end);
    let follow = &text[next..];
    let immediate = run.chars().any(ends_without_blank);
    if immediate && !after.is_whitespace() {
        let decimal = run.chars().all(|c| c == '．') && is_digit_before(text, at) && after.is_numeric();
        let runs_on = closed && "とっがはをにもでのなかやへ、，".contains(after);
        return if decimal || runs_on { Verdict::GoesOn(end) } else { Verdict::Ends(end) };
    }
    if !immediate && !after.is_whitespace() && !is_cjk_letter(after) {
        return Verdict::GoesOn(end);
    }
    let first = first_letter(follow);
    if first.is_none() && follow.trim().is_empty() {
        return Verdict::GoesOn(text.len());
    }
    let goes_on = first.is_some_and(char::is_lowercase) && !immediate
        || follow.starts_with([',', ';', ':', '，', '、'])
        // A reference behind a quotation: "…stairways [...]" (Smith 55).
        || (text[..end].ends_with(['"', '”', '»']) && follow.starts_with('('))
        || (run == "." && !closed && stop_of_abbreviation(text, sentence, at, follow))
        || (run == "." && is_list_number(&text[sentence..at]))
        || !is_between_clusters(text, next);
    if goes_on { Verdict::GoesOn(end) } else { Verdict::Ends(next) }
}

/// The end of the quotes and brackets at `at` that close something. A mark that can open as well does not close if a letter follows and
/// it was not opened in this sentence: 。“然后 begins a quotation, and “ closes one only after „.
fn closers_end(text: &str, sentence: usize, at: usize) -> usize {
    /// How far back an opening quote is looked for, in bytes.
    const QUOTATION: usize = 1000;
    let mut end = at;
    while let Some(mark) = text[end..].chars().next().filter(|&c| is_closer(c)) {
        let next = end + mark.len_utf8();
        let before = &text[text.floor_char_boundary(end.saturating_sub(QUOTATION)).max(sentence)..end];
        let closes = match mark {
            '“' => before.rfind('„').is_some_and(|open| !before[open..].contains('“')),
            '"' | '\'' | '*' | '_' => !text[next..].starts_with(char::is_alphanumeric) || before.matches(mark).count() % 2 == 1,
            _ => true,
        };
        if !closes {
            break;
        }
        end = next;
    }
    end
}

/// How long a run of terminators is. Full stops with single blanks between are one ellipsis: three of them go on, four end.
fn run_length(text: &str) -> usize {
    let mut end = length_while(text, is_terminator).max(text.chars().next().map_or(0, char::len_utf8));
    while text.starts_with('.') && text[end..].starts_with(" .") && !text[end + 2..].starts_with(char::is_alphanumeric) {
        end += 2;
    }
    end
}

/// Whether `at` is inside a title in Chinese title marks: 《走吧！朋友》.
fn is_in_title(text: &str, sentence: usize, at: usize) -> bool {
    /// Longer titles are not looked for, in bytes.
    const LONGEST: usize = 120;
    let before = &text[text.floor_char_boundary(at.saturating_sub(LONGEST)).max(sentence)..at];
    let after = &text[at..text.floor_char_boundary(at + LONGEST)];
    before.rfind('《').is_some_and(|open| !before[open..].contains('》')) && after.contains('》')
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
    follow.trim_start_matches(|c: char| c.is_whitespace() || c == '>' || is_opener(c)).chars().next()
}

fn is_list_number(before: &str) -> bool {
    let mark = before.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '(' | '>' | '#' | '*' | '-'));
    !mark.is_empty()
        && mark.len() <= 9
        && (mark.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
            || (mark.len() == 1 && mark.bytes().all(|byte| byte.is_ascii_alphabetic())))
}

/// Whether a full stop belongs to the word before it and ends no sentence.
fn stop_of_abbreviation(text: &str, sentence: usize, at: usize, follow: &str) -> bool {
    let word = word_before(text, sentence, at);
    let next = follow.trim_start();
    let before_number = next.starts_with(|c: char| c.is_numeric() || c == '[');
    if word.is_empty() {
        return false;
    }
    let starts_anew = is_starter(first_word(next));
    let spaced = with_word_before(text, sentence, at, word);
    let elided = word.rsplit(['\'', '’']).next().unwrap_or(word);
    match spaced.as_deref().and_then(abbreviation).or_else(|| abbreviation(word)).or_else(|| abbreviation(elided)) {
        Some(found) if found.never_last || found.before_number && before_number => true,
        Some(found) if found.begins_names => !starts_anew,
        Some(found) if found.may_be_last => before_number && word != "etc",
        _ if is_initial(word) => !starts_anew,
        _ if is_initials(word) => !starts_anew && first_letter(next).is_some_and(char::is_uppercase),
        _ => is_ordinal(word, next),
    }
}

/// The word that ends at `at`, dots inside it included ("p.m", "U.S"), opening marks left out.
fn word_before(text: &str, sentence: usize, at: usize) -> &str {
    let before = &text[sentence..at];
    let start = before.char_indices().rev().take_while(|&(_, c)| is_word(c)).last().map_or(before.len(), |(start, _)| start);
    &before[start..]
}

/// The word together with the one before it, if that one ends in a full stop: "z. B", "т. е".
fn with_word_before(text: &str, sentence: usize, at: usize, word: &str) -> Option<String> {
    let before = text[sentence..at - word.len()].trim_end().strip_suffix('.')?;
    let earlier = word_before(before, 0, before.len());
    (!earlier.is_empty() && earlier.len() <= 8 && word.len() <= 8).then(|| {
        let rest = before[..before.len() - earlier.len()]
            .trim_end()
            .strip_suffix('.')
            .map_or("", |rest| word_before(rest, 0, rest.len()));
        if (1..=4).contains(&rest.len()) && !earlier.is_empty() && word.chars().count() == 1 {
            format!("{rest}.{earlier}.{word}")
        } else {
            format!("{earlier}.{word}")
        }
    })
}

/// One letter: "J. K. Moreno", "z. B."
fn is_initial(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}

/// Capitals with dots between: "U.S", "J.R.R".
fn is_initials(word: &str) -> bool {
    word.contains('.') && word.split('.').all(is_initial)
}

/// A number of one or two digits before the name of a month: "12. Juni".
fn is_ordinal(word: &str, next: &str) -> bool {
    const MONTHS: &str = "Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Jahrhundert";
    word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) && MONTHS.split(' ').any(|month| month == first_word(next))
}

fn first_word(next: &str) -> &str {
    &next[..length_while(next, |c| c.is_alphanumeric() || c == '\'')]
}

fn is_digit_before(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_some_and(char::is_numeric)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '-' | '°' | '\'' | '’')
}

fn is_cjk_letter(c: char) -> bool {
    crate::estimate::is_cjk(c) && c.is_alphabetic()
}

fn length_while(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

/// Characters that may end a sentence (UAX #29 ATerm and STerm of the scripts in use).
fn is_terminator(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '‼' | '⁇' | '⁈' | '⁉' | '‥') || ends_without_blank(c)
}

/// Of those, the ones that need no blank behind them.
fn ends_without_blank(c: char) -> bool {
    matches!(
        c,
        '。' | '．'
            | '！'
            | '？'
            | '｡'
            | '؟'
            | '۔'
            | '।'
            | '॥'
            | '።'
            | '፧'
            | '։'
            | '།'
            | '༎'
            | '။'
            | '៖'
            | '។'
            | '៕'
    )
}

/// Quotes and brackets that close what comes before them.
fn is_closer(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | ')'
            | ']'
            | '}'
            | '’'
            | '”'
            | '“'
            | '»'
            | '›'
            | '」'
            | '』'
            | '）'
            | '］'
            | '｝'
            | '】'
            | '〉'
            | '》'
            | '〕'
            | '〗'
            | '〙'
            | '*'
            | '_'
    )
}

fn is_opener(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '('
            | '['
            | '{'
            | '‘'
            | '“'
            | '„'
            | '‚'
            | '«'
            | '‹'
            | '「'
            | '『'
            | '（'
            | '［'
            | '【'
            | '〈'
            | '《'
            | '〔'
            | '¿'
            | '¡'
            | '*'
            | '_'
            | '—'
            | '–'
            | '-'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::{blocks::blocks, headings::headings, paragraphs::paragraphs};

    fn found(text: &str) -> Vec<&str> {
        let blocks = blocks(text);
        let headings = headings(text, &blocks);
        let starts = sentences(text, &blocks, &headings, &paragraphs(text, &blocks, &headings));
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
    }

    /// The cases of `tests/cases/sentences.txt`: one a line, `|` marks the cuts, `⏎` a line end.
    #[test]
    fn the_cases_are_cut_where_they_say() {
        let cases = include_str!("../../tests/cases/sentences.txt");
        for case in cases.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let case = case.replace('⏎', "\n");
            let expected: Vec<&str> = case.split('|').collect();
            assert_eq!(found(&expected.concat()), expected);
        }
    }

    #[test]
    fn sentences_tile_the_text() {
        for text in ["", " ", "\n\n", "a", ". . .", "…a. b", "\u{FEFF}x. Y.", "1.\n\n2.\n"] {
            assert_eq!(found(text).concat(), text);
        }
    }
}
