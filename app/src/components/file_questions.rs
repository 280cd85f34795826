//! What the panel of files asks: whether copies are to be kept, and what files of a stored session
//! wait for.

use leptos::{prelude::*, task::spawn_local};
use text::visible;

use super::{actions, session};
use crate::actions::FileActions;
use crate::session::Id;
use crate::session::stored::{WaitingFile, Wants};

/// The questions.
#[component]
pub(super) fn FileQuestions() -> impl IntoView {
    let questions = session().file_questions;
    // A click may be on its way to a button of the same question.
    let waiting = Memo::new(move |_| questions.with(|questions| questions.waiting.clone()));
    let copies = Memo::new(move |_| questions.with(|questions| questions.keep_copies));
    view! {
        <div id={"files-keep"}>
            {move || {
                let files = waiting.get();
                (!files.is_empty()).then(|| view! { <Waiting files /> })
            }}
            {move || copies.get().then(|| view! { <Copies /> })}
        </div>
    }
    .into_any()
}

/// Asks for the files that wait.
#[component]
fn Waiting(files: Vec<WaitingFile>) -> impl IntoView {
    let (changed, refused): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| file.wants == Wants::Changed);
    let class = if changed.is_empty() { "files-keep is-asking" } else { "files-keep" };
    let what = match refused.as_slice() {
        [one] => visible(&one.name),
        more => words::file_questions_files(&more.len()),
    };
    let refused: Vec<Id> = refused.into_iter().map(|file| file.id).collect();
    let permission = (!refused.is_empty()).then(|| {
        view! {
            <p>
                {words::file_questions_after_a_reload_the()}
            </p>
            <Read label=words::file_questions_allow_reading_again(&what) files=refused accept=false />
        }
    });
    let changed = changed.into_iter().map(|file| {
        let name = visible(&file.name);
        view! {
            <p>
                {words::file_questions_has_changed_since_it(&name)}
            </p>
            <Read label=words::file_questions_go_on_with_as(&name) files=vec![file.id] accept=true />
        }
    });
    view! {
        <div
            class=class
            role="group"
            aria-label={words::file_questions_files_that_wait_for()}
            data-testid={"files-waiting"}
        >
            {permission}
            {changed.collect_view()}
        </div>
    }
    .into_any()
}

/// A button that reads files that wait.
#[component]
fn Read(label: String, files: Vec<Id>, accept: bool) -> impl IntoView {
    let actions = actions::<dyn FileActions>();
    let reads = RwSignal::new(false);
    let read = move |_| {
        let reading = actions.with(|actions| actions.read_waiting(files.clone(), accept));
        let Some(reading) = reading else { return };
        reads.set(true);
        spawn_local(async move {
            reading.await.ok();
            reads.try_set(false);
        });
    };
    view! {
        <button class="button" type="button" disabled=reads on:click=read>
            {label}
        </button>
    }
    .into_any()
}

/// Asks whether copies are to be kept.
#[component]
fn Copies() -> impl IntoView {
    let actions = actions::<dyn FileActions>();
    let answer = move |keep| {
        actions.with(|actions| actions.keep_copies(keep));
    };
    view! {
        <div class="files-keep" role="group" aria-label=words::file_questions_keep_copies_of_your() data-testid="keep-copies">
            <p>{words::file_questions_keep_copies_of_your()}</p>
            <button class="button" type="button" on:click=move |_| answer(true)>
                {words::file_questions_keep_copies()}
            </button>
            <button class="button is-quiet" type="button" on:click=move |_| answer(false)>
                {words::file_questions_do_not_keep()}
            </button>
        </div>
    }
    .into_any()
}
