//! Records what happens in the session, and reads the stored session back: events go to
//! [`StoredSession`], which stores them.
//!
//! If nothing is stored yet, the storage is opened once Python runs; until then events wait.

mod events;

pub(crate) use events::Origin;

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use analyst::Mode;
use app::session::stored::ReadSession;
use app::session::{Codes, Definers, Disclosure, Id, LedgerEntry, Session, seed};
use futures::future::select;
use js_sys::Date;
use kernel::Outcome;
use leptos::prelude::{GetUntracked, RwSignal, Set, WithUntracked};
use leptos::task::spawn_local;
use session::log::{Compared, Setting, Usage};
use web_sys::{Blob, File};

use crate::log::{Consoles, SessionLog, ShownTurn};
use crate::stored::{self, Program, Restored, StoredSession};
use crate::{activity, clock, notices};

/// How long the end of a turn waits for storage, in milliseconds.
const STORED_MS: u32 = 1_000;

/// Has something stored.
type Recording = Box<dyn FnOnce(&StoredSession)>;

/// A handle to the recorder.
#[derive(Clone)]
pub(crate) struct Recorder(Rc<Inner>);

struct Inner {
    session: Session,
    log: SessionLog,
    /// The session in the storage, once it was restored.
    stored: RefCell<Option<StoredSession>>,
    /// What is to be stored then.
    waiting: RefCell<Vec<Recording>>,
    /// Whether the session was restored, or cannot be.
    restored: Cell<bool>,
    /// Why nothing can be stored, if so.
    failed: RefCell<Option<String>>,
    /// Whether something has happened that is therefore lost.
    lost: Cell<bool>,
    /// The settings that were recorded last.
    settings: RefCell<Vec<Setting>>,
    /// The model that the stored session had.
    model: RefCell<Option<String>>,
    /// Whether the stored session's code is to run again before code of a model.
    replay: Cell<bool>,
    /// The notice that another tab has the session, and this one only shows it.
    reading: Cell<Option<Id>>,
    /// What code has defined so far, and whether it has set a seed.
    definers: RefCell<Definers>,
    seeds: Cell<bool>,
}

/// Returns the mode of disclosure that the user chose.
pub(crate) fn chosen_mode(session: Session) -> Mode {
    match session.disclosure.get_untracked() {
        Disclosure::Printed => Mode::Printed,
        Disclosure::Ask => Mode::Ask,
        Disclosure::Shape => Mode::Shape,
    }
}

/// Returns the code of turns, step by step.
pub(crate) fn codes(turns: Vec<ShownTurn>) -> Codes {
    let steps = |turn: ShownTurn| {
        turn.steps.into_iter().map(|step| (step.code.code, step.code.freshness)).collect()
    };
    turns.into_iter().map(|turn| (turn.id, steps(turn))).collect()
}

/// Sets a signal if its value is another one.
fn set_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, now: T) {
    if signal.with_untracked(|before| *before != now) {
        signal.set(now);
    }
}

impl Recorder {
    /// Returns a recorder that stores nothing yet.
    pub(crate) fn new(session: Session) -> Self {
        Self(Rc::new(Inner {
            session,
            log: SessionLog::default(),
            stored: RefCell::default(),
            waiting: RefCell::default(),
            restored: Cell::default(),
            failed: RefCell::default(),
            lost: Cell::default(),
            settings: RefCell::default(),
            model: RefCell::default(),
            replay: Cell::default(),
            reading: Cell::default(),
            definers: RefCell::default(),
            seeds: Cell::default(),
        }))
    }

    /// Lets what happens be stored; returns the session that was stored, if there is one.
    /// `program` controls the session.
    pub(crate) async fn restore(&self, program: Box<dyn Program>) -> Option<Restored> {
        let session = self.0.session;
        let restored = match stored::restore(session, self.0.log.clone(), program).await {
            Ok((stored, restored)) => {
                self.0.stored.replace(Some(stored));
                restored
            }
            Err(why) => {
                let why = words::recorder_what_happens_here_is(&why);
                self.0.failed.replace(Some(why.clone()));
                notices::notify(session, why, true);
                None
            }
        };
        for recording in self.0.waiting.take() {
            self.call(recording);
        }
        self.0.restored.set(true);
        restored
    }

    /// Sets whether another tab has the session, so that this one only shows it.
    pub(crate) fn set_reading(&self, reading: bool) {
        let session = self.0.session;
        if let Some(notice) = self.0.reading.take() {
            notices::remove(session, notice);
        }
        if let Some(why) = self.refusal().filter(|_| reading) {
            self.0.reading.set(Some(notices::notify(session, why, false)));
        }
    }

