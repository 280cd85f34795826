//! The worker's messages: requests to it, replies from it, and notices in between.
//!
//! Each message travels as `{ message: <JSON text>, attachments: [ArrayBuffer | Blob, …] }` over a
//! `MessagePort`. The JSON is one of the enums below with the variant's name as its `type`, written
//! by [`write()`] and parsed by [`read`]; attachments are in the order in which the message names
//! them. Every request gets exactly one reply with its id; notices come at any time. `golden/`
//! holds one example of each variant, which the tests of both sides read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::choices::TableChoice;
use crate::reading::Reading;

mod message;
mod notice;
mod reply;

use message::message;
pub use message::{Message, read};
pub use notice::{Control, FrameNotice, Notice, Offer, StreamName};
pub use reply::{EgressProbe, Fate, Place, Reply, Start};

/// Returns the JSON text of a message.
///
/// # Errors
/// None for the types of this module, whose keys are all text.
pub fn write(message: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(message)
}

/// Returns the id in a text that is not a message known to [`read`].
pub fn id(text: &str) -> Option<RequestId> {
    let fields: Map<String, Value> = serde_json::from_str(text).ok()?;
    RequestId::try_from(fields.get("id")?.as_u64()?).ok()
}

/// The id of a request, unique within one lifecycle of the kernel.
pub type RequestId = u32;

message! {
    /// A request of the page to the worker.
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum Request {
        /// Start the interpreter. Attachments: one `Blob` per entry of `core`, then one per entry
        /// of `packages`. Posted by the page's script (`web/runtime`), which starts before its
        /// program.
        Boot {
            /// Answered by [`Reply::Booted`].
            id: RequestId,
            /// The roles of the runtime's own files: `wasm`, `lock` and `index`, with `facts`,
            /// `heap` and `libraries` for a start from a snapshot, or with `stdlib` and `harness`
            /// for an ordinary one.
            core: Vec<String>,
            /// Archives that are available from the start.
            packages: Vec<PackageRef>,
            /// Modules to import before an ordinary start is over, so that the first question need
            /// not wait.
            warm: Vec<String>,
            /// The limits of executions and of the interpreter.
            limits: Limits,
        },
        /// Take archives that code is going to import from, like those of [`Offer::Archives`].
        /// Attachments: one `Blob` each.
        Load {
            /// Answered by [`Reply::Loaded`].
            id: RequestId,
            /// The packages of the archives.
            packages: Vec<PackageRef>,
        },
        /// Install the files of a wheel that the user has dropped and confirmed. Nothing of it
        /// runs. Attachment: one `Blob`, an archive whose entries are stored, made by the crate
        /// `wheels`.
        Install {
            /// Answered by [`Reply::Installed`].
            id: RequestId,
            /// The wheel.
            wheel: WheelRef,
        },
        /// Mount files read-only under `/data`. Attachments: one `File` each.
        Mount {
            /// Answered by [`Reply::Mounted`].
            id: RequestId,
            /// The names wanted; the worker makes them unique and safe.
            files: Vec<MountFile>,
        },
        /// Remove a file from `/data`.
        Unmount {
            /// Answered by [`Reply::Unmounted`].
            id: RequestId,
            /// The path from [`Reply::Mounted`].
            path: String,
        },
        /// List the modules that this code imports and that are neither in the standard library nor
        /// available. Sent before code runs if there is no shared memory, so that an import
        /// could not wait for its package.
        Imports {
            /// Answered by [`Reply::Imports`].
            id: RequestId,
            /// Python source.
            code: String,
        },
        /// Run code in the session's interpreter.
        Execute {
            /// Answered by [`Reply::Executed`].
            id: RequestId,
            /// Python source.
            code: String,
            /// Whether `input()` may ask the user ([`Notice::Input`]); if not, it raises an error
            /// that says so.
            #[serde(default)]
            interactive: bool,
            /// How the files' profiles say that they are read, which completes calls that leave it
            /// out.
            #[serde(default)]
            readings: Vec<Reading>,
            /// Whether it is not the session's code, but the page's own: it is not among what can
            /// be run again. Not sent.
            #[serde(skip)]
            silent: bool,
        },
        /// Profile a mounted file. Some kinds need a package that is not available from the start.
        /// If there is no shared memory, send [`Request::Imports`] first and load what it names:
        /// with the code `import openpyxl` for `.xlsx`, `.xlsm` and `.xltx`, `import xlrd` for
        /// `.xls`, `import PIL` for images other than PNG. Without the package, the profile's
        /// `error` says what is missing.
        Profile {
            /// Answered by [`Reply::Profiled`].
            id: RequestId,
            /// The path from [`Reply::Mounted`].
            path: String,
            /// The encoding that the user has chosen among those of an earlier profile; ignored if
            /// the text does not fit it.
            #[serde(default)]
            encoding: Option<String>,
            /// How else the user has the tables read; what does not fit the file is left out of
            /// the profile.
            #[serde(default)]
            choices: Vec<TableChoice>,
        },
        /// Return a file's bytes.
        Read {
            /// Answered by [`Reply::Content`].
            id: RequestId,
            /// An absolute path, or one relative to `/out`.
            path: String,
        },
        /// Return a window of a table that was shown.
        Table {
            /// Answered by [`Reply::Tabled`].
            id: RequestId,
            /// The [`Shown::id`](crate::Shown::id) of the result.
            result: String,
            /// Number of matching rows before the window.
            offset: Value,
            /// Maximum number of rows in the window, up to 1,000.
            limit: Value,
            /// The sort order, as in `docs/protocol.md`: `[{ column, descending }]`.
            sort: Value,
            /// The conditions that a row has to meet, all of them: `[{ column, op, value }]`.
            filter: Value,
            /// Text that a row has to contain; empty for any row.
            search: String,
            /// `true` to describe each column as well.
            stats: Value,
            /// For a window of one row: the position of the column whose cell is not shortened,
            /// `true` for all, or null.
            whole: Value,
            /// Number of columns before those of the window, without index levels; null for none.
            #[serde(default)]
            first_column: Value,
        },
        /// Export a table that was shown.
        Save {
            /// Answered by [`Reply::Saved`].
            id: RequestId,
            /// The [`Shown::id`](crate::Shown::id) of the result.
            result: String,
            /// `csv` or `xlsx`; the latter needs `import xlsxwriter` loaded, as described for
            /// [`Request::Profile`].
            format: String,
            /// The sort order, as in `docs/protocol.md`: `[{ column, descending }]`.
            sort: Value,
            /// The conditions that a row has to meet, all of them: `[{ column, op, value }]`.
            filter: Value,
            /// Text that a row has to contain; empty for any row.
            search: String,
        },
        /// Return the contents of a document under `/out` or `/data` as results. Workbooks need
        /// `import openpyxl` loaded, `.docx` `import docx` and `.pptx` `import pptx`.
        Preview {
            /// Answered by [`Reply::Previewed`].
            id: RequestId,
            /// Its absolute path.
            path: String,
            /// The table of it to return, read as its profile says; else what the document shows.
            table: Option<TableOf>,
        },
        /// Return a figure as vectors; the kernel keeps the last twenty.
        Vectors {
            /// Answered by [`Reply::Vectored`].
            id: RequestId,
            /// The [`Shown::id`](crate::Shown::id) of the result.
            result: String,
        },
        /// Write files under `/out` that an earlier interpreter had written. Attachments: one
        /// `Blob` each.
        Restore {
            /// Answered by [`Reply::Restored`].
            id: RequestId,
            /// Names relative to `/out`, possibly with folders.
            files: Vec<MountFile>,
        },
        /// Run every egress probe of the worker and of Python.
        SelfTest {
            /// Answered by [`Reply::SelfTested`].
            id: RequestId,
            /// An absolute address that answers every request.
            target: String,
        },
        /// Check that the worker is alive. Answered at once and out of turn whenever the worker's
        /// thread is free, also while Python awaits.
        Ping {
            /// Answered by [`Reply::Pong`].
            id: RequestId,
        },
    }
}

