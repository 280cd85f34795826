//! One step of a turn: its purpose, its code, what it printed, and its results.

use std::sync::Arc;

use kernel::{Outcome, Shown, Status, reading};
use leptos::prelude::*;
use text::{format, visible};

use super::{
    claim::Claims,
    code::Code,
    differs::Differs,
    icon::Icon,
    markdown::Markdown,
    outcome::{PRINTED, output, produced},
    readings,
    result::{ResultRef, ResultView},
    results::{Created, is_above, overwritten},
    step_changes::StepChanges,
};
use crate::session::{Step, Turn};

/// One step, open while it runs, and open if the turn ended badly with it.
#[component]
pub(super) fn StepView(
    /// The step.
    step: Step,
    /// Its turn.
    turn: Turn,
    /// Whether the turn is still working on it.
    under_way: Signal<bool>,
    /// Whether no other step follows.
    last: Signal<bool>,
    /// Whether its tables and values are shown above, beside the answer.
    above: Signal<bool>,
    /// Its figures that later steps drew again, by their index.
    redrawn: Signal<Vec<usize>>,
) -> impl IntoView {
    let Step { id, remark, claims, purpose, code, live, showing, outcome, refused, reran, .. } =
        step;
    let state = Memo::new(move |_| {
        outcome.with(|outcome| match outcome.as_ref().map(|outcome| outcome.status) {
            Some(Status::Ok) => "ok",
            Some(Status::Error) => "error",
            Some(_) => "stopped",
            None if refused.with(Option::is_some) => "error",
            None => "running",
        })
    });
    let open = Memo::new(move |_| last.get() && (under_way.get() || state.get() != "ok"));
    let finished = Signal::derive(move || state.get() != "running");
    let is_running = Memo::new(move |_| !finished.get());
    let remark = remark.with_value(|text| (!text.trim().is_empty()).then(|| text.clone()));
    let name =
        move || {
            purpose.with(|purpose| {
                if purpose.trim().is_empty() { "Python".to_owned() } else { visible(purpose) }
            })
        };
    // As it ran: with the arguments that were added from the files' profiles.
    let shown = Signal::derive(move || {
        let completed =
            |outcome: &Outcome| code.with(|code| reading::completed(code, &outcome.additions));
        outcome.with(|outcome| outcome.as_deref().map(completed)).unwrap_or_else(|| code.get())
    });
    let meta = move || outcome.with(|outcome| outcome.as_deref().map(summary));
    view! {
        {remark.map(|text| view! {
            <div class="step-remark">
                {move || view! { <Markdown text=text.clone() claims=Claims { turn: id, first: 0, list: claims.get() } /> }}
            </div>
        })}
        <details class="step" data-testid="step" data-state=state open=open>
            <summary>
                <span class={"step-mark"} aria-hidden="true"></span>
                <span class="step-purpose">{name}</span>
                <span class="step-meta">{move || meta().unwrap_or_else(|| match state.get() {
                    "running" => "running".to_owned(),
                    _ => "not run".to_owned(),
                })}</span>
                <Icon name="open" />
            </summary>
            <div class="step-body">
                <Code code=shown language="python" finished=finished />
                {move || outcome.with(|outcome| readings::of_outcome(outcome.as_deref()?, ""))}
                {move || refused.get().map(|why| view! {
                    <p class="step-refused" data-testid="error">{visible(&why)}</p>
                }.into_any())}
                {move || match outcome.get() {
                    None => output("Output so far", PRINTED, &live.get(), false),
                    Some(outcome) => results(&outcome, above.get(), &redrawn.get()),
                }}
                {move || is_running.get().then(|| view! { <Showing results=showing /> })}
                <Created files=Signal::derive(move || {
                    outcome.with(|outcome| outcome.as_ref().map(|outcome| overwritten(turn, outcome)).unwrap_or_default())
                }) />
            </div>
        </details>
        <Differs reran=reran />
        <StepChanges step=step turn=turn.id />
    }
    .into_any()
}

/// What code has shown so far while it runs.
#[component]
fn Showing(results: RwSignal<Vec<Arc<Shown>>>) -> impl IntoView {
    let none = Memo::new(move |_| results.with(Vec::is_empty));
    let numbered = move || results.get().into_iter().enumerate();
    view! {
        {move || (!none.get()).then(|| view! {
            <div class="live">
                // A result that was updated is another one.
                <For each=numbered key=|(at, shown)| (*at, Arc::as_ptr(shown) as usize) let((_, shown))>
                    <ResultView result=ResultRef::Alone(shown) />
                </For>
            </div>
        })}
    }
    .into_any()
}

/// Describes how it ended, in a few words.
fn summary(outcome: &Outcome) -> String {
    let time = format::duration(outcome.duration_ms);
    match (outcome.status, &outcome.error) {
        (Status::Ok, _) => time,
        (Status::Error, Some(error)) => format!("{}, {time}", visible(&error.name)),
        (Status::Error, None) => format!("failed, {time}"),
        (Status::Interrupted, _) => format!("stopped after {time}"),
        (Status::Timeout, _) => format!("too slow, stopped after {time}"),
        (Status::Killed, _) => format!("restarted after {time}"),
    }
}

fn results(outcome: &Arc<Outcome>, above: bool, redrawn: &[usize]) -> AnyView {
    let below: Vec<_> = (0..outcome.results.len())
        .filter(|index| redrawn.contains(index) || !is_above(outcome, *index, above))
        .map(|index| {
            view! { <ResultView result=ResultRef::Of(outcome.clone(), index) /> }.into_any()
        })
        .collect();
    let hidden = outcome.results.len() - below.len();
    let results = view! {
        {(!redrawn.is_empty()).then(|| view! {
            <p class="step-note" data-testid="redrawn">{"A later step drew this again; what it shows there stands."}</p>
        })}
        {below}
        {(hidden > 0).then(|| view! {
            <p class="step-note">{format!("{} shown above, under the answer.", format::plural(hidden as u64, "result"))}</p>
        })}
    };
    produced(outcome, results.into_any())
}
