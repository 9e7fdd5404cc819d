//! Inputs that break text chunkers (`tests/cases/open.jsonl`), each with what it must give and how that is checked.
//!
//! A case is a line: `input` (or `input_gen`, made in [`generated`]), settings, `expect` in words, and `assert`, a list of checks
//! (see [`Run::holds`]). Cases with strategy `page` are about the page and are tested there.

use std::collections::HashSet;

use chunklab::{Chunk, Chunking, Count, Offsets, Options, Record, Settings, Source, chunk, records};
use serde_json::Value;
use unicode_segmentation::UnicodeSegmentation;

const CASES: &str = include_str!("cases/open.jsonl");

/// The inputs that are too large to write down.
fn generated(id: &str) -> Option<String> {
    Some(match id {
        "C61" => vec!["word"; 400].join(" "),
        "C99" => "a".repeat(1900),
        "C100" => "a".repeat(1_000_000),
        "C101" => "some words on a line\n".repeat(28_000) + "\n\nTHE END.",
        "C102" => ".".repeat(200_000),
        "C103" => {
            "# H\n\n".to_owned() + &(0..20_000).map(|i| format!("{i:06} {}", "x".repeat(53))).collect::<Vec<_>>().join("\n\n")
        }
        "C104" => "ab\n".repeat(300_000),
        _ => return None,
    })
}

struct Run {
    source: Source,
    settings: Settings,
    chunking: Chunking,
    records: Vec<Record>,
}

impl Run {
    fn new(text: String, settings: Settings) -> Self {
        let source = Source::new(text);
        let chunking = chunk(&source, &settings);
        let records = records(&source, &chunking, Offsets::Char);
        Self { source, settings, chunking, records }
    }

    fn chunks(&self) -> &[Chunk] {
        self.chunking.chunks()
    }

    fn bodies(&self) -> Vec<&str> {
        self.chunks().iter().map(|chunk| &self.source.text()[chunk.body..chunk.span.end]).collect()
    }

    fn tokens(&self, text: &str) -> u64 {
        self.settings.token_measure().units(&Count::of(text))
    }

    fn copied(&self) -> Vec<u64> {
        self.chunks().iter().map(|chunk| self.tokens(&self.source.text()[chunk.span.start..chunk.body])).collect()
    }

    /// Where bodies start, in bytes, but the first.
    fn cuts(&self) -> Vec<usize> {
        self.chunks().iter().skip(1).map(|chunk| chunk.body).collect()
    }

    /// What holds of every output with `trim` off.
    fn keeps_the_laws(&self) -> bool {
        let text = self.source.text();
        let chunks = self.chunks();
        let size = u64::from(self.settings.size());
        self.bodies().concat() == if text.trim().is_empty() { "" } else { text }
            && chunks.windows(2).all(|pair| pair[0].span.start < pair[1].span.start && pair[0].span.end < pair[1].span.end)
            && self
                .records
                .iter()
                .all(|record| record.tokens == self.tokens(&record.text) && (record.tokens <= size || record.oversize))
            && self.copied().iter().all(|&tokens| tokens <= u64::from(self.settings.overlap()))
    }

