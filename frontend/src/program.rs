//! What `public/sessions` has the page do with a session: `SessionProgram` in
//! `public/types/page.d.ts`.

use app::actions::{ConsoleActions, TurnActions};
use js_sys::{Function, Object};
use wasm_bindgen::{JsCast, JsValue};

use crate::automation::method;
use crate::foreign::promise;
use crate::open_sessions;
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
    method(&program, "askForCopies", controller, |controller, decide, _| {
        if let Ok(decide) = decide.dyn_into::<Function>() {
            controller.store.ask_for_copies(decide);
        }
        JsValue::UNDEFINED
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
        controller.recorder.show_log(own.is_truthy());
        controller.list_console();
        JsValue::UNDEFINED
    });
    method(&program, "doing", controller, |controller, _, _| controller.doing().into());
    method(&program, "compared", controller, |controller, _, _| {
        promise(async move {
            controller.comparer.settled().await;
            Ok(JsValue::UNDEFINED)
        })
    });
    program.into()
}
