//! Looks for each number of an answer in the evidence.

use std::cmp::{Ordering, Reverse};
use std::ops::Range;

use serde::Serialize;

use crate::evidence::{Evidence, Known, Place, Source};
use crate::prose;
use crate::quantity::{Number, Quantity, Value, stated};

#[cfg(test)]
mod tests;

/// The most numbers on either side of a number that arithmetic is tried with: more would let an invented number pass by chance.
const NEAR: usize = 3;

/// Parts of words for what a profile counts.
const COUNTED: [&str; 16] = [
    "byte",
    "column",
    "distinct",
    "duplicate",
    "empty",
    "entr",
    "field",
    "file",
    "missing",
    "null",
    "observation",
    "record",
    "row",
    "sheet",
    "table",
    "unique",
];

/// A number or a date of an answer, and what supports it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// Where it stands in the answer, in bytes.
    pub span: Range<usize>,
    /// What supports it.
    pub support: Support,
}

/// What supports a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Support {
    /// It stands in a result.
    Found {
        /// Where.
        source: Source,
        /// In which form.
        r#match: Match,
        /// The number as it stands there; 0 for a date.
        value: f64,
    },
    /// It follows from numbers that stand in results.
    Derived {
        /// Where the first of them stands.
        source: Source,
        /// How it follows.
        how: Arithmetic,
        /// The first number.
        left: f64,
        /// The second number.
        right: f64,
    },
    /// The question states it.
    Question,
    /// The output states it, but the code only quotes it.
    Typed {
        /// Where.
        source: Source,
    },
    /// No result has it.
    NotFound,
}

/// The form in which a number stands in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Match {
    /// The same value.
    Exact,
    /// With more digits.
    Rounded,
    /// As a fraction of one.
    Fraction,
    /// With the other sign.
    Magnitude,
    /// As a date, or part of one.
    Date,
}

/// Arithmetic on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Arithmetic {
    /// left + right
    Sum,
    /// left − right
    Difference,
    /// left ÷ right
    Ratio,
    /// left ÷ right × 100
    Share,
    /// (left − right) ÷ right × 100
    Change,
    /// 100 − left
    Complement,
    /// The sum of a column of the result; left and right are the sum and the number of its values.
    Total,
}

/// Returns the numbers and dates of an answer in their order, each with what supports it.
pub fn check(answer: &str, question: &str, evidence: &Evidence) -> Vec<Claim> {
    let asked = stated(question);
    let stated = stated(&prose::without_code(answer));
    let mut claims: Vec<Claim> = stated
        .iter()
        .map(|quantity| {
            let support = direct(quantity, &asked, evidence);
            let by_chance = of_profile(&support) && !is_count(quantity, answer);
            Claim {
                span: quantity.span.clone(),
                support: if by_chance { Support::NotFound } else { support },
            }
        })
        .collect();
    let known: Vec<Option<(f64, f64, Source)>> =
        claims.iter().zip(&stated).map(|(claim, quantity)| value(claim, quantity, evidence)).collect();
    for (at, quantity) in stated.iter().enumerate() {
        if claims[at].support == Support::NotFound
            && let Value::Number(number) = quantity.value
            && let Some(support) = derived(&number, at, &known, evidence)
        {
            claims[at].support = support;
        }
    }
    claims
}

