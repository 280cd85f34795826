//! Why a model could not be fetched, for the user.

use std::{io, path::PathBuf};

use providers::open_models::COMMAND;
use thiserror::Error;

/// The reason why a model is not there. `Display` is for the user.
#[derive(Debug, Error)]
pub enum FetchError {
    /// The client cannot be set up.
    #[error("The connection cannot be set up ({0}).")]
    Client(String),
    /// The address is not one of a pinned host.
    #[error("{0} is not an address from which models are fetched. Please report it.")]
    Address(String),
    /// A redirect leads to a host that is not pinned.
    #[error(
        "The download was redirected to {0}, from which no model is fetched. Get a newer Insitu, or download the file yourself into the folder of models."
    )]
    Redirected(String),
    /// The host refuses.
    #[error("{host} refuses the download (HTTP {status}). Try again later, or get a newer Insitu.")]
    Refused {
        /// The host.
        host: String,
        /// Its status.
        status: u16,
    },
    /// The host sends a file of another length, or a wrong part.
    #[error("{host} sends another file than the expected one: {what}. It was not kept.")]
    Different {
        /// The host.
        host: String,
        /// How it differs.
        what: String,
    },
    /// The bytes are not the model's.
    #[error("The SHA-256 of what came is {found}, not the expected one. It was not kept.")]
    Hash {
        /// In hexadecimal.
        found: String,
    },
    /// The connection breaks again and again.
    #[error(
        "The connection to {host} broke off after {bytes} of {expected} bytes ({cause}). They are kept: `{COMMAND}` goes on from there."
    )]
    Broken {
        /// The host.
        host: String,
        /// How many bytes are there.
        bytes: u64,
        /// How many there are to be.
        expected: u64,
        /// What the system says.
        cause: String,
    },
    /// Somebody else fetches a model into this folder.
    #[error("Another program is fetching a model into {0}. Wait for its end.")]
    Busy(PathBuf),
    /// A file cannot be read or written.
    #[error("{path}: {error}. Check that the disk has room and that the folder can be written to.")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}
