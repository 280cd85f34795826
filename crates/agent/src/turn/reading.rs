//! Interprets a reply of the model: which calls it makes, and whether it can be an answer.

use chat::{FinishReason, Message, ToolCall};

use super::{
    State, Turn,
    run::{Answer, Failure, Pending, Run},
};
use crate::{
    FencedMode, Refusal, arguments, canonical,
    draft::{Draft, unused},
    fenced::{self, Code},
};

/// The answer to code that has succeeded before in this turn, if its result answers the
/// question.
const SAME_CODE_ANSWER: &str = "This code has run already; its result is above. Answer the question in words now, without code.";
/// The same if it does not.
const SAME_CODE: &str = "This code has run already, and its result does not answer the question.";
/// The answer to a call that ends where the limit of tokens was.
const CUT_CALL: &str = "The call was cut at the limit of tokens of one reply, so it was not run. Write shorter code, in several calls \
if necessary.";

impl Turn {
    /// Returns the calls that an answer makes, in either form.
    pub(super) fn calls(&mut self, draft: &Draft, finish: &FinishReason) -> Option<Run> {
        if !draft.calls.is_empty() {
            let calls = draft.calls(&mut self.ids);
            let last = calls.len() - 1;
            // Only the last one can be incomplete, and half a program is not run, even if it can be
            // read as one.
            let cut = |at: usize, call: &ToolCall| {
                *finish == FinishReason::Length
                    && at == last
                    && serde_json::from_str::<serde_json::Value>(&call.arguments).is_err()
            };
            let prepared = calls.into_iter().enumerate().map(|(at, call)| {
                if cut(at, &call) {
                    self.refuse(call, CUT_CALL.to_owned())
                } else {
                    self.prepare(call, true)
                }
            });
            let calls = prepared.collect();
            return Some(Run {
                text: draft.text.clone(),
                calls,
                reasoning: draft.reasoning(),
                native: true,
            });
        }
        if self.settings.fenced.mode == FencedMode::Never {
            return None;
        }
        let mut text = draft.text.clone();
        let written =
            fenced::written_calls(&draft.text, &self.settings.tools, &self.settings.fenced.tool);
        let mut calls: Vec<Pending> = Vec::new();
        let (last, cut) =
            (written.len(), *finish == FinishReason::Length && fenced::breaks_off(&draft.text));
        for (at, call) in written.into_iter().enumerate() {
            let call = ToolCall {
                id: unused("", &mut self.ids),
                name: call.name,
                arguments: call.arguments,
                extra: None,
            };
            calls.push(if cut && at + 1 == last {
                self.refuse(call, CUT_CALL.to_owned())
            } else {
                self.prepare(call, false)
            });
        }
        if calls.is_empty() {
            let Code { prose, code, end, .. } = self.code(&draft.text, Some(finish))?;
            text.truncate(end);
            let call = ToolCall {
                id: unused("", &mut self.ids),
                name: self.settings.fenced.tool.clone(),
                arguments: self.fenced_arguments(&code),
                extra: None,
            };
            let repeated = prose.is_empty() && self.has_worked(&code);
            calls.push(if repeated {
                let next = self.latest_next.clone();
                let text = if next.is_some() { SAME_CODE } else { SAME_CODE_ANSWER };
                let mut refused = self.refuse(call, text.to_owned());
                if let Some(answer) = &mut refused.answer {
                    answer.next = next;
                }
                refused
            } else {
                self.prepare(call, false)
            });
        }
        Some(Run { text: text.trim_end().to_owned(), calls, reasoning: Vec::new(), native: false })
    }

    /// Returns the code of a reply if it is a call; see [`super`] for the rule.
    pub(super) fn code(&self, text: &str, finish: Option<&FinishReason>) -> Option<Code> {
        if self.settings.fenced.mode == FencedMode::Never || self.is_last() {
            return None;
        }
        let found = fenced::code(text, &self.settings.fenced)?;
        let truncated = finish == Some(&FinishReason::Length) && !found.closed;
        let alone = found.prose.is_empty();
        let repeated = self.has_worked(&found.code);
        let goes_on = self.worked.is_empty()
            || self.latest_failed
            || alone
            || fenced::announces(&found.prose);
        (!truncated && goes_on && (alone || !repeated)).then_some(found)
    }

