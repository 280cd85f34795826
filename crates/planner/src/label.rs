//! Labels of measures, filters and plans in titles, column heads and answers.

use crate::columns;
use crate::input::{ColumnType, Table};
use crate::periods::month_name;
use crate::plan::{ALL, Filter, Grain, Group, Measure, Of, Op, Order, Query, Study, Task};

/// Returns a name on one line.
pub(crate) fn plain(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a label that differs from the one beside it.
pub(crate) fn unlike(label: &str, other: &str) -> String {
    if label == other { format!("{label} (value)") } else { label.to_owned() }
}

/// Names a measure: "total revenue", "average price", "rows".
pub(crate) fn measure(measure: &Measure) -> String {
    let name = match &measure.of {
        Of::Rows => return "rows".to_owned(),
        Of::Column(name) => plain(name),
        Of::Product(a, b) => plain(&product_name(a, b)),
    };
    format!("{} {name}", measure.op.word())
}

/// Returns Python's number format for a measure.
pub(crate) fn digits(measure: &Measure, table: &Table) -> &'static str {
    if matches!(measure.op, Op::Count | Op::Distinct) {
        return ".0f";
    }
    match &measure.of {
        Of::Rows => ".0f",
        Of::Product(..) => ".2f",
        Of::Column(name) => {
            let column = table.column(name);
            let whole = column.is_some_and(|column| column.r#type == ColumnType::Integer);
            if whole && matches!(measure.op, Op::Sum | Op::Min | Op::Max) { ".0f" } else { ".2f" }
        }
    }
}

/// Returns whether a measure is an amount of money.
pub(crate) fn is_money(measure: &Measure, table: &Table) -> bool {
    match &measure.of {
        Of::Column(name) => {
            !matches!(measure.op, Op::Count | Op::Distinct)
                && table.column(name).is_some_and(columns::is_money)
        }
        Of::Product(..) => true,
        Of::Rows => false,
    }
}

/// Describes a filter: "region = West", "in March 2025".
pub(crate) fn filter(filter: &Filter) -> String {
    match filter {
        Filter::Compare { column, sign, value } => {
            let sign = if *sign == "==" { "=" } else { sign };
            format!("{} {sign} {}", plain(column), crate::literal::number(*value))
        }
        Filter::OneOf { column, values, not } => {
            format!("{} {} {}", plain(column), if *not { "not" } else { "=" }, plain(&values.join(" or ")))
        }
        Filter::Same { column, value, not } => {
            format!("{} {} {value}", plain(column), if *not { "not" } else { "=" })
        }
        Filter::Contains { column, value } => format!("{} contains {value}", plain(column)),
        Filter::Anywhere { value, .. } => format!("“{value}” in any column of texts"),
        Filter::Period { words, .. } => words.clone(),
        Filter::Month { month, .. } => format!("in {} of any year", month_name(*month)),
        Filter::Newest { grain, count, back: true, .. } => format!("last {count} {}s", grain.name()),
        Filter::Newest { grain, .. } => format!("newest {}", grain.name()),
        Filter::Filled { column, filled } => {
            format!("{} {}", plain(column), if *filled { "filled" } else { "missing" })
        }
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

/// Returns the name of a group.
pub(crate) fn group(group: &Group) -> String {
    match group {
        Group::Column(name) => plain(name),
        Group::Part(_, grain) => grain.name().to_owned(),
    }
}

/// Describes a study, as a title.
fn study(study: &Study) -> String {
    match study {
        Study::Growth { measure: m, grain, yearly, .. } => {
            let against = if *yearly { "year on year" } else { "on the one before" };
            format!("Growth of {} by {}, {against}", measure(m), grain.name())
        }
        Study::Growers { measure: m, by, order, .. } => {
            let word = if *order == Order::Top { "Growth" } else { "Decline" };
            format!("{word} of {} by {}", measure(m), plain(by))
        }
        Study::Rolling { measure: m, grain, window, .. } => {
            format!("{} by {}, average over {window}", capital(&measure(m)), grain.name())
        }
        Study::Outliers { column } => format!("Outliers of {}", plain(column)),
        Study::Pareto { measure: m, by } => format!("ABC of {} by {}", measure(m), plain(by)),
        Study::Funnel { measure: m, stage, split } => {
            let split = split.as_ref().map(|name| format!(" and {}", plain(name))).unwrap_or_default();
            format!("Funnel of {} by {}{split}", measure(m), plain(stage))
        }
        Study::Steps { split, .. } => {
            let split = split.as_ref().map(|name| format!(" by {}", plain(name))).unwrap_or_default();
            format!("Conversion funnel{split}")
        }
        Study::Compare { measure: m, values, .. } => {
            format!("{}: {} and {}", capital(&measure(m)), plain(&values[0]), plain(&values[1]))
        }
        Study::Change { measure: m, periods: Some([a, b]), .. } => {
            format!("Change of {} from {} to {}", measure(m), a.name, b.name)
        }
        Study::Change { measure: m, .. } => format!("Change of {} in the newest month", measure(m)),
        Study::Report(report) => format!("Report on {}", measure(&report.measure)),
    }
}

/// Describes what a query computes, as a title.
pub(crate) fn title(query: &Query) -> String {
    let what = match &query.task {
        Task::Overview => "Overview".to_owned(),
        Task::Quality => "Data quality".to_owned(),
        Task::Columns => "Columns".to_owned(),
        Task::Rows { sort: Some((column, Order::Top)), limit } => {
            format!("{limit} rows with the highest {}", plain(column))
        }
        Task::Rows { sort: Some((column, Order::Bottom)), limit } => {
            format!("{limit} rows with the lowest {}", plain(column))
        }
        Task::Rows { limit, .. } => format!("First {limit} rows"),
        Task::Scalar { measure: m } => capital(&measure(m)),
        Task::Grouped { measure: m, by, rank, .. } => {
            let by: Vec<String> = by.iter().map(group).collect();
            let rank = match rank {
                Some((Order::Top, ALL)) => " (highest first)".to_owned(),
                Some((Order::Bottom, ALL)) => " (lowest first)".to_owned(),
                Some((Order::Top, n)) => format!(" (top {n})"),
                Some((Order::Bottom, n)) => format!(" (bottom {n})"),
                None => String::new(),
            };
            format!("{} by {}{rank}", capital(&measure(m)), by.join(" and "))
        }
        Task::Trend { measure: m, grain, split, .. } => {
            let split = split.as_ref().map(|name| format!(" and {}", plain(name))).unwrap_or_default();
            format!("{} by {}{split}", capital(&measure(m)), Grain::name(*grain))
        }
        Task::Histogram { column } => format!("Distribution of {}", plain(column)),
        Task::Correlation { columns } => match columns.as_slice() {
            [a, b] => format!("{} and {}", plain(a), plain(b)),
            _ => "Correlation".to_owned(),
        },
        Task::Study(of) => study(of),
    };
    let filters = filters(query);
    if filters.is_empty() { what } else { format!("{what} — {filters}") }
}

/// Returns the name of the column that holds one column times another.
pub(crate) fn product_name(a: &str, b: &str) -> String {
    format!("{a} × {b}")
}
