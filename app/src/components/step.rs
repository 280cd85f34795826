//! One step of a turn: its purpose, its code, what it printed, and its results.

use std::sync::Arc;

use kernel::{Outcome, Status, reading};
use leptos::prelude::*;
use text::{excerpt, format, visible};

use super::{
    claim::Claims,
    code::Code,
    differs::Differs,
    icon::Icon,
    markdown::Markdown,
    printed, readings,
    results::{Created, ResultView, is_above, overwritten},
    traceback::Traceback,
};
use crate::session::{Step, Turn};

/// Class and test id of the two streams.
const PRINTED: (&str, &str) = ("output", "stdout");
const WARNINGS: (&str, &str) = ("output is-stderr", "stderr");

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
    let Step { id, remark, claims, purpose, code, live, outcome, refused, reran, .. } = step;
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
    let remark = remark.with_value(|text| (!text.trim().is_empty()).then(|| text.clone()));
    let name = move || {
        purpose.with(|purpose| if purpose.trim().is_empty() { "Python".to_owned() } else { visible(purpose) })
    };
    // As it ran: with the arguments that were added from the files' profiles.
    let shown = Signal::derive(move || {
        let completed = |outcome: &Outcome| code.with(|code| reading::completed(code, &outcome.additions));
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
                {move || outcome.with(|outcome| readings::of_step(outcome.as_deref()?))}
                {move || refused.get().map(|why| view! {
                    <p class="step-refused" data-testid="error">{visible(&why)}</p>
                }.into_any())}
                {move || match outcome.get() {
                    None => output("Output so far", PRINTED, &live.get(), false),
                    Some(outcome) => results(&outcome, above.get(), &redrawn.get()),
                }}
                <Created files=Signal::derive(move || {
                    outcome.with(|outcome| outcome.as_ref().map(|outcome| overwritten(turn, outcome)).unwrap_or_default())
                }) />
            </div>
        </details>
        <Differs reran=reran />
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
        .map(|index| view! { <ResultView outcome=outcome.clone() index=index /> }.into_any())
        .collect();
    let hidden = outcome.results.len() - below.len();
    let fate = match outcome.status {
        Status::Interrupted => Some("It was stopped. The variables are kept."),
        Status::Timeout => Some("It took longer than it may and was stopped. The variables are kept."),
        Status::Killed => Some("Python had to be started afresh: variables are lost, files are kept."),
        Status::Ok | Status::Error => None,
    };
    let lineage = outcome.lineage.note().filter(|_| outcome.status == Status::Ok);
    view! {
        {output("Printed", PRINTED, &outcome.stdout, true)}
        {output("Warnings", WARNINGS, &outcome.stderr, true)}
        {(!redrawn.is_empty()).then(|| view! {
            <p class="step-note" data-testid="redrawn">{"A later step drew this again; what it shows there stands."}</p>
        })}
        {below}
        {(hidden > 0).then(|| view! {
            <p class="step-note">{format!("{} shown above, under the answer.", format::plural(hidden as u64, "result"))}</p>
        })}
        {outcome.error.clone().map(|error| view! { <Traceback error=error /> })}
        {fate.map(|fate| view! { <p class="step-note">{fate}</p> })}
        {lineage.map(|note| view! { <p class="step-note" data-testid="lineage">{format!("What it shows {}{note}.", if note.starts_with("involves") { "" } else { "is " })}</p> })}
    }
    .into_any()
}

/// Shows what was printed, if anything; `styled` in the colours of its terminal codes.
fn output(
    label: &'static str,
    (class, testid): (&'static str, &'static str),
    text: &str,
    styled: bool,
) -> AnyView {
    let text = excerpt(text);
    let plain = printed::plain(&text);
    if plain.trim().is_empty() {
        return ().into_any();
    }
    let shown = if styled { printed::styled(&text) } else { plain.into_any() };
    view! {
        <p class="step-label">{label}</p>
        <pre class=class tabindex="0" role="group" aria-label=label data-testid=testid>{shown}</pre>
    }
    .into_any()
}
