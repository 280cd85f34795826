//! Whether the kernel's session is shown, and whether its interpreter is to exist at all: one that nobody sees and that
//! computes nothing is ended until it is needed.

use std::cell::{Cell, RefCell};

use automation::{Happening, SessionWord};
use js_sys::Array;
use leptos::task::spawn_local;

use super::Host;
use crate::{activity, clock, dialogs};

/// What a session that is not shown does without.
#[derive(Default)]
pub(super) struct Presence {
    hidden: Cell<bool>,
    asleep: Cell<bool>,
    /// What the code asks the user for, while it waits for a line.
    prompt: RefCell<Option<String>>,
}

impl Host {
    /// Returns whether there is to be no interpreter at present.
    pub(crate) fn is_asleep(&self) -> bool {
        self.0.presence.asleep.get()
    }

    /// Ends the interpreter, or starts a fresh one. What is asked of the kernel meanwhile waits.
    pub(crate) fn set_asleep(&self, asleep: bool) {
        self.0.presence.asleep.set(asleep);
        let state = if asleep { SessionWord::Asleep } else { SessionWord::Awake };
        activity::happened(self.0.session, None, Happening::Session { state });
        self.0.lifecycle.borrow_mut().restart(clock::now());
        self.carry_on(&Array::new());
    }

    /// Sets whether the session is shown: only then the user is asked for a line.
    pub(crate) fn set_shown(&self, shown: bool) {
        self.0.presence.hidden.set(!shown);
        self.ask_user();
    }

    /// Returns whether code waits for a line from the user.
    pub(crate) fn awaits_line(&self) -> bool {
        self.0.presence.prompt.borrow().is_some()
    }

    /// Keeps what the code asks for, none once it no longer does.
    pub(super) fn set_prompt(&self, prompt: Option<String>) {
        let withdrawn = prompt.is_none();
        self.0.presence.prompt.replace(prompt);
        if withdrawn && !self.0.presence.hidden.get() {
            spawn_local(async { drop(dialogs::take_back().await) });
        }
        self.ask_user();
    }

    fn ask_user(&self) {
        let Some(prompt) = self.0.presence.prompt.borrow().clone() else { return };
        if self.0.presence.hidden.get() {
            return;
        }
        let host = self.clone();
        spawn_local(async move {
            // If the user cannot be asked, there is no line. The question is withdrawn while the session is not shown.
            if let Some(line) = dialogs::ask_line(&prompt).await.unwrap_or(Some(None)) {
                host.0.presence.prompt.take();
                host.0.lifecycle.borrow_mut().answer(line, clock::now());
                host.carry_on(&Array::new());
            }
        });
    }
}
