//! What the user can change about a session, and the code that runs again for it.

use kernel::Status;
use session::log::{Execution, Id, Origin, State, Step, Turn, Usage};

use crate::session::{Freshness, Savable, StepCode, Versions, proposals};

/// A turn that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownTurn {
    /// Its id.
    pub id: Id,
    /// Its branches, and whether its answer is out of date.
    pub versions: Versions,
    /// What it has used; none if no model elsewhere answers it.
    pub usage: Option<Usage>,
    /// Its steps.
    pub steps: Vec<ShownStep>,
}

/// A step of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownStep {
    /// Its id.
    pub id: Id,
    /// Its code, and whether what it shows is of that code.
    pub code: StepCode,
    /// What of it can be saved as a function; none until its code has run.
    pub savable: Option<Savable>,
}

/// Code that ran, and may run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RanCode {
    /// Its execution.
    pub execution: Id,
    /// Its turn and step; none for code of the console.
    pub step: Option<(Id, Id)>,
    /// The code.
    pub code: String,
    /// How it ended; none for code that has not.
    pub ended: Option<Status>,
}

impl RanCode {
    pub(super) fn of(state: &State, rerun: &session::log::Rerun<'_>) -> Self {
        let session::log::Rerun { execution, origin, code } = rerun;
        let step = match *origin {
            Origin::Step { turn, step } => Some((turn, step)),
            Origin::Console { .. } => None,
        };
        let outcome =
            state.execution(*execution).and_then(|execution| execution.outcome.as_deref());
        let ended = outcome.map(|outcome| outcome.inline.status);
        Self { execution: *execution, step, code: code.clone().into_owned(), ended }
    }
}

/// Returns the turns that are shown; none while one is under way.
pub(super) fn shown_turns(state: &State, nfkc: &impl Fn(&str) -> String) -> Option<Vec<ShownTurn>> {
    if state.open_turns().next().is_some() {
        return None;
    }
    let freshness = state.path_freshness();
    let of = |turn: &Turn| ShownTurn {
        id: turn.id,
        versions: Versions {
            turns: state.branches(turn.id),
            stale: state.is_answer_stale(turn.id),
        },
        usage: (!turn.local).then(|| turn.usage.clone()),
        steps: turn.steps.iter().map(|step| shown_step(state, step, &freshness, nfkc)).collect(),
    };
    Some(state.path().into_iter().map(of).collect())
}

fn shown_step(
    state: &State,
    step: &Step,
    freshness: &[(Id, session::log::Freshness)],
    nfkc: &impl Fn(&str) -> String,
) -> ShownStep {
    let known = freshness.iter().find(|(id, _)| *id == step.id).map(|(_, freshness)| freshness);
    let freshness = match known {
        Some(session::log::Freshness::Running) => Freshness::Running,
        Some(session::log::Freshness::Current) => Freshness::Current,
        Some(session::log::Freshness::Edited) => Freshness::Edited,
        Some(session::log::Freshness::Stale) => Freshness::Stale,
        Some(session::log::Freshness::Former) => Freshness::Former,
        Some(session::log::Freshness::NotRun) | None => Freshness::NotRun,
    };
    let newest = state.shown_execution(step);
    let lost = |execution: &Execution| {
        session::log::outputs(state, execution.id, |digest| state.is_dropped(digest))
    };
    let completed = |execution: &Execution| {
        let outcome = execution.outcome.as_deref();
        execution.code == step.code
            && outcome.is_some_and(|outcome| !outcome.inline.additions.is_empty())
    };
    let code = StepCode {
        code: step.code.clone(),
        freshness,
        completed: newest.is_some_and(completed),
        dropped: newest.map(lost).into_iter().flatten().map(|output| output.name).collect(),
    };
    let outcome = newest.and_then(|execution| execution.outcome.as_deref());
    let ended_well = outcome.is_some_and(|outcome| outcome.inline.status == Status::Ok);
    let savable = (!matches!(freshness, Freshness::NotRun | Freshness::Running)).then(|| {
        let stands = freshness == Freshness::Current && ended_well;
        let proposals = if stands { proposals(&step.code, nfkc) } else { Vec::new() };
        Savable { code: step.code.clone(), proposals }
    });
    ShownStep { id: step.id, code, savable }
}
