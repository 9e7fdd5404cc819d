//! What the command is asked for.

use std::{
    fs,
    path::{Path, PathBuf},
};

use chunklab::{
    Options, Settings, SettingsError,
    export::{Export, Format, Ollama},
};
use clap::Parser;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::{inputs::Places, row::Row};

const EXAMPLES: &str = "\
Examples:
  chunklab handbook.md | head -1
  chunklab docs --glob '*.md' --strategy semantic --size 400 > chunks.jsonl
  chunklab --link 'https://…/#strategy=sentence&size=300' --print-settings > settings.json
  zcat corpus.jsonl.gz | chunklab --jsonl-in --text-field body --id-field url --settings settings.json > chunks.jsonl

Documents are chunked on all cores; records come in the order of the input. A document that cannot be read is named on standard error, and the
others go on (not with --strict).

Exit status: 0 done, 1 a document could not be read and the others are there, 2 the command was not understood, 3 the input could not be read on or
the output not written: what is there is not all. A reader that has seen enough (| head) is no failure.";

/// Cuts documents into chunks for retrieval: JSON Lines out, the same chunks as the page.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 110, after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Arguments {
    /// Files of UTF-8 text, and folders with those in them; - or none for standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// In folders, only files that fit: by their name, as '*.md', or by their path from the folder given on, as 'notes/**/*.txt'; with '!' in front, as '!drafts', files and folders that are passed over; can be given again. What is hidden, and a link to a folder, is passed over, too
    #[arg(long = "glob", value_name = "PATTERN")]
    globs: Vec<String>,
    /// Each line of the input is a document: a JSON object with its text; all its other fields go into each record's metadata
    #[arg(long)]
    jsonl_in: bool,
    /// The field with the text, where lines are documents
    #[arg(long, value_name = "NAME", default_value = "text", requires = "jsonl_in")]
    text_field: String,
    /// The field that is the `doc_id` of a document, where lines are documents; without it `doc_id` is, if there is one
    #[arg(long, value_name = "NAME", requires = "jsonl_in")]
    id_field: Option<String>,
    /// Settings as a JSON object, as --print-settings writes them; single options go before it
    #[arg(long, value_name = "FILE", conflicts_with = "link")]
    settings: Option<PathBuf>,
    /// The settings in a link of the page: what it leaves out is as usual, of two sets the first is taken, and a document is left aside; single options go before it
    #[arg(long, value_name = "URL")]
    link: Option<String>,
    /// Write the settings as JSON and nothing else
    #[arg(long)]
    pub(crate) print_settings: bool,
    /// End with the first document that cannot be read, instead of going on with the others
    #[arg(long)]
    strict: bool,
    /// How bodies are chosen: recursive-char, sentence, paragraph, semantic [default: recursive-char]
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// The most a chunk may measure, overlap included [default: 500]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    size: Option<String>,
    /// The most that is copied in front of a chunk from the text before it; in semantic never from another section [default: 50]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    overlap: Option<String>,
    /// What size and overlap count: tokens (estimated), characters [default: tokens]
    #[arg(long, value_name = "NAME")]
    unit: Option<String>,
    /// Characters other than CJK in one token, 1.0 to 10.0 [default: 3.8]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    chars_per_token: Option<String>,
    /// Keep a fence, table, front matter or list item whole where it fits the size; a larger one is cut at its lines only in recursive-char or with --split-oversize [default: true]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    keep_blocks: Option<String>,
    /// Cut what is over the size, a sentence, paragraph, table or fence, instead of keeping it whole and marking it `oversize` [default: false]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    split_oversize: Option<String>,
    /// Leave blanks at both ends out of each chunk [default: false]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    trim: Option<String>,
    /// Put title and heading path in front of each chunk's text [default: false]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    breadcrumb: Option<String>,
    /// jsonl (a record a line), json, csv, ollama (a body for /api/embed), ollama-bash, ollama-powershell, langchain, llamaindex, text
    #[arg(long, value_name = "NAME", default_value = "jsonl")]
    format: String,
    /// The embedding model that the formats for Ollama ask for [default: embeddinggemma]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Have Ollama cut off what is longer than the model reads, instead of refusing it
    #[arg(long)]
    truncate: bool,
    /// The server that the commands for Ollama ask [default: `http://localhost:11434`]
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// What offsets count: utf16 (JavaScript), char (Python), byte (Rust, Go)
    #[arg(long, value_name = "NAME", default_value = "char")]
    offsets: String,
    /// Say on standard error what is odd: an overlap over 30 % of the size; of each document, that it is no prose, and odd characters with their places
    #[arg(long)]
    warnings: bool,
    /// Say the numbers of each document on standard error: a line of JSON, with estimated tokens, sizes, reasons of cuts and what they tear apart; behind several documents a line with sums
    #[arg(long)]
    stats: bool,
    /// Take odd characters out first, and say on standard error which; offsets count in the cleaned text
    #[arg(long)]
    clean: bool,
    /// Take the fields of YAML or TOML front matter into each record's metadata, each as it is written, as the page offers; it stays in the text
    #[arg(long)]
    front_matter: bool,
    /// A field of every document, for each record's metadata; can be given again. Each file gets its name as `doc_id`, so that it has the same ids alone and among others; one that is given here is that of all
    #[arg(long = "field", value_name = "KEY=VALUE")]
    fields: Vec<String>,
}

/// What the arguments ask for.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Task {
    pub(crate) settings: Settings,
    pub(crate) export: Export,
    pub(crate) fields: Vec<(String, String)>,
    pub(crate) lines: Lines,
    pub(crate) warnings: bool,
    pub(crate) stats: bool,
    pub(crate) clean: bool,
    pub(crate) front_matter: bool,
    pub(crate) strict: bool,
}

