//! The first screen, in place of the conversation until there is a file or a question: what one
//! gets, and how to begin.

use leptos::prelude::*;
use text::visible;

use super::{
    actions, files::Pick, icon::Icon, local_models::LocalModels, samples::Samples, session,
    session_side::is_open,
};
use crate::actions::{ModelActions, SessionListActions, TurnActions};
use crate::session::{ListedSession, Model};

/// The most sessions that are listed; the list of sessions has all.
const MAX_RECENT: usize = 4;

/// The first screen. Once there are files, their tables take its place.
#[component]
pub(super) fn Welcome() -> impl IntoView {
    let files = session().files;
    let has_files = Memo::new(move |_| files.with(|files| !files.is_empty()));
    (move || {
        if has_files.get() {
            view! { <h1 class="visually-hidden">{words::welcome_your_data()}</h1> }.into_any()
        } else {
            first_screen()
        }
    })
    .into_any()
}

fn first_screen() -> AnyView {
    view! {
        <section class="welcome" data-testid="welcome">
            <h1>{words::welcome_ask_your_data_right()}</h1>
            <p class="welcome-what">
                {words::welcome_drop_a_table_ask()}
            </p>
            <div class="welcome-drop">
                <p class="welcome-drop-main">{words::welcome_drop_files_or_folders()}</p>
                <p class="welcome-drop-more">{words::welcome_csv_excel_parquet_json()}</p>
                <div class="welcome-picks">
                    <Pick label=words::welcome_choose_files() />
                    <Pick label=words::welcome_choose_a_folder() folder=true />
                </div>
            </div>
            <Private />
            <h2 class="welcome-part">{words::welcome_or_begin_with_a()}</h2>
            <Samples />
            <Recent />
            <Answering />
        </section>
    }
    .into_any()
}

/// What stays in the browser, which is true for the model that is chosen.
#[component]
fn Private() -> impl IntoView {
    let session = session();
    let sentence = move || {
        session.models.with(|models| match models.get(session.model.get()) {
            Some(model) if !model.stays() => {
                words::welcome_your_files_stay_in(&visible(&model.label))
            }
            _ => words::welcome_nothing_leaves_this_browser().to_owned(),
        })
    };
    view! {
        <p class="welcome-private" data-testid="welcome-private">
            <Icon name="lock" />
            <span>{sentence}</span>
        </p>
    }
    .into_any()
}

/// What answers, and how that is changed.
#[component]
fn Answering() -> impl IntoView {
    let session = session();
    let (turns, models) = (actions::<dyn TurnActions>(), actions::<dyn ModelActions>());
    let name = Memo::new(move |_| {
        session.models.with(|all| {
            let other = |model: &&Model| !model.builtin;
            all.get(session.model.get()).filter(other).map(|model| visible(&model.label))
        })
    });
    view! {
        <div class="welcome-answering">
            <p>
                {words::welcome_answering_with()}
                <strong>{move || name.get().unwrap_or_else(|| words::welcome_built_in_rules().to_owned())}</strong>
                {move || name.get().is_none().then_some(words::welcome_for_plain_questions_about())}
            </p>
            <div class="welcome-picks">
                <button
                    class="button"
                    type="button"
                    data-testid="welcome-connect"
                    on:click=move |_| { turns.with(|turns| turns.connect_endpoint()); }
                >
                    {words::welcome_connect_a_model()}
                </button>
                <button
                    class="button"
                    type="button"
                    data-testid="welcome-open-models"
                    on:click=move |_| { models.with(|models| models.show_open_models()); }
                >
                    {words::welcome_use_an_open_model()}
                </button>
            </div>
            <LocalModels />
        </div>
    }
    .into_any()
}

/// The stored sessions that were changed last; nothing if there are none, and if all of them are at
/// the side.
#[component]
fn Recent() -> impl IntoView {
    let (session, acts) = (session(), actions::<dyn SessionListActions>());
    Effect::new(move |_| {
        acts.with(|acts| acts.list_sessions());
    });
    let list = Memo::new(move |_| session.sessions.with(|list| list.recent(MAX_RECENT)));
    let row = move |one: ListedSession| {
        let id = one.id.clone();
        view! {
            <li>
                <button
                    class="recent"
                    type="button"
                    data-testid="recent-session"
                    on:click=move |_| { acts.with(|acts| acts.open_session(&id)); }
                >
                    <span class="recent-name">{visible(&one.name())}</span>
                    <span class="recent-when">{one.when.clone()}</span>
                </button>
            </li>
        }
    };
    let rows = move || list.get().into_iter().map(row).collect_view();
    let is_beside = is_open(session);
    view! {
        <div class="recents" hidden=move || is_beside.get() || list.with(Vec::is_empty)>
            <h2 class="welcome-part">{words::welcome_your_sessions()}</h2>
            <ul>{rows}</ul>
        </div>
    }
    .into_any()
}
