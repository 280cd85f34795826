//! The state machine of one turn.
//!
//! When a fenced block counts as a call: a reply without tool calls whose text has a block in one
//! of [`crate::Fenced::languages`] is taken as a call of [`crate::Fenced::tool`], all its blocks
//! together as one, unless
//!
//! - the mode is never, or the model was asked to answer without tools;
//! - the token limit truncated the answer inside the block: half a program is not run;
//! - the same code (ignoring white space) has succeeded in this turn: then it is a quotation. If
//!   the reply is nothing but that code, the model is informed that it has run and asked to answer
//!   in words;
//! - code has succeeded in this turn, the latest result was not an error, and the text around the
//!   block is neither empty nor announces further work: then the work is done and the block belongs
//!   to the answer.
//!
//! A reply without a call is sent back, once per turn, if it cannot be an answer: it is the JSON of
//! a call of an unknown tool; or, before anything has run, it contains such JSON or writes a tool's
//! name as in a call that cannot be parsed. Any other reply without a call is an answer, which the
//! driver reviews if [`Settings::review`] is set.
//!
//! Text after the last block of a reply was written before the code ran; it is dropped, neither
//! shown nor kept.
//!
//! Code that has failed in this turn does not run again, in whatever form the call comes: it is
//! answered with the failure, and with what the driver said is to be done then. What counts is the
//! code in the form that [`Settings::canonical`] returns.
//!
//! The result of such a call is sent as a user message, since models that need this often have
//! templates without a role for tools. The same holds for the JSON of a tool call written as text.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

mod ending;
mod reading;
mod run;
#[cfg(test)]
mod tests;

use chat::{Delta, FinishReason, Message, Part, Tool, Usage};

use crate::{
    Ending, FencedMode, Partial, PartialCall, Refusal, Review, Settings, Step, Stopped, ToolReply,
    Violation, draft::Draft, fenced::Code,
};
use run::{Answer, Failure, Run};

/// One turn, from the question to the ending.
#[derive(Debug)]
pub struct Turn {
    settings: Settings,
    started_ms: f64,
    messages: Vec<Message>,
    ids: HashSet<String>,
    state: State,
    answer: String,
    steps: usize,
    usage: Usage,
    failures: HashMap<(String, String), Failure>,
    /// Code that has succeeded, in its canonical form.
    worked: HashSet<String>,
    latest_failed: bool,
    /// What the driver said is next after the latest calls.
    latest_next: Option<String>,
    /// Where in the messages each of the latest failures begins, up to the latest success.
    failed_at: Vec<usize>,
    /// Whether a call was written as text, and whether one came as a tool call.
    fences: bool,
    calls_natively: bool,
    sent_back: bool,
    /// Whether the model was asked for another answer after a review.
    rejected: bool,
    refusals: Vec<Refusal>,
}

#[derive(Debug)]
enum State {
    /// The model has to be called.
    Ready,
    /// The model is writing.
    Model(Draft),
    /// Tools are running.
    Tools(Run),
    /// An answer is complete, and awaits its review.
    Review(Draft, FinishReason),
    Done(Ending),
}

impl Turn {
    /// Creates a turn over a conversation that ends with the question.
    pub fn new(settings: Settings, messages: Vec<Message>, now_ms: f64) -> Self {
        let calls = messages.iter().filter_map(|message| match message {
            Message::Assistant { calls, .. } => Some(calls),
            _ => None,
        });
        let ids = calls.flatten().map(|call| call.id.clone()).collect();
        Self {
            fences: settings.fenced.mode == FencedMode::Always,
            settings,
            started_ms: now_ms,
            messages,
            ids,
            state: State::Ready,
            answer: String::new(),
            steps: 0,
            usage: Usage::default(),
            failures: HashMap::new(),
            worked: HashSet::new(),
            latest_failed: false,
            latest_next: None,
            failed_at: Vec::new(),
            calls_natively: false,
            sent_back: false,
            rejected: false,
            refusals: Vec::new(),
        }
    }

    /// Returns what to do next. Called again before anything was fed back, it returns the same,
    /// unless the time limit has been reached: a driver may poll.
    pub fn next(&mut self, now_ms: f64) -> Step {
        self.check_time(now_ms);
        if matches!(self.state, State::Ready) {
            let spent = self.usage.input + self.usage.output;
            match self.settings.max_tokens {
                Some(limit) if spent >= limit => {
                    let message = format!(
                        "The answer used {spent} tokens, its limit is {limit}. Ask for less at once, or raise the limit."
                    );
                    self.end(Stopped::Tokens, Some(message));
                }
                _ => self.state = State::Model(Draft::default()),
            }
        }
        match &self.state {
            State::Ready | State::Model(_) => Step::CallModel(self.request()),
            State::Tools(run) => {
                let open = run.calls.iter().filter(|pending| pending.answer.is_none());
                Step::RunTools(open.map(|pending| pending.call.clone()).collect())
            }
            State::Review(draft, _) => Step::Review(draft.text.clone()),
            State::Done(ending) => Step::Done(ending.clone()),
        }
    }

