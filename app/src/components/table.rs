//! The head of a table that Python showed, scrollable, from its data and never from its HTML.

use kernel::TableData;
use leptos::prelude::*;

use crate::{
    cells::{Cell, is_numeric, rows},
    format,
    visible::visible,
};

/// A table.
#[component]
pub(super) fn Table(data: TableData) -> impl IntoView {
    let numeric: Vec<bool> = (0..data.columns.len())
        .map(|column| data.types.get(column).is_some_and(|name| is_numeric(name)))
        .collect();
    let head: Vec<_> = data
        .columns
        .iter()
        .zip(&numeric)
        .map(|(name, number)| view! { <th scope="col" class:is-number=*number>{visible(name)}</th> })
        .collect();
    let body: Vec<_> = rows(&data)
        .into_iter()
        .map(|row| {
            let cells: Vec<_> = row
                .into_iter()
                .enumerate()
                .map(|(column, value)| {
                    cell(value, numeric.get(column) == Some(&true), column < data.index_columns)
                })
                .collect();
            view! { <tr>{cells}</tr> }
        })
        .collect();
    let shown = data.rows.len() as u64;
    let size = if shown < data.total_rows {
        format!("Showing {} of {}", format::count(shown), format::plural(data.total_rows, "row"))
    } else {
        format::plural(shown, "row")
    };
    let label = format!("Table, {}", size.to_lowercase());
    view! {
        <div class="table-box" data-testid="table">
            <div class="table-scroll" tabindex="0" role="group" aria-label=label>
                <table>
                    <thead><tr>{head}</tr></thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
            <p class="table-size">{size}</p>
        </div>
    }
    .into_any()
}

fn cell(cell: Cell, number: bool, index: bool) -> AnyView {
    let Cell { text, exact, missing } = cell;
    if index {
        return view! { <th scope="row" class:is-number=number title=exact>{text}</th> }.into_any();
    }
    view! { <td class:is-number=number class:is-missing=missing title=exact>{text}</td> }.into_any()
}
