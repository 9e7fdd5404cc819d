//! Blocks: runs of lines that only make sense whole. Fences, indented code, HTML elements, tables, front matter and list items.
//!
//! Fences by CommonMark 4.5, indented code by 4.4, HTML by 4.6, quotations by 5.1, list items by 5.2, tables by GFM (extension "tables"). A list
//! item inside another is a block of its own inside the outer one. Blocks come in the order of their starts, an outer one before those inside it.

use super::{
    headings::is_underlined,
    lines::{Row, lines},
    rows::{
        closes, html_end, indent_of, interrupts_paragraph, is_border, is_rule, is_table_head, marker_width, opening_fence,
        unquoted,
    },
    sentences::ends_like_a_sentence,
};
use crate::span::Span;

/// What kind of block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `---` or `+++` at the very start to its closing line.
    FrontMatter,
    /// Fenced code.
    Fence,
    /// Indented code, or a drawing or table of `+`, `-` and `|`.
    Indented,
    /// An HTML element whose lines belong together (`<pre>`, `<table>`, `<script>`), or a comment.
    Html,
    /// A pipe table; `head` is its header row with the delimiter row.
    Table { head: Span },
    /// A list item with its continuation lines.
    ListItem,
}

/// A block: from the start of its first line to the end of its last one, without that line's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

impl Block {
    /// The same, so many bytes further on, or back.
    pub(super) const fn moved(self, by: isize) -> Self {
        let kind = if let Kind::Table { head } = self.kind { Kind::Table { head: head.moved(by) } } else { self.kind };
        Self { kind, span: self.span.moved(by) }
    }

    /// Whether its lines are no prose: every one of them stands for itself.
    pub(crate) const fn is_verbatim(&self) -> bool {
        !matches!(self.kind, Kind::ListItem)
    }

    /// Whether it is one unit even where it is over the size. Indented code is not: by its looks alone it may be prose.
    pub(crate) const fn is_unit(&self) -> bool {
        matches!(self.kind, Kind::FrontMatter | Kind::Fence | Kind::Table { .. })
    }
}

/// Blocks, and the rows at rest, by their places among the rows: those behind a blank line where nothing is open. What follows one depends
/// on nothing before it but the row above.
pub(super) struct Found {
    pub(super) blocks: Vec<Block>,
    pub(super) rests: Vec<usize>,
}

/// Finds the blocks of a text by its rows. Lines of page breaks belong to none and end none. Where the rows are not those from the start of
/// the text on, the first is at rest, and `above` is the row above.
pub(super) fn blocks(text: &str, rows: &[Row], above: Option<&Row>) -> Found {
    let mut scan = Scan { text, ..Scan::default() };
    let mut from = 0;
    if let Some(above) = above {
        (scan.column, scan.solid) = (above.indent as usize, above.end);
    } else if let Some(block) = front_matter(text) {
        from = rows.partition_point(|row| row.start < block.span.end);
        scan.found.push(block);
        scan.blank();
    }
    for (i, row) in rows.iter().enumerate().skip(from) {
        if row.after_blank {
            scan.blank();
            if scan.is_at_rest() {
                scan.rests.push(i);
            }
        }
        scan.row(*row, &rows[i + 1..]);
    }
    scan.finish();
    Found { blocks: scan.found, rests: scan.rests }
}

#[derive(Default)]
struct Scan<'t> {
    text: &'t str,
    found: Vec<Block>,
    rests: Vec<usize>,
    /// Open list items, outer first.
    items: Vec<Item>,
    fence: Option<Fence>,
    /// The table that goes on, by its place in `found`, and how many quotations it is in.
    table: Option<(usize, usize)>,
    /// The HTML element or indented code that goes on.
    open: Option<Open>,
    /// The line above, if it could be a table's header row or be carried on by a lazy line.
    above: Option<Row>,
    /// The last line that is not blank: the column its text starts at, and its end.
    column: usize,
    solid: usize,
    after_blank: bool,
}

struct Item {
    place: usize,
    /// The column its content starts at: a line further left does not belong to it, unless it carries on a paragraph.
    content: usize,
}

