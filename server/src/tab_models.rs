//! Models of the operator's that users may run in their tab: the files, and the list that the page asks for. Where a static
//! host serves the page, both are files of the exported folder.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use axum::{Json, Router, routing::get};
use serde_json::{Value, json};
use tower_http::services::ServeFile;

/// The folder that the page finds them in.
pub(crate) const FOLDER: &str = "models";
/// The list in it.
pub(crate) const LIST: &str = "index.json";

/// Returns the list of the files that are there: the name of each, its length in bytes, and when it was changed, in
/// milliseconds since 1970, by which a browser knows that its copy is of an earlier one.
pub(crate) fn list(files: &[PathBuf]) -> Value {
    let listed = files.iter().filter_map(|path| {
        let about = path.metadata().ok()?;
        let modified = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_millis();
        let modified = u64::try_from(modified).ok()?;
        Some(json!({ "name": name(path)?, "bytes": about.len(), "modified": modified }))
    });
    listed.collect()
}

/// Returns the name under which a file is offered.
pub(crate) fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// Creates the routes of the list and of each file.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(files: &[PathBuf]) -> Router<S> {
    let listed = files.to_vec();
    let router =
        Router::new().route(&format!("/{FOLDER}/{LIST}"), get(move || async move { Json(list(&listed)) }));
    files.iter().fold(router, |router, path| match name(path) {
        Some(name) => router.route_service(&format!("/{FOLDER}/{name}"), ServeFile::new(path)),
        None => router,
    })
}
