//! A table's values as a person reads them.
//!
//! Numbers of one column get the same number of decimals, so that they can be compared by eye; grouping is for amounts,
//! not for years, codes and other names that happen to be numbers.

use kernel::TableData;
use serde_json::Value;

use crate::{
    format::{fixed, grouped},
    visible::visible,
};

/// One cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What is shown.
    pub text: String,
    /// The exact value, where `text` shortens it.
    pub exact: Option<String>,
    /// Whether there is no value.
    pub missing: bool,
}

/// Whether values of this type of column are aligned to the right.
pub fn is_numeric(column_type: &str) -> bool {
    matches!(column_type, "integer" | "number")
}

/// The rows of a table, each cell as text.
pub fn rows(table: &TableData) -> Vec<Vec<Cell>> {
    let writers: Vec<Writer> = (0..table.columns.len()).map(|column| Writer::of(table, column)).collect();
    table
        .rows
        .iter()
        .map(|row| row.iter().zip(&writers).map(|(value, writer)| writer.write(value)).collect())
        .collect()
}

/// How one column is written.
enum Writer {
    Plain,
    Number { decimals: u32, group: bool },
    Day,
    Moment,
}

impl Writer {
    fn of(table: &TableData, column: usize) -> Self {
        let values = || table.rows.iter().filter_map(|row| row.get(column));
        match table.types.get(column).map(String::as_str) {
            Some("integer") => Self::Number { decimals: 0, group: is_amount(table, column) },
            Some("number") => Self::Number {
                decimals: decimals(values().filter_map(Value::as_f64)),
                group: is_amount(table, column),
            },
            Some("date") => Self::Day,
            Some("datetime") => {
                let midnight = |value: &Value| value.as_str().is_none_or(|text| text.contains("T00:00:00"));
                if values().all(midnight) { Self::Day } else { Self::Moment }
            }
            _ => Self::Plain,
        }
    }

    fn write(&self, value: &Value) -> Cell {
        let (text, exact) = match (value, self) {
            (Value::Null, _) => return Cell { text: "–".to_owned(), exact: None, missing: true },
            (Value::Number(number), Self::Number { decimals, group }) => {
                let exact = number.to_string();
                let rounded = match number.as_f64() {
                    Some(float) if number.is_f64() || *decimals > 0 => rounded(float, *decimals),
                    _ => None,
                };
                let (text, same) = rounded.unwrap_or_else(|| (exact.clone(), true));
                let text = if *group && !text.contains('e') { grouped(&text) } else { text };
                (text, (!same).then_some(exact))
            }
            (Value::String(text), Self::Day) => (text.split('T').next().unwrap_or_default().to_owned(), None),
            (Value::String(text), Self::Moment) => (text.replacen('T', " ", 1), None),
            (Value::String(text), _) => (visible(text), None),
            (Value::Bool(flag), _) => ((if *flag { "True" } else { "False" }).to_owned(), None),
            (other, _) => (other.to_string(), None),
        };
        Cell { text, exact, missing: false }
    }
}

/// With as many decimals as the column has, and whether that is all of the number. Nothing where that would leave nothing of it,
/// or where it has more digits than can be counted exactly.
fn rounded(number: f64, decimals: u32) -> Option<(String, bool)> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let scale = 10f64.powi(i32::try_from(decimals).unwrap_or(0));
    let scaled = number.abs() * scale;
    (number == 0.0 || (0.5..EXACT).contains(&scaled)).then(|| fixed(number, decimals))
}

/// The decimals that a column's values need, at most two where they are large and four where they are small.
fn decimals(values: impl Iterator<Item = f64> + Clone) -> u32 {
    let largest = values.clone().map(f64::abs).fold(0.0, f64::max);
    let most = if largest >= 100.0 { 2 } else { 4 };
    (0..most)
        .find(|digits| {
            let scale = 10f64.powi(i32::try_from(*digits).unwrap_or(0));
            values
                .clone()
                .all(|value| ((value * scale).round() / scale - value).abs() < 1e-9 * largest.max(1.0))
        })
        .unwrap_or(most)
}

/// Whether a column of numbers counts or measures something, so that 12345 reads better as 12,345.
fn is_amount(table: &TableData, column: usize) -> bool {
    const NAMES: [&str; 12] =
        ["id", "ids", "year", "jahr", "zip", "plz", "postcode", "code", "phone", "number", "no", "nr"];
    let name = table.columns.get(column).map(|name| name.to_lowercase()).unwrap_or_default();
    let named = name.split(|character: char| !character.is_alphanumeric()).any(|word| NAMES.contains(&word));
    column >= table.index_columns && !named
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(name: &str, column_type: &str, cases: &[(Value, &str, Option<&str>)]) {
        let table = TableData {
            columns: vec![name.to_owned()],
            types: vec![column_type.to_owned()],
            index_columns: 0,
            rows: cases.iter().map(|(value, ..)| vec![value.clone()]).collect(),
            total_rows: cases.len() as u64,
        };
        let wanted: Vec<Vec<Cell>> = cases
            .iter()
            .map(|(value, text, exact)| {
                vec![Cell {
                    text: (*text).to_owned(),
                    exact: exact.map(str::to_owned),
                    missing: value.is_null(),
                }]
            })
            .collect();
        assert_eq!(rows(&table), wanted);
    }

    #[test]
    fn amounts_are_grouped_and_share_their_decimals() {
        check(
            "revenue",
            "number",
            &[
                (json!(1234567.891), "1,234,567.89", Some("1234567.891")),
                (json!(20.5), "20.50", None),
                (json!(-3), "-3.00", None),
                (json!(null), "–", None),
            ],
        );
        check(
            "share",
            "number",
            &[(json!(0.5), "0.5000", None), (json!(0.33333), "0.3333", Some("0.33333"))],
        );
        check("rows", "integer", &[(json!(45000), "45,000", None)]);
    }

    #[test]
    fn names_that_are_numbers_are_not_grouped() {
        check("year", "integer", &[(json!(2026), "2026", None)]);
        check("customer_id", "integer", &[(json!(100234), "100234", None)]);
    }

    #[test]
    fn a_tiny_number_is_not_rounded_to_nothing() {
        check(
            "p",
            "number",
            &[(json!(0.00000012), "1.2e-7", None), (json!(0.51234), "0.5123", Some("0.51234"))],
        );
    }

    #[test]
    fn dates_lose_the_time_only_where_none_has_one() {
        check("d", "datetime", &[(json!("2026-01-31T00:00:00"), "2026-01-31", None)]);
        check(
            "d",
            "datetime",
            &[
                (json!("2026-01-31T00:00:00"), "2026-01-31 00:00:00", None),
                (json!("2026-01-31T08:15:00"), "2026-01-31 08:15:00", None),
            ],
        );
    }

    #[test]
    fn other_values_stand_as_they_are() {
        check("t", "text", &[(json!("a\u{202E}b"), "a⟨U+202E⟩b", None), (json!("1234"), "1234", None)]);
        check("b", "boolean", &[(json!(true), "True", None)]);
    }
}
