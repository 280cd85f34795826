//! The numbers with which arithmetic is tried although the answer does not state them beside its
//! result.

use super::{
    Candidate, FEW_VALUES, MAX_COMPARED, MAX_ROW_NUMBERS, Operand, SHORT, is_year, of_pairs,
};
use crate::check::Arithmetic;
use crate::check::find::slack;
use crate::check::scope::Scopes;
use crate::evidence::{Column, Known, NONE, Place};
use crate::quantity::Number;

/// Returns the sums of columns, and the shares that the operands and their sums have of them.
pub(super) fn of_columns(
    number: &Number,
    operands: &[Operand<'_>],
    scopes: &Scopes<'_>,
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    if !number.percent {
        let columns = scopes.values.iter().take(scopes.current);
        for (values, column) in
            columns.flat_map(|values| values.columns.iter().map(move |column| (values, column)))
        {
            let strict = values.strict.get(column.table as usize) == Some(&true);
            if let Some(total) = column.total.filter(|_| column.count > 1 && strict) {
                let (source, right) = (column.source, column.count as f64);
                candidates.push(Candidate::new(Arithmetic::Total, total, source, total, right));
            }
        }
        return candidates;
    }
    for (index, one) in operands.iter().enumerate() {
        let column = scopes.values[one.values].columns.get(one.known.column as usize);
        let measured = &scopes.values[one.values].measured;
        let adds_up = |column: &&Column| measured.get(column.table as usize) != Some(&true);
        let Some(right) = column.filter(adds_up).and_then(total_of_amounts) else { continue };
        let same = |other: &&Operand<'_>| {
            other.values == one.values && other.known.column == one.known.column
        };
        let sums = operands[index + 1..]
            .iter()
            .filter(same)
            .map(|other| one.known.value + other.known.value);
        for left in sums.chain([one.known.value]) {
            let value = left / right * 100.0;
            candidates.push(Candidate::new(
                Arithmetic::Share,
                value,
                one.known.source,
                left,
                right,
            ));
        }
    }
    candidates
}

/// Returns the sums of the columns that the clause names, and those of two columns of one table if
/// the sentence states one of the other: "20 of 120 plots".
pub(super) fn of_named_totals(
    number: &Number,
    at: usize,
    known: &[Option<Operand<'_>>],
    scopes: &Scopes<'_>,
) -> Vec<Candidate> {
    if number.percent || number.factor {
        return Vec::new();
    }
    let mut candidates = of_columns(number, &[], scopes);
    candidates.retain(|candidate| (candidate.value - number.value).abs() <= slack(number));
    // "8 of 10 in group A" is not about all groups.
    if candidates.is_empty() || scopes.names_a_row_after(at) {
        return Vec::new();
    }
    let words = scopes.clause_words(at);
    let follows = scopes.is_of_next(at);
    let whole = scopes.value(at + 1).filter(|_| follows && scopes.group(at).contains(&(at + 1)));
    let is_found = known.get(at + 1).copied().flatten().is_some();
    let columns = || scopes.values.iter().flat_map(|values| values.columns.iter());
    let labelled = |total: &f64| {
        let column = columns().find(|column| column.total == Some(*total));
        column.is_some_and(|column| {
            let label = column.label.to_lowercase();
            !label.is_empty() && words.contains(&label)
        })
    };
    let of_whole = |total: &f64| {
        is_found
            || columns().any(|column| column.total.is_some() && column.total == whole)
                && columns().any(|column| column.total == Some(*total))
    };
    candidates.retain(|candidate| {
        labelled(&candidate.value) || whole.is_some() && of_whole(&candidate.value)
    });
    candidates.iter_mut().for_each(|candidate| candidate.certain = true);
    candidates
}

/// Returns the sum of a column, unless it has shares, whose own shares are themselves.
fn total_of_amounts(column: &Column) -> Option<f64> {
    let is_whole = |total: f64| [1.0, 100.0].iter().any(|whole| (total / whole - 1.0).abs() < 0.01);
    column.total.filter(|total| !is_whole(*total))
}

/// Returns the shares that the values of short columns have of their sums.
pub(super) fn of_small_columns(number: &Number, scopes: &Scopes<'_>) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for values in scopes.values.iter().take(scopes.current).filter(|_| number.percent) {
        for known in values.numbers() {
            let Some(column) = values.columns.get(known.column as usize) else { continue };
            let strict = values.strict.get(column.table as usize) == Some(&true);
            if let Some(right) =
                total_of_amounts(column).filter(|_| strict && (2..=SHORT).contains(&column.count))
            {
                let (left, source) = (known.value, known.source);
                candidates.push(Candidate::new(
                    Arithmetic::Share,
                    left / right * 100.0,
                    source,
                    left,
                    right,
                ));
            }
        }
    }
    candidates
}

/// Returns the numbers of this turn's executions that showed only a few: "the margin is 5 %" after
/// a total and another one were shown.
pub(super) fn of_single_values<'a>(number: &Number, scopes: &Scopes<'a>) -> Vec<Operand<'a>> {
    if !number.percent && !number.factor {
        return Vec::new();
    }
    let mut operands = Vec::new();
    for (index, values) in scopes.values.iter().enumerate().take(scopes.current) {
        let numbers = values.numbers();
        if numbers.len() <= FEW_VALUES
            && numbers.iter().all(|known| known.source.place != Place::Profile)
        {
            operands.extend(numbers.iter().map(|known| Operand {
                values: index,
                known,
                scale: 1.0,
                percent: true,
            }));
        }
    }
    operands.truncate(2 * FEW_VALUES);
    operands
}

