//! What `public/sessions` has the page do with a session: `SessionProgram` in `public/types/page.d.ts`.

use std::rc::Rc;

use app::actions::{ConsoleActions, TurnActions};
use js_sys::Object;
use wasm_bindgen::JsValue;

use crate::automation::method;
use crate::foreign::{get, plain, promise};
use crate::function_dialogs;
use crate::host::Author;
use crate::open_sessions;
use crate::recorder::Origin;
use crate::session_controller::SessionController;

/// Returns the functions for a session.
pub(crate) fn of(controller: &SessionController) -> JsValue {
    let program = Object::new();
    method(&program, "show", controller, |controller, _, _| {
        open_sessions::show(&controller);
        JsValue::UNDEFINED
    });
    method(&program, "setAsleep", controller, |controller, asleep, _| {
        controller.host.set_asleep(asleep.is_truthy());
        JsValue::UNDEFINED
    });
    method(&program, "expectWheels", controller, |controller, _, _| {
        promise(async move { Ok(controller.store.expect_wheels().await.into()) })
    });
    method(&program, "stop", controller, |controller, _, _| {
        controller.stop();
        JsValue::UNDEFINED
    });
    method(&program, "beginAnother", controller, |_, _, _| {
        open_sessions::begin_another();
        JsValue::UNDEFINED
    });
    method(&program, "turnsChanged", controller, |controller, own, _| {
        controller.recorder.show_versions(own.is_truthy());
        controller.list_console();
        JsValue::UNDEFINED
    });
    method(&program, "doing", controller, |controller, _, _| controller.doing().into());
    method(&program, "run", controller, |controller, code, place| {
        promise(async move {
            let (code, origin) = (code.as_string().unwrap_or_default(), origin(&place));
            if origin.is_none() {
                controller.recorder.observe(&code);
            }
            let run = controller.run(&code, None, Author::User, origin, Rc::new(|_, _| {}));
            plain(&run.await)
        })
    });
    method(&program, "codeHelp", controller, |controller, _, _| {
        promise(async move { Ok(controller.code_help().await) })
    });
    method(&program, "definitions", controller, |controller, code, _| {
        promise(async move {
            let _work = controller.work().await;
            Ok(controller.definitions(&code.as_string().unwrap_or_default()).await.into())
        })
    });
    method(&program, "showFunctions", controller, |controller, _, _| {
        function_dialogs::show(controller.session);
        JsValue::UNDEFINED
    });
    program.into()
}

/// Reads what code belongs to; `None` if it is not recorded in the log.
fn origin(value: &JsValue) -> Option<Origin> {
    match get(value, "from").as_string()?.as_str() {
        "step" => {
            Some(Origin::Step { turn: number(&get(value, "turn"))?, step: number(&get(value, "step"))? })
        }
        _ => Some(Origin::Console { after: number(&get(value, "after")) }),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "ids are whole numbers")]
fn number(value: &JsValue) -> Option<u32> {
    value.as_f64().map(|number| number as u32)
}
