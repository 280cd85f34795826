//! The dialog with the stored sessions: search, open, rename, pin, duplicate, export, delete with
//! undo, and the deletion of everything.

use leptos::{ev, html, prelude::*};
use text::visible;

use super::{actions, modal::modal, session, session_exports::ExportChoice};
use crate::{
    actions::{ActionsHandle, FunctionActions, SessionListActions},
    session::ListedSession,
};

type Handle = ActionsHandle<dyn SessionListActions>;

/// A modal dialog, there while [`crate::session::SessionList::shown`] is set.
#[component]
pub(super) fn SessionListDialog() -> impl IntoView {
    let list = session().sessions;
    let shown = Memo::new(move |_| list.with(|list| list.shown));
    (move || shown.get().then(dialog)).into_any()
}

fn dialog() -> AnyView {
    let (list, functions) = (session().sessions, actions::<dyn FunctionActions>());
    let actions = actions::<dyn SessionListActions>();
    let dialog = modal(|| true);
    let chooser = NodeRef::<html::Input>::new();
    let search = RwSignal::new(String::new());
    let is_erasing = RwSignal::new(false);
    // Also where another session is shown in place of this one, which has the dialog closed before
    // it can say so.
    on_cleanup(move || {
        if list.with_untracked(|list| list.shown) {
            list.update(|list| list.shown = false);
        }
    });
    let found = Memo::new(move |_| list.with(|list| list.matching(&search.get())));
    let none = move || {
        let words = if search.with(|search| search.trim().is_empty()) {
            "Nothing is stored yet."
        } else {
            "No session has that in its name."
        };
        found.with(Vec::is_empty).then(|| view! { <li class="sheet-text">{words}</li> })
    };
    let status = Memo::new(move |_| list.with(|list| visible(&list.status)));
    let erase = move |_| {
        if is_erasing.get_untracked() {
            actions.with(|actions| actions.erase_everything());
        }
        is_erasing.set(true);
    };
    let erase_words =
        move || if is_erasing.get() { "Delete everything, for good" } else { "Delete everything" };
    let is_erased = Memo::new(move |_| list.with(|list| list.erased));
    view! {
        <dialog
            class="sheet"
            node_ref=dialog
            aria-labelledby="sessions-title"
            data-testid="sessions"
            on:close=move |_| { actions.with(|actions| actions.close_sessions()); }
        >
            <div class="sheet-head">
                <h2 id="sessions-title">{"Sessions"}</h2>
                <button
                    class="button is-quiet"
                    type="button"
                    on:click=move |_| { actions.with(|actions| actions.close_sessions()); }
                >
                    {"Close"}
                </button>
            </div>
            <p class="sheet-text">
                {"Questions, answers, results and saved functions are stored in this browser and nowhere else."}
            </p>
            <div class="sessions-bar">
                <input
                    class="sessions-search"
                    type="search"
                    placeholder="Search"
                    aria-label="Search sessions"
                    on:input=move |event| search.set(event_target_value(&event))
                />
                <button
                    class="button"
                    type="button"
                    data-testid="import"
                    on:click=move |_| {
                        if let Some(chooser) = chooser.get_untracked() {
                            chooser.click();
                        }
                    }
                >
                    {"Open a file…"}
                </button>
                <input
                    node_ref=chooser
                    type="file"
                    accept=".insitu"
                    hidden
                    aria-label="An Insitu file"
                    data-testid="import-file"
                    on:change=move |event: ev::Event| { actions.with(|actions| actions.import_session(event)); }
                />
                <button
                    class="button"
                    type="button"
                    data-testid="functions-open"
                    on:click=move |_| { functions.with(|functions| functions.show_functions()); }
                >
                    {"Functions"}
                </button>
                <button
                    class="button"
                    type="button"
                    data-testid="new-session"
                    on:click=move |_| { actions.with(|actions| actions.new_session()); }
                >
                    {"New session"}
                </button>
            </div>
            <ul class="sessions-list">
                // A row may have the focus, so it is made again only for another title or after a
                // deletion.
                <For
                    each=move || found.get()
                    key=|one| (one.id.clone(), one.title.clone(), one.deleted)
                    children=move |one| row(&one, actions)
                />
                {none}
            </ul>
            <p class="sheet-text" role="status" data-testid="sessions-status">{status}</p>
            <button
                class="button is-quiet"
                type="button"
                data-testid="erase"
                disabled=move || is_erased.get()
                on:click=erase
            >
                {erase_words}
            </button>
        </dialog>
    }
    .into_any()
}

