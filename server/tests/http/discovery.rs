//! Local models that are found by themselves: what is listed, what is asked, and what never is.

use std::time::Duration;

use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode},
};
use serde_json::{Value, json};
use server::{Config, Live, router};
use tokio::net::TcpListener;

use crate::{
    ask, config, connected, get,
    local_server::{self, Answers, LocalServer, llama_cpp, lm_studio, ollama, vllm},
    serving,
};

/// Returns the configuration of a server that asks these ports.
fn looking(ports: &[u16]) -> Config {
    let mut config = config("127.0.0.1:3000");
    config.discovery.local = true;
    config.discovery.ports = ports.to_vec();
    config
}

async fn list(router: &Router) -> Vec<Value> {
    let (status, _, body) = ask(router.clone(), get("/v1/models")).await;
    assert_eq!(status, StatusCode::OK);
    serde_json::from_str::<Value>(&body).unwrap()["data"].as_array().unwrap().clone()
}

fn ids(list: &[Value]) -> Vec<&str> {
    list.iter().map(|model| model["id"].as_str().unwrap()).collect()
}

async fn complete(router: &Router, model: &str) -> (StatusCode, String) {
    let body =
        json!({ "model": model, "messages": [{ "role": "user", "content": "x" }] }).to_string();
    let request = Request::post("/v1/chat/completions")
        .header("host", "127.0.0.1:3000")
        .header("content-type", "application/json")
        .body(Body::from(body))
        .unwrap();
    let (status, _, body) = ask(router.clone(), request).await;
    let body: Value = serde_json::from_str(&body).unwrap();
    let text = body
        .pointer("/error/message")
        .or_else(|| body.pointer("/choices/0/message/content"))
        .unwrap();
    (status, text.as_str().unwrap().to_owned())
}

fn answering(mut answers: Answers, text: &str) -> Answers {
    let choice =
        json!({ "message": { "role": "assistant", "content": text }, "finish_reason": "stop" });
    answers.insert(
        "POST /v1/chat/completions",
        json!({ "object": "chat.completion", "choices": [choice] }),
    );
    answers
}

