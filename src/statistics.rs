//! Numbers about a chunking.

use std::{
    cell::OnceCell,
    hash::{BuildHasher, DefaultHasher, Hash, Hasher},
    ops::Range,
};

use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::Serialize;

use crate::{
    chunk::{Chunk, Cut},
    chunking::Chunking,
    cuts::{Faults, Tearing, Tears},
    estimate::Count,
    record::chunk_text,
    source::Source,
    span::Span,
};

/// What the page and the command say about the whole. Tokens are estimates; sums are of weights, rounded up once.
///
/// ```
/// use chunklab::{Options, Settings, Source, chunk, statistics};
/// let source = Source::new("Boil it. Add salt. Serve it.");
/// let settings = Settings::new(Options { size: 6, overlap: 3, ..Options::default() }).unwrap();
/// let numbers = statistics(&source, &chunk(&source, &settings));
/// assert_eq!((numbers.source_tokens, numbers.total_tokens, numbers.overlap_tokens), (8, 10, 3));
/// assert_eq!((numbers.over_size, numbers.duplicates), (0, 0));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Statistics {
    /// How many chunks there are.
    pub chunks: usize,
    /// Estimated tokens a chunk.
    pub tokens: Spread,
    /// Estimated tokens in the source.
    pub source_tokens: u64,
    /// Code points in the source.
    pub source_characters: usize,
    /// Estimated tokens in all chunks together: what is embedded and paid for.
    pub total_tokens: u64,
    /// Estimated tokens that are there twice through overlap.
    pub overlap_tokens: u64,
    /// Estimated tokens of heading paths and table headers put in front (`breadcrumb`).
    pub prefix_tokens: u64,
    /// Estimated tokens a chunk adds, on average: without its overlap and what stands in front of it.
    pub new_tokens: f64,
    /// Whether the bodies, one behind the other, give the source back.
    pub joined: Joined,
    /// Chunks over the size.
    pub over_size: usize,
    /// Chunks that equal an earlier one, blanks and case folded.
    pub duplicates: usize,
    /// How many bodies end for which reason; reasons that do not occur are left out.
    pub cuts: Vec<Reason>,
    /// What the cuts tear apart.
    #[serde(flatten)]
    pub faults: Faults,
    /// How many chunks measure how much, in the unit of the settings.
    pub histogram: Vec<Bin>,
}

/// How many bodies end for one reason.
///
/// ```
/// use chunklab::{Cut, Reason, Settings, Source, chunk, statistics};
/// let source = Source::new("One thought.");
/// let numbers = statistics(&source, &chunk(&source, &Settings::default()));
/// assert_eq!(numbers.cuts, [Reason { cut: Cut::End, count: 1 }]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The reason.
    pub cut: Cut,
    /// How many bodies.
    pub count: usize,
}

/// What the bodies of the chunks give, one behind the other.
///
/// ```
/// use chunklab::{Joined, Options, Settings, Source, chunk, statistics};
/// let source = Source::new("One thought.\n\n");
/// let joined = |trim| {
///     let settings = Settings::new(Options { trim, ..Options::default() }).unwrap();
///     statistics(&source, &chunk(&source, &settings)).joined
/// };
/// assert_eq!((joined(false), joined(true)), (Joined::Whole, Joined::Trimmed));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Joined {
    /// The source, byte for byte.
    Whole,
    /// The source without some of its blanks: those that `trim` leaves out, or a text of blanks that has no chunks.
    Trimmed,
    /// Something else: that would be a fault.
    Broken,
}

/// Least, mean, median and most; all 0 where there is nothing.
///
/// ```
/// use chunklab::{Settings, Source, Spread, chunk, statistics};
/// let numbers = |text: &str| statistics(&text.into(), &chunk(&Source::new(text), &Settings::default()));
/// assert_eq!(numbers("Boil it.").tokens, Spread { min: 3, mean: 3.0, median: 3.0, max: 3 });
/// assert_eq!(numbers("").tokens, Spread::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Spread {
    /// The least.
    pub min: u64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
    /// The most.
    pub max: u64,
}

