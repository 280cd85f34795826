//! The menu of the model: which one answers, how it is asked, what the session has used, and the
//! abilities of the built-in planner.

mod list;
mod settings;
mod tab_model;

use leptos::{attr::popovertarget, ev, html, prelude::*};

use self::{
    list::{ModelList, scroll_to_chosen},
    settings::SettingsOfSession,
    tab_model::TabModelPart,
};
use super::{actions, icon::Icon, markdown::Markdown, session};
use crate::{
    actions::{ModelActions, ModelMenuActions, TurnActions},
    session::{ModelMenu, used, used_in_parts},
};

/// The menu of the model.
#[component]
pub(super) fn ModelMenu() -> impl IntoView {
    let session = session();
    let (turns, models) = (actions::<dyn TurnActions>(), actions::<dyn ModelActions>());
    let acts = actions::<dyn ModelMenuActions>();
    let (menu, list) = (NodeRef::<html::Div>::new(), NodeRef::<html::Div>::new());
    let search = RwSignal::new(String::new());
    let is_open = move || {
        menu.get_untracked().is_some_and(|menu| menu.matches(":popover-open").unwrap_or(false))
    };
    let toggled = move |_| {
        if is_open() {
            search.set(String::new());
            request_animation_frame(move || scroll_to_chosen(list));
            acts.with(|acts| acts.list_models());
        }
    };
    // What was typed is taken over, when the menu closes before a field is left.
    let before_toggle = move |_: ev::Event| {
        if is_open() {
            settings::take_all(session);
        }
    };
    // Nothing but a note before the models are known, and nothing at all before they are asked for.
    let stage =
        Memo::new(move |_| session.model_menu.with(|menu| (menu.asked > 0, menu.is_listed())));
    let models_view = move || {
        match stage.get() {
        (_, true) => view! {
            <ModelList search=search list=list />
            <TabModelPart />
            <SettingsOfSession />
            {spent()}
            {sign_out()}
        }
        .into_any(),
        (true, false) => {
            view! { <p class={"menu-note"} role="status">{words::models_asking_which_models_there()}</p> }
                .into_any()
        }
        (false, false) => ().into_any(),
    }
    };
    let chosen =
        Memo::new(move |_| session.models.with(|models| models.get(session.model.get()).cloned()));
    let builtin =
        Memo::new(move |_| chosen.with(|model| model.as_ref().is_none_or(|model| model.builtin)));
    let name = move || chosen.get().map(|model| model.label).unwrap_or_default();
    let abilities = move || {
        builtin.get().then(|| {
            view! {
                <p class="menu-text">
                    {words::models_built_in_planner_no()}
                </p>
                <details class="menu-details">
                    <summary>{words::models_what_it_can_do()}</summary>
                    {move || {
                        let text = session.abilities.get();
                        let text = if text.is_empty() {
                            words::models_overviews_rankings_totals_and().to_owned()
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
                class="chip model-open"
                type="button"
                {..popovertarget("model-menu")}
                data-testid="model-menu"
            >
                <span class="visually-hidden">{words::models_model_before_its_name()}</span>
                <span class="chip-text">{name}</span>
                {move || builtin.get().then(|| view! { <span class="chip-more">{words::models_no_language_model_connected()}</span> })}
                <Icon name="open" />
            </button>
            <div
                class="menu"
                id="model-menu"
                popover="auto"
                role="group"
                aria-label=words::models_model()
                node_ref=menu
                on:toggle=toggled
                on:beforetoggle=before_toggle
            >
                {abilities}
                <div class="models">{models_view}</div>
                <button
                    class="button open-models-open"
                    type="button"
                    aria-haspopup="dialog"
                    data-testid="open-models-open"
                    on:click=move |_| { models.with(|models| models.show_open_models()); }
                >
                    {words::models_use_an_open_model()}
                </button>
                <button
                    class="button endpoint-open"
                    type="button"
                    aria-haspopup="dialog"
                    data-testid="endpoint-open"
                    on:click=move |_| { turns.with(|turns| turns.connect_endpoint()); }
                >
                    {words::models_connect_an_endpoint()}
                </button>
            </div>
        </div>
    }
    .into_any()
}

/// Says what the session has used.
fn spent() -> AnyView {
    let menu = session().model_menu;
    let usage = Memo::new(move |_| {
        let known =
            menu.with(|menu| menu.used.as_ref().map(|usage| (used(usage), used_in_parts(usage))));
        known.filter(|(words, _)| !words.is_empty())
    });
    let words = move || usage.get().map(|(words, _)| words::models_this_session(&words));
    let parts = move || usage.get().map(|(_, parts)| parts);
    view! { <p class="models-usage" data-testid="session-usage" title=parts>{words}</p> }.into_any()
}

/// The button that ends the sign-in, where the user is signed in.
fn sign_out() -> AnyView {
    let (menu, acts) = (session().model_menu, actions::<dyn ModelMenuActions>());
    let is = move |what: fn(&ModelMenu) -> bool| Memo::new(move |_| menu.with(what));
    let (signed_in, leaving) = (is(|menu| menu.signed_in), is(|menu| menu.signing_out));
    let failed = is(|menu| menu.still_signed_in);
    // Others may use the browser after this user.
    let deletes = RwSignal::new(true);
    let button = move || {
        view! {
            <p class={"menu-note"}>{words::models_you_are_signed_in()}</p>
            <label class="models-erase">
                <input
                    type="checkbox"
                    data-testid="sign-out-erase"
                    prop:checked=deletes
                    on:change=move |event| deletes.set(event_target_checked(&event))
                />
                {words::models_delete_the_sessions_and()}
            </label>
            <button
                class="button models-sign-out"
                type="button"
                data-testid="sign-out"
                disabled=leaving
                on:click=move |_| { acts.with(|acts| acts.sign_out(deletes.get_untracked())); }
            >
                {words::models_sign_out()}
            </button>
            <p class={"menu-problem"} role="alert">
                {move || failed.get().then_some(words::models_the_server_did_not())}
            </p>
        }
    };
    view! { <div>{move || signed_in.get().then(button)}</div> }.into_any()
}
