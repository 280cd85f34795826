//! The views of results, by the module that the document's script imports with the first of them. Passes on
//! elements and JSON; the module knows what a result looks like.

use std::sync::Arc;

use app::actions::{Place, Printed};
use js_sys::Function;
use kernel::Outcome;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use crate::clock;
use crate::foreign::{call, get, run, window};

/// The window's function that imports the module.
const IMPORT: &str = "insituResults";
/// The window's function for what a running step shows.
const LIVE: &str = "insituLive";
/// Marks on an element which result it shows, so that an element that is rendered again keeps its content.
const SHOWN: &str = "data-result";

/// Fetches the module, so that it is loaded when the first result arrives.
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
            // The connection to the server is lost, which served the page a moment ago.
            let text = outcome.results.get(index).map(|shown| shown.text.as_str());
            place.set_text_content(text);
        }
    });
}

/// Shows a result of the running step, from its stream [`kernel::protocol::StreamName::Display`].
pub(crate) fn live(json: &str) {
    if let Ok(function) = get(&window(), LIVE).dyn_into::<Function>() {
        function.call1(&JsValue::UNDEFINED, &JsValue::from(json)).ok();
    }
}

/// Writes printed text in its colours. If that fails, it stays plain.
pub(crate) fn paint(place: Printed, text: &str) {
    let text = JsValue::from(text);
    spawn_local(async move { drop(run(IMPORT, "paint", &[&place, &text]).await) });
}

/// Shows a document.
///
/// # Errors
/// The message of the browser.
pub(crate) async fn preview(name: &str, path: &str, blob: &Blob) -> Result<(), String> {
    run(IMPORT, "preview", &[&name.into(), &path.into(), blob]).await.map(drop)
}
