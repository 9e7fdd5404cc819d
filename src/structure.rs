//! What a text is made of. Each function reads the text once, forward; none needs to know its language.
//!
//! Order of reading: [`lines`](lines::lines) → [`blocks`](blocks::blocks) → [`headings`](headings::headings) →
//! [`paragraphs`](paragraphs::paragraphs) → [`sentences`](sentences::sentences).

mod abbreviations;
pub(crate) mod blanks;
pub(crate) mod blocks;
mod enumerations;
pub(crate) mod headings;
pub(crate) mod lines;
mod marks;
pub(crate) mod paragraphs;
pub(crate) mod sentences;
mod wraps;
