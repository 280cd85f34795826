//! The code editor, `web/editor`, which is loaded with the first one that is opened.

use std::rc::Rc;

use app::actions::{CodeEditing, EditorActions, Place};
use app::session::{FileEntry, FileState, KernelState};
use futures::FutureExt;
use futures::future::join;
use leptos::prelude::{
    Callable, Effect, Get, GetUntracked, Owner, Set, StoredValue, WithUntracked, WithValue,
    on_cleanup, untrack,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

use crate::code_help::{CodeHelp, Interpreter};
pub(crate) use crate::foreign::editor::Editor;
use crate::foreign::editor::EditorOptions;
use crate::foreign::page::page;
use crate::foreign::{function, message};
use crate::host::Author;
use crate::notices;
use crate::session_controller::SessionController;

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
    let options = EditorOptions::new(code, label);
    options.set_on_change(&function(Closure::<dyn Fn()>::new(on_change)));
    open_with(place, &options).await
}

async fn open_with(place: &JsValue, options: &EditorOptions) -> Result<Editor, String> {
    let opened = async { page().editor().await?.open_editor(place, options) };
    opened.await.map_err(|thrown| message(&thrown))
}

impl EditorActions for SessionController {
    fn open_editor(&self, place: Place, editing: CodeEditing) {
        let (controller, owner) = (self.clone(), Owner::current());
        notices::attempt(self.session, async move {
            let options = options(editing);
            // The editor is loaded while the completion is.
            let (help, _) = join(controller.code_help(), page().editor()).await;
            if let Some(help) = help {
                help.offer(&options);
            }
            controller.warm_editors();
            let editor = open_with(&place, &options).await?;
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
            help.warm();
        }
    }
}

impl SessionController {
    /// Returns what editors ask the session's interpreter; `None` if its module cannot be loaded:
    /// the editor also completes from the text.
    async fn code_help(&self) -> Option<CodeHelp> {
        if self.help.get().is_none() {
            let help = CodeHelp::load(self.interpreter()).await.ok()?;
            self.help.set(help).ok();
        }
        self.help.get().cloned()
    }

    fn interpreter(&self) -> Interpreter {
        let (session, controller) = (self.session, self.clone());
        let is_idle = move || {
            session.kernel.with_untracked(|kernel| *kernel == KernelState::Idle)
                && !untrack(|| session.busy())
                && controller.recorder.refusal().is_none()
        };
        let controller = self.clone();
        let run = move |code: String, limit| {
            let controller = controller.clone();
            async move {
                controller.run(&code, limit, Author::Page, None, Rc::new(|_, _| {})).await
            }
            .boxed_local()
        };
        let files = move || {
            let ready = |file: &FileEntry| match file.state.try_get_untracked()? {
                FileState::Ready(profile) => Some(profile),
                _ => None,
            };
            let listed = |files: &Vec<FileEntry>| files.iter().filter_map(ready).collect();
            session.files.try_with_untracked(listed).unwrap_or_default()
        };
        Interpreter { is_idle: Box::new(is_idle), run: Box::new(run), files: Box::new(files) }
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

/// Returns the options of an editor, without the functions that ask the interpreter.
fn options(editing: CodeEditing) -> EditorOptions {
    let CodeEditing { code, label, read_only, on_run, on_recall, .. } = editing;
    let options = EditorOptions::new(&untrack(|| code.get()), label);
    options.set_read_only(read_only);
    let on_change = Closure::<dyn Fn(String)>::new(move |written| code.set(written));
    options.set_on_change(&function(on_change));
    if read_only {
        return options;
    }
    let on_run = Closure::<dyn Fn()>::new(move || on_run.run(()));
    options.set_on_run(&function(on_run));
    if let Some(recall) = on_recall {
        let on_recall =
            Closure::<dyn Fn(f64, String) -> JsValue>::new(move |step: f64, written| {
                recall.run((step < 0.0, written)).map_or(JsValue::NULL, Into::into)
            });
        options.set_on_recall(&function(on_recall));
    }
    options
}
