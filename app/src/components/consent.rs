//! The question whether the model may see a result, with exactly what would be sent.

use leptos::{ev, prelude::*};
use text::{format, visible};

use super::{actions, modal::modal, session};
use crate::{actions::PrivacyActions, session::Verdict};

/// A modal dialog, open while [`crate::session::Session::consent`] is set.
#[component]
pub(super) fn ConsentDialog() -> impl IntoView {
    let (consent, privacy) = (session().consent, actions::<dyn PrivacyActions>());
    let dialog = modal(move || consent.with(Option::is_some));
    let decide = move |verdict| {
        privacy.with(|privacy| privacy.decide(verdict));
    };
    let body = move || {
        consent.get().map(|consent| {
            let pictures = (consent.images > 0)
                .then(|| format!("With it would go {}.", format::plural(consent.images as u64, "picture")));
            view! {
                <pre class="consent-text" tabindex="0" aria-label="What would be sent">{visible(&consent.text)}</pre>
                <p class="sheet-text">{pictures}</p>
                <details class="consent-instead">
                    <summary>{"What “Send column info only” would send"}</summary>
                    <pre class="consent-text" tabindex="0" aria-label="What would be sent instead">{visible(&consent.instead)}</pre>
                </details>
            }
            .into_any()
        })
    };
    view! {
        <dialog
            class="sheet consent"
            node_ref=dialog
            aria-labelledby="consent-title"
            data-testid="consent"
            on:cancel=move |event: ev::Event| {
                event.prevent_default();
                decide(Verdict::Stop);
            }
        >
            <h2 id="consent-title">{"May the model see this result?"}</h2>
            <p class="sheet-text">{"Exactly this text would leave the browser:"}</p>
            {body}
            <div class="consent-choices">
                <button class="button is-main" type="button" on:click=move |_| decide(Verdict::Send)>{"Send"}</button>
                <button class="button" type="button" on:click=move |_| decide(Verdict::Shape)>{"Send column info only"}</button>
                <button class="button is-quiet" type="button" on:click=move |_| decide(Verdict::Stop)>{"Stop"}</button>
            </div>
        </dialog>
    }
    .into_any()
}
