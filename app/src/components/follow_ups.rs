//! Questions that follow from the last answer, as buttons that ask them.

use leptos::prelude::*;
use text::visible;

use super::{actions, session};
use crate::actions::ReadingActions;
use crate::session::{Asked, Choice, Phase, Turn};

/// Up to three queries that vary the one of this turn, if it is the last and complete.
#[component]
pub(super) fn FollowUps(turn: Turn) -> impl IntoView {
    let (session, readings) = (session(), actions::<dyn ReadingActions>());
    let Turn { id, phase, reading, stopped, .. } = turn;
    let is_last = Memo::new(move |_| {
        let last = session.turns.with(|turns| turns.last().map(|turn| turn.id));
        last == Some(id) && phase.get() == Phase::Done && stopped.with(Option::is_none)
    });
    let query = Memo::new(move |_| {
        let known = |reading: &crate::session::Reading| {
            (!reading.doubtful && !reading.label.is_empty()).then(|| reading.query.clone())
        };
        is_last.get().then(|| reading.with(|reading| reading.as_ref().and_then(known))).flatten()
    });
    let list = Memo::new(move |_| {
        let query = query.get()?;
        readings.with(|readings| readings.follow_ups(&query))
    });
    let button = move |choice: Choice| {
        let label = visible(&choice.label);
        let ask = move |_| {
            let (question, query) = (choice.label.clone(), choice.query.clone());
            let asked = Asked { of: None, question, query, explained: Vec::new() };
            readings.with(|readings| readings.ask_query(asked));
        };
        view! {
            <li>
                <button class="suggestion" type="button" data-testid="follow-up" disabled=move || session.busy() on:click=ask>
                    {label}
                </button>
            </li>
        }
        .into_any()
    };
    move || {
        let list = list.get().filter(|list| !list.is_empty())?;
        Some(view! {
            <ul class="follow-ups" aria-label=words::follow_ups_questions_that_follow_from()>
                {list.into_iter().map(button).collect_view()}
            </ul>
        })
    }
}
