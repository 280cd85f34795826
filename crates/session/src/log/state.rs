//! The state of a session: a fold over its events.
//!
//! Everything that the page shows of a session follows from it. An event that does not fit (a
//! record before it was damaged) never stops the fold: what it belongs to is added as lost, and a
//! [`Problem`] says so.

mod apply;
mod comparison;
mod executions;
mod freshness;
mod history;
mod replacing;
mod replay;
#[cfg(test)]
mod tests;
mod tree;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use grounding::Claim;
use kernel::Profile;

use crate::log::blob::{BlobRef, StoredOutcome};
use crate::log::usage::Usage;
use crate::log::{Disclosure, End, Id, Kept, Origin, Wheel, title};

pub use freshness::Freshness;
pub use history::{Change, History, PastTurn};
pub use replay::{Check, Rerun, next_rerun};

/// A session after some of its events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    id: String,
    created_ms: u64,
    changed_ms: u64,
    seq: u64,
    name: String,
    pinned: bool,
    settings: Settings,
    files: Vec<File>,
    /// The files that took the place of others, in that order.
    replacements: Vec<replacing::Replacement>,
    /// Identifies the files that code reads: another number after each replacement, and the same
    /// again once it was taken back.
    data: u64,
    turns: Vec<Turn>,
    executions: Vec<Execution>,
    turn_at: HashMap<Id, usize>,
    execution_at: HashMap<Id, usize>,
    /// First turns, oldest first.
    roots: Vec<Id>,
    /// The first turn that is shown.
    root: Option<Id>,
    /// The last turn that is shown.
    leaf: Option<Id>,
    requests: Vec<Sent>,
    /// What tests of connections have used.
    tests: Usage,
    dropped: BTreeSet<String>,
    kernel: Kernel,
    /// The runtimes that have run code: the versions of each by its manifest, none if they are
    /// not known.
    runtimes: BTreeMap<String, BTreeMap<String, String>>,
    changes: Vec<history::Made>,
    problems: Vec<Problem>,
    greatest_id: Id,
}

/// The settings of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The model's name; none until one was chosen.
    pub model: Option<String>,
    /// What a model may see; none while the user has not chosen.
    pub disclosure: Option<Disclosure>,
    /// Seconds that one execution may take; 0 for no limit.
    pub seconds: Option<u32>,
    /// Bytes of Python's memory; 0 for as much as the browser allows.
    pub memory: Option<u64>,
    /// Models that write code blocks instead of tool calls.
    pub write_blocks: BTreeSet<String>,
    /// How random answers are; none for the model's default.
    pub temperature: Option<f64>,
    /// How much the model thinks; none for the model's default.
    pub effort: Option<chat::Effort>,
    /// How many replies of a turn may run code; none for the page's default.
    pub steps: Option<u32>,
    /// What the user adds to the system prompt.
    pub instructions: String,
}

/// A file of the session.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Its id.
    pub id: Id,
    /// Its own name.
    pub name: String,
    /// Its path under `/data`, once it is mounted.
    pub path: Option<String>,
    /// Its size in bytes.
    pub bytes: u64,
    /// SHA-256 of its bytes, if known.
    pub sha256: Option<String>,
    /// How its bytes are kept.
    pub kept: Kept,
    /// The package that it is, if it is a wheel.
    pub wheel: Option<Wheel>,
    /// What the kernel found.
    pub profile: Option<Arc<Profile>>,
}

