//! The steps of a turn, in one fold: open while the turn works, where it ended badly, where a step has
//! changed since, and where one proposes a function; closed once it has its answer.

use leptos::{html, prelude::*};

use super::claim::{Marks, step_anchor};
use super::functions::StepFunctions;
use super::icon::Icon;
use super::session;
use super::step::StepView;
use crate::session::{Id, Phase, Step, Turn, steps_line};

/// The steps.
#[component]
pub(super) fn Steps(
    turn: Turn,
    marks: Marks,
    /// The step whose tables stand beside the answer.
    above: Memo<Option<Id>>,
    /// The results that later steps replaced: their step, and their index.
    redrawn: Memo<Vec<(Id, usize)>>,
) -> impl IntoView {
    let Turn { steps, phase, stopped, .. } = turn;
    let done = Memo::new(move |_| phase.get() == Phase::Done);
    let count = Memo::new(move |_| steps.with(Vec::len));
    let last = Memo::new(move |_| steps.with(|steps| steps.last().map(|step| step.id)));
    let session = session();
    let (list, saved) = (session.functions, session.saved_functions);
    let proposes = move |step: &Step| {
        saved.with(|saved| {
            step.savable.with(|of| match (of, saved) {
                (Some(of), Some(saved)) => {
                    list.with(|list| !list.proposals(step.id, of, saved).is_empty())
                }
                _ => false,
            })
        })
    };
    let is_open = Memo::new(move |_| {
        !done.get()
            || stopped.with(Option::is_some)
            || steps.with(|steps| {
                steps.last().is_some_and(Step::is_over_badly)
                    || steps.iter().any(|step| step.has_changed() || proposes(step))
            })
    });
    let line = move || {
        if !done.get() {
            return words::steps_working_it_out().to_owned();
        }
        let took = steps.with(|steps| {
            let time = |step: &Step| {
                step.outcome.with(|outcome| outcome.as_ref().map_or(0.0, |one| one.duration_ms))
            };
            steps.iter().map(time).sum()
        });
        steps_line(count.get(), took)
    };
    let fold = NodeRef::<html::Details>::new();
    // It closes once, with the answer; what the user opens stays open, whatever runs in it.
    Effect::new(move |was_done: Option<bool>| {
        let (is_done, opens) = (done.get(), is_open.get());
        if let Some(fold) = fold.get() {
            let closes = was_done == Some(false) && is_done;
            if opens || closes {
                fold.set_open(opens);
            }
        }
        is_done
    });
    Effect::new(move |_| {
        if marks.reveal.with(Option::is_some)
            && let Some(fold) = fold.get_untracked()
        {
            fold.set_open(true);
        }
    });
    view! {
        <details class="fold steps" node_ref=fold data-testid="steps" hidden=move || count.get() == 0 open=is_open.get_untracked()>
            <summary>{line}<Icon name="open" /></summary>
            <ol class="steps-list">
                <For each=move || steps.get() key=|step| step.id let(step)>
                    <li id=step_anchor(step.id as usize)>
                        <StepView
                            step=step
                            turn=turn
                            marks=marks
                            under_way=Signal::derive(move || !done.get() && last.get() == Some(step.id))
                            last=Signal::derive(move || last.get() == Some(step.id))
                            above=Signal::derive(move || above.get() == Some(step.id))
                            redrawn=Signal::derive(move || {
                                redrawn.get().into_iter().filter(|(id, _)| *id == step.id).map(|(_, index)| index).collect()
                            })
                        />
                        <StepFunctions step=step />
                    </li>
                </For>
            </ol>
        </details>
    }
    .into_any()
}
