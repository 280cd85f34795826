//! The logs of the sessions that the page has open.
//!
//! Reads the state of each session, which `app::session::stored` writes and stores.

mod changes;
mod consoles;

use std::cell::Ref;
use std::collections::HashSet;
use std::sync::Arc;

use app::session::Id;
use app::session::stored::{ReadSession, RestoredTurn, SharedLog, StoredFile, stored_file};
use js_sys::Uint8Array;
use kernel::Outcome;
use session::log::{BlobRef, OpenLog, Sent, State, StoredOutcome, Usage};

pub(crate) use self::changes::{Rerun, ShownTurn};
pub(crate) use self::consoles::Consoles;

/// The log of one session that is open. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct SessionLog(pub(crate) SharedLog);

impl SessionLog {
    fn state(&self) -> Ref<'_, State> {
        Ref::map(self.0.borrow(), OpenLog::state)
    }

    /// Returns the turns that are shown, by which they can be changed; none while a turn is under
    /// way.
    pub(crate) fn shown_turns(&self) -> Option<Vec<ShownTurn>> {
        changes::shown_turns(&self.state())
    }

    /// Returns the newest turn that was undone after those that are shown; none while a turn is
    /// under way.
    pub(crate) fn undone(&self) -> Option<Id> {
        let state = &self.state();
        state.undone().filter(|_| state.open_turns().next().is_none())
    }

    /// Returns the session for showing other turns of it, see [`ReadSession::again`].
    pub(crate) fn shown_again(
        &self,
        before: Option<Id>,
        complete: bool,
        changed: &HashSet<Id>,
    ) -> ReadSession {
        ReadSession::again(&self.state(), before, complete, changed)
    }

    /// Returns the code that produced what is shown, in the order in which it runs.
    pub(crate) fn reruns(&self) -> Vec<Rerun> {
        let state = &self.state();
        state.comparable().iter().map(|rerun| Rerun::of(state, rerun)).collect()
    }

    /// Returns the code that produced what is shown, to run it with other files.
    pub(crate) fn renewable(&self) -> Vec<Rerun> {
        let state = &self.state();
        state.renewable().iter().map(|rerun| Rerun::of(state, rerun)).collect()
    }

    /// Returns whether a file of the session has this name in the storage, also one that another
    /// has replaced.
    pub(crate) fn has_file(&self, name: &str) -> bool {
        self.state().files().iter().any(|file| file.name == name)
    }

    /// Returns whether a file that another one has replaced has this name in the storage.
    pub(crate) fn is_set_aside(&self, name: &str) -> bool {
        let state = self.state();
        self.has_file(name) && !state.current_files().any(|file| file.name == name)
    }

    /// Returns whether nothing of a turn has left the page.
    pub(crate) fn is_local(&self, turn: Id) -> bool {
        self.state().turn(turn).is_some_and(|turn| turn.local)
    }

    /// Returns when an execution began, in milliseconds since 1970.
    pub(crate) fn began(&self, execution: Id) -> u64 {
        self.state().execution(execution).map_or(0, |execution| execution.ms)
    }

    /// Returns the file in whose place this one is.
    pub(crate) fn former_file(&self, by: Id) -> Option<StoredFile> {
        let state = &self.state();
        state.former_file(by).map(|file| stored_file(state, file))
    }

    /// Returns the steps of the turns that are shown.
    pub(crate) fn path_steps(&self) -> HashSet<Id> {
        let state = self.state();
        state.path().iter().flat_map(|turn| &turn.steps).map(|step| step.id).collect()
    }

    /// Returns which code of those that restore the variables is the next one that says `code`: its
    /// place from `next` on, else from the first, and its execution.
    pub(crate) fn next_rerun(&self, next: usize, code: &str) -> Option<(usize, Id)> {
        let state = self.state();
        let list = state.replay();
        let at = session::log::next_rerun(&list, next, code)?;
        Some((at, list.get(at)?.execution))
    }

    /// Returns what is to run before and after a step whose code was changed; none if the step is
    /// not shown.
    pub(crate) fn around(&self, turn: Id, step: Id) -> Option<(Vec<Rerun>, Vec<Rerun>)> {
        let state = &self.state();
        let (before, after) = state.around(turn, step)?;
        let all = |list: Vec<session::log::Rerun<'_>>| {
            list.iter().map(|rerun| Rerun::of(state, rerun)).collect()
        };
        Some((all(before), all(after)))
    }

    /// Returns how the outcome of code that has run again until `ms` differs from that of an
    /// execution, in sentences; `blobs` has the bytes of its parts.
    ///
    /// # Errors
    /// If there is no such execution with an outcome.
    pub(crate) fn differences(
        &self,
        execution: Id,
        blobs: &[Option<Uint8Array>],
        after: Outcome,
        ms: f64,
    ) -> Result<Vec<String>, String> {
        let state = &self.state();
        let execution = state.execution(execution).ok_or(words::log_there_is_no_stored())?;
        let stored = execution.outcome.as_deref().ok_or(words::log_there_is_no_stored())?;
        let find = |blob: &BlobRef| bytes_of(stored, blobs, blob);
        state
            .differences(execution, after, time(ms), find)
            .ok_or_else(|| words::log_there_is_no_stored().to_owned())
    }

    /// Returns the turns that are shown, with what running their steps again has shown.
    pub(crate) fn reran(&self) -> Vec<RestoredTurn> {
        ReadSession::of(&self.state()).turns
    }

    /// Returns the requests that left the browser, oldest first, each with the question that it
    /// belongs to.
    pub(crate) fn requests(&self) -> Vec<(Sent, Option<String>)> {
        let state = self.state();
        let question = |sent: &Sent| Some(state.turn(sent.turn?)?.question.clone());
        state.requests().iter().map(|sent| (sent.clone(), question(sent))).collect()
    }

    /// Returns what the runtimes say of an outcome that differed when the code ran again, as a
    /// sentence; empty if it did not.
    pub(crate) fn cause(&self, execution: Id) -> String {
        let state = &self.state();
        let cause = state.execution(execution).and_then(|execution| state.cause(execution));
        cause.map(|cause| cause.to_string()).unwrap_or_default()
    }

    /// Returns what the session has used, also in turns that are not shown.
    pub(crate) fn usage(&self) -> Usage {
        self.state().usage()
    }

    /// Returns what ran in the console along the turns that are shown; of the entries the newest
    /// `most`.
    pub(crate) fn consoles(&self, most: usize) -> Consoles {
        consoles::list(&self.state(), most)
    }

    /// Returns the stored outcome of an execution.
    pub(crate) fn outcome(&self, execution: Id) -> Option<Arc<StoredOutcome>> {
        self.state().execution(execution)?.outcome.clone()
    }
}

/// Returns a stored outcome with its blobs: `blobs` has the bytes of each of its parts in order,
/// none if they are gone.
pub(crate) fn attached(stored: &StoredOutcome, blobs: &[Option<Uint8Array>]) -> Outcome {
    session::log::attach(stored, |blob| bytes_of(stored, blobs, blob)).0
}

/// Returns the bytes of a blob of a stored outcome, of whose parts `blobs` has the bytes in order.
fn bytes_of(
    stored: &StoredOutcome,
    blobs: &[Option<Uint8Array>],
    blob: &BlobRef,
) -> Option<Vec<u8>> {
    let at = stored.parts.iter().position(|part| part.blob == *blob)?;
    blobs.get(at)?.as_ref().map(Uint8Array::to_vec)
}

/// Returns milliseconds since 1970, which JavaScript has as a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "times are positive and whole"
)]
pub(crate) fn time(ms: f64) -> u64 {
    ms.max(0.0) as u64
}