    pub(super) fn fenced_arguments(&self, code: &str) -> String {
        let mut object = serde_json::Map::new();
        object.insert(self.settings.fenced.argument.clone(), self.completed(code).into());
        serde_json::Value::Object(object).to_string()
    }

    /// Returns whether this code has succeeded in this turn, with what it was completed with before
    /// it or without.
    fn has_worked(&self, code: &str) -> bool {
        let code = (self.settings.canonical)(code);
        self.worked.iter().any(|worked| worked.ends_with(&code))
    }

    fn completed(&self, code: &str) -> String {
        let fenced = &self.settings.fenced;
        (fenced.complete)(code, if self.worked.is_empty() { &fenced.setup } else { "" })
    }

    /// Returns the call ready to run, or answered with what is wrong with it. `native` is whether
    /// it came as a tool call rather than as text.
    fn prepare(&mut self, call: ToolCall, native: bool) -> Pending {
        let Some(tool) = self.settings.tools.iter().find(|tool| tool.name == call.name) else {
            let text = arguments::unknown(&call, &self.settings.tools);
            return self.refuse(call, text);
        };
        match (self.settings.read)(tool, &call.arguments) {
            Ok(arguments) => {
                let call = ToolCall { arguments, ..call };
                match self.failures.get(&self.failed_key(&call)).and_then(Failure::repeated) {
                    Some((text, next)) => self.refuse_again(call, text, next, native),
                    None => Pending { call, answer: None },
                }
            }
            Err(text) => self.refuse(call, text),
        }
    }

    /// Answers a call that has failed before. What is to be done is part of the result of a tool
    /// call, since no other message follows it.
    fn refuse_again(
        &mut self,
        call: ToolCall,
        text: String,
        next: String,
        native: bool,
    ) -> Pending {
        let text = if native { format!("{text}\n\n{next}") } else { text };
        let mut refused = self.refuse(call, text);
        if let Some(answer) = &mut refused.answer {
            answer.next = Some(next);
        }
        refused
    }

    fn refuse(&mut self, call: ToolCall, text: String) -> Pending {
        self.refusals.push(Refusal { call: call.clone(), text: text.clone() });
        Pending { call, answer: Some(Answer { text, failed: true, ..Answer::default() }) }
    }

    /// Returns what identifies a call: its tool with its code in the canonical form, or with its
    /// arguments if it has no code.
    pub(super) fn key(&self, call: &ToolCall) -> (String, String) {
        let code = self.code_of(call).map(|code| (self.settings.canonical)(&code));
        (call.name.clone(), code.unwrap_or_else(|| canonical::normalised(&call.arguments)))
    }

    /// Returns what identifies a call among those that failed. Code that succeeded in between ends
    /// the completion of code, so that the same code would be another.
    fn failed_key(&self, call: &ToolCall) -> (String, String) {
        let key = self.key(call);
        let fenced = &self.settings.fenced;
        match self
            .code_of(call)
            .filter(|_| !self.worked.is_empty() && !self.failures.contains_key(&key))
        {
            Some(code) => {
                (key.0, (self.settings.canonical)(&(fenced.complete)(&code, &fenced.setup)))
            }
            None => key,
        }
    }

    fn code_of(&self, call: &ToolCall) -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(&call.arguments).ok()?;
        Some(value.get(&self.settings.fenced.argument)?.as_str()?.to_owned())
    }

    /// Returns whether a reply without calls cannot be an answer; see [`super`] for the rule.
    pub(super) fn cannot_be_answer(&self, text: &str) -> bool {
        let mode = self.settings.fenced.mode;
        if self.sent_back || mode == FencedMode::Never {
            return false;
        }
        let started = self.steps > 0;
        // Calls of known tools have already been taken as calls.
        if fenced::has_call(text, started) {
            return true;
        }
        !started
            && mode != FencedMode::Always
            && self.settings.tools.iter().any(|tool| fenced::mentions_call(text, &tool.name))
    }

    /// Asks for code instead of a reply that cannot be an answer.
    pub(super) fn send_back(&mut self, text: String) {
        self.sent_back = true;
        self.fences = true;
        self.messages.push(Message::assistant(text));
        self.messages.push(Message::user(self.settings.fenced.instead.clone()));
        self.state = State::Ready;
    }
}
