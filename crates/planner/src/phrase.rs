//! Phrases: a query as a question that reads back as the same query, for the choices of a question back.

use crate::plan::{Filter, Grain, Group, Measure, Op, Order, Query, Task, TextTest};

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
            let groups: Vec<String> = by.iter().map(group).collect();
            let groups = groups.join(" and ");
            match rank {
                Some(rank) => format!("{} {} {groups} by {}", end(rank.order), rank.limit, measured(measure)),
                None => format!("{} by {groups}", measured(measure)),
            }
        }
        Task::Trend { measure, grain, split: None, rank, .. } => {
            let unit = if *grain == Grain::Month { "month of one year" } else { grain.name() };
            match rank {
                Some(rank) => format!("{} {} {unit} by {}", end(rank.order), rank.limit, measured(measure)),
                None => format!("{} by {}", measured(measure), grain.name()),
            }
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
    let filters: Option<Vec<String>> = query.filters.iter().map(filter).collect();
    let filters = filters?;
    Some(if filters.is_empty() { capital(&task) } else { capital(&format!("{task} {}", filters.join(" "))) })
}

fn capital(text: &str) -> String {
    crate::label::capital(text)
}

fn end(order: Order) -> &'static str {
    if order == Order::Top { "top" } else { "bottom" }
}

fn group(group: &Group) -> String {
    match group {
        Group::Column(name) => format!("`{name}`"),
        Group::Part(_, grain) => grain.name().to_owned(),
    }
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
            format!(
                "where `{column}` {} {}",
                if *sign == "==" { "=" } else { sign },
                crate::literal::number(*value)
            )
        }
        Filter::Between { column, low, high } => {
            format!(
                "where `{column}` between {} and {}",
                crate::literal::number(*low),
                crate::literal::number(*high)
            )
        }
        Filter::OneOf { column, values, not } => {
            let values: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
            format!("where `{column}` {} {}", if *not { "!=" } else { "=" }, values.join(" or "))
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
