//! The logs of the sessions that the page has open.
//!
//! Owns the state of each session. Stores nothing: records go to [`crate::stored`], which stores
//! them, and come from there. The page's program reads the state too.

mod changes;
mod consoles;
mod reruns;
mod restored;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use app::session::Id;
use app::session::stored::StoredFile;
use js_sys::Uint8Array;
use kernel::Outcome;
use session::log::{
    BlobRef, Body, Coalescer, Drops, End, Event, Sent, StartCause, State, StoredOutcome,
    StoredPart, StoredSession, Stream, Usage, WriteError, Writer,
};
use wasm_bindgen::JsValue;

pub(crate) use self::changes::{Rerun, ShownTurn};
pub(crate) use self::consoles::Consoles;
use crate::foreign;

/// Why outcomes cannot be compared.
pub(crate) const NO_OUTCOME: &str = "There is no stored outcome to compare with.";

/// The log of one session that is open. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct SessionLog(Rc<RefCell<Log>>);

/// A stored session that was opened.
pub(crate) struct Opened {
    /// What cannot be read, as sentences.
    pub(crate) damage: Vec<String>,
    /// The records that replace the stored ones, where those are damaged or of an older version.
    pub(crate) rewrite: Option<Vec<String>>,
    /// The records to append then.
    pub(crate) ended: Vec<String>,
    /// What the page shows, see [`restored::Session`].
    pub(crate) session: JsValue,
}

/// The writer of a log, and the state that follows from what it has written.
#[derive(Default)]
struct Log {
    writer: Writer,
    state: State,
    /// Text of the model that is not an event yet.
    text: Coalescer,
}

impl Log {
    /// Appends an event after the text that is pending; returns their records.
    fn push(&mut self, ms: u64, body: Body) -> Result<String, WriteError> {
        let pending = self.text.flush();
        self.write(ms, pending.into_iter().chain([body]))
    }

    /// Adds a piece of what a model writes; returns the records of what it completes.
    fn piece(
        &mut self,
        ms: f64,
        turn: u32,
        stream: Stream,
        piece: &str,
    ) -> Result<String, WriteError> {
        let ready = self.text.push(turn, stream, piece, time(ms));
        self.write(time(ms), ready)
    }

    /// Ends what the page was closed during; returns the records.
    fn end(&mut self, ms: u64) -> Result<Vec<String>, WriteError> {
        let cut_off: Vec<_> = self.state.open_turns().map(|turn| turn.id).collect();
        let mut ended = Vec::new();
        for turn in cut_off {
            let message = Some("The page was closed before this was complete.".to_owned());
            ended.push(self.push(ms, Body::TurnEnded { turn, end: End::CutOff, message })?);
        }
        ended.push(self.push(ms, Body::KernelStarted { cause: StartCause::Opened })?);
        Ok(ended)
    }

    fn write(
        &mut self,
        ms: u64,
        bodies: impl IntoIterator<Item = Body>,
    ) -> Result<String, WriteError> {
        let mut records = String::new();
        for body in bodies {
            let (event, record) = self.writer.append(ms, body)?;
            self.state.apply(&event);
            records.push_str(&record);
        }
        Ok(records)
    }
}

impl SessionLog {
    /// Returns the turns that are shown, by which they can be changed; none while a turn is under
    /// way.
    pub(crate) fn shown_turns(&self) -> Option<Vec<ShownTurn>> {
        changes::shown_turns(&self.0.borrow().state)
    }

    /// Returns the newest turn that was undone after those that are shown; none while a turn is
    /// under way.
    pub(crate) fn undone(&self) -> Option<Id> {
        let state = &self.0.borrow().state;
        state.undone().filter(|_| state.open_turns().next().is_none())
    }

    /// Returns the session for showing other turns of it, or its steps with other outcomes; the
    /// page's settings stay. `before` names a turn that is left out with all that follows it,
    /// `complete` says that the interpreter has the variables of the turns, and the page does not
    /// show the outcomes of `changed` steps yet.
    ///
    /// # Errors
    /// If it cannot be passed on.
    pub(crate) fn shown_again(
        &self,
        before: Option<Id>,
        complete: bool,
        changed: &HashSet<Id>,
    ) -> Result<JsValue, String> {
        let log = self.0.borrow();
        let mut state = Cow::Borrowed(&log.state);
        if let Some(turn) = before {
            state.to_mut().apply(&Event { seq: u64::MAX, ms: 0, body: Body::TurnUndone { turn } });
        }
        foreign::plain(&restored::Session::again(&state, complete, changed))
    }

