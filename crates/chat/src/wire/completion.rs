//! A whole answer as one object, for clients that do not want a stream.

use serde_json::{Value, json};

use super::{
    Head, WireError,
    field::Field,
    finish_from_word, finish_to_word,
    reasoning::{reasoning_from_json, reasoning_to_json},
    request::{call_from_json, call_to_json},
    stream::{usage_from_json, usage_to_json},
};
use crate::{Delta, Reasoning, ToolCall};

/// Returns the `chat.completion` object that the deltas of one answer add up to.
pub fn completion_to_json(deltas: &[Delta], head: &Head) -> Value {
    let mut text = String::new();
    let mut calls: Vec<ToolCall> = Vec::new();
    let mut reasoning: Vec<Reasoning> = Vec::new();
    let mut finish = Value::Null;
    let mut usage = Value::Null;
    for delta in deltas {
        match delta {
            Delta::Text(more) => text.push_str(more),
            Delta::Reasoning { index, part } => {
                while reasoning.len() <= *index {
                    reasoning.push(Reasoning::default());
                }
                if let Some(whole) = reasoning.get_mut(*index) {
                    whole.append(part.clone());
                }
            }
            Delta::ToolCall { index, id, name, arguments, extra } => {
                while calls.len() <= *index {
                    calls.push(ToolCall::default());
                }
                if let Some(call) = calls.get_mut(*index) {
                    call.id.push_str(id.as_deref().unwrap_or_default());
                    call.name.push_str(name.as_deref().unwrap_or_default());
                    call.arguments.push_str(arguments);
                    call.extra = extra.clone().or(call.extra.take());
                }
            }
            Delta::Usage(tokens) => usage = usage_to_json(*tokens),
            Delta::Finish(reason) => finish = json!(finish_to_word(reason)),
        }
    }
    let content = if text.is_empty() && !calls.is_empty() { Value::Null } else { json!(text) };
    let mut message = json!({ "role": "assistant", "content": content });
    if !calls.is_empty() {
        message["tool_calls"] = calls.iter().map(call_to_json).collect();
    }
    if !reasoning.is_empty() {
        let texts = reasoning.iter().map(|part| part.text.as_str()).filter(|text| !text.is_empty());
        let text = texts.collect::<Vec<_>>().join("\n\n");
        if !text.is_empty() {
            message["reasoning_content"] = json!(text);
        }
        message["reasoning_details"] =
            reasoning.iter().map(|part| reasoning_to_json(part, None)).collect();
    }
    let Head { id, model, created } = head;
    json!({
        "id": id, "object": "chat.completion", "created": created, "model": model,
        "choices": [{ "index": 0, "message": message, "finish_reason": finish }], "usage": usage,
    })
}

/// Parses a `chat.completion` object into the deltas of its answer, with each call as one delta.
///
/// # Errors
/// A missing answer, or a field of the wrong type.
pub fn completion_from_json(body: &Value) -> Result<Vec<Delta>, WireError> {
    let root = Field::root(body);
    let choices = root.need("choices")?.items()?;
    let choice = choices
        .first()
        .ok_or_else(|| WireError::field("choices", "is empty; an answer was expected"))?;
    let message = choice.need("message")?;
    let reasoning = reasoning_from_json(&message)?.into_iter();
    let mut deltas: Vec<Delta> =
        reasoning.map(|(index, part)| Delta::Reasoning { index, part }).collect();
    if let Some(text) = message.optional_text("content")?.filter(|text| !text.is_empty()) {
        deltas.push(Delta::Text(text.to_owned()));
    }
    let calls =
        message.get("tool_calls").map(|calls| calls.items()).transpose()?.unwrap_or_default();
    for (index, call) in calls.iter().enumerate() {
        let ToolCall { id, name, arguments, extra } = call_from_json(call)?;
        deltas.push(Delta::ToolCall { index, id: Some(id), name: Some(name), arguments, extra });
    }
    deltas.extend(usage_from_json(&root)?.map(Delta::Usage));
    let finish = choice.optional_text("finish_reason")?.filter(|word| !word.is_empty());
    deltas.extend(finish.map(|word| Delta::Finish(finish_from_word(word))));
    Ok(deltas)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{FinishReason, Usage};

    fn head() -> Head {
        Head { id: "chatcmpl-1".into(), model: "small".into(), created: 1 }
    }

    fn piece(index: usize, first: Option<(&str, &str)>, arguments: &str) -> Delta {
        let (id, name) = first.map(|(id, name)| (id.to_owned(), name.to_owned())).unzip();
        Delta::ToolCall { index, id, name, arguments: arguments.into(), extra: None }
    }

    #[test]
    fn deltas_add_up_to_one_object_and_are_parsed_from_it() {
        let thought = |text: &str, signature: Option<&str>| Delta::Reasoning {
            index: 0,
            part: Reasoning {
                text: text.into(),
                signature: signature.map(str::to_owned),
                ..Reasoning::default()
            },
        };
        let deltas = [
            thought("H", None),
            thought("m.", None),
            thought("", Some("s1")),
            Delta::Text("Let me ".into()),
            Delta::Text("look.".into()),
            piece(0, Some(("a", "run_python")), ""),
            piece(1, Some(("b", "run_python")), "{\"code\":"),
            piece(0, None, "{}"),
            piece(1, None, "\"1\"}"),
            Delta::Finish(FinishReason::ToolCalls),
            Delta::Usage(Usage {
                input: 7,
                output: 2,
                cached: 4,
                reasoning: 1,
                ..Usage::default()
            }),
        ];
        let object = completion_to_json(&deltas, &head());
        assert_eq!(
            object,
            json!({
                "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "small",
                "choices": [{ "index": 0, "finish_reason": "tool_calls", "message": {
                    "role": "assistant", "content": "Let me look.", "reasoning_content": "Hm.",
                    "reasoning_details": [{ "type": "reasoning.text", "text": "Hm.", "signature": "s1" }],
                    "tool_calls": [
                        { "id": "a", "type": "function", "function": { "name": "run_python", "arguments": "{}" } },
                        { "id": "b", "type": "function",
                          "function": { "name": "run_python", "arguments": "{\"code\":\"1\"}" } },
                    ],
                } }],
                "usage": { "prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9,
                    "prompt_tokens_details": { "cached_tokens": 4 },
                    "completion_tokens_details": { "reasoning_tokens": 1 } },
            })
        );
        assert_eq!(
            completion_from_json(&object),
            Ok(vec![
                thought("Hm.", Some("s1")),
                Delta::Text("Let me look.".into()),
                piece(0, Some(("a", "run_python")), "{}"),
                piece(1, Some(("b", "run_python")), "{\"code\":\"1\"}"),
                Delta::Usage(Usage {
                    input: 7,
                    output: 2,
                    cached: 4,
                    reasoning: 1,
                    ..Usage::default()
                }),
                Delta::Finish(FinishReason::ToolCalls),
            ])
        );
    }

    #[test]
    fn an_object_without_an_answer_is_an_error_that_says_where() {
        let error = completion_from_json(&json!({ "choices": [] }));
        assert_eq!(error, Err(WireError::field("choices", "is empty; an answer was expected")));
    }
}
