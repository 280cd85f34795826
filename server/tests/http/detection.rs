//! What the server finds out about the model from its provider, and what the page and the provider get of that.

use std::time::Duration;

use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode},
};
use serde_json::{Value, json};
use server::config::Fenced;

use crate::{
    ask, connected, get, serving,
    upstream::{self, Answer, Provider},
};

fn json_of(body: &Value) -> Answer {
    Answer::status("200 OK\r\ncontent-type: application/json", &body.to_string())
}

fn unknown() -> Answer {
    Answer::status("404 Not Found\r\ncontent-type: application/json", r#"{"error":{"message":"not found"}}"#)
}

fn llama_cpp(parameters: u64, tools: bool) -> Vec<Answer> {
    let list =
        json!({ "object": "list", "data": [{ "id": "model.gguf", "meta": { "n_params": parameters } }] });
    let caps = json!({ "supports_tools": tools, "supports_tool_calls": tools });
    vec![json_of(&list), json_of(&json!({ "chat_template_caps": caps, "chat_template": "…" }))]
}

fn ollama(capabilities: &[&str], parameters: u64) -> Vec<Answer> {
    let list = json!({ "object": "list", "data": [{ "id": "small", "owned_by": "library" }] });
    let show =
        json!({ "capabilities": capabilities, "model_info": { "general.parameter_count": parameters } });
    vec![json_of(&list), json_of(&show)]
}

fn server(provider: &Provider, fenced: Fenced) -> Router {
    let mut config = connected(&provider.base);
    config.models[0].fenced = fenced;
    serving(config)
}

async fn fenced(router: &Router) -> String {
    let (status, _, body) = ask(router.clone(), get("/v1/models")).await;
    assert_eq!(status, StatusCode::OK);
    let list: Value = serde_json::from_str(&body).unwrap();
    list["data"][0]["insitu"]["fenced"].as_str().unwrap().to_owned()
}

/// Returns the request lines that the provider received, in order.
fn asked(provider: &Provider) -> Vec<String> {
    let received = provider.received.lock().unwrap();
    received.iter().map(|request| request.head.lines().next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_page_learns_how_the_model_calls_tools_from_what_its_server_says() {
    const LLAMA: [&str; 2] = ["get /v1/models http/1.1", "get /props http/1.1"];
    const OLLAMA: [&str; 2] = ["get /v1/models http/1.1", "post /api/show http/1.1"];
    const NEITHER: [&str; 3] = ["get /v1/models http/1.1", "post /api/show http/1.1", "get /props http/1.1"];
    let cases: [(Vec<Answer>, &str, &[&str]); 7] = [
        (llama_cpp(1_777_088_000, true), "always", &LLAMA),
        (llama_cpp(8_000_000_000, true), "auto", &LLAMA),
        (llama_cpp(8_000_000_000, false), "always", &LLAMA),
        (ollama(&["completion", "tools"], 8_000_000_000), "auto", &OLLAMA),
        (ollama(&["completion"], 8_000_000_000), "always", &OLLAMA),
        (ollama(&["completion", "tools"], 1_500_000_000), "always", &OLLAMA),
        (vec![unknown(), unknown(), unknown()], "auto", &NEITHER),
    ];
    for (answers, expected, requests) in cases {
        let provider = upstream::start(answers).await;
        let server = server(&provider, Fenced::Auto);
        assert_eq!(fenced(&server).await, expected, "{requests:?}");
        // Asked once: the provider has no further answer.
        assert_eq!(fenced(&server).await, expected, "{requests:?}");
        assert_eq!(asked(&provider), requests);
        let received = provider.received.lock().unwrap();
        assert!(received.iter().all(|request| request.head.contains("authorization: bearer secret-key-123")));
    }
}

#[tokio::test]
async fn the_configuration_decides_where_it_says_something() {
    for (configured, word) in [(Fenced::Always, "always"), (Fenced::Never, "never")] {
        let provider = upstream::start(llama_cpp(1_777_088_000, true)).await;
        assert_eq!(fenced(&server(&provider, configured)).await, word);
    }
}

#[tokio::test]
async fn a_server_that_is_silent_delays_the_list_for_seconds_only_and_is_asked_again() {
    let silent = Answer::stream(vec![upstream::Step::AwaitClose]);
    let provider = upstream::start([vec![silent], llama_cpp(1_777_088_000, true)].concat()).await;
    let server = server(&provider, Fenced::Auto);
    let first = tokio::time::timeout(Duration::from_secs(5), fenced(&server)).await;
    assert_eq!(first.unwrap(), "auto");
    assert_eq!(fenced(&server).await, "always");
}

#[tokio::test]
async fn a_small_model_is_asked_without_randomness() {
    for (parameters, temperature) in [(1_777_088_000, json!(0.0)), (8_000_000_000, Value::Null)] {
        let end = "data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
        let answers =
            [llama_cpp(parameters, true), vec![Answer::stream(vec![upstream::Step::Send(end.into())])]];
        let provider = upstream::start(answers.concat()).await;
        let server = server(&provider, Fenced::Auto);
        fenced(&server).await;
        let body = json!({ "messages": [{ "role": "user", "content": "x" }], "stream": true }).to_string();
        let request = Request::post("/v1/chat/completions")
            .header("host", "127.0.0.1:3000")
            .header("content-type", "application/json")
            .body(Body::from(body))
            .unwrap();
        assert_eq!(ask(server, request).await.0, StatusCode::OK);
        assert_eq!(provider.received.lock().unwrap()[2].body["temperature"], temperature);
    }
}
