//! The kernel for the rest of the page: requests, and their replies.
//!
//! Drives [`kernel::lifecycle`] with real time, real frames and real bytes. The lifecycle decides what to do
//! when; this file does it, and shows the kernel's state.

mod boot;
mod effects;
mod egress;
mod packages;
mod results;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::time::Duration;

use app::session::{KernelState, Progress, Session};
use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use js_sys::{Array, ArrayBuffer};
use kernel::lifecycle::{Attachment, FileKey, Lifecycle, Phase, REQUEST_LIMIT};
use kernel::protocol::{FrameNotice, MountFile, Mounted, Start, StreamName};
use kernel::{EgressProbe, FileRef, Outcome, Profile, PythonError, Reply, Request, RequestId, Status};
use leptos::prelude::{GetUntracked, Set};
use wasm_bindgen::JsCast;
use web_sys::Blob;

use crate::cancellation::CancellationToken;
use crate::clock;
use crate::failure;
use crate::frame::Frame;

/// Receives each piece that an execution prints.
pub(crate) type OnStream = Rc<dyn Fn(StreamName, &str)>;

/// Called with the reason when files that were mounted cannot be mounted again.
type OnFilesLost = Box<dyn Fn(Vec<FileKey>, String)>;

/// A handle to the one kernel.
#[derive(Clone)]
pub(crate) struct Host(Rc<Inner>);

struct Inner {
    session: Session,
    lifecycle: RefCell<Lifecycle>,
    frame: RefCell<Option<Frame>>,
    /// The boot request of the current interpreter; a start with another one has been overtaken.
    boot: Cell<RequestId>,
    /// Packages whose archives the current interpreter has, besides those of its start.
    loaded: RefCell<HashSet<String>>,
    answers: RefCell<HashMap<RequestId, oneshot::Sender<(Reply, Array)>>>,
    streams: RefCell<HashMap<RequestId, OnStream>>,
    /// Bytes that are sent with a request when it is posted.
    parcels: RefCell<HashMap<RequestId, Array>>,
    files: RefCell<HashMap<FileKey, web_sys::File>>,
    /// Files that code wrote, as they were when its execution ended.
    kept: RefCell<HashMap<FileKey, Blob>>,
    /// Code of the interpreter that was lost last, which the user can run again.
    cells: RefCell<Vec<String>>,
    /// Whether variables were lost that a model may still rely on.
    forgotten: Cell<bool>,
    /// The caller that waits for the frame's part of the self-test.
    probes: RefCell<Option<oneshot::Sender<Vec<EgressProbe>>>>,
    on_files_lost: RefCell<Option<OnFilesLost>>,
    readiness: RefCell<Vec<oneshot::Sender<Result<(), String>>>>,
    progress: RefCell<Progress>,
    fetching: RefCell<Option<String>>,
    cancellation: RefCell<CancellationToken>,
    /// The number of the timer that counts, and its deadline; earlier timers are void.
    alarm: Cell<(u32, Option<Duration>)>,
}

impl Host {
    /// Returns a kernel that has not been started; it shows its state in `session`.
    pub(crate) fn new(session: Session) -> Self {
        Self(Rc::new(Inner {
            session,
            lifecycle: RefCell::new(Lifecycle::new(clock::now())),
            frame: RefCell::default(),
            boot: Cell::default(),
            loaded: RefCell::default(),
            answers: RefCell::default(),
            streams: RefCell::default(),
            parcels: RefCell::default(),
            files: RefCell::default(),
            kept: RefCell::default(),
            cells: RefCell::default(),
            forgotten: Cell::default(),
            probes: RefCell::default(),
            on_files_lost: RefCell::default(),
            readiness: RefCell::default(),
            progress: RefCell::default(),
            fetching: RefCell::default(),
            cancellation: RefCell::new(CancellationToken::new()),
            alarm: Cell::default(),
        }))
    }

    /// Starts the kernel. Called once.
    pub(crate) fn begin(&self) {
        self.carry_on(&Array::new());
    }

    /// Sets the handler for files that cannot be mounted again.
    pub(crate) fn on_files_lost(&self, act: impl Fn(Vec<FileKey>, String) + 'static) {
        *self.0.on_files_lost.borrow_mut() = Some(Box::new(act));
    }

