//! What the worker answers: one reply for each request.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Mounted, RequestId};
use crate::{Outcome, Profile, Shown};

/// What ends a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Reply {
    /// The interpreter runs.
    Booted {
        /// Of [`Request::Boot`](super::Request::Boot).
        id: RequestId,
        /// How it was started.
        start: Start,
        /// Version of Pyodide.
        pyodide: String,
        /// Version of Python.
        python: String,
        /// Whether an execution can be interrupted without killing the worker (there is shared memory).
        interruptible: bool,
    },
    /// The packages can be imported.
    Loaded {
        /// Of [`Request::Load`](super::Request::Load).
        id: RequestId,
    },
    /// The files are there.
    Mounted {
        /// Of [`Request::Mount`](super::Request::Mount).
        id: RequestId,
        /// In the order of the request.
        files: Vec<Mounted>,
    },
    /// The file is gone.
    Unmounted {
        /// Of [`Request::Unmount`](super::Request::Unmount).
        id: RequestId,
    },
    /// What the code imports.
    Imports {
        /// Of [`Request::Imports`](super::Request::Imports).
        id: RequestId,
        /// Top-level module names, without those of the standard library and those that can be imported already.
        modules: Vec<String>,
    },
    /// The execution is over, well or badly. Attachments: one `Blob` per entry of `outcome.files`, with the content that the
    /// file has at this moment.
    Executed {
        /// Of [`Request::Execute`](super::Request::Execute).
        id: RequestId,
        /// What it produced.
        outcome: Outcome,
    },
    /// What the file holds.
    Profiled {
        /// Of [`Request::Profile`](super::Request::Profile).
        id: RequestId,
        /// Tables, columns, or why it could not be read.
        profile: Profile,
    },
    /// The file's bytes, in the one attachment (an `ArrayBuffer`).
    Content {
        /// Of [`Request::Read`](super::Request::Read).
        id: RequestId,
        /// The path that was asked for.
        path: String,
    },
    /// A part of the table.
    Tabled {
        /// Of [`Request::Table`](super::Request::Table).
        id: RequestId,
        /// The rows and what is around them, as `docs/protocol.md` writes it. For the page's scripts, which take nothing in it for
        /// granted.
        window: Value,
    },
    /// The table's file, in the one attachment (a `Blob`).
    Saved {
        /// Of [`Request::Save`](super::Request::Save).
        id: RequestId,
        /// A name for the file.
        name: String,
    },
    /// What the document holds.
    Previewed {
        /// Of [`Request::Preview`](super::Request::Preview).
        id: RequestId,
        /// A table a sheet, a text a slide, and so on.
        results: Vec<Shown>,
        /// What a user should know about it, or why there is nothing.
        message: Option<String>,
    },
    /// The figure as vectors, in the one attachment (a `Blob` of `image/svg+xml`).
    Vectored {
        /// Of [`Request::Vectors`](super::Request::Vectors).
        id: RequestId,
    },
    /// The files are under `/out` again.
    Restored {
        /// Of [`Request::Restore`](super::Request::Restore).
        id: RequestId,
    },
    /// What became of each probe.
    SelfTested {
        /// Of [`Request::SelfTest`](super::Request::SelfTest).
        id: RequestId,
        /// Those of the worker and of Python.
        probes: Vec<EgressProbe>,
    },
    /// Somebody is there.
    Pong {
        /// Of [`Request::Ping`](super::Request::Ping).
        id: RequestId,
    },
    /// The request could not be carried out; the kernel lives on unless the request was [`Request::Boot`](super::Request::Boot).
    Failed {
        /// Of the request.
        id: RequestId,
        /// What went wrong and what to change.
        message: String,
    },
}

impl Reply {
    /// The id of the request that this ends.
    pub fn id(&self) -> RequestId {
        match self {
            Self::Booted { id, .. }
            | Self::Loaded { id }
            | Self::Mounted { id, .. }
            | Self::Unmounted { id }
            | Self::Imports { id, .. }
            | Self::Executed { id, .. }
            | Self::Profiled { id, .. }
            | Self::Content { id, .. }
            | Self::Tabled { id, .. }
            | Self::Saved { id, .. }
            | Self::Previewed { id, .. }
            | Self::Vectored { id }
            | Self::Restored { id }
            | Self::SelfTested { id, .. }
            | Self::Pong { id }
            | Self::Failed { id, .. } => *id,
        }
    }
}

/// How an interpreter comes to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// From a picture of the memory of one that had imported everything.
    #[default]
    Snapshot,
    /// By importing everything.
    Ordinary,
}

/// A way out that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EgressProbe {
    /// What was tried, as a user reads it: "fetch", "WebSocket".
    pub name: String,
    /// From where.
    pub place: Place,
    /// What became of it.
    pub fate: Fate,
    /// The error or policy that stopped it, or what came of it.
    pub how: String,
}

/// What became of a way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It was refused: an error or a reported violation shows it, or that it reached nobody at its address.
    Refused,
    /// It reached nothing that could be seen from where it was tried. Only its address can tell.
    Failed,
    /// It got somewhere.
    Open,
    /// Nothing can tell.
    Unproven,
}

/// Where code can run that might leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// JavaScript in the worker.
    Worker,
    /// Python.
    Python,
    /// JavaScript in the frame around the worker.
    Frame,
}
