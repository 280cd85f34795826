//! Things the person should know, until dismissed.

use leptos::prelude::*;

use super::{
    actions,
    icon::{CLOSE, Icon},
    session,
};

/// The notices, newest last.
#[component]
pub(super) fn Notices() -> impl IntoView {
    let (notices, actions) = (session().notices, actions());
    view! {
        <div class="notices" role="status" aria-live="polite">
            <For each=move || notices.get() key=|notice| notice.id let(notice)>
                <div class="notice" class:is-problem=notice.problem data-testid="notice">
                    <p>{notice.text}</p>
                    <button
                        class="button is-quiet"
                        type="button"
                        aria-label="Dismiss"
                        on:click=move |_| { actions.with(|actions| actions.dismiss(notice.id)); }
                    >
                        <Icon path=CLOSE />
                    </button>
                </div>
            </For>
        </div>
    }
    .into_any()
}
