//! The choice of what the model may see of the results.

use leptos::prelude::*;
use words::Message;

use super::{actions, session};
use crate::{
    actions::PrivacyActions,
    session::{AgreedModel, Disclosure, Model, choice_name},
};

const CHOICES: [(Disclosure, Message); 3] = [
    (Disclosure::Printed, words::disclosure_what_the_code_prints),
    (Disclosure::Ask, words::disclosure_each_result_is_shown),
    (Disclosure::Shape, words::disclosure_columns_types_counts_and),
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
            <h3 id="disclosure-title">{words::disclosure_what_the_model_may()}</h3>
            <div id="disclosure-choice">
                <p class="menu-text" hidden=move || !stays.get() data-testid="stays">
                    {words::disclosure_nothing_leaves_this_browser()}
                    {move || {
                        builtin.get().then_some(words::disclosure_the_choice_below_counts())
                    }}
                </p>
                <fieldset class="choices">
                    <legend class="visually-hidden">{words::disclosure_what_a_language_model()}</legend>
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
        let words = words::disclosure_you_agreed_that_everything(&model.words());
        let label = words::disclosure_revoke_for(&model.words());
        view! {
            <li>
                <span>{words}</span>
                <button
                    class="button is-quiet"
                    type="button"
                    aria-label=label
                    on:click=move |_| { privacy.with(|privacy| privacy.revoke(&model)); }
                >
                    {words::disclosure_revoke()}
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
