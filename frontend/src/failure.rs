//! Panics of the page's program: the message and its place reach the user, who can reload with the
//! session's code saved.
//!
//! A panic ends the program, so the report is made by a script of the document
//! (`web/runtime/failure.ts`), which also holds the code that was executed. Knows neither the
//! dialog nor how code is saved.

use app::session::cell;
use js_sys::JsString;
use text::visible;

use crate::foreign::page::page;

/// Reports every panic from now on.
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        // A script that throws here cannot be helped: the program ends anyway.
        page().failed(&visible(&panic.to_string())).ok();
    }));
}

/// Notes code that is executed, so that it can be saved after a panic.
pub(crate) fn note_code(code: &str) {
    page().code().push(&JsString::from(cell(code)));
}