async fn all() -> Vec<LocalServer> {
    let models: &[(&'static str, &[&str], u64)] = &[
        ("llama3.2:3b", &["completion", "tools"], 3_200_000_000),
        ("gemma3:12b", &["completion", "vision"], 12_000_000_000),
        ("nomic-embed-text:latest", &["embedding"], 137_000_000),
    ];
    let mut servers = Vec::new();
    for answers in [ollama(models), lm_studio(), llama_cpp(8_000_000_000, true), vllm()] {
        servers.push(local_server::start(answers).await);
    }
    servers
}

#[tokio::test]
async fn what_answers_on_local_ports_is_listed_with_what_it_can_do() {
    let servers = all().await;
    let ports: Vec<_> = servers.iter().map(|server| server.port).collect();
    let server = serving(looking(&ports));
    let found = list(&server).await;
    let model = |kind: &str, port: u16, name: &str, label: &str, fields: Value| {
        let provider = format!("{kind}-{port}");
        let mut insitu = json!({
            "label": format!("{name} ({label})"), "provider": provider, "host": format!("127.0.0.1:{port}"),
            "default": false, "local": true, "tools": null, "images": false, "reasoning": false,
            "structured": null, "fenced": "auto", "window": null, "max_output": null, "parameters": null, "price": null,
        });
        for (key, value) in fields.as_object().unwrap() {
            insitu[key] = value.clone();
        }
        json!({ "id": format!("{provider}/{name}"), "object": "model", "created": 0, "owned_by": provider, "insitu": insitu })
    };
    let mut wanted = vec![
        model(
            "ollama",
            ports[0],
            "llama3.2:3b",
            "Ollama",
            json!({ "tools": true, "fenced": "always", "parameters": 3_200_000_000_u64 }),
        ),
        model(
            "ollama",
            ports[0],
            "gemma3:12b",
            "Ollama",
            json!({ "tools": false, "images": true, "fenced": "always", "parameters": 12_000_000_000_u64 }),
        ),
        model(
            "lmstudio",
            ports[1],
            "qwen2.5-7b-instruct",
            "LM Studio",
            json!({ "tools": true, "window": 8192 }),
        ),
        model("lmstudio", ports[1], "qwen2-vl-7b", "LM Studio", json!({ "images": true })),
        model(
            "llamacpp",
            ports[2],
            "model.gguf",
            "llama.cpp",
            json!({ "tools": true, "window": 16384, "parameters": 8_000_000_000_u64 }),
        ),
        model("vllm", ports[3], "meta-llama/Llama-3.1-8B", "vLLM", json!({ "window": 32768 })),
    ];
    let by_port = |one: &Value| one["insitu"]["host"].as_str().unwrap().to_owned();
    let (mut found, id) = (found, |one: &Value| one["id"].as_str().unwrap().to_owned());
    found.sort_by_key(|one| (by_port(one), id(one)));
    wanted.sort_by_key(|one| (by_port(one), id(one)));
    assert_eq!(found, wanted);
    // No key of a provider and no cookie goes to what happens to listen there.
    for server in &servers {
        assert!(server.headers().iter().all(|headers| !headers.contains_key("authorization")));
    }
    let before: Vec<_> = servers.iter().map(LocalServer::asked).collect();
    list(&server).await;
    assert_eq!(
        servers.iter().map(LocalServer::asked).collect::<Vec<_>>(),
        before,
        "kept for some seconds"
    );
}

#[tokio::test]
async fn a_model_that_was_found_answers_under_its_id_alone() {
    let first =
        local_server::start(answering(ollama(&[("llama3.2:3b", &["completion"], 5)]), "first"))
            .await;
    let second =
        local_server::start(answering(ollama(&[("llama3.2:3b", &["completion"], 5)]), "second"))
            .await;
    let server = serving(looking(&[first.port, second.port]));
    // Asked before anybody has asked for the list.
    for (port, text) in [(first.port, "first"), (second.port, "second")] {
        let id = format!("ollama-{port}/llama3.2:3b");
        assert_eq!(complete(&server, &id).await, (StatusCode::OK, text.to_owned()));
    }
    assert!(first.asked().contains(&"POST /v1/chat/completions llama3.2:3b".to_owned()));
    let (status, text) = complete(&server, "llama3.2:3b").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(
        text.starts_with(
            "No model called `llama3.2:3b` is offered. Ask for one of these: `ollama-"
        ),
        "{text}"
    );
}

#[tokio::test]
async fn a_model_that_went_away_is_refused_with_a_sentence() {
    let provider = local_server::start(ollama(&[
        ("small", &["completion"], 5),
        ("other", &["completion"], 5),
    ]))
    .await;
    let port = provider.port;
    let other = local_server::start(vllm()).await;
    let server = serving(looking(&[port, other.port]));
    let id = format!("ollama-{port}/small");
    assert_eq!(list(&server).await.len(), 3);
    provider.stop().await;
    let (status, text) = complete(&server, &id).await;
    // What was found seconds ago is asked, and its own error says that nothing answers.
    assert_eq!(status, StatusCode::BAD_GATEWAY);
    assert!(text.contains(&format!("127.0.0.1:{port}")), "{text}");
    later(31).await;
    let wanted = format!(
        "The model `{id}` was found at 127.0.0.1:{port} before, and is not there any more. Start it again"
    );
    let (status, text) = complete(&server, &id).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(text.starts_with(&wanted), "{text}");
}

#[tokio::test]
async fn the_window_of_a_model_that_ollama_has_loaded_is_known_from_then_on() {
    let provider = local_server::start(ollama(&[("small", &["completion"], 5)])).await;
    let server = serving(looking(&[provider.port]));
    let window = async || list(&server).await[0]["insitu"]["window"].clone();
    assert_eq!(window().await, Value::Null);
    provider.set("GET /api/ps", json!({ "models": [{ "name": "small", "context_length": 4096 }] }));
    assert_eq!(window().await, Value::Null, "kept for some seconds");
    later(6).await;
    assert_eq!(window().await, 4096);
    provider.set("GET /api/ps", json!({ "models": [] }));
    later(6).await;
    assert_eq!(window().await, 4096, "it will be loaded with the same again");
    let shown =
        provider.asked().iter().filter(|request| request.starts_with("POST /api/show")).count();
    assert_eq!(shown, 1, "what does not change is asked once");
}

/// Moves the clock of everything that is kept for some time.
async fn later(seconds: u64) {
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(seconds)).await;
    tokio::time::resume();
}

