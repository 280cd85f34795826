//! Queries that hold together: what a change of one part makes of the others.

use super::suitable;
use crate::columns::adds_up;
use crate::input::Table;
use crate::query::{
    Aggregate, Chart, Filter, Focus, Group, Kind, Measure, Order, Query, TableName, Test,
};

/// Returns the query with another kind: what that kind needs is filled in, and what it does not
/// have is left out. None if the table has nothing that it needs.
pub(super) fn as_kind(query: &Query, kind: Kind, table: &Table) -> Option<Query> {
    let mut next = query.clone();
    next.kind = kind;
    next.having = next.having.filter(|_| matches!(kind, Kind::Count | Kind::Aggregate));
    next.focus = if kind == Kind::Comparison { next.focus } else { Focus::default() };
    next.chart = Chart::Auto;
    next.contents.clear();
    if kind != Kind::Share {
        next.filters.append(&mut next.base);
    }
    if !matches!(
        kind,
        Kind::Aggregate | Kind::Comparison | Kind::Trend | Kind::Growth | Kind::Pareto
    ) {
        next.aggregate = Aggregate::Total;
    }
    if !matches!(kind, Kind::Correlation | Kind::Aggregate) || query.kind == Kind::Correlation {
        next.second = None;
    }
    if kind != Kind::Rows {
        next.show.clear();
    }
    if matches!(kind, Kind::Overview | Kind::Quality | Kind::Columns | Kind::Report) {
        next.measure = None;
        next.groups.clear();
    }
    match kind {
        Kind::Count => next.measure = None,
        Kind::Rows => {
            next.show = query.show.clone();
            if let Some(group) = query.groups.first().filter(|group| group.part.is_none())
                && query.kind != Kind::Rows
            {
                next.show = vec![group.column.clone()];
            }
            next.groups.clear();
            if query.kind == Kind::Aggregate || query.sort.is_some() {
                next.sort = query.sort.or(Some(Order::Top));
                next.limit = query.limit.or(Some(10));
            }
            if next.measure.is_none() {
                next.sort = None;
            }
        }
        Kind::Distinct | Kind::Duplicates | Kind::Outliers => next.groups.clear(),
        Kind::Distribution | Kind::Correlation => next.groups.clear(),
        Kind::Trend | Kind::Growth => {
            let dated = |group: &Group| suitable::is_dated(table, &group.column);
            let (mut first, rest): (Vec<_>, Vec<_>) = next.groups.into_iter().partition(dated);
            first.truncate(1);
            if first.is_empty() {
                first.push(suitable::time(table)?);
            }
            first.extend(rest.into_iter().take(usize::from(kind == Kind::Trend)));
            next.groups = first;
        }
        Kind::Comparison | Kind::Pareto | Kind::Funnel if next.groups.is_empty() => {
            let of_filter = next
                .filters
                .iter()
                .find(|filter| matches!(&filter.test, Test::OneOf { not: false, .. }));
            let column = match of_filter {
                Some(filter) => filter.column.clone(),
                None => suitable::groupable(table).first()?.name.clone(),
            };
            next.groups.push(Group { column, part: None });
        }
        _ => {}
    }
    if needs_number(kind) || (kind == Kind::Aggregate && next.aggregate != Aggregate::RowsPerGroup)
    {
        let fits = next
            .measure
            .as_ref()
            .is_some_and(|known| suitable::suits(known, next.aggregate, table));
        if !fits {
            next.measure = Some(Measure::Column(suitable::amount(table)?.name.clone()));
        }
    }
    if kind == Kind::Distinct && next.measure.is_none() {
        next.measure = Some(Measure::Column(suitable::thing(query, table)?));
    }
    if next.groups.is_empty() && kind != Kind::Rows {
        next.sort = None;
        next.limit = None;
        next.nth = false;
        next.having = None;
    }
    Some(next)
}

/// Returns whether a kind is about numbers.
fn needs_number(kind: Kind) -> bool {
    matches!(kind, Kind::Correlation | Kind::Outliers | Kind::Distribution)
}

/// Returns the query with an aggregate of its measure.
pub(super) fn as_aggregate(query: &Query, aggregate: Aggregate, table: &Table) -> Option<Query> {
    let mut next = query.clone();
    next.aggregate = aggregate;
    if aggregate == Aggregate::RowsPerGroup {
        next.kind = Kind::Aggregate;
        next.measure = None;
        next.second = None;
        if next.groups.is_empty() {
            let column = suitable::thing(query, table)?;
            next.groups.push(Group { column, part: None });
        }
        return Some(next);
    }
    let asked = next.clone();
    as_kind(&asked, Kind::Aggregate, table)
}

/// Returns the query with another measure, and the aggregate and kind that suit it.
pub(super) fn with_measure(query: &Query, measure: Measure, table: &Table) -> Query {
    let mut next = query.clone();
    let column = match &measure {
        Measure::Column(name) => table.column(name),
        _ => None,
    };
    let counts = column.is_some_and(|column| !suitable::calculates(column));
    let natural = match column {
        Some(column) if !adds_up(column) => Aggregate::Average,
        _ => Aggregate::Total,
    };
    next.measure = Some(measure);
    match query.kind {
        // Of rows: how many; of a number: how much; of a text: how many different ones.
        Kind::Count if counts && next.groups.is_empty() => next.kind = Kind::Distinct,
        Kind::Count => {
            next.kind = Kind::Aggregate;
            next.aggregate = if counts { Aggregate::Distinct } else { natural };
        }
        Kind::Rows if query.measure.is_none() => {
            next.sort = Some(Order::Top);
            next.limit = next.limit.or(Some(10));
        }
        Kind::Aggregate | Kind::Trend | Kind::Comparison | Kind::Growth | Kind::Pareto => {
            let total = query.aggregate == Aggregate::Total;
            if query.measure.is_none() || (total && natural == Aggregate::Average) {
                next.aggregate = natural;
            }
        }
        _ => {}
    }
    next
}

/// Returns the query of another table, with what that table has too.
pub(super) fn moved(query: &Query, name: TableName, table: &Table) -> Query {
    let has = |column: &str| table.column(column).is_some();
    let kept = |filters: &[Filter]| -> Vec<Filter> {
        filters
            .iter()
            .filter(|filter| filter.column.is_empty() || has(&filter.column))
            .cloned()
            .collect()
    };
    let measure = |known: &Option<Measure>| {
        known.clone().filter(|known| known.columns().iter().all(|column| has(column)))
    };
    let next = Query {
        table: name.clone(),
        measure: measure(&query.measure),
        second: measure(&query.second),
        groups: query.groups.iter().filter(|group| has(&group.column)).cloned().collect(),
        filters: kept(&query.filters),
        base: kept(&query.base),
        show: query.show.iter().filter(|column| has(column)).cloned().collect(),
        ..query.clone()
    };
    let whole = as_kind(&next, query.kind, table);
    whole.unwrap_or(Query { table: name, kind: Kind::Overview, ..Query::default() })
}
