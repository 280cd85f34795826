//! Joins: two tables that share a column, as one more table that questions can be about.
//!
//! The shared column must identify the rows of the second table, so that no row of the first is counted
//! twice. Nothing is read here; `templates/join.py` joins the rows.

use crate::columns::is_identifier;
use crate::input::{Column, File, Join, Table};
use crate::label;
use crate::words::stems;

/// The most joined tables: each of them is read with every question.
const MOST: usize = 8;

/// Returns the files, and after them one for each pair of tables that can be joined.
pub(crate) fn with_joined(files: &[File]) -> Vec<File> {
    let tables: Vec<(&File, &Table)> = files
        .iter()
        .flat_map(|file| file.tables.iter().map(move |table| (file, table)))
        .filter(|(_, table)| !table.columns.is_empty())
        .collect();
    let pairs = tables.iter().enumerate().flat_map(|(at, left)| {
        tables.iter().enumerate().filter(move |(other, _)| *other != at).map(move |(_, right)| (left, right))
    });
    let joined: Vec<File> = pairs.filter_map(|(left, right)| joined(*left, *right)).take(MOST).collect();
    files.iter().cloned().chain(joined).collect()
}

fn joined(left: (&File, &Table), right: (&File, &Table)) -> Option<File> {
    let ((left_file, left), (right_file, right)) = (left, right);
    let stem = title(right_file, right);
    let pairs = left.columns.iter().flat_map(|key| right.columns.iter().map(move |other| (key, other)));
    let fits = pairs.filter(|(key, other)| {
        let alone = other.distinct + other.missing >= right.rows && other.distinct > 1 && !right.sampled;
        alone && same_kind(key, other) && same_name(key, other, &stem)
    });
    let (key, other) = fits.max_by_key(|(_, other)| (is_identifier(other), other.distinct))?;
    let suffix = format!(" ({stem})");
    let mut table = left.clone();
    for column in right.columns.iter().filter(|column| column.name != other.name) {
        let taken = left.column(&column.name).is_some();
        let name = if taken { format!("{}{suffix}", column.name) } else { column.name.clone() };
        table.columns.push(Column { name, ..column.clone() });
    }
    table.joined = Some(Join {
        reader: right.reader.clone(),
        name: stem,
        key: key.name.clone(),
        other_key: other.name.clone(),
        suffix,
    });
    let name = format!("{} with {}", left_file.name, right_file.name);
    Some(File { name, tables: vec![table], ..left_file.clone() })
}

/// Returns a table's title: its sheet, or its file without the extension.
fn title(file: &File, table: &Table) -> String {
    label::plain(table.sheet.as_deref().unwrap_or(&label::stem(&file.name)))
}

fn same_kind(a: &Column, b: &Column) -> bool {
    (a.is_number() && b.is_number()) || (a.is_text() && b.is_text() && a.dtype == b.dtype)
}

/// Returns whether the names match: `customer_id` and `Customer ID`; also `customer_id` and the `id` of a
/// table called customers.
fn same_name(a: &Column, b: &Column, title: &str) -> bool {
    let (a, b) = (stems(&a.name), stems(&b.name));
    let whole: Vec<String> = stems(title).into_iter().chain(b.iter().cloned()).collect();
    !a.is_empty() && (a == b || a == whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::ColumnType;

    fn file(name: &str, rows: u64, columns: &[(&str, u64)]) -> File {
        let columns = columns.iter().map(|(name, distinct)| Column {
            name: (*name).to_owned(),
            r#type: ColumnType::Integer,
            distinct: *distinct,
            ..Column::default()
        });
        let table = Table { rows, columns: columns.collect(), ..Table::default() };
        File { name: name.to_owned(), tables: vec![table], ..File::default() }
    }

    #[test]
    fn tables_join_if_the_shared_column_identifies_the_rows_of_one() {
        let orders = || file("orders.csv", 100, &[("customer_id", 20), ("amount", 90)]);
        let cases = [
            (
                file("customers.csv", 20, &[("Customer ID", 20), ("age", 9)]),
                vec![("customer_id", "Customer ID")],
            ),
            (file("customers.csv", 20, &[("id", 20), ("age", 9)]), vec![("customer_id", "id")]),
            (file("visits.csv", 50, &[("customer_id", 20), ("age", 9)]), vec![]),
            (file("shops.csv", 20, &[("id", 20), ("age", 9)]), vec![]),
        ];
        for (other, wanted) in cases {
            let files = with_joined(&[orders(), other.clone()]);
            let keys: Vec<(&str, &str)> = files[2..]
                .iter()
                .filter_map(|file| file.tables[0].joined.as_ref())
                .map(|join| (join.key.as_str(), join.other_key.as_str()))
                .collect();
            assert_eq!(keys, wanted, "{other:?}");
        }
    }
}
