//! Syntax highlighting for Python, by the module that the document's own script imports.
//!
//! WebAssembly cannot write `import()`, and the page's policy lets no text become code, so the shell's script
//! imports the module and leaves its function in `globalThis.insituHighlight`: source → `[class, text, class,
//! text, …]`.

use js_sys::{Array, Function};
use leptos::prelude::{Get, RwSignal, Set};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};

use crate::clock;
use crate::foreign::{get, window};

/// The window's function that highlights.
const FUNCTION: &str = "insituHighlight";
/// How often the page looks for the function while the module loads, in milliseconds, and how many times
/// before code stays plain.
const LOOK_EVERY_MS: i32 = 200;
const LOOKS: u32 = 150;

/// The highlighter, once its module is loaded.
#[derive(Clone, Copy)]
pub(crate) struct Highlighter(RwSignal<bool>);

impl Highlighter {
    /// Returns a highlighter without its module.
    pub(crate) fn new() -> Self {
        Self(RwSignal::new(false))
    }

    /// Waits for the module in the background.
    pub(crate) fn await_module(self) {
        spawn_local(async move {
            for _ in 0..LOOKS {
                if function().is_some() {
                    self.0.set(true);
                    return;
                }
                clock::sleep(LOOK_EVERY_MS).await;
            }
        });
    }

    /// Returns the parts of `code` as `(class, text)`. Tracks a signal, so that plain code is rendered again
    /// in colour.
    pub(crate) fn parts(self, code: &str) -> Vec<(String, String)> {
        let coloured = self.0.get().then(|| colour(code)).flatten();
        coloured
            .filter(|parts| parts.iter().map(|(_, text)| text.len()).sum::<usize>() == code.len())
            .unwrap_or_else(|| vec![(String::new(), code.to_owned())])
    }
}

fn function() -> Option<Function> {
    get(&window(), FUNCTION).dyn_into().ok()
}

fn colour(code: &str) -> Option<Vec<(String, String)>> {
    let parts: Array = function()?.call1(&JsValue::NULL, &JsValue::from(code)).ok()?.dyn_into().ok()?;
    let texts: Vec<String> = parts.iter().map(|part| part.as_string()).collect::<Option<_>>()?;
    Some(texts.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect())
}
