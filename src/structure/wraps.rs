//! Line ends that end a sentence without a terminator: those of list items, table rows, code, verse and addresses. Those of hard-wrapped
//! prose do not.

use std::{iter::Peekable, slice::Iter};

use super::{
    Layout,
    blocks::{Block, Kind},
    headings::Heading,
    lines::{Line, lines},
    rows::{indent_of, marker_width},
    sentences::ends_like_a_sentence,
};
use crate::estimate::is_cjk;

/// Finds, paragraph by paragraph, the line starts at which a sentence ends without a terminator.
pub(super) struct Breaks<'t> {
    text: &'t str,
    layout: &'t Layout,
    blocks: Peekable<Iter<'t, Block>>,
    headings: Peekable<Iter<'t, Heading>>,
    verbatim_end: usize,
    item_end: usize,
    found: Vec<usize>,
    prose: Vec<Line>,
}

impl<'t> Breaks<'t> {
    pub(super) fn new(text: &'t str, layout: &'t Layout) -> Self {
        Self {
            text,
            layout,
            blocks: layout.blocks.iter().peekable(),
            headings: layout.headings.iter().peekable(),
            verbatim_end: 0,
            item_end: 0,
            found: Vec::new(),
            prose: Vec::new(),
        }
    }

    /// The line starts after `from` and before `to` that break a sentence. `from..to` is the next paragraph.
    pub(super) fn inside(&mut self, from: usize, to: usize) -> &[usize] {
        self.found.clear();
        self.prose.clear();
        let mut indents = Indents::default();
        let (mut heading_end, mut above_is_verbatim) = (0, false);
        for line in lines(self.text, from, to) {
            if self.layout.is_page_break(line.start) {
                continue;
            }
            if let Some(heading) = self.headings.next_if(|heading| heading.span.start == line.start) {
                heading_end = heading.span.end;
            }
            let starts_block = self.starts_block(line.start);
            let verbatim = line.start < self.verbatim_end;
            let row = line.text(self.text);
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
        self.found.sort_unstable();
        &self.found
    }

    fn part(&mut self, at: usize) {
        self.part_prose();
        self.found.push(at);
    }

    /// Parts the lines of prose gathered so far where they stand for themselves.
    fn part_prose(&mut self) {
        if self.prose.len() > 1 {
            let rows: Vec<Row> = self.prose.iter().map(|line| Row::new(line.start, line.text(self.text))).collect();
            if !are_wrapped(&rows) {
                let ended = rows.iter().any(|row| row.ends);
                let parted = rows.windows(2).filter(|pair| !(pair[1].begin == Begin::Small && (ended || pair[0].pauses)));
                self.found.extend(parted.map(|pair| pair[1].start));
            }
        }
        self.prose.clear();
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

/// A line of prose.
struct Row {
    start: usize,
    /// How wide it is, and its first word: one column a character, two of Han, kana and Hangul.
    width: usize,
    first_word: usize,
    begin: Begin,
    /// Whether it ends like a sentence, or like the middle of one.
    ends: bool,
    pauses: bool,
}

/// What a line begins with.
#[derive(PartialEq, Eq)]
enum Begin {
    Small,
    Capital,
    Caseless,
}

impl Row {
    fn new(start: usize, row: &str) -> Self {
        let row = row.trim_end();
        let text = row.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
        let first = text.chars().find(|c| c.is_alphanumeric()).unwrap_or(' ');
        let begin = match first {
            c if c.is_lowercase() => Begin::Small,
            c if c.is_uppercase() || c.is_numeric() => Begin::Capital,
            _ => Begin::Caseless,
        };
        let word = text.find(|c: char| c.is_whitespace() || is_cjk(c)).unwrap_or(text.len());
        Self {
            start,
            width: columns(row),
            first_word: columns(&text[..word]).max(1),
            begin,
            ends: ends_like_a_sentence(row),
            pauses: row.ends_with([',', ';', '-', '—', '–', '、', '，', '(', '/']),
        }
    }
}

fn columns(text: &str) -> usize {
    let count = text.chars().count();
    if count == text.len() { count } else { count + text.chars().filter(|&c| is_cjk(c)).count() }
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
    if capitals && pairs > 1 { full == pairs && widest >= NARROWEST_OF_CAPITALS } else { full * 2 >= pairs && widest >= NARROWEST }
}
