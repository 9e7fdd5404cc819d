//! Page breaks of paginated plain text (RFCs, printouts): a footer with the page's number, a form feed, a running head. They stand in the
//! middle of paragraphs and sentences, and end none.

use super::lines::{Line, lines};
use crate::span::Span;

/// How many lines above and below a form feed a footer or running head may stand.
const MARGIN: usize = 6;

/// Whether there is anything that a page break needs.
pub(super) fn may_have_pages(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(FORM_FEED, b'[', bytes).any(|at| bytes[at] == FORM_FEED || bytes[at..].starts_with(b"[Page "))
}

/// The page breaks of a text: each from the start of its footer, or of its form feed, to the end of its running head.
pub(crate) fn page_breaks(text: &str) -> Vec<Span> {
    let mut found: Vec<Break> = Vec::new();
    let mut above: Option<(usize, Line)> = None;
    // The number of the last line that may still be the running head of the last break.
    let mut until = None;
    for (number, line) in lines(text, 0, text.len()).enumerate() {
        let row = line.text(text);
        let (footer, blank) = (names_its_page(row), row.trim().is_empty());
        if footer || row.contains('\u{C}') {
            if until.is_none_or(|until| number > until) {
                let own = above.filter(|&(at, above)| !footer && number - at <= MARGIN && is_page_number(above.text(text)));
                let start = own.map_or(line.start, |(_, above)| above.start);
                found.push(Break { span: Span::new(start, start), head: None });
            }
            if let Some(page) = found.last_mut() {
                page.span.end = if footer || blank { line.end } else { line.start };
            }
            until = Some(number + MARGIN);
        }
        if blank || footer {
            continue;
        }
        if let Some(page) = found.last_mut().filter(|_| until.is_some_and(|until| number <= until)) {
            page.head = Some(Span::new(line.start, line.end));
        }
        until = None;
        above = Some((number, line));
    }
    with_running_heads(text, &found)
}

const FORM_FEED: u8 = 0xC;

struct Break {
    span: Span,
    /// The first line after it, if near: a running head if another page has the same.
    head: Option<Span>,
}

fn with_running_heads(text: &str, found: &[Break]) -> Vec<Span> {
    let head = |i: usize| found.get(i).and_then(|page| page.head).map(|span| text[span.range()].trim());
    let same = |one: &str, other: Option<&str>| other.is_some_and(|other| letters(one).eq(letters(other)));
    let pages = found.iter().enumerate().map(|(i, page)| match page.head {
        Some(span) if head(i).is_some_and(|row| same(row, head(i + 1)) || i > 0 && same(row, head(i - 1))) => {
            Span::new(page.span.start, span.end)
        }
        _ => page.span,
    });
    pages.filter(|page| page.start < page.end).collect()
}

/// A row without its digits: running heads may count pages.
fn letters(row: &str) -> impl Iterator<Item = char> {
    row.chars().filter(|c| !c.is_numeric())
}

/// Whether a line ends in "[Page 7]".
fn names_its_page(row: &str) -> bool {
    let number = row.trim_end().strip_suffix(']').and_then(|row| row.rsplit_once("[Page ")).map(|(_, number)| number);
    number.is_some_and(|number| (1..=5).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Whether a line is nothing but a page's number: "7", "- 7 -", "Page 7", "7 / 12", or ends in "[Page 7]".
pub(super) fn is_page_number(row: &str) -> bool {
    let row = row.trim();
    let bare = row.trim_matches(|c: char| matches!(c, '-' | '–' | '—' | '[' | ']') || c.is_whitespace());
    let number = ["Page ", "page ", "p. ", "Seite ", "Strana ", "Pagina ", "Page", "С. ", "стр. "]
        .iter()
        .find_map(|word| bare.strip_prefix(word))
        .unwrap_or(bare);
    let (first, rest) = number.split_at(number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len()));
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('/').or_else(|| rest.strip_prefix("of ")).map_or(rest, str::trim_start);
    let counts = |text: &str| text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    names_its_page(row) || !first.is_empty() && counts(first) && counts(rest) && bare.len() < 20
}

/// Whether a line that starts at `at` belongs to one of the page breaks, which come in order.
pub(crate) fn is_in(pages: &[Span], at: usize) -> bool {
    pages[..pages.partition_point(|page| page.start <= at)].last().is_some_and(|page| at < page.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        page_breaks(text).into_iter().map(|span| &text[span.range()]).collect()
    }

    #[test]
    fn a_break_holds_footer_form_feed_and_running_head() {
        let page = |number: usize| format!("Osei       Soup       [Page {number}]\n\u{C}\nRFC 0 Soup May {number}\n");
        let text = format!("one\n\n{}\ntwo\n\n{}\nthree\n", page(1), page(2));
        assert_eq!(found(&text), [page(1).trim_end(), page(2).trim_end()]);
    }

    #[test]
    fn a_form_feed_alone_takes_no_line_of_text() {
        assert_eq!(found("one\n\u{C}two\n\u{C}three"), [""; 0]);
        assert_eq!(found("one\n\u{C}\ntwo\n\n\u{C}\nthree"), ["\u{C}", "\u{C}"]);
        assert_eq!(found("one\n\n  - 7 -\n\u{C}\ntwo"), ["  - 7 -\n\u{C}"]);
        assert_eq!(found("no pages\n\n7\n\nhere"), [""; 0]);
    }

    #[test]
    fn page_numbers_are_told_from_text() {
        for row in ["7", " - 12 - ", "Page 3", "Page 3 of 9", "3 / 9", "Osei [Page 4]", "[7]"] {
            assert!(is_page_number(row), "{row}");
        }
        for row in ["", "7 apples", "Page", "2024-05", "12345", "IV"] {
            assert!(!is_page_number(row), "{row}");
        }
    }
}
