//! What leaves the browser: a chip that says how much has, and the panel that it opens, with what
//! the model may see, what was sent, and the isolation test.

use leptos::{
    attr::{popovertarget, popovertargetaction},
    prelude::*,
};

use super::{
    disclosure::DisclosureChoice, icon::Icon, ledger::Ledger, seal::IsolationTest, session,
};
use crate::session::{Seal, choice_name, sent_words};

/// The chip in the header.
#[component]
pub(super) fn PrivacyChip() -> impl IntoView {
    let session = session();
    let leaks = Memo::new(move |_| session.seal.with(Seal::leaks));
    let words = Memo::new(move |_| {
        let sent = session
            .ledger
            .with(|entries| session.contacts.with(|contacts| sent_words(entries, contacts)));
        match leaks.get() {
            true => session.seal.with(|seal| (seal.badge.clone(), seal.badge.clone())),
            false => sent,
        }
    });
    let title =
        move || words::privacy_privacy_the_model_may(&choice_name(session.disclosure.get()));
    view! {
        <button
            class="chip privacy-open"
            class:is-problem=leaks
            type="button"
            {..popovertarget("privacy")}
            title=title
            data-testid="privacy-open"
        >
            <Icon name="shield" />
            <span class="chip-text is-long">{move || words.get().0}</span>
            <span class="chip-text is-short" aria-hidden="true">{move || words.get().1}</span>
        </button>
    }
    .into_any()
}

/// The panel, shown over the page.
#[component]
pub(super) fn PrivacyPanel() -> impl IntoView {
    view! {
        <div
            class="menu privacy"
            id="privacy"
            popover="auto"
            role="dialog"
            aria-labelledby="privacy-title"
            data-testid="privacy"
        >
            <div class="sheet-head">
                <h2 id="privacy-title">{words::privacy_privacy()}</h2>
                <button
                    class="button is-quiet"
                    type="button"
                    {..popovertarget("privacy")}
                    {..popovertargetaction("hide")}
                    aria-label=words::privacy_close()
                >
                    <Icon name="close" />
                </button>
            </div>
            <DisclosureChoice />
            <Ledger />
            <IsolationTest />
        </div>
    }
    .into_any()
}
