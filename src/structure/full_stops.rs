//! Full stops that belong to the word before them: of abbreviations, initials and ordinals.

use super::{
    abbreviations::{Abbreviation, LONGEST, abbreviation, goes_before_ordinal, is_counted, is_starter},
    blanks::{is_unspaced, splits_clusters},
    marks::is_opener,
    sentences::{OPENING, Segment, first_letter, length_while},
};
use crate::estimate::is_cjk;

/// A longer word is nothing that is looked up, in bytes.
const LONGEST_WORD: usize = 64;

impl Segment<'_> {
    /// Whether a full stop belongs to the word before it and ends no sentence.
    pub(super) fn belongs_to_word(&self, at: usize, follow: &str) -> bool {
        let text = self.text;
        let word = word_before(text, self.sentence, at);
        let is_long_word = word.chars().nth(4).is_some() && word.chars().all(char::is_lowercase) && is_plain_word(word);
        if word.is_empty() || word.len() > 2 * LONGEST || follow.starts_with(['¿', '¡']) || is_long_word {
            return false;
        }
        // +49 is a number, too.
        let next = first_letter(follow.strip_prefix('+').unwrap_or(follow)).unwrap_or(' ');
        let follow_open = follow[..follow.floor_char_boundary(2 * OPENING)].trim_start_matches(is_opener);
        let next_word = first_word(follow_open);
        let before_number = next.is_numeric()
            || follow.starts_with(['[', '§', '№'])
            || is_roman(next_word)
            || is_label(next_word, &follow_open[next_word.len()..]);
        let caseless = next.is_alphabetic() && !next.is_lowercase() && !next.is_uppercase();
        let earlier = text[self.sentence..at - word.len()].trim_end();
        let after_number =
            earlier.ends_with(|c: char| c.is_numeric() || matches!(c, '°' | 'º' | '/')) || is_roman(last_word(earlier));
        let starts = || is_starter(next_word);
        let stop_follows = follow_open[next_word.len()..].starts_with('.');
        let capitals = next_word.len() < 4 && next_word.bytes().all(|byte| byte.is_ascii_uppercase());
        if (stop_follows || capitals) && is_short(word) && abbreviation(&format!("{word}.{next_word}")).is_some() {
            return true;
        }
        match entry(word, earlier) {
            Some(_) if matches!(word, "a.m" | "p.m") && TIME_ZONES.contains(&next_word) => true,
            Some(found) if found.begins_names => !starts() && (before_number || !found.before_number || !after_number),
            Some(found) if found.may_be_last && (after_number && !found.never_last) => {
                caseless || next.is_numeric() || self.is_opening_phrase(at)
            }
            Some(found) if found.never_last || found.before_number && before_number => true,
            Some(found) if found.may_be_last => before_number && next.is_numeric() && word != "etc" || caseless,
            _ if caseless && is_short(word) && earlier.strip_suffix('.').is_some_and(|earlier| is_short(last_word(earlier))) => {
                true
            }
            _ if stop_follows && is_chain(word, next_word, caseless) => true,
            _ if is_initial(last_part(word)) && !word.starts_with(char::is_numeric) => {
                self.is_initial_of_name(at, earlier, follow, after_number)
            }
            _ if has_stops_inside(word) && !earlier.ends_with('@') => !starts(),
            _ if is_consonants(word) => next.is_uppercase() && !starts() && !after_number,
            _ => is_ordinal(word, earlier, follow),
        }
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
        let particle =
            matches!(next_word, "Da" | "De" | "Del" | "Della" | "Di" | "Du" | "El" | "La" | "Le" | "Van" | "Von" | "Zu");
        stop_follows || particle && !lower || !is_starter(next_word)
    }

    /// Whether what stands before is no more than a preposition and a time: "At 5 a.m. Mr. Smith left", "В 2012 г. Виктор".
    fn is_opening_phrase(&self, at: usize) -> bool {
        let mut words = self.text[self.sentence..at].split_whitespace();
        let is_preposition = words.next().is_some_and(|word| word.chars().nth(3).is_none());
        is_preposition && words.take(3).count() <= 2
    }

    /// Whether a blank is missing behind a full stop: "жағдайы.XVIII ғасыр". Not in file names, identifiers and initials.
    pub(super) fn lacks_blank(&self, at: usize, end: usize) -> bool {
        let word = word_before(self.text, self.sentence, at);
        let next = first_word(&self.text[end..]);
        let mut letters = next.chars();
        let capital = letters.next().is_some_and(char::is_uppercase);
        let plain = |word: &str| word.chars().all(char::is_lowercase) && word.chars().nth(2).is_some();
        let ascii = word.is_ascii() && next.is_ascii();
        capital && plain(word) && self.sentence + word.len() < at && (is_starter(next) || !ascii && letters.next().is_some())
    }
}