    /// Waits until the kernel can run code.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(crate) async fn ready(&self) -> Result<(), String> {
        let waiting = match self.0.lifecycle.borrow().phase() {
            Phase::Ready | Phase::Busy => return Ok(()),
            Phase::Failed(message) => return Err(message.to_owned()),
            Phase::Starting { .. } => {
                let (sender, receiver) = oneshot::channel();
                self.0.readiness.borrow_mut().push(sender);
                receiver
            }
        };
        waiting.await.unwrap_or(Ok(()))
    }

    /// Runs code. Always returns an outcome, whatever happens. Without a `limit` the user's choice applies;
    /// `interactive` code may ask the user for a line.
    pub(crate) async fn execute(
        &self,
        code: &str,
        limit: Option<Duration>,
        interactive: bool,
        on_stream: OnStream,
    ) -> Outcome {
        failure::note_code(code);
        let cancellation = self.0.cancellation.borrow().clone();
        if let Err(message) = self.provide(code, &cancellation).await {
            return not_run(Status::Error, "PackageUnavailable", message);
        }
        if cancellation.is_cancelled() {
            return not_run(Status::Interrupted, "KeyboardInterrupt", "Stopped before it ran.".to_owned());
        }
        let code = code.to_owned();
        let request = |id| {
            self.0.streams.borrow_mut().insert(id, on_stream);
            Request::Execute { id, code, interactive }
        };
        let limit = limit.unwrap_or_else(|| match self.0.session.limits.get_untracked().seconds {
            0 => Duration::MAX,
            seconds => Duration::from_secs(seconds.into()),
        });
        match self.ask(request, vec![], None, limit).await {
            Ok(Reply::Executed { outcome, .. }) => {
                self.0.session.memory.set(outcome.memory_bytes);
                outcome
            }
            Ok(other) => not_run(Status::Killed, "KernelUnavailable", unexpected(&other)),
            Err(message) => not_run(Status::Killed, "KernelUnavailable", message),
        }
    }

    /// Mounts a file and keeps it mounted over restarts.
    ///
    /// # Errors
    /// Why it could not be mounted.
    pub(crate) async fn mount(
        &self,
        key: FileKey,
        name: String,
        file: web_sys::File,
    ) -> Result<Mounted, String> {
        let bytes = file.size();
        self.0.files.borrow_mut().insert(key, file);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a size is a whole number"
        )]
        let files = vec![MountFile { name, bytes: bytes as u64 }];
        match self.ask(|id| Request::Mount { id, files }, vec![key], None, REQUEST_LIMIT).await? {
            Reply::Mounted { files, .. } => {
                files.into_iter().next().ok_or_else(|| "the kernel mounted nothing".to_owned())
            }
            other => Err(unexpected(&other)),
        }
    }

    /// Unmounts a file.
    ///
    /// # Errors
    /// Why it could not be unmounted.
    pub(crate) async fn unmount(&self, key: FileKey, path: String) -> Result<(), String> {
        self.0.files.borrow_mut().remove(&key);
        self.ask(|id| Request::Unmount { id, path }, vec![], None, REQUEST_LIMIT).await.map(|_| ())
    }

    /// Profiles a mounted file.
    ///
    /// # Errors
    /// Why there is no profile at all; a file that cannot be read still has one that says so.
    pub(crate) async fn profile(&self, path: &str) -> Result<Profile, String> {
        if let Some(code) = results::reader(path) {
            self.provide(code, &CancellationToken::new()).await?;
        }
        let path = path.to_owned();
        match self.ask(|id| Request::Profile { id, path }, vec![], None, REQUEST_LIMIT).await? {
            Reply::Profiled { profile, .. } => Ok(profile),
            other => Err(unexpected(&other)),
        }
    }

    /// Returns the content of a file that code wrote, as of the end of its execution.
    pub(crate) fn kept(&self, file: &FileRef) -> Option<Blob> {
        self.0.kept.borrow().get(&file.kept?).cloned()
    }

    /// Returns how the interpreter was started and, if that was without the snapshot, why.
    pub(crate) fn startup(&self) -> (Start, Option<String>) {
        let lifecycle = self.0.lifecycle.borrow();
        let (kind, why) = lifecycle.start_kind();
        (kind, why.map(str::to_owned))
    }

    /// Returns the code that succeeded in the interpreter that was lost last.
    pub(crate) fn cells(&self) -> Vec<String> {
        self.0.cells.borrow().clone()
    }

    /// Returns whether variables were lost since the last call.
    pub(crate) fn has_forgotten(&self) -> bool {
        self.0.forgotten.replace(false)
    }

    /// Stops what runs and what waits to run. Variables are kept if the browser allows it.
    pub(crate) fn interrupt(&self) {
        self.0.cancellation.replace(CancellationToken::new()).cancel();
        self.0.lifecycle.borrow_mut().interrupt(clock::now());
        self.carry_on(&Array::new());
    }

    /// Starts a fresh interpreter and waits for it.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(crate) async fn restart(&self) -> Result<(), String> {
        self.0.cancellation.replace(CancellationToken::new()).cancel();
        self.0.lifecycle.borrow_mut().restart(clock::now());
        self.carry_on(&Array::new());
        self.ready().await
    }

    /// Submits a request and waits for its reply.
    fn ask(
        &self,
        request: impl FnOnce(RequestId) -> Request,
        files: Vec<FileKey>,
        parcel: Option<Array>,
        limit: Duration,
    ) -> LocalBoxFuture<'_, Result<Reply, String>> {
        let answer = self.ask_for(request, files, parcel, limit);
        async { answer.await.map(|(reply, _)| reply) }.boxed_local()
    }

    /// Does the same, and returns what is attached to the reply as well.
    fn ask_for(
        &self,
        request: impl FnOnce(RequestId) -> Request,
        files: Vec<FileKey>,
        parcel: Option<Array>,
        limit: Duration,
    ) -> LocalBoxFuture<'_, Result<(Reply, Array), String>> {
        let id = self.0.lifecycle.borrow_mut().submit(request, files, limit, clock::now());
        // Before anything is awaited: a request may be settled before its future is polled for the first
        // time.
        let (sender, receiver) = oneshot::channel();
        self.0.answers.borrow_mut().insert(id, sender);
        if let Some(parcel) = parcel {
            self.0.parcels.borrow_mut().insert(id, parcel);
        }
        // Boxed here, so that what follows is compiled once and not for each request.
        self.answered(receiver).boxed_local()
    }

    async fn answered(&self, receiver: oneshot::Receiver<(Reply, Array)>) -> Result<(Reply, Array), String> {
        self.carry_on(&Array::new());
        match receiver.await {
            Ok((Reply::Failed { message, .. }, _)) => Err(message),
            Ok(answer) => Ok(answer),
            Err(_) => Err("the kernel gave no answer".to_owned()),
        }
    }

    /// Carries out all effects that the kernel's lifecycle asks for. `attachments` are those of the message
    /// that was just received.
    fn carry_on(&self, attachments: &Array) {
        loop {
            let effect = self.0.lifecycle.borrow_mut().next_effect();
            match effect {
                Some(effect) => self.carry_out(effect, attachments),
                None => break,
            }
        }
        self.show();
        self.set_alarm();
    }

    fn hear(&self, message: &str, attachments: &Array) {
        let kinds: Vec<Attachment> = attachments
            .iter()
            .map(|item| match item {
                item if item.is_instance_of::<ArrayBuffer>() => Attachment::Bytes,
                item if item.is_instance_of::<Blob>() => Attachment::Blob,
                _ => Attachment::Other,
            })
            .collect();
        self.0.lifecycle.borrow_mut().hear(message, &kinds, clock::now());
        self.carry_on(attachments);
    }

    fn hear_frame(&self, message: &str) {
        // Anything else from the frame is ignored.
        if let Ok(notice) = kernel::protocol::read::<FrameNotice>(message) {
            let waiting = self.0.probes.borrow_mut().take();
            let notice = match (notice, waiting) {
                (FrameNotice::SelfTested { probes }, Some(waiting)) => return drop(waiting.send(probes)),
                (notice, waiting) => {
                    *self.0.probes.borrow_mut() = waiting;
                    notice
                }
            };
            self.0.lifecycle.borrow_mut().hear_frame(notice, clock::now());
            self.carry_on(&Array::new());
        }
    }

    fn notify_ready(&self, result: &Result<(), String>) {
        for waiting in self.0.readiness.take() {
            waiting.send(result.clone()).ok();
        }
    }

    /// Shows the kernel's state, if it has changed.
    fn show(&self) {
        let inner = &self.0;
        let state = match inner.lifecycle.borrow().phase() {
            Phase::Starting { restart } => {
                KernelState::Loading(Progress { restart, ..inner.progress.borrow().clone() })
            }
            Phase::Failed(message) => KernelState::Failed(message.to_owned()),
            phase => match inner.fetching.borrow().clone() {
                Some(names) => KernelState::Fetching(names),
                None if phase == Phase::Busy => KernelState::Busy,
                None => KernelState::Idle,
            },
        };
        if let KernelState::Failed(message) = &state {
            self.notify_ready(&Err(message.clone()));
        }
        if inner.session.kernel.get_untracked() != state {
            inner.session.kernel.set(state);
        }
    }

    /// Sets the timer for the lifecycle's deadline.
    fn set_alarm(&self) {
        let deadline = self.0.lifecycle.borrow().deadline();
        let (alarm, set_for) = self.0.alarm.get();
        if deadline == set_for {
            return;
        }
        let alarm = alarm.wrapping_add(1);
        self.0.alarm.set((alarm, deadline));
        let Some(deadline) = deadline else { return };
        // One more millisecond, so that rounding does not wake it too early.
        let wait = deadline.saturating_sub(clock::now()).as_millis() + 1;
        let host = self.clone();
        clock::after(i32::try_from(wait).unwrap_or(i32::MAX), move || {
            if host.0.alarm.get().0 == alarm {
                host.0.alarm.set((alarm, None));
                host.0.lifecycle.borrow_mut().tick(clock::now());
                host.carry_on(&Array::new());
            }
        });
    }
}

fn unexpected(reply: &Reply) -> String {
    format!("the kernel gave an answer to another question (request {})", reply.id())
}

fn not_run(status: Status, name: &str, value: String) -> Outcome {
    let error = PythonError { name: name.to_owned(), traceback: format!("{name}: {value}"), value };
    Outcome { status, error: Some(error), ..Outcome::default() }
}
