//! A session, handed on: as an `.insitu` file that another page opens, and as the transcript that
//! `exports` writes down.
//!
//! [`pack`] and [`unpack`] write and read the file, [`transcript`] turns a state into a transcript.
//! Whatever is unpacked is hostile until it is checked. Knows no page, no storage and no clock. The
//! form of the file is in `docs/sessions.md`.

mod bounds;
mod error;
mod manifest;
mod packing;
#[cfg(test)]
mod tests;
mod transcript;
mod unpacking;

pub use bounds::{FORMAT_VERSION, MAX_LOG_BYTES, MAX_PARTS, MAX_TOTAL_BYTES};
pub use error::Error;
pub use manifest::{Kind, Manifest, Part};
pub use packing::{Blob, DataFile, Session, pack};
pub use transcript::{Interpreter, blobs_of_all, blobs_of_shown, transcript};
pub use unpacking::{Unpacked, unpack};
