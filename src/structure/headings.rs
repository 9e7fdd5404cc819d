//! Headings: ATX (CommonMark 4.2), setext (4.3), short lines in capitals, and lines that are one `<h1>`…`<h6>` element.

use super::{
    blocks::{Block, indent_of, is_rule, marker_width},
    lines::{Line, lines},
};
use crate::span::Span;

/// The most characters and words of a heading in capitals.
const CAPITALS: (usize, usize) = (60, 8);

/// A heading: its lines (a setext underline included, the last line end not), its level from 1, its title, marks left out,
/// the heading it stands under and the last one of those that follow with nothing between, by their places in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) span: Span,
    pub(crate) level: u8,
    pub(crate) title: Span,
    pub(crate) parent: Option<usize>,
    pub(crate) run: usize,
}

/// Finds the headings of a text, whose blocks are known: there is none inside a fence, a table or front matter.
pub(crate) fn headings(text: &str, blocks: &[Block]) -> Vec<Heading> {
    let mut found: Vec<Heading> = Vec::new();
    let mut blocks = blocks.iter().peekable();
    let (mut verbatim, mut item) = (0, 0);
    let mut marked_level = 0;
    let mut above = Above::Nothing;
    for line in lines(text, 0, text.len()) {
        while let Some(block) = blocks.next_if(|block| block.span.start <= line.start) {
            let end = if block.is_verbatim() { &mut verbatim } else { &mut item };
            *end = block.span.end.max(*end);
        }
        if line.start < verbatim {
            above = Above::Something;
            continue;
        }
        let (heading, next) = at_line(text, line, above, line.start < item, marked_level);
        if let Some((heading, marked)) = heading {
            if marked {
                marked_level = heading.level;
            }
            found.push(heading);
        }
        above = next;
    }
    set_parents(&mut found);
    set_runs(text, &mut found);
    found
}

fn set_runs(text: &str, headings: &mut [Heading]) {
    for i in (0..headings.len()).rev() {
        let next = headings.get(i + 1).filter(|next| text[headings[i].span.end..next.span.start].trim_start().is_empty());
        headings[i].run = next.map_or(i, |next| next.run);
    }
}

fn set_parents(headings: &mut [Heading]) {
    let mut open: Vec<usize> = Vec::new();
    for i in 0..headings.len() {
        while open.last().is_some_and(|&above| headings[above].level >= headings[i].level) {
            open.pop();
        }
        headings[i].parent = open.last().copied();
        open.push(i);
    }
}

/// What stands on the line above.
#[derive(Clone, Copy)]
enum Above {
    /// A blank line, the start of the text, or a heading.
    Nothing,
    /// One line of text, with nothing above it, that an underline would make a heading.
    Title(Line),
    /// Anything else.
    Something,
}

/// The heading at a line and whether its level is marked, and what this line is to the next one.
fn at_line(text: &str, line: Line, above: Above, in_item: bool, marked_level: u8) -> (Option<(Heading, bool)>, Above) {
    let (indent, rest) = indent_of(line.text(text));
    let solid = rest.trim_end();
    if solid.is_empty() {
        return (None, Above::Nothing);
    }
    if indent > 3 {
        return (None, Above::Something);
    }
    let at = line.end - rest.len();
    let whole = Span::new(line.start, line.end);
    if let (Above::Title(title), Some(level)) = (above, underline_level(solid)) {
        let (_, words) = indent_of(title.text(text));
        let start = title.end - words.len();
        let heading = Heading {
            span: Span::new(title.start, line.end),
            level,
            title: trimmed(text, start, title.end),
            parent: None,
            run: 0,
        };
        return (Some((heading, true)), Above::Nothing);
    }
    if let Some((level, title)) = atx(solid).or_else(|| element(solid)) {
        let title = trimmed(text, at + title.start, at + title.end);
        return (Some((Heading { span: whole, level, title, parent: None, run: 0 }, true)), Above::Nothing);
    }
    let stands_alone = matches!(above, Above::Nothing) && !in_item && !is_structure(solid);
    if stands_alone && is_capitals(solid) {
        let heading = Heading { span: whole, level: marked_level + 1, title: trimmed(text, at, line.end), parent: None, run: 0 };
        return (Some((heading, false)), Above::Nothing);
    }
    (None, if stands_alone { Above::Title(line) } else { Above::Something })
}

fn trimmed(text: &str, start: usize, end: usize) -> Span {
    let title = &text[start..end];
    let start = start + title.len() - title.trim_start().len();
    Span::new(start, start + title.trim().len())
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

/// 1 for a line of three or more `=`, 2 for `-`.
fn underline_level(row: &str) -> Option<u8> {
    let mark = *row.as_bytes().first()?;
    let level = match mark {
        b'=' => 1,
        b'-' => 2,
        _ => return None,
    };
    (row.len() >= 3 && row.bytes().all(|byte| byte == mark)).then_some(level)
}

/// A list item, a quote, a table row or a rule: never a title.
fn is_structure(row: &str) -> bool {
    marker_width(row).is_some() || row.starts_with('>') || row.contains('|') || is_rule(row)
}

/// A short line whose cased letters, at least two, are all capitals. Caseless scripts have none; a longer run of one letter
/// ("XXXXXX") is a divider or filler, no title.
fn is_capitals(row: &str) -> bool {
    let (characters, words) = CAPITALS;
    let mut capitals = row.chars().filter(|c| c.is_uppercase());
    let first = capitals.next();
    let filler = row.chars().count() > 4 && row.chars().all(|c| Some(c) == first);
    !row.ends_with(['.', '!', '?', ',', ';'])
        && !row.contains(['=', '_'])
        && row.chars().count() <= characters
        && row.split_whitespace().count() <= words
        && capitals.next().is_some()
        && !filler
        && !row.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::blocks::blocks;

    fn found(text: &str) -> Vec<(u8, &str)> {
        headings(text, &blocks(text)).iter().map(|heading| (heading.level, &text[heading.title.range()])).collect()
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
