//! What running code prints, shown at most once per frame; and the results that it shows before it
//! ends.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use kernel::Shown;
use leptos::prelude::{RwSignal, Set};
use leptos::task::spawn_local;

use crate::clock;

/// The most output that is shown of running code, in bytes; the outcome has the rest. It is laid
/// out again with every frame, and 64 KiB of short lines took longer than a frame may.
const LIVE_BYTES: usize = 4 << 10;

/// The most results of running code that are shown; the kernel keeps no more of one execution.
const MAX_RESULTS: usize = 100;
/// The least time between two updates of them, in milliseconds.
const RESULTS_PAUSE_MS: u32 = 100;

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
            text::terminal::drop_overwritten(&mut text);
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

/// The results that code has shown so far. Clones share them.
#[derive(Clone)]
pub(crate) struct LiveResults(Rc<Results>);

struct Results {
    shown: RwSignal<Vec<Arc<Shown>>>,
    results: RefCell<Vec<Arc<Shown>>>,
    /// Whether they are about to be shown.
    waiting: Cell<bool>,
}

impl LiveResults {
    /// Returns results that are shown by this signal.
    pub(crate) fn new(shown: RwSignal<Vec<Arc<Shown>>>) -> Self {
        Self(Rc::new(Results { shown, results: RefCell::default(), waiting: Cell::default() }))
    }

    /// Shows a report: `[place, result]` in JSON, or empty to remove all results. It comes from
    /// code, which may have written anything.
    pub(crate) fn report(&self, json: &str) {
        if json.is_empty() {
            self.0.results.borrow_mut().clear();
        } else {
            let Ok((place, result)) = serde_json::from_str::<(usize, Shown)>(json) else { return };
            let mut results = self.0.results.borrow_mut();
            // Results arrive in order, so a place beyond the next one is invalid.
            if let Some(before) = results.get_mut(place) {
                *before = Arc::new(result);
            } else if place == results.len() && place < MAX_RESULTS {
                results.push(Arc::new(result));
            } else {
                return;
            }
        }
        if !self.0.waiting.replace(true) {
            let results = self.0.clone();
            spawn_local(async move {
                clock::sleep(RESULTS_PAUSE_MS).await;
                results.waiting.set(false);
                results.shown.set(results.results.borrow().clone());
            });
        }
    }
}
