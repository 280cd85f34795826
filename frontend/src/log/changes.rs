//! What the user can change about a session, and the code that runs again for it.

use app::session::{Savable, Versions, proposals};
use kernel::Status;
use serde_json::{Value, json};
use session_log::{Execution, Freshness, Id, Origin, Rerun, State, Step, Turn, Usage};

use crate::foreign::nfkc;

/// Returns the versions of the turns that are shown; none while a turn is under way.
pub(crate) fn versions(state: &State) -> Vec<(Id, Versions)> {
    if state.open_turns().next().is_some() {
        return Vec::new();
    }
    let of = |turn: &Turn| {
        (turn.id, Versions { turns: state.branches(turn.id), stale: state.is_answer_stale(turn.id) })
    };
    state.path().into_iter().map(of).collect()
}

/// Returns what the turns that are shown have used; none while a turn is under way. A turn that no model elsewhere answers
/// has none either.
pub(crate) fn usages(state: &State) -> Vec<(Id, Option<Usage>)> {
    if state.open_turns().next().is_some() {
        return Vec::new();
    }
    state.path().into_iter().map(|turn| (turn.id, (!turn.local).then(|| turn.usage.clone()))).collect()
}

/// Returns what of each step that is shown can be saved as a function: nothing until its code has run. No steps while a turn is
/// under way.
pub(crate) fn savable(state: &State) -> Vec<(Id, Option<Savable>)> {
    if state.open_turns().next().is_some() {
        return Vec::new();
    }
    let freshness = state.path_freshness();
    let of = |step: &Step| {
        let known = freshness.iter().find(|(id, _)| *id == step.id).map(|(_, freshness)| *freshness);
        let has_run = !matches!(known, None | Some(Freshness::NotRun | Freshness::Running));
        let newest = state.shown_execution(step).and_then(|execution| execution.outcome.as_deref());
        let ended_well = newest.is_some_and(|outcome| outcome.inline.status == Status::Ok);
        let stands = known == Some(Freshness::Current) && ended_well;
        let proposals = if stands { proposals(&step.code, nfkc) } else { Vec::new() };
        (step.id, has_run.then(|| Savable { code: step.code.clone(), proposals }))
    };
    state.path().into_iter().flat_map(|turn| &turn.steps).map(of).collect()
}

/// Returns the turns that are shown: `{turns: [{turn, steps}], undone: id | null}`. `turns` is null while one is under way. A
/// step is `{step, code, freshness, completed, dropped: [name]}`; `completed` says whether arguments from the files' profiles
/// were added to it.
pub(crate) fn turns(state: &State) -> Value {
    let under_way = state.open_turns().next().is_some();
    let freshness = state.path_freshness();
    let turn = |turn: &Turn| {
        let steps: Vec<_> = turn.steps.iter().map(|step| shown_step(state, step, &freshness)).collect();
        json!({ "turn": turn.id, "steps": steps })
    };
    let turns: Option<Vec<_>> = (!under_way).then(|| state.path().into_iter().map(turn).collect());
    json!({ "turns": turns, "undone": state.undone().filter(|_| !under_way) })
}

fn shown_step(state: &State, step: &Step, freshness: &[(Id, Freshness)]) -> Value {
    let known = freshness.iter().find(|(id, _)| *id == step.id).map(|(_, freshness)| freshness);
    let freshness = match known {
        Some(Freshness::Running) => "running",
        Some(Freshness::Current) => "current",
        Some(Freshness::Edited) => "edited",
        Some(Freshness::Stale) => "stale",
        Some(Freshness::NotRun) | None => "not-run",
    };
    let newest = state.shown_execution(step);
    let lost =
        |execution: &Execution| session_log::outputs(state, execution.id, |digest| state.is_dropped(digest));
    let dropped: Vec<_> = newest.map(lost).into_iter().flatten().map(|output| output.name).collect();
    let completed = |execution: &Execution| {
        let outcome = execution.outcome.as_deref();
        execution.code == step.code && outcome.is_some_and(|outcome| !outcome.inline.additions.is_empty())
    };
    json!({
        "step": step.id,
        "code": step.code,
        "freshness": freshness,
        "completed": newest.is_some_and(completed),
        "dropped": dropped,
    })
}

/// Returns executions with their places and stored outcomes, see [`crate::Log::reruns`].
pub(crate) fn reruns(state: &State, list: Vec<Rerun<'_>>) -> Vec<Value> {
    let rerun = |Rerun { execution, origin, code }: Rerun<'_>| {
        let (turn, step) = match origin {
            Origin::Step { turn, step } => (Some(turn), Some(step)),
            Origin::Console { .. } => (None, None),
        };
        let outcome = state.execution(execution).and_then(|execution| execution.outcome.as_deref());
        json!({ "execution": execution, "turn": turn, "step": step, "code": code, "outcome": outcome })
    };
    list.into_iter().map(rerun).collect()
}
