//! The `chunklab` command: documents in, records out.
//!
//! Exit status: 0 done, 1 a document could not be read and the others are there, 2 the command was not understood, 3 the input could not be read
//! on or the output not written: what is there is not all.

use std::{
    fmt,
    io::{self, IsTerminal, Read, Write},
    process::ExitCode,
    time::{Duration, Instant},
};

use chunklab::{Chunking, Source, Statistics, export::Exporter};
use clap::Parser;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

mod arguments;
mod documents;
mod front_matter;
mod inputs;
mod kinds;
mod numbers;
mod row;

pub(crate) use arguments::Arguments;
use arguments::Task;
use documents::{Document, document, warn_of_settings};
use inputs::{Input, Inputs, MOST, MOST_BYTES};
use numbers::Sums;

/// Where the command reads and writes.
pub(crate) struct Streams<'s> {
    /// Standard input.
    pub(crate) input: Box<dyn Read + Send>,
    /// Standard output, for records.
    pub(crate) out: &'s mut dyn Write,
    /// Standard error, for what people read. That it can't be written is no fault.
    pub(crate) said: &'s mut dyn Write,
    /// Whether somebody sees there how far the work is.
    pub(crate) is_watched: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (mut out, mut said) = (io::BufWriter::new(io::stdout().lock()), io::stderr());
    let is_watched = said.is_terminal() && !io::stdout().is_terminal();
    if arguments.reads_input() && io::stdin().is_terminal() {
        say(&mut said, format_args!("chunklab: reads what is typed, up to Ctrl-D; --help says more"));
    }
    ExitCode::from(run(&arguments, &mut Streams { input: Box::new(io::stdin()), out: &mut out, said: &mut said, is_watched }))
}

/// A document could not be read.
const UNREAD: u8 = 1;
/// The command was not understood.
const UNASKED: u8 = 2;
/// Nobody knows what documents are missing.
const BROKEN_OFF: u8 = 3;

/// Does what the arguments ask for; returns the exit status.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> u8 {
    let asked = Task::new(arguments).and_then(|task| Ok((task, arguments.places()?)));
    let (task, places) = match asked {
        Ok(asked) => asked,
        Err(message) => return fail(streams, &message, UNASKED),
    };
    let done = if arguments.print_settings {
        print_settings(&task, streams).map(|()| 0)
    } else {
        let input = std::mem::replace(&mut streams.input, Box::new(io::empty()));
        write_all(&task, &places.read(input), streams)
    };
    match done {
        Ok(status) => status,
        // A reader that has seen enough (`| head`) is no fault.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(error) => fail(streams, &error.to_string(), BROKEN_OFF),
    }
}

fn print_settings(task: &Task, streams: &mut Streams<'_>) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *streams.out, task.settings.options())?;
    writeln!(streams.out)?;
    streams.out.flush()
}

/// Writes the chunks of one document after the other, and says which of them cannot be read; returns the exit status. What is written is
/// whole all the same.
fn write_all(task: &Task, inputs: &Inputs, streams: &mut Streams<'_>) -> io::Result<u8> {
    let mut exporter = Exporter::new(task.export.clone());
    let mut progress = Progress::new(streams.is_watched);
    let mut total = Sums::default();
    let (mut status, mut goes_on) = (0, true);
    if task.warnings {
        warn_of_settings(&task.settings, streams.said);
    }
    streams.out.write_all(exporter.head().as_bytes())?;
    while goes_on && let Some(first) = inputs.next() {
        for Made { said, rows, statistics } in made(task, &exporter, batch(first, inputs)) {
            progress.hide(streams.said);
            let _ = streams.said.write_all(&said);
            total.documents += 1;
            match rows {
                Rows::Made(rows) => exporter.add(&rows, |piece| streams.out.write_all(piece.as_bytes()))?,
                Rows::Wanted(wanted) => {
                    let (source, chunking) = *wanted;
                    exporter.write(&source, &chunking, |piece| streams.out.write_all(piece.as_bytes()))?;
                }
                Rows::Refused(message, refused) => {
                    say(streams.said, format_args!("chunklab: {message}"));
                    total.unread += 1;
                    (status, goes_on) = (status.max(refused), !task.strict);
                }
            }
            if let Some(statistics) = statistics {
                total.add(&statistics);
            }
            if !goes_on {
                break;
            }
        }
        streams.out.flush()?;
        progress.show(total.documents, streams.said);
    }
    progress.hide(streams.said);
    streams.out.write_all(exporter.tail().as_bytes())?;
    streams.out.flush()?;
    if total.documents > 1 && goes_on {
        say_total(task, &total, streams.said);
    }
    Ok(status)
}