impl Spread {
    /// The spread of some values.
    #[expect(clippy::cast_precision_loss, reason = "token counts are far below 2^52")]
    fn of(values: &[u64]) -> Self {
        let (Some(&min), Some(&max)) = (values.iter().min(), values.iter().max()) else { return Self::default() };
        let mut values = values.to_vec();
        let middle = values.len() / 2;
        let is_odd = values.len() % 2 == 1;
        let (below, &mut upper, _) = values.select_nth_unstable(middle);
        let lower = if is_odd { upper } else { below.iter().copied().max().unwrap_or(upper) };
        let median = (lower + upper) as f64 / 2.0;
        Self { min, mean: mean(values.iter().sum(), values.len()), median, max }
    }
}

/// One bar of the histogram.
///
/// ```
/// use chunklab::{Bin, Settings, Source, chunk, statistics};
/// let source = Source::new("Boil it.");
/// let numbers = statistics(&source, &chunk(&source, &Settings::default()));
/// let filled: Vec<Bin> = numbers.histogram.into_iter().filter(|bin| bin.count > 0).collect();
/// assert!(matches!(filled[..], [Bin { from: ..=3, to: 3.., count: 1 }]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The least that counts here.
    pub from: u64,
    /// The most that counts here.
    pub to: u64,
    /// How many chunks.
    pub count: usize,
}

/// Computes the numbers.
///
/// ```
/// use chunklab::{Settings, Source, chunk, statistics};
/// let source = Source::new("A short text.");
/// let numbers = statistics(&source, &chunk(&source, &Settings::default()));
/// assert_eq!((numbers.chunks, numbers.source_tokens, numbers.tokens.max), (1, 4, 4));
/// ```
#[must_use]
pub fn statistics(source: &Source, chunking: &Chunking) -> Statistics {
    counted(source, chunking).statistics
}

/// The numbers with what they were counted from.
#[derive(Debug)]
pub(crate) struct Counted {
    pub(crate) statistics: Statistics,
    /// For each chunk the first that equals it, blanks and case folded: itself if there is no earlier one.
    pub(crate) firsts: Vec<usize>,
    /// Estimated tokens of each chunk.
    pub(crate) sizes: Vec<u64>,
    /// What each chunk measures in the unit of the settings.
    pub(crate) measures: Vec<u64>,
    chunks: Vec<Known>,
}

/// What is known of a chunk wherever it stands.
#[derive(Debug)]
struct Known {
    front: Count,
    copied: Count,
    body: Count,
    tears: Tears,
    /// A hash of how it begins and ends: the same for chunks that are equal.
    ends: u64,
    /// A hash of its text, if it was needed.
    folded: OnceCell<(u64, u64)>,
}

/// Computes the numbers and keeps what they were counted from.
pub(crate) fn counted(source: &Source, chunking: &Chunking) -> Counted {
    Counted::of(source, chunking, known(source, chunking, 0..chunking.chunks().len()).collect())
}

fn known<'a>(source: &'a Source, chunking: &'a Chunking, range: Range<usize>) -> impl Iterator<Item = Known> + use<'a> {
    let text = source.text();
    chunking.chunks()[range.clone()].iter().zip(Tearing::from(source, chunking, range.start)).map(move |(chunk, tears)| Known {
        front: Count::of(&chunk.prefix),
        copied: Count::of(&text[chunk.span.start..chunk.body]),
        body: Count::of(&text[chunk.body..chunk.span.end]),
        tears,
        ends: folded_ends(text, chunk),
        folded: OnceCell::new(),
    })
}

impl Counted {
    /// Computes the numbers again where chunks were replaced by others and nothing else changed.
    pub(crate) fn renew(&mut self, source: &Source, chunking: &Chunking, replaced: Range<usize>, count: usize) {
        // What a chunk tears apart depends on where the one before is cut, too.
        let behind = usize::from(replaced.end < self.chunks.len());
        let new = replaced.start..replaced.start + count + behind;
        let mut chunks = std::mem::take(&mut self.chunks);
        chunks.splice(replaced.start..replaced.end + behind, known(source, chunking, new));
        *self = Self::of(source, chunking, chunks);
    }

