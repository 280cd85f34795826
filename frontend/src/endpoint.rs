//! An endpoint of the user's, which the page asks without this server: `public/endpoint`, loaded when one is connected.
//!
//! Never gets the key: that module puts it into the request, and masks it in what the endpoint says of its failures.

use app::session::{IN_TAB, LedgerEntry};
use js_sys::Function;
use providers::Wire;
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortSignal, ReadableStream};

use crate::answer::Answer;
use crate::foreign::{message, parts, run, text};

/// The page's function that imports the module.
const IMPORT: &str = "endpoint";
/// The page's function that imports the module of a model in this tab (`public/local_model`), which is asked in the same way.
pub(crate) const TAB: &str = "localModel";
/// The page's property with the list of the models that are loaded in this tab.
const TAB_MODELS: &str = "tabModels";
/// The page's property with the origin that the page's policy admits; empty without one.
const ORIGIN: &str = "endpointOrigin";

/// Returns the models of the endpoint as a list in the form of `/v1/models`, with `show` if the page was loaded to go on with
/// the dialog; null if none is connected.
pub(crate) async fn models() -> Value {
    if text(&parts(), ORIGIN).is_empty() {
        return Value::Null;
    }
    // What is wrong with it, the dialog shows.
    list(run(IMPORT, "models", &[]).await.unwrap_or_default())
}

/// Returns the model that is loaded in this tab, as a list in the form of `/v1/models`; null without one.
pub(crate) fn tab_models() -> Value {
    serde_json::from_str(&text(&parts(), TAB_MODELS)).unwrap_or_default()
}

/// Shows the dialog, and returns the models of the endpoint once it is closed, with the id of the one that the user chose as
/// `chosen`.
///
/// # Errors
/// The message of the browser.
pub(crate) async fn show() -> Result<Value, String> {
    Ok(list(run(IMPORT, "show", &[]).await?))
}

#[wasm_bindgen]
extern "C" {
    /// A request that is ready; `Prepared` in `public/types/endpoint.d.ts`.
    type Prepared;

    /// Its address, as the ledger lists it.
    #[wasm_bindgen(method, getter)]
    fn to(this: &Prepared) -> String;

    /// Its body, byte for byte.
    #[wasm_bindgen(method, getter)]
    fn body(this: &Prepared) -> String;

    /// Sends it; resolves with the answer that begins, and with undefined if the endpoint wants the request in another form.
    #[wasm_bindgen(method, catch)]
    async fn send(this: &Prepared, signal: &AbortSignal) -> Result<JsValue, JsValue>;

    /// An answer that begins; `AnswerStream` in `public/types/endpoint.d.ts`.
    type AnswerStream;

    #[wasm_bindgen(method, getter)]
    fn bytes(this: &AnswerStream) -> ReadableStream;

    /// The name of its format; missing for the model in this tab, as everything that follows.
    #[wasm_bindgen(method, getter)]
    fn kind(this: &AnswerStream) -> Option<String>;

    #[wasm_bindgen(method, getter)]
    fn whole(this: &AnswerStream) -> bool;

    #[wasm_bindgen(method, getter)]
    fn host(this: &AnswerStream) -> String;

    #[wasm_bindgen(method, getter)]
    fn model(this: &AnswerStream) -> String;

    #[wasm_bindgen(method, getter)]
    fn masked(this: &AnswerStream) -> Function;
}

/// Asks the endpoint, or the model in this tab, and returns its answer when it begins. `record` gets the address and the body
/// of each request before it is sent.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn ask(
    model: &str,
    body: &str,
    signal: &AbortSignal,
    record: impl AsyncFn(String, &str) -> Result<LedgerEntry, String>,
) -> Result<Answer, String> {
    let import = if model.starts_with(IN_TAB) { TAB } else { IMPORT };
    loop {
        let request = run(import, "prepare", &[&body.into(), signal.as_ref()]).await?;
        let request: Prepared = request.unchecked_into();
        record(request.to(), &request.body()).await?;
        let begun = request.send(signal).await.map_err(|thrown| message(&thrown))?;
        if begun.is_undefined() {
            continue;
        }
        let begun: AnswerStream = begun.unchecked_into();
        let wire = begun.kind().and_then(|kind| Wire::from_word(&kind));
        return Ok(match wire {
            None => Answer::of_tab(begun.bytes()),
            Some(wire) => Answer::of_endpoint(
                begun.bytes(),
                (wire, begun.whole()),
                (begun.host(), begun.model()),
                begun.masked(),
            ),
        });
    }
}

fn list(text: JsValue) -> Value {
    serde_json::from_str(&text.as_string().unwrap_or_default()).unwrap_or_default()
}
