//! What is said unasked, and what goes between page and frame beside the worker's port.

use serde::{Deserialize, Serialize};

use super::{EgressProbe, PackageRef, RequestId};

/// What the worker tells without having been asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Notice {
    /// How far starting has come.
    Progress {
        /// What is being done, as a user reads it: "Starting Python", "Importing pandas".
        stage: String,
        /// Steps done.
        done: u32,
        /// Steps in all.
        total: u32,
    },
    /// The execution printed.
    Stream {
        /// Of the [`Request::Execute`](super::Request::Execute).
        id: RequestId,
        /// Where it printed.
        stream: StreamName,
        /// What it printed.
        text: String,
    },
    /// The execution waits for a line from the user, which goes back by [`Control::Input`].
    Input {
        /// Of the [`Request::Execute`](super::Request::Execute).
        id: RequestId,
        /// What it asks, perhaps nothing.
        prompt: String,
    },
    /// The interpreter waits, in the midst of a request, for the archive of a package, which goes back by [`Control::Archive`].
    Wanted {
        /// Names this wait.
        ticket: u32,
        /// The package's name in the manifest; `python_stdlib` for the standard library.
        package: String,
    },
    /// The interpreter is beyond use since a request. Where that one's reply has not come yet, it follows and is the last; any later
    /// request is refused.
    Broken {
        /// Of the request, of whichever kind.
        id: RequestId,
        /// Why.
        message: String,
    },
    /// The interpreter's memory has passed three quarters of its limit; told once.
    Memory {
        /// Bytes in use.
        bytes: u64,
        /// Bytes that may be.
        limit: u64,
    },
}

/// What the page tells the worker without asking anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Offer {
    /// Archives that later imports may want. Attachments: one `Blob` each.
    Archives {
        /// Whose they are.
        packages: Vec<PackageRef>,
    },
    /// A file of the boot request may be used: its hash is the build's. Attachment: none, or a `Blob` that is to be used in its place.
    Checked {
        /// Which file, as [`Request::Boot`](super::Request::Boot) names it.
        role: String,
    },
}

/// The streams of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StreamName {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// What is shown so far, for who watches; the outcome has it all. A text of this stream is `[place, Shown]` in JSON, the result at
    /// that place from now on, or empty where everything printed and shown is taken away.
    Display,
}

/// What the page says to the frame on the control port, beside and not through the worker's port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Control {
    /// Start the worker from the source that is attached (an `ArrayBuffer` of UTF-8 text). The second port is the worker's.
    Start,
    /// Interrupt an execution, which may not have begun yet.
    Interrupt {
        /// Of the [`Request::Execute`](super::Request::Execute).
        id: RequestId,
    },
    /// Answer [`Notice::Input`].
    Input {
        /// The line, without its end; `None` where the user gave none, which Python sees as the end of the file.
        text: Option<String>,
    },
    /// Answer [`Notice::Wanted`]. Attachment: the archive as a `Blob`, where there is one.
    Archive {
        /// Of the notice.
        ticket: u32,
        /// Why there is none, as a sentence.
        failed: Option<String>,
    },
    /// Run every egress probe of the frame. Answered by [`FrameNotice::SelfTested`].
    SelfTest {
        /// An absolute address that answers whoever reaches it.
        target: String,
    },
}

/// What the frame says to the page on the control port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FrameNotice {
    /// The worker has been started.
    Started {
        /// Whether there is shared memory, and so an interrupt that keeps the variables.
        isolated: bool,
    },
    /// The worker reported an error that nothing caught, or could not be started.
    Died {
        /// What the browser said.
        message: String,
    },
    /// What became of each probe.
    SelfTested {
        /// Those of the frame.
        probes: Vec<EgressProbe>,
    },
}
