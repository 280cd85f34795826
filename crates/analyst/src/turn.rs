//! A turn of this product: the loop with one tool, whose results can only be [`Disclosed`] text, and whose
//! answers are compared with what executions produced.

use agent::{Ending, Partial, Refusal, Review, ToolReply, Violation};
use chat::{Delta, Message};
use grounding::{Claim, Evidence};
use kernel::{Outcome, Status};

#[cfg(test)]
mod tests;

use crate::{Disclosed, Mode, RunPython, call, conversation::request};

/// The message to a model whose answer states what nothing has computed.
const NOT_COMPUTED: &str = "Your reply states something that no code has computed. Run code that computes it from the files and shows it, then \
answer from what it shows: call run_python, or, if you cannot call tools, reply with one ```python block and nothing else. If nothing \
has to be computed, reply without numbers and names.";

/// One turn. It wraps [`agent::Turn`] so that a result can enter the transcript only through the gate of
/// [`crate::disclosure`].
#[derive(Debug)]
pub struct Turn {
    inner: agent::Turn,
    model: Option<String>,
    local: bool,
    widest: Mode,
    /// What the model may see of an outcome.
    disclosure: Mode,
    /// How many messages precede the question.
    before: usize,
    question: String,
    evidence: Evidence,
    /// Whether there are files, so that the question is taken to be about them.
    about_data: bool,
    /// Whether an execution of this turn has produced a value.
    computed: bool,
}

/// What a turn is about.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) question: String,
    /// What earlier turns produced, and what is known of the files.
    pub(crate) evidence: Evidence,
    /// Whether there are files.
    pub(crate) about_data: bool,
}

/// What the driver has to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Send this request and feed back each delta, then the end or the failure.
    CallModel(chat::Request),
    /// Run this code, one call after the other, and feed back what may be disclosed of each outcome.
    RunPython(Vec<PythonCall>),
    /// The turn is over.
    Done(Ending),
}

/// A call to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonCall {
    /// The id for [`Turn::tool_result`].
    pub id: String,
    /// What to run and what for.
    pub run: RunPython,
}

impl From<chat::ToolCall> for PythonCall {
    fn from(call: chat::ToolCall) -> Self {
        let run = call::so_far(&call.arguments);
        Self { id: call.id, run }
    }
}

/// Returns whether an execution produced anything that an answer can rely on.
fn produced(outcome: &Outcome) -> bool {
    !outcome.stdout.trim().is_empty() || !outcome.results.is_empty() || !outcome.files.is_empty()
}

impl Turn {
    pub(crate) fn new(
        inner: agent::Turn,
        model: Option<String>,
        local: bool,
        mode: Mode,
        before: usize,
        subject: Subject,
    ) -> Self {
        let Subject { question, evidence, about_data } = subject;
        Self {
            inner,
            model,
            local,
            widest: mode,
            disclosure: mode,
            before,
            question,
            evidence,
            about_data,
            computed: false,
        }
    }

    /// Returns what to do next; see [`agent::Turn::next`].
    pub fn next(&mut self, now_ms: f64) -> Step {
        loop {
            match self.inner.next(now_ms) {
                agent::Step::CallModel(messages) => {
                    let tools = self.inner.tools().to_vec();
                    return Step::CallModel(request(self.model.clone(), messages, tools));
                }
                agent::Step::RunTools(calls) => {
                    return Step::RunPython(calls.into_iter().map(PythonCall::from).collect());
                }
                agent::Step::Review(answer) => {
                    let review = self.review(&answer);
                    if self.inner.reviewed(review).is_err() {
                        return self.next(now_ms);
                    }
                }
                agent::Step::Done(ending) => return Step::Done(ending),
            }
        }
    }

    /// Adds what an execution of this turn produced; `at` identifies it in [`Turn::claims`]. It does not reach
    /// the model.
    pub fn executed(&mut self, at: usize, code: &str, outcome: &Outcome) {
        self.evidence.add_outcome(at, code, outcome);
        self.computed |= outcome.status == Status::Ok && produced(outcome);
    }

