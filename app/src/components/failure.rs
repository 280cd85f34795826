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
                <h2 id="failure-title">{words::failure_the_page_stopped_working()}</h2>
                <p id="failure-text" class="sheet-text">
                    {words::failure_a_part_of_the()}
                </p>
                <pre class={"failure-message"} tabindex="0" aria-label=words::failure_what_failed()></pre>
                <div class="consent-choices">
                    <button class="button is-main" type="button" value="save" autofocus=true>{words::failure_save_the_code_and()}</button>
                    <button class="button is-quiet" type="button" value="reload">{words::failure_reload()}</button>
                </div>
            </dialog>
        </template>
    }
    .into_any()
}
