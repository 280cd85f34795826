//! What models have thought in a turn, folded.

use leptos::{ev, html, prelude::*};
use text::visible;

/// The thoughts, if there are any. Their text is laid out only while they are open.
#[component]
pub(super) fn Thoughts(text: RwSignal<String>) -> impl IntoView {
    let open = RwSignal::new(false);
    let details = NodeRef::<html::Details>::new();
    let some = Memo::new(move |_| text.with(|text| !text.is_empty()));
    let toggle =
        move |_: ev::Event| open.set(details.get_untracked().is_some_and(|details| details.open()));
    view! {
        <div class="turn-thoughts">
            {move || some.get().then(|| view! {
                <details class="thoughts" data-testid="thoughts" node_ref=details on:toggle=toggle>
                    <summary>{words::thoughts_thinking()}</summary>
                    <p class="thoughts-text">{move || open.get().then(|| text.with(|text| visible(text)))}</p>
                </details>
            }.into_any())}
        </div>
    }
    .into_any()
}
