//! What can be observed of a server: metrics, readiness, receipts and ids, none of which has any
//! content.

use serde_json::json;
use sha2::{Digest, Sha256};

use super::*;
use crate::{
    relay::{finish, post, question, sse, text},
    upstream::{Answer, Step, start},
};

fn answer() -> Answer {
    let usage = json!({ "choices": [], "usage": { "prompt_tokens": 11, "completion_tokens": 7 } });
    Answer::stream(vec![Step::Send(
        sse(&[text("Two."), finish("stop"), usage]) + "data: [DONE]\n\n",
    )])
}

#[tokio::test]
async fn every_answer_has_the_receipt_of_its_request() {
    let provider =
        start(vec![answer(), answer(), Answer::status("500 Internal Server Error", "")]).await;
    let server = with_provider(&provider.base);
    let unknown = json!({ "model": "größer", "messages": [] });
    for (body, wanted) in [
        (question(true).to_string(), 200),
        (question(false).to_string(), 200),
        (question(true).to_string(), 502),
        (unknown.to_string(), 400),
        ("not JSON".to_owned(), 400),
        (String::new(), 400),
    ] {
        let mut request = post(&json!(null));
        *request.body_mut() = Body::from(body.clone());
        let (status, headers, _) = ask(server.clone(), request).await;
        let hash = Sha256::digest(body.as_bytes())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>();
        assert_eq!(status.as_u16(), wanted, "{body}");
        assert_eq!(headers["x-insitu-body-sha256"].to_str().unwrap(), hash);
        assert_eq!(headers["x-insitu-body-bytes"].to_str().unwrap(), body.len().to_string());
        assert!(headers["x-request-id"].to_str().unwrap().starts_with("req_"));
    }
}

