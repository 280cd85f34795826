//! Records what happens in a session: events go to [`StoredSession`], which stores them.
//!
//! Until it is known whether a session is stored, events wait.

mod events;
#[cfg(test)]
mod tests;

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use futures::future::select;
use leptos::prelude::{GetUntracked, Set, WithUntracked};
use session::log::{Setting, Usage};

use super::stored::show::set_changed;
use super::stored::{Consoles, Page, ReadSession, SessionLog, ShownTurn, StoredSession};
use super::{Codes, Definers, Id, Session, seed};

/// How long the end of a turn waits for storage, in milliseconds.
const STORED_MS: u32 = 1_000;

/// Has something stored.
type Recording<P> = Box<dyn FnOnce(&StoredSession<P>)>;

/// A handle to the recorder of a session.
pub struct Recorder<P: Page>(Rc<Inner<P>>);

impl<P: Page> Clone for Recorder<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

struct Inner<P: Page> {
    session: Session,
    log: SessionLog,
    /// The session in the storage, once it was restored.
    stored: RefCell<Option<StoredSession<P>>>,
    /// What is to be stored then.
    waiting: RefCell<Vec<Recording<P>>>,
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
    /// What code has defined so far, and whether it has set a seed.
    definers: RefCell<Definers>,
    seeds: Cell<bool>,
}

/// Returns the code of turns, step by step.
pub fn codes(turns: Vec<ShownTurn>) -> Codes {
    let steps = |turn: ShownTurn| {
        turn.steps.into_iter().map(|step| (step.code.code, step.code.freshness)).collect()
    };
    turns.into_iter().map(|turn| (turn.id, steps(turn))).collect()
}