impl Request {
    /// Returns the id that the reply will carry.
    pub fn id(&self) -> RequestId {
        match self {
            Self::Boot { id, .. }
            | Self::Load { id, .. }
            | Self::Install { id, .. }
            | Self::Mount { id, .. }
            | Self::Unmount { id, .. }
            | Self::Imports { id, .. }
            | Self::Execute { id, .. }
            | Self::Profile { id, .. }
            | Self::Read { id, .. }
            | Self::Table { id, .. }
            | Self::Save { id, .. }
            | Self::Preview { id, .. }
            | Self::Vectors { id, .. }
            | Self::Restore { id, .. }
            | Self::SelfTest { id, .. }
            | Self::Ping { id } => *id,
        }
    }
}

/// A table of a file, as its profile describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableOf {
    /// The expression that reads it, [`Table::reader`](crate::Table::reader).
    pub reader: String,
    /// Its name for the user: that of the file, or of the sheet.
    pub name: String,
    /// The most rows.
    pub rows: u32,
    /// The expressions that convert columns after that, [`Column::conversion`](crate::Column), by
    /// the column's name.
    #[serde(default)]
    pub conversions: BTreeMap<String, String>,
}

/// A package whose archive is attached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PackageRef {
    /// Its name in the manifest; `python_stdlib` for the standard library.
    pub name: String,
}

/// A wheel of the user whose files are attached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WheelRef {
    /// The package's name.
    pub name: String,
    /// The package's version.
    pub version: String,
    /// SHA-256 of the wheel in hexadecimal.
    pub sha256: String,
}

/// The limits of one execution and of the interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Limits {
    /// Bytes of stdout, and likewise of stderr, that are kept: half at the head, half at the tail.
    pub stream_bytes: usize,
    /// Results kept, including figures.
    pub results: usize,
    /// Figures kept.
    pub figures: usize,
    /// Rows of a table that travel with a result.
    pub table_rows: usize,
    /// Bytes of the interpreter's memory; 0 leaves it to the browser.
    pub memory_bytes: u64,
    /// Bytes of one image.
    pub image_bytes: u64,
    /// New files under `/out` of one execution.
    pub new_files: u64,
    /// Bytes under `/out` in total.
    pub out_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            stream_bytes: 1 << 20,
            results: 100,
            figures: 20,
            table_rows: 100,
            memory_bytes: 2 << 30,
            image_bytes: 10 << 20,
            new_files: 200,
            out_bytes: 1 << 30,
        }
    }
}

/// A file to mount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MountFile {
    /// The name of the user's file.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A file as the kernel sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Mounted {
    /// Its name, unique under `/data`.
    pub name: String,
    /// Its absolute path.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
}

#[cfg(test)]
mod tests;
