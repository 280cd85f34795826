//! Years: a column of years is a column of dates if a table has no other.
//!
//! Also distinguishes numbers that only state a time (a month from 1 to 12) from numbers that measure
//! something.

use serde_json::Value;

use crate::grammar::Grammar;
use crate::input::{Column, ColumnType, File, Table};
use crate::words::name_words;

/// Marks a column of years, in place of the type that pandas assigned.
const YEARS: &str = "years";

/// Returns the files, with columns of years read as dates in tables without dates.
pub(crate) fn with_years(files: &[File]) -> Vec<File> {
    let mut files = files.to_vec();
    for table in files.iter_mut().flat_map(|file| &mut file.tables) {
        if table.columns.iter().any(Column::is_date) {
            continue;
        }
        if let Some(column) = table.columns.iter_mut().find(|column| holds_years(column)) {
            let day = |value: &Option<Value>| Some(Value::from(format!("{}-01-01", year(value)?)));
            (column.min, column.max) = (day(&column.min), day(&column.max));
            column.r#type = ColumnType::Date;
            column.dtype = YEARS.to_owned();
        }
    }
    files
}

fn year(value: &Option<Value>) -> Option<i64> {
    Some(value.as_ref()?.as_f64()? as i64)
}

/// Returns whether [`with_years`] made the column a date.
pub(crate) fn is_years(column: &Column) -> bool {
    column.is_date() && column.dtype == YEARS
}

/// Returns whether the table's column of that name holds years.
pub(crate) fn of(table: &Table, name: &str) -> bool {
    table.column(name).is_some_and(is_years)
}

/// Returns whether a column has whole numbers called years, within the range of calendars.
fn holds_years(column: &Column) -> bool {
    column.r#type == ColumnType::Integer && named(column, "grain.year") && within(column, 1000, 2200)
}

fn named(column: &Column, grain: &str) -> bool {
    let words = name_words(&column.name);
    let list = Grammar::get().list(grain);
    words.len() <= 2
        && words.last().is_some_and(|last| list.iter().any(|phrase| phrase.as_slice() == [last.as_str()]))
}

fn within(column: &Column, least: i64, most: i64) -> bool {
    let reach = |value| year(value).is_some_and(|value| (least..=most).contains(&value));
    reach(&column.min) && reach(&column.max)
}

/// Returns whether a number only states a time: a year, a quarter, a month, a day of the month.
pub(crate) fn says_when(column: &Column) -> bool {
    let kinds = [
        ("grain.quarter", 4),
        ("grain.month", 12),
        ("grain.week", 53),
        ("grain.day", 31),
        ("grain.hour", 24),
    ];
    column.r#type == ColumnType::Integer
        && column.distinct > 1
        && (holds_years(column)
            || kinds.iter().any(|(grain, most)| {
                named(column, grain)
                    && within(column, 0, *most)
                    && column.distinct <= *most as u64 + 1
                    && !plural(column)
            }))
}

/// Returns whether the name is a plural: "Days" is a count, "Day" is a time.
fn plural(column: &Column) -> bool {
    name_words(&column.name).last().is_some_and(|last| last.ends_with('s'))
}
