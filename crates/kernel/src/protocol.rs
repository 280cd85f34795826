//! The worker's three vocabularies: requests to it, replies from it, notices in between.
//!
//! Each message travels as `{ message: <JSON text>, attachments: [ArrayBuffer | Blob, …] }` over a `MessagePort`. The JSON
//! is one of the enums below with the variant's name as its `type`, written by [`write()`] and read by [`read`]; attachments come
//! in the order in which the message names them. Every request gets exactly one reply with its id; notices come at any time.
//! `golden/` holds one example of each variant, which the tests on both sides of the border read.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

mod notice;
mod reply;

pub use notice::{Control, FrameNotice, Notice, Offer, StreamName};
pub use reply::{EgressProbe, Fate, Place, Reply, Start};

/// The JSON text of a message.
///
/// # Errors
/// None for the types of this module, whose keys are all text.
pub fn write(message: &impl Serialize) -> serde_json::Result<String> {
    // `{"executed": {"id": 1, …}}` becomes `{"type": "executed", "id": 1, …}`. Serde's own tagging would do the same, but
    // reading with it buffers each message in a form of its own, which cost the page 30 KB of code.
    let mut tagged = Map::new();
    match serde_json::to_value(message)? {
        Value::Object(variants) => {
            for (variant, fields) in variants {
                tagged.insert("type".to_owned(), variant.into());
                if let Value::Object(fields) = fields {
                    tagged.extend(fields);
                }
            }
        }
        unit => {
            tagged.insert("type".to_owned(), unit);
        }
    }
    serde_json::to_string(&tagged)
}

/// The message that a JSON text holds.
///
/// # Errors
/// Where the text is no JSON, has no known `type`, or lacks a field.
pub fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    let mut fields: Map<String, Value> = serde_json::from_str(text)?;
    let variant = match fields.remove("type") {
        Some(Value::String(variant)) => variant,
        _ => String::new(),
    };
    let message = if fields.is_empty() {
        Value::String(variant)
    } else {
        Value::Object(Map::from_iter([(variant, Value::Object(fields))]))
    };
    serde_json::from_value(message)
}

/// The id that a text has which is no message that [`read`] knows.
pub fn id(text: &str) -> Option<RequestId> {
    let fields: Map<String, Value> = serde_json::from_str(text).ok()?;
    RequestId::try_from(fields.get("id")?.as_u64()?).ok()
}

/// Names a request; unique within one life of the kernel.
pub type RequestId = u32;

