//! Looks for a number as it stands, or rounded.

use std::cell::RefCell;
use std::cmp::{Ordering, Reverse};
use std::ops::Range;

use super::axis::Axis;
use super::counts::is_count;
use super::scope::Scopes;
use super::{Match, Support};
use crate::evidence::{Known, NONE, Place, Role, Source, Values};
use crate::labels;
use crate::quantity::{Number, Quantity, Value};

/// How likely a number may be in a result by chance for it to count without the name of its row.
const MAX_CHANCE: f64 = 0.02;
/// The same for results of earlier turns, of which there may be many.
const MAX_CHANCE_IN_EARLIER_TURNS: f64 = 0.002;
/// So many numbers of about the same size always count: a short result is read as a whole.
const FEW: usize = 8;

/// The most places of one number that are compared with what its sentence names.
const MAX_HITS: usize = 2_000;

/// Words before a number that is compared with those of the row, or the column, that the sentence
/// names.
const COMPARING: [&[&str]; 2] = [
    &["against", "than", "versus", "vs", "below", "above", "from", "to"],
    &["against", "than", "versus", "vs", "below", "above"],
];

/// A number of the evidence that a stated one may be.
#[derive(Clone, Copy)]
pub(super) struct Hit<'a> {
    pub(super) known: &'a Known,
    /// By its index in [`Scopes::values`].
    pub(super) values: usize,
    pub(super) form: Match,
    distance: f64,
    /// Whether the answer names its row; `None` if it names no row of that table.
    pub(super) named: Option<bool>,
    /// The same of its column.
    pub(super) named_column: Option<bool>,
}

/// What supports a number, with all the places where it was found.
pub(super) struct Verdict<'a> {
    pub(super) support: Support,
    /// Whether the answer names another measure than the number's own, so that arithmetic explains
    /// nothing.
    pub(super) misnamed: bool,
    pub(super) hits: Vec<Hit<'a>>,
}

pub(super) fn direct<'a>(
    quantity: &Quantity,
    scopes: &Scopes<'a>,
    at: usize,
    asked: &[Quantity],
) -> Verdict<'a> {
    let in_question = asked.iter().any(|asked| same(&asked.value, &quantity.value));
    let mut hits = Vec::new();
    let found = match &quantity.value {
        Value::Date(date) => scopes.values.iter().find_map(|values| values.date(date)).map_or(
            Support::NotFound,
            |source| Support::Found { source, r#match: Match::Date, value: 0.0 },
        ),
        Value::Number(number) => {
            hits = all(number, scopes, at, &quantity.span);
            match (choose(number, scopes, &hits, &quantity.span), year(number, scopes)) {
                (support, Some(year)) if support.is_unplaced() => year,
                (support, _) => support,
            }
        }
    };
    let weak = found.is_unplaced() || matches!(found, Support::Typed { .. });
    let support = if weak && in_question { Support::Question } else { found };
    Verdict { support, misnamed: false, hits }
}

