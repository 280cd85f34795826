//! Printed JSON as rows: objects of an array are rows, and so are the entries of an object of
//! objects.

use serde_json::Value as Json;

use super::collect::Adding;
use super::{NONE, Place};

/// The deepest value that is read.
const MAX_DEPTH: usize = 16;

impl Adding<'_> {
    pub(super) fn json(&mut self, place: Place, value: &Json) {
        let table = self.begin_table(false);
        let row = self.begin_row(table);
        self.value(place, value, row, NONE, 0);
    }

    /// Takes values that were printed one after the other: rows, if they have the same keys.
    pub(super) fn all_json(&mut self, place: Place, values: &mut Vec<Json>) {
        let entries: Vec<(Option<&str>, &Json)> =
            values.iter().map(|value| (None, value)).collect();
        if is_table(&entries) {
            self.records(place, entries, 0);
        } else {
            values.iter().for_each(|value| self.json(place, value));
        }
        values.clear();
    }

    fn value(&mut self, place: Place, value: &Json, row: u32, column: u32, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        match value {
            Json::Number(number) => {
                self.number(place, number.as_f64().unwrap_or(f64::NAN), 0.0, row, column);
            }
            Json::String(text) => self.cell(place, row, text, true),
            Json::Array(items) if items.iter().any(Json::is_object) => {
                self.number(place, items.len() as f64, 0.0, NONE, NONE);
                self.records(place, items.iter().map(|item| (None, item)).collect(), depth);
            }
            Json::Array(items) if items.len() > 1 && items.iter().all(Json::is_array) => {
                self.points(place, items, depth)
            }
            Json::Array(items) => {
                items.iter().for_each(|item| self.value(place, item, row, column, depth + 1))
            }
            Json::Object(fields) => {
                let entries: Vec<(Option<&str>, &Json)> =
                    fields.iter().map(|(key, value)| (Some(key.as_str()), value)).collect();
                if is_table(&entries) {
                    self.records(place, entries, depth);
                    return;
                }
                // The numbers of an object stand beside each other, each under its own key.
                let numbers = entries.iter().filter(|(_, value)| value.is_number()).count();
                let table = self.begin_table(numbers > 1);
                for (key, value) in entries {
                    let key = key.unwrap_or_default();
                    if value.is_number() {
                        let row = self.begin_row(table);
                        self.label(row, key, true);
                        self.value(place, value, row, column, depth + 1);
                    } else {
                        let table = self.begin_table(false);
                        let inner = self.begin_row(table);
                        self.label(inner, key, true);
                        self.value(place, value, inner, column, depth + 1);
                    }
                }
            }
            Json::Null | Json::Bool(_) => {}
        }
    }

    /// Takes rows without keys, whose first value labels them.
    fn points(&mut self, place: Place, rows: &[Json], depth: usize) {
        let table = self.begin_table(true);
        let mut columns: Vec<u32> = Vec::new();
        for cells in rows.iter().filter_map(Json::as_array) {
            let row = self.begin_row(table);
            for (at, cell) in cells.iter().enumerate() {
                while columns.len() <= at {
                    columns.push(self.begin_column(place, table, ""));
                }
                match cell {
                    Json::String(text) => self.cell(place, row, text, at == 0),
                    Json::Number(number) if at == 0 => {
                        self.first_number(
                            place,
                            number.as_f64().unwrap_or(f64::NAN),
                            row,
                            columns[at],
                        );
                    }
                    other => self.value(place, other, row, columns[at], depth + 1),
                }
            }
        }
    }

    /// Takes rows, each with the key that labels it; what their fields are called are the columns.
    fn records(&mut self, place: Place, rows: Vec<(Option<&str>, &Json)>, depth: usize) {
        let table = self.begin_table(rows.len() > 1);
        let mut columns: Vec<(&str, u32)> = Vec::new();
        // Of an object of objects, as many groups as measures says nothing; groups are usually
        // more.
        let first = rows.first().and_then(|(_, value)| value.as_object());
        let transposed = rows.iter().all(|(key, _)| key.is_some())
            && first.is_some_and(|first| {
                first.len() >= rows.len() && !first.keys().any(|key| self.is_measure(key))
            });
        if transposed {
            self.values.strict[table as usize] = false;
        }
        for (key, value) in rows {
            let row = self.begin_row(table);
            if let Some(key) = key {
                self.label(row, key, true);
            }
            let Json::Object(fields) = value else {
                self.value(place, value, row, NONE, depth + 1);
                continue;
            };
            for (at, (name, field)) in fields.iter().enumerate() {
                match field {
                    Json::Number(number) => {
                        let column = match columns.iter().find(|(known, _)| known == name) {
                            Some((_, column)) => *column,
                            None => {
                                let column = self.begin_column(place, table, name);
                                columns.push((name, column));
                                column
                            }
                        };
                        self.number(place, number.as_f64().unwrap_or(f64::NAN), 0.0, row, column);
                        if transposed {
                            self.label(row, name, false);
                        }
                    }
                    Json::String(text) => self.cell(place, row, text, key.is_none() && at == 0),
                    other => self.part(place, other, row, depth + 1),
                }
            }
        }
    }

    /// Takes a part of a row: the numbers in its objects are of that row.
    fn part(&mut self, place: Place, value: &Json, row: u32, depth: usize) {
        match value.as_object() {
            Some(fields)
                if depth <= MAX_DEPTH && fields.values().all(|field| !field.is_array()) =>
            {
                fields.values().for_each(|field| self.part(place, field, row, depth + 1));
            }
            _ => self.value(place, value, row, NONE, depth),
        }
    }
}

/// Returns whether the entries are objects that have the same keys.
fn is_table(entries: &[(Option<&str>, &Json)]) -> bool {
    let keys = |value: &Json| -> Option<Vec<String>> {
        Some(value.as_object()?.keys().cloned().collect())
    };
    let first = entries.first().and_then(|(_, value)| keys(value));
    entries.len() > 1 && first.is_some() && entries.iter().all(|(_, value)| keys(value) == first)
}
