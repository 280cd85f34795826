//! `globalThis.insituPage`: what the document's scripts and the page's program share; `PageParts`
//! in `web/types/page.ts`.

use js_sys::{Array, Function, JsString, Object};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::editor::{CompletionModule, EditorModule};
use super::endpoint::Transport;
use super::exports::Jobs;
use super::local_model::LocalModel;
use super::results::ResultsModule;
use super::runtime::Runtime;
use super::storage_module::StorageModule;
use super::window;

#[wasm_bindgen]
extern "C" {
    /// The object itself.
    #[derive(Clone)]
    pub(crate) type PageParts;

    #[wasm_bindgen(thread_local_v2, js_name = insituPage)]
    static PAGE: PageParts;

    /// Starts kernels and fetches files; `None` if the document's script failed.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn runtime(this: &PageParts) -> Option<Runtime>;

    /// The pieces of Python that were executed, in order; each is a cell of the file that is saved
    /// after a failure.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn code(this: &PageParts) -> Array<JsString>;

    /// Reports that the page's program has failed.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn failed(this: &PageParts, message: &str) -> Result<(), JsValue>;

    /// Sets what reports events: a function of a type, an id and a state.
    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_happened(this: &PageParts, report: &Function);

    /// Sets what offers a newer version of the page: it gets a function that loads it.
    #[wasm_bindgen(method, setter, js_name = offerVersion)]
    pub(crate) fn set_offer_version(this: &PageParts, offer: &Function);

    /// Sets what offers the server's page in place of the stored one: it gets a function that
    /// returns whether the server answers, and one that loads its page.
    #[wasm_bindgen(method, setter, js_name = offerServer)]
    pub(crate) fn set_offer_server(this: &PageParts, offer: &Function);

    /// What the browser stores of the page; undefined if it may not.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn offline(this: &PageParts) -> Option<Object>;

    /// The origin that the page's policy admits besides its own; empty without one.
    #[wasm_bindgen(method, getter, js_name = endpointOrigin)]
    pub(crate) fn endpoint_origin(this: &PageParts) -> Option<String>;

    /// What a static host has in place of a server; undefined if a server serves the page.
    #[wasm_bindgen(method, getter, js_name = static)]
    pub(crate) fn static_host(this: &PageParts) -> Option<StaticHost>;

    /// See [`PageParts::static_host`].
    pub(crate) type StaticHost;

    /// Lets the next load of the page connect to an origin; an empty one to none. Throws a
    /// sentence if that cannot be stored.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn admit(this: &StaticHost, origin: &str) -> Result<(), JsValue>;

    /// The models that are loaded in this tab, as a list in the form of `/v1/models`.
    #[wasm_bindgen(method, getter, js_name = tabModels)]
    pub(crate) fn tab_models(this: &PageParts) -> Option<String>;

    /// Splits Python source into `[class, text, class, text, …]`, once [`PageParts::highlighter`]
    /// is loaded.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn highlight(this: &PageParts, code: &str) -> Result<Array<JsString>, JsValue>;

    /// Imports the highlighter.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn highlighter(this: &PageParts) -> Result<(), JsValue>;

    /// Imports the widgets that show results.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn results(this: &PageParts) -> Result<ResultsModule, JsValue>;

    /// Imports the code editor.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn editor(this: &PageParts) -> Result<EditorModule, JsValue>;

    /// Imports the completion for editors.
    #[wasm_bindgen(method, catch, js_name = console)]
    pub(crate) async fn completion(this: &PageParts) -> Result<CompletionModule, JsValue>;

    /// Imports the requests to the user's endpoint.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn endpoint(this: &PageParts) -> Result<Transport, JsValue>;

    /// Imports the model in this tab.
    #[wasm_bindgen(method, catch, js_name = localModel)]
    pub(crate) async fn local_model(this: &PageParts) -> Result<LocalModel, JsValue>;

    /// Sets what begins a session for the page around this one.
    #[wasm_bindgen(method, setter, js_name = beginEmbedded)]
    pub(crate) fn set_begin_embedded(this: &PageParts, begin: &Function);

    /// The handles of files that were dropped or picked and that no session has taken yet.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn handles(this: &PageParts) -> JsValue;

    /// Imports the storage of sessions.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn storage(this: &PageParts) -> Result<StorageModule, JsValue>;

    /// Starts the worker of the exports.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn exports(this: &PageParts) -> Result<Jobs, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// The window, with `window.insitu`.
    #[wasm_bindgen(extends = web_sys::Window)]
    type ScriptWindow;

    #[wasm_bindgen(method, getter)]
    fn insitu(this: &ScriptWindow) -> JsValue;

    #[wasm_bindgen(method, setter)]
    fn set_insitu(this: &ScriptWindow, insitu: &JsValue);
}

/// Returns what scripts have of the session that is shown.
pub(crate) fn insitu() -> JsValue {
    window().unchecked_into::<ScriptWindow>().insitu()
}

/// Sets what scripts have of the session that is shown.
pub(crate) fn set_insitu(insitu: &JsValue) {
    window().unchecked_into::<ScriptWindow>().set_insitu(insitu);
}

/// Returns the page's parts.
pub(crate) fn page() -> PageParts {
    PAGE.with(Clone::clone)
}
