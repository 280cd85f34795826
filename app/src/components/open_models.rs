//! The dialog of open models: which there are, what each needs, and one click to use one.

use leptos::{ev, prelude::*};
use providers::open_models::{Listed, expectation, size};
use text::visible;

use super::{actions, modal::modal, session};
use crate::{
    actions::ModelActions,
    session::{FetchProgress as Progress, OpenModels, Stage, Way},
};

/// A modal dialog, open while [`OpenModels::shown`] is set.
#[component]
pub(super) fn OpenModelsDialog() -> impl IntoView {
    let (state, models) = (session().open_models, actions::<dyn ModelActions>());
    let shown = Memo::new(move |_| state.with(|state| state.shown));
    let dialog = modal(move || shown.get());
    let close = move || {
        models.with(|models| models.close_open_models());
    };
    // Neither the rows nor the button to cancel are made anew while bytes come, since they may have
    // the focus.
    let listing = Memo::new(move |_| {
        state.with(|state| {
            let mut models = state.listing.models.clone();
            if state.stage != Stage::Choosing {
                models.iter_mut().for_each(|listed| listed.partial = 0);
            }
            models
        })
    });
    let choosing = Memo::new(move |_| state.with(|state| state.stage == Stage::Choosing));
    let rows = move || {
        let (of, idle) = (state.get_untracked(), choosing.get());
        listing.get().into_iter().map(|listed| row(&of, &listed, idle, models)).collect_view()
    };
    let progress = Memo::new(move |_| state.with(OpenModels::progress));
    let doing = Memo::new(move |_| {
        progress.with(|progress| progress.as_ref().map(|progress| progress.doing.clone()))
    });
    let amount = move || progress.with(|progress| progress.as_ref().map(Progress::amount));
    let part =
        move || progress.with(|progress| progress.as_ref().and_then(|progress| progress.part));
    let problem = Memo::new(move |_| state.with(|state| state.problem.clone()));
    view! {
        <dialog
            class="sheet open-models"
            node_ref=dialog
            aria-labelledby="open-models-title"
            data-testid="open-models"
            on:cancel=move |event: ev::Event| {
                event.prevent_default();
                close();
            }
        >
            <h2 id="open-models-title">{words::open_models_use_an_open_model()}</h2>
            <p class="sheet-text">
                {words::open_models_it_runs_in_this()}
            </p>
            <ul class="open-models-list">{rows}</ul>
            <div class="open-models-status" hidden=move || choosing.get()>
                <p role="status">{doing}</p>
                <p class="open-models-facts" data-testid="open-model-progress">{amount}</p>
                <progress
                    class="open-models-bar"
                    aria-label=words::open_models_progress()
                    hidden=move || part().is_none()
                    max=move || part().map_or(1, |(_, bytes)| bytes).to_string()
                    prop:value=move || part().map_or(0, |(come, _)| come).to_string()
                ></progress>
                <button
                    class="button"
                    type="button"
                    data-testid="open-model-cancel"
                    on:click=move |_| { models.with(|models| models.cancel_open_model()); }
                >
                    {words::open_models_cancel()}
                </button>
            </div>
            <p class="open-models-problem" role="alert" hidden=move || problem.with(String::is_empty)>
                {move || visible(&problem.get())}
            </p>
            <div class="consent-choices">
                <button class="button" type="button" on:click=move |_| close()>{words::open_models_close()}</button>
            </div>
        </dialog>
    }
    .into_any()
}

/// Returns one model with what can be done; nothing can while `idle` is false.
fn row(
    state: &OpenModels,
    listed: &Listed,
    idle: bool,
    models: crate::actions::ActionsHandle<dyn ModelActions>,
) -> AnyView {
    let model = &listed.model;
    let facts =
        [size(model.bytes), model.licence.clone(), model.maker.clone(), model.quantisation.clone()];
    let name = model.name.clone();
    let button = |words: String| {
        let act = move |_| {
            models.with(|models| models.use_open_model(&name));
        };
        view! {
            <button class="button is-main" type="button" data-testid="open-model-use" disabled=!idle on:click=act>{words}</button>
        }
        .into_any()
    };
    let way = match state.way(listed) {
        Way::Use(words) | Way::Fetch(words) => button(words),
        Way::Command(command) => {
            let then = if state.exported {
                words::open_models_and_puts_the_file()
            } else {
                words::open_models_on_the_server()
            };
            view! {
                <p class="open-models-command">
                    {words::open_models_the_operator_of_this()}<code>{command}</code>{then}
                </p>
            }
            .into_any()
        }
    };
    view! {
        <li class="open-models-row" data-testid="open-model">
            <h3>{model.label.clone()}</h3>
            <p class="open-models-facts">{facts.join(" · ")}</p>
            <p>{model.about.clone()}</p>
            <p class="open-models-expect">{expectation(model, &state.device)}</p>
            {way}
        </li>
    }
    .into_any()
}
