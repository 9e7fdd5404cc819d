//! Line ends that end a sentence without a terminator: those of list items, table rows, code, verse and addresses. Those of hard-wrapped
//! prose do not.

use std::{iter::Peekable, slice::Iter};

use super::{
    Layout,
    blocks::{Block, Kind},
    lines::{Line, lines},
    outline::Heading,
    rows::{indent_of, marker_width},
    sentences::ends_like_a_sentence,
};
use crate::estimate::is_cjk;

/// The line starts in the paragraph `from..to`, but its own, at which a sentence ends without a terminator.
pub(super) fn breaks(text: &str, layout: &Layout, from: usize, to: usize) -> Vec<usize> {
    let mut breaks = Breaks::new(text, layout, from);
    breaks.find(from, to);
    breaks.found
}

struct Breaks<'t> {
    text: &'t str,
    layout: &'t Layout,
    blocks: Peekable<Iter<'t, Block>>,
    headings: Peekable<Iter<'t, Heading>>,
    verbatim_end: usize,
    item_end: usize,
    found: Vec<usize>,
    prose: Vec<Line>,
    rows: Vec<Row>,
}

impl<'t> Breaks<'t> {
    fn new(text: &'t str, layout: &'t Layout, from: usize) -> Self {
        let (blocks, ends) = layout.before(from);
        let headings = layout.headings.partition_point(|heading| heading.span.start < from);
        Self {
            text,
            layout,
            blocks: layout.blocks[blocks..].iter().peekable(),
            headings: layout.headings[headings..].iter().peekable(),
            verbatim_end: ends.verbatim,
            item_end: ends.item,
            found: Vec::new(),
            prose: Vec::new(),
            rows: Vec::new(),
        }
    }

    fn find(&mut self, from: usize, to: usize) {
        if is_one_line(&self.text[from..to]) && self.headings.peek().is_none_or(|heading| heading.span.start >= to) {
            return;
        }
        let mut indents = Indents::default();
        let (mut heading_end, mut above_is_verbatim) = (0, false);
        for line in lines(self.text, from, to) {
            if self.layout.is_page_break(line.start) {
                continue;
            }
            if let Some(heading) = self.headings.next_if(|heading| heading.span.start == line.start) {
                heading_end = heading.span.end;
            }
            let row = line.text(self.text);
            let starts_block = self.starts_block(line.start);
            let verbatim = line.start < self.verbatim_end || is_contents_line(row);
            let (indent, rest) = indent_of(row);
            if rest.trim_start().is_empty() {
                continue;
            }
            let changes = indents.change(indent, rest);
            let inside_heading = line.start < heading_end && line.start > from;
            if line.start > from && !inside_heading && (starts_block || verbatim || above_is_verbatim || changes) {
                self.part(line.start);
            }
            above_is_verbatim = verbatim;
            if !verbatim && line.start >= self.item_end && line.start >= heading_end {
                self.prose.push(line);
            }
        }
        self.part_prose();
    }

    fn part(&mut self, at: usize) {
        self.part_prose();
        self.found.push(at);
    }

    /// Parts the lines of prose gathered so far where they stand for themselves.
    fn part_prose(&mut self) {
        if self.prose.len() > 1 && self.may_part() {
            self.rows.clear();
            self.rows.extend(self.prose.iter().map(|line| Row::new(line.text(self.text))));
            if !are_wrapped(&self.rows) {
                let row = |i: usize| self.prose[i].text(self.text);
                let ended = (0..self.prose.len()).any(|i| ends_like_a_sentence(row(i)));
                let goes_on = |i: usize| self.rows[i].begin == Begin::Small && (ended || pauses(row(i - 1)));
                self.found.extend((1..self.prose.len()).filter(|&i| !goes_on(i)).map(|i| self.prose[i].start));
            }
        }
        self.prose.clear();
    }

    /// Whether the look of some line does not rule out that it stands for itself: not where the paragraph ends like a sentence, and every line
    /// begins with a small letter or behind the end of a sentence.
    fn may_part(&self) -> bool {
        let row = |i: usize| self.prose[i].text(self.text);
        let follows = |i: usize| Begin::of(without_marks(row(i))) == Begin::Small || ends_like_a_sentence(row(i - 1));
        !ends_like_a_sentence(row(self.prose.len() - 1)) || !(1..self.prose.len()).all(follows)
    }

