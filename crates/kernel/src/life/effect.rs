//! What the kernel's life asks of its owner, and how it says that it is.

use super::FileKey;
use crate::protocol::StreamName;
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
    },
    /// Take the frame away; what still comes from it must not be heard.
    RemoveFrame,
    /// Post the request, with these files attached where it mounts some.
    Post {
        /// The request.
        request: Request,
        /// The files of [`Request::Mount`].
        files: Vec<FileKey>,
    },
    /// Ask the frame to interrupt what runs.
    Interrupt,
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
        /// What is being done, as a person reads it.
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
        /// Whether the person asked for it, so that it is no bad news.
        asked: bool,
    },
    /// A file that was there before a fresh start could not be mounted again; why.
    FilesLost(Vec<FileKey>, String),
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
