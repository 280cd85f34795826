//! The session controller: joins kernel, files, conversation and models, and implements what a user can do
//! with them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use app::actions::{Actions, Place, Printed};
use app::session::{Disclosure, Id, Limits, Model, Phase, Session, Turn, Verdict};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use futures::lock::Mutex;
use js_sys::Array;
use kernel::{FileRef, Outcome};
use leptos::ev;
use leptos::prelude::{GetUntracked, Owner, RwSignal, Set, StoredValue, Update, WithUntracked};
use leptos::task::spawn_local;
use serde_json::json;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlInputElement;

use crate::cancellation::CancellationToken;
use crate::file_store::{self, FileStore};
use crate::highlight::Highlighter;
use crate::host::Host;
use crate::lazy_module::Reader;
use crate::notices::{self, next_id};
use crate::planner;
use crate::session_state::SessionState;
use crate::shown::Shown;
use crate::turns::{self, Ended};
use crate::{clock, dialogs, relay, rerun, results, runtime, save};

/// Reported if a file's content is missing, which no honest kernel causes.
const NOT_KEPT: &str = "The file's content was not kept.";

/// A handle to the page's whole state.
#[derive(Clone)]
pub(crate) struct SessionController(Rc<Parts>);

/// The parts of the controller.
struct Parts {
    state: SessionState,
    owner: Owner,
    highlighter: Highlighter,
    reader: Reader,
    /// Cancels the turn under way.
    cancellation: RefCell<Option<CancellationToken>>,
    /// One turn at a time; a further question waits.
    turn: Mutex<()>,
}

impl std::ops::Deref for SessionController {
    type Target = SessionState;

    fn deref(&self) -> &SessionState {
        &self.0.state
    }
}

impl SessionController {
    /// Returns a controller on which nothing happens yet, so that the page can first be hydrated as the
    /// server rendered it. Signals created later live as long as `owner`.
    pub(crate) fn new(session: Session, owner: Owner) -> Self {
        let host = Host::new(session);
        let state = SessionState {
            session,
            store: FileStore::new(session, host.clone(), owner.clone()),
            host,
            conversation: RefCell::default(),
            exchanges: RefCell::default(),
            fencing: RefCell::default(),
            verdict: RefCell::default(),
        };
        Self(Rc::new(Parts {
            state,
            owner,
            highlighter: Highlighter::new(),
            reader: Reader::new(),
            cancellation: RefCell::default(),
            turn: Mutex::new(()),
        }))
    }

    /// Starts the kernel and asks the relay for its models. Called once.
    pub(crate) fn begin(&self) {
        if let Some(memory) = runtime::little_memory() {
            self.session.limits.update(|limits| limits.memory = memory);
            self.session.little_memory.set(true);
        }
        self.session.touch.set(runtime::touch());
        self.host.begin();
        self.0.highlighter.await_module();
        spawn_local(self.0.reader.await_module());
        let session = self.session;
        self.attempt(async move {
            session.abilities.set(planner::abilities().await?);
            Ok(())
        });
        let controller = self.clone();
        spawn_local(async move { controller.find_models().await });
    }

