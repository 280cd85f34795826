//! Tries simple arithmetic on numbers that were found.

use std::cell::OnceCell;

mod compared;
mod cues;
mod formula;
mod rows;
mod sources;

use compared::{of_complements, of_spreads, of_stated_pair};
use cues::CUES;
use formula::of_formula;
pub(super) use formula::of_parts;
use rows::{of_cells, of_row_pairs, of_row_sums};
use sources::{
    of_columns, of_named_totals, of_neighbours, of_rows, of_runs, of_single_values,
    of_small_columns, of_small_tables, of_totals,
};

use super::find::{Verdict, are_related, slack};
use super::scope::Scopes;
use super::{Arithmetic, Match, Support};
use crate::evidence::{Known, NONE, Place, Source};
use crate::quantity::{Number, Quantity, Value};

/// The most numbers on either side of a number that arithmetic is tried with: more would let an
/// invented number pass by chance.
const NEAR: usize = 3;
/// The most numbers of the rows that a sentence names.
const MAX_ROW_NUMBERS: usize = 24;
/// How likely a number may follow by chance, if the sentence does not say that it was computed,
/// and if it does.
const MAX_CHANCE: [f64; 2] = [0.01, 0.2];
/// The most numbers of an execution that are tried without being stated.
const FEW_VALUES: usize = 4;
/// The most values of a column whose shares, and whose differences from a stated one, are tried.
const SHORT: usize = 12;
/// The most stated numbers that are added up.
const MAX_RUN: usize = 8;
/// The most values of a column of which each is compared with each.
const MAX_COMPARED: usize = 6;
/// How likely the sum of a column may be a number by chance, if the sentence speaks of a sum.
const TOTAL_CHANCE: f64 = 0.03;
/// How much more than the rounding of the number itself that of the numbers behind it may be.
const MAX_LOSS: f64 = 5.0;
/// A number of the evidence with which arithmetic is tried.
#[derive(Clone, Copy)]
pub(super) struct Operand<'a> {
    values: usize,
    known: &'a Known,
    /// 100 if the answer states a fraction as a percentage.
    scale: f64,
    /// Whether it is a percentage.
    percent: bool,
}