#[tokio::test]
async fn configured_models_come_first_and_are_listed_once() {
    let models: &[(&'static str, &[&str], u64)] = &[
        ("small", &["completion"], 5),
        ("hidden", &["completion"], 5),
        ("other", &["completion"], 5),
    ];
    let provider = local_server::start(ollama(models)).await;
    let mut config = connected(&provider.base());
    config.discovery = looking(&[provider.port]).discovery;
    config.models[0].id = "mine".into();
    config.models[0].name = "small".into();
    config.models.push(server::config::Model {
        offered: false,
        ..server::config::Model::new("hidden", "scripted")
    });
    let server = serving(config);
    assert_eq!(ids(&list(&server).await), ["mine", &format!("ollama-{}/other", provider.port)]);
    for refused in ["hidden", "small"] {
        let id = format!("ollama-{}/{refused}", provider.port);
        assert_eq!(complete(&server, &id).await.0, StatusCode::NOT_FOUND, "{id}");
    }
}

#[tokio::test]
async fn nothing_is_asked_where_it_is_switched_off_or_the_port_is_our_own() {
    let provider = local_server::start(ollama(&[("small", &["completion"], 5)])).await;
    let mut off = looking(&[provider.port]);
    off.discovery.local = false;
    assert_eq!(list(&serving(off)).await, Vec::<Value>::new());
    let live = Live::new(looking(&[provider.port])).unwrap();
    live.listens_on(provider.port);
    assert_eq!(list(&router(&live).unwrap()).await, Vec::<Value>::new());
    assert_eq!(provider.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn two_relays_do_not_ask_each_other_in_turn() {
    let provider = local_server::start(ollama(&[("small", &["completion"], 5)])).await;
    let server = serving(looking(&[provider.port]));
    let mut request = get("/v1/models");
    request.headers_mut().insert("x-insitu-discovery", "1".parse().unwrap());
    let (_, _, body) = ask(server, request).await;
    assert_eq!(body, r#"{"data":[],"object":"list"}"#);
    assert!(provider.asked().is_empty());
    let entry = json!({ "id": "theirs", "object": "model", "insitu": { "label": "theirs" } });
    let relay =
        local_server::start(Answers::from([("GET /v1/models", json!({ "data": [entry] }))])).await;
    assert_eq!(list(&serving(looking(&[relay.port]))).await, Vec::<Value>::new());
    assert!(relay.headers().iter().all(|headers| headers.contains_key("x-insitu-discovery")));
}

#[tokio::test]
async fn hostile_and_broken_servers_delay_nobody_and_are_left_out() {
    let good = local_server::start(vllm()).await;
    let elsewhere = local_server::start(vllm()).await;
    let redirect = format!("http://127.0.0.1:{}/v1/models", elsewhere.port);
    let redirecting =
        local_server::start(Answers::from([("GET /v1/models", json!(redirect))])).await;
    let entry =
        json!({ "id": "large", "max_model_len": 5, "padding": "x".repeat(3 * 1024 * 1024) });
    let large =
        local_server::start(Answers::from([("GET /v1/models", json!({ "data": [entry] }))])).await;
    let garbage =
        local_server::start(Answers::from([("GET /v1/models", json!("<html>a website</html>"))]))
            .await;
    let odd =
        json!({ "data": [{ "id": 5 }, "text", null, { "id": "line\nbreak" }, { "owned_by": [] }] });
    let odd = local_server::start(Answers::from([("GET /v1/models", odd)])).await;
    // It accepts connections, as the kernel does for it, and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let ports = [
        redirecting.port,
        large.port,
        garbage.port,
        odd.port,
        silent.local_addr().unwrap().port(),
        closed,
        good.port,
    ];
    let server = serving(looking(&ports));
    // The limit is for a list that waits for the one that never answers.
    let listed = tokio::time::timeout(Duration::from_secs(60), list(&server)).await.unwrap();
    assert_eq!(ids(&listed), [format!("vllm-{}/meta-llama/Llama-3.1-8B", good.port)]);
    assert_eq!(elsewhere.asked(), Vec::<String>::new());
}
