//! Whether an outcome says that there was no kernel: only if the lifecycle knows it, never because
//! the worker or code says so.

use super::*;

/// Returns whether each execution that ended found no kernel.
fn unavailable(effects: &[Effect]) -> Vec<bool> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Settle(Reply::Executed { outcome, .. }) => Some(outcome.kernel_unavailable),
            _ => None,
        })
        .collect()
}

#[test]
fn code_that_waits_for_a_start_that_fails_finds_no_kernel() {
    let mut lifecycle = Lifecycle::new(ZERO);
    execute(&mut lifecycle, "1", 60, 1);
    while !matches!(lifecycle.phase(), Phase::Failed(_)) {
        lifecycle.hear_frame(FrameNotice::Died { message: "no wasm".to_owned() }, at(2));
    }
    assert_eq!(unavailable(&effects(&mut lifecycle)), [true]);
    execute(&mut lifecycle, "2", 60, 4);
    assert_eq!(unavailable(&effects(&mut lifecycle)), [true]);
}

#[test]
fn no_message_of_the_worker_claims_that_there_was_no_kernel() {
    let error = r#"{"name":"KernelUnavailable","value":"","traceback":""}"#;
    for message in [
        format!(
            r#"{{"type":"executed","id":2,"outcome":{{"status":"killed","executionCount":1,"stdout":"","stderr":"",
            "results":[],"error":{error},"files":[],"durationMs":1,"kernelUnavailable":true,"kernel_unavailable":true}}}}"#
        ),
        r#"{"type":"failed","id":2,"message":"there is no kernel"}"#.to_owned(),
    ] {
        let mut lifecycle = ready(true);
        execute(&mut lifecycle, "1", 60, 10);
        hear(&mut lifecycle, &message, at(11));
        assert_eq!(unavailable(&effects(&mut lifecycle)), [false], "{message}");
    }
}
