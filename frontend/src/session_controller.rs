//! The session controller: joins kernel, files, conversation and models, and runs turns, one at a
//! time.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use app::actions::TurnActions;
use app::session::{Asked, Id, LedgerEntry, Model, Phase, Reading, Session, Turn};
use futures::lock::{Mutex, MutexGuard};
use js_sys::Object;
use kernel::Outcome;
use kernel::activity::Task;
use kernel::automation::{Happening, StopReason, TurnEnd};
use leptos::prelude::{GetUntracked, Owner, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use serde_json::Value;
use wasm_bindgen::JsValue;

use crate::activity::{self, Doing};
use crate::cancellation::CancellationToken;
use crate::comparer::Comparer;
use crate::complete_turn::exported;
use crate::ended::Ended;
use crate::file_store::FileStore;
use crate::host::{Author, Host, OnStream};
use crate::notices::{self, next_id};
use crate::planner;
use crate::privacy::Privacy;
use crate::recorder::{Origin, Recorder};
use crate::relay::Offered;
use crate::results::Widgets;
use crate::session_state::SessionState;
use crate::shown::Shown;
use crate::texts::Texts;
use crate::turns;
use crate::{endpoint, relay, rerun, runtime};

/// A handle to a session's whole state.
#[derive(Clone)]
pub(crate) struct SessionController(Rc<Parts>);

/// The parts of the controller.
struct Parts {
    state: SessionState,
    owner: Owner,
    texts: Rc<Texts>,
    /// Cancels the turn under way.
    cancellation: RefCell<Option<CancellationToken>>,
    /// One turn at a time; a further question waits.
    turn: Mutex<()>,
    /// What scripts have of the session.
    insitu: OnceCell<Object>,
    /// How much of what the session does has not ended, a question that waits included.
    work: Cell<u32>,
}

/// Something that the session does, until it is dropped.
pub(crate) struct Work {
    controller: SessionController,
    _doing: Doing,
}

impl Drop for Work {
    fn drop(&mut self) {
        let work = &self.controller.0.work;
        work.set(work.get() - 1);
        if work.get() == 0 {
            self.controller.recorder.idle();
        }
    }
}

impl std::ops::Deref for SessionController {
    type Target = SessionState;

    fn deref(&self) -> &SessionState {
        &self.0.state
    }
}

impl SessionController {
    /// Returns a controller on which nothing happens yet, so that the page can first be hydrated as
    /// the server rendered it. Signals created later live as long as `owner`.
    pub(crate) fn new(session: Session, owner: Owner) -> Self {
        let host = Host::new(session);
        let recorder = Recorder::new(session);
        let state = SessionState {
            session,
            store: FileStore::new(session, host.clone(), recorder.clone(), owner.clone()),
            widgets: Widgets::new(&host),
            privacy: Rc::new(Privacy::new(session, host.clone())),
            comparer: Comparer::new(recorder.clone()),
            recorder,
            host,
            conversation: RefCell::default(),
            exchanges: RefCell::default(),
            fencing: RefCell::default(),
            help: OnceCell::new(),
        };
        Self(Rc::new(Parts {
            state,
            owner,
            texts: Rc::new(Texts::new(session)),
            cancellation: RefCell::default(),
            turn: Mutex::new(()),
            insitu: OnceCell::new(),
            work: Cell::default(),
        }))
    }

    /// Returns the texts of the page's answers.
    pub(crate) fn texts(&self) -> Rc<Texts> {
        self.0.texts.clone()
    }

    /// Starts the kernel and asks the relay for its models. Called once.
    pub(crate) fn begin(&self) {
        if let Some(memory) = runtime::little_memory() {
            self.session.limits.update(|limits| limits.memory = memory);
            self.session.little_memory.set(true);
        }
        self.session.touch.set(runtime::touch());
        self.host.begin();
        let session = self.session;
        self.owned(|| activity::follow_notices(session));
        session.abilities.set(planner::abilities());
        let controller = self.clone();
        spawn_local(async move { controller.find_models(true).await });
        let (controller, restoring) = (self.clone(), activity::begin(session, Task::Restoring));
        spawn_local(async move {
            controller.restore().await;
            drop(restoring);
        });
    }

    /// Returns what scripts have of the session; undefined before [`Self::set_insitu`].
    pub(crate) fn insitu(&self) -> JsValue {
        self.0.insitu.get().map_or(JsValue::UNDEFINED, JsValue::from)
    }

    /// Sets what scripts have of the session, once.
    pub(crate) fn set_insitu(&self, insitu: Object) {
        self.0.insitu.set(insitu).ok();
    }

    /// Returns what the session is doing.
    pub(crate) fn doing(&self) -> app::session::Doing {
        use app::session::Doing;
        if self.0.work.get() == 0 {
            Doing::Nothing
        } else if self.session.consent.with_untracked(Option::is_some) {
            Doing::Consent
        } else if self.host.awaits_line() {
            Doing::Line
        } else {
            Doing::Computing
        }
    }

    /// Begins something that needs the interpreter, which is started if it was ended meanwhile.
    pub(crate) async fn work(&self) -> Work {
        self.0.work.set(self.0.work.get() + 1);
        let work =
            Work { controller: self.clone(), _doing: activity::begin(self.session, Task::Call) };
        self.recorder.awake().await;
        work
    }

    /// Runs code, and records that under `origin`, if it is a part of the log. Always returns an
    /// outcome.
    pub(crate) async fn run(
        &self,
        code: &str,
        limit: Option<Duration>,
        author: Author,
        origin: Option<Origin>,
        on_stream: OnStream,
    ) -> Outcome {
        let _work = self.work().await;
        let execution = origin.map(|origin| self.recorder.began(origin, code));
        let outcome = self.host.execute(code, limit, author, on_stream).await;
        if let Some(execution) = execution {
            self.recorder.ended(execution, &outcome, &self.host);
        }
        outcome
    }

    /// Returns the last turn that is shown.
    pub(crate) fn last_turn(&self) -> Option<Id> {
        self.session.turns.with_untracked(|turns| turns.last().map(|turn| turn.id))
    }

    /// Answers a question and returns when the turn is complete.
    pub(crate) async fn answer(&self, question: String) -> (Turn, Ended) {
        self.answer_as(Asked { question, ..Asked::default() }).await
    }

    /// Answers a question, or carries out the user's own query, and returns when the turn is
    /// complete.
    pub(crate) async fn answer_as(&self, asked: Asked) -> (Turn, Ended) {
        let Asked { of, question, query, explained } = asked;
        let _work = self.work().await;
        let _turn = self.0.turn.lock().await;
        let session = self.session;
        // A query is what the planner carries out.
        let model = if query.is_null() { self.model() } else { Model::planner() };
        if let Some(why) = self.recorder.refusal() {
            let turn = self.owned(|| Turn::new(next_id(), question, model.label));
            return (turn, Ended { stopped: Some(StopReason::Error), message: Some(why) });
        }
        self.widgets.warm();
        if !model.builtin {
            self.run_stored_code().await;
        }
        let parent = self.last_turn();
        let turn =
            self.0.owner.with(|| Turn::new(next_id(), question.clone(), model.label.clone()));
        self.recorder.asked(&turn, (parent, of), &model);
        if !query.is_null() {
            let chips = planner::chips(&query, &self.store.profiles()).0;
            let reading = Reading { query, own: true, explained, chips, ..Reading::default() };
            self.recorder.read(turn.id, &reading);
            turn.reading.set(Some(reading));
        }
        session.turns.update(|turns| turns.push(turn));
        activity::happened(session, turn.id, Happening::TurnBegan {});
        let cancellation = CancellationToken::new();
        *self.0.cancellation.borrow_mut() = Some(cancellation.clone());
        let shown = Shown::new(session, turn, self.0.owner.clone());
        let ended = turns::drive(self, (&question, model), &shown, &cancellation).await;
        self.0.cancellation.borrow_mut().take();
        turn.stopped.set(ended.message.clone());
        turn.cut_off.set(ended.stopped == Some(StopReason::Error));
        self.recorder.turn(&turn, &ended);
        self.recorder.stored().await;
        shown.phase(Phase::Done);
        let steps =
            turn.steps.with_untracked(|steps| u32::try_from(steps.len()).unwrap_or(u32::MAX));
        let end = match ended.stopped {
            None => TurnEnd::Answered,
            Some(StopReason::Limit) => TurnEnd::Limit,
            Some(StopReason::User) => TurnEnd::User,
            Some(StopReason::Error) => TurnEnd::Error,
        };
        activity::happened(session, turn.id, Happening::TurnEnded { end, steps });
        self.hand_out(turn, &ended).await;
        (turn, ended)
    }

    /// Hands a complete turn to the page around this one, if that page receives those of this
    /// session. It enters the ledger before.
    async fn hand_out(&self, turn: Turn, ended: &Ended) {
        let Some(to) = self.recorder.receiver() else { return };
        let Ok(json) = serde_json::to_string(&exported(turn, ended)) else { return };
        let sent = |entry: &LedgerEntry| self.recorder.sent(Some(turn.id), entry);
        if relay::record(self.session, Some(turn.id), &sent, to, &json).await.is_ok() {
            self.recorder.hand_out(&json);
        }
    }

    /// Starts a fresh kernel and waits for it.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(crate) async fn restart(&self) -> Result<(), String> {
        self.host.restart().await?;
        self.store.retry();
        Ok(())
    }

    /// Adds models.
    fn offer(&self, offered: Vec<Offered>) {
        for model in &offered {
            self.fencing.borrow_mut().insert(model.model.name.clone(), model.fenced);
        }
        self.session
            .models
            .update(|models| models.extend(offered.into_iter().map(|offered| offered.model)));
    }

    /// Replaces the models of the user's endpoint, and chooses the one that the user chose. One
    /// that is gone is replaced by the planner, since it sends nothing.
    fn offer_direct(&self, list: &Value) {
        let session = self.session;
        let at = session.model.get_untracked();
        let before =
            session.models.with_untracked(|models| models.get(at).map(|model| model.name.clone()));
        session.models.update(|models| models.retain(|model| !model.direct || model.in_tab()));
        self.offer(relay::offered(list));
        let chosen = list.get("chosen").and_then(Value::as_str).map(str::to_owned).or(before);
        let at = session.models.with_untracked(|models| {
            models.iter().position(|model| Some(&model.name) == chosen.as_ref())
        });
        session.model.set(at.unwrap_or(0));
    }

    /// Returns what the user cancels by Stop, until [`Self::end_cancellable`].
    pub(crate) fn begin_cancellable(&self) -> CancellationToken {
        let cancellation = CancellationToken::new();
        *self.0.cancellation.borrow_mut() = Some(cancellation.clone());
        cancellation
    }

    /// Ends what the user could cancel.
    pub(crate) fn end_cancellable(&self) {
        self.0.cancellation.borrow_mut().take();
    }

    /// Lets nothing be asked until the result is dropped.
    pub(crate) async fn no_turn(&self) -> MutexGuard<'_, ()> {
        self.0.turn.lock().await
    }

    /// Runs `act` where signals live as long as the page.
    pub(crate) fn owned<T>(&self, act: impl FnOnce() -> T) -> T {
        self.0.owner.with(act)
    }

    /// Runs the code of the stored session, if its variables are not there yet, so that a model can
    /// use them.
    async fn run_stored_code(&self) {
        if self.recorder.take_replay() {
            let cancellation = CancellationToken::new();
            *self.0.cancellation.borrow_mut() = Some(cancellation.clone());
            rerun::run(self, &cancellation).await;
            self.0.cancellation.borrow_mut().take();
        }
    }
}

