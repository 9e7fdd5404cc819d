//! How much work a text takes, counted: how often each region of the core is run, by the counters that `-C instrument-coverage` puts there.

#![expect(unsafe_code, reason = "the counters lie between two symbols of the linker")]

use arbitrary::Arbitrary;
use chunklab::{
    Page, Settings, Source, chunk, clean,
    export::{self, Export},
    oddities,
};

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

/// The work that is done with a text: opening it on the page, a few edits, the last cards, warnings and cleaning, an export.
pub fn of(text: &str, settings: &Settings) -> [(&'static str, u64); 5] {
    let mut page = None;
    let opened = during(|| page = Some(Page::new(text, settings)));
    let mut page = page.expect("opened");
    let edited = during(|| {
        // From the back: then the places before are still those of the text. So near behind the middle, what stands there is read again.
        for place in [text.len(), text.len() / 2 + 2700, text.len() / 2] {
            page.edit(text.floor_char_boundary(place), "x");
        }
    });
    let shown = during(|| page.last_cards());
    let warned = during(|| (oddities(text), clean(text)));
    let source = Source::new(text);
    let chunking = chunk(&source, settings);
    let exported = during(|| export::text(&source, &chunking, &Export::default()));
    [("opened", opened), ("edited", edited), ("shown", shown), ("warned", warned), ("exported", exported)]
}

/// Says what took more than its share of work, if anything did.
pub fn excess(text: &str, longer: &str, settings: &Settings) -> Option<String> {
    let [short, long] = [text, longer].map(|text| of(text, settings));
    // What is little beside opening the text may grow from next to nothing.
    let least = short[0].1 / 64;
    short
        .into_iter()
        .zip(long)
        .find_map(|((what, short), (_, long))| (long > short.max(least) * SHARE).then(|| format!("{what}: {short} then {long}")))
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
    let [short, long] = [times, times * LONGER].map(|times| [before.as_str(), &unit.repeat(times)].concat());
    if let Some(excess) = excess(&short, &long, &settings) {
        panic!("{excess}: {before:?} and {times} times {unit:?}, {settings:?}");
    }
}
