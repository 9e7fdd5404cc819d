//! The `chunklab` command: what scripts rely on.

#![cfg(feature = "cli")]

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chunklab"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("the command ends")
}

fn message(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

fn records(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).expect("UTF-8");
    text.split_terminator('\n').map(|line| serde_json::from_str(line).expect("a record a line")).collect()
}

#[test]
fn standard_input_gives_a_record_a_line() {
    let output = run(&["--size", "4", "--overlap=0"], "One two three. Four five.".as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", message(&output));
    let texts: Vec<Value> = records(&output).iter().map(|record| record["text"].clone()).collect();
    assert_eq!(texts, ["One two three. ", "Four five."]);
    assert!(records(&run(&[], b" \n")).is_empty());
}

#[test]
fn settings_that_are_not_allowed_end_with_2_and_are_named() {
    let refused: [(&[&str], &[&str]); 7] = [
        (&["--size", "50", "--overlap", "60"], &["overlap 60", "50"]),
        (&["--size", "0"], &["size 0", "1 or more"]),
        (&["--size", "1.5"], &["size 1.5", "whole number"]),
        (&["--strategy", "words"], &["words", "recursive-char, sentence, paragraph, semantic"]),
        (&["--chars-per-token", "0.5"], &["0.5", "1.0 to 10.0"]),
        (&["--offsets", "bytes"], &["bytes", "utf16, char, byte"]),
        (&["--format", "xml"], &["xml", "json, jsonl"]),
    ];
    for (arguments, words) in refused {
        let output = run(arguments, b"text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(words.iter().all(|word| message(&output).contains(word)), "{}", message(&output));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_document_that_cannot_be_read_ends_with_1_and_is_named() {
    let output = run(&["no-such-file.txt"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(message(&output).contains("no-such-file.txt"));
    let output = run(&[], b"caf\xe9");
    assert_eq!(output.status.code(), Some(1));
    assert!(message(&output).contains("not UTF-8 at byte 3"));
}

#[test]
fn several_files_are_told_apart_and_fields_go_into_each_record() {
    let file = |name| format!("{}/tests/corpus/{name}", env!("CARGO_MANIFEST_DIR"));
    let (one, two) = (file("chat.txt"), file("lines.txt"));
    let found = records(&run(&["--field", "version=3", &one, &two], b""));
    let of = |name: &str| found.iter().filter(|record| record["metadata"]["doc_id"] == name).count();
    assert!(of(&one) > 0 && of(&two) > 0 && of(&one) + of(&two) == found.len());
    assert!(found.iter().all(|record| record["metadata"]["version"] == "3"));
    // Alone it has the ids it has among others.
    assert_eq!(records(&run(&["--field", "version=3", &two], b"")), found[of(&one)..]);
    let array: Vec<Value> =
        serde_json::from_slice(&run(&["--format", "json", "--field", "version=3", &one, &two], b"").stdout).expect("an array");
    assert_eq!(array, found);
    let table = run(&["--format", "csv", &one, &two], b"").stdout;
    assert_eq!(String::from_utf8_lossy(&table).matches("index,id,text").count(), 1);
    let texts: Vec<&Value> = found.iter().map(|record| &record["text"]).collect();
    let body: Value = serde_json::from_slice(&run(&["--format", "ollama", &one, &two], b"").stdout).expect("an object");
    assert_eq!(body["input"], serde_json::json!(texts));
    // One that cannot be read ends it, and what is there is whole.
    let output = run(&["--format", "json", &one, "no-such-file.txt", &two], b"");
    assert_eq!((output.status.code(), message(&output).contains("no-such-file.txt")), (Some(1), true));
    let array: Vec<Value> = serde_json::from_slice(&output.stdout).expect("an array");
    assert_eq!(array.len(), of(&one));
}

#[test]
fn a_title_leads_the_breadcrumb_and_switches_take_a_value_or_none() {
    let input = b"# Part\n\nThe first words of the part.\n\nThe second words of the part.";
    let arguments = ["--size", "14", "--overlap", "0", "--strategy", "paragraph", "--field", "title=Book"];
    let text = |switch| records(&run(&[&arguments[..], &[switch]].concat(), input))[1]["text"].clone();
    assert_eq!(text("--breadcrumb"), "Book › Part\nThe second words of the part.");
    assert_eq!(text("--breadcrumb=false"), "The second words of the part.");
}

#[test]
fn statistics_are_a_line_of_json_that_changes_no_result() {
    let text = b"One two three. Four five.\n\nSix seven eight nine ten eleven.";
    let arguments = ["--size", "4", "--overlap", "1"];
    let (plain, told) = (run(&arguments, text), run(&[&arguments[..], &["--stats"]].concat(), text));
    assert_eq!(plain.stdout, told.stdout);
    let line: Value = serde_json::from_str(message(&told)).expect("a line of JSON");
    let numbers = &line["statistics"];
    assert_eq!((&line["document"], &numbers["chunks"]), (&"-".into(), &records(&told).len().into()));
    let ends = |cut: &str| records(&told).iter().filter(|record| record["cut"] == cut).count();
    let counted = numbers["cuts"].as_array().expect("a list");
    assert!(counted.iter().all(|reason| reason["count"] == ends(reason["cut"].as_str().expect("a name"))));
    assert_eq!(numbers["in_sentence"], ends("word"));
}

#[test]
fn warnings_change_no_result_and_cleaning_says_what_it_changed() {
    let csv = "id,name,price\n1,soup,4.50\n2,bread,2.00\n3,s\u{AD}alt,0.80\n".as_bytes();
    let (plain, warned, cleaned) = (run(&[], csv), run(&["--warnings"], csv), run(&["--clean"], csv));
    assert!(message(&plain).is_empty());
    assert_eq!(plain.stdout, warned.stdout);
    for words in ["CSV (100 %)", "column names", "1 × soft hyphen, first at line 4, column 4"] {
        assert!(message(&warned).contains(words), "{}", message(&warned));
    }
    assert_eq!(message(&cleaned), "-: cleaned 1 × soft hyphen\n");
    assert_eq!(records(&cleaned)[0]["text"], "id,name,price\n1,soup,4.50\n2,bread,2.00\n3,salt,0.80\n");
}

#[test]
fn what_is_quoted_stays_in_one_line_and_commands_no_terminal() {
    let output = run(&["--overlap=1\n\u{1b}[31m\r2"], b"text");
    assert_eq!(message(&output), "chunklab: overlap 1\\n\\u001b[31m\\r2 must be a whole number, 0 or more\n");
}

#[cfg(unix)]
#[test]
fn a_file_is_read_whatever_bytes_its_name_has() {
    use std::os::unix::ffi::OsStrExt;
    let folder = std::env::temp_dir().join(format!("chunklab-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(std::ffi::OsStr::from_bytes(b"a\xFF\xE2\x80\xAEb.txt"));
    std::fs::write(&file, "One.").expect("a file");
    let command = || Command::new(env!("CARGO_BIN_EXE_chunklab"));
    let output = command().arg("--stats").arg(&file).output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0), "{}", message(&output));
    let name = format!("{}/a\u{FFFD}\u{202E}b.txt", folder.display());
    assert_eq!(records(&output)[0]["metadata"]["doc_id"], name.as_str());
    // On standard error nothing turns what a terminal shows around.
    assert!(!message(&output).contains('\u{202E}'));
    assert_eq!(serde_json::from_str::<Value>(message(&output)).expect("JSON")["document"], name.as_str());
    std::fs::remove_dir_all(&folder).expect("removed");
}
