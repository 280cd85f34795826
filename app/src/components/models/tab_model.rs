//! The part of the menu for a model from a file, in this tab.

use leptos::{html, prelude::*};

use super::super::{actions, session};
use crate::{
    actions::ModelMenuActions,
    session::{TabButton, TabModel},
};

/// The part: what is said of the model, and what can be done. Hidden while its module is not there.
#[component]
pub(super) fn TabModelPart() -> impl IntoView {
    let (model, acts) = (session().tab_model, actions::<dyn ModelMenuActions>());
    let chooser = NodeRef::<html::Input>::new();
    let absent = Memo::new(move |_| model.with(|model| model.state.is_none()));
    let status = Memo::new(move |_| model.with(TabModel::status));
    let buttons = Memo::new(move |_| model.with(TabModel::buttons));
    let button = move |TabButton { act, words, label, class }: TabButton| {
        let name = format!("tab-model-{}", act.name());
        let run = move |_| {
            if let Some(chooser) = chooser.get_untracked() {
                acts.with(|acts| acts.act_on_tab_model(act.clone(), chooser));
            }
        };
        view! {
            <button class=class type="button" data-testid=name aria-label=label on:click=run>{words}</button>
        }
        .into_any()
    };
    view! {
        <section class="tab-model" aria-label=words::models_tab_model_a_model_from_a() hidden=absent>
            <p class={"models-place"}>{words::models_tab_model_a_model_from_a_file()}</p>
            <p class={"tab-model-note"}>
                {words::models_tab_model_a_model_file_from()}
            </p>
            <p
                class="tab-model-status"
                class:is-problem=move || status.with(|(_, problem)| *problem)
                role="status"
                data-testid="tab-model-status"
            >
                {move || status.with(|(words, _)| words.clone())}
            </p>
            <div class="tab-model-acts">
                // The user may be about to click a button, which stays while it does the same.
                <For each=move || buttons.get() key=TabButton::clone children=button />
            </div>
            <input type="file" accept=".gguf" multiple hidden data-testid="tab-model-input" node_ref=chooser />
        </section>
    }
    .into_any()
}
