//! What stands after the last turn: the question that was undone, and what running all code again
//! has found.

use leptos::prelude::*;

use super::{actions, button::quiet_button, session};
use crate::{
    actions::{RerunActions, TurnActions},
    session::Correction,
};

/// What the row shows.
#[derive(Clone, PartialEq)]
enum Part {
    Nothing,
    Buttons,
    Note(Correction),
    Progress,
}

/// The row after the last turn.
#[component]
pub(super) fn TurnsEnd() -> impl IntoView {
    let (ending, offered) = (session().ending, session().console.offered);
    // Drawn again only for another part: the user may be about to click.
    let part = Memo::new(move |_| {
        ending.with(|ending| match &ending.redo {
            _ if ending.progress.is_some() => Part::Progress,
            Some(redo) => Part::Note(redo.clone()),
            None if offered.get() => Part::Buttons,
            None => Part::Nothing,
        })
    });
    view! {
        <div id={"turn-undone"}>
            {move || match part.get() {
                Part::Nothing => ().into_any(),
                Part::Buttons => buttons(),
                Part::Note(Correction::Refused) => note("status", words::changes_wait_until_the_answer().to_owned()),
                Part::Note(Correction::Begun) => note("status", words::ending_python_is_restarting().to_owned()),
                Part::Note(Correction::Failed(why)) => note("alert", why),
                Part::Progress => progress(),
            }}
        </div>
    }
    .into_any()
}

fn note(role: &'static str, text: String) -> AnyView {
    view! { <p role=role>{text}</p> }.into_any()
}

fn buttons() -> AnyView {
    let ending = session().ending;
    let acts = actions::<dyn RerunActions>();
    let undone = Memo::new(move |_| ending.with(|ending| ending.undone));
    let verdict = Memo::new(move |_| ending.with(|ending| ending.verdict().map(str::to_owned)));
    let redo = move |_| {
        acts.with(|acts| acts.redo());
    };
    view! {
        {move || undone.get().map(|_| quiet_button(words::ending_show_the_undone_question(), words::ending_show_the_undone_question(), "redo", redo))}
        {move || verdict.get().map(|verdict| view! {
            <p role="status" data-testid="verdict">{verdict}</p>
        }.into_any())}
    }
    .into_any()
}

/// How far running all code again is.
fn progress() -> AnyView {
    let ending = session().ending;
    let turns = actions::<dyn TurnActions>();
    let stop = move |_| {
        turns.with(|turns| turns.stop());
    };
    view! {
        <p role="status" data-testid="replay-progress">
            {move || ending.with(|ending| ending.progress.clone())}
        </p>
        <button class="button" type="button" on:click=stop>{words::ending_stop()}</button>
    }
    .into_any()
}
