//! What is said about an answer: the notice above it, its end with the badge of its numbers, and
//! the notes that are folded away.

use std::time::Duration;

use leptos::prelude::*;
use text::visible;

use super::{actions, claim::Marks, corrections::Corrections, icon::Icon};
use crate::actions::TextActions;
use crate::session::{
    About, Note, NoteKind, Phase, Turn, checked, is_doubted, used, used_in_parts,
};

/// How long a button says that it has copied.
const COPIED: Duration = Duration::from_secs(2);

/// Returns the notice above an answer whose numbers may be wrong.
pub(super) fn notice(note: &Note) -> AnyView {
    let title = (note.about == NoteKind::NotComputed)
        .then(|| view! { <strong>{words::about_not_computed()}</strong> });
    view! {
        <p class="not-computed" role="note" data-testid=testid(note)>{title}{visible(&note.text)}</p>
    }
    .into_any()
}

/// Returns the fold with the notes; none if there are none.
pub(super) fn fold(about: &About) -> Option<AnyView> {
    let summary = about.summary()?;
    let note = |note: &Note| {
        view! { <li data-testid=testid(note)>{visible(&note.text)}</li> }
    };
    let notes = about.notes.iter().map(note).collect_view();
    let view = view! {
        <details class="fold about" data-testid="about-answer">
            <summary>{summary}<Icon name="open" /></summary>
            <ul class="about-notes">{notes}</ul>
        </details>
    };
    Some(view.into_any())
}

fn testid(note: &Note) -> &'static str {
    match note.about {
        NoteKind::NotComputed => "not-computed",
        NoteKind::ReadOtherwise => "read-otherwise",
        NoteKind::Joined => "joined",
        NoteKind::Caution => "claims-note",
        NoteKind::Fitted => "fitted",
    }
}

/// The end of an answer: how many of its numbers were checked, copying and correcting it, and who
/// answered.
#[component]
pub(super) fn AnswerEnd(turn: Turn, marks: Marks) -> impl IntoView {
    let Turn { answer, claims, phase, model, fallback, usage, .. } = turn;
    let texts = actions::<dyn TextActions>();
    let done = Memo::new(move |_| phase.get() == Phase::Done);
    let badge = Memo::new(move |_| claims.with(|claims| checked(claims)));
    let doubted = Memo::new(move |_| claims.with(|claims| is_doubted(claims)));
    let answered = Memo::new(move |_| answer.with(|text| !text.trim().is_empty()));
    let copied = RwSignal::new(false);
    let copy = move |_| {
        texts.with(|texts| texts.copy(answer.get_untracked()));
        copied.set(true);
        // The turn may have been removed from the page meanwhile.
        let reset = move || {
            let _ = copied.try_set(false);
        };
        set_timeout(reset, COPIED);
    };
    let spent = move || {
        let words = usage.with(|usage| usage.as_ref().map(used)).filter(|words| !words.is_empty());
        words.map(|words| format!(", {words}"))
    };
    view! {
        <div class="answer-end">
            {move || badge.get().filter(|_| done.get()).map(|words| view! {
                <button
                    class="button is-quiet claims-badge"
                    class:is-doubted=doubted
                    type="button"
                    aria-pressed=move || marks.shown.get().to_string()
                    title=move || if marks.shown.get() { words::about_hide_the_marks_of() } else { words::about_mark_each_number_with() }
                    data-testid="claims-badge"
                    on:click=move |_| marks.shown.update(|shown| *shown = !*shown)
                >
                    <Icon name={if doubted.get_untracked() { "doubt" } else { "check" }} />
                    {words}
                </button>
            }.into_any())}
            {move || (done.get() && answered.get()).then(|| view! {
                <button
                    class="button is-quiet"
                    type="button"
                    aria-label=move || if copied.get() { words::about_copied() } else { words::about_copy_the_answer() }
                    data-testid="copy-answer"
                    on:click=copy
                >
                    {move || view! { <Icon name={if copied.get() { "check" } else { "copy" }} /> }}
                    {move || if copied.get() { words::about_copied() } else { words::about_copy() }}
                </button>
            }.into_any())}
            <Corrections turn=turn />
            <p class="turn-model" hidden=move || !done.get()>
                {words::about_answered_by()}
                <span>{move || model.with_value(|model| match fallback.get() {
                    Some(fallback) => words::about_since_did_not_answer(&visible(&fallback), &visible(model)),
                    None => model.clone(),
                })}</span>
                <span class="turn-usage" data-testid="usage" title=move || usage.with(|usage| usage.as_ref().map(used_in_parts))>
                    {spent}
                </span>
            </p>
        </div>
    }
    .into_any()
}
