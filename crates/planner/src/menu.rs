//! Menus: what a part of a query can become, as whole queries, what fits best first.
//!
//! A menu is found when it opens, from the query and the tables' profiles. Whoever opens one has
//! seen an answer that is not what was meant: first comes what is most often mistaken for what the
//! query has there.

mod columns;
mod conditions;
mod meaning;
mod settle;
mod suitable;
mod values;
mod what;

pub use meaning::{Meaning, meanings};

use serde::Serialize;

use crate::chips::Slot;
use crate::input::{File, Table};
use crate::query::{Chart, Content, Focus, Kind, Order, Query, Sign, TableName};
use crate::wording;
use crate::words::fold;

/// How many entries a menu has at most; the others are found by typing.
const MAX_CHOICES: usize = 60;

/// An entry of a menu.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// What the part becomes.
    pub label: String,
    /// What else changes, or what the entry is; may be empty.
    pub detail: String,
    /// The whole query with this change.
    pub query: Query,
    /// The part of that query whose menu opens next, if the change is not complete without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opens: Option<u32>,
}

/// Returns what a part of a query can become. `typed` keeps what contains it, and adds what can be
/// made of it.
pub fn menu(query: &Query, files: &[File], id: u32, typed: &str) -> Vec<Choice> {
    let Some(slot) = Slot::of(id) else { return Vec::new() };
    let nothing = Table::default();
    let table = wording::table_of(query, files).map_or(&nothing, |(_, table)| table);
    let mut menu = Menu { query, table, typed: typed.trim(), listed: Vec::new(), made: Vec::new() };
    match slot {
        Slot::What => menu.what(),
        Slot::How => menu.how(),
        Slot::Measure => menu.measure(),
        Slot::Second => menu.second(),
        Slot::Show => menu.show(),
        Slot::Group(at) => menu.group(at),
        Slot::AddGroup => menu.group(query.groups.len()),
        Slot::AddFilter => menu.new_condition(),
        Slot::Filter(at) => menu.condition(at, conditions::Where::Filters),
        Slot::BaseFilter(at) => menu.condition(at, conditions::Where::Base),
        Slot::Base => menu.base(),
        Slot::Order => menu.order(),
        Slot::Having => menu.having(),
        Slot::Focus => menu.focus(),
        Slot::Chart => menu.chart(),
        Slot::Contents => menu.contents(),
        Slot::DayFirst => menu.day_first(files),
        Slot::Table => menu.tables(files),
    }
    menu.finish()
}

/// A menu as far as it is written.
pub(crate) struct Menu<'a> {
    query: &'a Query,
    table: &'a Table,
    typed: &'a str,
    listed: Vec<Choice>,
    /// Entries made of what was typed.
    made: Vec<Choice>,
}

