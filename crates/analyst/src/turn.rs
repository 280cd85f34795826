//! A turn of this product: the loop with one tool, whose results can only be [`Disclosed`] text,
//! and whose answers are compared with what executions produced.

use agent::{Ending, Partial, Refusal, Review, ToolReply, Violation};
use chat::{Delta, Message, Options};
use grounding::{Claim, Evidence, Readable};
use kernel::{Outcome, Status};

#[cfg(test)]
mod tests;

use crate::{
    Disclosed, Mode, RunPython,
    answer_format::AnswerFormat,
    call,
    guidance::Guidance,
    request::request,
    window::{self, Fitted},
};

/// The message to a model whose answer states what nothing has computed.
const NOT_COMPUTED: &str = "Your reply states something that no code has computed. Run code that computes it from the files and shows it, then \
answer from what it shows: call run_python, or, if you cannot call tools, reply with one ```python block and nothing else. If nothing \
has to be computed, reply without numbers and names.";

/// The message to a model whose answer lacks the format that the question asks for.
const NOT_IN_FORMAT: &str = "Your reply is not in the format that the question asks for.";

/// The temperature at which a model that writes code blocks takes another approach.
const VARIED: f64 = 0.7;

/// The most characters of a result for models that write code blocks, about 1,000 tokens.
const MAX_RESULT_LENGTH_FOR_SMALL: usize = 3_500;

/// What the transcript has in place of an answer that the model may not see.
const UNDISCLOSED: &str = "(The user was shown what the code printed.)";

/// One turn. It wraps [`agent::Turn`] so that a result can enter the transcript only through the
/// gate of [`crate::disclosure`].
#[derive(Debug)]
pub struct Turn {
    inner: agent::Turn,
    model: Option<String>,
    options: Options,
    local: bool,
    widest: Mode,
    /// What the model may see of an outcome.
    disclosure: Mode,
    /// How many messages precede the question.
    before: usize,
    room: Room,
    fitted: Fitted,
    question: String,
    evidence: Evidence,
    /// Whether there are files, so that the question is taken to be about them.
    about_data: bool,
    /// Whether an execution of this turn has produced a value.
    computed: bool,
    /// The format that the question asks for.
    format: Option<AnswerFormat>,
    /// The answer in that format, as the latest execution printed it.
    line: Option<String>,
    /// The same as far as the model may know it.
    disclosed_line: Option<String>,
    guidance: Guidance,
    /// Whether the model may see what the latest execution printed.
    open: bool,
    /// An answer in the format that may rely on a misspelt value, with how many calls had been
    /// refused when it was printed.
    doubted: Option<(String, usize)>,
    /// How many calls had been answered with the failure of the same call before it.
    repeats: usize,
}

/// How much of the conversation the model can read.
#[derive(Debug)]
pub(crate) struct Room {
    /// Where earlier turns begin in the messages.
    pub(crate) turns: Vec<usize>,
    /// The model's context window in tokens, if it is known.
    pub(crate) window: Option<u32>,
}

/// What a turn is about.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) question: String,
    /// What earlier turns produced, and what is known of the files.
    pub(crate) evidence: Evidence,
    /// Whether there are files.
    pub(crate) about_data: bool,
    /// How the answers are generated.
    pub(crate) options: Options,
}

/// What the driver has to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Send this request and feed back each delta, then the end or the failure.
    CallModel(Box<chat::Request>),
    /// Run this code, one call after the other, and feed back what may be disclosed of each
    /// outcome.
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

/// Returns what an execution printed and showed as text.
fn shown_as_text(outcome: &Outcome) -> String {
    let results =
        outcome.results.iter().filter(|shown| shown.chart.is_none() && shown.data.is_none());
    let texts = results.map(|shown| shown.text.as_str());
    std::iter::once(outcome.stdout.as_str()).chain(texts).collect::<Vec<_>>().join("\n")
}

impl Turn {
    pub(crate) fn new(
        inner: agent::Turn,
        model: Option<String>,
        local: bool,
        mode: Mode,
        before: usize,
        room: Room,
        subject: Subject,
    ) -> Self {
        let Subject { question, evidence, about_data, options } = subject;
        let format = AnswerFormat::of(&question).filter(|_| !local);
        Self {
            inner,
            model,
            options,
            local,
            widest: mode,
            disclosure: mode,
            before,
            room,
            fitted: Fitted::default(),
            question,
            evidence,
            about_data,
            computed: false,
            format,
            line: None,
            disclosed_line: None,
            guidance: Guidance::default(),
            open: false,
            doubted: None,
            repeats: 0,
        }
    }