/// What the page asks of the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Request {
    /// Start the interpreter. Attachments: one `Blob` per entry of `core`, then one per entry of `packages`. Posted by the page's script
    /// (`public/runtime`), which starts before its program.
    Boot {
        /// Answered by [`Reply::Booted`].
        id: RequestId,
        /// The roles of the runtime's own files: `wasm`, `lock` and `index`, with `facts`, `heap` and `libraries` for a start from a snapshot and with
        /// `stdlib` and `harness` for an ordinary one.
        core: Vec<String>,
        /// Archives that are here from the start.
        packages: Vec<PackageRef>,
        /// Modules to import before an ordinary start is over, so that the first question need not wait.
        warm: Vec<String>,
        /// What an execution may use.
        limits: Limits,
    },
    /// Take archives that code is going to import from, as [`Offer::Archives`] hands over others. Attachments: one `Blob` each.
    Load {
        /// Answered by [`Reply::Loaded`].
        id: RequestId,
        /// Whose they are.
        packages: Vec<PackageRef>,
    },
    /// Mount files read-only under `/data`. Attachments: one `File` each.
    Mount {
        /// Answered by [`Reply::Mounted`].
        id: RequestId,
        /// The names wanted; the worker makes them unique and safe.
        files: Vec<MountFile>,
    },
    /// Take a file out of `/data` again.
    Unmount {
        /// Answered by [`Reply::Unmounted`].
        id: RequestId,
        /// The path that [`Reply::Mounted`] gave.
        path: String,
    },
    /// Which modules does this code import that are neither in the standard library nor here? Asked before code is run where there is no
    /// shared memory, so that an import could not wait for its package.
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
        /// Whether `input()` may ask the user ([`Notice::Input`]); where it may not, it raises an error that says so.
        #[serde(default)]
        interactive: bool,
    },
    /// Look at a mounted file. Reading some kinds takes a package that is not there from the start; where there is no shared memory, for
    /// `.xlsx`, `.xlsm` and `.xltx` send [`Request::Imports`] with the code `import openpyxl` first, for `.xls` with `import xlrd`, for other
    /// pictures than PNG with `import PIL`, and load what it names. Without it the profile's `error` says what is missing.
    Profile {
        /// Answered by [`Reply::Profiled`].
        id: RequestId,
        /// The path that [`Reply::Mounted`] gave.
        path: String,
    },
    /// Hand out a file's bytes.
    Read {
        /// Answered by [`Reply::Content`].
        id: RequestId,
        /// An absolute path, or one relative to `/out`.
        path: String,
    },
    /// A window of a table that was shown.
    Table {
        /// Answered by [`Reply::Tabled`].
        id: RequestId,
        /// The [`Shown::id`](crate::Shown::id) of the result.
        result: String,
        /// How many rows that match stand before the window. Numbers are the page's script's, which checks them.
        offset: Value,
        /// How many rows it has at most, up to 1,000.
        limit: Value,
        /// The order, as `docs/protocol.md` writes it: `[{ column, descending }]`.
        sort: Value,
        /// Which rows: `[{ column, op, value }]`, all of which have to hold.
        filter: Value,
        /// A text that has to be somewhere in the row; empty for any row.
        search: String,
        /// `true` to describe each column as well.
        stats: Value,
        /// Which column's cells come whole, of a window of one row: its position, `true` for all, or null.
        whole: Value,
    },
    /// A table that was shown, as a file.
    Save {
        /// Answered by [`Reply::Saved`].
        id: RequestId,
        /// The [`Shown::id`](crate::Shown::id) of the result.
        result: String,
        /// `csv` or `xlsx`; the latter needs `import xlsxwriter` loaded, as [`Request::Profile`] says it of readers.
        format: String,
        /// The order, as `docs/protocol.md` writes it: `[{ column, descending }]`.
        sort: Value,
        /// Which rows: `[{ column, op, value }]`, all of which have to hold.
        filter: Value,
        /// A text that has to be somewhere in the row; empty for any row.
        search: String,
    },
    /// What is in a document under `/out` or `/data`, as results. Workbooks need `import openpyxl` loaded, `.docx`
    /// `import docx` and `.pptx` `import pptx`.
    Preview {
        /// Answered by [`Reply::Previewed`].
        id: RequestId,
        /// Its absolute path.
        path: String,
    },
    /// A figure as vectors; the kernel keeps the last twenty.
    Vectors {
        /// Answered by [`Reply::Vectored`].
        id: RequestId,
        /// The [`Shown::id`](crate::Shown::id) of the result.
        result: String,
    },
    /// Write files under `/out` that an earlier interpreter had written there. Attachments: one `Blob` each.
    Restore {
        /// Answered by [`Reply::Restored`].
        id: RequestId,
        /// Names relative to `/out`, perhaps with folders.
        files: Vec<MountFile>,
    },
    /// Run every egress probe of the worker and of Python.
    SelfTest {
        /// Answered by [`Reply::SelfTested`].
        id: RequestId,
        /// An absolute address that answers whoever reaches it.
        target: String,
    },
    /// Is somebody there? Answered at once and out of turn whenever the worker's thread is free, also while Python awaits.
    Ping {
        /// Answered by [`Reply::Pong`].
        id: RequestId,
    },
}

impl Request {
    /// The id that the reply will carry.
    pub fn id(&self) -> RequestId {
        match self {
            Self::Boot { id, .. }
            | Self::Load { id, .. }
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

/// A package whose archive is attached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PackageRef {
    /// Its name in the manifest; `python_stdlib` for the standard library.
    pub name: String,
}

/// What one execution may use, and the interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Limits {
    /// Bytes of stdout, and likewise of stderr, that are kept: half at the head, half at the tail.
    pub stream_bytes: usize,
    /// Results kept, figures among them.
    pub results: usize,
    /// Figures kept.
    pub figures: usize,
    /// Rows of a table that travel with a result.
    pub table_rows: usize,
    /// Bytes of the interpreter's memory; 0 leaves it to the browser.
    pub memory_bytes: u64,
    /// Bytes of one picture.
    pub image_bytes: u64,
    /// New files under `/out` of one execution.
    pub new_files: u64,
    /// Bytes under `/out` in all.
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
#[serde(rename_all = "camelCase")]
pub struct MountFile {
    /// The name that the user's file has.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A file as the kernel sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
