//! The requests to the user's endpoint, `web/endpoint`, which has the key.

use js_sys::{Function, JsString};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{AbortSignal, HtmlInputElement, ReadableStream};

#[wasm_bindgen]
extern "C" {
    /// The module.
    #[derive(Clone)]
    pub(crate) type Transport;

    /// Returns whether there is a key.
    #[wasm_bindgen(method, js_name = hasKey)]
    pub(crate) fn has_key(this: &Transport) -> bool;

    /// Takes the key from its field; an empty one changes nothing.
    #[wasm_bindgen(method, js_name = takeKey)]
    pub(crate) fn take_key(this: &Transport, field: &HtmlInputElement);

    /// Forgets the key.
    #[wasm_bindgen(method, js_name = forgetKey)]
    pub(crate) fn forget_key(this: &Transport);

    /// Returns the key, encrypted with a passphrase for the endpoint that it is `bound` to, as JSON.
    #[wasm_bindgen(method, catch, js_name = sealKey)]
    pub(crate) async fn seal_key(
        this: &Transport,
        passphrase: &HtmlInputElement,
        bound: &str,
    ) -> Result<JsString, JsValue>;

    /// Decrypts the key, and returns whether the passphrase fits.
    #[wasm_bindgen(method, catch, js_name = unsealKey)]
    pub(crate) async fn unseal_key(
        this: &Transport,
        sealed: &str,
        passphrase: &HtmlInputElement,
        bound: &str,
    ) -> Result<JsValue, JsValue>;

    /// Sends a request, `Sending` in `web/types/endpoint.ts`, with the key, if there is one.
    /// Rejects if it is stopped.
    #[wasm_bindgen(method, catch, js_name = send)]
    pub(crate) async fn send_with_key(
        this: &Transport,
        sending: &Sending,
        stop: Option<&AbortSignal>,
    ) -> Result<Reply, JsValue>;

    /// A request.
    pub(crate) type Sending;

    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_body(this: &Sending, body: &str);

    /// What comes back; `Reply` in `web/types/endpoint.ts`.
    pub(crate) type Reply;

    /// Returns why there is no response, as `Reason` has it.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn problem(this: &Reply) -> Option<String>;

    /// Returns whether the request was fulfilled.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn ok(this: &Reply) -> bool;

    /// Returns the status.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn status(this: &Reply) -> u16;

    /// Returns whether it is one JSON object instead of events.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn whole(this: &Reply) -> bool;

    /// Returns the header `retry-after`.
    #[wasm_bindgen(method, getter, js_name = retryAfter)]
    pub(crate) fn retry_after(this: &Reply) -> Option<String>;

    /// Returns its bytes.
    #[wasm_bindgen(method)]
    pub(crate) fn bytes(this: &Reply) -> ReadableStream;

    /// Reads its text without the key; of an error only the beginning.
    #[wasm_bindgen(method, catch, js_name = text)]
    pub(crate) async fn read(this: &Reply) -> Result<JsString, JsValue>;

    /// Returns a function that takes the key out of a text.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn masked(this: &Reply) -> Function;
}