    /// Returns what to do next; see [`agent::Turn::next`].
    pub fn next(&mut self, now_ms: f64) -> Step {
        loop {
            self.answer_as_printed();
            match self.inner.next(now_ms) {
                agent::Step::CallModel(messages) => {
                    let Some(messages) = self.fit(messages) else { continue };
                    let tools = self.inner.tools().to_vec();
                    let mut request = request(self.model.clone(), messages, tools);
                    request.options = self.options.clone();
                    // At temperature 0 a model that has written a program twice writes it a third
                    // time.
                    if self.inner.fences() && self.inner.is_repeating() {
                        request.options.temperature = request.options.temperature.or(Some(VARIED));
                    }
                    return Step::CallModel(Box::new(request));
                }
                agent::Step::RunTools(calls) => {
                    return Step::RunPython(calls.into_iter().map(PythonCall::from).collect());
                }
                agent::Step::Review(answer) => {
                    let review = self.with_digits_as_printed(self.review(&answer), &answer);
                    if self.inner.reviewed(review).is_err() {
                        return self.next(now_ms);
                    }
                }
                agent::Step::Done(ending) => return Step::Done(ending),
            }
        }
    }

    /// Returns the messages as far as they fit into the model's window. Ends the turn if what must
    /// be sent does not.
    fn fit(&mut self, messages: Vec<Message>) -> Option<Vec<Message>> {
        let Some(tokens) = self.room.window else { return Some(messages) };
        let fit = window::fit(messages, &self.room.turns, self.before, window::limit(tokens));
        let Some((messages, fitted)) = fit else {
            let message = format!(
                "The question with what the model must know of the files is longer than the {tokens} tokens that this \
                 model can read. Remove files that the question does not need, or choose another model."
            );
            self.inner.model_failed(message).ok();
            return None;
        };
        self.fitted = fitted;
        Some(messages)
    }

    /// Returns what was done to the latest request so that it fits into the model's window.
    pub fn fitted(&self) -> Fitted {
        self.fitted
    }

    /// Adds what an execution of this turn produced; `at` identifies it in [`Turn::claims`]. It
    /// does not reach the model.
    pub fn executed(&mut self, at: usize, code: &str, outcome: &Outcome) {
        self.evidence.add_outcome(at, code, outcome);
        let worked = outcome.status == Status::Ok;
        self.computed |= worked && produced(outcome);
        let format = self.format.as_ref().filter(|_| worked);
        self.line = format.and_then(|format| format.found(&shown_as_text(outcome)));
        self.guidance.executed(outcome);
        self.doubted = None;
        if self.disclosure != Mode::Shape && self.guidance.doubts() {
            self.doubted = self.line.take().map(|line| (line, self.inner.refusals().len()));
        }
    }

    /// Ends the turn with the answer that code has printed in the format that the question asks
    /// for, if the model writes its calls as text: small models reword it.
    fn answer_as_printed(&mut self) {
        // The model wrote the same code again, so it means what it wrote.
        if let Some((line, refused)) = &self.doubted
            && self.inner.refusals().len() > *refused
        {
            self.line = Some(line.clone());
            self.doubted = None;
        }
        if self.inner.is_ready()
            && self.inner.fences()
            && let Some(line) = self.line.clone()
        {
            let known = self.disclosed_line.as_ref() == Some(&line);
            let kept = if known { line.clone() } else { UNDISCLOSED.to_owned() };
            self.inner.answer_with(line, kept);
        }
    }

    /// Returns the numbers and dates of the answer, each with what supports it. Empty if the
    /// session has no data.
    pub fn claims(&self) -> Vec<Claim> {
        if !self.about_data && self.evidence.is_empty() {
            return Vec::new();
        }
        grounding::check(self.inner.answer(), &self.question, &self.evidence)
    }

    /// Returns the same of the text before a step, which may state numbers too.
    pub fn claims_of(&self, remark: &str) -> Vec<Claim> {
        if remark.trim().is_empty() || !self.about_data && self.evidence.is_empty() {
            return Vec::new();
        }
        grounding::check(remark, &self.question, &self.evidence)
    }

