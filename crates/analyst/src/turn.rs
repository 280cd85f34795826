//! A turn of this product: the loop with one tool, whose results can only be [`Disclosed`] text.

use agent::{Ending, Partial, Refusal, ToolReply, Violation};
use chat::{Delta, Message};

use crate::{Disclosed, Mode, RunPython, call, conversation::request};

/// One turn. It wraps [`agent::Turn`] so that a result can enter the transcript only through the gate of
/// [`crate::disclosure`].
#[derive(Debug)]
pub struct Turn {
    inner: agent::Turn,
    model: Option<String>,
    local: bool,
    widest: Mode,
    /// How many messages precede the question.
    before: usize,
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

impl Turn {
    pub(crate) fn new(
        inner: agent::Turn,
        model: Option<String>,
        local: bool,
        mode: Mode,
        before: usize,
    ) -> Self {
        Self { inner, model, local, widest: mode, before }
    }

    /// Returns what to do next; see [`agent::Turn::next`].
    pub fn next(&mut self, now_ms: f64) -> Step {
        match self.inner.next(now_ms) {
            agent::Step::CallModel(messages) => {
                Step::CallModel(request(self.model.clone(), messages, self.inner.tools().to_vec()))
            }
            agent::Step::RunTools(calls) => Step::RunPython(
                calls
                    .into_iter()
                    .map(|call| {
                        let run = call::so_far(&call.arguments);
                        PythonCall { id: call.id, run }
                    })
                    .collect(),
            ),
            agent::Step::Done(ending) => Step::Done(ending),
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

    pub(crate) fn local(&self) -> bool {
        self.local
    }

    pub(crate) fn widest(&self) -> Mode {
        self.widest
    }
}
