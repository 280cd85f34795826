//! Has the interpreter read code: Python knows best which functions it has and which names it uses.

use std::rc::Rc;
use std::time::Duration;

use app::session::Description;
use serde_json::{Value, json};

use crate::foreign::nfkc;
use crate::host::Author;
use crate::session_state::SessionState;

/// The Python that answers.
const SOURCE: &str = include_str!("describe.py");

/// How long the interpreter may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Returns what a piece of code defines.
///
/// # Errors
/// A sentence, if Python does not say so.
pub(crate) async fn describe(state: &SessionState, code: &str) -> Result<Description, String> {
    let (answer, _) = asked(state, &json!({ "describe": code })).await;
    Description::checked(code, &answer, nfkc)
        .ok_or_else(|| words::functions_describe_python_could_not_read().to_owned())
}

/// Returns which of the names a piece of code uses, all of them if Python cannot compile it, and
/// the names of the interpreter's variables.
pub(crate) async fn used(
    state: &SessionState,
    code: &str,
    mut among: Vec<String>,
) -> (Vec<String>, Vec<String>) {
    let (answer, variables) = asked(state, &json!({ "uses": code, "among": among })).await;
    if let Some(names) = answer["names"].as_array() {
        among.retain(|name| names.iter().any(|used| used == name));
    }
    (among, variables)
}

/// Asks `describe.py`, which leaves no name in the session. The answer is null if code has
/// replaced what answers; the caller does without.
async fn asked(state: &SessionState, request: &Value) -> (Value, Vec<String>) {
    // JSON's strings are also Python's.
    let [source, request] = [SOURCE.to_owned(), request.to_string()].map(Value::from);
    let code = format!(
        r#"__import__("builtins").exec({source}, {{"__name__": "insitu_functions", "REQUEST": {request}}})"#
    );
    let outcome = state.host.execute(&code, Some(PATIENCE), Author::Page, Rc::new(|_, _| {})).await;
    (serde_json::from_str(&outcome.stdout).unwrap_or_default(), outcome.variables)
}
