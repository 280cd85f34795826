//! The log of a session that the page has open: what the page reads of its state, which
//! [`StoredSession`](super::StoredSession) writes and stores.

mod changes;
mod consoles;

use std::cell::Ref;
use std::collections::HashSet;
use std::sync::Arc;

use kernel::Outcome;
use session::log::{BlobRef, OpenLog, Sent, State, StoredOutcome, Usage};

pub use self::changes::{RanCode, ShownStep, ShownTurn};
pub use self::consoles::{Consoles, StoredEntry};
use super::{ReadSession, RestoredTurn, SharedLog, StoredFile, stored_file};
use crate::session::Id;

/// The log of one session that is open. Clones share it.
#[derive(Clone, Default)]
pub struct SessionLog(pub SharedLog);

impl SessionLog {
    fn state(&self) -> Ref<'_, State> {
        Ref::map(self.0.borrow(), OpenLog::state)
    }

    /// Returns the turns that are shown, by which they can be changed; none while a turn is under
    /// way. `nfkc` returns a name in Unicode's form NFKC, as Python compares names.
    pub fn shown_turns(&self, nfkc: impl Fn(&str) -> String) -> Option<Vec<ShownTurn>> {
        changes::shown_turns(&self.state(), &nfkc)
    }

    /// Returns the newest turn that was undone after those that are shown; none while a turn is
    /// under way.
    pub fn undone(&self) -> Option<Id> {
        let state = &self.state();
        state.undone().filter(|_| state.open_turns().next().is_none())
    }

    /// Returns the session for showing other turns of it, see [`ReadSession::again`].
    pub fn shown_again(
        &self,
        before: Option<Id>,
        complete: bool,
        changed: &HashSet<Id>,
    ) -> ReadSession {
        ReadSession::again(&self.state(), before, complete, changed)
    }

    /// Returns the code that produced what is shown, in the order in which it runs.
    pub fn reruns(&self) -> Vec<RanCode> {
        let state = &self.state();
        state.comparable().iter().map(|rerun| RanCode::of(state, rerun)).collect()
    }

    /// Returns the code that produced what is shown, to run it with other files.
    pub fn renewable(&self) -> Vec<RanCode> {
        let state = &self.state();
        state.renewable().iter().map(|rerun| RanCode::of(state, rerun)).collect()
    }

    /// Returns whether a file of the session has this name in the storage, also one that another
    /// has replaced.
    pub fn has_file(&self, name: &str) -> bool {
        self.state().files().iter().any(|file| file.name == name)
    }

    /// Returns whether a file that another one has replaced has this name in the storage.
    pub fn is_set_aside(&self, name: &str) -> bool {
        let state = self.state();
        self.has_file(name) && !state.current_files().any(|file| file.name == name)
    }

    /// Returns whether nothing of a turn has left the page.
    pub fn is_local(&self, turn: Id) -> bool {
        self.state().turn(turn).is_some_and(|turn| turn.local)
    }

    /// Returns when an execution began, in milliseconds since 1970.
    pub fn began(&self, execution: Id) -> u64 {
        self.state().execution(execution).map_or(0, |execution| execution.ms)
    }

    /// Returns the file in whose place this one is.
    pub fn former_file(&self, by: Id) -> Option<StoredFile> {
        let state = &self.state();
        state.former_file(by).map(|file| stored_file(state, file))
    }

    /// Returns the steps of the turns that are shown.
    pub fn path_steps(&self) -> HashSet<Id> {
        let state = self.state();
        state.path().iter().flat_map(|turn| &turn.steps).map(|step| step.id).collect()
    }

    /// Returns which code of those that restore the variables is the next one that says `code`: its
    /// place from `next` on, else from the first, and its execution.
    pub fn next_rerun(&self, next: usize, code: &str) -> Option<(usize, Id)> {
        let state = self.state();
        let list = state.replay();
        let at = session::log::next_rerun(&list, next, code)?;
        Some((at, list.get(at)?.execution))
    }

    /// Returns what is to run before and after a step whose code was changed; none if the step is
    /// not shown.
    pub fn around(&self, turn: Id, step: Id) -> Option<(Vec<RanCode>, Vec<RanCode>)> {
        let state = &self.state();
        let (before, after) = state.around(turn, step)?;
        let all = |list: Vec<session::log::Rerun<'_>>| {
            list.iter().map(|rerun| RanCode::of(state, rerun)).collect()
        };
        Some((all(before), all(after)))
    }

    /// Returns how the outcome of code that has run again until `ms` differs from that of an
    /// execution, in sentences; `find` returns the bytes of a part of its outcome.
    ///
    /// # Errors
    /// If there is no such execution with an outcome.
    pub fn differences(
        &self,
        execution: Id,
        find: impl Fn(&BlobRef) -> Option<Vec<u8>>,
        after: Outcome,
        ms: u64,
    ) -> Result<Vec<String>, String> {
        let state = &self.state();
        let found = state.execution(execution);
        found
            .and_then(|execution| state.differences(execution, after, ms, find))
            .ok_or_else(|| words::log_there_is_no_stored().to_owned())
    }

    /// Returns the turns that are shown, with what running their steps again has shown.
    pub fn reran(&self) -> Vec<RestoredTurn> {
        ReadSession::of(&self.state()).turns
    }

    /// Returns the requests that left the browser, oldest first, each with the question that it
    /// belongs to.
    pub fn requests(&self) -> Vec<(Sent, Option<String>)> {
        let state = self.state();
        let question = |sent: &Sent| Some(state.turn(sent.turn?)?.question.clone());
        state.requests().iter().map(|sent| (sent.clone(), question(sent))).collect()
    }

    /// Returns what the runtimes say of an outcome that differed when the code ran again, as a
    /// sentence; empty if it did not.
    pub fn cause(&self, execution: Id) -> String {
        let state = &self.state();
        let cause = state.execution(execution).and_then(|execution| state.cause(execution));
        cause.map(|cause| cause.to_string()).unwrap_or_default()
    }

    /// Returns what the session has used, also in turns that are not shown.
    pub fn usage(&self) -> Usage {
        self.state().usage()
    }

    /// Returns what ran in the console along the turns that are shown; of the entries the newest
    /// `most`.
    pub fn consoles(&self, most: usize) -> Consoles {
        consoles::list(&self.state(), most)
    }

    /// Returns the stored outcome of an execution.
    pub fn outcome(&self, execution: Id) -> Option<Arc<StoredOutcome>> {
        self.state().execution(execution)?.outcome.clone()
    }
}