/// Returns what compares the values of one column, in a short table of which the sentence names a
/// row: "B pays 8.7 % more".
pub(super) fn of_small_tables(number: &Number, at: usize, scopes: &Scopes<'_>) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (index, mentions) in scopes.sentence(at).names.rows().enumerate().take(scopes.current) {
        let values = scopes.values[index];
        let mut tables: Vec<u32> = mentions
            .iter()
            .flat_map(|mention| &mention.rows)
            .filter_map(|row| values.table(*row))
            .collect();
        tables.dedup();
        for table in
            tables.into_iter().filter(|table| values.strict.get(*table as usize) == Some(&true))
        {
            for column in (0..values.columns.len()).filter(|at| values.columns[*at].table == table)
            {
                let of_column =
                    values.numbers().iter().filter(|known| known.column as usize == column);
                let operands: Vec<Operand<'_>> = of_column
                    .map(|known| Operand { values: index, known, scale: 1.0, percent: false })
                    .collect();
                if operands.len() <= MAX_COMPARED {
                    candidates.extend(of_pairs(number, &operands, false));
                }
            }
        }
    }
    candidates.retain(|candidate| candidate.how != Arithmetic::Share);
    candidates
}

/// Returns the numbers of the rows that the sentence names.
pub(super) fn of_rows<'a>(number: &Number, at: usize, scopes: &Scopes<'a>) -> Vec<Operand<'a>> {
    let mut operands = Vec::new();
    for (index, mentions) in scopes.sentence(at).names.rows().enumerate() {
        let values = scopes.values[index];
        // A label of many rows names none of them.
        for row in mentions
            .iter()
            .filter(|mention| mention.rows.len() < 3)
            .flat_map(|mention| &mention.rows)
        {
            operands.extend(values.row(*row).filter(|known| !is_year(known.value)).map(|known| {
                let fraction = number.percent && known.value.abs() < 1.0;
                let scale = if fraction { 100.0 } else { 1.0 };
                Operand { values: index, known, scale, percent: true }
            }));
        }
    }
    operands.truncate(MAX_ROW_NUMBERS);
    operands
}

/// Returns the sums of the numbers of one column, or of one row, that are stated one after the
/// other right before the number, the nearest first: "1, 2 and 3, together 6".
pub(super) fn of_runs(
    number: &Number,
    before: &[Operand<'_>],
    scopes: &Scopes<'_>,
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let Some(first) = before.first().filter(|_| !number.percent && !number.factor) else {
        return candidates;
    };
    let place = |operand: &Operand<'_>| {
        (operand.values, operand.known.source, operand.known.column, operand.known.row)
    };
    let (values, source, column, row) = place(first);
    let values_of = &scopes.values[values].columns;
    let beside = |operand: &&Operand<'_>| {
        let other = place(operand);
        (other.0, other.1) == (values, source)
            && (other.2 == column && column != NONE || other.3 == row && row != NONE)
    };
    let (mut sum, mut loss, mut count) = (0.0, 0.0, 0.0);
    for operand in before.iter().take_while(beside) {
        sum += operand.value();
        loss += operand.loss();
        count += 1.0;
        let whole = values_of.get(column as usize).is_some_and(|of| of.count as f64 == count);
        if count > 2.0 {
            candidates.push(Candidate {
                certain: true,
                loss,
                ..Candidate::new(
                    if whole { Arithmetic::Sum } else { Arithmetic::Total },
                    sum,
                    source,
                    sum,
                    count,
                )
            });
        }
    }
    candidates
}

/// Returns the shares that stated numbers have of a total that was printed.
pub(super) fn of_totals(
    number: &Number,
    operands: &[Operand<'_>],
    scopes: &Scopes<'_>,
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for one in operands.iter().filter(|_| number.percent && number.digits > 2) {
        let values = scopes.values[one.values];
        let rows = values.labels.get("total").into_iter().flatten();
        for total in rows.flat_map(|row| values.row(*row)) {
            if total.value.abs() > one.known.value.abs() {
                candidates.push(Candidate::new(
                    Arithmetic::Share,
                    one.known.value / total.value * 100.0,
                    one.known.source,
                    one.known.value,
                    total.value,
                ));
            }
        }
    }
    candidates
}

/// Returns what compares stated numbers with the other values of their short columns, which the
/// answer does not state: "12 above the first".
pub(super) fn of_neighbours(
    number: &Number,
    at: usize,
    operands: &[Operand<'_>],
    scopes: &Scopes<'_>,
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    if number.digits < 3 || !scopes.says_difference(at) {
        return candidates;
    }
    for one in operands.iter().filter(|one| one.known.column != NONE || one.known.row != NONE) {
        let values = scopes.values[one.values];
        let beside = |known: &&Known| {
            let same = |one: u32, other: u32| one == other && one != NONE;
            !std::ptr::eq(*known, one.known)
                && (same(known.column, one.known.column) || same(known.row, one.known.row))
        };
        let others: Vec<Operand<'_>> = values
            .numbers()
            .iter()
            .filter(beside)
            .map(|known| Operand { values: one.values, known, scale: 1.0, percent: false })
            .collect();
        for other in others.iter().filter(|_| others.len() < 2 * SHORT) {
            candidates.extend(of_pairs(number, &[*one, *other], false));
        }
    }
    candidates
        .retain(|candidate| matches!(candidate.how, Arithmetic::Difference | Arithmetic::Change));
    candidates
}