    /// Returns the numbers and dates of the answer, each with what supports it. Empty where the session has no
    /// data.
    pub fn claims(&self) -> Vec<Claim> {
        if !self.about_data && self.evidence.is_empty() {
            return Vec::new();
        }
        grounding::check(self.inner.answer(), &self.question, &self.evidence)
    }

    /// Rejects an answer that states what nothing has computed. Only values that the model may know count, so
    /// that what is sent back says nothing of the others.
    fn review(&self, answer: &str) -> Review {
        let relies_on_nothing = self.about_data && !self.computed;
        let known = match self.disclosure {
            Mode::Shape => self.evidence.of_files(),
            Mode::Ask | Mode::Printed => self.evidence.disclosed(),
        };
        if relies_on_nothing && grounding::unsupported(answer, &self.question, &known) {
            Review::Reject(NOT_COMPUTED.to_owned())
        } else {
            Review::Accept
        }
    }

    /// Takes in a piece of the model's answer.
    ///
    /// # Errors
    /// [`Violation::NoModelCall`] if no model was called for.
    pub fn delta(&mut self, delta: Delta) -> Result<(), Violation> {
        self.inner.delta(delta)
    }

    /// Records that the model's stream has ended.
    ///
    /// # Errors
    /// [`Violation::NoModelCall`] if no model was called for.
    pub fn model_ended(&mut self) -> Result<(), Violation> {
        self.inner.model_ended()
    }

    /// Records that the model could not be called, or that its stream broke; `message` is a sentence for the
    /// user.
    ///
    /// # Errors
    /// [`Violation::NoModelCall`] if no model was called for.
    pub fn model_failed(&mut self, message: String) -> Result<(), Violation> {
        self.inner.model_failed(message)
    }

    /// Takes in what the model may see of an execution.
    ///
    /// # Errors
    /// A [`Violation`] if that call is not under way.
    pub fn tool_result(&mut self, call_id: &str, disclosed: Disclosed) -> Result<(), Violation> {
        let mode = disclosed.mode();
        let (text, images, failed) = disclosed.into_parts();
        self.inner.tool_result(ToolReply { call_id: call_id.to_owned(), text, images, failed })?;
        self.widest = self.widest.max(mode);
        if mode != Mode::Shape && !self.local {
            self.evidence.set_disclosed();
        }
        Ok(())
    }

    /// Ends the turn at the user's request, in any state.
    pub fn stop(&mut self) {
        self.inner.stop();
    }

    /// Excludes this time from the turn's limit: the turn waited for the user's consent, or for the kernel to
    /// be ready.
    pub fn waited(&mut self, ms: f64) {
        self.inner.waited(ms);
    }

    /// Returns the answer so far; see [`agent::Turn::answer`].
    pub fn answer(&self) -> &str {
        self.inner.answer()
    }

    /// Returns what streams now: text, and calls whose arguments [`call::so_far`] reads.
    pub fn partial(&self) -> Partial<'_> {
        self.inner.partial()
    }

    /// Returns the calls that were answered without running anything.
    pub fn refusals(&self) -> &[Refusal] {
        self.inner.refusals()
    }

    /// Returns whether this model writes code blocks instead of tool calls; worth remembering for its next
    /// [`crate::Context::fenced`].
    pub fn fences(&self) -> bool {
        self.inner.fences()
    }

    /// Returns the transcript, with the system prompt and the history.
    pub fn messages(&self) -> &[Message] {
        self.inner.messages()
    }

    /// Returns the question and all that followed.
    pub(crate) fn own_messages(&self) -> &[Message] {
        self.inner.messages().get(self.before..).unwrap_or_default()
    }

    /// Returns what answers may rely on after this turn.
    pub(crate) fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    pub(crate) fn local(&self) -> bool {
        self.local
    }

    pub(crate) fn widest(&self) -> Mode {
        self.widest
    }
}
