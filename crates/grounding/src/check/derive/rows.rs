//! Arithmetic on the numbers of the row that a number is stated for.

use super::{Candidate, Operand, of_pairs, of_rows};
use crate::check::Arithmetic;
use crate::check::axis::Axis;
use crate::check::scope::Scopes;
use crate::evidence::{NONE, Role};
use crate::quantity::Number;

/// The most cells of a row of which all but one are added up.
const MAX_CELLS: usize = 12;

/// Returns the sums of the rows that the sentence names, and those without one of their cells: "21
/// of 27" if the table has how many of each kind there are.
pub(super) fn of_row_sums(number: &Number, at: usize, scopes: &Scopes<'_>) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    if number.percent || number.factor {
        return candidates;
    }
    let sentence = scopes.sentence(at);
    for (index, mentions) in sentence.names.rows().enumerate().take(scopes.current) {
        let values = scopes.values[index];
        for row in mentions.iter().flat_map(|mention| &mention.rows) {
            let strict = values.table(*row).is_some_and(|table| values.is_strict(table));
            let cells: Vec<_> =
                values.row(*row).filter(|known| known.role == Role::Value).collect();
            if !strict || !(2..=MAX_CELLS).contains(&cells.len()) {
                continue;
            }
            // The counts or sums of groups add up by what they are.
            let groups = cells.iter().all(|known| Axis::Column.is_strict(values, known));
            let total: f64 = cells.iter().map(|known| known.value).sum();
            let states = |total: f64| {
                scopes.group(at).any(|other| other != at && scopes.value(other) == Some(total))
            };
            let loss: f64 = cells.iter().map(|known| loss(known.resolution)).sum();
            let without = |left_out: f64| Candidate {
                how: Arithmetic::Sum,
                value: total - left_out,
                loss,
                left: total - left_out,
                right: cells.len() as f64,
                source: cells[0].source,
                apart: false,
                row: Some((index, *row)),
                certain: groups && (left_out == 0.0 || states(total)),
            };
            candidates.push(without(0.0));
            if cells.len() > 2 {
                candidates.extend(cells.iter().map(|known| without(known.value)));
            }
        }
    }
    candidates
}

fn loss(resolution: f64) -> f64 {
    if resolution >= 1.0 { 0.0 } else { resolution * 0.5 }
}

/// Returns what compares two numbers of one column in the rows that the sentence names, so that few
/// other pairs fit by chance.
pub(super) fn of_row_pairs(number: &Number, at: usize, scopes: &Scopes<'_>) -> Vec<Candidate> {
    let rows = of_rows(number, at, scopes);
    let mut candidates = Vec::new();
    for (index, one) in rows.iter().enumerate() {
        let same = |other: &&Operand<'_>| {
            (other.values, other.known.column) == (one.values, one.known.column)
                && one.known.column != NONE
        };
        for other in rows[index + 1..].iter().filter(same) {
            candidates.extend(of_pairs(number, &[*one, *other], false));
        }
    }
    candidates
}

/// Returns what follows from two numbers of the row, in a column of the answer's table whose name
/// says that it is computed.
pub(super) fn of_cells(number: &Number, at: usize, scopes: &Scopes<'_>) -> Vec<Candidate> {
    let rows = of_rows(number, at, scopes);
    let mut candidates = of_pairs(number, &rows, false);
    candidates.retain(|candidate| candidate.row.is_some());
    candidates.extend(of_row_sums(number, at, scopes));
    candidates
}
