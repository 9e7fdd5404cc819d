//! Chunklab cuts documents into chunks for retrieval.
//!
//! **text → source → bodies → chunks → records.** Everything is byte spans of one text until the last step.
//!
//! ```
//! use chunklab::{Offsets, Options, Settings, Source, Strategy, chunk, records};
//!
//! let source = Source::new("# Soup\n\nBoil the water. Add salt.\n\n# Bread\n\nBake it.");
//! let settings = Settings::new(Options { strategy: Strategy::Semantic, ..Options::default() }).unwrap();
//! let chunking = chunk(&source, &settings);
//! let records = records(&source, &chunking, Offsets::Char);
//!
//! assert_eq!(records.len(), 2);
//! assert_eq!(records[1].text, "# Bread\n\nBake it.");
//! assert_eq!(records[1].headings, ["Bread"]);
//! ```
//!
//! What holds for every text and every setting:
//! 1. `source[start..end]` is the chunk. Offsets are carried, never searched for.
//! 2. Bodies joined give the source back, byte for byte (with `trim`: all but blanks).
//! 3. Starts and ends strictly increase. No chunk lies inside another.
//! 4. No body is blank, unless the blanks at its start and the next grapheme cluster do not fit the size together.
//! 5. A chunk measures at most the size, unless it is `oversize`: a single unit kept whole.
//! 6. Same text, same settings, same result, natively and in WebAssembly.
//! 7. After an edit, what is known of the source and its chunks is what would be found afresh.

/// The examples in Rust of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bodies;
mod breadcrumb;
mod chunk;
mod chunking;
mod cuts;
#[cfg(test)]
mod dice;
mod estimate;
pub mod export;
mod fields;
#[cfg_attr(not(any(target_arch = "wasm32", test, counted)), expect(dead_code, reason = "only the page leads to what is counted"))]
mod find;
mod ladder;
mod milestones;
mod offsets;
mod overlap;
mod pack;
mod reach;
mod record;
mod room;
mod settings;
mod source;
mod span;
mod starts;
#[cfg_attr(
    not(any(target_arch = "wasm32", test, counted)),
    expect(dead_code, reason = "only the page asks for the states of chunks")
)]
mod state;
mod statistics;
mod strategy;
mod structure;
#[cfg_attr(
    not(any(target_arch = "wasm32", test, counted)),
    expect(dead_code, reason = "only the page follows edits with all it shows")
)]
mod tracked;
mod warnings;
#[cfg(target_arch = "wasm32")]
mod wasm;
#[cfg(counted)]
mod work;

pub use chunk::{Chunk, Cut};
pub use chunking::{Chunking, chunk};
pub use cuts::Faults;
pub use estimate::{Count, Measure};
pub use fields::{Field, Fields};
pub use offsets::{Offsets, Position};
pub use record::{Record, records};
pub use settings::{CharsPerToken, Options, Settings, SettingsError, Strategy, Unit};
pub use source::{Change, Source};
pub use span::Span;
pub use statistics::{Bin, Joined, Reason, Spread, Statistics, statistics};
pub use warnings::{Cleaned, DocumentKind, Oddities, Oddity, Recognition, clean, oddities, recognise};
#[cfg(counted)]
pub use work::Page;
