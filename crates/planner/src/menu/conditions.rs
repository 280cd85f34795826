//! Menus of conditions: what one can become, and what can be added.

use super::{Menu, columns, values};
use crate::chips::Slot;
use crate::columns::{is_group, is_measure, is_unique, yes};
use crate::input::Column;
use crate::query::{Bound, Filter, Kind, Part, Place, Query, Sign, Test};
use crate::wording;

/// Where a condition stands.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Where {
    /// Among those on rows.
    Filters,
    /// Among those that say what is 100 %.
    Base,
}

impl Where {
    fn of(self, query: &Query) -> &Vec<Filter> {
        if self == Self::Filters { &query.filters } else { &query.base }
    }

    fn of_mut(self, query: &mut Query) -> &mut Vec<Filter> {
        if self == Self::Filters { &mut query.filters } else { &mut query.base }
    }

    fn slot(self, at: usize) -> Slot {
        if self == Self::Filters { Slot::Filter(at) } else { Slot::BaseFilter(at) }
    }
}

impl Menu<'_> {
    /// Lists what a condition can become.
    pub(super) fn condition(&mut self, at: usize, place: Where) {
        let Some(now) = place.of(self.query).get(at).cloned() else { return };
        let column = self.table.column(&now.column).cloned();
        let open = now.test == Test::Open;
        let mut tests = match &column {
            Some(column) if open => values::tests(column),
            Some(column) => near(&now.test, column),
            None => Vec::new(),
        };
        let rest = if open {
            tests.split_off(tests.len().min(40))
        } else {
            tests.split_off(tests.len().min(2))
        };
        for test in tests {
            self.test(at, place, Filter { column: now.column.clone(), test });
        }
        if !open {
            for column in self.alike(&now).into_iter().take(2) {
                self.test(at, place, Filter { column, test: now.test.clone() });
            }
        }
        self.without(at, place);
        for test in rest {
            self.test(at, place, Filter { column: now.column.clone(), test });
        }
        if let Some(column) = &column {
            for test in values::typed(column, self.typed) {
                let filter = Filter { column: now.column.clone(), test };
                let label = wording::test(&filter.test);
                self.make(
                    label,
                    self.with(|query| {
                        if let Some(place) = place.of_mut(query).get_mut(at) {
                            *place = filter;
                        }
                    }),
                );
            }
            if !open {
                for test in values::tests(column) {
                    self.test(at, place, Filter { column: now.column.clone(), test });
                }
            }
        }
        if self.query.kind == Kind::Share {
            let (to, label) = match place {
                Where::Filters => (Where::Base, "as what is 100 %"),
                Where::Base => (Where::Filters, "as what is counted"),
            };
            let query = self.with(|query| {
                let moved = place.of_mut(query).remove(at);
                to.of_mut(query).push(moved);
            });
            self.offer(label, "", query);
        }
        for column in &self.table.columns {
            if column.name != now.column {
                let next = Filter { column: column.name.clone(), test: Test::Open };
                let query = self.with(|query| {
                    if let Some(place) = place.of_mut(query).get_mut(at) {
                        *place = next;
                    }
                });
                self.open(
                    format!("{} …", wording::name(&column.name)),
                    columns::about(column),
                    query,
                    place.slot(at),
                );
            }
        }
    }

    fn test(&mut self, at: usize, place: Where, filter: Filter) {
        let own = place.of(self.query).get(at).is_some_and(|now| now.column == filter.column);
        let label = if own { wording::test(&filter.test) } else { wording::filter(&filter) };
        let query = self.with(|query| {
            if let Some(place) = place.of_mut(query).get_mut(at) {
                *place = filter;
            }
        });
        self.offer(label, "", query);
    }

    fn without(&mut self, at: usize, place: Where) {
        let query = self.with(|query| {
            place.of_mut(query).remove(at);
        });
        self.offer("remove this condition", "", query);
    }

    /// Returns the columns in which the same test makes sense, the most similar first.
    fn alike(&self, now: &Filter) -> Vec<String> {
        let fits = |column: &&Column| {
            column.name != now.column
                && match &now.test {
                    Test::Compare(..) | Test::Between(..) => is_measure(column),
                    Test::Period { .. } | Test::Newest(..) | Test::Recurring(..) => {
                        column.is_date()
                    }
                    Test::Flag(_) => yes(column).is_some(),
                    Test::Filled(_) => column.missing > 0,
                    Test::Text { .. } => column.is_text(),
                    Test::OneOf { values, .. } => {
                        column.examples.iter().any(|example| values.contains(example))
                    }
                    Test::Matched { .. } | Test::Once | Test::Open => false,
                }
        };
        let mut columns: Vec<&Column> = self.table.columns.iter().filter(fits).collect();
        columns.sort_by_key(|column| std::cmp::Reverse(columns::shared(&column.name, &now.column)));
        columns.into_iter().map(|column| column.name.clone()).collect()
    }

    /// Lists conditions that can be added: those that need nothing else first, then columns.
    pub(super) fn new_condition(&mut self) {
        let used =
            |column: &Column| self.query.filters.iter().any(|filter| filter.column == column.name);
        let at = self.query.filters.len();
        let rank = |column: &&Column| {
            let few = (2..=12).contains(&column.distinct);
            (
                used(column),
                !(yes(column).is_some() || (is_group(column) && few)),
                !(column.is_date()
                    || is_measure(column)
                    || (is_group(column) && !is_unique(column, self.table))),
            )
        };
        let mut columns: Vec<&Column> = self.table.columns.iter().collect();
        columns.sort_by_key(rank);
        for column in columns {
            let filter = |test| Filter { column: column.name.clone(), test };
            if yes(column).is_some() {
                for yes in [true, false] {
                    let filter = filter(Test::Flag(yes));
                    self.offer(
                        wording::filter(&filter),
                        "",
                        self.with(|query| query.filters.push(filter)),
                    );
                }
            } else {
                let query = self.with(|query| query.filters.push(filter(Test::Open)));
                self.open(
                    format!("{} …", wording::name(&column.name)),
                    columns::about(column),
                    query,
                    Slot::Filter(at),
                );
            }
            if self.typed.is_empty() {
                continue;
            }
            // What was typed may be a value rather than a column.
            let tests = values::typed(column, self.typed);
            let fits = match values::number(self.typed) {
                Some(_) => {
                    is_measure(column) || column.is_date() || crate::columns::is_years(column)
                }
                None => values::examples(column, self.typed).next().is_some() || column.is_date(),
            };
            for test in tests.into_iter().take(if fits { 2 } else { 0 }) {
                let filter = filter(test);
                self.make(wording::filter(&filter), self.with(|query| query.filters.push(filter)));
            }
        }
        for relation in &self.table.relations {
            for matched in [true, false] {
                let filter =
                    Filter { column: relation.column.clone(), test: relation.test(matched) };
                let query = self.with(|query| query.filters.push(filter.clone()));
                self.offer(wording::filter(&filter), "", query);
            }
        }
        let once = Filter { column: String::new(), test: Test::Once };
        if self.table.duplicates > 0 && !self.query.filters.contains(&once) {
            self.offer(
                wording::filter(&once),
                "leaves out repeats",
                self.with(|query| query.filters.push(once)),
            );
        }
    }
}

