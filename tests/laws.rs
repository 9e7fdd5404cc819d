//! The laws of the library: true for every text and every setting (S06).

use chunklab::{
    CharsPerToken, Chunk, Chunking, Count, Oddity, Offsets, Options, Settings, Source, Strategy as Chunker, Unit, chunk, clean,
    export, oddities, recognise, records,
};
use proptest::{prelude::*, sample::select, test_runner::RngSeed};
use unicode_segmentation::UnicodeSegmentation;

/// What documents are made of: words, scripts, emoji, marks, blanks, line ends, structure.
const PIECES: &[&str] = &[
    "word",
    "Dr.",
    "e.g.",
    "3.14",
    "The",
    "a",
    "end.",
    "Why?",
    "“Stop.”",
    "(so)",
    "…",
    "!?",
    "I.",
    "No. 5",
    "z. B.",
    "naïve",
    "слово.",
    "И",
    "č. 5",
    "東京",
    "です。",
    "「はい。」",
    "，",
    "ー",
    "ｶﾞ",
    "한국어",
    "문장.",
    "مرحبا",
    "؟",
    "हिन्दी",
    "।",
    "ไทยไม่มีช่องว่าง",
    "👍🏽",
    "👨‍👩‍👧‍👦",
    "🇯🇵",
    "🇯",
    "e\u{301}",
    "\u{301}",
    "\u{200D}",
    "\u{FE0F}",
    "\u{FEFF}",
    "\u{200B}",
    "\u{AD}",
    "\u{0}",
    "\u{1F}",
    "\u{600}",
    "𠮷",
    " ",
    " ",
    " ",
    " ",
    "  ",
    "\t",
    "\u{A0}",
    "\u{202F}",
    "\u{3000}",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\u{2028}",
    "\u{2029}",
    "\u{85}",
    "\n\n",
    "\n\n",
    "\r\n\r\n",
    "\n \t\n",
    "\n          \n",
    "# ",
    "## ",
    "\n# Title\n",
    "\n## Part\n\n",
    "\n\nCAPITALS HERE\n\n",
    "\nUnder\n=====\n",
    "\n---\n",
    "```",
    "\n```\n",
    "\n~~~\n",
    "\n```sh\n# no\n\n\nls\n```\n",
    "\n- ",
    "\n  - ",
    "\n10. ",
    "\n• ",
    "| a | b |",
    "\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
    "|",
    "\n> ",
    "    ",
    "---\ntitle: x\n---\n",
    "<h2>Part</h2>\n",
    "\n\n5.2 Returns\n\n",
    "\n\nArticle 7\n\n",
    "\n\n3. Term and Notice. They\nagree.\n",
    "\n\n第3条\n",
    "\n\nBlades\n~~~~~~\n",
    "\n=====\n",
    "\n\nOsei     Soup     [Page 1]\n\u{C}\nRFC 9 Soup May 2024\n\n",
    "\u{C}",
    "\n\n      code {\n",
    "\n<table>\n",
    "</table>\n",
    "\n<!-- ",
    "\n> ```\n",
    "\n   Outdented text\n\nTitle\n\n   more\n",
    "“",
    "”",
    "„",
    "«",
    "» ",
    "(",
    ")",
    "1) ",
    "2) ",
    "• ",
    ". . .",
    "XIV.",
    "[12]",
    "**",
    "[a](b)",
    "aVeryLongWordWithoutAnyBlankInsideItThatGoesOnAndOnAndOn",
    "https://example.org/a.b?c=d",
];

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

fn slice<'s>(source: &'s Source, chunk: &Chunk) -> &'s str {
    &source.text()[chunk.span.range()]
}

fn bodies<'s>(source: &'s Source, chunking: &Chunking) -> Vec<&'s str> {
    chunking.chunks().iter().map(|chunk| &source.text()[chunk.body..chunk.span.end]).collect()
}

