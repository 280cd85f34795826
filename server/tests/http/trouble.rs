//! Providers that misbehave: what is asked again, what is answered by another model, and what the
//! client learns of it.

use chat::{Delta, FinishReason};
use futures::StreamExt;
use serde_json::{Value, json};

use super::*;
use crate::{
    relay::{finish, post, question, read, sse, text},
    upstream::{Answer, Provider as Scripted, Step, start},
};

fn good() -> Answer {
    Answer::stream(vec![Step::Send(sse(&[text("Two."), finish("stop")]) + "data: [DONE]\n\n")])
}

fn stream(text: &str) -> Answer {
    Answer::stream(vec![Step::Send(text.to_owned())])
}

/// Returns the server with two retries.
fn patient(provider: &Scripted) -> Config {
    let mut config = connected(&provider.base);
    config.upstream.retries = 2;
    config
}

async fn answered(router: Router) -> (HeaderMap, Value) {
    let (status, headers, body) = ask(router, post(&question(false))).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    (headers, serde_json::from_str(&body).unwrap())
}

#[tokio::test]
async fn a_passing_fault_before_the_first_word_is_not_seen_by_the_client() {
    let overloaded = json!({ "error": { "type": "overloaded_error", "message": "Overloaded" } });
    for (fault, name) in [
        (Answer::status("429 Too Many Requests\r\nretry-after: 0", ""), "429"),
        (Answer::status("408 Request Timeout", ""), "408"),
        (Answer::status("409 Conflict", ""), "409"),
        (Answer::status("500 Internal Server Error", "boom"), "500"),
        (Answer::status("503 Service Unavailable", ""), "503"),
        (Answer::status("529 Overloaded", ""), "529"),
        (stream(&sse(&[overloaded])), "overloaded in the stream"),
        (stream(""), "an empty stream"),
        (Answer::stream(vec![Step::Cut]), "a lost connection"),
        (Answer { head: "", steps: vec![Step::Cut] }, "no response"),
    ] {
        let provider = start(vec![fault, good()]).await;
        let (_, body) = answered(serving(patient(&provider))).await;
        assert_eq!(body["choices"][0]["message"]["content"], "Two.", "{name}");
        assert_eq!(provider.received.lock().unwrap().len(), 2, "{name}");
    }
}

#[tokio::test]
async fn what_will_not_pass_is_not_asked_again() {
    for (fault, status, code) in [
        (Answer::status("400 Bad Request", ""), 400, "provider_refused"),
        (Answer::status("401 Unauthorized", ""), 502, "provider_key"),
        (Answer::status("404 Not Found", ""), 502, "provider_not_found"),
        (
            Answer::status("302 Found\r\nlocation: http://127.0.0.1:1/v1", ""),
            502,
            "provider_not_found",
        ),
        (Answer::status("307 Temporary Redirect\r\nlocation: /v2", ""), 502, "provider_not_found"),
        (
            Answer::status("200 OK\r\ncontent-type: text/html", "<p>Sign in"),
            502,
            "provider_corrupt",
        ),
        (Answer::status("200 OK\r\ncontent-type: image/png", "PNG"), 502, "provider_corrupt"),
        (
            Answer::status("200 OK\r\ncontent-type: application/json", "gar bage"),
            502,
            "provider_corrupt",
        ),
        (stream("data: gar bage\n\n"), 502, "provider_corrupt"),
        (stream("data: \u{0}\n\n"), 502, "provider_corrupt"),
        (
            Answer::status("429 Too Many Requests\r\nretry-after: 3600", ""),
            429,
            "rate_limit_exceeded",
        ),
        (
            Answer::status("503 Service Unavailable\r\nretry-after: 3600", ""),
            502,
            "provider_failed",
        ),
    ] {
        let provider = start(vec![fault.clone(), good()]).await;
        let (got, headers, body) = ask(serving(patient(&provider)), post(&question(true))).await;
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(
            (got.as_u16(), &body["error"]["code"]),
            (status, &json!(code)),
            "{}",
            fault.head
        );
        assert_eq!(provider.received.lock().unwrap().len(), 1, "{}", fault.head);
        let wait = headers.get("retry-after").map(|wait| wait.to_str().unwrap());
        assert_eq!(wait, fault.head.contains("3600").then_some("3600"), "{}", fault.head);
    }
}

