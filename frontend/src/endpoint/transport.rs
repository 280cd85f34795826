//! `public/endpoint`, which has the key, and sends the requests.

use js_sys::{Function, Object};
use providers::direct::{self, Address, Connection, Finding, Reason};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, HtmlInputElement, ReadableStream};

use crate::foreign::{call, message, parts, plain, set, window};

/// The page's function that imports the module.
const IMPORT: &str = "endpoint";

#[wasm_bindgen]
extern "C" {
    /// The module, once it is loaded.
    #[derive(Clone)]
    pub(super) type Transport;

    /// Returns whether there is a key.
    #[wasm_bindgen(method, js_name = hasKey)]
    pub(super) fn has_key(this: &Transport) -> bool;

    /// Takes the key from its field; an empty one changes nothing.
    #[wasm_bindgen(method, js_name = takeKey)]
    pub(super) fn take_key(this: &Transport, field: &HtmlInputElement);

    /// Forgets the key.
    #[wasm_bindgen(method, js_name = forgetKey)]
    pub(super) fn forget_key(this: &Transport);

    #[wasm_bindgen(method, catch, js_name = sealKey)]
    async fn seal_key(
        this: &Transport,
        passphrase: &HtmlInputElement,
        bound: &str,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = unsealKey)]
    async fn unseal_key(
        this: &Transport,
        sealed: &str,
        passphrase: &HtmlInputElement,
        bound: &str,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = send)]
    async fn sent(
        this: &Transport,
        sending: &Object,
        stop: Option<&AbortSignal>,
    ) -> Result<JsValue, JsValue>;

    /// What comes back; `Reply` in `public/types/endpoint.d.ts`.
    pub(super) type Reply;

    #[wasm_bindgen(method, getter)]
    fn problem(this: &Reply) -> Option<String>;

    /// Returns whether the request was fulfilled.
    #[wasm_bindgen(method, getter)]
    pub(super) fn ok(this: &Reply) -> bool;

    /// Returns the status.
    #[wasm_bindgen(method, getter)]
    pub(super) fn status(this: &Reply) -> u16;

    /// Returns whether it is one JSON object instead of events.
    #[wasm_bindgen(method, getter)]
    pub(super) fn whole(this: &Reply) -> bool;

    /// Returns the header `retry-after`.
    #[wasm_bindgen(method, getter, js_name = retryAfter)]
    pub(super) fn retry_after(this: &Reply) -> Option<String>;

    /// Returns its bytes.
    #[wasm_bindgen(method)]
    pub(super) fn bytes(this: &Reply) -> ReadableStream;

    #[wasm_bindgen(method, js_name = text)]
    async fn read(this: &Reply) -> JsValue;

    /// Returns a function that takes the key out of a text.
    #[wasm_bindgen(method, getter)]
    pub(super) fn masked(this: &Reply) -> Function;
}

/// How a request is sent.
pub(super) enum Method<'a> {
    /// Without a body.
    Get,
    /// With this one.
    Post(&'a str),
}

impl Transport {
    /// Loads the module.
    ///
    /// # Errors
    /// The message of the browser.
    pub(super) async fn load() -> Result<Self, String> {
        let module =
            async { JsFuture::from(call(&parts(), IMPORT).dyn_into::<js_sys::Promise>()?).await };
        module.await.map(JsCast::unchecked_into).map_err(|thrown| message(&thrown))
    }

    /// Returns the key, encrypted for this endpoint.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(super) async fn sealed(
        &self,
        passphrase: &HtmlInputElement,
        bound: &str,
    ) -> Result<Value, String> {
        let sealed = self.seal_key(passphrase, bound).await.map_err(|thrown| message(&thrown))?;
        serde_json::from_str(&sealed.as_string().unwrap_or_default())
            .map_err(|error| error.to_string())
    }

    /// Decrypts the key; returns whether the passphrase fits.
    pub(super) async fn unseal(
        &self,
        sealed: &Value,
        passphrase: &HtmlInputElement,
        bound: &str,
    ) -> bool {
        let opened = self.unseal_key(&sealed.to_string(), passphrase, bound).await;
        opened.is_ok_and(|opened| opened.is_truthy())
    }

    /// Sends a request with the key, if there is one; `limit` is how long the endpoint may be
    /// silent, in milliseconds.
    ///
    /// # Errors
    /// The message of the browser, if it is stopped.
    pub(super) async fn send(
        &self,
        connection: &Connection,
        method: Method<'_>,
        url: &str,
        limit: u32,
        stop: Option<&AbortSignal>,
    ) -> Result<Reply, String> {
        let mut headers: Map<String, Value> = direct::headers(connection.kind)
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect();
        let (method, body) = match method {
            Method::Get => ("GET", None),
            Method::Post(body) => ("POST", Some(body)),
        };
        if body.is_some() {
            headers.insert("content-type".to_owned(), "application/json".into());
            headers.insert("accept".to_owned(), "text/event-stream, application/json".into());
        }
        let key = direct::key_header(connection.kind);
        let sending =
            json!({ "url": url, "method": method, "headers": headers, "key": key, "limit": limit });
        let sending: Object = plain(&sending)?.unchecked_into();
        if let Some(body) = body {
            set(&sending, "body", &body.into());
        }
        let reply = self.sent(&sending, stop).await.map_err(|thrown| message(&thrown))?;
        Ok(reply.unchecked_into())
    }
}

impl Reply {
    /// Returns why there is no response, in words; `None` if there is one.
    pub(super) fn unanswered(&self, address: &Address) -> Option<Finding> {
        let page = window().location().origin().unwrap_or_default();
        self.problem().map(|word| direct::unanswered(address, Reason::from_word(&word), &page))
    }

    /// Reads its text without the key; of an error only the beginning.
    pub(super) async fn text(&self) -> String {
        self.read().await.as_string().unwrap_or_default()
    }
}
