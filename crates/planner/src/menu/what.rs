//! The menu of what is asked for: kinds and aggregates, by what is mistaken for what.

use super::{Menu, settle, suitable};
use crate::columns::adds_up;
use crate::query::{Aggregate, Kind, Measure, Order, Query, Test};
use crate::wording;

/// What a query may ask instead.
#[derive(Clone, Copy, PartialEq)]
enum To {
    Kind(Kind),
    Of(Aggregate),
    /// The rows with the highest or lowest measure.
    Ranked,
    /// The different values of what rows are about.
    Things,
    /// The different values of the first group.
    Groups,
}

use Aggregate::{
    Average, Deviation, Distinct, Filled, Highest, Lowest, Median, MostCommon, Range, RowsPerGroup,
    Total,
};

/// Everything that can be asked, for what is not more likely.
const ALL: [To; 26] = [
    To::Kind(Kind::Count),
    To::Of(Total),
    To::Of(Average),
    To::Kind(Kind::Rows),
    To::Of(Median),
    To::Of(Highest),
    To::Of(Lowest),
    To::Kind(Kind::Share),
    To::Things,
    To::Kind(Kind::Trend),
    To::Kind(Kind::Comparison),
    To::Kind(Kind::Growth),
    To::Kind(Kind::Distribution),
    To::Kind(Kind::Missing),
    To::Kind(Kind::Duplicates),
    To::Of(MostCommon),
    To::Of(Distinct),
    To::Of(Deviation),
    To::Of(Range),
    To::Of(Filled),
    To::Of(RowsPerGroup),
    To::Kind(Kind::Outliers),
    To::Kind(Kind::Correlation),
    To::Kind(Kind::Pareto),
    To::Kind(Kind::Funnel),
    To::Kind(Kind::Overview),
];

