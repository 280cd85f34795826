//! What a local server says of its model before the first request: llama.cpp in `/props` and `/v1/models`, Ollama
//! in `/api/show`.

use serde_json::Value;

/// Models with fewer parameters write code blocks whatever their template offers, are confused by long
/// instructions, and answer best without randomness.
const SMALL: u64 = 4_000_000_000;

/// What is known of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Whether its template has a place for tools.
    pub tools: Option<bool>,
    /// How many parameters it has.
    pub parameters: Option<u64>,
}

impl Capabilities {
    /// Reads llama.cpp's `/props`. Builds without `chat_template_caps` have the template itself.
    pub fn from_props(props: &Value) -> Self {
        let caps = props.get("chat_template_caps");
        let says = |name: &str| caps.and_then(|caps| caps.get(name)).and_then(Value::as_bool);
        let template = || Some(props.get("chat_template")?.as_str()?.contains("tools"));
        let both = says("supports_tools").map(|tools| tools && says("supports_tool_calls") != Some(false));
        Self { tools: both.or_else(template), parameters: None }
    }

    /// Reads llama.cpp's list of models, which has the number of parameters of `name`, or of the only one.
    pub fn from_models(list: &Value, name: &str) -> Self {
        let models = list.get("data").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let named = models.iter().find(|model| model.get("id").and_then(Value::as_str) == Some(name));
        let model = named.or_else(|| models.first().filter(|_| models.len() == 1));
        let parameters = model.and_then(|model| model.pointer("/meta/n_params")).and_then(Value::as_u64);
        Self { tools: None, parameters }
    }

    /// Reads Ollama's `/api/show`.
    pub fn from_show(show: &Value) -> Self {
        let capabilities = show.get("capabilities").and_then(Value::as_array);
        let tools = capabilities.map(|all| all.iter().any(|one| one.as_str() == Some("tools")));
        let count = show.pointer("/model_info/general.parameter_count").and_then(Value::as_u64);
        let size = show.pointer("/details/parameter_size").and_then(Value::as_str).and_then(size);
        Self { tools, parameters: count.or(size) }
    }

    /// Adds what another answer says about the same model.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { tools: self.tools.or(other.tools), parameters: self.parameters.or(other.parameters) }
    }

    /// Returns whether the model is a small one.
    pub fn small(&self) -> bool {
        self.parameters.is_some_and(|parameters| parameters < SMALL)
    }

    /// Returns whether the model writes code blocks rather than tool calls; `None` if nothing is known.
    pub fn fenced(&self) -> Option<bool> {
        if self.small() { Some(true) } else { self.tools.map(|tools| !tools) }
    }
}

/// Reads a size as Ollama writes it, "7.6B" or "494.03M".
fn size(text: &str) -> Option<u64> {
    let (number, unit) = text.split_at(text.len().checked_sub(1)?);
    let unit = match unit {
        "B" => 1e9,
        "M" => 1e6,
        _ => return None,
    };
    number
        .parse::<f64>()
        .ok()
        .filter(|number| (0.0..1e6).contains(number))
        .map(|number| (number * unit) as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn props_say_whether_the_template_has_a_place_for_tools() {
        let caps = |tools: bool, calls: bool| json!({ "chat_template_caps": { "supports_tools": tools, "supports_tool_calls": calls }, "chat_template": "tools" });
        for (props, tools) in [
            (caps(true, true), Some(true)),
            (caps(true, false), Some(false)),
            (caps(false, false), Some(false)),
            (json!({ "chat_template": "{% if tools %}…" }), Some(true)),
            (json!({ "chat_template": "{{ messages }}" }), Some(false)),
            (json!({ "chat_template_caps": 5 }), None),
            (json!({ "error": "not found" }), None),
        ] {
            assert_eq!(Capabilities::from_props(&props).tools, tools, "{props}");
        }
    }

    #[test]
    fn the_number_of_parameters_is_that_of_the_model() {
        let model = |id: &str, count: u64| json!({ "id": id, "meta": { "n_params": count } });
        for (list, parameters) in [
            (json!({ "data": [model("a", 5), model("b", 6)] }), Some(6)),
            (json!({ "data": [model("model.gguf", 5)] }), Some(5)),
            (json!({ "data": [model("a", 5), model("c", 6)] }), None),
            (json!({ "data": [{ "id": "b" }] }), None),
            (json!([]), None),
        ] {
            assert_eq!(Capabilities::from_models(&list, "b").parameters, parameters, "{list}");
        }
    }

    #[test]
    fn show_lists_capabilities_and_size() {
        for (show, tools, parameters) in [
            (
                json!({ "capabilities": ["completion", "tools"], "model_info": { "general.parameter_count": 8_030_261_248_u64 } }),
                Some(true),
                Some(8_030_261_248),
            ),
            (
                json!({ "capabilities": ["completion"], "details": { "parameter_size": "7.6B" } }),
                Some(false),
                Some(7_600_000_000),
            ),
            (json!({ "details": { "parameter_size": "494.03M" } }), None, Some(494_030_000)),
            (json!({ "details": { "parameter_size": "large" } }), None, None),
        ] {
            assert_eq!(Capabilities::from_show(&show), Capabilities { tools, parameters }, "{show}");
        }
    }

    #[test]
    fn small_models_and_models_without_tools_write_code_blocks() {
        for (tools, parameters, fenced) in [
            (Some(true), Some(1_777_088_000), Some(true)),
            (Some(true), Some(8_000_000_000), Some(false)),
            (Some(false), Some(8_000_000_000), Some(true)),
            (Some(true), None, Some(false)),
            (None, Some(70_000_000_000), None),
            (None, None, None),
        ] {
            assert_eq!(Capabilities { tools, parameters }.fenced(), fenced, "{tools:?} {parameters:?}");
        }
    }
}
