//! Formulas that an answer writes out.

use super::{MAX_LOSS, Operand};
use crate::check::find::slack;
use crate::check::scope::Scopes;
use crate::check::{Arithmetic, Support};
use crate::quantity::Number;

/// The signs of a formula, with what they compute.
const SIGNS: [(&str, Arithmetic); 5] = [
    ("/", Arithmetic::Ratio),
    ("÷", Arithmetic::Ratio),
    ("+", Arithmetic::Sum),
    ("-", Arithmetic::Difference),
    ("−", Arithmetic::Difference),
];
/// What may stand around the sign of a formula, and between a formula and its result.
const AROUND: [char; 8] = [' ', '\u{a0}', '*', '`', '(', ')', '$', '€'];
/// What stands between a formula and its result.
const EQUALS: [&str; 6] = ["=", "≈", "→", "≃", ":", "is"];

/// Returns the support of the result of a formula that the answer writes out: "36,109 / 709,235.7 =
/// 5.1 %", or the formula in brackets after its result. Nothing else is tried, so that nothing fits
/// by chance.
pub(super) fn of_formula(
    number: &Number,
    at: usize,
    known: &[Option<Operand<'_>>],
    scopes: &Scopes<'_>,
) -> Option<Support> {
    let group = scopes.group(at);
    let span = |at: usize| scopes.span(at);
    let between = |from: usize, to: usize| {
        let text = scopes.text.get(span(from).end..span(to).start).unwrap_or_default();
        text.trim_matches(AROUND)
    };
    let sign = |left: usize| {
        let written = between(left, left + 1);
        SIGNS.iter().find(|(sign, _)| *sign == written).map(|(_, how)| *how)
    };
    let follows = at >= group.start + 2 && EQUALS.contains(&between(at - 1, at));
    let precedes = || {
        let opening = scopes.text.get(span(at).end..span(at + 1).start).unwrap_or_default();
        opening.contains('(') && opening.chars().all(|c| AROUND.contains(&c) || c == '=')
    };
    let left = if follows {
        at - 2
    } else if at + 2 < group.end && precedes() {
        at + 1
    } else {
        return None;
    };
    let (one, two) = (known.get(left).copied().flatten()?, known.get(left + 1).copied().flatten()?);
    let (left_value, right_value) = (one.value(), two.value());
    let (how, value) = match sign(left)? {
        Arithmetic::Ratio if number.percent => {
            (Arithmetic::Share, left_value / right_value * 100.0)
        }
        Arithmetic::Ratio => (Arithmetic::Ratio, left_value / right_value),
        Arithmetic::Sum => (Arithmetic::Sum, left_value + right_value),
        _ => (Arithmetic::Difference, left_value - right_value),
    };
    let loss = match how {
        Arithmetic::Sum | Arithmetic::Difference => one.loss() + two.loss(),
        _ => value.abs() * (one.loss() / left_value.abs() + two.loss() / right_value.abs()),
    };
    let slack = slack(number);
    let fits = value.is_finite()
        && loss <= slack * MAX_LOSS
        && (value.abs() - number.value.abs()).abs() <= slack + loss;
    fits.then_some(Support::Derived {
        source: one.known.source,
        how,
        left: left_value,
        right: right_value,
    })
}
