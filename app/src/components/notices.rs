//! Things the user should know, until dismissed.

use leptos::prelude::*;
use text::visible;

use super::{actions, icon::Icon, session};
use crate::{actions::TurnActions, session::Rerun};

/// The notices, newest last.
#[component]
pub(super) fn Notices() -> impl IntoView {
    let (session, turns) = (session(), actions::<dyn TurnActions>());
    let (notices, rerun) = (session.notices, session.rerun);
    // On the notice of a lost interpreter: the button that runs its code again, the progress, or
    // the result.
    let again = move |rerun: Rerun, notice| {
        let Rerun { pieces, running, ended, .. } = rerun;
        let doing = match (running, ended) {
            _ if rerun.notice != notice => return None,
            (Some(at), _) => words::notices_running_the_earlier_code(&at, &pieces),
            (None, Some(ended)) => visible(&ended),
            (None, None) => {
                let offer = view! {
                    <button
                        class="button"
                        type="button"
                        disabled=move || session.busy()
                        on:click=move |_| { turns.with(|turns| turns.run_again()); }
                    >
                        {words::notices_run_the_earlier_code()}
                    </button>
                };
                return Some(offer.into_any());
            }
        };
        Some(view! { <p data-testid="rerun">{doing}</p> }.into_any())
    };
    view! {
        <div class="notices" role="status" aria-live="polite">
            <For each=move || notices.get() key=|notice| notice.id let(notice)>
                <div class="notice" class:is-problem=notice.problem data-testid="notice">
                    <div class="notice-text">
                        <p>{visible(&notice.text)}</p>
                        {move || again(rerun.get(), notice.id)}
                    </div>
                    <button
                        class="button is-quiet"
                        type="button"
                        aria-label=words::notices_dismiss()
                        on:click=move |_| notices.update(|notices| notices.retain(|other| other.id != notice.id))
                    >
                        <Icon name="close" />
                    </button>
                </div>
            </For>
        </div>
    }
    .into_any()
}
