//! The codecs of providers for an endpoint that the page asks by itself: the relay's request as the provider's, and its
//! failures as sentences. Also the SHA-256 of a model's file, which is too large for the browser's own.
//!
//! Sends nothing and gets no key: `public/endpoint` does and has. Knows nothing of the page.

mod digest;
mod failure;

use std::collections::BTreeMap;

use chat::wire;
use providers::{Auth, Options, Wire};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

pub use digest::Sha256;
pub(crate) use failure::sentence;

/// The input of [`encode_request`].
#[derive(Deserialize)]
struct Asked {
    kind: String,
    host: String,
    model: String,
    images: bool,
    usage: bool,
    request: Value,
}

/// The provider's request, as far as it does not depend on the key.
#[derive(Serialize)]
struct Encoded {
    path: &'static str,
    headers: BTreeMap<&'static str, &'static str>,
    body: String,
}

/// How a wire asks a provider anything.
#[derive(Serialize)]
struct Protocol {
    headers: BTreeMap<&'static str, &'static str>,
    /// The header of the key, and what precedes the key in it.
    key: Option<(&'static str, &'static str)>,
}

/// Returns the provider's request: from `{kind, host, model, images, usage, request}`, where `request` is the body for the
/// relay, to `{path, headers, body}`.
///
/// # Errors
/// A field that the provider's format cannot carry, as a sentence for the user.
#[wasm_bindgen(js_name = encodeRequest)]
pub fn encode_request(input: &str) -> Result<String, JsError> {
    let Asked { kind, host, model, images, usage, request } = serde_json::from_str(input)?;
    let wire = wire_of(&kind)?;
    let request = wire::request_from_json(&request)?;
    let name = host.split(':').next().unwrap_or_default();
    let known = Options::of(name, &model);
    let options = Options { images, usage: usage && known.usage, ..known };
    let body = wire.body(&request, &options)?.to_string();
    Ok(serde_json::to_string(&Encoded { path: wire.path(), headers: headers(wire), body })?)
}

/// Returns how requests of a kind are made: `{headers, key}`, where `key` is the name of the header that carries the key and
/// what precedes the key in it.
///
/// # Errors
/// If there is no such kind.
#[wasm_bindgen(js_name = requestProtocol)]
pub fn request_protocol(kind: &str) -> Result<String, JsError> {
    let wire = wire_of(kind)?;
    let key = match wire.auth() {
        Auth::Bearer => Some(("authorization", "Bearer ")),
        Auth::ApiKey => Some(("api-key", "")),
        Auth::XApiKey => Some(("x-api-key", "")),
        Auth::None => None,
    };
    Ok(serde_json::to_string(&Protocol { headers: headers(wire), key })?)
}

/// Returns what an error response means: from `{kind, host, model, status, retryAfter, body}` to `{repeat, error}`. `repeat`
/// says that the request should be repeated with `usage` off; `error` is a sentence for the user.
///
/// # Errors
/// If the input does not have that form.
#[wasm_bindgen(js_name = explainFailure)]
pub fn explain_failure(input: &str) -> Result<String, JsError> {
    let refused: failure::Refused = serde_json::from_str(input)?;
    let wire = wire_of(&refused.kind)?;
    Ok(failure::report(wire, &refused).to_string())
}

fn wire_of(kind: &str) -> Result<Wire, JsError> {
    Wire::from_word(kind).ok_or_else(|| JsError::new("There is no such kind of endpoint."))
}

fn headers(wire: Wire) -> BTreeMap<&'static str, &'static str> {
    let mut headers: BTreeMap<_, _> = wire.headers().iter().copied().collect();
    if wire == Wire::Anthropic {
        // Without it Anthropic does not answer a browser.
        headers.insert("anthropic-dangerous-direct-browser-access", "true");
    }
    headers
}
