//! The records of a document, one a line, from the library alone:
//! `cargo run --example records -- handbook.md strategy=semantic size=300`

use std::{env, error::Error, fs};

use chunklab::{Offsets, Options, Settings, Source, chunk, records};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("records FILE [NAME=VALUE]…")?;
    let mut options = Options::default();
    for argument in arguments {
        let (name, value) = argument.split_once('=').ok_or("a setting is NAME=VALUE")?;
        options.set(name, value)?;
    }
    let settings = Settings::new(options)?;
    let source = Source::new(fs::read_to_string(&file)?).with_field("doc_id", file);
    for record in records(&source, &chunk(&source, &settings), Offsets::Char) {
        println!("{}", serde_json::to_string(&record)?);
    }
    Ok(())
}
