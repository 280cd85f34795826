//! The events of a session: one enum, which is the schema of the log.
//!
//! An event says what happened, never what to show. Ids are those of the page: unique in the
//! session, whatever they name. Field names are those of the JSON; a change of their meaning is a
//! new [`SCHEMA`] with a migration.

mod setting;

use std::collections::BTreeMap;
use std::sync::Arc;

use grounding::Claim;
use kernel::Profile;
use serde::{Deserialize, Serialize};

pub use self::setting::{Disclosure, Setting};
use crate::log::blob::{BlobRef, StoredOutcome};
use crate::log::usage::{Price, Tokens};

/// The version of the schema that this crate writes.
pub const SCHEMA: u32 = 3;

/// The id of a turn, a step, an execution or a file; unique in its session.
pub type Id = u32;

/// One event of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// Its sequence number: the first has 1, each later one more than the one before it. Compaction
    /// leaves gaps.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub ms: u64,
    /// What happened.
    pub body: Body,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Body {
    /// The session was created. Always the first event, and only that. The version of the schema is
    /// part of the record, here as in every other.
    Created {
        /// The session's id, unique in this browser.
        id: String,
    },
    /// The user named the session; an empty title returns to the one made from the first question.
    Renamed {
        /// The title.
        title: String,
    },
    /// The user pinned the session, or no longer wants it pinned. Nothing is dropped from a pinned
    /// one.
    Pinned {
        /// Whether it is pinned now.
        pinned: bool,
    },
    /// A setting got a value.
    SettingChanged {
        /// Which, and its value.
        setting: Setting,
    },
    /// A file was added.
    FileAdded {
        /// The file's id.
        file: Id,
        /// Its own name, with the folders that it came in.
        name: String,
        /// Its path under `/data`, once it is mounted.
        path: Option<String>,
        /// Its size in bytes.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        bytes: u64,
        /// SHA-256 of its bytes in hexadecimal, if it was computed.
        sha256: Option<String>,
        /// How its bytes are kept for later.
        kept: Kept,
        /// The package that it is, if it is a wheel that the user has had installed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wheel: Option<Wheel>,
    },
    /// The kernel mounted and profiled a file.
    FileProfiled {
        /// The file.
        file: Id,
        /// What the kernel found; its `path` is where the file is mounted.
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
        profile: Arc<Profile>,
    },
    /// A file was removed from the session.
    FileRemoved {
        /// The file.
        file: Id,
    },
    /// A file took the place of another one: code that names the other reads this one from then on.
    /// The same the other way round takes that back.
    FileReplaced {
        /// The file that is set aside; it stays part of the session.
        file: Id,
        /// The file in its place.
        by: Id,
    },
    /// The user asked a question, which begins a turn.
    QuestionAsked {
        /// The new turn's id.
        turn: Id,
        /// The turn that it follows; none for a first one.
        parent: Option<Id>,
        /// The question.
        text: String,
        /// The name of the model that answers.
        model: String,
        /// Whether that model runs in the page, so that nothing of the turn leaves it.
        local: bool,
    },
    /// The user edited a question, which begins a turn beside the older one.
    QuestionEdited {
        /// The new turn's id.
        turn: Id,
        /// The turn whose question was edited. It is kept, with all that follows it.
        of: Id,
        /// The question as it is now.
        text: String,
        /// The name of the model that answers.
        model: String,
        /// Whether that model runs in the page.
        local: bool,
    },
    /// Another branch is shown: the one through this turn. An undone turn is shown again.
    BranchChosen {
        /// The turn.
        turn: Id,
    },
    /// The user undid a turn: it is kept, and no longer shown, with all that follows it.
    TurnUndone {
        /// The turn.
        turn: Id,
    },
    /// A request left the browser: its entry in the ledger.
    RequestSent {
        /// The turn that it belongs to; none for the test of a connection.
        turn: Option<Id>,
        /// The address.
        to: String,
        /// Size of the body in bytes.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        bytes: u64,
        /// SHA-256 of the body in hexadecimal.
        sha256: String,
        /// The body itself, if it is kept: exactly what was disclosed.
        body: Option<BlobRef>,
    },
    /// A reply of the model is over, complete or not.
    ReplyEnded {
        /// The turn.
        turn: Id,
        /// Its tokens; none if the provider reported nothing.
        tokens: Option<Tokens>,
        /// What the model costs, as far as it was known then.
        price: Option<Price>,
    },
    /// The test of a connection is over.
    TestEnded {
        /// Its tokens; none if the provider reported nothing.
        tokens: Option<Tokens>,
        /// What the model costs, as far as it was known then.
        price: Option<Price>,
    },
    /// Another model than the chosen one answers, since that one did not.
    FallbackAnswered {
        /// The turn.
        turn: Id,
        /// The model that answers, as the user reads it.
        model: String,
    },
    /// A request was shortened, so that it fits into what the model can read.
    RequestFitted {
        /// The turn.
        turn: Id,
        /// What was done, as a sentence. It replaces the one before.
        text: String,
    },
    /// The model thought more, before its answer. No model reads it again, and nothing is concluded
    /// from it.
    ThoughtsReceived {
        /// The turn.
        turn: Id,
        /// The text to append.
        text: String,
    },
    /// The query that the turn is about: what the question was understood to ask, or what the user
    /// has asked for instead. It is shown above the answer, and a question after it may change it.
    QueryRead {
        /// The turn.
        turn: Id,
        /// The query and what the page shows beside it, as JSON that the log does not read. It
        /// replaces the one before.
        reading: String,
    },
    /// The model wrote more text. Pieces that follow each other are one event; see
    /// [`crate::log::Coalescer`].
    TextReceived {
        /// The turn.
        turn: Id,
        /// The text to append.
        text: String,
    },
    /// The model called for code. The text received so far in this turn is its remark, and no
    /// answer.
    StepCalled {
        /// The turn.
        turn: Id,
        /// The new step's id.
        step: Id,
        /// Which of the model's replies in this turn has the call, from 0. Calls of one reply
        /// belong together.
        reply: u32,
        /// The call's id, as the model must see it again.
        call: String,
        /// What the model wrote before it, as Markdown.
        remark: String,
        /// What the code is for, in a few words.
        purpose: String,
        /// Python source.
        code: String,
    },
    /// A call was answered without running anything.
    StepRefused {
        /// The turn.
        turn: Id,
        /// The step.
        step: Id,
        /// Why, as a sentence.
        why: String,
    },
    /// The user edited a step's code. It has not run yet.
    CodeEdited {
        /// The turn.
        turn: Id,
        /// The step.
        step: Id,
        /// The code as it is now.
        code: String,
    },
    /// Python began to run code.
    ExecutionBegan {
        /// The new execution's id.
        execution: Id,
        /// What it belongs to.
        origin: Origin,
        /// Python source.
        code: String,
        /// The runtime that runs it; none in logs of earlier versions of the page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        runtime: Option<Runtime>,
    },
    /// An execution ended.
    ExecutionEnded {
        /// The execution.
        execution: Id,
        /// What it produced.
        outcome: Arc<StoredOutcome>,
    },
    /// A model may read this of an execution: the tool result, exactly as the disclosure made it.
    ResultDisclosed {
        /// The execution, which is one of a step.
        execution: Id,
        /// Under which mode it was made.
        mode: Disclosure,
        /// The text.
        text: String,
        /// How many pictures were sent with it.
        images: u32,
    },
    /// The answer is complete.
    AnswerFinished {
        /// The turn.
        turn: Id,
        /// The whole answer as Markdown. It replaces the text received so far.
        text: String,
        /// What a model reads as this answer in later turns, if that is not the text: the page may
        /// show what code printed although the model may not know it.
        #[serde(default)]
        for_model: Option<String>,
        /// Its numbers and dates, each with what supports it; a step's id identifies the execution.
        #[cfg_attr(feature = "typescript", ts(type = "Array<unknown>"))]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
        #[serde(default)]
        claims: Vec<Claim>,
        /// The same of the remarks before its steps; empty in logs of earlier versions of the page.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        remarks: Vec<RemarkClaims>,
        /// The questions that may be meant, if the answer asks back.
        #[serde(default)]
        choices: Vec<String>,
        /// Whether it states something although nothing was computed for it.
        #[serde(default)]
        not_computed: bool,
    },
    /// A turn is over.
    TurnEnded {
        /// The turn.
        turn: Id,
        /// How.
        end: End,
        /// A sentence about it, if it ended early.
        message: Option<String>,
    },
    /// A kernel started, without any variable. What the session had is lost, and may be restored.
    KernelStarted {
        /// Why.
        cause: StartCause,
    },
    /// The user deleted the variables, for instance with a restart. They are not restored later.
    VariablesDeleted,
    /// Executions ran again, so that their variables are back.
    Replayed {
        /// Those that succeeded, in the order in which they ran.
        executions: Vec<Id>,
        /// The one that failed, after which none ran.
        failed: Option<Id>,
        /// What their outcomes were compared with, and how they differ; empty in older logs.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        compared: Vec<Compared>,
        /// The runtime that ran them again; none in logs of earlier versions of the page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        runtime: Option<Runtime>,
    },
    /// Blobs were deleted, since the browser ran out of space.
    OutputsDropped {
        /// Which.
        dropped: Vec<DroppedOutput>,
    },
}

