//! The questions whether a model may see a result, with exactly what would be sent, and whether
//! everything printed may go to a model elsewhere, with an example.

use leptos::{ev, prelude::*};
use text::{format, visible};

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
        true => "May the model see what code prints?",
        false => "May the model see this result?",
    };
    let send = move || if is_printed.get() { "Agree" } else { "Send" };
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
                <button class="button" type="button" on:click=move |_| decide(Verdict::Shape)>{"Send column info only"}</button>
                <button class="button is-quiet" type="button" on:click=move |_| decide(Verdict::Stop)>{"Stop"}</button>
            </div>
        </dialog>
    }
    .into_any()
}

/// One result, as it would be sent.
fn result(text: &str, images: usize, instead: &str) -> AnyView {
    let pictures = (images > 0)
        .then(|| format!("With it would go {}.", format::plural(images as u64, "picture")));
    view! {
        <p class="sheet-text">{"Exactly this text would leave the browser:"}</p>
        <pre class="consent-text" tabindex="0" aria-label="What would be sent">{visible(text)}</pre>
        <p class="sheet-text">{pictures}</p>
        <details class="consent-instead">
            <summary>{"What “Send column info only” would send"}</summary>
            <pre class="consent-text" tabindex="0" aria-label="What would be sent instead">{visible(instead)}</pre>
        </details>
    }
    .into_any()
}

/// What everything printed is, before the first question to a model elsewhere.
fn printed(model: &str, file: &str, example: &str) -> AnyView {
    let about = format!(
        "{model} is not on this machine. It gets your questions, the names of columns, and what code prints to answer you: values, tables and figures, long results cut. The files themselves stay here."
    );
    let example = (!example.is_empty()).then(|| {
        view! {
            <p class="sheet-text">{format!("For example, code may print these values of {file}, and they would go:")}</p>
            <pre class="consent-text is-table" tabindex="0" aria-label="Example of what would be sent">{visible(example)}</pre>
        }
        .into_any()
    });
    view! {
        <p class="sheet-text">{about}</p>
        {example}
        <p class="sheet-text">
            {"With “Send column info only”, no value of your data goes. You are asked once for this model in this browser, and can take it back under “Privacy”."}
        </p>
    }
    .into_any()
}
