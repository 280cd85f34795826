//! Numbers beside a column, without a comparison: “4 cylinders”, “rating 4 or 5”, “renewed twice”.

use super::draft::Draft;
use super::lexicon;
use super::sentence::{Number, Tokens, bit, mask};
use super::table::Column;
use crate::query::{Bound, Sign, Test};

/// Names of columns that say when a row of a series was measured.
pub(super) const TIMES: [&str; 6] = ["time", "t", "period", "wave", "visit", "days"];

impl Draft<'_> {
    /// Reads a bare number beside a column: “4 cylinders”, “class 3”.
    pub(crate) fn beside_column(&mut self) {
        let sentence = self.sentence();
        for number in &sentence.numbers {
            let tokens = mask(&number.at);
            if !self.free(tokens)
                || tokens & (self.scene.in_column | self.scene.in_value) != 0
                || number.percent
            {
                continue;
            }
            if self.limit.is_some_and(|limit| f64::from(limit) == number.value)
                || self.is_period(number)
            {
                continue;
            }
            // “28 days old”
            let unit =
                self.part_at(number.at.end).is_some() && sentence.is(number.at.end + 1, &["old"]);
            let age = self.table().columns.iter().position(|column| {
                column.is_amount() && column.stems.iter().any(|stem| stem == "age")
            });
            if let (true, Some(age)) = (unit, age) {
                let test = Test::Compare(Sign::Equal, Bound::Number(number.value));
                self.filter(
                    age,
                    test,
                    number.at.start,
                    tokens | mask(&(number.at.end..number.at.end + 2)),
                );
                continue;
            }
            let yes_no = number.value == 0.0 || number.value == 1.0;
            let number_column = |column: &Column| {
                column.nature == super::table::Nature::Number && (!column.flag || yes_no)
            };
            let (start, end) = (number.at.start, number.at.end);
            let copula =
                |at: usize| sentence.is(at, &["is", "of", "=", "was", "equals", "number", "a"]);
            let beside = self.all_columns(number_column).into_iter().find(|span| {
                let place = &self.span(*span).at;
                place.start == end
                    || place.end == start
                    || (place.end + 1 == start && copula(place.end))
            });
            if let Some(span) = beside.filter(|_| sentence.key(start) != "one" || end == start) {
                let within = self.named(span).is_none_or(|index| {
                    let column = self.column(index);
                    column.min.is_none_or(|min| min <= number.value)
                        && column.max.is_none_or(|max| number.value <= max)
                });
                if within {
                    let column = self.take(span);
                    let (values, listed) = self.listed_after(number);
                    let test = match values.as_slice() {
                        [_] => Test::Compare(Sign::Equal, Bound::Number(number.value)),
                        _ => Test::OneOf { values, not: false },
                    };
                    self.filter(column, test, start, listed);
                }
            }
        }
    }

    /// Reads “on the first attempt”, of a column of numbers of attempts.
    pub(crate) fn read_ordinals(&mut self) {
        let sentence = self.sentence();
        for span in self.columns(|column| column.is_measure() && column.whole && !column.flag) {
            let place = self.span(span).at.clone();
            let Some(index) = self.named(span) else { continue };
            let Some(before) = place.start.checked_sub(1) else { continue };
            let Some(number) = lexicon::ordinal(sentence.key(before)) else { continue };
            let the =
                usize::from(sentence.is(before.wrapping_sub(1), &["the", "their", "her", "his"]));
            let leads = ["in", "on", "at", "of", "during", "for", "after", "from", "with"];
            let led = before > the && sentence.is(before - the - 1, &leads);
            let column = self.column(index);
            let (number, few) = (f64::from(number), column.distinct <= 20 && !column.year);
            let within = column.min.is_some_and(|min| min <= number)
                && column.max.is_some_and(|max| number <= max);
            let single = !sentence.key(place.end - 1).ends_with('s');
            if !(led && few && within && single && self.free(bit(before))) {
                continue;
            }
            self.take(span);
            let test = Test::Compare(Sign::Equal, Bound::Number(number));
            self.filter(index, test, before, mask(&(before..place.end)));
        }
    }

    /// Reads “day 21”, of a column “time” that no other column of dates or numbers is beside.
    pub(crate) fn read_moments(&mut self) {
        let sentence = self.sentence();
        let times = |column: &Column| {
            column.nature == super::table::Nature::Number
                && !column.flag
                && matches!(column.words.as_slice(), [word] if TIMES.contains(&word.as_str()))
        };
        let columns = self.table().columns.iter().enumerate();
        let mut found = columns.filter(|(_, column)| times(column));
        let (Some((index, column)), None) = (found.next(), found.next()) else { return };
        if !self.table().dates.is_empty() || self.has_filter(index) {
            return;
        }
        let (min, max) = (column.min, column.max);
        for number in &sentence.numbers {
            let at = number.at.start;
            let within = min.is_some_and(|min| min <= number.value)
                && max.is_some_and(|max| number.value <= max);
            let led = at > 0 && self.part_at(at - 1).is_some() && self.free(bit(at - 1));
            if !(within && led && self.free(mask(&number.at))) {
                continue;
            }
            let (period, name) =
                (&sentence.tokens[at - 1].text, crate::wording::name(self.column(index).name));
            self.assumed.push(format!("“{period}” is read as {name}."));
            let test = Test::Compare(Sign::Equal, Bound::Number(number.value));
            self.filter(index, test, at, mask(&(at - 1..number.at.end)));
            return;
        }
    }

    /// Returns the numbers of a list that begins with one, as texts, and its tokens: “4 or 5”.
    fn listed_after(&self, first: &Number) -> (Vec<String>, Tokens) {
        let sentence = self.sentence();
        let (mut values, mut tokens) = (vec![crate::literal::number(first.value)], mask(&first.at));
        let mut end = first.at.end;
        loop {
            let joined = usize::from(sentence.is(end, &["or", "and", "/"]));
            let comma = sentence
                .tokens
                .get(end)
                .is_some_and(|next| next.at.start > sentence.tokens[end - 1].at.end + 1);
            let next = sentence.number(end + joined).filter(|next| {
                (joined > 0 || comma)
                    && !next.money
                    && !next.percent
                    && mask(&next.at) & (self.used | self.scene.in_value) == 0
                    && self.column_at(next.at.end).is_none()
            });
            let Some(next) = next else { return (values, tokens) };
            values.push(crate::literal::number(next.value));
            tokens |= mask(&(end..next.at.end));
            end = next.at.end;
        }
    }

    /// Reads “renewed twice” of a column that counts how often.
    pub(crate) fn read_times(&mut self) {
        for (word, times) in [("once", 1.0), ("twice", 2.0)] {
            let counts = |column: &Column| {
                column.is_amount()
                    && column.whole
                    && column.max.is_some_and(|max| (times..100.0).contains(&max))
            };
            let before = self
                .columns(counts)
                .into_iter()
                .find(|span| self.sentence().is(self.span(*span).at.end, &[word]));
            if let Some(span) = before {
                let at = self.span(span).at.clone();
                let column = self.take(span);
                let test = Test::Compare(Sign::Equal, Bound::Number(times));
                self.filter(column, test, at.start, mask(&(at.start..at.end + 1)));
            }
        }
    }
}
