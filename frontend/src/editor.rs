//! The code editor, `public/editor`, and its completion from the session's interpreter,
//! `public/console`. Both are loaded with the first editor that is opened.

use app::actions::{CodeEditing, EditorActions, Place};
use app::session::KernelState;
use js_sys::Object;
use leptos::prelude::{
    Callable, Effect, Get, Owner, Set, StoredValue, WithUntracked, WithValue, on_cleanup, untrack,
};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

use crate::foreign::{call, parts, run, set};
use crate::notices;
use crate::session_controller::SessionController;

/// The page's function that imports the editor.
const EDITOR: &str = "editor";
/// The page's function that imports the completion.
const COMPLETION: &str = "console";

#[wasm_bindgen]
extern "C" {
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
}

/// Opens an editor at the end of an element, which completes from its text alone. `on_change` is
/// called with each change by the user.
///
/// # Errors
/// The message of the browser, if the editor cannot be loaded.
pub(crate) async fn open(
    place: &JsValue,
    (code, label): (&str, &str),
    on_change: impl Fn() + 'static,
) -> Result<Editor, String> {
    let options = Object::new();
    set(&options, "code", &code.into());
    set(&options, "label", &label.into());
    set(&options, "onChange", &Closure::<dyn Fn()>::new(on_change).into_js_value());
    Ok(run(EDITOR, "openEditor", &[place, &options]).await?.unchecked_into())
}

impl EditorActions for SessionController {
    fn open_editor(&self, place: Place, editing: CodeEditing) {
        let (controller, owner) = (self.clone(), Owner::current());
        notices::attempt(self.session, async move {
            // It is loaded while the completion is.
            call(&parts(), EDITOR);
            let options = options(editing);
            let help = controller.code_help().await;
            if help.is_object() {
                Object::assign(&options, help.unchecked_ref());
            }
            controller.warm_editors();
            let editor: Editor =
                run(EDITOR, "openEditor", &[&place, &options]).await?.unchecked_into();
            // The user may have closed what it is a part of.
            let Some(owner) = owner.filter(|_| place.is_connected()) else {
                editor.destroy();
                return Ok(());
            };
            owner.with(|| keep(editor, editing));
            Ok(())
        });
    }

    fn warm_editors(&self) {
        if let Some(help) = self.help.get() {
            call(help, "warm");
        }
    }
}

impl SessionController {
    /// Returns the functions of an editor that ask the session's interpreter, `{complete,
    /// signature, warm}`; undefined if their module cannot be loaded.
    pub(crate) async fn code_help(&self) -> JsValue {
        if let Some(help) = self.help.get() {
            return help.clone();
        }
        let controller = self.clone();
        let is_idle = Closure::<dyn Fn() -> bool>::new(move || {
            let session = controller.session;
            session.kernel.with_untracked(|kernel| *kernel == KernelState::Idle)
                && !untrack(|| session.busy())
                && controller.recorder.refusal().is_none()
        });
        match run(COMPLETION, "liveHelp", &[&is_idle.into_js_value(), &self.insitu()]).await {
            Ok(help) => self.help.get_or_init(|| help).clone(),
            // The editor also completes from the text.
            Err(_) => JsValue::UNDEFINED,
        }
    }
}

/// Lets an editor follow the code and take the focus, until the current owner is cleaned up.
fn keep(editor: Editor, CodeEditing { code, focus, .. }: CodeEditing) {
    let editor = StoredValue::new_local(editor);
    Effect::new(move |_| editor.with_value(|editor| editor.set(&code.get())));
    Effect::new(move |_| {
        if focus.get() {
            editor.with_value(Editor::focus);
            focus.set(false);
        }
    });
    on_cleanup(move || editor.with_value(Editor::destroy));
}

/// Returns `EditorOptions` of `public/editor/main.js`, without the functions that ask the
/// interpreter.
fn options(CodeEditing { code, label, read_only, on_run, on_recall, .. }: CodeEditing) -> Object {
    let options = Object::new();
    set(&options, "code", &untrack(|| code.get()).into());
    set(&options, "label", &label.into());
    set(&options, "readOnly", &read_only.into());
    let on_change = Closure::<dyn Fn(String)>::new(move |written| code.set(written));
    set(&options, "onChange", &on_change.into_js_value());
    if read_only {
        return options;
    }
    let on_run = Closure::<dyn Fn()>::new(move || on_run.run(()));
    set(&options, "onRun", &on_run.into_js_value());
    if let Some(recall) = on_recall {
        let on_recall =
            Closure::<dyn Fn(f64, String) -> JsValue>::new(move |step: f64, written| {
                recall.run((step < 0.0, written)).map_or(JsValue::NULL, Into::into)
            });
        set(&options, "onRecall", &on_recall.into_js_value());
    }
    options
}