/// What the table knows of a word: together with the one before it ("z. B", "ad es"), by itself, behind an apostrophe or a hyphen ("l'art",
/// "Dipl.-Ing"), or as a German street.
fn entry(word: &str, earlier: &str) -> Option<Abbreviation> {
    let joined = with_words_before(word, earlier);
    let street = word.len() > 3 && word.ends_with("str");
    let known = joined.as_deref().and_then(abbreviation).or_else(|| abbreviation(word));
    known.or_else(|| abbreviation(last_part(word))).or_else(|| street.then(|| abbreviation("Str")).flatten())
}

/// The word that ends at `at`, dots inside it included ("p.m", "U.S"), opening marks left out.
pub(super) fn word_before(text: &str, sentence: usize, at: usize) -> &str {
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
    let first = before(&earlier[..start]).filter(|_| stop && is_initial(word));
    let three = first.map(|(start, end)| format!("{}.{second}.{word}", &earlier[start..end]));
    if three.as_deref().and_then(abbreviation).is_some() {
        return three;
    }
    let small = |text: &str| text.chars().all(char::is_lowercase);
    (stop || second.len() <= 3 && small(second) && small(word)).then(|| format!("{second}.{word}"))
}

/// Whether a word of small letters is no abbreviation, neither alone nor with a word before it that has no full stop.
pub(super) fn is_plain_word(word: &str) -> bool {
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

/// Short parts with full stops between: "U.S", "J.R.R", "LL.AA.II", "к.т.н", "जी.डी.पी"; but not "map.txt" or "foo.py".
fn has_stops_inside(word: &str) -> bool {
    let is_part = |part: &str| {
        let longest = if part.starts_with(char::is_lowercase) { 2 } else { 3 };
        (1..=longest).contains(&part.chars().count()) && part.chars().all(|c| !c.is_numeric())
    };
    word.contains('.') && word.split('.').all(is_part)
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
    (2..=4).contains(&count)
        && shape
        && word.chars().all(|c| c.is_alphabetic() && !vowel(c))
        && matches!(first, '\u{41}'..='\u{4FF}')
        && !word.chars().all(char::is_uppercase)
}

/// What stands behind a time of day.
const TIME_ZONES: [&str; 17] =
    ["BST", "CDT", "CEST", "CET", "CST", "CT", "EDT", "EST", "ET", "GMT", "IST", "JST", "MDT", "MST", "PDT", "PST", "UTC"];

/// A number with a capital in front: "art. L. 121-1", "fig. A2", "tab. B 3".
fn is_label(word: &str, rest: &str) -> bool {
    let Some(behind) = word.strip_prefix(|c: char| c.is_ascii_uppercase()) else { return false };
    let rest = if behind.is_empty() { rest.strip_prefix('.').unwrap_or(rest).trim_start_matches(' ') } else { behind };
    rest.starts_with(|c: char| c.is_ascii_digit())
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
    let date = is_day(word)
        && (is_day(next) && follow[next.len()..].starts_with('.')
            || next.len() == 4 && earlier.strip_suffix('.').is_some_and(|text| is_day(last_word(text))));
    let counts = next.starts_with(char::is_uppercase) && !is_starter(next);
    let small = before.starts_with(char::is_lowercase) || before.is_empty();
    // Turkish, told by its letters, has the number before the name: "Sultan IV. Murat".
    let near = &follow[..follow.floor_char_boundary(64)];
    let turkish = || [earlier, near].iter().any(|text| text.len() < 400 && text.contains(['ı', 'ş', 'ğ', 'İ']));
    date && digits
        || is_counted(next)
        || counts && (goes_before_ordinal(&before.to_lowercase()) || is_roman(word) && (small || turkish()))
}

fn first_word(next: &str) -> &str {
    let near = &next[..next.floor_char_boundary(LONGEST_WORD)];
    &near[..length_while(near, |c| c.is_alphanumeric() || c == '\'')]
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c)
        || matches!(c, '.' | '-' | '°' | '\'' | '’')
        || !c.is_ascii() && !splits_clusters('a', c)
}
