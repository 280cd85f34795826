//! A start: takes over the one that the runtime's script has begun, and shows its progress.

use js_sys::Array;
use kernel::RequestId;
use kernel::lifecycle::Phase;
use kernel::protocol::{FrameNotice, Limits, Start};
use leptos::prelude::GetUntracked;
use leptos::task::spawn_local;

use super::Host;
use crate::clock;
use crate::frame::Frame;
use crate::runtime;

impl Host {
    pub(super) fn begin_start(&self, boot: RequestId, restart: bool, kind: Start) {
        self.0.interpreter.begin(boot);
        self.0.packages.reset();
        self.0.start.begin(restart);
        let host = self.clone();
        spawn_local(async move {
            let failed = host.start_up(boot, kind).await.err();
            if let Some(message) = failed.filter(|_| host.0.interpreter.is(boot)) {
                host.0.lifecycle.borrow_mut().start_failed(&message, clock::now());
                host.carry_on(&Array::new());
            }
        });
    }

    async fn start_up(&self, boot: RequestId, kind: Start) -> Result<(), String> {
        let memory_bytes = self.0.session.limits.get_untracked().memory;
        let host = self.clone();
        let on_bytes = move |came, total| {
            if host.0.interpreter.is(boot) {
                host.show_download(came, total);
            }
        };
        let limits = Limits { memory_bytes, ..Limits::default() };
        let started = runtime::start(boot, kind, &limits, on_bytes).await?;
        // A restart has overtaken this start, so its frame is removed without a report.
        if !self.0.interpreter.is(boot) {
            started.element.remove();
            return Ok(());
        }
        self.0.interpreter.adopt(self.adopt(boot, started)?);
        Ok(())
    }

    fn adopt(&self, boot: RequestId, started: runtime::Started) -> Result<Frame, String> {
        let (control, worker, gone) = (self.clone(), self.clone(), self.clone());
        let present = move |host: &Host| host.0.interpreter.is(boot);
        Frame::adopt(
            started,
            move |message, _| {
                if present(&control) {
                    control.hear_frame(message);
                }
            },
            move |message, attachments| {
                if present(&worker) {
                    worker.hear(message, attachments);
                }
            },
            move || {
                if present(&gone) {
                    let message = words::host_boot_its_frame_was_taken().to_owned();
                    gone.0
                        .lifecycle
                        .borrow_mut()
                        .hear_frame(FrameNotice::Died { message }, clock::now());
                    // Deferred, since this closure belongs to the frame that is dropped now.
                    let host = gone.clone();
                    clock::after(0, move || host.carry_on(&Array::new()));
                }
            },
        )
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "they are numbers of bytes"
    )]
    fn show_download(&self, came: f64, total: f64) {
        self.0.lifecycle.borrow_mut().bytes_came((total - came) as u64, clock::now());
        self.0.start.downloaded(came as u64, total as u64);
        self.show();
        self.set_alarm();
    }

    /// Shows the worker's progress.
    pub(super) fn show_start(&self, stage: String, done: u32, total: u32) {
        if matches!(self.0.lifecycle.borrow().phase(), Phase::Starting { .. }) {
            self.0.start.worked(stage, done, total);
        }
    }
}
