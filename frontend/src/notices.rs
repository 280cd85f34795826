//! What the user is told beside the conversation, and the names of things on the page.

use std::cell::Cell;

use app::session::{Id, Notice, Session};
use leptos::prelude::{Update, WithUntracked};

thread_local! {
    static NEXT: Cell<Id> = const { Cell::new(1) };
}

/// A name that nothing else on this page has.
pub(crate) fn next_id() -> Id {
    NEXT.with(|next| next.replace(next.get() + 1))
}

/// Tells the user something, and names the notice that says it.
pub(crate) fn tell(session: Session, text: String, problem: bool) -> Id {
    // The same sentence twice in a row says nothing new.
    let last = session
        .notices
        .with_untracked(|notices| notices.last().filter(|last| last.text == text).map(|last| last.id));
    last.unwrap_or_else(|| {
        let id = next_id();
        session.notices.update(|notices| notices.push(Notice { id, text, problem }));
        id
    })
}