fn direct(quantity: &Quantity, asked: &[Quantity], evidence: &Evidence) -> Support {
    let in_question = asked.iter().any(|asked| same(&asked.value, &quantity.value));
    let found = match &quantity.value {
        Value::Date(date) => {
            evidence.date(date).map(|source| Support::Found { source, r#match: Match::Date, value: 0.0 })
        }
        Value::Number(number) => find(number, evidence)
            .map(|(known, r#match)| {
                if known.typed {
                    Support::Typed { source: known.source }
                } else {
                    Support::Found { source: known.source, r#match, value: known.value }
                }
            })
            .or_else(|| year(number, evidence)),
    };
    match found {
        Some(support) if !(in_question && matches!(support, Support::Typed { .. })) => support,
        _ if in_question => Support::Question,
        Some(support) => support,
        None => Support::NotFound,
    }
}

fn of_profile(support: &Support) -> bool {
    matches!(support, Support::Found { source, .. } if source.place == Place::Profile)
}

/// Returns whether a number is written as the count of something that a profile counts. A profile has so many
/// small counts that any other number would often equal one of them.
fn is_count(quantity: &Quantity, answer: &str) -> bool {
    let whole =
        matches!(quantity.value, Value::Number(number) if number.resolution == 1.0 && !number.percent);
    let sentence = prose::sentence(answer, &quantity.span).to_lowercase();
    whole && COUNTED.iter().any(|word| sentence.contains(word))
}

fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.value == other.value,
        (Value::Date(one), Value::Date(other)) => other.is_part_of(one),
        _ => false,
    }
}

fn year(number: &Number, evidence: &Evidence) -> Option<Support> {
    let plain = number.digits == 4
        && number.resolution == 1.0
        && !number.percent
        && (1000.0..3000.0).contains(&number.value);
    let source = evidence.year(number.value as u16).filter(|_| plain)?;
    Some(Support::Found { source, r#match: Match::Date, value: number.value })
}

/// Returns the number of the evidence that comes nearest among those that fit; one that was computed before
/// one that was typed, and a newer one before an older one.
fn find(number: &Number, evidence: &Evidence) -> Option<(Known, Match)> {
    let mut found: Vec<(Known, Match, f64)> = Vec::new();
    let scales: &[f64] = if number.percent { &[1.0, 0.01] } else { &[1.0] };
    for scale in scales {
        let (value, slack) = (number.value.abs() * scale, slack(number) * scale);
        for known in evidence.between(value - slack, value + slack) {
            if fits(number, known, *scale) {
                let distance = (known.value.abs() - value).abs();
                found.push((*known, form(number, known, *scale, distance <= value * 1e-12), distance));
            }
        }
    }
    let rank =
        |(known, _, distance): &(Known, Match, f64)| (known.typed, *distance, Reverse(known.source.at));
    let best =
        found.into_iter().min_by(|one, other| rank(one).partial_cmp(&rank(other)).unwrap_or(Ordering::Equal));
    best.map(|(known, form, _)| (known, form))
}

fn form(number: &Number, known: &Known, scale: f64, exact: bool) -> Match {
    if scale < 1.0 {
        Match::Fraction
    } else if known.value < 0.0 && !number.signed {
        Match::Magnitude
    } else if exact {
        Match::Exact
    } else {
        Match::Rounded
    }
}

/// Returns how far a value may be from what is written.
fn slack(number: &Number) -> f64 {
    let value = number.value.abs();
    let half = number.resolution * 0.5 * (1.0 + 1e-9) + value * 1e-12;
    if !number.about || number.resolution != 1.0 || value < 10.0 {
        return half;
    }
    // "about 1,200" stands for anything that rounds to hundreds, "over 1,200" for what follows it.
    let mut unit = 1.0;
    while (value / (unit * 10.0)).fract() == 0.0 {
        unit *= 10.0;
    }
    half.max(unit.min(value * 0.05))
}

fn fits(number: &Number, known: &Known, scale: f64) -> bool {
    // A positive number with its sign is not the negative one.
    if number.signed && (number.value < 0.0) != (known.value < 0.0) && known.value != 0.0 {
        return false;
    }
    let written = known.value.abs() / scale;
    let whole = number.resolution >= 1.0 && !number.about;
    // Rounding to one digit would fit almost anything.
    let coarse = whole && number.resolution == 1.0 && number.digits < 2 && !number.percent;
    !(coarse && (written - number.value.abs()).abs() > 1e-9)
        // A whole number that is not the same one is another count.
        && !(whole && number.resolution == 1.0 && scale == 1.0 && written.fract() == 0.0 && written != number.value.abs())
}

/// Returns the full value behind a claim, the unit of its last digit, and where it stands.
fn value(claim: &Claim, quantity: &Quantity, evidence: &Evidence) -> Option<(f64, f64, Source)> {
    let Value::Number(number) = quantity.value else { return None };
    match claim.support {
        Support::Found { source, r#match, .. } => {
            let (known, _) = find(&number, evidence)?;
            let scale = if r#match == Match::Fraction { 100.0 } else { 1.0 };
            Some((known.value * scale, known.resolution * scale, source))
        }
        _ => None,
    }
}

fn derived(
    number: &Number,
    at: usize,
    known: &[Option<(f64, f64, Source)>],
    evidence: &Evidence,
) -> Option<Support> {
    if number.digits < 2 && !number.factor {
        return None;
    }
    let mut near: Vec<&(f64, f64, Source)> = known[..at].iter().rev().flatten().take(NEAR).collect();
    near.reverse();
    near.extend(known[at + 1..].iter().flatten().take(NEAR));
    let close = |value: f64, loss: f64| {
        let value = if number.signed { value } else { value.abs() };
        let wanted = if number.signed { number.value } else { number.value.abs() };
        value.is_finite() && (value - wanted).abs() <= slack(number) + loss.abs()
    };
    for (index, &&(left, left_unit, source)) in near.iter().enumerate() {
        if number.percent && close(100.0 - left, left_unit * 0.5) {
            return Some(Support::Derived { source, how: Arithmetic::Complement, left, right: 100.0 });
        }
        for (other, &&(right, right_unit, _)) in near.iter().enumerate() {
            if index == other {
                continue;
            }
            let loss = (left_unit + right_unit) * 0.5;
            let relative = (left_unit / left.abs().max(f64::MIN_POSITIVE)
                + right_unit / right.abs().max(f64::MIN_POSITIVE))
                * 0.5;
            let candidates: &[(Arithmetic, f64, f64)] = if number.percent {
                &[
                    (Arithmetic::Share, left / right * 100.0, left / right * 100.0 * relative),
                    (Arithmetic::Change, (left - right) / right * 100.0, left / right * 100.0 * relative),
                    (Arithmetic::Difference, left - right, loss),
                ]
            } else if number.factor {
                &[(Arithmetic::Ratio, left / right, left / right * relative)]
            } else {
                &[
                    (Arithmetic::Sum, left + right, loss),
                    (Arithmetic::Difference, left - right, loss),
                    (Arithmetic::Ratio, left / right, left / right * relative),
                ]
            };
            if let Some((how, ..)) = candidates.iter().find(|(_, value, loss)| close(*value, *loss)) {
                return Some(Support::Derived { source, how: *how, left, right });
            }
        }
    }
    for column in evidence.columns() {
        let total: f64 = column.values.iter().sum();
        if !number.percent && close(total, 0.0) {
            let right = column.values.len() as f64;
            return Some(Support::Derived {
                source: column.source,
                how: Arithmetic::Total,
                left: total,
                right,
            });
        }
        if number.percent
            && column.values.len() <= 12
            && let Some(left) = column.values.iter().find(|value| close(*value / total * 100.0, 0.0))
        {
            return Some(Support::Derived {
                source: column.source,
                how: Arithmetic::Share,
                left: *left,
                right: total,
            });
        }
    }
    None
}
