//! How much work a text takes, counted: how often each region of the core is run, by the counters that `-C instrument-coverage` puts there.

#![expect(unsafe_code, reason = "the counters lie between two symbols of the linker")]

use arbitrary::Arbitrary;
use chunklab::{Settings, Source, chunk, statistics};

use crate::{
    case,
    case::{Case, Piece, text},
};

unsafe extern "C" {
    fn __llvm_profile_begin_counters() -> *mut u64;
    fn __llvm_profile_end_counters() -> *mut u64;
}

/// How many regions were run since the counters were last cleared. They are those of the whole process.
fn counted(clear: bool) -> u64 {
    // SAFETY: the runtime of LLVM's instrumentation says where its counters begin and end; nothing else holds a reference to them.
    let counters = unsafe {
        let (begin, end) = (__llvm_profile_begin_counters(), __llvm_profile_end_counters());
        std::slice::from_raw_parts_mut(begin, end.offset_from_unsigned(begin))
    };
    if clear {
        counters.fill(0);
    }
    counters.iter().sum()
}

/// The work that something takes.
pub fn during<T>(something: impl FnOnce() -> T) -> u64 {
    counted(true);
    std::hint::black_box(something());
    counted(false)
}

/// The work that chunking a text takes, with the numbers that the page shows of it.
pub fn of(text: &str, settings: &Settings) -> u64 {
    during(|| {
        let source = Source::new(text);
        statistics(&source, &chunk(&source, settings))
    })
}

/// How many times as long the longer text is, and how many times the work it may take: a square takes sixty-four times.
pub const LONGER: usize = 8;
pub const SHARE: u64 = 20;

#[derive(Debug, Arbitrary)]
struct Repeated {
    case: Case,
    before: Vec<Piece>,
}

/// What is repeated eight times as often takes no more than its share of work.
pub fn work(input: &[u8]) {
    let Some(Repeated { case, before }) = case::<Repeated>(input) else { return };
    // Small, so that the shorter text, too, makes several chunks.
    let (before, unit, settings) = (text(&before), text(&case.text), case.settings(16));
    if unit.is_empty() || unit.len() > 400 || before.len() > 500 {
        return;
    }
    let times = 2000 / unit.len();
    let [short, long] = [times, times * LONGER].map(|times| of(&[before.as_str(), &unit.repeat(times)].concat(), &settings));
    assert!(long <= short * SHARE, "{short} then {long}: {before:?} and {times} times {unit:?}, {settings:?}");
}
