//! The fetch that a page has begun, at most one: its progress, its end, and how it ended.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread::JoinHandle,
};

use providers::open_models::{Fetching, Model, Problem};
use tokio::sync::oneshot;

use super::{Refusal, client::Sender, fetch};

/// The fetch under way. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Downloads {
    folder: Option<PathBuf>,
    sender: Option<Sender>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    running: Option<Running>,
    problem: Option<Problem>,
    /// The thread of the last one, which may still let go of the folder after it was cancelled.
    thread: Option<JoinHandle<()>>,
    /// Counts those that were begun, so that the end of one is not taken for another's.
    count: u64,
}

#[derive(Debug)]
struct Running {
    name: String,
    bytes: Arc<AtomicU64>,
    cancel: oneshot::Sender<()>,
}

impl Downloads {
    /// Creates the state without a fetch; without a folder none is begun.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, sender: None, state: Arc::default() }
    }

    /// Fetches from `sender` instead of the hosts of the list.
    #[cfg(test)]
    pub(super) fn from(self, sender: Sender) -> Self {
        Self { sender: Some(sender), ..self }
    }

    /// Returns the fetch under way, and why the last one failed.
    pub(super) fn state(&self) -> (Option<Fetching>, Option<Problem>) {
        let state = self.lock();
        let running = state.running.as_ref().map(|running| Fetching {
            name: running.name.clone(),
            bytes: running.bytes.load(Ordering::Relaxed),
        });
        (running, state.problem.clone())
    }

    /// Begins to fetch `model`.
    pub(super) fn start(&self, model: &'static Model) -> Result<(), Refusal> {
        let folder = self.folder.clone().ok_or(Refusal::NoFolder)?;
        let mut state = self.lock();
        if state.running.is_some() {
            return Err(Refusal::Busy);
        }
        state.problem = None;
        state.count += 1;
        let (bytes, count) = (Arc::new(AtomicU64::new(0)), state.count);
        let (cancel, cancelled) = oneshot::channel();
        state.running = Some(Running { name: model.name.clone(), bytes: bytes.clone(), cancel });
        let (downloads, before) = (self.clone(), state.thread.take());
        let work = move || {
            // It panicked at the worst, and then holds nothing.
            let _ = before.map(JoinHandle::join);
            let ended = downloads.run(&folder, model, &bytes, cancelled);
            downloads.end(model, count, ended);
        };
        // A thread of its own, since it blocks; the server's end does not wait for it, as what has
        // come is on the disk.
        match std::thread::Builder::new().name("model".to_owned()).spawn(work) {
            Ok(thread) => state.thread = Some(thread),
            Err(error) => {
                let text = format!("No thread can be started ({error}). Try again later.");
                state.running = None;
                state.problem = Some(Problem { name: model.name.clone(), text });
            }
        }
        Ok(())
    }

    /// Ends the fetch under way.
    pub(super) fn cancel(&self) {
        if let Some(running) = self.lock().running.take() {
            // It fails only if the fetch has ended by itself.
            let _ = running.cancel.send(());
        }
    }

    fn run(
        &self,
        folder: &std::path::Path,
        model: &Model,
        bytes: &AtomicU64,
        cancelled: oneshot::Receiver<()>,
    ) -> Result<(), String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("No network is there ({error})."))?;
        runtime.block_on(async {
            let sender = match &self.sender {
                Some(sender) => sender.clone(),
                None => Sender::of_the_list().map_err(|error| error.to_string())?,
            };
            let come = |count| bytes.store(count, Ordering::Relaxed);
            tokio::select! {
                fetched = fetch::fetch(&sender, folder, model, &come) => {
                    fetched.map(drop).map_err(|error| error.to_string())
                }
                _ = cancelled => Ok(()),
            }
        })
    }

    fn end(&self, model: &Model, count: u64, ended: Result<(), String>) {
        let mut state = self.lock();
        if state.count != count {
            return;
        }
        state.running = None;
        match ended {
            Ok(()) => tracing::info!(model = model.name, "the fetch of a model has ended"),
            Err(text) => {
                tracing::warn!(model = model.name, "a model could not be fetched: {text}");
                state.problem = Some(Problem { name: model.name.clone(), text });
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
