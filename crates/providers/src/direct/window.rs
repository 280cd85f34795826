//! The list of an endpoint's models, and the window of one: in that list, or at an address of its
//! own. What a model was trained with is not what it is loaded with, so that it is not read.
//! Nothing is asked that needs a body: a body would have to be in the ledger.

use serde_json::Value;

use crate::Capabilities;

/// The largest window, in tokens; a larger one counts as unknown.
const MAX_WINDOW: u64 = 1_000_000_000;

/// Returns the entries with a name in an answer to `/models`; `None` if it is not a list.
pub fn models(answer: &str) -> Option<Vec<Value>> {
    let answer: Value = serde_json::from_str(answer).ok()?;
    let entries = answer.get("data")?.as_array()?;
    Some(entries.iter().filter(|entry| entry["id"].is_string()).cloned().collect())
}

/// Returns their names in order, each once.
pub fn ids(models: &[Value]) -> Vec<String> {
    let mut ids: Vec<String> =
        models.iter().filter_map(|model| model["id"].as_str()).map(str::to_owned).collect();
    ids.sort();
    ids.dedup();
    ids
}

/// Returns the window that a list of models has for one.
pub fn listed_window(model: &Value) -> Option<u64> {
    let loaded = || model["loaded_context_length"].as_u64();
    sound(Capabilities::from_entry(model).window.or_else(loaded))
}

/// Returns where the server of a model states its window, as far as the list says which server it
/// is.
pub fn window_path(model: &Value) -> Option<&'static str> {
    match model["owned_by"].as_str()? {
        "llamacpp" => Some("/props"),
        "library" => Some("/api/ps"),
        "organization_owner" => Some("/api/v0/models"),
        _ => None,
    }
}

/// Returns the window in the answer from there.
pub fn window_there(model: &Value, answer: &str) -> Option<u64> {
    let answer: Value = serde_json::from_str(answer).ok()?;
    let id = model["id"].as_str()?;
    sound(match window_path(model)? {
        "/props" => Capabilities::from_props(&answer).window,
        "/api/ps" => Capabilities::from_ps(&answer, id).window,
        _ => {
            let models = answer["data"].as_array()?;
            models.iter().find(|one| one["id"] == id)?["loaded_context_length"].as_u64()
        }
    })
}

fn sound(window: Option<u64>) -> Option<u64> {
    window.filter(|window| (1..MAX_WINDOW).contains(window))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_names_in_a_list_are_in_order_and_each_is_there_once() {
        let list = r#"{"data":[{"id":"b"},{"id":"a"},{"id":7},null,{"id":"a"}]}"#;
        assert_eq!(
            models(list).map(|models| ids(&models)),
            Some(vec!["a".to_owned(), "b".to_owned()])
        );
        for answer in ["<html>", "[]", "{}", r#"{"data":{}}"#] {
            assert_eq!(models(answer), None, "{answer}");
        }
    }

    #[test]
    fn a_list_has_the_window_of_a_model_under_the_name_that_its_server_uses() {
        for (model, window) in [
            (json!({ "max_model_len": 8192 }), Some(8192)),
            (json!({ "context_length": 128_000, "top_provider": {} }), Some(128_000)),
            (json!({ "context_window": 131_072 }), Some(131_072)),
            (json!({ "max_context_length": 32_768 }), Some(32_768)),
            (json!({ "loaded_context_length": 4096 }), Some(4096)),
            (json!({ "meta": { "n_ctx": 4096, "n_ctx_train": 131_072 } }), Some(4096)),
            (json!({ "meta": { "n_ctx_train": 131_072 } }), None),
            (json!({ "max_model_len": "8192" }), None),
            (json!({ "context_length": -1 }), None),
            (json!({ "context_length": 1_000_000_000_000_u64 }), None),
            (json!({}), None),
        ] {
            assert_eq!(listed_window(&model), window, "{model}");
        }
    }

    #[test]
    fn local_servers_are_asked_where_they_state_it_and_nobody_else_is() {
        let answer = json!({
            "default_generation_settings": { "n_ctx": 16_384 },
            "models": [{ "name": "b", "context_length": 1 }, { "name": "a", "context_length": 8192 }],
            "data": [
                { "id": "b", "loaded_context_length": 1 },
                { "id": "a", "loaded_context_length": 4096, "max_context_length": 131_072 },
            ],
        })
        .to_string();
        for (owner, path, window) in [
            ("llamacpp", Some("/props"), Some(16_384)),
            ("library", Some("/api/ps"), Some(8192)),
            ("organization_owner", Some("/api/v0/models"), Some(4096)),
            ("openai", None, None),
        ] {
            let model = json!({ "id": "a", "owned_by": owner });
            assert_eq!(
                (window_path(&model), window_there(&model, &answer)),
                (path, window),
                "{owner}"
            );
            assert_eq!(window_there(&model, "null"), None, "{owner}");
        }
    }
}
