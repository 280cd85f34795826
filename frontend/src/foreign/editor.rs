//! The code editor, `web/editor`, and its completion from an interpreter, `web/console`.

use js_sys::{Array, Function, JsString, Object};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// The module of the editor.
    pub(crate) type EditorModule;

    /// Opens an editor at the end of an element.
    #[wasm_bindgen(method, catch, js_name = openEditor)]
    pub(crate) fn open_editor(
        this: &EditorModule,
        place: &JsValue,
        options: &EditorOptions,
    ) -> Result<Editor, JsValue>;

    /// An open editor; `Editor` in `web/editor/main.ts`.
    #[derive(Clone)]
    pub(crate) type Editor;

    /// Returns the text.
    #[wasm_bindgen(method)]
    pub(crate) fn code(this: &Editor) -> String;

    /// Replaces the text, if it is another one.
    #[wasm_bindgen(method)]
    pub(crate) fn set(this: &Editor, code: &str);

    /// Gives it the focus.
    #[wasm_bindgen(method)]
    pub(crate) fn focus(this: &Editor);

    /// Takes it from the page.
    #[wasm_bindgen(method)]
    pub(crate) fn destroy(this: &Editor);

    /// What an editor is opened with; `EditorOptions` in `web/editor/main.ts`.
    pub(crate) type EditorOptions;

    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_code(this: &EditorOptions, code: &str);

    /// Sets the accessible name.
    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_label(this: &EditorOptions, label: &str);

    #[wasm_bindgen(method, setter, js_name = readOnly)]
    pub(crate) fn set_read_only(this: &EditorOptions, read_only: bool);

    /// Sets what gets the text with each change by the user.
    #[wasm_bindgen(method, setter, js_name = onChange)]
    pub(crate) fn set_on_change(this: &EditorOptions, on_change: &Function);

    /// Sets what the keys do that run code.
    #[wasm_bindgen(method, setter, js_name = onRun)]
    pub(crate) fn set_on_run(this: &EditorOptions, on_run: &Function);

    /// Sets what returns older or newer code in place of this code, or null.
    #[wasm_bindgen(method, setter, js_name = onRecall)]
    pub(crate) fn set_on_recall(this: &EditorOptions, on_recall: &Function);

    /// Sets what returns a promise of completions; see `frontend/src/code_help.rs`.
    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_complete(this: &EditorOptions, complete: &Function);

    /// Sets what returns a promise of a signature.
    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_signature(this: &EditorOptions, signature: &Function);

    /// The module of the completion, which has its Python.
    pub(crate) type CompletionModule;

    /// The text of `loader.py`.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn loader(this: &CompletionModule) -> String;

    /// The modules as name, source, name, source, …, each after those that it imports.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn modules(this: &CompletionModule) -> Array<JsString>;
}

impl EditorOptions {
    /// Returns the options of an editor with this text and accessible name.
    pub(crate) fn new(code: &str, label: &str) -> Self {
        let options: Self = Object::new().unchecked_into();
        options.set_code(code);
        options.set_label(label);
        options
    }
}
