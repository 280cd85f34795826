//! The views of results, by the module that the document's script imports with the first of them. Hands over elements and JSON;
//! what a result looks like is that module's.

use std::sync::Arc;

use app::actions::{Place, Printed};
use js_sys::Function;
use kernel::Outcome;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use crate::clock;
use crate::foreign::{call, get, run, window};

/// Where the function is that imports it.
const IMPORT: &str = "insituResults";
/// Where the function is that takes what a running step shows.
const LIVE: &str = "insituLive";
/// Says on an element which result it shows, so that one that is shown anew by its surroundings keeps what it has.
const SHOWN: &str = "data-result";

/// Has the module fetched, so that it is there when the first result is.
pub(crate) fn warm() {
    call(&window(), IMPORT);
}

/// Fills the element with the view of a result.
pub(crate) fn show(place: Place, outcome: Arc<Outcome>, index: usize) {
    let id = outcome.results.get(index).map(|shown| shown.id.as_str()).unwrap_or_default();
    if !id.is_empty() {
        if place.get_attribute(SHOWN).as_deref() == Some(id) {
            return;
        }
        place.set_attribute(SHOWN, id).ok();
    }
    spawn_local(async move {
        // Each in a task of its own, since some are large.
        clock::sleep(0).await;
        let Some(Ok(json)) = outcome.results.get(index).map(serde_json::to_string) else { return };
        if run(IMPORT, "show", &[&place, &JsValue::from(json)]).await.is_err() {
            // The connection to the server is gone, which served the page a moment ago.
            let text = outcome.results.get(index).map(|shown| shown.text.as_str());
            place.set_text_content(text);
        }
    });
}

/// Shows a result of the step that runs, as its stream [`kernel::protocol::StreamName::Display`] tells it.
pub(crate) fn live(told: &str) {
    if let Ok(function) = get(&window(), LIVE).dyn_into::<Function>() {
        function.call1(&JsValue::UNDEFINED, &JsValue::from(told)).ok();
    }
}

/// Writes printed text in its colours. Where that fails, it stays as it stands, in one.
pub(crate) fn paint(place: Printed, text: &str) {
    let text = JsValue::from(text);
    spawn_local(async move { drop(run(IMPORT, "paint", &[&place, &text]).await) });
}

/// Shows a document.
///
/// # Errors
/// What the browser says.
pub(crate) async fn preview(name: &str, path: &str, blob: &Blob) -> Result<(), String> {
    run(IMPORT, "preview", &[&name.into(), &path.into(), blob]).await.map(drop)
}
