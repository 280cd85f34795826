//! The views of results, by the module that the document's script imports with the first of them. Passes on
//! elements and JSON, and the functions that views call; the module knows what a result looks like.

use std::sync::Arc;

use ::activity::Task;
use app::actions::Place;
use app::session::{Id, Session};
use js_sys::{Array, Function, Object};
use kernel::Outcome;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::Blob;

use crate::foreign::{call, parts, promise, run, set};
use crate::host::Host;
use crate::{activity, clock, dialogs};

/// The page's function that imports the module.
const IMPORT: &str = "results";
/// Marks on an element which result it shows, so that an element that is rendered again keeps its content.
const SHOWN: &str = "data-result";

/// The views, with the functions of the page that they call: `Page` in `public/results/views.js`.
#[derive(Clone)]
pub(crate) struct Views {
    session: Session,
    page: JsValue,
}

impl Views {
    /// Returns the views of what this host's kernel produces.
    pub(crate) fn new(session: Session, host: &Host) -> Self {
        let page = Object::new();
        for (name, function) in requests(host) {
            set(&page, name, &function);
        }
        let runs = Closure::<dyn Fn(JsValue) -> Array>::new(|text: JsValue| runs(&text));
        set(&page, "runs", &runs.into_js_value());
        Self { session, page: page.into() }
    }

    /// Sets whether the session is shown; live results of one that is not are kept until it is.
    pub(crate) fn set_shown(&self, shown: bool) {
        set(self.page.unchecked_ref(), "hidden", &(!shown).into());
    }

    /// Fetches the module, so that it is loaded when the first result arrives.
    pub(crate) fn warm(&self) {
        call(&parts(), IMPORT);
    }

    /// Fills the element with the view of a result.
    pub(crate) fn show(&self, place: Place, outcome: Arc<Outcome>, index: usize) {
        let id = outcome.results.get(index).map(|shown| shown.id.as_str()).unwrap_or_default();
        if !id.is_empty() {
            if place.get_attribute(SHOWN).as_deref() == Some(id) {
                return;
            }
            place.set_attribute(SHOWN, id).ok();
        }
        let (page, doing) = (self.page.clone(), activity::begin(self.session, Task::Result));
        spawn_local(async move {
            let _doing = doing;
            // Each in a task of its own, since some are large.
            clock::sleep(0).await;
            let Some(Ok(json)) = outcome.results.get(index).map(serde_json::to_string) else { return };
            if run(IMPORT, "show", &[&place, &JsValue::from(json), &page]).await.is_err() {
                // The connection to the server is lost, which served the page a moment ago.
                let text = outcome.results.get(index).map(|shown| shown.text.as_str());
                place.set_text_content(text);
            }
        });
    }

    /// Shows a result of the step that runs, from its stream [`kernel::protocol::StreamName::Display`].
    pub(crate) fn live(&self, step: Id, json: &str) {
        let (json, page) = (JsValue::from(json), self.page.clone());
        let doing = activity::begin(self.session, Task::Result);
        spawn_local(async move {
            run(IMPORT, "live", &[&json, &page, &step.into()]).await.ok();
            drop(doing);
        });
    }

    /// Shows a document.
    ///
    /// # Errors
    /// The message of the browser.
    pub(crate) async fn preview(&self, name: &str, path: &str, blob: &Blob) -> Result<(), String> {
        run(IMPORT, "preview", &[&name.into(), &path.into(), blob, &self.page]).await.map(drop)
    }
}

/// Returns the functions that ask the kernel about results, by their names, which are also those of
/// `window.insitu`. Their arguments take many forms, which a script parses; it sends requests through the
/// function that it receives.
pub(crate) fn requests(host: &Host) -> [(&'static str, Function); 4] {
    let host = host.clone();
    let ask = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(move |kind: JsValue, request: JsValue| {
        let host = host.clone();
        promise(async move {
            let text = |value: JsValue| value.as_string().unwrap_or_default();
            host.ask_about(text(kind), &text(request)).await.map(JsValue::from)
        })
    });
    let ask = ask.into_js_value();
    ["table", "saveTable", "saveVector", "preview"].map(|name| {
        let ask = ask.clone();
        let function = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(move |first, second| {
            let ask = ask.clone();
            promise(async move { dialogs::run(name, &[&ask, &first, &second]).await })
        });
        (name, function.into_js_value().unchecked_into())
    })
}

/// Splits printed text into `[classes, text, classes, text, …]`.
fn runs(text: &JsValue) -> Array {
    let runs = terminal::runs(&text.as_string().unwrap_or_default());
    runs.into_iter().flat_map(|run| [run.style.classes(), run.text]).map(JsValue::from).collect()
}
