//! Records what happens in the session, and reads the stored session back: events go to
//! `public/sessions`, which stores them, by way of the module that the document's script imports.
//!
//! Where nothing is stored yet, the module is loaded once Python runs; until then events wait.

mod events;

pub(crate) use events::Origin;

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use analyst::Mode;
use app::session::{Codes, Definers, Disclosure, Id, Session, seed};
use futures::future::select;
use js_sys::{Array, Date, Function, Object, Promise, Reflect};
use kernel::Outcome;
use leptos::prelude::{GetUntracked, RwSignal, Set, WithUntracked};
use leptos::task::spawn_local;
use session_log::{Compared, Usage};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::foreign::{self, call, get, parts, set, window};
use crate::log::{Consoles, SessionLog, ShownTurn};
use crate::{activity, clock, notices};

/// The page's function that imports the module.
pub(crate) const IMPORT: &str = "sessions";
/// The key in the page's storage that says that a session is stored.
const STORED: &str = "insitu-session";

/// Why nothing can be changed where the module does not store the session.
pub(crate) const NOT_STORED: &str = "The session is not stored here, or another tab has it.";

/// How long the end of a turn waits for storage, in milliseconds.
const STORED_MS: u32 = 1_000;

/// A handle to the recorder.
#[derive(Clone)]
pub(crate) struct Recorder(Rc<Inner>);

struct Inner {
    session: Session,
    log: SessionLog,
    /// The module's object for the session.
    stored: RefCell<Option<JsValue>>,
    /// Calls that wait for the object, as name, argument, argument, ….
    waiting: RefCell<Vec<Vec<JsValue>>>,
    /// Whether the module has the session, or cannot be loaded.
    restored: Cell<bool>,
    /// Why nothing can be stored, if so.
    failed: RefCell<Option<String>>,
    /// Whether something has happened that is therefore lost.
    lost: Cell<bool>,
    /// The values of the settings that were recorded last.
    settings: RefCell<Vec<JsValue>>,
    /// The model that the stored session had.
    model: RefCell<Option<String>>,
    /// Whether the stored session's code is to run again before code of a model.
    replay: Cell<bool>,
    /// The notice that another tab has the session, and this one only shows it.
    reading: Cell<Option<Id>>,
    /// What code has defined so far, and whether it has set a seed.
    definers: RefCell<Definers>,
    seeds: Cell<bool>,
}

/// Returns the mode of disclosure that the user chose.
pub(crate) fn chosen_mode(session: Session) -> Mode {
    match session.disclosure.get_untracked() {
        Disclosure::Printed => Mode::Printed,
        Disclosure::Ask => Mode::Ask,
        Disclosure::Shape => Mode::Shape,
    }
}

/// Returns the code of turns, step by step.
pub(crate) fn codes(turns: Vec<ShownTurn>) -> Codes {
    let steps = |turn: ShownTurn| {
        turn.steps.into_iter().map(|step| (step.code.code, step.code.freshness)).collect()
    };
    turns.into_iter().map(|turn| (turn.id, steps(turn))).collect()
}

/// Sets a signal if its value is another one.
fn set_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, now: T) {
    if signal.with_untracked(|before| *before != now) {
        signal.set(now);
    }
}

impl Recorder {
    /// Returns a recorder without its module.
    pub(crate) fn new(session: Session) -> Self {
        Self(Rc::new(Inner {
            session,
            log: SessionLog::default(),
            stored: RefCell::default(),
            waiting: RefCell::default(),
            restored: Cell::default(),
            failed: RefCell::default(),
            lost: Cell::default(),
            settings: RefCell::default(),
            model: RefCell::default(),
            replay: Cell::default(),
            reading: Cell::default(),
            definers: RefCell::default(),
            seeds: Cell::default(),
        }))
    }

    /// Returns whether a session is stored, so that it is to be restored at once.
    pub(crate) fn is_stored() -> bool {
        get(&get(&window(), "localStorage"), STORED).is_string()
    }

