//! The session's title in the header, with the menu of what is done with the session, and the way
//! to all others.

use leptos::{
    attr::{popovertarget, popovertargetaction},
    ev, html,
    prelude::*,
    web_sys,
};
use text::{truncated, visible};

use super::{actions, icon::Icon, session, session_exports::ExportChoice};
use crate::{
    actions::SessionListActions,
    session::{ListedSession, Turn},
};

/// The most characters of a question that the menu quotes.
const MAX_QUESTION: usize = 60;

/// The button with the title, and its menu.
#[component]
pub(super) fn SessionTitle() -> impl IntoView {
    let session = session();
    // If nothing is stored there is no title, but there may be a first question.
    let title = Memo::new(move |_| {
        let title = session.title.with(|title| visible(title));
        let first =
            || session.turns.with(|turns| Some(visible(&turns.first()?.question.get_value())));
        Some(title).filter(|title| !title.is_empty()).or_else(first).unwrap_or_default()
    });
    let shown = move || {
        title.with(|title| {
            if title.is_empty() { words::session_title_new_session().into() } else { title.clone() }
        })
    };
    view! {
        <button
            class="chip session-title"
            type="button"
            {..popovertarget("session-menu")}
            title=words::session_title_rename_export_all_sessions()
            data-testid="session-menu-open"
        >
            <span class="visually-hidden">{words::session_title_session()}</span>
            <span class="chip-text">{shown}</span>
            <Icon name="open" />
        </button>
        <Menu title=title />
    }
    .into_any()
}

/// What is done with the session that is shown.
#[component]
fn Menu(title: Memo<String>) -> impl IntoView {
    let (list, sessions) = (session().sessions, actions::<dyn SessionListActions>());
    let menu = NodeRef::<html::Div>::new();
    // Without an id, it is not stored yet.
    let id = Memo::new(move |_| {
        let shown = |one: &&ListedSession| one.is_shown;
        list.with(|list| list.sessions.iter().find(shown).map(|one| one.id.clone()))
            .unwrap_or_default()
    });
    let is_stored = Memo::new(move |_| !id.with(String::is_empty));
    // What is said of the list's other actions belongs to its dialog.
    let exported = RwSignal::new(false);
    let status = move || {
        let status = exported.get().then(|| list.with(|list| visible(&list.status)));
        match status {
            Some(status) => status,
            None if is_stored.get() => String::new(),
            None => words::session_title_a_session_is_stored().to_owned(),
        }
    };
    let toggled = move |event: ev::Event| {
        let is_open = event_target::<web_sys::Element>(&event).matches(":popover-open");
        if is_open.unwrap_or_default() {
            exported.set(false);
            sessions.with(|sessions| sessions.list_sessions());
        }
    };
    let rename = move |event: ev::Event| {
        exported.set(false);
        let title = event_target_value(&event);
        sessions.with(|sessions| sessions.rename_session(&id.get_untracked(), title));
    };
    let close = move || {
        if let Some(menu) = menu.get_untracked() {
            // It fails only if the menu is closed already.
            drop(menu.hide_popover());
        }
    };
    view! {
        <div
            class="menu session-menu"
            id="session-menu"
            popover="auto"
            role="dialog"
            aria-labelledby="session-menu-title"
            node_ref=menu
            data-testid="session-menu"
            on:toggle=toggled
        >
            <div class="sheet-head">
                <h2 id="session-menu-title">{words::session_title_this_session()}</h2>
                <button
                    class="button is-quiet"
                    type="button"
                    {..popovertarget("session-menu")}
                    {..popovertargetaction("hide")}
                    aria-label=words::session_title_close()
                >
                    <Icon name="close" />
                </button>
            </div>
            <label class="menu-choice session-name">
                <span>{words::session_title_name()}</span>
                <input
                    type="text"
                    autocomplete="off"
                    data-testid="session-name"
                    disabled=move || !is_stored.get()
                    prop:value=move || title.get()
                    on:change=rename
                />
            </label>
            <h3 id="session-export">{words::session_title_export()}</h3>
            <div class="session-exports" role="group" aria-labelledby="session-export">
                <ExportChoice
                    id=id
                    class={"menu-entry"}
                    on_export=Callback::new(move |()| exported.set(true))
                />
            </div>
            <p class="menu-note" role="status" data-testid="session-status">{status}</p>
            <Versions close=Callback::new(move |()| close()) />
            <hr class={"menu-line"} />
            <button
                class="menu-entry"
                type="button"
                aria-haspopup="dialog"
                data-testid="sessions-open"
                on:click=move |_| {
                    // First, so that the focus is on the title once the dialog is closed.
                    close();
                    sessions.with(|sessions| sessions.show_sessions());
                }
            >
                {words::session_title_all_sessions()}
            </button>
        </div>
    }
    .into_any()
}

/// The questions that have other versions, each with a button that shows where they are chosen.
#[component]
fn Versions(close: Callback<()>) -> impl IntoView {
    let turns = session().turns;
    let changed = Memo::new(move |_| {
        turns.with(|turns| {
            let of = |turn: &Turn| {
                let versions = turn.versions.with(|known| known.clone().unwrap_or_default().turns);
                let at = versions.iter().position(|version| *version == turn.id)?;
                let place = words::session_title_version_of(&(at + 1), &versions.len());
                (versions.len() > 1).then(|| (turn.id, turn.question.get_value(), place))
            };
            turns.iter().filter_map(of).collect::<Vec<_>>()
        })
    });
    let entry = move |(id, question, place): (u32, String, String)| {
        let show = move |_: ev::MouseEvent| {
            close.run(());
            if let Some(turn) = document().get_element_by_id(&format!("turn-{id}")) {
                turn.scroll_into_view();
            }
        };
        view! {
            <button class="menu-entry" type="button" on:click=show>
                <span class="session-question">{truncated(&visible(&question), MAX_QUESTION)}</span>
                <span class={"menu-state"}>{place}</span>
            </button>
        }
        .into_any()
    };
    (move || {
        let changed = changed.get();
        (!changed.is_empty()).then(|| {
            view! {
                <h3 id="session-versions">{words::session_title_versions()}</h3>
                <div role="group" aria-labelledby="session-versions" data-testid="session-versions">
                    {changed.into_iter().map(entry).collect_view()}
                </div>
            }
            .into_any()
        })
    })
    .into_any()
}