    /// Returns the code that produced what is shown, in the order in which it runs.
    pub(crate) fn reruns(&self) -> Vec<Rerun> {
        let state = &self.0.borrow().state;
        state.comparable().iter().map(|rerun| Rerun::of(state, rerun)).collect()
    }

    /// Returns which code of those that restore the variables is the next one that says `code`: its
    /// place from `next` on, else from the first, and its execution.
    pub(crate) fn next_rerun(&self, next: usize, code: &str) -> Option<(usize, Id)> {
        let log = self.0.borrow();
        let list = log.state.replay();
        let at = session::log::next_rerun(&list, next, code)?;
        Some((at, list.get(at)?.execution))
    }

    /// Returns what is to run before and after a step whose code was changed; none if the step is
    /// not shown.
    pub(crate) fn around(&self, turn: Id, step: Id) -> Option<(Vec<Rerun>, Vec<Rerun>)> {
        let state = &self.0.borrow().state;
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
        let state = &self.0.borrow().state;
        let execution = state.execution(execution).ok_or(NO_OUTCOME)?;
        let stored = execution.outcome.as_deref().ok_or(NO_OUTCOME)?;
        let find = |blob: &BlobRef| bytes_of(stored, blobs, blob);
        state.differences(execution, after, time(ms), find).ok_or_else(|| NO_OUTCOME.to_owned())
    }

    /// Returns what running the steps that are shown again has shown, see [`reruns::of_steps`].
    ///
    /// # Errors
    /// If it cannot be passed on.
    pub(crate) fn reran(&self) -> Result<JsValue, String> {
        foreign::plain(&reruns::of_steps(&self.0.borrow().state))
    }

    /// Returns what the runtimes say of an outcome that differed when the code ran again, as a
    /// sentence; empty where it did not.
    pub(crate) fn cause(&self, execution: Id) -> String {
        let state = &self.0.borrow().state;
        let cause = state.execution(execution).and_then(|execution| state.cause(execution));
        cause.map(|cause| cause.to_string()).unwrap_or_default()
    }

    /// Returns what the session has used, also in turns that are not shown.
    pub(crate) fn usage(&self) -> Usage {
        self.0.borrow().state.usage()
    }

    /// Returns what ran in the console along the turns that are shown; of the entries the newest
    /// `most`.
    pub(crate) fn consoles(&self, most: usize) -> Consoles {
        consoles::list(&self.0.borrow().state, most)
    }

    /// Returns the stored outcome of an execution.
    pub(crate) fn outcome(&self, execution: Id) -> Option<Arc<StoredOutcome>> {
        self.0.borrow().state.execution(execution)?.outcome.clone()
    }
}

