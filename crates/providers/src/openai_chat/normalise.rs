//! What is not essential to an answer, made to fit: reasoning and usage in unknown forms must not
//! end a turn.

use serde_json::{Map, Value, json};

/// Takes the usage from where the server has it, and leaves out what is not a count. Groq has it in
/// `x_groq`, Kimi in the choice; DeepSeek has the tokens of its cache beside the details.
pub(super) fn usage(frame: &mut Map<String, Value>) {
    let mut usage = frame.remove("usage").unwrap_or_default();
    for other in ["/x_groq/usage", "/choices/0/usage"] {
        if usage.is_null() {
            usage = Value::Object(frame.clone()).pointer(other).cloned().unwrap_or_default();
        }
    }
    let Value::Object(mut usage) = usage else { return };
    if !["prompt_tokens", "completion_tokens"]
        .iter()
        .all(|key| usage.get(*key).is_some_and(Value::is_u64))
    {
        return;
    }
    for key in ["prompt_tokens_details", "completion_tokens_details"] {
        if let Some(details) = usage.get_mut(key).and_then(Value::as_object_mut) {
            details.retain(|_, count| count.is_u64());
        } else {
            usage.remove(key);
        }
    }
    if let Some(cached) =
        usage.get("prompt_cache_hit_tokens").filter(|count| count.is_u64()).cloned()
    {
        let details = usage.entry("prompt_tokens_details").or_insert_with(|| json!({}));
        if let Some(details) = details.as_object_mut() {
            details.entry("cached_tokens").or_insert(cached);
        }
    }
    frame.insert("usage".to_owned(), Value::Object(usage));
}

/// Joins content in parts into one text. Mistral has the model's thinking among them.
pub(super) fn content(delta: &mut Map<String, Value>) {
    let Some(Value::Array(parts)) = delta.get("content") else { return };
    let texts = |parts: &[Value]| -> String {
        parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect()
    };
    let text = texts(parts);
    let thoughts = parts.iter().filter_map(|part| part.get("thinking").and_then(Value::as_array));
    let thought: String = thoughts.map(|parts| texts(parts)).collect();
    delta.insert("content".to_owned(), json!(text));
    if !thought.is_empty() {
        delta.insert("reasoning_content".to_owned(), json!(thought));
    }
}

/// Leaves out what is not reasoning: details of an unknown form, and values that are not text.
pub(super) fn reasoning(delta: &mut Map<String, Value>) {
    for key in ["reasoning_content", "reasoning"] {
        if delta.get(key).is_some_and(|text| !text.is_string()) {
            delta.remove(key);
        }
    }
    match delta.get_mut("reasoning_details") {
        None => {}
        Some(Value::Array(details)) => details.retain(is_detail),
        Some(_) => {
            delta.remove("reasoning_details");
        }
    }
}

/// Returns whether an item of `reasoning_details` is one that is understood.
fn is_detail(detail: &Value) -> bool {
    const KINDS: &[&str] = &["reasoning.text", "reasoning.summary", "reasoning.encrypted"];
    /// As many as the parser takes.
    const MAX_PARTS: u64 = 1024;
    let text = |key: &str| detail.get(key).is_none_or(|text| text.is_null() || text.is_string());
    let kind = detail.get("type").and_then(Value::as_str).is_some_and(|kind| KINDS.contains(&kind));
    let index = detail.get("index").is_none_or(|index| {
        index.is_null() || index.as_u64().is_some_and(|index| index < MAX_PARTS)
    });
    kind && index && ["text", "summary", "data", "signature", "id", "format"].into_iter().all(text)
}
