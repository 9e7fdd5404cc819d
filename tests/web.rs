//! The same corpus in WebAssembly, in a browser: the same records to the last byte.

#![cfg(target_arch = "wasm32")]

mod snapshot;

use snapshot::{CORPUS, HASHES, hashes, snapshot};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn records_are_those_of_the_native_build() {
    for (name, text, expected) in CORPUS {
        assert!(snapshot(text) == expected, "{name} is cut otherwise than natively");
    }
}

#[wasm_bindgen_test]
fn under_twenty_settings_all_records_and_numbers_are_those_of_the_native_build_to_the_last_byte() {
    assert!(hashes() == HASHES, "{}", hashes());
}
