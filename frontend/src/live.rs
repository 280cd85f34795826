//! What running code prints, shown at most once per frame.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::{RwSignal, Set};
use leptos::task::spawn_local;

use crate::clock;

/// The most output that is shown of running code, in bytes; the outcome has the rest. It is laid out again
/// with every frame, and 64 KiB of short lines took longer than a frame may.
const LIVE_BYTES: usize = 4 << 10;

/// The end of what code has printed. Clones share it.
#[derive(Clone)]
pub(crate) struct Live(Rc<Inner>);

struct Inner {
    shown: RwSignal<String>,
    text: RefCell<String>,
    painting: Cell<bool>,
}

impl Live {
    /// Returns an empty text that is shown by this signal.
    pub(crate) fn new(shown: RwSignal<String>) -> Self {
        Self(Rc::new(Inner { shown, text: RefCell::default(), painting: Cell::default() }))
    }

    /// Begins again.
    pub(crate) fn clear(&self) {
        self.0.text.borrow_mut().clear();
        self.push("");
    }

    /// Adds what was printed.
    pub(crate) fn push(&self, more: &str) {
        {
            let mut text = self.0.text.borrow_mut();
            text.push_str(more);
            terminal::drop_overwritten(&mut text);
            // A user who waits looks at the end.
            if text.len() > 2 * LIVE_BYTES {
                let from = text.ceil_char_boundary(text.len() - LIVE_BYTES);
                text.drain(..from);
            }
        }
        if !self.0.painting.replace(true) {
            let live = self.clone();
            spawn_local(async move {
                clock::next_frame().await;
                live.0.painting.set(false);
                live.0.shown.set(live.0.text.borrow().clone());
            });
        }
    }
}
