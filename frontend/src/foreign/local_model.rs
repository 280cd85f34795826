//! A model from a file in this tab, `web/local_model`. What picks or opens files is called in the
//! click.

use js_sys::{Function, JsString, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{AbortSignal, HtmlInputElement, ReadableStream};

#[wasm_bindgen]
extern "C" {
    /// The module.
    #[derive(Clone)]
    pub(crate) type LocalModel;

    /// Calls a function with the state as JSON, now and with each change.
    #[wasm_bindgen(method)]
    pub(crate) fn watch(this: &LocalModel, told: &Function);

    /// Returns the name of the model that was loaded last, if its files can be opened again.
    #[wasm_bindgen(method, js_name = lastModel)]
    pub(crate) fn last_model(this: &LocalModel) -> Promise;

    /// Returns the models that the operator offers, as JSON.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn offers(this: &LocalModel) -> Result<JsString, JsValue>;

    /// Has the user pick files, and checks them.
    #[wasm_bindgen(method)]
    pub(crate) fn choose(this: &LocalModel, input: &HtmlInputElement) -> Promise;

    /// Opens the files of the last model, and checks them; rejects with a sentence.
    #[wasm_bindgen(method, js_name = chooseLast)]
    pub(crate) fn choose_last(this: &LocalModel) -> Promise;

    /// Forgets the last model.
    #[wasm_bindgen(method)]
    pub(crate) fn forget(this: &LocalModel) -> Promise;

    /// Gets an offered model, and checks it.
    #[wasm_bindgen(method)]
    pub(crate) fn get(this: &LocalModel, name: &str) -> Promise;

    /// Deletes the copy of an offered model.
    #[wasm_bindgen(method, catch, js_name = deleteCopy)]
    pub(crate) async fn delete_copy(this: &LocalModel, name: &str) -> Result<(), JsValue>;

    /// Loads what was checked; resolves with its id, or null.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn load(this: &LocalModel) -> Result<JsValue, JsValue>;

    /// Returns whether a static host has a file of this length.
    #[wasm_bindgen(method, catch, js_name = isThere)]
    pub(crate) async fn is_there(
        this: &LocalModel,
        file: &str,
        bytes: f64,
    ) -> Result<JsValue, JsValue>;

    /// Downloads a file, which is JSON, compares and loads it, and calls `said` with each change:
    /// the state in a word, and how many bytes of how many have come. Resolves with its id, or null
    /// if that was cancelled; rejects with a sentence.
    #[wasm_bindgen(method, catch, js_name = use)]
    pub(crate) async fn use_file(
        this: &LocalModel,
        file: &str,
        said: &Function,
    ) -> Result<JsValue, JsValue>;

    /// Has the model read what each session begins with.
    #[wasm_bindgen(method, js_name = beginWith)]
    pub(crate) fn begin_with(this: &LocalModel, body: &str);

    /// Ends the model or its load.
    #[wasm_bindgen(method)]
    pub(crate) fn remove(this: &LocalModel);

    /// Tries every exit of its frame and worker; resolves with what was observed, as JSON, or null
    /// without a model.
    #[wasm_bindgen(method, catch, js_name = tryExits)]
    pub(crate) async fn try_exits(this: &LocalModel, target: &str) -> Result<JsValue, JsValue>;

    /// Prepares a request; rejects with a sentence.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn prepare(
        this: &LocalModel,
        body: &str,
        signal: &AbortSignal,
    ) -> Result<Prepared, JsValue>;

    /// A request to the model; `Prepared` in `web/types/local_model.ts`.
    pub(crate) type Prepared;

    /// Its address, as the ledger lists it.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn to(this: &Prepared) -> String;

    /// Its body, byte for byte.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn body(this: &Prepared) -> String;

    /// Sends it; resolves with the answer that begins.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn send(
        this: &Prepared,
        signal: &AbortSignal,
    ) -> Result<AnswerStream, JsValue>;

    /// An answer that begins.
    pub(crate) type AnswerStream;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn bytes(this: &AnswerStream) -> ReadableStream;
}
