//! Chunks as they are written and parsed, and the three kinds of frame: known, unknown, corrupt.

use serde_json::json;

use super::*;
use crate::{FinishReason, Reasoning, ReasoningKind};

fn head() -> Head {
    Head { id: "chatcmpl-1".into(), model: "small".into(), created: 1 }
}

#[test]
fn every_delta_round_trips() {
    let call = |id: Option<&str>, name: Option<&str>, arguments: &str| Delta::ToolCall {
        index: 1,
        id: id.map(Into::into),
        name: name.map(Into::into),
        arguments: arguments.into(),
        extra: id.map(|_| json!({ "google": { "thought_signature": "c2ln" } })),
    };
    let deltas = [
        Delta::Text("größer 🙂\n".into()),
        call(Some("call_1"), Some("run_python"), ""),
        call(None, None, "{\"code\":"),
        Delta::Reasoning {
            index: 0,
            part: Reasoning { text: "Hm. ".into(), ..Reasoning::default() },
        },
        Delta::Reasoning {
            index: 2,
            part: Reasoning {
                kind: ReasoningKind::Encrypted,
                data: Some("gAAA".into()),
                id: Some("rs_1".into()),
                format: Some("openai-responses-v1".into()),
                ..Reasoning::default()
            },
        },
        Delta::Usage(Usage { input: 12, output: 3, ..Usage::default() }),
        Delta::Usage(Usage { input: 12, output: 3, cached: 8, cache_written: 2, reasoning: 1 }),
        Delta::Finish(FinishReason::Stop),
        Delta::Finish(FinishReason::ToolCalls),
        Delta::Finish(FinishReason::Length),
        Delta::Finish(FinishReason::Filtered),
        Delta::Finish(FinishReason::Other("paused".into())),
    ];
    for delta in deltas {
        let (data, json) = (chunk_to_string(&delta, &head()), chunk_to_json(&delta, &head()));
        assert_eq!(serde_json::from_str::<Value>(&data).unwrap(), json, "{data}");
        assert_eq!(event(&data), Ok(Event::Deltas(vec![delta])), "{data}");
    }
    assert_eq!(event_from_json(&opening_to_json(&head())), Ok(Event::Deltas(Vec::new())));
}

#[test]
fn a_chunk_has_the_shape_that_clients_expect() {
    let chunk = chunk_to_json(&Delta::Text("Hi".into()), &head());
    assert_eq!(
        chunk,
        json!({
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "small",
            "choices": [{ "index": 0, "delta": { "content": "Hi" }, "finish_reason": null }],
        })
    );
}

#[test]
fn a_frame_is_known_unknown_or_corrupt() {
    let check = |data: &str, wanted: Result<Event, &str>| {
        assert_eq!(
            event(data).map_err(|error| error.to_string()),
            wanted.map_err(str::to_owned),
            "{data}"
        );
    };
    check("[DONE]", Ok(Event::Done));
    check(r#"{"object":"ping"}"#, Ok(Event::Unknown));
    check(r#"{"choices":[]}"#, Ok(Event::Deltas(Vec::new())));
    check(
        r#"{"choices":[{"index":1,"delta":{"content":"other answer"}}]}"#,
        Ok(Event::Deltas(Vec::new())),
    );
    check(
        r#"{"choices":[{"delta":{"content":"a","refusal":null},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}"#,
        Ok(Event::Deltas(vec![
            Delta::Text("a".into()),
            Delta::Finish(FinishReason::Stop),
            Delta::Usage(Usage { input: 1, output: 2, ..Usage::default() }),
        ])),
    );
    for key in ["reasoning_content", "reasoning"] {
        let part = Reasoning { text: "Hm.".into(), ..Reasoning::default() };
        check(
            &format!(r#"{{"choices":[{{"delta":{{"{key}":"Hm."}}}}]}}"#),
            Ok(Event::Deltas(vec![Delta::Reasoning { index: 0, part }])),
        );
    }
    let failure = Failure {
        message: "Slow down.".into(),
        kind: Some("rate_limit_error".into()),
        code: None,
        param: Some("messages".into()),
    };
    check(&failure.to_json().to_string(), Ok(Event::Failed(failure)));
    check("{\"choices\":", Err("not JSON (EOF while parsing a value at line 1 column 11)"));
    check(
        r#"{"choices":[{"delta":{"content":7}}]}"#,
        Err("choices[0].delta.content: is a number; make it a string"),
    );
    check(
        r#"{"choices":[{"delta":{"tool_calls":[{"function":{}}]}}]}"#,
        Err("choices[0].delta.tool_calls[0].index: is missing; add it"),
    );
    check(
        r#"{"choices":[{"delta":{"tool_calls":[{"index":4000000000}]}}]}"#,
        Err("choices[0].delta.tool_calls[0].index: is 4000000000; keep it below 128"),
    );
}
