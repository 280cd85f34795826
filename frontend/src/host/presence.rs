//! Whether the kernel's interpreter is to exist at all: one that nobody sees and that computes
//! nothing is ended until it is needed; and whether its code waits for the user.

use std::cell::Cell;

use js_sys::Array;
use kernel::automation::{Happening, SessionWord};
use leptos::prelude::{Set, WithUntracked};

use super::Host;
use crate::{activity, clock};

/// What a session that is not shown does without.
#[derive(Default)]
pub(super) struct Presence {
    asleep: Cell<bool>,
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

    /// Returns whether code waits for a line from the user.
    pub(crate) fn awaits_line(&self) -> bool {
        self.0.session.line.with_untracked(Option::is_some)
    }

    /// Passes on the user's line to the code that waits for one.
    pub(crate) fn answer_line(&self, line: Option<String>) {
        if self.awaits_line() {
            self.0.session.line.set(None);
            self.0.lifecycle.borrow_mut().answer(line, clock::now());
            self.carry_on(&Array::new());
        }
    }
}
