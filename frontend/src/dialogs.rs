//! What is wanted seldom, by the module that the document's script imports then: dropped folders come in, many files go out as
//! one archive, code asks the user for a line, the user has the seal tried, and a model is sent a picture.

use chat::Image;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Blob, DataTransfer, File};

use crate::foreign::{self, call, get, window};

/// Where the function is that imports it.
const IMPORT: &str = "insituDialogs";

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
    let found: Array = run("walk", &[entries, &most]).await?.unchecked_into();
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
    Ok(run("zip", &[files]).await?.unchecked_into())
}

/// Asks the user for a line. `None` where the question was taken back; `Some(None)` where there is no line to give.
///
/// # Errors
/// What the browser says.
pub(crate) async fn ask_line(prompt: &str) -> Result<Option<Option<String>>, String> {
    let answer = run("askLine", &[&JsValue::from(prompt)]).await?;
    Ok((!answer.is_undefined()).then(|| answer.as_string()))
}

/// Takes the question back.
pub(crate) async fn take_back() -> Result<(), String> {
    run("takeBack", &[]).await.map(drop)
}

/// Shows what keeps the kernel sealed; `window.insitu` has it tried, and `tell` takes what was found, in a word or two.
///
/// # Errors
/// What the browser says.
pub(crate) async fn show_seal(tell: impl Fn(String) + 'static) -> Result<(), String> {
    let run_egress_probes = get(&get(&window(), "insitu"), "selfTest");
    let tell = Closure::<dyn Fn(String)>::new(tell).into_js_value();
    run("showSeal", &[&run_egress_probes, &tell]).await.map(drop)
}

/// A picture made small enough for a model. `None` where none can be made of it.
///
/// # Errors
/// What the browser says.
pub(crate) async fn shrink(mime: &str, base64: &str) -> Result<Option<Image>, String> {
    let parts = run("shrink", &[&mime.into(), &base64.into()]).await?;
    let [media_type, base64] = ["0", "1"].map(|at| get(&parts, at).as_string());
    Ok(media_type.zip(base64).map(|(media_type, base64)| Image { media_type, base64 }))
}

/// Calls one of the module's functions.
///
/// # Errors
/// What the browser says, or the function throws.
pub(crate) async fn run(name: &str, arguments: &[&JsValue]) -> Result<JsValue, String> {
    foreign::run(IMPORT, name, arguments).await
}
