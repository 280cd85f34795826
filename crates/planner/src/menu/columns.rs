//! Menus of columns: measures, groups and columns that are shown.

use std::cmp::Reverse;

use super::suitable::{amount, grains, group_of, groupable, is_dated, thing};
use super::{Menu, settle};
use crate::columns::{
    adds_up, is_group, is_identifier, is_measure, is_money, is_unique, is_years, yes,
};
use crate::input::{Column, Table};
use crate::lexicon::is_a;
use crate::query::{Aggregate, Group, Kind, Measure, Operation, Part};
use crate::wording;
use crate::words::{fold, stems};

/// Returns how many words two names share: what was mistaken for another often shares one.
pub(super) fn shared(a: &str, b: &str) -> usize {
    let own = stems(a);
    stems(b).iter().filter(|word| own.contains(word)).count()
}

/// Returns a table's columns by how well they fit, those that do not fit left out.
fn by_fit<'a>(table: &'a Table, now: &[&str], fit: impl Fn(&Column) -> usize) -> Vec<&'a Column> {
    let rank = |column: &Column| {
        let near = now.iter().map(|name| shared(name, &column.name)).max().unwrap_or(0);
        fit(column) + 8 * near.min(2)
    };
    let mut columns: Vec<_> = table
        .columns
        .iter()
        .filter(|column| fit(column) > 0 && !now.contains(&column.name.as_str()))
        .collect();
    columns.sort_by_key(|column| Reverse(rank(column)));
    columns
}

/// Says what a column is, for the entry of a menu.
pub(super) fn about(column: &Column) -> String {
    let range = |text: &Option<serde_json::Value>| {
        text.as_ref().map(|value| match value.as_str() {
            Some(text) => text.get(..10).unwrap_or(text).to_owned(),
            None => value.as_f64().map_or_else(
                || value.to_string(),
                |number| match is_years(column) {
                    true => crate::literal::number(number),
                    false => wording::number(number),
                },
            ),
        })
    };
    if let (Some(low), Some(high)) = (range(&column.min), range(&column.max)) {
        return format!("{low} to {high}");
    }
    let some: Vec<&str> = column.examples.iter().take(3).map(String::as_str).collect();
    some.join(", ").chars().take(60).collect()
}

