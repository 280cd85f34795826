//! The dialog after the page's program has failed: what happened, and a way to reload without
//! losing the session's code.
//!
//! That program cannot show it any more, so the document has it as a template, which
//! `web/runtime/failure.ts` fills in.

use leptos::prelude::*;

/// The template.
#[component]
pub fn FailureTemplate() -> impl IntoView {
    view! {
        <template id="failure">
            <dialog
                class="sheet"
                role="alertdialog"
                aria-labelledby="failure-title"
                aria-describedby="failure-text"
                data-testid="failure"
            >
                <h2 id="failure-title">{"The page stopped working"}</h2>
                <p id="failure-text" class="sheet-text">
                    {"A part of the page failed and cannot go on. Files on this device are untouched; Python's variables are lost."}
                </p>
                <pre class={"failure-message"} tabindex="0" aria-label="What failed"></pre>
                <div class="consent-choices">
                    <button class="button is-main" type="button" value="save" autofocus=true>{"Save the code and reload"}</button>
                    <button class="button is-quiet" type="button" value="reload">{"Reload"}</button>
                </div>
            </dialog>
        </template>
    }
    .into_any()
}
