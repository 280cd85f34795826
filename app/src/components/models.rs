//! The choice of the model, and the abilities of the built-in planner.

use leptos::{attr::popovertarget, prelude::*};

use super::{actions, icon::Icon, markdown::Markdown, session};
use crate::actions::TurnActions;

/// The choice of the model.
#[component]
pub(super) fn ModelMenu() -> impl IntoView {
    let (session, turns) = (session(), actions::<dyn TurnActions>());
    let chosen = Memo::new(move |_| session.models.with(|models| models.get(session.model.get()).cloned()));
    let builtin = Memo::new(move |_| chosen.with(|model| model.as_ref().is_none_or(|model| model.builtin)));
    let name = move || chosen.get().map(|model| model.name).unwrap_or_default();
    let choices = move || {
        let models = session.models.get();
        (models.len() > 1).then(|| {
            let choices: Vec<_> = models
                .into_iter()
                .enumerate()
                .map(|(index, model)| {
                    view! {
                        <label class="choice">
                            <input
                                type="radio"
                                name="model"
                                prop:checked=move || session.model.get() == index
                                on:change=move |_| session.model.set(index)
                            />
                            <span class="choice-text">
                                <span class="choice-name">{model.name}</span>
                                <span class="choice-more">{if model.builtin {
                                    "Rules, not a language model. Nothing leaves the browser."
                                } else if model.direct {
                                    "Language model that this browser asks directly, without this server."
                                } else if model.images {
                                    "Language model behind this server; it sees figures too."
                                } else {
                                    "Language model behind this server."
                                }}</span>
                            </span>
                        </label>
                    }
                    .into_any()
                })
                .collect();
            view! {
                <fieldset class="choices">
                    <legend>{"Who answers"}</legend>
                    {choices}
                </fieldset>
            }
            .into_any()
        })
    };
    let abilities = move || {
        builtin.get().then(|| {
            view! {
                <p class="menu-text">
                    {"Built-in planner — no language model connected. It turns a question into Python by fixed rules, here in the browser."}
                </p>
                <details class="menu-details">
                    <summary>{"What it can do"}</summary>
                    {move || {
                        let text = session.abilities.get();
                        let text = if text.is_empty() {
                            "Overviews, rankings, totals and means by group, trends over time, distributions and filters on any table.".to_owned()
                        } else {
                            text
                        };
                        view! { <Markdown text=text /> }
                    }}
                </details>
            }
            .into_any()
        })
    };
    view! {
        <div class="model">
            <button class="chip" type="button" {..popovertarget("model-menu")} data-testid="model-menu">
                <span class="visually-hidden">{"Model: "}</span>
                <span class="chip-text">{name}</span>
                {move || builtin.get().then(|| view! { <span class="chip-more">{"— no language model connected"}</span> })}
                <Icon name="open" />
            </button>
            <div class="menu" id="model-menu" popover="auto" role="group" aria-label="Model">
                {abilities}
                {choices}
                <button
                    class="button endpoint-open"
                    type="button"
                    aria-haspopup="dialog"
                    data-testid="endpoint-open"
                    on:click=move |_| { turns.with(|turns| turns.connect_endpoint()); }
                >
                    {"Connect an endpoint"}
                </button>
            </div>
        </div>
    }
    .into_any()
}