/// Accepts numbers that may be there by chance if the sentence states another number of the same
/// row.
pub(super) fn join(verdicts: &mut [Verdict<'_>], scopes: &Scopes<'_>) {
    for group in scopes.groups() {
        let rows: Vec<(usize, u32)> = group
            .clone()
            .filter(|at| matches!(verdicts[*at].support, Support::Found { .. }))
            .flat_map(|at| &verdicts[at].hits)
            .filter(|hit| hit.known.row != NONE)
            .map(|hit| (hit.values, hit.known.row))
            .collect();
        for at in group {
            if matches!(verdicts[at].support, Support::ByChance { .. })
                && let Some(hit) =
                    verdicts[at].hits.iter().find(|hit| rows.contains(&(hit.values, hit.known.row)))
            {
                let Known { source, value, .. } = *hit.known;
                verdicts[at].support = Support::Found { source, r#match: hit.form, value };
            }
        }
    }
}

/// Chooses what supports a number from where it was found.
fn choose(number: &Number, scopes: &Scopes<'_>, hits: &[Hit<'_>], span: &Range<usize>) -> Support {
    // "Class 2" is a column or a group of that name.
    let is_key = number.resolution == 1.0
        && number.digits < 3
        && labels::label(scopes.beside(span).0).is_some_and(|word| scopes.measures.contains(&word));
    // Another row counts if the labels are not those of groups, and if the sentence compares.
    let elsewhere = |hit: &Hit<'_>| {
        Axis::BOTH
            .iter()
            .any(|axis| hit.names(*axis) == Some(false) && hit.is_strict(*axis, scopes))
    };
    // The places of a number are many, the results few.
    let judged: RefCell<Vec<(usize, Source, Match, bool)>> = RefCell::default();
    let rare = |hit: &Hit<'_>| {
        let key = (hit.values, hit.known.source, hit.form);
        let same = |judged: &&(usize, Source, Match, bool)| (judged.0, judged.1, judged.2) == key;
        if let Some((.., rare)) = judged.borrow().iter().find(same) {
            return *rare;
        }
        let rare = is_rare(number, hit, scopes);
        judged.borrow_mut().push((key.0, key.1, key.2, rare));
        rare
    };
    let counts = |hit: &&Hit<'_>| {
        !elsewhere(hit)
            && (hit.known.source.place == Place::Profile
                || hit.named == Some(true)
                || is_rare(number, hit, scopes)
                || hit.known.row == NONE && hit.known.column == NONE && is_key
                || scopes.values[hit.values].is_summary(hit.known))
    };
    // A copy of a value of another row, elsewhere in the output, says nothing else.
    let other = hits.iter().find(|hit| elsewhere(hit) && rare(hit));
    let placed = |hit: &Hit<'_>| {
        let is_named = |axis: &Axis| hit.names(*axis) == Some(true) && hit.is_strict(*axis, scopes);
        !elsewhere(hit) && Axis::BOTH.iter().any(is_named)
    };
    if let Some(hit) = other.filter(|_| !hits.iter().any(placed)) {
        return Support::OtherRow { source: hit.known.source, value: hit.known.value };
    }
    // What was computed before what was typed, a named row before others, the nearest, the newest.
    let rank = |hit: &&Hit<'_>| {
        let profile = hit.known.source.place == Place::Profile;
        (
            hit.known.typed,
            hit.named != Some(true),
            profile,
            hit.distance,
            Reverse(hit.known.source.at),
        )
    };
    let best = hits
        .iter()
        .filter(counts)
        .min_by(|one, other| rank(one).partial_cmp(&rank(other)).unwrap_or(Ordering::Equal));
    if let Some(Hit { known: Known { source, value, typed, .. }, form, .. }) = best {
        return if *typed {
            Support::Typed { source: *source }
        } else {
            Support::Found { source: *source, r#match: *form, value: *value }
        };
    }
    let computed = |hit: &&Hit<'_>| hit.known.source.place != Place::Profile;
    if let Some(hit) = hits.iter().filter(computed).find(|hit| elsewhere(hit)) {
        return Support::OtherRow { source: hit.known.source, value: hit.known.value };
    }
    hits.iter()
        .find(computed)
        .map_or(Support::NotFound, |hit| Support::ByChance { source: hit.known.source })
}

impl Hit<'_> {
    /// Returns whether the answer names its row or its column; `None` if it names none of that
    /// table.
    pub(super) fn names(&self, axis: Axis) -> Option<bool> {
        match axis {
            Axis::Row => self.named,
            Axis::Column => self.named_column,
        }
    }

    /// Returns whether an answer that names another row or column is wrong.
    pub(super) fn is_strict(&self, axis: Axis, scopes: &Scopes<'_>) -> bool {
        axis.is_strict(scopes.values[self.values], self.known)
    }
}

/// Returns all numbers that fit.
fn all<'a>(number: &Number, scopes: &Scopes<'a>, at: usize, span: &Range<usize>) -> Vec<Hit<'a>> {
    let mut hits = Vec::new();
    let (before, after) = scopes.beside(span);
    let column = labels::label(after);
    let is_key = || !scopes.is_table_row(at) || scopes.is_first_cell(at);
    // "4 orders" of a group is not how many groups there are.
    let is_size = || scopes.names_a_column(after) || !scopes.follows_a_row(at);
    for &scale in scales(number) {
        let (value, slack) = (number.value.abs() * scale, slack(number) * scale);
        for (index, values) in scopes.values.iter().enumerate() {
            let values: &'a Values = values;
            for known in values.between(value - slack, value + slack) {
                let counts = || match known.role {
                    Role::Key => is_key(),
                    Role::Size => is_size(),
                    Role::Value => {
                        known.source.place != Place::Profile
                            || is_count(number, known.column, scopes, at)
                    }
                };
                if hits.len() < MAX_HITS && fits(number, known, scale) && counts() {
                    let distance = (known.value.abs() - value).abs();
                    let form = form(number, known, scale, distance <= value * 1e-12);
                    // Without its sign and its decimals, a number says little of the value.
                    let coarse = number.resolution >= 1.0 && known.value.fract() != 0.0;
                    if form == Match::Magnitude && coarse && !scopes.says_negative(at) {
                        continue;
                    }
                    // "120 against 80" if one row is named: the other number is of a row that is
                    // not.
                    let [named, named_column] = Axis::BOTH.map(|axis| {
                        let other = || {
                            COMPARING[axis as usize].contains(&before)
                                && (before != "from" || scopes.until_next(at).contains(" to "))
                                && !scopes.names_several(at, index, known, axis)
                        };
                        scopes.names(at, index, known, axis).filter(|named| *named || !other())
                    });
                    if column.as_ref().is_some_and(|column| {
                        is_of_other_column(values, known, column, scopes.until_next(at))
                    }) {
                        continue;
                    }
                    hits.push(Hit { known, values: index, form, distance, named, named_column });
                }
            }
        }
    }
    hits
}

