//! Counters in a Redis that is reached over TLS: `rediss://`, with a real `redis-server` and a
//! certificate of the test's own. The server is a process, since the certificates that it trusts
//! are those of its environment.
#![cfg(unix)]

use super::*;
use crate::{
    process::run_with,
    redis::{Redis, free_port, used},
    relay::question,
    upstream::start,
};

#[tokio::test]
async fn counters_are_reached_over_tls_if_the_certificate_is_trusted() {
    let folder = site();
    let path = |name: &str| folder.join(name).display().to_string();
    for name in ["own", "other"] {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        std::fs::write(path(&format!("{name}.pem")), made.cert.pem()).unwrap();
        std::fs::write(path(&format!("{name}.key")), made.signing_key.serialize_pem()).unwrap();
    }
    let port = free_port();
    let arguments =
        ["--tls-port", &port.to_string(), "--tls-auth-clients", "no"].map(str::to_owned);
    let certificates = ["--tls-cert-file", &path("own.pem"), "--tls-key-file", &path("own.key")];
    let certificates = certificates.map(str::to_owned).into_iter();
    let Some(redis) = Redis::start_with(arguments.into_iter().chain(certificates).collect()).await
    else {
        return;
    };
    assert_ne!(redis.port, port);
    let provider = start(vec![used(400)]).await;
    let limits = "[limits]\nredis = { env = 'REDIS' }\nclient_tokens_per_day = 10_000\n";
    for (trusted, status, code) in
        [("own.pem", 200, None), ("other.pem", 503, Some("limits_unavailable"))]
    {
        let variables =
            [("REDIS", format!("rediss://localhost:{port}")), ("SSL_CERT_FILE", path(trusted))];
        let process = run_with(&provider.base, limits, &variables);
        let address = format!("{}/v1/chat/completions", process.url);
        while status == 200 && !is_ready(&process.url).await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let response =
            reqwest::Client::new().post(&address).json(&question(false)).send().await.unwrap();
        let got = response.status().as_u16();
        let body: serde_json::Value = response.json().await.unwrap();
        assert_eq!((got, body["error"]["code"].as_str()), (status, code), "{trusted}: {body}");
        // The first request alone has used any; what was used is the same afterwards.
        redis.counts("insitu:tokens:*", 400).await;
        process.asks_to_end();
        tokio::task::spawn_blocking(|| process.ended()).await.unwrap();
    }
    assert_eq!(provider.received.lock().unwrap().len(), 1);
}

/// Returns whether a server has reached its Redis: the first handshake may take longer than a
/// request waits for.
async fn is_ready(url: &str) -> bool {
    let ready = reqwest::Client::new().get(format!("{url}/readyz")).send().await;
    ready.is_ok_and(|response| response.status().is_success())
}
