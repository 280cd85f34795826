//! The dialog with the stored sessions: their list, opening a session file, and the deletion of
//! everything.

use leptos::{ev, html, prelude::*};
use text::visible;

use super::{
    actions,
    modal::modal,
    session,
    session_rows::{Place, SessionRows, SessionSearch},
};
use crate::actions::{FunctionActions, SessionListActions};

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
    let status = Memo::new(move |_| {
        list.with(|list| visible(if list.status.is_empty() { &list.summary } else { &list.status }))
    });
    let erase = move |_| {
        if is_erasing.get_untracked() {
            actions.with(|actions| actions.erase_everything());
        }
        is_erasing.set(true);
    };
    let erase_words = move || {
        if is_erasing.get() {
            words::session_list_delete_everything_for_good()
        } else {
            words::session_list_delete_everything()
        }
    };
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
                <h2 id="sessions-title">{words::session_list_sessions()}</h2>
                <button
                    class="button is-quiet"
                    type="button"
                    on:click=move |_| { actions.with(|actions| actions.close_sessions()); }
                >
                    {words::session_list_close()}
                </button>
            </div>
            <p class="sheet-text">
                {words::session_list_questions_answers_results_and()}
            </p>
            <div class="sessions-bar">
                <SessionSearch
                    search=search
                    on_search=Callback::new(move |words| search.set(words))
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
                    {words::session_list_open_a_file()}
                </button>
                <input
                    node_ref=chooser
                    type="file"
                    accept=".insitu"
                    hidden
                    aria-label=words::session_list_an_insitu_file()
                    data-testid="import-file"
                    on:change=move |event: ev::Event| { actions.with(|actions| actions.import_session(event)); }
                />
                <button
                    class="button"
                    type="button"
                    data-testid="functions-open"
                    on:click=move |_| { functions.with(|functions| functions.show_functions()); }
                >
                    {words::session_list_functions()}
                </button>
                <button
                    class="button"
                    type="button"
                    data-testid="new-session"
                    on:click=move |_| { actions.with(|actions| actions.new_session()); }
                >
                    {words::session_list_new_session()}
                </button>
            </div>
            <SessionRows place=Place::Dialog search=search />
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
