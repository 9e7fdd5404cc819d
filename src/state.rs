//! What there is to know about one chunk besides its record: where it begins and ends in a sentence, how much overlap it has and why, and
//! what else is odd about it.

use std::ops::Range;

use serde::Serialize;

use crate::{
    chunk::Chunk,
    chunking::Chunking,
    cuts::SentenceEdges,
    estimate::Count,
    record::chunk_text,
    settings::{Settings, Strategy},
    source::Source,
};

/// The state of one chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct ChunkState {
    /// Which chunk, from 0.
    pub(crate) index: usize,
    /// Its overlap begins in the middle of a sentence, or its body does if it has none.
    pub(crate) starts_in_sentence: bool,
    /// The next chunk goes on with the sentence that its body ends in.
    pub(crate) ends_in_sentence: bool,
    /// It measures less than a tenth of the size, and is not the only chunk.
    pub(crate) tiny: bool,
    /// The first chunk that it equals, blanks and case folded, if that is another one.
    pub(crate) duplicate_of: Option<usize>,
    /// How much overlap it has, and why not what was asked for.
    pub(crate) overlap: Overlap,
}

/// The overlap of a chunk, in the unit of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Overlap {
    /// What it measures.
    pub(crate) got: u64,
    /// What the settings ask for.
    pub(crate) asked: u64,
    /// Why it is less, if it is.
    pub(crate) why: Option<Less>,
}

/// Why an overlap is less than was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Less {
    /// Nothing stands before the first chunk.
    First,
    /// A section begins with this chunk (`semantic`).
    Section,
    /// The body leaves no more of the size.
    Room,
    /// It begins with a sentence, not in the middle of one.
    Sentence,
    /// It begins with a word, not in the middle of one.
    Word,
}

/// The states of some of the chunks. `firsts` names, for each chunk, the first that equals it.
#[must_use]
pub(crate) fn states(source: &Source, chunking: &Chunking, firsts: &[usize], range: Range<usize>) -> Vec<ChunkState> {
    let chunks = chunking.chunks();
    let settings = chunking.settings();
    let shown = range.start..range.end.min(chunks.len());
    let sentences = SentenceEdges::new(source);
    let state = |index: usize| {
        let chunk = &chunks[index];
        let measured = settings.measure().units(&Count::of(&chunk_text(source, chunk)));
        ChunkState {
            index,
            starts_in_sentence: !sentences.has(chunk.span.start),
            ends_in_sentence: index + 1 < chunks.len() && !sentences.has(chunk.span.end),
            tiny: chunks.len() > 1 && measured * 10 < u64::from(settings.size()),
            duplicate_of: firsts.get(index).copied().filter(|&first| first != index),
            overlap: overlap(source, settings, chunk, index, &sentences),
        }
    };
    shown.map(state).collect()
}

fn overlap(source: &Source, settings: &Settings, chunk: &Chunk, index: usize, sentences: &SentenceEdges) -> Overlap {
    let measure = settings.measure();
    let text = source.text();
    let got = measure.units(&Count::of(&text[chunk.span.start..chunk.body]));
    let asked = u64::from(settings.overlap());
    let taken = measure.weight_of(&chunk.prefix) + measure.weight_of(&text[chunk.body..chunk.span.end]);
    let room = measure.limit(settings.size()).saturating_sub(taken);
    let at_heading = || {
        let body = chunk.span.end - text[chunk.body..chunk.span.end].trim_start().len();
        source.starts_heading(body) || source.starts_heading(chunk.body)
    };
    let why = match () {
        () if got >= asked => None,
        () if index == 0 => Some(Less::First),
        () if got == 0 && settings.strategy() == Strategy::Semantic && at_heading() => Some(Less::Section),
        () if room < measure.limit(settings.overlap()) => Some(Less::Room),
        () if sentences.has(chunk.span.start) => Some(Less::Sentence),
        () => Some(Less::Word),
    };
    Overlap { got, asked, why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, chunk, statistics::counted};

    fn of(text: &str, options: Options) -> Vec<ChunkState> {
        let source = Source::new(text);
        let chunking = chunk(&source, &Settings::new(options).expect("valid"));
        states(&source, &chunking, &counted(&source, &chunking).firsts, 0..usize::MAX)
    }

    #[test]
    fn a_chunk_says_where_it_stands_in_its_sentence() {
        let options = Options { size: 6, overlap: 0, ..Options::default() };
        let found = of("One sentence that is much too long for it. Short one.", options);
        let told: Vec<(bool, bool)> = found.iter().map(|state| (state.starts_in_sentence, state.ends_in_sentence)).collect();
        assert_eq!(told, [(false, true), (true, false), (false, false)]);
        assert_eq!(
            of("A whole text", Options::default()).iter().map(|state| state.ends_in_sentence).collect::<Vec<_>>(),
            [false]
        );
    }

    #[test]
    fn overlap_that_is_less_says_why() {
        let options = Options { size: 20, overlap: 8, strategy: Strategy::Semantic, ..Options::default() };
        let text = "# A\n\nOne two three four five. Six seven eight nine ten.\n\nEleven twelve thirteen fourteen fifteen sixteen and more.\n\n# B\n\nEnd.";
        let told: Vec<Option<Less>> = of(text, options).iter().map(|state| state.overlap.why).collect();
        assert_eq!(told, [Some(Less::First), Some(Less::Room), Some(Less::Section)]);
        let plain = Options { size: 12, overlap: 4, ..Options::default() };
        let found = of("Aaa bbb ccc ddd. Eee fff ggg hhh. Iii jjj kkk lll. Mmm nnn ooo.", plain);
        assert!(
            found[1..].iter().all(|state| state.overlap.got <= 4 && (state.overlap.why.is_none() == (state.overlap.got == 4)))
        );
    }

    #[test]
    fn tiny_and_equal_chunks_are_told() {
        let options = Options { size: 100, overlap: 0, strategy: Strategy::Semantic, ..Options::default() };
        let found = of(
            "# A\n\nSame.\n\n# A\n\nsame.\n\n# B\n\nAnother text that is a little longer than those, so that it is not tiny.",
            options,
        );
        assert_eq!(
            found.iter().map(|state| (state.tiny, state.duplicate_of)).collect::<Vec<_>>(),
            [(true, None), (true, Some(0)), (false, None)]
        );
        assert!(!of("Alone.", Options::default())[0].tiny);
    }
}
