//! The saved functions in the browser's storage, as this tab knows them, and what Python finds in
//! code.

mod describe;

use app::session::{Found, SavedFunction, normalised};
use js_sys::Promise;
use leptos::prelude::{ArcRwSignal, GetUntracked, Set, WithUntracked};
use serde_json::json;
use wasm_bindgen::JsValue;

pub(crate) use self::describe::{describe, used};
use crate::foreign::plain;
use crate::session_state::SessionState;
use crate::storage::{self, Functions, done, parsed};
use crate::stored;

thread_local! {
    /// The functions as they were read last; none while they have not been read.
    static SAVED: ArcRwSignal<Option<Vec<SavedFunction>>> = ArcRwSignal::new(None);
}

/// Returns the functions as all sessions of the page show them.
pub(crate) fn saved() -> ArcRwSignal<Option<Vec<SavedFunction>>> {
    SAVED.with(Clone::clone)
}

/// Returns the functions as they were read last; reads them if that has not been done.
///
/// # Errors
/// That of [`load`].
pub(crate) async fn known() -> Result<Vec<SavedFunction>, String> {
    match saved().get_untracked() {
        Some(known) => Ok(known),
        None => load().await,
    }
}

/// Reads the functions, by name. Without storage there are none.
///
/// # Errors
/// The message of the browser, if the module that stores them cannot be loaded.
pub(crate) async fn load() -> Result<Vec<SavedFunction>, String> {
    let mut functions = Vec::new();
    if let Some(store) = store().await?
        && let Ok(listed) = done(store.list()).await
    {
        functions = parsed(&listed)?;
    }
    if saved().with_untracked(|before| before.as_ref() != Some(&functions)) {
        saved().set(Some(functions.clone()));
    }
    Ok(functions)
}

/// Returns the function that this source defines, with the whole source.
///
/// # Errors
/// Why it cannot be saved, as a sentence.
pub(crate) async fn expect(state: &SessionState, source: &str) -> Result<Found, String> {
    let source = normalised(source);
    let description = describe(state, &source).await?;
    Ok(Found { source, ..description.only()?.clone() })
}

/// Saves a function, perhaps in the place of another.
///
/// # Errors
/// Why it cannot be stored, as a sentence.
pub(crate) async fn save(
    state: &SessionState,
    found: &Found,
    instead: Option<&SavedFunction>,
) -> Result<SavedFunction, String> {
    let own = || state.recorder.id().unwrap_or_default();
    let row = json!({
        "name": found.name, "signature": found.signature, "docstring": found.doc, "source": found.source, "names": found.names,
        "session": instead.map_or_else(own, |instead| instead.session.clone()),
    });
    let options = json!({ "instead": instead.map(|instead| &instead.name) });
    // Without another function there is no such option.
    let options = if instead.is_some() { plain(&options)? } else { JsValue::UNDEFINED };
    let row = plain(&row)?;
    parsed(&change(|store| store.put(&row, &options)).await?)
}

/// Deletes a function.
///
/// # Errors
/// Why it cannot be deleted, as a sentence.
pub(crate) async fn remove(name: &str) -> Result<(), String> {
    change(|store| store.remove(name)).await.map(drop)
}

/// Stores a function again that was deleted.
///
/// # Errors
/// Why it cannot be stored, as a sentence.
pub(crate) async fn restore(saved: &SavedFunction) -> Result<(), String> {
    let row = plain(saved)?;
    change(|store| store.put(&row, &JsValue::UNDEFINED)).await.map(drop)
}

/// Changes what is stored, and reads it again.
async fn change(act: impl FnOnce(&Functions) -> Promise) -> Result<JsValue, String> {
    let store = store().await?.ok_or(words::functions_this_browser_stores_nothing())?;
    let changed = done(act(&store)).await;
    load().await?;
    Ok(changed?)
}

/// Returns the store, if there is one.
async fn store() -> Result<Option<Functions>, String> {
    stored::opened().await?;
    Ok(storage::current().map(|storage| storage.functions()))
}
