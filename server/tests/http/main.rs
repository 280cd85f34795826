//! Tests of the server from outside: its router and, for what depends on connections, a real
//! listener.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "tests fail by panicking"
)]

mod access;
mod archive;
mod command_line;
mod detection;
mod discovery;
mod documents;
mod embedding;
mod endpoint;
mod export;
mod limits;
mod local_server;
mod masking;
mod observation;
mod offline;
mod process;
mod redis;
mod redis_tls;
mod relay;
mod reload;
mod site;
mod trouble;
mod upstream;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request, StatusCode},
};
use http_body_util::BodyExt;
use server::{
    Config, Live, Secret,
    config::{Auth, Model, Provider, ProviderKind, Server, Timeouts},
    router,
};
use tower::ServiceExt;

/// Creates a built site in its own folder, small but of the real shape.
fn site() -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    // In the build folder, so that nothing is left behind elsewhere; of this test alone, in
    // whichever process it runs.
    let test = std::thread::current().name().unwrap_or_default().replace("::", "-");
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sites").join(format!("{test}-{count}"));
    let _ = std::fs::remove_dir_all(&site);
    // The SDKs' tests serve the same one.
    let files: HashMap<String, String> = serde_json::from_str(include_str!("site.json")).unwrap();
    for (path, content) in files {
        let path = site.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    site
}

/// Exports a site with nothing else set.
async fn export(site: &Path, to: &Path) -> Result<server::Exported, server::ExportError> {
    let site = Some(site.to_owned());
    server::export(&Server { site, ..Server::default() }, to).await
}

fn config(addr: &str) -> Config {
    let (address, hosts) = (addr.parse().unwrap(), vec!["data.example.org".into()]);
    let mut config = Config {
        server: Server { address, site: Some(site()), hosts, ..Server::default() },
        ..Config::default()
    };
    // Model servers that run beside the tests do not concern them.
    config.discovery.local = false;
    config
}

/// Returns a configuration with the provider at `base`, which may be silent for two seconds, and
/// its model `small`.
fn connected(base: &str) -> Config {
    let provider = Provider {
        id: "scripted".into(),
        kind: ProviderKind::ChatCompletions,
        base: base.parse().unwrap(),
        key: Some(Secret::new("secret-key-123")),
        auth: Auth::Bearer,
        headers: Vec::new(),
        query: Vec::new(),
    };
    let silence = Duration::from_secs(2);
    Config {
        upstream: Timeouts {
            first_byte: silence,
            idle: silence,
            retries: 0,
            ..Timeouts::default()
        },
        providers: vec![provider],
        models: vec![Model { default: true, ..Model::new("small", "scripted") }],
        ..config("127.0.0.1:3000")
    }
}

/// Returns the router of a configuration.
fn serving(config: Config) -> Router {
    router(&Live::new(config).unwrap()).unwrap()
}

/// Returns the server on 127.0.0.1:3000 without a model.
fn alone() -> Router {
    serving(config("127.0.0.1:3000"))
}

/// Returns the server with the provider at `base`, which may be silent for two seconds.
fn with_provider(base: &str) -> Router {
    serving(connected(base))
}

/// Sends a request to the router, as a client at its own address does.
async fn ask(router: Router, request: Request<Body>) -> (StatusCode, HeaderMap, String) {
    let response = router.oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    (parts.status, parts.headers, String::from_utf8(body.to_vec()).unwrap())
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).header("host", "127.0.0.1:3000").body(Body::empty()).unwrap()
}
