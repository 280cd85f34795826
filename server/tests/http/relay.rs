//! The relay against a provider that streams, calls tools, fails and falls silent.

use chat::{
    Delta, FinishReason, Usage,
    wire::{self, Event},
};
use providers::Frames;
use serde_json::{Value, json};
use server::config::{Currency, Price};
use tokio::net::TcpListener;

use super::*;
use crate::upstream::{Answer, Step, faults, start};

pub(crate) fn post(body: &Value) -> Request<Body> {
    let request = Request::post("/v1/chat/completions").header("host", "127.0.0.1:3000");
    request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap()
}

pub(crate) fn question(stream: bool) -> Value {
    json!({
        "model": "small", "stream": stream, "stream_options": { "include_usage": true },
        "messages": [{ "role": "user", "content": "What is 1+1?" }],
    })
}

pub(crate) fn sse(events: &[Value]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).collect()
}

pub(crate) fn text(text: &str) -> Value {
    json!({ "choices": [{ "index": 0, "delta": { "content": text }, "finish_reason": null }] })
}

pub(crate) fn finish(reason: &str) -> Value {
    json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] })
}

/// Reads a stream strictly; returns the deltas, then how it ended.
pub(crate) fn read(body: &str) -> (Vec<Delta>, Result<(), String>) {
    let mut deltas = Vec::new();
    for frame in Frames::new().read(body.as_bytes()).unwrap() {
        match wire::event(&frame.data).unwrap() {
            Event::Deltas(more) => deltas.extend(more),
            Event::Failed(failure) => return (deltas, Err(failure.message)),
            Event::Done => return (deltas, Ok(())),
            Event::Unknown => panic!("the relay sent an event of an unknown kind"),
        }
    }
    (deltas, Err("the stream has no end mark".to_owned()))
}

#[tokio::test]
async fn text_split_at_every_byte_arrives_whole() {
    let answer = format!(
        ": warming up\r\n\r\n{}data: [DONE]\n\n",
        sse(&[text("größer 🙂"), finish("stop")])
    );
    let provider = start(vec![Answer::stream(vec![Step::Bytewise(answer)])]).await;
    let (status, headers, body) = ask(with_provider(&provider.base), post(&question(true))).await;
    assert_eq!(
        (status, &headers["content-type"]),
        (StatusCode::OK, &"text/event-stream".parse().unwrap())
    );
    assert_eq!(
        read(&body),
        (vec![Delta::Text("größer 🙂".into()), Delta::Finish(FinishReason::Stop)], Ok(()))
    );
    let received = provider.received.lock().unwrap().remove(0);
    assert!(
        received.head.starts_with("post /v1/chat/completions http/1.1\r\n"),
        "{}",
        received.head
    );
    assert!(received.head.contains("authorization: bearer secret-key-123"), "{}", received.head);
    assert_eq!(
        received.body,
        json!({
            "model": "small", "messages": [{ "role": "user", "content": "What is 1+1?" }],
            "stream": true, "stream_options": { "include_usage": true },
        })
    );
}

#[tokio::test]
async fn a_turn_with_parallel_calls_is_relayed_and_well_formed() {
    let call = |id: &str, code: &str| json!({ "id": id, "function": { "name": "run_python", "arguments": { "code": code } } });
    let calls = json!({ "choices": [{ "delta": { "tool_calls": [call("a", "1"), call("b", "2")] }, "finish_reason": "stop" }] });
    let usage = json!({ "choices": [], "usage": { "prompt_tokens": 5, "completion_tokens": 2 } });
    let answer = Answer::stream(vec![Step::Send(sse(&[calls, usage]) + "data: [DONE]\n\n")]);
    let done = Answer::stream(vec![Step::Send(
        sse(&[text("Done."), finish("stop")]) + "data: [DONE]\n\n",
    )]);
    let provider = start(vec![answer, done]).await;
    let router = with_provider(&provider.base);
    let (_, _, body) = ask(router.clone(), post(&question(true))).await;
    let piece = |index, id: &str, code: &str| Delta::ToolCall {
        index,
        id: Some(id.into()),
        name: Some("run_python".into()),
        arguments: format!("{{\"code\":\"{code}\"}}"),
        extra: None,
    };
    let wanted = vec![
        piece(0, "a", "1"),
        piece(1, "b", "2"),
        Delta::Finish(FinishReason::ToolCalls),
        Delta::Usage(Usage { input: 5, output: 2, ..Usage::default() }),
    ];
    assert_eq!(read(&body), (wanted, Ok(())));

    let called = |id: &str| json!({ "id": id, "type": "function", "function": { "name": "run_python", "arguments": "{}" } });
    let mut second = question(true);
    second["messages"].as_array_mut().unwrap().extend([
        json!({ "role": "assistant", "content": null, "tool_calls": [called("a"), called("b")] }),
        json!({ "role": "tool", "tool_call_id": "a", "content": "1" }),
        json!({ "role": "tool", "tool_call_id": "b", "content": "KeyError: 'price'" }),
    ]);
    let (_, _, body) = ask(router, post(&second)).await;
    assert_eq!(read(&body).1, Ok(()));
    let received = provider.received.lock().unwrap().clone();
    assert_eq!(received[1].body["messages"], second["messages"]);
    assert_eq!(faults(&received[1].body), Vec::<String>::new());
}

