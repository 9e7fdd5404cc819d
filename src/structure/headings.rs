//! Headings: ATX (CommonMark 4.2), setext (4.3, and the underlines of reStructuredText), short lines in capitals, lines that are one
//! `<h1>`…`<h6>` element, and in plain text numbered lines ("5.2 Returns", "Article 7") and titles further left than their text.

use super::{
    blanks::is_unspaced,
    blocks::Block,
    lines::Row,
    marks::is_terminator,
    numbered::{Number, goes_on, has_columns, numbered, run_in},
    pages::is_page_number,
    rows::{indent_of, is_rule, marker_width},
};
use crate::span::Span;

/// The most characters and words of a heading in capitals.
const CAPITALS: (usize, usize) = (60, 8);

/// A line that is a heading by itself, and what makes it one; whether it stays one, its level and its place among the others depend on all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) span: Span,
    pub(super) title: Span,
    pub(super) form: Form,
    /// The rank of its word with a number.
    pub(super) rank: Option<u8>,
}

impl Candidate {
    pub(super) const fn moved(self, by: isize) -> Self {
        Self { span: self.span.moved(by), title: self.title.moved(by), ..self }
    }
}

/// Finds the lines that may be headings by their rows, whose blocks are known: there is none inside a fence, a table or front matter.
/// Where the rows are not those from the start of the text on, the first is at rest, `above` is the row above and `listed` what it needs to
/// know of lists. The same is told of every row at rest.
pub(super) fn candidates(
    text: &str,
    rows: &[Row],
    blocks: &[Block],
    above: Option<Row>,
    rests: &[usize],
    listed: Option<Listed>,
) -> (Vec<Candidate>, Vec<Option<Listed>>) {
    let mut scan = Scan { text, before: above, listed, ..Scan::default() };
    let mut listed = Vec::with_capacity(rests.len());
    let mut rests = rests.iter().peekable();
    let mut blocks_left = blocks.iter().peekable();
    let (mut verbatim, mut item) = (0, 0);
    for (i, &line) in rows.iter().enumerate() {
        if rests.next_if(|&&rest| rest == i).is_some() {
            listed.push(scan.listed);
        }
        while let Some(block) = blocks_left.next_if(|block| block.span.start <= line.start) {
            let end = if block.is_verbatim() { &mut verbatim } else { &mut item };
            *end = block.span.end.max(*end);
        }
        if line.start < verbatim {
            scan.pass(line);
        } else {
            scan.row(line, line.start < item, rows.get(i + 1));
        }
    }
    (scan.found, listed)
}

/// What makes a line a heading; the level of those that have one by their mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Atx(u8),
    Underlined(u8),
    Element(u8),
    Capitals,
    Numbered(Number),
    /// Further left than the text above and below.
    Outdented,
}

/// What stands on the line above.
#[derive(Debug, Clone, Copy, Default)]
enum Above {
    /// A blank line, the start of the text, or a heading by its mark.
    #[default]
    Nothing,
    /// The same, and then an overline, which starts here.
    Overline(usize),
    /// A heading without a mark, that an underline would mark, and where that would start.
    Heading(Row, usize),
    /// One line, with nothing above it, that an underline may make a heading, and where that would start; whether it is in a list item.
    Title(Row, usize, bool),
    /// Anything else.
    Something,
}

/// A line that would be a heading if the next one were not of the same kind: together they are a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    Numbered(Number),
    Initialism,
}

#[derive(Default)]
struct Scan<'t> {
    text: &'t str,
    found: Vec<Candidate>,
    above: Above,
    /// The last line that is not blank, and what of a list it may be.
    before: Option<Row>,
    listed: Option<Listed>,
}

