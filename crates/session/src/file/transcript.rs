//! From the state of a session to the transcript that exports are written from.
//!
//! A transcript has what is shown: the turns of the path with the code that ran last for each step,
//! and the console's executions between them. What never ran, other branches and undone turns are
//! left out.

use std::collections::{BTreeMap, BTreeSet};

use exports::{
    Check, Claim, DataFile, Entry, Environment, FormerFile, Step, Transcript, Turn, Usage, Wheel,
};
use grounding::{Run, superseded};
use kernel::{Outcome, Status};
use serde::Deserialize;

use crate::log::{BlobRef, Disclosure, End, Execution, File, Id, Origin, PAGE_CLOSED, State};

/// What a session does not know of the interpreter that it had.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Interpreter {
    /// The version of Python.
    pub python: Option<String>,
    /// The versions of the packages that were imported, by name.
    pub packages: BTreeMap<String, String>,
    /// The seed of the random generators.
    pub seed: Option<u32>,
}

/// Returns the transcript of what a session shows. `find` returns the bytes of a blob; an output
/// without them is left out.
pub fn transcript(
    state: &State,
    interpreter: Interpreter,
    find: impl Fn(&BlobRef) -> Option<Vec<u8>>,
) -> Transcript {
    let outcome = |execution: &Execution| match &execution.outcome {
        Some(stored) => crate::log::attach(stored, &find).0,
        // Its kernel was lost meanwhile.
        None => Outcome { status: Status::Killed, ..Outcome::default() },
    };
    let step = |purpose: &str, execution: &Execution| Step {
        purpose: purpose.to_owned(),
        code: execution.as_run().into_owned(),
        outcome: outcome(execution),
        ..Step::default()
    };
    let console = |after: Option<Id>| {
        consoles(state, after).map(|execution| Entry::Console(step("", execution)))
    };
    let outdated = state.outdated_steps();
    let mut entries: Vec<Entry> = console(None).collect();
    for turn in state.path() {
        let steps = turn.steps.iter();
        let mut steps: Vec<Step> = steps
            .filter_map(|called| {
                let outdated = outdated.contains(&called.id);
                Some(Step { outdated, ..step(&called.purpose, last(state, called)?) })
            })
            .collect();
        let runs: Vec<_> = steps.iter().map(|step| Run::new(&step.code, &step.outcome)).collect();
        for (step, superseded) in steps.iter_mut().zip(superseded(&runs)) {
            step.superseded = superseded;
        }
        entries.push(Entry::Turn(written(
            turn,
            steps,
            &state.claims_now(turn, &turn.claims, &outdated),
        )));
        entries.extend(console(Some(turn.id)));
    }
    Transcript {
        title: state.title(),
        created: i64::try_from(state.created_ms()).ok().filter(|ms| *ms > 0),
        updated: i64::try_from(state.changed_ms()).ok().filter(|ms| *ms > 0),
        files: newest(state).map(|file| data_file(state, file)).collect(),
        wheels: state.files().iter().filter_map(wheel).collect(),
        environment: environment(state, interpreter),
        check: state.check().map(check),
        usage: used(&state.usage()),
        entries,
    }
}

/// Returns the data files, without those that another one has replaced, or in whose place a later
/// one was added again.
fn newest(state: &State) -> impl Iterator<Item = &File> {
    let is_data = |file: &&File| file.wheel.is_none();
    let files: Vec<&File> = state.current_files().filter(is_data).collect();
    let is_newest = |(at, file): &(usize, &File)| {
        let mut later = files.iter().skip(at + 1);
        !later.any(|other| (&other.name, &other.path) == (&file.name, &file.path))
    };
    let newest = files.iter().copied().enumerate().filter(is_newest).map(|(_, file)| file);
    newest.collect::<Vec<_>>().into_iter()
}

/// Returns what a transcript of the session refers to, each blob once.
pub fn blobs_of_shown(state: &State) -> Vec<&BlobRef> {
    let steps =
        state.path().into_iter().flat_map(|turn| &turn.steps).filter_map(|step| last(state, step));
    let turns = state.path().into_iter().map(|turn| Some(turn.id));
    let console = std::iter::once(None).chain(turns).flat_map(|after| consoles(state, after));
    once(steps.chain(console).flat_map(parts))
}

/// Returns everything that the records refer to, each blob once: outputs of all branches, and
/// bodies of requests.
pub fn blobs_of_all(state: &State) -> Vec<&BlobRef> {
    let bodies = state.requests().iter().filter_map(|sent| sent.body.as_ref());
    once(state.executions().iter().flat_map(parts).chain(bodies))
}

fn parts(execution: &Execution) -> impl Iterator<Item = &BlobRef> {
    execution.outcome.iter().flat_map(|outcome| &outcome.parts).map(|part| &part.blob)
}

fn once<'a>(blobs: impl Iterator<Item = &'a BlobRef>) -> Vec<&'a BlobRef> {
    let mut seen = BTreeSet::new();
    blobs.filter(|blob| seen.insert(&blob.sha256)).collect()
}

/// Returns the execution of a step that is shown: one that ended, else the newest.
fn last<'a>(state: &'a State, step: &crate::log::Step) -> Option<&'a Execution> {
    let newest = || state.execution(*step.executions.last()?);
    state.shown_execution(step).or_else(newest)
}

