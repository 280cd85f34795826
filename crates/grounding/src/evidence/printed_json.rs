//! JSON, and dictionaries and lists of Python, in printed text.

use serde_json::Value as Json;

/// Splits a text at the first JSON object or array that begins a line: what precedes it, its value,
/// and what follows it. A dictionary as Python prints it counts too.
pub(super) fn split(text: &str) -> Option<(&str, Json, &str)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(['{', '[']) {
            let rest = &text[start..];
            let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Json>();
            if let Some(Ok(value @ (Json::Object(_) | Json::Array(_)))) = values.next() {
                return Some((&text[..start], value, &rest[values.byte_offset()..]));
            }
            if let Some(value) = of_python(line) {
                return Some((&text[..start], value, &rest[line.len()..]));
            }
        }
        start += line.len();
    }
    None
}

/// Reads a dictionary or a list as Python prints it in one line.
fn of_python(line: &str) -> Option<Json> {
    if !line.contains('\'') {
        return None;
    }
    let text = line.trim().replace('"', "\\\"").replace('\'', "\"");
    let mut json = text
        .replace("None", "null")
        .replace("nan", "null")
        .replace("True", "true")
        .replace("False", "false");
    for wrapper in ["np.float64(", "np.int64("] {
        while let Some((before, (number, after))) = json
            .split_once(wrapper)
            .and_then(|(before, rest)| Some((before, rest.split_once(')')?)))
        {
            json = format!("{before}{number}{after}");
        }
    }
    serde_json::from_str(&json).ok().filter(|value: &Json| value.is_object() || value.is_array())
}
