//! Which server answered, and its models, from documented answers.

use serde_json::json;

use super::*;

fn names(models: &[Listed]) -> Vec<&str> {
    models.iter().map(|model| model.name.as_str()).collect()
}

#[test]
fn a_server_is_recognised_by_what_it_says() {
    for (list, kind) in [
        (json!({ "data": [{ "id": "a", "owned_by": "llamacpp" }] }), Some(LocalServer::LlamaCpp)),
        (
            json!({ "data": [{ "id": "a", "meta": { "n_params": 5 } }] }),
            Some(LocalServer::LlamaCpp),
        ),
        (
            json!({ "data": [{ "id": "a", "owned_by": "vllm", "root": "a" }] }),
            Some(LocalServer::Vllm),
        ),
        (json!({ "data": [{ "id": "a", "max_model_len": 5 }] }), Some(LocalServer::Vllm)),
        (json!({ "data": [{ "id": "a", "owned_by": "library" }] }), None),
        (json!({ "data": [] }), None),
        (json!({ "data": "a" }), None),
        (json!("Not found"), None),
        (json!(null), None),
    ] {
        assert_eq!(LocalServer::from_models(&list), kind, "{list}");
    }
    assert!(LocalServer::is_relay(&json!({ "data": [{ "id": "a", "insitu": {} }] })));
    assert!(LocalServer::is_ollama(&json!({ "models": [] })));
    assert!(!LocalServer::is_ollama(
        &json!({ "error": "Unexpected endpoint or method. (GET /api/tags)" })
    ));
    assert!(LocalServer::is_lm_studio(
        &json!({ "data": [{ "id": "a", "type": "llm", "state": "loaded" }] })
    ));
    assert!(!LocalServer::is_lm_studio(&json!({ "data": [{ "id": "a", "object": "model" }] })));
}

#[test]
fn lm_studio_lists_kind_state_and_window() {
    let entry = |id: &str, kind: &str, state: &str| json!({ "id": id, "type": kind, "state": state, "max_context_length": 32768 });
    let mut loaded = entry("qwen2.5-7b-instruct", "llm", "loaded");
    loaded["loaded_context_length"] = json!(8192);
    loaded["capabilities"] = json!(["tool_use"]);
    let list = json!({ "object": "list", "data": [
        loaded,
        entry("qwen2-vl-7b-instruct", "vlm", "not-loaded"),
        entry("older", "llm", "loaded"),
        entry("text-embedding-nomic-embed-text-v1.5", "embeddings", "not-loaded"),
    ] });
    let listed = |name: &str, tools, vision, window, embedding| Listed {
        name: name.into(),
        digest: String::new(),
        capabilities: Capabilities {
            tools,
            parameters: None,
            vision: Some(vision),
            window,
            embedding,
        },
    };
    let wanted = [
        listed("qwen2.5-7b-instruct", Some(true), false, Some(8192), false),
        listed("qwen2-vl-7b-instruct", None, true, None, false),
        listed("older", None, false, Some(32768), false),
        listed("text-embedding-nomic-embed-text-v1.5", None, false, None, true),
    ];
    assert_eq!(LocalServer::LmStudio.models(&list), wanted);
}

#[test]
fn ollama_lists_names_and_digests() {
    let list = json!({ "models": [
        { "name": "llama3.2:3b", "model": "llama3.2:3b", "digest": "a80c4f17acd5" },
        { "name": "llama3.2:3b", "digest": "other" },
        { "model": "nameless" }, { "name": 5 }, { "name": "" }, { "name": "line\nbreak" }, "text",
    ] });
    let wanted = [Listed {
        name: "llama3.2:3b".into(),
        digest: "a80c4f17acd5".into(),
        capabilities: Capabilities::default(),
    }];
    assert_eq!(LocalServer::Ollama.models(&list), wanted);
}

#[test]
fn a_list_without_end_is_cut() {
    let many: Vec<_> = (0..1000).map(|index| json!({ "id": format!("model-{index}") })).collect();
    assert_eq!(LocalServer::Other.models(&json!({ "data": many })).len(), MAX_MODELS);
    let long = json!({ "data": [{ "id": "x".repeat(10_000) }, { "id": "b" }] });
    assert_eq!(names(&LocalServer::Other.models(&long)), ["b"]);
}

#[test]
fn ids_of_two_servers_differ() {
    for (server, port, id) in [
        (LocalServer::Ollama, 11434, "ollama/llama3.2:3b"),
        (LocalServer::Ollama, 11435, "ollama-11435/llama3.2:3b"),
        (LocalServer::LlamaCpp, 8080, "llamacpp/llama3.2:3b"),
        (LocalServer::LlamaCpp, 8000, "llamacpp-8000/llama3.2:3b"),
        (LocalServer::Vllm, 8000, "vllm/llama3.2:3b"),
        (LocalServer::Vllm, 8080, "vllm-8080/llama3.2:3b"),
        (LocalServer::Other, 8080, "local-8080/llama3.2:3b"),
    ] {
        assert_eq!(super::id(server, port, "llama3.2:3b"), id);
    }
}
