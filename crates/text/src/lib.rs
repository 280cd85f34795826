//! Text as users and models read it: numbers in words, hidden characters written out, lengths
//! bounded, and what was printed as a terminal shows it.
//!
//! Knows no views and no models. Escapes are for [`terminal`] to read, which nothing else here
//! knows. What the page's JavaScript writes as well is in `tests/cases.json`, which the tests of
//! both languages read.

mod cells;
pub mod first_rows;
pub mod format;
pub mod inline_code;
mod length;
pub mod pasted;
pub mod terminal;
mod visible;

pub use length::{cell, clip, excerpt, one_line, truncated};
pub use visible::{file_name, visible};