#[test]
fn the_test_provider_detects_a_broken_conversation() {
    let broken = json!({ "messages": [
        { "role": "assistant", "tool_calls": [{ "id": "a" }] }, { "role": "tool", "tool_call_id": "b" },
    ] });
    assert_eq!(faults(&broken), ["b answered without having been called", "a not answered"]);
}

#[tokio::test]
async fn a_stream_that_is_cut_or_fails_ends_with_an_error_and_no_end_mark() {
    let cut_off = "The model's answer was cut off before its end. Ask again.";
    let failure = json!({ "error": { "message": "CUDA out of memory", "code": 500 } });
    let start_of = |rest: &str| Step::Send(sse(&[text("One ")]) + rest);
    for (steps, wanted) in [
        (vec![start_of("")], cut_off),
        (vec![start_of("data: {\"cho"), Step::Cut], cut_off),
        (
            vec![start_of(&sse(&[failure]))],
            "The model's provider failed while it was answering. Ask again. It said: “CUDA out of memory”",
        ),
        (
            vec![start_of("data: {\"choices\":\n\n")],
            "The provider's answer is not in the expected format. Check `kind` and `base_url` in insitu.toml, or \
             INSITU_BASE_URL. (not JSON (EOF while parsing a value at line 1 column 11))",
        ),
        (
            vec![start_of(""), Step::AwaitClose],
            "The model's provider at HOST was silent for 2 seconds. Try again, or see whether it is overloaded.",
        ),
    ] {
        let provider = start(vec![Answer::stream(steps)]).await;
        let (status, _, body) = ask(with_provider(&provider.base), post(&question(true))).await;
        assert_eq!(status, StatusCode::OK);
        assert!(!body.contains("[DONE]"), "{body}");
        let host = provider.base.trim_start_matches("http://").trim_end_matches("/v1").to_owned();
        let wanted = (vec![Delta::Text("One ".into())], Err(wanted.replace("HOST", &host)));
        assert_eq!(read(&body), wanted);
    }
}

#[tokio::test]
async fn a_refusal_becomes_a_status_and_a_sentence() {
    let check = async |answer: Answer, status: u16, code: &str, message: &str| {
        let provider = start(vec![answer]).await;
        let (got, headers, body) = ask(with_provider(&provider.base), post(&question(true))).await;
        let error = serde_json::from_str::<Value>(&body).unwrap()["error"].clone();
        assert_eq!((got.as_u16(), error["code"].as_str().unwrap()), (status, code));
        assert_eq!(error["message"], message);
        headers
    };
    check(
        Answer::status("401 Unauthorized", r#"{"error":{"message":"Wrong key secret-key-123"}}"#),
        502,
        "provider_key",
        "The model's provider refused the API key (HTTP 401). Check its `key` in insitu.toml, or INSITU_API_KEY. It said: “Wrong key [key]”",
    )
    .await;
    let busy = "429 Too Many Requests\r\nretry-after: 7";
    let headers = check(
        Answer::status(busy, ""),
        429,
        "rate_limit_exceeded",
        "The model's provider is asked too often (HTTP 429). Try again in 7 s.",
    )
    .await;
    assert_eq!(headers["retry-after"], "7");
    check(
        Answer::status("500 Internal Server Error", "boom"),
        502,
        "provider_failed",
        "The model's provider has a fault of its own (HTTP 500). Try again in a moment. It said: “boom”",
    )
    .await;
}

#[tokio::test]
async fn an_unreachable_provider_is_named() {
    // A port that was free a moment ago and that has no listener.
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let (status, _, body) =
        ask(with_provider(&format!("http://{free}/v1")), post(&question(true))).await;
    assert_eq!(status, StatusCode::BAD_GATEWAY);
    assert!(body.contains(&format!("Nothing answers at {free}.")), "{body}");
}

#[tokio::test]
async fn a_server_that_refuses_stream_options_is_asked_again_without() {
    let refusal = Answer::status("400 Bad Request", r#"{"error":"unknown field stream_options"}"#);
    let answer = Answer::stream(vec![Step::Send(sse(&[text("Two."), finish("stop")]))]);
    let provider = start(vec![refusal, answer]).await;
    let (_, _, body) = ask(with_provider(&provider.base), post(&question(true))).await;
    assert_eq!(read(&body).1, Ok(()));
    let received = provider.received.lock().unwrap().clone();
    let asked: Vec<_> =
        received.iter().map(|request| request.body.get("stream_options").is_some()).collect();
    assert_eq!(asked, [true, false]);
}

#[tokio::test]
async fn a_client_that_wants_no_stream_gets_one_object() {
    let answer = Answer::stream(vec![Step::Send(sse(&[text("Tw"), text("o."), finish("stop")]))]);
    let provider = start(vec![answer]).await;
    let (status, _, body) = ask(with_provider(&provider.base), post(&question(false))).await;
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &body["object"]), (StatusCode::OK, &json!("chat.completion")));
    let message = json!({ "role": "assistant", "content": "Two." });
    assert_eq!(
        body["choices"],
        json!([{ "index": 0, "message": message, "finish_reason": "stop" }])
    );
}

