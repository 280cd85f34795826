//! One session of the page in the browser's storage: restores it, and stores its events as they
//! happen, whether it is shown or not. Its log makes the records; `web/storage` stores them.
//! Knows nothing of the kernel and decides nothing about turns.

mod events;
mod files;
mod opening;
mod presence;
mod writing;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use app::session::stored::{Hold, Presence, StoredFile};
use app::session::{Doing, LedgerEntry, Session};
use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared, ready};
use js_sys::{Date, Uint8Array};
use kernel::Outcome;
use kernel::automation::{Happening, SessionWord};
use session::log::StoredOutcome;
use wasm_bindgen::JsValue;
use web_sys::{Blob, File};

use self::files::Added;
use super::choice::choose;
use super::contents;
use super::queue::Queue;
use super::receiver::{Receiver, Receiving};
use crate::log::{self, SessionLog};
use crate::storage::{OpenSession, Writer, done};
use crate::{activity, notices};

/// Why nothing can be asked where another tab has the session.
const ELSEWHERE: &str = "This session is open in another tab, which is followed here. Ask there, or close the other tab to go on here.";

/// What the page does with a session: what is decided here is carried out there.
pub(crate) trait Program {
    /// Shows the session in place of the one that is shown.
    fn show(&self);
    /// Ends the interpreter, or starts it again.
    fn set_asleep(&self, asleep: bool);
    /// Stops what the session does.
    fn stop(&self);
    /// Begins another session, which is not shown.
    fn begin_another(&self);
    /// Returns what the session is doing.
    fn doing(&self) -> Doing;
    /// Waits until the outcomes of code that has run again were compared, and what differs is
    /// shown.
    fn compared(&self) -> LocalBoxFuture<'static, ()>;
    /// Shows what the log says of the turns by now; `own` says whether this tab stores the session.
    fn turns_changed(&self, own: bool);
    /// Shows the session again, or files of it.
    fn follow(&self, shown: Shown);
    /// Returns what scripts have of the session.
    fn insitu(&self) -> JsValue;
}

/// What is shown of a stored session.
pub(crate) enum Shown {
    /// The session.
    Session(Restored),
    /// Files that can be read by now, or not.
    Files(Vec<RestoredFile>),
}

/// A stored session as the page shows it.
pub(crate) struct Restored {
    /// What the log shows, see `frontend/src/log/restored.rs`.
    pub(crate) read: JsValue,
    /// Its files.
    pub(crate) files: Vec<RestoredFile>,
    /// Whether another tab writes it.
    pub(crate) reading: bool,
    /// Why it is shown, and what is missing before its code can run again.
    pub(crate) why: String,
}

/// A file of a stored session.
#[derive(Clone)]
pub(crate) struct RestoredFile {
    pub(crate) file: StoredFile,
    /// Its content; none if it is absent.
    pub(crate) content: Option<File>,
}

/// A handle to a session.
#[derive(Clone)]
pub(crate) struct StoredSession(Rc<Inner>);

struct Inner {
    session: Session,
    log: SessionLog,
    program: Box<dyn Program>,
    /// Whether the page shows it.
    shown: Cell<bool>,
    hold: RefCell<Hold>,
    presence: Cell<Presence>,
    /// The interpreter being started again.
    waking: RefCell<Option<Shared<LocalBoxFuture<'static, ()>>>>,
    receiving: RefCell<Receiving>,
    /// The session in the storage.
    open: RefCell<Option<OpenSession>>,
    /// Its id, which it gets with its first event.
    id: RefCell<String>,
    /// The title as the list of sessions has it.
    title: RefCell<String>,
    /// Whether the session is to be shown anew.
    outdated: Cell<bool>,
    /// Whether events are stored: not while another tab has the session, and not after a failure.
    storing: Cell<bool>,
    /// The failure after which nothing is stored.
    unstored: RefCell<String>,
    /// Whether something has happened that is not stored for that.
    lost: Cell<bool>,
    queue: Queue,
    /// The newest records being stored.
    writing: RefCell<Shared<LocalBoxFuture<'static, ()>>>,
    /// Whether records wait for space.
    full: Cell<bool>,
    /// Whether text is flushed soon that the model has not ended yet.
    flushing: Cell<bool>,
    /// The user's files, for copies that the user agrees to later.
    added: RefCell<Vec<Added>>,
    /// The files that wait for the user.
    waiting: RefCell<Vec<RestoredFile>>,
}

