//! What the kernel's lifecycle asks of its owner, and how it says that it is.

use super::FileKey;
use crate::protocol::{Start, StreamName};
use crate::{Reply, Request, RequestId};

/// What the owner has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Make a frame, fetch the runtime, and post [`Request::Boot`] with this id.
    Start {
        /// The id of the boot request.
        boot: RequestId,
        /// Whether an interpreter with variables was there before.
        restart: bool,
        /// How.
        kind: Start,
    },
    /// Hand the frame the archive of a package, for which what runs waits, and say so with [`super::Lifecycle::fetched`].
    Fetch {
        /// Names the wait.
        ticket: u32,
        /// The package's name in the manifest.
        package: String,
    },
    /// Take the frame away; what still comes from it must not be heard.
    RemoveFrame,
    /// Post the request, with these files attached where it mounts or restores some.
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
    /// Retained runs out.
    Memory {
        /// Bytes in use.
        bytes: u64,
        /// Bytes that may be.
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
    /// How far the worker's start has come.
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
        /// Whether the user asked for it, so that it is no bad news.
        asked: bool,
        /// Code that had gone well in the interpreter that is gone, in order, to be run again if the user likes.
        cells: Vec<String>,
    },
    /// A file that was there before a fresh start could not be mounted again; why.
    FilesLost(Vec<FileKey>, String),
    /// What code had written could not be written again; what and why, as a sentence.
    WrittenLost(String),
}

/// How the kernel is, for showing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase<'a> {
    /// It starts; whether variables were lost before.
    Starting {
        /// Whether an interpreter with variables was there before.
        restart: bool,
    },
    /// It waits for code.
    Ready,
    /// It does something.
    Busy,
    /// It could not be started; why, and what to do.
    Failed(&'a str),
}
