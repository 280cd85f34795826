//! The code editor, `public/editor`, and its completion from an interpreter, `public/console`.

use js_sys::{Function, Object};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

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

    /// An open editor; `Editor` in `public/editor/main.js`.
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

    /// What an editor is opened with; `EditorOptions` in `public/editor/main.js`.
    #[wasm_bindgen(extends = Object)]
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

    /// The module of the completion.
    pub(crate) type CompletionModule;

    /// Returns the functions of an editor that ask the interpreter of the session of `insitu`,
    /// while `is_idle` returns true.
    #[wasm_bindgen(method, catch, js_name = liveHelp)]
    pub(crate) fn live_help(
        this: &CompletionModule,
        is_idle: &Function,
        insitu: &JsValue,
    ) -> Result<CodeHelp, JsValue>;

    /// `complete` and `signature` as an editor takes them.
    #[derive(Clone)]
    #[wasm_bindgen(extends = Object)]
    pub(crate) type CodeHelp;

    /// Prepares the interpreter, so that the first answer comes soon.
    #[wasm_bindgen(method)]
    pub(crate) fn warm(this: &CodeHelp);
}

impl EditorOptions {
    /// Returns the options of an editor with this text and accessible name.
    pub(crate) fn new(code: &str, label: &str) -> Self {
        let options: Self = wasm_bindgen::JsCast::unchecked_into(Object::new());
        options.set_code(code);
        options.set_label(label);
        options
    }
}
