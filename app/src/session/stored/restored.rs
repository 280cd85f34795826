//! A session as the page shows it again, from the state of its log.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use grounding::Claim;
use session::log::{
    Body, Event, Execution, File, PastTurn, Settings, State, Step, StoredOutcome, Turn, result_of,
};

use super::StoredFile;
use crate::session::{Difference, Id, Reran, former_words};

/// What is shown of a stored session.
pub enum Shown<F> {
    /// The session.
    Session(Box<Restored<F>>),
    /// Files that can be read by now, or not.
    Files(Vec<RestoredFile<F>>),
}

/// A stored session as the page shows it.
pub struct Restored<F> {
    /// What the log shows.
    pub read: ReadSession,
    /// Its files.
    pub files: Vec<RestoredFile<F>>,
    /// Whether another tab writes it.
    pub reading: bool,
    /// Why it is shown, and what is missing before its code can run again.
    pub why: String,
}

/// A file of a stored session.
#[derive(Clone)]
pub struct RestoredFile<F> {
    /// What is known of it.
    pub file: StoredFile,
    /// Its content; none if it is absent.
    pub content: Option<F>,
}

/// Everything that the page restores from the log.
#[derive(Clone, Debug)]
pub struct ReadSession {
    /// The turns that are shown.
    pub turns: Vec<RestoredTurn>,
    /// What a model reads of them.
    pub history: Vec<PastTurn>,
    /// The code that restores the variables.
    pub replay: Vec<String>,
    /// The settings; none where those of the page stay.
    pub settings: Option<Settings>,
    /// The first id that nothing has.
    pub next_id: Id,
}

/// A turn that is shown.
#[derive(Clone, Debug)]
pub struct RestoredTurn {
    /// The turn.
    pub turn: Turn,
    /// What supports the answer's numbers by now.
    pub claims: Vec<Claim>,
    /// Whether its answer was made from other files than there are now.
    pub is_former: bool,
    /// What is shown of its steps.
    pub steps: Vec<RestoredStep>,
}

/// A step of it.
#[derive(Clone, Debug)]
pub struct RestoredStep {
    /// The step.
    pub step: Step,
    /// What supports the remark's numbers by now.
    pub claims: Vec<Claim>,
    /// The newest outcome, with its large parts by reference.
    pub outcome: Option<Arc<StoredOutcome>>,
    /// The outcome that it had before its code ran with other files.
    pub former: Option<FormerOutcome>,
    /// What running its code again has shown.
    pub reran: Option<Reran>,
    /// Whether the page does not show its outcome yet.
    pub changed: bool,
}

/// The outcome that a step had before its code ran with other files.
#[derive(Clone, Debug)]
pub struct FormerOutcome {
    /// The outcome, with its large parts by reference.
    pub outcome: Arc<StoredOutcome>,
    /// When its code began to run, and when it did with the files as they are, in milliseconds
    /// since 1970.
    pub began: (u64, u64),
}

impl ReadSession {
    /// Returns what is shown of this state.
    pub fn of(state: &State) -> Self {
        let outdated = state.outdated_steps();
        Self {
            turns: state.path().into_iter().map(|turn| shown(turn, state, &outdated)).collect(),
            history: state.history().turns,
            replay: state.replay().into_iter().map(|rerun| rerun.code.into_owned()).collect(),
            settings: Some(state.settings().clone()),
            next_id: state.next_id(),
        }
    }

    /// Returns what is shown of this state where the settings stay: `before` names a turn that is
    /// left out with all that follows it, `complete` says that the interpreter has the variables of
    /// the turns, and the page does not show the outcomes of `changed` steps yet.
    pub fn again(state: &State, before: Option<Id>, complete: bool, changed: &HashSet<Id>) -> Self {
        let mut state = Cow::Borrowed(state);
        if let Some(turn) = before {
            state.to_mut().apply(&Event { seq: u64::MAX, ms: 0, body: Body::TurnUndone { turn } });
        }
        let mut session = Self { settings: None, ..Self::of(&state) };
        if complete {
            session.replay.clear();
        }
        for step in session.turns.iter_mut().flat_map(|turn| &mut turn.steps) {
            step.changed = changed.contains(&step.step.id);
        }
        session
    }
}

fn shown(turn: &Turn, state: &State, outdated: &HashSet<Id>) -> RestoredTurn {
    let now = |claims: &[Claim]| state.claims_now(turn, claims, outdated);
    let step = |step: &Step| {
        let execution = state.shown_execution(step);
        RestoredStep {
            claims: now(&step.claims),
            outcome: execution.and_then(|execution| execution.outcome.clone()),
            former: former(state, step),
            reran: execution.and_then(|execution| reran(state, execution)),
            changed: false,
            step: step.clone(),
        }
    };
    let steps = turn.steps.iter().map(step).collect();
    let is_former = state.is_former(turn.id);
    RestoredTurn { claims: now(&turn.claims), is_former, steps, turn: turn.clone() }
}

fn former(state: &State, step: &Step) -> Option<FormerOutcome> {
    let (before, now) = (state.former_execution(step)?, state.shown_execution(step)?);
    Some(FormerOutcome { outcome: before.outcome.clone()?, began: (before.ms, now.ms) })
}

