//! Notices of the worker, and the messages between page and frame beside the worker's port.

use serde::{Deserialize, Serialize};

use super::{EgressProbe, PackageRef, RequestId, message};

message! {
    /// A notice of the worker, which answers no request.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum Notice {
        /// Progress of a start.
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
            /// The id of the [`Request::Execute`](super::Request::Execute).
            id: RequestId,
            /// The stream.
            stream: StreamName,
            /// The text.
            text: String,
        },
        /// The execution waits for a line from the user, which [`Control::Input`] delivers.
        Input {
            /// The id of the [`Request::Execute`](super::Request::Execute).
            id: RequestId,
            /// The prompt, possibly empty.
            prompt: String,
        },
        /// The interpreter waits, during a request, for the archive of a package, which
        /// [`Control::Archive`] delivers.
        Wanted {
            /// Identifies this wait.
            ticket: u32,
            /// The package's name in the manifest; `python_stdlib` for the standard library.
            package: String,
        },
        /// The interpreter is unusable since a request. If that request has no reply yet, its reply
        /// follows and is the last; any later request is refused.
        Broken {
            /// The id of the request, of any kind.
            id: RequestId,
            /// Why.
            message: String,
        },
        /// The interpreter's memory has passed three quarters of its limit; sent once.
        Memory {
            /// Bytes in use.
            bytes: u64,
            /// The limit in bytes.
            limit: u64,
        },
    }
}

message! {
    /// A message of the page to the worker that expects no reply.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum Offer {
        /// Archives that later imports may want. Attachments: one `Blob` each.
        Archives {
            /// The packages of the archives.
            packages: Vec<PackageRef>,
        },
        /// A file of the boot request may be used: its hash matches the build's. Attachment: none,
        /// or a `Blob` to use in its place.
        Checked {
            /// The file's role in [`Request::Boot`](super::Request::Boot).
            role: String,
        },
    }
}

/// The streams of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum StreamName {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// Results while the execution runs; the outcome contains them all. A text of this stream is
    /// `[place, Shown]` in JSON, the result at that place from now on, or empty to clear everything
    /// printed and shown.
    Display,
}

message! {
    /// A message of the page to the frame on the control port, which is separate from the worker's
    /// port.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum Control {
        /// Start the worker from the source that is attached (an `ArrayBuffer` of UTF-8 text). The
        /// second port is the worker's.
        Start,
        /// Interrupt an execution, which may not have begun yet.
        Interrupt {
            /// The id of the [`Request::Execute`](super::Request::Execute).
            id: RequestId,
        },
        /// Answer [`Notice::Input`].
        Input {
            /// The line without its line break; `None` if the user entered none, which Python sees
            /// as the end of the file.
            text: Option<String>,
        },
        /// Answer [`Notice::Wanted`]. Attachment: the archive as a `Blob`, if available.
        Archive {
            /// The ticket of the notice.
            ticket: u32,
            /// Why there is no archive, as a sentence.
            failed: Option<String>,
        },
        /// Run every egress probe of the frame. Answered by [`FrameNotice::SelfTested`].
        SelfTest {
            /// An absolute address that answers every request.
            target: String,
        },
    }
}

message! {
    /// A message of the frame to the page on the control port.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum FrameNotice {
        /// The worker has been started.
        Started {
            /// Whether there is shared memory, so that an interrupt keeps the variables.
            isolated: bool,
        },
        /// The worker reported an error that nothing caught, or could not be started.
        Died {
            /// What the browser said.
            message: String,
        },
        /// The results of the egress probes.
        SelfTested {
            /// The probes of the frame.
            probes: Vec<EgressProbe>,
        },
    }
}