impl Scan<'_> {
    fn pass(&mut self, line: Row) {
        self.above = Above::Something;
        self.before = Some(line);
        self.listed = None;
    }

    fn row(&mut self, line: Row, in_item: bool, next: Option<&Row>) {
        if line.after_blank {
            self.above = Above::Nothing;
        }
        if line.is_plain() && matches!(self.above, Above::Title(..) | Above::Something) {
            (self.above, self.before) = (Above::Something, Some(line));
            return;
        }
        let (indent, rest) = indent_of(line.text(self.text));
        let row = rest.trim_end();
        if row.is_empty() {
            self.above = Above::Nothing;
            return;
        }
        if indent > 3 {
            return self.pass(line);
        }
        let at = line.end - rest.len();
        let (found, above) = if let Some(found) = self.marked(line, row, at) {
            (Some(found), Above::Nothing)
        } else {
            let stands_alone = !matches!(self.above, Above::Title(..) | Above::Something);
            let next = next.copied().filter(|_| stands_alone);
            let found = next.and_then(|next| self.unmarked(line, row, at, in_item, next));
            let found = found.or_else(|| self.capitals(line, row, at, in_item, next).filter(|_| stands_alone));
            let start = if let Above::Overline(start) = self.above { start } else { line.start };
            let above = match found {
                Some(found) if found.span.end == line.end => Above::Heading(line, start),
                None if stands_alone && !in_item && underline_level(row, "") == Some(1) => Above::Overline(line.start),
                None if stands_alone => Above::Title(line, start, in_item),
                _ => Above::Something,
            };
            (found, above)
        };
        self.above = above;
        self.before = Some(line);
        self.found.extend(found);
    }

    /// A heading by its mark: an underline, `#`s or an element.
    fn marked(&mut self, line: Row, row: &str, at: usize) -> Option<Candidate> {
        let above = match self.above {
            Above::Title(title, start, in_item) => Some((title, start, Some(in_item))),
            Above::Heading(title, start) => Some((title, start, None)),
            _ => None,
        };
        if let Some((title, start, in_item)) = above.filter(|_| is_underline_mark(row)) {
            let (_, words) = indent_of(title.text(self.text));
            let is_title = |in_item| is_title(words.trim_end(), in_item, row);
            if let Some(level) = underline_level(row, words.trim_end()).filter(|_| in_item.is_none_or(is_title)) {
                let title = self.trimmed(title.end - words.len(), title.end);
                let unmarked = self.found.pop_if(|candidate| candidate.span.start >= start);
                let rank = unmarked.and_then(|candidate| candidate.rank);
                return Some(Candidate { rank, ..candidate(Span::new(start, line.end), title, Form::Underlined(level)) });
            }
        }
        let atx = atx(row).map(|(level, title)| (Form::Atx(level), title));
        let (form, title) = atx.or_else(|| element(row).map(|(level, title)| (Form::Element(level), title)))?;
        let title = self.trimmed(at + title.start, at + title.end);
        Some(candidate(Span::new(line.start, line.end), title, form))
    }

    /// A heading of plain text that stands alone: numbered, or further left than its text.
    fn unmarked(&mut self, line: Row, row: &str, at: usize, in_item: bool, next: Row) -> Option<Candidate> {
        let whole = Span::new(line.start, line.end);
        if let Some((number, end)) = next.is_direct().then(|| run_in(row)).flatten() {
            let title = self.trimmed(at, at + end);
            return Some(candidate(Span::new(line.start, title.end), title, Form::Numbered(number)));
        }
        if let Some((number, needs_blank)) = numbered(row) {
            let is_alone = !(needs_blank && next.is_direct()) && self.is_no_list(line, row, Some(next));
            return is_alone.then(|| candidate(whole, self.trimmed(at, line.end), Form::Numbered(number)));
        }
        let deeper = |other: Row| other.indent.saturating_sub(line.indent);
        let outdented = !next.is_direct() && !in_item && deeper(next) > 1 && self.before.is_some_and(|before| deeper(before) > 1);
        let has_small_word = || row.split_whitespace().any(|word| word.starts_with(char::is_lowercase));
        let introduces = || row.ends_with(':') && (deeper(next) > 3 || has_small_word());
        let is_title = outdented && !introduces() && !is_structure(row) && !has_columns(row) && is_short_title(row);
        is_title.then(|| candidate(whole, self.trimmed(at, line.end), Form::Outdented))
    }

    /// A heading in capitals.
    fn capitals(&mut self, line: Row, row: &str, at: usize, in_item: bool, next: Option<Row>) -> Option<Candidate> {
        let underlined = || next.is_some_and(|next| next.is_direct() && is_underline_of(next.text(self.text).trim(), row));
        let is_title = is_capitals(row) && (!in_item && !is_structure(row) || underlined());
        (is_title && self.is_no_list(line, row, next))
            .then(|| candidate(Span::new(line.start, line.end), self.trimmed(at, line.end), Form::Capitals))
    }

    /// Whether a line that looks like a heading stands neither in a list of such lines, as in a table of contents, nor beside the number of a
    /// page, as a running head does.
    fn is_no_list(&mut self, line: Row, row: &str, next: Option<Row>) -> bool {
        let kind = |row: &str| match numbered(row) {
            Some((number, _)) => Some(Listed::Numbered(number)),
            None if is_capitals(row) && row.len() <= 5 && !row.contains(' ') => Some(Listed::Initialism),
            None => None,
        };
        let row_of = |line: Row| line.text(self.text).trim();
        let own = kind(row);
        let below = next.is_some_and(|next| own.is_some() && kind(row_of(next)) == own);
        let page = [self.before, next].into_iter().flatten().any(|other| other != line && is_page_number(row_of(other)));
        let listed = below || own.is_some() && self.listed == own;
        self.listed = own.filter(|_| listed);
        !listed && !page
    }

    fn trimmed(&self, start: usize, end: usize) -> Span {
        let title = &self.text[start..end];
        let start = start + title.len() - title.trim_start().len();
        Span::new(start, start + title.trim().len())
    }
}