/// The numbers and dates of the remark before a step, each with what supports it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemarkClaims {
    /// The step.
    pub step: Id,
    /// What supports the numbers of its remark.
    #[cfg_attr(feature = "typescript", ts(type = "Array<unknown>"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
    pub claims: Vec<Claim>,
}

/// The runtime that runs code: the interpreter, its packages, and what the page adds to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Runtime {
    /// The hash in the name of the build's manifest, which has the SHA-256 of each of the runtime's
    /// files.
    pub manifest: String,
    /// The versions of Python, Pyodide and all packages, by name; empty if another event of the
    /// log has them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, String>,
}

/// How the outcome of an execution that ran again compares to the stored one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Compared {
    /// The execution.
    pub execution: Id,
    /// How they differ, in words with both values; empty if they are the same. What is about a
    /// result begins with `result 1: `.
    pub differences: Vec<String>,
}

/// How a file's bytes are kept for later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Kept {
    /// By a handle to the user's own file, which the user has to permit again.
    Handle,
    /// As a copy in the browser's storage.
    Copy,
    /// Not at all: the user has to add it again.
    None,
}

/// The package in a wheel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wheel {
    /// The package's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of the wheel's bytes in hexadecimal.
    pub sha256: String,
    /// Whether the user has confirmed these three in this browser, so that a wheel of this SHA-256
    /// is installed again without asking. Never of a session that came as a file.
    #[serde(default)]
    pub confirmed: bool,
}

/// What an execution belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "from", rename_all = "lowercase")]
pub enum Origin {
    /// A step of a turn.
    Step {
        /// The turn.
        turn: Id,
        /// The step.
        step: Id,
    },
    /// Code of the user or of a script, outside any turn.
    Console {
        /// The last turn that was shown then; none before the first.
        after: Option<Id>,
    },
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// With an answer.
    Answered,
    /// At a limit: of steps, time or tokens, or it repeated itself.
    Limit,
    /// The user or a script stopped it.
    Stopped,
    /// The model or the kernel failed.
    Error,
    /// The page was closed while it ran. Written when the session is opened again.
    CutOff,
}

/// Why a kernel started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StartCause {
    /// The page was opened.
    Opened,
    /// The user restarted it.
    Restarted,
    /// The one before it crashed, or had to be terminated.
    Lost,
}

/// An output whose bytes are gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DroppedOutput {
    /// SHA-256 of the blob.
    pub sha256: String,
    /// What it was, for the user.
    pub name: String,
}
