//! Fetches the runtime's files and lets only those through whose SHA-256 is the manifest's.
//!
//! Bytes stay in JavaScript's memory from the network to the worker; they never pass through this module's own.

use std::cell::Cell;
use std::rc::Rc;

use futures::StreamExt;
use futures::stream::FuturesOrdered;
use js_sys::{ArrayBuffer, Uint8Array};
use kernel::manifest::{Asset, Manifest};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, RequestCache, RequestInit, Response};

use crate::clock;
use crate::digest::sha256;
use crate::foreign::{get, message, window};

/// Where the build's list of files is.
const MANIFEST: &str = "/kernel/manifest.json";
/// How long to wait before each further attempt, in milliseconds. After the last one the failure is told.
const RETRY_AFTER_MS: [i32; 3] = [500, 2_000, 5_000];

/// What may go wrong with one file.
enum Trouble {
    /// The network failed; worth another attempt.
    Network(String),
    /// What came is not what the manifest says; worth one attempt past the cache.
    Wrong(String),
    /// The server has no such file or will not give it.
    Refused(String),
}

/// Fetches the manifest.
///
/// # Errors
/// A sentence.
pub(crate) async fn manifest() -> Result<Manifest, String> {
    let mut waits = RETRY_AFTER_MS.into_iter();
    loop {
        let attempt = async {
            let response = get_response(MANIFEST, RequestCache::NoCache).await?;
            let text = response.text().map_err(|thrown| Trouble::Network(message(&thrown)))?;
            let text = JsFuture::from(text).await.map_err(|thrown| Trouble::Network(message(&thrown)))?;
            serde_json::from_str(&text.as_string().unwrap_or_default())
                .map_err(|error| Trouble::Refused(format!("{MANIFEST} cannot be read: {error}")))
        };
        match (attempt.await, waits.next()) {
            (Ok(manifest), _) => return Ok(manifest),
            (Err(Trouble::Network(_)), Some(wait)) => clock::sleep(wait).await,
            (Err(trouble), _) => return Err(sentence(MANIFEST, trouble)),
        }
    }
}

/// Fetches all files at once, in the order of `assets`. `on_bytes` is told how many bytes of each chunk came; it gets a
/// negative number for what an attempt that failed had brought.
///
/// # Errors
/// A sentence about the first file that cannot be had.
pub(crate) async fn fetch_all(
    assets: &[Asset],
    on_bytes: Rc<dyn Fn(i64)>,
) -> Result<Vec<ArrayBuffer>, String> {
    let mut files: FuturesOrdered<_> = assets.iter().map(|asset| fetch(asset, on_bytes.clone())).collect();
    let mut bytes = Vec::with_capacity(assets.len());
    while let Some(file) = files.next().await {
        bytes.push(file?);
    }
    Ok(bytes)
}

async fn fetch(asset: &Asset, on_bytes: Rc<dyn Fn(i64)>) -> Result<ArrayBuffer, String> {
    let mut waits = RETRY_AFTER_MS.into_iter();
    let mut cache = RequestCache::Default;
    loop {
        let came = Cell::new(0);
        let count = |bytes: i64| {
            came.set(came.get() + bytes);
            on_bytes(bytes);
        };
        let trouble = match attempt(asset, cache, &count).await {
            Ok(bytes) => return Ok(bytes),
            Err(trouble) => trouble,
        };
        on_bytes(-came.get());
        match (&trouble, waits.next()) {
            (Trouble::Network(_), Some(wait)) => clock::sleep(wait).await,
            (Trouble::Wrong(_), _) if cache == RequestCache::Default => cache = RequestCache::Reload,
            _ => return Err(sentence(&asset.url, trouble)),
        }
    }
}

async fn attempt(asset: &Asset, cache: RequestCache, on_bytes: &dyn Fn(i64)) -> Result<ArrayBuffer, Trouble> {
    let response = get_response(&asset.url, cache).await?;
    let network = |thrown: JsValue| Trouble::Network(message(&thrown));
    let size = u32::try_from(asset.bytes)
        .map_err(|_| Trouble::Wrong("is larger than a browser can hold".to_owned()))?;
    let body = response.body().ok_or_else(|| Trouble::Wrong("has no content".to_owned()))?;
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let bytes = Uint8Array::new_with_length(size);
    let mut at = 0;
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(network)?;
        if get(&piece, "done").is_truthy() {
            break;
        }
        let chunk: Uint8Array = get(&piece, "value").unchecked_into();
        let end = at + chunk.length();
        if end > size {
            return Err(Trouble::Wrong(format!("is longer than the {size} bytes that the build made")));
        }
        bytes.set(&chunk, at);
        at = end;
        on_bytes(i64::from(chunk.length()));
    }
    if at < size {
        return Err(Trouble::Wrong(format!("ends after {at} of {size} bytes")));
    }
    let found = sha256(&bytes).await.map_err(Trouble::Refused)?;
    if found != asset.sha256 {
        return Err(Trouble::Wrong("is not the file that the build made: its SHA-256 differs".to_owned()));
    }
    Ok(bytes.buffer())
}

async fn get_response(url: &str, cache: RequestCache) -> Result<Response, Trouble> {
    let options = RequestInit::new();
    options.set_cache(cache);
    let response: Response = JsFuture::from(window().fetch_with_str_and_init(url, &options))
        .await
        .map_err(|thrown| Trouble::Network(message(&thrown)))?
        .unchecked_into();
    match response.status() {
        200 => Ok(response),
        status if status >= 500 => Err(Trouble::Network(format!("the server answered {status}"))),
        status => Err(Trouble::Refused(format!("the server answered {status}"))),
    }
}

fn sentence(url: &str, trouble: Trouble) -> String {
    match trouble {
        Trouble::Network(cause) => {
            format!("{url} could not be fetched ({cause}). Check the connection.")
        }
        Trouble::Wrong(cause) => format!("{url} {cause}. It was refused."),
        Trouble::Refused(cause) => format!("{url} could not be had: {cause}."),
    }
}
