//! A query in words: titles, column heads, filters and the sentence for a query that was made by
//! clicks.

use crate::input::File;
use crate::lexicon::is_a;
use crate::query::{
    Aggregate, Chart, Content, Filter, Focus, Group, Kind, Measure, Operation, Order, Query,
};
use crate::wording::{self, part};
use crate::words::{self, name_words};

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

/// Returns a label that differs from the ones beside it.
pub(crate) fn unlike<'a>(label: &str, others: impl IntoIterator<Item = &'a str>) -> String {
    if others.into_iter().any(|other| other == label) {
        format!("{label} (value)")
    } else {
        label.to_owned()
    }
}

/// Returns a text with its first letter as a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Returns a list in words: “a, b and c”.
pub(crate) fn listed(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., tail] => format!("{} {last} {tail}", head.join(", ")),
    }
}

/// Returns what comes before a measure's name.
pub(crate) fn aggregate(aggregate: Aggregate) -> String {
    let text = match aggregate {
        Aggregate::Percentile(part) => return format!("{} percentile of", wording::ordinal(part)),
        Aggregate::Total => "total",
        Aggregate::Average => "average",
        Aggregate::Median => "median",
        Aggregate::Lowest => "lowest",
        Aggregate::Highest => "highest",
        Aggregate::Deviation => "standard deviation of",
        Aggregate::Range => "range of",
        Aggregate::MostCommon => "most common",
        Aggregate::Distinct => "number of different",
        Aggregate::Filled => "number of",
        Aggregate::RowsPerGroup => "average rows",
    };
    text.to_owned()
}

/// Names a measure's aggregate: “total revenue”, “rows”.
pub(crate) fn measured(of: Option<&Measure>, how: Aggregate) -> String {
    // A ratio has no total of its own.
    if let (
        Some(Measure::Computed { left, operation: Operation::DividedBy, right }),
        Aggregate::Total,
    ) = (of, how)
    {
        let [left, right] = [left, right].map(|name| wording::name(name));
        return format!("total {left} ÷ total {right}");
    }
    of.map_or_else(
        || "rows".to_owned(),
        |of| format!("{} {}", aggregate(how), wording::measure(of)),
    )
}

/// Names a group.
pub(crate) fn group(group: &Group) -> String {
    group.part.map_or_else(|| plain(&group.column), |of| part(of).to_owned())
}

/// Returns the plural of a name that is one English word.
pub(crate) fn plural(name: &str) -> Option<String> {
    let word = name.to_lowercase();
    if !is_a(&word, "thing") || name_words(&word).len() > 1 || words::stem(&word) != word {
        return None;
    }
    Some(match name.strip_suffix('y') {
        Some(head) => format!("{head}ies"),
        None => format!("{name}s"),
    })
}

/// Names the values of a group: “customers”.
fn several(of: &Group) -> String {
    match of.part {
        Some(one) => match part(one).split_once(' ') {
            Some((first, rest)) => format!("{first}s {rest}"),
            None => format!("{}s", part(one)),
        },
        None => plural(&of.column).unwrap_or_else(|| group(of)),
    }
}

/// Names groups: “region and category”.
pub(crate) fn groups(query: &Query) -> String {
    listed(&query.groups.iter().map(group).collect::<Vec<_>>(), "and")
}

/// Describes conditions: “region is West and price > 10”; empty if there is none.
pub(crate) fn filters(filters: &[Filter]) -> String {
    listed(&filters.iter().map(wording::filter).collect::<Vec<_>>(), "and")
}

/// Returns a query's title.
pub(crate) fn title(query: &Query) -> String {
    let what = capital(&what(query));
    let (rows, part) = (filters(&query.base), filters(&query.filters));
    match (rows.is_empty(), part.is_empty()) {
        (true, true) => what,
        (true, false) => format!("{what}, where {part}"),
        (false, true) => format!("{what}, out of the rows where {rows}"),
        (false, false) => format!("{what}, where {part}, out of the rows where {rows}"),
    }
}

