//! The built-in planner as a model: answers from the files' profiles and this turn's outcomes,
//! without any network.
//!
//! The planner reads profiles and outcomes as JSON, since it knows no kernel, and the page passes
//! its queries on as JSON.

use std::sync::Arc;

use app::session::{Chip, Choice, Reading};
use chat::{Delta, FinishReason, ToolCall};
use kernel::{Outcome, Profile};
pub(crate) use planner::abilities;
use planner::{File, Input, Query};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An earlier turn.
pub(crate) struct Exchange {
    /// What was asked.
    pub(crate) question: String,
    /// What was answered.
    pub(crate) answer: String,
    /// The query that ran.
    pub(crate) query: Option<Value>,
    /// The words that the user explained in it.
    pub(crate) explained: Vec<Value>,
}

/// An execution of this turn.
pub(crate) struct Attempt {
    /// The tool call.
    pub(crate) call: ToolCall,
    /// Its outcome.
    pub(crate) outcome: Arc<Outcome>,
}

/// What a menu is of, and what was typed into it.
pub(crate) struct MenuOf<'a> {
    /// The query.
    pub(crate) query: &'a Value,
    /// The part of it.
    pub(crate) chip: u32,
    /// The word that it does not use, instead of a part.
    pub(crate) word: Option<&'a str>,
    /// What was typed.
    pub(crate) typed: &'a str,
}

/// Returns first questions that fit the files.
pub(crate) fn suggestions(profiles: &[Arc<Profile>]) -> Vec<String> {
    planner::suggestions(&files(profiles))
}

/// Returns queries that follow from one, each with what it asks; none if it is not a query.
pub(crate) fn follow_ups(query: &Value, profiles: &[Arc<Profile>]) -> Vec<Choice> {
    let Some(query) = converted::<Query>(query) else { return Vec::new() };
    converted(&planner::follow_ups(&query, &files(profiles))).unwrap_or_default()
}

/// Returns the parts of a query, and the same as one line of text; neither if it is not a query.
pub(crate) fn chips(query: &Value, profiles: &[Arc<Profile>]) -> (Vec<Chip>, String) {
    let Some(query) = converted::<Query>(query) else { return Default::default() };
    let chips = planner::chips(&query, &files(profiles));
    (converted(&chips).unwrap_or_default(), planner::words(&chips))
}

/// Returns what a part of a query can become, or what a word that it does not use may mean.
pub(crate) fn menu(of: MenuOf<'_>, profiles: &[Arc<Profile>]) -> Vec<Choice> {
    let Some(query) = converted::<Query>(of.query) else { return Vec::new() };
    let files = files(profiles);
    let choices = match of.word {
        Some(word) => converted(&planner::meanings(&query, &files, word, of.typed)),
        None => converted(&planner::menu(&query, &files, of.chip, of.typed)),
    };
    choices.unwrap_or_default()
}

/// Returns the query that a user fills in who has no question; `None` without a table.
pub(crate) fn first_query(profiles: &[Arc<Profile>]) -> Option<Value> {
    converted(&planner::first_query(&files(profiles))?)
}

/// Returns what the planner says next, as the pieces of a model's answer, with the query that it is
/// about. `query` is the user's own query, which is carried out as it is.
///
/// # Errors
/// Why that query cannot be carried out, and what to do.
pub(crate) fn reply(
    question: &str,
    profiles: &[Arc<Profile>],
    history: &[Exchange],
    attempts: &[Attempt],
    query: Option<&Value>,
) -> Result<(Vec<Delta>, Option<Reading>), String> {
    let own: Option<Query> = query.and_then(converted);
    if query.is_some() && own.is_none() {
        return Err(words::planner_this_query_was_stored().to_owned());
    }
    let exchange = |exchange: &Exchange| planner::Exchange {
        question: exchange.question.clone(),
        answer: exchange.answer.clone(),
        query: exchange.query.as_ref().and_then(converted),
        explained: exchange.explained.iter().filter_map(converted).collect(),
    };
    let attempt = |Attempt { call, outcome }: &Attempt| {
        Some(planner::Attempt { call: call.clone(), outcome: converted(outcome.as_ref())? })
    };
    let reply = planner::reply(&Input {
        question,
        history: &history.iter().map(exchange).collect::<Vec<_>>(),
        files: &files(profiles),
        attempts: &attempts.iter().filter_map(attempt).collect::<Vec<_>>(),
        query: own.as_ref(),
    });
    let reading = reply.reading.as_ref().and_then(converted);
    Ok((deltas(reply), reading))
}

/// Returns the answer that the planner gives once code that it wrote has run with other files:
/// `attempts` are that code with its new outcomes, `query` is what it was written for. `None` if
/// the planner would run something else first.
pub(crate) fn answer_anew(
    question: &str,
    profiles: &[Arc<Profile>],
    history: &[Exchange],
    attempts: &[Attempt],
    (query, own): (Option<&Value>, bool),
) -> Option<String> {
    let said = |attempts: &[Attempt], query: Option<&Value>| {
        reply(question, profiles, history, attempts, query).ok().map(|(deltas, _)| deltas)
    };
    // Of other files the question may be read otherwise than the code has it.
    let is_own_code = || {
        (0..attempts.len()).all(|at| {
            let code = &attempts[at].call.arguments;
            let calls = |delta: &Delta| matches!(delta, Delta::ToolCall { arguments, .. } if same_code(arguments, code));
            said(&attempts[..at], None).is_some_and(|deltas| deltas.iter().any(calls))
        })
    };
    let query = if !own && is_own_code() { None } else { Some(query?) };
    let deltas = said(attempts, query)?;
    match deltas.as_slice() {
        [Delta::Text(text), Delta::Finish(FinishReason::Stop)] => Some(text.clone()),
        _ => None,
    }
}

/// Returns whether two calls run the same code.
fn same_code(one: &str, other: &str) -> bool {
    let code = |arguments: &str| {
        let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
        arguments.get("code").and_then(Value::as_str).map(str::to_owned)
    };
    code(one).is_some_and(|one| Some(one) == code(other))
}

fn files(profiles: &[Arc<Profile>]) -> Vec<File> {
    let files = profiles.iter().filter_map(|profile| converted(profile.as_ref()));
    planner::with_joins(files.collect())
}

/// Returns the value in the form that the other side has; `None` if it does not fit.
fn converted<T: DeserializeOwned>(value: &impl Serialize) -> Option<T> {
    serde_json::from_value(serde_json::to_value(value).ok()?).ok()
}

/// Converts a reply to the stream of any model.
fn deltas(reply: planner::Reply) -> Vec<Delta> {
    let mut deltas = Vec::new();
    let finish = if reply.calls.is_empty() { FinishReason::Stop } else { FinishReason::ToolCalls };
    if !reply.text.is_empty() {
        deltas.push(Delta::Text(reply.text));
    }
    deltas.extend(reply.calls.into_iter().enumerate().map(|(index, call)| Delta::ToolCall {
        index,
        id: Some(call.id),
        name: Some(call.name),
        arguments: call.arguments,
        extra: None,
    }));
    deltas.push(Delta::Finish(finish));
    deltas
}