    fn of(source: &Source, chunking: &Chunking, chunks: Vec<Known>) -> Self {
        let settings = chunking.settings();
        let (tokens, measure) = (settings.token_measure(), settings.measure());
        // Weights: what overlaps can be more characters together than 32 bits count.
        let [mut prefix, mut overlap, mut new] = [0; 3];
        let mut bodies = Count::default();
        let (mut sizes, mut measures) = (Vec::with_capacity(chunks.len()), Vec::with_capacity(chunks.len()));
        for chunk in &chunks {
            prefix += tokens.weight(&chunk.front);
            overlap += tokens.weight(&chunk.copied);
            new += tokens.weight(&chunk.body);
            bodies += chunk.body;
            let count = chunk.front + chunk.copied + chunk.body;
            sizes.push(tokens.units(&count));
            measures.push(measure.units(&count));
        }
        let joined = joined(source.text(), chunking);
        let source_count = if joined == Joined::Whole { bodies } else { Count::of(source.text()) };
        let firsts = firsts(source, chunking.chunks(), &chunks);
        let statistics = Statistics {
            chunks: sizes.len(),
            tokens: Spread::of(&sizes),
            source_tokens: tokens.units(&source_count),
            source_characters: source_count.characters,
            total_tokens: tokens.units_of(prefix + overlap + new),
            overlap_tokens: tokens.units_of(overlap),
            prefix_tokens: tokens.units_of(prefix),
            new_tokens: mean(tokens.units_of(new), sizes.len()),
            joined,
            over_size: measures.iter().filter(|&&measure| measure > u64::from(settings.size())).count(),
            duplicates: firsts.iter().enumerate().filter(|&(index, first)| index != *first).count(),
            cuts: reasons(chunking),
            faults: Faults::of(chunks.iter().map(|chunk| chunk.tears)),
            histogram: histogram(&measures, u64::from(settings.size())),
        };
        Self { statistics, firsts, sizes, measures, chunks }
    }

    /// What a chunk tears apart.
    pub(crate) fn tears(&self, index: usize) -> Tears {
        self.chunks[index].tears
    }
}

fn reasons(chunking: &Chunking) -> Vec<Reason> {
    let mut counts = [0; Cut::ALL.len()];
    for chunk in chunking.chunks() {
        counts[chunk.cut as usize] += 1;
    }
    let reasons = Cut::ALL.into_iter().zip(counts).map(|(cut, count)| Reason { cut, count });
    reasons.filter(|reason| reason.count > 0).collect()
}

