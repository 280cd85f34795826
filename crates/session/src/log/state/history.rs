//! What a model reads of the turns that are shown.
//!
//! Text that Python made enters only as the disclosure made it then ([`super::DisclosedText`]); no
//! outcome is read here. Each turn says whether it may leave the page and under which mode it was
//! disclosed, so that `analyst` decides what is sent, as it does for the turns of an open page.

use chat::{Message, ToolCall};

use super::{State, Step, Turn};
use crate::log::{Disclosure, Id};

/// The turns that are shown, for a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The turns that are over, oldest first.
    pub turns: Vec<PastTurn>,
    /// What the user did since the last of them.
    pub since: Vec<Change>,
}

/// A turn, for a model.
#[derive(Clone, Debug, PartialEq)]
pub struct PastTurn {
    /// The turn.
    pub turn: Id,
    /// Whether nothing of it left the page, which then must stay so.
    pub local: bool,
    /// The widest mode under which anything of it was disclosed.
    pub widest: Disclosure,
    /// The question, the calls with their results, and the answer. If the user edited a step's
    /// code, its result says so.
    pub messages: Vec<Message>,
    /// What the user did before it.
    pub before: Vec<Change>,
}

/// Something that the user did between turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Code ran in the console.
    Console {
        /// The code.
        code: String,
    },
    /// A file was removed.
    FileRemoved {
        /// Its name.
        name: String,
    },
    /// The variables were deleted.
    VariablesDeleted,
}

/// A change with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Made {
    pub(super) seq: u64,
    /// The last turn that was shown then.
    pub(super) after: Option<Id>,
    pub(super) change: Change,
}

impl Change {
    /// Describes it for a model. It has what the user typed, and nothing that an execution
    /// produced.
    pub fn note(&self) -> String {
        match self {
            Self::Console { code } => {
                format!("The user ran this code:\n```python\n{}\n```", code.trim_end())
            }
            Self::FileRemoved { name } => format!("The user removed the file {name}."),
            Self::VariablesDeleted => {
                "The user deleted all variables; nothing that earlier code defined exists."
                    .to_owned()
            }
        }
    }
}

impl State {
    /// Returns the history along the turns that are shown. A turn that is not over is not part of
    /// it.
    pub fn history(&self) -> History {
        let mut history = History::default();
        let mut pending = self.changes_after(None);
        for turn in self.path().into_iter().filter(|turn| turn.end.is_some()) {
            let mut past = self.past(turn);
            past.before = std::mem::replace(&mut pending, self.changes_after(Some(turn.id)));
            history.turns.push(past);
        }
        history.since = pending;
        history
    }

    fn changes_after(&self, turn: Option<Id>) -> Vec<Change> {
        let mut here: Vec<&Made> = self.changes.iter().filter(|made| made.after == turn).collect();
        here.sort_by_key(|made| made.seq);
        here.into_iter().map(|made| made.change.clone()).collect()
    }

    fn past(&self, turn: &Turn) -> PastTurn {
        let mut messages = vec![Message::user(turn.question.clone())];
        let disclosed = turn.steps.iter().flat_map(|step| &step.executions);
        let modes = disclosed.filter_map(|id| Some(self.execution(*id)?.disclosed.as_ref()?.mode));
        let widest = modes.fold(turn.disclosure, Ord::max);
        for calls in turn.steps.chunk_by(|left, right| left.reply == right.reply) {
            let remark =
                calls.iter().find(|step| !step.remark.is_empty()).map(|step| step.remark.clone());
            let text = remark.unwrap_or_default();
            let calls_made = calls.iter().map(as_call).collect();
            messages.push(Message::Assistant { text, calls: calls_made, reasoning: Vec::new() });
            messages.extend(
                calls.iter().map(|step| Message::tool(step.call.clone(), self.result(step))),
            );
        }
        if turn.answered {
            let text = turn.for_model.as_ref().unwrap_or(&turn.answer).clone();
            messages.push(Message::assistant(text));
        }
        PastTurn { turn: turn.id, local: turn.local, widest, messages, before: Vec::new() }
    }

    /// Returns what a model reads as the result of a call.
    fn result(&self, step: &Step) -> String {
        let mut executions = step.executions.iter().filter_map(|id| self.execution(*id));
        let called = executions.clone().find(|execution| execution.code == step.called);
        let disclosed = called.and_then(|execution| execution.disclosed.as_ref());
        let first = match (disclosed, &step.refused) {
            (Some(disclosed), _) => disclosed.text.as_str(),
            (None, Some(why)) => why.as_str(),
            (None, None) => "The code has no result: the turn ended before.",
        };
        if step.code == step.called {
            let newest = executions.next_back();
            let again = newest.filter(|newest| called.is_some_and(|called| called.id != newest.id));
            return match again.map(|again| &again.disclosed) {
                None => first.to_owned(),
                Some(Some(disclosed)) => disclosed.text.clone(),
                Some(None) => format!(
                    "{first}\n\nThis code has run again since, after earlier code or a file was changed. Its new result was not shared with you."
                ),
            };
        }
        let edited = executions.rfind(|execution| execution.code == step.code);
        let result = edited.and_then(|execution| execution.disclosed.as_ref());
        let code = step.code.trim_end();
        let note = format!(
            "{first}\n\nThe user has since changed this code to:\n```python\n{code}\n```\n"
        );
        match (result, edited) {
            (Some(disclosed), _) => format!("{note}{}", disclosed.text),
            (None, Some(_)) => format!("{note}It has run. Its result was not shared with you."),
            (None, None) => format!("{note}It has not run yet."),
        }
    }
}

fn as_call(step: &Step) -> ToolCall {
    let arguments = serde_json::json!({ "code": step.called, "purpose": step.purpose }).to_string();
    ToolCall { id: step.call.clone(), name: "run_python".to_owned(), arguments, extra: None }
}
