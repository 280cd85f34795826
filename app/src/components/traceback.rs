//! A Python exception: what went wrong in one line, and where in a section that opens.

use kernel::PythonError;
use leptos::prelude::*;

use super::printed;

/// An exception.
#[component]
pub(super) fn Traceback(error: PythonError) -> impl IntoView {
    let trace = printed::plain(&error.traceback);
    view! {
        <div class="traceback" data-testid="error">
            <p class="traceback-line">
                <strong>{printed::plain(&error.name)}</strong>
                <span>{": "}</span>
                <span>{printed::plain(&error.value)}</span>
            </p>
            {(!trace.trim().is_empty()).then(|| view! {
                <details>
                    <summary>{"Traceback"}</summary>
                    <pre class="output" tabindex="0" role="group" aria-label="Traceback">{trace}</pre>
                </details>
            })}
        </div>
    }
    .into_any()
}
