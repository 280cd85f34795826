//! The results of executions: which of them stand beside the answer, and which within their step.
//!
//! Figures always stand beside the answer; tables, pages and files only those of the last execution
//! that succeeded, since earlier ones were intermediate, and not those that the answer lists itself;
//! a figure that a later step drew again stays in its step. Nothing is shown twice. What a result
//! looks like is in [`super::result`].

use std::sync::Arc;

use grounding::{Run, superseded};
use kernel::{FileRef, Outcome, Shown, Status, TableData};
use leptos::prelude::*;
use text::{file_name, format};

use super::{actions, icon::Icon};
use crate::{
    actions::ResultActions,
    session::{Id, Phase, Step, Turn, WrittenTable},
};

/// One result that stands beside the answer.
#[derive(Clone)]
pub(super) struct Highlight {
    /// Its step.
    pub(super) step: Step,
    /// Its outcome.
    pub(super) outcome: Arc<Outcome>,
    /// Which of the outcome's results it is.
    pub(super) index: usize,
    /// Whether it is a picture or a chart.
    pub(super) is_chart: bool,
}

impl PartialEq for Highlight {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Highlight {
    /// Returns its key within the turn: the result of another outcome of its step is another one.
    pub(super) fn key(&self) -> (Id, usize, usize) {
        (self.step.id, self.index, Arc::as_ptr(&self.outcome) as usize)
    }
}

/// Returns the last step that succeeded and showed something.
pub(super) fn last_ok(turn: Turn) -> Option<Id> {
    turn.steps.with(|steps| {
        let showed =
            |outcome: &Arc<Outcome>| outcome.status == Status::Ok && !outcome.results.is_empty();
        steps
            .iter()
            .rev()
            .find(|step| step.outcome.with(|outcome| outcome.as_ref().is_some_and(showed)))
            .map(|step| step.id)
    })
}

/// Returns the figures that a later step of the turn drew again, or that later code with another
/// reading of the data replaced.
pub(super) fn redrawn(turn: Turn) -> Vec<(Id, usize)> {
    let (ids, runs): (Vec<Id>, Vec<Run>) = turn
        .steps
        .get()
        .into_iter()
        .filter_map(|step| {
            let outcome = step.outcome.get()?;
            Some((step.id, Run::new(&step.code.get_untracked(), &outcome)))
        })
        .unzip();
    let found = ids.into_iter().zip(superseded(&runs));
    found.flat_map(|(id, indices)| indices.into_iter().map(move |index| (id, index))).collect()
}

/// Returns the results beside the answer; `above` is the step whose tables are among them,
/// `redrawn` is what [`redrawn`] returns.
pub(super) fn highlights(turn: Turn, above: Option<Id>, redrawn: &[(Id, usize)]) -> Vec<Highlight> {
    let listed = listed(turn, above);
    let mut found = Vec::new();
    for step in turn.steps.get() {
        let Some(outcome) = step.outcome.get() else { continue };
        let is_own = above == Some(step.id);
        let indices = (0..outcome.results.len()).filter(|index| {
            let is_elsewhere =
                redrawn.contains(&(step.id, *index)) || is_own && listed.contains(index);
            !is_elsewhere && is_above(&outcome, *index, is_own)
        });
        found.extend(indices.map(|index| Highlight {
            step,
            outcome: outcome.clone(),
            index,
            is_chart: outcome.results.get(index).is_some_and(is_figure),
        }));
    }
    found
}

/// Returns which of the results of the step whose tables stand beside the answer the answer lists
/// itself, in full.
pub(super) fn listed(turn: Turn, above: Option<Id>) -> Vec<usize> {
    let Some(above) = above else { return Vec::new() };
    let step = turn.steps.with(|steps| steps.iter().find(|step| step.id == above).copied());
    let Some(outcome) = step.and_then(|step| step.outcome.get()) else { return Vec::new() };
    let tables: Vec<(usize, &TableData)> = outcome
        .results
        .iter()
        .enumerate()
        .filter_map(|(index, shown)| Some((index, shown.data.as_ref()?)))
        .filter(|_| turn.phase.get() == Phase::Done)
        .collect();
    if tables.is_empty() {
        return Vec::new();
    }
    let written = turn.answer.with(|answer| WrittenTable::all(answer));
    let is_written = |data: &TableData| written.iter().any(|table| table.is_all_of(data));
    tables.into_iter().filter(|(_, data)| is_written(data)).map(|(index, _)| index).collect()
}

/// Returns whether a result stands beside the answer. `tables` says whether this step's tables do.
pub(super) fn is_above(outcome: &Outcome, index: usize, tables: bool) -> bool {
    let good = outcome.status == Status::Ok;
    outcome.results.get(index).is_some_and(|shown| {
        good && (is_figure(shown) || tables && (shown.data.is_some() || is_page(shown)))
    })
}

/// Returns whether it is a picture or a chart, by its forms.
fn is_figure(shown: &Shown) -> bool {
    shown.chart.is_some()
        || shown
            .mime
            .keys()
            .any(|kind| kind.starts_with("image/") || kind.starts_with("application/vnd."))
}

/// Returns whether it is typeset text rather than a plain value.
fn is_page(shown: &Shown) -> bool {
    ["text/html", "text/markdown", "text/latex", "application/mathml+xml"]
        .iter()
        .any(|kind| shown.mime.contains_key(*kind))
}

/// Returns the files that the turn's code wrote, each once, in its last version.
pub(super) fn written(turn: Turn) -> Vec<FileRef> {
    let mut files: Vec<FileRef> = Vec::new();
    for step in turn.steps.get() {
        step.outcome.with(|outcome| {
            for file in outcome.iter().flat_map(|outcome| &outcome.files) {
                files.retain(|known| known.path != file.path);
                files.push(file.clone());
            }
        });
    }
    files
}

/// Returns the files of a step that a later step of its turn overwrote, in their earlier version.
pub(super) fn overwritten(turn: Turn, outcome: &Outcome) -> Vec<FileRef> {
    let last = if outcome.files.is_empty() { Vec::new() } else { written(turn) };
    outcome.files.iter().filter(|file| !last.contains(file)).cloned().collect()
}

/// Files that code wrote, with buttons to save them.
#[component]
pub(super) fn Created(
    files: Signal<Vec<FileRef>>,
    /// The test id of each.
    #[prop(default = "created-file")]
    testid: &'static str,
) -> impl IntoView {
    let results = actions::<dyn ResultActions>();
    let few = move || files.with(|files| files.len() < 2);
    view! {
        <ul class="created" aria-label=words::results_files_written() hidden=move || files.with(Vec::is_empty)>
            <For each=move || files.get() key=|file| (file.path.clone(), file.bytes, file.kept) let(file)>
                {
                    let name = file_name(file.path.rsplit('/').next().unwrap_or(&file.path));
                    let bytes = format::bytes(file.bytes);
                    let label = words::results_preview_named(&name);
                    let previewed = file.clone();
                    view! {
                        <li class="created-file" data-testid=testid>
                            <button
                                class="button"
                                type="button"
                                on:click=move |_| { results.with(|results| results.download(file.clone())); }
                            >
                                <Icon name="save" />
                                <span class="visually-hidden">{words::results_save()}</span>
                                <span>{name}</span>
                                <span class="created-size">{bytes}</span>
                            </button>
                            <button
                                class="button is-quiet"
                                type="button"
                                aria-label=label
                                data-testid="preview-file"
                                on:click=move |_| { results.with(|results| results.preview(previewed.clone())); }
                            >
                                {words::results_preview()}
                            </button>
                        </li>
                    }
                }
            </For>
            <li hidden=few>
                <button
                    class="button is-quiet"
                    type="button"
                    on:click=move |_| { results.with(|results| results.download_all(files.get_untracked())); }
                >
                    {words::results_save_all_as_a()}
                </button>
            </li>
        </ul>
    }
    .into_any()
}
