//! Values of one column of which no row has two: “between type 1 and type 2”, “with a garden and
//! without one”. They are compared.

use std::ops::Range;

use super::draft::{Condition, Draft};
use super::sentence::mask;
use crate::literal::number;
use crate::query::{Bound, Sign, Test};

impl Draft<'_> {
    /// Makes one condition of several numbers that a column is to be equal to, and compares these.
    pub(crate) fn read_alternatives(&mut self) {
        for index in 0..self.table().columns.len() {
            let name = self.column(index).name;
            let equal = |condition: &Condition| match condition.filter.test {
                Test::Compare(Sign::Equal, Bound::Number(value))
                    if condition.filter.column == name =>
                {
                    Some(number(value))
                }
                _ => None,
            };
            let mut values: Vec<String> = self.conditions.iter().filter_map(equal).collect();
            values.dedup();
            if values.len() < 2 {
                continue;
            }
            let (same, others): (Vec<_>, Vec<_>) =
                self.conditions.drain(..).partition(|condition| equal(condition).is_some());
            self.conditions = others;
            let tokens = same.iter().fold(0, |all, condition| all | condition.tokens);
            self.filter(index, Test::OneOf { values, not: false }, same[0].at, tokens);
            if !self.sentence().has_word(&["or"]) && self.query.groups.is_empty() {
                self.query.groups = vec![self.group(index, None)];
                self.several = Some(index);
            }
        }
    }

    /// Returns the words after a boolean column that ask for its rows with the other value, too:
    /// “and without one”, “or not”.
    pub(super) fn other_side(&self, end: usize) -> Option<Range<usize>> {
        let sentence = self.sentence();
        let mut at = end;
        if !sentence.is(at, &["and", "or", "vs", "versus"]) {
            return None;
        }
        at += 1;
        at += usize::from(sentence.is(at, &["the", "those", "ones"]));
        if !sentence.is(at, &["without", "not", "no"]) {
            return None;
        }
        at += 1;
        at += usize::from(sentence.is(at, &["one", "it", "any", "them", "none", "that"]));
        let ends = at >= sentence.len() || sentence.is(at, &["by", "per", "in", "for", "and"]);
        (ends && mask(&(end..at)) & (self.scene.in_column | self.scene.in_value) == 0)
            .then_some(end..at)
    }
}