const fn candidate(span: Span, title: Span, form: Form) -> Candidate {
    let rank = if let Form::Numbered(Number::Word(rank)) = form { Some(rank) } else { None };
    Candidate { span, title, form, rank }
}

/// A few words that end like no sentence.
fn is_short_title(row: &str) -> bool {
    row.split_whitespace().count() <= CAPITALS.1
        && row.starts_with(char::is_uppercase)
        && !row.ends_with(['.', '!', '?', ',', ';', '-', '。'])
        && !goes_on(row)
}

/// Level and title of an ATX heading: one to six `#`, then a blank or the line's end; closing `#`s after a blank are no title.
fn atx(row: &str) -> Option<(u8, Span)> {
    let level = row.bytes().take_while(|&byte| byte == b'#').count();
    let after = &row[level..];
    if !(1..=6).contains(&level) || !after.chars().next().is_none_or(char::is_whitespace) {
        return None;
    }
    let open = after.trim_end_matches('#');
    let end = if open.is_empty() || open.ends_with(char::is_whitespace) { level + open.len() } else { row.len() };
    Some((u8::try_from(level).ok()?, Span::new(level, end)))
}

/// Level and title of a line that is one `<h1>`…`<h6>` element.
fn element(row: &str) -> Option<(u8, Span)> {
    let level = match row.as_bytes() {
        [b'<', b'h' | b'H', digit @ b'1'..=b'6', b'>' | b' ' | b'\t', ..] => digit - b'0',
        _ => return None,
    };
    let start = row.find('>')? + 1;
    let closing = "</h0>".len();
    let end = row.len().checked_sub(closing).filter(|&end| start <= end && row.is_char_boundary(end))?;
    let is_closing = row[end..].eq_ignore_ascii_case(&format!("</h{level}>"));
    (is_closing && !row[start..end].trim().is_empty()).then_some((level, Span::new(start, end)))
}

/// The level that an underline gives the title above it: 1 for a line of three or more `=`, 2 for `-`, and, if at least as long as the
/// title, 3, 4 and 5 for `~`, `^` and `"` (the usual order of reStructuredText).
fn underline_level(row: &str, title: &str) -> Option<u8> {
    let mark = *row.as_bytes().first()?;
    let level = match mark {
        b'=' => 1,
        b'-' => 2,
        b'~' => 3,
        b'^' => 4,
        b'"' => 5,
        _ => return None,
    };
    let least = if level < 3 { 3 } else { title.chars().count().max(4) };
    (row.len() >= least && row.bytes().all(|byte| byte == mark)).then_some(level)
}

/// Whether a line underlines a numbered title above it, which might be a list item otherwise: it is as long.
fn is_underline_of(row: &str, title: &str) -> bool {
    underline_level(row, title).is_some() && row.len() >= title.chars().count() && numbered(title).is_some()
}

/// Whether a line may be a title, given what would underline it.
fn is_title(row: &str, in_item: bool, underline: &str) -> bool {
    !in_item && !is_structure(row) || is_underline_of(underline, row)
}

/// Whether a line begins with the mark of an underline.
fn is_underline_mark(row: &str) -> bool {
    row.starts_with(['=', '-', '~', '^', '"'])
}

/// Whether a line of `~` underlines the title above it and opens no fence.
pub(super) fn is_underlined(title: &str, row: &str) -> bool {
    underline_level(row.trim_end(), title.trim()) == Some(3)
}

/// A list item, a quote, a table row or a rule: never a title.
fn is_structure(row: &str) -> bool {
    marker_width(row).is_some() || row.starts_with('>') || row.contains('|') || is_rule(row)
}