    /// Loads the module; returns the session that was stored, as `public/sessions` reads it, if
    /// there is one. `show` shows it again if another tab has changed it. The module controls the
    /// session by the functions of `program`; `insitu` is the session's automation object.
    pub(crate) async fn restore(
        &self,
        show: impl Fn(JsValue) + 'static,
        (program, insitu): (&JsValue, &JsValue),
    ) -> Option<JsValue> {
        let session = self.0.session;
        let notify = Closure::<dyn Fn(String, bool)>::new(move |text, no_problem: bool| {
            notices::notify(session, text, !no_problem);
        });
        let show = Closure::<dyn Fn(JsValue)>::new(show);
        let restored = async {
            let module = JsFuture::from(call(&parts(), IMPORT).dyn_into::<Promise>()?).await?;
            let restore: Function = get(&module, "restore").dyn_into()?;
            let page = Object::new();
            set(&page, "log", &self.0.log.clone().into());
            set(&page, "notify", &notify.into_js_value());
            set(&page, "follow", &show.into_js_value());
            set(&page, "program", program);
            set(&page, "insitu", insitu);
            set(&page, "happened", &activity::reporter(session));
            let restored: Promise = restore.call1(&module, &page)?.dyn_into()?;
            let restored = JsFuture::from(restored).await?;
            self.0.stored.replace(Some(get(&restored, "session")));
            Ok::<_, JsValue>(get(&restored, "shown"))
        };
        let restored = match restored.await {
            Ok(restored) => Some(restored).filter(JsValue::is_object),
            Err(thrown) => {
                let why =
                    format!("What happens here is not stored: {}.", foreign::message(&thrown));
                self.0.failed.replace(Some(why.clone()));
                notices::notify(session, why, true);
                None
            }
        };
        for call in self.0.waiting.take() {
            self.call(call);
        }
        self.0.restored.set(true);
        restored
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

    /// Shows what the log says of the turns by now, if they can be changed here: `own` says whether
    /// this tab stores the session.
    pub(crate) fn show_log(&self, own: bool) {
        let session = self.0.session;
        let shown = if own { self.0.log.shown_turns() } else { None };
        // Where nothing is different, nothing is drawn again: the user may be about to click.
        for turn in session.turns.get_untracked() {
            let known = shown.iter().flatten().find(|known| known.id == turn.id);
            if turn.correction.with_untracked(Option::is_some) {
                turn.correction.set(None);
            }
            set_changed(turn.versions, known.map(|known| known.versions.clone()));
            let Some(known) = known else { continue };
            set_changed(turn.usage, known.usage.clone());
            for step in turn.steps.get_untracked() {
                if let Some(known) = known.steps.iter().find(|known| known.id == step.id) {
                    set_changed(step.stored, Some(known.code.clone()));
                    set_changed(step.savable, known.savable.clone());
                }
            }
        }
        let mut ending = session.ending.get_untracked();
        ending.redo = None;
        ending.undone = if own { self.0.log.undone() } else { None };
        ending.codes = shown.map(codes);
        set_changed(session.ending, ending);
    }

    /// Returns what the session has used; `None` where this tab does not store it.
    pub(crate) fn usage(&self) -> Option<Usage> {
        self.is_own().then(|| self.0.log.usage())
    }

    /// Returns the log.
    pub(crate) fn log(&self) -> &SessionLog {
        &self.0.log
    }

    /// Returns whether this tab stores the session.
    pub(crate) fn is_own(&self) -> bool {
        self.0.stored.borrow().as_ref().is_some_and(|stored| call(stored, "ownLog").is_object())
    }

    /// Returns the turns that are shown, if they can be changed at present: this tab stores the
    /// session, and no turn is under way.
    pub(crate) fn shown_turns(&self) -> Option<Vec<ShownTurn>> {
        if self.is_own() { self.0.log.shown_turns() } else { None }
    }

    /// Does something by itself during which no other session can be shown and, if it is done
    /// `alone`, nothing can be asked; `sentence` says what.
    ///
    /// # Errors
    /// A sentence, if it fails, or something else is done alone.
    pub(crate) async fn hold<T: 'static>(
        &self,
        alone: bool,
        sentence: &str,
        act: impl Future<Output = Result<T, String>> + 'static,
    ) -> Result<T, String> {
        let own = get(&self.object()?, "own");
        let result = Rc::new(Cell::new(None));
        let kept = result.clone();
        let act = Closure::once_into_js(move || {
            foreign::promise(async move {
                kept.set(Some(act.await?));
                Ok(JsValue::UNDEFINED)
            })
        });
        let how = if alone { "alone" } else { "during" };
        foreign::run_on(&own, how, &[&sentence.into(), &act]).await?;
        result.take().ok_or_else(|| NOT_STORED.to_owned())
    }

