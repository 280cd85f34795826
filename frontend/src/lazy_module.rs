//! The lazy module: the WebAssembly module with the planner, the Markdown parser, the summaries and the
//! comparison of answers with outcomes.
//!
//! The document's script imports it and leaves its promise in
//! `globalThis.insituLazyModule`.

use std::ops::Range;

use js_sys::{Function, Promise};
use kernel::Outcome;
use leptos::prelude::{GetUntracked, RwSignal, Set, Track};
use markdown::Parsed;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::foreign::{get, message, window};

/// The window's property with the promise of the module.
const PROMISE: &str = "insituLazyModule";

/// Returns the module once it is loaded.
///
/// # Errors
/// The message of the browser.
pub(crate) async fn loaded() -> Result<JsValue, String> {
    let promise: Promise =
        get(&window(), PROMISE).dyn_into().map_err(|_| "the document does not load it".to_owned())?;
    JsFuture::from(promise).await.map_err(|thrown| message(&thrown))
}

/// Calls a function of the module that takes text or nothing and returns text.
///
/// # Errors
/// What it throws, or that it does not exist.
pub(crate) fn call(module: &JsValue, name: &str, argument: Option<&str>) -> Result<String, String> {
    let function: Function = get(module, name).dyn_into().map_err(|_| format!("no {name}"))?;
    let argument = argument.map_or(JsValue::UNDEFINED, JsValue::from);
    let returned = function.call1(&JsValue::UNDEFINED, &argument).map_err(|thrown| message(&thrown))?;
    returned.as_string().ok_or_else(|| format!("{name} returned no text"))
}

/// Leaves out what is no chart although an outcome has it as one: code can send anything in its place. Without the module
/// there are no charts.
pub(crate) async fn check_charts(outcome: &mut Outcome) {
    for shown in &mut outcome.results {
        let Some(chart) = shown.chart.take() else { continue };
        let module = loaded().await.ok();
        let checked = module.zip(serde_json::to_string(&chart).ok());
        let checked = checked.and_then(|(module, json)| call(&module, "checked_chart", Some(&json)).ok());
        shown.chart = checked.and_then(|json| serde_json::from_str(&json).ok());
    }
}

/// The module for what needs it at once, such as the Markdown parser, once it is loaded.
#[derive(Clone, Copy)]
pub(crate) struct Reader(RwSignal<Option<JsValue>, leptos::prelude::LocalStorage>);

impl Reader {
    /// Returns a parser without the module.
    pub(crate) fn new() -> Self {
        Self(RwSignal::new_local(None))
    }

    /// Waits for the module. Without it texts stay plain and numbers without marks; the planner reports that it is
    /// missing.
    pub(crate) async fn await_module(self) {
        if let Ok(module) = loaded().await
            && self.module().is_none()
        {
            self.0.set(Some(module));
        }
    }

    /// Returns the module, if it is loaded. Tracks nothing.
    pub(crate) fn module(self) -> Option<JsValue> {
        self.0.get_untracked()
    }

    /// Parses a part of a text below these headings and marks its spans, in bytes. Tracks a signal, so that plain text is
    /// rendered again once the module is loaded.
    pub(crate) fn tree(self, text: &str, spans: &[Range<usize>], above: &[u8]) -> Option<Parsed> {
        self.0.track();
        let module = self.module()?;
        let input = serde_json::json!({ "text": text, "spans": spans, "above": above }).to_string();
        serde_json::from_str(&call(&module, "markdown", Some(&input)).ok()?).ok()
    }
}