    /// Returns the tools to offer with the model call; none if the model has to answer with what it
    /// has.
    pub fn tools(&self) -> &[Tool] {
        if self.is_last() || self.sent_back || self.settings.fenced.mode == FencedMode::Always {
            &[]
        } else {
            &self.settings.tools
        }
    }

    /// Accepts a piece of the model's answer.
    ///
    /// # Errors
    /// [`Violation::NoModelCall`] if no model call is under way.
    pub fn delta(&mut self, delta: Delta) -> Result<(), Violation> {
        let State::Model(draft) = &mut self.state else { return Err(Violation::NoModelCall) };
        draft.take(delta);
        Ok(())
    }

    /// Returns the thought that streamed as text, since no tag opened it; it is not part of the
    /// answer.
    pub fn unopened_thought(&self) -> Option<&str> {
        match &self.state {
            State::Model(draft) => draft.unopened(),
            _ => None,
        }
    }

    /// Reports that the model's stream has ended.
    ///
    /// # Errors
    /// [`Violation::NoModelCall`] if no model call is under way.
    pub fn model_ended(&mut self) -> Result<(), Violation> {
        let State::Model(draft) = &mut self.state else { return Err(Violation::NoModelCall) };
        let Some(finish) = draft.finish.clone() else {
            let message = "The model's answer was cut off before its end. Ask again.".to_owned();
            self.end(Stopped::Failed(message.clone()), Some(message));
            return Ok(());
        };
        let draft = std::mem::take(draft);
        self.add_usage(draft.usage);
        let last = self.is_last();
        match self.calls(&draft, &finish).filter(|_| !last) {
            Some(run) => self.start(run),
            None if !last && self.cannot_be_answer(&draft.text) => self.send_back(draft.text),
            None if self.settings.review && !draft.text.trim().is_empty() => {
                self.state = State::Review(draft, finish);
            }
            None => self.conclude(draft, finish, last),
        }
        Ok(())
    }

    /// Accepts the judgement of the answer that [`Step::Review`] submitted.
    ///
    /// # Errors
    /// [`Violation::NoReview`] if no answer awaits one.
    pub fn reviewed(&mut self, review: Review) -> Result<(), Violation> {
        let State::Review(draft, finish) = &mut self.state else { return Err(Violation::NoReview) };
        let (draft, finish) = (std::mem::take(draft), finish.clone());
        // At the limit of steps no other answer can be asked for.
        let last = self.is_last();
        match review {
            Review::Reject(message) | Review::Revise(message) if !self.rejected && !last => {
                self.rejected = true;
                // It was offered tools and called none.
                self.fences |= self.steps == 0 && self.settings.fenced.mode == FencedMode::Auto;
                self.messages.push(Message::assistant(draft.text));
                self.messages.push(Message::user(message));
                self.state = State::Ready;
            }
            review => {
                self.conclude(draft, finish, last);
                if let State::Done(ending) = &mut self.state {
                    ending.rejected = !last && matches!(review, Review::Reject(_));
                }
                if let Review::Show(text) = review {
                    self.answer = text;
                }
            }
        }
        Ok(())
    }

    /// Reports that the model could not be called, or that its stream failed; `message` is a
    /// sentence for the user.
    ///
    /// # Errors
    /// [`Violation::NoModelCall`] if no model call is under way.
    pub fn model_failed(&mut self, message: String) -> Result<(), Violation> {
        if !matches!(self.state, State::Model(_)) {
            return Err(Violation::NoModelCall);
        }
        self.end(Stopped::Failed(message.clone()), Some(message));
        Ok(())
    }

    /// Accepts the result of a tool call. Results may come in any order.
    ///
    /// # Errors
    /// A [`Violation`] if that call is not under way.
    pub fn tool_result(&mut self, reply: ToolReply) -> Result<(), Violation> {
        let State::Tools(run) = &mut self.state else { return Err(Violation::NoToolCall) };
        let Some(pending) = run.calls.iter_mut().find(|pending| pending.call.id == reply.call_id)
        else {
            return Err(Violation::UnknownCall(reply.call_id));
        };
        if pending.answer.is_some() {
            return Err(Violation::AnsweredTwice(reply.call_id));
        }
        let ToolReply { text, images, failed, next, if_repeated, .. } = reply;
        pending.answer = Some(Answer { text, images, failed, next, if_repeated });
        self.finish_run();
        Ok(())
    }

    /// Ends the turn for the user, in any state; a turn that is over does not change.
    pub fn stop(&mut self) {
        if !matches!(self.state, State::Done(_)) {
            self.end(Stopped::User, None);
        }
    }

