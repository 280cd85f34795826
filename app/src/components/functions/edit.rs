//! The dialog in which a user saves a function: its source in the code editor, and what Python
//! reads of it.

use leptos::{ev, html, prelude::*};
use text::visible;

use crate::actions::FunctionActions;
use crate::components::modal::{close, modal};
use crate::components::{actions, session};
use crate::session::{Found, FunctionEdit};

/// The dialog, for what [`crate::session::Session::edited_function`] has.
pub(super) fn edit_dialog() -> AnyView {
    let (edited, saved) = (session().edited_function, session().saved_functions);
    let acts = actions::<dyn FunctionActions>();
    let dialog =
        modal(move || edited.with(|edit| edit.as_ref().is_none_or(|edit| edit.saved.is_none())));
    let place = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(place) = place.get() {
            acts.with(|acts| acts.show_source(place));
        }
    });
    let title = edited.with_untracked(|edit| edit.as_ref().map(FunctionEdit::title));
    let label = Memo::new(move |_| edited.with(|edit| edit.as_ref().map(FunctionEdit::save_label)));
    let status =
        Memo::new(move |_| edited.with(|edit| edit.as_ref().map(|edit| visible(&edit.status))));
    let is_ready =
        Memo::new(move |_| edited.with(|edit| edit.as_ref().is_some_and(|edit| edit.ready)));
    let found =
        Memo::new(move |_| edited.with(|edit| edit.as_ref().and_then(|edit| edit.found.clone())));
    let needs = Memo::new(move |_| {
        saved.with(|saved| {
            found.with(|found| found.as_ref()?.needs(saved.as_deref().unwrap_or_default()))
        })
    });
    let choices = Memo::new(move |_| {
        let names = |edit: &FunctionEdit| {
            edit.choices.iter().map(|one| one.name.clone()).collect::<Vec<_>>()
        };
        edited.with(|edit| edit.as_ref().map(names).unwrap_or_default())
    });
    let cancel = move |event: ev::Event| {
        edited.update(|edit| {
            if let Some(edit) = edit.as_mut().filter(|edit| edit.changed) {
                event.prevent_default();
                edit.status = words::functions_edit_your_changes_are_not().to_owned();
            }
        });
    };
    view! {
        <dialog
            class="sheet function-edit"
            node_ref=dialog
            aria-labelledby="function-edit-title"
            data-testid="function-edit"
            on:cancel=cancel
            on:close=move |_| { acts.with(|acts| acts.end_edit()); }
        >
            <h2 id="function-edit-title">{title}</h2>
            <div class="function-which">{move || choice(choices.get())}</div>
            <div class="function-source" node_ref=place></div>
            <dl class="function-facts" data-testid="function-facts">{move || found.get().map(facts)}</dl>
            <p
                class="function-needs"
                data-testid="function-needs"
                hidden=move || needs.with(Option::is_none)
            >
                {needs}
            </p>
            <p class="sheet-text">{words::functions_edit_its_name_parameters_and()}</p>
            <p class="sheet-text" role="status" data-testid="function-status">{status}</p>
            <div class="function-buttons">
                <button
                    class="button"
                    type="button"
                    data-testid="function-save"
                    disabled=move || !is_ready.get()
                    on:click=move |_| { acts.with(|acts| acts.save_function()); }
                >
                    {label}
                </button>
                <button class="button is-quiet" type="button" on:click=move |_| close(dialog)>{words::functions_edit_cancel()}</button>
            </div>
        </dialog>
    }
    .into_any()
}

/// The choice among several functions of the code.
fn choice(names: Vec<String>) -> Option<AnyView> {
    let (edited, acts) = (session().edited_function, actions::<dyn FunctionActions>());
    let chosen = edited.with_untracked(|edit| edit.as_ref().map(|edit| edit.chosen.clone()));
    let option = |name: String| {
        let is_chosen = Some(&name) == chosen.as_ref();
        let shown = visible(&name);
        view! { <option value=name selected=is_chosen>{shown}</option> }
    };
    let view = (!names.is_empty()).then(|| {
        view! {
            <label>
                {words::functions_edit_function()}
                <select
                    data-testid="function-choice"
                    on:change=move |event| { acts.with(|acts| acts.choose_function(&event_target_value(&event))); }
                >
                    {names.into_iter().map(option).collect_view()}
                </select>
            </label>
        }
    })?;
    Some(view.into_any())
}

/// What Python reads of the source.
fn facts(found: Found) -> AnyView {
    view! {
        <dt>{words::functions_edit_call()}</dt>
        <dd><code>{visible(&found.signature)}</code></dd>
        <dt>{words::functions_edit_description()}</dt>
        <dd>{visible(&found.description())}</dd>
    }
    .into_any()
}
