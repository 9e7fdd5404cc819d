//! JSON and JSON Lines.

use serde::Serialize;

/// The name of a value that is one of a few.
pub(super) fn name_of(value: &impl Serialize) -> String {
    to_json(value).trim_matches('"').to_owned()
}

pub(crate) fn to_json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("what is exported has only text keys and values that JSON can hold")
}

#[cfg(test)]
mod tests {
    use crate::{
        Offsets, Options, Settings, Source, chunk,
        chunking::Chunking,
        export::{self, Export, Format},
        records,
    };

    fn text(source: &Source, chunking: &Chunking, offsets: Offsets, format: Format) -> String {
        export::text(source, chunking, &Export { format, offsets, ..Export::default() })
    }

    #[test]
    fn both_forms_parse_back_to_the_records() {
        let source = Source::new("\"quoted\" \\ back\u{0}slash\u{1F} 👍🏽\n\n\u{2028}東京\r\n</script>").with_field("url", "x");
        let settings = Settings::new(Options { size: 4, overlap: 1, ..Options::default() }).expect("valid");
        let chunking = chunk(&source, &settings);
        let expected: Vec<serde_json::Value> = records(&source, &chunking, Offsets::Byte)
            .iter()
            .map(|record| serde_json::to_value(record).expect("serialises"))
            .collect();
        let array: Vec<serde_json::Value> =
            serde_json::from_str(&text(&source, &chunking, Offsets::Byte, Format::Json)).expect("parses");
        let lines = text(&source, &chunking, Offsets::Byte, Format::Jsonl);
        let lines: Vec<serde_json::Value> =
            lines.split_terminator('\n').map(|line| serde_json::from_str(line).expect("parses")).collect();
        assert!(expected.len() > 1);
        assert_eq!(array, expected);
        assert_eq!(lines, expected);
    }

    #[test]
    fn no_chunks_are_an_empty_array_or_nothing() {
        let source = Source::new(" ");
        let chunking = chunk(&source, &Settings::default());
        assert_eq!(text(&source, &chunking, Offsets::Char, Format::Json), "[]\n");
        assert_eq!(text(&source, &chunking, Offsets::Char, Format::Jsonl), "");
    }
}