impl<'a> Operand<'a> {
    /// Returns the number behind a found one.
    fn of(verdict: &Verdict<'a>, quantity: &Quantity) -> Option<Self> {
        let (Support::Found { source, value, r#match }, Value::Number(number)) =
            (verdict.support, &quantity.value)
        else {
            return None;
        };
        let hit = verdict
            .hits
            .iter()
            .find(|hit| hit.known.source == source && hit.known.value == value)?;
        let scale = if r#match == Match::Fraction { 100.0 } else { 1.0 };
        Some(Self { values: hit.values, known: hit.known, scale, percent: number.percent })
    }

    fn value(&self) -> f64 {
        self.known.value * self.scale
    }

    /// Returns how far it may be from the value that was rounded to it.
    fn loss(&self) -> f64 {
        // Whole numbers are mostly counts, which nothing was rounded to.
        if self.known.resolution >= 1.0 { 0.0 } else { self.known.resolution * self.scale * 0.5 }
    }
}

/// The numbers of an answer that were found.
pub(super) struct Operands<'a> {
    /// Those of all quantities.
    all: Vec<Option<Operand<'a>>>,
    /// The indices of those that are there.
    found: Vec<usize>,
}

impl<'a> Operands<'a> {
    pub(super) fn new(verdicts: &[Verdict<'a>], stated: &[Quantity]) -> Self {
        let all: Vec<_> = verdicts
            .iter()
            .zip(stated)
            .map(|(verdict, quantity)| Operand::of(verdict, quantity))
            .collect();
        let found = (0..all.len()).filter(|at| all[*at].is_some()).collect();
        Self { all, found }
    }

    /// Returns the nearest before a quantity, and those after it in its sentence, which ends before
    /// `end`; the nearest first on each side.
    fn near(&self, at: usize, end: usize) -> Vec<Operand<'a>> {
        let (before, after) = self.found.split_at(self.found.partition_point(|found| *found < at));
        let after = after.iter().filter(|found| (at + 1..end).contains(*found)).take(NEAR);
        before.iter().rev().take(NEAR).chain(after).filter_map(|found| self.all[*found]).collect()
    }
}

/// Returns whether a number is a year, with which nothing is computed.
fn is_year(value: f64) -> bool {
    (1500.0..2300.0).contains(&value) && value.fract() == 0.0
}

/// A result of arithmetic.
struct Candidate {
    how: Arithmetic,
    value: f64,
    loss: f64,
    left: f64,
    right: f64,
    source: Source,
    /// Whether its numbers stand in different results, so that it counts only if the sentence
    /// says how it follows.
    apart: bool,
    /// The row of all its numbers, if it is one.
    row: Option<(usize, u32)>,
    /// Whether it counts although the sentence does not say how it follows.
    certain: bool,
}

impl Candidate {
    fn new(how: Arithmetic, value: f64, source: Source, left: f64, right: f64) -> Self {
        Self { how, value, loss: 0.0, left, right, source, apart: false, row: None, certain: false }
    }
}

pub(super) fn derived(
    number: &Number,
    at: usize,
    known: &Operands<'_>,
    scopes: &Scopes<'_>,
    support: Support,
) -> Option<Support> {
    let said_only = matches!(support, Support::OtherRow { .. });
    // A year is not computed.
    let year = number.digits == 4 && is_year(number.value) && !scopes.has_separator(at);
    if let Some(support) = of_formula(number, at, &known.all, scopes) {
        return Some(support);
    }
    if year {
        return None;
    }
    if number.digits < 2 && number.resolution >= 1.0 && !number.factor {
        return of_stated_pair(number, at, &known.all, scopes);
    }
    // The tables of an answer repeat results; what is added are shares, and the sums of columns in
    // a row that says so.
    if scopes.is_table_row(at) && !number.percent {
        let sums = || choose(number, at, &of_columns(number, &[], scopes), scopes, true);
        let cells = || choose(number, at, &of_cells(number, at, scopes), scopes, true);
        return if scopes.is_row_of_totals(at) {
            sums()
        } else {
            scopes.is_in_computed_column(at).then(cells).flatten()
        };
    }
    let sentence = scopes.group(at);
    let before: Vec<Operand<'_>> =
        known.all[sentence.start..at].iter().rev().flatten().copied().collect();
    let mut near: Vec<Operand<'_>> = known.near(at, sentence.end);
    // The nearest first, since with few numbers less fits by chance.
    let mut two = before[..before.len().min(2)].to_vec();
    two.reverse();
    let after = known.all[at + 1..sentence.end].iter().flatten().next().copied();
    let around: Vec<Operand<'_>> = before.first().copied().into_iter().chain(after).collect();
    let before_all: Vec<Operand<'_>> =
        known.all[..at].iter().rev().flatten().take(MAX_RUN).copied().collect();
    let run: Vec<Operand<'_>> =
        before_all.iter().filter(|operand| !is_year(operand.known.value)).copied().collect();
    let around_all: Vec<Operand<'_>> = before_all.iter().take(2).copied().chain(after).collect();
    // What the sentence itself states may stand in different results.
    let stated = |operands: &[Operand<'_>]| {
        choose(number, at, &of_pairs(number, operands, true), scopes, said_only)
    };
    let fit = |operands: &[Operand<'_>]| {
        let mut candidates = of_pairs(number, operands, false);
        candidates.extend(of_columns(number, operands, scopes));
        choose(number, at, &candidates, scopes, said_only)
    };
    let rows = || of_rows(number, at, scopes);
    let single = || {
        choose(number, at, &of_pairs(number, &of_single_values(number, scopes), true), scopes, true)
    };
    fit(&two)
        .or_else(|| stated(&two))
        .or_else(|| fit(&around))
        .or_else(|| stated(&around))
        .or_else(|| fit(&near))
        .or_else(|| {
            let parts = of_complements(at, &known.all, scopes);
            choose(number, at, &parts, scopes, true)
        })
        .or_else(|| {
            choose(number, at, &of_named_totals(number, at, &known.all, scopes), scopes, true)
        })
        .or_else(|| choose(number, at, &of_row_sums(number, at, scopes), scopes, true))
        .or_else(|| choose(number, at, &of_row_pairs(number, at, scopes), scopes, said_only))
        .or_else(|| fit(&rows()))
        .or_else(|| {
            // "A and B together make up 50 %" where the table has shares.
            let shares: Vec<Operand<'_>> =
                rows().into_iter().filter(|row| row.scale > 1.0).collect();
            fit(&shares)
        })
        .or_else(|| {
            near.extend(before.into_iter().skip(NEAR).take(NEAR));
            fit(&near).or_else(|| {
                choose(number, at, &of_small_columns(number, scopes), scopes, said_only)
            })
        })
        .or_else(single)
        .or_else(|| choose(number, at, &of_small_tables(number, at, scopes), scopes, true))
        .or_else(|| choose(number, at, &of_spreads(number, at, &known.all, scopes), scopes, true))
        .or_else(|| choose(number, at, &of_runs(number, &run, scopes), scopes, true))
        .or_else(|| choose(number, at, &of_totals(number, &around_all, scopes), scopes, true))
        .or_else(|| {
            choose(number, at, &of_neighbours(number, at, &around_all, scopes), scopes, true)
        })
}

/// Returns the candidate that fits, unless so many were tried that one would fit by chance.
fn choose(
    number: &Number,
    at: usize,
    candidates: &[Candidate],
    scopes: &Scopes<'_>,
    said_only: bool,
) -> Option<Support> {
    if candidates.is_empty() {
        return None;
    }
    let wanted = if number.signed { number.value } else { number.value.abs() };
    let written = |value: f64| if number.signed { value } else { value.abs() };
    let slack = slack(number);
    let words = scopes.words(at);
    // "63 (4.3 %)" is a share of something.
    let in_brackets = number.percent && scopes.follows_in_brackets(at);
    let said = CUES.map(|(arithmetic, cues)| {
        let any = candidates.iter().any(|candidate| arithmetic.contains(&candidate.how));
        any && cues.iter().any(|cue| words.contains(cue))
    });
    let is_said = |how: Arithmetic| {
        in_brackets && how == Arithmetic::Share
            || CUES
                .iter()
                .zip(said)
                .any(|((arithmetic, _), said)| said && arithmetic.contains(&how))
    };
    // "grew by 15,630 (36.1 %)": the change is upwards, and of this number.
    let direction = OnceCell::new();
    let direction = || *direction.get_or_init(|| cues::direction(&scopes.words_before(at)));
    let of_this = if in_brackets { scopes.value(at - 1) } else { None };
    let of_this = of_this.filter(|value| !is_year(*value) && value.abs() >= 10.0);
    let suits = |candidate: &Candidate| {
        let (left, right) = (candidate.left, candidate.right);
        let is_this = |value: f64| {
            of_this.is_none_or(|this| (this.abs() - value.abs()).abs() <= this.abs() * 0.02)
        };
        let change = candidate.how == Arithmetic::Change;
        let directed = !change
            || number.signed
            || direction().is_none_or(|upwards| (candidate.value >= 0.0) == upwards);
        let of_amounts = change || candidate.how == Arithmetic::Share;
        directed && (!of_amounts || is_this(left) || is_this(right) || is_this(left - right))
    };
    let close = |candidate: &&Candidate| {
        candidate.loss.abs() <= slack * MAX_LOSS
            && candidate.value.is_finite()
            && (written(candidate.value) - wanted).abs() <= slack + candidate.loss.abs()
            && scopes.allows(at, candidate.row)
            && suits(candidate)
    };
    let size = number.value.abs();
    // The more results are of about the size of the number, the likelier one fits it by chance.
    let fitting = |said: bool| {
        let counts = |candidate: &&Candidate| is_said(candidate.how) || candidate.certain || !said;
        let mut tried: Vec<f64> = candidates
            .iter()
            .filter(counts)
            .map(|candidate| candidate.value.abs())
            .filter(|value| (size * 0.5..=size * 2.0).contains(value))
            .collect();
        tried.sort_by(f64::total_cmp);
        tried.dedup();
        candidates.iter().filter(close).filter(|candidate| said || !candidate.apart).find(
            |candidate| {
                let width = 2.0 * (slack + candidate.loss.abs());
                let chance = tried.len() as f64 * width / (size * 1.5).max(slack);
                // The sum of a column does not depend on what the sentence names.
                let is_said = is_said(candidate.how);
                let limit = match (candidate.how, said) {
                    _ if candidate.certain => MAX_CHANCE[1],
                    (Arithmetic::Total, true) => TOTAL_CHANCE,
                    (_, true) => MAX_CHANCE[1],
                    (_, false) => MAX_CHANCE[0],
                };
                let needs = said || candidate.how == Arithmetic::Total;
                (is_said >= needs || candidate.certain) && chance <= limit
            },
        )
    };
    let best = fitting(true).or_else(|| if said_only { None } else { fitting(false) })?;
    let Candidate { how, left, right, source, .. } = *best;
    Some(Support::Derived { source, how, left, right })
}

/// Returns what follows from two of the operands; with `apart` also from those in different
/// results.
fn of_pairs(number: &Number, operands: &[Operand<'_>], apart: bool) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (index, one) in operands.iter().enumerate() {
        let source = one.known.source;
        let left = one.value();
        if number.percent && one.percent && (0.0..=100.0).contains(&left) {
            let rest = Candidate::new(Arithmetic::Complement, 100.0 - left, source, left, 100.0);
            candidates.push(Candidate { loss: one.loss(), ..rest });
        }
        for (other, two) in operands.iter().enumerate() {
            let right = two.value();
            // "Twice as many" compares one column's values.
            let columns = [one, two].map(|operand| operand.known.column);
            let compared =
                !number.factor || apart || columns[0] == columns[1] || columns.contains(&NONE);
            let related = are_related((one.values, one.known), (two.values, two.known));
            if index == other || !compared || !related && !apart {
                continue;
            }
            let mut add = |how, value, loss, right| {
                let same = (one.values, one.known.row) == (two.values, two.known.row);
                let row = (same && one.known.row != NONE).then_some((one.values, one.known.row));
                let candidate = Candidate::new(how, value, source, left, right);
                candidates.push(Candidate { loss, row, apart: !related, ..candidate });
            };
            let loss = one.loss() + two.loss();
            let relative = one.loss() / left.abs().max(f64::MIN_POSITIVE)
                + two.loss() / right.abs().max(f64::MIN_POSITIVE);
            let ratio = left / right;
            // A share of a share is not a share of the whole.
            let shares = one.scale > 1.0 && two.scale > 1.0;
            if number.percent && !shares {
                add(Arithmetic::Share, ratio * 100.0, ratio * 100.0 * relative, right);
                add(
                    Arithmetic::Change,
                    (left - right) / right * 100.0,
                    ratio * 100.0 * relative,
                    right,
                );
            } else if !number.percent {
                add(Arithmetic::Ratio, ratio, ratio * relative, right);
            }
            // What is added or taken away has to change the number.
            // The counts of a profile are too many for it.
            let counts = left.abs().min(right.abs()) > slack(number)
                && ![one, two].iter().any(|operand| operand.known.source.place == Place::Profile);
            if !counts {
                continue;
            }
            if !number.factor && index < other {
                add(Arithmetic::Sum, left + right, loss, right);
                add(Arithmetic::Difference, left - right, loss, right);
            }
            if !number.factor && index > other {
                add(Arithmetic::Difference, left - right, loss, right);
            }
        }
    }
    candidates
}
