//! Compares the cells of a column in a table of the answer with each other: they are of one column
//! of the results.
//!
//! If most cells of a column stand in one column of a result, each in the row that the answer
//! names, a cell that has another value than that column in its row is wrong, wherever else its
//! number may be found.

use std::collections::HashMap;

use super::Support;
use super::axis::Axis;
use super::find::Verdict;
use super::scope::Scopes;
use crate::evidence::NONE;

/// Marks the cells that have another value than the column that the others of their column have.
pub(super) fn compare(scopes: &Scopes<'_>, verdicts: &mut [Verdict<'_>]) {
    let mut columns: HashMap<usize, Vec<usize>> = HashMap::new();
    for at in 0..verdicts.len() {
        if let Some(header) = scopes.header(at).filter(|_| !scopes.is_first_cell(at)) {
            columns.entry(header.start).or_default().push(at);
        }
    }
    for cells in columns.into_values().filter(|cells| cells.len() > 1) {
        let Some((values, column)) = common(&cells, verdicts) else { continue };
        for at in cells {
            let has = verdicts[at].hits.iter().any(|hit| {
                (hit.values, hit.known.column) == (values, column) && hit.named == Some(true)
            });
            let table = Axis::Column.table(scopes.values[values], column);
            let rows = scopes.sentence(at).names.mentions(Axis::Row, values).iter();
            let mut rows = rows
                .flat_map(|mention| &mention.rows)
                .filter(|row| scopes.values[values].table(**row) == table);
            // Of a row without a value there, nothing is known.
            let mut other =
                || rows.any(|row| scopes.values[values].row(*row).any(|of| of.column == column));
            if !has
                && let Support::Found { source, value, .. } | Support::OtherRow { source, value } =
                    verdicts[at].support
                && other()
            {
                verdicts[at].support = Support::OtherRow { source, value };
                verdicts[at].misnamed = true;
            }
        }
    }
}

/// Returns the column, by the index of its values and its own, that has most of the cells in the
/// rows that they are stated for.
fn common(cells: &[usize], verdicts: &[Verdict<'_>]) -> Option<(usize, u32)> {
    let mut counts: HashMap<(usize, u32), usize> = HashMap::new();
    for at in cells {
        let mut columns: Vec<(usize, u32)> = verdicts[*at]
            .hits
            .iter()
            .filter(|hit| hit.named == Some(true) && hit.known.column != NONE)
            .map(|hit| (hit.values, hit.known.column))
            .collect();
        columns.sort_unstable();
        columns.dedup();
        columns.into_iter().for_each(|column| *counts.entry(column).or_default() += 1);
    }
    let (column, count) =
        counts.into_iter().max_by_key(|(column, count)| (*count, std::cmp::Reverse(*column)))?;
    (2 * count > cells.len()).then_some(column)
}