/// Returns whether the word after a number is the label of a column of the table, and the number
/// stands in another one.
fn is_of_other_column(values: &Values, known: &Known, label: &str, after: &str) -> bool {
    let Some(column) = values.columns.get(known.column as usize) else { return false };
    column.label != label
        && (column.label.is_empty() || !after.contains(&column.label))
        && values.columns.iter().any(|other| other.table == column.table && other.label == label)
}

/// Returns what a number is multiplied with: a percentage may be a fraction of one, and "1,200
/// thousand" may stand as 1,200 in a table of thousands.
fn scales(number: &Number) -> &'static [f64] {
    match number.scale {
        _ if number.percent => &[1.0, 0.01],
        1e3 => &[1.0, 1e-3],
        1e6 => &[1.0, 1e-6],
        1e9 => &[1.0, 1e-9],
        _ => &[1.0],
    }
}

/// Returns whether a number of so many digits would not be among those of the result by chance. The
/// chance is the share of the numbers from half to twice its size that this result has.
fn is_rare(number: &Number, hit: &Hit<'_>, scopes: &Scopes<'_>) -> bool {
    let value = hit.known.value.abs();
    let scale = if number.value == 0.0 { 1.0 } else { value / number.value.abs() };
    let mut last = f64::NAN;
    let others = scopes.values[hit.values]
        .between(value * 0.5, (value * 2.0).max(1.0))
        .iter()
        .filter(|known| {
            let fresh = known.source == hit.known.source && known.value != last;
            last = known.value;
            fresh
        })
        .count();
    let cells = (value * 1.5).max(1.0) / (2.0 * slack(number) * scale);
    let (few, chance) = if hit.values < scopes.current {
        (FEW, MAX_CHANCE)
    } else {
        (0, MAX_CHANCE_IN_EARLIER_TURNS)
    };
    others <= few || others as f64 <= cells * chance
}

/// Returns the support of what the code states as a parameter.
pub(super) fn parameter(quantity: &Quantity, scopes: &Scopes<'_>) -> Support {
    let used = scopes
        .values
        .iter()
        .take(scopes.current)
        .any(|values| values.has_parameter(&quantity.value));
    if used { Support::Parameter } else { Support::NotFound }
}

fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.value == other.value,
        (Value::Date(one), Value::Date(other)) => other.is_part_of(one),
        _ => false,
    }
}

fn year(number: &Number, scopes: &Scopes<'_>) -> Option<Support> {
    let plain = number.digits == 4
        && number.resolution == 1.0
        && !number.percent
        && (1000.0..3000.0).contains(&number.value);
    let year = number.value as u16;
    let source = scopes.values.iter().filter(|_| plain).find_map(|values| values.year(year))?;
    Some(Support::Found { source, r#match: Match::Date, value: number.value })
}

fn form(number: &Number, known: &Known, scale: f64, exact: bool) -> Match {
    if scale < 1.0 && number.percent {
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
pub(super) fn slack(number: &Number) -> f64 {
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
    // Zero millions is not a rounding of a few.
    if number.value == 0.0 && number.scale > 1.0 && known.value != 0.0 {
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

/// Returns whether two numbers stand in one row or one column, or one of them in none.
pub(super) fn are_related(one: (usize, &Known), other: (usize, &Known)) -> bool {
    let plain = |known: &Known| {
        known.row == NONE && known.column == NONE || known.source.place == Place::Profile
    };
    let (left, right) = (one.1, other.1);
    let same = |one: u32, other: u32| one == other && one != NONE;
    let beside = same(left.row, right.row)
        || same(left.column, right.column)
        || [left.column, right.column].contains(&NONE);
    plain(left) || plain(right) || one.0 == other.0 && left.source == right.source && beside
}
