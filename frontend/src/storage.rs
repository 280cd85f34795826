//! The browser's storage for sessions: `web/storage`, which `web/types/storage.ts`
//! describes. Knows nothing of what is stored.

use std::cell::RefCell;

use app::session::stored::{SessionInfo, StorageError};
use js_sys::{Array, JSON, Object, Promise, Uint8Array};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

use crate::foreign::page::page;
use crate::foreign::storage_module::StorageModule;
use crate::foreign::{get, message, set, text};

#[wasm_bindgen]
extern "C" {
    /// The storage, once it is open.
    #[derive(Clone)]
    pub(crate) type SessionStorage;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn sessions(this: &SessionStorage) -> Sessions;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn blobs(this: &SessionStorage) -> Blobs;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn files(this: &SessionStorage) -> Files;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn functions(this: &SessionStorage) -> Functions;

    #[wasm_bindgen(method)]
    pub(crate) fn read(this: &SessionStorage, session: &str, range: &Object) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn open(this: &SessionStorage, session: &str, options: &Object) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn space(this: &SessionStorage) -> Promise;

    /// The index of sessions.
    pub(crate) type Sessions;

    #[wasm_bindgen(method)]
    pub(crate) fn list(this: &Sessions) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn create(this: &Sessions, session: &Object) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn change(this: &Sessions, id: &str, change: &Object) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn duplicate(this: &Sessions, id: &str, copy: &Object) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn remove(this: &Sessions, id: &str) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn restore(this: &Sessions, id: &str) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn purge(this: &Sessions, age: f64) -> Promise;

    /// Bytes by their SHA-256.
    pub(crate) type Blobs;

    #[wasm_bindgen(method)]
    pub(crate) fn put(this: &Blobs, session: &str, bytes: &Blob, media_type: &str) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn get(this: &Blobs, digest: &str) -> Promise;

    #[wasm_bindgen(method, js_name = list)]
    pub(crate) fn list_of(this: &Blobs, session: &str) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn drop(this: &Blobs, session: &str, digest: &str) -> Promise;

    /// The user's files.
    pub(crate) type Files;

    #[wasm_bindgen(method)]
    pub(crate) fn add(this: &Files, session: &str, added: &Object) -> Promise;

    #[wasm_bindgen(method, js_name = list)]
    pub(crate) fn list_of(this: &Files, session: &str) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn open(this: &Files, session: &str, name: &str, options: &Object) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn compare(this: &Files, session: &str, file: &File) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn release(this: &Files, session: &str, name: Option<&str>) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn share(this: &Files, from: &str, to: &str) -> Promise;

    /// The saved functions.
    pub(crate) type Functions;

    #[wasm_bindgen(method)]
    pub(crate) fn list(this: &Functions) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn put(this: &Functions, saved: &JsValue, options: &JsValue) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn remove(this: &Functions, name: &str) -> Promise;

    /// A session that is open.
    #[derive(Clone)]
    pub(crate) type OpenSession;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn writer(this: &OpenSession) -> Option<Writer>;

    #[wasm_bindgen(method, getter, js_name = log)]
    pub(crate) fn first_part(this: &OpenSession) -> LogPart;

    #[wasm_bindgen(method, js_name = takeOver)]
    pub(crate) fn take_over_promise(this: &OpenSession) -> Promise;

    #[wasm_bindgen(method, js_name = close)]
    pub(crate) fn close_promise(this: &OpenSession) -> Promise;

    /// What appends records to it.
    #[derive(Clone)]
    pub(crate) type Writer;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn unsaved(this: &Writer) -> f64;

    #[wasm_bindgen(method)]
    pub(crate) fn append(this: &Writer, seq: f64, text: &str) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn flush(this: &Writer) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn retry(this: &Writer) -> Promise;

    /// A part of a log.
    pub(crate) type LogPart;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn records(this: &LogPart) -> Array;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn more(this: &LogPart) -> bool;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn damage(this: &LogPart) -> JsValue;
}

/// Reads a failure; none if this is none.
pub(crate) fn error_of(error: &JsValue) -> Option<StorageError> {
    error.is_object().then(|| StorageError {
        kind: text(error, "kind"),
        message: text(error, "message"),
        askable: get(error, "askable").is_truthy(),
    })
}

