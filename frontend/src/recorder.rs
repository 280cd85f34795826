//! Records what happens in the session, and reads the stored session back: events go to `public/sessions`, which
//! stores them, by way of the module that the document's script imports.
//!
//! Where nothing is stored yet, the module is loaded once Python runs; until then events wait.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ::automation::StopReason;
use analyst::{Disclosed, Mode};
use app::session::{Disclosure, Id, LedgerEntry, Limits, Model, Session, Turn};
use futures::future::select;
use js_sys::{Array, Function, Object, Promise, Reflect};
use kernel::{Outcome, Profile};
use leptos::prelude::{GetUntracked, GetValue};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::clock;
use crate::ended::Ended;
use crate::foreign::{self, call, get, set, window};
use crate::host::Host;
use crate::notices;

/// The window's function that imports the module.
pub(crate) const IMPORT: &str = "insituSessions";
/// The key in the page's storage that says that a session is stored.
const STORED: &str = "insitu-session";

/// How long the end of a turn waits for storage, in milliseconds.
const STORED_MS: i32 = 1_000;

/// A handle to the recorder.
#[derive(Clone)]
pub(crate) struct Recorder(Rc<Inner>);

struct Inner {
    session: Session,
    module: RefCell<Option<JsValue>>,
    /// Calls that wait for the module, as name, argument, argument, ….
    waiting: RefCell<Vec<Vec<JsValue>>>,
    /// Whether nothing can be stored.
    failed: Cell<bool>,
    /// The values of the settings that were recorded last.
    settings: RefCell<Vec<JsValue>>,
    /// The model that the stored session had.
    model: RefCell<Option<String>>,
    /// Whether the stored session's code is to run again before code of a model.
    replay: Cell<bool>,
    /// The notice that another tab has the session, and this one only shows it.
    reading: Cell<Option<Id>>,
}

/// Returns the mode of disclosure that the user chose.
pub(crate) fn chosen_mode(session: Session) -> Mode {
    match session.disclosure.get_untracked() {
        Disclosure::Printed => Mode::Printed,
        Disclosure::Ask => Mode::Ask,
        Disclosure::Shape => Mode::Shape,
    }
}

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Shape => "shape",
        Mode::Ask => "ask",
        Mode::Printed => "printed",
    }
}

impl Recorder {
    /// Returns a recorder without its module.
    pub(crate) fn new(session: Session) -> Self {
        Self(Rc::new(Inner {
            session,
            module: RefCell::default(),
            waiting: RefCell::default(),
            failed: Cell::default(),
            settings: RefCell::default(),
            model: RefCell::default(),
            replay: Cell::default(),
            reading: Cell::default(),
        }))
    }

    /// Returns whether a session is stored, so that it is to be restored at once.
    pub(crate) fn is_stored() -> bool {
        get(&get(&window(), "localStorage"), STORED).is_string()
    }

    /// Loads the module; returns the session that was stored, as `public/sessions` reads it, if there is one.
    /// `show` shows it anew, when another tab has changed it.
    pub(crate) async fn restore(&self, show: impl Fn(JsValue) + 'static) -> Option<JsValue> {
        let session = self.0.session;
        let notify = Closure::<dyn Fn(String)>::new(move |text| {
            notices::notify(session, text, true);
        });
        let show = Closure::<dyn Fn(JsValue)>::new(show);
        let restored = async {
            let module = JsFuture::from(call(&window(), IMPORT).dyn_into::<Promise>()?).await?;
            let restore: Function = get(&module, "restore").dyn_into()?;
            let restored: Promise =
                restore.call2(&module, &notify.into_js_value(), &show.into_js_value())?.dyn_into()?;
            let restored = JsFuture::from(restored).await?;
            self.0.module.replace(Some(module));
            Ok::<_, JsValue>(restored)
        };
        let restored = match restored.await {
            Ok(restored) => Some(restored).filter(JsValue::is_object),
            Err(thrown) => {
                self.0.failed.set(true);
                let why = foreign::message(&thrown);
                notices::notify(session, format!("What happens here is not stored: {why}."), true);
                None
            }
        };
        for call in self.0.waiting.take() {
            self.call(call);
        }
        restored
    }

    /// Records an event of this kind with these fields; see `session_log`.
    fn event(&self, kind: &str, fields: &[(&str, JsValue)]) {
        let body = object(fields);
        set(&body, "kind", &kind.into());
        self.call(vec!["record".into(), body.into()]);
    }

    /// Records the settings of the next turn, if they have changed.
    pub(crate) fn settings(&self, model: &str) {
        let Limits { seconds, memory } = self.0.session.limits.get_untracked();
        let disclosure = mode_name(chosen_mode(self.0.session));
        #[expect(clippy::cast_precision_loss, reason = "less than 2^53 bytes")]
        let now = [
            ("model", model.into()),
            ("disclosure", disclosure.into()),
            ("seconds", seconds.into()),
            ("memory", JsValue::from(memory as f64)),
        ];
        let before = self.0.settings.replace(now.iter().map(|(_, value)| value.clone()).collect());
        for (at, (name, value)) in now.into_iter().enumerate() {
            if before.get(at) != Some(&value) {
                let setting = object(&[("name", name.into()), ("value", value)]);
                self.event("setting-changed", &[("setting", setting.into())]);
            }
        }
    }

