//! What running code again has shown: how its outcome differs from the stored one, and what the
//! runtimes say of that.

use app::session::{Difference, Reran};
use serde_json::{Value, json};
use session::log::{Execution, State, Step};

/// Returns how the outcome of an execution differed when its code ran again, with both values in
/// each text; `None` where nothing differed.
pub(crate) fn reran(state: &State, execution: &Execution) -> Option<Reran> {
    let (compared, cause) = (execution.compared.as_ref()?, state.cause(execution)?);
    let difference =
        |text: &String| Difference { result: session::log::result_of(text), text: text.clone() };
    Some(Reran {
        differences: compared.differences.iter().map(difference).collect(),
        why: cause.to_string(),
    })
}

/// Returns what running a step again has shown, see [`reran`].
pub(crate) fn of_step(state: &State, step: &Step) -> Option<Reran> {
    state.shown_execution(step).and_then(|execution| reran(state, execution))
}

/// Returns what running the steps that are shown again has shown, and what supports the answers
/// since: `{steps: [{id, reran, claims}], turns: [{id, claims}]}`, the claims as JSON.
pub(crate) fn of_steps(state: &State) -> Value {
    let outdated = state.outdated_steps();
    let (mut steps, mut turns) = (Vec::new(), Vec::new());
    for turn in state.path() {
        let now = |claims: &[grounding::Claim]| {
            serde_json::to_string(&state.claims_now(turn, claims, &outdated)).unwrap_or_default()
        };
        for step in &turn.steps {
            let (reran, claims) = (of_step(state, step), now(&step.claims));
            steps.push(json!({ "id": step.id, "reran": reran, "claims": claims }));
        }
        turns.push(json!({ "id": turn.id, "claims": now(&turn.claims) }));
    }
    json!({ "steps": steps, "turns": turns })
}
