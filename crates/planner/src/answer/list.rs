//! Tables of an outcome within an answer.

use serde_json::Value;

use super::number::{escape, percent, say};
use crate::columns;
use crate::grammar::Grammar;
use crate::input::{Column, Data};
use crate::words::name_words;

/// The most rows that an answer lists; a longer result is only shown as the table beside it.
pub(super) const LISTED: usize = 12;

/// Lists the columns that need a remark.
pub(super) fn doubtful(data: &Data) -> String {
    let at = |name: &str| data.columns.iter().position(|column| column == name);
    let (Some(name), Some(missing), Some(part), Some(unreadable)) =
        (at("column"), at("missing"), at("missing %"), at("unreadable"))
    else {
        return String::new();
    };
    let count = |row: &Vec<Value>, at: usize| row.get(at).and_then(Value::as_f64).unwrap_or(0.0);
    let lines: Vec<String> = data
        .rows
        .iter()
        .filter(|row| count(row, missing) + count(row, unreadable) > 0.0)
        .map(|row| {
            let mut says = Vec::new();
            if count(row, missing) > 0.0 {
                says.push(format!("{} missing ({})", say(&row[missing], false), percent(&row[part])));
            }
            if count(row, unreadable) > 0.0 {
                says.push(format!("{} unreadable", say(&row[unreadable], false)));
            }
            format!("- **{}**: {}", say(&row[name], false), says.join(", "))
        })
        .collect();
    if lines.is_empty() { "No column has missing or unreadable values.".to_owned() } else { lines.join("\n") }
}

/// Renders the head of a table in Markdown.
pub(super) fn list(data: &Data, money: bool) -> String {
    let hidden = if data.rows.len() > LISTED + 12 { LISTED } else { data.rows.len() };
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let start = if data.columns.iter().take(data.index_columns).all(|name| name.is_empty() || name == "index")
    {
        data.index_columns
    } else {
        0
    };
    let heads = &data.columns[start.min(data.columns.len())..];
    let numeric =
        |at: usize| data.rows.iter().take(8).any(|row| row.get(start + at).is_some_and(Value::is_number));
    let mut lines = vec![
        row(heads.iter().map(|head| escape(head)).collect()),
        row((0..heads.len()).map(|at| if numeric(at) { "---:" } else { "---" }.to_owned()).collect()),
    ];
    for cells in &data.rows[..hidden] {
        let cells = cells.get(start..).unwrap_or(&[]);
        lines.push(row(cells
            .iter()
            .zip(heads)
            .map(|(cell, head)| match head.as_str() {
                head if head.ends_with('%') => percent(cell),
                head if identifies(head) && cell.as_f64().is_some_and(|n| n.fract() == 0.0) => {
                    escape(&format!("{:.0}", cell.as_f64().unwrap_or(0.0)))
                }
                "rows" | "number of rows" => say(cell, false),
                _ => say(cell, money),
            })
            .collect()));
    }
    let more = (data.total_rows as usize).saturating_sub(hidden);
    if more > 0 {
        lines.push(format!("\n{} more rows stand in the table of the step.", say(&Value::from(more), false)));
    }
    lines.join("\n")
}

/// Drops the periods at the beginning of a long time series that have nothing to be compared with: they are
/// poor examples.
pub(super) fn compared(data: &Data) -> Data {
    let lacking = |cells: &&Vec<Value>| cells.iter().any(Value::is_null);
    let from = data.rows.iter().take_while(lacking).count();
    let rows = data.rows.get(from..).filter(|rest| rest.len() > LISTED + 12).unwrap_or(&data.rows).to_vec();
    Data { rows, ..data.clone() }
}

/// Returns whether a column's name says that its numbers identify rows or periods, which have no commas among
/// their digits.
fn identifies(name: &str) -> bool {
    let column = Column { name: name.to_owned(), ..Column::default() };
    let grammar = Grammar::get();
    let words = name_words(name);
    let says = |key: &str, last: &str| grammar.list(key).iter().any(|phrase| phrase.as_slice() == [last]);
    let when = ["grain.year", "grain.quarter", "grain.month", "grain.week", "grain.day", "grain.hour"];
    words.last().is_some_and(|last| when.iter().any(|key| says(key, last))) || columns::is_identifier(&column)
}
