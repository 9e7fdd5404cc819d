//! The document's text and what is known of its structure.

use std::{borrow::Cow, ops::Range, sync::OnceLock};

use crate::{
    fields::{Field, Fields},
    milestones::Milestones,
    offsets::Position,
    span::Span,
    starts::Starts,
    structure::{
        Layout, Renewed,
        blocks::Block,
        outline::Heading,
        sentences::{self, Sentences},
    },
};

/// A document: its text, never altered by chunking, its fields, and its structure, found once and only when asked for.
///
/// ```
/// let source = chunklab::Source::new("# Soup\n\nBoil it.").with_field("doc_id", "soup-1");
/// assert_eq!(source.text().len(), 16);
/// ```
#[derive(Debug, Default)]
pub struct Source {
    text: String,
    fields: Fields,
    structure: Structure,
    milestones: OnceLock<Milestones>,
}

#[derive(Debug, Default)]
struct Structure {
    layout: OnceLock<Layout>,
    /// Of each paragraph once it was asked for, from the paragraph's start on.
    sentences: OnceLock<Vec<Once>>,
}

type Once = OnceLock<Sentences>;

impl Source {
    /// A document of this text.
    ///
    /// ```
    /// assert_eq!(chunklab::Source::new("Boil it.").text(), "Boil it.");
    /// ```
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The same with one more field of the document's own (`doc_id`, `title`, `url`, any key): it goes into every record.
    ///
    /// ```
    /// use chunklab::{Field, Source};
    /// let source = Source::new("Boil it.").with_field("title", "Soup").with_field("pages", 2);
    /// assert_eq!(source.fields().get("title"), Some(&Field::from("Soup")));
    /// assert_eq!(source.fields().iter().map(|(name, _)| name).collect::<Vec<_>>(), ["title", "pages"]);
    /// ```
    #[must_use]
    pub fn with_field(mut self, key: impl Into<String>, value: impl Into<Field>) -> Self {
        self.fields.set(key.into(), value.into());
        self
    }

    /// Takes other fields in the place of all it has.
    #[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "only the page keeps a document whose fields change"))]
    pub(crate) fn set_fields(&mut self, fields: Fields) {
        self.fields = fields;
    }

    /// Has room for a text of so many bytes, if there is so much memory: until it is longer, no edit moves it elsewhere, and there are never two
    /// of it.
    #[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "only the page loads a text piece by piece"))]
    pub(crate) fn reserve(&mut self, bytes: usize) {
        // Without it the text only grows more slowly.
        let _ = self.text.try_reserve_exact(bytes.saturating_sub(self.text.len()));
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The document's fields, in the order they were given.
    #[must_use]
    pub const fn fields(&self) -> &Fields {
        &self.fields
    }

    /// A field that is a text or a number, as text.
    pub(crate) fn field(&self, key: &str) -> Option<Cow<'_, str>> {
        self.fields.text(key)
    }

    /// Replaces `range` (bytes, on character borders) by `inserted`. What is known of the structure is kept true, at a cost in proportion to
    /// what changed; [`Chunking::follow`](crate::Chunking::follow) does the same for chunks.
    ///
    /// ```
    /// use chunklab::{Settings, Source, chunk};
    /// let mut source = Source::new("One thought.\n\nAnother one.");
    /// let mut chunking = chunk(&source, &Settings::default());
    /// let change = source.edit(4..11, "idea");
    /// chunking.follow(&source, &change);
    /// assert_eq!(source.text(), "One idea.\n\nAnother one.");
    /// assert_eq!(chunking, chunk(&source, &Settings::default()));
    /// ```
    ///
    /// # Panics
    /// If the range does not lie on character borders within the text.
    pub fn edit(&mut self, range: Range<usize>, inserted: &str) -> Change {
        Change(self.renew(range, inserted))
    }