#[tokio::test]
async fn what_happens_is_counted_by_model_and_without_content() {
    let busy = Answer::status("429 Too Many Requests\r\nretry-after: 0", "");
    let provider = start(vec![busy, answer(), Answer::status("400 Bad Request", "")]).await;
    let mut config = connected(&provider.base);
    config.upstream.retries = 1;
    let server = serving(config);
    ask(server.clone(), post(&question(true))).await;
    ask(server.clone(), post(&question(false))).await;
    let mut unknown = question(true);
    unknown["model"] = json!("a secret question");
    ask(server.clone(), post(&unknown)).await;
    let (status, headers, metrics) = ask(server, get("/metrics")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(headers["content-type"].to_str().unwrap().starts_with("application/openmetrics-text"));
    let of = r#"model="small",provider="scripted""#;
    for line in [
        format!(r#"insitu_requests_total{{{of},status="200",code="ok"}} 1"#),
        format!(r#"insitu_requests_total{{{of},status="400",code="provider_refused"}} 1"#),
        r#"insitu_requests_total{model="",provider="",status="404",code="model_not_found"} 1"#
            .to_owned(),
        format!(r#"insitu_upstream_calls_total{{{of},code="ok"}} 1"#),
        format!(r#"insitu_upstream_calls_total{{{of},code="rate_limit_exceeded"}} 1"#),
        format!("insitu_retries_total{{{of}}} 1"),
        format!(r#"insitu_tokens_total{{{of},kind="input"}} 11"#),
        format!(r#"insitu_tokens_total{{{of},kind="output"}} 7"#),
        format!("insitu_request_duration_seconds_count{{{of}}} 2"),
        format!("insitu_first_byte_seconds_count{{{of}}} 1"),
        "insitu_queue_wait_seconds_count 2".to_owned(),
        "insitu_in_flight 0".to_owned(),
        "insitu_queue 0".to_owned(),
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line} is not in\n{metrics}");
    }
    assert!(!metrics.contains("secret") && metrics.ends_with("# EOF\n"), "{metrics}");
}

#[tokio::test]
async fn metrics_can_be_switched_off() {
    let mut config = config("127.0.0.1:3000");
    config.metrics.enabled = false;
    assert_eq!(ask(serving(config), get("/metrics")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_server_that_ends_lives_and_is_not_ready() {
    let live = Live::new(config("127.0.0.1:3000")).unwrap();
    let server = router(&live).unwrap();
    // Whoever checks knows the address and no name.
    let by_address =
        |path: &str| Request::get(path).header("host", "10.1.2.3").body(Body::empty()).unwrap();
    let states = async || {
        let mut states = Vec::new();
        for path in ["/healthz", "/readyz"] {
            states.push(ask(server.clone(), by_address(path)).await.0.as_u16());
        }
        states
    };
    assert_eq!(states().await, [200, 200]);
    live.drain().begin();
    assert_eq!(states().await, [200, 503]);
    assert_eq!(ask(server, by_address("/metrics")).await.0, StatusCode::MISDIRECTED_REQUEST);
}

/// Starts a collector of traces; returns its address and what arrives there.
#[cfg(feature = "telemetry")]
async fn collector() -> (String, tokio::sync::mpsc::UnboundedReceiver<axum::body::Bytes>) {
    let (sender, received) = tokio::sync::mpsc::unbounded_channel();
    let collector = Router::new().route(
        "/v1/traces",
        axum::routing::post(move |body: axum::body::Bytes| async move {
            sender.send(body).unwrap();
        }),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, collector).await });
    (endpoint, received)
}

#[cfg(feature = "telemetry")]
#[tokio::test(flavor = "multi_thread")]
async fn traces_arrive_at_the_collector_and_have_no_content() {
    let (endpoint, mut received) = collector().await;
    let provider = start(vec![answer()]).await;
    let mut config = connected(&provider.base);
    config.telemetry.otlp_endpoint = Some(endpoint.parse().unwrap());
    let live = Live::new(config).unwrap();
    let (_, headers, _) = ask(router(&live).unwrap(), post(&question(true))).await;
    tokio::task::spawn_blocking(move || live.flush()).await.unwrap();

    let batch = received.try_recv().expect("nothing has arrived");
    let batch = String::from_utf8_lossy(&batch).into_owned();
    for wanted in
        ["chat", "upstream", "small", "scripted", headers["x-request-id"].to_str().unwrap()]
    {
        assert!(batch.contains(wanted), "{wanted} is not in {batch}");
    }
    assert!(
        !batch.contains("1+1") && !batch.contains("Two.") && !batch.contains("secret-key"),
        "{batch}"
    );
}

#[cfg(feature = "telemetry")]
#[tokio::test(flavor = "multi_thread")]
async fn the_trace_of_a_request_is_continued_and_not_passed_on() {
    let holds =
        |batch: &[u8], bytes: &[u8]| batch.windows(bytes.len()).any(|window| window == bytes);
    let (trace, span) = (0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c_u128, 0xb7ad_6b71_6920_3331_u64);
    let well_formed = format!("00-{trace:032x}-{span:016x}-01");
    for (headers, sent, continued) in [
        (
            vec![("traceparent", well_formed.clone()), ("tracestate", "vendor=opaque".into())],
            true,
            true,
        ),
        (vec![("traceparent", well_formed.replace("-01", "-00"))], false, false),
        (vec![("traceparent", well_formed.replace("00-", "ff-"))], true, false),
        (
            vec![("traceparent", well_formed.clone()), ("traceparent", well_formed.clone())],
            true,
            false,
        ),
        (vec![], true, false),
    ] {
        let (endpoint, mut received) = collector().await;
        let provider = start(vec![answer()]).await;
        let mut config = connected(&provider.base);
        config.telemetry.otlp_endpoint = Some(endpoint.parse().unwrap());
        let live = Live::new(config).unwrap();
        let mut request = post(&question(true));
        for (name, value) in &headers {
            request.headers_mut().append(*name, value.parse().unwrap());
        }
        assert_eq!(ask(router(&live).unwrap(), request).await.0, StatusCode::OK);
        tokio::task::spawn_blocking(move || live.flush()).await.unwrap();
        let batch = received.try_recv().unwrap_or_default();
        // Whoever asks not to be traced is not.
        assert_eq!(!batch.is_empty(), sent, "{headers:?}");
        assert_eq!(holds(&batch, &trace.to_be_bytes()), continued, "{headers:?}");
        assert_eq!(holds(&batch, &span.to_be_bytes()), continued, "{headers:?}");
        assert_eq!(holds(&batch, b"vendor=opaque"), continued, "{headers:?}");
        let head = provider.received.lock().unwrap().remove(0).head;
        assert!(!head.contains("traceparent") && !head.contains("tracestate"), "{head}");
    }
}

#[tokio::test]
async fn without_a_collector_a_trace_goes_nowhere() {
    let provider = start(vec![answer()]).await;
    let mut request = post(&question(true));
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    request.headers_mut().insert("traceparent", parent.parse().unwrap());
    let (status, headers, body) = ask(with_provider(&provider.base), request).await;
    assert_eq!(status, StatusCode::OK);
    let head = provider.received.lock().unwrap().remove(0).head;
    for text in [head, body, format!("{headers:?}")] {
        assert!(!text.contains("traceparent") && !text.contains("0af7651916cd43dd"), "{text}");
    }
}