struct Fence {
    place: usize,
    mark: u8,
    length: usize,
    /// The list item it is in ends where a line is further left than this, its quotation where a line has fewer marks.
    content: usize,
    quotes: usize,
}

/// A block that is open by what ends it.
enum Open {
    /// This tag.
    Html { place: usize, end: &'static str },
    /// A line further left than this column.
    Indented { place: usize, column: usize },
    /// A blank line.
    Drawing { place: usize },
}

/// What the marks a line begins with make of it.
#[derive(Default)]
struct Marks {
    /// How many quotations it is in.
    quotes: usize,
    /// The column its content starts at, if it begins a list item.
    item: Option<usize>,
    /// Mark and length, if it opens a fence.
    fence: Option<(u8, usize)>,
    /// Whether it is a heading or a rule.
    parts: bool,
    /// The header row of the table whose delimiter row it is.
    header: Option<Row>,
    /// The tag that ends the HTML element it opens.
    html: Option<&'static str>,
    is_border: bool,
}

impl Scan<'_> {
    fn row(&mut self, row: Row, below: &[Row]) {
        if row.is_plain() && self.is_at_rest() {
            self.above = Some(row);
        } else {
            let (indent, rest) = indent_of(row.text(self.text));
            if !self.goes_on_in_open(row, indent, rest) && !self.goes_on_in_fence(row, indent, rest) {
                self.outside(row, indent, rest, below);
            }
        }
        (self.column, self.solid) = (row.indent as usize, row.end);
        self.after_blank = false;
    }

    const fn is_at_rest(&self) -> bool {
        self.items.is_empty() && self.fence.is_none() && self.open.is_none() && self.table.is_none()
    }

    fn blank(&mut self) {
        self.after_blank = true;
        self.table = None;
        self.above = None;
        if self.fence.as_ref().is_some_and(|fence| fence.quotes > 0) {
            self.close_fence(self.solid);
        }
        if matches!(self.open, Some(Open::Html { end: "</table>", .. } | Open::Drawing { .. })) {
            self.open = None;
        }
    }

    /// Whether the line belongs to the open HTML element or indented code.
    fn goes_on_in_open(&mut self, line: Row, indent: usize, rest: &str) -> bool {
        let place = match self.open {
            Some(Open::Html { place, end }) => {
                if ends_with_tag(rest, end) {
                    self.open = None;
                }
                place
            }
            Some(Open::Indented { place, column }) if indent >= column => place,
            Some(Open::Drawing { place }) => place,
            _ => {
                self.open = None;
                return false;
            }
        };
        self.found[place].span.end = line.end;
        true
    }

    /// Whether the line belongs to the open fence, as content or by closing it.
    fn goes_on_in_fence(&mut self, line: Row, indent: usize, rest: &str) -> bool {
        let Some(fence) = &self.fence else { return false };
        let (quotes, inside) = if fence.quotes > 0 { unquoted(rest) } else { (0, rest) };
        if indent < fence.content || quotes < fence.quotes {
            self.close_fence(self.solid);
            return false;
        }
        if indent < fence.content + 4 && closes(inside.trim_start_matches(' '), fence.mark, fence.length) {
            self.close_fence(line.end);
        }
        true
    }

    fn close_fence(&mut self, end: usize) {
        if let Some(fence) = self.fence.take() {
            self.found[fence.place].span.end = end;
        }
    }

    fn outside(&mut self, line: Row, indent: usize, rest: &str, below: &[Row]) {
        let marks = if line.begins_with_letter() { Marks::default() } else { self.marks(indent, rest) };
        let starts_something = marks.item.is_some() || marks.fence.is_some() || marks.parts;
        if self.table.is_some_and(|(_, depth)| depth == marks.quotes) && !starts_something {
            self.extend_table(line);
            return;
        }
        self.table = None;
        if self.above.is_none() || starts_something {
            self.leave_items(indent);
        }
        let is_near = indent < self.content() + 4;
        if let Some(content) = marks.item {
            self.open_item(line, indent, rest, content);
        } else if let Some((mark, length)) = marks.fence.filter(|_| is_near) {
            self.open_fence(line.start, mark, length, marks.quotes);
        } else if let Some(above) = marks.header {
            self.open_table(above, line, marks.quotes);
        } else if let Some(end) = marks.html.filter(|_| is_near) {
            self.open_html(line, rest, end);
        } else if self.above.is_none() && marks.is_border {
            self.open = Some(Open::Drawing { place: self.found.len() });
            self.found.push(Block { kind: Kind::Indented, span: Span::new(line.start, line.end) });
        } else if self.is_indented_code(line, indent, below) {
            self.open = Some(Open::Indented { place: self.found.len(), column: self.content().max(self.column) + 2 });
            self.found.push(Block { kind: Kind::Indented, span: Span::new(line.start, line.end) });
        } else {
            self.above = Some(line);
        }
    }