#[tokio::test]
async fn after_a_demanded_wait_the_provider_is_asked_again_unless_it_is_too_long() {
    let dated = |seconds| -> &'static str {
        let date =
            httpdate::fmt_http_date(std::time::SystemTime::now() + Duration::from_secs(seconds));
        format!("503 Service Unavailable\r\nretry-after: {date}").leak()
    };
    for (head, asked) in [
        ("429 Too Many Requests\r\nretry-after: 0.4", 2),
        (dated(1), 2),
        ("429 Too Many Requests\r\nretry-after: 3600", 1),
        (dated(3600), 1),
    ] {
        let provider = start(vec![Answer::status(head, ""), good()]).await;
        let (status, ..) = ask(serving(patient(&provider)), post(&question(true))).await;
        assert_eq!(
            (status == StatusCode::OK, provider.received.lock().unwrap().len()),
            (asked == 2, asked),
            "{head}"
        );
    }
}

#[tokio::test]
async fn nothing_is_asked_again_once_the_client_has_seen_a_word() {
    let begun = Answer::stream(vec![Step::Send(sse(&[text("One ")])), Step::Cut]);
    let provider = start(vec![begun, good()]).await;
    let (_, _, body) = ask(serving(patient(&provider)), post(&question(true))).await;
    let (deltas, end) = read(&body);
    assert_eq!(deltas, [Delta::Text("One ".into())]);
    assert_eq!(end, Err("The model's answer was cut off before its end. Ask again.".into()));
    assert_eq!(provider.received.lock().unwrap().len(), 1);
}

/// Returns the server with a model and its chain of fallbacks, each at a provider of its own.
fn chain(providers: &[&Scripted]) -> Router {
    let mut config = connected(&providers[0].base);
    for (index, provider) in providers.iter().enumerate().skip(1) {
        let mut other = config.providers[0].clone();
        (other.id, other.base) = (format!("other-{index}"), provider.base.parse().unwrap());
        config.models[index - 1].fallback = Some(format!("spare-{index}"));
        let spare = Model::new(format!("spare-{index}"), other.id.clone());
        config.models.push(Model { offered: false, ..spare });
        config.providers.push(other);
    }
    serving(config)
}

