//! What compares numbers that the answer states beside each other.

use std::cell::OnceCell;

use super::{Candidate, Operand};
use crate::check::axis::Axis;
use crate::check::find::are_related;
use crate::check::scope::Scopes;
use crate::check::{Arithmetic, Support};
use crate::evidence::NONE;
use crate::quantity::Number;

/// Words for the difference between the largest and the smallest.
const SPREADS: [&str; 6] = ["apart", "gap", "range", "span", "spread", "spann"];
/// Words for a sum.
const SUMS: [&str; 4] = ["all", "altogether", "together", "total"];
/// Words between two numbers of which a difference is stated before.
const VERSUS: [&str; 6] = [" against ", " vs", " versus ", " to ", " and ", " compared "];

fn difference(one: &Operand<'_>, two: &Operand<'_>) -> Candidate {
    let (left, right) = (one.value(), two.value());
    let candidate =
        Candidate::new(Arithmetic::Difference, left - right, one.known.source, left, right);
    Candidate { loss: one.loss() + two.loss(), certain: true, ..candidate }
}

/// Returns the support of a number of one digit, which would often fit by chance: the difference of
/// the two numbers that the sentence compares right before or after it, "3 more than B (38 vs.
/// 35)", or their sum, "4 in A and 2 in B, 6 together".
pub(super) fn of_stated_pair(
    number: &Number,
    at: usize,
    known: &[Option<Operand<'_>>],
    scopes: &Scopes<'_>,
) -> Option<Support> {
    let group = scopes.group(at);
    let adds = OnceCell::new();
    let adds = || {
        *adds.get_or_init(|| {
            scopes.clause_words(at).iter().any(|word| SUMS.contains(&word.as_str()))
        })
    };
    let pair = |first: usize| {
        let inside = group.contains(&first) && group.contains(&(first + 1));
        let one = known.get(first).copied().flatten().filter(|_| inside)?;
        let two = known.get(first + 1).copied().flatten()?;
        let between = scopes.until_next(first);
        let compares = || VERSUS.iter().any(|word| between.contains(word));
        let (left, right) = (one.value(), two.value());
        let (how, value) = if adds() {
            (Arithmetic::Sum, left + right)
        } else {
            (Arithmetic::Difference, left - right)
        };
        let related = are_related((one.values, one.known), (two.values, two.known));
        (related && (adds() || compares()) && value.abs() == number.value.abs())
            .then_some(Support::Derived { source: one.known.source, how, left, right })
    };
    at.checked_sub(2).and_then(pair).or_else(|| pair(at + 1))
}

/// Returns what is left of a whole without another number of the sentence: "84 of the 130 have one,
/// 46 have none".
pub(super) fn of_complements(
    at: usize,
    known: &[Option<Operand<'_>>],
    scopes: &Scopes<'_>,
) -> Vec<Candidate> {
    let whole = known.get(at + 1).copied().flatten().filter(|_| scopes.is_of_next(at));
    let Some(whole) = whole.filter(|_| scopes.group(at).contains(&(at + 1))) else {
        return Vec::new();
    };
    let others = scopes.group(at).filter(|other| *other != at && *other != at + 1);
    let others = others.filter_map(|other| known.get(other).copied().flatten());
    let related =
        |other: &Operand<'_>| are_related((whole.values, whole.known), (other.values, other.known));
    others.filter(related).map(|other| difference(&whole, &other)).collect()
}

/// Returns the difference between the largest and the smallest of the numbers that the sentence
/// states in one column, or between the extremes that were printed: "a spread of 0.21".
pub(super) fn of_spreads<'a>(
    number: &Number,
    at: usize,
    known: &[Option<Operand<'a>>],
    scopes: &Scopes<'a>,
) -> Vec<Candidate> {
    let words = scopes.words(at);
    if number.percent || number.factor || !SPREADS.iter().any(|word| words.contains(word)) {
        return Vec::new();
    }
    let mut operands: Vec<Operand<'a>> =
        scopes.group(at).filter_map(|other| known.get(other).copied().flatten()).collect();
    let place = |operand: &Operand<'_>| (operand.values, operand.known.column);
    let column = operands.first().map(place).filter(|(_, column)| *column != NONE);
    operands.retain(|operand| Some(place(operand)) == column);
    if operands.len() < 2 {
        operands.clear();
        for (index, values) in scopes.values.iter().enumerate().take(scopes.current) {
            for label in ["min", "max"] {
                let rows = Axis::Row.labels(values).get(label).into_iter().flatten();
                operands.extend(rows.flat_map(|row| values.row(*row)).map(|known| Operand {
                    values: index,
                    known,
                    scale: 1.0,
                    percent: false,
                }));
            }
        }
        // Of more than two, which belong together is not known.
        if operands.len() != 2 {
            return Vec::new();
        }
    }
    let by_value = |one: &&Operand<'_>, two: &&Operand<'_>| one.value().total_cmp(&two.value());
    match (operands.iter().max_by(by_value), operands.iter().min_by(by_value)) {
        (Some(high), Some(low)) => vec![difference(high, low)],
        _ => Vec::new(),
    }
}
