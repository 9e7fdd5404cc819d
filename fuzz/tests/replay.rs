//! The inputs that the fuzzer kept, and the shapes of text that were once slow, once more.

use std::{fs, path::Path};

#[path = "../../tests/laws/shapes.rs"]
mod shapes;

/// Tries all inputs of a target; says which one a failure is of.
fn replay(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let mut inputs: Vec<_> = fs::read_dir(&folder).expect("seeds").map(|entry| entry.expect("an input").path()).collect();
    inputs.sort();
    assert!(inputs.len() >= 20, "{} inputs in {}", inputs.len(), folder.display());
    for input in inputs {
        let bytes = fs::read(&input).expect("an input");
        assert!(std::panic::catch_unwind(|| check(&bytes)).is_ok(), "{}", input.display());
    }
}

#[test]
fn laws_hold() {
    replay("laws", chunklab_fuzz::laws);
}

#[test]
fn what_follows_an_edit_is_what_is_found_afresh() {
    replay("edits", chunklab_fuzz::edits);
}

#[test]
fn exports_parse_back() {
    replay("exports", chunklab_fuzz::exports);
}

#[test]
fn the_command_ends_as_it_says() {
    replay("command", chunklab_fuzz::command);
}

/// Counters are those of the process, so nothing else may run meanwhile: `make test-fuzz` runs one test after the other.
#[cfg(counted)]
mod counted {
    use chunklab::{Options, Settings, Strategy};
    use chunklab_fuzz::work::{self, LONGER, SHARE};

    use super::{replay, shapes::shapes};

    #[test]
    fn no_input_takes_more_than_its_share_of_work() {
        replay("work", work::work);
    }

    #[test]
    fn no_shape_takes_more_than_its_share_of_work() {
        for (short, long) in shapes(8000).iter().zip(shapes(8000 * LONGER)) {
            for strategy in Strategy::ALL {
                let settings = Settings::new(Options { strategy, size: 30, overlap: 9, ..Options::default() }).expect("valid");
                let excess = work::excess(short, &long, &settings);
                assert!(excess.is_none(), "{excess:?} of {:?}, {strategy:?}", short.chars().take(40).collect::<String>());
            }
        }
    }

    #[test]
    fn work_that_grows_with_the_square_is_counted() {
        let squared = |n: usize| (0..n).map(|i| (0..i).filter(|j| std::hint::black_box(j) % 3 == 0).count()).sum::<usize>();
        let [short, long] = [100, 100 * LONGER].map(|n| work::during(|| squared(n)));
        assert!(long > short * SHARE, "{short} then {long}");
    }
}
