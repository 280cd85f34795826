//! `window.insitu`: the page's interface for scripts. Documented in `docs/automation.md`.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use app::actions::Actions;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use js_sys::{Error, Function, JSON, Object, Promise};
use kernel::Outcome;
use kernel::protocol::Start;
use leptos::prelude::{GetUntracked, WithUntracked};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::future_to_promise;
use web_sys::File;

use crate::dialogs;
use crate::file_store::own_name;
use crate::foreign::{get, set, window};
use crate::session_controller::SessionController;
use crate::turns::Ended;

/// The longest time limit that a script may ask for: a day.
const LONGEST_MS: f64 = 86_400_000.0;

#[derive(Serialize)]
struct Turn {
    answer: String,
    steps: Vec<Step>,
    stopped: Option<&'static str>,
    message: Option<String>,
}

#[derive(Serialize)]
struct Step {
    purpose: String,
    code: String,
    outcome: Option<Arc<Outcome>>,
    /// Why the call was not run, if so.
    refused: Option<String>,
}

#[derive(Serialize)]
struct Startup {
    from: Start,
    /// Why the start was not from the snapshot.
    why: Option<String>,
}

#[derive(Serialize)]
struct Added {
    name: String,
    path: String,
    bytes: u64,
}

/// Defines `window.insitu`.
pub(crate) fn offer(controller: &SessionController) {
    let insitu = Object::new();
    offer_ready(&insitu, controller);
    method(&insitu, "addFile", controller, |controller, file, _| {
        let file = file.dyn_into::<File>();
        promise(async move {
            let file = file.map_err(|_| "addFile wants a File.".to_owned())?;
            let mounted = controller.store.add(own_name(&file), file).await?;
            plain(&Added { name: mounted.name, path: mounted.path, bytes: mounted.bytes })
        })
    });
    method(&insitu, "run", controller, |controller, code, options| {
        promise(async move {
            let code = code.as_string().ok_or("run wants Python source as a string.")?;
            let limit = time_limit(&get(&options, "timeoutMs"))?;
            plain(&controller.host.execute(&code, limit, true, Rc::new(|_, _| {})).await)
        })
    });
    method(&insitu, "ask", controller, |controller, question, _| {
        promise(async move {
            let question = question.as_string().filter(|question| !question.trim().is_empty());
            let question = question.ok_or("ask wants a question as a string.")?;
            let (turn, ended) = controller.answer(question).await;
            plain(&exported(turn, ended))
        })
    });
    method(&insitu, "selfTest", controller, |controller, target, _| {
        promise(async move {
            let target = dialogs::run("exitTarget", &[&target]).await?;
            let probes = controller.host.run_egress_probes(target.as_string().unwrap_or_default()).await?;
            dialogs::run("judge", &[&plain(&probes)?, &target]).await
        })
    });
    offer_results(&insitu, controller);
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
    set(&window(), "insitu", &insitu);
}

/// Adds the methods about results. Their arguments take many forms, which a script parses; it sends requests
/// through the function that it receives.
fn offer_results(insitu: &Object, controller: &SessionController) {
    let host = controller.host.clone();
    let ask = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(move |kind: JsValue, request: JsValue| {
        let host = host.clone();
        promise(async move {
            let text = |value: JsValue| value.as_string().unwrap_or_default();
            host.ask_about(text(kind), &text(request)).await.map(JsValue::from)
        })
    });
    let ask = ask.into_js_value();
    for name in ["table", "saveTable", "saveVector", "preview"] {
        let ask = ask.clone();
        method(insitu, name, controller, move |_, first, second| {
            let ask = ask.clone();
            promise(async move { dialogs::run(name, &[&ask, &first, &second]).await })
        });
    }
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

fn method(
    insitu: &Object,
    name: &str,
    controller: &SessionController,
    act: impl Fn(SessionController, JsValue, JsValue) -> JsValue + 'static,
) {
    let controller = controller.clone();
    let function = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(move |first, second| {
        act(controller.clone(), first, second)
    });
    let function: Function = function.into_js_value().unchecked_into();
    set(insitu, name, &function);
}

/// Returns a promise of the result of `act`; a message becomes an `Error`.
fn promise(act: impl Future<Output = Result<JsValue, String>> + 'static) -> JsValue {
    // Boxed here, so that what follows is compiled once and not for each method.
    promised(act.boxed_local())
}

fn promised(act: LocalBoxFuture<'static, Result<JsValue, String>>) -> JsValue {
    let promise: Promise =
        future_to_promise(async move { act.await.map_err(|message| Error::new(&message).into()) });
    promise.into()
}

/// Converts to a plain JavaScript object.
fn plain(value: &impl Serialize) -> Result<JsValue, String> {
    let text = serde_json::to_string(value).map_err(|error| error.to_string())?;
    JSON::parse(&text).map_err(|_| "the result is no JSON".to_owned())
}

fn time_limit(value: &JsValue) -> Result<Option<Duration>, String> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    value
        .as_f64()
        .filter(|milliseconds| (1.0..=LONGEST_MS).contains(milliseconds))
        .map(|milliseconds| Some(Duration::from_secs_f64(milliseconds / 1000.0)))
        .ok_or_else(|| format!("timeoutMs must be a number of milliseconds from 1 to {LONGEST_MS}."))
}

fn exported(turn: app::session::Turn, ended: Ended) -> Turn {
    let steps = turn.steps.with_untracked(|steps| {
        steps
            .iter()
            .map(|step| Step {
                purpose: step.purpose.get_untracked(),
                code: step.code.get_untracked(),
                outcome: step.outcome.get_untracked(),
                refused: step.refused.get_untracked(),
            })
            .collect()
    });
    Turn { answer: turn.answer.get_untracked(), steps, stopped: ended.stopped, message: ended.message }
}
