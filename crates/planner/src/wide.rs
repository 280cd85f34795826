//! Wide tables: columns that are periods ("Jan 2024", "Feb 2024" …) as one column of dates and one of values.
//!
//! The long form is one more table that questions can be about; `templates/long.py` builds it.

use serde_json::Value;

use crate::input::{Column, ColumnType, File, Long, Table};
use crate::periods;

/// The fewest columns of periods that form a time series.
const FEWEST: usize = 3;

/// The names of the two columns of the long form.
pub(crate) const PERIOD: &str = "period";
pub(crate) const VALUE: &str = "value";

/// Returns the files, and after them one for each table that is wide.
pub(crate) fn with_long(files: Vec<File>) -> Vec<File> {
    let long: Vec<File> = files
        .iter()
        .flat_map(|file| {
            let tables = file.tables.iter().filter(|table| table.joined.is_none());
            tables.filter_map(long).map(|table| File { tables: vec![table], ..file.clone() })
        })
        .collect();
    files.into_iter().chain(long).collect()
}

fn long(table: &Table) -> Option<Table> {
    let taken = |name: &str| table.column(name).is_some();
    if table.columns.iter().any(Column::is_date) || taken(PERIOD) || taken(VALUE) {
        return None;
    }
    let periods: Vec<(&Column, String)> = table
        .columns
        .iter()
        .filter(|column| column.is_number())
        .filter_map(|column| Some((column, periods::whole_span(&column.name)?.from)))
        .collect();
    if periods.len() < FEWEST {
        return None;
    }
    let mut days: Vec<&String> = periods.iter().map(|(_, day)| day).collect();
    days.sort();
    days.dedup();
    let reach = |best: fn(f64, f64) -> f64, of: fn(&Column) -> &Option<Value>| {
        periods.iter().filter_map(|(column, _)| of(column).as_ref()?.as_f64()).reduce(best).map(Value::from)
    };
    let day = |day: Option<&&String>| day.map(|day| Value::from((*day).clone()));
    let count = periods.len() as u64;
    let text = periods.iter().any(|(column, _)| column.r#type == ColumnType::NumberText);
    let period = Column {
        name: PERIOD.to_owned(),
        r#type: ColumnType::Date,
        distinct: days.len() as u64,
        min: day(days.first()),
        max: day(days.last()),
        ..Column::default()
    };
    let value = Column {
        name: VALUE.to_owned(),
        r#type: if text { ColumnType::NumberText } else { ColumnType::Number },
        missing: periods.iter().map(|(column, _)| column.missing).sum(),
        distinct: table.rows.saturating_mul(count),
        examples: periods
            .iter()
            .flat_map(|(column, _)| column.examples.iter().take(2).cloned())
            .take(12)
            .collect(),
        min: reach(f64::min, |column| &column.min),
        max: reach(f64::max, |column| &column.max),
        ..Column::default()
    };
    let of_period = |column: &&Column| periods.iter().any(|(period, _)| period.name == column.name);
    let kept = table.columns.iter().filter(|column| !of_period(column)).cloned();
    Some(Table {
        columns: kept.chain([period, value]).collect(),
        rows: table.rows.saturating_mul(count),
        duplicates: 0,
        long: Some(Long {
            periods: periods.iter().map(|(column, day)| (column.name.clone(), day.clone())).collect(),
        }),
        ..table.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_are_periods_become_rows_and_others_stay() {
        let table = |names: &[&str]| Table {
            rows: 5,
            columns: names
                .iter()
                .map(|name| Column {
                    name: (*name).to_owned(),
                    r#type: ColumnType::Number,
                    ..Column::default()
                })
                .collect(),
            ..Table::default()
        };
        let cases: [(&[&str], Option<&[&str]>); 4] = [
            (&["size", "Jan 2024", "Feb 2024", "2024-03"], Some(&["size", "period", "value"])),
            (&["2019", "2020", "2021"], Some(&["period", "value"])),
            (&["size", "Jan 2024", "Feb 2024"], None),
            (&["Jan", "Feb", "Mar", "Apr"], None),
        ];
        for (names, wanted) in cases {
            let found =
                long(&table(names)).map(|long| long.columns.into_iter().map(|c| c.name).collect::<Vec<_>>());
            assert_eq!(
                found,
                wanted.map(|names| names.iter().map(|name| (*name).to_owned()).collect()),
                "{names:?}"
            );
        }
    }
}