/// Which fields of a line that is a document are what.
#[derive(Debug)]
pub(crate) struct Lines {
    pub(crate) text: String,
    pub(crate) id: Option<String>,
}

impl Task {
    /// What they ask for, or what is wrong with them.
    pub(crate) fn new(arguments: &Arguments) -> Result<Self, String> {
        let told = |error: SettingsError| error.to_string();
        let Arguments { text_field, id_field, .. } = arguments;
        let usual = Ollama::default();
        let ollama = Ollama {
            model: arguments.model.clone().unwrap_or(usual.model),
            truncate: arguments.truncate,
            server: arguments.server.clone().unwrap_or(usual.server),
        };
        let fields = arguments.fields.iter().map(|field| match field.split_once('=') {
            Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
            _ => Err(format!("field {field:?} must be KEY=VALUE")),
        });
        if id_field.as_ref() == Some(text_field) {
            return Err(format!("text and id cannot both be in the field {text_field:?}"));
        }
        let format = arguments.format.parse().map_err(told)?;
        let asks_ollama = matches!(format, Format::Ollama | Format::OllamaBash | Format::OllamaPowershell);
        if !asks_ollama && (arguments.model.is_some() || arguments.truncate || arguments.server.is_some()) {
            return Err(format!("--model, --truncate and --server are for the formats for Ollama, not for {}", arguments.format));
        }
        Ok(Self {
            settings: settings(arguments)?,
            export: Export { format, offsets: arguments.offsets.parse().map_err(told)?, ollama },
            fields: fields.collect::<Result<_, _>>()?,
            lines: Lines { text: text_field.clone(), id: id_field.clone() },
            warnings: arguments.warnings,
            stats: arguments.stats,
            clean: arguments.clean,
            front_matter: arguments.front_matter,
            strict: arguments.strict,
        })
    }
}

impl Arguments {
    /// Whether standard input is read.
    pub(crate) fn reads_input(&self) -> bool {
        !self.print_settings && (self.files.is_empty() || self.files.iter().any(|file| file.as_os_str() == "-"))
    }

    /// Where documents are to be read from.
    pub(crate) fn places(&self) -> Result<Places, String> {
        let (not, only): (Vec<&str>, Vec<&str>) = self.globs.iter().map(String::as_str).partition(|glob| glob.starts_with('!'));
        Ok(Places {
            paths: if self.files.is_empty() { vec![PathBuf::from("-")] } else { self.files.clone() },
            globs: glob_set(only)?,
            excepted: glob_set(not.into_iter().map(|glob| &glob[1..]))?,
            patterns: self.globs.clone(),
            are_lines: self.jsonl_in,
        })
    }
}

/// As in .gitignore: a name is looked for at any depth, a path from the folder on.
fn glob_set<'g>(globs: impl IntoIterator<Item = &'g str>) -> Result<GlobSet, String> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        let pattern = if glob.contains('/') { glob.to_owned() } else { format!("**/{glob}") };
        let glob = GlobBuilder::new(&pattern).literal_separator(true).build();
        set.add(glob.map_err(|error| error.to_string())?);
    }
    set.build().map_err(|error| error.to_string())
}

/// The settings of a file, of a link and of single options, the last ones first.
fn settings(arguments: &Arguments) -> Result<Settings, String> {
    let mut options = Options::default();
    if let Some(file) = &arguments.settings {
        from_file(&mut options, file).map_err(|message| format!("{}: {message}", file.display()))?;
    }
    if let Some(link) = &arguments.link {
        from_link(&mut options, link).map_err(|error| format!("link: {error}"))?;
    }
    let given = [
        ("strategy", &arguments.strategy),
        ("size", &arguments.size),
        ("overlap", &arguments.overlap),
        ("unit", &arguments.unit),
        ("chars_per_token", &arguments.chars_per_token),
        ("keep_blocks", &arguments.keep_blocks),
        ("split_oversize", &arguments.split_oversize),
        ("trim", &arguments.trim),
        ("breadcrumb", &arguments.breadcrumb),
    ];
    for (name, value) in given {
        if let Some(value) = value {
            options.set(name, value).map_err(|error| error.to_string())?;
        }
    }
    let usual = Options::default().overlap;
    Settings::new(options).map_err(|error| match error {
        SettingsError::Overlap { given, .. } if given == usual && arguments.overlap.is_none() => {
            format!("{error} ({usual} is the usual overlap: give another one with --overlap)")
        }
        _ => error.to_string(),
    })
}

fn from_file(options: &mut Options, file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let Row(fields) = serde_json::from_str(text).map_err(|error| format!("no settings: {error}"))?;
    for (name, value) in fields {
        let value = serde_json::from_str(value.get()).unwrap_or_else(|_| value.get().to_owned());
        options.set(&name, &value).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The part behind `#`, as the page writes it. What it says of a language, a second set of settings and a document is left aside.
fn from_link(options: &mut Options, link: &str) -> Result<(), String> {
    let said = match link.split_once('#') {
        Some((_, said)) => said,
        None if link.contains('?') => return Err(format!("{link:?} holds no settings: they stand behind #")),
        // The page's address while all settings are as usual.
        None if link.contains("://") => "",
        None => link,
    };
    for (name, value) in form_urlencoded::parse(said.as_bytes()) {
        let is_other = name.starts_with("b.") || matches!(&*name, "lang" | "name" | "field" | "text");
        if !is_other {
            options.set(&name, &value).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
