//! How an outcome differed when its code ran again: the old and the new value, and whether the
//! runtime has changed since.

use leptos::prelude::*;
use text::visible;

use crate::session::Reran;

/// The differences of a step, or of one of its results where that stands beside the answer.
#[component]
pub(super) fn Differs(
    /// What running the code again has shown.
    reran: RwSignal<Option<Reran>>,
    /// The result; none for all of the step.
    #[prop(optional)]
    result: Option<usize>,
    /// The test id of those of all of a step.
    #[prop(default = "differs")]
    testid: &'static str,
) -> impl IntoView {
    move || {
        let Reran { differences, why } = reran.get()?;
        let about = differences.iter().filter(|one| result.is_none() || one.result == result);
        let items: Vec<_> = about
            .map(|one| {
                // Beside the result its number says nothing.
                let text = match one.text.split_once(": ") {
                    Some((_, text)) if result.is_some() => text,
                    _ => &one.text,
                };
                view! { <li>{visible(text)}</li> }
            })
            .collect();
        let testid = if result.is_some() { "result-differs" } else { testid };
        (!items.is_empty()).then(|| {
            view! {
                <div class="differs" role="note" data-testid=testid>
                    <p>{words::differs_when_this_ran_again()}</p>
                    <ul>{items}</ul>
                    <p>{visible(&why)}</p>
                </div>
            }
            .into_any()
        })
    }
}
