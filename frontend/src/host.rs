//! The kernel for the rest of the page.
//!
//! Drives [`kernel::lifecycle`] with real time, real frames and real bytes. The lifecycle decides
//! what to do when; [`effects`] does it. This file feeds the lifecycle and shows the kernel's
//! state. Each other part owns the state that one kind of work needs, and lends none of it to code
//! that may call the host again.

mod alarm;
mod boot;
mod effects;
mod egress;
mod execution;
mod files;
mod interpreter;
mod lost_variables;
mod packages;
mod presence;
mod requests;
mod results;
mod start_status;

use std::cell::RefCell;
use std::rc::Rc;

use app::session::{KernelState, Progress, Session};
use js_sys::{Array, ArrayBuffer};
use kernel::lifecycle::{Attachment, Lifecycle, Phase};
use kernel::protocol::{FrameNotice, Start};
use leptos::prelude::{GetUntracked, Set};
use wasm_bindgen::JsCast;
use web_sys::Blob;

use self::alarm::Alarm;
use self::egress::FrameProbes;
pub(crate) use self::execution::Author;
use self::files::RetainedFiles;
use self::interpreter::Interpreter;
use self::lost_variables::LostVariables;
use self::packages::Packages;
use self::presence::Presence;
pub(crate) use self::requests::OnStream;
use self::requests::PendingRequests;
use self::start_status::StartStatus;
use crate::cancellation::CancellationToken;
use crate::{activity, clock};

/// A handle to the kernel of a session.
#[derive(Clone)]
pub(crate) struct Host(Rc<Inner>);

struct Inner {
    session: Session,
    lifecycle: RefCell<Lifecycle>,
    start: StartStatus,
    interpreter: Interpreter,
    packages: Packages,
    requests: PendingRequests,
    files: RetainedFiles,
    lost: LostVariables,
    frame_probes: FrameProbes,
    /// Cancels the executions that wait for packages.
    cancellation: RefCell<CancellationToken>,
    alarm: Alarm,
    presence: Presence,
}

impl Host {
    /// Returns a kernel that has not been started; it shows its state in `session`.
    pub(crate) fn new(session: Session) -> Self {
        Self(Rc::new(Inner {
            session,
            lifecycle: RefCell::new(Lifecycle::new(clock::now())),
            start: StartStatus::default(),
            interpreter: Interpreter::default(),
            packages: Packages::default(),
            requests: PendingRequests::default(),
            files: RetainedFiles::default(),
            lost: LostVariables::default(),
            frame_probes: FrameProbes::default(),
            cancellation: RefCell::new(CancellationToken::new()),
            alarm: Alarm::default(),
            presence: Presence::default(),
        }))
    }

    /// Starts the kernel. Called once.
    pub(crate) fn begin(&self) {
        self.carry_on(&Array::new());
    }

    /// Waits until the kernel can run code.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(crate) async fn ready(&self) -> Result<(), String> {
        let waiting = match self.0.lifecycle.borrow().phase() {
            Phase::Ready | Phase::Busy => return Ok(()),
            Phase::Failed(message) => return Err(message.to_owned()),
            Phase::Starting { .. } => self.0.start.wait(),
        };
        waiting.await.unwrap_or(Ok(()))
    }

    /// Returns how the interpreter was started and, if that was without the snapshot, why.
    pub(crate) fn startup(&self) -> (Start, Option<String>) {
        let lifecycle = self.0.lifecycle.borrow();
        let (kind, why) = lifecycle.start_kind();
        (kind, why.map(str::to_owned))
    }

    /// Returns the code that succeeded in the interpreter that was lost last.
    pub(crate) fn lost_cells(&self) -> Vec<String> {
        self.0.lost.cells()
    }

    /// Records that the variables of a stored session are not there, and the code that made them.
    pub(crate) fn record_stored(&self, cells: Vec<String>) {
        self.0.lost.record(cells);
    }

    /// Returns whether variables were lost since the last call.
    pub(crate) fn take_unreported_loss(&self) -> bool {
        self.0.lost.take_unreported()
    }

    /// Stops what runs and what waits to run. Variables are kept if the browser allows it.
    pub(crate) fn interrupt(&self) {
        self.0.cancellation.replace(CancellationToken::new()).cancel();
        self.0.lifecycle.borrow_mut().interrupt(clock::now());
        self.carry_on(&Array::new());
    }

    /// Returns what is cancelled once the user stops what runs.
    pub(crate) fn cancellation(&self) -> CancellationToken {
        self.0.cancellation.borrow().clone()
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

    /// Carries out all effects that the kernel's lifecycle asks for. `attachments` are those of the
    /// message that was just received.
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
        match kernel::protocol::read::<FrameNotice>(message) {
            Ok(FrameNotice::SelfTested { probes }) if self.0.frame_probes.is_awaited() => {
                self.0.frame_probes.answer(probes);
            }
            Ok(notice) => {
                self.0.lifecycle.borrow_mut().hear_frame(notice, clock::now());
                self.carry_on(&Array::new());
            }
            // Anything else from the frame is ignored.
            Err(_) => {}
        }
    }

    /// Shows the kernel's state, if it has changed.
    fn show(&self) {
        let inner = &self.0;
        let state = match inner.lifecycle.borrow().phase() {
            Phase::Starting { restart } => {
                KernelState::Loading(Progress { restart, ..inner.start.progress() })
            }
            Phase::Failed(message) => KernelState::Failed(message.to_owned()),
            phase => match inner.packages.fetching() {
                Some(names) => KernelState::Fetching(names),
                None if phase == Phase::Busy => KernelState::Busy,
                None => KernelState::Idle,
            },
        };
        if let KernelState::Failed(message) = &state {
            inner.start.notify(&Err(message.clone()));
        }
        let before = inner.session.kernel.get_untracked();
        if before != state {
            activity::kernel(inner.session, &before, &state);
            inner.session.kernel.set(state);
        }
    }

    /// Sets the timer for the lifecycle's deadline.
    fn set_alarm(&self) {
        let deadline = self.0.lifecycle.borrow().deadline().filter(|_| !self.is_asleep());
        let host = self.clone();
        self.0.alarm.set(deadline, move || {
            host.0.lifecycle.borrow_mut().tick(clock::now());
            host.carry_on(&Array::new());
        });
    }
}