/// A turn with all that followed its question.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Its id.
    pub id: Id,
    /// The turn that it follows.
    pub parent: Option<Id>,
    /// The turn whose question was edited into this one's.
    pub edited_from: Option<Id>,
    /// When it was asked.
    pub ms: u64,
    /// The question; empty if its record is lost.
    pub question: String,
    /// The model that answers.
    pub model: String,
    /// Whether nothing of it left the page.
    pub local: bool,
    /// What a model was allowed to see when it was asked.
    pub disclosure: Disclosure,
    /// The answer, or its text so far.
    pub answer: String,
    /// What a model reads as its answer, if that is something else.
    pub for_model: Option<String>,
    /// Whether the answer is complete.
    pub answered: bool,
    /// The sequence number of the complete answer.
    answered_at: u64,
    /// The files that the answer was made from, see [`State::is_former`].
    data: u64,
    /// Its answers that were made from other files.
    set_aside: Vec<replacing::Answer>,
    /// What supports the answer's numbers.
    pub claims: Vec<Claim>,
    /// The questions that may be meant.
    pub choices: Vec<String>,
    /// Whether it states something although nothing was computed for it.
    pub not_computed: bool,
    /// Its tool calls.
    pub steps: Vec<Step>,
    /// What the model's replies have used.
    pub usage: Usage,
    /// The model that answered in place of the chosen one, if another did.
    pub fallback: Option<String>,
    /// What was done to the latest request so that it fits into what the model can read; empty if
    /// nothing.
    pub fitted: String,
    /// The query that it is about, as JSON; empty if there is none.
    pub reading: String,
    /// What the model thought, up to [`crate::log::MAX_THOUGHTS`].
    pub thoughts: String,
    /// How it ended; none while it runs, and if the page was closed meanwhile.
    pub end: Option<End>,
    /// A sentence about its end.
    pub message: Option<String>,
    /// Whether the user undid it.
    pub undone: bool,
    /// Whether the record of its question is lost.
    pub lost: bool,
    /// The turns that follow it, oldest first.
    pub children: Vec<Id>,
    /// The one of them that is shown.
    chosen: Option<Id>,
    /// What had run before the answer was complete.
    basis: u64,
    /// What has run on the path to its end.
    ran: u64,
}

/// A tool call.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its id.
    pub id: Id,
    /// Which of the model's replies has it.
    pub reply: u32,
    /// The call's id.
    pub call: String,
    /// What the model wrote before it.
    pub remark: String,
    /// What supports the remark's numbers.
    pub claims: Vec<Claim>,
    /// What the code is for.
    pub purpose: String,
    /// The code as the model wrote it.
    pub called: String,
    /// The code as it is now.
    pub code: String,
    /// Why it was not run, if so.
    pub refused: Option<String>,
    /// Its executions, oldest first.
    pub executions: Vec<Id>,
    /// Hashes of the code as it is now, and as it ran last.
    hash: u64,
    ran: Option<u64>,
}

/// One run of a piece of Python.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// Its id.
    pub id: Id,
    /// What it belongs to.
    pub origin: Origin,
    /// The code as it was written; see [`Execution::as_run`].
    pub code: String,
    /// The sequence number of its begin.
    pub seq: u64,
    /// When it began.
    pub ms: u64,
    /// The manifest of the runtime that ran it, if the log has it.
    pub runtime: Option<String>,
    /// What it produced; none while it runs, and if the kernel was lost meanwhile.
    pub outcome: Option<Arc<StoredOutcome>>,
    /// Whether its kernel was lost before it ended.
    pub cut_off: bool,
    /// What a model may read of it.
    pub disclosed: Option<DisclosedText>,
    /// What running it again has shown, the last time.
    pub compared: Option<Comparison>,
    /// What had run before it on its path.
    basis: u64,
    /// The files that it read.
    data: u64,
}

/// How an outcome compares to the one of the same code that ran again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// When it ran again, in milliseconds since 1970.
    pub ms: u64,
    /// The manifest of the runtime that ran it again, if the log has it.
    pub runtime: Option<String>,
    /// How it differs, in words; empty if it does not.
    pub differences: Vec<String>,
}

/// What a model may read of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisclosedText {
    /// Under which mode it was made.
    pub mode: Disclosure,
    /// The text.
    pub text: String,
    /// How many pictures were sent with it.
    pub images: u32,
}

