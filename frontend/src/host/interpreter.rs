//! The current interpreter: its frame, and the boot request that identifies it.

use std::cell::{Cell, RefCell};

use js_sys::Array;
use kernel::RequestId;
use kernel::protocol::Control;
use serde::Serialize;

use crate::frame::Frame;

/// The current interpreter; without a frame until its start has one.
#[derive(Default)]
pub(super) struct Interpreter {
    boot: Cell<RequestId>,
    frame: RefCell<Option<Frame>>,
}

impl Interpreter {
    /// Begins an interpreter with this boot request; a start with another one has been overtaken.
    pub(super) fn begin(&self, boot: RequestId) {
        self.boot.set(boot);
    }

    /// Returns the boot request.
    pub(super) fn boot(&self) -> RequestId {
        self.boot.get()
    }

    /// Returns whether this boot request began the current interpreter.
    pub(super) fn is(&self, boot: RequestId) -> bool {
        self.boot.get() == boot
    }

    /// Takes over the frame.
    pub(super) fn adopt(&self, frame: Frame) {
        self.frame.replace(Some(frame));
    }

    /// Removes the frame, which terminates the interpreter.
    pub(super) fn remove(&self) {
        drop(self.frame.take());
        self.boot.set(0);
    }

    /// Posts a message to the worker.
    ///
    /// # Errors
    /// Why it could not be posted.
    pub(super) fn post(&self, message: &impl Serialize, attachments: &Array) -> Result<(), String> {
        match self.frame.borrow().as_ref() {
            Some(frame) => frame.worker(message, attachments),
            None => Err(words::host_interpreter_there_is_no_frame().to_owned()),
        }
    }

    /// Posts a message to the frame, if there is one.
    pub(super) fn control(&self, message: &Control, attachments: &Array) {
        if let Some(frame) = self.frame.borrow().as_ref() {
            frame.control(message, attachments).ok();
        }
    }
}