thread_local! {
    static CURRENT: RefCell<Option<SessionStorage>> = const { RefCell::new(None) };
}

/// Returns the storage; none until it is open, and if the browser has none.
pub(crate) fn current() -> Option<SessionStorage> {
    CURRENT.with_borrow(Clone::clone)
}

/// Returns the storage.
///
/// # Errors
/// A sentence, if there is none.
pub(crate) fn expect() -> Result<SessionStorage, String> {
    current().ok_or_else(|| words::storage_this_browser_stores_no().to_owned())
}

async fn module() -> Result<StorageModule, String> {
    page().storage().await.map_err(|thrown| message(&thrown))
}

/// Opens the storage. `on_lost` is called when this tab has lost its connection; `make_room` is
/// called when space runs out, with how many bytes are needed, and returns a promise of whether
/// there may be some now.
///
/// # Errors
/// The first error says why the module cannot be loaded, the second why the storage cannot be
/// opened.
pub(crate) async fn open(
    on_lost: impl Fn(String) + 'static,
    make_room: impl Fn(f64) -> Promise + 'static,
) -> Result<Result<(), StorageError>, String> {
    let module: StorageModule = module().await?;
    let on_lost =
        Closure::<dyn Fn(JsValue)>::new(move |error: JsValue| on_lost(text(&error, "message")));
    let make_room = Closure::<dyn Fn(JsValue) -> Promise>::new(move |error: JsValue| {
        make_room(get(&error, "needed").as_f64().unwrap_or_default())
    });
    let options =
        object(&[("onLost", &on_lost.into_js_value()), ("makeRoom", &make_room.into_js_value())]);
    Ok(done(module.open_storage(&options)).await.map(|opened| {
        CURRENT.set(Some(opened.unchecked_into()));
    }))
}

/// Deletes everything of the site, and returns what is left: `Proof` in
/// `web/types/storage.ts`.
///
/// # Errors
/// A sentence, if that is not possible.
pub(crate) async fn erase_everything() -> Result<JsValue, String> {
    let module: StorageModule = module().await?;
    Ok(done(module.erase_everything()).await?)
}

/// Returns the handle of a file that was dropped or picked, once; undefined if the browser has
/// none.
pub(crate) async fn take_handle(name: &str, file: &File) -> JsValue {
    let taken = async {
        let module: StorageModule = module().await.ok()?;
        let handles = page().handles();
        JsFuture::from(module.take_handle(&handles, name, file)).await.ok()
    };
    taken.await.unwrap_or_default()
}

/// Waits for a result, and returns its value.
///
/// # Errors
/// Its error.
pub(crate) async fn done(result: Promise) -> Result<JsValue, StorageError> {
    let result = JsFuture::from(result)
        .await
        .map_err(|thrown| StorageError { message: message(&thrown), ..StorageError::default() })?;
    if get(&result, "ok").is_truthy() {
        Ok(get(&result, "value"))
    } else {
        Err(error_of(&get(&result, "error")).unwrap_or_default())
    }
}

/// Reads a value that consists of data.
///
/// # Errors
/// Why it does not have that form.
pub(crate) fn parsed<T: DeserializeOwned>(value: &JsValue) -> Result<T, String> {
    // What is undefined has no text.
    let text = JSON::stringify(value).ok().and_then(|text| text.as_string()).unwrap_or_default();
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// Reads the list of sessions; one that cannot be read is left out, so that the others are there.
pub(crate) fn session_infos(listed: &JsValue) -> Vec<SessionInfo> {
    let rows: Vec<serde_json::Value> = parsed(listed).unwrap_or_default();
    rows.into_iter().filter_map(|row| serde_json::from_value(row).ok()).collect()
}

/// Returns an object with these properties, as the storage takes its options.
pub(crate) fn object(properties: &[(&str, &JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in properties {
        set(&object, name, value);
    }
    object
}

/// Returns a blob of bytes.
///
/// # Errors
/// The message of the browser.
pub(crate) fn blob(bytes: &[u8]) -> Result<Blob, String> {
    let parts = Array::of1(&Uint8Array::from(bytes).into());
    Blob::new_with_u8_array_sequence(&parts).map_err(|thrown| message(&thrown))
}
