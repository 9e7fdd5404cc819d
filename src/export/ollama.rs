//! Ollama: the body of a request for embeddings (`POST /api/embed`), and commands that send it.

use serde::{Deserialize, Serialize};

use super::json::to_json;
use crate::record::Record;

/// What is asked of Ollama.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ollama {
    /// The embedding model.
    pub model: String,
    /// Whether a text over what the model reads is cut off instead of refused.
    pub truncate: bool,
    /// The address of the server.
    pub server: String,
}

impl Default for Ollama {
    fn default() -> Self {
        Self { model: "embeddinggemma".to_owned(), truncate: false, server: "http://localhost:11434".to_owned() }
    }
}

impl Ollama {
    fn address(&self) -> String {
        format!("{}/api/embed", self.server.trim().trim_end_matches('/'))
    }
}

/// The body, with a text a line: no line of it begins with anything but `{`, `"` or `]`, so nothing in a text can end a here-document.
pub(super) fn body(records: &[Record], ollama: &Ollama) -> String {
    let texts: Vec<String> = records.iter().map(|record| to_json(&record.text)).collect();
    let (model, truncate) = (to_json(&ollama.model), ollama.truncate);
    format!("{{\"model\":{model},\"truncate\":{truncate},\"input\":[\n{}\n]}}\n", texts.join(",\n"))
}

/// A command for POSIX shells. The body is a here-document with a quoted end: nothing in it is expanded.
pub(super) fn bash(records: &[Record], ollama: &Ollama) -> String {
    let address = ollama.address().replace('\'', r"'\''");
    let body = body(records, ollama);
    format!(
        "curl --silent --show-error --header 'Content-Type: application/json' --data-binary @- --url '{address}' <<'END'\n{body}END\n"
    )
}

/// A command for PowerShell. The body is a here-string in single quotes, where nothing is expanded, and ASCII: Windows PowerShell reads
/// files and sends pipes in code pages that few texts survive. Typographic quotes end a string in PowerShell like straight ones, so the
/// address is ASCII, too.
pub(super) fn powershell(records: &[Record], ollama: &Ollama) -> String {
    let address = in_ascii(&ollama.address()).replace('\'', "''");
    let body = escaped(&body(records, ollama));
    format!(
        "$body = @'\n{body}'@\nInvoke-RestMethod -Method Post -Uri '{address}' -ContentType 'application/json' -Body $body | ConvertTo-Json -Depth 3 -Compress\n"
    )
}

/// JSON with every character that is not ASCII escaped (RFC 8259, section 7).
fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() {
            escaped.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                escaped += &["\\u", &format!("{unit:04x}")].concat();
            }
        }
    }
    escaped
}

/// An address with every character that is not ASCII percent-encoded (RFC 3986, section 2.1).
fn in_ascii(address: &str) -> String {
    let encoded = |byte: u8| if byte.is_ascii() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    address.bytes().map(encoded).collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Offsets, Settings, Source, chunk, record::records};

    const HOSTILE: &str = "'@\n$(id) `id` ${HOME} \\ \"quoted\" it's \u{2019}@\nEND\n\u{0}\u{1b} 👍🏽 東京 \u{2028}\r\n%PATH% !x";

    fn hostile() -> Vec<Record> {
        let source = Source::new(HOSTILE);
        records(&source, &chunk(&source, &Settings::default()), Offsets::Char)
    }

    #[test]
    fn the_body_parses_back_to_the_texts() {
        let ollama = Ollama { model: "m\"x".to_owned(), truncate: true, ..Ollama::default() };
        for json in [body(&hostile(), &ollama), escaped(&body(&hostile(), &ollama))] {
            let body: serde_json::Value = serde_json::from_str(&json).expect("parses");
            assert_eq!((&body["model"], &body["truncate"]), (&"m\"x".into(), &true.into()));
            assert_eq!(body["input"], serde_json::json!([HOSTILE]));
        }
    }

    #[test]
    fn no_text_ends_a_here_document_or_a_here_string() {
        for command in [bash(&hostile(), &Ollama::default()), powershell(&hostile(), &Ollama::default())] {
            let ends = command.lines().filter(|line| *line == "END" || line.starts_with("'@")).count();
            assert_eq!(ends, 1, "{command}");
        }
        assert!(powershell(&hostile(), &Ollama::default()).is_ascii());
    }

    #[test]
    fn an_address_is_one_word_whatever_is_in_it() {
        let ollama = Ollama { server: " http://h/it's’x/ ".to_owned(), ..Ollama::default() };
        assert!(bash(&[], &ollama).contains(r"--url 'http://h/it'\''s’x/api/embed' <<"));
        assert!(powershell(&[], &ollama).contains("-Uri 'http://h/it''s%E2%80%99x/api/embed' "));
    }
}
