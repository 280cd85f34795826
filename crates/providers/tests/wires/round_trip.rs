//! What a model thought, said and called returns as it came: providers refuse a turn whose
//! reasoning was changed.

use chat::{Delta, Message, Reasoning, Request, ToolCall};
use providers::{Frame, Options, ReasoningReturn, Wire};
use serde_json::{Value, json};

use crate::{Decoded, root};

/// Collects an answer, as the page does.
fn collected(deltas: &[Delta]) -> Message {
    let (mut text, mut calls, mut reasoning) =
        (String::new(), Vec::<ToolCall>::new(), Vec::<Reasoning>::new());
    for delta in deltas {
        match delta {
            Delta::Text(more) => text.push_str(more),
            Delta::Reasoning { index, part } => {
                reasoning.resize_with(reasoning.len().max(index + 1), Reasoning::default);
                reasoning[*index].append(part.clone());
            }
            Delta::ToolCall { index, id, name, arguments, extra } => {
                calls.resize_with(calls.len().max(index + 1), ToolCall::default);
                let call = &mut calls[*index];
                call.id.push_str(id.as_deref().unwrap_or_default());
                call.name.push_str(name.as_deref().unwrap_or_default());
                call.arguments.push_str(arguments);
                call.extra = extra.clone().or(call.extra.take());
            }
            Delta::Usage(_) | Delta::Finish(_) => {}
        }
    }
    Message::Assistant { text, calls, reasoning }
}

/// Decodes a whole body of `traffic/` or the frames of a stream, passes the answer through the
/// page's own format, and returns the body of the next request.
fn returned(wire: Wire, frames: &[Frame]) -> Value {
    let mut decoder = wire.decoder();
    let mut decoded = Decoded::default();
    frames.iter().for_each(|frame| decoded.add(&mut decoder, frame));
    let head = chat::wire::Head { id: "chatcmpl-1".into(), model: "m".into(), created: 1 };
    let through: Vec<Delta> = decoded
        .deltas
        .iter()
        .flat_map(|delta| {
            match chat::wire::event_from_json(&chat::wire::chunk_to_json(delta, &head)) {
                Ok(chat::wire::Event::Deltas(deltas)) => deltas,
                other => panic!("{other:?}"),
            }
        })
        .collect();
    let request =
        Request { messages: vec![Message::user("Hi"), collected(&through)], ..Request::default() };
    // And through a request of the page's.
    let request = chat::wire::request_from_json(&chat::wire::request_to_json(&request)).unwrap();
    let options = Options {
        model: "m".into(),
        call_extra: true,
        reasoning: true,
        reasoning_return: ReasoningReturn::Details,
        ..Options::default()
    };
    wire.body(&request, &options).unwrap()
}

fn file(wire: Wire, name: &str) -> String {
    std::fs::read_to_string(root().join("traffic").join(wire.word()).join(name)).unwrap()
}

fn whole(wire: Wire) -> (Value, Value) {
    let data = file(wire, "whole.json");
    let body = serde_json::from_str(&data).unwrap();
    (body, returned(wire, &[Frame { name: None, data }]))
}

#[test]
fn anthropics_blocks_return_in_their_order_with_their_signatures() {
    let (came, sent) = whole(Wire::Anthropic);
    assert_eq!(sent["messages"][1]["content"], came["content"]);
}

#[test]
fn the_blocks_of_a_stream_of_anthropics_return_in_their_order() {
    let frames =
        providers::Frames::new().read(file(Wire::Anthropic, "thinking.sse").as_bytes()).unwrap();
    let sent = returned(Wire::Anthropic, &frames);
    assert_eq!(
        sent["messages"][1]["content"],
        json!([
            { "type": "thinking", "thinking": "I need the sum:\n27 * 453.",
              "signature": "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds==" },
            { "type": "text", "text": "First the product." },
            { "type": "thinking", "thinking": "Python is exact.", "signature": "EuYBCkQYAiJA" },
            { "type": "tool_use", "id": "toolu_01", "name": "run_python", "input": { "code": "27*453" } },
        ])
    );
}

/// Returns a whole answer of Anthropic's.
fn answer(content: &Value) -> Frame {
    let message = json!({ "type": "message", "role": "assistant", "content": content, "stop_reason": "end_turn" });
    Frame { name: None, data: message.to_string() }
}

#[test]
fn text_before_and_after_a_thought_of_anthropics_returns_in_its_order() {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let thinking = |text: &str| json!({ "type": "thinking", "thinking": text, "signature": text });
    let call = json!({ "type": "tool_use", "id": "toolu_01", "name": "run", "input": {} });
    for content in [
        json!([text("Größer. "), thinking("Is it?"), text("It is.")]),
        json!([
            thinking("a"),
            text("One "),
            thinking("b"),
            thinking("c"),
            text("two "),
            thinking("d"),
            call
        ]),
        json!([text("One"), thinking("a"), call, thinking("b"), { "type": "tool_use", "id": "toolu_02", "name": "run", "input": {} }]),
    ] {
        let sent = returned(Wire::Anthropic, &[answer(&content)]);
        assert_eq!(sent["messages"][1]["content"], content);
    }
}

#[test]
fn a_place_that_is_not_within_the_text_moves_no_text() {
    let thought = |id: &str| Reasoning {
        text: "Hm.".into(),
        signature: Some("s".into()),
        id: Some(id.into()),
        format: Some("anthropic-claude-v1".into()),
        ..Reasoning::default()
    };
    let kinds = |id: &str| {
        let said = Message::Assistant {
            text: "größer".into(),
            calls: vec![],
            reasoning: vec![thought(id)],
        };
        let request = Request { messages: vec![Message::user("Hi"), said], ..Request::default() };
        let sent = Wire::Anthropic.body(&request, &Options::default()).unwrap();
        let blocks = sent["messages"][1]["content"].as_array().unwrap().clone();
        blocks
            .iter()
            .map(|block| block["text"].as_str().unwrap_or("-").to_owned())
            .collect::<Vec<_>>()
    };
    for (id, wanted) in [
        ("#1.4", &["grö", "-", "ßer"][..]),
        // Within a character, beyond the end, no numbers, and of an older version.
        ("#1.3", &["-", "größer"]),
        ("#1.99", &["größer", "-"]),
        ("#1.", &["-", "größer"]),
        ("#1", &["größer", "-"]),
        ("#0.4", &["-", "grö", "ßer"]),
    ] {
        assert_eq!(kinds(id), wanted, "{id}");
    }
}

#[test]
fn items_of_openai_responses_return_in_their_order_with_what_is_encrypted() {
    let (came, sent) = whole(Wire::Responses);
    // What only the provider says: ids of items that it does not store, and states.
    let wanted: Vec<Value> = came["output"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| match item["type"].as_str().unwrap() {
            "reasoning" => item.clone(),
            "message" => json!({ "type": "message", "role": "assistant",
                "content": [{ "type": "output_text", "text": item["content"][0]["text"] }] }),
            _ => json!({ "type": "function_call", "call_id": item["call_id"], "name": item["name"],
                "arguments": item["arguments"] }),
        })
        .collect();
    assert_eq!(sent["input"].as_array().unwrap()[1..], wanted);
}

#[test]
fn details_and_extra_content_of_chat_completions_return_unchanged() {
    let (came, sent) = whole(Wire::ChatCompletions);
    let (came, sent) = (&came["choices"][0]["message"], &sent["messages"][1]);
    for key in ["content", "reasoning_details", "tool_calls"] {
        assert_eq!(sent[key], came[key], "{key}");
    }
}
