//! The pipeline: source → bodies → chunks.

use crate::{chunk::Chunk, overlap, room::Room, settings::Settings, source::Source, span::Span, strategy};

/// The chunks of one source under one set of settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunking {
    settings: Settings,
    chunks: Vec<Chunk>,
}

/// Cuts a document into chunks. It cannot fail; a text that is empty or blank has no chunks.
///
/// ```
/// use chunklab::{Options, Settings, Source, chunk};
/// let source = Source::new("One thought.\n\nAnother one.");
/// let settings = Settings::new(Options { size: 5, overlap: 0, ..Options::default() }).unwrap();
/// let texts: Vec<&str> = chunk(&source, &settings).chunks().iter().map(|chunk| &source.text()[chunk.span.range()]).collect();
/// assert_eq!(texts, ["One thought.\n\n", "Another one."]);
/// ```
#[must_use]
pub fn chunk(source: &Source, settings: &Settings) -> Chunking {
    if source.text().trim().is_empty() {
        return Chunking { settings: *settings, chunks: Vec::new() };
    }
    let room = Room::new(source, settings);
    let bodies = strategy::bodies(&room);
    let mut chunks = overlap::chunks(&room, bodies);
    if settings.options().trim {
        chunks = trimmed(source.text(), chunks);
    }
    Chunking { settings: *settings, chunks }
}

impl Chunking {
    /// The settings it was made with.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The chunks, in the order of the text.
    #[must_use]
    pub fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }
}

/// Leaves blanks at both ends out of each chunk, and chunks out that have nothing else.
fn trimmed(text: &str, mut chunks: Vec<Chunk>) -> Vec<Chunk> {
    chunks.retain(|chunk| !text[chunk.span.range()].trim().is_empty());
    for chunk in &mut chunks {
        let slice = &text[chunk.span.range()];
        let solid = slice.trim_start();
        let start = chunk.span.end - solid.len();
        chunk.span = Span::new(start, start + solid.trim_end().len());
        chunk.body = chunk.body.clamp(chunk.span.start, chunk.span.end);
    }
    chunks
}
