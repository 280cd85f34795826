//! What corrects a turn: its question, which is edited in its place, and under the turn the buttons
//! that ask it again, undo it, or show another version.

use leptos::{ev, html, prelude::*};

use super::{actions, icon::Icon};
use crate::actions::{ActionsHandle, CorrectionActions};
use crate::session::{Correction, Id, Turn};

type Handle = ActionsHandle<dyn CorrectionActions>;

/// What is shown under a turn.
#[derive(Clone, PartialEq)]
enum Part {
    Nothing,
    Controls,
    Note(Correction),
}

/// The question of a turn, with the button that edits it in its place.
#[component]
pub(super) fn Question(
    turn: Turn,
    /// The id of its heading.
    title: String,
) -> impl IntoView {
    let acts: Handle = actions();
    let Turn { versions, correction, question, .. } = turn;
    let editing = RwSignal::new(false);
    // Whether the button that opened the form takes the focus back.
    let back = RwSignal::new(false);
    let correctable =
        Memo::new(move |_| versions.with(Option::is_some) && correction.with(Option::is_none));
    Effect::new(move |_| {
        if !correctable.get() {
            editing.set(false);
        }
    });
    let edit = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(edit) = edit.get().filter(|_| back.get_untracked()) {
            back.set(false);
            edit.focus().ok();
        }
    });
    let name = words::corrections_edit_the_question_named(&question.get_value());
    view! {
        <div class="turn-head">
            <h2 class="turn-question" id=title hidden=editing>{question.get_value()}</h2>
            {move || (correctable.get() && !editing.get()).then(|| view! {
                <button
                    class="button is-quiet turn-edit-open"
                    type="button"
                    node_ref=edit
                    aria-label=name.clone()
                    title=words::corrections_edit_the_question()
                    data-testid="edit-question"
                    on:click=move |_| editing.set(true)
                >
                    <Icon name="edit" />
                </button>
            }.into_any())}
            {move || editing.get().then(|| question_form(turn, acts, editing, back))}
        </div>
    }
    .into_any()
}

/// The controls of a turn.
#[component]
pub(super) fn Corrections(turn: Turn) -> impl IntoView {
    let acts: Handle = actions();
    let Turn { versions, correction, .. } = turn;
    let correctable = Memo::new(move |_| versions.with(Option::is_some));
    // Drawn again only for another part: the user may be about to click.
    let part = Memo::new(move |_| match correction.get() {
        Some(correction) => Part::Note(correction),
        None if !correctable.get() => Part::Nothing,
        None => Part::Controls,
    });
    view! {
        <div class="turn-changes">
            {move || match part.get() {
                Part::Note(Correction::Refused) => {
                    note("status", words::corrections_wait_until_the_answer().to_owned())
                }
                Part::Note(Correction::Begun) => note("status", words::corrections_python_is_restarting().to_owned()),
                Part::Note(Correction::Failed(why)) => note("alert", why),
                Part::Nothing => ().into_any(),
                Part::Controls => controls(turn, acts),
            }}
        </div>
    }
    .into_any()
}

fn note(role: &'static str, text: String) -> AnyView {
    view! { <p role=role>{text}</p> }.into_any()
}

fn controls(turn: Turn, acts: Handle) -> AnyView {
    let Turn { question, versions, stopped, .. } = turn;
    let question = question.get_value();
    let stale =
        Memo::new(move |_| versions.with(|known| known.as_ref().is_some_and(|known| known.stale)));
    let former = turn.is_former;
    let signed_out = Memo::new(move |_| {
        stopped.with(|why| {
            why.as_deref().is_some_and(|why| why.starts_with(words::turn_your_sign_in_has()))
        })
    });
    let shown = Memo::new(move |_| versions.with(|known| known.clone().unwrap_or_default().turns));
    let again = words::corrections_ask_again_named(&question);
    let undo = words::corrections_undo_named(&question);
    view! {
        {move || signed_out.get().then(|| view! {
            <a class="button" href="/login" target="_blank" rel="noopener" data-testid="sign-in-again">{words::corrections_sign_in_again()}</a>
        }.into_any())}
        {move || former.get().then(|| view! {
            <p class="step-freshness" data-testid="former-answer-note">
                {words::corrections_former_answer()}
            </p>
        }.into_any())}
        {move || stale.get().then(|| view! {
            <p class="step-freshness" data-testid="stale-answer">
                {words::corrections_this_answer_is_out()}
            </p>
        }.into_any())}
        <button
            class="button is-quiet"
            type="button"
            aria-label=again
            data-testid="ask-again"
            on:click=move |_| { acts.with(|acts| acts.ask_instead(turn, question.clone())); }
        >
            {words::corrections_ask_again()}
        </button>
        <button
            class="button is-quiet"
            type="button"
            aria-label=undo
            data-testid="undo-turn"
            on:click=move |_| { acts.with(|acts| acts.undo(turn)); }
        >
            {words::corrections_undo()}
        </button>
        {move || version(turn, acts, &shown.get())}
    }
    .into_any()
}

/// Says which version is shown, if there are several, between the buttons that show its neighbours.
fn version(turn: Turn, acts: Handle, versions: &[Id]) -> Option<AnyView> {
    let at =
        versions.iter().position(|version| *version == turn.id).filter(|_| versions.len() > 1)?;
    let button = |text: &'static str, name: &'static str, testid: &'static str, to: Option<Id>| {
        view! {
            <button
                class="button is-quiet"
                type="button"
                aria-label=name
                data-testid=testid
                disabled=to.is_none()
                on:click=move |_| {
                    if let Some(to) = to {
                        acts.with(|acts| acts.choose_version(turn, to));
                    }
                }
            >
                {text}
            </button>
        }
    };
    let older = at.checked_sub(1).and_then(|at| versions.get(at).copied());
    let shown = words::corrections_version_of(&(at + 1), &versions.len());
    let view = view! {
        <span class="turn-versions">
            {button("‹", words::corrections_show_the_version_before(), "older", older)}
            <span data-testid="version">{shown}</span>
            {button("›", words::corrections_show_the_version_after(), "newer", versions.get(at + 1).copied())}
        </span>
    };
    Some(view.into_any())
}

/// The form in which the question is edited.
fn question_form(
    turn: Turn,
    acts: Handle,
    editing: RwSignal<bool>,
    back: RwSignal<bool>,
) -> AnyView {
    let field = NodeRef::<html::Textarea>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            field.focus().ok();
        }
    });
    let cancel = move || {
        back.set(true);
        editing.set(false);
    };
    let ask = move || {
        let Some(field) = field.get_untracked() else { return };
        let text = field.value().trim().to_owned();
        if text.is_empty() {
            field.focus().ok();
        } else {
            editing.set(false);
            acts.with(|acts| acts.ask_instead(turn, text));
        }
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        ask();
    };
    // As in the composer.
    let typed = move |event: ev::KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            ask();
        }
    };
    let keydown = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" {
            cancel();
        }
    };
    view! {
        <form class="turn-edit-form" on:submit=submit on:keydown=keydown>
            <textarea
                class="turn-edit"
                rows="2"
                aria-label=words::corrections_the_question()
                data-testid="edited-question"
                node_ref=field
                on:keydown=typed
                prop:value=turn.question.get_value()
            ></textarea>
            <p class="turn-edit-note">{words::corrections_this_version_and_what()}</p>
            <button class="button" type="submit">{words::corrections_ask()}</button>
            <button class="button is-quiet" type="button" on:click=move |_| cancel()>{words::corrections_cancel()}</button>
        </form>
    }
    .into_any()
}
