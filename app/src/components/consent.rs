//! The questions whether a model may see a result, with exactly what would be sent, and whether
//! everything printed may go to a model elsewhere, with an example.

use leptos::{ev, prelude::*};
use text::visible;

use super::{actions, modal::modal, session};
use crate::{
    actions::PrivacyActions,
    session::{Consent, Verdict},
};

/// A modal dialog, open while [`crate::session::Session::consent`] is set.
#[component]
pub(super) fn ConsentDialog() -> impl IntoView {
    let (consent, privacy) = (session().consent, actions::<dyn PrivacyActions>());
    let dialog = modal(move || consent.with(Option::is_some));
    let decide = move |verdict| {
        privacy.with(|privacy| privacy.decide(verdict));
    };
    let body = move || {
        consent.get().map(|consent| match consent {
            Consent::Result { text, images, instead } => result(&text, images, &instead),
            Consent::Printed { model, file, example } => printed(&model, &file, &example),
        })
    };
    let is_printed = Memo::new(move |_| {
        consent.with(|consent| matches!(consent, Some(Consent::Printed { .. })))
    });
    let title = move || match is_printed.get() {
        true => words::consent_may_the_model_see(),
        false => words::consent_may_the_model_see_this(),
    };
    let send =
        move || if is_printed.get() { words::consent_agree() } else { words::consent_send() };
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
            <h2 id="consent-title">{title}</h2>
            {body}
            <div class="consent-choices">
                <button class="button is-main" type="button" on:click=move |_| decide(Verdict::Send)>{send}</button>
                <button class="button" type="button" on:click=move |_| decide(Verdict::Shape)>{words::consent_send_column_info_only()}</button>
                <button class="button is-quiet" type="button" on:click=move |_| decide(Verdict::Stop)>{words::consent_stop()}</button>
            </div>
        </dialog>
    }
    .into_any()
}

/// One result, as it would be sent.
fn result(text: &str, images: usize, instead: &str) -> AnyView {
    let pictures = (images > 0).then(|| words::consent_with_it_would_go(images as u64));
    view! {
        <p class="sheet-text">{words::consent_exactly_this_text_would()}</p>
        <pre class="consent-text" tabindex="0" aria-label=words::consent_what_would_be_sent()>{visible(text)}</pre>
        <p class="sheet-text">{pictures}</p>
        <details class="consent-instead">
            <summary>{words::consent_what_send_column_info()}</summary>
            <pre class="consent-text" tabindex="0" aria-label=words::consent_what_would_be_sent_instead()>{visible(instead)}</pre>
        </details>
    }
    .into_any()
}

/// What everything printed is, before the first question to a model elsewhere.
fn printed(model: &str, file: &str, example: &str) -> AnyView {
    let about = words::consent_is_not_on_this(&model);
    let example = (!example.is_empty()).then(|| {
        view! {
            <p class="sheet-text">{words::consent_for_example_code_may(&file)}</p>
            <pre class="consent-text is-table" tabindex="0" aria-label=words::consent_example_of_what_would()>{visible(example)}</pre>
        }
        .into_any()
    });
    view! {
        <p class="sheet-text">{about}</p>
        {example}
        <p class="sheet-text">
            {words::consent_with_send_column_info()}
        </p>
    }
    .into_any()
}
