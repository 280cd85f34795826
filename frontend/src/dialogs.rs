//! Rarely used functions, in a module that the document's script imports on demand: dropped
//! folders, an archive of many files, the judgement of the self-test, and pictures scaled for a
//! model.

use chat::Image;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, DataTransfer, File};

use crate::foreign::{self, call, get};

/// The page's function that imports the module.
const IMPORT: &str = "dialogs";

/// Returns what was dropped, if a folder is among it. Must be called during the event: the browser
/// forgets it afterwards.
pub(crate) fn folders(transfer: &DataTransfer) -> Option<Array> {
    let entries: Array = Array::from(&get(transfer, "items"))
        .iter()
        .map(|item| call(&item, "webkitGetAsEntry"))
        .filter(|entry| entry.is_object())
        .collect();
    entries.iter().any(|entry| get(&entry, "isDirectory").is_truthy()).then_some(entries)
}

/// Returns the files in dropped `entries` by their paths: at most one more than `most`.
///
/// # Errors
/// The message of the browser.
pub(crate) async fn walk(entries: &Array, most: usize) -> Result<Vec<(String, File)>, String> {
    #[expect(clippy::cast_precision_loss, reason = "it is a small number")]
    let most = JsValue::from(most as f64);
    let found: Array = run("walk", &[entries, &most]).await?.unchecked_into();
    let found = found.to_vec();
    Ok(found
        .chunks_exact(2)
        .filter_map(|pair| Some((pair[0].as_string()?, pair[1].clone().dyn_into().ok()?)))
        .collect())
}

/// Returns an archive of the files, given as name, content, name, content, ….
///
/// # Errors
/// The message of the browser.
pub(crate) async fn zip(files: &Array) -> Result<Blob, String> {
    Ok(run("zip", &[files]).await?.unchecked_into())
}

/// Scales a picture for a model. Returns `None` if that is not possible.
///
/// # Errors
/// The message of the browser.
pub(crate) async fn shrink(mime: &str, base64: &str) -> Result<Option<Image>, String> {
    let parts = run("shrink", &[&mime.into(), &base64.into()]).await?;
    let [media_type, base64] = ["0", "1"].map(|at| get(&parts, at).as_string());
    Ok(media_type.zip(base64).map(|(media_type, base64)| Image {
        media_type,
        base64,
        detail: None,
    }))
}

/// Calls one of the module's functions.
///
/// # Errors
/// The message of the browser, or what the function throws.
pub(crate) async fn run(name: &str, arguments: &[&JsValue]) -> Result<JsValue, String> {
    foreign::run(IMPORT, name, arguments).await
}
