//! Columns whose names are groups, as those of a pivot table are: an answer names the right one, as
//! it does with rows.

use std::collections::{HashMap, HashSet};

use super::Values;
use crate::labels;

/// Returns the labels of the columns that are groups. Those that the code names are computed
/// measures, and those of files are measures too: an answer may say them in other words.
pub(super) fn of_groups(
    values: &Values,
    code: &str,
    measures: &HashSet<String>,
) -> HashMap<String, Vec<u32>> {
    let mut tables: HashMap<u32, Vec<(u32, &str)>> = HashMap::new();
    let mut first = None;
    for (index, column) in (0u32..).zip(&values.columns) {
        // What names the rows is not a group.
        let names_rows = first.replace(column.table) != Some(column.table)
            && labels::is_measure(&column.label, measures);
        if column.count > 0 && !names_rows {
            tables.entry(column.table).or_default().push((index, &column.label));
        }
    }
    let named = labels::forms(code);
    let is_group = |label: &str| !label.is_empty() && !labels::is_measure(label, measures);
    let is_named = |label: &str| label.split(' ').any(|word| named.contains(word));
    let mut headings: HashMap<String, Vec<u32>> = HashMap::new();
    let groups = tables.into_values().filter(|columns| {
        // One that replaces missing values may be named: `fillna('none')`.
        let computed = columns.iter().filter(|(_, label)| is_named(label)).count();
        columns.len() > 1
            && 2 * computed < columns.len()
            && columns.iter().all(|(_, label)| is_group(label))
    });
    for (index, label) in groups.flatten() {
        headings.entry(label.to_owned()).or_default().push(index);
    }
    headings.values_mut().for_each(|columns| columns.sort_unstable());
    headings
}
