//! Why a file cannot be written or opened, in sentences for the user.

use thiserror::Error as Derive;

use crate::file::bounds::{FORMAT_VERSION, MAX_PARTS};
use crate::log::{ReadError, SCHEMA};

/// Why a file cannot be written or opened.
#[derive(Debug, Derive, PartialEq, Eq)]
pub enum Error {
    /// It is another kind of file, or its end is missing.
    #[error(
        "This is not an Insitu file, or only a part of one. Choose a file that was exported as .insitu, or transfer it again."
    )]
    NoSession,
    /// A newer version of the page wrote it.
    #[error(
        "The file was written by a newer version of Insitu (format {format}, log {log}; this page knows formats up to \
         {FORMAT_VERSION} and logs up to {SCHEMA}). Update this page by reloading it, then open the file again."
    )]
    Newer {
        /// The version of the file's form.
        format: u32,
        /// The version of the log's schema.
        log: u32,
    },
    /// It exceeds a bound.
    #[error(
        "The {what} has {} MB, and {} MB is the most. Export the session without data files, or delete large outputs first.",
        megabytes(*bytes), most >> 20
    )]
    TooLarge {
        /// What.
        what: &'static str,
        /// Its size.
        bytes: u64,
        /// The most that is possible.
        most: u64,
    },
    /// There are too many parts.
    #[error("The file has {0} parts, and {most} is the most. Export the session without data files.", most = MAX_PARTS)]
    TooMany(usize),
    /// It has something that no export has.
    #[error(
        "The file was not opened: {0}, as in no file that Insitu writes. Open only files from people that you trust."
    )]
    Suspicious(String),
    /// A part is not what was written.
    #[error("{part} is damaged: {why}. Transfer the file again, or have it exported again.")]
    Damaged {
        /// The part, as the user knows it.
        part: String,
        /// What is wrong.
        why: String,
    },
    /// The log cannot be read.
    #[error("The log of the session cannot be opened: {0}.")]
    Log(#[from] ReadError),
    /// A data file has a name that no file may have, or that of another one.
    #[error(
        "The data file {0:?} {1}, so it cannot be handed on. Rename it and add it to the session again."
    )]
    Name(String, &'static str),
    /// The file cannot be written.
    #[error("The file cannot be written: {0}.")]
    Writing(String),
}

fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// Checks the size of something.
pub(crate) fn expect_at_most(what: &'static str, bytes: u64, most: u64) -> Result<(), Error> {
    if bytes > most { Err(Error::TooLarge { what, bytes, most }) } else { Ok(()) }
}
