//! One step of a turn: its purpose, its code, what it printed, and its results.

use std::sync::Arc;

use kernel::{Outcome, Shown, Status, reading};
use leptos::{html, prelude::*};
use text::{format, visible};

use super::{
    claim::{Claims, Marks},
    code::Code,
    differs::Differs,
    icon::Icon,
    markdown::Markdown,
    outcome::{PRINTED, output, produced},
    readings,
    result::{ResultRef, ResultView},
    results::{Created, is_above, listed, overwritten},
    step_changes::StepChanges,
};
use crate::session::{Spot, Step, Turn};

/// One step, open while it runs, and open if the turn ended badly with it.
#[component]
pub(super) fn StepView(
    /// The step.
    step: Step,
    /// Its turn.
    turn: Turn,
    /// The marks of its turn, of which one may point into it.
    marks: Marks,
    /// Whether the turn is still working on it.
    under_way: Signal<bool>,
    /// Whether no other step follows.
    last: Signal<bool>,
    /// Whether its tables and values are shown above, beside the answer.
    above: Signal<bool>,
    /// Its results that later steps replaced, by their index.
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
    let name = move || {
        purpose.with(|purpose| {
            if purpose.trim().is_empty() {
                words::step_python().to_owned()
            } else {
                visible(purpose)
            }
        })
    };
    // As it ran: with the arguments that were added from the files' profiles.
    let shown = Signal::derive(move || {
        let completed =
            |outcome: &Outcome| code.with(|code| reading::completed(code, &outcome.additions));
        outcome.with(|outcome| outcome.as_deref().map(completed)).unwrap_or_else(|| code.get())
    });
    let meta = move || outcome.with(|outcome| outcome.as_deref().map(summary));
    let listed = Memo::new(move |_| if above.get() { listed(turn, Some(id)) } else { Vec::new() });
    // All that it showed was shown again.
    let is_superseded = Memo::new(move |_| {
        let count = outcome.with(|outcome| outcome.as_ref().map_or(0, |one| one.results.len()));
        count > 0 && redrawn.with(Vec::len) == count
    });
    // Says so again where the same mark is pressed again.
    let spot = Signal::derive(move || {
        marks.reveal.with(|reveal| {
            reveal.as_ref().filter(|reveal| reveal.step == id).map(|reveal| reveal.spot)
        })
    });
    let line = Signal::derive(move || match spot.get() {
        Some(Spot::Line(line)) => Some(line),
        _ => None,
    });
    let place = NodeRef::<html::Details>::new();
    let summary_line = NodeRef::<html::Summary>::new();
    Effect::new(move |_| {
        let (Some(spot), Some(place)) = (spot.get(), place.get_untracked()) else { return };
        let beside = matches!(spot, Spot::Cell { result, .. } | Spot::Result(result)
            if is_beside(outcome, result, above, &listed, &redrawn.get_untracked()));
        if beside {
            return;
        }
        place.set_open(true);
        if matches!(spot, Spot::Step | Spot::Result(_))
            && let Some(line) = summary_line.get_untracked()
        {
            // The fold around it opens first.
            request_animation_frame(move || drop(line.focus()));
        }
    });
    view! {
        {remark.map(|text| view! {
            <div class="step-remark">
                {move || view! { <Markdown text=text.clone() claims=Claims::of(id, claims.get(), &text) /> }}
            </div>
        })}
        <details class="step" node_ref=place data-testid="step" data-state=state open=open>
            <summary node_ref=summary_line>
                <span class={"step-mark"} aria-hidden="true"></span>
                <span class="step-purpose">{name}</span>
                {move || is_superseded.get().then(|| view! {
                    <span class="step-superseded">{words::step_superseded()}</span>
                })}
                <span class="step-meta">{move || meta().unwrap_or_else(|| match state.get() {
                    "running" => words::step_running().to_owned(),
                    _ => words::step_not_run().to_owned(),
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
                    None => output(words::step_output_so_far(), PRINTED, &live.get(), false),
                    Some(outcome) => results(&outcome, (above.get(), listed.get()), &redrawn.get(), (marks, line)),
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
        (Status::Error, None) => words::step_failed(&time),
        (Status::Interrupted, _) => words::step_stopped_after(&time),
        (Status::Timeout, _) => words::step_too_slow_stopped_after(&time),
        (Status::Killed, _) => words::step_restarted_after(&time),
    }
}

/// Returns whether a result stands beside the answer rather than in the step.
fn is_beside(
    outcome: RwSignal<Option<Arc<Outcome>>>,
    result: usize,
    above: Signal<bool>,
    listed: &Memo<Vec<usize>>,
    redrawn: &[usize],
) -> bool {
    let above = above.get_untracked();
    let is_own = redrawn.contains(&result)
        || above && listed.with_untracked(|listed| listed.contains(&result));
    !is_own
        && outcome.with_untracked(|outcome| {
            outcome.as_ref().is_some_and(|outcome| is_above(outcome, result, above))
        })
}

/// Shows what a step produced, without the results that stand beside the answer; those that a later
/// step replaced are folded away.
fn results(
    outcome: &Arc<Outcome>,
    (above, listed): (bool, Vec<usize>),
    redrawn: &[usize],
    (marks, line): (Marks, Signal<Option<usize>>),
) -> AnyView {
    let shown = |index: usize| {
        view! { <ResultView result=ResultRef::Of(outcome.clone(), index) reveal=marks.reveal /> }
            .into_any()
    };
    let own = |index: &usize| {
        !redrawn.contains(index)
            && (above && listed.contains(index) || !is_above(outcome, *index, above))
    };
    let all = 0..outcome.results.len();
    let below: Vec<_> = all.clone().filter(own).map(shown).collect();
    let replaced: Vec<_> = all.filter(|index| redrawn.contains(index)).map(shown).collect();
    let hidden = outcome.results.len() - below.len() - replaced.len();
    let results = view! {
        {below}
        {(hidden > 0).then(|| view! {
            <p class="step-note">{words::step_shown_above_under_the(hidden as u64)}</p>
        })}
        {(!replaced.is_empty()).then(|| view! {
            <details class="fold superseded" data-testid="redrawn">
                <summary>
                    {words::step_superseded_a_later_step()}
                    <Icon name="open" />
                </summary>
                {replaced}
            </details>
        })}
    };
    produced(outcome, results.into_any(), Some(line))
}