    /// Records that a question was asked, and the turn that is to answer it.
    pub(crate) fn asked(&self, turn: &Turn, parent: Option<Id>, model: &Model) {
        self.settings(&model.name);
        self.event(
            "question-asked",
            &[
                ("turn", turn.id.into()),
                ("parent", optional(parent)),
                ("text", turn.question.get_value().into()),
                ("model", model.name.as_str().into()),
                ("local", model.builtin.into()),
            ],
        );
    }

    /// Records a request before it leaves the browser, with its body.
    pub(crate) fn sent(&self, turn: Id, entry: &LedgerEntry) {
        self.call(vec![
            "keepRequest".into(),
            turn.into(),
            entry.to.as_str().into(),
            entry.sha256.as_str().into(),
            (&*entry.body).into(),
        ]);
    }

    /// Records a call for code: the step's id, remark, purpose and code; `reply` says which of the model's replies has it.
    pub(crate) fn called(&self, turn: Id, reply: u32, call: &str, step: (Id, String, &str, &str)) {
        let (id, remark, purpose, code) = step;
        self.event(
            "step-called",
            &[
                ("turn", turn.into()),
                ("step", id.into()),
                ("reply", reply.into()),
                ("call", call.into()),
                ("remark", remark.into()),
                ("purpose", purpose.into()),
                ("code", code.into()),
            ],
        );
    }

    /// Records the complete answer of a turn.
    pub(crate) fn answer(&self, turn: &Turn, for_model: Option<&str>) {
        let choices: Array = turn.choices.get_untracked().into_iter().map(JsValue::from).collect();
        self.event(
            "answer-finished",
            &[
                ("turn", turn.id.into()),
                ("text", turn.answer.get_untracked().into()),
                ("forModel", optional(for_model)),
                (
                    "claims",
                    foreign::plain(&turn.claims.get_untracked()).unwrap_or_else(|_| Array::new().into()),
                ),
                ("choices", choices.into()),
                ("notComputed", turn.not_computed.get_untracked().into()),
            ],
        );
    }

    /// Records what a model may read of an execution.
    pub(crate) fn disclosed(&self, execution: Id, disclosed: &Disclosed) {
        self.event(
            "result-disclosed",
            &[
                ("execution", execution.into()),
                ("mode", mode_name(disclosed.mode()).into()),
                ("text", disclosed.text().into()),
                ("images", disclosed.images().len().into()),
            ],
        );
    }

    /// Records that a turn is over, and its steps that were not run.
    pub(crate) fn turn(&self, turn: &Turn, ended: &Ended) {
        for step in turn.steps.get_untracked() {
            if let Some(why) = step.refused.get_untracked() {
                let (purpose, code) = (step.purpose.get_untracked(), step.code.get_untracked());
                let call = format!("refused-{}", step.id);
                self.called(turn.id, u32::MAX, &call, (step.id, step.remark.get_value(), &purpose, &code));
                let fields = [("turn", turn.id.into()), ("step", step.id.into()), ("why", why.into())];
                self.event("step-refused", &fields);
            }
        }
        let end = match ended.stopped {
            None => "answered",
            Some(StopReason::Limit) => "limit",
            Some(StopReason::User) => "stopped",
            Some(StopReason::Error) => "error",
        };
        let message = optional(ended.message.as_deref());
        self.event("turn-ended", &[("turn", turn.id.into()), ("end", end.into()), ("message", message)]);
    }

    /// Sets whether another tab has the session, so that this one only shows it.
    pub(crate) fn set_reading(&self, reading: bool) {
        let session = self.0.session;
        if let Some(notice) = self.0.reading.take() {
            notices::remove(session, notice);
        }
        if let Some(why) = self.refusal().filter(|_| reading) {
            self.0.reading.set(Some(notices::notify(session, why, false)));
        }
    }

    /// Returns why nothing can be asked here at present, if that is so.
    pub(crate) fn refusal(&self) -> Option<String> {
        call(self.0.module.borrow().as_ref()?, "refusal").as_string()
    }

    /// Passes on the outcome of code that has run again, so that it can be compared.
    pub(crate) fn reran(&self, code: &str, outcome: &Outcome) {
        if let Ok(outcome) = serde_json::to_string(outcome) {
            self.call(vec!["reran".into(), code.into(), outcome.into()]);
        }
    }

    /// Keeps what is needed of a stored session later: its model, and whether its code is to run again.
    pub(crate) fn keep(&self, model: Option<String>, replay: bool) {
        self.0.model.replace(model);
        self.0.replay.set(replay);
    }

    /// Keeps the model of the stored session until it is offered.
    pub(crate) fn keep_model(&self, name: String) {
        self.0.model.replace(Some(name));
    }

    /// Returns the model of the stored session, once.
    pub(crate) fn take_model(&self) -> Option<String> {
        self.0.model.take()
    }