#[expect(clippy::cast_precision_loss, reason = "token counts are far below 2^52")]
fn mean(sum: u64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

/// Whether the bodies, which are stretches of the source, stand in it one behind the other and leave nothing out.
fn joined(text: &str, chunking: &Chunking) -> Joined {
    let (mut at, mut found) = (0, Joined::Whole);
    let ends = chunking.chunks().iter().map(|chunk| Span::new(chunk.body, chunk.span.end));
    for body in ends.chain([Span::new(text.len(), text.len())]) {
        // Without `trim` a body begins where the last one ended; with it, blanks may lie between.
        match text.get(at..body.start) {
            Some("") => {}
            Some(gap) if gap.trim().is_empty() => found = Joined::Trimmed,
            _ => return Joined::Broken,
        }
        at = body.end;
    }
    found
}

/// For each chunk the first that equals it. Only those that begin and end alike are read in full.
fn firsts(source: &Source, chunks: &[Chunk], known: &[Known]) -> Vec<usize> {
    let mut firsts: Vec<usize> = (0..chunks.len()).collect();
    let mut ends: FxHashMap<u64, usize> = FxHashMap::default();
    let mut seen: FxHashMap<(u64, u64), usize> = FxHashMap::default();
    let hash = |index: usize| *known[index].folded.get_or_init(|| folded(&chunk_text(source, &chunks[index])));
    for index in 0..chunks.len() {
        let earlier = *ends.entry(known[index].ends).or_insert(index);
        if earlier != index {
            seen.entry(hash(earlier)).or_insert(earlier);
            firsts[index] = *seen.entry(hash(index)).or_insert(index);
        }
    }
    firsts
}

/// So many characters at either end of a chunk tell it from most others: one end alone may be no more than a rule or a table's.
const TELLING: usize = 16;

/// A hash of the first and last characters of a chunk, blanks left out and case folded: the same for chunks that are equal.
fn folded_ends(text: &str, chunk: &Chunk) -> u64 {
    let (prefix, text) = (chunk.prefix.as_str(), &text[chunk.span.range()]);
    let first = ascii(prefix.bytes().chain(text.bytes())).unwrap_or_else(|| telling(solid(prefix).chain(solid(text))));
    let last = ascii(text.bytes().rev()).unwrap_or_else(|| telling(solid_back(text).chain(solid_back(prefix))));
    FxBuildHasher.hash_one((first, last))
}

fn telling(mut solid: impl Iterator<Item = char>) -> [char; TELLING] {
    std::array::from_fn(|_| solid.next().unwrap_or('\0'))
}

/// The same characters where they are all ASCII, as they mostly are.
fn ascii(bytes: impl Iterator<Item = u8>) -> Option<[char; TELLING]> {
    let mut solid = bytes.take_while(u8::is_ascii).filter(|&byte| !is_ascii_blank(byte));
    let mut telling = ['\0'; TELLING];
    for place in &mut telling {
        *place = char::from(solid.next()?.to_ascii_lowercase());
    }
    Some(telling)
}

/// What a character is in small letters, at most three of them.
fn small(c: char) -> [Option<char>; 3] {
    if c.is_ascii() || has_no_case(c) {
        return [Some(c.to_ascii_lowercase()), None, None];
    }
    let mut small = c.to_lowercase();
    std::array::from_fn(|_| small.next())
}

/// Han, kana, Hangul and what stands between: for them no table is looked up.
const fn has_no_case(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{A63F}' | '\u{AC00}'..='\u{FAFF}')
}

/// The characters of a text, blanks left out and case folded.
fn solid(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(small).flatten()
}

/// The same, the last one first.
fn solid_back(text: &str) -> impl Iterator<Item = char> {
    text.chars().rev().filter(|c| !c.is_whitespace()).flat_map(|c| small(c).into_iter().rev()).flatten()
}

/// A 128-bit hash of a text with runs of blanks and case folded.
fn folded(text: &str) -> (u64, u64) {
    let mut folded = Vec::with_capacity(text.len() + 1);
    for piece in text.as_bytes().split(|&byte| is_ascii_blank(byte)).filter(|piece| !piece.is_empty()) {
        if piece.is_ascii() {
            folded.extend(piece.iter().map(u8::to_ascii_lowercase));
            folded.push(b' ');
        } else {
            for word in str::from_utf8(piece).unwrap_or_default().split_whitespace() {
                folded.extend_from_slice(word.chars().flat_map(char::to_lowercase).collect::<String>().as_bytes());
                folded.push(b' ');
            }
        }
    }
    let (mut one, mut two) = (DefaultHasher::new(), DefaultHasher::new());
    folded.hash(&mut one);
    (1_u8, folded).hash(&mut two);
    (one.finish(), two.finish())
}

/// White space of Unicode that is ASCII.
const fn is_ascii_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Ten bins of equal width up to the size (fewer if the size is under ten), and one more for what is over it.
fn histogram(measures: &[u64], size: u64) -> Vec<Bin> {
    let count = size.min(10);
    let edge = |i: u64| size * i / count;
    let mut bins: Vec<Bin> = (0..count).map(|i| Bin { from: edge(i) + 1, to: edge(i + 1), count: 0 }).collect();
    let most = measures.iter().copied().max().unwrap_or(0);
    if most > size {
        bins.push(Bin { from: size + 1, to: most, count: 0 });
    }
    for &measure in measures {
        let place = bins.partition_point(|bin| bin.to < measure);
        bins[place].count += 1;
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_case_is_its_own_small_letter() {
        let all = (0..=u32::from(char::MAX)).filter_map(char::from_u32);
        assert!(all.filter(|&c| has_no_case(c)).all(|c| c.to_lowercase().eq([c])));
        assert!((0..128_u8).all(|byte| is_ascii_blank(byte) == char::from(byte).is_whitespace()));
    }
    use crate::{Options, Settings, Strategy, Unit, chunk};

    fn of(text: &str, options: Options) -> Statistics {
        let source = Source::new(text);
        statistics(&source, &chunk(&source, &Settings::new(options).expect("valid")))
    }

    #[test]
    fn chunks_are_joined_and_compared_with_the_source() {
        let text = "# A\n\nOne two.  \n\nThree four five six seven.\n";
        let options = |trim| Options { size: 5, overlap: 2, trim, ..Options::default() };
        assert_eq!((of(text, options(false)).joined, of(text, options(true)).joined), (Joined::Whole, Joined::Trimmed));
        let (source, other) = (Source::new(text), Source::new(text.replace("two", "six")));
        let chunking = chunk(&source, &Settings::new(options(false)).expect("valid"));
        assert_eq!(joined(source.text(), &chunking), Joined::Whole);
        // The same places in another text still tile it; places of a longer text do not.
        assert_eq!(joined(other.text(), &chunking), Joined::Whole);
        assert_eq!(joined(&format!("{text} More."), &chunking), Joined::Broken);
    }

    /// What a chunk tears apart depends on where the chunk before is cut: the first one behind those that were replaced is counted again.
    #[test]
    fn where_chunks_are_replaced_what_is_torn_is_what_is_counted_afresh() {
        let lines = "let one = 1;\n\nlet two = 2;\nlet three = 3;\n\n".repeat(3);
        let source = Source::new(format!("It is. And so on.    \n\n    \n\n```\n{lines}```\n\nThe end. Of it.\n\n"));
        let of_size = |size| {
            let options = Options { size, overlap: 0, split_oversize: true, ..Options::default() };
            chunk(&source, &Settings::new(options).expect("valid"))
        };
        let chunkings: Vec<Chunking> = (3..40).map(of_size).collect();
        let (mut replacements, mut differing) = (0, 0);
        for old in &chunkings {
            for new in &chunkings {
                let (a, b) = (old.chunks(), new.chunks());
                let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
                let behind = a[same..].iter().rev().zip(b[same..].iter().rev()).take_while(|(a, b)| a == b).count();
                let mut renewed = counted(&source, old);
                let before = renewed.tears(a.len() - behind.max(1));
                renewed.renew(&source, new, same..a.len() - behind, b.len() - same - behind);
                let afresh = counted(&source, new);
                assert_eq!(renewed.statistics, afresh.statistics);
                assert!((0..b.len()).all(|chunk| renewed.tears(chunk) == afresh.tears(chunk)));
                replacements += usize::from(behind > 0 && same + behind < b.len());
                differing += usize::from(behind > 0 && before != afresh.tears(b.len() - behind));
            }
        }
        assert!(replacements > 100 && differing > 10, "{replacements}, {differing}");
    }

    #[test]
    fn what_is_new_is_what_is_no_overlap() {
        let options = Options { size: 8, overlap: 4, ..Options::default() };
        let numbers = of("Aaa bbb ccc ddd. Eee fff ggg hhh. Iii jjj kkk lll.", options);
        assert!(numbers.overlap_tokens > 0 && numbers.new_tokens < numbers.tokens.mean);
        let sum = numbers.new_tokens * f64::from(u32::try_from(numbers.chunks).expect("few"));
        assert!((sum - f64::from(u32::try_from(numbers.source_tokens).expect("few"))).abs() < 1e-6);
    }

    #[test]
    fn nothing_has_no_numbers() {
        let numbers = of("  \n", Options::default());
        assert_eq!((numbers.chunks, numbers.tokens, numbers.total_tokens, numbers.duplicates), (0, Spread::default(), 0, 0));
        assert_eq!(numbers.source_characters, 3);
    }

    #[test]
    fn duplicates_are_equal_but_for_blanks_and_case() {
        let options = Options { size: 4, overlap: 0, ..Options::default() };
        assert_eq!(of("Same  thing.\n\nsame thing.\n\nOther thing.", options).duplicates, 1);
    }

    #[test]
    fn the_mean_of_two_in_the_middle_is_the_median() {
        assert_eq!(Spread::of(&[4, 1, 3, 2]), Spread { min: 1, mean: 2.5, median: 2.5, max: 4 });
        assert_eq!(Spread::of(&[5, 1, 9]), Spread { min: 1, mean: 5.0, median: 5.0, max: 9 });
    }

    #[test]
    fn every_chunk_is_in_one_bin_and_bins_leave_no_gap() {
        for size in [1, 3, 7, 10, 11, 99, 500] {
            let measures: Vec<u64> = (1..=size * 2).collect();
            let bins = histogram(&measures, size);
            assert_eq!(bins.iter().map(|bin| bin.count).sum::<usize>(), measures.len());
            assert!(bins.windows(2).all(|pair| pair[0].to + 1 == pair[1].from && pair[0].from <= pair[0].to));
            assert_eq!(bins.last().map(|bin| bin.from), Some(size + 1));
        }
    }

    #[test]
    fn sums_are_rounded_once_and_the_histogram_counts_the_unit_asked_for() {
        let options =
            Options { size: 10, overlap: 3, unit: Unit::Characters, strategy: Strategy::RecursiveChar, ..Options::default() };
        let numbers = of("aa bb cc dd ee ff gg hh ii jj", options);
        assert_eq!(numbers.histogram.last().map(|bin| bin.to), Some(10));
        assert!(numbers.total_tokens >= numbers.source_tokens);
        assert!(numbers.total_tokens - numbers.source_tokens <= numbers.overlap_tokens);
    }
}