impl TurnActions for SessionController {
    fn ask(&self, text: String) {
        if let Some(why) = self.recorder.refusal() {
            notices::notify(self.session, why, true);
            self.session.draft.set(text);
            return;
        }
        let controller = self.clone();
        spawn_local(async move {
            controller.answer(text).await;
        });
    }

    fn stop(&self) {
        let cancellation = self.0.cancellation.borrow().clone();
        if let Some(cancellation) = cancellation {
            cancellation.cancel();
        }
        self.host.interrupt();
    }

    fn run_again(&self) {
        let controller = self.clone();
        spawn_local(async move {
            let _work = controller.work().await;
            let _turn = controller.0.turn.lock().await;
            let cancellation = CancellationToken::new();
            *controller.0.cancellation.borrow_mut() = Some(cancellation.clone());
            rerun::run(&controller, &cancellation).await;
            controller.0.cancellation.borrow_mut().take();
        });
    }

    fn answer_line(&self, line: Option<String>) {
        self.host.answer_line(line);
    }

    fn restart(&self) {
        let controller = self.clone();
        // The kernel's badge shows why it fails.
        spawn_local(async move {
            controller.restart().await.ok();
        });
    }

    fn list_packages(&self) {
        let session = self.session;
        notices::attempt(session, async move {
            session.packages.set(runtime::manifest().await?.packages);
            Ok(())
        });
    }

    fn save_diagnostics(&self) {
        notices::attempt(self.session, async { activity::download() });
    }

    fn connect_endpoint(&self) {
        let controller = self.clone();
        notices::attempt(self.session, async move {
            controller.offer_direct(&endpoint::show().await?);
            Ok(())
        });
    }
}
