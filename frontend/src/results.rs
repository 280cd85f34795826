//! The widgets that show results, by the module that the document's script imports with the first
//! of them: tables, trees of JSON and sealed frames. Passes on elements and JSON, and the functions
//! that widgets call.

use std::rc::Rc;

use app::actions::{Frame, Later, Place, Rendered, TableView};
use futures::FutureExt;
use js_sys::{JSON, Object, Promise};
use leptos::prelude::{Callable, Callback};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;

use crate::foreign::page::page;
use crate::foreign::results::{FrameContent, ResultsModule, SealedFrame, Table, TableAction};
use crate::foreign::{message, set};
use crate::host::Host;
use crate::result_requests::functions;
use crate::save;

/// The widgets, with the functions that they call: `Page` in `web/results/main.ts`.
#[derive(Clone)]
pub(crate) struct Widgets {
    page: Object,
}

impl Widgets {
    /// Returns the widgets of what this host's kernel produces.
    pub(crate) fn new(host: &Host) -> Self {
        let page = Object::new();
        for (name, function) in functions(host) {
            set(&page, name, &function);
        }
        Self { page }
    }

    /// Fetches the module, so that it is loaded when the first result arrives.
    pub(crate) fn warm(&self) {
        spawn_local(async { drop(page().results().await) });
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
        let (data, functions) = (data.to_owned(), self.page.clone());
        Box::pin(async move {
            let notify = notify.into_js_value();
            let module = module().await?;
            let view = module.table(&place, &data, &functions, notify.unchecked_ref());
            let view = view.map_err(|thrown| message(&thrown))?;
            Ok(Rc::new(Widget(view)) as Rc<dyn TableView>)
        })
    }

    /// Fills `place` with a tree of JSON; returns false if it is not JSON.
    pub(crate) fn json(place: Place, json: String) -> Later<bool> {
        Box::pin(
            async move { module().await?.json(&place, &json).map_err(|thrown| message(&thrown)) },
        )
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
    let result: FrameContent = Object::new().unchecked_into();
    result.set_kind(kind);
    result.set_content(content);
    result.set_title(title);
    if let Some(height) = height {
        result.set_height(height);
    }
    let frame = module().await?.render(place, &result).map_err(|thrown| message(&thrown))?;
    Ok(Rc::new(Handle(frame)))
}

async fn module() -> Result<ResultsModule, String> {
    page().results().await.map_err(|thrown| message(&thrown))
}

/// Waits for a value that may be a promise.
async fn settled(value: Result<JsValue, JsValue>) -> Result<JsValue, String> {
    let settled = async { JsFuture::from(Promise::resolve(&value?)).await };
    settled.await.map_err(|thrown| message(&thrown))
}

/// A sealed frame.
struct Handle(SealedFrame);

impl Frame for Handle {
    fn drawn(&self) -> Later<()> {
        let drawn = self.0.drawn();
        async move { JsFuture::from(drawn).await.map(drop).map_err(|thrown| message(&thrown)) }
            .boxed_local()
    }

    fn save_picture(&self, name: String) -> Later<()> {
        let frame = self.0.clone();
        Box::pin(async move {
            save::blob(&frame.to_png().await.map_err(|thrown| message(&thrown))?, &name)
        })
    }

    fn save_page(&self, name: String) -> Later<()> {
        let frame = self.0.clone();
        Box::pin(async move {
            save::blob(&frame.to_html().await.map_err(|thrown| message(&thrown))?, &name)
        })
    }

    fn remove(&self) {
        self.0.remove();
    }
}

/// The table of `web/results/table.ts`.
struct Widget(Table);

impl Widget {
    fn entry_actions(&self) -> Vec<TableAction> {
        // A table without actions has no such function.
        self.0.entries().map(|entries| entries.iter().collect()).unwrap_or_default()
    }

    fn save_actions(&self) -> Vec<TableAction> {
        self.0.saves().map(|saves| saves.iter().collect()).unwrap_or_default()
    }
}

fn labels(actions: Vec<TableAction>) -> Vec<String> {
    actions.iter().map(TableAction::label).collect()
}

impl TableView for Widget {
    fn add_menu(&self, menu: &<leptos::html::Span as leptos::html::ElementType>::Output) {
        if let Some(bar) = self.0.bar() {
            bar.append_child(menu).ok();
        }
    }

    fn entries(&self) -> Vec<String> {
        labels(self.entry_actions())
    }

    fn act(&self, entry: usize) {
        if let Some(action) = self.entry_actions().get(entry) {
            action.run().ok();
        }
    }

    fn saves(&self) -> Vec<String> {
        labels(self.save_actions())
    }

    fn save(&self, file: usize) -> Later<()> {
        let action = self.save_actions().get(file).cloned();
        Box::pin(async move {
            match action {
                Some(action) => settled(action.run()).await.map(drop),
                None => Ok(()),
            }
        })
    }

    fn go(&self, row: usize, column: usize) {
        self.0.go(row, column).ok();
    }

    fn text(&self) -> Later<String> {
        let widget = self.0.clone();
        Box::pin(async move { Ok(settled(widget.copy()).await?.as_string().unwrap_or_default()) })
    }

    fn remove(&self) {
        // A table that has nothing to release has no such function.
        self.0.remove().ok();
    }
}
