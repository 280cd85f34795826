//! The statement that nothing leaves the kernel: a button that opens the self-test.

use leptos::prelude::*;

use super::{actions, icon::Icon, session};
use crate::actions::PrivacyActions;

/// The button in the header.
#[component]
pub(super) fn SealButton() -> impl IntoView {
    let (privacy, session) = (actions::<dyn PrivacyActions>(), session());
    view! {
        <button
            class="chip seal-open"
            type="button"
            aria-haspopup="dialog"
            data-testid="seal-open"
            on:click=move |_| { privacy.with(|privacy| privacy.show_seal()); }
        >
            <Icon name="lock" />
            <span class="chip-text" data-testid="seal-badge">{session.seal}</span>
        </button>
    }
    .into_any()
}
