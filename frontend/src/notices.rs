//! Notices to the user beside the conversation, and ids of things on the page.

use std::cell::Cell;

use app::session::{Id, Notice, Session};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use kernel::automation::Happening;
use leptos::prelude::{Update, WithUntracked};
use leptos::task::spawn_local;

use crate::activity;

thread_local! {
    static NEXT: Cell<Id> = const { Cell::new(1) };
}

/// Returns an id that is unique on this page.
pub(crate) fn next_id() -> Id {
    NEXT.with(|next| next.replace(next.get() + 1))
}

/// Lets ids begin after those of a session that was stored.
pub(crate) fn continue_ids(next: Id) {
    NEXT.with(|own| own.set(own.get().max(next)));
}

/// Notifies the user, and returns the id of the notice.
pub(crate) fn notify(session: Session, text: String, problem: bool) -> Id {
    // Repeating the last sentence adds nothing.
    let last = session.notices.with_untracked(|notices| {
        notices.last().filter(|last| last.text == text).map(|last| last.id)
    });
    last.unwrap_or_else(|| {
        let id = next_id();
        session.notices.update(|notices| notices.push(Notice { id, text, problem }));
        activity::happened(session, id, Happening::NoticeShown { problem });
        id
    })
}

/// Removes a notice, if it is still there.
pub(crate) fn remove(session: Session, id: Id) {
    session.notices.update(|notices| notices.retain(|other| other.id != id));
}

/// Runs an action that may fail, and notifies the user if it does.
pub(crate) fn attempt(session: Session, act: impl Future<Output = Result<(), String>> + 'static) {
    // Boxed here, so that what follows is compiled once and not for each action.
    notify_failure(session, act.boxed_local());
}

fn notify_failure(session: Session, act: LocalBoxFuture<'static, Result<(), String>>) {
    spawn_local(async move {
        if let Err(message) = act.await {
            notify(session, message, true);
        }
    });
}
