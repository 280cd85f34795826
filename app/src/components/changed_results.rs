//! What running a turn's code with a new file has changed, and what it had produced before.

use std::sync::Arc;

use leptos::prelude::*;
use serde_json::Value;
use session::log::{Cell, Changes, NewValue, ResultChange, TableChange};
use text::{format, visible};

use super::{
    claim::Claims,
    icon::Icon,
    markdown::Markdown,
    result::{ResultRef, ResultView},
    session,
};
use crate::session::{FormerRun, Freshness, Turn, value_words};

/// The most cells that are listed without a click.
const MAX_OPEN_CELLS: usize = 3;

/// What has changed, above the answer; or that nothing of the turn has run with the new file.
#[component]
pub(super) fn ChangedResults(turn: Turn) -> impl IntoView {
    let runs = Memo::new(move |_| runs(turn));
    let not_run = Memo::new(move |_| {
        turn.steps.with(|steps| {
            steps.iter().any(|step| {
                step.stored.with(|stored| {
                    stored.as_ref().is_some_and(|stored| stored.freshness == Freshness::Former)
                })
            })
        })
    });
    view! {
        {move || not_run.get().then(|| view! {
            <p class="former-note" role="note" data-testid="former-note">
                {words::changed_results_not_run()}
            </p>
        }.into_any())}
        {move || {
            let runs = runs.get();
            (!runs.is_empty()).then(|| changed(&runs))
        }}
    }
    .into_any()
}

/// What the turn had produced before, below what is new: its results, and its answer unless that
/// was rewritten.
#[component]
pub(super) fn FormerResults(
    turn: Turn,
    /// Whether the answer is that of the former file.
    with_answer: Memo<bool>,
) -> impl IntoView {
    let runs = Memo::new(move |_| runs(turn));
    let Turn { answer, claims, id, .. } = turn;
    let shown = move || {
        let runs = runs.get();
        let results: Vec<_> = runs
            .iter()
            .flat_map(|run| {
                let all = 0..run.outcome.results.len();
                all.map(|index| ResultRef::Of(run.outcome.clone(), index))
            })
            .map(|result| view! { <ResultView result=result /> })
            .collect();
        let answer = with_answer.get().then(|| {
            let text = answer.get();
            let claims = Claims::of(id, claims.get(), &text);
            view! { <Markdown text=text claims=claims /> }
        });
        (answer.is_some() || !results.is_empty()).then(|| view! {
            <details class="fold former" data-testid="former-results">
                <summary>
                    {if answer.is_some() { words::changed_results_former_answer() } else { words::changed_results_former() }}
                    <Icon name="open" />
                </summary>
                {answer}
                {results}
            </details>
        }.into_any())
    };
    view! { {shown} }.into_any()
}

fn runs(turn: Turn) -> Vec<Arc<FormerRun>> {
    turn.steps.with(|steps| steps.iter().filter_map(|step| step.former.get()).collect())
}

fn changed(runs: &[Arc<FormerRun>]) -> AnyView {
    let files = session().files;
    let heading = move || {
        let names = files.with(|files| {
            let replaced = files.iter().filter(|file| file.former.with(Option::is_some));
            replaced.map(|file| visible(&file.name.get())).collect::<Vec<_>>()
        });
        if names.is_empty() {
            words::changed_results_with_the_new_file().to_owned()
        } else {
            words::changed_results_with_the_new(&names.join(", "))
        }
    };
    let items: Vec<_> = runs.iter().flat_map(|run| lines(&run.changes)).collect();
    let same = runs.iter().flat_map(|run| &run.changes.results);
    let same = same.filter(|result| **result == ResultChange::Same).count();
    let unchanged = match (items.len(), same) {
        (0, _) => Some(words::changed_results_nothing_has_changed().to_owned()),
        (_, 0) => None,
        (_, same) => Some(words::changed_results_unchanged(same as u64)),
    };
    view! {
        <div class="changed-results" role="group" aria-label=words::changed_results_what_has_changed() data-testid="changed-results">
            <h3>{heading}</h3>
            {(!items.is_empty()).then(|| view! { <ul>{items}</ul> })}
            {unchanged.map(|text| view! { <p data-testid="unchanged">{text}</p> })}
        </div>
    }
    .into_any()
}

/// Returns what has changed of a step, one item each.
fn lines(changes: &Changes) -> Vec<AnyView> {
    let Changes { failed, printed, results } = changes;
    let mut items = Vec::new();
    if let Some((name, value)) = failed {
        let said = if value.is_empty() {
            words::changed_results_step_ended(name)
        } else {
            words::changed_results_step_failed(&visible(name), &visible(value))
        };
        items
            .push(view! { <li class="changed-failed" data-change="failed">{said}</li> }.into_any());
        // What it did not reach is not a result that is gone.
        return items;
    }
    if let Some((before, now)) = printed {
        items.push(view! { <li data-change="printed">{words::changed_results_printed()}{pair(&visible(before), &visible(now))}</li> }.into_any());
    }
    items.extend(results.iter().filter_map(item));
    items
}

