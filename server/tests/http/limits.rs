//! The limits from outside: what is refused, when another try makes sense, and what is counted.

use std::sync::Arc;

use chat::Usage;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::config::{Currency, Limits, Price};
use tokio::{sync::Notify, time::Instant};

use super::*;
use crate::upstream::{Answer, Step, start};

pub(crate) fn question(text: &str) -> Request<Body> {
    let body = json!({ "stream": true, "messages": [{ "role": "user", "content": text }] });
    post(&body)
}

fn post(body: &Value) -> Request<Body> {
    let request = Request::post("/v1/chat/completions").header("host", "127.0.0.1:3000");
    request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap()
}

fn event(event: &Value) -> String {
    format!("data: {event}\n\n")
}

fn text(text: &str) -> String {
    event(
        &json!({ "choices": [{ "index": 0, "delta": { "content": text }, "finish_reason": null }] }),
    )
}

/// Returns an answer that states its usage.
pub(crate) fn answer(usage: Usage) -> Answer {
    let finish = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "stop" }] });
    let usage = json!({ "choices": [], "usage": { "prompt_tokens": usage.input, "completion_tokens": usage.output } });
    let stream = text("Two.") + &event(&finish) + &event(&usage) + "data: [DONE]\n\n";
    Answer::stream(vec![Step::Send(stream)])
}

/// Returns a server with limits and a model at `base`, of which a million tokens cost 1000.
pub(crate) fn limited(base: &str, limits: Limits) -> Router {
    let mut config = connected(base);
    config.limits = limits;
    config.models[0].price = Some(Price {
        input: 1000.0,
        cached_input: 1000.0,
        cache_write: 2000.0,
        output: 1000.0,
        currency: Currency::USD,
    });
    config.models[0].max_output = Some(100);
    serving(config)
}

/// Returns the status of an answer, and its error's code, sentence and `Retry-After`, if it is
/// one.
pub(crate) async fn outcome(
    router: &Router,
    request: Request<Body>,
) -> (u16, String, String, Option<u64>) {
    let (status, headers, body) = ask(router.clone(), request).await;
    let body: Value = serde_json::from_str(&body).unwrap_or_default();
    let word = |name: &str| body["error"][name].as_str().unwrap_or_default().to_owned();
    let retry =
        headers.get("retry-after").map(|seconds| seconds.to_str().unwrap().parse().unwrap());
    assert_eq!(word("type") == "rate_limit_error", retry.is_some(), "{body}");
    (status.as_u16(), word("code"), word("message"), retry)
}