    fn renew(&mut self, range: Range<usize>, inserted: &str) -> Option<Renewed> {
        self.text.replace_range(range.clone(), inserted);
        if let Some(milestones) = self.milestones.get_mut() {
            milestones.edit(&self.text, &range, inserted.len());
        }
        let Some(layout) = self.structure.layout.get_mut() else {
            self.structure = Structure::default();
            return None;
        };
        let length = self.text.len() - inserted.len() + range.len();
        let place = layout.paragraphs.partition_point(|&start| start <= range.start) - 1;
        let paragraph = layout.paragraph(place, length);
        let Some(mut renewed) = layout.edit(&self.text, range.clone(), inserted.len()) else {
            self.structure.sentences = OnceLock::new();
            return None;
        };
        let Some(sentences) = self.structure.sentences.get_mut() else { return Some(renewed) };
        let known = sentences[place].take().filter(|_| range.end <= paragraph.end);
        sentences.splice(renewed.paragraphs.clone(), std::iter::repeat_with(Once::new).take(renewed.count));
        if let Some(known) = known {
            self.renew_sentences(&known, paragraph, &range, inserted.len(), &mut renewed);
        }
        Some(renewed)
    }

    /// Keeps what an edit leaves of the sentences of a paragraph, if that is still one.
    fn renew_sentences(&mut self, known: &Sentences, old: Span, edited: &Range<usize>, inserted: usize, renewed: &mut Renewed) {
        let Some(place) = self.paragraphs().binary_search(&old.start).ok() else { return };
        let paragraph = self.paragraph(place);
        if paragraph.end != old.end - edited.len() + inserted {
            return;
        }
        let inside = edited.start - old.start..edited.end - old.start;
        let Some((found, changed)) = known.edit(&self.text, self.layout(), paragraph, &inside, inserted) else { return };
        if renewed.only_moved && self.layout().has_no_block(paragraph) {
            renewed.narrow(paragraph.start + changed.start..paragraph.start + changed.end);
        }
        if let Some(sentences) = self.structure.sentences.get_mut() {
            sentences[place] = found.into();
        }
    }

    /// Forgets what is known of the structure: it is found anew when it is asked for.
    #[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "only the page takes many edits at once"))]
    pub(crate) fn forget_structure(&mut self) {
        self.structure = Structure::default();
    }

    fn milestones(&self) -> &Milestones {
        self.milestones.get_or_init(|| Milestones::new(&self.text))
    }

    /// The place at a byte, counted in every unit.
    pub(crate) fn position(&self, at: usize) -> Position {
        self.milestones().at(&self.text, at)
    }

    /// The byte at an offset in UTF-16 code units; past the end, the end.
    #[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "only JavaScript gives UTF-16 offsets in"))]
    pub(crate) fn byte_of_utf16(&self, utf16: usize) -> usize {
        self.milestones().byte_of_utf16(&self.text, utf16)
    }

    fn layout(&self) -> &Layout {
        self.structure.layout.get_or_init(|| Layout::new(&self.text))
    }

    pub(crate) fn blocks(&self) -> &[Block] {
        &self.layout().blocks
    }

    pub(crate) fn headings(&self) -> &[Heading] {
        &self.layout().headings
    }

    /// Whether a heading starts at `at`.
    pub(crate) fn starts_heading(&self, at: usize) -> bool {
        self.headings().binary_search_by_key(&at, |heading| heading.span.start).is_ok()
    }

    /// Where its paragraphs start, as byte offsets in order. They tile the text: the first starts at 0, each takes along the blank lines behind it.
    ///
    /// ```
    /// let source = chunklab::Source::new("# Soup\n\nBoil it.\nAdd salt.\n\nServe it.");
    /// assert_eq!(source.paragraphs(), [0, 8, 28]);
    /// ```
    pub fn paragraphs(&self) -> &[usize] {
        &self.layout().paragraphs
    }

    /// Where its sentences start, as byte offsets in order. They tile the text: the first starts at 0, each takes along the blanks behind it.
    ///
    /// ```
    /// let source = chunklab::Source::new("Dr. Osei met Ms. Vance at 9 a.m. in St. Mary Road. She left.");
    /// assert!(source.sentences().eq([0, 51]));
    /// ```
    pub fn sentences(&self) -> impl Iterator<Item = usize> {
        let of = |(i, &start): (usize, &usize)| self.sentences_of(i).iter().map(move |at| start + at);
        self.paragraphs().iter().enumerate().flat_map(of)
    }

