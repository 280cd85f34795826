//! The two sample data sets, one click away.

use leptos::prelude::*;

use super::actions;
use crate::actions::FileActions;

/// The two buttons.
#[component]
pub(super) fn Samples(word: &'static str) -> impl IntoView {
    let files = actions::<dyn FileActions>();
    let add = move |name| {
        files.with(|files| files.add_sample(name));
    };
    view! {
        <div class="samples">
            <span class="samples-word">{word}</span>
            <button class="button" type="button" data-testid="sample-sales" on:click=move |_| add("sales")>
                {"45,000 sales"}
            </button>
            <button class="button" type="button" data-testid="sample-funnel" on:click=move |_| add("funnel")>
                {"A small funnel"}
            </button>
        </div>
    }
    .into_any()
}
