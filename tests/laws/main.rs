//! The laws of the library: true for every text and every setting (S06).

mod law;
mod pieces;
mod shapes;

use chunklab::{CharsPerToken, Options, Settings, Source, Strategy as Chunker, Unit, chunk};
use pieces::PIECES;
use proptest::{prelude::*, sample::select, test_runner::RngSeed};
use shapes::shapes;

fn documents() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        30 => select(PIECES).prop_map(str::to_owned),
        3 => any::<char>().prop_map(String::from),
        2 => (select(PIECES), 1..60_usize).prop_map(|(piece, times)| piece.repeat(times)),
    ];
    prop::collection::vec(piece, 0..80).prop_map(|pieces| pieces.concat())
}

fn settings() -> impl Strategy<Value = Settings> {
    let size = prop_oneof![4 => 1..=40_u32, 2 => 41..=300_u32, 1 => 301..=2000_u32];
    let sizes = size.prop_flat_map(|size| (Just(size), prop_oneof![Just(0), 0..size, Just(size - 1)]));
    let switches = (prop::bool::weighted(0.8), any::<bool>(), prop::bool::weighted(0.3), prop::bool::weighted(0.3));
    let ratio = prop_oneof![3 => Just(38_u8), 1 => 10..=100_u8];
    (select(&Chunker::ALL), sizes, select(&Unit::ALL), ratio, switches).prop_map(
        |(strategy, (size, overlap), unit, tenths, switches)| {
            let (keep_blocks, split_oversize, trim, breadcrumb) = switches;
            let chars_per_token = CharsPerToken::from_tenths(tenths).expect("in range");
            let options =
                Options { strategy, size, overlap, unit, chars_per_token, keep_blocks, split_oversize, trim, breadcrumb };
            Settings::new(options).expect("made to be valid")
        },
    )
}

/// The same cases at every run; `PROPTEST_CASES=100000` tries so many others.
fn config() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let rng_seed = if asked.is_some() { RngSeed::Random } else { RngSeed::Fixed(1) };
    ProptestConfig { cases: asked.unwrap_or(2000), rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// A test of each law.
macro_rules! of_any_chunking {
    ($($law:ident),* $(,)?) => {
        proptest! {
            #![proptest_config(config())]
            $(#[test]
            fn $law(text in documents(), settings in settings()) {
                let source = Source::new(text);
                law::$law(&source, &chunk(&source, &settings));
            })*
        }
    };
}

of_any_chunking!(
    offsets_slice_the_source_to_the_chunk_in_every_unit,
    bodies_joined_give_back_the_source,
    starts_and_ends_strictly_increase,
    no_body_is_blank_unless_its_blanks_and_the_next_cluster_do_not_fit_together,
    a_chunk_measures_at_most_the_size_unless_it_is_one_unit_kept_whole,
    overlap_is_at_most_what_was_asked_and_overlaps_one_chunk,
    no_cut_falls_inside_a_cluster_that_fits,
    every_export_parses_back_to_the_chunks,
);

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_clean_text_has_nothing_left_to_clean_and_every_change_was_counted(text in documents()) {
        law::a_clean_text_has_nothing_left_to_clean_and_every_change_was_counted(&text);
    }
}

/// An edit: where it begins and how much it takes out, as shares of the text, and what it puts in.
type Edit = (f64, f64, String);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let length = prop_oneof![3 => Just(0.0), 3 => 0.0..0.001, 1 => 0.0..0.3_f64];
    let inserted = prop_oneof![2 => Just("x".to_owned()), 2 => select(PIECES).prop_map(str::to_owned), 1 => documents()];
    prop::collection::vec((0.0..=1.0_f64, length, inserted), 1..6)
}

/// Documents that are long enough to be chunked anew only around an edit.
fn long_documents() -> impl Strategy<Value = String> {
    let filler = select(&[
        "Some words of a paragraph that goes on. And on.\n\n",
        "# Part\n\nText.\n\n",
        "A line of its own.\n",
        "- an item\n\nText\n\n",
        "Sentences of one long line, “with what they quote. And more” of it. Some of them count: 1) one 2) two, and then 3) three. ",
    ]);
    let stretch =
        (documents(), filler, 0..60_usize).prop_map(|(text, filler, times)| format!("{text}\n\n{}", filler.repeat(times)));
    prop::collection::vec(stretch, 1..12).prop_map(|stretches| stretches.concat())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a place in a short text"
)]
fn place(text: &str, share: f64) -> usize {
    text.floor_char_boundary((share * text.len() as f64) as usize)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases.div_ceil(5), ..config() })]

    #[test]
    fn what_follows_an_edit_is_what_is_found_afresh(text in long_documents(), edits in edits(), settings in settings()) {
        let mut source = Source::new(text);
        let mut chunking = chunk(&source, &settings);
        for (at, length, inserted) in edits {
            let (from, to) = (place(source.text(), at), place(source.text(), (at + length).min(1.0)));
            let change = source.edit(from..to, &inserted);
            chunking.follow(&source, &change);
            law::what_follows_an_edit_is_what_is_found_afresh(&source, &chunking);
        }
    }
}

#[test]
fn no_shape_of_text_takes_more_than_its_share() {
    for text in shapes(150_000) {
        for strategy in Chunker::ALL {
            for breadcrumb in [false, true] {
                let options = Options { strategy, size: 30, overlap: 9, breadcrumb, ..Options::default() };
                let source = Source::new(text.as_str());
                let chunking = chunk(&source, &Settings::new(options).expect("valid"));
                law::bodies_joined_give_back_the_source(&source, &chunking);
            }
        }
    }
}
