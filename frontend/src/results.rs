//! The widgets that show results, by the module that the document's script imports with the first
//! of them: tables, trees of JSON and sealed frames. Passes on elements and JSON, and the functions
//! that widgets call.

use std::rc::Rc;

use app::actions::{Frame, Later, Place, Rendered, TableView};
use futures::FutureExt;
use js_sys::{Array, Function, JSON, Object, Promise};
use leptos::prelude::{Callable, Callback};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlElement};

use crate::foreign::{call, get, message, parts, promise, run, run_on, set, text};
use crate::host::Host;
use crate::{dialogs, save};

/// The page's function that imports the module.
const IMPORT: &str = "results";

/// The widgets, with the functions that they call: `Page` in `public/results/main.js`.
#[derive(Clone)]
pub(crate) struct Widgets {
    page: JsValue,
}

impl Widgets {
    /// Returns the widgets of what this host's kernel produces.
    pub(crate) fn new(host: &Host) -> Self {
        let page = Object::new();
        for (name, function) in requests(host) {
            set(&page, name, &function);
        }
        Self { page: page.into() }
    }

    /// Fetches the module, so that it is loaded when the first result arrives.
    pub(crate) fn warm(&self) {
        call(&parts(), IMPORT);
    }

    /// Fills `place` with a table, see [`app::actions::ResultActions::show_table`].
    pub(crate) fn table(
        &self,
        place: Place,
        data: &str,
        notify: Callback<String>,
    ) -> Later<Rc<dyn TableView>> {
        let notify = Closure::<dyn Fn(String)>::new(move |sentence| {
            notify.try_run(sentence);
        });
        let (data, page) = (JsValue::from(data), self.page.clone());
        Box::pin(async move {
            let notify = notify.into_js_value();
            let view = run(IMPORT, "table", &[&place, &data, &page, &notify]).await?;
            Ok(Rc::new(Widget(view)) as Rc<dyn TableView>)
        })
    }

    /// Fills `place` with a tree of JSON; returns false if it is not JSON.
    pub(crate) fn json(place: Place, json: String) -> Later<bool> {
        async move { Ok(run(IMPORT, "json", &[&place, &json.into()]).await?.is_truthy()) }
            .boxed_local()
    }

    /// Draws content in a sealed frame.
    pub(crate) fn render(place: Place, content: Rendered) -> Later<Rc<dyn Frame>> {
        let Rendered { kind, content, title } = content;
        Box::pin(async move {
            let content = if kind == "chart" {
                JSON::parse(&content).map_err(|thrown| message(&thrown))?
            } else {
                content.into()
            };
            frame(&place, kind, &content, &title, None).await
        })
    }
}

/// Draws content in a sealed frame of at most this height, in CSS pixels.
///
/// # Errors
/// The message of the browser.
pub(crate) async fn frame(
    place: &Place,
    kind: &str,
    content: &JsValue,
    title: &str,
    height: Option<f64>,
) -> Result<Rc<dyn Frame>, String> {
    let result = Object::new();
    set(&result, "kind", &kind.into());
    set(&result, "content", content);
    set(&result, "title", &title.into());
    if let Some(height) = height {
        set(&result, "height", &height.into());
    }
    let handle = run(IMPORT, "render", &[place, &result]).await?;
    Ok(Rc::new(Handle(handle)))
}

/// The handle of a frame, see `render` in `public/render/host.js`.
struct Handle(JsValue);

impl Handle {
    fn save(&self, make: &'static str, name: String) -> Later<()> {
        let handle = self.0.clone();
        Box::pin(async move {
            let blob: Blob = run_on(&handle, make, &[]).await?.unchecked_into();
            save::blob(&blob, &name)
        })
    }
}

impl Frame for Handle {
    fn drawn(&self) -> Later<()> {
        let drawn: Promise = get(&self.0, "drawn").unchecked_into();
        async move { JsFuture::from(drawn).await.map(drop).map_err(|thrown| message(&thrown)) }
            .boxed_local()
    }

    fn save_picture(&self, name: String) -> Later<()> {
        self.save("toPng", name)
    }

    fn save_page(&self, name: String) -> Later<()> {
        self.save("toHtml", name)
    }

    fn remove(&self) {
        call(&self.0, "remove");
    }
}

/// The table of `public/results/table.js`: `View` in `public/results/main.js`.
struct Widget(JsValue);

impl Widget {
    /// Returns the actions under this name, whose function returns or which is a list.
    fn actions(&self, name: &str) -> Vec<JsValue> {
        let list = match get(&self.0, name).dyn_into::<Function>() {
            Ok(_) => call(&self.0, name),
            Err(list) => list,
        };
        list.dyn_into::<Array>().unwrap_or_default().to_vec()
    }

    fn labels(&self, name: &str) -> Vec<String> {
        self.actions(name).iter().map(|action| text(action, "label")).collect()
    }
}

impl TableView for Widget {
    fn add_menu(&self, menu: &<leptos::html::Span as leptos::html::ElementType>::Output) {
        if let Ok(bar) = get(&self.0, "bar").dyn_into::<HtmlElement>() {
            bar.append_child(menu).ok();
        }
    }

    fn entries(&self) -> Vec<String> {
        self.labels("entries")
    }

    fn act(&self, entry: usize) {
        if let Some(action) = self.actions("entries").get(entry) {
            call(action, "run");
        }
    }

    fn saves(&self) -> Vec<String> {
        self.labels("saves")
    }

    fn save(&self, file: usize) -> Later<()> {
        let action = self.actions("saves").get(file).cloned().unwrap_or_default();
        async move { run_on(&action, "run", &[]).await.map(drop) }.boxed_local()
    }

    fn text(&self) -> Later<String> {
        let widget = self.0.clone();
        async move { Ok(run_on(&widget, "copy", &[]).await?.as_string().unwrap_or_default()) }
            .boxed_local()
    }

    fn remove(&self) {
        call(&self.0, "remove");
    }
}

/// Returns the functions that ask the kernel about results, by their names, which are also those of
/// `window.insitu`. Their arguments take many forms, which a script parses; it sends requests
/// through the function that it receives.
pub(crate) fn requests(host: &Host) -> [(&'static str, Function); 4] {
    let host = host.clone();
    let ask = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(
        move |kind: JsValue, request: JsValue| {
            let host = host.clone();
            promise(async move {
                let text = |value: JsValue| value.as_string().unwrap_or_default();
                host.ask_about(text(kind), &text(request)).await.map(JsValue::from)
            })
        },
    );
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
