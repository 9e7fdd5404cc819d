//! Items that follow each other in one line: "1) The first item 2) The second item", "a. … b. …", "• 9. … • 10. …".

use super::{abbreviations::goes_before_reference, marks::is_bullet};

/// How an item is marked: a bullet, a number or letter, and what closes that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item {
    bullet: Option<char>,
    label: Option<Label>,
    /// `.`, `)` or `.)`
    close: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Number(u32),
    Letter(u8),
}

impl Item {
    /// The mark that a sentence begins with. Letters begin with the first one; a capital with a full stop is an initial.
    pub(super) fn at(sentence: &str) -> Option<Self> {
        let is_word =
            matches!(sentence.as_bytes(), [first, second, ..] if first.is_ascii_alphabetic() && !matches!(second, b'.' | b')'));
        let (item, rest) = if is_word { None } else { Self::read(sentence) }?;
        let is_name =
            matches!(item.label, Some(Label::Letter(letter)) if letter != b'a' && (item.close != ")" || letter != b'A'));
        (rest.starts_with([' ', '\t']) && !is_name).then_some(item)
    }

    /// A mark, and what stands behind it.
    fn read(text: &str) -> Option<(Self, &str)> {
        let bullet = text.chars().next().filter(|&c| is_bullet(c));
        let rest = text[bullet.map_or(0, char::len_utf8)..].trim_start_matches(' ');
        let bullet_alone = || bullet.map(|c| (Self { bullet, label: None, close: "" }, &text[c.len_utf8()..]));
        let Some((label, after)) = read_label(rest) else { return bullet_alone() };
        let close = [".)", ".", ")"].into_iter().find(|close| after.starts_with(close));
        match close {
            Some(close) => Some((Self { bullet, label: Some(label), close }, &after[close.len()..])),
            None => bullet_alone(),
        }
    }

    /// The next item, if one begins at the mark at `at`: its start and itself. The mark is what closes its number, or its bullet.
    pub(super) fn next_at(&self, text: &str, at: usize) -> Option<(usize, Self)> {
        let start = if self.bullet.is_some() && text[at..].starts_with(|c| Some(c) == self.bullet) {
            at
        } else if self.bullet.is_some() {
            return None;
        } else {
            at - label_before(&text[..at])?
        };
        let before = text[..start].strip_suffix(char::is_whitespace)?.trim_end();
        let (next, rest) = Self::read(&text[start..])?;
        let begins = rest.trim_start().chars().next().is_some_and(|c| c.is_alphanumeric() && !c.is_lowercase());
        let follows = next.bullet == self.bullet && next.close == self.close && Label::follows(self.label, next.label);
        let is_reference = next.close == "." && self.bullet.is_none() && goes_before_reference(last_word(before));
        (follows && begins && rest.starts_with(' ') && !is_reference).then_some((start, next))
    }
}

impl Label {
    fn follows(this: Option<Self>, next: Option<Self>) -> bool {
        match (this, next) {
            (None, None) => true,
            (Some(Self::Number(this)), Some(Self::Number(next))) => next == this + 1,
            (Some(Self::Letter(this)), Some(Self::Letter(next))) => next == this + 1,
            _ => false,
        }
    }
}

/// A number of up to three digits, or one letter of the Latin alphabet, and what stands behind it.
fn read_label(text: &str) -> Option<(Label, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text.as_bytes() {
        [letter, ..] if letter.is_ascii_alphabetic() => Some((Label::Letter(*letter), &text[1..])),
        _ if (1..=3).contains(&digits) => Some((Label::Number(text[..digits].parse().ok()?), &text[digits..])),
        _ => None,
    }
}

/// How long the number or letter is that a text ends with.
fn label_before(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = bytes.iter().rev().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    match bytes {
        [.., byte] if byte.is_ascii_alphabetic() => Some(1),
        _ if (1..=3).contains(&digits) => Some(digits),
        _ => None,
    }
}

fn last_word(text: &str) -> &str {
    text.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}