    /// The last block that starts up to `at`.
    pub(crate) fn block_up_to(&self, at: usize) -> Option<&Block> {
        let blocks = self.blocks();
        blocks[..blocks.partition_point(|block| block.span.start <= at)].last()
    }

    /// The first block, and the first heading, that a body from `at` on may be inside of.
    pub(crate) fn open_at(&self, at: usize) -> (usize, usize) {
        let rest = self.layout().rest_up_to(at);
        let headings = self.headings();
        let mut heading = headings.partition_point(|heading| heading.span.start < rest);
        // A run of headings is one.
        while heading > 0 && headings[heading - 1].run >= heading {
            heading -= 1;
        }
        (self.blocks().partition_point(|block| block.span.start < rest), heading)
    }

    /// Where the list items start.
    pub(crate) fn item_starts(&self) -> Starts<'_> {
        Starts::At(&self.layout().items)
    }

    /// Where the paragraphs start.
    pub(crate) fn paragraph_starts(&self) -> Starts<'_> {
        Starts::At(self.paragraphs())
    }

    /// Where the sentences start.
    pub(crate) const fn sentence_starts(&self) -> Starts<'_> {
        Starts::OfSentences(self)
    }

    /// Where the sentences of a paragraph start, from its own start on.
    fn sentences_of(&self, paragraph: usize) -> &[usize] {
        let all = self.structure.sentences.get_or_init(|| self.paragraphs().iter().map(|_| OnceLock::new()).collect());
        let found = all[paragraph].get_or_init(|| {
            let Span { start, end } = self.paragraph(paragraph);
            sentences::sentences(&self.text, self.layout(), start, end)
        });
        &found.starts
    }

    fn paragraph(&self, place: usize) -> Span {
        self.layout().paragraph(place, self.text.len())
    }

    /// The last sentence start up to `at`. Where a paragraph starts, its sentences are not looked for.
    pub(crate) fn sentence_at(&self, at: usize) -> Option<usize> {
        let starts = self.paragraphs();
        let paragraph = starts.partition_point(|&start| start <= at).checked_sub(1)?;
        let start = starts[paragraph];
        if start == at {
            return Some(at);
        }
        Starts::At(self.sentences_of(paragraph)).last_up_to(at - start).map(|at| start + at)
    }

    /// The first sentence start from `at` on.
    pub(crate) fn sentence_from(&self, at: usize) -> Option<usize> {
        let starts = self.paragraphs();
        let next = starts.partition_point(|&start| start < at);
        let inside = next.checked_sub(1).filter(|_| starts.get(next) != Some(&at)).and_then(|paragraph| {
            let start = starts[paragraph];
            Starts::At(self.sentences_of(paragraph)).first_from(at - start).map(|at| start + at)
        });
        inside.or_else(|| starts.get(next).copied())
    }

    /// The headings over a body, outermost first: those over its first character that is no blank and not in a heading, or,
    /// if it has none, down to its last heading. `first` is its first character that is no blank.
    pub(crate) fn headings_over(&self, first: usize, end: usize) -> Vec<&Heading> {
        let headings = self.headings();
        let started = |at: usize| headings.partition_point(|heading| heading.span.start <= at).checked_sub(1);
        let innermost = started(first)
            .map(|i| if first < headings[i].span.end { headings[i].run.min(started(end - 1).unwrap_or(i)) } else { i });
        let mut path: Vec<&Heading> = std::iter::successors(innermost, |&i| headings[i].parent).map(|i| &headings[i]).collect();
        path.reverse();
        path
    }
}

/// What an edit changed in what is known of a source: for [`Chunking::follow`](crate::Chunking::follow).
///
/// ```
/// use chunklab::{Change, Settings, Source, chunk};
/// let mut source = Source::new("Boil it.");
/// let mut chunking = chunk(&source, &Settings::default());
/// let change: Change = source.edit(5..7, "the water");
/// chunking.follow(&source, &change);
/// assert_eq!(chunking.chunks()[0].span.end, 15);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change(pub(crate) Option<Renewed>);

impl<T: Into<String>> From<T> for Source {
    fn from(text: T) -> Self {
        Self::new(text)
    }
}
