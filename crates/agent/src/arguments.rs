//! Parses a call's arguments, and explains to the model what is wrong with them.

mod repair;
#[cfg(test)]
mod tests;

use chat::{Tool, ToolCall};
use serde_json::Value;

/// Requires a JSON object that has every required property of the tool's schema. Empty text counts
/// as an object without properties, since some models write nothing for a tool without arguments.
pub fn strict(tool: &Tool, arguments: &str) -> Result<String, String> {
    let text = if arguments.trim().is_empty() { "{}" } else { arguments };
    let value: Value = serde_json::from_str(text).map_err(|error| {
        format!(
            "The arguments of {} are not valid JSON: {error}. Expected an object of this shape: {}",
            tool.name,
            shape(tool)
        )
    })?;
    let Value::Object(object) = &value else {
        return Err(format!(
            "The arguments of {} must be a JSON object of this shape: {}",
            tool.name,
            shape(tool)
        ));
    };
    let required = tool.parameters.get("required").and_then(Value::as_array);
    let missing: Vec<&str> = required
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|name| !object.contains_key(*name))
        .collect();
    if missing.is_empty() {
        Ok(value.to_string())
    } else {
        Err(format!(
            "The call of {} lacks {}. Expected an object of this shape: {}",
            tool.name,
            missing.join(", "),
            shape(tool)
        ))
    }
}

/// Formats the arguments as an example object: `{"code": <string>, "purpose": <string>}`.
pub(crate) fn shape(tool: &Tool) -> String {
    let properties = tool.parameters.get("properties").and_then(Value::as_object);
    let fields: Vec<String> = properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| {
            format!("\"{name}\": <{}>", schema.get("type").and_then(Value::as_str).unwrap_or("any"))
        })
        .collect();
    format!("{{{}}}", fields.join(", "))
}

/// Returns the message to the model about a tool that does not exist.
pub(crate) fn unknown(call: &ToolCall, tools: &[Tool]) -> String {
    let known: Vec<String> =
        tools.iter().map(|tool| format!("{}({})", tool.name, shape(tool))).collect();
    let known = if known.is_empty() {
        "There are no tools.".to_owned()
    } else {
        format!("The tools are: {}.", known.join(", "))
    };
    format!("There is no tool named {:?}. {known}", call.name)
}

/// Returns the arguments in a form that any server can parse in a transcript: some reject a whole
/// conversation for one call whose arguments are not a JSON object.
pub(crate) fn parsable(arguments: &str) -> String {
    match serde_json::from_str::<Value>(arguments) {
        Ok(value @ Value::Object(_)) => value.to_string(),
        _ => serde_json::json!({ "unreadable": arguments }).to_string(),
    }
}

/// Parses JSON as models write it: line breaks and tabs may be unescaped inside strings, a string
/// may be in triple quotes, as in Python, and an object may be one of Python's, with single quotes;
/// the last comma may be one too many.
///
/// # Errors
/// The error of the original text, with its position, if it cannot be parsed that way either.
pub fn lenient_json(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text)
        .or_else(|error| serde_json::from_str(&escape_controls(text)).map_err(|_| error))
        .or_else(|error| serde_json::from_str(&triple_quotes_as_json(text)).map_err(|_| error))
        .or_else(|error| {
            repair::as_json(text).and_then(|json| serde_json::from_str(&json).ok()).ok_or(error)
        })
}

/// Converts text in triple quotes, which is taken as it is, into JSON strings.
fn triple_quotes_as_json(text: &str) -> String {
    let pieces = text.split("\"\"\"").enumerate();
    pieces
        .map(
            |(at, piece)| {
                if at % 2 == 0 { piece.to_owned() } else { Value::from(piece).to_string() }
            },
        )
        .collect()
}

fn escape_controls(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut in_string = false;
    let mut after_backslash = false;
    for character in text.chars() {
        match character {
            '\n' if in_string => escaped.push_str(if after_backslash { "n" } else { "\\n" }),
            '\r' if in_string && !after_backslash => escaped.push_str("\\r"),
            '\t' if in_string && !after_backslash => escaped.push_str("\\t"),
            _ => escaped.push(character),
        }
        if character == '"' && !after_backslash {
            in_string = !in_string;
        }
        after_backslash = character == '\\' && !after_backslash;
    }
    escaped
}
