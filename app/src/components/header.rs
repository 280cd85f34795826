//! The top line: the name, the button that folds the sessions at the side, the session's title,
//! what has left the browser, which model answers, and the menu with everything else.

use leptos::prelude::*;

use super::{
    kernel_badge::KernelBadge, models::ModelMenu, page_menu::PageMenu, privacy::PrivacyChip,
    session_side::SideToggle, session_title::SessionTitle,
};

/// The page's header.
#[component]
pub(super) fn Header() -> impl IntoView {
    view! {
        <header class="header">
            <p class="header-name">
                <svg class="header-mark" viewBox="0 0 24 24" aria-hidden="true">
                    <path class="header-mark-frame" d={"M8 3H5a2 2 0 0 0-2 2v3M16 3h3a2 2 0 0 1 2 2v3M8 21H5a2 2 0 0 1-2-2v-3M16 21h3a2 2 0 0 0 2-2v-3"}></path>
                    <path class="header-mark-bars" d={"M8 16v-3M12 16V8M16 16v-5"}></path>
                </svg>
                <span class="header-word">{words::header_insitu()}</span>
            </p>
            <SideToggle />
            <SessionTitle />
            <div class="header-choices">
                <KernelBadge />
                <PrivacyChip />
                <ModelMenu />
                <PageMenu />
            </div>
        </header>
    }
    .into_any()
}
