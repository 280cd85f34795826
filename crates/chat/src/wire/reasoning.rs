//! A model's reasoning as `reasoning_details`, and as the one text that local servers write.

use serde_json::{Map, Value, json};

use super::{WireError, field::Field};
use crate::{Reasoning, ReasoningKind};

/// Returns a part as an item of `reasoning_details`; in a stream it has an index.
pub(super) fn reasoning_to_json(part: &Reasoning, index: Option<usize>) -> Value {
    let Reasoning { kind, text, data, signature, id, format } = part;
    let (kind, key) = match kind {
        ReasoningKind::Text => ("reasoning.text", "text"),
        ReasoningKind::Summary => ("reasoning.summary", "summary"),
        ReasoningKind::Encrypted => ("reasoning.encrypted", "data"),
    };
    let mut json = Map::from_iter([("type".to_owned(), json!(kind))]);
    let mut set = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            json.insert(key.to_owned(), value);
        }
    };
    set("data", data.as_deref().map(Value::from));
    if key != "data" {
        set(key, Some(json!(text)));
    }
    set("signature", signature.as_deref().map(Value::from));
    set("id", id.as_deref().map(Value::from));
    set("format", format.as_deref().map(Value::from));
    set("index", index.map(Value::from));
    Value::Object(json)
}

/// Parses the reasoning of a message or a delta, each part with its index. If there are no
/// details, the text of `reasoning_content` or `reasoning` is the first part.
pub(super) fn reasoning_from_json(message: &Field) -> Result<Vec<(usize, Reasoning)>, WireError> {
    let details = message.get("reasoning_details").map(|details| details.items()).transpose()?;
    if let Some(details) = details.filter(|details| !details.is_empty()) {
        return details.iter().enumerate().map(|(at, part)| part_from_json(at, part)).collect();
    }
    for key in ["reasoning_content", "reasoning"] {
        if let Some(text) = message.optional_text(key)?.filter(|text| !text.is_empty()) {
            return Ok(vec![(0, Reasoning { text: text.to_owned(), ..Reasoning::default() })]);
        }
    }
    Ok(Vec::new())
}

fn part_from_json(at: usize, part: &Field) -> Result<(usize, Reasoning), WireError> {
    /// Collectors of parts allocate up to the index, so a corrupt one must not get through.
    const MAX_PARTS: u64 = 1024;
    let kind_field = part.need("type")?;
    let (kind, key) = match kind_field.text()? {
        "reasoning.text" => (ReasoningKind::Text, "text"),
        "reasoning.summary" => (ReasoningKind::Summary, "summary"),
        "reasoning.encrypted" => (ReasoningKind::Encrypted, "data"),
        other => {
            let problem = format!(
                "`{other}` is unknown; use reasoning.text, reasoning.summary or reasoning.encrypted"
            );
            return Err(WireError::field(kind_field.path, problem));
        }
    };
    let index = match part.get("index") {
        Some(index) => {
            let count = index.count()?;
            usize::try_from(count).ok().filter(|_| count < MAX_PARTS).ok_or_else(|| {
                WireError::field(index.path, format!("is {count}; keep it below {MAX_PARTS}"))
            })?
        }
        None => at,
    };
    let word = |key| part.optional_text(key).map(|text| text.map(str::to_owned));
    let text = if key == "data" { None } else { word(key)? };
    let part = Reasoning {
        kind,
        text: text.unwrap_or_default(),
        data: word("data")?,
        signature: word("signature")?,
        id: word("id")?,
        format: word("format")?,
    };
    Ok((index, part))
}