impl StoredSession {
    /// Returns a session of which nothing is restored yet.
    pub(crate) fn new(session: Session, log: SessionLog, program: Box<dyn Program>) -> Self {
        Self(Rc::new(Inner {
            session,
            log,
            program,
            shown: Cell::default(),
            hold: RefCell::default(),
            presence: Cell::default(),
            waking: RefCell::default(),
            receiving: RefCell::default(),
            open: RefCell::default(),
            id: RefCell::default(),
            title: RefCell::default(),
            outdated: Cell::default(),
            storing: Cell::new(true),
            unstored: RefCell::default(),
            lost: Cell::default(),
            queue: Queue::new(),
            writing: RefCell::new(ready(()).boxed_local().shared()),
            full: Cell::default(),
            flushing: Cell::default(),
            added: RefCell::default(),
            waiting: RefCell::default(),
        }))
    }

    /// Returns whether this is a handle to the same session.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Returns the id; empty while the session is not stored yet.
    pub(crate) fn id(&self) -> String {
        self.0.id.borrow().clone()
    }

    /// Returns the title.
    pub(crate) fn title(&self) -> String {
        self.0.title.borrow().clone()
    }

    /// Returns whether nothing has happened in the session yet.
    pub(crate) fn is_blank(&self) -> bool {
        self.0.id.borrow().is_empty() && self.0.storing.get()
    }

    /// Returns whether the page shows it.
    pub(crate) fn is_shown(&self) -> bool {
        self.0.shown.get()
    }

    /// Sets whether the page shows it.
    pub(super) fn set_shown(&self, shown: bool) {
        self.0.shown.set(shown);
    }

    /// Returns the functions that control it.
    pub(crate) fn program(&self) -> &dyn Program {
        &*self.0.program
    }

    /// Reports a problem to the user, or something that is none.
    pub(crate) fn notify(&self, text: String, problem: bool) {
        notices::notify(self.0.session, text, problem);
    }

    /// Reports a failure, and that what happens is not stored from now on.
    pub(super) fn fail(&self, message: String) {
        self.0.storing.set(false);
        self.0.unstored.replace(message.clone());
        self.notify(message, true);
    }

    /// Returns the log, while this tab stores the session.
    pub(crate) fn own_log(&self) -> Option<&SessionLog> {
        (self.0.storing.get() && self.writer().is_some()).then_some(&self.0.log)
    }

    /// Returns the log.
    pub(super) fn log(&self) -> &SessionLog {
        &self.0.log
    }

    /// Returns whether another tab has the session.
    pub(crate) fn is_reading(&self) -> bool {
        self.0.open.borrow().as_ref().is_some_and(|open| open.writer().is_none())
    }

    /// Returns why nothing is stored; empty where something is.
    pub(crate) fn why_unstored(&self) -> String {
        self.0.unstored.borrow().clone()
    }

    /// Returns why nothing can be asked in the session at present, if that is so.
    pub(crate) fn refusal(&self) -> Option<String> {
        if self.is_reading() {
            Some(ELSEWHERE.to_owned())
        } else {
            self.0.hold.borrow().busy_with()
        }
    }

    /// Returns what the page does by itself, as a sentence, while no other session can be shown.
    pub(crate) fn held_by(&self) -> Option<String> {
        self.0.hold.borrow().held_by().map(str::to_owned)
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
        self.0.hold.borrow_mut().begin(alone, sentence)?;
        let session = self.0.session;
        let report = |state| activity::happened(session, None, Happening::Session { state });
        report(SessionWord::Held);
        let done = act.await;
        self.0.hold.borrow_mut().end(alone);
        report(SessionWord::Released);
        done
    }

