//! What a text is made of. Each function reads the text once, forward; none needs to know its language.
//!
//! Order of reading: [`lines`](lines::lines) → [`page_breaks`](pages::page_breaks) → [`blocks`](blocks::blocks) →
//! [`candidates`](headings::candidates) → [`headings`](outline::headings) → [`paragraphs`](paragraphs::paragraphs) → [`sentences`](sentences::sentences).

mod abbreviations;
pub(crate) mod blanks;
pub(crate) mod blocks;
#[cfg(test)]
mod cases;
mod enumerations;
mod full_stops;
mod headings;
mod layout;
pub(crate) mod lines;
mod marks;
mod numbered;
pub(crate) mod outline;
mod pages;
pub(crate) mod paragraphs;
mod quotations;
mod rows;
pub(crate) mod sentences;
pub(crate) mod titles;
mod wraps;

pub(crate) use layout::{Layout, Renewed};