#[tokio::test]
async fn large_requests_are_refused_before_anything_is_sent() {
    let provider = start(vec![]).await;
    let limits = Limits {
        messages: 3,
        images: 1,
        image_megabytes: 1,
        body_megabytes: 3,
        ..Limits::default()
    };
    let router = limited(&provider.base, limits);
    let user = |content: Value| json!({ "role": "user", "content": content });
    let image = |bytes: usize| {
        let url = format!("data:image/png;base64,{}", "A".repeat(bytes / 3 * 4));
        json!({ "type": "image_url", "image_url": { "url": url } })
    };
    for (messages, status, code, sentence) in [
        (
            json!([user(json!("1")), user(json!("2")), user(json!("3")), user(json!("4"))]),
            400,
            "too_many_messages",
            "The request has 4 messages, and this server takes 3 at most.",
        ),
        (
            json!([user(json!([image(30), image(30)]))]),
            400,
            "too_many_images",
            "The request has 2 images, and this server takes 1 at most.",
        ),
        (
            json!([user(json!([image(1_200_000)]))]),
            413,
            "image_too_large",
            "An image has 1.2 MB, and this server takes 1 MB at most.",
        ),
        (
            json!([user(json!("x".repeat(4_000_000)))]),
            413,
            "too_large",
            "The request has more than 3 MB, and this server takes 3 MB at most.",
        ),
    ] {
        let (got, got_code, message, retry) =
            outcome(&router, post(&json!({ "messages": messages }))).await;
        assert_eq!((got, got_code.as_str(), retry), (status, code, None), "{message}");
        assert!(message.starts_with(sentence), "{message}");
    }
    assert!(provider.received.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_client_that_sends_too_many_requests_waits() {
    let usage = Usage::default();
    let provider = start(vec![answer(usage), answer(usage), answer(usage)]).await;
    let limits =
        Limits { client_requests_per_minute: 2, requests_per_minute: 3, ..Limits::default() };
    let router = limited(&provider.base, limits);
    let from = |address: [u8; 4]| {
        let mut request = question("What is 1+1?");
        let peer = std::net::SocketAddr::from((address, 5000));
        request.extensions_mut().insert(axum::extract::ConnectInfo(peer));
        request
    };
    let ada = [203, 0, 113, 1];
    assert_eq!(outcome(&router, from(ada)).await.0, 200);
    assert_eq!(outcome(&router, from(ada)).await.0, 200);
    let (status, code, message, retry) = outcome(&router, from(ada)).await;
    assert_eq!((status, code.as_str()), (429, "rate_limit_exceeded"));
    assert!(retry.is_some_and(|seconds| (25..=30).contains(&seconds)), "{retry:?}");
    assert!(
        message.starts_with(
            "You have sent as many requests as this server takes from one user: 2 requests a minute."
        ),
        "{message}"
    );
    assert_eq!(outcome(&router, from([203, 0, 113, 2])).await.0, 200);
    let (status, _, message, _) = outcome(&router, from([203, 0, 113, 3])).await;
    assert_eq!(status, 429);
    assert!(
        message.starts_with("This server has as many requests as it takes from all users together"),
        "{message}"
    );
    assert_eq!(provider.received.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn requests_wait_for_a_place_as_long_as_their_answers_last() {
    let go_on = Arc::new(Notify::new());
    let slow =
        Answer::stream(vec![Step::Send(text("One ")), Step::Await(go_on.clone()), Step::Cut]);
    let provider = start(vec![slow, answer(Usage::default())]).await;
    let wait = Duration::from_secs(1);
    let router = limited(
        &provider.base,
        Limits { concurrent: 1, queue: 1, queue_wait: wait, ..Limits::default() },
    );
    // Its place is taken until its body has been read, not only until it has begun.
    let mut first = router.clone().oneshot(question("first")).await.unwrap();
    while !first.frame().await.unwrap().unwrap().into_data().unwrap().starts_with(b"data: ") {}
    // From here on, time passes only if everybody waits for it.
    tokio::time::pause();
    let started = Instant::now();
    let waiting = tokio::spawn({
        let router = router.clone();
        async move { outcome(&router, question("second")).await }
    });
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    let (status, code, message, retry) = outcome(&router, question("third")).await;
    assert_eq!((status, code.as_str(), retry), (429, "queue_full", Some(5)));
    assert!(message.starts_with("The server is busy (answering: 1, waiting: 1)."), "{message}");
    let (status, code, _, retry) = waiting.await.unwrap();
    assert_eq!((status, code.as_str(), retry), (429, "queue_timeout", Some(5)));
    assert!(started.elapsed() >= wait);
    tokio::time::resume();
    // The client goes away in the middle of its answer, which frees its place.
    drop(first);
    go_on.notify_one();
    assert_eq!(outcome(&router, question("fourth")).await.0, 200);
    assert_eq!(provider.received.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn a_budget_of_tokens_is_settled_with_what_was_used() {
    let used = |input, output| answer(Usage { input, output, ..Usage::default() });
    let provider = start(vec![used(100, 300), used(100, 300), used(100, 300)]).await;
    // A request is expected to take some 120 tokens, and takes 400.
    let router =
        limited(&provider.base, Limits { client_tokens_per_day: 1000, ..Limits::default() });
    for _ in 0..3 {
        assert_eq!(outcome(&router, question("What is 1+1?")).await.0, 200);
    }
    let (status, code, message, retry) = outcome(&router, question("What is 1+1?")).await;
    assert_eq!((status, code.as_str()), (429, "token_budget_exceeded"));
    assert!(
        message.starts_with(
            "Your budget of tokens for today is 1000 tokens; 1200 tokens are used or reserved"
        ),
        "{message}"
    );
    assert!(retry.is_some_and(|seconds| (1..=86_400).contains(&seconds)), "{retry:?}");
    assert_eq!(provider.received.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn a_budget_of_money_counts_what_broke_off_and_not_what_was_refused() {
    let failing = || {
        Answer::status(
            "400 Bad Request\r\ncontent-type: application/json",
            "{\"error\":{\"message\":\"no\"}}",
        )
    };
    let written = Answer::stream(vec![Step::Send(text(&"x".repeat(1600))), Step::Cut]);
    let provider = start(vec![failing(), failing(), failing(), written]).await;
    // A token costs 0.001: a request of some 20 tokens and its answer of 100 at most are expected
    // to cost 0.12.
    let router = limited(&provider.base, Limits { cost_per_day: 0.5, ..Limits::default() });
    for _ in 0..3 {
        let (status, code, ..) = outcome(&router, question("What is 1+1?")).await;
        assert!(status >= 400 && code != "cost_budget_exceeded", "{status} {code}");
    }
    assert_eq!(outcome(&router, question("What is 1+1?")).await.0, 200);
    // The answer broke off after some 400 tokens, and the provider has not said what it used.
    let (status, code, message, _) = outcome(&router, question("What is 1+1?")).await;
    assert_eq!((status, code.as_str()), (429, "cost_budget_exceeded"), "{message}");
    assert!(
        message
            .starts_with("This server's budget of money for today is 0.500000; 0.418000 are used"),
        "{message}"
    );
}

#[tokio::test]
async fn reserved_budgets_hold_among_requests_at_once() {
    let go_on = Arc::new(Notify::new());
    let slow =
        Answer::stream(vec![Step::Send(text("One ")), Step::Await(go_on.clone()), Step::Cut]);
    let provider = start(vec![slow]).await;
    let router = limited(&provider.base, Limits { tokens_per_day: 200, ..Limits::default() });
    let first = router.clone().oneshot(question("What is 1+1?")).await.unwrap();
    let (status, code, ..) = outcome(&router, question("What is 1+1?")).await;
    assert_eq!((status, code.as_str()), (429, "token_budget_exceeded"));
    drop(first);
    go_on.notify_one();
}

#[tokio::test]
async fn a_reload_empties_no_budget_and_no_rate() {
    let usage = Usage { input: 900, ..Usage::default() };
    let provider = start(vec![answer(usage), answer(usage)]).await;
    let mut config = connected(&provider.base);
    config.models[0].max_output = Some(200);
    config.limits =
        Limits { client_tokens_per_day: 1000, client_requests_per_minute: 3, ..Limits::default() };
    let live = Live::new(config.clone()).unwrap();
    let router = router(&live).unwrap();
    assert_eq!(outcome(&router, question("What is 1+1?")).await.0, 200);
    config.limits.messages = 10;
    live.exchange(config.clone()).unwrap();
    assert_eq!(outcome(&router, question("What is 1+1?")).await.1, "token_budget_exceeded");
    config.limits.client_tokens_per_day = 2000;
    live.exchange(config).unwrap();
    assert_eq!(outcome(&router, question("What is 1+1?")).await.0, 200);
    assert_eq!(outcome(&router, question("What is 1+1?")).await.1, "rate_limit_exceeded");
}

#[test]
fn a_budget_of_money_needs_prices() {
    let mut config = connected("http://127.0.0.1:9/v1");
    config.limits.cost_per_day = 5.0;
    let error = Live::new(config).unwrap_err().to_string();
    assert!(error.starts_with("limits.cost_per_day: the model `small` has no price"), "{error}");
}
