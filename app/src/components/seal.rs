//! The statement that nothing leaves the kernel: a button that opens the self-test.

use leptos::prelude::*;

use super::{
    actions,
    icon::{Icon, LOCK},
    session,
};

/// The button in the header.
#[component]
pub(super) fn SealButton() -> impl IntoView {
    let (actions, session) = (actions(), session());
    view! {
        <button
            class="chip seal-open"
            type="button"
            aria-haspopup="dialog"
            data-testid="seal-open"
            on:click=move |_| { actions.with(|actions| actions.show_seal()); }
        >
            <Icon path=LOCK />
            <span class="chip-text" data-testid="seal-badge">{session.seal}</span>
        </button>
    }
    .into_any()
}
