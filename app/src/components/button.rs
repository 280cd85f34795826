//! A quiet button, for what corrects the conversation.

use leptos::{ev, prelude::*};

/// Returns a button with an accessible name.
pub(super) fn quiet_button(
    text: &'static str,
    label: &'static str,
    testid: &'static str,
    act: impl FnMut(ev::MouseEvent) + 'static,
) -> AnyView {
    view! {
        <button class="button is-quiet" type="button" aria-label=label data-testid=testid on:click=act>{text}</button>
    }
    .into_any()
}
