//! The state machine of one turn.
//!
//! When a fenced block is a call. A reply without tool calls whose text has a block in one of [`crate::Fenced::languages`] is
//! taken as a call of [`crate::Fenced::tool`], all its blocks together as one, unless
//! - the mode is never, or the model was asked to answer without tools;
//! - the answer was cut by the limit of tokens inside the block: half a program is not run;
//! - the same code (white space aside) has worked in this turn: then it is quoted, not meant to run again. If the reply is
//!   nothing but that code, the model is told that it has run and asked for words;
//! - something has worked in this turn, the latest result was no error, and the text around the block neither is empty nor
//!   announces further work: then the work is done and the block belongs to the answer.
//!
//! The result of such a call goes back as a user message, since models that need this often have templates without a role for
//! tools. The same holds for the JSON of a tool call written as text.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

mod run;
#[cfg(test)]
mod tests;

use chat::{Delta, FinishReason, Message, Part, Tool, ToolCall, Usage};

use crate::{
    Ending, FencedMode, Partial, PartialCall, Refusal, Settings, Step, Stopped, ToolReply, Violation,
    arguments,
    draft::{Draft, unused},
    fenced::{self, Code},
};
use run::{Answer, Pending, Run};

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
    failures: HashMap<(String, String), usize>,
    /// Code, normalised, that has worked.
    worked: HashSet<String>,
    latest_failed: bool,
    fences: bool,
    refusals: Vec<Refusal>,
}

#[derive(Debug)]
enum State {
    /// The model is to be called.
    Ready,
    /// The model writes.
    Model(Draft),
    /// Tools run.
    Tools(Run),
    Done(Ending),
}