    /// Rejects an answer that states what nothing has computed. Only values that the model may know
    /// count, so that what is sent back says nothing of the others.
    fn review(&self, answer: &str) -> Review {
        let relies_on_nothing = self.about_data && !self.computed;
        let known = match self.disclosure {
            Mode::Shape => Readable::Files,
            Mode::Ask | Mode::Printed => Readable::Disclosed,
        };
        let statement =
            self.format.as_ref().map(|format| format!("\n{}", format.asks_for_statement()));
        if relies_on_nothing
            && grounding::unsupported(answer, &self.question, &self.evidence.readable(known))
        {
            return Review::Reject(format!("{NOT_COMPUTED}{}", statement.unwrap_or_default()));
        }
        match (&self.format, &self.line) {
            (Some(format), Some(line)) => Review::Show(format.put(line, answer)),
            (Some(format), None) if self.computed && self.open && !format.is_in(answer) => {
                Review::Revise(format!("{NOT_IN_FORMAT}{}", statement.unwrap_or_default()))
            }
            _ => Review::Accept,
        }
    }

    /// Has an answer that stands shown with the digits of the results; the transcript keeps the
    /// model's words.
    fn with_digits_as_printed(&self, review: Review, answer: &str) -> Review {
        let as_printed = |text: &str| grounding::as_printed(text, &self.evidence);
        match review {
            Review::Accept => as_printed(answer).map_or(Review::Accept, Review::Show),
            Review::Show(text) => Review::Show(as_printed(&text).unwrap_or(text)),
            review => review,
        }
    }

    /// Returns whether the turn has ended, by its time limit too; see [`agent::Turn::is_over`].
    pub fn is_over(&mut self, now_ms: f64) -> bool {
        self.inner.is_over(now_ms)
    }

    /// Returns a thought that streamed as text; see [`agent::Turn::unopened_thought`].
    pub fn unopened_thought(&self) -> Option<&str> {
        self.inner.unopened_thought()
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

    /// Records that the model could not be called, or that its stream broke; `message` is a
    /// sentence for the user.
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
        let repeats = self.inner.repeats();
        self.guidance.disclosed(&disclosed, repeats - self.repeats.min(repeats));
        self.repeats = repeats;
        let ran = disclosed.ran();
        let (text, images, failed) = disclosed.into_parts();
        // In words that depend on the outcome only if the model may see it.
        self.open = mode != Mode::Shape;
        let next = self.guidance.next(self.format.as_ref(), self.line.is_some(), self.open);
        let if_repeated = ran.then(|| self.guidance.if_repeated(self.format.as_ref()));
        let printed = self.line.is_some() || self.doubted.is_some();
        let format = self.format.as_ref().filter(|_| self.open && printed);
        self.disclosed_line = format.and_then(|format| format.found(&text));
        let text = if self.inner.fences() {
            text::clip(&text, MAX_RESULT_LENGTH_FOR_SMALL)
        } else {
            // What is said after the result of a tool call has to stand in it.
            [Some(text), self.guidance.remedy()]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join("\n\n")
        };
        let call_id = call_id.to_owned();
        self.inner.tool_result(ToolReply { call_id, text, images, failed, next, if_repeated })?;
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

    /// Excludes this time from the turn's limit: the turn waited for the user's consent, or for the
    /// kernel to be ready.
    pub fn waited(&mut self, ms: f64) {
        self.inner.waited(ms);
    }

    /// Returns the answer so far; see [`agent::Turn::answer`].
    pub fn answer(&self) -> &str {
        self.inner.answer()
    }

    /// Returns what a model reads as the answer in later turns, if that is something else than the
    /// answer.
    pub fn answer_for_model(&self) -> Option<&str> {
        match self.inner.messages().last() {
            Some(Message::Assistant { text, calls, .. })
                if calls.is_empty() && text != self.answer() =>
            {
                Some(text)
            }
            _ => None,
        }
    }

    /// Returns what streams now: text, and calls whose arguments [`call::so_far`] reads.
    pub fn partial(&self) -> Partial<'_> {
        self.inner.partial()
    }

    /// Returns the calls that were answered without running anything.
    pub fn refusals(&self) -> &[Refusal] {
        self.inner.refusals()
    }

    /// Returns whether this model writes code blocks instead of tool calls; worth remembering for
    /// its next [`crate::Context::fenced`].
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
