//! Panics of the page's program: the message and its place reach the user, who can reload with the
//! session's code saved.
//!
//! A panic ends the program, so the report is made by a script of the document
//! (`insituPage.failed`), which also holds the code that was executed (`insituPage.code`). Knows
//! neither the dialog nor how code is saved.

use js_sys::{Array, Function};
use wasm_bindgen::{JsCast, JsValue};

use crate::foreign::{get, parts};

/// Reports every panic from now on.
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let report = get(&parts(), "failed").dyn_into::<Function>();
        if let Ok(report) = report {
            // A script that throws here cannot be helped: the program ends anyway.
            report.call1(&JsValue::UNDEFINED, &JsValue::from(panic.to_string())).ok();
        }
    }));
}

/// Notes code that is executed, so that it can be saved after a panic.
pub(crate) fn note_code(code: &str) {
    if let Ok(noted) = get(&parts(), "code").dyn_into::<Array>() {
        noted.push(&JsValue::from(code));
    }
}
