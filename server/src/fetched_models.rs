//! Open models that this server fetches once, for users to run in their tab: which are in the
//! folder, and the requests by which a page of this machine has one fetched.
//!
//! The list is `open_models`'. Fetching sends nothing but the request for the file.

mod client;
mod downloads;
mod error;
mod fetch;
mod folder;

use axum::{
    Json, Router,
    body::to_bytes,
    extract::{Request, State},
    handler::Handler,
    http::{HeaderMap, StatusCode, Uri, header},
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use chat::wire::Failure;
use providers::open_models::{COMMAND, Listing, Model};
use serde::Deserialize;
use thiserror::Error;
use tower_http::services::ServeFile;

pub use error::FetchError;
pub(crate) use folder::{OPEN_LIST, listed, listing, mark, modified};

use self::downloads::Downloads;
use crate::{config::Server, guard, models_folder, origin};

/// The most bytes of a request: a name has a few dozen.
const MAX_REQUEST_BYTES: usize = 1024;

/// Fetches `model` into `folder`, or goes on where an earlier attempt ended; `come` is called with
/// the number of bytes that are there. Returns its file, whose SHA-256 is the expected one.
///
/// # Errors
/// Why it is not there. What has come stays, unless it is not the model.
pub async fn fetch_model(
    folder: &std::path::Path,
    model: &Model,
    come: impl Fn(u64) + Sync,
) -> Result<std::path::PathBuf, FetchError> {
    fetch::fetch(&client::Sender::of_the_list()?, folder, model, &come).await
}

/// The reason why a page's request is refused. `Display` is for the user.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum Refusal {
    #[error(
        "Only a page of the server's own machine has it fetch a model. Elsewhere its operator runs `{COMMAND}`."
    )]
    Elsewhere,
    #[error("This server has no folder for models. Set INSITU_MODEL_FOLDER, and start it again.")]
    NoFolder,
    #[error("Send `{{\"name\": \"…\"}}` with the name of a model of the list.")]
    Form,
    #[error("A model is being fetched already. Wait for its end, or cancel it.")]
    Busy,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, kind, code) = match self {
            Self::Elsewhere => (StatusCode::FORBIDDEN, "permission_error", "not_on_this_machine"),
            Self::NoFolder => (StatusCode::CONFLICT, "invalid_request_error", "no_model_folder"),
            Self::Form => (StatusCode::BAD_REQUEST, "invalid_request_error", "bad_request"),
            Self::Busy => (StatusCode::CONFLICT, "invalid_request_error", "fetching"),
        };
        let failure = Failure {
            message: self.to_string(),
            kind: Some(kind.to_owned()),
            code: Some(code.to_owned()),
            param: None,
        };
        (status, [(header::CACHE_CONTROL, "no-store")], Json(failure.to_json())).into_response()
    }
}

/// What the requests share.
#[derive(Clone, Debug)]
struct Shared {
    server: Server,
    downloads: Downloads,
}

/// Creates the routes: the list, a fetch and its end, and the files.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(server: &Server) -> Router<S> {
    routes_of(server, Downloads::new(server.model_folder.clone()))
}

/// Creates the routes of a server that fetches from `sender`.
#[cfg(test)]
fn routes_from<S: Clone + Send + Sync + 'static>(
    server: &Server,
    sender: client::Sender,
) -> Router<S> {
    routes_of(server, Downloads::new(server.model_folder.clone()).from(sender))
}

fn routes_of<S: Clone + Send + Sync + 'static>(server: &Server, downloads: Downloads) -> Router<S> {
    let shared = Shared { server: server.clone(), downloads };
    // Other sites' origins have no say in what is fetched, even if they may use the relay.
    let own_page_only =
        middleware::from_fn_with_state(std::sync::Arc::default(), guard::same_origin_json);
    let router = Router::new()
        .route(&format!("/{}/{OPEN_LIST}", models_folder::FOLDER), get(list))
        .route(
            &format!("/{}/fetch", models_folder::FOLDER),
            post(start.layer(own_page_only.clone())).delete(cancel.layer(own_page_only)),
        )
        .with_state(shared);
    let Some(folder) = &server.model_folder else { return router };
    let named =
        |file: &str| server.tab_models.iter().any(|path| models_folder::name(path) == Some(file));
    // Only the files of the list are served, whatever else is in the folder.
    providers::open_models::all().iter().filter(|model| !named(&model.file)).fold(
        router,
        |router, model| {
            let path = format!("/{}/{}", models_folder::FOLDER, model.file);
            router.route_service(&path, ServeFile::new(folder.join(&model.file)))
        },
    )
}

/// Returns whether a request comes to a server that only its own machine reaches, under a name of
/// that machine.
fn is_of_this_machine(server: &Server, headers: &HeaderMap, uri: &Uri) -> bool {
    let local =
        origin::host(headers, uri).is_some_and(|host| origin::is_loopback_name(host.host()));
    local && server.address.ip().is_loopback()
}

/// Handles `GET /models/open.json`.
async fn list(State(shared): State<Shared>, headers: HeaderMap, uri: Uri) -> Response {
    let Shared { server, downloads } = shared;
    let (fetching, problem) = downloads.state();
    let may_fetch = is_of_this_machine(&server, &headers, &uri) && server.model_folder.is_some();
    // Who may not start one sees no more of it than the result.
    let shown = if may_fetch { (fetching, problem) } else { (None, None) };
    let listing = Listing { may_fetch, fetching: shown.0, problem: shown.1, ..listing(&server) };
    ([(header::CACHE_CONTROL, "no-store")], Json(listing)).into_response()
}

/// What the page sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    name: String,
}

/// Handles `POST /models/fetch`: begins to fetch a model of the list.
async fn start(State(shared): State<Shared>, request: Request) -> Result<Response, Refusal> {
    if !is_of_this_machine(&shared.server, request.headers(), request.uri()) {
        return Err(Refusal::Elsewhere);
    }
    let body = to_bytes(request.into_body(), MAX_REQUEST_BYTES).await.map_err(|_| Refusal::Form)?;
    let Wanted { name } = serde_json::from_slice(&body).map_err(|_| Refusal::Form)?;
    let model = providers::open_models::find(Some(&name)).ok_or(Refusal::Form)?;
    shared.downloads.start(model)?;
    Ok((StatusCode::ACCEPTED, [(header::CACHE_CONTROL, "no-store")]).into_response())
}

/// Handles `DELETE /models/fetch`: ends it. What has come stays.
async fn cancel(
    State(shared): State<Shared>,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Refusal> {
    if !is_of_this_machine(&shared.server, &headers, &uri) {
        return Err(Refusal::Elsewhere);
    }
    shared.downloads.cancel();
    Ok((StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response())
}

#[cfg(test)]
mod tests;