    /// Answers a question and returns when the turn is complete.
    pub(crate) async fn answer(&self, question: String) -> (Turn, Ended) {
        let _turn = self.0.turn.lock().await;
        let session = self.session;
        let at = session.model.get_untracked();
        let model =
            session.models.with_untracked(|models| models.get(at).cloned()).unwrap_or_else(Model::planner);
        results::warm();
        let turn = self.0.owner.with(|| Turn {
            id: next_id(),
            question: StoredValue::new(question.clone()),
            model: StoredValue::new(model.name),
            answer: RwSignal::new(String::new()),
            steps: RwSignal::new(Vec::new()),
            phase: RwSignal::new(Phase::WaitingForKernel),
            stopped: RwSignal::new(None),
        });
        session.turns.update(|turns| turns.push(turn));
        let cancellation = CancellationToken::new();
        *self.0.cancellation.borrow_mut() = Some(cancellation.clone());
        let shown = Shown::new(turn, self.0.owner.clone());
        let ended = turns::drive(self, &question, &shown, &cancellation).await;
        self.0.cancellation.borrow_mut().take();
        turn.stopped.set(ended.message.clone());
        turn.phase.set(Phase::Done);
        (turn, ended)
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

    /// Adds the relay's models. A configured one answers by default, since its operator wants it used.
    async fn find_models(&self) {
        let offered = relay::models().await;
        if offered.is_empty() {
            return;
        }
        for model in &offered {
            if model.fences {
                self.fencing.borrow_mut().insert(model.model.name.clone());
            }
        }
        self.session.models.update(|models| models.extend(offered.into_iter().map(|offered| offered.model)));
        self.session.model.set(1);
    }

    /// Runs an action that may fail, and notifies the user if it does.
    fn attempt(&self, act: impl Future<Output = Result<(), String>> + 'static) {
        // Boxed here, so that what follows is compiled once and not for each action.
        notify_failure(self.session, act.boxed_local());
    }
}

fn notify_failure(session: Session, act: LocalBoxFuture<'static, Result<(), String>>) {
    spawn_local(async move {
        if let Err(message) = act.await {
            notices::notify(session, message, true);
        }
    });
}

impl Actions for SessionController {
    fn ask(&self, text: String) {
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
            let _turn = controller.0.turn.lock().await;
            let cancellation = CancellationToken::new();
            *controller.0.cancellation.borrow_mut() = Some(cancellation.clone());
            rerun::run(&controller, &cancellation).await;
            controller.0.cancellation.borrow_mut().take();
        });
    }

    fn choose_limits(&self, limits: Limits) {
        self.session.limits.set(limits);
    }

    fn show_seal(&self) {
        let seal = self.session.seal;
        self.attempt(async move { dialogs::show_seal(move |word| seal.set(word)).await });
    }

    fn restart(&self) {
        let controller = self.clone();
        // The kernel's badge shows why it fails.
        spawn_local(async move {
            controller.restart().await.ok();
        });
    }

    fn carries_files(&self, event: &ev::DragEvent) -> bool {
        event.data_transfer().is_some_and(|transfer| transfer.types().iter().any(|kind| kind == "Files"))
    }

    fn drop_files(&self, event: ev::DragEvent) {
        let Some(transfer) = event.data_transfer() else { return };
        match dialogs::folders(&transfer) {
            Some(entries) => {
                let store = self.store.clone();
                self.attempt(async move {
                    store.add_all(dialogs::walk(&entries, file_store::MOST_AT_ONCE).await?);
                    Ok(())
                });
            }
            None => self.store.add_all(file_store::listed(transfer.files())),
        }
    }

    fn pick_files(&self, event: ev::Event) {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(input) = input {
            self.store.add_all(file_store::listed(input.files()));
            // So that the same file can be picked again.
            input.set_value("");
        }
    }

    fn paste(&self, event: ev::ClipboardEvent) -> bool {
        let found = event.clipboard_data().map(|transfer| file_store::carried(&transfer)).unwrap_or_default();
        if found.is_empty() {
            return false;
        }
        event.prevent_default();
        self.store.add_all(found);
        true
    }

    fn add_sample(&self, name: &'static str) {
        let store = self.store.clone();
        spawn_local(async move { store.add_sample(name).await });
    }

    fn remove_file(&self, file: Id) {
        self.store.remove(file);
    }

    fn download(&self, file: FileRef) {
        let host = self.host.clone();
        self.attempt(async move {
            let blob = host.kept(&file).ok_or(NOT_KEPT)?;
            save::blob(&blob, file.path.rsplit('/').next().unwrap_or(&file.path))
        });
    }

    fn download_all(&self, files: Vec<FileRef>) {
        let host = self.host.clone();
        self.attempt(async move {
            let parts = Array::new();
            for file in &files {
                parts.push(&JsValue::from(file.path.strip_prefix("/out/").unwrap_or(&file.path)));
                let blob = host.kept(file).ok_or(NOT_KEPT)?;
                parts.push(&blob);
            }
            save::blob(&dialogs::zip(&parts).await?, "insitu.zip")
        });
    }

    fn preview(&self, file: FileRef) {
        let host = self.host.clone();
        self.attempt(async move {
            let blob = host.kept(&file).ok_or(NOT_KEPT)?;
            let name = file.path.rsplit('/').next().unwrap_or(&file.path);
            results::preview(name, &file.path, &blob).await
        });
    }

    fn paint(&self, place: Printed, text: &str) {
        results::paint(place, text);
    }

    fn show_result(&self, place: Place, outcome: Arc<Outcome>, index: usize) {
        results::show(place, outcome, index);
    }

    fn copy(&self, text: String) {
        self.attempt(async move { save::copy(&text).await });
    }

    fn choose_model(&self, index: usize) {
        if self.session.models.with_untracked(|models| index < models.len()) {
            self.session.model.set(index);
        }
    }

    fn choose_disclosure(&self, disclosure: Disclosure) {
        self.session.disclosure.set(disclosure);
    }

    fn decide(&self, verdict: Verdict) {
        let waiting = self.verdict.borrow_mut().take();
        if let Some(waiting) = waiting {
            waiting.send(verdict).ok();
        }
    }

    fn download_ledger(&self) {
        let entries = self.session.ledger.with_untracked(|ledger| {
            ledger
                .iter()
                .map(|entry| {
                    json!({
                        "at": entry.at, "to": entry.to, "bytes": entry.bytes, "sha256": entry.sha256,
                        "body": &*entry.body,
                    })
                })
                .collect::<Vec<_>>()
        });
        let text = format!("{:#}", json!({ "requests": entries }));
        let name = format!("insitu-ledger-{}.json", clock::timestamp().replace([':', '.'], "-"));
        self.attempt(async move { save::file(&Array::of1(&text.into()), &name, "application/json") });
    }

    fn dismiss(&self, notice: Id) {
        self.session.notices.update(|notices| notices.retain(|other| other.id != notice));
    }

    fn highlight(&self, code: &str) -> Vec<(String, String)> {
        self.0.highlighter.parts(code)
    }

    fn markdown(&self, source: &str) -> Option<Vec<markdown::Node>> {
        self.0.reader.tree(source)
    }
}
