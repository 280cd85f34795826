//! Whether code that ran again produced what it had produced before, and if not, which value was
//! what before and is what now.
//!
//! Numbers are equal within [`TOLERANCE`], also those in text. What changes from run to run by its
//! nature is not compared: durations, memory, the numbers of executions, standard error, addresses
//! of objects, random ids in markup, and the time of the run itself if a text has it. A number
//! that differs is always named.

mod changes;
mod data;
mod text;

use kernel::{Outcome, Shown, Status};
use serde::Serialize;
use serde_json::Value;

pub use self::changes::{Cell, Changes, NewValue, ResultChange, TableChange, changes};
use self::text::{Runs, Span, shortened};

/// The largest relative difference of two numbers that are taken to be the same.
pub const TOLERANCE: f64 = 1e-9;

/// The fewest hexadecimal digits that are an id rather than a word or a number.
const ID_DIGITS: usize = 8;

/// How a sentence about a result begins, before its number.
const RESULT: &str = "result ";

/// An outcome, and when its code began to run, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// What it produced.
    pub outcome: &'a Outcome,
    /// When it began.
    pub ms: u64,
}

/// Returns how an outcome differs from an earlier one of the same code, in words, with the old and
/// the new value; empty if it does not.
pub fn differences(before: Run<'_>, after: Run<'_>) -> Vec<String> {
    let runs = Runs { before: before.span(), after: after.span() };
    let (before, after) = (before.outcome, after.outcome);
    if before.status != after.status {
        return vec![format!("it {} before, and {} now", ended(before), ended(after))];
    }
    let mut found = Vec::new();
    if let (Some(old), Some(new)) = (&before.error, &after.error)
        && (old.name != new.name || !runs.same_text(&old.value, &new.value))
    {
        let (old_value, new_value) = (shortened(&old.value, 0), shortened(&new.value, 0));
        found.push(format!(
            "it ended with {}: {old_value} before, and with {}: {new_value} now",
            old.name, new.name
        ));
    }
    if let Some(change) = runs.text_change(&printed(before), &printed(after)) {
        found.push(format!("what it printed differs: {change}"));
    }
    if before.results.len() == after.results.len() {
        let pairs = before.results.iter().zip(&after.results).zip(1..);
        found.extend(pairs.filter_map(|((old, new), number)| {
            Some(format!("{RESULT}{number}: {}", difference(old, new, &runs)?))
        }));
    } else {
        let (old, new) = (before.results.len(), after.results.len());
        found.push(format!("{} before, {new} now", data::counted(old as u64, "result")));
    }
    found.extend(files(before, after));
    found
}

/// Returns which result a difference is about, from 0; none if it is about something else.
pub fn result_of(difference: &str) -> Option<usize> {
    let (number, _) = difference.strip_prefix(RESULT)?.split_once(": ")?;
    number.parse::<usize>().ok()?.checked_sub(1)
}

impl Run<'_> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a duration has less than 2^63 milliseconds"
    )]
    fn span(&self) -> Span {
        let from = i64::try_from(self.ms).unwrap_or(i64::MAX);
        Span { from, until: from.saturating_add(self.outcome.duration_ms.max(0.0) as i64) }
    }
}

fn close(old: f64, new: f64) -> bool {
    (old - new).abs() <= TOLERANCE * old.abs().max(new.abs())
}

/// Describes how an execution ended.
fn ended(outcome: &Outcome) -> String {
    match (outcome.status, &outcome.error) {
        (Status::Ok, _) => "succeeded".to_owned(),
        (_, Some(error)) => format!("ended with {}", error.name),
        (Status::Error, None) => "failed".to_owned(),
        (Status::Interrupted, None) => "was stopped".to_owned(),
        (Status::Timeout, None) => "exceeded its time limit".to_owned(),
        (Status::Killed, None) => "lost its interpreter".to_owned(),
    }
}

/// Returns standard output without the name of the file that has all of it, which counts the
/// executions.
fn printed(outcome: &Outcome) -> String {
    match &outcome.output {
        Some(path) => outcome.stdout.replace(path.as_str(), "its file"),
        None => outcome.stdout.clone(),
    }
}

/// Returns how a result differs: by its data if it has data, else by what it looks like.
fn difference(old: &Shown, new: &Shown, runs: &Runs) -> Option<String> {
    match (&old.data, &new.data) {
        (Some(old), Some(new)) => {
            if let Some(change) = runs.table_change(old, new) {
                return Some(change);
            }
        }
        (None, None) => {}
        (old, _) => {
            let (before, now) =
                if old.is_some() { ("a table", "not one") } else { ("not a table", "one") };
            return Some(format!("it was {before} before, and is {now} now"));
        }
    }
    let charts = old.chart.as_ref().zip(new.chart.as_ref());
    if let Some((old, new)) = charts
        && let Some(change) =
            runs.value_change(&json(&old.without_view()), &json(&new.without_view()))
    {
        return Some(format!("the data of the chart differs: {change}"));
    }
    if let Some(change) = runs.text_change(&old.text, &new.text) {
        return Some(format!("its text differs: {change}"));
    }
    if !old.mime.keys().eq(new.mime.keys()) {
        let forms =
            |shown: &Shown| shown.mime.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        return Some(format!("it had the forms {} before, and has {} now", forms(old), forms(new)));
    }
    // Of what has data the looks may change, for instance with a font.
    if old.data.is_some() || charts.is_some() {
        return None;
    }
    old.mime.iter().zip(new.mime.values()).find_map(|((form, old), new)| {
        if old == new {
            return None;
        }
        if form.starts_with("image/") {
            return Some("the picture differs".to_owned());
        }
        let change = runs.text_change(&without_ids(old), &without_ids(new))?;
        Some(format!("its content differs: {change}"))
    })
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Returns markup or JSON without random ids: runs of hexadecimal digits, as in a UUID.
fn without_ids(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let (run, after) = rest.split_at(digits.max(first.len_utf8()));
        let is_id = digits >= ID_DIGITS && run.bytes().any(|byte| byte.is_ascii_alphabetic());
        kept.push_str(if is_id { "id" } else { run });
        rest = after;
    }
    kept
}

/// Returns which files under `/out` differ. Of a file the outcome has its size.
fn files(before: &Outcome, after: &Outcome) -> Vec<String> {
    let own = |outcome: &Outcome| -> Vec<(String, u64)> {
        let files =
            outcome.files.iter().filter(|file| outcome.output.as_deref() != Some(&file.path));
        files.map(|file| (file.path.clone(), file.bytes)).collect()
    };
    let (old, new) = (own(before), own(after));
    let size = |files: &[(String, u64)], path: &str| {
        files.iter().find(|(known, _)| known == path).map(|(_, bytes)| *bytes)
    };
    let mut found = Vec::new();
    for (path, bytes) in &old {
        match size(&new, path) {
            None => found.push(format!("{path} was not written again")),
            Some(now) if now != *bytes => {
                found.push(format!("{path} had {bytes} bytes before, and has {now} now"));
            }
            Some(_) => {}
        }
    }
    let added = new.iter().filter(|(path, _)| size(&old, path).is_none());
    found.extend(added.map(|(path, _)| format!("{path} was not written before")));
    found
}

#[cfg(test)]
mod tests;
