//! What became of the results of code that ran again with other data: which number is what now,
//! and of a table which rows are other ones.
//!
//! Rows are told apart by their index, else by their cells that are not numbers, if each row has
//! its own. Otherwise they are compared place by place, and if there are more or fewer of them, as
//! a whole: such a row is the same, or it was added or removed.

use std::collections::{HashMap, HashSet};

use kernel::{Shown, Status, TableData};
use serde_json::Value;

use super::text::Runs;
use super::{Run, json, without_ids};

/// The most cells of a table that are named. Beyond that a user compares the tables themselves.
const MAX_CELLS: usize = 100;

/// The types of columns whose values are measured rather than names of a row.
const MEASURED: [&str; 4] = ["integer", "number", "duration", "other"];

/// What running code again has changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// The error with which it ended, if it had not ended with that before: its name and value.
    pub failed: Option<(String, String)>,
    /// What it printed, if that is another text: the first line that differs, before and now.
    pub printed: Option<(String, String)>,
    /// Its results, in their order.
    pub results: Vec<ResultChange>,
}

/// What became of a result.
#[derive(Clone, Debug, PartialEq)]
pub enum ResultChange {
    /// It is the same.
    Same,
    /// Values are other ones: a number, or cells of a table with one row.
    Values(Vec<NewValue>),
    /// A table has other rows, columns or cells.
    Table(TableChange),
    /// A figure is drawn from other data.
    Figure,
    /// A text is another one: the first line that differs, before and now.
    Text(String, String),
    /// It was not there before.
    Added,
    /// It is not there now.
    Removed,
}

/// A value that is another one.
#[derive(Clone, Debug, PartialEq)]
pub struct NewValue {
    /// The name of its column; empty if it has none.
    pub name: String,
    /// The value before.
    pub before: Value,
    /// The value now.
    pub now: Value,
}

/// What became of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableChange {
    /// Its numbers of rows, before and now.
    pub rows: (u64, u64),
    /// Columns that it did not have before.
    pub added_columns: Vec<String>,
    /// Columns that it no longer has.
    pub removed_columns: Vec<String>,
    /// How many rows have another value.
    pub changed: usize,
    /// How many rows it did not have before.
    pub added: usize,
    /// How many rows it no longer has.
    pub removed: usize,
    /// The cells that have another value, the first of them.
    pub cells: Vec<Cell>,
    /// How many further cells have.
    pub more_cells: usize,
    /// Whether only the rows that are stored were compared, of more. Which rows were added or
    /// removed is not known then.
    pub is_part: bool,
}

/// A cell that has another value.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What identifies its row.
    pub row: String,
    /// Its column.
    pub column: String,
    /// The value before.
    pub before: Value,
    /// The value now.
    pub now: Value,
}

impl Changes {
    /// Returns whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.failed.is_none() && self.printed.is_none() && self.changed() == 0
    }

    /// Returns how many results have changed.
    pub fn changed(&self) -> usize {
        self.results.iter().filter(|result| **result != ResultChange::Same).count()
    }
}

/// Compares the outcome of code that ran again with other data to the one before.
pub fn changes(before: Run<'_>, after: Run<'_>) -> Changes {
    let runs = Runs { before: before.span(), after: after.span() };
    let (before, after) = (before.outcome, after.outcome);
    let failed = after.error.as_ref().filter(|error| {
        let known = before.error.as_ref();
        known.is_none_or(|known| (&known.name, &known.value) != (&error.name, &error.value))
    });
    let unnamed = (after.status != before.status && after.status != Status::Ok)
        .then(|| (super::ended(after), String::new()));
    let printed = (super::printed(before), super::printed(after));
    // A record in JSON is for programs, and what it is about is among the results.
    let is_record = |text: &str| {
        serde_json::from_str::<Value>(text.trim()).is_ok_and(|value| value.is_object())
    };
    let is_said = after.results.is_empty() || !(is_record(&printed.0) && is_record(&printed.1));
    let pairs = before.results.iter().zip(&after.results);
    let mut results: Vec<_> = pairs.map(|(old, new)| change(old, new, &runs)).collect();
    let (old, new) = (before.results.len(), after.results.len());
    results.extend((new..old).map(|_| ResultChange::Removed));
    results.extend((old..new).map(|_| ResultChange::Added));
    Changes {
        failed: failed.map(|error| (error.name.clone(), error.value.clone())).or(unnamed),
        printed: lines(&printed.0, &printed.1, &runs).filter(|_| is_said),
        results,
    }
}

