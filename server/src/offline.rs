//! What a browser keeps of the page, so that it works while this server cannot be reached: the
//! documents and the service worker of [`standalone`], at fixed addresses.
//!
//! If users sign in, browsers keep nothing: there is a service worker that removes an earlier
//! one, and no document.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    body::{Body, Bytes},
    extract::{Request, State},
    http::{Extensions, HeaderMap, HeaderValue, Method, StatusCode, Version, header},
    middleware::Next,
    response::Response,
};
use tokio::{sync::OnceCell, task::spawn_blocking};

use crate::{
    Live, StartError,
    assets::{IMMUTABLE, has_hash},
    config::AccessMode,
    headers::{self, SERVICE_WORKER},
    site::Site,
    standalone::{self, APP_MANIFEST, Form, OFFLINE, StandaloneError},
};

/// The service worker connects to this server, and loads no other script.
const WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'";
/// Files with a hash in their name, by their beginnings.
const HASHED: [&str; 3] = ["kernel/frame.", "render/frame.", "render/manifest."];

/// The files for browsers.
#[derive(Clone, Debug)]
pub(crate) struct Offline(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    live: Live,
    site: Site,
    /// Removes what an earlier service worker has stored, and then itself.
    removal: Bytes,
    /// Paths and contents, once somebody has asked for one; `None` if they could not be composed.
    composed: OnceCell<BTreeMap<String, Bytes>>,
}

/// Marks a response that is not compressed yet.
#[derive(Clone, Copy, Debug)]
struct Composed;

/// Returns whether browsers may keep the page: if everybody may have it.
pub(crate) fn is_kept(live: &Live) -> bool {
    live.current().config.access.mode == AccessMode::Open
}

/// Returns whether a response is to be compressed: those from here, and no file of the site.
pub(crate) fn is_composed(
    _: StatusCode,
    _: Version,
    _: &HeaderMap,
    extensions: &Extensions,
) -> bool {
    extensions.get::<Composed>().is_some()
}

impl Offline {
    /// Reads what is needed even if nothing is kept.
    pub(crate) fn new(live: &Live, site: &Site) -> Result<Self, StartError> {
        let removal = site.text("static_host/removal.js")?.into();
        Ok(Self(Arc::new(Shared {
            live: live.clone(),
            site: site.clone(),
            removal,
            composed: OnceCell::new(),
        })))
    }

    /// Returns the file at a path, if browsers may keep it.
    async fn file(&self, path: &str) -> Option<Bytes> {
        if !is_kept(&self.0.live) {
            return (path == SERVICE_WORKER).then(|| self.0.removal.clone());
        }
        // At the first request for one rather than at start, which need not wait for it.
        // One that fails, as where no more files can be opened, is tried again with the next.
        let composed = self.0.composed.get_or_try_init(|| self.compose()).await;
        let composed = composed
            .inspect_err(|error| tracing::error!("the page cannot be kept by browsers: {error}"));
        composed.ok()?.get(path).cloned()
    }

    async fn compose(&self) -> Result<BTreeMap<String, Bytes>, StandaloneError> {
        let (site, server) = (self.0.site.clone(), self.0.live.current().config.server.clone());
        let direct = server.direct_endpoints;
        let page = standalone::rendered(&site, direct, &server.embed_in).await?;
        let composed =
            spawn_blocking(move || standalone::compose(&site, &page, Form::Offline { direct }));
        let composed =
            composed.await.map_err(|error| StandaloneError::Document(error.to_string()))??;
        Ok(composed.into_iter().map(|(path, content)| (path, content.into())).collect())
    }

    /// Returns the response with a file.
    fn response(&self, path: &str, content: Bytes) -> Response {
        let mut response = Response::new(Body::from(content));
        response.extensions_mut().insert(Composed);
        let answer = response.headers_mut();
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        if let Ok(kind) = HeaderValue::from_str(kind.as_ref()) {
            answer.insert(header::CONTENT_TYPE, kind);
        }
        headers::set(answer, "cache-control", if has_hash(path) { IMMUTABLE } else { "no-cache" });
        let embed_in = &self.0.live.current().config.server.embed_in;
        let policy = match path {
            SERVICE_WORKER => Some(HeaderValue::from_static(WORKER_POLICY)),
            // What a document cannot say of itself.
            OFFLINE => headers::only_within(&headers::page_ancestors(embed_in)),
            _ if path.ends_with(".html") => {
                headers::only_within(&headers::frame_ancestors(embed_in))
            }
            _ => None,
        };
        if let Some(policy) = policy {
            answer.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        if path.ends_with(".html") {
            headers::set(answer, "permissions-policy", headers::PERMISSIONS_POLICY);
        }
        response
    }
}

/// Answers requests for the files, and passes on all others.
pub(crate) async fn answer(
    State(offline): State<Offline>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let named = [SERVICE_WORKER, APP_MANIFEST, OFFLINE].contains(&path)
        || (has_hash(path) && HASHED.iter().any(|start| path.starts_with(start)));
    if !named || !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    match offline.file(path).await {
        Some(content) => offline.response(path, content),
        None => next.run(request).await,
    }
}