/// Returns the tests of the same column that a test is most often mistaken for.
fn near(test: &Test, column: &Column) -> Vec<Test> {
    match test {
        Test::OneOf { values, not } => {
            let mut tests: Vec<Test> = Vec::new();
            // “Developed” and “Developing”, “North” and “Northwest”.
            let near = |example: &&String| values.iter().any(|value| values::near(value, example));
            let others = column.examples.iter().filter(|example| !values.contains(example));
            tests.extend(
                others
                    .filter(near)
                    .map(|value| Test::OneOf { values: vec![value.clone()], not: *not }),
            );
            tests.push(Test::OneOf { values: values.clone(), not: !not });
            if let [value] = values.as_slice() {
                tests.push(Test::Text { place: Place::Contains, text: value.clone(), not: *not });
            } else {
                tests.extend(
                    values
                        .iter()
                        .map(|value| Test::OneOf { values: vec![value.clone()], not: *not }),
                );
            }
            tests
        }
        Test::Text { place, text, not } => {
            let places = [Place::Contains, Place::Begins, Place::Ends]
                .into_iter()
                .filter(|other| other != place);
            let mut tests: Vec<Test> =
                places.map(|place| Test::Text { place, text: text.clone(), not: *not }).collect();
            tests.insert(1, Test::OneOf { values: vec![text.clone()], not: *not });
            tests.push(Test::Text { place: *place, text: text.clone(), not: !not });
            tests
        }
        Test::Compare(sign, bound) => {
            let signs = match sign {
                Sign::Greater => [Sign::AtLeast, Sign::Less, Sign::AtMost, Sign::Equal],
                Sign::AtLeast => [Sign::Greater, Sign::AtMost, Sign::Less, Sign::Equal],
                Sign::Less => [Sign::AtMost, Sign::Greater, Sign::AtLeast, Sign::Equal],
                Sign::AtMost => [Sign::Less, Sign::AtLeast, Sign::Greater, Sign::Equal],
                Sign::Equal => [Sign::AtLeast, Sign::AtMost, Sign::Greater, Sign::NotEqual],
                Sign::NotEqual => [Sign::Equal, Sign::Greater, Sign::Less, Sign::AtLeast],
            };
            let mut tests: Vec<Test> = signs.map(|sign| Test::Compare(sign, bound.clone())).into();
            if *bound != Bound::Average {
                tests.push(Test::Compare(*sign, Bound::Average));
            }
            tests
        }
        Test::Between(low, high) => vec![
            Test::Compare(Sign::AtLeast, Bound::Number(*low)),
            Test::Compare(Sign::AtMost, Bound::Number(*high)),
            Test::Compare(Sign::Less, Bound::Number(*low)),
            Test::Compare(Sign::Greater, Bound::Number(*high)),
        ],
        Test::Period { from, to, words } => {
            let bounds = |from: &Option<String>, to: &Option<String>| Test::Period {
                from: from.clone(),
                to: to.clone(),
                words: words.clone(),
            };
            let mut tests = Vec::new();
            match (from, to) {
                (Some(_), Some(_)) => {
                    tests.extend([
                        bounds(from, &None),
                        bounds(&None, from),
                        bounds(&None, to),
                        bounds(to, &None),
                    ]);
                    tests.extend(
                        values::month_of(from, to)
                            .map(|month| Test::Recurring(Part::MonthOfYear, vec![month])),
                    );
                }
                (Some(_), None) => tests.push(bounds(&None, from)),
                (None, Some(_)) => tests.push(bounds(to, &None)),
                (None, None) => {}
            }
            tests
        }
        Test::Recurring(..) => Vec::new(),
        Test::Newest(part, count) => {
            let other = if *count == 1 { 12 } else { 1 };
            let parts = [Part::Year, Part::Quarter, Part::Month, Part::Week, Part::Day];
            let mut tests = vec![Test::Newest(*part, other)];
            tests.extend(parts.map(|part| Test::Newest(part, *count)));
            tests
        }
        Test::Filled(filled) => vec![Test::Filled(!filled)],
        Test::Flag(yes) => vec![Test::Flag(!yes)],
        Test::Matched { table, column, matched } => {
            vec![Test::Matched { table: table.clone(), column: column.clone(), matched: !matched }]
        }
        Test::Once | Test::Open => Vec::new(),
    }
}