    fn marks(&self, indent: usize, rest: &str) -> Marks {
        let (quotes, inside) = unquoted(rest);
        let is_underline = self.above.is_some_and(|above| is_underlined(above.text(self.text), rest));
        let header = self.above.filter(|above| {
            let (depth, header) = unquoted(indent_of(above.text(self.text)).1);
            depth == quotes && is_table_head(header, inside)
        });
        Marks {
            quotes,
            item: self.marker(indent, rest),
            fence: opening_fence(inside).filter(|_| !is_underline),
            parts: rest.starts_with('#') || is_rule(rest),
            header,
            html: html_end(rest),
            is_border: is_border(rest),
        }
    }

    /// Whether indented code or a drawing begins here: behind a blank line, at least four columns to the right of the text above it, and
    /// without the looks of prose or of a list.
    fn is_indented_code(&self, line: Row, indent: usize, below: &[Row]) -> bool {
        if !self.after_blank || self.solid == 0 || indent < 4 || indent < self.content().max(self.column) + 4 {
            return false;
        }
        let last = below.iter().take_while(|row| !row.after_blank).last().unwrap_or(&line);
        let (first, ends) = (line.text(self.text).trim_start(), ends_like_a_sentence(last.text(self.text)));
        let is_prose = ends && first.starts_with(|c: char| c.is_uppercase() || !c.is_ascii());
        !is_prose && marker_width(first).is_none()
    }

    fn open_html(&mut self, line: Row, rest: &str, end: &'static str) {
        if !ends_with_tag(rest, end) {
            self.open = Some(Open::Html { place: self.found.len(), end });
        }
        self.found.push(Block { kind: Kind::Html, span: Span::new(line.start, line.end) });
        self.above = None;
    }

    /// The column the content of the innermost open item starts at.
    fn content(&self) -> usize {
        self.items.last().map_or(0, |item| item.content)
    }

    fn leave_items(&mut self, indent: usize) {
        while self.items.last().is_some_and(|item| indent < item.content) {
            self.leave_item();
        }
    }

    fn leave_item(&mut self) {
        if let Some(item) = self.items.pop() {
            self.found[item.place].span.end = self.solid;
        }
    }

    /// The column where the content of a list item starts, if the line begins one.
    fn marker(&self, indent: usize, rest: &str) -> Option<usize> {
        let width = marker_width(rest)?;
        // The further in an item is, the further in is its content.
        let outer = self.items.partition_point(|item| item.content <= indent).checked_sub(1).map_or(0, |i| self.items[i].content);
        if indent >= outer + 4 || is_rule(rest) {
            return None;
        }
        let in_paragraph = self.items.is_empty() && self.above.is_some() && !self.after_blank;
        if in_paragraph && !interrupts_paragraph(rest, width) {
            return None;
        }
        let blanks = rest[width..].bytes().take_while(|&byte| byte == b' ').count();
        let only_marker = rest[width..].trim_start().is_empty();
        Some(indent + rest[..width].chars().count() + if only_marker || blanks > 4 { 1 } else { blanks.max(1) })
    }

