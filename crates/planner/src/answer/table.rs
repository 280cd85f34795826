//! The table of a record within an answer.

use serde_json::Value;

use super::Record;
use super::number::{percent, say};
use crate::columns::{is_date_part, is_identifier, is_years};
use crate::input::{Column, ColumnType};
use crate::label::escape;

/// The most rows that an answer lists; a longer result is only shown as the table beside it.
const LISTED: usize = 24;

/// The most columns that an answer lists.
const WIDTH: usize = 9;

/// Renders the head of a record's table in Markdown.
pub(super) fn list(record: &Record, money: bool) -> String {
    let shown = if record.total_rows as usize > LISTED { LISTED / 2 } else { record.cells.len() };
    let width = record.columns.len().min(WIDTH);
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let heads = &record.columns[..width];
    let numeric =
        |at: usize| record.cells.iter().take(8).any(|row| row.get(at).is_some_and(Value::is_number));
    let mut lines = vec![
        row(heads.iter().map(|head| escape(head)).collect()),
        row((0..width).map(|at| if numeric(at) { "---:" } else { "---" }.to_owned()).collect()),
    ];
    for cells in record.cells.iter().take(shown) {
        let cell = |(cell, head): (&Value, &String)| match head.as_str() {
            head if head.ends_with('%') => percent(cell),
            head if names_a_row(head) && cell.as_f64().is_some_and(|n| n.fract() == 0.0) => {
                format!("{:.0}", cell.as_f64().unwrap_or(0.0))
            }
            "rows" | "number of rows" | "rows used" | "rows in the file" => say(cell, false),
            _ => say(cell, money),
        };
        lines.push(row(cells.iter().zip(heads).map(cell).collect()));
    }
    let more = (record.total_rows as usize).saturating_sub(shown);
    if more > 0 {
        lines.push(format!("\n{} more rows are in the table of the step.", say(&Value::from(more), false)));
    }
    if width < record.columns.len() {
        lines.push(format!("\n{} more columns are in the table of the step.", record.columns.len() - width));
    }
    lines.join("\n")
}

/// Returns whether a column's numbers state times or identify rows, so that they have no commas among their digits.
fn names_a_row(name: &str) -> bool {
    let column = Column {
        name: name.to_owned(),
        r#type: ColumnType::Integer,
        min: Some(2000.into()),
        max: Some(2000.into()),
        ..Column::default()
    };
    let part = Column { max: Some(4.into()), ..column.clone() };
    is_years(&column) || is_identifier(&column) || is_date_part(&part)
}