/// Returns how the outcome of an execution differed when its code ran again, with both values in
/// each text; `None` where nothing differed.
pub fn reran(state: &State, execution: &Execution) -> Option<Reran> {
    let (compared, cause) = (execution.compared.as_ref()?, state.cause(execution)?);
    let difference = |text: &String| Difference { result: result_of(text), text: text.clone() };
    Some(Reran {
        differences: compared.differences.iter().map(difference).collect(),
        why: cause.to_string(),
    })
}

/// Returns the files, without those in whose place another one is, or a later one was added again.
/// A data file does not take the place of a wheel.
pub(super) fn files(state: &State) -> Vec<StoredFile> {
    fn place(file: &File) -> (&str, Option<&str>, bool) {
        (&file.name, file.path.as_deref(), file.wheel.is_some())
    }
    let all: Vec<&File> = state.current_files().collect();
    let again = |(at, file): &(usize, &&File)| {
        all.iter().skip(at + 1).any(|later| place(later) == place(file))
    };
    let newest = all.iter().enumerate().filter(|file| !again(file));
    newest.map(|(_, file)| stored(state, file)).collect()
}

/// Returns a file as it is stored.
pub fn stored(state: &State, file: &File) -> StoredFile {
    let File { id, name, bytes, kept, wheel, profile, .. } = file;
    let former = state.former_file(*id);
    StoredFile {
        id: *id,
        name: name.clone(),
        own_name: state.name_of(file).to_owned(),
        former: former.map(|former| former_words(former.bytes, former.profile.as_deref())),
        bytes: *bytes,
        kept: *kept,
        wheel: wheel.clone(),
        encoding: profile.as_ref().and_then(|profile| profile.chosen_encoding.clone()),
        choices: profile.as_ref().map(|profile| profile.choices()).unwrap_or_default(),
        dismissed: profile.as_ref().map(|profile| profile.keys.clone()).unwrap_or_default(),
        absent: None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kernel::Outcome;
    use session::log::{Body, Compared, OpenLog, Origin, Setting};

    use super::ReadSession;

    fn asked(turn: u32, parent: Option<u32>) -> Body {
        let (text, model) = (format!("Question {turn}?"), "m".to_owned());
        Body::QuestionAsked { turn, parent, text, model, local: false }
    }

    /// Returns the log of a question with a step, and one that follows it.
    fn log() -> OpenLog {
        let (mut log, _) = OpenLog::create("a", 0).unwrap();
        let code = "x = 1".to_owned();
        for body in [
            Body::SettingChanged { setting: Setting::Seconds { value: 5 } },
            asked(10, None),
            Body::StepCalled {
                turn: 10,
                step: 11,
                reply: 0,
                call: "c".to_owned(),
                remark: String::new(),
                purpose: String::new(),
                code: code.clone(),
            },
            Body::ExecutionBegan {
                execution: 12,
                origin: Origin::Step { turn: 10, step: 11 },
                code,
                runtime: None,
            },
        ] {
            log.append(0, body).unwrap();
        }
        log.ended(0, 12, Outcome::default(), (Vec::new(), &[])).unwrap();
        log.append(0, asked(20, Some(10))).unwrap();
        log
    }

    fn shown(read: &ReadSession) -> Vec<u32> {
        read.turns.iter().map(|shown| shown.turn.id).collect()
    }

    #[test]
    fn other_turns_are_shown_without_the_settings_and_without_what_comes_after_an_edited_one() {
        let log = log();
        let all = ReadSession::of(log.state());
        assert_eq!((shown(&all), all.replay.len()), (vec![10, 20], 1));
        assert_eq!(all.settings.unwrap().seconds, Some(5));
        for (before, expected, pieces) in
            [(None, vec![10, 20], 1), (Some(20), vec![10], 1), (Some(10), vec![], 0)]
        {
            let read = ReadSession::again(log.state(), before, false, &HashSet::new());
            assert_eq!((shown(&read), read.replay.len()), (expected, pieces), "{before:?}");
            assert!(read.settings.is_none());
        }
        assert_eq!(shown(&ReadSession::of(log.state())), [10, 20], "the log is as it was");
    }

    #[test]
    fn steps_whose_outcomes_have_changed_are_marked_and_variables_that_are_there_run_no_code() {
        let mut log = log();
        let differences = vec!["result 1: it differs".to_owned()];
        let compared = vec![Compared { execution: 12, differences: differences.clone() }];
        let executions = vec![12];
        log.append(0, Body::Replayed { executions, failed: None, compared, runtime: None })
            .unwrap();
        let read = ReadSession::again(log.state(), None, true, &HashSet::from([11]));
        assert!(read.replay.is_empty());
        let step = &read.turns[0].steps[0];
        assert!(step.changed && step.outcome.is_some());
        let reran = step.reran.clone().unwrap();
        assert_eq!(
            (reran.differences[0].text.clone(), reran.differences[0].result),
            (differences[0].clone(), session::log::result_of(&differences[0]))
        );
        assert!(!reran.why.is_empty());
    }
}
