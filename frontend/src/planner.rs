//! The built-in planner as a model: answers from the files' profiles and this turn's outcomes, without any network.
//!
//! The planner reads the kernel's JSON with types of its own, so that it needs no kernel; this file hands it over.

use std::sync::Arc;

use chat::{Delta, ToolCall};
use kernel::{Outcome, Profile};
use planner::{Attempt, Exchange, File, Input, Seen};
use serde::{Serialize, de::DeserializeOwned};

/// What was run in this turn: each call with its outcome.
#[derive(Default)]
pub(crate) struct Attempts(Vec<Attempt>);

impl Attempts {
    /// Adds one.
    pub(crate) fn push(&mut self, call: ToolCall, outcome: &Outcome) {
        if let Some(outcome) = translated::<Seen>(outcome) {
            self.0.push(Attempt { call, outcome });
        }
    }
}

/// First questions that fit the files.
pub(crate) fn suggestions(profiles: &[Arc<Profile>]) -> Vec<String> {
    planner::suggestions(&files(profiles))
}

/// What the planner says next, as the pieces of a model's answer.
pub(crate) fn reply(
    question: &str,
    profiles: &[Arc<Profile>],
    history: &[Exchange],
    attempts: &Attempts,
) -> Vec<Delta> {
    let files = files(profiles);
    planner::deltas(planner::reply(&Input { question, history, files: &files, attempts: &attempts.0 }))
}

fn files(profiles: &[Arc<Profile>]) -> Vec<File> {
    profiles.iter().filter_map(|profile| translated(profile.as_ref())).collect()
}

/// The same value in the planner's own type.
fn translated<T: DeserializeOwned>(value: &impl Serialize) -> Option<T> {
    serde_json::to_value(value).and_then(serde_json::from_value).ok()
}
