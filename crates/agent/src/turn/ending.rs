//! Ends a turn: with an answer, at a limit, or if it is stopped.

use chat::{FinishReason, Message, Usage};

use super::{State, Turn};
use crate::{Ending, Stopped, draft::Draft, fenced};

/// What the user reads beside an answer that ends where the limit was.
const CUT: &str = "The answer was cut at the model's limit of tokens: its end is missing.";

impl Turn {
    /// Returns whether the turn has ended, by its time limit too. Cheap, so that a driver may ask
    /// with each piece of an answer.
    pub fn is_over(&mut self, now_ms: f64) -> bool {
        self.check_time(now_ms);
        matches!(self.state, State::Done(_))
    }

    /// Ends the turn if its time is over.
    pub(super) fn check_time(&mut self, now_ms: f64) {
        if !matches!(self.state, State::Done(_))
            && now_ms - self.started_ms > self.settings.max_wall_ms
        {
            let minutes = (self.settings.max_wall_ms / 60_000.0).round() as u64;
            self.end(
                Stopped::Time,
                Some(format!(
                    "The answer took longer than {minutes} min and was stopped. Ask for less at once."
                )),
            );
        }
    }

    /// Ends the turn with an answer without calls.
    pub(super) fn conclude(&mut self, draft: Draft, finish: FinishReason, last: bool) {
        // Code that cannot run any more is not an answer if none of the code before it has
        // succeeded.
        let attempt = |text: &str| {
            fenced::code(text, &self.settings.fenced).is_some_and(|code| code.prose.is_empty())
        };
        let failed_to_the_end = last && self.worked.is_empty() && attempt(&draft.text);
        let text = if failed_to_the_end { String::new() } else { draft.text };
        let empty = text.trim().is_empty();
        let thought = !draft.reasoning.is_empty();
        self.state =
            State::Model(Draft { text, usage: Usage::default(), calls: Vec::new(), ..draft });
        let (reason, message) = match finish {
            FinishReason::Filtered => {
                failed("The provider withheld the rest of the answer. Ask in other words.")
            }
            _ if failed_to_the_end => {
                let limit = self.settings.max_steps;
                let message = format!(
                    "None of the {limit} programs that the model wrote ran without an error. Ask for less at once, or choose another model."
                );
                (Stopped::Steps, Some(message))
            }
            ref finish if last => {
                let limit = self.settings.max_steps;
                let mut message = format!(
                    "The limit of {limit} steps was reached; the answer is made of what was known by then. Ask again to go on."
                );
                if *finish == FinishReason::Length && !empty {
                    message = format!("{CUT} {message}");
                }
                (Stopped::Steps, Some(message))
            }
            FinishReason::Length if empty => failed(
                "The model reached its limit of tokens before it wrote an answer. Ask again with less reasoning effort, or choose another model.",
            ),
            _ if empty && thought => failed(
                "The model thought, but wrote no answer. Ask again, or choose another model.",
            ),
            _ if empty => {
                failed("The model returned an empty answer. Ask again, or choose another model.")
            }
            FinishReason::Length => (Stopped::Answered, Some(CUT.to_owned())),
            _ => (Stopped::Answered, None),
        };
        self.end(reason, message);
    }

    /// Ends the turn with an answer that needs no further model call: `shown` is for the user,
    /// `kept` for the transcript. Has no effect unless a model call is next.
    pub fn answer_with(&mut self, shown: String, kept: String) {
        if self.is_ready() {
            self.answer = kept;
            self.end(Stopped::Answered, None);
            self.answer = shown;
        }
    }

    /// Ends the turn. What is under way is kept as far as it is well-formed: the text so far, the
    /// results so far.
    pub(super) fn end(&mut self, reason: Stopped, message: Option<String>) {
        match std::mem::replace(&mut self.state, State::Ready) {
            State::Model(draft) => {
                self.add_usage(draft.usage);
                self.answer = draft.text;
            }
            State::Review(draft, _) => self.answer = draft.text,
            State::Tools(run) => self.messages.extend(run.into_messages(&self.settings.fenced)),
            State::Ready | State::Done(_) => {}
        }
        let said = !self.answer.trim().is_empty();
        let note = if said {
            self.answer.clone()
        } else {
            "(This turn was ended before there was an answer.)".to_owned()
        };
        self.messages.push(Message::assistant(note));
        self.state = State::Done(Ending {
            reason,
            message,
            usage: self.usage,
            steps: self.steps,
            rejected: false,
        });
    }
}

fn failed(message: &str) -> (Stopped, Option<String>) {
    (Stopped::Failed(message.to_owned()), Some(message.to_owned()))
}
