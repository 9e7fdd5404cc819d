//! What frameworks for retrieval load: `LangChain`'s documents and `LlamaIndex`'s nodes.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::json::to_json;
use crate::record::Record;

/// `{page_content, metadata}`.
pub(super) fn document(record: &Record) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        page_content: &'a str,
        metadata: Metadata<'a>,
    }
    to_json(&Document { page_content: &record.text, metadata: Metadata { record, of_node: false } })
}

/// `{id_, text, metadata, start_char_idx, end_char_idx}`; the record counts characters.
pub(super) fn node(record: &Record) -> String {
    #[derive(Serialize)]
    struct Node<'a> {
        id_: &'a str,
        text: &'a str,
        metadata: Metadata<'a>,
        start_char_idx: usize,
        end_char_idx: usize,
    }
    to_json(&Node {
        id_: &record.id,
        text: &record.text,
        metadata: Metadata { record, of_node: true },
        start_char_idx: record.start,
        end_char_idx: record.end,
    })
}

/// All of a record but its text, flat, as vector stores want it: headings are joined by ` › `, the document's fields stand beside those of
/// the chunk. One that has the name of such a field, there or not, is called `document_` and its name.
struct Metadata<'a> {
    record: &'a Record,
    /// A node has id and offsets beside its metadata.
    of_node: bool,
}

const OF_CHUNKS: [&str; 10] =
    ["text", "index", "tokens", "characters", "overlap", "line", "headings", "cut", "oversize", "table"];
const BESIDE_NODES: [&str; 4] = ["id", "start", "end", "offsets"];

impl Serialize for Metadata<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = self.record;
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("index", &record.index)?;
        if !self.of_node {
            fields.serialize_entry("id", &record.id)?;
        }
        fields.serialize_entry("tokens", &record.tokens)?;
        fields.serialize_entry("characters", &record.characters)?;
        if !self.of_node {
            fields.serialize_entry("start", &record.start)?;
            fields.serialize_entry("end", &record.end)?;
        }
        fields.serialize_entry("overlap", &record.overlap)?;
        if !self.of_node {
            fields.serialize_entry("offsets", &record.offsets)?;
        }
        fields.serialize_entry("line", &record.line)?;
        fields.serialize_entry("headings", &record.headings.join(" › "))?;
        fields.serialize_entry("cut", &record.cut)?;
        if record.oversize {
            fields.serialize_entry("oversize", &true)?;
        }
        if let Some(table) = &record.table {
            fields.serialize_entry("table", table)?;
        }
        for (name, value) in record.metadata.iter() {
            if OF_CHUNKS.contains(&name) || !self.of_node && BESIDE_NODES.contains(&name) {
                fields.serialize_entry(&["document_", name].concat(), value)?;
            } else {
                fields.serialize_entry(name, value)?;
            }
        }
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::*;
    use crate::{Offsets, Options, Settings, Source, Strategy, chunk, record::records};

    fn of(offsets: Offsets) -> Vec<Record> {
        let text = "# A\n\nOne 👍 two.\n\n## B\n\nThree four.";
        let source = Source::new(text)
            .with_field("doc_id", "d-1")
            .with_field("line", "from the user")
            .with_field("start", 3.5)
            .with_field("table", true);
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
        // No chunk has a table: the name is the same in those that have.
        assert_eq!(
            (&metadata["document_table"], &metadata["document_start"], metadata.get("table")),
            (&true.into(), &3.5.into(), None)
        );
        assert!(metadata.as_object().expect("an object").values().all(|value| !value.is_array() && !value.is_object()));
    }

    #[test]
    fn nodes_have_the_fields_of_the_framework_and_offsets_in_characters() {
        let documents: Vec<Map<String, Value>> = of(Offsets::Char).iter().map(|record| parsed(&node(record))).collect();
        let last = documents.last().expect("several");
        assert_eq!(last.keys().collect::<Vec<_>>(), ["id_", "text", "metadata", "start_char_idx", "end_char_idx"]);
        assert_eq!((&last["start_char_idx"], &last["end_char_idx"]), (&17.into(), &34.into()));
        assert!(last["metadata"].get("id").is_none() && last["metadata"]["start"] == 3.5);
    }
}