    /// Returns who receives a turn that is complete, for the ledger; none where it stays here.
    pub(crate) fn receiver(&self) -> Option<String> {
        let receiver = self.0.receiving.borrow().receiver().cloned();
        receiver?.to()
    }

    /// Hands out a turn as JSON, once the ledger has it.
    pub(crate) fn hand_out(&self, turn: &str) {
        let receiver = self.0.receiving.borrow().receiver().cloned();
        if let Some(receiver) = receiver {
            receiver.send(turn);
        }
    }

    /// Sets who receives the turns of this session from now on.
    pub(crate) fn hand_out_to(&self, to: Receiver) {
        self.0.receiving.borrow_mut().set(to);
    }

    /// Returns the requests that the session has sent, with their bodies where they are kept.
    pub(crate) async fn stored_requests(&self) -> Vec<LedgerEntry> {
        contents::with_bodies(self.0.log.requests()).await
    }

    /// Returns a stored outcome with its large parts, and the files that its code wrote, in the
    /// order of the outcome, as far as they are stored.
    pub(crate) async fn whole_outcome(outcome: &StoredOutcome) -> (Outcome, Vec<Option<Blob>>) {
        let parts = contents::parts_of(outcome).await;
        (log::attached(outcome, &parts), contents::written_files(outcome).await)
    }

    /// Returns the bytes of the large parts of a stored outcome, none for those that are not there.
    pub(crate) async fn parts_of(outcome: &StoredOutcome) -> Vec<Option<Uint8Array>> {
        contents::parts_of(outcome).await
    }

    /// Shows what the log says of the turns, if the session is shown.
    pub(crate) fn turns_shown(&self) {
        if self.is_shown() {
            self.0.program.turns_changed(self.own_log().is_some());
        }
    }

    /// Shows the session again, or files of it.
    fn follow(&self, shown: Shown) {
        self.0.program.follow(shown);
        self.turns_shown();
    }

    /// Shows the session as `read` has it, from the log. The page's settings stay.
    pub(crate) async fn show(&self, read: JsValue, why: &str) {
        let shown = self.complete(read, false, why).await;
        self.follow(Shown::Session(shown));
    }

    /// Waits until the page may be reloaded without losing anything recorded so far.
    pub(crate) async fn stored(&self) {
        self.0.queue.done().await;
        let writing = self.0.writing.borrow().clone();
        writing.await;
        self.turns_shown();
    }

    /// Waits until everything that happened is on the disk. Returns why something is not, as a
    /// sentence.
    pub(crate) async fn settled(&self) -> Option<String> {
        if self.own_log().is_some() {
            self.flush();
        }
        self.0.program.compared().await;
        self.0.queue.done().await;
        let flushed = match self.writer() {
            Some(writer) => done(writer.flush()).await.map(drop),
            None => Ok(()),
        };
        if self.0.lost.get() && !self.0.unstored.borrow().is_empty() {
            return Some(format!("What happened is not stored. {}", self.0.unstored.borrow()));
        }
        // One that was closed meanwhile has stored all of it before.
        let error = flushed.err().filter(|error| error.kind != "closed")?;
        Some(format!("{} Until then, what happened is in this tab only.", error.message))
    }

    fn writer(&self) -> Option<Writer> {
        self.0.open.borrow().as_ref()?.writer()
    }

    /// Sets which session of the storage this is.
    fn set_open(&self, id: &str, title: &str, open: OpenSession) {
        self.0.id.replace(id.to_owned());
        self.0.title.replace(title.to_owned());
        self.0.open.replace(Some(open));
        if self.is_shown() {
            choose(id);
        }
    }
}

/// Returns the milliseconds since 1970.
fn now() -> f64 {
    Date::now()
}
