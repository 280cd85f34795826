//! Events that real servers send, and the deltas that they become.

use chat::{Reasoning, Usage, wire::Failure};

use super::*;

/// Checks the deltas of a stream of events, and whether its end was announced.
fn check(events: &[Value], wanted: &[Delta], complete: bool) {
    let mut decoder = Decoder::default();
    let mut deltas = Vec::new();
    for event in events {
        match decoder.decode(&event.to_string()) {
            Ok(Event::Deltas(more)) => deltas.extend(more),
            other => panic!("{event}: {other:?}"),
        }
    }
    assert_eq!(deltas, wanted);
    assert_eq!(decoder.end().is_ok(), complete);
}

fn delta(delta: Value) -> Value {
    json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": null }] })
}

fn calls(calls: Value) -> Value {
    delta(json!({ "tool_calls": calls }))
}

fn piece(index: usize, first: Option<(&str, &str)>, arguments: &str) -> Delta {
    let (id, name) = first.map(|(id, name)| (id.to_owned(), name.to_owned())).unzip();
    Delta::ToolCall { index, id, name, arguments: arguments.into(), extra: None }
}

#[test]
fn a_stream_in_the_specified_format_is_decoded() {
    let events = [
        delta(json!({ "role": "assistant", "content": "" })),
        delta(json!({ "content": "Let me look." })),
        calls(
            json!([{ "index": 0, "id": "a", "type": "function", "function": { "name": "run_python", "arguments": "" } }]),
        ),
        calls(json!([{ "index": 0, "function": { "arguments": "{\"code\":" } }])),
        calls(json!([{ "index": 0, "function": { "arguments": "\"1\"}" } }])),
        calls(
            json!([{ "index": 1, "id": "b", "type": "function", "function": { "name": "run_python", "arguments": "{}" } }]),
        ),
        json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "tool_calls" }] }),
        json!({ "choices": [], "usage": { "prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13 } }),
    ];
    let wanted = [
        Delta::Text("Let me look.".into()),
        piece(0, Some(("a", "run_python")), ""),
        piece(0, None, "{\"code\":"),
        piece(0, None, "\"1\"}"),
        piece(1, Some(("b", "run_python")), "{}"),
        Delta::Finish(FinishReason::ToolCalls),
        Delta::Usage(Usage { input: 9, output: 4, ..Usage::default() }),
    ];
    check(&events, &wanted, true);
}

#[test]
fn whole_calls_without_indices_or_ids_are_distinguished() {
    let first = piece(0, Some(("call_1", "run_python")), "{\"code\":\"1\"}");
    let second = piece(1, Some(("call_2", "run_python")), "{\"code\":\"2\"}");
    let call =
        |code: &str| json!({ "function": { "name": "run_python", "arguments": { "code": code } } });
    check(&[calls(json!([call("1"), call("2")]))], &[first.clone(), second.clone()], false);
    check(&[calls(json!([call("1")])), calls(json!([call("2")]))], &[first, second], false);
}

#[test]
fn whole_calls_with_the_same_index_are_distinguished_by_their_ids() {
    let call = |id: &str| json!([{ "index": 0, "id": id, "function": { "name": "f", "arguments": "{}" } }]);
    let wanted = [piece(0, Some(("a", "f")), "{}"), piece(1, Some(("b", "f")), "{}")];
    check(&[calls(call("a")), calls(call("b"))], &wanted, false);
}

#[test]
fn calls_with_one_id_are_distinguished() {
    let call = |index: Option<u64>, code: &str| json!({ "index": index, "id": "a", "function": { "name": "f", "arguments": format!("{{\"code\":\"{code}\"}}") } });
    let expected = [
        piece(0, Some(("a", "f")), "{\"code\":\"1\"}"),
        piece(1, Some(("call_2", "f")), "{\"code\":\"2\"}"),
    ];
    for (first, second) in
        [(Some(0), Some(1)), (Some(0), Some(0)), (None, None), (Some(3), Some(1))]
    {
        let (first, second) = (call(first, "1"), call(second, "2"));
        check(&[calls(json!([first, second]))], &expected, false);
        check(&[calls(json!([first])), calls(json!([second]))], &expected, false);
    }
    // The pieces of both, in turns.
    let part = |index: u64, name: Option<&str>, arguments: &str| {
        calls(
            json!([{ "index": index, "id": "a", "function": { "name": name, "arguments": arguments } }]),
        )
    };
    let events =
        [part(0, Some("f"), "{"), part(1, Some("f"), "{"), part(0, None, "}"), part(1, None, "}")];
    let expected = [
        piece(0, Some(("a", "f")), "{"),
        piece(1, Some(("call_2", "f")), "{"),
        piece(0, None, "}"),
        piece(1, None, "}"),
    ];
    check(&events, &expected, false);
}

#[test]
fn an_answer_that_was_cut_at_a_limit_says_so_in_any_words() {
    for word in ["length", "max_tokens", "MAX_TOKENS", "model_length"] {
        let event = json!({ "choices": [{ "delta": { "content": "a" }, "finish_reason": word }] });
        check(&[event], &[Delta::Text("a".into()), Delta::Finish(FinishReason::Length)], true);
    }
}

#[test]
fn ids_and_names_that_are_repeated_or_empty_do_not_begin_a_call() {
    let repeated =
        json!([{ "index": 0, "id": "a", "function": { "name": "f", "arguments": "}" } }]);
    let empty = json!([{ "index": 0, "id": "", "function": { "name": "", "arguments": " " } }]);
    let bare = json!([{ "function": { "arguments": "\n" } }]);
    let events = [
        calls(json!([{ "index": 0, "id": "a", "function": { "name": "f", "arguments": "{" } }])),
        calls(repeated),
        calls(empty),
        calls(bare),
    ];
    let wanted = [
        piece(0, Some(("a", "f")), "{"),
        piece(0, None, "}"),
        piece(0, None, " "),
        piece(0, None, "\n"),
    ];
    check(&events, &wanted, false);
}

#[test]
fn indices_are_renumbered_from_zero() {
    let call = |index: u64, name: Option<&str>, arguments: &str| {
        calls(json!([{ "index": index, "function": { "name": name, "arguments": arguments } }]))
    };
    let wanted = [
        piece(0, Some(("call_1", "f")), "{"),
        piece(0, None, "}"),
        piece(1, Some(("call_2", "g")), "{}"),
    ];
    check(&[call(1, Some("f"), "{"), call(1, None, "}"), call(2, Some("g"), "{}")], &wanted, false);
}

#[test]
fn a_stop_after_calls_becomes_the_reason_tool_calls() {
    let events = [
        calls(json!([{ "id": "a", "function": { "name": "f", "arguments": "{}" } }])),
        json!({ "choices": [{ "delta": { "content": null }, "finish_reason": "stop" }] }),
    ];
    check(
        &events,
        &[piece(0, Some(("a", "f")), "{}"), Delta::Finish(FinishReason::ToolCalls)],
        true,
    );
}

#[test]
fn harmless_deviations_do_not_end_an_answer() {
    let text = || vec![Delta::Text("a".into())];
    check(
        &[json!({ "choices": [{ "delta": { "content": "a" }, "finish_reason": "" }] })],
        &text(),
        false,
    );
    check(
        &[json!({ "error": null, "choices": [{ "delta": { "content": "a" } }] })],
        &text(),
        false,
    );
    check(&[delta(json!({ "content": [{ "type": "text", "text": "a" }] }))], &text(), false);
    let part = Reasoning { text: "hm".into(), ..Reasoning::default() };
    check(
        &[delta(json!({ "reasoning_content": "hm", "reasoning": "hm", "content": "a" }))],
        &[Delta::Reasoning { index: 0, part }, Delta::Text("a".into())],
        false,
    );
    check(
        &[json!({ "choices": [{ "delta": { "content": "a" } }], "usage": { "seconds": 0.5 } })],
        &text(),
        false,
    );
    check(&[json!({ "choices": [{ "delta": null }] }), json!({ "choices": [] })], &[], false);
}

#[test]
fn the_answer_of_a_server_that_does_not_stream_is_decoded() {
    let whole = json!({
        "object": "chat.completion", "usage": { "prompt_tokens": 1, "completion_tokens": 2 },
        "choices": [{ "index": 0, "finish_reason": "stop", "message": { "role": "assistant", "content": "Two." } }],
    });
    let wanted = [
        Delta::Text("Two.".into()),
        Delta::Finish(FinishReason::Stop),
        Delta::Usage(Usage { input: 1, output: 2, ..Usage::default() }),
    ];
    check(&[whole], &wanted, true);
}

#[test]
fn a_failure_inside_a_stream_ends_it() {
    let mut decoder = Decoder::default();
    let failed = decoder
        .decode(r#"{"error":{"message":"CUDA out of memory","type":"server_error","code":500}}"#);
    let failure = Failure {
        message: "CUDA out of memory".into(),
        kind: Some("server_error".into()),
        code: Some("500".into()),
        param: None,
    };
    assert_eq!(failed, Ok(Event::Failed(failure)));
    assert_eq!(decoder.end(), Ok(()));
}

#[test]
fn frames_that_cannot_be_normalised_are_corrupt() {
    let mut decoder = Decoder::default();
    assert!(decoder.decode("{\"choices\":").is_err());
    assert!(decoder.decode(&delta(json!({ "content": 7 })).to_string()).is_err());
    assert!(
        decoder.decode(&calls(json!([{ "function": { "arguments": 7 } }])).to_string()).is_err()
    );
    assert_eq!(decoder.decode(r#"{"object":"ping"}"#), Ok(Event::Unknown));
    assert_eq!(decoder.end(), Err(WireError::CutOff));
}
