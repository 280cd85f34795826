//! The lazily loaded module: the WebAssembly module that holds the planner and the reader of Markdown.
//!
//! As with the highlighter, the document's script imports it and leaves the promise of it in `globalThis.insituLazyModule`.

use js_sys::{Function, Promise};
use leptos::prelude::{GetUntracked, RwSignal, Set, Track};
use markdown::Node;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::foreign::{get, message, window};

/// Where the promise of the module is.
const PROMISE: &str = "insituLazyModule";

/// The module, as soon as it is loaded.
///
/// # Errors
/// What the browser says.
pub(crate) async fn loaded() -> Result<JsValue, String> {
    let promise: Promise =
        get(&window(), PROMISE).dyn_into().map_err(|_| "the document does not load it".to_owned())?;
    JsFuture::from(promise).await.map_err(|thrown| message(&thrown))
}

/// Calls a function of the module that takes text or nothing and returns text.
///
/// # Errors
/// What it throws, or that it is not there.
pub(crate) fn call(module: &JsValue, name: &str, argument: Option<&str>) -> Result<String, String> {
    let function: Function = get(module, name).dyn_into().map_err(|_| format!("no {name}"))?;
    let argument = argument.map_or(JsValue::UNDEFINED, JsValue::from);
    let returned = function.call1(&JsValue::UNDEFINED, &argument).map_err(|thrown| message(&thrown))?;
    returned.as_string().ok_or_else(|| format!("{name} returned no text"))
}

/// The reader of Markdown, as soon as it is there.
#[derive(Clone, Copy)]
pub(crate) struct Reader(RwSignal<Option<JsValue>, leptos::prelude::LocalStorage>);

impl Reader {
    /// One without the module yet.
    pub(crate) fn new() -> Self {
        Self(RwSignal::new_local(None))
    }

    /// Waits for the module. Without it texts stay as they are; the planner tells that it is missing.
    pub(crate) async fn await_module(self) {
        if let Ok(module) = loaded().await {
            self.0.set(Some(module));
        }
    }

    /// The tree of a text. Follows a signal, so that what was shown as it is is shown again.
    pub(crate) fn tree(self, source: &str) -> Option<Vec<Node>> {
        self.0.track();
        let module = self.0.get_untracked()?;
        serde_json::from_str(&call(&module, "markdown", Some(source)).ok()?).ok()
    }
}