/// A request that left the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The turn that it belongs to; none for the test of a connection.
    pub turn: Option<Id>,
    /// When.
    pub ms: u64,
    /// The address.
    pub to: String,
    /// Size of the body in bytes.
    pub bytes: u64,
    /// SHA-256 of the body.
    pub sha256: String,
    /// The body, if it is kept.
    pub body: Option<BlobRef>,
}

/// An event that did not fit what is before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The event's sequence number.
    pub seq: u64,
    /// What is wrong, as a sentence.
    pub text: String,
}

/// What ran in the kernel since it started.
#[derive(Clone, Debug, Default, PartialEq)]
struct Kernel {
    /// Executions that succeeded, in order.
    ran: Vec<Id>,
    /// The last event that deleted the variables deliberately.
    deleted: u64,
}

impl State {
    /// Returns the state after these events.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a crate::log::Event>) -> Self {
        let mut state = Self::default();
        events.into_iter().for_each(|event| state.apply(event));
        state
    }

    /// Returns the session's id; empty if its first record is lost.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns when the session was created, in milliseconds since 1970.
    pub fn created_ms(&self) -> u64 {
        self.created_ms
    }

    /// Returns when the last event happened.
    pub fn changed_ms(&self) -> u64 {
        self.changed_ms
    }

    /// Returns the sequence number of the last event; 0 if there is none.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns an id that nothing in the session has.
    pub fn next_id(&self) -> Id {
        self.greatest_id.saturating_add(1)
    }

    /// Returns the name that the user chose, else the title of the first question that is shown;
    /// empty before it.
    pub fn title(&self) -> String {
        if !self.name.is_empty() {
            return self.name.clone();
        }
        let first = self.root.and_then(|root| self.turn(root)).filter(|turn| !turn.undone);
        first.map(|turn| title(&turn.question)).unwrap_or_default()
    }

    /// Returns whether the user pinned it.
    pub fn is_pinned(&self) -> bool {
        self.pinned
    }

    /// Returns the session under the id that the storage has it, pinned or not.
    #[must_use]
    pub fn stored_as(self, id: &str, pinned: bool) -> Self {
        Self { id: id.to_owned(), pinned, ..self }
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the files, in the order in which they came.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// Returns all turns of all branches, oldest first.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns a turn.
    pub fn turn(&self, id: Id) -> Option<&Turn> {
        self.turns.get(*self.turn_at.get(&id)?)
    }

    /// Returns all executions, oldest first.
    pub fn executions(&self) -> &[Execution] {
        &self.executions
    }

    /// Returns an execution.
    pub fn execution(&self, id: Id) -> Option<&Execution> {
        self.executions.get(*self.execution_at.get(&id)?)
    }

    /// Returns the requests that left the browser, oldest first.
    pub fn requests(&self) -> &[Sent] {
        &self.requests
    }

    /// Returns what all turns have used, also those that are not shown, and the tests of
    /// connections.
    pub fn usage(&self) -> Usage {
        let mut usage = self.tests.clone();
        self.turns.iter().for_each(|turn| usage.add_all(&turn.usage));
        usage
    }

    /// Returns whether the bytes of a blob were dropped.
    pub fn is_dropped(&self, sha256: &str) -> bool {
        self.dropped.contains(sha256)
    }

    /// Returns the turns without an end, oldest first. Right after a log was read they are cut off:
    /// the page was closed while they ran.
    pub fn open_turns(&self) -> impl Iterator<Item = &Turn> {
        self.turns.iter().filter(|turn| turn.end.is_none())
    }

    /// Returns the events that did not fit.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl Turn {
    pub(crate) fn step(&self, id: Id) -> Option<&Step> {
        self.steps.iter().find(|step| step.id == id)
    }

    fn step_mut(&mut self, id: Id) -> Option<&mut Step> {
        self.steps.iter_mut().find(|step| step.id == id)
    }
}
