//! Servers of local models as the tests need them: real HTTP on a free port of 127.0.0.1, answers
//! by path in the form that Ollama, LM Studio, llama.cpp and vLLM document, and a record of what
//! was asked.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, task::JoinHandle};

/// What a server answers, by method and path; the rest is not found.
pub(crate) type Answers = BTreeMap<&'static str, Value>;

/// A server that runs until it is stopped or dropped.
pub(crate) struct LocalServer {
    pub(crate) port: u16,
    shared: Shared,
    task: JoinHandle<()>,
}

#[derive(Clone, Default)]
struct Shared {
    answers: Arc<Mutex<Answers>>,
    asked: Arc<Mutex<Vec<(String, HeaderMap)>>>,
    bodies: Arc<Mutex<Vec<String>>>,
}

/// Starts a server with these answers.
pub(crate) async fn start(answers: Answers) -> LocalServer {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let shared = Shared { answers: Arc::new(Mutex::new(answers)), ..Shared::default() };
    let router = Router::new().fallback(answer).with_state(shared.clone());
    let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    LocalServer { port, shared, task }
}

impl LocalServer {
    /// Returns the address that a configuration would have.
    pub(crate) fn base(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// Returns the requests so far, sorted, since some are sent at a time.
    pub(crate) fn asked(&self) -> Vec<String> {
        let mut asked: Vec<_> =
            self.shared.asked.lock().unwrap().iter().map(|(request, _)| request.clone()).collect();
        asked.sort();
        asked
    }

    /// Returns the headers of each request so far.
    pub(crate) fn headers(&self) -> Vec<HeaderMap> {
        self.shared.asked.lock().unwrap().iter().map(|(_, headers)| headers.clone()).collect()
    }

    /// Returns the body of each request so far.
    pub(crate) fn bodies(&self) -> Vec<String> {
        self.shared.bodies.lock().unwrap().clone()
    }

    /// Answers differently from now on.
    pub(crate) fn set(&self, path: &'static str, answer: Value) {
        self.shared.answers.lock().unwrap().insert(path, answer);
    }

    /// Closes the port.
    pub(crate) async fn stop(self) {
        self.task.abort();
        let _ = self.task.await;
    }
}

async fn answer(
    State(shared): State<Shared>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let path = format!("{method} {}", uri.path());
    let name = serde_json::from_slice::<Value>(&body)
        .ok()
        .and_then(|body| body["model"].as_str().map(str::to_owned));
    let request = name.as_ref().map_or_else(|| path.clone(), |name| format!("{path} {name}"));
    shared.bodies.lock().unwrap().push(String::from_utf8(body.to_vec()).unwrap());
    shared.asked.lock().unwrap().push((request.clone(), headers));
    let answers = shared.answers.lock().unwrap();
    match answers.get(request.as_str()).or_else(|| answers.get(path.as_str())) {
        Some(Value::String(address)) if address.starts_with("http") => {
            (StatusCode::FOUND, [(header::LOCATION, address.clone())]).into_response()
        }
        Some(Value::String(text)) => text.clone().into_response(),
        Some(answer) => axum::Json(answer).into_response(),
        None => (StatusCode::NOT_FOUND, "404 page not found").into_response(),
    }
}

/// Ollama with these models, each with capabilities and a number of parameters.
pub(crate) fn ollama(models: &[(&'static str, &[&str], u64)]) -> Answers {
    let mut answers = Answers::new();
    let tags = models
        .iter()
        .map(|(name, ..)| json!({ "name": name, "model": name, "digest": format!("sha-{name}") }));
    answers.insert("GET /api/tags", json!({ "models": tags.collect::<Vec<_>>() }));
    let list = models
        .iter()
        .map(|(name, ..)| json!({ "id": name, "object": "model", "owned_by": "library" }));
    answers.insert("GET /v1/models", json!({ "object": "list", "data": list.collect::<Vec<_>>() }));
    for (name, capabilities, parameters) in models {
        let show = json!({
            "capabilities": capabilities,
            "model_info": { "general.parameter_count": parameters, "llama.context_length": 131072 },
        });
        let request: &'static str = format!("POST /api/show {name}").leak();
        answers.insert(request, show);
    }
    answers.insert("GET /api/ps", json!({ "models": [] }));
    answers
}

/// llama.cpp with one model.
pub(crate) fn llama_cpp(parameters: u64, tools: bool) -> Answers {
    let meta = json!({ "n_params": parameters, "n_ctx_train": 131072 });
    let list = json!({ "object": "list", "data": [{ "id": "model.gguf", "owned_by": "llamacpp", "meta": meta }] });
    let caps = json!({ "supports_tools": tools, "supports_tool_calls": tools });
    let props = json!({
        "chat_template_caps": caps, "chat_template": "…", "modalities": { "vision": false },
        "default_generation_settings": { "n_ctx": 16384 },
    });
    Answers::from([("GET /v1/models", list), ("GET /props", props)])
}

/// LM Studio with a model that is loaded, one that sees and is not loaded, and one for embeddings.
pub(crate) fn lm_studio() -> Answers {
    let entry = |id: &str, kind: &str, state: &str| json!({ "id": id, "object": "model", "type": kind, "state": state, "max_context_length": 32768 });
    let mut loaded = entry("qwen2.5-7b-instruct", "llm", "loaded");
    loaded["loaded_context_length"] = json!(8192);
    loaded["capabilities"] = json!(["tool_use"]);
    let list = json!({ "object": "list", "data": [
        loaded, entry("qwen2-vl-7b", "vlm", "not-loaded"), entry("nomic-embed", "embeddings", "not-loaded"),
    ] });
    let plain = json!({ "object": "list", "data": [
        { "id": "qwen2.5-7b-instruct", "owned_by": "organization_owner" },
        { "id": "qwen2-vl-7b", "owned_by": "organization_owner" },
        { "id": "nomic-embed", "owned_by": "organization_owner" },
    ] });
    let unexpected = json!({ "error": "Unexpected endpoint or method. (GET /api/tags)" });
    Answers::from([
        ("GET /v1/models", plain),
        ("GET /api/v0/models", list),
        ("GET /api/tags", unexpected),
    ])
}

/// vLLM with one model.
pub(crate) fn vllm() -> Answers {
    let entry = json!({ "id": "meta-llama/Llama-3.1-8B", "object": "model", "owned_by": "vllm", "max_model_len": 32768 });
    Answers::from([("GET /v1/models", json!({ "object": "list", "data": [entry] }))])
}