fn change(old: &Shown, new: &Shown, runs: &Runs) -> ResultChange {
    if let (Some(old), Some(new)) = (&old.data, &new.data) {
        return table(old, new, runs);
    }
    let is_figure = |shown: &Shown| {
        shown.chart.is_some() || shown.mime.keys().any(|form| form.starts_with("image/"))
    };
    if is_figure(old) && is_figure(new) {
        let same = match (&old.chart, &new.chart) {
            (Some(old), Some(new)) => {
                runs.value_change(&json(&old.without_view()), &json(&new.without_view())).is_none()
            }
            _ => old.mime == new.mime,
        };
        return if same { ResultChange::Same } else { ResultChange::Figure };
    }
    if let Some((before, now)) = lines(&old.text, &new.text, runs) {
        let number = |text: &str| serde_json::from_str(text.trim()).ok().filter(Value::is_number);
        return match (number(&old.text), number(&new.text)) {
            (Some(before), Some(now)) => {
                ResultChange::Values(vec![NewValue { name: String::new(), before, now }])
            }
            _ => ResultChange::Text(before, now),
        };
    }
    let mut forms = old.mime.iter().zip(&new.mime);
    let same = old.mime.len() == new.mime.len()
        && old.data.is_some() == new.data.is_some()
        && forms.all(|((form, old), (other, new))| {
            form == other && runs.same_text(&without_ids(old), &without_ids(new))
        });
    if same { ResultChange::Same } else { ResultChange::Figure }
}

/// Returns the first line that differs, before and now; none if the texts are the same.
fn lines(old: &str, new: &str, runs: &Runs) -> Option<(String, String)> {
    if runs.same_text(old, new) {
        return None;
    }
    let (mut before, mut now) = (old.lines(), new.lines());
    loop {
        let (old, new) = (before.next(), now.next());
        if old.is_none() && new.is_none() {
            // They differ in more than lines, such as a break at the end.
            return Some((String::new(), String::new()));
        }
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        if !runs.same_text(old, new) {
            return Some((super::shortened(old, 0), super::shortened(new, 0)));
        }
    }
}

/// A row, by what identifies it.
type Keyed<'a> = Vec<(String, &'a [Value])>;

fn table(old: &TableData, new: &TableData, runs: &Runs) -> ResultChange {
    let missing = |one: &TableData, other: &TableData| -> Vec<String> {
        one.columns.iter().filter(|name| !other.columns.contains(name)).cloned().collect()
    };
    let stored = |table: &TableData| table.rows.len() + table.tail.len();
    let is_whole = |table: &TableData| stored(table) as u64 >= table.total_rows;
    let mut found = TableChange {
        rows: (old.total_rows, new.total_rows),
        added_columns: missing(new, old),
        removed_columns: missing(old, new),
        is_part: !is_whole(old) || !is_whole(new),
        ..TableChange::default()
    };
    match keyed(old, new) {
        Some(rows) => found.compare(&rows, (old, new), runs),
        None if old.total_rows == new.total_rows => {
            found.compare(&(by_place(old), by_place(new)), (old, new), runs);
        }
        None if !found.is_part => found.count(old, new, runs),
        None => {}
    }
    if found.is_part {
        (found.added, found.removed) = (0, 0);
    }
    let columns_changed = !found.added_columns.is_empty() || !found.removed_columns.is_empty();
    let rows_changed = found.changed + found.added + found.removed > 0;
    match found.cells.as_slice() {
        [] if !columns_changed && !rows_changed && old.total_rows == new.total_rows => {
            ResultChange::Same
        }
        cells if found.rows == (1, 1) && !columns_changed && found.changed == 1 => {
            let value = |Cell { column, before, now, .. }: &Cell| NewValue {
                name: column.clone(),
                before: before.clone(),
                now: now.clone(),
            };
            ResultChange::Values(cells.iter().map(value).collect())
        }
        _ => ResultChange::Table(found),
    }
}

