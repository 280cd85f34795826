//! Syntax highlighting for Python, by a module that is loaded with the first code that is shown.
//!
//! WebAssembly cannot write `import()`, and the page's policy lets no text become code, so the
//! shell's script has `insituPage.highlighter`, which imports the module and leaves its function in
//! `insituPage.highlight`: source → `[class, text, class, text, …]`.

use ::activity::Task;
use app::session::Session;
use js_sys::{Array, Function, Promise};
use leptos::prelude::{Get, RwSignal, Set, StoredValue, UpdateValue};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::activity;
use crate::foreign::{call, get, parts};

/// The page's function that imports the module.
const IMPORT: &str = "highlighter";
/// The page's function that highlights.
const FUNCTION: &str = "highlight";

/// The highlighter, once its module is loaded. Without it code stays plain.
#[derive(Clone, Copy)]
pub(crate) struct Highlighter {
    session: Session,
    loaded: RwSignal<bool>,
    asked: StoredValue<bool>,
}

impl Highlighter {
    /// Returns a highlighter without its module.
    pub(crate) fn new(session: Session) -> Self {
        Self { session, loaded: RwSignal::new(false), asked: StoredValue::new(false) }
    }

    /// Loads the module in the background, once.
    fn load(self) {
        if self.asked.try_update_value(|asked| std::mem::replace(asked, true)) != Some(false) {
            return;
        }
        let doing = activity::begin(self.session, Task::Text);
        spawn_local(async move {
            let _doing = doing;
            if let Ok(import) = call(&parts(), IMPORT).dyn_into::<Promise>()
                && JsFuture::from(import).await.is_ok()
            {
                self.loaded.set(true);
            }
        });
    }

    /// Returns the parts of `code` as `(class, text)`. Tracks a signal, so that plain code is
    /// rendered again in colour.
    pub(crate) fn parts(self, code: &str) -> Vec<(String, String)> {
        self.load();
        let coloured = self.loaded.get().then(|| colour(code)).flatten();
        coloured
            .filter(|parts| parts.iter().map(|(_, text)| text.len()).sum::<usize>() == code.len())
            .unwrap_or_else(|| vec![(String::new(), code.to_owned())])
    }
}

fn function() -> Option<Function> {
    get(&parts(), FUNCTION).dyn_into().ok()
}

fn colour(code: &str) -> Option<Vec<(String, String)>> {
    let parts: Array =
        function()?.call1(&JsValue::NULL, &JsValue::from(code)).ok()?.dyn_into().ok()?;
    let texts: Vec<String> = parts.iter().map(|part| part.as_string()).collect::<Option<_>>()?;
    Some(texts.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect())
}
