#![cfg(target_arch = "wasm32")]
//! Exports, session files and wheels as a WebAssembly module of its own, which is loaded when
//! somebody exports a session, opens a file or drops a wheel.
//!
//! Owns what its functions take and return. Stores nothing and fetches nothing:
//! `frontend/src/stored/handover.rs` does.

use js_sys::{Array, Function, Object, Reflect, Uint8Array};
use kernel::wheels::{Runtime, Wheel};
use serde_json::json;
use session::file::{Blob, DataFile, Session, Unpacked};
use session::log::State;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

/// Returns what an export needs, as JSON: `{title, blobs: [{sha256, mediaType, bytes}], files:
/// [name]}`. A session file needs everything that the records refer to, any other kind what is
/// shown; `files` are those that the user has not removed; wheels are not data.
///
/// # Errors
/// If the log cannot be read.
#[wasm_bindgen]
pub fn needs(kind: &str, log: &str) -> Result<String, JsError> {
    let state = state(log)?;
    let blobs = match kind {
        "insitu" => session::file::blobs_of_all(&state),
        _ => session::file::blobs_of_shown(&state),
    };
    let files = state.files().iter().filter(|file| file.wheel.is_none());
    let files: Vec<&str> = files.map(|file| file.name.as_str()).collect();
    Ok(json!({ "title": state.title(), "blobs": blobs, "files": files }).to_string())
}

/// Writes a session down: as a `notebook`, `script`, `markdown`, `report` or `audit`. `find`
/// returns the
/// bytes of a blob by its SHA-256, or undefined; `interpreter` is the JSON of a
/// [`session::file::Interpreter`].
///
/// # Errors
/// If the log cannot be read, or there is no such kind.
#[wasm_bindgen(js_name = exportAs)]
pub fn export_as(
    kind: &str,
    log: &str,
    find: &Function,
    interpreter: &str,
) -> Result<String, JsError> {
    let interpreter = serde_json::from_str(interpreter)?;
    let found = |sha256: &str| {
        let bytes = find.call1(&JsValue::UNDEFINED, &sha256.into()).ok()?;
        bytes.dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec())
    };
    let transcript =
        session::file::transcript(&state(log)?, interpreter, |blob| found(&blob.sha256));
    match kind {
        "notebook" => Ok(exports::notebook(&transcript)),
        "script" => Ok(exports::script(&transcript)),
        "markdown" => Ok(exports::markdown(&transcript)),
        "audit" => Ok(exports::audit(&transcript)),
        "report" => Ok(exports::report(&transcript)),
        _ => Err(JsError::new(&format!("There is no export of the kind {kind:?}."))),
    }
}

/// Writes a session file from the records, `[media type, bytes, …]` of blobs, and `[name, media
/// type, bytes, …]` of data files.
///
/// # Errors
/// If the log cannot be read, or a bound is exceeded.
#[wasm_bindgen(js_name = packFile)]
pub fn pack_file(log: &str, blobs: &Array, files: &Array) -> Result<Vec<u8>, JsError> {
    let (blobs, files) = (blobs.to_vec(), files.to_vec());
    let blobs = blobs.as_chunks().0.iter();
    let files = files.as_chunks().0.iter();
    let session = Session {
        log: log.as_bytes().to_vec(),
        blobs: blobs
            .map(|[media_type, bytes]| Blob { media_type: text(media_type), bytes: data(bytes) })
            .collect(),
        files: files
            .map(|[name, media_type, bytes]| DataFile {
                name: text(name),
                media_type: text(media_type),
                bytes: data(bytes),
            })
            .collect(),
    };
    Ok(session::file::pack(session)?)
}

/// Reads a session file, whoever made it: `{manifest, log, damage, blobs, files}`. `manifest` is
/// JSON, `damage` sentences about records that cannot be read; `blobs` and `files` have the form
/// that [`pack_file`] takes.
///
/// # Errors
/// What is wrong with it, as a sentence for the user.
#[wasm_bindgen(js_name = unpackFile)]
pub fn unpack_file(file: &[u8]) -> Result<Object, JsError> {
    let Unpacked { manifest, log, damage, blobs, files } = session::file::unpack(file)?;
    let [blob_list, file_list] = [Array::new(), Array::new()];
    for Blob { media_type, bytes } in blobs {
        push(&blob_list, [media_type.into(), Uint8Array::from(bytes.as_slice()).into()]);
    }
    for DataFile { name, media_type, bytes } in files {
        push(
            &file_list,
            [name.into(), media_type.into(), Uint8Array::from(bytes.as_slice()).into()],
        );
    }
    let damage: Array = damage.into_iter().map(JsValue::from).collect();
    object([
        ("manifest", serde_json::to_string(&manifest)?.into()),
        ("log", log.into()),
        ("damage", damage.into()),
        ("blobs", blob_list.into()),
        ("files", file_list.into()),
    ])
}

/// Reads a wheel, whoever made it: `{facts, archive}`, the former as the JSON of
/// [`kernel::wheels::Facts`], the latter the files as the kernel takes them. `manifest` is the JSON
/// of the build's manifest, `index` its index of the packages' archives, and `dropped` the JSON of
/// the [`kernel::wheels::Dropped`] that the session has.
///
/// # Errors
/// Why it cannot be installed, as a sentence for the user.
#[wasm_bindgen(js_name = inspectWheel)]
pub fn inspect_wheel(
    file: &str,
    bytes: &[u8],
    manifest: &str,
    index: &[u8],
    dropped: &str,
) -> Result<Object, JsError> {
    let runtime =
        Runtime::new(&serde_json::from_str(manifest)?, index, serde_json::from_str(dropped)?)?;
    let Wheel { facts, archive } = kernel::wheels::inspect(file, bytes, &runtime)?;
    object([
        ("facts", serde_json::to_string(&facts)?.into()),
        ("archive", Uint8Array::from(archive.as_slice()).into()),
    ])
}

fn object<const N: usize>(fields: [(&str, JsValue); N]) -> Result<Object, JsError> {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &name.into(), &value)
            .map_err(|_| JsError::new("A new object refuses a field."))?;
    }
    Ok(object)
}

fn state(log: &str) -> Result<State, JsError> {
    Ok(State::of(&session::log::read(log.as_bytes())?.events))
}

fn push<const N: usize>(list: &Array, values: [JsValue; N]) {
    for value in values {
        list.push(&value);
    }
}

fn text(value: &JsValue) -> String {
    value.as_string().unwrap_or_default()
}

fn data(value: &JsValue) -> Vec<u8> {
    value.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default()
}