    fn starts_block(&mut self, at: usize) -> bool {
        let mut starts = false;
        while let Some(block) = self.blocks.next_if(|block| block.span.start <= at) {
            starts = starts || block.span.start == at;
            let end = if matches!(block.kind, Kind::ListItem) { &mut self.item_end } else { &mut self.verbatim_end };
            *end = block.span.end.max(*end);
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

/// A line of prose: how wide it is, and its first word (one column a character, two of Han, kana and Hangul), and what it begins with.
struct Row {
    width: usize,
    first_word: usize,
    begin: Begin,
}

/// What a line begins with.
#[derive(PartialEq, Eq)]
enum Begin {
    Small,
    Capital,
    Caseless,
}

impl Begin {
    /// What a line begins with whose blanks and marks of quotation in front are left out.
    fn of(text: &str) -> Self {
        match text.bytes().next() {
            Some(b'a'..=b'z') => return Self::Small,
            Some(b'A'..=b'Z' | b'0'..=b'9') => return Self::Capital,
            Some(0xE3..=0xE9) => return Self::Caseless,
            _ => {}
        }
        match text.chars().find(|c| c.is_alphanumeric()) {
            Some(c) if c.is_lowercase() => Self::Small,
            Some(c) if c.is_uppercase() || c.is_numeric() => Self::Capital,
            _ => Self::Caseless,
        }
    }
}

impl Row {
    fn new(row: &str) -> Self {
        let row = row.trim_ascii_end();
        let text = without_marks(row);
        let word = &text[..memchr::memchr(b' ', text.as_bytes()).unwrap_or(text.len())];
        let word = if word.is_ascii() { word.len() } else { columns(&word[..word.find(is_cjk).unwrap_or(word.len())]) };
        Self { width: columns(row), first_word: word.max(1), begin: Begin::of(text) }
    }
}

/// A line without the blanks in front, and the marks of a quotation.
fn without_marks(row: &str) -> &str {
    let length = row.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>')).count();
    &row[length..]
}

/// Whether a line is one of a table of contents: dots lead to the number of a page.
fn is_contents_line(row: &str) -> bool {
    let row = row.trim_ascii_end();
    let title = row.trim_end_matches(|c: char| c.is_ascii_digit());
    title.len() < row.len() && (title.trim_ascii_end().ends_with("...") || title.trim_ascii_end().ends_with(". ."))
}

/// Whether a line ends like the middle of a sentence.
fn pauses(row: &str) -> bool {
    row.trim_end().ends_with([',', ';', '-', '—', '–', '、', '，', '(', '/'])
}

/// Whether there is text on the first line only.
fn is_one_line(text: &str) -> bool {
    let solid = text.trim_end();
    lines(solid, 0, solid.len()).next().is_none_or(|line| line.end == solid.len())
}

/// Characters, those of East Asia twice: they are told by their first bytes.
fn columns(text: &str) -> usize {
    let columns = |byte: u8| usize::from(byte & 0xC0 != 0x80) + usize::from(matches!(byte, 0xE3..=0xED | 0xEF));
    if text.is_ascii() { text.len() } else { text.bytes().map(columns).sum() }
}

/// Whether lines are prose that was wrapped at a column: most are so full that the next one's first word did not fit. Where every line begins
/// with a capital, as in verse and addresses, they all have to be, and wide.
fn are_wrapped(rows: &[Row]) -> bool {
    /// Narrower lines are verse, an address or a list, in columns.
    const NARROWEST: usize = 40;
    const NARROWEST_OF_CAPITALS: usize = 60;
    let widest = rows.iter().map(|row| row.width).max().unwrap_or(0);
    let pairs = rows.len() - 1;
    let full = rows.windows(2).filter(|pair| pair[0].width + 1 + pair[1].first_word > widest).count();
    let capitals = rows[1..].iter().all(|row| row.begin == Begin::Capital);
    if capitals && pairs > 1 {
        full == pairs && widest >= NARROWEST_OF_CAPITALS
    } else {
        full * 2 >= pairs && widest >= NARROWEST
    }
}