    /// Returns whether the stored session's code is to run again, once.
    pub(crate) fn take_replay(&self) -> bool {
        self.0.replay.take()
    }

    /// Records text of a model.
    pub(crate) fn text(&self, turn: Id, piece: &str) {
        self.call(vec!["text".into(), turn.into(), piece.into()]);
    }

    /// Records that code begins to run; returns the execution's id. `step` is the turn's and the step's id, or none for the
    /// console, where `after` is the last turn.
    pub(crate) fn began(&self, step: Option<(Id, Id)>, after: Option<Id>, code: &str) -> Id {
        let execution = notices::next_id();
        let origin = match step {
            Some((turn, step)) => {
                object(&[("from", "step".into()), ("turn", turn.into()), ("step", step.into())])
            }
            None => object(&[("from", "console".into()), ("after", optional(after))]),
        };
        let fields = [("execution", execution.into()), ("origin", origin.into()), ("code", code.into())];
        self.event("execution-began", &fields);
        execution
    }

    /// Records the outcome of an execution, with the files that it wrote.
    pub(crate) fn ended(&self, execution: Id, outcome: &Outcome, host: &Host) {
        if let Ok(json) = serde_json::to_string(outcome) {
            let contents: Array =
                outcome.files.iter().map(|file| optional(host.written_file(file))).collect();
            self.call(vec!["ended".into(), execution.into(), json.into(), contents.into()]);
        }
    }

    /// Records a file and keeps it as well as the browser allows.
    pub(crate) fn file(&self, id: Id, name: &str, file: &File) {
        self.call(vec!["keepFile".into(), id.into(), name.into(), file.into()]);
    }

    /// Stores a session file as a session and shows it; none of its code runs.
    pub(crate) fn open_file(&self, file: &File) {
        self.call(vec!["openFile".into(), file.into()]);
    }

    /// Records what the kernel found in a file.
    pub(crate) fn profile(&self, id: Id, profile: &Profile) {
        if let Ok(profile) = foreign::plain(profile) {
            self.event("file-profiled", &[("file", id.into()), ("profile", profile)]);
        }
    }

    /// Records that a file was removed.
    pub(crate) fn file_removed(&self, id: Id) {
        self.event("file-removed", &[("file", id.into())]);
    }

    /// Waits until what has happened is stored, so that a reload loses nothing that is shown as complete; but no longer than
    /// storage takes that works.
    pub(crate) async fn stored(&self) {
        if self.0.module.borrow().is_some() {
            let stored = foreign::run(IMPORT, "stored", &[]);
            select(Box::pin(stored), Box::pin(clock::sleep(STORED_MS))).await;
        }
    }

    /// Shows the list of stored sessions.
    ///
    /// # Errors
    /// The message of the browser.
    pub(crate) async fn show_sessions(&self) -> Result<(), String> {
        foreign::run(IMPORT, "showSessions", &[]).await.map(drop)
    }

    /// Lets the module add what corrects the turns, once they are shown.
    pub(crate) async fn turns_shown(&self) {
        foreign::run(IMPORT, "turnsShown", &[]).await.ok();
    }

    /// Returns the requests that the stored session has sent.
    pub(crate) async fn stored_requests(&self) -> Vec<JsValue> {
        let requests = foreign::run(IMPORT, "storedRequests", &[]).await.unwrap_or_default();
        requests.dyn_into::<Array>().unwrap_or_default().iter().collect()
    }

    /// Returns the functions that the user has saved, each with its signature and what it does, for a model.
    pub(crate) async fn saved_functions(&self) -> Vec<String> {
        let listed = self.ask("savedFunctions", &[]).await.dyn_into::<Array>().unwrap_or_default();
        listed.iter().filter_map(|one| one.as_string()).collect()
    }

    /// Returns the source of the saved functions that this code calls and that the interpreter does not have; empty if there
    /// are none.
    pub(crate) async fn definitions(&self, code: &str) -> String {
        self.ask("definitions", &[&code.into()]).await.as_string().unwrap_or_default()
    }

    /// Asks the module for something that the session also does without.
    async fn ask(&self, name: &str, arguments: &[&JsValue]) -> JsValue {
        if self.0.module.borrow().is_none() {
            return JsValue::UNDEFINED;
        }
        foreign::run(IMPORT, name, arguments).await.unwrap_or_default()
    }

    /// Calls a function of the module, or lets the call wait for it.
    fn call(&self, call: Vec<JsValue>) {
        let Some(module) = self.0.module.borrow().clone() else {
            if !self.0.failed.get() {
                self.0.waiting.borrow_mut().push(call);
            }
            return;
        };
        let arguments: Array = call[1..].iter().collect();
        if let Ok(function) = Reflect::get(&module, &call[0]).and_then(JsCast::dyn_into::<Function>) {
            // It reports its failures itself.
            function.apply(&module, &arguments).ok();
        }
    }
}

/// Returns an object with these fields.
fn object(fields: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        set(&object, name, value);
    }
    object
}

/// Returns a value, or null.
fn optional(value: Option<impl Into<JsValue>>) -> JsValue {
    value.map_or(JsValue::NULL, Into::into)
}
