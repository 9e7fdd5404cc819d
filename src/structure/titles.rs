//! A heading's title as plain text: inline markup left out, for the heading path only.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::outline::Heading;
use crate::source::Source;

/// A longer title is cut off there, in bytes: it is said again with every chunk under it.
const LONGEST: usize = 1000;

/// The headings of a source with their titles as plain text, each made plain once: chunk after chunk says them again.
#[derive(Debug)]
pub(crate) struct Titles<'a> {
    source: &'a Source,
    plain: RefCell<FxHashMap<usize, String>>,
}

impl<'a> Titles<'a> {
    pub(crate) fn new(source: &'a Source) -> Self {
        Self { source, plain: RefCell::default() }
    }

    /// The title of a heading without inline markup.
    pub(crate) fn of(&self, heading: &Heading) -> String {
        let mut plain = self.plain.borrow_mut();
        plain.entry(heading.span.start).or_insert_with(|| plain_title(&self.source.text()[heading.title.range()])).clone()
    }
}

/// A title without its inline markup (CommonMark 6: escapes, code spans, emphasis, links, images, autolinks, tags; `~~` of GFM, and a closing
/// `{#name}`), runs of blanks as one.
fn plain_title(title: &str) -> String {
    if title.len() > LONGEST {
        return format!("{}…", &title[..title.floor_char_boundary(LONGEST)]);
    }
    let title = without_attributes(title);
    let is_marked = title.contains(['\\', '`', '*', '_', '[', '<', '~', '&']);
    let plain = if is_marked { without_markup(title) } else { title.to_owned() };
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ")
}

/// `Returns {#returns}`
fn without_attributes(title: &str) -> &str {
    let open = title.strip_suffix('}').and_then(|rest| rest.rfind('{'));
    match open {
        Some(open) if title[open..].starts_with("{#") || title[open..].starts_with("{.") => title[..open].trim_end(),
        _ => title,
    }
}

fn without_markup(title: &str) -> String {
    let mut plain = String::new();
    // Emphasis marks that may open, by where they went in `plain`.
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut rest = title;
    while let Some(c) = rest.chars().next() {
        let (text, length) = match c {
            '\\' if rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) => (rest[1..2].to_owned(), 2),
            '`' => code(rest),
            '!' if rest[1..].starts_with('[') => link(&rest[1..]).map_or(("!".into(), 1), |(text, length)| (text, length + 1)),
            '[' => link(rest).unwrap_or_else(|| ("[".into(), 1)),
            '<' => tag(rest),
            '&' => entity(rest),
            '*' | '_' | '~' => {
                let length = rest.len() - rest.trim_start_matches(c).len();
                emphasis(&mut plain, &mut open, &rest[..length], rest[length..].chars().next());
                (String::new(), length)
            }
            _ => (c.to_string(), c.len_utf8()),
        };
        plain += &text;
        rest = &rest[length..];
    }
    plain
}

/// Closes the last run of the same marks, which is taken out, or keeps the run, which may open.
fn emphasis(plain: &mut String, open: &mut Vec<(usize, String)>, run: &str, next: Option<char>) {
    let before = plain.chars().next_back();
    let inside_word =
        run.starts_with('_') && before.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric);
    let closes = !inside_word && before.is_some_and(|c| !c.is_whitespace()) && !(run.starts_with('~') && run.len() != 2);
    if let Some(i) = open.iter().rposition(|(_, mark)| mark == run).filter(|_| closes) {
        let (at, mark) = open.swap_remove(i);
        open.truncate(i);
        plain.replace_range(at..at + mark.len(), "");
        return;
    }
    let opens = !inside_word && next.is_some_and(|c| !c.is_whitespace());
    if opens {
        open.push((plain.len(), run.to_owned()));
    }
    *plain += run;
}

/// A code span, or the marks alone if none closes it.
fn code(rest: &str) -> (String, usize) {
    let run = rest.len() - rest.trim_start_matches('`').len();
    let (marks, inside) = rest.split_at(run);
    let mut from = 0;
    while let Some(at) = inside[from..].find(marks).map(|at| from + at) {
        let closing = inside[at..].len() - inside[at..].trim_start_matches('`').len();
        if closing == run {
            return (inside[..at].trim().to_owned(), run + at + closing);
        }
        from = at + closing;
    }
    (marks.to_owned(), run)
}

/// The text of a link, with its destination or reference passed over.
fn link(rest: &str) -> Option<(String, usize)> {
    let mut depth = 0;
    let close = rest.char_indices().find(|&(_, c)| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth == 0
    })?;
    let after = &rest[close.0 + 1..];
    let end = match after.chars().next() {
        Some('(') => after.find(')')? + 1,
        Some('[') => after.find(']')? + 1,
        _ => return None,
    };
    Some((without_markup(&rest[1..close.0]), close.0 + 1 + end))
}

/// An autolink's address, nothing for a tag, or the mark.
fn tag(rest: &str) -> (String, usize) {
    let Some(end) = rest.find('>') else { return ("<".into(), 1) };
    let inside = &rest[1..end];
    if inside.contains("://") || inside.contains('@') && !inside.contains(' ') {
        (inside.to_owned(), end + 1)
    } else if inside.trim_start_matches('/').starts_with(|c: char| c.is_ascii_alphabetic()) {
        (String::new(), end + 1)
    } else {
        ("<".into(), 1)
    }
}

/// The characters that HTML writes by name most.
fn entity(rest: &str) -> (String, usize) {
    const NAMES: [(&str, &str); 6] =
        [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " ")];
    let found = NAMES.iter().find(|(name, _)| rest.starts_with(name));
    found.map_or(("&".into(), 1), |(name, text)| ((*text).to_owned(), name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_left_out() {
        for (title, plain) in [
            ("**Bold** and *thin* and __both__", "Bold and thin and both"),
            ("The `size` of a ``b`t``", "The size of a b`t"),
            ("[Returns](#returns \"t\") and ![a crate](c.png)", "Returns and a crate"),
            ("[**New** in 2][v2]", "New in 2"),
            ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
            ("A \\* star, [x] and a <br> tag", "A * star, [x] and a tag"),
            ("<a href=\"x\">Top</a> &amp; <https://example.org>", "Top & https://example.org"),
            ("~~Old~~ ~5 km", "Old ~5 km"),
            ("Returns {#returns .x}", "Returns"),
            ("1.5.  Terms\tused", "1.5. Terms used"),
            ("***", "***"),
            ("`open", "`open"),
            ("[open", "[open"),
            ("", ""),
        ] {
            assert_eq!(plain_title(title), plain, "{title}");
        }
    }

    #[test]
    fn a_very_long_title_is_cut_off() {
        assert_eq!(plain_title(&"[".repeat(100_000)), format!("{}…", "[".repeat(LONGEST)));
    }
}
