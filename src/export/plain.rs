//! Plain text, for people.

use super::json::name_of;
use crate::record::Record;

/// The texts, each under a line that says which of how many it is and where it is from.
pub(super) fn text(records: &[Record], count: usize) -> String {
    let one = |record: &Record| {
        let Record { start, end, text, .. } = record;
        let unit = name_of(&record.offsets);
        let path = record.headings.join(" › ");
        let head = [format!("{} of {count}", record.index + 1), format!("{start}–{end} ({unit})"), path];
        let head = head.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" · ");
        let end = if text.ends_with('\n') { "" } else { "\n" };
        format!("===== {head} =====\n{text}{end}\n")
    };
    records.iter().map(one).collect()
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