#[tokio::test]
async fn closing_the_page_ends_the_providers_call() {
    let begun = Answer::stream(vec![Step::Send(sse(&[text("One ")])), Step::AwaitClose]);
    let provider = start(vec![begun]).await;
    let (base, client) = serve(&provider.base).await;
    let mut response = client.post(base).json(&question(true)).send().await.unwrap();
    let mut seen = String::new();
    while !seen.contains("One ") {
        seen.push_str(std::str::from_utf8(&response.chunk().await.unwrap().unwrap()).unwrap());
    }
    drop(response);
    provider.was_closed().await;
}

#[tokio::test]
async fn closing_the_page_before_the_first_word_ends_the_providers_call_too() {
    let provider = start(vec![Answer { head: "", steps: vec![Step::AwaitClose] }]).await;
    let (base, client) = serve(&provider.base).await;
    let asking = tokio::spawn(client.post(base).json(&question(true)).send());
    while provider.received.lock().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    asking.abort();
    provider.was_closed().await;
}

/// Starts the server on a real port; returns its relay's address, and a client that sends the host
/// name that it knows.
async fn serve(provider: &str) -> (String, reqwest::Client) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1/chat/completions", listener.local_addr().unwrap());
    let mut config = connected(provider);
    let patience = Duration::from_secs(600);
    (config.upstream.first_byte, config.upstream.idle) = (patience, patience);
    let router = serving(config);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (base, reqwest::Client::new())
}

#[tokio::test]
async fn a_request_that_cannot_be_used_says_why() {
    let check = async |request: Request<Body>, status: u16, message: &str| {
        let (got, _, body) = ask(alone(), request).await;
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((got.as_u16(), body["error"]["message"].as_str().unwrap()), (status, message));
    };
    let no_model = "No language model is connected to this server. Write an insitu.toml, or set INSITU_BASE_URL and \
                    INSITU_MODEL, and start it again; the built-in planner works without.";
    check(post(&question(true)), 503, no_model).await;
    check(post(&json!({})), 400, "The request cannot be used: messages: is missing; add it").await;
    let large = json!({ "messages": "x".repeat(21 * 1024 * 1024) });
    let advice =
        "this server takes 20 MB at most. Start a new session, or have fewer figures in it.";
    check(post(&large), 413, &format!("The request has more than 20 MB, and {advice}")).await;
    let mut announced = post(&json!({}));
    announced.headers_mut().insert("content-length", (22 * 1024 * 1024).into());
    check(announced, 413, &format!("The request has 22.0 MB, and {advice}")).await;
    let with = |name: &'static str, value: &'static str| {
        let mut request = post(&question(true));
        request.headers_mut().insert(name, value.parse().unwrap());
        request
    };
    let other = "This request comes from another website. Only Insitu's own page and programs outside of browsers may \
                 use the relay.";
    check(with("sec-fetch-site", "cross-site"), 403, other).await;
    check(with("sec-fetch-site", "same-site"), 403, other).await;
    check(with("origin", "https://evil.example"), 403, other).await;
    check(with("origin", "null"), 403, other).await;
    check(with("origin", "http://127.0.0.1:3000"), 503, no_model).await;
    check(with("sec-fetch-site", "same-origin"), 503, no_model).await;
    check(
        with("content-type", "text/plain"),
        415,
        "Send the request as `Content-Type: application/json`.",
    )
    .await;
}

