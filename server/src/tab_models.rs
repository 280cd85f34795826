//! Models of the operator's that users may run in their tab: the files, and the list that the page
//! asks for. If a static host serves the page, both are files of the exported folder.

use std::path::PathBuf;

use axum::{Json, Router, routing::get};
use serde_json::{Value, json};
use tower_http::services::ServeFile;

use crate::{
    config::Server,
    fetched_models::{self, modified},
    models_folder::{FOLDER, name},
};

/// The list in the folder that the page finds models in.
pub(crate) const LIST: &str = "index.json";

/// Returns the list of the files that are there: the name of each, its length in bytes, and when it
/// was changed, in milliseconds since 1970, by which a browser knows that its copy is of an earlier
/// one; of an open model also its SHA-256, which the page compares, and its name as shown.
pub(crate) fn list(files: &[PathBuf]) -> Value {
    let listed = files.iter().filter_map(|path| {
        let about = path.metadata().ok()?;
        let item =
            json!({ "name": name(path)?, "bytes": about.len(), "modified": modified(path)? });
        Some(fetched_models::mark(item))
    });
    listed.collect()
}

/// Creates the routes of the list, which has fetched models too, and of each file.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(server: &Server) -> Router<S> {
    let of = server.clone();
    let listed = move || async move {
        // Those that are fetched come and go while the server runs.
        let files: Vec<_> =
            of.tab_models.iter().cloned().chain(fetched_models::listed(&of)).collect();
        Json(list(&files))
    };
    let router = Router::new().route(&format!("/{FOLDER}/{LIST}"), get(listed));
    server.tab_models.iter().fold(router, |router, path| match name(path) {
        Some(name) => router.route_service(&format!("/{FOLDER}/{name}"), ServeFile::new(path)),
        None => router,
    })
}
