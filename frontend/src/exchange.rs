//! Files in bulk, by the module that the document's script imports when one of its functions is wanted: dropped folders come in,
//! many files go out as one archive.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DataTransfer, File};

use crate::foreign::{call, get, message, window};

/// Where the function is that imports it.
const IMPORT: &str = "insituExchange";

/// What was dropped, where a folder is among it. Looks at once, since the browser forgets it when the event is over.
pub(crate) fn folders(transfer: &DataTransfer) -> Option<Array> {
    let entries: Array = Array::from(&get(transfer, "items"))
        .iter()
        .map(|item| call(&item, "webkitGetAsEntry"))
        .filter(|entry| entry.is_object())
        .collect();
    entries.iter().any(|entry| get(&entry, "isDirectory").is_truthy()).then_some(entries)
}

/// The files in dropped `entries` by their paths: at most one more than `most`.
///
/// # Errors
/// What the browser says.
pub(crate) async fn walk(entries: &Array, most: usize) -> Result<Vec<(String, File)>, String> {
    #[expect(clippy::cast_precision_loss, reason = "it is a small number")]
    let most = JsValue::from(most as f64);
    let found: Array = run("walk", entries, &most).await?.unchecked_into();
    let found = found.to_vec();
    Ok(found
        .chunks_exact(2)
        .filter_map(|pair| Some((pair[0].as_string()?, pair[1].clone().dyn_into().ok()?)))
        .collect())
}

/// An archive of the files, given as name, content, name, content, ….
///
/// # Errors
/// What the browser says.
pub(crate) async fn zip(files: &Array) -> Result<Blob, String> {
    Ok(run("zip", files, &JsValue::UNDEFINED).await?.unchecked_into())
}

async fn run(name: &str, first: &JsValue, second: &JsValue) -> Result<JsValue, String> {
    let result = async {
        let module = JsFuture::from(call(&window(), IMPORT).dyn_into::<Promise>()?).await?;
        let function: Function = get(&module, name).dyn_into()?;
        JsFuture::from(function.call2(&module, first, second)?.dyn_into::<Promise>()?).await
    };
    result.await.map_err(|thrown| message(&thrown))
}
