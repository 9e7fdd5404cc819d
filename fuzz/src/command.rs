//! The command on any bytes, with any arguments.

use arbitrary::Arbitrary;
use chunklab::export::Format;
use clap::Parser;
use serde_json::Value;

use crate::case;

#[path = "../../src/bin/chunklab/main.rs"]
#[expect(dead_code, reason = "what takes the process's own arguments and streams is not called")]
mod program;

use program::{Arguments, Streams, run};

const VALUES: [&str; 24] = [
    "1",
    "7",
    "0",
    "500",
    "-1",
    "1.5",
    "4294967296",
    "",
    " 3",
    "sentence",
    "paragraph",
    "semantic",
    "recursive-char",
    "characters",
    "tokens",
    "true",
    "false",
    "utf16",
    "byte",
    "key=value",
    "=",
    "text=a=b",
    "10.0",
    "3.84",
];
const OPTIONS: [&str; 23] = [
    "--strategy=",
    "--size=",
    "--overlap=",
    "--unit=",
    "--chars-per-token=",
    "--keep-blocks=",
    "--split-oversize=",
    "--trim=",
    "--breadcrumb=",
    "--model=",
    "--truncate",
    "--server=",
    "--offsets=",
    "--warnings",
    "--stats",
    "--clean",
    "--field=",
    "--jsonl-in",
    "--text-field=",
    "--id-field=",
    "--link=",
    "--strict",
    "--front-matter",
];

#[derive(Debug, Arbitrary)]
enum Argument {
    Likely { option: u8, value: u8 },
    Odd { option: u8, value: String },
}

#[derive(Debug, Arbitrary)]
struct Call<'a> {
    format: u8,
    arguments: Vec<Argument>,
    bytes: &'a [u8],
}

impl Argument {
    fn text(&self) -> String {
        let (option, value) = match self {
            Self::Likely { option, value } => (option, VALUES[usize::from(*value) % VALUES.len()]),
            Self::Odd { option, value } => (option, value.as_str()),
        };
        let option = OPTIONS[usize::from(*option) % OPTIONS.len()];
        if option.ends_with('=') { format!("{option}{value}") } else { option.to_owned() }
    }
}

/// Each end is one of those the command is said to have, and says what is wrong; what is written is whole.
pub fn command(input: &[u8]) {
    let Some(Call { format, arguments, bytes }) = case(input) else { return };
    let format = usize::from(format) % Format::ALL.len();
    let mut words = vec!["chunklab".to_owned(), format!("--format={}", Format::NAMES[format])];
    words.extend(arguments.iter().take(10).map(Argument::text));
    let Ok(arguments) = Arguments::try_parse_from(&words) else { return };
    let are_lines = words.iter().any(|word| word == "--jsonl-in");
    let (mut out, mut said) = (Vec::new(), Vec::new());
    let input = Box::new(std::io::Cursor::new(bytes.to_vec()));
    let status = run(&arguments, &mut Streams { input, out: &mut out, said: &mut said, is_watched: false });
    let (out, said) = (String::from_utf8(out).expect("UTF-8"), String::from_utf8(said).expect("UTF-8"));
    let last = said.lines().last().unwrap_or_default();
    match status {
        0 => assert!((are_lines || std::str::from_utf8(bytes).is_ok()) && !last.starts_with("chunklab: "), "{said}"),
        1 if are_lines => assert!(said.contains("chunklab: -:"), "{said}"),
        1 => {
            let why = match std::str::from_utf8(bytes) {
                Ok(_) => String::new(),
                Err(error) => format!("not UTF-8 at byte {}", error.valid_up_to()),
            };
            let advice = last.strip_prefix(&format!("chunklab: -: {why}")).expect(last);
            let is_advice = |advice: &str| advice.starts_with(", it looks like ") || advice.starts_with(" (iconv -f ENCODING ");
            assert!(if why.is_empty() { advice.starts_with("it looks like ") } else { is_advice(advice) }, "{said}");
        }
        2 => assert!(out.is_empty() && last.starts_with("chunklab: "), "{said}"),
        // A file of another kind holds no lines.
        3 => assert!(are_lines && last.starts_with("chunklab: -: ") && last.contains("it looks like "), "{said}"),
        _ => panic!("status {status}"),
    }
    if status != 2 {
        match Format::ALL[format] {
            Format::Jsonl => out.split_terminator('\n').for_each(|line| drop(json(line))),
            Format::Json | Format::Langchain | Format::Llamaindex => assert!(json(&out).is_array()),
            Format::Ollama => assert!(json(&out)["input"].is_array()),
            Format::Csv | Format::OllamaBash | Format::OllamaPowershell | Format::Text => {}
        }
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}