/// A short line whose cased letters, at least two and more than those without case, are all capitals; a longer run of one letter
/// ("XXXXXX") is a divider or filler, no title; columns are a table, and lines with more marks than letters a drawing.
fn is_capitals(row: &str) -> bool {
    let (most, words) = CAPITALS;
    let (mut characters, mut capitals, mut letters, mut marks) = (0, 0, 0, 0);
    for c in row.chars() {
        characters += 1;
        match c {
            '=' | '_' => return false,
            'A'..='Z' => capitals += 1,
            '0'..='9' | ' ' | '\t' => {}
            '\0'..='\x7F' if !c.is_ascii_lowercase() => marks += 1,
            c if is_unspaced(c) => letters += 1,
            c if c.is_lowercase() => return false,
            c if c.is_uppercase() => capitals += 1,
            c if c.is_alphabetic() => letters += 1,
            c => marks += usize::from(!c.is_alphanumeric() && !c.is_whitespace()),
        }
        if characters > most {
            return false;
        }
    }
    let first = row.chars().next();
    let is_filler = characters > 4 && row.chars().all(|c| Some(c) == first);
    let solid = row.chars().filter(|c| !c.is_whitespace()).count();
    capitals > 1
        && capitals > letters
        && marks * 2 < solid
        && !is_filler
        && !row.ends_with([',', ';'])
        && !row.ends_with(is_terminator)
        && row.split_whitespace().count() <= words
        && !has_columns(row)
}

#[cfg(test)]
mod tests {
    use crate::structure::{Layout, cases::cases};

    fn found(text: &str) -> Vec<(u8, &str)> {
        Layout::new(text).headings.iter().map(|heading| (heading.level, &text[heading.title.range()])).collect()
    }

    #[test]
    fn the_cases_have_the_headings_they_say() {
        for case in cases(include_str!("../../tests/cases/headings.md")) {
            let found: Vec<String> = found(&case.text).iter().map(|(level, title)| format!("{level} {title}")).collect();
            assert_eq!(found, case.expected, "{}", case.name);
        }
    }

    #[test]
    fn atx_needs_a_blank_after_one_to_six_marks() {
        assert_eq!(
            found("# One\n\n  ### Three ##\ntext\n###### Six #7\n#\n"),
            [(1, "One"), (3, "Three"), (6, "Six #7"), (1, "")]
        );
        for text in ["#1 in the list", "#tag", "#!/bin/sh", "####### seven", "    # code", "text # x", "\\# x"] {
            assert_eq!(found(text), [], "{text}");
        }
        assert_eq!(found("\u{FEFF}# After a BOM"), [(1, "After a BOM")]);
    }

    #[test]
    fn setext_is_one_line_of_text_underlined() {
        assert_eq!(found("Title\n=====\n\nSub\n---\ntext"), [(1, "Title"), (2, "Sub")]);
        for text in ["two lines\nof text\n---\n", "- item\n---\n", "a | b\n---\n", "\n---\n", "> quote\n---", "text\n--\n"] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn capitals_stand_alone_and_are_short() {
        assert_eq!(
            found("INTRODUCTION\n\ntext\n\nÚVOD DO VĚCI\n\nВВЕДЕНИЕ 2\nnext"),
            [(1, "INTRODUCTION"), (1, "ÚVOD DO VĚCI"), (1, "ВВЕДЕНИЕ 2")]
        );
        assert_eq!(found("## Part\n\nSCOPE\n\ntext"), [(2, "Part"), (3, "SCOPE")]);
        let long = "A VERY LONG LINE OF MANY WORDS THAT GOES ON AND ON";
        for text in [
            "STOP!",
            "MAX_SIZE",
            "A = B",
            "text\nUSA\n",
            "| ID | QTY |",
            "- TODO",
            "12:30",
            "第一章",
            "مرحبا",
            "X",
            "    CODE",
            "XXXXXX",
            long,
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn a_line_that_is_one_element_is_a_heading() {
        assert_eq!(found("<h2 class=\"x\">Returns</h2>\n<H1>Top</H1>\n"), [(2, "Returns"), (1, "Top")]);
        assert_eq!(found("<h2>a</h3>\n<h7>b</h7>\n<h1></h1>\n<hr>\n<h1>é"), []);
    }

    #[test]
    fn nothing_inside_a_fence_a_table_or_front_matter_is_a_heading() {
        assert_eq!(found("---\nt: 1\n# no\n---\n\n```\n# no\nNO NO\n```\n\n| A | B |\n|---|---|\n# Yes"), [(1, "Yes")]);
    }
}
