//! What frameworks for retrieval load: `LangChain`'s documents and `LlamaIndex`'s nodes.

use serde_json::{Map, Value, json};

use super::json::to_json;
use crate::record::Record;

/// `{page_content, metadata}`.
pub(super) fn document(record: &Record) -> String {
    to_json(&json!({ "page_content": record.text, "metadata": metadata(record, &[]) }))
}

/// `{id_, text, metadata, start_char_idx, end_char_idx}`; the record counts characters.
pub(super) fn node(record: &Record) -> String {
    to_json(&json!({
        "id_": record.id,
        "text": record.text,
        "metadata": metadata(record, &["id", "start", "end", "offsets"]),
        "start_char_idx": record.start,
        "end_char_idx": record.end,
    }))
}

/// All of a record but its text, flat, as vector stores want it: headings are joined by ` › `, the document's fields stand beside those of
/// the chunk. One that has the name of such a field is called `document_` and its name.
fn metadata(record: &Record, left_out: &[&str]) -> Map<String, Value> {
    let Value::Object(mut fields) = json!(record) else { return Map::new() };
    for name in ["text", "metadata"].iter().chain(left_out) {
        fields.remove(*name);
    }
    fields.insert("headings".to_owned(), record.headings.join(" › ").into());
    for (name, value) in &record.metadata {
        let name = if fields.contains_key(name) || name == "text" { format!("document_{name}") } else { name.clone() };
        fields.insert(name, value.clone());
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Offsets, Options, Settings, Source, Strategy, chunk, record::records};

    fn of(offsets: Offsets) -> Vec<Record> {
        let text = "# A\n\nOne 👍 two.\n\n## B\n\nThree four.";
        let source = Source::new(text).with_field("doc_id", "d-1").with_field("line", "from the user");
        let options = Options { size: 9, overlap: 0, strategy: Strategy::Semantic, ..Options::default() };
        records(&source, &chunk(&source, &Settings::new(options).expect("valid")), offsets)
    }

    fn parsed(json: &str) -> Map<String, Value> {
        serde_json::from_str(json).expect("parses")
    }

    #[test]
    fn documents_have_the_fields_of_the_framework_and_flat_metadata() {
        let documents: Vec<Map<String, Value>> = of(Offsets::Byte).iter().map(|record| parsed(&document(record))).collect();
        let last = documents.last().expect("several");
        assert_eq!(last.keys().collect::<Vec<_>>(), ["page_content", "metadata"]);
        assert_eq!(last["page_content"], "## B\n\nThree four.");
        let metadata = &last["metadata"];
        assert_eq!((&metadata["headings"], &metadata["doc_id"]), (&"A › B".into(), &"d-1".into()));
        assert_eq!((&metadata["line"], &metadata["document_line"]), (&5.into(), &"from the user".into()));
        assert_eq!(metadata["offsets"], "byte");
        assert!(metadata.as_object().expect("an object").values().all(|value| !value.is_array() && !value.is_object()));
    }

    #[test]
    fn nodes_have_the_fields_of_the_framework_and_offsets_in_characters() {
        let documents: Vec<Map<String, Value>> = of(Offsets::Char).iter().map(|record| parsed(&node(record))).collect();
        let last = documents.last().expect("several");
        assert_eq!(last.keys().collect::<Vec<_>>(), ["id_", "text", "metadata", "start_char_idx", "end_char_idx"]);
        assert_eq!((&last["start_char_idx"], &last["end_char_idx"]), (&17.into(), &34.into()));
        assert!(last["metadata"].get("start").is_none() && last["metadata"].get("id").is_none());
    }
}
