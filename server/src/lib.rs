//! The server: renders the page, serves the runtime's files, and relays chat requests to the providers
//! of its configuration.
//!
//! It is the only crate that knows keys and provider hosts. It sees no files of users and keeps nothing:
//! requests pass through it, and neither they nor their answers are logged or stored.

mod assets;
pub mod config;
mod detection;
mod discovery;
mod egress;
mod error;
mod frame;
mod guard;
mod headers;
mod live;
mod models;
mod page;
mod relay;
mod reload;
mod upstream;

use axum::{
    Json, Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{any, get, post},
};
use thiserror::Error;

pub use config::{Config, ConfigError, Secret};
pub use live::{Live, Snapshot};
pub use reload::reload;

use upstream::Upstream;

/// The largest request to the relay in bytes: a long conversation with a dozen figures is a few megabytes.
const MAX_BODY_BYTES: usize = 20 * 1024 * 1024;

/// The reason why the server cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The built site is missing or incomplete.
    #[error("{path}: {problem}. Build the site with `cargo xtask serve`, or set INSITU_SITE to where it is.")]
    Site {
        /// The file in question.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Everybody could use the server.
    #[error(
        "access.mode: is `open`, though the server listens at {address} until it is started again, where others can reach it"
    )]
    Exposed {
        /// Where it listens.
        address: std::net::SocketAddr,
    },
    /// The connection to the provider cannot be set up.
    #[error("The connection to the model's provider cannot be set up: {0}")]
    Upstream(#[from] reqwest::Error),
}

/// Creates the router of the server for the configuration in effect.
///
/// # Errors
/// The built site is missing or incomplete.
pub fn router(live: &Live) -> Result<Router, StartError> {
    let snapshot = live.current();
    let config = &snapshot.config;
    let assets = assets::read(&config.server.site)?;
    let kernel = frame::Frame::kernel(&config.server.site)?;
    let render = frame::Frame::render(&config.server.site)?;
    let hosts = guard::Hosts::new(config);

    Ok(Router::new()
        .route("/", get(page::handler(assets)))
        .route("/kernel/frame", get(move |request| async move { kernel.answer(&request) }))
        .route("/render/frame", get(move |request| async move { render.answer(&request) }))
        .merge(
            Router::new()
                .route("/kernel/exit/{test}", any(egress::answer))
                .route("/kernel/exit/{test}/arrivals", get(egress::arrivals))
                .with_state(egress::Arrivals::default()),
        )
        .route(
            "/v1/chat/completions",
            post(relay::complete)
                .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
                .layer(middleware::from_fn(guard::same_origin)),
        )
        .route("/v1/models", get(relay::models))
        // An id may have slashes, such as `ollama/llama3.2:3b`.
        .route("/v1/models/{*id}", get(relay::model))
        .route("/health", get(|| async { Json(serde_json::json!({ "status": "ok" })) }))
        .with_state(live.clone())
        .fallback_service(assets::service(&config.server.site))
        .layer(middleware::from_fn(headers::common))
        .layer(middleware::from_fn_with_state(hosts, guard::known_host)))
}