impl Menu<'_> {
    fn now(&self, measure: &Option<Measure>) -> Vec<String> {
        measure.iter().flat_map(Measure::columns).map(str::to_owned).collect()
    }

    /// Lists other measures.
    pub(super) fn measure(&mut self) {
        let (query, table) = (self.query, self.table);
        let now = self.now(&query.measure);
        let now: Vec<&str> = now.iter().map(String::as_str).collect();
        let any = matches!(
            query.kind,
            Kind::Distinct | Kind::Missing | Kind::Duplicates | Kind::Distribution
        ) || matches!(
            query.aggregate,
            Aggregate::Distinct | Aggregate::Filled | Aggregate::MostCommon
        );
        let total = query.aggregate == Aggregate::Total || query.kind == Kind::Share;
        let fit = |column: &Column| match () {
            () if any => {
                4 + 3 * usize::from(is_group(column)) + usize::from(!is_unique(column, table))
            }
            () if is_measure(column) => 6 + 3 * usize::from(total && adds_up(column)),
            () if column.is_date() && matches!(query.kind, Kind::Rows) => 5,
            () if query.kind == Kind::Count && is_group(column) => {
                4 + usize::from(!is_unique(column, table))
            }
            () if yes(column).is_some() => 3,
            () if column.is_number() => 2,
            () if query.kind == Kind::Rows => 1,
            () => 0,
        };
        if query.kind == Kind::Count {
            // Of many rows with an amount each, how much is as likely as how many.
            for column in [amount(table).map(|column| column.name.clone()), thing(query, table)]
                .into_iter()
                .flatten()
            {
                self.offer_measure(&column);
            }
        }
        let columns: Vec<String> =
            by_fit(table, &now, fit).iter().map(|column| column.name.clone()).collect();
        for (at, column) in columns.iter().enumerate() {
            if at == 3 {
                self.without_measure();
                self.computed();
            }
            self.offer_measure(column);
        }
        self.without_measure();
        self.computed();
        self.calculation();
    }

    fn offer_measure(&mut self, name: &str) {
        let Some(column) = self.table.column(name) else { return };
        let next = settle::with_measure(self.query, Measure::Column(name.to_owned()), self.table);
        let detail = match (next.kind == self.query.kind, next.aggregate == self.query.aggregate) {
            (true, true) => about(column),
            _ => wording::what(&next).to_lowercase(),
        };
        self.offer(wording::name(name), detail, next);
    }

    /// Offers to count rows, to show them in the file's order, or to look at all columns.
    fn without_measure(&mut self) {
        if self.query.measure.is_none() {
            return;
        }
        let next = match self.query.kind {
            Kind::Aggregate => settle::as_kind(self.query, Kind::Count, self.table),
            Kind::Rows => Some(self.with(|query| {
                query.measure = None;
                query.sort = None;
            })),
            Kind::Outliers | Kind::Correlation | Kind::Distribution => None,
            _ => Some(self.with(|query| {
                query.measure = None;
                query.aggregate = Aggregate::Total;
            })),
        };
        if let Some(next) = next {
            let label = wording::measured(&next);
            let detail = if next.kind == Kind::Count { "how many" } else { "" };
            self.offer(label, detail, next);
        }
    }

    /// Offers a price times a quantity, and the other calculations with the columns of one.
    fn computed(&mut self) {
        if let Some(Measure::Computed { left, operation, right }) = &self.query.measure {
            let all = [
                Operation::Minus,
                Operation::DividedBy,
                Operation::PercentChange,
                Operation::Plus,
                Operation::Times,
            ];
            let swapped = (right.clone(), *operation, left.clone());
            let others = all.map(|other| (left.clone(), other, right.clone()));
            for (left, operation, right) in std::iter::once(swapped).chain(others) {
                self.offer_calculation(left, operation, right);
            }
        }
        let find = |family: &str, not: &str| {
            self.table.columns.iter().find(|column| {
                is_measure(column) && is_a(&column.name, family) && !is_a(&column.name, not)
            })
        };
        let whole = self.table.columns.iter().any(|column| adds_up(column) && is_money(column));
        if let (Some(price), Some(quantity), false) =
            (find("price", "quantity"), find("quantity", "price"), whole)
        {
            self.offer_calculation(price.name.clone(), Operation::Times, quantity.name.clone());
        }
    }

    fn offer_calculation(&mut self, left: String, operation: Operation, right: String) {
        let measure = Measure::Computed { left, operation, right };
        let label = wording::measure(&measure);
        let next = settle::with_measure(self.query, measure, self.table);
        self.offer(label, "calculated in each row", next);
    }

    /// Makes a calculation of what was typed: “price * qty”.
    fn calculation(&mut self) {
        let signs = [
            ('*', Operation::Times),
            ('×', Operation::Times),
            ('/', Operation::DividedBy),
            ('÷', Operation::DividedBy),
            ('+', Operation::Plus),
            ('−', Operation::Minus),
            ('-', Operation::Minus),
        ];
        let found = signs.iter().find_map(|(sign, operation)| {
            let (left, right) = self.typed.split_once(*sign)?;
            let name = |typed: &str| {
                let typed = fold(typed.trim());
                let fits =
                    |column: &&Column| fold(&column.name).starts_with(&typed) && !typed.is_empty();
                let usable = |column: &&Column| column.is_number() || column.is_date();
                self.table
                    .columns
                    .iter()
                    .filter(usable)
                    .find(fits)
                    .map(|column| column.name.clone())
            };
            Some((name(left)?, *operation, name(right)?))
        });
        if let Some((left, operation, right)) = found {
            let measure = Measure::Computed { left, operation, right };
            let label = wording::measure(&measure);
            self.make(label, settle::with_measure(self.query, measure, self.table));
        }
    }

    /// Lists second measures.
    pub(super) fn second(&mut self) {
        let now = self.now(&self.query.second);
        let first = self.now(&self.query.measure);
        let now: Vec<&str> = now.iter().chain(&first).map(String::as_str).collect();
        let columns: Vec<&Column> = by_fit(self.table, &now, |column| {
            usize::from(is_measure(column)) * 6 + usize::from(column.is_number())
        });
        for column in columns {
            let next = self.with(|query| query.second = Some(Measure::Column(column.name.clone())));
            self.offer(wording::name(&column.name), about(column), next);
        }
        let label = if self.query.kind == Kind::Correlation { "all others" } else { "without it" };
        self.offer(label, "", self.with(|query| query.second = None));
    }

    /// Lists what a group can become; after the last one, what can be added.
    pub(super) fn group(&mut self, at: usize) {
        let table = self.table;
        let now = self.query.groups.get(at).cloned();
        let along = at == 0 && matches!(self.query.kind, Kind::Trend | Kind::Growth);
        let name = now.as_ref().map(|group| group.column.clone());
        if let Some(column) = name.as_ref().and_then(|name| table.column(name)) {
            if column.is_date() {
                for part in grains(column).into_iter().take(4) {
                    self.put(at, Group { column: column.name.clone(), part: Some(part) });
                }
            } else if is_years(column) {
                let part = if now.as_ref().is_some_and(|group| group.part.is_some()) {
                    None
                } else {
                    Some(Part::Decade)
                };
                self.put(at, Group { column: column.name.clone(), part });
            }
        }
        let others: Vec<&str> =
            self.query.groups.iter().map(|group| group.column.as_str()).collect();
        let likely = groupable(table);
        let place = |column: &Column| likely.iter().position(|other| other.name == column.name);
        let fit = |column: &Column| match () {
            () if along => usize::from(is_dated(table, &column.name)),
            () if column.is_date() => 6,
            () if yes(column).is_some() => 5,
            () if is_identifier(column) => 3,
            () => place(column).map_or(usize::from(!is_measure(column)), |place| {
                10_usize.saturating_sub(place).max(2)
            }),
        };
        let near: Vec<&str> = name.as_deref().into_iter().chain(others).collect();
        let columns: Vec<&Column> = by_fit(table, &near, fit);
        for (count, column) in columns.iter().enumerate() {
            if count == 3 {
                self.without_group(at);
            }
            self.put(at, group_of(table, &column.name));
        }
        self.without_group(at);
        // All parts of all dates, and numbers, by typing.
        for column in table.columns.iter().filter(|column| column.is_date()) {
            for part in grains(column) {
                self.put(at, Group { column: column.name.clone(), part: Some(part) });
            }
        }
        for column in table.columns.iter().filter(|column| is_measure(column) && !along) {
            self.put(at, Group { column: column.name.clone(), part: None });
        }
    }

    fn put(&mut self, at: usize, group: Group) {
        let label = wording::group(&group);
        let detail = self.table.column(&group.column).map(about).unwrap_or_default();
        let next = self.with(|query| {
            query.groups.truncate(at.max(query.groups.len()));
            match query.groups.get_mut(at) {
                Some(place) => *place = group,
                None => query.groups.push(group),
            }
            if matches!(query.kind, Kind::Distinct) {
                query.kind = Kind::Aggregate;
                query.aggregate = Aggregate::Distinct;
            }
        });
        self.offer(label, detail, next);
    }

    fn without_group(&mut self, at: usize) {
        if at >= self.query.groups.len() {
            return;
        }
        let next = self.with(|query| {
            query.groups.remove(at);
        });
        let next = match self.query.kind {
            Kind::Count | Kind::Aggregate | Kind::Share => {
                settle::as_kind(&next, self.query.kind, self.table)
            }
            Kind::Distribution | Kind::Missing | Kind::Rows | Kind::Distinct => Some(next),
            _ if at > 0 => Some(next),
            _ => None,
        };
        if let Some(next) = next {
            self.offer(
                if at == 0 { "all together" } else { "without it" },
                "remove the group",
                next,
            );
        }
    }

    /// Lists columns to show or to leave out.
    pub(super) fn show(&mut self) {
        let now: Vec<String> = self.query.show.clone();
        for column in &self.table.columns {
            if !now.contains(&column.name) {
                let next = self.with(|query| query.show.push(column.name.clone()));
                let label = if now.is_empty() {
                    format!("only {}", wording::name(&column.name))
                } else {
                    format!("also {}", wording::name(&column.name))
                };
                self.offer(label, about(column), next);
            }
        }
        for name in &now {
            let next = self.with(|query| query.show.retain(|other| other != name));
            self.offer(format!("without {}", wording::name(name)), "", next);
        }
        if !now.is_empty() {
            let all = self.with(|query| query.show.clear());
            self.offer("all columns", "", all);
            // All columns are the likeliest correction of some.
            if let Some(last) = self.listed.pop() {
                self.listed.insert(0, last);
            }
        }
    }
}
