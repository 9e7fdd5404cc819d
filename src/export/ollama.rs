//! Ollama: the body of a request for embeddings (`POST /api/embed`), and commands that send it.

use super::json::to_json;

/// What is asked of Ollama.
///
/// ```
/// use chunklab::{Settings, Source, chunk, export::{self, Export, Format, Ollama}};
/// let source = Source::new("Boil it.");
/// let ollama = Ollama { model: "all-minilm".to_owned(), ..Ollama::default() };
/// let command = export::text(&source, &chunk(&source, &Settings::default()), &Export { format: Format::OllamaBash, ollama, ..Export::default() });
/// assert!(command.contains("--url 'http://localhost:11434/api/embed'") && command.contains(r#""model":"all-minilm""#));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// The body up to its texts, which come one a line: no line of it begins with anything but `{`, `"` or `]`, so nothing in a text can end a
/// here-document.
pub(super) fn body_head(ollama: &Ollama) -> String {
    format!("{{\"model\":{},\"truncate\":{},\"input\":[", to_json(&ollama.model), ollama.truncate)
}

/// The rest of it.
pub(super) const BODY_TAIL: &str = "\n]}\n";

/// A command for POSIX shells up to the texts. The body is a here-document with a quoted end: nothing in it is expanded.
pub(super) fn bash_head(ollama: &Ollama) -> String {
    let address = ollama.address().replace('\'', r"'\''");
    let body = body_head(ollama);
    format!(
        "curl --silent --show-error --header 'Content-Type: application/json' --data-binary @- --url '{address}' <<'END'\n{body}"
    )
}

/// The rest of it.
pub(super) const BASH_TAIL: &str = "\n]}\nEND\n";

/// A command for PowerShell up to the texts. The body is a here-string in single quotes, where nothing is expanded, and ASCII: Windows
/// PowerShell reads files and sends pipes in code pages that few texts survive. Typographic quotes end a string in PowerShell like straight
/// ones, so the address is ASCII, too.
pub(super) fn powershell_head(ollama: &Ollama) -> String {
    let address = in_ascii(&ollama.address()).replace('\'', "''");
    format!("$address = '{address}'\n$body = @'\n{}", escaped(&body_head(ollama)))
}

/// The rest of it.
pub(super) const POWERSHELL_TAIL: &str = "\n]}\n'@\nInvoke-RestMethod -Method Post -Uri $address -ContentType 'application/json' -Body $body | ConvertTo-Json -Depth 3 -Compress\n";

/// JSON with every character that is not ASCII escaped (RFC 8259, section 7).
pub(super) fn escaped(json: &str) -> String {
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
    use crate::{
        Settings, Source, chunk,
        export::{self, Export, Format},
    };

    const HOSTILE: &str = "'@\n$(id) `id` ${HOME} \\ \"quoted\" it's \u{2019}@\nEND\n\u{0}\u{1b} 👍🏽 東京 \u{2028}\r\n%PATH% !x";

    fn hostile(format: Format, ollama: Ollama) -> String {
        let source = Source::new(HOSTILE);
        export::text(&source, &chunk(&source, &Settings::default()), &Export { format, ollama, ..Export::default() })
    }

    #[test]
    fn the_body_parses_back_to_the_texts() {
        let ollama = Ollama { model: "m\"’x".to_owned(), truncate: true, ..Ollama::default() };
        let powershell = hostile(Format::OllamaPowershell, ollama.clone());
        let (_, escaped) = powershell.split_once("@'\n").expect("a here-string");
        let (escaped, _) = escaped.split_once("\n'@\n").expect("its end");
        for json in [&hostile(Format::Ollama, ollama), escaped] {
            let body: serde_json::Value = serde_json::from_str(json).expect("parses");
            assert_eq!((&body["model"], &body["truncate"]), (&"m\"’x".into(), &true.into()));
            assert_eq!(body["input"], serde_json::json!([HOSTILE]));
        }
    }

    #[test]
    fn no_text_ends_a_here_document_or_a_here_string() {
        for format in [Format::OllamaBash, Format::OllamaPowershell] {
            let command = hostile(format, Ollama::default());
            let ends = command.lines().filter(|line| *line == "END" || line.starts_with("'@")).count();
            assert_eq!(ends, 1, "{command}");
        }
        assert!(hostile(Format::OllamaPowershell, Ollama::default()).is_ascii());
    }

    #[test]
    fn an_address_is_one_word_whatever_is_in_it() {
        let ollama = Ollama { server: " http://h/it's’x/ ".to_owned(), ..Ollama::default() };
        assert!(bash_head(&ollama).contains(r"--url 'http://h/it'\''s’x/api/embed' <<"));
        assert!(powershell_head(&ollama).contains("= 'http://h/it''s%E2%80%99x/api/embed'\n"));
    }
}
