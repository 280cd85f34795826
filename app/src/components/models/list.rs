//! The list of the models by where they run: the search, one of them to choose, and the test of a
//! connection.

use leptos::{
    ev, html,
    prelude::*,
    wasm_bindgen::JsCast,
    web_sys::{Element, HtmlElement},
};
use text::visible;

use super::super::{actions, session};
use crate::{
    actions::{ModelActions, ModelMenuActions},
    session::{ListedModel, ModelMenu, ModelTest, PLANNER, found},
};

/// From how many models on there is a search.
const MANY: usize = 8;

/// The models that a `search` finds, as radio buttons in `list`.
#[component]
pub(super) fn ModelList(search: RwSignal<String>, list: NodeRef<html::Div>) -> impl IntoView {
    let session = session();
    let models = Memo::new(move |_| {
        session.models.with(|models| models.iter().map(ListedModel::of).collect::<Vec<_>>())
    });
    let few = Memo::new(move |_| models.with(|models| models.len() < MANY));
    let groups = Memo::new(move |_| {
        let search = if few.get() { String::new() } else { search.get() };
        found(models.get(), &search)
    });
    let chosen = Memo::new(move |_| {
        session
            .models
            .with(|models| models.get(session.model.get()).map(|model| model.name.clone()))
    });
    // Elements get ids that nothing had before.
    let ids = StoredValue::new(0_u32);
    let next_id = move || {
        ids.update_value(|id| *id += 1);
        ids.get_value()
    };
    let group = move |title: String| {
        let id = format!("models-group-{}", next_id());
        let words = title.clone();
        let models = move || {
            groups.with(|groups| {
                let group = groups.iter().find(|(other, _)| *other == title);
                group.map(|(_, models)| models.clone()).unwrap_or_default()
            })
        };
        view! {
            <div role="group" aria-labelledby=id.clone()>
                <p id=id.clone() class="models-place">{words}</p>
                <div>
                    // The user may be about to click in a row, which is made again only where a
                    // fact is another one.
                    <For each=models key=facts children=move |model| row(model, next_id(), chosen) />
                </div>
            </div>
        }
        .into_any()
    };
    let titles = move || {
        groups.with(|groups| groups.iter().map(|(title, _)| title.clone()).collect::<Vec<_>>())
    };
    let none = move || groups.with(Vec::is_empty).then_some(words::models_list_no_model_matches());
    let asking = Memo::new(move |_| session.model_menu.with(ModelMenu::is_asking));
    Effect::new(move |_| {
        if list.get().is_some() {
            scroll_to_chosen(list);
        }
    });
    view! {
        <input
            type="search"
            class="models-search"
            placeholder=words::models_list_search_models()
            aria-label=words::models_list_search_models()
            data-testid="models-search"
            hidden=few
            prop:value=search
            on:input=move |event| search.set(event_target_value(&event))
        />
        <div
            class="models-list"
            role="radiogroup"
            aria-label=words::models_list_who_answers()
            aria-busy=move || asking.get().then_some("true")
            node_ref=list
        >
            <For each=titles key=String::clone children=group />
        </div>
        <p class={"menu-note"} role="status">{none}</p>
    }
    .into_any()
}

/// Returns all that a row shows of a model.
fn facts(model: &ListedModel) -> String {
    serde_json::to_string(model).unwrap_or_default()
}

/// Lets the list show the model that answers; the list moves, not the page.
pub(super) fn scroll_to_chosen(list: NodeRef<html::Div>) {
    let Some(list) = list.get_untracked() else { return };
    let chosen = list.query_selector("input:checked").ok().flatten();
    let row = chosen.and_then(|chosen: Element| chosen.closest(".models-row").ok().flatten());
    let Some(row) = row.and_then(|row| row.dyn_into::<HtmlElement>().ok()) else { return };
    if row.offset_top() + row.offset_height() > list.offset_top() + list.client_height() {
        list.set_scroll_top(row.offset_top() - list.offset_top() - list.client_height() / 2);
    }
}

fn row(model: ListedModel, id: u32, chosen: Memo<Option<String>>) -> AnyView {
    let models = actions::<dyn ModelActions>();
    let about = format!("models-about-{id}");
    let name = format!("{about}-name");
    let marks = model.marks();
    let about_class = if marks.is_empty() { "choice-more" } else { "visually-hidden" };
    let marks = (!marks.is_empty()).then(|| {
        let marks = marks.into_iter().map(|mark| view! { <span class="models-mark">{mark}</span> });
        view! { <span class="models-marks" aria-hidden="true">{marks.collect_view()}</span> }
    });
    let is_chosen = {
        let id = model.id.clone();
        move || chosen.with(|chosen| chosen.as_ref() == Some(&id))
    };
    let choose = {
        let id = model.id.clone();
        move |_: ev::Event| {
            models.with(|models| models.choose_model(&id));
        }
    };
    let more = model.about();
    let test = (model.id != PLANNER).then(|| tester(model.id, &model.label));
    view! {
        <div class="models-row" data-testid="model">
            <label class="choice">
                <input
                    type="radio"
                    name="model"
                    aria-labelledby=name.clone()
                    aria-describedby=about.clone()
                    prop:checked=is_chosen
                    on:change=choose
                />
                <span class="choice-text">
                    <span id=name.clone() class="choice-name">{model.label}</span>
                    {marks}
                    <span id=about.clone() class=about_class>{more}</span>
                </span>
            </label>
            {test}
        </div>
    }
    .into_any()
}

/// The button that tests a model, and where it says how that went.
fn tester(id: String, label: &str) -> AnyView {
    let acts = actions::<dyn ModelMenuActions>();
    let test = RwSignal::new(ModelTest::default());
    let run = move |_| {
        acts.with(|acts| acts.test_model(&id, test));
    };
    view! {
        <button
            class="button is-quiet"
            type="button"
            aria-label=words::models_list_test_named(&label)
            disabled=move || test.with(|test| *test == ModelTest::UnderWay)
            on:click=run
        >
            {words::models_list_test()}
        </button>
        <p class="models-test" role="status" data-testid="model-test">
            {move || test.with(|test| visible(&test.words()))}
        </p>
    }
    .into_any()
}
