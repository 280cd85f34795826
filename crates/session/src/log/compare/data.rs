//! How tables and other data differ: which values, from what to what.

use kernel::TableData;
use serde_json::Value;

use super::close;
use super::text::{Runs, shortened};

/// The most values of a table or a chart that a sentence names.
const MAX_NAMED_VALUES: usize = 3;

impl Runs {
    /// Says how two tables differ; none if they are the same.
    pub(super) fn table_change(&self, old: &TableData, new: &TableData) -> Option<String> {
        let names = |table: &TableData| table.columns.join(", ");
        if old.columns != new.columns || old.index_columns != new.index_columns {
            let change = self.text_change(&names(old), &names(new));
            return Some(match change {
                Some(change) => format!("the table's columns differ: {change}"),
                None => "the table has another index".to_owned(),
            });
        }
        if old.total_rows != new.total_rows {
            return Some(format!(
                "the table had {} before, and has {} now",
                counted(old.total_rows, "row"),
                new.total_rows
            ));
        }
        let lengths = |table: &TableData| (table.rows.len(), table.tail.len());
        if lengths(old) != lengths(new) {
            return Some("the table shows other rows".to_owned());
        }
        let other = old.types.iter().zip(&new.types).position(|(old, new)| old != new);
        if let Some(at) = other {
            let column = old.columns.get(at).map_or("", String::as_str);
            let types = (&old.types[at], &new.types[at]);
            return Some(format!(
                "the table's column {} had the type {} before, and has {} now",
                quoted(column),
                types.0,
                types.1
            ));
        }
        let mut changes = Changes::default();
        let tail =
            usize::try_from(old.total_rows).unwrap_or(usize::MAX).saturating_sub(old.tail.len());
        for (old_rows, new_rows, first) in [(&old.rows, &new.rows, 0), (&old.tail, &new.tail, tail)]
        {
            for ((old_row, new_row), row) in old_rows.iter().zip(new_rows).zip(first + 1..) {
                for (at, column) in old.columns.iter().enumerate() {
                    let (old_cell, new_cell) = (old_row.get(at), new_row.get(at));
                    let (old_cell, new_cell) =
                        (old_cell.unwrap_or(&Value::Null), new_cell.unwrap_or(&Value::Null));
                    if !self.same_value(old_cell, new_cell) {
                        changes.add(
                            &format!("row {row}, {}: ", quoted(column)),
                            old_cell,
                            new_cell,
                        );
                    }
                }
            }
        }
        changes.named("cell").map(|named| format!("the table differs in {named}"))
    }

    /// Says how two values differ; none if they are the same.
    pub(super) fn value_change(&self, old: &Value, new: &Value) -> Option<String> {
        let mut changes = Changes::default();
        self.collect(old, new, &mut changes);
        changes.named("value")
    }

    /// Collects the values within two values that differ.
    fn collect(&self, old: &Value, new: &Value, changes: &mut Changes) {
        match (old, new) {
            (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
                old.iter().zip(new).for_each(|(old, new)| self.collect(old, new, changes));
            }
            (Value::Object(old), Value::Object(new)) if old.keys().eq(new.keys()) => {
                old.values()
                    .zip(new.values())
                    .for_each(|(old, new)| self.collect(old, new, changes));
            }
            _ if self.same_value(old, new) => {}
            _ => changes.add("", old, new),
        }
    }

    pub(super) fn same_value(&self, old: &Value, new: &Value) -> bool {
        match (old, new) {
            (Value::Number(old), Value::Number(new)) => {
                old == new
                    || old.as_f64().zip(new.as_f64()).is_some_and(|(old, new)| close(old, new))
            }
            (Value::String(old), Value::String(new)) => self.same_text(old, new),
            _ => old == new,
        }
    }
}

/// Values that differ: how many, and the first of them in words.
#[derive(Default)]
struct Changes {
    count: usize,
    named: Vec<String>,
}

impl Changes {
    fn add(&mut self, place: &str, old: &Value, new: &Value) {
        self.count += 1;
        if self.named.len() < MAX_NAMED_VALUES {
            self.named.push(format!("{place}{} before, {} now", in_words(old), in_words(new)));
        }
    }

    /// Lists the first of them and counts the others; none if there are none.
    fn named(mut self, what: &str) -> Option<String> {
        let others = self.count - self.named.len();
        if others > 0 {
            self.named
                .push(format!("and {others} more {what}{}", if others == 1 { "" } else { "s" }));
        }
        (self.count > 0).then(|| self.named.join("; "))
    }
}

/// Returns a count with its noun.
pub(super) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "missing".to_owned(),
        Value::String(text) => quoted(text),
        Value::Array(items) => counted(items.len() as u64, "value"),
        Value::Object(_) => "other fields".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

fn quoted(text: &str) -> String {
    format!("“{}”", shortened(text, 0))
}
