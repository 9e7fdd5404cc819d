//! The laws as functions that stop where one is broken: for random texts in `cargo test`, for hunted ones under `fuzz/`.

use chunklab::{
    Chunk, Chunking, Count, Oddity, Offsets, Record, Settings, Source, Strategy, chunk, clean,
    export::{self, Export, Format, Ollama},
    oddities, recognise, records,
};
use serde_json::{Value, json};
use unicode_segmentation::UnicodeSegmentation;

fn measure(settings: &Settings, text: &str) -> u64 {
    settings.measure().units(&Count::of(text))
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

pub(crate) fn offsets_slice_the_source_to_the_chunk_in_every_unit(source: &Source, chunking: &Chunking) {
    let (text, settings) = (source.text(), chunking.settings());
    let (chars, utf16): (Vec<char>, Vec<u16>) = (text.chars().collect(), text.encode_utf16().collect());
    for offsets in Offsets::ALL {
        for record in records(source, chunking, offsets) {
            let sliced = match offsets {
                Offsets::Byte => text[record.start..record.end].to_owned(),
                Offsets::Char => chars[record.start..record.end].iter().collect(),
                Offsets::Utf16 => String::from_utf16(&utf16[record.start..record.end]).expect("whole code points"),
            };
            assert!(record.text.ends_with(&sliced));
            assert!(settings.options().breadcrumb || record.text == sliced);
            assert!(record.overlap <= record.end - record.start);
            assert_eq!(record.characters, record.text.chars().count());
            assert_eq!(record.tokens, settings.token_measure().units(&Count::of(&record.text)));
        }
    }
}

pub(crate) fn bodies_joined_give_back_the_source(source: &Source, chunking: &Chunking) {
    let (text, chunks) = (source.text(), chunking.chunks());
    let joined: String = chunks.iter().map(|chunk| &text[chunk.body..chunk.span.end]).collect();
    if chunking.settings().options().trim {
        assert_eq!(without_blanks(&joined), without_blanks(text));
        for chunk in chunks {
            let text = &text[chunk.span.range()];
            assert!(!text.is_empty() && text == text.trim());
        }
    } else if text.trim().is_empty() {
        assert!(chunks.is_empty());
    } else {
        assert_eq!(joined, text);
    }
}

pub(crate) fn starts_and_ends_strictly_increase(_: &Source, chunking: &Chunking) {
    for pair in chunking.chunks().windows(2) {
        assert!(pair[0].span.start < pair[1].span.start && pair[0].span.end < pair[1].span.end);
    }
}

pub(crate) fn no_body_is_blank_unless_its_blanks_and_the_next_cluster_do_not_fit_together(source: &Source, chunking: &Chunking) {
    let (text, settings) = (source.text(), chunking.settings());
    for chunk in chunking.chunks() {
        if text[chunk.body..chunk.span.end].trim().is_empty() {
            let rest = &text[chunk.body..];
            let blanks = rest.len() - rest.trim_start().len();
            let cluster = rest[blanks..].graphemes(true).next().map_or(0, str::len);
            let before = text[..chunk.body].trim_end();
            let before = &before[..before.len() - before.graphemes(true).next_back().map_or(0, str::len)];
            let tail = &text[before.trim_end().len()..];
            let together = if cluster == 0 { tail } else { &rest[..blanks + cluster] };
            let fits = measure(settings, together) <= u64::from(settings.size());
            assert!(!fits, "{:?} of {text:?}", &text[chunk.body..chunk.span.end]);
        }
    }
}

pub(crate) fn a_chunk_measures_at_most_the_size_unless_it_is_one_unit_kept_whole(source: &Source, chunking: &Chunking) {
    let settings = chunking.settings();
    let may_be_over = settings.strategy() != Strategy::RecursiveChar && !settings.options().split_oversize;
    for (chunk, record) in chunking.chunks().iter().zip(records(source, chunking, Offsets::Byte)) {
        let size = measure(settings, &record.text);
        assert!(size <= u64::from(settings.size()) || chunk.oversize && may_be_over, "{size} of {:?}", record.text);
        let is_over = measure(settings, record.text.trim()) > u64::from(settings.size());
        assert!(!chunk.oversize || is_over && record.overlap == 0);
    }
}

pub(crate) fn overlap_is_at_most_what_was_asked_and_overlaps_one_chunk(source: &Source, chunking: &Chunking) {
    let settings = chunking.settings();
    let mut previous: Option<&Chunk> = None;
    for chunk in chunking.chunks() {
        let copied = &source.text()[chunk.span.start..chunk.body];
        assert!(measure(settings, copied) <= u64::from(settings.overlap()));
        if let (false, Some(previous)) = (copied.is_empty(), previous) {
            assert!(previous.span.start < chunk.span.start && (chunk.span.start < previous.span.end || settings.options().trim));
        }
        previous = Some(chunk);
    }
}

pub(crate) fn no_cut_falls_inside_a_cluster_that_fits(source: &Source, chunking: &Chunking) {
    let (text, settings) = (source.text(), chunking.settings());
    let fits = |cluster: &str| measure(settings, cluster) <= u64::from(settings.size());
    // A cluster over the size is cut between code points; what follows it is then read from there.
    if settings.options().breadcrumb || settings.options().trim || !text.graphemes(true).all(fits) {
        return;
    }
    let mut ends: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
    ends.push(text.len());
    for chunk in chunking.chunks() {
        for cut in [chunk.span.start, chunk.body, chunk.span.end] {
            assert!(ends.binary_search(&cut).is_ok(), "a cut at {cut} of {text:?}");
        }
    }
}

pub(crate) fn a_clean_text_has_nothing_left_to_clean_and_every_change_was_counted(text: &str) {
    let cleaned = clean(text);
    assert!(oddities(&cleaned.text).iter().all(|found| found.kind == Oddity::Replacement), "{:?}", cleaned.text);
    let counted = oddities(text).into_iter().filter(|found| found.kind != Oddity::Replacement);
    let counted: Vec<(Oddity, usize)> = counted.map(|found| (found.kind, found.count)).collect();
    assert_eq!(cleaned.changes, counted);
    assert!(recognise(text).is_none_or(|found| (50..=100).contains(&found.confidence)));
}

pub(crate) fn what_follows_an_edit_is_what_is_found_afresh(source: &Source, chunking: &Chunking) {
    let fresh = Source::new(source.text());
    assert_eq!(source.paragraphs(), fresh.paragraphs());
    assert!(source.sentences().eq(fresh.sentences()));
    let afresh = chunk(&fresh, chunking.settings());
    let differing = chunking.chunks().iter().zip(afresh.chunks()).find(|(followed, fresh)| followed != fresh);
    assert!(*chunking == afresh, "{differing:?} of {:?}", source.text());
}

pub(crate) fn every_export_parses_back_to_the_chunks(source: &Source, chunking: &Chunking) {
    for offsets in Offsets::ALL {
        let expected = records(source, chunking, offsets);
        let texts: Vec<&str> = expected.iter().map(|record| record.text.as_str()).collect();
        for format in Format::ALL {
            let export = Export { format, offsets, ollama: Ollama { model: "a \"model\"".to_owned(), ..Ollama::default() } };
            let exported = export::text(source, chunking, &export);
            match format {
                Format::Json => are_records(&parsed(&exported), &expected),
                Format::Jsonl => are_records(&exported.split_terminator('\n').map(parsed).collect(), &expected),
                Format::Csv => are_rows(&exported, &expected),
                Format::Ollama => is_body(&exported, &texts),
                Format::OllamaBash => is_body(between(&exported, "<<'END'\n", "\nEND\n"), &texts),
                Format::OllamaPowershell => {
                    assert!(exported.is_ascii());
                    is_body(between(&exported, "@'\n", "\n'@\n"), &texts);
                }
                Format::Langchain => are_documents(&parsed(&exported), "page_content", &expected),
                Format::Llamaindex => are_documents(&parsed(&exported), "text", &expected),
                Format::Text => is_listing(&exported, &texts),
            }
        }
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// What stands between the first of two marks and the only other one.
fn between<'t>(text: &'t str, before: &str, behind: &str) -> &'t str {
    let (_, text) = text.split_once(before).expect("a beginning");
    let (text, rest) = text.split_once(behind).expect("an end");
    assert!(!rest.contains(behind));
    text
}

fn are_records(parsed: &Value, expected: &[Record]) {
    assert_eq!(*parsed, serde_json::to_value(expected).expect("serialises"));
    let ids: std::collections::HashSet<&str> = expected.iter().map(|record| record.id.as_str()).collect();
    assert_eq!(ids.len(), expected.len());
    assert!(ids.iter().all(|id| id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit())));
}

