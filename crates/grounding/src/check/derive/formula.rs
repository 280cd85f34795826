//! Formulas that an answer writes out.

use super::{MAX_LOSS, Operand};
use crate::check::find::slack;
use crate::check::scope::Scopes;
use crate::check::{Arithmetic, Support};
use crate::quantity::{Number, Quantity, Value};

/// The signs of a formula, with what they compute.
const SIGNS: [(&str, Arithmetic); 7] = [
    ("for", Arithmetic::Ratio),
    ("per", Arithmetic::Ratio),
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

/// Words between a part and its whole.
const PART_OF: [&str; 5] = [" of ", " out of ", " von ", " sur ", " de "];
/// The most bytes between a whole and its share: "10 in group A (80 %)".
const MAX_BETWEEN: usize = 40;

/// Returns what a percentage has to be after a part and its whole, "8 of 10 in group A (80 %)", and
/// how far it may be from that; `None` if it does not follow them.
pub(crate) fn of_parts(at: usize, stated: &[Quantity], scopes: &Scopes<'_>) -> Option<Share> {
    let group = scopes.group(at);
    let number = |at: usize| match &stated.get(at)?.value {
        Value::Number(number) => Some(number),
        Value::Date(_) => None,
    };
    let (left, right) = (number(at.checked_sub(2)?)?, number(at - 1)?);
    let between = |from: usize, to: usize| {
        scopes.text.get(scopes.span(from).end..scopes.span(to).start).unwrap_or_default()
    };
    let part = between(at - 2, at - 1);
    let to_share = between(at - 1, at).trim_end_matches(['*', ' ']);
    let follows = at >= group.start + 2
        && number(at)?.percent
        && !left.percent
        && !right.percent
        && PART_OF.iter().any(|word| part.trim_start_matches('*').starts_with(word))
        && part.len() <= MAX_BETWEEN
        && to_share.len() <= MAX_BETWEEN
        && to_share.ends_with(['(', '=', '≈'])
        && !to_share.contains(';');
    let share = left.value / right.value * 100.0;
    let relative = slack(left) / left.value.abs() + slack(right) / right.value.abs();
    let whole = |number: &Number| number.resolution == 1.0 && !number.about;
    let loss = if whole(left) && whole(right) { 0.0 } else { share * relative };
    (follows && share.is_finite()).then_some(Share {
        value: share,
        slack: slack(number(at)?) + loss,
        left: left.value,
        right: right.value,
    })
}

/// The share that a part has of a whole, as an answer states both.
pub(crate) struct Share {
    pub(crate) value: f64,
    pub(crate) slack: f64,
    pub(crate) left: f64,
    pub(crate) right: f64,
}
