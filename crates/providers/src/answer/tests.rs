//! Answers in each format, whatever pieces their bytes come in, and answers that break off.

use chat::{FinishReason, Reasoning, Usage};
use serde_json::{Value, json};

use super::*;

fn event(name: &str, data: &Value) -> String {
    let name = if name.is_empty() { String::new() } else { format!("event: {name}\n") };
    format!("{name}data: {data}\n\n")
}

fn chunk(delta: Value, finish: Option<&str>) -> String {
    event("", &json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] }))
}

/// Reads an answer in these pieces; returns its deltas with pieces of the same text joined, and the
/// error.
fn read<'a>(
    mut reader: AnswerReader,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> (Vec<Delta>, Option<AnswerError>) {
    let mut deltas = Vec::new();
    for piece in pieces {
        reader.push(piece);
        while let Some(read) = reader.next() {
            match read {
                Ok(read) => read.into_iter().for_each(|delta| join(&mut deltas, delta)),
                Err(error) => return (deltas, Some(error)),
            }
        }
    }
    let (last, end) = reader.end();
    last.into_iter().for_each(|delta| join(&mut deltas, delta));
    (deltas, end.err())
}

fn join(deltas: &mut Vec<Delta>, delta: Delta) {
    match (deltas.last_mut(), delta) {
        (Some(Delta::Text(text)), Delta::Text(more)) => text.push_str(&more),
        (Some(Delta::Reasoning { index, part }), Delta::Reasoning { index: at, part: more })
            if *index == at =>
        {
            part.append(more);
        }
        (_, delta) => deltas.push(delta),
    }
}

fn relayed() -> String {
    [
        ": warming up\n\n".to_owned(),
        chunk(json!({ "role": "assistant", "content": "" }), None),
        chunk(
            json!({ "reasoning_details": [{ "type": "reasoning.text", "text": "H", "index": 0 }], "reasoning_content": "H" }),
            None,
        ),
        chunk(
            json!({ "reasoning_details": [{ "type": "reasoning.text", "text": "m.", "signature": "s1", "index": 0 }] }),
            None,
        ),
        chunk(
            json!({ "reasoning_details": [{ "type": "reasoning.encrypted", "data": "gA", "index": 1 }] }),
            None,
        ),
        chunk(json!({ "content": "größer 🙂" }), None),
        chunk(
            json!({ "tool_calls": [{
                "index": 0, "id": "a", "type": "function", "extra_content": { "google": 1 },
                "function": { "name": "run_python", "arguments": "{\"code\":" },
            }] }),
            Some("tool_calls"),
        ),
        event(
            "",
            &json!({ "choices": [], "usage": {
                "prompt_tokens": 9, "completion_tokens": 4,
                "prompt_tokens_details": { "cached_tokens": 5 },
                "completion_tokens_details": { "reasoning_tokens": 2 },
            } }),
        ),
        "data: [DONE]\n\n".to_owned(),
    ]
    .concat()
}

#[test]
fn deltas_are_the_same_at_every_split_of_the_bytes() {
    let stream = relayed();
    let part = |kind, text: &str, data: Option<&str>, signature: Option<&str>| Reasoning {
        kind,
        text: text.into(),
        data: data.map(Into::into),
        signature: signature.map(Into::into),
        ..Reasoning::default()
    };
    let expected = vec![
        Delta::Reasoning {
            index: 0,
            part: part(chat::ReasoningKind::Text, "Hm.", None, Some("s1")),
        },
        Delta::Reasoning {
            index: 1,
            part: part(chat::ReasoningKind::Encrypted, "", Some("gA"), None),
        },
        Delta::Text("größer 🙂".into()),
        Delta::ToolCall {
            index: 0,
            id: Some("a".into()),
            name: Some("run_python".into()),
            arguments: "{\"code\":".into(),
            extra: Some(json!({ "google": 1 })),
        },
        Delta::Finish(FinishReason::ToolCalls),
        Delta::Usage(Usage { input: 9, output: 4, cached: 5, reasoning: 2, ..Usage::default() }),
    ];
    for at in 0..=stream.len() {
        let (first, second) = stream.as_bytes().split_at(at);
        let found = read(AnswerReader::events(Wire::ChatCompletions), [first, second]);
        assert_eq!(found, (expected.clone(), None), "at {at}");
    }
}

