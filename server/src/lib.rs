//! The server: renders the page, serves the runtime's files, and relays chat requests to the
//! providers of its configuration.
//!
//! It is the only crate that knows keys and provider hosts. It sees no files of users and keeps
//! nothing: requests pass through it, and neither they nor their answers are logged or stored.

mod access;
mod assets;
mod authorities;
mod clients;
pub mod config;
mod cors;
mod detection;
mod digest;
mod discovery;
mod drain;
mod egress;
mod endpoint;
mod error;
mod export;
mod fallback;
mod fetched_models;
mod frame;
mod guard;
mod headers;
mod health;
mod limits;
mod live;
mod models;
mod models_folder;
mod observe;
mod offline;
mod origin;
mod page;
mod reach;
mod recording;
mod relay;
mod reload;
mod serving;
mod sign_in;
pub mod site;
mod standalone;
mod tab_models;
mod upstream;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    handler::Handler,
    middleware,
    routing::{any, get, post},
};
use thiserror::Error;
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};

pub use access::{AccessError, hash_password};
pub use config::{Config, ConfigError, Secret};
pub use drain::Drain;
pub use export::{ExportError, Exported, MAX_FILE_BYTES, export};
pub use fetched_models::{FetchError, fetch_model};
pub use limits::LimitsError;
pub use live::{Live, Setup};
pub use observe::log::start as start_log;
pub use reach::reach;
pub use reload::reload;
pub use serving::serve;
pub use standalone::StandaloneError;

use upstream::Upstream;

/// The reason why the server cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The built site is missing or incomplete.
    #[error(
        "{path}: {problem}. Build the site with `cargo xtask serve`, or set INSITU_SITE to where it is."
    )]
    Site {
        /// The file in question.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// This program carries no site, and none is named.
    #[error(
        "{path} has no site in it. Take the program of a release or `target/standalone/insitu` of `cargo xtask build`, or set \
         INSITU_SITE to a built site."
    )]
    NoSite {
        /// The program.
        path: String,
    },
    /// An archive with a site is cut off or damaged.
    #[error("{path}: {problem}. The file is damaged or was not copied to its end; get it again.")]
    Archive {
        /// The file that the archive is in.
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
    /// Who has access cannot be decided.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// A limit cannot be kept.
    #[error(transparent)]
    Limits(#[from] LimitsError),
}

/// Creates the routes for which access is needed: those that cost money or show the configuration.
fn with_access<T: 'static>(live: &Live, page: impl Handler<T, Live>) -> Router<Live> {
    let origins: Arc<[String]> = live.current().config.server.allowed_origins.as_slice().into();
    let json_only = middleware::from_fn_with_state(Arc::clone(&origins), guard::same_origin_json);
    // Other sites may have tokens for the relay, but no say in what this page connects to.
    let own_page_only = middleware::from_fn_with_state(Arc::default(), guard::same_origin_json);
    Router::new()
        .route("/v1/chat/completions", post(relay::complete).layer(json_only))
        .route("/v1/models", get(relay::models))
        // An id may have slashes, such as `ollama/llama3.2:3b`.
        .route("/v1/models/{*id}", get(relay::model))
        .merge(tab_models::routes(&live.current().config.server))
        .merge(fetched_models::routes(&live.current().config.server))
        .route("/endpoint", post(endpoint::admit).delete(endpoint::remove).layer(own_page_only))
        // Its length reveals no secret: the nonce is another in each response.
        .route("/", get(page).layer(CompressionLayer::new()))
        .route_layer(middleware::from_fn_with_state(live.clone(), sign_in::require))
        // Before access is asked for: preflight requests have no token.
        .route_layer(middleware::from_fn_with_state(origins, cors::answer))
}

/// Creates the routes for signing in and out.
fn sign_in_routes() -> Router<Live> {
    Router::new()
        .route("/login", get(sign_in::show).post(sign_in::enter))
        .route("/logout", get(sign_in::ask_to_leave).post(sign_in::leave))
        .layer(DefaultBodyLimit::max(sign_in::MAX_FORM_BYTES))
        .layer(middleware::from_fn(guard::same_origin_form))
}

/// Creates the router of the server for the configuration in effect.
///
/// # Errors
/// The built site is missing or incomplete.
pub fn router(live: &Live) -> Result<Router, StartError> {
    let setup = live.current();
    let config = &setup.config;
    let site = site::Site::find(config.server.site.as_deref())?;
    let assets = assets::read(&site)?;
    let kernel = frame::Frame::kernel(&site, &config.server.embed_in)?;
    let render = frame::Frame::render(&site, &config.server.embed_in)?;
    let hosts = guard::Hosts::new(config);
    let offline = offline::Offline::new(live, &site)?;
    let kept = live.clone();
    // Asked by address rather than by name, and of no use to another website.
    let probes = Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .with_state(live.clone());
    let metrics = if config.metrics.enabled {
        // They name models and say how much they are used.
        Router::new()
            .route("/metrics", get(health::metrics))
            .route_layer(middleware::from_fn_with_state(live.clone(), sign_in::require))
    } else {
        Router::new()
    };

    Ok(Router::new()
        .route("/kernel/frame", get(move |request| async move { kernel.answer(&request) }))
        .route("/render/frame", get(move |request| async move { render.answer(&request) }))
        .merge(
            Router::new()
                .route("/kernel/exit/{test}", any(egress::answer))
                .route("/kernel/exit/{test}/arrivals", get(egress::arrivals))
                .with_state(egress::Arrivals::default()),
        )
        .merge(with_access(
            live,
            page::handler(
                assets,
                config.server.direct_endpoints,
                config.server.embed_in.clone(),
                config.storage.keep_files,
                move || offline::is_kept(&kept),
            ),
        ))
        .merge(sign_in_routes())
        .route("/health", get(health::alive))
        .merge(metrics)
        .with_state(live.clone())
        .fallback_service(
            assets::service(&site)
                .layer(middleware::from_fn_with_state(offline, offline::answer))
                .layer(CompressionLayer::new().compress_when(offline::is_composed)),
        )
        .layer(middleware::from_fn_with_state(hosts, guard::known_host))
        .merge(probes)
        .layer(middleware::from_fn(headers::common))
        .layer(CatchPanicLayer::custom(observe::panicked))
        .layer(middleware::from_fn_with_state(live.clone(), recording::requests)))
}
