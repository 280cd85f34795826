//! The logs of the sessions that the page has open.
//!
//! Owns the state of each session and the JSON that its methods take and return. Stores nothing:
//! records go to `public/sessions`, which stores them, and come from there. The page's program
//! reads the state too.

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
use js_sys::{Array, Uint8Array};
use kernel::Outcome;
use serde::Deserialize;
use serde_json::json;
use session_log::{
    BlobRef, Body, Coalescer, Droppable, End, Event, Place, StartCause, State, StoredOutcome,
    StoredPart, StoredSession, Stream, Usage, Writer,
};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

pub(crate) use self::changes::{Rerun, ShownTurn};
pub(crate) use self::consoles::Consoles;
use crate::foreign;

/// Why outcomes cannot be compared.
const NO_OUTCOME: &str = "There is no stored outcome to compare with.";

/// The log of one session that is open. Clones share it.
#[derive(Clone, Default)]
#[wasm_bindgen]
pub struct SessionLog(Rc<RefCell<Log>>);

/// The writer of a log, and the state that follows from what it has written.
#[derive(Default)]
struct Log {
    writer: Writer,
    state: State,
    /// Text of the model that is no event yet.
    text: Coalescer,
}

impl Log {
    /// Appends an event after the text that is pending; returns their records.
    fn push(&mut self, ms: u64, body: Body) -> Result<String, JsError> {
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
    ) -> Result<String, JsError> {
        let ready = self.text.push(turn, stream, piece, time(ms));
        self.write(time(ms), ready)
    }

    fn write(
        &mut self,
        ms: u64,
        bodies: impl IntoIterator<Item = Body>,
    ) -> Result<String, JsError> {
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
        let at = session_log::next_rerun(&list, next, code)?;
        Some((at, list.get(at)?.execution))
    }