#[tokio::test]
async fn the_model_is_listed_if_there_is_one() {
    let list = async |router: Router| {
        serde_json::from_str::<Value>(&ask(router, get("/v1/models")).await.2).unwrap()
    };
    assert_eq!(list(alone()).await, json!({ "object": "list", "data": [] }));
    let insitu = json!({
        "label": "small", "provider": "scripted", "host": "127.0.0.1:9", "default": true, "local": true,
        "tools": null, "images": false, "reasoning": false, "structured": null, "fenced": "auto",
        "window": null, "max_output": null, "parameters": null, "price": null,
    });
    let model = json!({
        "id": "small", "object": "model", "created": 0, "owned_by": "scripted", "insitu": insitu,
    });
    let server = with_provider("http://127.0.0.1:9/v1");
    assert_eq!(list(server.clone()).await, json!({ "object": "list", "data": [model] }));
    let one: Value = serde_json::from_str(&ask(server, get("/v1/models/small")).await.2).unwrap();
    assert_eq!(one, model);
}

#[tokio::test]
async fn a_price_is_listed_with_what_reading_and_writing_the_cache_cost() {
    let mut config = connected("http://127.0.0.1:9/v1");
    let currency = Currency::USD;
    config.models[0].price =
        Some(Price { input: 3.0, cached_input: 0.3, cache_write: 3.75, output: 15.0, currency });
    let body = ask(serving(config), get("/v1/models/small")).await.2;
    let model: Value = serde_json::from_str(&body).unwrap();
    let price = json!({ "input": 3.0, "cached_input": 0.3, "cache_write": 3.75, "output": 15.0, "currency": "USD" });
    assert_eq!(model["insitu"]["price"], price);
}

#[tokio::test]
async fn a_model_that_is_not_offered_is_refused_by_name() {
    let provider = start(vec![]).await;
    let mut config = connected(&provider.base);
    config.models.push(Model { offered: false, ..Model::new("spare", "scripted") });
    config.models.push(Model::new("large/one", "scripted"));
    let server = serving(config);
    for asked in ["other", "spare", "SMALL", "scripted/small"] {
        let body = json!({ "model": asked, "messages": [{ "role": "user", "content": "x" }] });
        for request in [post(&body), get(&format!("/v1/models/{asked}"))] {
            let (status, _, body) = ask(server.clone(), request).await;
            let error: Value = serde_json::from_str(&body).unwrap();
            let message = format!(
                "No model called `{asked}` is offered. Ask for one of these: `small`, `large/one`."
            );
            assert_eq!(status, StatusCode::NOT_FOUND);
            let wanted = json!({ "message": message, "type": "invalid_request_error", "code": "model_not_found", "param": "model" });
            assert_eq!(error["error"], wanted);
        }
    }
    // The second is how the libraries of OpenAI write it.
    for path in ["/v1/models/large/one", "/v1/models/large%2Fone"] {
        let (status, _, body) = ask(server.clone(), get(path)).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["id"], "large/one");
    }
    assert_eq!(provider.received.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn a_refusal_names_the_field_that_is_refused() {
    let mut config = connected("http://127.0.0.1:9/v1");
    config.limits.messages = 2;
    let reading = Model { default: false, ..Model::new("claude", "messages") };
    let mut messages = config.providers[0].clone();
    (messages.id, messages.kind) = ("messages".into(), ProviderKind::Anthropic);
    config.providers.push(messages);
    config.models.push(reading);
    let server = serving(config);
    let user = || json!({ "role": "user", "content": "What is 1+1?" });
    for (body, param) in [
        (json!({ "messages": [user()], "temperature": "warm" }), json!("temperature")),
        (json!({ "messages": [user()], "n": 2 }), json!("n")),
        (json!({ "messages": [user()], "unheard_of": 1 }), json!("unheard_of")),
        (json!({ "messages": [user(), { "role": "nobody" }] }), json!("messages[1].role")),
        (json!({ "messages": [{ "role": "user" }] }), json!("messages[0].content")),
        (json!({ "model": "claude", "messages": [user()], "seed": 7 }), json!("seed")),
        (json!({ "model": "other", "messages": [user()] }), json!("model")),
        (json!({ "messages": [user(), user(), user()] }), json!("messages")),
        (json!([]), Value::Null),
        // Nothing answers there, which no field can change.
        (json!({ "messages": [user()] }), Value::Null),
    ] {
        let (_, _, answer) = ask(server.clone(), post(&body)).await;
        let error: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(error["error"].get("param"), Some(&param), "{body}: {answer}");
    }
}