    /// Shows what the log says of the turns by now, if they can be changed here: `own` says whether
    /// this tab stores the session.
    pub(crate) fn show_log(&self, own: bool) {
        let session = self.0.session;
        let shown = if own { self.0.log.shown_turns() } else { None };
        // If nothing is different, nothing is drawn again: the user may be about to click.
        for turn in session.turns.get_untracked() {
            let known = shown.iter().flatten().find(|known| known.id == turn.id);
            if turn.correction.with_untracked(Option::is_some) {
                turn.correction.set(None);
            }
            set_changed(turn.versions, known.map(|known| known.versions.clone()));
            let Some(known) = known else { continue };
            set_changed(turn.usage, known.usage.clone());
            for step in turn.steps.get_untracked() {
                if let Some(known) = known.steps.iter().find(|known| known.id == step.id) {
                    set_changed(step.stored, Some(known.code.clone()));
                    set_changed(step.savable, known.savable.clone());
                }
            }
        }
        let mut ending = session.ending.get_untracked();
        ending.redo = None;
        ending.undone = if own { self.0.log.undone() } else { None };
        ending.codes = shown.map(codes);
        set_changed(session.ending, ending);
    }

    /// Returns what the session has used; `None` if this tab does not store it.
    pub(crate) fn usage(&self) -> Option<Usage> {
        self.is_own().then(|| self.0.log.usage())
    }

    /// Returns the log.
    pub(crate) fn log(&self) -> &SessionLog {
        &self.0.log
    }

    /// Returns whether this tab stores the session.
    pub(crate) fn is_own(&self) -> bool {
        self.0.stored.borrow().as_ref().is_some_and(|stored| stored.own_log().is_some())
    }

    /// Returns the turns that are shown, if they can be changed at present: this tab stores the
    /// session, and no turn is under way.
    pub(crate) fn shown_turns(&self) -> Option<Vec<ShownTurn>> {
        if self.is_own() { self.0.log.shown_turns() } else { None }
    }

    /// Does something by itself during which no other session can be shown and, if it is done
    /// `alone`, nothing can be asked; `sentence` says what.
    ///
    /// # Errors
    /// A sentence, if it fails, or something else is done alone.
    pub(crate) async fn hold<T>(
        &self,
        alone: bool,
        sentence: &str,
        act: impl Future<Output = Result<T, String>>,
    ) -> Result<T, String> {
        self.expect()?.hold(alone, sentence, act).await
    }

    /// Shows the session as `read` has it, from the log.
    ///
    /// # Errors
    /// If it is not stored.
    pub(crate) async fn show(&self, read: ReadSession, why: &str) -> Result<(), String> {
        self.expect()?.show(read, why).await;
        Ok(())
    }

    /// Returns how the outcome of code that has run again until `ended` differs from the stored one
    /// of an execution.
    ///
    /// # Errors
    /// A sentence, if there is none.
    pub(crate) async fn differences(
        &self,
        execution: Id,
        outcome: Outcome,
        ended: f64,
    ) -> Result<Compared, String> {
        let stored = self.0.log.outcome(execution).ok_or(words::log_there_is_no_stored())?;
        let blobs = stored::parts_of(&stored).await;
        let differences = self.0.log.differences(execution, &blobs, outcome, ended)?;
        Ok(Compared { execution, differences })
    }

    /// Returns the session in the storage.
    fn expect(&self) -> Result<StoredSession, String> {
        self.stored_session().ok_or_else(|| words::recorder_the_session_is_not().to_owned())
    }

    fn stored_session(&self) -> Option<StoredSession> {
        self.0.stored.borrow().clone()
    }

    /// Returns who receives the session's turns outside of this page, as the ledger names it;
    /// `None` if they stay here.
    pub(crate) fn receiver(&self) -> Option<String> {
        self.stored_session()?.page().receiver()
    }

    /// Hands out a turn as JSON.
    pub(crate) fn hand_out(&self, turn: &str) {
        if let Some(stored) = self.stored_session() {
            stored.page().hand_out(turn);
        }
    }

    /// Returns why nothing can be asked here at present, if that is so.
    pub(crate) fn refusal(&self) -> Option<String> {
        self.stored_session()?.refusal()
    }

    /// Returns whether another tab has the session.
    pub(crate) fn is_reading(&self) -> bool {
        self.0.stored.borrow().as_ref().is_some_and(StoredSession::is_reading)
    }

    /// Returns what ran in the console, of the entries the newest `most`.
    pub(crate) fn consoles(&self, most: usize) -> Consoles {
        self.0.log.consoles(most)
    }

    /// Returns the stored outcome of an execution with its large parts, and the content of the
    /// files that it wrote, in their order.
    ///
    /// # Errors
    /// If it is not stored.
    pub(crate) async fn whole_outcome(
        &self,
        execution: Id,
    ) -> Result<(Outcome, Vec<Option<Blob>>), String> {
        let outcome = self.0.log.outcome(execution).filter(|_| self.stored_session().is_some());
        let outcome = outcome.ok_or(words::recorder_it_is_not_stored())?;
        Ok(stored::whole_outcome(&outcome).await)
    }

    /// Waits until all that has happened in the session is stored.
    pub(crate) async fn all_stored(&self) {
        if let Some(stored) = self.stored_session() {
            stored.stored().await;
        }
    }

