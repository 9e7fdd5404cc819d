//! The pipeline: source → bodies → chunks.

use std::ops::{ControlFlow, Range};

use crate::{
    bodies::Resume,
    chunk::Chunk,
    overlap,
    room::Room,
    settings::Settings,
    source::{Change, Source},
    span::{Span, splice},
    strategy,
    structure::Renewed,
};

/// The chunks of one source under one set of settings.
///
/// ```
/// use chunklab::{Settings, Source, chunk};
/// let source = Source::new("One thought.\n\nAnother one.");
/// let chunking = chunk(&source, &Settings::default());
/// assert_eq!(chunking.chunks().len(), 1);
/// assert_eq!(chunking.settings().size(), 500);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Chunking {
    settings: Settings,
    chunks: Vec<Chunk>,
    /// The chunks with the blanks that `trim` leaves out, where it does: edits are followed by them.
    untrimmed: Vec<Chunk>,
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
        return Chunking { settings: *settings, chunks: Vec::new(), untrimmed: Vec::new() };
    }
    let room = Room::new(source, settings);
    let mut chunks: Vec<Chunk> = Vec::new();
    let _ = strategy::bodies(&room, Resume::default(), &mut |body| {
        let previous = chunks.last().map_or(0, |chunk| chunk.span.start);
        chunks.push(overlap::chunk(&room, body, previous));
        ControlFlow::Continue(())
    });
    if settings.options().trim {
        Chunking { settings: *settings, chunks: trimmed(source.text(), &chunks), untrimmed: chunks }
    } else {
        Chunking { settings: *settings, chunks, untrimmed: Vec::new() }
    }
}

impl Chunking {
    /// Takes over an edit of the source, of which this was the chunking before: chunks are cut anew from the last one that the edit cannot
    /// have moved, until a cut meets one there was: the same as chunking the source afresh.
    ///
    /// ```
    /// use chunklab::{Settings, Source, chunk};
    /// let settings = Settings::default();
    /// let mut source = Source::new("Boil it.");
    /// let mut chunking = chunk(&source, &settings);
    /// let change = source.edit(8..8, " Add salt.");
    /// chunking.follow(&source, &change);
    /// assert_eq!(chunking, chunk(&source, &settings));
    /// ```
    pub fn follow(&mut self, source: &Source, change: &Change) {
        self.renew(source, change.0.as_ref());
    }

    /// The same; says which chunks were replaced, and by how many.
    pub(crate) fn renew(&mut self, source: &Source, renewed: Option<&Renewed>) -> (Range<usize>, usize) {
        let options = self.settings.options();
        let Some(renewed) = renewed.filter(|renewed| self.can_follow(source, renewed)) else {
            return self.chunk_anew(source);
        };
        let (replaced, new) = self.cut_again(source, renewed, if options.trim { &self.untrimmed } else { &self.chunks });
        let (count, by) = (new.len(), renewed.moved_by());
        if options.trim {
            let trimmed = trimmed(source.text(), &new);
            if trimmed.len() != count {
                return self.chunk_anew(source);
            }
            splice(&mut self.untrimmed, replaced.clone(), new, |chunk| chunk.move_by(by));
            splice(&mut self.chunks, replaced.clone(), trimmed, |chunk| chunk.move_by(by));
        } else {
            splice(&mut self.chunks, replaced.clone(), new, |chunk| chunk.move_by(by));
        }
        (replaced, count)
    }

    /// Whether chunks can be kept through an edit; if not, the text is chunked anew.
    pub(crate) fn can_follow(&self, source: &Source, renewed: &Renewed) -> bool {
        let options = self.settings.options();
        // A chunk that `trim` leaves out has no place among the others.
        let is_aligned = !options.trim || self.untrimmed.len() == self.chunks.len();
        let has_chunks = !self.chunks.is_empty() && !source.text().trim_start().is_empty();
        has_chunks && is_aligned && (renewed.headings_moved || !options.breadcrumb)
    }

    fn chunk_anew(&mut self, source: &Source) -> (Range<usize>, usize) {
        let old = std::mem::replace(self, chunk(source, &self.settings));
        (0..old.chunks.len(), self.chunks.len())
    }

    /// Which of the chunks there were an edit may have moved, and those that come in their place.
    fn cut_again(&self, source: &Source, renewed: &Renewed, chunks: &[Chunk]) -> (Range<usize>, Vec<Chunk>) {
        let kept = self.before(source, chunks, renewed.untied);
        let last = kept.checked_sub(1).map(|last| &chunks[last]);
        let from = last.map_or(Resume::default(), |last| Resume { at: last.span.end, before: Some(last.body) });
        let room = Room::from(source, &self.settings, from.at);
        let mut previous = last.map_or(0, |last| last.span.start);
        let (mut new, mut meeting) = (Vec::new(), chunks.len());
        let _ = strategy::bodies(&room, from, &mut |body| {
            if previous >= renewed.after.end {
                let old = |at: usize| at.wrapping_add_signed(renewed.moved_by().wrapping_neg());
                let met = chunks.binary_search_by_key(&old(body.span.start), |chunk| chunk.body);
                if let Some(met) = met.ok().filter(|&met| met > 0 && chunks[met - 1].span.start == old(previous)) {
                    meeting = met;
                    return ControlFlow::Break(());
                }
            }
            let chunk = overlap::chunk(&room, body, previous);
            previous = chunk.span.start;
            new.push(chunk);
            ControlFlow::Continue(())
        });
        (kept..meeting, new)
    }

    /// How many chunks are decided by what stands before `at` alone: the choice of a cut looks no further than twice the size, or the size
    /// behind a unit that is kept whole.
    fn before(&self, source: &Source, chunks: &[Chunk], at: usize) -> usize {
        let (text, measure) = (source.text(), self.settings.measure());
        let size = measure.limit(self.settings.size());
        let reach = |from: usize| {
            let reach = from + measure.reach(&text[from..at], size);
            at - text[reach..at].trim_start().len()
        };
        chunks.partition_point(|chunk| {
            chunk.span.end < at && !text[reach(reach(chunk.body).max(chunk.span.end))..at].trim_start().is_empty()
        })
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
fn trimmed(text: &str, chunks: &[Chunk]) -> Vec<Chunk> {
    let mut chunks = chunks.to_vec();
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
