//! Completion and signatures from the live interpreter, for editors. The interpreter is asked only
//! while nothing else runs, by code of the page's own, which is not part of the session.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use app::session::complete_sql;
use app::session::completion::{
    ANSWER_MS, Asking, Help, answer, is_short, lacks_modules, loading, request,
};
use futures::future::LocalBoxFuture;
use futures::lock::Mutex;
use js_sys::Function;
use kernel::{Outcome, Profile, Status};
use leptos::task::spawn_local;
use serde_json::Value;
use wasm_bindgen::{JsValue, closure::Closure};
use web_sys::AbortSignal;

use crate::clock;
use crate::foreign::device::is_isolated;
use crate::foreign::editor::EditorOptions;
use crate::foreign::page::page;
use crate::foreign::{self, plain, promise};

/// What an interpreter is asked for editors. A clone is the same.
#[derive(Clone)]
pub(crate) struct CodeHelp(Rc<Parts>);

struct Parts {
    /// The code that makes the modules of the completion.
    load: String,
    /// Requests follow one another.
    line: Mutex<()>,
    asking: Cell<Asking>,
    interpreter: Interpreter,
}

/// The interpreter that is asked.
pub(crate) struct Interpreter {
    /// Returns whether nothing else runs and no turn is under way.
    pub(crate) is_idle: Box<dyn Fn() -> bool>,
    /// Runs code of the page's own, within this time.
    pub(crate) run: Box<dyn Fn(String, Option<Duration>) -> LocalBoxFuture<'static, Outcome>>,
    /// Returns the profiles of the session's files.
    pub(crate) files: Box<dyn Fn() -> Vec<Arc<Profile>>>,
}

impl CodeHelp {
    /// Loads the Python of the completion.
    ///
    /// # Errors
    /// The message of the browser.
    pub(crate) async fn load(interpreter: Interpreter) -> Result<Self, JsValue> {
        let module = page().completion().await?;
        let modules: Vec<String> = module.modules().iter().map(String::from).collect();
        let modules = modules.chunks_exact(2).map(|pair| (pair[0].as_str(), pair[1].as_str()));
        let load = loading(&module.loader(), modules);
        let (line, asking) = (Mutex::new(()), Cell::default());
        Ok(Self(Rc::new(Parts { load, line, asking, interpreter })))
    }

    /// Lets an editor ask the interpreter.
    pub(crate) fn offer(&self, options: &EditorOptions) {
        options.set_complete(&self.function(Help::Complete));
        options.set_signature(&self.function(Help::Signature));
    }

    /// Makes the modules, so that the first answer comes soon.
    pub(crate) fn warm(&self) {
        let help = self.clone();
        spawn_local(async move {
            help.ask(Help::Complete, ("#", 1), None).await;
        });
    }

    async fn ask(
        &self,
        kind: Help,
        (code, cursor): (&str, u32),
        signal: Option<AbortSignal>,
    ) -> Option<Value> {
        let is_wanted = || {
            !signal.as_ref().is_some_and(AbortSignal::aborted)
                && (self.0.interpreter.is_idle)()
                && self.0.asking.get().is_allowed(clock::now_ms())
        };
        if !is_short(code) {
            return None;
        }
        if let Some(answer) = complete_sql(code, cursor, &(self.0.interpreter.files)()) {
            return (kind == Help::Complete).then_some(answer);
        }
        if !is_wanted() {
            return None;
        }
        let _turn = self.0.line.lock().await;
        if !is_wanted() {
            return None;
        }
        let request = request(kind, code, cursor);
        let mut outcome = self.run(&request).await;
        if lacks_modules(&outcome)
            && (self.0.interpreter.is_idle)()
            && self.run(&self.0.load).await.status == Status::Ok
        {
            outcome = self.run(&request).await;
        }
        answer(&outcome)
    }

    async fn run(&self, code: &str) -> Outcome {
        // If an execution cannot be interrupted, its limit would end the interpreter, so the
        // user's own applies.
        let limit = is_isolated().then(|| Duration::from_millis(ANSWER_MS));
        let outcome = (self.0.interpreter.run)(code.to_owned(), limit).await;
        let mut asking = self.0.asking.get();
        asking.ended(outcome.status, clock::now_ms());
        self.0.asking.set(asking);
        outcome
    }

    /// Returns a function of code, a cursor in code points and a signal that ends the request. Its
    /// promise is of the answer, or of null if the interpreter is busy or knows nothing.
    fn function(&self, kind: Help) -> Function {
        let help = self.clone();
        let ask = move |code: String, cursor: u32, signal: Option<AbortSignal>| {
            let help = help.clone();
            promise(async move {
                let answer = help.ask(kind, (&code, cursor), signal).await;
                answer.map_or(Ok(JsValue::NULL), |answer| plain(&answer))
            })
        };
        let ask = Closure::<dyn Fn(String, u32, Option<AbortSignal>) -> JsValue>::new(ask);
        foreign::function(ask)
    }
}
