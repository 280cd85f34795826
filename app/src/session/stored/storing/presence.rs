//! Ends the session's interpreter, and starts it again when it is needed.

use futures::FutureExt;

use super::super::{OpenSession, Page, Presence, Shown};
use super::StoredSession;
use crate::session::Doing;

/// How long a session that is not shown may do nothing before its interpreter is ended, in
/// milliseconds: a script may go on at once.
const IDLE_MS: u32 = 1_000;

impl<P: Page> StoredSession<P> {
    /// Starts the interpreter again and opens the session, where both were ended.
    pub async fn awake(&self) {
        if !self.0.presence.get().is_asleep() {
            return;
        }
        let known = self.0.waking.borrow().clone();
        let waking = known.unwrap_or_else(|| {
            let own = self.clone();
            let waking = async move { own.wake().await }.boxed_local().shared();
            self.0.waking.replace(Some(waking.clone()));
            waking
        });
        waking.await;
    }

    async fn wake(&self) {
        self.0.page.set_asleep(false);
        self.reopen().await;
        self.with_presence(Presence::wake);
        self.0.waking.take();
    }

    /// Returns what the session is doing.
    pub fn doing(&self) -> Doing {
        self.0.page.doing()
    }

    /// Returns what the list says of it.
    pub fn listed_doing(&self) -> Doing {
        self.0.presence.get().doing(self.is_shown(), self.doing())
    }

    /// Notes that a turn has ended.
    pub(super) fn turn_ended(&self, answered: bool) {
        let shown = self.is_shown();
        self.with_presence(|presence| presence.turn_ended(shown, answered));
    }

    /// Notes that the session is shown.
    pub fn seen(&self) {
        self.with_presence(Presence::seen);
    }

    /// Ends the interpreter after a while, if the session does nothing until then.
    pub fn idle(&self) {
        let idle = self.with_presence(Presence::idle);
        if self.may_sleep() {
            let own = self.clone();
            self.0.page.spawn(async move {
                own.0.page.sleep(IDLE_MS).await;
                if own.0.presence.get().is_newest(idle) {
                    own.sleep();
                }
            });
        }
    }

    /// Ends the interpreter, if the session is not shown and does nothing.
    pub fn idle_at_once(&self) {
        self.with_presence(Presence::idle);
        self.sleep();
    }

    fn sleep(&self) {
        if !self.may_sleep() {
            return;
        }
        self.with_presence(Presence::sleep);
        self.0.page.set_asleep(true);
        let own = self.clone();
        drop(self.0.queue.push(async move { own.close().await }));
    }

    fn may_sleep(&self) -> bool {
        self.0.presence.get().may_sleep(self.is_shown(), self.doing())
    }

    fn with_presence<T>(&self, act: impl FnOnce(&mut Presence) -> T) -> T {
        let mut presence = self.0.presence.get();
        let done = act(&mut presence);
        self.0.presence.set(presence);
        done
    }

    /// Closes the session in the storage, so that other tabs may have it, unless what happened is
    /// only here.
    async fn close(&self) {
        let writing = self.0.writing.borrow().clone();
        writing.await;
        if self.writer().is_some_and(|writer| writer.unsaved() > 0.0) {
            return;
        }
        let open = self.0.open.borrow().clone();
        if let Some(open) = open {
            open.close().await.ok();
        }
        self.0.open.take();
    }

    /// Opens the session again and shows what is stored. The page's settings stay.
    async fn reopen(&self) {
        let own = self.clone();
        let opened = self.0.queue.push(async move {
            if own.0.id.borrow().is_empty() {
                return None;
            }
            if own.0.open.borrow().is_none() {
                return own.open_stored(&own.id(), &own.title(), true).await;
            }
            Some(
                own.complete(
                    own.read(),
                    false,
                    words::stored_storing_opening_this_session_was_stored(),
                )
                .await,
            )
        });
        let Ok(Some(mut shown)) = opened.await else { return };
        shown.read.settings = None;
        self.follow(Shown::Session(Box::new(shown)));
    }
}