impl<P: Page> Recorder<P> {
    /// Returns a recorder that stores nothing yet.
    pub fn new(session: Session) -> Self {
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
            definers: RefCell::default(),
            seeds: Cell::default(),
        }))
    }

    /// Lets what has happened so far be stored, and what happens from now on; or notes why nothing
    /// can be.
    pub fn restored(&self, stored: Result<StoredSession<P>, String>) {
        match stored {
            Ok(stored) => drop(self.0.stored.replace(Some(stored))),
            Err(why) => drop(self.0.failed.replace(Some(why))),
        }
        for recording in self.0.waiting.take() {
            self.call(recording);
        }
        self.0.restored.set(true);
    }

    /// Returns whether the session was restored, or cannot be.
    pub fn is_restored(&self) -> bool {
        self.0.restored.get()
    }

    /// Returns why what has happened is lost, if nothing can be stored.
    pub fn lost(&self) -> Option<String> {
        self.0.failed.borrow().clone().filter(|_| self.0.lost.get())
    }

    /// Shows what the log says of the turns by now, if they can be changed here: `own` says whether
    /// this tab stores the session.
    pub fn show_log(&self, own: bool) {
        let session = self.0.session;
        let shown = if own { self.shown_turns() } else { None };
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
    pub fn usage(&self) -> Option<Usage> {
        self.is_own().then(|| self.0.log.usage())
    }

    /// Returns the log.
    pub fn log(&self) -> &SessionLog {
        &self.0.log
    }

    /// Returns whether this tab stores the session.
    pub fn is_own(&self) -> bool {
        self.0.stored.borrow().as_ref().is_some_and(|stored| stored.own_log().is_some())
    }

    /// Returns the turns that are shown, if they can be changed at present: this tab stores the
    /// session, and no turn is under way.
    pub fn shown_turns(&self) -> Option<Vec<ShownTurn>> {
        let stored = self.stored_session().filter(|stored| stored.own_log().is_some())?;
        self.0.log.shown_turns(|name| stored.page().nfkc(name))
    }

    /// Does something by itself during which no other session can be shown and, if it is done
    /// `alone`, nothing can be asked; `sentence` says what.
    ///
    /// # Errors
    /// A sentence, if it fails, or something else is done alone.
    pub async fn hold<T>(
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
    pub async fn show(&self, read: ReadSession, why: &str) -> Result<(), String> {
        self.expect()?.show(read, why).await;
        Ok(())
    }

    /// Returns the session in the storage.
    fn expect(&self) -> Result<StoredSession<P>, String> {
        self.stored_session().ok_or_else(|| words::recorder_the_session_is_not().to_owned())
    }

    /// Returns the session in the storage, once it was restored.
    pub fn stored_session(&self) -> Option<StoredSession<P>> {
        self.0.stored.borrow().clone()
    }

    /// Returns why nothing can be asked here at present, if that is so.
    pub fn refusal(&self) -> Option<String> {
        self.stored_session()?.refusal()
    }

    /// Returns whether another tab has the session.
    pub fn is_reading(&self) -> bool {
        self.0.stored.borrow().as_ref().is_some_and(StoredSession::is_reading)
    }

    /// Returns what ran in the console, of the entries the newest `most`.
    pub fn consoles(&self, most: usize) -> Consoles {
        self.0.log.consoles(most)
    }

    /// Waits until all that has happened in the session is stored.
    pub async fn all_stored(&self) {
        if let Some(stored) = self.stored_session() {
            stored.stored().await;
        }
    }

    /// Keeps what is needed of a stored session later: its model, and whether its code is to run
    /// again.
    pub fn keep(&self, model: Option<String>, replay: bool) {
        self.0.model.replace(model);
        self.0.replay.set(replay);
    }

    /// Keeps the model of the stored session until it is offered.
    pub fn keep_model(&self, name: String) {
        self.0.model.replace(Some(name));
    }

    /// Returns the model of the stored session, once.
    pub fn take_model(&self) -> Option<String> {
        self.0.model.take()
    }

    /// Returns whether the stored session's code is to run again, once.
    pub fn take_replay(&self) -> bool {
        self.0.replay.take()
    }

    /// Waits until what has happened is stored, so that a reload loses nothing that is shown as
    /// complete; but no longer than storage takes that works.
    pub async fn stored(&self) {
        if let Some(stored) = self.stored_session() {
            select(Box::pin(stored.stored()), Box::pin(stored.page().sleep(STORED_MS))).await;
        }
    }

    /// Returns whether code of the session runs again by itself, or its turns are being exchanged.
    pub fn is_held(&self) -> bool {
        self.0.stored.borrow().as_ref().is_some_and(|stored| stored.held_by().is_some())
    }

    /// Reads files that wait for the user, for which the browser may ask; with `accept` as they are
    /// now.
    pub fn read_waiting(&self, files: &[Id], accept: bool) -> impl Future<Output = ()> + use<P> {
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
    pub async fn content(&self, name: &str) -> Result<P::File, String> {
        self.expect()?.content(name).await
    }

    /// Keeps copies of the files in the browser's storage from now on, or none.
    pub fn keep_copies(&self, keep: bool) {
        if let Some(stored) = self.stored_session() {
            stored.keep_copies(keep);
        }
    }

    /// Deletes the copy of a file that the browser keeps.
    pub fn delete_copy(&self, file: Id, name: String) {
        if let Some(stored) = self.stored_session() {
            stored.delete_copy(file, name);
        }
    }

    /// Notes that the turns of the log are shown.
    pub fn turns_shown(&self) {
        if let Some(stored) = self.stored_session() {
            stored.turns_shown();
        }
    }

    /// Returns the id of the session, empty while it is not stored yet; `None` before it was
    /// restored.
    pub fn id(&self) -> Option<String> {
        Some(self.stored_session()?.id())
    }

    /// Notes that code begins to run, at a time of the clock with which functions are saved.
    pub fn observe(&self, code: &str, now: f64) {
        self.0.definers.borrow_mut().observe(code, now);
        if seed::sets_seed(code) {
            self.0.seeds.set(true);
        }
    }

    /// Returns whether code of the session has set a seed itself.
    pub fn sets_seed(&self) -> bool {
        self.0.seeds.get()
    }

    /// Returns which code has defined which function last.
    pub fn definers(&self) -> Ref<'_, Definers> {
        self.0.definers.borrow()
    }

    /// Has the session opened and its interpreter started, if both were ended meanwhile.
    pub async fn awake(&self) {
        if let Some(stored) = self.stored_session() {
            stored.awake().await;
        }
    }

    /// Reports that the session does nothing any more.
    pub fn idle(&self) {
        if let Some(stored) = self.stored_session() {
            stored.idle();
        }
    }

    /// Has something stored, or lets it wait until the session was restored.
    fn call(&self, recording: impl FnOnce(&StoredSession<P>) + 'static) {
        if let Some(stored) = self.stored_session() {
            recording(&stored);
        } else if self.0.failed.borrow().is_some() {
            self.0.lost.set(true);
        } else {
            self.0.waiting.borrow_mut().push(Box::new(recording));
        }
    }
}
