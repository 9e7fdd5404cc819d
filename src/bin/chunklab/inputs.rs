//! Where documents come from: files, folders, standard input, lines.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read},
    path::{Component, Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use globset::GlobSet;
use walkdir::{DirEntry, WalkDir};

use super::kinds::no_text;

/// A document that is to be read.
pub(crate) enum Input {
    /// A file, which is read where it is chunked.
    File(PathBuf),
    /// Standard input.
    Text(Vec<u8>),
    /// A line, with the name of its file and its number.
    Line { name: String, line: Vec<u8> },
    /// Where documents may have been: its name and what is wrong.
    Unread { name: String, message: String },
}

impl Input {
    /// How many bytes of it are in memory before it is made: a file is read then.
    fn held(&self) -> u64 {
        if matches!(self, Self::File(_)) { 0 } else { self.size() }
    }

    /// About how many bytes it has.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::File(path) => fs::metadata(path).map_or(0, |about| about.len()),
            Self::Text(bytes) | Self::Line { line: bytes, .. } => bytes.len() as u64,
            Self::Unread { .. } => 0,
        }
    }
}

/// Where documents are looked for.
#[derive(Debug)]
pub(crate) struct Places {
    pub(crate) paths: Vec<PathBuf>,
    /// What files in folders are taken by their paths there; none takes all.
    pub(crate) globs: GlobSet,
    /// What files and folders are passed over there, whatever takes them.
    pub(crate) excepted: GlobSet,
    /// The same as they were given, to be named.
    pub(crate) patterns: Vec<String>,
    /// Whether each line is a document.
    pub(crate) are_lines: bool,
}

/// So many documents are read ahead, and as many made side by side; and so many bytes of them: no more than that, and one document, each time.
pub(crate) const MOST: usize = 256;
pub(crate) const MOST_BYTES: u64 = 16 << 20;

/// How many bytes are read ahead.
#[derive(Default)]
struct Ahead {
    bytes: Mutex<u64>,
    fewer: Condvar,
}

impl Ahead {
    /// Nobody panics while holding it.
    fn change(&self, change: impl FnOnce(&mut u64)) {
        change(&mut self.bytes.lock().expect("whole"));
        self.fewer.notify_one();
    }
}

/// Documents as they are read.
pub(crate) struct Inputs {
    receiver: Receiver<Input>,
    ahead: Arc<Ahead>,
}

impl Inputs {
    /// The next one, which is waited for.
    pub(crate) fn next(&self) -> Option<Input> {
        self.receiver.recv().ok().inspect(|input| self.take(input))
    }

    /// The next one, if it is there.
    pub(crate) fn try_next(&self) -> Option<Input> {
        self.receiver.try_recv().ok().inspect(|input| self.take(input))
    }

    fn take(&self, input: &Input) {
        self.ahead.change(|bytes| *bytes -= input.held());
    }
}

impl Drop for Inputs {
    fn drop(&mut self) {
        // Whoever waits for room is to see that nobody wants more.
        self.ahead.change(|bytes| *bytes = 0);
    }
}

struct Sender {
    sender: SyncSender<Input>,
    ahead: Arc<Ahead>,
}

/// Nobody wants more.
struct Enough;

impl Sender {
    fn send(&self, input: Input) -> Result<(), Enough> {
        let held = input.held();
        let bytes = self.ahead.bytes.lock().expect("whole");
        let is_full = |bytes: &mut u64| *bytes > 0 && *bytes + held > MOST_BYTES;
        *self.ahead.fewer.wait_while(bytes, is_full).expect("whole") += held;
        self.sender.send(input).map_err(|_| Enough)
    }
}

impl Places {
    /// Finds the documents while others are made. In order.
    pub(crate) fn read(self, mut input: Box<dyn Read + Send>) -> Inputs {
        let (sender, receiver) = sync_channel(MOST);
        let ahead = Arc::new(Ahead::default());
        let sender = Sender { sender, ahead: Arc::clone(&ahead) };
        // It is not waited for: it may wait for an input that never ends.
        thread::spawn(move || {
            let _ = self.paths.iter().try_for_each(|path| self.send(path, &mut *input, &sender));
        });
        Inputs { receiver, ahead }
    }

    fn send(&self, path: &Path, input: &mut dyn Read, sender: &Sender) -> Result<(), Enough> {
        if path.as_os_str() == "-" {
            return self.send_input(input, sender);
        }
        if !path.is_dir() {
            return self.send_file(path, sender);
        }
        let mut is_empty = true;
        let within = |entry: &DirEntry| entry.path().strip_prefix(path).unwrap_or(path).to_owned();
        let is_shown = |entry: &DirEntry| {
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            entry.depth() == 0 || !is_hidden && !self.excepted.is_match(within(entry))
        };
        for entry in WalkDir::new(path).sort_by_file_name().into_iter().filter_entry(is_shown) {
            match entry {
                Ok(entry) if entry.path().is_file() && self.takes(&within(&entry)) => {
                    is_empty = false;
                    self.send_file(entry.path(), sender)?;
                }
                Ok(_) => {}
                Err(error) => {
                    is_empty = false;
                    let name = error.path().unwrap_or(path).display().to_string();
                    let message = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    sender.send(Input::Unread { name, message })?;
                }
            }
        }
        if is_empty {
            let which = if self.patterns.is_empty() { String::new() } else { format!(" that fits {}", self.patterns.join(", ")) };
            sender.send(Input::Unread { name: path.display().to_string(), message: format!("there is no file{which}") })?;
        }
        Ok(())
    }

    fn takes(&self, path: &Path) -> bool {
        self.globs.is_empty() || self.globs.is_match(path)
    }

    /// A path is what it is called by, and its chunks with it: `./notes.md` is `notes.md`.
    fn send_file(&self, path: &Path, sender: &Sender) -> Result<(), Enough> {
        let path: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
        if !self.are_lines {
            return sender.send(Input::File(path));
        }
        let name = path.to_string_lossy();
        match File::open(&path) {
            Ok(file) => send_lines(&name, &mut BufReader::new(file), sender),
            Err(error) => sender.send(Input::Unread { name: name.into_owned(), message: error.to_string() }),
        }
    }

    fn send_input(&self, input: &mut dyn Read, sender: &Sender) -> Result<(), Enough> {
        if self.are_lines {
            return send_lines("-", &mut BufReader::new(input), sender);
        }
        let mut bytes = Vec::new();
        match input.read_to_end(&mut bytes) {
            Ok(_) => sender.send(Input::Text(bytes)),
            Err(error) => sender.send(Input::Unread { name: "-".to_owned(), message: error.to_string() }),
        }
    }
}

/// Blank lines are no documents, and a file that holds no lines is said once.
fn send_lines(name: &str, lines: &mut dyn BufRead, sender: &Sender) -> Result<(), Enough> {
    if let Some(message) = lines.fill_buf().ok().and_then(no_text) {
        return sender.send(Input::Unread { name: name.to_owned(), message });
    }
    for number in 1.. {
        let mut line = Vec::new();
        let name = format!("{name}:{number}");
        match lines.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) if line.trim_ascii().is_empty() => {}
            Ok(_) => sender.send(Input::Line { name, line })?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return sender.send(Input::Unread { name, message: error.to_string() }),
        }
    }
    Ok(())
}
