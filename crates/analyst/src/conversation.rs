//! The memory of a session's earlier turns, and the part of it that is sent to a model.
//!
//! A turn is stored with the widest mode under which it disclosed anything. If a later turn
//! discloses less, only the question of the earlier turn is sent: text that the user did not agree
//! to send is not sent as history either. A turn that was answered inside the page is never sent to
//! a model elsewhere, since the page said that nothing of it leaves.

#[cfg(test)]
mod tests;

use agent::{Fenced, FencedMode, Settings};
use chat::{Message, Options, Part, ToolCall};
use grounding::Evidence;
use kernel::Outcome;

use crate::{
    Context, Mode, Turn, call, completion, program, prompt,
    turn::{Room, Subject},
    window::{self, EARLIER_FIGURE},
};

/// The most characters of history that are sent by default: with the prompt and the answer this
/// fits a context of 16k tokens, and small models fill theirs with the newest turns.
const BUDGET: usize = 24_000;

/// The same for models that write code blocks: small ones, mostly, which read some 100 tokens a
/// second and answer worse after long texts.
const SMALL_BUDGET: usize = 5_000;

/// The turns of a session so far.
#[derive(Clone, Debug)]
pub struct Conversation {
    turns: Vec<Past>,
    budget: usize,
    /// What the session's executions have produced.
    evidence: Evidence,
}

/// An earlier turn, as a conversation remembers it.
#[derive(Clone, Debug)]
pub struct Past {
    /// The question and all that followed.
    pub messages: Vec<Message>,
    /// Whether nothing of it left the page.
    pub local: bool,
    /// The widest mode under which anything of it was disclosed.
    pub mode: Mode,
}

impl Default for Conversation {
    fn default() -> Self {
        Self::new(BUDGET)
    }
}

impl Conversation {
    /// Returns an empty conversation that sends at most `budget` characters of earlier turns.
    pub fn new(budget: usize) -> Self {
        Self { turns: Vec::new(), budget, evidence: Evidence::default() }
    }

    /// Starts a turn: the system prompt for the current files, the history, the question.
    pub fn begin(&self, question: &str, context: &Context, now_ms: f64) -> Turn {
        let mut messages = vec![Message::System(prompt::system(context, question))];
        let (history, lengths) = self.earlier(context);
        let turns = lengths.iter().scan(messages.len(), |at, length| {
            let begins = *at;
            *at += length;
            Some(begins)
        });
        let room =
            Room { turns: turns.collect(), window: context.window.filter(|_| !context.local) };
        messages.extend(history);
        let before = messages.len();
        messages.push(match context.fenced {
            FencedMode::Always => {
                Message::user(format!("{question}\n\n{}", prompt::reminder(question)))
            }
            _ => Message::user(question),
        });
        let mut settings = Settings::new(call::tools());
        settings.read = call::read;
        settings.fenced = fenced(context, question);
        settings.canonical = program::canonical;
        let preferences = &context.preferences;
        settings.max_steps = preferences.steps.unwrap_or(settings.max_steps);
        let options = Options {
            temperature: preferences.temperature,
            effort: preferences.effort,
            ..Options::default()
        };
        // The planner reads no messages, and what it says without computing is its own text.
        settings.review = !context.local;
        let inner = agent::Turn::new(settings, messages, now_ms);
        let mut evidence = self.evidence.clone();
        evidence.set_files(context.files.iter().map(AsRef::as_ref));
        let about_data = !context.files.is_empty();
        let subject = Subject { question: question.to_owned(), evidence, about_data, options };
        Turn::new(
            inner,
            context.model.clone(),
            context.local,
            context.disclosure,
            before,
            room,
            subject,
        )
    }

    /// Remembers a turn, finished or stopped.
    pub fn finish(&mut self, turn: &Turn) {
        self.evidence = turn.evidence().clone();
        let messages = turn.own_messages().to_vec();
        self.turns.push(Past { messages, local: turn.local(), mode: turn.widest() });
    }

    /// Continues a conversation that was stored: remembers its turns, after those that it has.
    pub fn resume(&mut self, turns: impl IntoIterator<Item = Past>) {
        self.turns.extend(turns);
    }

    /// Lets answers rely on what an execution of a stored turn produced; `at` identifies it in
    /// claims.
    pub fn recall(&mut self, at: usize, code: &str, outcome: &Outcome) {
        self.evidence.add_outcome(at, code, outcome);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.turns.clear();
        self.evidence = Evidence::default();
    }

    /// Returns the earlier turns for a model in this context, within the budget.
    pub fn history(&self, context: &Context) -> Vec<Message> {
        self.earlier(context).0
    }

    /// Returns the same, with the number of messages of each turn.
    fn earlier(&self, context: &Context) -> (Vec<Message>, Vec<usize>) {
        let mut turns: Vec<Vec<Message>> =
            self.turns
                .iter()
                .filter(|turn| context.local || !turn.local)
                .map(|turn| {
                    if may_see(turn, context) {
                        turn.messages.clone()
                    } else {
                        question_alone(turn)
                    }
                })
                .map(|turn| if context.fenced == FencedMode::Always { as_text(turn) } else { turn })
                .collect();
        for turn in &mut turns {
            without_images(turn);
            without_reasoning(turn);
        }
        let fenced = context.fenced == FencedMode::Always;
        let budget = if fenced { self.budget.min(SMALL_BUDGET) } else { self.budget };
        for at in 0..turns.len() {
            if turns.iter().map(|turn| size(turn)).sum::<usize>() <= budget {
                break;
            }
            shorten(&mut turns[at]);
        }
        for at in 0..turns.len() {
            if turns.iter().map(|turn| size(turn)).sum::<usize>() <= budget {
                break;
            }
            turns[at] = window::summary(&turns[at]);
        }
        while turns.iter().map(|turn| size(turn)).sum::<usize>() > budget {
            turns.remove(0);
        }
        let lengths: Vec<usize> = turns.iter().map(Vec::len).collect();
        (unique_ids(turns.concat()), lengths)
    }
}

