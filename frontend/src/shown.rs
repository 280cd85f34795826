//! A turn on the page, painted at most once per frame however fast the model writes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use analyst::{PythonCall, call};
use app::session::{Id, Phase, Session, Step, Turn};
use grounding::Claim;
use kernel::Outcome;
use kernel::automation::{Happening, PhaseWord};
use kernel::protocol::StreamName;
use leptos::prelude::{GetUntracked, GetValue, Owner, Set, Update};
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
    turn: Turn,
    owner: Owner,
    /// The turn that is displayed, once it has begun.
    followed: RefCell<Option<Rc<RefCell<analyst::Turn>>>>,
    /// Steps of the streaming answer, with their arguments as the model writes them.
    writing: RefCell<Vec<(Step, String)>>,
    /// How many of the turn's refusals are shown already.
    refusals: Cell<usize>,
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
            turn,
            owner,
            followed: RefCell::default(),
            writing: RefCell::default(),
            refusals: Cell::default(),
            painting: Cell::default(),
            dirty: Cell::default(),
        }))
    }

    /// Returns the turn.
    pub(crate) fn turn(&self) -> &Turn {
        &self.0.turn
    }

    /// Returns the turn's id.
    pub(crate) fn id(&self) -> Id {
        self.0.turn.id
    }

    /// Displays this turn from now on.
    pub(crate) fn follow(&self, turn: Rc<RefCell<analyst::Turn>>) {
        *self.0.followed.borrow_mut() = Some(turn);
    }

    /// Shows what the turn is doing.
    pub(crate) fn phase(&self, phase: Phase) {
        if self.0.turn.phase.get_untracked() != phase {
            let word = match phase {
                Phase::WaitingForKernel => PhaseWord::Waiting,
                Phase::Thinking => PhaseWord::Thinking,
                Phase::Running => PhaseWord::Running,
                Phase::AwaitingConsent => PhaseWord::Consent,
                Phase::Done => PhaseWord::Over,
            };
            activity::happened(self.0.session, self.id(), Happening::TurnPhase { phase: word });
            self.0.turn.phase.set(phase);
        }
    }

    /// Shows the answer.
    pub(crate) fn answer(&self, answer: &str) {
        self.0.turn.answer.set(answer.to_owned());
    }

    /// Shows what supports the complete answer.
    pub(crate) fn ground(&self, claims: Vec<Claim>, not_computed: bool) {
        self.0.turn.claims.set(claims);
        self.0.turn.not_computed.set(not_computed);
    }

    /// Shows what supports the text before each step, as `claims_of` says it.
    pub(crate) fn ground_remarks(&self, claims_of: impl Fn(&str) -> Vec<Claim>) {
        for step in self.0.turn.steps.get_untracked() {
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

    /// Paints what streams: text as the answer; once there are calls, as their remark.
    pub(crate) fn paint(&self) {
        self.0.dirty.set(false);
        let Some(followed) = self.0.followed.borrow().clone() else { return };
        let turn = followed.borrow();
        let partial = turn.partial();
        if partial.text.is_empty() && partial.calls.is_empty() {
            return;
        }
        if partial.calls.is_empty() {
            self.answer(&partial.text);
            return;
        }
        for (at, written) in partial.calls.iter().enumerate() {
            let run = call::so_far(&written.arguments);
            let mut writing = self.0.writing.borrow_mut();
            if at == writing.len() {
                // Several calls of one answer share one remark, which precedes the first.
                let remark = if at == 0 { partial.text.to_string() } else { String::new() };
                writing.push((self.add_step(remark), String::new()));
            }
            if let Some((step, arguments)) = writing.get_mut(at)
                && *arguments != written.arguments
            {
                *arguments = written.arguments.to_string();
                step.code.set(run.code);
                step.purpose.set(run.purpose);
            }
        }
        if !self.0.turn.answer.get_untracked().is_empty() {
            self.answer("");
        }
    }

    /// Completes the streamed answer: these of its calls run, the others were refused.
    pub(crate) fn settle(&self, calls: &[PythonCall]) -> Vec<ShownStep> {
        let mut writing: Vec<(Step, String)> = self.0.writing.take();
        self.show_refusals(&mut writing);
        let mut written = writing.into_iter().map(|(step, _)| step);
        let running = calls
            .iter()
            .map(|call| {
                let step = written.next().unwrap_or_else(|| self.add_step(String::new()));
                step.code.set(call.run.code.clone());
                step.purpose.set(call.run.purpose.clone());
                ShownStep {
                    step,
                    live: Live::new(step.live),
                    showing: LiveResults::new(step.showing),
                }
            })
            .collect();
        written.for_each(not_run);
        running
    }

    /// Marks the steps whose calls were answered without running anything, and removes them from
    /// `writing`.
    fn show_refusals(&self, writing: &mut Vec<(Step, String)>) {
        let Some(followed) = self.0.followed.borrow().clone() else { return };
        let turn = followed.borrow();
        for refusal in turn.refusals().iter().skip(self.0.refusals.get()) {
            let at = writing.iter().position(|(_, arguments)| *arguments == refusal.call.arguments);
            let step = match at {
                Some(at) => writing.remove(at).0,
                None => self.add_step(String::new()),
            };
            step.refused.set(Some(refusal.text.clone()));
        }
        self.0.refusals.set(turn.refusals().len());
    }

    fn add_step(&self, remark: String) -> Step {
        let step = self.0.owner.with(|| Step::new(notices::next_id(), remark));
        self.0.turn.steps.update(|steps| steps.push(step));
        step
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

fn not_run(step: Step) {
    step.refused.set(Some(words::shown_not_run_the_answer().to_owned()));
}
