//! Columns: what a column can be used for, by its type, its values and its name.

use serde_json::Value;

use crate::input::{Column, ColumnType, Table};
use crate::lexicon::is_a;
use crate::words::stems;

/// Returns a column's name as it has no doubt in a question.
pub(crate) fn quoted(column: &Column) -> String {
    format!("`{}`", column.name)
}

/// Returns the smallest or largest value as a number.
fn limit(value: &Option<Value>) -> Option<f64> {
    value.as_ref().and_then(Value::as_f64)
}

/// Returns whether a column's numbers state years.
pub(crate) fn is_years(column: &Column) -> bool {
    let within = |value| limit(value).is_some_and(|year| (1000.0..2200.0).contains(&year));
    let named = stems(&column.name)
        .iter()
        .any(|word| ["year", "yr", "fy", "season"].contains(&word.as_str()));
    let number = matches!(column.r#type, ColumnType::Integer | ColumnType::Number);
    number && named && within(&column.min) && within(&column.max)
}

/// Returns whether a column's numbers state a part of a date: a month, a quarter, a day.
pub(crate) fn is_date_part(column: &Column) -> bool {
    const PARTS: [(&str, f64); 6] = [
        ("quarter", 4.0),
        ("weekday", 7.0),
        ("month", 12.0),
        ("hour", 24.0),
        ("day", 31.0),
        ("week", 53.0),
    ];
    let last = stems(&column.name).pop().unwrap_or_default();
    let part = PARTS.iter().find(|(name, _)| *name == last);
    let most = limit(&column.max).unwrap_or(f64::MAX);
    column.r#type == ColumnType::Integer && part.is_some_and(|(_, limit)| most <= *limit)
}

/// Returns whether a column's name says that its values identify something rather than measure it.
pub(crate) fn is_identifier(column: &Column) -> bool {
    let measured = matches!(column.r#type, ColumnType::Number | ColumnType::NumberText);
    !measured && is_a(&column.name, "identifier")
}

/// Returns whether one can calculate with a column: numbers other than identifiers, years and parts
/// of dates.
pub(crate) fn is_measure(column: &Column) -> bool {
    column.is_number() && !is_identifier(column) && !is_years(column) && !is_date_part(column)
}

/// Returns whether rows can be grouped by a column.
pub(crate) fn is_group(column: &Column) -> bool {
    column.is_text()
        || column.r#type == ColumnType::Boolean
        || is_years(column)
        || is_date_part(column)
        || is_identifier(column)
}

/// Returns whether the sum of a column's values has a meaning: its name says that it is an amount
/// or a count.
pub(crate) fn adds_up(column: &Column) -> bool {
    let amount = is_a(&column.name, "money") || is_a(&column.name, "quantity");
    is_measure(column) && amount && !is_a(&column.name, "level") && !is_a(&column.name, "price")
}

/// Returns whether a column holds amounts of money.
pub(crate) fn is_money(column: &Column) -> bool {
    column.is_number()
        && ["money", "price", "salary"].iter().any(|family| is_a(&column.name, family))
}

/// Returns whether each row has a value of its own in a column.
pub(crate) fn is_unique(column: &Column, table: &Table) -> bool {
    table.rows > 1 && !table.sampled && column.missing == 0 && column.distinct == table.rows
}

/// Returns the first and last month of a column of dates, counted from the year 0.
pub(crate) fn months(column: &Column) -> Option<(u64, u64)> {
    let month = |value: &Option<Value>| {
        let day = value.as_ref()?.as_str()?;
        Some(day.get(..4)?.parse::<u64>().ok()? * 12 + day.get(5..7)?.parse::<u64>().ok()? - 1)
    };
    Some((month(&column.min)?, month(&column.max)?))
}

/// Returns the value that means "yes" in a column of two values, as Python; `None` if it has no
/// such values.
pub(crate) fn yes(column: &Column) -> Option<String> {
    const PAIRS: [(&str, &str); 9] = [
        ("yes", "no"),
        ("y", "n"),
        ("true", "false"),
        ("t", "f"),
        ("ja", "nein"),
        ("ja", "nee"),
        ("oui", "non"),
        ("si", "no"),
        ("sí", "no"),
    ];
    let limits = (limit(&column.min), limit(&column.max));
    match column.r#type {
        ColumnType::Boolean => Some("True".to_owned()),
        ColumnType::Integer if limits == (Some(0.0), Some(1.0)) => {
            (column.distinct == 2).then(|| "1".to_owned())
        }
        _ if column.is_text() && column.distinct == 2 => {
            // “1. Yes” is a yes too.
            let bare = |text: &str| {
                text.trim_start_matches(|c: char| !c.is_alphabetic()).trim_end().to_lowercase()
            };
            let has = |word: &str| column.examples.iter().find(|text| bare(text) == word);
            let yes = PAIRS.iter().find_map(|(yes, no)| has(no).and(has(yes)))?;
            Some(crate::literal::text(yes))
        }
        _ => None,
    }
}
