//! What servers' answers say of their models.

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
        let wanted = Capabilities {
            tools,
            parameters,
            vision: tools.map(|_| false),
            ..Capabilities::default()
        };
        assert_eq!(Capabilities::from_show(&show), wanted, "{show}");
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
        assert_eq!(
            Capabilities { tools, parameters, ..Capabilities::default() }.fenced(),
            fenced,
            "{tools:?} {parameters:?}"
        );
    }
}

#[test]
fn the_window_is_the_one_that_the_server_is_set_up_with() {
    let known = |window: Option<u64>| Capabilities { window, ..Capabilities::default() };
    let loaded = json!({ "models": [
        { "name": "llama3.2:latest", "model": "llama3.2:latest", "context_length": 8192 },
        { "name": "qwen3:8b", "context_length": 0 },
    ] });
    for (name, window) in [
        ("llama3.2", Some(8192)),
        ("llama3.2:latest", Some(8192)),
        ("qwen3:8b", None),
        ("other", None),
    ] {
        assert_eq!(Capabilities::from_ps(&loaded, name), known(window), "{name}");
    }
    for (entry, window) in [
        (json!({ "id": "b", "max_model_len": 32768 }), Some(32768)),
        (json!({ "id": "b", "meta": { "n_ctx": 4096, "n_ctx_train": 131072 } }), Some(4096)),
        (json!({ "id": "b", "meta": { "n_ctx_train": 131072 } }), None),
        (json!({ "id": "b", "context_length": 200000 }), Some(200_000)),
        (json!({ "id": "b", "context_window": 131072 }), Some(131_072)),
        (json!({ "id": "b", "max_model_len": "long" }), None),
        (json!({ "id": "b", "max_model_len": -5 }), None),
    ] {
        assert_eq!(
            Capabilities::from_models(&json!({ "data": [entry] }), "b"),
            known(window),
            "{entry}"
        );
    }
    let props = json!({ "default_generation_settings": { "n_ctx": 16384 }, "modalities": { "vision": true } });
    let wanted = Capabilities { vision: Some(true), ..known(Some(16384)) };
    assert_eq!(Capabilities::from_props(&props), wanted);
    let show = json!({ "parameters": "stop \"<|end|>\"\nnum_ctx                        16384\n", "model_info": { "llama.context_length": 131072 } });
    assert_eq!(Capabilities::from_show(&show), known(Some(16384)));
    let show = json!({ "model_info": { "llama.context_length": 131072 } });
    assert_eq!(Capabilities::from_show(&show), known(None), "it may be loaded with less");
}

#[test]
fn hosted_services_say_more_in_their_lists() {
    let entry = json!({
        "id": "b", "context_length": 200000, "supported_parameters": ["tools", "temperature"],
        "architecture": { "input_modalities": ["text", "image"], "output_modalities": ["text"] },
    });
    let wanted = Capabilities {
        tools: Some(true),
        vision: Some(true),
        window: Some(200_000),
        ..Capabilities::default()
    };
    assert_eq!(Capabilities::from_models(&json!({ "data": [entry] }), "b"), wanted);
    let mistral = json!({ "id": "b", "max_context_length": 200000, "capabilities": { "function_calling": true, "vision": true } });
    assert_eq!(Capabilities::from_models(&json!({ "data": [mistral] }), "b"), wanted);
}