#[test]
fn each_format_is_read_byte_by_byte() {
    let claude = [
        event("message_start", &json!({ "type": "message_start", "message": {
            "id": "msg_1", "role": "assistant", "content": [], "usage": { "input_tokens": 5, "output_tokens": 1 },
        } })),
        event("content_block_start", &json!({
            "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" },
        })),
        event("content_block_delta", &json!({
            "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": "größer 🙂" },
        })),
        event("content_block_stop", &json!({ "type": "content_block_stop", "index": 0 })),
        event("message_delta", &json!({
            "type": "message_delta", "delta": { "stop_reason": "end_turn" }, "usage": { "output_tokens": 2 },
        })),
        event("message_stop", &json!({ "type": "message_stop" })),
    ]
    .concat();
    let responses = [
        event("response.created", &json!({ "type": "response.created", "response": { "id": "resp_1" } })),
        event("response.output_text.delta", &json!({
            "type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "größer 🙂",
        })),
        event("response.completed", &json!({ "type": "response.completed", "response": {
            "id": "resp_1", "status": "completed", "output": [],
            "usage": { "input_tokens": 5, "output_tokens": 2 },
        } })),
    ]
    .concat();
    for (wire, stream) in [(Wire::Anthropic, claude), (Wire::Responses, responses)] {
        let (deltas, error) = read(AnswerReader::events(wire), stream.as_bytes().chunks(1));
        assert_eq!(error, None, "{wire:?}");
        assert_eq!(deltas.first(), Some(&Delta::Text("größer 🙂".into())), "{wire:?}");
        assert!(deltas.contains(&Delta::Finish(FinishReason::Stop)), "{wire:?}: {deltas:?}");
        let used = deltas.iter().rev().find_map(|delta| match delta {
            Delta::Usage(usage) => Some((usage.input, usage.output)),
            _ => None,
        });
        assert_eq!(used, Some((5, 2)), "{wire:?}");
    }
}

#[test]
fn a_server_that_does_not_stream_is_read_too() {
    let whole =
        |body: &str| read(AnswerReader::whole(Wire::ChatCompletions), body.as_bytes().chunks(7));
    let answer = r#"{"choices":[{"index":0,"message":{"role":"assistant","content":"Whole."},"finish_reason":"stop"}]}"#;
    let deltas = vec![Delta::Text("Whole.".into()), Delta::Finish(FinishReason::Stop)];
    assert_eq!(whole(answer), (deltas, None));
    assert_eq!(whole(""), (Vec::new(), Some(AnswerError::CutOff)));
    let cut = r#"{"choices":[{"index":0,"message":{"role":"assistant","content":"One "},"finish_reason":null}]}"#;
    assert_eq!(whole(cut), (vec![Delta::Text("One ".into())], Some(AnswerError::CutOff)));
    assert!(
        matches!(whole("<html>").1, Some(AnswerError::Corrupt(problem)) if problem.starts_with("not JSON"))
    );
    let mut long = AnswerReader::whole(Wire::ChatCompletions);
    for _ in 0..=MAX_EVENT_BYTES / (1 << 20) {
        long.push(&[b' '; 1 << 20]);
    }
    assert_eq!(long.next(), Some(Err(FrameError::TooLong.into())));
    assert!(long.is_over());
}

#[test]
fn a_stream_that_breaks_off_keeps_what_came() {
    let text = chunk(json!({ "content": "One " }), None);
    let one = || vec![Delta::Text("One ".into())];
    let failure = Failure { message: "Slow down.".into(), ..Failure::default() };
    let failed = event("", &failure.to_json());
    let events =
        |stream: &str| read(AnswerReader::events(Wire::ChatCompletions), [stream.as_bytes()]);
    assert_eq!(events(""), (Vec::new(), Some(AnswerError::CutOff)));
    assert_eq!(events(&text), (one(), Some(AnswerError::CutOff)));
    assert_eq!(events(&format!("{text}{}", &text[..20])), (one(), Some(AnswerError::CutOff)));
    assert_eq!(
        events(&format!("{text}{failed}{text}")),
        (one(), Some(AnswerError::Failed(failure)))
    );
    let (deltas, error) = events(&format!("{text}data: {{\n\n"));
    assert_eq!(deltas, one());
    assert!(
        matches!(error, Some(AnswerError::Corrupt(problem)) if problem.starts_with("not JSON ("))
    );
    let (_, error) = read(AnswerReader::events(Wire::ChatCompletions), [&b"data: \xff\n\n"[..]]);
    assert_eq!(error, Some(FrameError::NotUtf8.into()));
}

#[test]
fn what_follows_the_end_mark_is_ignored() {
    let stream = format!(
        "{}data: [DONE]\n\n{}",
        chunk(json!({ "content": "One" }), Some("stop")),
        relayed()
    );
    let found =
        read(AnswerReader::events(Wire::ChatCompletions), [stream.as_bytes(), b"data: {\n\n"]);
    assert_eq!(found, (vec![Delta::Text("One".into()), Delta::Finish(FinishReason::Stop)], None));
}

#[test]
fn what_a_model_thinks_in_its_text_is_not_its_answer() {
    let stream = [
        chunk(json!({ "content": "<thi" }), None),
        chunk(json!({ "content": "nk>Hm.</think>\n\nTwo" }), None),
        chunk(json!({ "content": "." }), Some("length")),
        "data: [DONE]\n\n".to_owned(),
    ]
    .concat();
    let thought = Reasoning { text: "Hm.".into(), ..Reasoning::default() };
    let expected = vec![
        Delta::Reasoning { index: 0, part: thought },
        Delta::Text("Two.".into()),
        Delta::Finish(FinishReason::Length),
    ];
    let found = read(AnswerReader::events(Wire::ChatCompletions), [stream.as_bytes()]);
    assert_eq!(found, (expected, None));
}
