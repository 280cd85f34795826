//! What stands after the last turn: the question that was undone, running the code again, the
//! variables, the console and the functions.

use leptos::prelude::*;

use super::{actions, button::quiet_button, console::ConsoleButton, session};
use crate::{
    actions::{FunctionActions, RerunActions, TurnActions, VariableActions},
    session::{Correction, WAIT},
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
                Part::Note(Correction::Refused) => note("status", WAIT.to_owned()),
                Part::Note(Correction::Begun) => note("status", "Python is restarting…".to_owned()),
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
    let variables = actions::<dyn VariableActions>();
    let saved = actions::<dyn FunctionActions>();
    let undone = Memo::new(move |_| ending.with(|ending| ending.undone));
    let has_run = Memo::new(move |_| ending.with(|ending| ending.has_run()));
    let verdict = Memo::new(move |_| ending.with(|ending| ending.verdict().map(str::to_owned)));
    let redo = move |_| {
        acts.with(|acts| acts.redo());
    };
    let check = move |_| {
        acts.with(|acts| acts.check());
    };
    let list = move |_| {
        variables.with(|variables| variables.show_variables());
    };
    let functions = move |_| {
        saved.with(|saved| saved.show_functions());
    };
    view! {
        {move || undone.get().map(|_| {
            quiet_button("Show the undone question again", "A question was undone", "redo", redo)
        })}
        {move || has_run.get().then(|| view! {
            {quiet_button(
                "Check by running again",
                "Run all code again in a fresh Python and compare every result",
                "replay",
                check,
            )}
            {quiet_button("Variables", "List the variables", "show-variables", list)}
        }.into_any())}
        <ConsoleButton />
        {move || has_run.get().then(|| {
            quiet_button("Functions", "List the saved functions", "show-functions", functions)
        })}
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
        <button class="button" type="button" on:click=stop>{"Stop"}</button>
    }
    .into_any()
}
