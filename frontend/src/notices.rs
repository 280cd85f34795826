//! What the person is told beside the conversation, and the names of things on the page.

use std::cell::Cell;

use app::session::{Id, Notice, Session};
use leptos::prelude::Update;

thread_local! {
    static NEXT: Cell<Id> = const { Cell::new(1) };
}

/// A name that nothing else on this page has.
pub(crate) fn next_id() -> Id {
    NEXT.with(|next| next.replace(next.get() + 1))
}

/// Tells the person something.
pub(crate) fn tell(session: Session, text: String, problem: bool) {
    session.notices.update(|notices| {
        // The same sentence twice in a row says nothing new.
        if notices.last().is_none_or(|last| last.text != text) {
            notices.push(Notice { id: next_id(), text, problem });
        }
    });
}
