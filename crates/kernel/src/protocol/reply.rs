//! Replies of the worker, one for each request.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Mounted, RequestId, message};
use crate::{Outcome, Profile, Shown};

message! {
    /// The reply that ends a request.
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum Reply {
        /// The interpreter runs.
        Booted {
            /// The id of the [`Request::Boot`](super::Request::Boot).
            id: RequestId,
            /// How it was started.
            start: Start,
            /// Version of Pyodide.
            pyodide: String,
            /// Version of Python.
            python: String,
            /// Whether an execution can be interrupted without killing the worker (there is shared
            /// memory).
            interruptible: bool,
        },
        /// The packages can be imported.
        Loaded {
            /// The id of the [`Request::Load`](super::Request::Load).
            id: RequestId,
        },
        /// The files are mounted.
        Mounted {
            /// The id of the [`Request::Mount`](super::Request::Mount).
            id: RequestId,
            /// In the order of the request.
            files: Vec<Mounted>,
        },
        /// The file is unmounted.
        Unmounted {
            /// The id of the [`Request::Unmount`](super::Request::Unmount).
            id: RequestId,
        },
        /// The modules that the code imports.
        Imports {
            /// The id of the [`Request::Imports`](super::Request::Imports).
            id: RequestId,
            /// Top-level module names, without those of the standard library and those that can be
            /// imported already.
            modules: Vec<String>,
        },
        /// The execution has ended. Attachments: one `Blob` per entry of `outcome.files`, with the
        /// content that the file has at this moment.
        Executed {
            /// The id of the [`Request::Execute`](super::Request::Execute).
            id: RequestId,
            /// What it produced.
            outcome: Outcome,
        },
        /// The profile of the file.
        Profiled {
            /// The id of the [`Request::Profile`](super::Request::Profile).
            id: RequestId,
            /// Tables, columns, or why it could not be read.
            profile: Profile,
        },
        /// The file's bytes, in the one attachment (an `ArrayBuffer`).
        Content {
            /// The id of the [`Request::Read`](super::Request::Read).
            id: RequestId,
            /// The requested path.
            path: String,
        },
        /// A part of the table.
        Tabled {
            /// The id of the [`Request::Table`](super::Request::Table).
            id: RequestId,
            /// The rows and their context, as in `docs/protocol.md`. For the page's scripts, which
            /// validate it.
            window: Value,
        },
        /// The table's file, in the one attachment (a `Blob`).
        Saved {
            /// The id of the [`Request::Save`](super::Request::Save).
            id: RequestId,
            /// A name for the file.
            name: String,
        },
        /// The contents of the document.
        Previewed {
            /// The id of the [`Request::Preview`](super::Request::Preview).
            id: RequestId,
            /// One table per sheet, one text per slide, and so on.
            results: Vec<Shown>,
            /// A note for the user, or why there are no results.
            message: Option<String>,
        },
        /// The figure as vectors, in the one attachment (a `Blob` of `image/svg+xml`).
        Vectored {
            /// The id of the [`Request::Vectors`](super::Request::Vectors).
            id: RequestId,
        },
        /// The wheel's modules can be imported.
        Installed {
            /// The id of the [`Request::Install`](super::Request::Install).
            id: RequestId,
        },
        /// The files are under `/out` again.
        Restored {
            /// The id of the [`Request::Restore`](super::Request::Restore).
            id: RequestId,
        },
        /// The results of the egress probes.
        SelfTested {
            /// The id of the [`Request::SelfTest`](super::Request::SelfTest).
            id: RequestId,
            /// The probes of the worker and of Python.
            probes: Vec<EgressProbe>,
        },
        /// The worker is alive.
        Pong {
            /// The id of the [`Request::Ping`](super::Request::Ping).
            id: RequestId,
        },
        /// The request failed; the kernel stays usable unless the request was
        /// [`Request::Boot`](super::Request::Boot).
        Failed {
            /// The id of the request.
            id: RequestId,
            /// What went wrong and what to change.
            message: String,
        },
    }
}

impl Reply {
    /// Returns the id of the request that this ends.
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
            | Self::Installed { id }
            | Self::Restored { id }
            | Self::SelfTested { id, .. }
            | Self::Pong { id }
            | Self::Failed { id, .. } => *id,
        }
    }
}

/// How an interpreter is started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// From a snapshot of the memory of an interpreter that had imported everything.
    #[default]
    Snapshot,
    /// By importing everything.
    Ordinary,
}

/// An egress probe and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EgressProbe {
    /// The interface that was tried, as a user reads it: "fetch", "WebSocket".
    pub name: String,
    /// Where it ran.
    pub place: Place,
    /// Its result.
    pub fate: Fate,
    /// The error or policy that stopped it, or what happened instead.
    pub how: String,
}

/// The result of an egress probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It was refused: an error or a reported violation shows it, or that nothing arrived at its
    /// address.
    Refused,
    /// It had no effect that is visible where it ran. Only its address can confirm that nothing
    /// arrived.
    Failed,
    /// It reached something.
    Open,
    /// The result cannot be determined.
    Unproven,
}

/// Where an egress probe runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// JavaScript in the worker.
    Worker,
    /// Python.
    Python,
    /// JavaScript in the frame around the worker.
    Frame,
}
