//! One session of the page and its log: restores it, and stores its events as they happen, whether
//! it is shown or not. Other tabs may have the session, and space may end: what happens then is
//! decided here. Knows nothing of the kernel and decides nothing about turns; the page and the
//! storage are behind [`Page`].

mod events;
mod files;
mod opening;
mod presence;
mod queue;
mod records;
#[cfg(test)]
mod tests;
mod writing;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared, ready};
use kernel::automation::{Happening, SessionWord};
use session::log::OpenLog;

use self::files::Added;
use self::queue::Queue;
pub use self::records::{lines, number_of, records_from};
use super::{Hold, OpenSession, Page, Presence, ReadSession, RestoredFile, Shown};

/// The log of an open session. Clones share it.
pub type SharedLog = Rc<RefCell<OpenLog>>;

/// A handle to a session.
pub struct StoredSession<P: Page>(Rc<Inner<P>>);

impl<P: Page> Clone for StoredSession<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

struct Inner<P: Page> {
    page: P,
    log: SharedLog,
    /// Whether the page shows it.
    shown: Cell<bool>,
    hold: RefCell<Hold>,
    presence: Cell<Presence>,
    /// The interpreter being started again.
    waking: RefCell<Option<Shared<LocalBoxFuture<'static, ()>>>>,
    /// The session in the storage.
    open: RefCell<Option<P::Open>>,
    /// Its id, which it gets with its first event.
    id: RefCell<String>,
    /// The title as the list of sessions has it.
    title: RefCell<String>,
    /// Whether the session is to be shown again.
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
    added: RefCell<Vec<Added<P::File>>>,
    /// The files that wait for the user.
    waiting: RefCell<Vec<RestoredFile<P::File>>>,
}

impl<P: Page> StoredSession<P> {
    /// Returns a session of which nothing is restored yet.
    pub fn new(page: P, log: SharedLog) -> Self {
        Self(Rc::new(Inner {
            log,
            shown: Cell::default(),
            hold: RefCell::default(),
            presence: Cell::default(),
            waking: RefCell::default(),
            open: RefCell::default(),
            id: RefCell::default(),
            title: RefCell::default(),
            outdated: Cell::default(),
            storing: Cell::new(true),
            unstored: RefCell::default(),
            lost: Cell::default(),
            queue: Queue::new(&page),
            writing: RefCell::new(ready(()).boxed_local().shared()),
            full: Cell::default(),
            flushing: Cell::default(),
            added: RefCell::default(),
            waiting: RefCell::default(),
            page,
        }))
    }

    /// Returns whether this is a handle to the same session.
    pub fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Returns the id; empty while the session is not stored yet.
    pub fn id(&self) -> String {
        self.0.id.borrow().clone()
    }

    /// Returns the title as the list of sessions has it.
    pub fn title(&self) -> String {
        self.0.title.borrow().clone()
    }

    /// Changes the title that the page shows.
    pub fn show_title(&self, title: &str) {
        self.0.title.replace(title.to_owned());
        self.0.page.show_title(title);
    }

    /// Returns whether nothing has happened in the session yet.
    pub fn is_blank(&self) -> bool {
        self.0.id.borrow().is_empty() && self.0.storing.get()
    }

    /// Returns whether the page shows it.
    pub fn is_shown(&self) -> bool {
        self.0.shown.get()
    }

    /// Sets whether the page shows it.
    pub fn set_shown(&self, shown: bool) {
        self.0.shown.set(shown);
    }

    /// Returns the page around it.
    pub fn page(&self) -> &P {
        &self.0.page
    }

    /// Notifies the user of a problem, or of something else.
    pub fn notify(&self, text: String, problem: bool) {
        self.0.page.notify(text, problem);
    }

    /// Reports a failure, and that what happens is not stored from now on.
    pub fn fail(&self, message: String) {
        self.0.storing.set(false);
        self.0.unstored.replace(message.clone());
        self.notify(message, true);
    }

    /// Returns the log, while this tab stores the session.
    pub fn own_log(&self) -> Option<&SharedLog> {
        (self.0.storing.get() && self.writer().is_some()).then_some(&self.0.log)
    }

    /// Returns whether another tab has the session.
    pub fn is_reading(&self) -> bool {
        self.0.open.borrow().as_ref().is_some_and(|open| !open.is_writer())
    }

    /// Returns why nothing is stored; empty where something is.
    pub fn why_unstored(&self) -> String {
        self.0.unstored.borrow().clone()
    }

    /// Returns why nothing can be asked in the session at present, if that is so.
    pub fn refusal(&self) -> Option<String> {
        if self.is_reading() {
            Some(words::stored_storing_this_session_is_open().to_owned())
        } else {
            self.0.hold.borrow().busy_with()
        }
    }

    /// Returns what the page does by itself, as a sentence, while no other session can be shown.
    pub fn held_by(&self) -> Option<String> {
        self.0.hold.borrow().held_by().map(str::to_owned)
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
        self.0.hold.borrow_mut().begin(alone, sentence)?;
        let report = |state| self.0.page.happened(Happening::Session { state });
        report(SessionWord::Held);
        let done = act.await;
        self.0.hold.borrow_mut().end(alone);
        report(SessionWord::Released);
        done
    }

    /// Shows what the log says of the turns, if the session is shown.
    pub fn turns_shown(&self) {
        if self.is_shown() {
            self.0.page.turns_changed(self.own_log().is_some());
        }
    }

    /// Shows the session again, or files of it.
    fn follow(&self, shown: Shown<P::File>) {
        self.0.page.follow(shown);
        self.turns_shown();
    }

    /// Shows the session as `read` has it, from the log. The page's settings stay.
    pub async fn show(&self, read: ReadSession, why: &str) {
        let shown = self.complete(read, false, why).await;
        self.follow(Shown::Session(Box::new(shown)));
    }

    /// Waits until the page may be reloaded without losing anything recorded so far.
    pub async fn stored(&self) {
        self.written().await;
        self.turns_shown();
    }

    /// Waits until the actions so far have run, and their records are stored, or cannot be.
    async fn written(&self) {
        self.0.queue.done().await;
        let writing = self.0.writing.borrow().clone();
        writing.await;
    }

    /// Waits until everything that happened is on the disk. Returns why something is not, as a
    /// sentence.
    pub async fn settled(&self) -> Option<String> {
        if self.own_log().is_some() {
            self.flush();
        }
        self.0.page.compared().await;
        self.written().await;
        let flushed = match self.writer() {
            Some(writer) => writer.flush().await,
            None => Ok(()),
        };
        if self.0.lost.get() && !self.0.unstored.borrow().is_empty() {
            return Some(words::stored_storing_what_happened_is_not(&self.0.unstored.borrow()));
        }
        // One that was closed meanwhile has stored all of it before.
        let error = flushed.err().filter(|error| error.kind != "closed")?;
        Some(words::stored_storing_until_then_what_happened(&error.message))
    }

    /// Returns the session in the storage, while this tab writes it.
    fn writer(&self) -> Option<P::Open> {
        self.0.open.borrow().clone().filter(OpenSession::is_writer)
    }

    /// Sets which session of the storage this is.
    fn set_open(&self, id: &str, title: &str, open: P::Open) {
        self.0.id.replace(id.to_owned());
        self.show_title(title);
        self.0.open.replace(Some(open));
        if self.is_shown() {
            self.0.page.choose(id);
        }
    }
}
