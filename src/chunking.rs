//! The pipeline: source → bodies → chunks.

use std::ops::{ControlFlow, Range};

use crate::{
    bodies::Resume,
    chunk::Chunk,
    overlap,
    room::Room,
    settings::Settings,
    source::{Change, Source},
    span::Span,
    strategy,
    structure::Renewed,
};

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
    let mut chunks: Vec<Chunk> = Vec::new();
    let _ = strategy::bodies(&room, Resume::default(), &mut |body| {
        let previous = chunks.last().map_or(0, |chunk| chunk.span.start);
        chunks.push(overlap::chunk(&room, body, previous));
        ControlFlow::Continue(())
    });
    if settings.options().trim {
        chunks = trimmed(source.text(), chunks);
    }
    Chunking { settings: *settings, chunks }
}

impl Chunking {
    /// Takes over an edit of the source, of which this was the chunking before: chunks are cut anew from the last one that the edit cannot
    /// have moved, until a cut meets one there was: the same as chunking the source afresh.
    pub fn follow(&mut self, source: &Source, change: &Change) {
        self.renew(source, change.0.as_ref());
    }

    /// The same; says which chunks were replaced, and by how many.
    pub(crate) fn renew(&mut self, source: &Source, renewed: Option<&Renewed>) -> (Range<usize>, usize) {
        let options = self.settings.options();
        let known = renewed.filter(|renewed| !options.trim && (renewed.headings_moved || !options.breadcrumb));
        let Some(renewed) = known.filter(|_| !self.chunks.is_empty() && !source.text().trim_start().is_empty()) else {
            let old = std::mem::replace(&mut self.chunks, chunk(source, &self.settings).chunks);
            return (0..old.len(), self.chunks.len());
        };
        let by = renewed.after.end.cast_signed() - renewed.before.end.cast_signed();
        let kept = self.before(source, renewed.untied);
        let last = kept.checked_sub(1).map(|last| &self.chunks[last]);
        let from = last.map_or(Resume::default(), |last| Resume { at: last.span.end, before: Some(last.body) });
        let room = Room::from(source, &self.settings, from.at);
        let mut previous = last.map_or(0, |last| last.span.start);
        let (mut new, mut meeting) = (Vec::new(), self.chunks.len());
        let _ = strategy::bodies(&room, from, &mut |body| {
            if previous >= renewed.after.end {
                let old = |at: usize| at.wrapping_add_signed(by.wrapping_neg());
                let met = self.chunks.binary_search_by_key(&old(body.span.start), |chunk| chunk.body);
                if let Some(met) = met.ok().filter(|&met| met > 0 && self.chunks[met - 1].span.start == old(previous)) {
                    meeting = met;
                    return ControlFlow::Break(());
                }
            }
            let chunk = overlap::chunk(&room, body, previous);
            previous = chunk.span.start;
            new.push(chunk);
            ControlFlow::Continue(())
        });
        drop(room);
        self.chunks[meeting..].iter_mut().for_each(|chunk| chunk.move_by(by));
        let count = new.len();
        self.chunks.splice(kept..meeting, new);
        (kept..meeting, count)
    }

    /// How many chunks are decided by what stands before `at` alone: the choice of a cut looks no further than twice the size.
    fn before(&self, source: &Source, at: usize) -> usize {
        let (text, measure) = (source.text(), self.settings.measure());
        let size = measure.limit(self.settings.size());
        let reach = |from: usize| {
            let reach = from + measure.reach(&text[from..at], size);
            at - text[reach..at].trim_start().len()
        };
        let is_decided = |chunk: &Chunk| {
            let reach = reach(reach(chunk.body));
            !text[reach..at].trim_start().is_empty() && chunk.span.end < reach
        };
        let behind = self.chunks.partition_point(|chunk| chunk.span.end < at);
        (0..behind).rev().find(|&i| is_decided(&self.chunks[i])).map_or(0, |i| i + 1)
    }

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