/// Returns what a query asks for, without its conditions.
fn what(query: &Query) -> String {
    let named = query.measure.as_ref().map(wording::measure);
    let of = |what: &str| {
        named.as_ref().map_or_else(|| what.to_owned(), |name| format!("{what} of {name}"))
    };
    let aggregate = query.aggregated();
    let mut number = measured(query.measure.as_ref(), aggregate);
    if let Some(second) = &query.second {
        number += &format!(" and {}", measured(Some(second), aggregate));
    }
    let by = groups(query);
    let ranked = |number: &str| match (query.sort, query.limit) {
        _ if by.is_empty() => number.to_owned(),
        (Some(order), Some(limit)) if query.groups.len() == 2 && query.kind != Kind::Share => {
            let end = if order == Order::Top { "top" } else { "bottom" };
            let [outer, inner] =
                [0, 1].map(|at| query.groups.get(at).map(group).unwrap_or_default());
            format!("{end} {limit} {inner} by {number} for each {outer}")
        }
        (Some(_), Some(_)) if query.nth => {
            format!("{by} with the {} {number}", wording::end(query))
        }
        (Some(order), Some(limit)) => {
            let names = match &*query.groups {
                [one] if limit > 1 => several(one),
                _ => by.clone(),
            };
            format!(
                "{} {limit} {names} by {number}",
                if order == Order::Top { "top" } else { "bottom" }
            )
        }
        (Some(Order::Top), None) => format!("{number} by {by}, highest first"),
        (Some(Order::Bottom), None) => format!("{number} by {by}, lowest first"),
        (None, Some(limit)) => format!("{number} by {by}, first {limit}"),
        (None, None) => format!("{number} by {by}"),
    };
    let mut what = match query.kind {
        Kind::Overview => "overview".to_owned(),
        Kind::Quality => "data quality".to_owned(),
        Kind::Columns => "columns".to_owned(),
        Kind::Count if query.measure.is_none() && by.is_empty() => "number of rows".to_owned(),
        Kind::Aggregate if query.aggregate == Aggregate::RowsPerGroup => {
            format!("average number of rows for each {by}")
        }
        Kind::Count | Kind::Aggregate => ranked(&number),
        Kind::Share => ranked(&if query.measure.is_some() {
            format!("share of {number}")
        } else {
            "share of rows".to_owned()
        }),
        Kind::Rows => rows(query, named.as_deref(), &by),
        Kind::Distinct => {
            named.as_ref().map_or("different rows".to_owned(), |name| format!("different {name}"))
        }
        Kind::Missing => of("missing values"),
        Kind::Duplicates => named
            .as_ref()
            .map_or("repeated rows".to_owned(), |name| format!("repeated values of {name}")),
        Kind::Outliers => of("unusual values"),
        Kind::Correlation => match (&named, &query.second) {
            (Some(one), Some(other)) => format!("{one} and {}", wording::measure(other)),
            (Some(one), None) => format!("correlations of {one}"),
            _ => "correlations".to_owned(),
        },
        Kind::Distribution if by.is_empty() => of("distribution"),
        Kind::Distribution => format!("{} by {by}", of("distribution")),
        Kind::Comparison if by.is_empty() => format!("{number} compared"),
        Kind::Comparison => {
            let how = match query.focus {
                Focus::Sides => "",
                Focus::Difference => ", difference",
                Focus::Percent => ", difference in percent",
                Focus::Factor => ", how many times",
            };
            format!("{number} compared by {by}{how}")
        }
        Kind::Trend => ranked(&number),
        Kind::Growth => format!("growth of {number} by {by}"),
        Kind::Pareto => format!("ABC analysis of {number} by {by}"),
        Kind::Funnel if by.is_empty() => of("returning"),
        Kind::Funnel => format!("funnel by {by}"),
        Kind::Report => report(query, &number),
    };
    if let Some((comparison, value)) = query.having {
        what += &format!(", where it is {}", wording::compared(comparison, value));
    }
    what
}

fn rows(query: &Query, measure: Option<&str>, by: &str) -> String {
    let shown = query.show.iter().map(|name| plain(name)).collect::<Vec<_>>();
    let rows = if query.limit == Some(1) { "row" } else { "rows" };
    let shown = if shown.is_empty() { rows.to_owned() } else { listed(&shown, "and") };
    let each = if by.is_empty() { String::new() } else { format!(" for each {by}") };
    match (measure, query.sort, query.limit) {
        (Some(measure), Some(_), limit) => {
            let end = wording::end(query);
            let limit =
                limit.filter(|_| !query.nth).map(|limit| format!("{limit} ")).unwrap_or_default();
            format!("{limit}{shown} with the {end} {measure}{each}")
        }
        (_, _, Some(limit)) => format!("first {limit} {shown}{each}"),
        _ => format!("{shown}{each}"),
    }
}

fn report(query: &Query, number: &str) -> String {
    let has = |content| query.contents.contains(&content);
    let form = if has(Content::WorkbookOnly) { "as a workbook" } else { "as a PDF and a workbook" };
    format!("report on {number} {form}")
}

/// Returns a query as a plain sentence, for one that was made by clicks; it names the file if there
/// are several.
pub fn sentence(query: &Query, files: &[File]) -> String {
    let chart = match query.chart {
        Chart::Auto => "",
        Chart::Bars => ", as bars",
        Chart::Line => ", as a line",
        Chart::Pie => ", as a pie",
        Chart::Points => ", as points",
        Chart::Histogram => ", as a histogram",
        Chart::Boxes => ", as a box plot",
        Chart::None => ", without a figure",
    };
    let tables: usize = files.iter().map(|file| file.tables.len()).sum();
    let source = if tables > 1 { format!(", in {}", source(query)) } else { String::new() };
    format!("{}{chart}{source}", title(query))
}

/// Names a query's table.
pub(crate) fn source(query: &Query) -> String {
    match &query.table.sheet {
        Some(sheet) => format!("{}, sheet {}", plain(&query.table.file), plain(sheet)),
        None => plain(&query.table.file),
    }
}
