//! Plain text, for people.

use super::json::name_of;
use crate::record::Record;

/// A text under a line that says which of how many it is and where it is from.
pub(super) fn text(record: &Record, count: usize) -> String {
    let Record { start, end, text, .. } = record;
    let document = record.metadata.text("doc_id").unwrap_or_default().into_owned();
    let place = format!("{start}–{end} ({})", name_of(&record.offsets));
    let head = [document, format!("{} of {count}", record.index + 1), place, record.headings.join(" › ")];
    let head = head.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" · ");
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("===== {head} =====\n{text}{end}\n")
}

#[cfg(test)]
mod tests {
    use crate::{Options, Settings, Source, chunk, export};

    #[test]
    fn each_text_stands_under_a_line_that_says_where_it_is_from() {
        let source = Source::new("# A\n\nOne two.\n\nThree four five six.");
        let options = Options { size: 6, overlap: 0, ..Options::default() };
        let chunking = chunk(&source, &Settings::new(options).expect("valid"));
        let export = export::Export { format: export::Format::Text, ..export::Export::default() };
        assert_eq!(
            export::text(&source, &chunking, &export),
            "===== 1 of 2 · 0–15 (char) · A =====\n# A\n\nOne two.\n\n\n===== 2 of 2 · 15–35 (char) · A =====\nThree four five six.\n\n"
        );
    }
}
