//! A session as the page shows it again.

use std::borrow::Cow;
use std::collections::HashSet;

use app::session::Reran;
use app::session::stored::StoredFile;
use chat::{Effort, Message, Part};
use serde::Serialize;
use serde_json::{Value, json};
use session::log::{Disclosure, End, File, Id, State, StoredOutcome};

use super::reruns;

/// Everything that the page restores.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Session<'a> {
    turns: Vec<Turn<'a>>,
    /// What a model reads of the turns: `[{local, mode, messages}]`.
    history: Vec<Value>,
    /// The code that restores the variables.
    replay: Vec<Cow<'a, str>>,
    model: Option<&'a str>,
    disclosure: Option<Disclosure>,
    seconds: Option<u32>,
    memory: Option<u64>,
    /// How models are asked; none where the settings stay as they are.
    options: Option<Options<'a>>,
    /// The first id that nothing has.
    next_id: Id,
}

/// How the models of the session are asked.
#[derive(Serialize)]
struct Options<'a> {
    temperature: Option<f64>,
    effort: Option<Effort>,
    steps: Option<u32>,
    instructions: &'a str,
}

/// A turn that is shown.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Turn<'a> {
    id: Id,
    question: &'a str,
    model: &'a str,
    answer: &'a str,
    /// What supports the answer's numbers, as JSON.
    claims: String,
    choices: &'a [String],
    not_computed: bool,
    /// The query that it is about, as JSON; empty if there is none.
    reading: &'a str,
    message: Option<&'a str>,
    /// The model that answered in place of the chosen one, if another did.
    fallback: Option<&'a str>,
    /// How its requests were shortened, as a sentence; empty if they were not.
    fitted: &'a str,
    /// What models have thought.
    thoughts: &'a str,
    /// Whether it failed, or the page was closed before it was complete.
    cut_off: bool,
    /// Whether it is complete, or will never be.
    over: bool,
    /// Whether the page does not show all of its outcomes yet.
    changed: bool,
    steps: Vec<Step<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Step<'a> {
    id: Id,
    remark: &'a str,
    /// What supports the remark's numbers, as JSON.
    claims: String,
    purpose: &'a str,
    code: &'a str,
    refused: Option<&'a str>,
    /// The newest outcome, with its large parts by reference.
    outcome: Option<&'a StoredOutcome>,
    /// What running its code again has shown, see [`reruns::reran`].
    reran: Option<Reran>,
    /// Whether the page does not show its outcome yet.
    changed: bool,
}

impl<'a> Session<'a> {
    /// Returns what is shown of this state.
    pub(crate) fn of(state: &'a State) -> Self {
        let settings = state.settings();
        let outdated = state.outdated_steps();
        let past = |turn: session::log::PastTurn| {
            let messages: Vec<_> = turn.messages.iter().map(message).collect();
            json!({ "local": turn.local, "mode": turn.widest, "messages": messages })
        };
        Self {
            turns: state.path().into_iter().map(|turn| Turn::of(turn, state, &outdated)).collect(),
            history: state.history().turns.into_iter().map(past).collect(),
            replay: state.replay().into_iter().map(|rerun| rerun.code).collect(),
            model: settings.model.as_deref(),
            disclosure: settings.disclosure,
            seconds: settings.seconds,
            memory: settings.memory,
            options: Some(Options {
                temperature: settings.temperature,
                effort: settings.effort,
                steps: settings.steps,
                instructions: &settings.instructions,
            }),
            next_id: state.next_id(),
        }
    }

    /// Returns what is shown of this state where the settings stay: `complete` says that the
    /// interpreter has its variables, and the page does not show the outcomes of `changed` steps
    /// yet.
    pub(crate) fn again(state: &'a State, complete: bool, changed: &HashSet<Id>) -> Self {
        let mut session = Self {
            model: None,
            disclosure: None,
            seconds: None,
            memory: None,
            options: None,
            ..Self::of(state)
        };
        if complete {
            session.replay.clear();
        }
        for turn in &mut session.turns {
            for step in &mut turn.steps {
                step.changed = changed.contains(&step.id);
                turn.changed |= step.changed;
            }
        }
        session
    }
}

fn message(message: &Message) -> Value {
    match message {
        Message::System(text) => json!({ "role": "system", "text": text }),
        Message::User(parts) => {
            let text: String = parts
                .iter()
                .filter_map(
                    |part| if let Part::Text(text) = part { Some(text.as_str()) } else { None },
                )
                .collect();
            json!({ "role": "user", "text": text })
        }
        Message::Assistant { text, calls, .. } => {
            json!({ "role": "assistant", "text": text, "calls": calls })
        }
        Message::Tool { call_id, text, .. } => {
            json!({ "role": "tool", "text": text, "call": call_id })
        }
    }
}

impl<'a> Turn<'a> {
    fn of(turn: &'a session::log::Turn, state: &'a State, outdated: &HashSet<Id>) -> Self {
        let now = |claims| {
            let now = state.claims_now(turn, claims, outdated);
            serde_json::to_string(&now).unwrap_or_default()
        };
        let step = |step: &'a session::log::Step| Step {
            id: step.id,
            remark: &step.remark,
            claims: now(&step.claims),
            purpose: &step.purpose,
            code: &step.code,
            refused: step.refused.as_deref(),
            outcome: state.shown_execution(step).and_then(|execution| execution.outcome.as_deref()),
            reran: reruns::of_step(state, step),
            changed: false,
        };
        Self {
            id: turn.id,
            question: &turn.question,
            model: &turn.model,
            answer: &turn.answer,
            claims: now(&turn.claims),
            choices: &turn.choices,
            not_computed: turn.not_computed,
            reading: &turn.reading,
            message: turn.message.as_deref(),
            fallback: turn.fallback.as_deref(),
            fitted: &turn.fitted,
            thoughts: &turn.thoughts,
            cut_off: matches!(turn.end, Some(End::CutOff | End::Error)),
            over: turn.end.is_some(),
            changed: false,
            steps: turn.steps.iter().map(step).collect(),
        }
    }
}

/// Returns the files, without those in whose place a later one was added again. A data file does
/// not take the place of a wheel.
pub(super) fn files(all: &[File]) -> Vec<StoredFile> {
    let place = |file: &File| (file.name.clone(), file.path.clone(), file.wheel.is_some());
    let again = |(at, file): &(usize, &File)| {
        all.iter().skip(at + 1).any(|later| place(later) == place(file))
    };
    all.iter().enumerate().filter(|file| !again(file)).map(|(_, file)| stored(file)).collect()
}

fn stored(File { id, name, bytes, kept, wheel, profile, .. }: &File) -> StoredFile {
    StoredFile {
        id: *id,
        name: name.clone(),
        bytes: *bytes,
        kept: *kept,
        wheel: wheel.clone(),
        encoding: profile.as_ref().and_then(|profile| profile.chosen_encoding.clone()),
        absent: None,
    }
}
