//! What code produced, as steps and the console show it.

use kernel::{Outcome, Status};
use leptos::prelude::*;
use text::excerpt;

use super::{printed, traceback::Traceback};

/// Class and test id of the two streams.
pub(super) const PRINTED: (&str, &str) = ("output", "stdout");
const WARNINGS: (&str, &str) = ("output is-stderr", "stderr");

/// Shows an outcome: what was printed, these views of its results, its error, and how it ended. The
/// printed `line` that a mark points to takes the focus.
pub(super) fn produced(
    outcome: &Outcome,
    results: AnyView,
    line: Option<Signal<Option<usize>>>,
) -> AnyView {
    let fate = match outcome.status {
        Status::Interrupted => Some(words::outcome_it_was_stopped_the()),
        Status::Timeout => Some(words::outcome_it_took_longer_than()),
        Status::Killed => Some(words::outcome_python_had_to_be()),
        Status::Ok | Status::Error => None,
    };
    let lineage = outcome.lineage.note().filter(|_| outcome.status == Status::Ok);
    view! {
        {match line {
            Some(line) => pointed(outcome.stdout.clone(), line),
            None => output(words::outcome_printed(), PRINTED, &outcome.stdout, true),
        }}
        {output(words::outcome_warnings(), WARNINGS, &outcome.stderr, true)}
        {results}
        {outcome.error.clone().map(|error| view! { <Traceback error=error /> })}
        {fate.map(|fate| view! { <p class="step-note">{fate}</p> })}
        {lineage.map(|note| view! { <p class="step-note" data-testid="lineage">{from_what(note)}</p> })}
    }
    .into_any()
}

/// Says what data a result is from.
fn from_what(lineage: &str) -> String {
    let sentence = if lineage.starts_with("involves") {
        words::outcome_what_it_shows
    } else {
        words::outcome_what_it_shows_is
    };
    sentence(&lineage)
}

/// Shows what was printed, with the line that a mark points to.
fn pointed(stdout: String, line: Signal<Option<usize>>) -> AnyView {
    let text = excerpt(&stdout).into_owned();
    if printed::plain(&text).trim().is_empty() {
        return ().into_any();
    }
    let (class, testid) = PRINTED;
    let shown = move || match line.get() {
        Some(line) => printed::with_line(&text, line),
        None => printed::styled(&text),
    };
    view! {
        <p class="step-label">{words::outcome_printed()}</p>
        <pre class=class tabindex="0" role="group" aria-label=words::outcome_printed() data-testid=testid>{shown}</pre>
    }
    .into_any()
}

/// Shows what was printed, if anything; `styled` in the colours of its terminal codes.
pub(super) fn output(
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