impl Menu<'_> {
    /// Lists what may be asked instead.
    pub(super) fn what(&mut self) {
        for to in self.likely().into_iter().chain(ALL) {
            if let Some(query) = self.asks(to) {
                let (label, detail) = self.named(&query);
                self.offer(label, detail, query);
            }
        }
        for kind in [Kind::Columns, Kind::Quality, Kind::Report] {
            if let Some(query) = self.asks(To::Kind(kind)) {
                self.offer(wording::what(&query), "", query);
            }
        }
    }

    /// Lists other aggregates of the same measure.
    pub(super) fn how(&mut self) {
        let first = if self.query.aggregate == Total { Average } else { Total };
        let all = [
            first, Average, Total, Median, Highest, Lowest, Distinct, Filled, Deviation, Range,
            MostCommon,
        ];
        for aggregate in all {
            let query = self.with(|query| query.aggregate = aggregate);
            self.offer(wording::aggregate(aggregate).to_lowercase(), "", query);
        }
        self.offer(
            "number of rows",
            "",
            self.with(|query| {
                query.aggregate = Total;
                query.measure = None;
            }),
        );
    }

    /// Returns what a query of this kind is most often mistaken for.
    fn likely(&self) -> Vec<To> {
        let query = self.query;
        let grouped = !query.groups.is_empty();
        let adds = self.amount().and_then(|name| self.table.column(&name)).is_some_and(adds_up);
        let natural = if adds { To::Of(Total) } else { To::Of(Average) };
        let (count, rows, share) =
            (To::Kind(Kind::Count), To::Kind(Kind::Rows), To::Kind(Kind::Share));
        match query.kind {
            Kind::Aggregate => match query.aggregate {
                Highest | Lowest if !grouped => {
                    vec![To::Ranked, natural, count, To::Of(Total), To::Of(Median)]
                }
                Highest | Lowest => {
                    vec![natural, To::Ranked, count, To::Of(Total), To::Of(Average)]
                }
                Total => vec![To::Of(Average), count, To::Ranked, share, To::Of(Highest)],
                Distinct | Filled | MostCommon => {
                    vec![count, To::Groups, natural, rows, To::Of(Total)]
                }
                RowsPerGroup => vec![count, natural, To::Groups, To::Of(Median), rows],
                Average if grouped => {
                    vec![To::Of(Total), count, To::Ranked, To::Of(Highest), To::Of(Median)]
                }
                _ => vec![To::Of(Total), To::Of(Average), count, To::Ranked, To::Of(Median)],
            },
            Kind::Count if grouped => vec![natural, share, To::Groups, To::Things, To::Of(Average)],
            Kind::Count if query.filters.is_empty() => {
                vec![To::Things, natural, rows, To::Of(Average), share]
            }
            Kind::Count => vec![rows, share, To::Things, natural, To::Of(Average)],
            Kind::Rows if query.measure.is_some() => {
                let end = if query.sort == Some(Order::Bottom) { Lowest } else { Highest };
                vec![To::Of(end), natural, count, To::Of(Average), To::Things]
            }
            Kind::Rows => vec![count, To::Things, natural, share, To::Of(Average)],
            Kind::Share => vec![count, natural, To::Of(Average), rows, To::Kind(Kind::Comparison)],
            Kind::Distinct => {
                vec![count, rows, To::Of(Distinct), To::Kind(Kind::Duplicates), natural]
            }
            Kind::Missing => vec![count, rows, To::Kind(Kind::Quality), To::Of(Filled), share],
            Kind::Duplicates => vec![To::Things, count, rows, To::Kind(Kind::Quality), natural],
            Kind::Outliers => {
                vec![To::Ranked, To::Kind(Kind::Distribution), To::Of(Highest), count, rows]
            }
            Kind::Correlation => {
                vec![To::Of(Average), To::Kind(Kind::Trend), To::Kind(Kind::Distribution)]
            }
            Kind::Distribution => {
                vec![count, natural, To::Of(Median), To::Kind(Kind::Outliers), To::Of(Range)]
            }
            Kind::Comparison => vec![natural, count, share, To::Kind(Kind::Trend), To::Of(Average)],
            Kind::Trend => {
                vec![
                    natural,
                    To::Kind(Kind::Growth),
                    count,
                    To::Kind(Kind::Comparison),
                    To::Of(Average),
                ]
            }
            Kind::Growth => vec![To::Kind(Kind::Trend), To::Kind(Kind::Comparison), natural, count],
            Kind::Pareto | Kind::Funnel => vec![natural, count, share, To::Of(Average), rows],
            Kind::Overview => vec![count, natural, rows, To::Of(Average), To::Kind(Kind::Quality)],
            Kind::Quality => {
                let missing = To::Kind(Kind::Missing);
                vec![
                    missing,
                    To::Kind(Kind::Duplicates),
                    To::Kind(Kind::Overview),
                    count,
                    To::Kind(Kind::Columns),
                ]
            }
            Kind::Columns => vec![To::Kind(Kind::Overview), To::Kind(Kind::Quality), count, rows],
            Kind::Report => {
                vec![
                    To::Kind(Kind::Overview),
                    natural,
                    To::Kind(Kind::Pareto),
                    To::Kind(Kind::Trend),
                ]
            }
        }
    }

    /// Returns the column that the query measures, or the one that a question about amounts most
    /// likely means.
    fn amount(&self) -> Option<String> {
        let own = self
            .query
            .measure
            .as_ref()
            .and_then(|known| known.columns().first().map(|name| (*name).to_owned()));
        let number = own.filter(|name| self.table.column(name).is_some_and(suitable::calculates));
        number.or_else(|| Some(suitable::amount(self.table)?.name.clone()))
    }

    fn asks(&self, to: To) -> Option<Query> {
        let table = self.table;
        match to {
            To::Kind(kind) if kind == self.query.kind => None,
            // Rows of which the value is missing are counted by a condition.
            To::Kind(kind @ (Kind::Count | Kind::Rows)) if self.query.kind == Kind::Missing => {
                let column = match self.query.measure.as_ref()? {
                    Measure::Column(column) => column.clone(),
                    _ => return None,
                };
                let mut query = settle::as_kind(self.query, kind, table)?;
                query.measure = None;
                query.filters.push(crate::query::Filter { column, test: Test::Filled(false) });
                Some(query)
            }
            // The different values of a column are counted by it.
            To::Kind(Kind::Count)
                if self.query.kind == Kind::Distinct || self.query.kind == Kind::Distribution =>
            {
                let mut query = settle::as_kind(self.query, Kind::Count, table)?;
                if let (Some(Measure::Column(column)), true) =
                    (&self.query.measure, query.groups.is_empty())
                {
                    query.groups.push(suitable::group_of(table, column));
                }
                Some(query)
            }
            To::Kind(kind) => settle::as_kind(self.query, kind, table),
            To::Of(aggregate) => {
                let mut base = self.query.clone();
                // The rows with the highest value of each thing: its average, and still the
                // highest.
                if let (Kind::Rows, Some(name), true) =
                    (base.kind, base.show.first(), !matches!(aggregate, Highest | Lowest))
                    && base.groups.is_empty()
                    && base.sort.is_some()
                    && table
                        .column(name)
                        .is_some_and(|column| !crate::columns::is_unique(column, table))
                {
                    base.groups = vec![suitable::group_of(table, name)];
                }
                settle::as_aggregate(&base, aggregate, table)
            }
            To::Ranked => {
                let end = if self.query.aggregate == Lowest { Order::Bottom } else { Order::Top };
                let mut query = settle::as_kind(self.query, Kind::Rows, table)?;
                query.sort = self.query.sort.or(Some(end));
                query.limit = self.query.limit.or(Some(1));
                query.measure.is_some().then_some(query)
            }
            To::Things => {
                let mut query = self.query.clone();
                query.measure = Some(Measure::Column(suitable::thing(self.query, table)?));
                match query.groups.is_empty() {
                    true => settle::as_kind(&query, Kind::Distinct, table),
                    false => settle::as_aggregate(&query, Distinct, table),
                }
            }
            To::Groups => {
                let mut query = self.query.clone();
                query.measure = Some(Measure::Column(query.groups.first()?.column.clone()));
                query.groups.clear();
                settle::as_kind(&query, Kind::Distinct, table)
            }
        }
    }

    /// Names a query by what differs from the one that is shown.
    fn named(&self, query: &Query) -> (String, String) {
        let what = wording::what(query);
        let of = match &query.measure {
            Some(known) if query.measure != self.query.measure => {
                format!(" of {}", wording::measure(known))
            }
            None if query.kind == Kind::Count => " of rows".to_owned(),
            _ => String::new(),
        };
        let ranked = query.kind == Kind::Rows && query.sort.is_some();
        let what = match query.sort {
            Some(order) if ranked => {
                let end = if order == Order::Top { "highest" } else { "lowest" };
                let by = query
                    .measure
                    .as_ref()
                    .map_or(String::new(), |known| format!(" {}", wording::measure(known)));
                format!("Rows with the {end}{by}")
            }
            _ => format!("{what}{of}"),
        };
        let groups: Vec<String> = query.groups.iter().map(wording::group).collect();
        let detail = match (groups.is_empty(), query.groups == self.query.groups) {
            (_, true) => String::new(),
            (true, _) => "of all together".to_owned(),
            (false, _) => format!("by {}", groups.join(" and ")),
        };
        (what, if ranked { String::new() } else { detail })
    }
}
