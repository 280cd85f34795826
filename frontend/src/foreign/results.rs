//! The widgets that show results, `web/results`, and sealed frames, `web/render`.

use js_sys::{Array, Function, Object, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Blob, HtmlElement};

#[wasm_bindgen]
extern "C" {
    /// The module.
    pub(crate) type ResultsModule;

    /// Fills a place with a table, which is JSON; `page` has the functions that it calls, and
    /// `notify` gets what comes of its own actions.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn table(
        this: &ResultsModule,
        place: &HtmlElement,
        shown: &str,
        page: &Object,
        notify: &Function,
    ) -> Result<Table, JsValue>;

    /// Fills a place with a tree; returns false if the text is not JSON.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn json(
        this: &ResultsModule,
        place: &HtmlElement,
        content: &str,
    ) -> Result<bool, JsValue>;

    /// Draws content in a sealed frame at the end of a place.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn render(
        this: &ResultsModule,
        place: &HtmlElement,
        content: &FrameContent,
    ) -> Result<SealedFrame, JsValue>;

    /// Draws the interactive figures of an HTML report, and returns the report with them.
    #[wasm_bindgen(method, catch, js_name = drawnReport)]
    pub(crate) async fn drawn_report(
        this: &ResultsModule,
        report: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// A table that is shown; `View` in `web/results/main.ts`.
    #[derive(Clone)]
    pub(crate) type Table;

    /// The element that takes the result's menu.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn bar(this: &Table) -> Option<HtmlElement>;

    /// Returns what can be done with it now.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn entries(this: &Table) -> Result<Array<TableAction>, JsValue>;

    /// The files that it can be saved as.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn saves(this: &Table) -> Option<Array<TableAction>>;

    /// Shows a cell, and gives it the focus.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn go(this: &Table, row: usize, column: usize) -> Result<(), JsValue>;

    /// Returns the text to copy, or a promise of it.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn copy(this: &Table) -> Result<JsValue, JsValue>;

    /// Releases what it has.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn remove(this: &Table) -> Result<(), JsValue>;

    /// Something that can be done with a table.
    #[derive(Clone)]
    pub(crate) type TableAction;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn label(this: &TableAction) -> String;

    /// Does it; returns nothing, or a promise that rejects with a sentence.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn run(this: &TableAction) -> Result<JsValue, JsValue>;

    /// What is drawn in a sealed frame; see `render` in `web/render/host.ts`.
    pub(crate) type FrameContent;

    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_kind(this: &FrameContent, kind: &str);

    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_content(this: &FrameContent, content: &JsValue);

    /// Sets what names the frame for screen readers.
    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_title(this: &FrameContent, title: &str);

    /// Sets the maximum height, in CSS pixels.
    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_height(this: &FrameContent, height: f64);

    /// A sealed frame that is shown.
    #[derive(Clone)]
    pub(crate) type SealedFrame;

    /// Resolves when the content is drawn, and rejects with a sentence if it cannot be.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn drawn(this: &SealedFrame) -> Promise;

    /// Returns a picture of what it shows.
    #[wasm_bindgen(method, catch, js_name = toPng)]
    pub(crate) async fn to_png(this: &SealedFrame) -> Result<Blob, JsValue>;

    /// Returns a page that needs no network.
    #[wasm_bindgen(method, catch, js_name = toHtml)]
    pub(crate) async fn to_html(this: &SealedFrame) -> Result<Blob, JsValue>;

    /// Removes it.
    #[wasm_bindgen(method)]
    pub(crate) fn remove(this: &SealedFrame);
}
