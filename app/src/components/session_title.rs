//! The session's title in the header, which opens the list of sessions.

use leptos::prelude::*;
use text::visible;

use super::{actions, icon::Icon, session};
use crate::actions::SessionListActions;

/// The title of a session without a question.
const UNTITLED: &str = "New session";

/// The button with the title.
#[component]
pub(super) fn SessionTitle() -> impl IntoView {
    let (session, sessions) = (session(), actions::<dyn SessionListActions>());
    // If nothing is stored there is no title, but there may be a first question.
    let title = Memo::new(move |_| {
        let title = session.title.with(|title| visible(title));
        let first =
            || session.turns.with(|turns| Some(visible(&turns.first()?.question.get_value())));
        Some(title).filter(|title| !title.is_empty()).or_else(first).unwrap_or_default()
    });
    let shown =
        move || title.with(|title| if title.is_empty() { UNTITLED.into() } else { title.clone() });
    view! {
        <button
            class="chip session-title"
            type="button"
            aria-haspopup="dialog"
            title="All sessions"
            data-testid="sessions-open"
            on:click=move |_| { sessions.with(|sessions| sessions.show_sessions()); }
        >
            <span class="visually-hidden">{"Sessions: "}</span>
            <span class="chip-text">{shown}</span>
            <Icon name="open" />
        </button>
    }
    .into_any()
}
