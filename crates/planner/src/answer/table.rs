//! The table of a record within an answer.

use serde_json::Value;

use super::Record;
use super::number::{percent, say};
use crate::columns::{is_date_part, is_identifier, is_years};
use crate::input::{Column, ColumnType};
use crate::label::escape;
use crate::terms::{Key, Unit};

/// The most rows that an answer lists; a longer result is only shown as the table beside it.
const LISTED: usize = 24;

/// The most columns that an answer lists.
const WIDTH: usize = 9;

/// Renders the head of a record's table in Markdown: its numbers are of a unit, those of a second
/// measure of another one, and those of its keys name groups; only the first columns, if a width is
/// given.
pub(super) fn list(
    record: &Record,
    unit: Unit,
    second: Option<(&str, Unit)>,
    keys: &[Key],
    width: Option<usize>,
) -> String {
    let shown = if record.total_rows as usize > LISTED { LISTED / 2 } else { record.cells.len() };
    let (all, width) = (width.is_none(), record.columns.len().min(width.unwrap_or(WIDTH)));
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let heads = &record.columns[..width];
    let numeric = |at: usize| {
        record.cells.iter().take(8).any(|row| row.get(at).is_some_and(Value::is_number))
    };
    let mut lines = vec![
        row(heads.iter().map(|head| escape(head)).collect()),
        row((0..width).map(|at| if numeric(at) { "---:" } else { "---" }.to_owned()).collect()),
    ];
    for cells in record.cells.iter().take(shown) {
        let cell = |(cell, head): (&Value, &String)| match head.as_str() {
            head if head.ends_with('%') => percent(cell),
            "rows" | "values" | "number of rows" | "rows used" | "rows in the file" => {
                say(cell, Unit::Number)
            }
            head if names_a_row(head) => say(cell, Unit::Text),
            head if keys.iter().any(|key| key.name == head) => say(cell, Unit::Number),
            head => {
                say(cell, second.filter(|(label, _)| *label == head).map_or(unit, |(_, unit)| unit))
            }
        };
        lines.push(row(cells.iter().zip(heads).map(cell).collect()));
    }
    let more = (record.total_rows as usize).saturating_sub(shown);
    if more > 0 {
        lines.push(format!(
            "\n{} more rows are in the table of the step.",
            say(&Value::from(more), Unit::Count)
        ));
    }
    if all && width < record.columns.len() {
        lines.push(format!(
            "\n{} more columns are in the table of the step.",
            record.columns.len() - width
        ));
    }
    lines.join("\n")
}

/// Returns whether a column's numbers state times or identify rows, so that they have no commas
/// among their digits.
pub(super) fn names_a_row(name: &str) -> bool {
    let column = Column {
        name: name.to_owned(),
        r#type: ColumnType::Integer,
        min: Some(2000.into()),
        max: Some(2000.into()),
        ..Column::default()
    };
    let part = Column { max: Some(4.into()), ..column.clone() };
    name == "decade" || is_years(&column) || is_identifier(&column) || is_date_part(&part)
}
