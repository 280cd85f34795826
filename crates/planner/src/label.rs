//! Labels of measures, filters and tasks in titles, column heads and answers.

use crate::columns::is_money;
use crate::input::{ColumnType, Table};
use crate::literal::number;
use crate::plan::{Filter, Group, Measure, Op, Order, Query, Rank, Task, TextTest};

/// Returns a name on one line.
pub(crate) fn plain(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes text of a file for Markdown: one line, and nothing in it is markup.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain(text).chars() {
        if "\\`*_[]<>|#~".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Returns a file's name without its extension.
pub(crate) fn stem(name: &str) -> String {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// Returns a label that differs from the one beside it.
pub(crate) fn unlike(label: &str, other: &str) -> String {
    if label == other { format!("{label} (value)") } else { label.to_owned() }
}

/// Names a measure: "total revenue", "average price", "rows".
pub(crate) fn measure(measure: &Measure) -> String {
    match &measure.column {
        None => "rows".to_owned(),
        Some(name) => format!("{} {}", measure.op.word(), plain(name)),
    }
}

/// Returns Python's number format for a measure.
pub(crate) fn digits(measure: &Measure, table: &Table) -> &'static str {
    let whole = measure
        .column
        .as_ref()
        .and_then(|name| table.column(name))
        .is_none_or(|column| column.r#type == ColumnType::Integer);
    match measure.op {
        Op::Count | Op::Distinct => ".0f",
        Op::Sum | Op::Min | Op::Max if whole => ".0f",
        _ => ".2f",
    }
}

/// Returns whether values are written with two decimals throughout: money and averages.
pub(crate) fn two_decimals(measure: &Measure, table: &Table) -> bool {
    let Some(column) = measure.column.as_ref().and_then(|name| table.column(name)) else { return false };
    match measure.op {
        Op::Count | Op::Distinct => false,
        Op::Mean | Op::Std => true,
        _ => is_money(column) && column.r#type != ColumnType::Integer,
    }
}

/// Describes a filter: "region = West", "in March 2025".
fn filter(filter: &Filter) -> String {
    let not = |not: bool| if not { "not " } else { "" };
    match filter {
        Filter::Compare { column, sign, value } => {
            format!("{} {} {}", plain(column), if *sign == "==" { "=" } else { sign }, number(*value))
        }
        Filter::Between { column, low, high } => {
            format!("{} from {} to {}", plain(column), number(*low), number(*high))
        }
        Filter::OneOf { column, values, not } => {
            format!("{} {} {}", plain(column), if *not { "not" } else { "=" }, plain(&values.join(" or ")))
        }
        Filter::Text { column, test, text, not: denied } => {
            let verb = match test {
                TextTest::Begins => "beginning with",
                TextTest::Ends => "ending with",
                TextTest::Contains => "containing",
            };
            format!("{} {}{verb} {}", plain(column), not(*denied), plain(text))
        }
        Filter::Period { words, .. } => words.clone(),
        Filter::Newest { grain, count: 1, .. } => format!("newest {}", grain.name()),
        Filter::Newest { grain, count, .. } => format!("newest {count} {}s", grain.name()),
        Filter::Filled { column, filled } => {
            format!("{} {}", plain(column), if *filled { "filled" } else { "missing" })
        }
        Filter::Flag { column, set } => format!("{}{}", not(!set), plain(column)),
        Filter::Once => "without duplicates".to_owned(),
    }
}

/// Describes all filters of a query; empty if there is none.
pub(crate) fn filters(query: &Query) -> String {
    query.filters.iter().map(filter).collect::<Vec<_>>().join(", ")
}

/// Returns a text with its first letter as a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Returns the name of a group as a heading.
pub(crate) fn group(group: &Group) -> String {
    plain(&group_column(group))
}

/// Returns the column of a result that has the groups' names.
pub(crate) fn group_column(group: &Group) -> String {
    match group {
        Group::Column(name) => name.clone(),
        Group::Part(_, grain) => grain.name().to_owned(),
    }
}

/// Returns a query's title.
pub(crate) fn title(query: &Query) -> String {
    let measured = query.task.measure().map(measure).unwrap_or_default();
    let head = capital(&measured);
    let what = match &query.task {
        Task::Overview => "Overview".to_owned(),
        Task::Quality => "Data quality".to_owned(),
        Task::Columns => "Columns".to_owned(),
        Task::Duplicates { column: None } => "Repeated rows".to_owned(),
        Task::Duplicates { column: Some(name) } => format!("Repeated values of {}", plain(name)),
        Task::Rows { sort: None, limit } => format!("First {limit} rows"),
        Task::Rows { sort: Some((name, order)), limit } => {
            format!("{limit} rows with the {} {}", order.adjective(), plain(name))
        }
        Task::Values { column } => plain(column),
        Task::Scalar { share: false, .. } => head,
        Task::Scalar { share: true, .. } => format!("Share of {measured}"),
        Task::Grouped { by, rank, share, .. } => {
            let by = by.iter().map(group).collect::<Vec<_>>().join(" and ");
            let what = if *share { format!("share of {measured}") } else { measured };
            match rank {
                Some(Rank { order, limit }) if *limit > 1 => {
                    format!("{} {limit} {by} by {what}", if *order == Order::Top { "Top" } else { "Bottom" })
                }
                _ => format!("{} by {by}", capital(&what)),
            }
        }
        Task::Trend { grain, split: None, .. } => format!("{head} by {}", grain.name()),
        Task::Trend { grain, split: Some(name), .. } => {
            format!("{head} by {} and {}", grain.name(), plain(name))
        }
        Task::Histogram { column } => format!("Distribution of {}", plain(column)),
        Task::Correlation { columns } => match columns.as_slice() {
            [a, b] => format!("{} and {}", plain(a), plain(b)),
            _ => "Correlations".to_owned(),
        },
        Task::Growth { grain, yearly, .. } => {
            let against = if *yearly { "year on year" } else { "on the one before" };
            format!("Growth of {measured} by {}, {against}", grain.name())
        }
        Task::Outliers { column } => format!("Unusual values of {}", plain(column)),
        Task::Pareto { by, .. } => format!("ABC analysis of {measured} by {}", plain(by)),
        Task::Funnel { stage, .. } => format!("Funnel by {}", plain(stage)),
        Task::Returning { who } => format!("Returning {}", plain(who)),
        Task::Compare { values: [a, b], .. } => {
            let name = |values: &[String]| values.first().map(|value| plain(value)).unwrap_or_default();
            format!("{head}: {} and {}", name(a), name(b))
        }
        Task::Report(_) => format!("Report on {measured}"),
    };
    let filters = filters(query);
    if filters.is_empty() { what } else { format!("{what} — {filters}") }
}
