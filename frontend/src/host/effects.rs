//! Carries out the effects of the kernel's lifecycle with frames, bytes and signals. Decides
//! nothing.

use app::session::{Rerun, Startup};
use js_sys::Array;
use kernel::Request;
use kernel::lifecycle::{Effect, FileKey};
use kernel::protocol::Control;
use leptos::prelude::Set;
use text::format;

use super::Host;
use crate::{clock, notices};

impl Host {
    pub(super) fn carry_out(&self, effect: Effect, attachments: &Array) {
        let inner = &self.0;
        match effect {
            Effect::Start { .. } if self.is_asleep() => {}
            Effect::Start { boot, restart, kind } => self.begin_start(boot, restart, kind),
            Effect::Fetch { ticket, package } => self.fetch_wanted(ticket, package),
            Effect::RemoveFrame => inner.interpreter.remove(),
            Effect::Post { request, files } => self.post(&request, &files),
            Effect::Interrupt(id) => {
                // If this fails, the grace period ends in a termination.
                self.control(&Control::Interrupt { id });
            }
            Effect::Settle(reply) => inner.requests.settle(reply, attachments),
            Effect::Stream { id, stream, text } => inner.requests.stream(id, stream, &text),
            Effect::Progress { stage, done, total } => self.show_start(stage, done, total),
            Effect::Ready => {
                let interruptible = inner.lifecycle.borrow().interruptible();
                inner.session.interruptible.set(interruptible);
                let why = self.startup().1;
                inner.session.startup.set(Some(why.map_or(Startup::Snapshot, Startup::Ordinary)));
                self.prepare();
                inner.start.notify(&Ok(()));
            }
            Effect::Keep(keys) => inner.files.add_written(keys, attachments),
            Effect::Ask(prompt) => self.0.session.line.set(Some(prompt)),
            Effect::AskNoMore => self.0.session.line.set(None),
            // If this fails, the execution continues to wait, and can be stopped.
            Effect::Answer(text) => self.control(&Control::Input { text }),
            Effect::Memory { bytes, limit } => {
                let text = words::host_effects_python_holds_of_the(
                    &format::bytes(limit),
                    &format::bytes(bytes),
                );
                notices::notify(inner.session, text, true);
            }
            // What is shown later says it.
            Effect::Lost { cells, .. } if self.is_asleep() => inner.lost.record(cells),
            Effect::Lost { why, asked, cells } => {
                let notice = notices::notify(inner.session, why, !asked);
                let pieces = cells.len();
                inner.lost.record(cells);
                if pieces > 0 {
                    inner.session.rerun.set(Rerun { notice, pieces, ..Rerun::default() });
                }
            }
            Effect::WrittenLost(why) => {
                notices::notify(inner.session, why, true);
            }
            Effect::FilesLost(keys, why) => inner.files.lost(keys, why),
        }
    }

    pub(super) fn control(&self, message: &Control) {
        self.0.interpreter.control(message, &Array::new());
    }

    fn post(&self, request: &Request, files: &[FileKey]) {
        let mut attachments = self.0.requests.take_attachments(request.id());
        self.0.files.attach(request, files, &mut attachments);
        if let Err(message) = self.0.interpreter.post(request, &attachments) {
            self.0.lifecycle.borrow_mut().post_failed(request.id(), message, clock::now());
        }
    }
}