/// Returns what ran in the console while this turn was the last one that was shown.
fn consoles(state: &State, after: Option<Id>) -> impl Iterator<Item = &Execution> {
    state.executions().iter().filter(move |execution| execution.origin == Origin::Console { after })
}

fn written(turn: &crate::log::Turn, steps: Vec<Step>, claims: &[grounding::Claim]) -> Turn {
    let claim = |claim: &grounding::Claim| {
        Some(Claim {
            span: claim.span.clone(),
            note: claim.note()?,
            marked: claim.support.is_marked(),
            doubts: claim
                .lineage
                .iter()
                .map(|from| format!("The data is {from}."))
                .chain(claim.doubts.iter().cloned())
                .collect(),
            is_name: claim.support == grounding::Support::UnknownName,
        })
    };
    Turn {
        question: turn.question.clone(),
        read_as: read_as(&turn.reading),
        model: match &turn.fallback {
            Some(fallback) => Some(format!("{fallback}, since {} did not answer", turn.model)),
            None => Some(turn.model.clone()).filter(|model| !model.is_empty()),
        },
        usage: used(&turn.usage),
        answer: turn.answer.clone(),
        stopped: stopped(turn),
        // The log has a model's limit as the end of the turn, with its sentence.
        cut_off: false,
        not_computed: turn.not_computed,
        claims: claims.iter().filter_map(claim).collect(),
        steps,
    }
}

/// Returns what a stored query asks, in words; none if it was not carried out, or if the
/// answer begins with it.
fn read_as(reading: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Reading {
        label: String,
        doubtful: bool,
    }
    let Reading { label, doubtful } = serde_json::from_str(reading).ok()?;
    (!label.is_empty() && !doubtful).then_some(label)
}

/// Returns what replies have used, if any was reported.
fn used(usage: &crate::log::Usage) -> Option<Usage> {
    let crate::log::Usage { replies, reported, priced, tokens, costs } = usage;
    let incomplete = reported < replies || (*priced > 0 && priced < reported);
    let (input, output, costs) = (tokens.input, tokens.output, costs.clone());
    (*reported > 0).then_some(Usage { input, output, costs, incomplete })
}

/// Returns why a turn ended early.
fn stopped(turn: &crate::log::Turn) -> Option<String> {
    let why = match turn.end {
        Some(End::Answered) => return turn.message.clone(),
        Some(End::Limit) => "The answer ended at a limit.",
        Some(End::Stopped) => "The answer was stopped.",
        Some(End::Error) => "The answer ended with an error.",
        Some(End::CutOff) => PAGE_CLOSED,
        None => "The answer was not complete when this was exported.",
    };
    Some(turn.message.clone().unwrap_or_else(|| why.to_owned()))
}

fn check(found: crate::log::Check) -> Check {
    let crate::log::Check { ms, compared, left_out, different, other_runtime } = found;
    let ms = i64::try_from(ms).unwrap_or_default();
    Check { ms, compared, different, other_runtime, left_out, tolerance: crate::log::TOLERANCE }
}

fn data_file(state: &State, file: &File) -> DataFile {
    let name = state.name_of(file);
    let former =
        std::iter::successors(state.former_file(file.id), |former| state.former_file(former.id));
    DataFile {
        name: name.to_owned(),
        path: file.path.clone().unwrap_or_else(|| format!("/data/{name}")),
        bytes: file.bytes,
        sha256: file.sha256.clone(),
        former: former
            .map(|file| FormerFile { bytes: file.bytes, sha256: file.sha256.clone() })
            .collect(),
    }
}

fn wheel(file: &File) -> Option<Wheel> {
    let crate::log::Wheel { name, version, sha256, .. } = file.wheel.clone()?;
    Some(Wheel { name, version, file: file.name.clone(), bytes: file.bytes, sha256 })
}

fn environment(state: &State, interpreter: Interpreter) -> Environment {
    let Interpreter { python, packages, seed } = interpreter;
    let path = state.path();
    let mut models: Vec<String> = Vec::new();
    for model in path.iter().map(|turn| turn.fallback.as_ref().unwrap_or(&turn.model)) {
        if !model.is_empty() && !models.contains(model) {
            models.push(model.clone());
        }
    }
    let sent: BTreeSet<Disclosure> =
        path.iter().filter(|turn| !turn.local).map(|turn| turn.disclosure).collect();
    let mut words: Vec<&str> = sent.into_iter().map(in_words).collect();
    if words.is_empty() && !path.is_empty() {
        words.push("Nothing left the page");
    }
    Environment { python, packages, seed, disclosure: words.join("; "), models }
}

/// Returns the name of a mode in the page's menu.
fn in_words(mode: Disclosure) -> &'static str {
    match mode {
        Disclosure::Shape => "Column info only",
        Disclosure::Ask => "Ask me first",
        Disclosure::Printed => "Everything printed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_stated_unless_the_answer_does_it() {
        let cases = [
            (
                r#"{"label": "Number of rows", "doubtful": false, "unused": []}"#,
                Some("Number of rows"),
            ),
            (r#"{"label": "Number of rows", "doubtful": true}"#, None),
            (r#"{"label": "", "doubtful": false}"#, None),
            (r#"{"doubtful": false}"#, None),
            ("", None),
        ];
        for (reading, expected) in cases {
            assert_eq!(read_as(reading).as_deref(), expected, "{reading}");
        }
    }
}
