//! The choice of what the model may see of the results.

use leptos::{attr::popovertarget, prelude::*};

use super::{icon::Icon, session};
use crate::session::{Disclosure, Model};

const CHOICES: [(Disclosure, &str, &str); 3] = [
    (
        Disclosure::Printed,
        "Everything printed",
        "Results go to the model, long ones cut. Files themselves never do.",
    ),
    (Disclosure::Ask, "Ask me first", "Each result is shown to you before it goes."),
    (
        Disclosure::Shape,
        "Shape only",
        "Columns, types, counts and errors; no values from your data.",
    ),
];

/// The menu for what the model may see; with the planner, a statement that there is nothing to
/// choose.
#[component]
pub(super) fn DisclosureMenu() -> impl IntoView {
    let session = session();
    let builtin = Memo::new(move |_| {
        session
            .models
            .with(|models| models.get(session.model.get()).is_none_or(|model| model.builtin))
    });
    let stays = Memo::new(move |_| {
        session.models.with(|models| models.get(session.model.get()).is_none_or(Model::stays))
    });
    let word = move || {
        if builtin.get() {
            return "nothing";
        }
        match session.disclosure.get() {
            Disclosure::Printed => "what is printed",
            Disclosure::Ask => "what you allow",
            Disclosure::Shape => "the shape only",
        }
    };
    let choices: Vec<_> = CHOICES
        .into_iter()
        .map(|(choice, name, more)| {
            view! {
                <label class="choice">
                    <input
                        type="radio"
                        name="disclosure"
                        prop:checked=move || session.disclosure.get() == choice
                        on:change=move |_| session.disclosure.set(choice)
                    />
                    <span class="choice-text">
                        <span class="choice-name">{name}</span>
                        <span class="choice-more">{more}</span>
                    </span>
                </label>
            }
            .into_any()
        })
        .collect();
    view! {
        <div class="disclosure">
            <button class="chip" type="button" {..popovertarget("disclosure-menu")} data-testid="disclosure-menu">
                <span class="chip-text">{"Model sees "}{word}</span>
                <Icon name="open" />
            </button>
            <div class="menu" id="disclosure-menu" popover="auto" role="group" aria-label="What the model may see">
                <p class="menu-text" hidden=move || !stays.get() data-testid="stays">
                    {"Nothing leaves this browser, not even the question."}
                    {move || builtin.get().then_some(" The choice below counts once a language model answers.")}
                </p>
                <fieldset class="choices">
                    <legend>{"What a language model may see"}</legend>
                    {choices}
                </fieldset>
            </div>
        </div>
    }
    .into_any()
}
