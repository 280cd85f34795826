//! What the server finds out about a configured model from its provider, and what the page and the
//! provider get of that.

use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode},
};
use serde_json::{Value, json};
use server::config::Fenced;

use crate::{
    ask, connected, get,
    local_server::{self, Answers, LocalServer, llama_cpp, lm_studio, ollama, vllm},
    serving,
    upstream::{self, Answer, Step},
};

fn server(provider: &LocalServer, name: &str, fenced: Fenced) -> Router {
    let mut config = connected(&provider.base());
    config.models[0].name = name.to_owned();
    config.models[0].fenced = fenced;
    serving(config)
}

/// Returns what the list says of the model.
async fn listed(router: &Router) -> Value {
    let (status, _, body) = ask(router.clone(), get("/v1/models")).await;
    assert_eq!(status, StatusCode::OK);
    let list: Value = serde_json::from_str(&body).unwrap();
    list["data"][0]["insitu"].clone()
}

#[tokio::test]
async fn the_page_learns_what_the_model_can_do_from_what_its_server_says() {
    const LLAMA: &[&str] = &["GET /props", "GET /v1/models"];
    const OLLAMA: &[&str] = &[
        "GET /api/ps",
        "GET /api/tags",
        "GET /api/v0/models",
        "GET /v1/models",
        "POST /api/show small",
    ];
    const STUDIO: &[&str] = &["GET /api/tags", "GET /api/v0/models", "GET /v1/models"];
    const NEITHER: &[&str] =
        &["GET /api/tags", "GET /api/v0/models", "GET /props", "GET /v1/models"];
    let old = Answers::from([("GET /props", json!({ "chat_template": "{% if tools %}…" }))]);
    let big: &[(&'static str, &[&str], u64)] =
        &[("small", &["completion", "tools", "vision"], 8_000_000_000), ("other", &[], 5)];
    /// Name, answers, how tools are called, window, vision, parameters, and what was asked.
    type Case<'a> = (&'a str, Answers, &'a str, Value, bool, Value, &'a [&'a str]);
    let cases: [Case; 9] = [
        (
            "small",
            llama_cpp(1_777_088_000, true),
            "always",
            json!(16384),
            false,
            json!(1_777_088_000),
            LLAMA,
        ),
        (
            "small",
            llama_cpp(8_000_000_000, true),
            "auto",
            json!(16384),
            false,
            json!(8_000_000_000_u64),
            LLAMA,
        ),
        (
            "small",
            llama_cpp(8_000_000_000, false),
            "always",
            json!(16384),
            false,
            json!(8_000_000_000_u64),
            LLAMA,
        ),
        (
            "small",
            old,
            "auto",
            Value::Null,
            false,
            Value::Null,
            &["GET /api/tags", "GET /api/v0/models", "GET /props", "GET /props", "GET /v1/models"],
        ),
        ("small", ollama(big), "auto", Value::Null, true, json!(8_000_000_000_u64), OLLAMA),
        (
            "small",
            ollama(&[("small", &["completion"], 8_000_000_000)]),
            "always",
            Value::Null,
            false,
            json!(8_000_000_000_u64),
            OLLAMA,
        ),
        ("qwen2.5-7b-instruct", lm_studio(), "auto", json!(8192), false, Value::Null, STUDIO),
        (
            "meta-llama/Llama-3.1-8B",
            vllm(),
            "auto",
            json!(32768),
            false,
            Value::Null,
            &["GET /v1/models"],
        ),
        ("small", Answers::new(), "auto", Value::Null, false, Value::Null, NEITHER),
    ];
    for (name, answers, fenced, window, images, parameters, requests) in cases {
        let provider = local_server::start(answers).await;
        let server = server(&provider, name, Fenced::Auto);
        for _ in 0..2 {
            let insitu = listed(&server).await;
            assert_eq!(insitu["fenced"], fenced, "{requests:?}");
            assert_eq!(
                (&insitu["window"], &insitu["parameters"]),
                (&window, &parameters),
                "{requests:?}"
            );
            assert_eq!(
                (&insitu["images"], &insitu["local"]),
                (&json!(images), &json!(true)),
                "{requests:?}"
            );
        }
        // Asked once, however often the page is opened within seconds.
        assert_eq!(provider.asked(), requests);
        assert!(
            provider
                .headers()
                .iter()
                .all(|headers| headers["authorization"] == "Bearer secret-key-123")
        );
    }
}

#[tokio::test]
async fn the_configuration_decides_where_it_says_something() {
    for (configured, word) in [(Fenced::Always, "always"), (Fenced::Never, "never")] {
        let provider = local_server::start(llama_cpp(1_777_088_000, true)).await;
        assert_eq!(listed(&server(&provider, "small", configured)).await["fenced"], word);
    }
    let provider = local_server::start(llama_cpp(1_777_088_000, true)).await;
    let mut config = connected(&provider.base());
    config.models[0].window = Some(4096);
    config.models[0].vision = Some(true);
    config.models[0].tools = Some(false);
    let insitu = listed(&serving(config)).await;
    assert_eq!(
        (&insitu["window"], &insitu["images"], &insitu["tools"]),
        (&json!(4096), &json!(true), &json!(false))
    );
}

#[tokio::test]
async fn a_hosted_service_is_asked_for_its_list_alone() {
    let entry =
        json!({ "id": "small", "context_length": 200_000, "supported_parameters": ["tools"] });
    let provider =
        local_server::start(Answers::from([("GET /v1/models", json!({ "data": [entry] }))])).await;
    let mut config = connected(&provider.base());
    // An address that is not one of this machine or network as far as its name shows.
    config.providers[0].base =
        format!("http://127.0.0.1.nip.test:{}/v1", provider.port).parse().unwrap();
    assert!(!config.providers[0].is_near() && !config.providers[0].is_local());
    // It does not resolve, so that nothing is known, and the list is there all the same.
    assert_eq!(listed(&serving(config)).await["window"], Value::Null);
    assert_eq!(provider.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn a_small_model_is_asked_without_randomness() {
    let json_of = |body: &Value| {
        Answer::status("200 OK\r\ncontent-type: application/json", &body.to_string())
    };
    for (parameters, temperature) in [(1_777_088_000, Some(0.0)), (8_000_000_000, None)] {
        let end = "data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
        let answers = llama_cpp(parameters, true);
        let scripted = vec![
            json_of(&answers["GET /v1/models"]),
            json_of(&answers["GET /props"]),
            Answer::stream(vec![Step::Send(end.into())]),
        ];
        let provider = upstream::start(scripted).await;
        let server = serving(connected(&provider.base));
        listed(&server).await;
        let body =
            json!({ "messages": [{ "role": "user", "content": "x" }], "stream": true }).to_string();
        let request = Request::post("/v1/chat/completions")
            .header("host", "127.0.0.1:3000")
            .header("content-type", "application/json")
            .body(Body::from(body))
            .unwrap();
        assert_eq!(ask(server, request).await.0, StatusCode::OK);
        assert_eq!(provider.received.lock().unwrap()[2].body["temperature"].as_f64(), temperature);
    }
}

#[tokio::test]
async fn an_image_reaches_a_model_that_sees_before_anybody_has_asked_for_the_list() {
    let pixel = "data:image/png;base64,iVBORw0KGgo=";
    let part = json!({ "type": "image_url", "image_url": { "url": pixel } });
    for (capabilities, sent) in [(["completion", "vision"], true), (["completion", "tools"], false)]
    {
        let mut answers = ollama(&[("small", &capabilities, 8_000_000_000)]);
        let choice =
            json!({ "message": { "role": "assistant", "content": "x" }, "finish_reason": "stop" });
        answers.insert("POST /v1/chat/completions", json!({ "choices": [choice] }));
        let provider = local_server::start(answers).await;
        let body =
            json!({ "messages": [{ "role": "user", "content": [part.clone()] }] }).to_string();
        let request = Request::post("/v1/chat/completions")
            .header("host", "127.0.0.1:3000")
            .header("content-type", "application/json")
            .body(Body::from(body))
            .unwrap();
        let (status, _, body) = ask(server(&provider, "small", Fenced::Auto), request).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        assert_eq!(provider.bodies().last().unwrap().contains(pixel), sent, "{capabilities:?}");
    }
}