    fn open_item(&mut self, line: Row, indent: usize, rest: &str, content: usize) {
        self.items.push(Item { place: self.found.len(), content });
        self.found.push(Block { kind: Kind::ListItem, span: Span::new(line.start, line.end) });
        self.above = Some(line);
        let inner = rest[marker_width(rest).unwrap_or(0)..].trim_start();
        if let Some((mark, length)) = opening_fence(inner) {
            self.open_fence(line.start, mark, length, 0);
        } else if marker_width(inner).is_some() && !is_rule(inner) {
            // "- - text": the inner item starts on the same line.
            let column = indent + rest[..rest.len() - inner.len()].chars().count();
            let deeper = column + marker_width(inner).unwrap_or(0) + 1;
            self.items.push(Item { place: self.found.len(), content: deeper });
            self.found.push(Block { kind: Kind::ListItem, span: Span::new(line.start, line.end) });
        }
    }

    fn open_fence(&mut self, start: usize, mark: u8, length: usize, quotes: usize) {
        self.fence = Some(Fence { place: self.found.len(), mark, length, content: self.content(), quotes });
        self.found.push(Block { kind: Kind::Fence, span: Span::new(start, start) });
        self.above = None;
    }

    fn open_table(&mut self, above: Row, line: Row, quotes: usize) {
        self.table = Some((self.found.len(), quotes));
        let head = Span::new(above.start, line.end);
        self.found.push(Block { kind: Kind::Table { head }, span: head });
        self.above = None;
    }

    fn extend_table(&mut self, line: Row) {
        if let Some((place, _)) = self.table {
            self.found[place].span.end = line.end;
        }
    }

    fn finish(&mut self) {
        self.close_fence(self.solid);
        while !self.items.is_empty() {
            self.leave_item();
        }
    }
}

/// Whether a tag, in small letters, occurs in a line.
fn ends_with_tag(rest: &str, end: &str) -> bool {
    rest.to_ascii_lowercase().contains(end)
}

/// `---` or `+++` on the first line, closed by the same (YAML also by `...`), with a first line of content that looks like fields.
pub(super) fn front_matter(text: &str) -> Option<Block> {
    let start = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mark = ["---", "+++"].into_iter().find(|mark| text[start..].starts_with(mark))?;
    let mut rows = lines(text, start, text.len());
    if rows.next()?.text(text).trim_end() != mark {
        return None;
    }
    let mut has_fields = false;
    for line in rows {
        let row = line.text(text).trim_end();
        if row == mark || (mark == "---" && row == "...") {
            return has_fields.then_some(Block { kind: Kind::FrontMatter, span: Span::new(0, line.end) });
        }
        has_fields = has_fields || row.contains(if mark == "---" { ':' } else { '=' });
        if !has_fields && !row.is_empty() && !row.starts_with('#') {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::{Layout, cases::cases, lines::rows};

    /// A block as its kind, first and last line.
    fn described(text: &str, block: &Block) -> String {
        let kind = match block.kind {
            Kind::FrontMatter => "front matter",
            Kind::Fence => "fence",
            Kind::Indented => "code",
            Kind::Html => "html",
            Kind::Table { .. } => "table",
            Kind::ListItem => "item",
        };
        let line = |at: usize| text[..at].matches('\n').count() + 1;
        format!("{kind} {}-{}", line(block.span.start), line(block.span.end))
    }

    #[test]
    fn the_cases_have_the_blocks_they_say() {
        for case in cases(include_str!("../../tests/cases/blocks.md")) {
            let found: Vec<String> = Layout::new(&case.text).blocks.iter().map(|block| described(&case.text, block)).collect();
            assert_eq!(found, case.expected, "{}", case.name);
        }
    }

    #[test]
    fn a_block_ends_before_its_last_line_end() {
        let text = "\u{FEFF}+++\na = 1\n+++\n\n```\nx\n```\n";
        let found: Vec<&str> =
            blocks(text, &rows(text, &[]), None).blocks.iter().map(|block| &text[block.span.range()]).collect();
        assert_eq!(found, ["\u{FEFF}+++\na = 1\n+++", "```\nx\n```"]);
    }

    #[test]
    fn deep_nesting_is_followed_without_recursion() {
        let text = (0..2000).map(|depth| "  ".repeat(depth) + "- x\n").collect::<String>();
        assert_eq!(blocks(&text, &rows(&text, &[]), None).blocks.len(), 2000);
    }
}
