//! One chunk.

use serde::Serialize;

use crate::span::Span;

/// Why a body ends where it does: the coarsest boundary that lies there.
///
/// ```
/// use chunklab::{Cut, Options, Settings, Source, chunk};
/// let source = Source::new("One thought. Another one.");
/// let settings = Settings::new(Options { size: 5, overlap: 0, ..Options::default() }).unwrap();
/// let cuts: Vec<Cut> = chunk(&source, &settings).chunks().iter().map(|chunk| chunk.cut).collect();
/// assert_eq!(cuts, [Cut::Sentence, Cut::End]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// A heading follows.
    Heading,
    /// A paragraph ends.
    Paragraph,
    /// A line ends.
    Line,
    /// A sentence ends.
    Sentence,
    /// A word ends.
    Word,
    /// Nothing better fits the size: between characters.
    Character,
    /// The text ends.
    End,
}

impl Cut {
    /// All of them, coarsest first; the end of the text last.
    pub const ALL: [Self; 7] =
        [Self::Heading, Self::Paragraph, Self::Line, Self::Sentence, Self::Word, Self::Character, Self::End];
}

/// A chunk: a contiguous slice of the source, made of the overlap (the end of the text before) and the body (what it adds).
///
/// ```
/// use chunklab::{Options, Settings, Source, chunk};
/// let source = Source::new("Boil it. Add salt. Serve it.");
/// let settings = Settings::new(Options { size: 6, overlap: 3, ..Options::default() }).unwrap();
/// let chunking = chunk(&source, &settings);
/// let second = &chunking.chunks()[1];
/// assert_eq!(&source.text()[second.span.range()], "Add salt. Serve it.");
/// assert_eq!(&source.text()[second.body..second.span.end], "Serve it.");
/// assert_eq!(second.overlap(), "Add salt. ".len());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Overlap and body, in bytes of the source.
    pub span: Span,
    /// Where the body starts: `span.start` plus the overlap.
    pub body: usize,
    /// Why the body ends where it does.
    pub cut: Cut,
    /// A single unit over the size, kept whole.
    pub oversize: bool,
    /// What stands in front of the chunk in its text, with `breadcrumb`: heading path and table header, each with a line end.
    pub prefix: String,
    /// The header rows of the table the body starts inside of, unless they are longer than 4,096 bytes.
    pub table: Option<Span>,
}

impl Chunk {
    /// The same, so many bytes further on, or back.
    pub(crate) fn move_by(&mut self, by: isize) {
        self.span = self.span.moved(by);
        self.body = self.body.wrapping_add_signed(by);
        self.table = self.table.map(|table| table.moved(by));
    }

    /// Bytes copied from the text before the body.
    #[must_use]
    pub const fn overlap(&self) -> usize {
        self.body - self.span.start
    }
}