impl SessionLog {
    /// Begins a new session with this id; returns its first record.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub(crate) fn create(&self, id: &str, ms: f64) -> Result<String, WriteError> {
        let mut log = Log::default();
        let record = log.push(time(ms), Body::Created { id: id.to_owned() })?;
        self.0.replace(log);
        Ok(record)
    }

    /// Opens a stored session from its records; `reading` says that another tab writes the session,
    /// so that nothing is appended.
    ///
    /// # Errors
    /// If there is no record, or a newer version of the page wrote it.
    pub(crate) fn open(&self, records: &str, ms: f64, reading: bool) -> Result<Opened, String> {
        let mut log = session::log::read(records.as_bytes()).map_err(|error| error.to_string())?;
        let sound =
            log.schema == session::log::SCHEMA && log.damage.is_empty() && log.torn_at.is_none();
        if !sound {
            // A storage takes no gaps.
            for (event, seq) in log.events.iter_mut().zip(1..) {
                event.seq = seq;
            }
        }
        let last = log.events.last().map_or(0, |event| event.seq);
        let mut opened = Log {
            writer: Writer::after(last),
            state: State::of(&log.events),
            text: Coalescer::default(),
        };
        let rewrite = if sound { None } else { Some(session::log::encode_all(&log.events)) };
        let rewrite = rewrite.transpose().map_err(|error| error.to_string())?;
        let ended = if reading { Vec::new() } else { opened.end(time(ms)).map_err(why)? };
        let session = foreign::plain(&restored::Session::of(&opened.state))?;
        self.0.replace(opened);
        Ok(Opened {
            damage: log.damage.iter().map(ToString::to_string).collect(),
            rewrite: rewrite.map(|text| text.split_inclusive('\n').map(str::to_owned).collect()),
            ended,
            session,
        })
    }

    /// Appends an event; returns its record, after that of text that was pending.
    ///
    /// # Errors
    /// If the event exceeds a bound.
    pub(crate) fn append(&self, ms: f64, mut body: Body) -> Result<String, WriteError> {
        let mut log = self.0.borrow_mut();
        if let Body::ExecutionBegan { runtime: Some(runtime), .. }
        | Body::Replayed { runtime: Some(runtime), .. } = &mut body
            && log.state.has_versions(&runtime.manifest)
        {
            // They are many, and the same for each execution.
            runtime.versions.clear();
        }
        // After a reload each file is profiled again, usually with the same result.
        if let Body::FileProfiled { file, profile } = &body
            && log
                .state
                .files()
                .iter()
                .find(|known| known.id == *file)
                .is_some_and(|known| known.profile.as_ref() == Some(profile))
        {
            return Ok(String::new());
        }
        log.push(time(ms), body)
    }

    /// Returns the session as the page shows it, see [`restored::Session`].
    ///
    /// # Errors
    /// If it cannot be passed on.
    pub(crate) fn shown(&self) -> Result<JsValue, String> {
        foreign::plain(&restored::Session::of(&self.0.borrow().state))
    }

    /// Returns the session's files.
    pub(crate) fn files(&self) -> Vec<StoredFile> {
        restored::files(self.0.borrow().state.files())
    }

    /// Returns the requests that left the browser, oldest first.
    pub(crate) fn requests(&self) -> Vec<Sent> {
        self.0.borrow().state.requests().to_vec()
    }

    /// Adds text of a model, or what it thinks; returns the records of what is to be stored by now.
    ///
    /// # Errors
    /// If a record cannot be written.
    pub(crate) fn piece(
        &self,
        ms: f64,
        turn: Id,
        stream: Stream,
        piece: &str,
    ) -> Result<String, WriteError> {
        self.0.borrow_mut().piece(ms, turn, stream, piece)
    }

    /// Returns the record of the text that is pending.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn flush(&self, ms: f64) -> Result<String, WriteError> {
        let mut log = self.0.borrow_mut();
        let pending = log.text.flush();
        log.write(time(ms), pending)
    }

    /// Returns the title of the open session; empty before the first question.
    pub(crate) fn title(&self) -> String {
        self.0.borrow().state.title()
    }

    /// Appends the end of an execution: from its outcome, its parts that are stored apart, and the
    /// digests of those for which there was no space, to the records.
    ///
    /// # Errors
    /// If the outcome exceeds a bound.
    pub(crate) fn ended(
        &self,
        ms: f64,
        execution: Id,
        outcome: Outcome,
        (parts, lost): (Vec<StoredPart>, &[String]),
    ) -> Result<String, WriteError> {
        let outcome = session::log::detach(outcome, parts).into();
        let mut log = self.0.borrow_mut();
        let ended = log.push(time(ms), Body::ExecutionEnded { execution, outcome })?;
        let dropped = session::log::outputs(&log.state, execution, |digest| {
            lost.iter().any(|lost| lost == digest)
        });
        let more = if dropped.is_empty() { None } else { Some(Body::OutputsDropped { dropped }) };
        Ok(ended + &log.write(time(ms), more)?)
    }

    /// Returns which outputs are to be dropped so that this many bytes become free: of stored
    /// sessions, and of this one, if its id and whether it is pinned are given. Its own record is
    /// to be appended here.
    ///
    /// # Errors
    /// If a record exceeds a bound.
    pub(crate) fn to_drop(
        &self,
        ms: f64,
        bytes: f64,
        own: Option<(&str, bool)>,
        stored: &[StoredSession<'_>],
    ) -> Result<Drops, WriteError> {
        let own = own.map(|(id, pinned)| self.0.borrow().state.clone().stored_as(id, pinned));
        session::log::drops(own, stored, time(bytes), time(ms))
    }
}

/// Returns a stored outcome with its blobs: `blobs` has the bytes of each of its parts in order,
/// none where they are gone.
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

fn why(error: WriteError) -> String {
    error.to_string()
}

/// Returns milliseconds since 1970, which JavaScript has as a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "times are positive and whole"
)]
fn time(ms: f64) -> u64 {
    ms.max(0.0) as u64
}