fn measure(settings: &Settings, text: &str) -> u64 {
    settings.measure().units(&Count::of(text))
}

fn is_trimmed(text: &str) -> bool {
    !text.is_empty() && text == text.trim()
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The same cases at every run; `PROPTEST_CASES=100000` tries so many others.
fn config() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let rng_seed = if asked.is_some() { RngSeed::Random } else { RngSeed::Fixed(1) };
    ProptestConfig { cases: asked.unwrap_or(2000), rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn offsets_slice_the_source_to_the_chunk_in_every_unit(text in documents(), settings in settings()) {
        let source = Source::new(text.as_str());
        let chunking = chunk(&source, &settings);
        let (chars, utf16): (Vec<char>, Vec<u16>) = (text.chars().collect(), text.encode_utf16().collect());
        for offsets in Offsets::ALL {
            for record in records(&source, &chunking, offsets) {
                let sliced = match offsets {
                    Offsets::Byte => text[record.start..record.end].to_owned(),
                    Offsets::Char => chars[record.start..record.end].iter().collect(),
                    Offsets::Utf16 => String::from_utf16(&utf16[record.start..record.end]).expect("whole code points"),
                };
                prop_assert!(record.text.ends_with(&sliced));
                prop_assert!(settings.options().breadcrumb || record.text == sliced);
                prop_assert!(record.overlap <= record.end - record.start);
                prop_assert_eq!(record.characters, record.text.chars().count());
                prop_assert_eq!(record.tokens, settings.token_measure().units(&Count::of(&record.text)));
            }
        }
    }

    #[test]
    fn bodies_joined_give_back_the_source(text in documents(), settings in settings()) {
        let source = Source::new(text.as_str());
        let chunking = chunk(&source, &settings);
        let joined = bodies(&source, &chunking).concat();
        if settings.options().trim {
            prop_assert_eq!(without_blanks(&joined), without_blanks(&text));
            prop_assert!(chunking.chunks().iter().all(|chunk| is_trimmed(slice(&source, chunk))));
        } else if text.trim().is_empty() {
            prop_assert!(chunking.chunks().is_empty());
        } else {
            prop_assert_eq!(joined, text);
        }
    }

    #[test]
    fn starts_and_ends_strictly_increase(text in documents(), settings in settings()) {
        let source = Source::new(text);
        let chunking = chunk(&source, &settings);
        for pair in chunking.chunks().windows(2) {
            prop_assert!(pair[0].span.start < pair[1].span.start && pair[0].span.end < pair[1].span.end);
        }
    }

    #[test]
    fn no_body_is_blank_unless_its_blanks_and_the_next_cluster_do_not_fit_together(text in documents(), settings in settings()) {
        let source = Source::new(text.as_str());
        for chunk in chunk(&source, &settings).chunks() {
            if text[chunk.body..chunk.span.end].trim().is_empty() {
                let rest = &text[chunk.body..];
                let blanks = rest.len() - rest.trim_start().len();
                let cluster = rest[blanks..].graphemes(true).next().map_or(0, str::len);
                let before = text[..chunk.body].trim_end();
                let before = &before[..before.len() - before.graphemes(true).next_back().map_or(0, str::len)];
                let tail = &text[before.trim_end().len()..];
                let fits = measure(&settings, &rest[..blanks + cluster]) <= u64::from(settings.size());
                let fits = if cluster == 0 { measure(&settings, tail) <= u64::from(settings.size()) } else { fits };
                prop_assert!(!fits, "{:?} of {:?}", &text[chunk.body..chunk.span.end], text);
            }
        }
    }

    #[test]
    fn a_chunk_measures_at_most_the_size_unless_it_is_one_unit_kept_whole(text in documents(), settings in settings()) {
        let source = Source::new(text);
        let chunking = chunk(&source, &settings);
        let may_be_over = settings.strategy() != Chunker::RecursiveChar && !settings.options().split_oversize;
        for (chunk, record) in chunking.chunks().iter().zip(records(&source, &chunking, Offsets::Byte)) {
            let size = measure(&settings, &record.text);
            prop_assert!(size <= u64::from(settings.size()) || chunk.oversize && may_be_over, "{} of {:?}", size, record.text);
            prop_assert!(!chunk.oversize || measure(&settings, record.text.trim()) > u64::from(settings.size()) && record.overlap == 0);
        }
    }

    #[test]
    fn overlap_is_at_most_what_was_asked_and_enters_no_word(text in documents(), settings in settings()) {
        let source = Source::new(text.as_str());
        let chunking = chunk(&source, &settings);
        let mut previous: Option<&Chunk> = None;
        for chunk in chunking.chunks() {
            let copied = &text[chunk.span.start..chunk.body];
            prop_assert!(measure(&settings, copied) <= u64::from(settings.overlap()));
            if let (false, Some(previous)) = (copied.is_empty(), previous) {
                prop_assert!(previous.span.start < chunk.span.start && (chunk.span.start < previous.span.end || settings.options().trim));
            }
            previous = Some(chunk);
        }
    }

    #[test]
    fn no_cut_falls_inside_a_cluster_that_fits_or_at_a_no_break_blank(text in documents(), settings in settings()) {
        let source = Source::new(text.as_str());
        let fits = |cluster: &str| measure(&settings, cluster) <= u64::from(settings.size());
        let breadcrumb = settings.options().breadcrumb;
        let cuts: Vec<usize> = chunk(&source, &settings).chunks().iter().flat_map(|chunk| [chunk.span.start, chunk.span.end]).collect();
        // A cluster over the size is cut between code points; what follows it is then read from there.
        let large = text.graphemes(true).any(|cluster| !fits(cluster));
        for (at, cluster) in text.grapheme_indices(true) {
            let inside = cuts.iter().any(|&cut| at < cut && cut < at + cluster.len());
            prop_assert!(!inside || large || breadcrumb || settings.options().trim, "{:?} is cut", cluster);
        }
    }

    #[test]
    fn a_clean_text_has_nothing_left_to_clean_and_every_change_was_counted(text in documents()) {
        let cleaned = clean(&text);
        prop_assert!(oddities(&cleaned.text).iter().all(|found| found.kind == Oddity::Replacement), "{:?}", cleaned.text);
        let counted = oddities(&text).into_iter().filter(|found| found.kind != Oddity::Replacement);
        let counted: Vec<(Oddity, usize)> = counted.map(|found| (found.kind, found.count)).collect();
        prop_assert_eq!(cleaned.changes, counted);
        prop_assert!(recognise(&text).is_none_or(|found| (50..=100).contains(&found.confidence)));
    }

    #[test]
    fn exports_parse_back_to_as_many_records_with_ids_of_their_own(text in documents(), settings in settings()) {
        let source = Source::new(text).with_field("title", "A title").with_field("doc_id", 7);
        let chunking = chunk(&source, &settings);
        let lines = export::text(&source, &chunking, &export::Export::default());
        let parsed: Vec<serde_json::Value> = lines.split_terminator('\n').map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let ids: std::collections::HashSet<&str> = parsed.iter().filter_map(|record| record["id"].as_str()).collect();
        prop_assert_eq!(parsed.len(), chunking.chunks().len());
        prop_assert_eq!(ids.len(), parsed.len());
        prop_assert!(ids.iter().all(|id| id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit())));
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
            let fresh = Source::new(source.text());
            prop_assert_eq!(source.paragraphs(), fresh.paragraphs());
            prop_assert!(source.sentences().eq(fresh.sentences()));
            prop_assert_eq!(&chunking, &chunk(&fresh, &settings));
        }
    }
}