    /// Shows the session as `read` has it, from the log.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) async fn show(&self, read: &JsValue, why: &str) -> Result<(), String> {
        foreign::run_on(&self.object()?, "show", &[read, &why.into()]).await.map(drop)
    }

    /// Returns how the outcome of code that has run again until `ended` differs from the stored one
    /// of an execution.
    ///
    /// # Errors
    /// A sentence, if there is none.
    pub(crate) async fn differences(
        &self,
        execution: Id,
        outcome: Outcome,
        ended: f64,
    ) -> Result<Compared, String> {
        let parts = self.0.log.parts(execution)?;
        let blobs = foreign::run_on(&self.object()?, "partsOf", &[&parts]).await?;
        let blobs: Array = blobs.dyn_into().unwrap_or_default();
        let differences = self.0.log.differences(execution, &blobs, outcome, ended)?;
        Ok(Compared { execution, differences })
    }

    /// Returns the module's object for the session.
    fn object(&self) -> Result<JsValue, String> {
        self.0.stored.borrow().clone().ok_or_else(|| NOT_STORED.to_owned())
    }

    /// Returns who receives the session's turns outside of this page, as the ledger names it;
    /// `None` where they stay here.
    pub(crate) fn receiver(&self) -> Option<String> {
        call(self.0.stored.borrow().as_ref()?, "receiver").as_string()
    }

    /// Hands out a turn as JSON.
    pub(crate) fn hand_out(&self, turn: &str) {
        self.call(vec!["handOut".into(), turn.into()]);
    }

    /// Returns why nothing can be asked here at present, if that is so.
    pub(crate) fn refusal(&self) -> Option<String> {
        call(self.0.stored.borrow().as_ref()?, "refusal").as_string()
    }

    /// Returns whether another tab has the session.
    pub(crate) fn is_reading(&self) -> bool {
        self.0.stored.borrow().as_ref().is_some_and(|stored| call(stored, "isReading").is_truthy())
    }

    /// Returns what ran in the console, of the entries the newest `most`.
    pub(crate) fn consoles(&self, most: usize) -> Consoles {
        self.0.log.consoles(most)
    }

    /// Returns the stored outcome of an execution with its large parts, and the content of the
    /// files that it wrote: `{json, files}`.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) async fn whole_outcome(&self, execution: Id) -> Result<JsValue, String> {
        let (outcome, stored) = (self.0.log.outcome(execution), self.0.stored.borrow().clone());
        let (outcome, stored) = outcome.zip(stored).ok_or("It is not stored.")?;
        foreign::run_on(&stored, "wholeOutcome", &[&foreign::plain(&*outcome)?]).await
    }

    /// Waits until all that has happened in the session is stored.
    pub(crate) async fn all_stored(&self) {
        self.ask("stored").await;
    }

    /// Keeps what is needed of a stored session later: its model, and whether its code is to run
    /// again.
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

    /// Waits until what has happened is stored, so that a reload loses nothing that is shown as
    /// complete; but no longer than storage takes that works.
    pub(crate) async fn stored(&self) {
        if self.0.stored.borrow().is_some() {
            select(Box::pin(self.ask("stored")), clock::sleep(STORED_MS)).await;
        }
    }

    /// Waits until all that has happened in the page's sessions is stored.
    ///
    /// # Errors
    /// A sentence that says what it waits for, where something cannot be stored.
    pub(crate) async fn settled(&self) -> Result<(), String> {
        while !self.0.restored.get() {
            activity::changed().await;
        }
        if let Some(why) = self.0.failed.borrow().as_ref().filter(|_| self.0.lost.get()) {
            return Err(why.clone());
        }
        if self.0.stored.borrow().is_none() {
            return Ok(());
        }
        let why = foreign::run(IMPORT, "settled", &[]).await?.as_string().unwrap_or_default();
        if why.is_empty() { Ok(()) } else { Err(why) }
    }

    /// Returns whether code of the session runs again by itself, or its turns are being exchanged.
    pub(crate) fn is_held(&self) -> bool {
        self.0.stored.borrow().as_ref().is_some_and(|stored| call(stored, "heldBy").is_string())
    }

    /// Stores a session file as a session and shows it; none of its code runs.
    pub(crate) fn open_file(file: &File) {
        let file = file.clone();
        // It reports its failures itself.
        spawn_local(async move { drop(foreign::run(IMPORT, "openFile", &[&file]).await) });
    }

    /// Tells the module that the turns of the log are shown.
    pub(crate) async fn turns_shown(&self) {
        self.ask("turnsShown").await;
    }

    /// Returns the requests that the stored session has sent.
    pub(crate) async fn stored_requests(&self) -> Vec<JsValue> {
        self.ask("storedRequests").await.dyn_into::<Array>().unwrap_or_default().iter().collect()
    }

    /// Returns the id of the session, empty while it is not stored yet; `None` while the module has
    /// no session.
    pub(crate) fn id(&self) -> Option<String> {
        call(self.0.stored.borrow().as_ref()?, "id").as_string()
    }

    /// Notes that code begins to run.
    pub(crate) fn observe(&self, code: &str) {
        // By the clock with which functions are saved.
        self.0.definers.borrow_mut().observe(code, Date::now());
        if seed::sets_seed(code) {
            self.0.seeds.set(true);
        }
    }

    /// Returns whether code of the session has set a seed itself.
    pub(crate) fn sets_seed(&self) -> bool {
        self.0.seeds.get()
    }

    /// Returns which code has defined which function last.
    pub(crate) fn definers(&self) -> Ref<'_, Definers> {
        self.0.definers.borrow()
    }

    /// Asks the session's object, if it is there.
    async fn ask(&self, name: &str) -> JsValue {
        let Some(stored) = self.0.stored.borrow().clone() else { return JsValue::UNDEFINED };
        foreign::run_on(&stored, name, &[]).await.unwrap_or_default()
    }

    /// Has the session opened and its interpreter started, where both were ended meanwhile.
    pub(crate) async fn awake(&self) {
        self.ask("awake").await;
    }

    /// Reports that the session does nothing any more.
    pub(crate) fn idle(&self) {
        if let Some(stored) = self.0.stored.borrow().as_ref() {
            call(stored, "idle");
        }
    }

    /// Calls a method of the session's object, or lets the call wait for it.
    fn call(&self, call: Vec<JsValue>) {
        let Some(stored) = self.0.stored.borrow().clone() else {
            if self.0.failed.borrow().is_some() {
                self.0.lost.set(true);
            } else {
                self.0.waiting.borrow_mut().push(call);
            }
            return;
        };
        let arguments: Array = call[1..].iter().collect();
        if let Ok(function) = Reflect::get(&stored, &call[0]).and_then(JsCast::dyn_into::<Function>)
        {
            // It reports its failures itself.
            function.apply(&stored, &arguments).ok();
        }
    }
}
