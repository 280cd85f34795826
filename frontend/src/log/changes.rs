//! What the user can change about a session, and the code that runs again for it.

use app::session::{Freshness, Savable, StepCode, Versions, proposals};
use kernel::Status;
use session::log::{Execution, Id, Origin, State, Step, Turn, Usage};

use crate::foreign::nfkc;

/// A turn that is shown.
pub(crate) struct ShownTurn {
    pub(crate) id: Id,
    pub(crate) versions: Versions,
    /// What it has used; none if no model elsewhere answers it.
    pub(crate) usage: Option<Usage>,
    pub(crate) steps: Vec<ShownStep>,
}

/// A step of it.
pub(crate) struct ShownStep {
    pub(crate) id: Id,
    pub(crate) code: StepCode,
    /// What of it can be saved as a function; none until its code has run.
    pub(crate) savable: Option<Savable>,
}

/// An execution that runs again: its step with its turn, none for the console; and how it ended,
/// none for code that has not run.
#[derive(Clone)]
pub(crate) struct Rerun {
    pub(crate) execution: Id,
    pub(crate) step: Option<(Id, Id)>,
    pub(crate) code: String,
    pub(crate) ended: Option<Status>,
}

impl Rerun {
    pub(crate) fn of(state: &State, rerun: &session::log::Rerun<'_>) -> Self {
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
pub(crate) fn shown_turns(state: &State) -> Option<Vec<ShownTurn>> {
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
        steps: turn.steps.iter().map(|step| shown_step(state, step, &freshness)).collect(),
    };
    Some(state.path().into_iter().map(of).collect())
}

fn shown_step(
    state: &State,
    step: &Step,
    freshness: &[(Id, session::log::Freshness)],
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
