//! The `chunklab` command: what scripts rely on.

#![cfg(feature = "cli")]

use std::{
    fmt::Write as _,
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::Value;

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chunklab"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = start(arguments);
    let mut to = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // Beside what is read: the command writes before it has read all. One that refuses its arguments does not read.
    std::thread::spawn(move || to.write_all(&input));
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
    assert_eq!(
        message(&output),
        "chunklab: -: not UTF-8 at byte 3 (iconv -f ENCODING -t UTF-8 converts a text in another encoding)\n"
    );
}

#[test]
fn a_file_of_another_kind_is_said_once_with_what_it_looks_like() {
    let gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\n\n{}\n";
    let pdf = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n";
    for (bytes, said) in [
        (&gzip[..], "not UTF-8 at byte 1, it looks like application/gzip (zcat unpacks it)"),
        (b"\xFF\xFEa\0", "not UTF-8 at byte 0, it looks like UTF-16 (iconv -f UTF-16 -t UTF-8 converts it)"),
        // What is UTF-8 by chance.
        (b"%PDF-1.7\n1 0 obj\n", "it looks like application/pdf"),
        (b"{\\rtf1 words}", "it looks like application/rtf"),
        (b"w\0o\0r\0d\0s\0", "it looks like UTF-16 without a mark, or no text"),
        (pdf, "not UTF-8 at byte 10, it looks like application/pdf"),
    ] {
        for (arguments, status) in [(&[][..], 1), (&["--jsonl-in"], 3)] {
            let output = run(arguments, bytes);
            assert_eq!((output.status.code(), message(&output)), (Some(status), format!("chunklab: -: {said}\n").as_str()));
        }
    }
    // What is a text stays one, however it begins, and with a NUL in it.
    for text in ["BM is no picture here.", "One word\0another.", "<!DOCTYPE html>\0<p>One."] {
        assert_eq!(records(&run(&[], text.as_bytes()))[0]["text"], text);
    }
    let long = format!("BM {}\n{{\"text\": \"One.\"}}\n", "Ö".repeat(10_000));
    let output = run(&["--jsonl-in"], long.as_bytes());
    assert_eq!(records(&output).len(), 1);
    assert!(message(&output).starts_with("chunklab: -:1: not JSON"), "{}", message(&output));
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
    // The others are not harmed by one that cannot be read, and what is there is whole.
    for (strict, count) in [("--trim=false", found.len()), ("--strict", of(&one))] {
        let output = run(&["--format", "json", strict, &one, "no-such-file.txt", &two], b"");
        assert_eq!((output.status.code(), message(&output).contains("no-such-file.txt")), (Some(1), true));
        let array: Vec<Value> = serde_json::from_slice(&output.stdout).expect("an array");
        assert_eq!(array.len(), count);
    }
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
fn statistics_of_several_documents_end_with_their_sums() {
    let lines = "{\"text\": \"One two three. Four five.\"}\n{}\n{\"text\": \"Six seven eight nine.\"}\n";
    let output = run(&["--jsonl-in", "--stats", "--size=5", "--overlap=3"], lines.as_bytes());
    let told: Vec<Value> = message(&output).lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let (total, each) = told.split_last().expect("lines");
    let total = total["total"].as_object().expect("sums");
    assert_eq!((each.len(), &total["documents"], &total["unread"]), (2, &3.into(), &1.into()));
    let sums: Vec<&String> = total.keys().filter(|name| !matches!(name.as_str(), "documents" | "unread")).collect();
    assert_eq!(sums.len(), 7);
    for name in sums {
        let sum: u64 = each.iter().map(|one| one["statistics"][name].as_u64().expect("a number")).sum();
        assert_eq!(total[name], sum, "{name}");
    }
    assert!(total["overlap_tokens"].as_u64() > Some(0), "{total:?}");
}

#[test]
fn front_matter_is_taken_as_fields_where_that_is_asked_for_and_what_is_said_elsewhere_goes_before_it() {
    let folder = Folder::new("front-matter");
    let text = "---\ntitle: Pumps\nversion: 1.10\n---\nText.";
    let file = folder.put("a.md", text);
    let metadata = |arguments: &[&str], input: &[u8]| records(&run(arguments, input))[0]["metadata"].clone();
    assert_eq!(metadata(&[&file], b""), serde_json::json!({ "doc_id": file }));
    let fields = serde_json::json!({ "doc_id": file, "title": "Pumps", "version": "1.10" });
    assert_eq!(metadata(&["--front-matter", &file], b"").to_string(), fields.to_string());
    assert_eq!(metadata(&["--front-matter", "--field=version=2", &file], b"")["version"], "2");
    assert_eq!(metadata(&["--front-matter"], text.as_bytes()), serde_json::json!({ "title": "Pumps", "version": "1.10" }));
    let line = serde_json::json!({ "text": text, "title": "Own" }).to_string();
    assert_eq!(
        metadata(&["--front-matter", "--jsonl-in"], line.as_bytes()),
        serde_json::json!({ "title": "Own", "version": "1.10" })
    );
    let named = folder.put("b.md", "---\ndoc_id: b-1\n---\nText.");
    assert_eq!(metadata(&["--front-matter", &named], b"")["doc_id"], "b-1");
    // It leads the breadcrumb, and stays in the text.
    let found = records(&run(&["--front-matter", "--breadcrumb", &file], b""));
    assert_eq!(found[0]["text"], format!("Pumps\n{text}"));
}

#[test]
fn lines_that_are_chunked_as_one_text_are_told_how_not_to_be() {
    let folder = Folder::new("lines-as-text");
    let file = folder.put("a.jsonl", "{\"text\": \"One.\"}\n");
    let output = run(&[&file], b"");
    assert_eq!((output.status.code(), records(&output).len()), (Some(0), 1));
    assert_eq!(
        message(&output),
        format!("{file}: chunked as one text; --jsonl-in --text-field NAME takes each line as a document\n")
    );
    assert_eq!(message(&run(&["--jsonl-in", &file], b"")), "");
}

#[test]
fn what_only_ollama_is_asked_is_refused_elsewhere() {
    for given in ["--model=x", "--truncate", "--server=http://127.0.0.1"] {
        assert_eq!(run(&[given], b"One.").status.code(), Some(2));
        assert_eq!(run(&[given, "--format=ollama-bash"], b"One.").status.code(), Some(0));
    }
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
    let lines = run(&["--warnings"], b"{\"body\": \"One.\"}\n{\"body\": \"Two.\"}\n{\"body\": \"Three.\"}\n");
    assert!(message(&lines).contains("JSON Lines") && message(&lines).contains("--jsonl-in --text-field"));
    assert_eq!(message(&cleaned), "-: cleaned 1 × soft hyphen\n");
    assert_eq!(records(&cleaned)[0]["text"], "id,name,price\n1,soup,4.50\n2,bread,2.00\n3,salt,0.80\n");
}

#[test]
fn a_large_overlap_is_warned_of_once() {
    let said = |overlap| message(&run(&["--warnings", "--size=500", overlap], b"One.")).to_owned();
    assert_eq!(said("--overlap=150"), "");
    assert_eq!(
        said("--overlap=200"),
        "overlap 200 is 40 % of the size, 500: so much of each chunk is embedded twice; 10 to 20 % is usual\n"
    );
}

#[test]
fn what_is_quoted_stays_in_one_line_and_commands_no_terminal() {
    let output = run(&["--overlap=1\n\u{1b}[31m\r2"], b"text");
    assert_eq!(message(&output), "chunklab: overlap 1\\n\\u001b[31m\\r2 must be a whole number, 0 or more\n");
}

/// A folder of its own that is gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("chunklab-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    /// Puts a file there; returns its path.
    fn put(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("in the folder")).expect("a folder");
        fs::write(&path, bytes).expect("a file");
        path.to_string_lossy().into_owned()
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(unix)]
#[test]
fn a_file_is_read_whatever_bytes_its_name_has() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("names");
    let file = folder.0.join(std::ffi::OsStr::from_bytes(b"a\xFF\xE2\x80\xAEb.txt"));
    folder.put(&file, "One.");
    let command = || Command::new(env!("CARGO_BIN_EXE_chunklab"));
    let output = command().arg("--stats").arg(&file).output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0), "{}", message(&output));
    let name = format!("{}/a\u{FFFD}\u{202E}b.txt", folder.path());
    assert_eq!(records(&output)[0]["metadata"]["doc_id"], name.as_str());
    // On standard error nothing turns what a terminal shows around.
    assert!(!message(&output).contains('\u{202E}'));
    assert_eq!(serde_json::from_str::<Value>(message(&output)).expect("JSON")["document"], name.as_str());
}

