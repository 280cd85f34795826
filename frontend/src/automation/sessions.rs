//! `window.insitu.sessions`: the stored sessions for scripts; `SessionsSurface` in
//! `web/types/page.ts`.

use app::session::ExportForm;
use app::session::stored::SessionInfo;
use js_sys::Object;
use serde_json::{Value, json};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use super::method;
use crate::foreign::{plain, promise};
use crate::session_controller::SessionController;
use crate::stored::{list, shown_id};

/// Returns the functions. Each rejects with a sentence.
pub(super) fn offer(controller: &SessionController) -> Object {
    let surface = Object::new();
    method(&surface, "list", controller, |_, _, _| {
        promise(async { plain(&list::listed().await?.iter().map(listed).collect::<Vec<_>>()) })
    });
    method(&surface, "open", controller, |_, id, _| {
        promise(async move { list::open(&text_of(&id)).await.map(|()| JsValue::UNDEFINED) })
    });
    method(&surface, "create", controller, |_, _, _| {
        promise(async { list::create().await.map(|()| JsValue::UNDEFINED) })
    });
    method(&surface, "remove", controller, |_, id, _| {
        promise(async move { list::remove(&text_of(&id)).await.map(|()| JsValue::UNDEFINED) })
    });
    method(&surface, "exportAs", controller, |_, kind, id| {
        let id = if id.is_undefined() { shown_id() } else { text_of(&id) };
        promise(async move {
            let form = ExportForm::of_word(&text_of(&kind)).ok_or_else(|| {
                let words = ExportForm::ALL.map(ExportForm::word);
                let [words @ .., last] = &words;
                words::automation_sessions_exportas_wants_one_of(&last, &words.join(", "))
            })?;
            list::expect(&id).await?;
            // What is left out is not said here.
            list::exported(&id, form, |_| {}).await.map(JsValue::from)
        })
    });
    method(&surface, "import", controller, |_, file, _| {
        promise(async move {
            let file: Blob =
                file.dyn_into().map_err(|_| words::automation_sessions_import_wants_a_file())?;
            list::imported(&file, |_| {}).await.map(JsValue::from)
        })
    });
    surface
}

fn text_of(value: &JsValue) -> String {
    value.as_string().unwrap_or_default()
}

fn listed(info: &SessionInfo) -> Value {
    let SessionInfo { id, title, created, changed, pinned, bytes, .. } = info;
    json!({
        "id": id, "title": title, "created": created, "changed": changed, "pinned": pinned, "bytes": bytes,
        "shown": *id == shown_id(), "computing": list::is_computing(id),
    })
}
