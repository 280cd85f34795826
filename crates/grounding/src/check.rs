//! Looks for each number of an answer in the evidence.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::evidence::{Evidence, Source};
use crate::prose;
use crate::quantity::{Quantity, Value, stated};

mod assignment;
mod axis;
mod clauses;
mod columns;
mod counts;
mod derive;
mod find;
mod measures;
mod scope;
mod tables;
mod words;

#[cfg(test)]
mod tests;

use derive::Operands;
use find::Verdict;
use scope::Scopes;

/// A number or a date of an answer, and what supports it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// Where it stands in the answer, in bytes.
    pub span: Range<usize>,
    /// What supports it.
    pub support: Support,
    /// Where the data of that execution comes from, in a few words, if not from files alone.
    pub lineage: Option<Cow<'static, str>>,
    /// What is doubtful about the values behind it, each as a sentence: rows that were left out,
    /// values that were guessed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
}

impl Claim {
    /// Says that what it relies on has been replaced since. What no result has stays as it is.
    pub fn outdate(&mut self) {
        if let Support::Found { source, .. }
        | Support::Derived { source, .. }
        | Support::Typed { source } = self.support
        {
            self.support = Support::Replaced { source };
            self.doubts.clear();
        }
    }
}

/// What supports a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
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
    /// No result has it, but the code uses it, as a threshold for example.
    Parameter,
    /// The output states it, but the code only quotes it.
    Typed {
        /// Where.
        source: Source,
    },
    /// A result has it, but for another row than the answer says.
    OtherRow {
        /// Where.
        source: Source,
        /// The number as it stands there.
        value: f64,
    },
    /// A result has it among so many numbers that any number of so few digits would be there, and
    /// the answer names no row.
    ByChance {
        /// Where.
        source: Source,
    },
    /// Only a result has it that a later step replaced, or whose code or outcome has changed since.
    Replaced {
        /// Where.
        source: Source,
    },
    /// No result has it.
    NotFound,
    /// It is a name that the answer states as a result, and neither results nor files have it.
    UnknownName,
}

/// The form in which a number stands in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The number of items that the answer lists.
    Count,
}

/// Returns the numbers and dates of an answer, each with what supports it, and the names that it
/// states as results and that nothing has, in their order.
pub fn check(answer: &str, question: &str, evidence: &Evidence) -> Vec<Claim> {
    let standing = evidence.standing();
    let mut claims = numbers(answer, question, &standing);
    if standing.executions() < evidence.executions() {
        let before = numbers(answer, question, &evidence.replaced());
        for (claim, before) in claims.iter_mut().zip(before) {
            if claim.support.is_unplaced()
                && before.support.execution().is_some()
                && !before.support.is_unplaced()
            {
                *claim = before;
                claim.outdate();
            }
        }
    }
    if !evidence.is_empty() {
        let question = question.to_lowercase();
        let known = |name: &str| {
            let parts = name.split([' ', '\'', '’']).filter(|part| part.chars().count() > 2);
            parts
                .map(str::to_lowercase)
                .any(|part| evidence.mentions(&part) || question.contains(&part))
        };
        let names = prose::named_results(&prose::without_code(answer)).into_iter();
        let unknown =
            names.filter(|span| answer.get(span.clone()).is_some_and(|name| !known(name)));
        claims.extend(unknown.map(|span| Claim {
            span,
            support: Support::UnknownName,
            lineage: None,
            doubts: Vec::new(),
        }));
        claims.sort_by_key(|claim| claim.span.start);
    }
    claims
}

/// Returns the numbers and dates of an answer in their order.
fn numbers(answer: &str, question: &str, evidence: &Evidence) -> Vec<Claim> {
    let asked = stated(question);
    let text = prose::without_code(answer);
    let stated = stated(&text);
    let scopes = Scopes::new(&text, &stated, evidence);
    let mut verdicts: Vec<Verdict<'_>> = stated
        .iter()
        .enumerate()
        .map(|(at, quantity)| find::direct(quantity, &scopes, at, &asked))
        .collect();
    find::join(&mut verdicts, &scopes);
    assignment::compare(&stated, &scopes, &mut verdicts);
    measures::compare(&stated, &scopes, &mut verdicts);
    columns::compare(&scopes, &mut verdicts);
    let known = Operands::new(&verdicts, &stated);
    let mut supports: Vec<Support> = stated
        .iter()
        .enumerate()
        .map(|(at, quantity)| {
            let mut support = verdicts[at].support;
            if support.is_unplaced()
                && !verdicts[at].misnamed
                && let Value::Number(number) = &quantity.value
            {
                let listed = || counts::listed(number, scopes.beside(&quantity.span).1, &scopes);
                support = derive::derived(number, at, &known, &scopes, support)
                    .or_else(|| if scopes.is_table_row(at) { None } else { listed() })
                    .unwrap_or(support);
            }
            if support == Support::NotFound {
                support = find::parameter(quantity, &scopes);
            }
            support
        })
        .collect();
    for at in 0..supports.len() {
        supports[at] = of_parts(at, &supports, &stated, &scopes);
    }
    stated
        .iter()
        .zip(supports)
        .map(|(quantity, support)| {
            let lineage =
                support.execution().and_then(|at| evidence.lineage(at)).map(Cow::Borrowed);
            let doubts = support.execution().map_or(&[][..], |at| evidence.doubts(at)).to_vec();
            Claim { span: quantity.span.clone(), support, lineage, doubts }
        })
        .collect()
}

/// Returns what supports a percentage whose part and whole the answer states right before it: these
/// alone. What supports any other number is as it was.
fn of_parts(at: usize, supports: &[Support], stated: &[Quantity], scopes: &Scopes<'_>) -> Support {
    let support = supports[at];
    let open = support.is_unplaced() || matches!(support, Support::Derived { .. });
    let Value::Number(number) = &stated[at].value else { return support };
    if !open || !number.percent || at < 2 {
        return support;
    }
    let Some(share) = derive::of_parts(at, stated, scopes) else { return support };
    let known = |at: usize| supports.get(at).filter(|support| !support.is_unplaced());
    let source = known(at - 2).and_then(|part| part.source()).filter(|_| known(at - 1).is_some());
    match source {
        Some(source) if (share.value - number.value.abs()).abs() <= share.slack => {
            let (left, right) = (share.left, share.right);
            Support::Derived { source, how: Arithmetic::Share, left, right }
        }
        Some(_) => Support::NotFound,
        None => support,
    }
}