#[test]
fn settings_come_from_a_file_or_a_link_and_single_options_go_before_those() {
    let folder = Folder::new("settings");
    let settings = |arguments: &[&str]| -> Value {
        let output = run(&[arguments, &["--print-settings"]].concat(), b"");
        assert_eq!(output.status.code(), Some(0), "{}", message(&output));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let file =
        folder.put("a.json", r#"{"strategy": "sentence", "size": 300, "chars_per_token": 4.2, "trim": true, "overlap": "7"}"#);
    let link = "https://example.org/x/?y#lang=cs&size=99&b.size=5&name=a.md&field=k%3Dv&text=eJwDAAAAAAE";
    let found = settings(&["--settings", &file, "--size=99"]);
    assert_eq!([&found["strategy"], &found["unit"]], ["sentence", "tokens"]);
    assert_eq!([&found["size"], &found["overlap"]], [99, 7]);
    assert_eq!((&found["chars_per_token"], &found["trim"]), (&4.2.into(), &true.into()));
    // What a link leaves out is as usual, so it says all settings, and so does a file: not both.
    let linked = settings(&["--link", link, "--overlap=8"]);
    assert_eq!([&linked["size"], &linked["overlap"], &linked["trim"]], [&99.into(), &8.into(), &Value::from(false)]);
    assert_eq!(run(&["--settings", &file, "--link", link], b"").status.code(), Some(2));
    // The page's address while nothing was moved.
    assert_eq!(settings(&["--link", "https://example.org/x/"]), settings(&[]));
    // What is written is what is read.
    let written = folder.put("b.json", format!("\u{FEFF}{found}"));
    assert_eq!(settings(&["--settings", &written]), found);
    for (arguments, told) in [
        (["--link", "#colour=red"], "link: "),
        (["--link", "https://host/?size=300"], "they stand behind #"),
        (["--link", "size=x"], "size x must be"),
        (["--size=40", "--trim=true"], "the size, 40 (50 is the usual overlap: give another one with --overlap)\n"),
        (["--size=40", "--overlap=50"], "the size, 40\n"),
        (["--settings", &folder.put("c.json", "[1]")], "a JSON object"),
        (["--settings", "no-such-file"], "no-such-file: "),
    ] {
        let output = run(&arguments, b"");
        assert!(output.status.code() == Some(2) && message(&output).contains(told), "{}", message(&output));
    }
}

#[test]
fn folders_are_read_in_order_without_what_is_hidden_and_by_globs() {
    let folder = Folder::new("folders");
    for name in ["b.md", "a/z.md", "a/y.txt", ".hidden.md", ".git/c.md", "c/d/e.md"] {
        folder.put(name, name);
    }
    let texts = |arguments: &[&str]| -> Vec<String> {
        let output = run(&[arguments, &[folder.path()]].concat(), b"");
        assert_eq!(output.status.code(), Some(0), "{}", message(&output));
        let records = records(&output);
        assert!(records.iter().all(|record| {
            let id = record["metadata"]["doc_id"].as_str().expect("a name");
            id == format!("{}/{}", folder.path(), record["text"].as_str().expect("a text"))
        }));
        records.iter().map(|record| record["text"].as_str().expect("a text").to_owned()).collect()
    };
    assert_eq!(texts(&[]), ["a/y.txt", "a/z.md", "b.md", "c/d/e.md"]);
    assert_eq!(texts(&["--glob=*.md"]), ["a/z.md", "b.md", "c/d/e.md"]);
    assert_eq!(texts(&["--glob", "a/**", "--glob", "b.*"]), ["a/y.txt", "a/z.md", "b.md"]);
    assert_eq!(texts(&["--glob=e.md"]), ["c/d/e.md"]);
    assert_eq!(texts(&["--glob=c/*/*.md", "--glob=a/?.md"]), ["a/z.md", "c/d/e.md"]);
    assert_eq!(run(&["--glob", "a[", folder.path()], b"").status.code(), Some(2));
    let output = run(&["--glob=*.rst", "--glob=c/*.md", folder.path()], b"");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(message(&output), format!("chunklab: {}: there is no file that fits *.rst, c/*.md\n", folder.path()));
    // What is excepted is, whatever takes it and wherever that stands: a name at any depth, a path from the folder on.
    assert_eq!(texts(&["--glob=!z.md"]), ["a/y.txt", "b.md", "c/d/e.md"]);
    assert_eq!(texts(&["--glob=!d", "--glob=*.md"]), ["a/z.md", "b.md"]);
    assert_eq!(texts(&["--glob=*.md", "--glob=!a/*", "--glob=!d/*"]), ["b.md", "c/d/e.md"]);
}

#[test]
fn a_path_is_the_same_document_with_a_dot_in_front_and_without() {
    let folder = Folder::new("dots");
    folder.put("notes/a.md", "One.");
    let id = |path: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_chunklab")).arg(path).current_dir(folder.path()).output();
        records(&output.expect("the command starts"))[0]["metadata"]["doc_id"].clone()
    };
    for path in ["notes/a.md", "./notes/a.md", "notes/./a.md", "./notes", "notes/", "."] {
        assert_eq!(id(path), "notes/a.md", "{path}");
    }
}

#[test]
fn lines_are_documents_and_their_other_fields_metadata_as_it_was() {
    let lines = concat!(
        "\u{FEFF}{\"url\": \"u-1\", \"body\": \"One.\\nTwo.\", \"n\": 12345678901234567890.50, \"tags\": [\"a\", null]}\r\n",
        "\n",
        "{\"body\": \"Three.\", \"url\": 2, \"doc_id\": \"other\"}"
    );
    let output = run(&["--jsonl-in", "--text-field", "body", "--id-field", "url"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", message(&output));
    let text = std::str::from_utf8(&output.stdout).expect("UTF-8");
    let metadata: Vec<&str> = text.lines().map(|line| line.split_once("\"metadata\":").expect("metadata").1).collect();
    assert_eq!(metadata, [r#"{"doc_id":"u-1","n":12345678901234567890.50,"tags":["a", null]}}"#, r#"{"doc_id":2}}"#]);
    let alone = run(&["--field", "doc_id=u-1"], b"One.\nTwo.");
    assert_eq!(records(&alone)[0]["id"], records(&output)[0]["id"]);
    let usual = run(&["--jsonl-in"], br#"{"doc_id": "d", "text": "One."}"#);
    assert_eq!(records(&usual)[0]["metadata"]["doc_id"], "d");
    assert_eq!(run(&["--text-field", "body"], b"").status.code(), Some(2));
}

#[test]
fn a_document_that_cannot_be_read_is_named_and_the_others_go_on_unless_that_is_not_wanted() {
    let lines = b"{\"text\": \"One.\"}\nno JSON\n{\"body\": 1}\n{\"text\": 1}\n[]\n{\"text\": \"\xFF\"}\n{\"text\": \"Two.\"}\n";
    let output = run(&["--jsonl-in"], lines);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        records(&output).iter().map(|record| record["text"].as_str().expect("text")).collect::<Vec<_>>(),
        ["One.", "Two."]
    );
    let told: Vec<&str> = message(&output).lines().collect();
    assert_eq!((told.len(), told[5]), (6, "chunklab: 5 of 7 could not be read"));
    for (line, told) in (2..).zip(&told[..5]) {
        assert!(told.starts_with(&format!("chunklab: -:{line}: ")), "{told}");
    }
    assert_eq!(told[0], "chunklab: -:2: not JSON: expected ident at column 2");
    assert_eq!(told[3], "chunklab: -:5: invalid type: sequence, expected a JSON object at column 0");
    assert!(told[1].ends_with("no field \"text\" among body") && told[2].contains("is no text"), "{told:?}");
    let named = run(&["--jsonl-in", "--id-field=url"], b"{\"url\": \"u-1\"}");
    assert_eq!(message(&named), "chunklab: -:1: no field \"text\" (url: \"u-1\")\n");
    for (lines, said) in [
        ("{\"text\": \"\", \"n\": 1, \"m\": 2}", "no field \"url\" among n, m"),
        ("{\"text\": \"\", \"url\": null}", "no id in field \"url\": null"),
        ("{\"text\": \"\", \"url\": \"\"}", "no id in field \"url\": \"\""),
    ] {
        let output = run(&["--jsonl-in", "--id-field=url"], lines.as_bytes());
        assert_eq!((output.status.code(), message(&output)), (Some(1), format!("chunklab: -:1: {said}\n").as_str()));
    }
    assert_eq!(run(&["--jsonl-in", "--text-field=url", "--id-field=url"], lines).status.code(), Some(2));
    let cut_off = run(&["--jsonl-in"], b"{\"text\": \n");
    assert_eq!(message(&cut_off), "chunklab: -:1: not JSON: EOF while parsing a value at column 8\n");
    let strict = run(&["--jsonl-in", "--strict", "--format=json"], lines);
    assert_eq!((strict.status.code(), message(&strict).lines().count()), (Some(1), 1));
    assert_eq!(serde_json::from_slice::<Value>(&strict.stdout).expect("whole").as_array().map(Vec::len), Some(1));
}

#[test]
fn many_documents_come_in_order_in_every_format() {
    let mut lines = String::new();
    for n in 0..700 {
        let _ = writeln!(lines, "{{\"doc_id\": {n}, \"text\": \"{}\"}}", "Some words of it. ".repeat(n % 40));
    }
    // One at a time gives the same.
    let arguments = ["--jsonl-in", "--size=20", "--overlap=4"];
    let alone: Vec<u8> = lines.lines().step_by(50).flat_map(|line| run(&arguments, line.as_bytes()).stdout).collect();
    let together = run(&arguments, lines.as_bytes());
    let is_50th = |record: &&Value| record["metadata"]["doc_id"].as_u64().is_some_and(|id| id % 50 == 0);
    let ids: Vec<u64> = records(&together).iter().filter_map(|record| record["metadata"]["doc_id"].as_u64()).collect();
    assert!(ids.is_sorted() && ids.len() > 3_000);
    let parsed = |bytes: &[u8]| -> Vec<Value> {
        bytes.split(|&b| b == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
    };
    assert_eq!(records(&together).iter().filter(is_50th).cloned().collect::<Vec<_>>(), parsed(&alone));
    for format in ["json", "langchain", "llamaindex"] {
        let output = run(&[&arguments[..], &["--format", format]].concat(), lines.as_bytes());
        assert_eq!(serde_json::from_slice::<Value>(&output.stdout).expect(format).as_array().map(Vec::len), Some(ids.len()));
    }
}

#[test]
fn records_come_as_soon_as_their_document_is_there() {
    let mut child = start(&["--jsonl-in"]);
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    for text in ["One.", "Two."] {
        writeln!(input, "{{\"text\": \"{text}\"}}").expect("it reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("a record before the input ends");
        assert!(line.contains(text));
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_command_quietly() {
    let mut child = start(&["--jsonl-in"]);
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    writeln!(input, "{{\"text\": \"One.\"}}").expect("it reads");
    output.read_line(&mut String::new()).expect("a record");
    drop(output);
    // The input does not end, but goes on.
    while writeln!(input, "{{\"text\": \"One.\"}}").is_ok() {}
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), message(&output)), (Some(0), ""));
}

#[test]
fn no_more_is_read_than_is_made_however_long_the_lines_are() {
    const LINE: usize = 1 << 20;
    let mut child = start(&["--jsonl-in"]);
    let mut input = child.stdin.take().expect("piped");
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    let writer = std::thread::spawn(move || {
        let line = format!("{{\"text\": \"{}\"}}\n", "words and ".repeat(LINE / 10));
        for _ in 0..80 {
            if input.write_all(line.as_bytes()).is_err() {
                break;
            }
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    // Nobody reads its output: it comes to a stop.
    let mut before = usize::MAX;
    while std::mem::replace(&mut before, written.load(Ordering::Relaxed)) != before || before == 0 {
        std::thread::sleep(Duration::from_millis(500));
    }
    assert!(before < 40, "{before} of 80 MB were read");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).matches("\"index\":0,").count()), (Some(0), 80));
    writer.join().expect("it has written");
}

/// What is cut off is told from a document that could not be read: whoever runs it on many files does that one again.
#[cfg(target_os = "linux")]
#[test]
fn input_or_output_that_breaks_off_has_a_status_of_its_own() {
    use std::fs::File;
    let chunklab = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chunklab"));
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let full = || File::options().write(true).open("/dev/full").expect("there is one");
    assert_eq!(chunklab(&["README.md"]).stdout(full()).status().expect("runs").code(), Some(3));
    assert_eq!(chunklab(&["--print-settings"]).stdout(full()).status().expect("runs").code(), Some(3));
    // A folder can be opened, and not be read.
    for arguments in [&["--jsonl-in"][..], &[]] {
        assert_eq!(chunklab(arguments).stdin(File::open("/").expect("opens")).status().expect("runs").code(), Some(3));
    }
    assert_eq!(chunklab(&["--jsonl-in", "no-such-file.jsonl", "-"]).stdin(Stdio::null()).status().expect("runs").code(), Some(3));
}