/// Shapes of text that make scanners read the same again and again.
fn shapes() -> Vec<String> {
    let n = 150_000;
    let nested: String = (0..240).map(|depth| "  ".repeat(depth) + "- x\n").collect();
    vec![
        "a".repeat(n),
        ".".repeat(n),
        "\"".repeat(n),
        "|".repeat(n),
        ".\"a".repeat(n / 3),
        ". . ".repeat(n / 4),
        "《!".repeat(n / 4),
        "e.g. A".repeat(n / 6),
        "山".repeat(n / 3),
        "ไทย".repeat(n / 9),
        "🇯🇵".repeat(n / 8),
        "👨\u{200D}".repeat(n / 7),
        format!("a{}", "\u{301}".repeat(n / 2)),
        format!("x{}x", " ".repeat(n)),
        format!("x{}x", "\n".repeat(n)),
        format!("x{}", "\r\n".repeat(n / 2)),
        format!("{}x", "\u{A0}".repeat(n / 2)),
        "a\u{2029}".repeat(n / 4),
        "A. X ".repeat(n / 5),
        "1.".repeat(n / 2),
        "- ".repeat(n / 2),
        "> ".repeat(n / 2),
        "(".repeat(n),
        format!("{}{}", "(".repeat(n / 2), ".A".repeat(n / 4)),
        format!("{}{}", "“".repeat(n / 6), "! A".repeat(n / 6)),
        "“a. ".repeat(n / 6),
        "(a. ".repeat(n / 4),
        "“a。”他说。".repeat(n / 22),
        "a. ...b ".repeat(n / 8),
        "-".repeat(n),
        ".\u{200B}".repeat(n / 4),
        "z. B. ".repeat(n / 6),
        format!("1) {}", "A 2) ".repeat(n / 5)),
        "• A ".repeat(n / 6),
        "a. [1] b".repeat(n / 8),
        "words.1".repeat(n / 7),
        "words.1 2 ".repeat(n / 10),
        "a.</b>".repeat(n / 6),
        "a. <b>".repeat(n / 6),
        "Article 7\n\n".repeat(n / 11),
        "1. Boats\n\n".repeat(n / 10),
        "   a\n\nTitle\n\n".repeat(n / 13),
        "3. Term. We\nx\n\n".repeat(n / 15),
        "Title\n~~~~~\n".repeat(n / 12),
        "=====\n".repeat(n / 6),
        format!("x{}x", "\u{C}".repeat(n)),
        "x [Page 1]\n".repeat(n / 11),
        "7\n\u{C}\n".repeat(n / 4),
        "a\n\n      b\n\n".repeat(n / 11),
        format!("a\n\n{}", "      b {\n".repeat(n / 10)),
        "<table>\n".repeat(n / 8),
        "<pre>\n\n".repeat(n / 7),
        "> ```\n".repeat(n / 6),
        "Roses bend\n".repeat(n / 11),
        "It rained all night and nobody was surprised by that, the\n".repeat(n / 58),
        format!("# {}", "[a](b) ".repeat(n / 7)),
        format!("{} ", "ก".repeat(40)).repeat(n / 121),
        "# H\n".repeat(n / 4),
        "ABC DEF\n\n".repeat(n / 9),
        "```\n".repeat(n / 4),
        format!("```\n{}", "code\n\n".repeat(n / 6)),
        format!("| a | b |\n|---|---|\n{}", "| 1 | 2 |\n".repeat(n / 10)),
        format!("| a | b |\n|---|---|\n| {} | 2 |\n", "x".repeat(n)),
        format!("- a\n{}", "  b c d.\n".repeat(n / 9)),
        nested,
    ]
}

#[test]
fn no_shape_of_text_takes_more_than_its_share() {
    for text in shapes() {
        for strategy in Chunker::ALL {
            for breadcrumb in [false, true] {
                let options = Options { strategy, size: 30, overlap: 9, breadcrumb, ..Options::default() };
                let source = Source::new(text.as_str());
                let chunking = chunk(&source, &Settings::new(options).expect("valid"));
                assert_eq!(bodies(&source, &chunking).concat(), text);
            }
        }
    }
}
