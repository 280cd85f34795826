//! The first rows of a file while Python cannot read it yet, as the file has them; and what the
//! page says of files that have none.

use std::sync::Arc;

use leptos::prelude::*;
use serde_json::json;
use text::file_name;
use text::first_rows::FirstRows;

use super::result::{WholeTable, notices};
use super::session;
use crate::session::FileState;

/// The first rows of a file, until its table is read.
#[component]
pub(super) fn FirstRowsView(
    /// The rows.
    rows: Arc<FirstRows>,
    /// Whether the file waits for Python.
    is_waiting: Memo<bool>,
) -> impl IntoView {
    let (notice, notify) = notices();
    let FirstRows { columns, rows, all_columns } = &*rows;
    let data = json!({
        "columns": columns,
        "rows": rows,
        // Nobody knows them yet.
        "types": vec![""; columns.len()],
        "indexColumns": 0,
        "totalRows": rows.len(),
        "allColumns": all_columns,
    });
    let whole = json!({ "data": data, "asWritten": true }).to_string();
    let follows = move || match is_waiting.get() {
        true => words::first_rows_types_ranges_and_charts(),
        false => words::first_rows_types_ranges_and_charts_follow(),
    };
    view! {
        <p class="tables-reading" role="status" data-testid="first-rows">
            {words::first_rows_first_rows_as_the()}{follows}
        </p>
        <div class="result">
            <WholeTable whole=whole notify=notify />
            <p class="result-notice" role="status">{move || notice.get()}</p>
        </div>
    }
    .into_any()
}

/// What is said of files that Python has not read yet, in place of their tables.
#[component]
pub(super) fn Awaited(
    /// Whether it has that place.
    is_shown: Memo<bool>,
) -> impl IntoView {
    let files = session().files;
    let words = Memo::new(move |_| {
        let is_awaited = |state: &FileState| match state {
            FileState::Waiting => Some(true),
            FileState::Reading => Some(false),
            _ => None,
        };
        let names: Vec<(String, bool)> = files.with(|files| {
            let state = |file: &crate::session::FileEntry| file.state.with(is_awaited);
            files.iter().filter_map(|file| Some((file.name.get(), state(file)?))).collect()
        });
        match &names[..] {
            [] => None,
            [(name, true)] => Some(words::first_rows_is_read_when_python(&file_name(name))),
            [(name, false)] => Some(words::first_rows_python_is_reading(&file_name(name))),
            more => {
                let files = words::first_rows_files(more.len() as u64);
                let is_waiting = more.iter().all(|(_, is_waiting)| *is_waiting);
                Some(if is_waiting {
                    words::first_rows_files_are_read_when(&files)
                } else {
                    words::first_rows_python_is_reading_files(&files)
                })
            }
        }
    });
    (move || {
        let words = words.get().filter(|_| is_shown.get())?;
        Some(view! { <p class="tables-awaited" data-testid="files-awaited">{words}</p> })
    })
    .into_any()
}
