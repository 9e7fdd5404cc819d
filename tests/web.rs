//! The same corpus in WebAssembly, in a browser: the same records to the last byte.

#![cfg(target_arch = "wasm32")]

mod snapshot;

use chunklab::{Chunk, Options, Settings, Source, Strategy, chunk, statistics};
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

/// All chunks together have more characters than 32 bits count.
#[wasm_bindgen_test]
fn sums_are_exact_where_a_word_of_32_bits_holds_them_no_more() {
    // Words that begin and end no two chunks alike.
    let letter = |number: u32| char::from(b'a' + (number % 26) as u8);
    let word = |i: u32| [letter(i.wrapping_mul(2_654_435_761) >> 13), letter(i.wrapping_mul(2_246_822_519) >> 17), ' '];
    let text: String = (0..500_000).flat_map(word).collect();
    let source = Source::new(text);
    let options = Options { strategy: Strategy::RecursiveChar, size: 6000, overlap: 5998, ..Options::default() };
    let chunking = chunk(&source, &Settings::new(options).expect("valid"));
    let numbers = statistics(&source, &chunking);
    let characters = |range: fn(&Chunk) -> usize| chunking.chunks().iter().map(|chunk| range(chunk) as u64).sum::<u64>();
    let (all, copied) = (characters(|chunk| chunk.span.end - chunk.span.start), characters(Chunk::overlap));
    assert!(copied > 1 << 32, "{copied}");
    // All are ASCII: 10 to a character, 38 to a token.
    assert_eq!((numbers.total_tokens, numbers.overlap_tokens), ((all * 10).div_ceil(38), (copied * 10).div_ceil(38)));
}
