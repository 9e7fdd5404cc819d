//! What one line can be by itself: indented, quoted, a fence, a rule, a list item, a row of a table, the start of an HTML block.

/// Columns of blanks at the start of a line (a tab goes to the next multiple of four), and what follows them. A BOM or a form feed counts as nothing.
pub(super) fn indent_of(row: &str) -> (usize, &str) {
    let row = if row.starts_with(['\u{FEFF}', '\u{C}']) { row.trim_start_matches(['\u{FEFF}', '\u{C}']) } else { row };
    let mut columns = 0;
    for (at, byte) in row.bytes().enumerate() {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 4 - columns % 4,
            _ => return (columns, &row[at..]),
        }
    }
    (columns, "")
}

/// The border of a box or of a grid table (reStructuredText): `+---+`, `+===+===+`.
pub(super) fn is_border(rest: &str) -> bool {
    let row = rest.trim_end();
    row.len() >= 5 && row.starts_with('+') && row.ends_with('+') && row.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'='))
}

/// How many quotations a line is in (CommonMark 5.1: `>`, with up to three blanks before it), and what stands behind their marks.
pub(super) fn unquoted(rest: &str) -> (usize, &str) {
    let (mut depth, mut inside) = (0, rest);
    while let Some(rest) = inside.trim_start_matches(' ').strip_prefix('>') {
        (depth, inside) = (depth + 1, rest.strip_prefix(' ').unwrap_or(rest));
    }
    (depth, inside)
}

/// The tag that ends an HTML block of lines that only make sense together (of CommonMark 4.6 those of kind 1 and 2, and tables), if one
/// starts here.
pub(super) fn html_end(rest: &str) -> Option<&'static str> {
    const ELEMENTS: [(&str, &str); 8] = [
        ("<!--", "-->"),
        ("<pre", "</pre>"),
        ("<script", "</script>"),
        ("<style", "</style>"),
        ("<textarea", "</textarea>"),
        ("<table", "</table>"),
        ("<svg", "</svg>"),
        ("<math", "</math>"),
    ];
    let starts = |open: &str| {
        let tag = rest.get(..open.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(open));
        tag && (open == "<!--" || rest[open.len()..].chars().next().is_none_or(|c| c == '>' || c.is_whitespace()))
    };
    ELEMENTS.iter().filter(|_| rest.starts_with('<')).find(|(open, _)| starts(open)).map(|(_, close)| *close)
}

/// The mark and length of an opening fence (CommonMark 4.5: at least three; no backtick in the info string of a backtick fence).
pub(super) fn opening_fence(rest: &str) -> Option<(u8, usize)> {
    let mark = rest.bytes().next().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let length = rest.bytes().take_while(|&byte| byte == mark).count();
    (length >= 3 && (mark == b'~' || !rest[length..].contains('`'))).then_some((mark, length))
}

pub(super) fn closes(rest: &str, mark: u8, length: usize) -> bool {
    let run = rest.bytes().take_while(|&byte| byte == mark).count();
    run >= length && rest[run..].trim_end().is_empty()
}

/// A thematic break (CommonMark 4.1): three or more of `-`, `*` or `_` and nothing else.
pub(super) fn is_rule(rest: &str) -> bool {
    let Some(mark) = rest.bytes().next().filter(|byte| matches!(byte, b'-' | b'*' | b'_')) else { return false };
    let mut count = 0;
    rest.bytes().all(|byte| {
        count += usize::from(byte == mark);
        byte == mark || byte == b' ' || byte == b'\t'
    }) && count >= 3
}

/// Length in bytes of the list marker a line starts with: `-`, `*`, `+`, `•`, or up to nine digits with `.` or `)`; a blank or the line's end follows.
pub(super) fn marker_width(rest: &str) -> Option<usize> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let width = match rest[digits..].chars().next()? {
        '-' | '*' | '+' | '•' if digits == 0 => rest.chars().next()?.len_utf8(),
        '.' | ')' if (1..=9).contains(&digits) => digits + 1,
        _ => return None,
    };
    rest[width..].chars().next().is_none_or(|c| c == ' ' || c == '\t').then_some(width)
}

/// Only an item with content, and if numbered only number 1, may begin right under a line of prose (CommonMark 5.2, 5.3).
pub(super) fn interrupts_paragraph(rest: &str, width: usize) -> bool {
    let numbered = rest.as_bytes()[0].is_ascii_digit();
    !rest[width..].trim().is_empty() && (!numbered || matches!(&rest[..width], "1." | "1)"))
}

/// Whether two lines are a table's header and delimiter rows: at least one pipe in each, as many cells in both.
pub(super) fn is_table_head(header: &str, delimiter: &str) -> bool {
    delimiter.trim_start().starts_with(['|', '-', ':'])
        && delimiter.contains('|')
        && header.contains('|')
        && delimiter.contains('-')
        && cells(delimiter).all(is_delimiter_cell)
        && cells(header).count() == cells(delimiter).count()
}

fn is_delimiter_cell(cell: &str) -> bool {
    let cell = cell.trim();
    let cell = cell.strip_prefix(':').unwrap_or(cell);
    let cell = cell.strip_suffix(':').unwrap_or(cell);
    !cell.is_empty() && cell.bytes().all(|byte| byte == b'-')
}

/// The cells of a row; a pipe behind a backslash is text, one at either end is a border.
fn cells(row: &str) -> impl Iterator<Item = &str> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = if row.ends_with("\\|") { row } else { row.strip_suffix('|').unwrap_or(row) };
    let mut escaped = false;
    row.split(move |c| {
        let parts = c == '|' && !escaped;
        escaped = c == '\\' && !escaped;
        parts
    })
}
