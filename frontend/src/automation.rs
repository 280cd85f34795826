//! `window.insitu`: the page's interface for scripts. Documented in `docs/automation.md`; the crate
//! `automation` has the types of its data.

mod functions;
mod models;
mod sessions;

use std::rc::Rc;
use std::time::Duration;

use app::actions::TurnActions;
use js_sys::{Function, JSON, Object};
use kernel::automation::{OfflineFound, OfflineStatus, OfflineUpdate, Startup};
use kernel::protocol::StreamName;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::File;

use crate::activity;
use crate::complete_turn::exported;
use crate::file_store::own_name;
use crate::foreign::page::page;
use crate::foreign::{self, get, plain, promise, set};
use crate::host::Author;
use crate::recorder::Origin;
use crate::result_requests;
use crate::self_test::self_test;
use crate::session_controller::SessionController;

/// The longest time limit that a script may ask for: a day.
const MAX_TIMEOUT_MS: f64 = 86_400_000.0;

/// Returns what scripts have of a session as `window.insitu`.
pub(crate) fn offer(controller: &SessionController) -> Object {
    let insitu = Object::new();
    offer_ready(&insitu, controller);
    method(&insitu, "addFile", controller, |controller, file, _| {
        let file = file.dyn_into::<File>();
        promise(async move {
            let _work = controller.work().await;
            let file = file.map_err(|_| words::automation_addfile_wants_a_file().to_owned())?;
            plain(&controller.store.add(own_name(&file), file).await?)
        })
    });
    method(&insitu, "run", controller, |controller, code, options| {
        promise(async move {
            let code = code.as_string().ok_or(words::automation_run_wants_python_source())?;
            let limit = time_limit(&get(&options, "timeoutMs"))?;
            let silent = get(&options, "silent").is_truthy();
            let (author, origin) = match silent {
                true => (Author::Page, None),
                false => (Author::User, Some(Origin::Console { after: controller.last_turn() })),
            };
            // Displays are in the outcome too.
            let print = get(&options, "onOutput").dyn_into::<Function>();
            let on_stream = move |name, text: &str| {
                if let (Ok(print), true) = (&print, name != StreamName::Display) {
                    print.call1(&JsValue::NULL, &text.into()).ok();
                }
            };
            plain(&controller.run(&code, limit, author, origin, Rc::new(on_stream)).await)
        })
    });
    method(&insitu, "ask", controller, |controller, question, _| {
        promise(async move {
            let question = question.as_string().filter(|question| !question.trim().is_empty());
            let question = question.ok_or(words::automation_ask_wants_a_question())?;
            let (turn, ended) = controller.answer(question).await;
            plain(&exported(turn, &ended))
        })
    });
    set(&insitu, "selfTest", &self_test(&controller.host));
    for (name, function) in result_requests::functions(&controller.host) {
        set(&insitu, name, &function);
    }
    method(&insitu, "interrupt", controller, |controller, _, _| {
        controller.stop();
        JsValue::UNDEFINED
    });
    method(&insitu, "restart", controller, |controller, _, _| {
        promise(async move { controller.restart().await.map(|()| JsValue::UNDEFINED) })
    });
    method(&insitu, "startup", controller, |controller, _, _| {
        let (from, why) = controller.host.startup();
        plain(&Startup { from, why }).unwrap_or(JsValue::UNDEFINED)
    });
    method(&insitu, "settled", controller, |controller, _, _| {
        promise(async move { controller.recorder.settled().await.map(|()| JsValue::UNDEFINED) })
    });
    method(&insitu, "idle", controller, |controller, _, _| {
        promise(async move { controller.idle().await.map(|()| JsValue::UNDEFINED) })
    });
    method(&insitu, "events", controller, |_, since, _| {
        let events = activity::events(&since).unwrap_or_default();
        JSON::parse(&events).unwrap_or_default()
    });
    // A script of the document's head has it, if the browser may keep the page.
    set(&insitu, "offline", &page().offline().unwrap_or_else(|| not_kept(controller)));
    method(&insitu, "replay", controller, |controller, _, _| {
        promise(async move { plain(&controller.replay_for_script().await?) })
    });
    set(&insitu, "sessions", &sessions::offer(controller));
    set(&insitu, "functions", &functions::offer(controller));
    models::offer(&insitu, controller);
    insitu
}

/// Returns what scripts have of a page that the browser does not keep.
fn not_kept(controller: &SessionController) -> Object {
    let why = || Some(words::automation_the_browser_does_not().to_owned());
    let offline = Object::new();
    method(&offline, "status", controller, move |_, _, _| {
        let (version, next, pending) = (None, None, Vec::new());
        let status =
            OfflineStatus { supported: false, why: why(), version, next, complete: false, pending };
        promise(async move { plain(&status) })
    });
    method(&offline, "stored", controller, |_, _, _| {
        promise(async { Err(words::automation_the_browser_does_not().to_owned()) })
    });
    method(&offline, "update", controller, move |_, _, _| {
        let update = OfflineUpdate { found: OfflineFound::Unknown, version: None, why: why() };
        promise(async move { plain(&update) })
    });
    offline
}

/// Adds `ready` as a getter, so that it also covers a kernel that was restarted since.
fn offer_ready(insitu: &Object, controller: &SessionController) {
    let controller = controller.clone();
    let getter = Closure::<dyn Fn() -> JsValue>::new(move || {
        let controller = controller.clone();
        promise(async move { controller.host.ready().await.map(|()| JsValue::UNDEFINED) })
    });
    let descriptor = Object::new();
    set(&descriptor, "get", &getter.into_js_value());
    set(&descriptor, "enumerable", &JsValue::TRUE);
    Object::define_property(insitu, &JsValue::from("ready"), &descriptor);
}

/// Adds a function with up to two arguments.
pub(crate) fn method(
    object: &Object,
    name: &str,
    controller: &SessionController,
    act: impl Fn(SessionController, JsValue, JsValue) -> JsValue + 'static,
) {
    let controller = controller.clone();
    let function = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(move |first, second| {
        act(controller.clone(), first, second)
    });
    set(object, name, &foreign::function(function));
}

fn time_limit(value: &JsValue) -> Result<Option<Duration>, String> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    value
        .as_f64()
        .filter(|milliseconds| (1.0..=MAX_TIMEOUT_MS).contains(milliseconds))
        .map(|milliseconds| Some(Duration::from_secs_f64(milliseconds / 1000.0)))
        .ok_or_else(|| words::automation_timeoutms_must_be_a(&MAX_TIMEOUT_MS))
}
