//! An endpoint of the user's, which the page asks without this server: `public/endpoint`, loaded when one is connected.
//!
//! Never gets the key: that module puts it into the request, and returns the answer in the relay's form.

use app::session::{IN_TAB, LedgerEntry};
use serde_json::Value;
use wasm_bindgen::JsValue;

use crate::foreign::{run, run_on, text, window};

/// The window's function that imports the module.
const IMPORT: &str = "insituEndpoint";
/// The window's function that imports the module of a model in this tab (`public/local_model`), which is asked in the same way.
const TAB: &str = "insituLocalModel";
/// The window's property with the list of the models that are loaded in this tab.
const TAB_MODELS: &str = "insituTabModels";
/// The window's property with the origin that the page's policy admits; empty without one.
const ORIGIN: &str = "insituEndpointOrigin";

/// Returns the models of the endpoint as a list in the form of `/v1/models`, with `show` if the page was loaded to go on with
/// the dialog; null if none is connected.
pub(crate) async fn models() -> Value {
    if text(&window(), ORIGIN).is_empty() {
        return Value::Null;
    }
    // What is wrong with it, the dialog shows.
    list(run(IMPORT, "models", &[]).await.unwrap_or_default())
}

/// Returns the model that is loaded in this tab, as a list in the form of `/v1/models`; null without one.
pub(crate) fn tab_models() -> Value {
    serde_json::from_str(&text(&window(), TAB_MODELS)).unwrap_or_default()
}

/// Shows the dialog, and returns the models of the endpoint once it is closed, with the id of the one that the user chose as
/// `chosen`.
///
/// # Errors
/// The message of the browser.
pub(crate) async fn show() -> Result<Value, String> {
    Ok(list(run(IMPORT, "show", &[]).await?))
}

/// Asks the endpoint, or the model in this tab, and returns its answer as `public/transport` does. `record` gets the address and the body of each
/// request before it is sent.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn ask(
    model: &str,
    body: &str,
    signal: &JsValue,
    record: impl AsyncFn(String, &str) -> Result<LedgerEntry, String>,
) -> Result<JsValue, String> {
    let import = if model.starts_with(IN_TAB) { TAB } else { IMPORT };
    loop {
        let request = run(import, "prepare", &[&body.into(), signal]).await?;
        record(text(&request, "to"), &text(&request, "body")).await?;
        let answer = run_on(&request, "send", &[signal]).await?;
        // Without one, the endpoint wants the request in another form.
        if !answer.is_undefined() {
            return Ok(answer);
        }
    }
}

fn list(text: JsValue) -> Value {
    serde_json::from_str(&text.as_string().unwrap_or_default()).unwrap_or_default()
}
