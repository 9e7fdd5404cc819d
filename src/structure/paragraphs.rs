//! Paragraphs: a blank line ends one, and so does U+2029. A heading is one of its own, and so is front matter.

use super::{
    blocks::{Block, Kind},
    lines::Row,
    outline::Heading,
    rows::marker_width,
    sentences::ends_like_a_sentence,
};
use crate::span::Span;

/// A line longer than this, in bytes, was not wrapped by hand.
const WRAPPED: usize = 160;

/// A paragraph by where it starts; it takes along the blank lines behind it. Those at the start of the text belong to the first.
#[derive(Clone, Copy)]
struct Paragraph {
    start: usize,
    is_heading: bool,
}

/// Where the paragraphs of a text start, the first one at 0; they tile the text, and each but the first starts at a line start.
///
/// Where there is no blank line between two headings (or in the whole text), lines that are whole paragraphs, not wrapped
/// prose, are each taken for one: encyclopedias come that way.
///
/// Where the rows are not those of the whole text, the first and what follows the last begin paragraphs, and `around` says whether the
/// paragraph before and the one behind are headings: so do the ends of a text.
pub(super) fn paragraphs(
    text: &str,
    rows: &[Row],
    blocks: &[Block],
    headings: &[Heading],
    stretch: Span,
    around: (bool, bool),
) -> Vec<usize> {
    let found = by_blank_lines(text, rows, blocks, headings, stretch.start);
    let mut starts = Vec::with_capacity(found.len());
    for (i, paragraph) in found.iter().enumerate() {
        starts.push(paragraph.start);
        let section_before = if i == 0 { around.0 } else { found[i - 1].is_heading };
        let section_after = found.get(i + 1).map_or(around.1, |next| next.is_heading);
        if section_before && section_after && !paragraph.is_heading {
            let end = found.get(i + 1).map_or(stretch.end, |next| next.start);
            starts.extend(line_paragraphs(text, rows, blocks, paragraph.start, end));
        }
    }
    starts
}

fn by_blank_lines(text: &str, rows: &[Row], blocks: &[Block], headings: &[Heading], from: usize) -> Vec<Paragraph> {
    let front_matter_end = match blocks.first() {
        Some(Block { kind: Kind::FrontMatter, span }) => span.end,
        _ => 0,
    };
    let mut found: Vec<Paragraph> = Vec::new();
    let mut headings = headings.iter().peekable();
    let (mut after_heading, mut heading_end) = (false, 0);
    let mut above: Option<&Row> = None;
    for line in rows {
        let (after_blank, after_page) = (line.after_blank || above.is_none(), line.after_page);
        let heading = headings.next_if(|heading| heading.span.start == line.start);
        if heading.is_some() || line.start >= heading_end {
            let after_front_matter = above.is_some_and(|above| above.start < front_matter_end) && front_matter_end < line.start;
            let after_separator = text[..line.start].ends_with('\u{2029}');
            let runs_over = after_page && above.is_some_and(|above| runs_over(above.text(text), line.text(text)));
            if heading.is_some()
                || after_heading
                || after_front_matter
                || after_separator
                || (after_blank || after_page) && !runs_over
            {
                let start = if found.is_empty() { from } else { line.start };
                found.push(Paragraph { start, is_heading: heading.is_some() });
            }
            // One that its text follows in the same line is part of that paragraph.
            after_heading = heading.is_some_and(|heading| heading.span.end >= line.end);
            heading_end = heading.map_or(0, |heading| heading.span.end);
        }
        above = Some(line);
    }
    if found.is_empty() {
        found.push(Paragraph { start: from, is_heading: false });
    }
    found
}

/// Whether a paragraph goes on over a page break: the line above it ends like no sentence, and the one below is no list item.
fn runs_over(above: &str, below: &str) -> bool {
    !ends_like_a_sentence(above) && !above.trim_end().ends_with(':') && marker_width(below.trim_start()).is_none()
}

/// The line starts after the first in `from..to`, if its lines are paragraphs: most end like a sentence, or they are too long to be wrapped.
fn line_paragraphs(text: &str, rows: &[Row], blocks: &[Block], from: usize, to: usize) -> Vec<usize> {
    let (mut starts, mut ends, mut length) = (Vec::new(), 0, 0);
    let row = |at: usize| rows.partition_point(|row| row.start < at);
    for line in &rows[row(from)..row(to)] {
        starts.push(line.start);
        ends += usize::from(ends_like_a_sentence(line.text(text)));
        length += line.end - line.start;
    }
    if ends * 4 < starts.len() * 3 && length < starts.len() * WRAPPED {
        return Vec::new();
    }
    let first = blocks.partition_point(|block| block.span.start < from);
    let mut inside = blocks[first..].iter().filter(|block| block.is_verbatim()).map(|block| block.span).peekable();
    let mut verbatim_end = 0;
    starts
        .into_iter()
        .skip(1)
        .filter(|&start| {
            let kept = start >= verbatim_end;
            while let Some(span) = inside.next_if(|span| span.start <= start) {
                verbatim_end = span.end;
            }
            kept
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::structure::Layout;

    fn found(text: &str) -> Vec<&str> {
        let starts = Layout::new(text).paragraphs;
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
    }

    #[test]
    fn a_blank_line_of_any_kind_ends_a_paragraph() {
        assert_eq!(found("a\nb\n\nc"), ["a\nb\n\n", "c"]);
        assert_eq!(found("a\r\n\r\nb"), ["a\r\n\r\n", "b"]);
        assert_eq!(found("a\r\nb"), ["a\r\nb"]);
        assert_eq!(found("a\r\rb\n \t\n c\u{2029}d"), ["a\r\r", "b\n \t\n", " c\u{2029}", "d"]);
        assert_eq!(found("\n\n a\n\n"), ["\n\n a\n\n"]);
        assert_eq!(found(" \n"), [" \n"]);
    }

    #[test]
    fn a_heading_and_front_matter_are_paragraphs_of_their_own() {
        assert_eq!(found("text\n# H\nmore\nT\n===\nend"), ["text\n", "# H\n", "more\nT\n===\nend"]);
        assert_eq!(found("T\n===\nend"), ["T\n===\n", "end"]);
        assert_eq!(found("---\na: b\n---\ntext"), ["---\na: b\n---\n", "text"]);
    }

    #[test]
    fn lines_that_are_paragraphs_count_as_such_where_there_is_no_blank_line() {
        let one = "One whole paragraph on a line.\n";
        assert_eq!(found(&one.repeat(3)), [one; 3]);
        assert_eq!(found(&format!("# H\n\n{}\n# I\nx\n", one.repeat(2))), ["# H\n\n", one, &format!("{one}\n"), "# I\n", "x\n"]);
        let wrapped = "Prose that somebody\nwrapped by hand at\na column.\n";
        assert_eq!(found(wrapped), [wrapped]);
        assert_eq!(found(&format!("{one}{one}\n{one}")), [&format!("{one}{one}\n"), one]);
        let long = format!("{}\n", "no end mark ".repeat(20));
        assert_eq!(found(&long.repeat(2)), [long.as_str(); 2]);
    }
}
