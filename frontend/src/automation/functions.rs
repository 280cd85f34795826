//! `window.insitu.functions`: the saved functions for scripts; `FunctionsSurface` in
//! `web/types/page.ts`.

use app::session::{SavedFunction, find};
use js_sys::Object;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

use super::method;
use crate::foreign::{get, plain, promise};
use crate::functions;
use crate::session_controller::SessionController;

/// Returns the functions. Each rejects with a sentence.
pub(super) fn offer(controller: &SessionController) -> Object {
    let surface = Object::new();
    method(&surface, "list", controller, |_, _, _| {
        promise(async { plain(&functions::load().await?.iter().map(listed).collect::<Vec<_>>()) })
    });
    method(&surface, "save", controller, |controller, source, options| {
        promise(async move {
            let source =
                source.as_string().ok_or(words::automation_functions_save_wants_the_source())?;
            let _work = controller.work().await;
            let found = functions::expect(&controller, &source).await?;
            let saved = functions::load().await?;
            let replace = get(&options, "replace").is_truthy();
            let instead = find(&saved, &found.name).filter(|_| replace);
            plain(&listed(&functions::save(&controller, &found, instead).await?))
        })
    });
    method(&surface, "remove", controller, |_, name, _| {
        promise(async move {
            let name = name.as_string().unwrap_or_default();
            find(&functions::load().await?, &name)
                .ok_or(words::automation_functions_there_is_no_saved())?;
            functions::remove(&name).await.map(|()| JsValue::UNDEFINED)
        })
    });
    surface
}

fn listed(saved: &SavedFunction) -> Value {
    let SavedFunction { name, signature, docstring, source, created, changed, .. } = saved;
    json!({
        "name": name, "signature": signature, "docstring": docstring, "source": source, "created": created, "changed": changed,
    })
}
