//! Phrases: a query as a question that reads back as the same query, for the choices of a question back.

use crate::label::capital;
use crate::literal::number;
use crate::plan::{Filter, Grain, Group, Measure, Op, Order, Query, Rank, Task, TextTest};

/// Returns a question that asks for a query; `None` if there is no short one.
pub(crate) fn phrase(query: &Query) -> Option<String> {
    let task = match &query.task {
        Task::Overview => "overview".to_owned(),
        Task::Quality => "data quality".to_owned(),
        Task::Columns => "columns".to_owned(),
        Task::Duplicates { column: None } => "duplicate rows".to_owned(),
        Task::Duplicates { column: Some(column) } => format!("duplicates in `{column}`"),
        Task::Rows { limit, sort: None } => format!("first {limit} rows"),
        Task::Rows { limit, sort: Some((column, order)) } => {
            format!("{} {limit} rows by `{column}`", end(*order))
        }
        Task::Values { column } => format!("which `{column}`"),
        Task::Scalar { measure, share: false } => measured(measure),
        Task::Scalar { measure: Measure { column: None, .. }, share: true } => "share of rows".to_owned(),
        Task::Scalar { measure, share: true } => format!("share of {}", measured(measure)),
        Task::Grouped { measure, by, rank, share: false, having: None } => {
            let groups = by.iter().map(|group| match group {
                Group::Column(name) => format!("`{name}`"),
                Group::Part(_, grain) => grain.name().to_owned(),
            });
            let groups = groups.collect::<Vec<_>>().join(" and ");
            ranked(measure, &groups, &groups, *rank)
        }
        Task::Trend { measure, grain, split: None, rank, .. } => {
            let one = if *grain == Grain::Month { "month of one year" } else { grain.name() };
            ranked(measure, grain.name(), one, *rank)
        }
        Task::Trend { measure, grain, split: Some(split), .. } => {
            format!("{} by {} by `{split}`", measured(measure), grain.name())
        }
        Task::Histogram { column } => format!("distribution of `{column}`"),
        Task::Correlation { columns } => match columns.as_slice() {
            [a, b] => format!("correlation between `{a}` and `{b}`"),
            _ => "correlations".to_owned(),
        },
        Task::Outliers { column } => format!("outliers in `{column}`"),
        Task::Growth { measure, yearly: true, .. } => format!("{} year on year", measured(measure)),
        Task::Growth { measure, grain, .. } => format!("growth of {} by {}", measured(measure), grain.name()),
        Task::Compare { measure, values: [a, b], .. } => {
            format!("compare {} \"{}\" and \"{}\"", measured(measure), a.first()?, b.first()?)
        }
        _ => return None,
    };
    let filters: Vec<String> = query.filters.iter().map(filter).collect::<Option<_>>()?;
    Some(capital(format!("{task} {}", filters.join(" ")).trim_end()))
}

/// Returns a measure by groups, or its first groups.
fn ranked(measure: &Measure, groups: &str, one: &str, rank: Option<Rank>) -> String {
    match rank {
        Some(rank) => format!("{} {} {one} by {}", end(rank.order), rank.limit, measured(measure)),
        None => format!("{} by {groups}", measured(measure)),
    }
}

fn end(order: Order) -> &'static str {
    if order == Order::Top { "top" } else { "bottom" }
}

fn measured(measure: &Measure) -> String {
    match (&measure.column, measure.op) {
        (None, _) => "number of rows".to_owned(),
        (Some(name), Op::Distinct) => format!("number of different `{name}`"),
        (Some(name), op) => format!("{} `{name}`", op.word()),
    }
}

fn filter(filter: &Filter) -> Option<String> {
    Some(match filter {
        Filter::Compare { column, sign, value } => {
            let sign = if *sign == "==" { "=" } else { sign };
            format!("where `{column}` {sign} {}", number(*value))
        }
        Filter::Between { column, low, high } => {
            format!("where `{column}` between {} and {}", number(*low), number(*high))
        }
        Filter::OneOf { column, values, not } => {
            let sign = if *not { "!=" } else { "=" };
            format!("where `{column}` {sign} \"{}\"", values.join("\" or \""))
        }
        Filter::Text { column, test, text, not: false } => {
            let verb = match test {
                TextTest::Begins => "begins with",
                TextTest::Ends => "ends with",
                TextTest::Contains => "contains",
            };
            format!("where `{column}` {verb} \"{text}\"")
        }
        Filter::Period { words, .. } if words.contains(" to ") => format!("from {words}"),
        Filter::Period { words, .. } => words.clone(),
        Filter::Newest { grain, count, .. } => format!("in the last {count} {}s", grain.name()),
        Filter::Filled { column, filled } => {
            format!("where `{column}` is {}", if *filled { "filled" } else { "missing" })
        }
        Filter::Once => "without duplicates".to_owned(),
        Filter::Flag { .. } | Filter::Text { not: true, .. } => return None,
    })
}
