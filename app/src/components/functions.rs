//! The functions that the user has saved: their list with new, edit, and delete with undo; the
//! dialog in which one is saved and what steps offer are in modules of their own. What they are
//! called and say is shown as text only.

mod edit;
mod step;

use leptos::{html, prelude::*};
use text::visible;

use self::edit::edit_dialog;
pub(super) use self::step::StepFunctions;
use super::modal::{close, modal};
use super::{actions, session};
use crate::{
    actions::FunctionActions,
    session::{Edited, SavedFunction, summary},
};

/// The two dialogs, each there while it is open. That in which one is saved may be open over the
/// list.
#[component]
pub(super) fn FunctionDialogs() -> impl IntoView {
    let (list, edited) = (session().functions, session().edited_function);
    let shown = Memo::new(move |_| list.with(|list| list.shown));
    let editing = Memo::new(move |_| edited.with(|edit| edit.as_ref().map(|edit| edit.number)));
    // Also where another session is shown in place of this one, which has the dialogs closed before
    // they can say so.
    let acts = actions::<dyn FunctionActions>();
    on_cleanup(move || {
        acts.with(|acts| acts.end_edit());
        list.update_untracked(|list| list.shown = false);
    });
    view! {
        {move || shown.get().then(list_dialog)}
        {move || editing.get().map(|_| edit_dialog())}
    }
    .into_any()
}

fn list_dialog() -> AnyView {
    let (list, saved) = (session().functions, session().saved_functions);
    let acts = actions::<dyn FunctionActions>();
    let dialog = modal(|| true);
    let rows = Memo::new(move |_| {
        saved.with(|saved| list.with(|list| list.rows(saved.as_deref()?).into()))
    });
    let none = move || {
        rows.with(|rows: &Option<Vec<_>>| rows.as_ref().is_some_and(Vec::is_empty)).then(|| {
            let words = words::functions_no_function_is_saved();
            view! { <li class="sheet-text">{words}</li> }.into_any()
        })
    };
    let status = Memo::new(move |_| list.with(|list| visible(&list.status)));
    view! {
        <dialog
            class="sheet"
            node_ref=dialog
            aria-labelledby="functions-title"
            data-testid="functions"
            on:close=move |_| { acts.with(|acts| acts.close_functions()); }
        >
            <div class="sheet-head">
                <h2 id="functions-title">{words::functions_functions()}</h2>
                <button class="button is-quiet" type="button" on:click=move |_| close(dialog)>{words::functions_close()}</button>
            </div>
            <p class="sheet-text">
                {words::functions_saved_in_this_browser()}
            </p>
            <div class="sessions-bar">
                <button
                    class="button"
                    type="button"
                    data-testid="new-function"
                    on:click=move |_| { acts.with(|acts| acts.edit_function(Edited::template())); }
                >
                    {words::functions_new_function()}
                </button>
            </div>
            <ul class="sessions-list">
                // A row may have the focus, so it is made again only if its function is another
                // one.
                <For
                    each=move || rows.get().unwrap_or_default()
                    key=|(one, gone)| (one.name.clone(), one.source.clone(), one.changed.to_bits(), *gone)
                    children=move |(one, gone)| row(one, gone)
                />
                {none}
            </ul>
            <p class="sheet-text" role="status" data-testid="functions-status">{status}</p>
        </dialog>
    }
    .into_any()
}

/// A function with what can be done with it. It takes the focus if what was done last has changed
/// it.
fn row(one: SavedFunction, gone: bool) -> AnyView {
    let (list, acts) = (session().functions, actions::<dyn FunctionActions>());
    let (name, id) = (visible(&one.name), one.name.clone());
    let first = NodeRef::<html::Button>::new();
    let own = id.clone();
    Effect::new(move |_| {
        let is_own = list.with_untracked(|list| list.refocus.as_ref() == Some(&own));
        if let Some(first) = first.get().filter(|_| is_own) {
            drop(first.focus());
            list.update_untracked(|list| list.refocus = None);
        }
    });
    if gone {
        return view! {
            <li class="sessions-row">
                <span class="sessions-name is-deleted">{words::functions_deleted(&name)}</span>
                <button
                    class="button is-quiet"
                    type="button"
                    node_ref=first
                    aria-label=words::functions_undo_deleting(&name)
                    data-testid="undo-function"
                    on:click=move |_| { acts.with(|acts| acts.restore_function(&id)); }
                >
                    {words::functions_undo()}
                </button>
            </li>
        }
        .into_any();
    }
    let about = Some(visible(&summary(&one.docstring))).filter(|about| !about.is_empty());
    view! {
        <li class="sessions-row" data-testid="function">
            <div class="function-text">
                <code class="function-signature">{visible(&one.signature)}</code>
                <span class="sessions-facts">{about.unwrap_or_else(|| words::functions_no_description().to_owned())}</span>
            </div>
            <div class="function-acts">
                <button
                    class="button is-quiet"
                    type="button"
                    node_ref=first
                    aria-label=words::functions_edit_named(&name)
                    data-testid="edit-function"
                    on:click=move |_| { acts.with(|acts| acts.edit_function(Edited::Saved(one.clone()))); }
                >
                    {words::functions_edit()}
                </button>
                <button
                    class="button is-quiet"
                    type="button"
                    aria-label=words::functions_delete_named(&name)
                    data-testid="delete-function"
                    on:click=move |_| { acts.with(|acts| acts.delete_function(&id)); }
                >
                    {words::functions_delete()}
                </button>
            </div>
        </li>
    }
    .into_any()
}
