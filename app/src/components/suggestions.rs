//! Questions ready to be asked: the first ones that fit the files, and those that an answer asks
//! back with.

use leptos::prelude::*;
use text::file_name;

use super::{actions, session};
use crate::actions::TurnActions;

/// First questions; none while a turn is under way, and none after the first turn until other files
/// bring other ones.
#[component]
pub(super) fn Suggestions() -> impl IntoView {
    let session = session();
    let passed = RwSignal::new(Vec::new());
    Effect::new(move |_| {
        if session.turns.with(|turns| !turns.is_empty()) {
            passed.set(session.suggestions.get_untracked());
        }
    });
    let shown = Signal::derive(move || {
        let is_passed = session.turns.with(|turns| !turns.is_empty())
            && session.suggestions.with(|list| passed.with(|passed| list == passed));
        if session.busy() || is_passed { Vec::new() } else { session.suggestions.get() }
    });
    view! { <Questions list=shown class={"suggestions"} label={words::suggestions_suggested_questions()} testid={"suggestion"} /> }.into_any()
}

/// Questions as buttons, each of which asks it.
#[component]
pub(super) fn Questions(
    /// The questions; nothing is shown if there are none.
    list: Signal<Vec<String>>,
    /// The class of the list.
    class: &'static str,
    /// What the list is, for assistive technology.
    label: &'static str,
    /// The test id of each button.
    testid: &'static str,
) -> impl IntoView {
    let (session, turns) = (session(), actions::<dyn TurnActions>());
    view! {
        <ul class=class aria-label=label hidden=move || list.with(Vec::is_empty)>
            <For each=move || list.get() key=String::clone let(question)>
                {
                    // Backticks are for the planner; a name reads better without them.
                    let shown = file_name(&question).replace('`', "");
                    view! {
                        <li>
                            <button
                                class="suggestion"
                                type="button"
                                data-testid=testid
                                disabled=move || session.busy()
                                on:click=move |_| { turns.with(|turns| turns.ask(question.clone())); }
                            >
                                {shown}
                            </button>
                        </li>
                    }
                }
            </For>
        </ul>
    }
    .into_any()
}