impl Menu<'_> {
    /// Adds an entry, unless it changes nothing, or one with its query or its words is there
    /// already.
    fn offer(&mut self, label: impl Into<String>, detail: impl Into<String>, query: Query) {
        let (label, detail, query) = (label.into(), detail.into(), query.trimmed());
        let known = self.listed.iter().any(|choice| {
            choice.query == query || (&choice.label, &choice.detail) == (&label, &detail)
        });
        if query != *self.query && !known {
            self.listed.push(Choice { label, detail, query, opens: None });
        }
    }

    /// Adds an entry after which another menu opens.
    fn open(
        &mut self,
        label: impl Into<String>,
        detail: impl Into<String>,
        query: Query,
        slot: Slot,
    ) {
        let opens = Some(slot.id());
        self.listed.push(Choice { label: label.into(), detail: detail.into(), query, opens });
    }

    /// Adds an entry made of what was typed.
    fn make(&mut self, label: impl Into<String>, query: Query) {
        let known = self.made.iter().chain(&self.listed).any(|choice| choice.query == query);
        if query != *self.query && !known {
            self.made.push(Choice {
                label: label.into(),
                detail: String::new(),
                query,
                opens: None,
            });
        }
    }

    /// Returns the query with a change.
    fn with(&self, change: impl FnOnce(&mut Query)) -> Query {
        let mut query = self.query.clone();
        change(&mut query);
        query
    }

    /// Narrows the entries to those that contain what was typed.
    fn finish(self) -> Vec<Choice> {
        let found = narrowed(self.listed, self.typed);
        // What a name begins with is more likely meant than what can be made of it; a number is not
        // a name.
        let number = values::number(self.typed).is_some();
        let named = if number { 0 } else { found.iter().take_while(|(rank, _)| *rank < 2).count() };
        let mut list: Vec<Choice> = found.into_iter().map(|(_, choice)| choice).collect();
        list.splice(named..named, self.made);
        list.truncate(MAX_CHOICES);
        list
    }

    fn order(&mut self) {
        let set = |sort, limit| {
            self.with(|query| {
                query.sort = sort;
                query.limit = limit;
                query.nth = false;
            })
        };
        let (sort, limit) = (self.query.sort, self.query.limit);
        let other = if sort == Some(Order::Bottom) { Order::Top } else { Order::Bottom };
        let same = sort.unwrap_or(Order::Top);
        let ranked = self.query.kind != Kind::Rows || self.query.measure.is_some();
        let sorts = |order| ranked.then_some(order);
        let mut queries = Vec::new();
        match limit {
            // One was found if all were meant, or some if one was.
            Some(1) => queries.extend([
                (sort, None),
                (Some(other), limit),
                (sort, Some(5)),
                (sort, Some(10)),
                (sort, Some(3)),
            ]),
            Some(_) => {
                queries.extend((self.query.nth).then_some((sort, limit)));
                queries.extend([
                    (sort, None),
                    (Some(other), limit),
                    (Some(same), Some(1)),
                    (None, None),
                ])
            }
            None => queries.extend([
                (sorts(same), Some(1)),
                (sorts(other), if sort.is_some() { None } else { Some(1) }),
                (sorts(same), Some(5)),
                (sorts(same), Some(10)),
                (None, None),
            ]),
        }
        queries.extend([3, 5, 10, 20].map(|limit| (sorts(Order::Top), Some(limit))));
        queries.extend([5, 10].map(|limit| (sorts(Order::Bottom), Some(limit))));
        queries.extend([(sorts(Order::Top), None), (sorts(Order::Bottom), None), (None, None)]);
        let typed =
            values::number(self.typed).filter(|n| n.fract() == 0.0 && (1.0..100_000.0).contains(n));
        let typed: Vec<_> = typed
            .iter()
            .flat_map(|n| {
                [(sorts(Order::Top), Some(*n as u32)), (sorts(Order::Bottom), Some(*n as u32))]
            })
            .map(|(sort, limit)| set(sort, limit))
            .collect();
        let queries: Vec<_> = queries.into_iter().map(|(sort, limit)| set(sort, limit)).collect();
        for query in typed {
            self.make(wording::order(&query), query);
        }
        for query in queries {
            self.offer(wording::order(&query), "", query);
        }
        if !self.query.groups.is_empty() {
            let signs = [Sign::Greater, Sign::Less, Sign::AtLeast, Sign::AtMost];
            for (sign, number) in
                signs.iter().filter_map(|sign| Some((*sign, values::number(self.typed)?)))
            {
                let query = self.with(|query| query.having = Some((sign, number)));
                self.make(format!("only groups {}", wording::compared(sign, number)), query);
            }
        }
    }

    fn having(&mut self) {
        let number = self.query.having.map(|(_, number)| number);
        let typed = values::number(self.typed);
        let signs = [Sign::Greater, Sign::AtLeast, Sign::Less, Sign::AtMost, Sign::Equal];
        for sign in signs {
            if let Some(number) = typed {
                self.make(
                    wording::compared(sign, number),
                    self.with(|query| query.having = Some((sign, number))),
                );
            }
        }
        self.offer("all groups", "remove the condition", self.with(|query| query.having = None));
        for (sign, number) in signs.iter().filter_map(|sign| Some((*sign, number?))) {
            let query = self.with(|query| query.having = Some((sign, number)));
            self.offer(wording::compared(sign, number), "", query);
        }
    }

    fn focus(&mut self) {
        for focus in [Focus::Difference, Focus::Percent, Focus::Factor, Focus::Sides] {
            self.offer(wording::focus(focus), "", self.with(|query| query.focus = focus));
        }
    }

    fn chart(&mut self) {
        let shown = if self.query.chart == Chart::Auto {
            wording::fitting(self.query)
        } else {
            self.query.chart
        };
        let all = [
            Chart::Bars,
            Chart::Line,
            Chart::None,
            Chart::Pie,
            Chart::Points,
            Chart::Boxes,
            Chart::Histogram,
        ];
        let fits = |chart: &Chart| match self.query.kind {
            Kind::Distribution => {
                matches!(chart, Chart::Histogram | Chart::Boxes | Chart::None | Chart::Bars)
            }
            Kind::Correlation => matches!(chart, Chart::Points | Chart::None),
            Kind::Rows => matches!(chart, Chart::Bars | Chart::None),
            _ => matches!(chart, Chart::Bars | Chart::Line | Chart::Pie | Chart::None),
        };
        for chart in
            all.into_iter().filter(|chart| *chart != shown).filter(fits).collect::<Vec<_>>()
        {
            self.offer(wording::form(chart), "", self.with(|query| query.chart = chart));
        }
    }

    fn contents(&mut self) {
        let standard = [Content::Trend, Content::Top, Content::Classes];
        let now = if self.query.contents.is_empty() {
            standard.to_vec()
        } else {
            self.query.contents.clone()
        };
        let all = [
            Content::Funnel,
            Content::WorkbookOnly,
            Content::MonthlySheets,
            Content::Classes,
            Content::Trend,
            Content::Top,
        ];
        for content in all {
            let mut next = now.clone();
            let there = next.contains(&content);
            next.retain(|other| *other != content);
            if !there {
                next.push(content);
            }
            let name = wording::contents(&[content]);
            let label = if there { format!("without {name}") } else { format!("with {name}") };
            self.offer(
                label,
                "",
                self.with(|query| {
                    query.contents = if next == standard { Vec::new() } else { next }
                }),
            );
        }
    }

    fn day_first(&mut self, files: &[File]) {
        let now = wording::day_first(self.query, files) == Some("day first");
        let label = if now { "month first" } else { "day first" };
        self.offer(
            label,
            "dates such as 03/04/2025",
            self.with(|query| query.day_first = Some(!now)),
        );
    }

    fn tables(&mut self, files: &[File]) {
        for (file, table) in
            files.iter().rev().flat_map(|file| file.tables.iter().map(move |table| (file, table)))
        {
            let name = TableName { file: file.name.clone(), sheet: table.sheet.clone() };
            let rows = wording::number(table.rows as f64);
            let detail = format!("{rows} row{}", if table.rows == 1 { "" } else { "s" });
            let label = wording::table(&name);
            let query = settle::moved(self.query, name, table);
            self.offer(label, detail, query);
        }
    }

    fn base(&mut self) {
        // “Share of women who survived”: a condition may say what is counted, or of what.
        for (at, filter) in self.query.filters.iter().enumerate() {
            let query = self.with(|query| {
                let moved = query.filters.remove(at);
                query.base.push(moved);
            });
            self.offer(format!("those where {}", wording::filter(filter)), "", query);
        }
    }
}

/// Keeps the entries that contain what was typed, those first in which a word begins with it.
fn narrowed(list: Vec<Choice>, typed: &str) -> Vec<(u8, Choice)> {
    let typed = fold(typed);
    let parts: Vec<&str> = typed.split_whitespace().collect();
    let rank = |choice: &Choice| {
        let (label, whole) =
            (fold(&choice.label), fold(&format!("{} {}", choice.label, choice.detail)));
        let begins = || parts.iter().all(|part| words(&label).any(|word| word.starts_with(part)));
        match () {
            () if label.starts_with(&typed) => Some(0),
            () if begins() => Some(1),
            () if parts.iter().all(|part| whole.contains(part)) => Some(2),
            () => None,
        }
    };
    let mut ranked: Vec<_> =
        list.into_iter().filter_map(|choice| Some((rank(&choice)?, choice))).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests;
