//! The sessions that are open in the page, and which of them is shown. One that is left keeps its
//! interpreter while it computes; how many may do so at once is bounded, since each takes memory.

use std::cell::RefCell;

use futures::channel::oneshot;
use futures::future::join_all;
use futures::lock::Mutex;

use super::{Page, StoredSession};
use crate::session::Doing;

/// The most sessions that compute beside the one that is shown, and that on a device with little
/// memory.
const MAX_COMPUTING_SESSIONS: usize = 2;
const MAX_COMPUTING_SESSIONS_WITH_LITTLE_MEMORY: usize = 1;

/// What a page does to show another session.
pub trait Switching: Page {
    /// Shows the session in place of the one that is shown, whose view is removed.
    fn show(&self);

    /// Begins another session, which is not shown: that of an id, or "new".
    fn begin_another(&self, id: &str);

    /// Closes the dialogs of the session that is shown. A question that one of them asks is asked
    /// again when the session is shown.
    fn close_dialogs(&self);

    /// Moves the focus to where a question is asked.
    fn focus(&self);

    /// Returns whether the device has little memory.
    fn has_little_memory(&self) -> bool;
}

/// A session that the page is about to open, and who waits for it.
type Expected<P> = (String, oneshot::Sender<StoredSession<P>>);

/// The open sessions of a page.
pub struct Sessions<P: Page> {
    all: RefCell<Vec<StoredSession<P>>>,
    shown: RefCell<Option<StoredSession<P>>>,
    expected: RefCell<Option<Expected<P>>>,
    /// Switches, one after the other.
    switching: Mutex<()>,
}

impl<P: Page> Default for Sessions<P> {
    fn default() -> Self {
        Self {
            all: RefCell::default(),
            shown: RefCell::default(),
            expected: RefCell::default(),
            switching: Mutex::default(),
        }
    }
}

impl<P: Switching> Sessions<P> {
    /// Returns the session that the page shows; none until one was added.
    pub fn shown(&self) -> Option<StoredSession<P>> {
        self.shown.borrow().clone()
    }

    /// Returns all of them.
    pub fn all(&self) -> Vec<StoredSession<P>> {
        self.all.borrow().clone()
    }

    /// Adds a session; the first one is shown.
    pub fn add(&self, session: &StoredSession<P>) {
        self.all.borrow_mut().push(session.clone());
        if self.shown().is_none() {
            self.set_shown(session);
        }
    }

    /// Takes who waits for the session that the page has begun, with its id, or "new".
    pub fn take_expected(&self) -> Option<Expected<P>> {
        self.expected.take()
    }

    /// Waits until everything that happened in them is on the disk. Returns why something is not,
    /// as a sentence.
    pub async fn settled(&self) -> Option<String> {
        let all = self.all();
        join_all(all.iter().map(StoredSession::settled)).await.into_iter().flatten().next()
    }

    /// Shows another session than this one: that of an id, or "new". One that is not open is begun.
    ///
    /// # Errors
    /// A sentence, where that is not possible at present.
    pub async fn leave_for(&self, id: &str) -> Result<(), String> {
        let _alone = self.switching.lock().await;
        self.settled().await;
        let Some(before) = self.shown() else { return Ok(()) };
        // A session of which nothing is stored yet is as good as a new one.
        let is = |session: &StoredSession<P>| {
            if id == "new" { session.is_blank() } else { session.id() == id }
        };
        let open = self.all().into_iter().find(is);
        if open.as_ref().is_some_and(|open| open.is(&before)) {
            before.page().close_dialogs();
            return Ok(());
        }
        if let Some(why) = self.refused(&before, open.as_ref()) {
            return Err(why);
        }
        let next = match open {
            Some(open) => open,
            None => self.begun(&before, id).await?,
        };
        // What happened meanwhile is stored.
        before.settled().await;
        before.page().close_dialogs();
        self.set_shown(&next);
        let id = next.id();
        next.page().choose(if id.is_empty() { "new" } else { &id });
        next.page().show();
        next.seen();
        before.idle_at_once();
        next.page().focus();
        next.awake().await;
        next.stored().await;
        Ok(())
    }

    fn set_shown(&self, session: &StoredSession<P>) {
        session.set_shown(true);
        if let Some(before) = self.shown.replace(Some(session.clone())) {
            before.set_shown(false);
        }
    }

    async fn begun(&self, before: &StoredSession<P>, id: &str) -> Result<StoredSession<P>, String> {
        let (arrived, session) = oneshot::channel();
        self.expected.replace(Some((id.to_owned(), arrived)));
        before.page().begin_another(id);
        session.await.map_err(|_| words::stored_switching_the_session_could_not().to_owned())
    }

    /// Returns why another session cannot be shown at present, if that is so.
    fn refused(
        &self,
        before: &StoredSession<P>,
        next: Option<&StoredSession<P>>,
    ) -> Option<String> {
        let computes = |session: &&StoredSession<P>| {
            next.is_none_or(|next| !next.is(session)) && session.doing() != Doing::Nothing
        };
        let all = self.all();
        let computing: Vec<String> =
            all.iter().filter(computes).map(StoredSession::title).collect();
        refusal(before.held_by().as_deref(), &computing, before.page().has_little_memory())
    }
}

/// Returns why another session cannot be shown, if that is so: `held` is what the page does by
/// itself in the one that is shown, `computing` has the titles of those that compute, without the
/// one to show.
fn refusal(held: Option<&str>, computing: &[String], little_memory: bool) -> Option<String> {
    if let Some(held) = held {
        return Some(words::stored_switching_stop_it_or_wait(&held));
    }
    let most = if little_memory {
        MAX_COMPUTING_SESSIONS_WITH_LITTLE_MEMORY
    } else {
        MAX_COMPUTING_SESSIONS
    };
    if computing.len() <= most {
        return None;
    }
    let named: Vec<String> = computing
        .iter()
        .map(|title| match title.as_str() {
            "" => words::stored_switching_a_session_without_a().to_owned(),
            title => format!("“{title}”"),
        })
        .collect();
    let (last, others) = named.split_last()?;
    let others = others.join(", ");
    Some(words::stored_switching_and_are_computing_and(&last, &others))
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn no_other_session_is_shown_while_the_page_does_something_by_itself() {
        let why = "It runs again. Stop it, or wait, and then show the other session.";
        assert_eq!(refusal(Some("It runs again."), &[], false).as_deref(), Some(why));
    }

    #[test]
    fn as_many_sessions_compute_at_once_as_there_is_memory_for() {
        let titles = ["Revenue", "", "Stock"].map(str::to_owned);
        assert_eq!(refusal(None, &titles[..2], false), None);
        assert_eq!(refusal(None, &titles[..1], true), None);
        let rest = "are computing, and this device's memory has no place for another Python beside them. Stop one of them, or wait until one is done.";
        assert_eq!(
            refusal(None, &titles, false).unwrap(),
            format!("“Revenue”, “A session without a question” and “Stock” {rest}")
        );
        assert_eq!(
            refusal(None, &titles[..2], true).unwrap(),
            format!("“Revenue” and “A session without a question” {rest}")
        );
    }
}