    /// Keeps what is needed of a stored session later: its model, and whether its code is to run
    /// again.
    pub(crate) fn keep(&self, model: Option<String>, replay: bool) {
        self.0.model.replace(model);
        self.0.replay.set(replay);
    }

    /// Keeps the model of the stored session until it is offered.
    pub(crate) fn keep_model(&self, name: String) {
        self.0.model.replace(Some(name));
    }

    /// Returns the model of the stored session, once.
    pub(crate) fn take_model(&self) -> Option<String> {
        self.0.model.take()
    }

    /// Returns whether the stored session's code is to run again, once.
    pub(crate) fn take_replay(&self) -> bool {
        self.0.replay.take()
    }

    /// Waits until what has happened is stored, so that a reload loses nothing that is shown as
    /// complete; but no longer than storage takes that works.
    pub(crate) async fn stored(&self) {
        if let Some(stored) = self.stored_session() {
            select(Box::pin(stored.stored()), clock::sleep(STORED_MS)).await;
        }
    }

    /// Waits until all that has happened in the page's sessions is stored.
    ///
    /// # Errors
    /// A sentence that says what it waits for, if something cannot be stored.
    pub(crate) async fn settled(&self) -> Result<(), String> {
        while !self.0.restored.get() {
            activity::changed().await;
        }
        if let Some(why) = self.0.failed.borrow().as_ref().filter(|_| self.0.lost.get()) {
            return Err(why.clone());
        }
        if self.0.stored.borrow().is_none() {
            return Ok(());
        }
        stored::settled().await?.map_or(Ok(()), Err)
    }

    /// Returns whether code of the session runs again by itself, or its turns are being exchanged.
    pub(crate) fn is_held(&self) -> bool {
        self.0.stored.borrow().as_ref().is_some_and(|stored| stored.held_by().is_some())
    }

    /// Stores a session file as a session and shows it; none of its code runs.
    pub(crate) fn open_file(file: &File) {
        let file = file.clone();
        spawn_local(async move { stored::list::open_file(&file).await });
    }

    /// Reads files that wait for the user, for which the browser may ask; with `accept` as they are
    /// now.
    pub(crate) fn read_waiting(
        &self,
        files: &[Id],
        accept: bool,
    ) -> impl Future<Output = ()> + use<> {
        let reading = self.stored_session().map(|stored| stored.read_waiting(files, accept));
        async move {
            if let Some(reading) = reading {
                reading.await;
            }
        }
    }

    /// Returns the content of a file of the session by the name under which it is stored.
    ///
    /// # Errors
    /// Why it is not there, as a sentence.
    pub(crate) async fn content(&self, name: &str) -> Result<File, String> {
        self.expect()?.content(name).await
    }

    /// Keeps copies of the files in the browser's storage from now on, or none.
    pub(crate) fn keep_copies(&self, keep: bool) {
        if let Some(stored) = self.stored_session() {
            stored.keep_copies(keep);
        }
    }

    /// Deletes the copy of a file that the browser keeps.
    pub(crate) fn delete_copy(&self, file: Id, name: String) {
        if let Some(stored) = self.stored_session() {
            stored.delete_copy(file, name);
        }
    }

    /// Notes that the turns of the log are shown.
    pub(crate) fn turns_shown(&self) {
        if let Some(stored) = self.stored_session() {
            stored.turns_shown();
        }
    }

    /// Returns the requests that the stored session has sent.
    pub(crate) async fn stored_requests(&self) -> Vec<LedgerEntry> {
        stored::with_bodies(self.0.log.requests()).await
    }

    /// Returns the id of the session, empty while it is not stored yet; `None` before it was
    /// restored.
    pub(crate) fn id(&self) -> Option<String> {
        Some(self.stored_session()?.id())
    }

    /// Notes that code begins to run.
    pub(crate) fn observe(&self, code: &str) {
        // By the clock with which functions are saved.
        self.0.definers.borrow_mut().observe(code, Date::now());
        if seed::sets_seed(code) {
            self.0.seeds.set(true);
        }
    }

    /// Returns whether code of the session has set a seed itself.
    pub(crate) fn sets_seed(&self) -> bool {
        self.0.seeds.get()
    }

    /// Returns which code has defined which function last.
    pub(crate) fn definers(&self) -> Ref<'_, Definers> {
        self.0.definers.borrow()
    }

    /// Has the session opened and its interpreter started, if both were ended meanwhile.
    pub(crate) async fn awake(&self) {
        if let Some(stored) = self.stored_session() {
            stored.awake().await;
        }
    }

    /// Reports that the session does nothing any more.
    pub(crate) fn idle(&self) {
        if let Some(stored) = self.stored_session() {
            stored.idle();
        }
    }

    /// Has something stored, or lets it wait until the session was restored.
    fn call(&self, recording: impl FnOnce(&StoredSession) + 'static) {
        if let Some(stored) = self.stored_session() {
            recording(&stored);
        } else if self.0.failed.borrow().is_some() {
            self.0.lost.set(true);
        } else {
            self.0.waiting.borrow_mut().push(Box::new(recording));
        }
    }
}
