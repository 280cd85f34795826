//! Under a step: whether its outcome is that of the code, what of it is no longer stored, and the
//! editor of its code.

use leptos::{html, prelude::*};

use super::{actions, button::quiet_button, editor::CodeEditor};
use crate::{
    actions::{CodeEditing, RerunActions, TurnActions},
    session::{EditedRun, Freshness, Id, Step, StepCode},
};

/// The controls of a step.
#[component]
pub(super) fn StepChanges(step: Step, turn: Id) -> impl IntoView {
    // The code with which the editor begins, while it is open.
    let edited = RwSignal::new(None::<String>);
    // Whether the button that opened the editor takes the focus back.
    let back = RwSignal::new(false);
    let known = Memo::new(move |_| step.stored.with(Option::is_some));
    view! {
        <div class="step-changes">
            {move || match edited.get() {
                Some(code) => form(code, (turn, step.id), edited, back),
                None if known.get() => controls(step, edited, back),
                None => ().into_any(),
            }}
        </div>
    }
    .into_any()
}

fn controls(step: Step, edited: RwSignal<Option<String>>, back: RwSignal<bool>) -> AnyView {
    let stored = step.stored;
    let freshness =
        Memo::new(move |_| stored.with(|stored| stored.as_ref().map(|stored| stored.freshness)));
    let dropped = Memo::new(move |_| stored.with(|stored| stored.as_ref()?.dropped_sentence()));
    let has_run =
        Memo::new(move |_| freshness.get().is_some_and(|freshness| freshness != Freshness::NotRun));
    let completed = Memo::new(move |_| {
        has_run.get()
            && stored.with(|stored| stored.as_ref().is_some_and(|stored| stored.completed))
    });
    let edit = move |code: fn(&StepCode) -> String| {
        edited.set(stored.with_untracked(|stored| stored.as_ref().map(code)));
    };
    let opener = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(opener) = opener.get().filter(|_| back.get_untracked()) {
            back.set(false);
            drop(opener.focus());
        }
    });
    view! {
        {move || freshness.get().and_then(Freshness::sentence).map(|(state, sentence)| view! {
            <p class="step-freshness" data-testid="freshness" data-state=state>{sentence}</p>
        }.into_any())}
        {move || dropped.get().map(|sentence| view! {
            <p class="step-freshness" data-testid="dropped">{sentence}</p>
        }.into_any())}
        {move || has_run.get().then(|| view! {
            <button
                class="button is-quiet"
                type="button"
                node_ref=opener
                aria-label=words::step_changes_edit_the_code_of()
                data-testid="edit-code"
                on:click=move |_| edit(|stored| stored.code.clone())
            >
                {words::step_changes_edit_code()}
            </button>
        }.into_any())}
        {move || completed.get().then(|| quiet_button(
            words::step_changes_run_as_written(),
            words::step_changes_run_the_code_of(),
            "run-as-written",
            move |_| edit(StepCode::as_written),
        ))}
    }
    .into_any()
}

/// The editor of the code, with what runs it.
fn form(
    code: String,
    (turn, step): (Id, Id),
    edited: RwSignal<Option<String>>,
    back: RwSignal<bool>,
) -> AnyView {
    let (acts, turns) = (actions::<dyn RerunActions>(), actions::<dyn TurnActions>());
    let code = RwSignal::new(code);
    let run = RwSignal::new(EditedRun::default());
    let under_way = Memo::new(move |_| run.with(EditedRun::is_under_way));
    let start = move || {
        if !run.with_untracked(EditedRun::is_under_way) {
            acts.with(|acts| acts.run_from(turn, step, code.get_untracked(), run));
        }
    };
    let close = move || {
        back.set(true);
        edited.set(None);
    };
    Effect::new(move |_| {
        if run.with(|run| *run == EditedRun::Done) {
            close();
        }
    });
    let editing = CodeEditing {
        code,
        label: words::step_changes_the_code_of_this(),
        read_only: false,
        focus: RwSignal::new(true),
        on_run: Callback::new(move |()| start()),
        on_recall: None,
    };
    let stop = move |_| {
        turns.with(|turns| turns.stop());
    };
    view! {
        <div class="step-edit"><CodeEditor editing=editing /></div>
        <p class="step-edit-note" role="status">{move || run.with(EditedRun::words)}</p>
        <div class="step-edit-buttons">
            {move || if under_way.get() {
                view! { <button class="button" type="button" on:click=stop>{words::step_changes_stop()}</button> }.into_any()
            } else {
                view! {
                    <button class="button" type="button" data-testid="run-from" on:click=move |_| start()>
                        {words::step_changes_run_from_here()}
                    </button>
                    <button class="button is-quiet" type="button" on:click=move |_| close()>{words::step_changes_cancel()}</button>
                }.into_any()
            }}
        </div>
    }
    .into_any()
}