    /// Excludes `ms` from the time limit: the turn waited for the user, or for a tool to become
    /// ready.
    pub fn waited(&mut self, ms: f64) {
        self.started_ms += ms.max(0.0);
    }

    /// Returns the answer so far: the streamed text unless it is a call, and once the turn is over
    /// the model's last text.
    pub fn answer(&self) -> &str {
        match &self.state {
            State::Model(draft)
                if draft.calls.is_empty() && self.code(&draft.text, None).is_none() =>
            {
                &draft.text
            }
            State::Review(draft, _) => &draft.text,
            State::Done(_) => &self.answer,
            _ => "",
        }
    }

    /// Returns what is streaming now; empty while no model call is under way.
    pub fn partial(&self) -> Partial<'_> {
        let State::Model(draft) = &self.state else { return Partial::default() };
        if draft.calls.is_empty()
            && let Some(Code { lead, code, .. }) = self.code(&draft.text, None)
        {
            let arguments = self.fenced_arguments(&code);
            let name = Cow::Borrowed(self.settings.fenced.tool.as_str());
            return Partial {
                text: Cow::Owned(lead),
                calls: vec![PartialCall { name, arguments: Cow::Owned(arguments) }],
            };
        }
        let calls = draft.calls.iter().map(|call| PartialCall {
            name: Cow::Borrowed(call.name.as_str()),
            arguments: Cow::Borrowed(call.arguments.as_str()),
        });
        Partial { text: Cow::Borrowed(&draft.text), calls: calls.collect() }
    }

    /// Returns the transcript to keep as history. It is well-formed at any moment; what is under
    /// way is not in it yet.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Returns the calls that the loop answered itself, oldest first: unknown tools, invalid
    /// arguments, code that has already run.
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// Returns how many calls were not run because the same one had failed before in this turn.
    pub fn repeats(&self) -> usize {
        self.failures.values().map(|failure| failure.count.saturating_sub(1)).sum()
    }

    /// Returns whether the latest call failed, in a turn in which the model has made a failing call
    /// again.
    pub fn is_repeating(&self) -> bool {
        self.latest_failed && self.repeats() > 0
    }

    /// Returns whether a model call is next.
    pub fn is_ready(&self) -> bool {
        matches!(self.state, State::Ready)
    }

    /// Returns whether this model writes its calls as text and only so. Worth storing per model:
    /// [`FencedMode::Always`] then fits it.
    pub fn fences(&self) -> bool {
        self.fences && !self.calls_natively
    }

    fn is_last(&self) -> bool {
        self.steps >= self.settings.max_steps
    }

    fn request(&self) -> Vec<Message> {
        let mut messages = self.messages.clone();
        self.forget_failures(&mut messages);
        if self.is_last() {
            let note = "No more tool calls are possible in this turn. Answer the question now with what you have, and say what is missing.";
            match messages.last_mut() {
                Some(Message::User(parts)) => parts.push(Part::Text(note.to_owned())),
                _ => messages.push(Message::user(note)),
            }
        }
        messages
    }

    fn add_usage(&mut self, usage: Usage) {
        self.usage += usage;
    }

    fn start(&mut self, run: Run) {
        self.steps += 1;
        self.fences |= !run.native;
        self.calls_natively |= run.native;
        self.state = State::Tools(run);
        self.finish_run();
    }

    /// Continues with the model once every call has its answer.
    fn finish_run(&mut self) {
        let State::Tools(run) = &mut self.state else { return };
        if run.calls.iter().any(|pending| pending.answer.is_none()) {
            return;
        }
        let run = std::mem::replace(&mut self.state, State::Ready);
        let State::Tools(run) = run else { return };
        let mut repeated = 0;
        self.latest_failed = false;
        self.latest_next =
            run.calls.iter().rev().find_map(|pending| pending.answer.as_ref()?.next.clone());
        for pending in &run.calls {
            let key = self.key(&pending.call);
            let Some(answer) = pending.answer.as_ref().filter(|answer| answer.failed) else {
                self.failures.remove(&key);
                self.worked.insert(key.1);
                continue;
            };
            self.latest_failed = true;
            let failure = self.failures.entry(key).or_default();
            failure.count += 1;
            repeated = repeated.max(failure.count);
            if answer.if_repeated.is_some() {
                failure.text.clone_from(&answer.text);
                failure.if_repeated.clone_from(&answer.if_repeated);
            }
        }
        if self.latest_failed {
            self.failed_at.push(self.messages.len());
        } else {
            self.failed_at.clear();
        }
        self.messages.extend(run.into_messages(&self.settings.fenced));
        if repeated >= self.settings.max_repeats {
            let message = format!(
                "The model made the same failing call {repeated} times, so the answer was stopped. Ask in other words."
            );
            self.end(Stopped::Repeats, Some(message));
        }
    }
}
