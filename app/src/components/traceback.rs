//! A Python exception: what went wrong in one line, and where in a section that opens.

use kernel::PythonError;
use leptos::prelude::*;

use super::printed;
use crate::session::advice;

/// An exception.
#[component]
pub(super) fn Traceback(error: PythonError) -> impl IntoView {
    let trace = printed::plain(&error.traceback);
    let value = printed::plain(&error.value);
    let value = (!value.trim().is_empty()).then(|| {
        view! {
            <span>{": "}</span>
            <span>{value}</span>
        }
    });
    let advice = advice(&error).map(|advice| view! { <p class="traceback-advice">{advice}</p> });
    view! {
        <div class="traceback" data-testid="error">
            <p class="traceback-line">
                <strong>{printed::plain(&error.name)}</strong>
                {value}
            </p>
            {advice}
            {(!trace.trim().is_empty()).then(|| view! {
                <details>
                    <summary>{words::traceback_traceback()}</summary>
                    <pre class="output" tabindex="0" role="group" aria-label=words::traceback_traceback()>{trace}</pre>
                </details>
            })}
        </div>
    }
    .into_any()
}
