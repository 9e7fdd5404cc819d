//! What is worth knowing about a document before it is chunked: that it is no prose, and that there are odd characters in it.
//!
//! Warnings never change a result. [`clean`] takes the odd characters out, if asked, and says what it changed.

mod languages;
mod oddities;
mod recognition;

#[cfg(target_arch = "wasm32")]
pub(crate) use oddities::changes;
pub use oddities::{Cleaned, Oddities, Oddity, clean, oddities};
pub use recognition::{DocumentKind, Recognition, recognise};
