//! The choice of what the model may see of the results.

use leptos::prelude::*;

use super::{actions, session};
use crate::{
    actions::PrivacyActions,
    session::{AgreedModel, Disclosure, Model, choice_name},
};

const CHOICES: [(Disclosure, &str); 3] = [
    (
        Disclosure::Printed,
        "What the code prints goes to the model, long results cut. Files themselves never do.",
    ),
    (Disclosure::Ask, "Each result is shown to you before it goes."),
    (Disclosure::Shape, "Columns, types, counts and errors; no values from your data."),
];

/// The part of the panel for what the model may see; where nothing leaves, a statement of that.
#[component]
pub(super) fn DisclosureChoice() -> impl IntoView {
    let session = session();
    let model = move |is: fn(Option<&Model>) -> bool| {
        Memo::new(move |_| session.models.with(|models| is(models.get(session.model.get()))))
    };
    let builtin = model(|model| model.is_none_or(|model| model.builtin));
    let stays = model(|model| model.is_none_or(Model::stays));
    let choices: Vec<_> = CHOICES
        .into_iter()
        .map(|(choice, more)| {
            view! {
                <label class="choice">
                    <input
                        type="radio"
                        name="disclosure"
                        prop:checked=move || session.disclosure.get() == choice
                        on:change=move |_| session.disclosure.set(choice)
                    />
                    <span class="choice-text">
                        <span class="choice-name">{choice_name(choice)}</span>
                        <span class="choice-more">{more}</span>
                    </span>
                </label>
            }
            .into_any()
        })
        .collect();
    view! {
        <section
            class="privacy-part disclosure"
            aria-labelledby="disclosure-title"
            data-testid="disclosure"
        >
            <h3 id="disclosure-title">{"What the model may see"}</h3>
            <div id="disclosure-choice">
                <p class="menu-text" hidden=move || !stays.get() data-testid="stays">
                    {"Nothing leaves this browser, not even the question."}
                    {move || {
                        builtin.get().then_some(" The choice below counts once a language model answers.")
                    }}
                </p>
                <fieldset class="choices">
                    <legend class="visually-hidden">{"What a language model may see"}</legend>
                    {choices}
                </fieldset>
                <Agreed />
            </div>
        </section>
    }
    .into_any()
}

/// The models for which the user has agreed to everything printed, each with a button that takes
/// that back.
#[component]
fn Agreed() -> impl IntoView {
    let (agreed, privacy) = (session().agreed, actions::<dyn PrivacyActions>());
    let row = move |model: AgreedModel| {
        let words = format!("You agreed that everything printed goes to {}.", model.words());
        let label = format!("Revoke for {}", model.words());
        view! {
            <li>
                <span>{words}</span>
                <button
                    class="button is-quiet"
                    type="button"
                    aria-label=label
                    on:click=move |_| { privacy.with(|privacy| privacy.revoke(&model)); }
                >
                    {"Revoke"}
                </button>
            </li>
        }
        .into_any()
    };
    (move || {
        let agreed = agreed.get();
        (!agreed.is_empty()).then(|| {
            view! {
                <ul class="disclosure-agreed" data-testid="agreed">
                    {agreed.into_iter().map(row).collect_view()}
                </ul>
            }
            .into_any()
        })
    })
    .into_any()
}
