//! A turn on the page, painted at most once per frame however fast the model writes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use analyst::{PythonCall, call};
use app::session::{
    Id, Phase, RefusedCall, Session, Step, StreamedTurn, Turn, WrittenCall, not_run,
};
use grounding::Claim;
use kernel::Outcome;
use kernel::automation::{Happening, PhaseWord};
use kernel::protocol::StreamName;
use leptos::prelude::{GetUntracked, GetValue, Owner, Set};
use leptos::task::spawn_local;

use crate::host::OnStream;
use crate::live::{Live, LiveResults};
use crate::notices;
use crate::{activity, clock};

/// How long the page rests after painting what streams, as a multiple of the time that painting
/// took: a part that cannot be divided, such as a long table, is made again each time.
const REST: f64 = 3.0;
/// Painting that took less is repeated with the next frame, in milliseconds.
const CHEAP_MS: f64 = 8.0;

/// The parts of a turn that are on the page.
#[derive(Clone)]
pub(crate) struct Shown(Rc<Inner>);

struct Inner {
    session: Session,
    streamed: StreamedTurn,
    /// The turn that is displayed, once it has begun.
    followed: RefCell<Option<Rc<RefCell<analyst::Turn>>>>,
    painting: Cell<bool>,
    /// Whether something has come that is not painted.
    dirty: Cell<bool>,
}

/// A step whose code runs.
pub(crate) struct ShownStep {
    step: Step,
    live: Live,
    showing: LiveResults,
}

impl Shown {
    /// Shows `turn`; signals of its steps live as long as `owner`.
    pub(crate) fn new(session: Session, turn: Turn, owner: Owner) -> Self {
        Self(Rc::new(Inner {
            session,
            streamed: StreamedTurn::new(turn, owner, notices::next_id),
            followed: RefCell::default(),
            painting: Cell::default(),
            dirty: Cell::default(),
        }))
    }

    /// Returns the turn.
    pub(crate) fn turn(&self) -> &Turn {
        self.0.streamed.turn()
    }

    /// Returns the turn's id.
    pub(crate) fn id(&self) -> Id {
        self.turn().id
    }

    /// Displays this turn from now on.
    pub(crate) fn follow(&self, turn: Rc<RefCell<analyst::Turn>>) {
        *self.0.followed.borrow_mut() = Some(turn);
    }

    /// Shows what the turn is doing.
    pub(crate) fn phase(&self, phase: Phase) {
        if self.turn().phase.get_untracked() != phase {
            let word = match phase {
                Phase::WaitingForKernel => PhaseWord::Waiting,
                Phase::Thinking => PhaseWord::Thinking,
                Phase::Running => PhaseWord::Running,
                Phase::AwaitingConsent => PhaseWord::Consent,
                Phase::Done => PhaseWord::Over,
            };
            activity::happened(self.0.session, self.id(), Happening::TurnPhase { phase: word });
            self.turn().phase.set(phase);
        }
    }

    /// Shows the answer.
    pub(crate) fn answer(&self, answer: &str) {
        self.turn().answer.set(answer.to_owned());
    }

    /// Shows what supports the complete answer.
    pub(crate) fn ground(&self, claims: Vec<Claim>, not_computed: bool) {
        self.turn().claims.set(claims);
        self.turn().not_computed.set(not_computed);
    }

    /// Shows what supports the text before each step, as `claims_of` says it.
    pub(crate) fn ground_remarks(&self, claims_of: impl Fn(&str) -> Vec<Claim>) {
        for step in self.turn().steps.get_untracked() {
            step.claims.set(claims_of(&step.remark.get_value()));
        }
    }

    /// Schedules painting what streams with the next frame, or later if painting takes long.
    pub(crate) fn schedule(&self) {
        self.0.dirty.set(true);
        if !self.0.painting.replace(true) {
            let shown = self.clone();
            spawn_local(async move {
                while shown.0.dirty.get() {
                    clock::next_frame().await;
                    let began = clock::now_ms();
                    shown.paint();
                    // The views are made after this task.
                    clock::sleep(0).await;
                    let took = clock::now_ms() - began;
                    if took > CHEAP_MS {
                        #[expect(
                            clippy::cast_possible_truncation,
                            reason = "a saturated time is one"
                        )]
                        clock::sleep((took * REST) as u32).await;
                    }
                }
                shown.0.painting.set(false);
            });
        }
    }

    /// Paints what streams.
    pub(crate) fn paint(&self) {
        self.0.dirty.set(false);
        let Some(followed) = self.0.followed.borrow().clone() else { return };
        let turn = followed.borrow();
        let partial = turn.partial();
        let written = partial.calls.iter().map(|written| {
            let run = call::so_far(&written.arguments);
            WrittenCall { arguments: &written.arguments, code: run.code, purpose: run.purpose }
        });
        self.0.streamed.paint(&partial.text, written);
    }

    /// Completes the streamed answer: these of its calls run, the others were refused.
    pub(crate) fn settle(&self, calls: &[PythonCall]) -> Vec<ShownStep> {
        let followed = self.0.followed.borrow().clone();
        let turn = followed.as_ref().map(|followed| followed.borrow());
        let refused: Vec<RefusedCall<'_>> = turn
            .iter()
            .flat_map(|turn| turn.refusals())
            .map(|one| RefusedCall { arguments: &one.call.arguments, why: &one.text })
            .collect();
        let running = calls.iter().map(|call| (&*call.run.purpose, &*call.run.code));
        let shown = |step: Step| ShownStep {
            step,
            live: Live::new(step.live),
            showing: LiveResults::new(step.showing),
        };
        self.0.streamed.settle(running, &refused).into_iter().map(shown).collect()
    }
}

impl ShownStep {
    /// Returns the model's text before the step.
    pub(crate) fn remark(&self) -> String {
        self.step.remark.get_value()
    }

    /// Returns the step's id.
    pub(crate) fn id(&self) -> Id {
        self.step.id
    }

    /// Returns the handler that shows the step's output while it runs.
    pub(crate) fn on_stream(&self) -> OnStream {
        let (live, showing) = (self.live.clone(), self.showing.clone());
        Rc::new(move |stream, text: &str| match stream {
            StreamName::Display => {
                showing.report(text);
                if text.is_empty() {
                    live.clear();
                }
            }
            StreamName::Stdout | StreamName::Stderr => live.push(text),
        })
    }

    /// Shows that the turn ended before this step.
    pub(crate) fn skip(&self) {
        not_run(self.step);
    }

    /// Shows the step's outcome.
    pub(crate) fn finish(&self, outcome: Arc<Outcome>) {
        self.showing.report("");
        self.step.outcome.set(Some(outcome));
    }
}
