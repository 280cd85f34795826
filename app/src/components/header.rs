//! The top line: the name, the kernel's state, which model answers, what it may see, and what has
//! left the browser.

use leptos::prelude::*;

use super::{
    actions, disclosure::DisclosureMenu, kernel_badge::KernelBadge, ledger::LedgerButton,
    models::ModelMenu, seal::SealButton,
};
use crate::actions::SessionListActions;

/// The page's header.
#[component]
pub(super) fn Header() -> impl IntoView {
    let sessions = actions::<dyn SessionListActions>();
    view! {
        <header class="header">
            <p class="header-name">
                <svg class="header-mark" viewBox="0 0 24 24" aria-hidden="true">
                    <path class="header-mark-frame" d={"M8 3H5a2 2 0 0 0-2 2v3M16 3h3a2 2 0 0 1 2 2v3M8 21H5a2 2 0 0 1-2-2v-3M16 21h3a2 2 0 0 0 2-2v-3"}></path>
                    <path class="header-mark-bars" d={"M8 16v-3M12 16V8M16 16v-5"}></path>
                </svg>
                <span>{"Insitu"}</span>
            </p>
            <KernelBadge />
            <button
                class="chip"
                type="button"
                aria-haspopup="dialog"
                data-testid="sessions-open"
                on:click=move |_| { sessions.with(|sessions| sessions.show_sessions()); }
            >
                <span class="chip-text">{"Sessions"}</span>
            </button>
            <SealButton />
            <div class="header-choices">
                <ModelMenu />
                <DisclosureMenu />
                <LedgerButton />
            </div>
        </header>
    }
    .into_any()
}
