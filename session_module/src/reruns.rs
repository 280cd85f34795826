//! What running code again has shown: how its outcome differs from the stored one, and what the runtimes say of that.

use serde_json::{Value, json};
use session_log::{Execution, State, Step};

/// Returns how the outcome of an execution differed when its code ran again: `{differences: [{result, text}], why}`, with both
/// values in each text; `result` is the index of the result that a difference is about, or null. Null where nothing differed.
pub(crate) fn reran(state: &State, execution: &Execution) -> Value {
    let (Some(compared), Some(cause)) = (&execution.compared, state.cause(execution)) else {
        return Value::Null;
    };
    let difference = |text: &String| json!({ "result": session_log::result_of(text), "text": text });
    let differences: Vec<_> = compared.differences.iter().map(difference).collect();
    json!({ "differences": differences, "why": cause.to_string() })
}

/// Returns what running a step again has shown, see [`reran`].
pub(crate) fn of_step(state: &State, step: &Step) -> Value {
    state.shown_execution(step).map_or(Value::Null, |execution| reran(state, execution))
}

/// Returns what running the steps that are shown again has shown: `{steps: [{id, reran}]}`.
pub(crate) fn of_steps(state: &State) -> Value {
    let steps = state.path().into_iter().flat_map(|turn| &turn.steps);
    let steps: Vec<_> = steps.map(|step| json!({ "id": step.id, "reran": of_step(state, step) })).collect();
    json!({ "steps": steps })
}
