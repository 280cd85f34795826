//! The question of code that calls `input()`, and the person's line.

use leptos::{ev, html, prelude::*};

use super::{actions, session};
use crate::visible::{excerpt, printed};

/// A modal dialog, open while [`crate::session::Session::asking`] waits.
#[component]
pub(super) fn LineDialog() -> impl IntoView {
    let (asking, actions) = (session().asking, actions());
    let dialog = NodeRef::<html::Dialog>::new();
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        let (Some(dialog), Some(field)) = (dialog.get(), field.get()) else { return };
        match (asking.with(Option::is_some), dialog.open()) {
            (true, false) => {
                field.set_value("");
                // It fails only where the dialog is not in the page, and then there is nothing to open.
                drop(dialog.show_modal());
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let answer = move |text| {
        actions.with(|actions| actions.answer_line(text));
    };
    view! {
        <dialog
            class="sheet line"
            node_ref=dialog
            aria-labelledby="line-title"
            data-testid="line"
            on:cancel=move |event: ev::Event| {
                event.prevent_default();
                answer(None);
            }
        >
            <h2 id="line-title">{"The code asks you for a line"}</h2>
            <form on:submit=move |event| {
                event.prevent_default();
                answer(field.get_untracked().map(|field| field.value()));
            }>
                <p class="line-prompt" id="line-prompt">
                    {move || asking.get().map(|prompt| printed(&excerpt(&prompt)))}
                </p>
                <input node_ref=field autocomplete="off" aria-label="Your line" aria-describedby="line-prompt" />
                <div class="consent-choices">
                    <button class="button is-main" type="submit">{"Answer"}</button>
                    <button class="button is-quiet" type="button" on:click=move |_| answer(None)>{"No answer"}</button>
                </div>
            </form>
        </dialog>
    }
    .into_any()
}
