//! Text as users and models read it: numbers in words, hidden characters written out, lengths
//! bounded.
//!
//! Knows no views, no models and no terminal; escapes are for `terminal` to read. What the page's
//! JavaScript writes as well is in `tests/cases.json`, which the tests of both languages read.

pub mod format;
mod length;
pub mod pasted;
mod visible;

pub use length::{cell, clip, excerpt, one_line, truncated};
pub use visible::{file_name, visible};
