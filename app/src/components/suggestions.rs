//! First questions that fit the files, ready to be asked.

use leptos::prelude::*;
use text::file_name;

use super::{actions, session};
use crate::actions::TurnActions;

/// The questions as chips; none while a turn is under way.
#[component]
pub(super) fn Suggestions() -> impl IntoView {
    let (session, turns) = (session(), actions::<dyn TurnActions>());
    let shown = move || if session.busy() { Vec::new() } else { session.suggestions.get() };
    view! {
        <ul class="suggestions" aria-label="Suggested questions" hidden=move || shown().is_empty()>
            <For each=shown key=String::clone let(question)>
                {
                    let shown = file_name(&question);
                    view! {
                        <li>
                            <button
                                class="suggestion"
                                type="button"
                                data-testid="suggestion"
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
