//! The promise that nothing gets out of the kernel: a button that opens its test.

use leptos::prelude::*;

use super::{
    actions,
    icon::{Icon, LOCK},
};

/// The button in the header.
#[component]
pub(super) fn SealButton() -> impl IntoView {
    let actions = actions();
    view! {
        <button
            class="chip seal-open"
            type="button"
            aria-haspopup="dialog"
            data-testid="seal-open"
            on:click=move |_| { actions.with(|actions| actions.show_seal()); }
        >
            <Icon path=LOCK />
            <span class="chip-text">{"Sealed"}</span>
        </button>
    }
    .into_any()
}
