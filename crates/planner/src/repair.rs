//! Repair: what to do differently after an execution that failed for lack of memory.

use crate::answer::Record;
use crate::code::Fixes;
use crate::input::{Attempt, Seen};

/// What to do after an execution.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// It computed its record; at most its figure failed.
    Done,
    /// Try again, for this reason.
    Again(&'static str),
    /// No correction is left.
    Failed,
}

/// Reads the attempts of a turn in order: returns the corrections, and what to do after the last
/// one. Each correction is tried once.
pub(crate) fn review(attempts: &[Attempt]) -> (Fixes, Verdict) {
    let mut fixes = Fixes::default();
    let mut verdict = Verdict::Failed;
    for attempt in attempts {
        verdict = one(&attempt.outcome, &mut fixes);
    }
    (fixes, verdict)
}

fn one(seen: &Seen, fixes: &mut Fixes) -> Verdict {
    let record: Option<Record> = seen.record();
    let error = seen.error.as_ref().map_or("", |error| error.name.as_str());
    match (seen.status.as_str(), record) {
        ("ok", _) | ("error", Some(_)) => Verdict::Done,
        ("error", None) if error == "MemoryError" && !fixes.pieces => {
            fixes.pieces = true;
            Verdict::Again(
                "The table is too large at once, so I read it in pieces and only what is needed.",
            )
        }
        _ => Verdict::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_correction_is_tried_once_and_a_record_is_enough() {
        let attempt = |status: &str, error: &str, stdout: &str| -> Attempt {
            let error = serde_json::json!({ "name": error, "value": "" });
            let outcome = serde_json::json!({ "status": status, "error": error, "stdout": stdout });
            let call = serde_json::json!({ "id": "1", "name": "run_python", "arguments": "" });
            serde_json::from_value(serde_json::json!({ "call": call, "outcome": outcome }))
                .expect("an attempt")
        };
        let memory = || attempt("error", "MemoryError", "");
        let pieces = Fixes { pieces: true };
        let cases = [
            (vec![memory()], pieces, "again"),
            (vec![memory(), memory()], pieces, "failed"),
            (vec![attempt("error", "ValueError", "")], Fixes::default(), "failed"),
            (vec![attempt("error", "ValueError", "{\"matched\": 3}")], Fixes::default(), "done"),
            (vec![attempt("killed", "", "")], Fixes::default(), "failed"),
        ];
        for (attempts, wanted, then) in cases {
            let (fixes, verdict) = review(&attempts);
            let said = format!("{verdict:?}").to_lowercase();
            assert_eq!((fixes, said.starts_with(then)), (wanted, true), "{attempts:?}");
        }
    }
}
