//! The effects that a lifecycle asks of its owner, and its phases.

use super::FileKey;
use crate::protocol::{Start, StreamName};
use crate::{Reply, Request, RequestId};

/// An action for the owner of a lifecycle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Make a frame, fetch the runtime, and post [`Request::Boot`] with this id.
    Start {
        /// The id of the boot request.
        boot: RequestId,
        /// Whether there was an interpreter with variables before.
        restart: bool,
        /// How to start.
        kind: Start,
    },
    /// Hand the frame the archive of a package that the running request waits for, then call
    /// [`super::Lifecycle::fetched`].
    Fetch {
        /// Identifies the wait.
        ticket: u32,
        /// The package's name in the manifest.
        package: String,
    },
    /// Remove the frame; ignore messages that still come from it.
    RemoveFrame,
    /// Post the request, with these files attached if it mounts or restores some.
    Post {
        /// The request.
        request: Request,
        /// The files of [`Request::Mount`], or the kept ones of [`Request::Restore`].
        files: Vec<FileKey>,
    },
    /// Ask the frame to interrupt the execution that runs.
    Interrupt(RequestId),
    /// Keep the attachments of the message just heard under these keys, in order.
    Keep(Vec<FileKey>),
    /// Ask the user for a line; the execution waits for [`super::Lifecycle::answer`].
    Ask(String),
    /// The execution no longer waits for a line.
    AskNoMore,
    /// Hand the user's line to the frame.
    Answer(Option<String>),
    /// Memory runs out.
    Memory {
        /// Bytes in use.
        bytes: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The request is over. An execution always ends with [`Reply::Executed`].
    Settle(Reply),
    /// The execution printed.
    Stream {
        /// Which execution.
        id: RequestId,
        /// Where it printed.
        stream: StreamName,
        /// What it printed.
        text: String,
    },
    /// Progress of the worker's start.
    Progress {
        /// What is being done, as a user reads it.
        stage: String,
        /// Steps done.
        done: u32,
        /// Steps in all.
        total: u32,
    },
    /// The interpreter runs and waits for code; its files are mounted again.
    Ready,
    /// All variables are gone.
    Lost {
        /// Why, as a sentence.
        why: String,
        /// Whether the user asked for it, so that it is not a failure.
        asked: bool,
        /// The code that succeeded in the lost interpreter, in order, for the user to run again.
        cells: Vec<String>,
    },
    /// These files, mounted or installed before a fresh start, could not be mounted or installed
    /// again, and why.
    FilesLost(Vec<FileKey>, String),
    /// Files that code had written could not be written again: which and why, as a sentence.
    WrittenLost(String),
}

/// The phase of a kernel, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase<'a> {
    /// It starts.
    Starting {
        /// Whether there was an interpreter with variables before.
        restart: bool,
    },
    /// It waits for code.
    Ready,
    /// It does something.
    Busy,
    /// It could not be started; why, and what to do.
    Failed(&'a str),
}