#[tokio::test]
async fn another_model_answers_where_the_first_cannot_and_is_named() {
    let broken = || Answer::status("500 Internal Server Error", "");
    let (first, second, third) =
        (start(vec![broken()]).await, start(vec![broken()]).await, start(vec![good()]).await);
    let (headers, body) = answered(chain(&[&first, &second, &third])).await;
    assert_eq!(
        (&headers["x-insitu-model"], &body["model"]),
        (&"spare-2".parse().unwrap(), &json!("spare-2"))
    );
    assert_eq!(third.received.lock().unwrap()[0].body["model"], "spare-2");

    let streamed = start(vec![good()]).await;
    let (_, headers, body) =
        ask(chain(&[&start(vec![broken()]).await, &streamed]), post(&question(true))).await;
    assert_eq!(headers["x-insitu-model"], "spare-1");
    assert!(
        body.contains(r#""model":"spare-1""#) && !body.contains(r#""model":"small""#),
        "{body}"
    );
    assert_eq!(read(&body).0, [Delta::Text("Two.".into()), Delta::Finish(FinishReason::Stop)]);
}

#[tokio::test]
async fn a_request_that_is_wrong_is_not_handed_on() {
    let (first, second) =
        (start(vec![Answer::status("400 Bad Request", "")]).await, start(vec![good()]).await);
    let (status, ..) = ask(chain(&[&first, &second]), post(&question(true))).await;
    assert_eq!((status, second.received.lock().unwrap().len()), (StatusCode::BAD_REQUEST, 0));
}

#[tokio::test]
async fn giant_events_and_giant_errors_are_cut_short() {
    let endless = || Step::Flood("x".repeat(64 * 1024), 16 * 64);
    for (answer, status, code) in [
        (Answer::stream(vec![Step::Send("data: ".into()), endless()]), 502, "provider_corrupt"),
        (
            Answer { head: "200 OK\r\ncontent-type: application/json", steps: vec![endless()] },
            502,
            "provider_corrupt",
        ),
        (
            Answer { head: "500 Internal Server Error", steps: vec![endless()] },
            502,
            "provider_failed",
        ),
    ] {
        let provider = start(vec![answer]).await;
        let (got, _, body) = ask(with_provider(&provider.base), post(&question(true))).await;
        let error: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((got.as_u16(), &error["error"]["code"]), (status, &json!(code)));
        assert!(body.len() < 2_000, "{} bytes", body.len());
    }
}

/// Starts the server on a real port, and returns its relay's address.
async fn listening(config: Config) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/v1/chat/completions", listener.local_addr().unwrap());
    let router = serving(config);
    let service = router.into_make_service_with_connect_info::<std::net::SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    address
}

#[tokio::test]
async fn a_reader_that_does_not_read_slows_the_provider_down() {
    let event = sse(&[text(&"x".repeat(64 * 1024))]);
    let total = 100 * 1024 * 1024;
    let flood = Step::Flood(event.clone(), total / event.len());
    let provider =
        start(vec![Answer::stream(vec![flood, Step::Send("data: [DONE]\n\n".into())])]).await;
    let address = listening(connected(&provider.base)).await;
    let response = reqwest::Client::new().post(address).json(&question(true)).send().await.unwrap();
    // The provider sends until the sockets' buffers are full, and then has to wait.
    let mut before = usize::MAX;
    loop {
        tokio::time::sleep(Duration::from_millis(150)).await;
        let sent = provider.sent.load(std::sync::atomic::Ordering::Relaxed);
        if sent == before {
            break;
        }
        before = sent;
    }
    assert!(before > 0 && before < total / 4, "{before} bytes are under way");
    // It goes on as soon as the reader does.
    let mut bytes = response.bytes_stream();
    let mut received = 0;
    while received < before + event.len() {
        received += bytes.next().await.unwrap().unwrap().len();
    }
    assert!(provider.sent.load(std::sync::atomic::Ordering::Relaxed) > before);
}

#[tokio::test]
async fn a_client_that_goes_during_the_wait_for_another_try_ends_it() {
    let busy = Answer::status("429 Too Many Requests\r\nretry-after: 0.5", "");
    let provider = start(vec![busy, good()]).await;
    let address = listening(patient(&provider)).await;
    let asking = tokio::spawn(reqwest::Client::new().post(address).json(&question(true)).send());
    while provider.received.lock().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    asking.abort();
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(provider.received.lock().unwrap().len(), 1, "the provider was asked for nobody");
}

#[tokio::test]
async fn a_provider_that_accepts_and_says_nothing_is_given_up() {
    let mut config = connected(&start(vec![Answer::stream(vec![Step::AwaitClose])]).await.base);
    // Not after the silence that an answer may have once it has begun.
    (config.upstream.first_byte, config.upstream.idle) =
        (Duration::from_secs(1), Duration::from_secs(600));
    let (status, _, body) = ask(serving(config), post(&question(true))).await;
    assert_eq!(status, StatusCode::GATEWAY_TIMEOUT);
    assert!(body.contains("provider_silent") && body.contains("silent for 1 second"), "{body}");
}