/// Says at the end of several documents what is to be known of all.
fn say_total(task: &Task, total: &Sums, said: &mut dyn Write) {
    if total.unread > 0 {
        say(said, format_args!("chunklab: {} of {} could not be read", total.unread, total.documents));
    }
    if task.stats {
        say(said, format_args!("{}", total.line()));
    }
}

/// What is there of the input, up to the most: of a slow one no more is waited for.
fn batch(first: Input, inputs: &Inputs) -> Vec<Input> {
    let mut bytes = first.size();
    let mut batch = vec![first];
    while batch.len() < MOST
        && bytes < MOST_BYTES
        && let Some(next) = inputs.try_next()
    {
        bytes += next.size();
        batch.push(next);
    }
    batch
}

/// What came of a document.
struct Made {
    /// What is said of it on standard error.
    said: Vec<u8>,
    rows: Rows,
    /// Its numbers, if they are asked for.
    statistics: Option<Statistics>,
}

enum Rows {
    /// Its chunks as text.
    Made(String),
    /// Its chunks, to be written one by one: a single document may be large.
    Wanted(Box<(Source, Chunking)>),
    /// What is wrong with it, and the exit status for that.
    Refused(String, u8),
}

/// Makes documents side by side; they come in the order of the input.
fn made(task: &Task, exporter: &Exporter, batch: Vec<Input>) -> Vec<Made> {
    let is_single = batch.len() == 1;
    let make = |input: Input| {
        let mut said = Vec::new();
        let refused = if matches!(input, Input::Unread { .. }) { BROKEN_OFF } else { UNREAD };
        let (rows, statistics) = match document(task, input, &mut said) {
            Ok(Document { source, chunking, statistics }) => {
                let rows = if is_single {
                    Rows::Wanted(Box::new((source, chunking)))
                } else {
                    Rows::Made(exporter.rows(&source, &chunking))
                };
                (rows, statistics)
            }
            Err(message) => (Rows::Refused(message, refused), None),
        };
        Made { said, rows, statistics }
    };
    batch.into_par_iter().map(make).collect()
}

/// How many documents are done, for somebody who watches.
struct Progress {
    /// When it was shown last; none if nobody watches.
    shown: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    fn new(is_watched: bool) -> Self {
        Self { shown: is_watched.then(Instant::now), is_shown: false }
    }

    /// Shows it, but not all the time.
    fn show(&mut self, documents: usize, said: &mut dyn Write) {
        const PAUSE: Duration = Duration::from_millis(200);
        if let Some(shown) = self.shown.as_mut().filter(|shown| shown.elapsed() > PAUSE) {
            *shown = Instant::now();
            self.is_shown = true;
            let _ = write!(said, "\r{documents} documents");
            let _ = said.flush();
        }
    }

    /// Takes it away, so that something else can be said.
    fn hide(&mut self, said: &mut dyn Write) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(said, "\r\x1b[K");
        }
    }
}

fn fail(streams: &mut Streams<'_>, message: &str, status: u8) -> u8 {
    say(streams.said, format_args!("chunklab: {message}"));
    status
}

/// Says something in one line, for people or as JSON: what is quoted may have line ends, and what a terminal would obey or show in another
/// order.
fn say(said: &mut dyn Write, message: fmt::Arguments<'_>) {
    let escaped = |c: char| match c {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => in_hex(c),
        _ if c.is_control() => in_hex(c),
        _ => c.to_string(),
    };
    let _ = writeln!(said, "{}", message.to_string().chars().map(escaped).collect::<String>());
}

/// A character as JSON escapes it.
fn in_hex(c: char) -> String {
    format!("\\u{:04x}", u32::from(c))
}
