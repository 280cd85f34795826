//! A table as compact Markdown with the type of each column: its head and its tail.

use kernel::TableData;
use serde_json::Value;
use text::{clip, format};

use super::{MAX_VALUE_LENGTH, type_at};
use crate::plain::line;

/// The most rows; models read totals from code, not from long tables.
const MAX_ROWS: usize = 20;
/// How many of these come from the end, if not all are shown.
const TAIL: usize = 5;
/// The most columns.
pub(super) const MAX_COLUMNS: usize = 40;
/// The most characters of a cell.
pub(super) const MAX_CELL_LENGTH: usize = 80;

/// Renders the table; `whole` names what holds all of it, or is empty.
pub(super) fn written(data: &TableData, whole: &str) -> String {
    let columns = data.columns.len().min(MAX_COLUMNS);
    let complete = data.rows.len() as u64 == data.total_rows;
    let ends = if complete { &data.rows } else { &data.tail };
    let tail = if data.total_rows > MAX_ROWS as u64 { TAIL.min(ends.len()) } else { 0 };
    let head = data.rows.len().min(MAX_ROWS - tail);
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let heading =
        |(at, name): (usize, &String)| format!("{} ({})", text(name), text(type_at(data, at)));
    let body_row = |cells: &Vec<Value>| row(cells.iter().take(columns).map(cell).collect());
    let mut lines = vec![
        row(data.columns.iter().take(columns).enumerate().map(heading).collect()),
        row(vec!["---".to_owned(); columns]),
    ];
    lines.extend(data.rows[..head].iter().map(body_row));
    if tail > 0 {
        lines.push("…".to_owned());
    }
    lines.extend(ends[ends.len() - tail..].iter().map(body_row));
    let mut about = format!(
        "Table of {} rows and {} columns",
        format::count(data.total_rows),
        data.columns.len()
    );
    if data.index_columns > 0 {
        about.push_str(&format!(", the first {} being the index", data.index_columns));
    }
    let all_rows = (head + tail) as u64 == data.total_rows;
    match tail {
        _ if all_rows => {}
        0 => about.push_str(&format!("; the first {head} rows")),
        tail => about.push_str(&format!("; the first {head} and the last {tail} rows")),
    }
    if columns < data.columns.len() {
        about.push_str(&format!("; the first {columns} columns"));
    }
    if !whole.is_empty() && (!all_rows || columns < data.columns.len()) {
        about.push_str(&format!("; the whole is {whole}"));
    }
    clip(&format!("{about}:\n{}", lines.join("\n")), MAX_VALUE_LENGTH)
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(content) => text(content),
        other => text(&other.to_string()),
    }
}

fn text(content: &str) -> String {
    line(content, MAX_CELL_LENGTH)
}
