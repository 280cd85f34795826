//! Code with syntax highlighting, and a button to copy it.

use std::time::Duration;

use leptos::prelude::*;
use text::visible;

use super::{actions, icon::Icon};
use crate::actions::TextActions;

/// A block of code. Python is highlighted once it is complete; before that it changes with every
/// token.
#[component]
pub(super) fn Code(
    /// The code.
    code: Signal<String>,
    /// Its language; `python` is highlighted.
    language: &'static str,
    /// Whether it is complete.
    finished: Signal<bool>,
) -> impl IntoView {
    let texts = actions::<dyn TextActions>();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        texts.with(|texts| texts.copy(code.get_untracked()));
        copied.set(true);
        // The code may have been removed from the page meanwhile.
        let reset = move || {
            let _ = copied.try_set(false);
        };
        set_timeout(reset, Duration::from_secs(2));
    };
    let parts = move || {
        code.with(|code| {
            let coloured = (language == "python" && finished.get())
                .then(|| texts.with(|texts| texts.highlight(code)))
                .flatten()
                .unwrap_or_else(|| vec![(String::new(), code.clone())]);
            coloured
                .into_iter()
                .map(|(class, text)| {
                    let text = visible(&text);
                    if class.is_empty() {
                        text.into_any()
                    } else {
                        view! { <span class=class>{text}</span> }.into_any()
                    }
                })
                .collect::<Vec<_>>()
        })
    };
    view! {
        <div class="code" hidden=move || code.with(String::is_empty)>
            <pre tabindex="0" role="group" aria-label=words::code_code() data-testid="code"><code>{parts}</code></pre>
            <button
                class="button is-quiet code-copy"
                type="button"
                aria-label=move || if copied.get() { words::code_copied() } else { words::code_copy_the_code() }
                on:click=copy
            >
                {move || view! { <Icon name={if copied.get() { "check" } else { "copy" }} /> }}
            </button>
        </div>
    }
    .into_any()
}