fn item(result: &ResultChange) -> Option<AnyView> {
    Some(match result {
        ResultChange::Same => return None,
        ResultChange::Values(values) => {
            let values: Vec<_> = values.iter().map(value).collect();
            values.into_any()
        }
        ResultChange::Table(table) => table_item(table),
        ResultChange::Figure => {
            view! { <li data-change="figure">{words::changed_results_figure_drawn_anew()}</li> }.into_any()
        }
        ResultChange::Text(before, now) => {
            view! { <li data-change="text">{words::changed_results_text()}{pair(&visible(before), &visible(now))}</li> }
                .into_any()
        }
        ResultChange::Added => {
            view! { <li data-change="added">{words::changed_results_result_added()}</li> }.into_any()
        }
        ResultChange::Removed => {
            view! { <li data-change="removed">{words::changed_results_result_removed()}</li> }.into_any()
        }
    })
}

fn value(NewValue { name, before, now }: &NewValue) -> AnyView {
    let name =
        if name.is_empty() { words::changed_results_value().to_owned() } else { visible(name) };
    view! { <li data-change="value">{format!("{name}: ")}{values(before, now)}</li> }.into_any()
}

fn table_item(table: &TableChange) -> AnyView {
    let TableChange { cells, more_cells, .. } = table;
    let all = cells.len() + more_cells;
    let rows: Vec<_> = cells.iter().map(cell).collect();
    let note = (*more_cells > 0).then(|| {
        view! { <p>{words::changed_results_more_cells(*more_cells as u64)}</p> }
    });
    let listed = (!cells.is_empty()).then(|| {
        view! {
            <details class="fold" open={all <= MAX_OPEN_CELLS} data-testid="changed-cells">
                <summary>{words::changed_results_changed_cells(all as u64)}<Icon name="open" /></summary>
                <div class="changed-cells">
                    <table>
                        <thead>
                            <tr>
                                <th scope="col">{words::changed_results_row()}</th>
                                <th scope="col">{words::changed_results_column()}</th>
                                <th scope="col">{words::changed_results_before_and_now()}</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                {note}
            </details>
        }
    });
    view! { <li data-change="table">{words::changed_results_table(&table_words(table))}{listed}</li> }.into_any()
}

fn cell(Cell { row, column, before, now }: &Cell) -> AnyView {
    view! {
        <tr>
            <th scope="row">{visible(row)}</th>
            <td>{visible(column)}</td>
            <td>{values(before, now)}</td>
        </tr>
    }
    .into_any()
}

/// Describes what has become of a table.
fn table_words(table: &TableChange) -> String {
    let TableChange {
        rows, added_columns, removed_columns, changed, added, removed, is_part, ..
    } = table;
    let names = |names: &[String]| {
        names.iter().map(|name| format!("“{}”", visible(name))).collect::<Vec<_>>().join(", ")
    };
    let mut parts = Vec::new();
    if *changed > 0 {
        let count = *changed as u64;
        parts.push(if *is_part {
            words::changed_results_kept_rows_changed(count)
        } else {
            words::changed_results_rows_changed(count)
        });
    }
    if *added > 0 {
        parts.push(words::changed_results_rows_added(*added as u64));
    }
    if *removed > 0 {
        parts.push(words::changed_results_rows_removed(*removed as u64));
    }
    if rows.0 != rows.1 {
        parts.push(words::changed_results_rows_instead(&format::count(rows.0), rows.1));
    }
    if !added_columns.is_empty() {
        parts.push(words::changed_results_new_columns(
            added_columns.len() as u64,
            &names(added_columns),
        ));
    }
    if !removed_columns.is_empty() {
        parts.push(words::changed_results_without_columns(
            removed_columns.len() as u64,
            &names(removed_columns),
        ));
    }
    parts.join(", ")
}

fn values(before: &Value, now: &Value) -> AnyView {
    pair(&value_words(before), &value_words(now))
}

/// Shows a value as it was and as it is.
fn pair(before: &str, now: &str) -> AnyView {
    let shown = |text: &str| {
        let text = if text.is_empty() { words::changed_results_nothing() } else { text };
        text.to_owned()
    };
    view! {
        <span class="changed-pair">
            <del>{shown(before)}</del>
            <span class="visually-hidden">{words::changed_results_before_now()}</span>
            <span aria-hidden="true">{" → "}</span>
            <ins>{shown(now)}</ins>
        </span>
    }
    .into_any()
}