impl Turn {
    /// A turn over a conversation that ends with the question.
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
            refusals: Vec::new(),
        }
    }

    /// What to do next. Asked again before anything was fed back it says the same again, except that the limit of time may
    /// have been reached: a driver may ask at intervals.
    pub fn next(&mut self, now_ms: f64) -> Step {
        if !matches!(self.state, State::Done(_)) && now_ms - self.started_ms > self.settings.max_wall_ms {
            let minutes = self.settings.max_wall_ms / 60_000.0;
            self.end(
                Stopped::Time,
                Some(format!(
                    "The turn took longer than {minutes:.0} min and was ended. Ask for less at once."
                )),
            );
        }
        if matches!(self.state, State::Ready) {
            let spent = self.usage.input + self.usage.output;
            match self.settings.max_tokens {
                Some(limit) if spent >= limit => {
                    let message = format!(
                        "The turn used {spent} tokens, its limit is {limit}. Ask for less at once, or raise the limit."
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
            State::Done(ending) => Step::Done(ending.clone()),
        }
    }

    /// The tools to offer with the call of the model that is asked for; none where the model is to answer with what it has.
    pub fn tools(&self) -> &[Tool] {
        if self.is_last() || self.settings.fenced.mode == FencedMode::Always {
            &[]
        } else {
            &self.settings.tools
        }
    }

    /// Takes in a piece of the model's answer.
    ///
    /// # Errors
    /// [`Violation::NoModelCall`] if no model was called for.
    pub fn delta(&mut self, delta: Delta) -> Result<(), Violation> {
        let State::Model(draft) = &mut self.state else { return Err(Violation::NoModelCall) };
        draft.take(delta);
        Ok(())
    }

    /// The model's stream is over.
    ///
    /// # Errors
    /// [`Violation::NoModelCall`] if no model was called for.
    pub fn model_ended(&mut self) -> Result<(), Violation> {
        let State::Model(draft) = &mut self.state else { return Err(Violation::NoModelCall) };
        let Some(finish) = draft.finish.clone() else {
            let message = "The model's answer was cut off before its end. Ask again.".to_owned();
            self.end(Stopped::Failed(message.clone()), Some(message));
            return Ok(());
        };
        let draft = std::mem::take(draft);
        self.spend(draft.usage);
        let last = self.is_last();
        match self.calls(&draft, &finish).filter(|_| !last) {
            Some(run) => self.start(run),
            None => self.conclude(draft, finish, last),
        }
        Ok(())
    }

    /// The model could not be called, or its stream broke; `message` is a sentence for the person.
    ///
    /// # Errors
    /// [`Violation::NoModelCall`] if no model was called for.
    pub fn model_failed(&mut self, message: String) -> Result<(), Violation> {
        if !matches!(self.state, State::Model(_)) {
            return Err(Violation::NoModelCall);
        }
        self.end(Stopped::Failed(message.clone()), Some(message));
        Ok(())
    }

    /// Takes in the result of a tool call. Results may come in any order.
    ///
    /// # Errors
    /// A [`Violation`] if that call is not under way.
    pub fn tool_result(&mut self, reply: ToolReply) -> Result<(), Violation> {
        let State::Tools(run) = &mut self.state else { return Err(Violation::NoToolCall) };
        let Some(pending) = run.calls.iter_mut().find(|pending| pending.call.id == reply.call_id) else {
            return Err(Violation::UnknownCall(reply.call_id));
        };
        if pending.answer.is_some() {
            return Err(Violation::AnsweredTwice(reply.call_id));
        }
        pending.answer = Some(Answer { text: reply.text, images: reply.images, failed: reply.failed });
        self.finish_run();
        Ok(())
    }

    /// Ends the turn for the person, wherever it is; one that is over stays as it is.
    pub fn stop(&mut self) {
        if !matches!(self.state, State::Done(_)) {
            self.end(Stopped::User, None);
        }
    }

    /// Leaves so much time out of the limit: the turn waited for the person, or for a tool to become ready.
    pub fn waited(&mut self, ms: f64) {
        self.started_ms += ms.max(0.0);
    }

    /// The answer so far: what streams while that is no call, and once the turn is over what the model said last.
    pub fn answer(&self) -> &str {
        match &self.state {
            State::Model(draft) if draft.calls.is_empty() && self.code(&draft.text, None).is_none() => {
                &draft.text
            }
            State::Done(_) => &self.answer,
            _ => "",
        }
    }

    /// What streams now; empty while no model writes.
    pub fn partial(&self) -> Partial<'_> {
        let State::Model(draft) = &self.state else { return Partial::default() };
        if draft.calls.is_empty()
            && let Some(Code { prose, code, .. }) = self.code(&draft.text, None)
        {
            let arguments = self.fenced_arguments(&code);
            let name = Cow::Borrowed(self.settings.fenced.tool.as_str());
            return Partial {
                text: Cow::Owned(prose),
                calls: vec![PartialCall { name, arguments: Cow::Owned(arguments) }],
            };
        }
        let calls = draft.calls.iter().map(|call| PartialCall {
            name: Cow::Borrowed(call.name.as_str()),
            arguments: Cow::Borrowed(call.arguments.as_str()),
        });
        Partial { text: Cow::Borrowed(&draft.text), calls: calls.collect() }
    }

    /// The transcript to keep as history. It is well-formed at any moment; what is under way is not in it yet.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Calls that the loop answered itself, oldest first: unknown tools, unreadable arguments, code that has run already.
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// Whether this model writes its calls as text. Worth remembering per model: [`FencedMode::Always`] fits it from then on.
    pub fn fences(&self) -> bool {
        self.fences
    }

    fn is_last(&self) -> bool {
        self.steps >= self.settings.max_steps
    }

    fn request(&self) -> Vec<Message> {
        let mut messages = self.messages.clone();
        if self.is_last() {
            let note = "No more tool calls are possible in this turn. Answer the question now with what you have, and say what is missing.";
            match messages.last_mut() {
                Some(Message::User(parts)) => parts.push(Part::Text(note.to_owned())),
                _ => messages.push(Message::user(note)),
            }
        }
        messages
    }

    fn spend(&mut self, usage: Usage) {
        self.usage.input += usage.input;
        self.usage.output += usage.output;
    }

    /// The calls that an answer makes, in whichever form.
    fn calls(&mut self, draft: &Draft, finish: &FinishReason) -> Option<Run> {
        if !draft.calls.is_empty() {
            let calls = draft.calls(&mut self.ids);
            let calls = calls.into_iter().map(|call| self.prepare(call)).collect();
            return Some(Run { text: draft.text.clone(), calls, native: true });
        }
        if self.settings.fenced.mode == FencedMode::Never {
            return None;
        }
        let written = fenced::written_calls(&draft.text, &self.settings.tools, &self.settings.fenced.tool);
        let mut calls: Vec<Pending> = Vec::new();
        for call in written {
            let call = ToolCall { id: unused("", &mut self.ids), name: call.name, arguments: call.arguments };
            calls.push(self.prepare(call));
        }
        if calls.is_empty() {
            let Code { prose, code, .. } = self.code(&draft.text, Some(finish))?;
            let call = ToolCall {
                id: unused("", &mut self.ids),
                name: self.settings.fenced.tool.clone(),
                arguments: self.fenced_arguments(&code),
            };
            let repeated = prose.is_empty() && self.worked.contains(&fenced::normalised(&code));
            calls.push(if repeated {
                self.refuse(call, "This code has run already; its result is above. Answer the question in words now, without code.".to_owned())
            } else {
                self.prepare(call)
            });
        }
        Some(Run { text: draft.text.clone(), calls, native: false })
    }

    /// The code of a reply if it is a call; the rule stands at the head of this file.
    fn code(&self, text: &str, finish: Option<&FinishReason>) -> Option<Code> {
        if self.settings.fenced.mode == FencedMode::Never || self.is_last() {
            return None;
        }
        let found = fenced::code(text, &self.settings.fenced)?;
        let cut = finish == Some(&FinishReason::Length) && !found.closed;
        let alone = found.prose.is_empty();
        let repeated = self.worked.contains(&fenced::normalised(&found.code));
        let goes_on =
            self.worked.is_empty() || self.latest_failed || alone || fenced::announces(&found.prose);
        (!cut && goes_on && (alone || !repeated)).then_some(found)
    }

    fn fenced_arguments(&self, code: &str) -> String {
        let mut object = serde_json::Map::new();
        object.insert(self.settings.fenced.argument.clone(), code.into());
        serde_json::Value::Object(object).to_string()
    }

    /// The call ready to run, or answered with what is wrong with it.
    fn prepare(&mut self, call: ToolCall) -> Pending {
        let Some(tool) = self.settings.tools.iter().find(|tool| tool.name == call.name) else {
            let text = arguments::unknown(&call, &self.settings.tools);
            return self.refuse(call, text);
        };
        match (self.settings.read)(tool, &call.arguments) {
            Ok(arguments) => Pending { call: ToolCall { arguments, ..call }, answer: None },
            Err(text) => self.refuse(call, text),
        }
    }

    fn refuse(&mut self, call: ToolCall, text: String) -> Pending {
        self.refusals.push(Refusal { call: call.clone(), text: text.clone() });
        Pending { call, answer: Some(Answer { text, images: Vec::new(), failed: true }) }
    }

    fn start(&mut self, run: Run) {
        self.steps += 1;
        self.fences |= !run.native;
        self.state = State::Tools(run);
        self.finish_run();
    }

    /// Goes on to the model once every call has its answer.
    fn finish_run(&mut self) {
        let State::Tools(run) = &mut self.state else { return };
        if run.calls.iter().any(|pending| pending.answer.is_none()) {
            return;
        }
        let run = std::mem::replace(&mut self.state, State::Ready);
        let State::Tools(run) = run else { return };
        let mut repeated = 0;
        self.latest_failed = false;
        for pending in &run.calls {
            let failed = pending.answer.as_ref().is_some_and(|answer| answer.failed);
            let key = (pending.call.name.clone(), fenced::normalised(&pending.call.arguments));
            if failed {
                self.latest_failed = true;
                let count = self.failures.entry(key).or_default();
                *count += 1;
                repeated = repeated.max(*count);
            } else {
                self.failures.remove(&key);
                if let Some(code) = self.code_of(&pending.call) {
                    self.worked.insert(code);
                }
            }
        }
        self.messages.extend(run.into_messages(&self.settings.fenced));
        if repeated >= self.settings.max_repeats {
            let message = format!(
                "The model made the same failing call {repeated} times, so the turn was ended. Ask in other words."
            );
            self.end(Stopped::Repeats, Some(message));
        }
    }

    /// What a call that worked is remembered by: its code, or its arguments where the tool takes none.
    fn code_of(&self, call: &ToolCall) -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(&call.arguments).ok()?;
        let code = value.get(&self.settings.fenced.argument).and_then(serde_json::Value::as_str);
        Some(fenced::normalised(code.unwrap_or(&call.arguments)))
    }

    /// An answer without calls.
    fn conclude(&mut self, draft: Draft, finish: FinishReason, last: bool) {
        let empty = draft.text.trim().is_empty();
        self.state = State::Model(Draft { usage: Usage::default(), calls: Vec::new(), ..draft });
        let (reason, message) = match finish {
            FinishReason::Filtered => {
                failed("The provider withheld the rest of the answer. Ask in other words.")
            }
            _ if last => {
                let limit = self.settings.max_steps;
                let message = format!(
                    "The limit of {limit} steps was reached; the answer is made of what was known by then. Ask again to go on."
                );
                (Stopped::Steps, Some(message))
            }
            _ if empty => failed("The model returned an empty answer. Ask again, or choose another model."),
            FinishReason::Length => {
                (Stopped::Answered, Some("The answer was cut at the model's limit of tokens.".to_owned()))
            }
            _ => (Stopped::Answered, None),
        };
        self.end(reason, message);
    }

    /// Ends the turn. What is under way is kept as far as it is well-formed: the text so far, the results so far.
    fn end(&mut self, reason: Stopped, message: Option<String>) {
        match std::mem::replace(&mut self.state, State::Ready) {
            State::Model(draft) => {
                self.spend(draft.usage);
                self.answer = draft.text;
            }
            State::Tools(run) => self.messages.extend(run.into_messages(&self.settings.fenced)),
            State::Ready | State::Done(_) => {}
        }
        let said = !self.answer.trim().is_empty();
        let note = if said {
            self.answer.clone()
        } else {
            "(This turn was ended before there was an answer.)".to_owned()
        };
        self.messages.push(Message::Assistant { text: note, calls: Vec::new() });
        self.state = State::Done(Ending { reason, message, usage: self.usage, steps: self.steps });
    }
}

fn failed(message: &str) -> (Stopped, Option<String>) {
    (Stopped::Failed(message.to_owned()), Some(message.to_owned()))
}