impl TableChange {
    /// Compares rows that are identified.
    fn compare(
        &mut self,
        (before, now): &(Keyed<'_>, Keyed<'_>),
        (old, new): (&TableData, &TableData),
        runs: &Runs,
    ) {
        let known: HashMap<&str, &[Value]> =
            before.iter().map(|(key, row)| (key.as_str(), *row)).collect();
        let kept: HashSet<&str> = now.iter().map(|(key, _)| key.as_str()).collect();
        self.removed = before.iter().filter(|(key, _)| !kept.contains(key.as_str())).count();
        let place = |name: &String| old.columns.iter().position(|one| one == name);
        let columns: Vec<(usize, usize, &String)> = new
            .columns
            .iter()
            .enumerate()
            .filter_map(|(at, name)| Some((place(name)?, at, name)))
            .collect();
        for (key, row) in now {
            let Some(earlier) = known.get(key.as_str()) else {
                self.added += 1;
                continue;
            };
            let mut is_changed = false;
            for &(old_at, at, column) in &columns {
                let before = earlier.get(old_at).unwrap_or(&Value::Null);
                let value = row.get(at).unwrap_or(&Value::Null);
                if runs.same_value(before, value) {
                    continue;
                }
                is_changed = true;
                if self.cells.len() < MAX_CELLS {
                    let (row, column) = (key.clone(), column.clone());
                    let (before, now) = (before.clone(), value.clone());
                    self.cells.push(Cell { row, column, before, now });
                } else {
                    self.more_cells += 1;
                }
            }
            self.changed += usize::from(is_changed);
        }
    }

    /// Counts the rows that only one of two tables has.
    fn count(&mut self, old: &TableData, new: &TableData, runs: &Runs) {
        let mut left: Vec<&Vec<Value>> = old.rows.iter().chain(&old.tail).collect();
        for row in new.rows.iter().chain(&new.tail) {
            let same = |other: &&Vec<Value>| {
                other.len() == row.len()
                    && other.iter().zip(row).all(|(old, new)| runs.same_value(old, new))
            };
            match left.iter().position(same) {
                Some(at) => drop(left.remove(at)),
                None => self.added += 1,
            }
        }
        self.removed = left.len();
    }
}

/// Returns the rows of both tables by what identifies them in both; none if nothing does.
fn keyed<'a>(old: &'a TableData, new: &'a TableData) -> Option<(Keyed<'a>, Keyed<'a>)> {
    let index: Vec<&String> = new.columns.iter().take(new.index_columns).collect();
    let names = new.columns.iter().zip(&new.types);
    let names: Vec<&String> = names
        .filter(|(_, kind)| !MEASURED.contains(&kind.as_str()))
        .map(|(name, _)| name)
        .collect();
    let all = [index, names];
    let mut by = all.iter().filter(|columns| !columns.is_empty());
    by.find_map(|columns| Some((by_columns(old, columns)?, by_columns(new, columns)?)))
}

/// Returns the rows of a table by their places.
fn by_place(table: &TableData) -> Keyed<'_> {
    let all = usize::try_from(table.total_rows).unwrap_or(usize::MAX);
    let tail = all.saturating_sub(table.tail.len());
    let places = (1..).zip(&table.rows).chain((tail + 1..).zip(&table.tail));
    places.map(|(place, row)| (format!("row {place}"), row.as_slice())).collect()
}

/// Returns the rows of a table by their cells in these columns; none if it lacks one of them, or if
/// two rows have the same.
fn by_columns<'a>(table: &'a TableData, columns: &[&String]) -> Option<Keyed<'a>> {
    let at = |name: &&String| table.columns.iter().position(|own| own == *name);
    let places: Vec<usize> = columns.iter().map(at).collect::<Option<_>>()?;
    let rows: Keyed<'a> = table
        .rows
        .iter()
        .chain(&table.tail)
        .map(|row| {
            let cells = places.iter().map(|at| match row.get(*at) {
                None | Some(Value::Null) => "missing".to_owned(),
                Some(Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
            });
            (cells.collect::<Vec<_>>().join(", "), row.as_slice())
        })
        .collect();
    let distinct: HashSet<&str> = rows.iter().map(|(key, _)| key.as_str()).collect();
    (distinct.len() == rows.len()).then_some(rows)
}

#[cfg(test)]
mod tests;
