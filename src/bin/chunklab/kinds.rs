//! Whether a file is a text, and what else it looks like.

use std::str::Utf8Error;

use infer::MatcherType;

/// A text, or what is wrong with it.
pub(super) fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(error.utf8_error(), error.as_bytes()))?;
    disguised(&text).map_or(Ok(text), Err)
}

/// What is wrong with a file of another kind, by how it begins. That may end within a character.
pub(super) fn no_text(start: &[u8]) -> Option<String> {
    match str::from_utf8(start) {
        Ok(text) => disguised(text),
        Err(error) if error.error_len().is_some() => kind_of(start).map(|_| not_utf8(error, start)),
        Err(_) => None,
    }
}

/// Where it is not, and what it looks like where that can be told.
fn not_utf8(error: Utf8Error, bytes: &[u8]) -> String {
    let advice = kind_of(bytes).map_or_else(
        || " (iconv -f ENCODING -t UTF-8 converts a text in another encoding)".to_owned(),
        |kind| format!(", it looks like {kind}"),
    );
    format!("not UTF-8 at byte {}{advice}", error.valid_up_to())
}

/// What bytes look like, with what makes a text of them.
fn kind_of(bytes: &[u8]) -> Option<String> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Some("UTF-16 (iconv -f UTF-16 -t UTF-8 converts it)".to_owned());
    }
    let kind = infer::get(bytes).filter(|kind| kind.matcher_type() != MatcherType::Text)?;
    let how = if kind.mime_type() == "application/gzip" { " (zcat unpacks it)" } else { "" };
    Some(format!("{}{how}", kind.mime_type()))
}

/// What is wrong with other data that happens to be UTF-8: it begins as a file that some program has to read, or it has NULs and a tenth of it
/// is controls. The page tells it in the same way; a few NULs in a text are only odd.
fn disguised(text: &str) -> Option<String> {
    const LOOKED: usize = 1 << 16;
    let is_marked = text.starts_with("%PDF-") || text.starts_with("{\\rtf");
    if !is_marked && !text.contains('\0') {
        return None;
    }
    let start = &text.as_bytes()[..text.len().min(LOOKED)];
    let is_odd = |byte: &&u8| **byte < 32 && !matches!(**byte, b'\t' | b'\n' | 0x0C | b'\r' | 0x1B);
    let controls = start.iter().filter(is_odd).count();
    let kind = kind_of(start).or_else(|| (controls * 10 > start.len()).then(|| "UTF-16 without a mark, or no text".to_owned()));
    kind.map(|kind| format!("it looks like {kind}"))
}
