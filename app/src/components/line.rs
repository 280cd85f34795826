//! The dialog for code that calls `input()`.

use leptos::{ev, prelude::*};
use text::visible;

use super::{actions, first_field, modal::modal, session};
use crate::actions::TurnActions;

/// A modal dialog, open while [`crate::session::Session::line`] is set. A session that is not shown
/// does not ask.
#[component]
pub(super) fn LineDialog() -> impl IntoView {
    let (line, turns) = (session().line, actions::<dyn TurnActions>());
    let dialog = modal(move || line.with(Option::is_some));
    let answer = move |line| {
        turns.with(|turns| turns.answer_line(line));
    };
    let form = move || {
        line.get().map(|prompt| {
            let field = first_field();
            let submit = move |event: ev::SubmitEvent| {
                event.prevent_default();
                answer(field.get_untracked().map(|field| field.value()));
            };
            view! {
                <form on:submit=submit>
                    <p id="line-prompt" class="line-prompt">{visible(&prompt)}</p>
                    <input
                        autocomplete="off"
                        autofocus
                        aria-label=words::line_your_line()
                        aria-describedby="line-prompt"
                        node_ref=field
                    />
                    <div class="consent-choices">
                        <button class="button is-main" type="submit">{words::line_answer()}</button>
                        <button class="button is-quiet" type="button" on:click=move |_| answer(None)>{words::line_no_answer()}</button>
                    </div>
                </form>
            }
            .into_any()
        })
    };
    view! {
        <dialog
            class="sheet line"
            node_ref=dialog
            aria-labelledby="line-title"
            data-testid="line"
            on:close=move |_| {
                // Escape may close it without asking first; an answer has closed it itself.
                if line.with_untracked(Option::is_some) {
                    answer(None);
                }
            }
        >
            <h2 id="line-title">{words::line_the_code_asks_you()}</h2>
            {form}
        </dialog>
    }
    .into_any()
}