    /// Returns what is to run before and after a step whose code was changed; none if the step is
    /// not shown.
    pub(crate) fn around(&self, turn: Id, step: Id) -> Option<(Vec<Rerun>, Vec<Rerun>)> {
        let state = &self.0.borrow().state;
        let (before, after) = state.around(turn, step)?;
        let all = |list: Vec<session_log::Rerun<'_>>| {
            list.iter().map(|rerun| Rerun::of(state, rerun)).collect()
        };
        Some((all(before), all(after)))
    }

    /// Returns the large parts of the stored outcome of an execution, as `public/sessions` reads
    /// them.
    ///
    /// # Errors
    /// If there is no such outcome.
    pub(crate) fn parts(&self, execution: Id) -> Result<JsValue, String> {
        let state = &self.0.borrow().state;
        let outcome = state.execution(execution).and_then(|execution| execution.outcome.as_deref());
        foreign::plain(&json!({ "parts": outcome.ok_or(NO_OUTCOME)?.parts }))
    }

    /// Returns how the outcome of code that has run again until `ms` differs from that of an
    /// execution, in sentences; `blobs` has the bytes of its [`Self::parts`].
    ///
    /// # Errors
    /// If there is no such execution with an outcome.
    pub(crate) fn differences(
        &self,
        execution: Id,
        blobs: &Array,
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

#[wasm_bindgen]
impl SessionLog {
    /// Begins a new session with this id; returns its first record.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn create(&self, id: &str, ms: f64) -> Result<String, JsError> {
        let mut log = Log::default();
        let record = log.push(time(ms), Body::Created { id: id.to_owned() })?;
        self.0.replace(log);
        Ok(record)
    }

    /// Opens a stored session: from its records to `{damage: [sentence], rewrite: [record] | null,
    /// ended: [record], session}`. `rewrite` replaces the stored records, where they are damaged or
    /// of an older version; `ended` is then to be appended; `reading` says that another tab writes
    /// the session, so that nothing is. For `session` see [`restored::Session`].
    ///
    /// # Errors
    /// If there is no record, or a newer version of the page wrote it.
    pub fn open(&self, records: &str, ms: f64, reading: bool) -> Result<String, JsError> {
        let mut log = session_log::read(records.as_bytes())?;
        let sound =
            log.schema == session_log::SCHEMA && log.damage.is_empty() && log.torn_at.is_none();
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
        let rewrite = if sound { None } else { Some(session_log::encode_all(&log.events)?) };
        let cut_off: Vec<_> = opened.state.open_turns().map(|turn| turn.id).collect();
        let mut ended = Vec::new();
        for turn in if reading { Vec::new() } else { cut_off } {
            let message = Some("The page was closed before this was complete.".to_owned());
            ended.push(opened.push(time(ms), Body::TurnEnded { turn, end: End::CutOff, message })?);
        }
        if !reading {
            ended.push(opened.push(time(ms), Body::KernelStarted { cause: StartCause::Opened })?);
        }
        let session = restored::Session::of(&opened.state);
        let damage: Vec<String> = log.damage.iter().map(ToString::to_string).collect();
        let rewrite = rewrite.as_deref().map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
        let reply =
            json!({ "damage": damage, "rewrite": rewrite, "ended": ended, "session": session });
        self.0.replace(opened);
        Ok(reply.to_string())
    }

    /// Appends an event: from the JSON of a [`Body`] to its record, after that of text that was
    /// pending.
    ///
    /// # Errors
    /// If the event does not have that form, or exceeds a bound.
    pub fn append(&self, ms: f64, body: &str) -> Result<String, JsError> {
        let mut log = self.0.borrow_mut();
        let mut body = serde_json::from_str(body)?;
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

    /// Returns the session as the page shows it. For its form see [`restored::Session`].
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn shown(&self) -> Result<String, JsError> {
        Ok(serde_json::to_string(&restored::Session::of(&self.0.borrow().state))?)
    }

    /// Adds text of a model; returns the records of the sentences that it completes.
    ///
    /// # Errors
    /// If a record cannot be written.
    pub fn text(&self, ms: f64, turn: u32, piece: &str) -> Result<String, JsError> {
        self.0.borrow_mut().piece(ms, turn, Stream::Answer, piece)
    }

    /// Adds what a model thinks; returns the records of what is to be stored by now.
    ///
    /// # Errors
    /// If a record cannot be written.
    pub fn thought(&self, ms: f64, turn: u32, piece: &str) -> Result<String, JsError> {
        self.0.borrow_mut().piece(ms, turn, Stream::Thoughts, piece)
    }

    /// Returns the record of the text that is pending.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&self, ms: f64) -> Result<String, JsError> {
        let mut log = self.0.borrow_mut();
        let pending = log.text.flush();
        log.write(time(ms), pending)
    }

    /// Returns the title of the open session; empty before the first question.
    #[must_use]
    pub fn title(&self) -> String {
        self.0.borrow().state.title()
    }

    /// Returns the parts of an outcome that are stored as blobs: `[place as JSON, media type, bytes
    /// or Blob, …]`. `contents` has the content of each file that it wrote, as a Blob, or null.
    ///
    /// # Errors
    /// If it is no outcome.
    #[wasm_bindgen(js_name = largeParts)]
    pub fn large_parts(&self, outcome: &str, contents: &Array) -> Result<Array, JsError> {
        let outcome: Outcome = serde_json::from_str(outcome)?;
        let parts = Array::new();
        for part in session_log::large_parts(&outcome) {
            parts.push(&serde_json::to_string(&part.place)?.into());
            parts.push(&part.media_type.into());
            parts.push(&Uint8Array::from(part.bytes.as_slice()));
        }
        for (file, content) in outcome.files.iter().zip(contents.iter()) {
            if content.is_object() {
                parts
                    .push(&serde_json::to_string(&Place::File { path: file.path.clone() })?.into());
                parts.push(&"application/octet-stream".into());
                parts.push(&content);
            }
        }
        Ok(parts)
    }

    /// Appends the end of an execution: from its outcome, its parts, `[{place, blob}]`, and the
    /// digests of those for which there was no space, to the records.
    ///
    /// # Errors
    /// If the input does not have that form, or exceeds a bound.
    pub fn ended(
        &self,
        ms: f64,
        execution: u32,
        outcome: &str,
        parts: &str,
        lost: Vec<String>,
    ) -> Result<String, JsError> {
        let outcome: Outcome = serde_json::from_str(outcome)?;
        let parts: Vec<StoredPart> = serde_json::from_str(parts)?;
        let outcome = session_log::detach(outcome, parts).into();
        let mut log = self.0.borrow_mut();
        let ended = log.push(time(ms), Body::ExecutionEnded { execution, outcome })?;
        let dropped = session_log::outputs(&log.state, execution, |digest| {
            lost.iter().any(|lost| lost == digest)
        });
        let more = if dropped.is_empty() { None } else { Some(Body::OutputsDropped { dropped }) };
        Ok(ended + &log.write(time(ms), more)?)
    }

    /// Returns which outputs of the stored sessions, `[{id, log, pinned}]`, are to be dropped so
    /// that this many bytes become free: `{dropped: [{sha256, name, bytes, sessions}], records:
    /// {id: record}}`. `log` is null for the session of this log; its record is to be appended
    /// here.
    ///
    /// # Errors
    /// If the sessions do not have that form.
    #[wasm_bindgen(js_name = toDrop)]
    pub fn to_drop(&self, ms: f64, bytes: f64, sessions: &str) -> Result<String, JsError> {
        let sessions: Vec<Stored> = serde_json::from_str(sessions)?;
        let open = sessions.iter().find(|session| session.log.is_none());
        let open = open
            .map(|Stored { id, pinned, .. }| self.0.borrow().state.clone().stored_as(id, *pinned));
        let stored: Vec<StoredSession<'_>> = sessions
            .iter()
            .filter_map(|Stored { id, log, pinned }| {
                Some(StoredSession { id, log: log.as_deref()?, pinned: *pinned })
            })
            .collect();
        let drops = session_log::drops(open, &stored, time(bytes), time(ms))?;
        let dropped: Vec<_> = drops
            .dropped
            .iter()
            .map(|Droppable { sessions, output, bytes }| {
                json!({ "sha256": output.sha256, "name": output.name, "bytes": bytes, "sessions": sessions })
            })
            .collect();
        Ok(json!({ "dropped": dropped, "records": drops.records }).to_string())
    }

    /// Returns a stored outcome with its blobs, as the JSON of an outcome. `blobs` has the bytes of
    /// each of its parts in order, or undefined where they are gone.
    ///
    /// # Errors
    /// If it is no stored outcome.
    pub fn attach(&self, stored: &str, blobs: &Array) -> Result<String, JsError> {
        let stored: StoredOutcome = serde_json::from_str(stored)?;
        let (outcome, _) = session_log::attach(&stored, |blob| bytes_of(&stored, blobs, blob));
        Ok(serde_json::to_string(&outcome)?)
    }
}

/// Returns the bytes of a blob of a stored outcome, of whose parts `blobs` has the bytes in order.
fn bytes_of(stored: &StoredOutcome, blobs: &Array, blob: &BlobRef) -> Option<Vec<u8>> {
    let at = stored.parts.iter().position(|part| part.blob == *blob)?;
    let bytes: JsValue = blobs.get(u32::try_from(at).ok()?);
    bytes.dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec())
}

/// A session as [`SessionLog::to_drop`] takes it.
#[derive(Deserialize)]
struct Stored {
    id: String,
    /// Its records; none for the session of this log.
    log: Option<String>,
    pinned: bool,
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
