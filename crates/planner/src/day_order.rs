//! Whether the day or the month is first in dates whose values do not show it: the profile assumes
//! one, says so, and a query may state the other.

use crate::input::{Column, File, Table};
use crate::query::{Measure, Query};

/// What the profile says of a column whose order it assumes, before and after the name of what is
/// first.
const ASSUMED: (&str, &str) = ("dates are read with the ", " first; no value shows it");

/// Returns the files with the dates of such columns read in this order.
pub(crate) fn read(files: &[File], day_first: bool) -> Vec<File> {
    let mut files = files.to_vec();
    for table in files.iter_mut().flat_map(|file| &mut file.tables) {
        if let Some(join) = &mut table.join {
            swap_table(&mut join.other, day_first);
        }
        swap_table(table, day_first);
    }
    files
}

/// Has the dates of a table read in this order.
fn swap_table(table: &mut Table, day_first: bool) {
    let swapped: Vec<String> = table
        .columns
        .iter_mut()
        .filter(|column| assumed(column).is_some_and(|day| day != day_first))
        .map(|column| {
            column.conversion = column.conversion.as_deref().map(swap);
            column.doubt = column.doubt.as_deref().map(|doubt| {
                doubt.replace("day", "\0").replace("month", "day").replace('\0', "month")
            });
            column.name.clone()
        })
        .collect();
    if let Some(at) = table.reader.find(", date_format=") {
        let (call, formats) = table.reader.split_at(at);
        table.reader = format!("{call}{}", swap_formats(formats, &swapped));
    }
}

/// Returns the same query with the other order, if its answer depends on dates whose order is
/// assumed.
pub(crate) fn other(query: &Query, columns: &[Column]) -> Option<Query> {
    let measured = query.measure.iter().chain(&query.second).flat_map(Measure::columns);
    let groups = query.groups.iter().map(|group| group.column.as_str());
    let tested = query.base.iter().chain(&query.filters).map(|filter| filter.column.as_str());
    let used: Vec<&str> = measured.chain(groups).chain(tested).collect();
    let day =
        columns.iter().filter(|column| used.contains(&column.name.as_str())).find_map(assumed)?;
    Some(Query { day_first: Some(!day), ..query.clone() })
}

/// Returns whether the day is assumed to be first; nothing if the values show it.
pub(crate) fn assumed(column: &Column) -> Option<bool> {
    let (_, rest) = column.doubt.as_ref()?.split_once(ASSUMED.0)?;
    Some(rest.split_once(ASSUMED.1)?.0 == "day")
}

/// Exchanges day and month in the formats of an expression.
fn swap(code: &str) -> String {
    code.replace("%d", "\0").replace("%m", "%d").replace('\0', "%m")
}

/// Exchanges day and month in the formats of these columns, which are one for all columns or one
/// for each.
fn swap_formats(formats: &str, columns: &[String]) -> String {
    if columns.is_empty() || !formats.contains('{') {
        return if columns.is_empty() { formats.to_owned() } else { swap(formats) };
    }
    columns.iter().fold(formats.to_owned(), |formats, name| {
        let key = format!("{}: \"", serde_json::Value::from(name.as_str()));
        let Some(start) = formats.find(&key).map(|at| at + key.len()) else { return formats };
        let end = formats[start..].find('"').map_or(formats.len(), |at| start + at);
        format!("{}{}{}", &formats[..start], swap(&formats[start..end]), &formats[end..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Table;

    fn column(name: &str, doubt: &str) -> Column {
        Column { name: name.to_owned(), doubt: Some(doubt.to_owned()), ..Column::default() }
    }

    #[test]
    fn the_formats_of_assumed_columns_are_exchanged_and_no_others() {
        let doubt = "dates are read with the day first; no value shows it, and the month may be first instead";
        let other = "dates are read with the month first; no value shows it, and the day may be first instead";
        let reader = "pd.read_csv(\"a.csv\", parse_dates=[\"a\", \"b\"], date_format=";
        let cases = [
            ("\"%d/%m/%Y\")", vec![column("a", doubt)], "\"%m/%d/%Y\")"),
            (
                "{\"a\": \"%d/%m/%Y\", \"b\": \"%d.%m.%Y\"})",
                vec![column("a", doubt)],
                "{\"a\": \"%m/%d/%Y\", \"b\": \"%d.%m.%Y\"})",
            ),
            ("\"%d/%m/%Y\")", vec![column("a", "the numbers are percentages")], "\"%d/%m/%Y\")"),
        ];
        for (formats, columns, expected) in cases {
            let table = Table { reader: format!("{reader}{formats}"), columns, ..Table::default() };
            let files = [File { tables: vec![table], ..File::default() }];
            let read_again = &read(&files, false)[0].tables[0];
            assert_eq!(read_again.reader, format!("{reader}{expected}"));
            if files[0].tables[0].columns[0].doubt.as_deref() == Some(doubt) {
                assert_eq!(read_again.columns[0].doubt.as_deref(), Some(other));
            }
            assert_eq!(read(&files, true), files);
        }
    }
}
