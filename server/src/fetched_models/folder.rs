//! What is in the folder of models: whole files, and what an attempt has left.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use providers::open_models::{Listing, Model};
use serde_json::{Value, json};

use crate::{config::Server, models_folder};

/// The list of open models in the folder that the page finds models in.
pub(crate) const OPEN_LIST: &str = "open.json";

/// Returns the path of what has come of a model.
pub(super) fn part_path(folder: &Path, model: &Model) -> PathBuf {
    folder.join(format!("{}.part", model.file))
}

/// Returns the path of the file that whoever fetches a model holds a lock on.
pub(super) fn lock_path(folder: &Path) -> PathBuf {
    folder.join("fetch.lock")
}

/// Returns where the file of a model is, if one of its length is there: among the models for tabs
/// or in the folder.
fn find(server: &Server, model: &Model) -> Option<PathBuf> {
    let named =
        server.tab_models.iter().find(|path| models_folder::name(path) == Some(&model.file));
    let path = match (named, &server.model_folder) {
        (Some(path), _) => path.clone(),
        (None, folder) => folder.as_ref()?.join(&model.file),
    };
    path.metadata().is_ok_and(|about| about.is_file() && about.len() == model.bytes).then_some(path)
}

/// Returns the models with what is here of each.
pub(crate) fn listing(server: &Server) -> Listing {
    let mut listing = Listing::of_all();
    for listed in &mut listing.models {
        let found = find(server, &listed.model);
        listed.modified = found.as_deref().and_then(modified);
        let part = server.model_folder.as_deref().map(|folder| part_path(folder, &listed.model));
        listed.partial = part.and_then(|part| part.metadata().ok()).map_or(0, |about| about.len());
    }
    listing
}

/// Returns the models in the folder that are not among those for tabs anyway, as the list of those
/// has them.
pub(crate) fn listed(server: &Server) -> Vec<PathBuf> {
    let is_named = |path: &PathBuf| server.tab_models.contains(path);
    providers::open_models::all()
        .iter()
        .filter_map(|model| find(server, model))
        .filter(|path| !is_named(path))
        .collect()
}

/// Adds to an item of the list of models for tabs what the page has to check, if it is an open one.
pub(crate) fn mark(mut item: Value) -> Value {
    let model = item["name"].as_str().and_then(providers::open_models::of_file);
    if let Some(model) = model.filter(|model| item["bytes"].as_u64() == Some(model.bytes)) {
        item["sha256"] = json!(model.sha256);
        item["label"] = json!(model.label);
    }
    item
}

/// Returns when a file was changed, in milliseconds since 1970.
pub(crate) fn modified(path: &Path) -> Option<u64> {
    let time = path.metadata().ok()?.modified().ok()?;
    u64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_millis()).ok()
}