fn fenced(context: &Context, question: &str) -> Fenced {
    Fenced {
        mode: context.fenced,
        languages: ["python", "python3", "py", "ipython", "tool_code", ""].map(str::to_owned).to_vec(),
        tool: call::RUN_PYTHON.to_owned(),
        argument: "code".to_owned(),
        complete: completion::completed,
        setup: prompt::setup(context),
        after_success: "That is what your code printed. If it answers my question, answer it now in words, with these numbers \
                        and without code. Otherwise write the next block."
            .to_owned(),
        after_failure: "Your code failed. Write the whole corrected code in one ```python block.".to_owned(),
        again: format!("My question is: {question}"),
        instead: "No code has run yet, so there is nothing to answer from. Reply with one ```python block that reads the file and \
                  prints what answers my question, and with nothing else."
            .to_owned(),
    }
}

fn may_see(turn: &Past, context: &Context) -> bool {
    context.local || turn.mode <= context.disclosure
}

fn question_alone(turn: &Past) -> Vec<Message> {
    let question = turn.messages.iter().take(1).cloned();
    let note =
        "(Answered earlier. The user's settings do not allow the answer to be repeated here.)"
            .to_owned();
    question.chain([Message::assistant(note)]).collect()
}

/// Rewrites tool calls as code blocks and their results as user messages, for models without a role
/// for tools.
fn as_text(turn: Vec<Message>) -> Vec<Message> {
    let mut plain: Vec<Message> = Vec::new();
    for message in turn {
        match message {
            Message::Assistant { text, calls, .. } => {
                let blocks = calls.iter().map(|call| {
                    format!("```python\n{}\n```", call::so_far(&call.arguments).code.trim_end())
                });
                let parts: Vec<String> =
                    std::iter::once(text).filter(|text| !text.is_empty()).chain(blocks).collect();
                plain.push(Message::assistant(parts.join("\n\n")));
            }
            Message::Tool { text, images, .. } => {
                let images = images.into_iter().map(Part::Image);
                append_user(&mut plain, std::iter::once(Part::Text(text)).chain(images).collect());
            }
            Message::User(parts) => append_user(&mut plain, parts),
            Message::System(text) => plain.push(Message::System(text)),
        }
    }
    plain
}

fn append_user(messages: &mut Vec<Message>, more: Vec<Part>) {
    match messages.last_mut() {
        Some(Message::User(parts)) => parts.extend(more),
        _ => messages.push(Message::User(more)),
    }
}

/// Replaces pictures with a note: they cost many tokens, and the text of their result describes
/// them.
fn without_images(turn: &mut [Message]) {
    for message in turn.iter_mut() {
        match message {
            Message::User(parts) => {
                for part in parts.iter_mut().filter(|part| matches!(part, Part::Image(_))) {
                    *part = Part::Text(EARLIER_FIGURE.to_owned());
                }
            }
            Message::Tool { text, images, .. } => {
                for _ in images.drain(..) {
                    text.push('\n');
                    text.push_str(EARLIER_FIGURE);
                }
            }
            Message::System(_) | Message::Assistant { .. } => {}
        }
    }
}

/// Removes what the model thought: providers demand it back within a turn only, and another model
/// cannot read it.
fn without_reasoning(turn: &mut [Message]) {
    for message in turn.iter_mut() {
        if let Message::Assistant { reasoning, calls, .. } = message {
            reasoning.clear();
            calls.iter_mut().for_each(|call| call.extra = None);
        }
    }
}

/// Shortens the results in a turn: tool messages, and user messages after the question.
fn shorten(turn: &mut [Message]) {
    for message in turn.iter_mut().skip(1) {
        window::shorten(message, window::SHORTENED);
    }
}

fn size(turn: &[Message]) -> usize {
    turn.iter()
        .map(|message| match message {
            Message::System(text) | Message::Tool { text, .. } => text.chars().count(),
            Message::User(parts) => parts
                .iter()
                .map(|part| match part {
                    Part::Text(text) => text.chars().count(),
                    Part::Image(_) => 0,
                })
                .sum(),
            Message::Assistant { text, calls, .. } => {
                text.chars().count()
                    + calls.iter().map(|call| call.arguments.chars().count()).sum::<usize>()
            }
        })
        .sum()
}

/// Renumbers the ids of tool calls. Two turns may have used the same ids (a server that numbers its
/// calls per answer), since a turn only knows the ids of the history that it received.
fn unique_ids(mut messages: Vec<Message>) -> Vec<Message> {
    let mut number = 0;
    let mut renamed: Vec<(String, String)> = Vec::new();
    for message in &mut messages {
        match message {
            Message::Assistant { calls, .. } => {
                renamed.clear();
                for ToolCall { id, .. } in calls {
                    number += 1;
                    let new = format!("call_{number}");
                    renamed.push((std::mem::replace(id, new.clone()), new));
                }
            }
            Message::Tool { call_id, .. } => {
                if let Some((_, new)) = renamed.iter().find(|(old, _)| old == call_id) {
                    call_id.clone_from(new);
                }
            }
            _ => {}
        }
    }
    messages
}
