//! One session: the log of what happened in it, and the file in which it is handed on.
//!
//! [`log`] is the events and the state that follows from them; [`file`](mod@file) writes and reads
//! `.insitu` files and makes transcripts, with the feature of that name. Knows no page, no storage,
//! no network and no clock. Documented in `docs/sessions.md`.

#[cfg(feature = "file")]
pub mod file;
pub mod log;
