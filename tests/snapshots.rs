//! The corpus under every strategy, against what was looked at and found right.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test snapshots` writes the files anew; the difference is for a person to read.

#![cfg(not(target_arch = "wasm32"))]

mod snapshot;

use snapshot::{CORPUS, HASHES, hashes, snapshot};

#[test]
fn the_corpus_is_cut_as_it_was_found_right() {
    for (name, text, expected) in CORPUS {
        compare(name, &snapshot(text), expected);
    }
    compare("hashes", &hashes(), HASHES);
}

fn compare(name: &str, found: &str, expected: &str) {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/snapshots").join(name);
        std::fs::write(file, found).expect("the snapshot is written");
    } else {
        assert!(found == expected, "{name} is cut otherwise:\n{found}");
    }
}
