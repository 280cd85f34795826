//! The menu of the model: which one answers, and the abilities of the built-in planner.
//!
//! The list of models and the settings are made by `public/models` when the menu is first opened.

use leptos::{attr::popovertarget, html, prelude::*};

use super::{actions, icon::Icon, markdown::Markdown, session};
use crate::actions::{ModelActions, TurnActions};

/// The menu of the model.
#[component]
pub(super) fn ModelMenu() -> impl IntoView {
    let session = session();
    let (turns, models) = (actions::<dyn TurnActions>(), actions::<dyn ModelActions>());
    let place = NodeRef::<html::Div>::new();
    let chosen = Memo::new(move |_| session.models.with(|models| models.get(session.model.get()).cloned()));
    let builtin = Memo::new(move |_| chosen.with(|model| model.as_ref().is_none_or(|model| model.builtin)));
    let name = move || chosen.get().map(|model| model.label).unwrap_or_default();
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
            <button
                class="chip"
                type="button"
                {..popovertarget("model-menu")}
                data-testid="model-menu"
                on:click=move |_| {
                    if let Some(place) = place.get_untracked() {
                        turns.with(|turns| turns.show_models(place));
                    }
                }
            >
                <span class="visually-hidden">{"Model: "}</span>
                <span class="chip-text">{name}</span>
                {move || builtin.get().then(|| view! { <span class="chip-more">{"— no language model connected"}</span> })}
                <Icon name="open" />
            </button>
            <div class="menu" id="model-menu" popover="auto" role="group" aria-label="Model">
                {abilities}
                <div class="models" node_ref=place></div>
                <button
                    class="button open-models-open"
                    type="button"
                    aria-haspopup="dialog"
                    data-testid="open-models-open"
                    on:click=move |_| { models.with(|models| models.show_open_models()); }
                >
                    {"Use an open model in this browser"}
                </button>
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
