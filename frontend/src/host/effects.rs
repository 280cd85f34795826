//! Carries out the effects of the kernel's lifecycle with frames, bytes and signals. Decides nothing.

use app::format;
use app::session::{Rerun, Startup};
use js_sys::Array;
use kernel::Request;
use kernel::lifecycle::{Effect, FileKey};
use kernel::protocol::Control;
use leptos::prelude::Set;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use super::Host;
use crate::{clock, dialogs, notices};

impl Host {
    pub(super) fn carry_out(&self, effect: Effect, attachments: &Array) {
        let inner = &self.0;
        match effect {
            Effect::Start { boot, restart, kind } => self.begin_start(boot, restart, kind),
            Effect::Fetch { ticket, package } => self.fetch_wanted(ticket, package),
            Effect::RemoveFrame => {
                inner.frame.borrow_mut().take();
                inner.boot.set(0);
            }
            Effect::Post { request, files } => self.post(&request, &files),
            Effect::Interrupt(id) => {
                // If this fails, the grace period ends in a termination.
                self.control(&Control::Interrupt { id });
            }
            Effect::Settle(reply) => {
                let id = reply.id();
                inner.streams.borrow_mut().remove(&id);
                inner.parcels.borrow_mut().remove(&id);
                let waiting = inner.answers.borrow_mut().remove(&id);
                if let Some(waiting) = waiting {
                    // The caller may have stopped waiting.
                    waiting.send((reply, attachments.clone())).ok();
                }
            }
            Effect::Stream { id, stream, text } => {
                let on_stream = inner.streams.borrow().get(&id).cloned();
                if let Some(on_stream) = on_stream {
                    on_stream(stream, &text);
                }
            }
            Effect::Progress { stage, done, total } => self.show_start(stage, done, total),
            Effect::Ready => {
                inner.session.interruptible.set(inner.lifecycle.borrow().interruptible());
                let why = self.startup().1;
                inner.session.startup.set(Some(why.map_or(Startup::Snapshot, Startup::Ordinary)));
                self.prepare();
                self.notify_ready(&Ok(()));
            }
            Effect::Keep(keys) => {
                let blobs = attachments.iter().filter_map(|attachment| attachment.dyn_into().ok());
                inner.kept.borrow_mut().extend(keys.into_iter().zip(blobs));
            }
            Effect::Ask(prompt) => {
                let host = self.clone();
                spawn_local(async move {
                    // If the user cannot be asked, there is no line.
                    if let Some(line) = dialogs::ask_line(&prompt).await.unwrap_or(Some(None)) {
                        host.0.lifecycle.borrow_mut().answer(line, clock::now());
                        host.carry_on(&Array::new());
                    }
                });
            }
            Effect::AskNoMore => spawn_local(async { drop(dialogs::take_back().await) }),
            // If this fails, the execution continues to wait, and can be stopped.
            Effect::Answer(text) => self.control(&Control::Input { text }),
            Effect::Memory { bytes, limit } => {
                let text = format!(
                    "Python holds {} of the {} of memory that it may. Delete what is no longer needed (`del df`), or allow more and restart Python.",
                    format::bytes(bytes),
                    format::bytes(limit)
                );
                notices::notify(inner.session, text, true);
            }
            Effect::Lost { why, asked, cells } => {
                let notice = notices::notify(inner.session, why, !asked);
                inner.forgotten.set(true);
                if !cells.is_empty() {
                    let pieces = cells.len();
                    *inner.cells.borrow_mut() = cells;
                    inner.session.rerun.set(Rerun { notice, pieces, ..Rerun::default() });
                }
            }
            Effect::WrittenLost(why) => {
                notices::notify(inner.session, why, true);
            }
            Effect::FilesLost(keys, why) => {
                if let Some(act) = inner.on_files_lost.borrow().as_ref() {
                    act(keys, why);
                }
            }
        }
    }

    pub(super) fn control(&self, message: &Control) {
        self.control_with(message, &Array::new());
    }

    pub(super) fn control_with(&self, message: &Control, attachments: &Array) {
        if let Some(frame) = self.0.frame.borrow().as_ref() {
            frame.control(message, attachments).ok();
        }
    }

    fn post(&self, request: &Request, files: &[FileKey]) {
        let mut attachments = self.0.parcels.borrow_mut().remove(&request.id()).unwrap_or_default();
        let again = matches!(request, Request::Restore { .. });
        for key in files {
            if again {
                attachments.extend(self.0.kept.borrow().get(key));
            } else {
                attachments.extend(self.0.files.borrow().get(key));
            }
        }
        let posted = match self.0.frame.borrow().as_ref() {
            Some(frame) => frame.worker(request, &attachments),
            None => Err("there is no frame".to_owned()),
        };
        if let Err(message) = posted {
            self.0.lifecycle.borrow_mut().post_failed(request.id(), message, clock::now());
        }
    }
}