    fn holds(&self, check: &Value) -> bool {
        let text = self.source.text();
        let (bodies, copied) = (self.bodies(), self.copied());
        let word = |key: &str| check[key].as_str().expect(key);
        let number = |key: &str| check[key].as_u64();
        let place = || usize::try_from(number("i").expect("i")).expect("small");
        let words = |key: &str| -> Vec<&str> { check[key].as_array().expect(key).iter().filter_map(Value::as_str).collect() };
        let numbers = |key: &str| -> Vec<u64> { check[key].as_array().expect(key).iter().filter_map(Value::as_u64).collect() };
        let within = |n: u64| number("min").is_none_or(|min| min <= n) && number("max").is_none_or(|max| n <= max);
        let count = bodies.len() as u64;
        match word("op") {
            "rebuild" | "ends_increase" | "starts_increase" | "last_end_is_len" | "json_roundtrip" => self.keeps_the_laws(),
            "no_blank" => bodies.iter().all(|body| !body.trim().is_empty()),
            "count" => number("eq").is_none_or(|eq| eq == count) && within(count),
            "max_tokens" => self.records.iter().all(|record| record.tokens <= number("le").expect("le")),
            "no_boundary_inside" => text
                .match_indices(word("value"))
                .all(|(at, found)| !self.cuts().iter().any(|&cut| at < cut && cut < at + found.len())),
            "boundary_before" => {
                let at = text.find(word("value")).expect("the value is in the input");
                let solid = text[..at].trim_end().len();
                self.cuts().iter().any(|&cut| solid <= cut && cut <= at)
            }
            "bodies_trim" => bodies.iter().map(|body| body.trim()).eq(words("eq")),
            "oversize_only" => {
                let over = self.chunks().iter().enumerate().filter(|(_, chunk)| chunk.oversize).map(|(i, _)| i as u64);
                over.collect::<Vec<_>>() == numbers("i")
            }
            "same_chunk" => bodies.iter().any(|body| words("values").iter().all(|value| body.contains(value))),
            "different_chunks" => !bodies.iter().any(|body| words("values").iter().all(|value| body.contains(value))),
            "overlap_all" => copied.iter().skip(1).all(|&tokens| within(tokens)),
            "overlap" => within(copied[place()]),
            "overlap_chars_all" => self.records.iter().skip(1).all(|record| record.overlap as u64 == number("eq").expect("eq")),
            "overlap_word_start" => self.chunks().iter().skip(1).all(|chunk| {
                let copied = &text[chunk.span.start..chunk.body];
                copied.is_empty()
                    || text[..chunk.span.start].ends_with(char::is_whitespace)
                    || !copied.contains(char::is_whitespace)
            }),
            "tokens_of_chunk" => Some(self.records[place()].tokens) == number("eq"),
            "total_len" => Some(self.records.iter().map(|record| record.characters as u64).sum()) == number("eq"),
            "body_starts_with" => bodies[place()].trim_start().starts_with(word("value")),
            "body_starts" => self.records.iter().map(|record| (record.start + record.overlap) as u64).eq(numbers("eq")),
            "body_start_units" => {
                let before = &text[..self.chunks()[place()].body];
                let units = [before.encode_utf16().count(), before.chars().count(), before.len()];
                units.map(|unit| Some(unit as u64)) == [number("utf16"), number("codepoint"), number("utf8")]
            }
            "nonspace_covered" => bodies.concat().split_whitespace().eq(text.split_whitespace()),
            "no_body_starts_with_any" => bodies.iter().all(|body| !body.trim_start().starts_with(|c| word("chars").contains(c))),
            "no_body_only" => bodies.iter().all(|body| !body.trim().trim_matches(|c| word("chars").contains(c)).is_empty()),
            "contains_once" => bodies.iter().filter(|body| body.contains(word("value"))).count() == 1,
            "not_contains_previous" => self.records.windows(2).all(|pair| !pair[1].text.contains(&pair[0].text)),
            "greedy_units" => bodies.windows(2).all(|pair| {
                let next = pair[1].trim().split("\n\n").next().unwrap_or_default();
                self.tokens(&format!("{}{next}", pair[0])) > u64::from(self.settings.size())
            }),
            "no_body_ends_with_heading" => {
                bodies.iter().all(|body| !body.trim_end().lines().last().is_some_and(|line| line.trim_start().starts_with('#')))
            }
            "no_char" => !bodies.concat().contains(word("value")),
            "grapheme_boundaries" => {
                let borders: HashSet<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
                self.cuts().iter().all(|cut| borders.contains(cut))
            }
            "fuzz_sizes" => (1..=60).all(|size| {
                (0..size).all(|overlap| {
                    let options = Options { size, overlap, ..*self.settings.options() };
                    Run::new(text.to_owned(), Settings::new(options).expect("valid")).keeps_the_laws()
                })
            }),
            unknown => panic!("no check is called {unknown}"),
        }
    }
}

fn settings(case: &Value) -> Result<Settings, chunklab::SettingsError> {
    let whole = |key: &str| case[key].as_u64().and_then(|n| u32::try_from(n).ok()).expect(key);
    let strategy = case["strategy"].as_str().expect("strategy").parse()?;
    Settings::new(Options { strategy, size: whole("size_tokens"), overlap: whole("overlap_tokens"), ..Options::default() })
}

#[test]
fn every_case_gives_what_it_expects() {
    let mut ran = 0;
    let mut wrong = Vec::new();
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        let id = case["id"].as_str().expect("id");
        let Some(text) = case["input"].as_str().map(str::to_owned).or_else(|| generated(id)) else { continue };
        if case["strategy"] == "page" {
            continue;
        }
        ran += 1;
        match settings(&case) {
            Ok(settings) => {
                let run = Run::new(text, settings);
                if !run.keeps_the_laws() {
                    wrong.push(format!("{id}: a law is broken"));
                }
                let checks = case["assert"].as_array().into_iter().flatten();
                wrong.extend(
                    checks.filter(|check| !run.holds(check)).map(|check| format!("{id}: {check}\n    {}", case["expect"])),
                );
            }
            Err(error) => {
                let told = error.to_string();
                let names = |key: &str| told.contains(&case[key].to_string());
                if !(names("size_tokens") && names("overlap_tokens")) {
                    wrong.push(format!("{id}: {told}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        ran,
        CASES.lines().filter(|line| !line.contains(r#""strategy": "page""#)).count(),
        "every case that is not for the page has an input"
    );
}

#[test]
fn four_paragraphs_come_out_as_three_chunks() {
    let lengths = [153, 137, 200, 169];
    let text = lengths
        .map(|length| {
            "word ".repeat(40)[..length].trim_end().to_owned()
                + &"x".repeat(length - "word ".repeat(40)[..length].trim_end().len())
        })
        .join("\n\n");
    let options = Options { unit: chunklab::Unit::Characters, size: 300, overlap: 0, ..Options::default() };
    let run = Run::new(text, Settings::new(options).expect("valid"));
    let spans: Vec<(usize, usize)> = run.records.iter().map(|record| (record.start, record.characters)).collect();
    assert_eq!(spans, [(0, 294), (294, 202), (496, 169)]);
    assert!(run.keeps_the_laws());
}
