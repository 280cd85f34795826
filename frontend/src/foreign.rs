//! What is not Rust: one file for each thing, with what it can do as types; and helpers for values
//! whose form is not fixed.

pub(crate) mod canvas;
pub(crate) mod decompression;
pub(crate) mod device;
pub(crate) mod editor;
pub(crate) mod endpoint;
pub(crate) mod exports;
pub(crate) mod local_model;
pub(crate) mod packet;
pub(crate) mod page;
pub(crate) mod picked_file;
pub(crate) mod results;
pub(crate) mod runtime;
pub(crate) mod storage;
pub(crate) mod storage_module;

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use js_sys::{Array, Error, Function, JSON, JsString, Object, Promise, Reflect};
use serde::Serialize;
use wasm_bindgen::closure::{Closure, WasmClosure};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::future_to_promise;
use web_sys::Blob;

/// Returns the page's window.
///
/// Panics without one, since the program runs nowhere else.
#[expect(clippy::expect_used, reason = "without a window there is no page")]
pub(crate) fn window() -> web_sys::Window {
    web_sys::window().expect("the page runs in a window")
}

/// Returns whether the page is within another one.
pub(crate) fn is_within_another_page() -> bool {
    let window = window();
    window.parent().ok().flatten().is_none_or(|parent| parent != window)
}

/// Returns a closure as a function that is never freed.
pub(crate) fn function<T: ?Sized + WasmClosure>(closure: Closure<T>) -> Function {
    closure.into_js_value().unchecked_into()
}

/// Returns the message of a thrown value.
pub(crate) fn message(thrown: &JsValue) -> String {
    match thrown.dyn_ref::<Error>() {
        Some(error) => String::from(error.message()),
        None if thrown.is_object() => String::from(Object::from(thrown.clone()).to_string()),
        None => thrown.as_string().unwrap_or_default(),
    }
}

/// Sets a property of a newly created object, which cannot fail.
pub(crate) fn set(object: &Object, key: &str, value: &JsValue) {
    Reflect::set(object, &JsString::from(key), value).ok();
}

/// Returns a property, or undefined if there is none.
pub(crate) fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &JsString::from(key)).unwrap_or(JsValue::UNDEFINED)
}

/// Returns a property that is text; empty if it is not.
pub(crate) fn text(object: &JsValue, key: &str) -> String {
    get(object, key).as_string().unwrap_or_default()
}

/// Returns a property that is a number; 0 if it is not.
pub(crate) fn number(object: &JsValue, key: &str) -> f64 {
    get(object, key).as_f64().unwrap_or_default()
}

/// Returns a property that is a list, as what `read` makes of its items; empty if it is not.
pub(crate) fn list<T>(object: &JsValue, key: &str, read: impl Fn(&JsValue) -> T) -> Vec<T> {
    let items = get(object, key).dyn_into::<Array>().unwrap_or_default();
    items.iter().map(|item| read(&item)).collect()
}

/// Returns the message of a request that failed.
pub(crate) fn gloo_message(error: gloo_net::Error) -> String {
    match error {
        gloo_net::Error::JsError(error) => error.message,
        other => other.to_string(),
    }
}

/// Returns the size of a blob or a file, in bytes.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a size is a whole number"
)]
pub(crate) fn size(blob: &Blob) -> u64 {
    blob.size() as u64
}

/// Returns a text as Python compares names: in NFKC.
pub(crate) fn nfkc(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { JsString::from(text).normalize("NFKC").into() }
}

/// Returns a promise of the result of `act`; a message becomes an `Error`.
pub(crate) fn promise(act: impl Future<Output = Result<JsValue, String>> + 'static) -> JsValue {
    // Boxed here, so that what follows is compiled once and not for each function.
    promised(act.boxed_local())
}

fn promised(act: LocalBoxFuture<'static, Result<JsValue, String>>) -> JsValue {
    let promise: Promise =
        future_to_promise(async move { act.await.map_err(|message| Error::new(&message).into()) });
    promise.into()
}

/// Converts to a plain JavaScript object.
///
/// # Errors
/// Why it cannot be converted.
pub(crate) fn plain(value: &impl Serialize) -> Result<JsValue, String> {
    let text = serde_json::to_string(value).map_err(|error| error.to_string())?;
    JSON::parse(&text).map_err(|_| words::foreign_the_result_is_not().to_owned())
}