fn is_body(body: &str, texts: &[&str]) {
    assert_eq!(parsed(body), json!({ "model": "a \"model\"", "truncate": false, "input": texts }));
}

fn are_documents(parsed: &Value, text: &str, expected: &[Record]) {
    let parsed = parsed.as_array().expect("a list");
    assert_eq!(parsed.len(), expected.len());
    for (document, record) in parsed.iter().zip(expected) {
        assert_eq!(document[text], record.text.as_str());
        assert_eq!(document["metadata"]["index"], record.index);
    }
}

/// An apostrophe at the start of a cell is never part of it.
fn are_rows(exported: &str, expected: &[Record]) {
    let mut reader = csv::Reader::from_reader(exported.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("CSV");
    assert_eq!(rows.len(), expected.len());
    for (row, record) in rows.iter().zip(expected) {
        assert_eq!(row[1], record.id);
        assert_eq!(row[2].strip_prefix('\'').unwrap_or(&row[2]), record.text);
        assert_eq!([&row[5], &row[6]], [record.start.to_string(), record.end.to_string()]);
        assert!(!row[2].starts_with(['=', '+', '-', '@', '\t', '\r', '\n']));
    }
}

fn is_listing(exported: &str, texts: &[&str]) {
    let mut rest = exported;
    for text in texts {
        let (head, behind) = rest.split_once(" =====\n").expect("a line that says which");
        assert!(head.starts_with("===== "));
        rest = behind.strip_prefix(text).expect("the text").trim_start_matches('\n');
    }
    assert_eq!(rest, "");
}
