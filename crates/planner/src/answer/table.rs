//! The table of a record within an answer.

use serde_json::Value;

use super::Record;
use super::number::{percent, say};
use crate::columns::{is_date_part, is_identifier, is_years};
use crate::input::{Column, ColumnType};
use crate::label::escape;
use crate::terms::{Key, Unit};

/// The most rows and columns that an answer lists. A larger result is the table beside the answer,
/// and nothing of it is listed a second time.
const MAX_ROWS: u64 = 24;
const MAX_COLUMNS: usize = 9;

/// Renders a record's table in Markdown: its numbers are of a unit, those of a second measure of
/// another one, and those of its keys name groups; only the first columns, if a width is given.
pub(super) fn list(
    record: &Record,
    unit: Unit,
    second: Option<(&str, Unit)>,
    keys: &[Key],
    width: Option<usize>,
) -> String {
    if record.total_rows > MAX_ROWS {
        let rows = say(&Value::from(record.total_rows), Unit::Count);
        return format!("All {rows} rows are in the table.");
    }
    let columns = record.columns.len();
    if width.is_none() && columns > MAX_COLUMNS {
        return "All columns are in the table.".to_owned();
    }
    let width = columns.min(width.unwrap_or(columns));
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let heads = &record.columns[..width];
    let numeric = |at: usize| {
        record.cells.iter().take(8).any(|row| row.get(at).is_some_and(Value::is_number))
    };
    let mut lines = vec![
        row(heads.iter().map(|head| escape(head)).collect()),
        row((0..width).map(|at| if numeric(at) { "---:" } else { "---" }.to_owned()).collect()),
    ];
    for cells in &record.cells {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Record, Unit, list};

    #[test]
    fn a_table_is_listed_whole_or_not_at_all() {
        let record = |total: u64, columns: usize| Record {
            columns: (0..columns).map(|at| format!("c{at}")).collect(),
            cells: vec![vec![json!(1); columns]; total.min(30) as usize],
            total_rows: total,
            ..Record::default()
        };
        let of =
            |total, columns, width| list(&record(total, columns), Unit::Number, None, &[], width);
        for (total, columns, width, said) in [
            (25, 2, None, "All 25 rows are in the table."),
            (1_200, 12, Some(1), "All 1,200 rows are in the table."),
            (3, 10, None, "All columns are in the table."),
            (2, 1, None, "| c0 |\n| ---: |\n| 1 |\n| 1 |"),
            (1, 10, Some(1), "| c0 |\n| ---: |\n| 1 |"),
        ] {
            assert_eq!(of(total, columns, width), said);
        }
        assert_eq!(of(24, 9, None).lines().count(), 26);
    }
}
