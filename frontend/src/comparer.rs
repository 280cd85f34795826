//! Compares what code produces that runs again for its variables with what is stored, and stores
//! the result.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared, ready};
use js_sys::Date;
use kernel::{Outcome, Status};
use leptos::task::spawn_local;

use crate::clock;
use crate::recorder::Recorder;

/// How long further comparisons are waited for before they are shown, in milliseconds.
const SHOWN_AFTER_MS: u32 = 300;

/// A handle to what compares outcomes of a session.
#[derive(Clone)]
pub(crate) struct Comparer(Rc<Inner>);

struct Inner {
    recorder: Recorder,
    /// Shows what differs.
    show: OnceCell<Box<dyn Fn()>>,
    /// Which of the pieces that run again comes next.
    next: Cell<usize>,
    /// The comparisons, in their order.
    comparing: RefCell<Shared<LocalBoxFuture<'static, ()>>>,
    /// How many there were, and how many of them are shown.
    begun: Cell<u32>,
    shown: Cell<u32>,
}

impl Comparer {
    /// Returns a comparer of a session.
    pub(crate) fn new(recorder: Recorder) -> Self {
        Self(Rc::new(Inner {
            recorder,
            show: OnceCell::new(),
            next: Cell::default(),
            comparing: RefCell::new(ready(()).boxed_local().shared()),
            begun: Cell::default(),
            shown: Cell::default(),
        }))
    }

    /// Sets what shows how outcomes differed, once.
    pub(crate) fn on_compared(&self, show: impl Fn() + 'static) {
        self.0.show.set(Box::new(show)).ok();
    }

    /// Compares the outcome of code that has run again.
    pub(crate) fn compare(&self, code: &str, outcome: &Outcome) {
        let inner = &self.0;
        inner.recorder.observe(code);
        if !inner.recorder.is_own() {
            return;
        }
        // There is none for code that is not shown, for instance that of a turn under way.
        let Some((at, execution)) = inner.recorder.log().next_rerun(inner.next.get(), code) else {
            return;
        };
        inner.next.set(at + 1);
        let begun = inner.begun.get() + 1;
        inner.begun.set(begun);
        let (recorder, outcome, ended) = (inner.recorder.clone(), outcome.clone(), Date::now());
        let before = inner.comparing.borrow().clone();
        let comparison = async move {
            before.await;
            let failed = (outcome.status != Status::Ok).then_some(execution);
            // What cannot be compared is not marked.
            if let Ok(compared) = recorder.differences(execution, outcome, ended).await {
                let succeeded = if failed.is_some() { Vec::new() } else { vec![execution] };
                recorder.replayed(succeeded, failed, &[compared]);
            }
        };
        let comparison = comparison.boxed_local().shared();
        *inner.comparing.borrow_mut() = comparison.clone();
        let comparer = self.clone();
        spawn_local(async move {
            clock::sleep(SHOWN_AFTER_MS).await;
            comparison.await;
            if comparer.0.begun.get() == begun {
                comparer.show(begun).await;
            }
        });
    }

    /// Waits until all outcomes so far were compared, and what differs is shown.
    pub(crate) async fn settled(&self) {
        let (begun, comparing) = (self.0.begun.get(), self.0.comparing.borrow().clone());
        comparing.await;
        self.show(begun).await;
    }

    /// Shows how the outcomes of the first `compared` comparisons differed, once that is stored.
    async fn show(&self, compared: u32) {
        if self.0.shown.get() >= compared {
            return;
        }
        self.0.shown.set(compared);
        self.0.recorder.all_stored().await;
        if let Some(show) = self.0.show.get() {
            show();
        }
    }
}
