//! `insitu.models` and `insitu.settings`: the models of a session, and how they are asked.

use app::session::{Given, PLANNER};
use js_sys::Object;
use leptos::prelude::{GetUntracked, Set, WithUntracked};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::method;
use crate::foreign::{get, plain, promise, set};
use crate::session_controller::SessionController;

#[wasm_bindgen]
extern "C" {
    /// Returns any value in words.
    #[wasm_bindgen(catch, js_name = String)]
    fn words_of(value: &JsValue) -> Result<String, JsValue>;
}

/// Adds both.
pub(super) fn offer(insitu: &Object, controller: &SessionController) {
    let models = Object::new();
    method(&models, "list", controller, |controller, _, _| {
        promise(async move { plain(&controller.listed().await) })
    });
    method(&models, "choose", controller, |controller, id, _| {
        promise(async move {
            controller.choose(&expected(&controller, &id).await?);
            Ok(JsValue::UNDEFINED)
        })
    });
    method(&models, "test", controller, |controller, id, _| {
        promise(async move {
            let id = expected(&controller, &id).await?;
            if id == PLANNER {
                return Err(words::automation_models_the_is_part_of(&PLANNER.to_lowercase()));
            }
            plain(&controller.test(id).await)
        })
    });
    set(insitu, "models", &models);
    let settings = Object::new();
    method(&settings, "get", controller, |controller, _, _| {
        let settings = controller.session.settings.get_untracked().unwrap_or_default();
        promise(async move { plain(&settings) })
    });
    method(&settings, "set", controller, |controller, changes, _| {
        let changed = change(&controller, &changes);
        promise(async move { changed.map(|()| JsValue::UNDEFINED) })
    });
    set(insitu, "settings", &settings);
}

/// Returns the id of a model, if one with it is offered now.
async fn expected(controller: &SessionController, id: &JsValue) -> Result<String, String> {
    controller.find_models(false).await;
    let name = id.as_string().unwrap_or_default();
    if id.is_string()
        && controller
            .session
            .models
            .with_untracked(|models| models.iter().any(|model| model.name == name))
    {
        return Ok(name);
    }
    let words = words_of(id).unwrap_or_default();
    Err(words::automation_models_there_is_no_model(&words))
}

fn change(controller: &SessionController, changes: &JsValue) -> Result<(), String> {
    let settings = controller.session.settings;
    let changes = given(changes);
    let changed = settings.get_untracked().unwrap_or_default().with(changes.as_deref())?;
    settings.set(Some(changed));
    Ok(())
}

/// Reads what a script has set; none if it is not an object.
fn given(changes: &JsValue) -> Option<Vec<(String, Given)>> {
    let object = changes.is_object().then(|| changes.unchecked_ref::<Object>())?;
    let read = |name: JsValue| {
        let name = name.as_string().unwrap_or_default();
        let value = get(changes, &name);
        let given = match (value.as_f64(), value.as_string()) {
            (Some(number), _) => Given::Number(number),
            (_, Some(text)) => Given::Text(text),
            _ if value.is_undefined() && name == "instructions" => Given::Text(String::new()),
            _ if value.is_null() || value.is_undefined() => Given::Null,
            _ => Given::Other,
        };
        (name, given)
    };
    Some(Object::keys(object).iter().map(read).collect())
}