/// A session, with what can be done with it.
fn row(one: &ListedSession, actions: Handle) -> AnyView {
    let list = session().sessions;
    let (id, name) = (one.id.clone(), visible(&one.name()));
    if one.deleted {
        return deleted(id, &name, actions);
    }
    let now = {
        let (id, first) = (id.clone(), one.clone());
        Memo::new(move |_| {
            list.with(|list| list.find(&id).cloned()).unwrap_or_else(|| first.clone())
        })
    };
    let act = {
        let id = id.clone();
        move |act: fn(&dyn SessionListActions, &str)| {
            let id = id.clone();
            move |_: ev::MouseEvent| {
                actions.with(|actions| act(actions, &id));
            }
        }
    };
    let is_renamed = RwSignal::new(false);
    let is_exported = RwSignal::new(false);
    let opened = {
        let (act, name, title) = (act.clone(), name.clone(), one.title.clone());
        move || {
            if is_renamed.get() {
                return rename(id.clone(), &name, title.clone(), is_renamed, actions);
            }
            view! {
                <button class="sessions-name" type="button" on:click=act(|actions, id| actions.open_session(id))>
                    <span class="sessions-title">{name.clone()}</span>
                    <span class="sessions-state" data-testid="session-state">
                        {move || now.with(|now| now.doing.words())}
                    </span>
                    <span class="sessions-facts">{move || now.with(ListedSession::facts)}</span>
                </button>
            }
            .into_any()
        }
    };
    let pin = move || if now.with(|now| now.pinned) { "Unpin" } else { "Pin" };
    let pin_label = {
        let name = name.clone();
        move || format!("{} {name}", pin())
    };
    view! {
        <li class="sessions-row" data-testid="session">
            {opened}
            <button
                class="button is-quiet"
                type="button"
                aria-label=pin_label
                on:click=act(|actions, id| actions.pin_session(id))
            >
                {pin}
            </button>
            {button("Rename", format!("Rename {name}"), move |_| is_renamed.set(true))}
            {button("Duplicate", format!("Duplicate {name}"), act(|actions, id| actions.duplicate_session(id)))}
            <button
                class="button is-quiet"
                type="button"
                aria-label=format!("Export {name}")
                aria-expanded=move || is_exported.get().to_string()
                on:click=move |_| is_exported.update(|is| *is = !*is)
            >
                {"Export"}
            </button>
            <button
                class="button is-quiet"
                type="button"
                aria-label=format!("Stop {name}")
                hidden=move || !now.with(ListedSession::can_be_stopped)
                on:click=act(|actions, id| actions.stop_session(id))
            >
                {"Stop"}
            </button>
            {button("Delete", format!("Delete {name}"), act(|actions, id| actions.delete_session(id)))}
            <div
                class="sessions-exports"
                role="group"
                aria-label=format!("Export {name}")
                hidden=move || !is_exported.get()
            >
                <ExportChoice
                    id=Signal::stored(one.id.clone())
                    name=format!("Export {name}")
                    class={"button is-quiet"}
                />
            </div>
        </li>
    }
    .into_any()
}

/// The field for another name, in place of the session's.
fn rename(
    id: String,
    name: &str,
    title: String,
    is_renamed: RwSignal<bool>,
    actions: Handle,
) -> AnyView {
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            drop(field.focus());
        }
    });
    let renamed = move |event: ev::Event| {
        is_renamed.set(false);
        actions.with(|actions| actions.rename_session(&id, event_target_value(&event)));
    };
    view! {
        <input
            class="sessions-search"
            node_ref=field
            value=title
            aria-label=format!("New name of {name}")
            on:change=renamed
        />
    }
    .into_any()
}

fn deleted(id: String, name: &str, actions: Handle) -> AnyView {
    let restore = move |_| {
        actions.with(|actions| actions.restore_session(&id));
    };
    view! {
        <li class="sessions-row">
            <span class="sessions-name is-deleted">{format!("{name}: deleted")}</span>
            {button("Undo", format!("Undo deleting {name}"), restore)}
        </li>
    }
    .into_any()
}

fn button(
    words: &'static str,
    label: String,
    act: impl FnMut(ev::MouseEvent) + 'static,
) -> AnyView {
    view! {
        <button class="button is-quiet" type="button" aria-label=label on:click=act>{words}</button>
    }
    .into_any()
}
