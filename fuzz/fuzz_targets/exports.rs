#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| chunklab_fuzz::exports(input));
