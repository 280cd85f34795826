//! Answers: the record of a program in Markdown. Every number in an answer comes from the record; this module only
//! phrases it.

mod groups;
mod number;
mod table;

use serde::Deserialize;
use serde_json::Value;

use crate::columns::is_money;
use crate::input::{ColumnType, Seen, Table};
use crate::label::{self, escape, two_decimals};
use crate::plan::{Measure, Op, Query, Report, Task};
use groups::{ends, grouped, ranked};
use number::{percent, say};
use table::list;

/// The record that a program prints: what every task has, and what only some have.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Record {
    /// The table's rows, and those that match the filters.
    pub(crate) rows: u64,
    pub(crate) matched: u64,
    pub(crate) columns: Vec<String>,
    /// The first rows of the result.
    pub(crate) cells: Vec<Vec<Value>>,
    pub(crate) total_rows: u64,
    pub(crate) notes: Vec<String>,
    pub(crate) findings: Vec<String>,
    value: Value,
    used: Value,
    whole: Value,
    share: Value,
    groups: u64,
    kept: u64,
    pub(crate) different: u64,
    missing: u64,
    ends: Vec<Vec<Value>>,
    best: Vec<Value>,
    worst: Vec<Value>,
    lines: Vec<Vec<Value>>,
    extra: u64,
    involved: u64,
    repeated: u64,
    width: u64,
    dates: Vec<Vec<String>>,
    duplicates: u64,
    unreadable: u64,
    complete: u64,
    gaps: Vec<Vec<Value>>,
    summary: serde_json::Map<String, Value>,
    correlation: Value,
    files: Vec<String>,
    pages: u64,
    sheets: u64,
}

/// Returns the answer to a calculation or to the user's own Python.
pub(crate) fn of_expression(expression: Option<&str>, seen: &Seen) -> String {
    match (expression, seen.value()) {
        (Some(expression), Some(value)) => {
            let about = if value.contains('.') && value.len() > 12 { "≈ " } else { "" };
            format!("`{expression}` = **{about}{}**", number::group_digits(value))
        }
        (None, Some(value)) if value.len() < 400 => {
            format!("It ran. The last value is `{}`.", value.replace('`', "'"))
        }
        _ if !seen.stdout.trim().is_empty() => "It ran; what it printed is below.".to_owned(),
        _ => "It ran and left no value.".to_owned(),
    }
}

/// Returns the answer to a query.
pub(crate) fn of_query(query: &Query, table: &Table, seen: &Seen) -> String {
    let Some(record) = seen.record::<Record>() else {
        return "It ran, but left no record to read the answer from.".to_owned();
    };
    if record.matched == 0 && !query.filters.is_empty() {
        return nothing(query, table);
    }
    let mut parts = body(query, table, &record);
    let mut findings = record.findings.iter().map(|line| escape(line));
    if !matches!(query.task, Task::Report(_))
        && let Some(first) = findings.next()
    {
        parts.insert(0, format!("**{first}**"));
    }
    let lines: Vec<String> = findings.map(|line| format!("- {line}")).collect();
    if !lines.is_empty() {
        parts.insert(1, lines.join("\n"));
    }
    let mut notes: Vec<String> = Vec::new();
    if !query.filters.is_empty() {
        let counts = format!("{} of {}", whole(record.matched), whole(record.rows));
        notes.push(format!("This counts {counts} rows: {}.", escape(&label::filters(query))));
    }
    notes.extend(record.notes.iter().map(|note| label::capital(&escape(note))));
    notes.extend(query.assumed.iter().cloned());
    if !notes.is_empty() {
        parts.push(notes.join(" "));
    }
    parts.join("\n\n")
}

fn whole(number: u64) -> String {
    number::group_digits(&number.to_string())
}

fn nothing(query: &Query, table: &Table) -> String {
    let mut text = format!("**No row matches** {}.", escape(&label::filters(query)));
    for column in query.filters.iter().filter_map(|filter| table.column(filter.column()?)) {
        if !column.examples.is_empty() && column.is_text() {
            let examples: Vec<String> =
                column.examples.iter().take(6).map(|example| escape(example)).collect();
            text += &format!(
                " Values of `{}` are for instance {}.",
                label::plain(&column.name),
                examples.join(", ")
            );
        } else if let (Some(min), Some(max)) = (&column.min, &column.max) {
            text += &format!(
                " `{}` runs from {} to {}.",
                label::plain(&column.name),
                say(min, false),
                say(max, false)
            );
        }
    }
    text
}

/// Names a measure within a sentence.
fn spoken(measure: &Measure) -> String {
    match (measure.op, &measure.column) {
        (Op::Count, _) => "number of rows".to_owned(),
        (Op::Distinct, _) => format!("number of {}", escape(&label::measure(measure))),
        (Op::Max | Op::Min, Some(name)) => escape(&label::plain(name)),
        _ => escape(&label::measure(measure)),
    }
}

fn body(query: &Query, table: &Table, record: &Record) -> Vec<String> {
    match &query.task {
        Task::Overview => {
            let mut lines = vec![format!(
                "**The table has {} rows and {} columns.**",
                whole(record.matched),
                record.width
            )];
            lines.extend(record.dates.iter().filter_map(|date| match date.as_slice() {
                [name, first, last] => Some(format!("Dates in {} run from {first} to {last}.", escape(name))),
                _ => None,
            }));
            vec![lines.join(" "), list(record, false)]
        }
        Task::Quality => quality(record),
        Task::Columns => {
            vec![format!("The table has **{} columns**.", record.total_rows), list(record, false)]
        }
        Task::Duplicates { column: None } => match record.extra {
            0 => vec!["No: **no row repeats another one** exactly.".to_owned()],
            extra => vec![
                format!("Yes: **{} rows repeat an earlier row** exactly.", whole(extra)),
                list(record, false),
            ],
        },
        Task::Duplicates { column: Some(column) } => match record.repeated {
            0 => vec![format!("No: **no value of `{}` occurs more than once**.", label::plain(column))],
            repeated => vec![
                format!(
                    "Yes: **{} values of `{}` occur more than once**, in {} rows.",
                    whole(repeated),
                    label::plain(column),
                    whole(record.involved)
                ),
                list(record, false),
            ],
        },
        Task::Rows { sort, .. } => {
            let shown = whole(record.total_rows);
            let first = match sort {
                Some((column, order)) => {
                    format!("The **{shown} rows** with the {} `{}`:", order.adjective(), label::plain(column))
                }
                None if query.filters.is_empty() => format!("The first **{shown} rows**:"),
                None if record.total_rows < record.matched => {
                    format!("The first **{shown}** of {} rows that match:", whole(record.matched))
                }
                None => format!("The **{shown} rows** that match:"),
            };
            vec![first, list(record, false)]
        }
        Task::Values { column } => values(column, record),
        Task::Scalar { measure, share } => vec![scalar(measure, *share, table, record)],
        Task::Grouped { measure, by, rank, share, having } => {
            grouped(measure, by, *rank, *share, having.is_some(), table, record)
        }
        Task::Trend { measure, grain, split, rank, .. } => {
            let money = two_decimals(measure, table);
            if split.is_some() {
                let line = |line: &Vec<Value>| match line.as_slice() {
                    [name, most, best, least, worst] => Some(format!(
                        "- {}: highest {} in {}, lowest {} in {}",
                        say(name, false),
                        say(most, money),
                        say(best, false),
                        say(least, money),
                        say(worst, false)
                    )),
                    _ => None,
                };
                let lines: Vec<String> = record.lines.iter().filter_map(line).collect();
                return vec![format!(
                    "**{}**, {} {}s:\n\n{}",
                    escape(&label::title(query)),
                    record.total_rows,
                    grain.name(),
                    lines.join("\n")
                )];
            }
            let mut parts = match rank {
                Some(rank) => vec![ranked(&spoken(measure), *rank, measure, money, record)],
                None => {
                    let what = format!("The {} per {}", spoken(measure), grain.name());
                    ends(&what, "in", record, money).into_iter().collect()
                }
            };
            if measure.op.adds_up() && rank.is_none() {
                parts.push(format!(
                    "- All {} {}s together: {}",
                    whole(record.total_rows),
                    grain.name(),
                    say(&record.whole, money)
                ));
            }
            parts.push(list(record, money));
            parts
        }
        Task::Histogram { column } => histogram(column, table, record),
        Task::Correlation { columns } => correlation(columns, record),
        Task::Growth { measure, .. } | Task::Pareto { measure, .. } | Task::Compare { measure, .. } => {
            let name = measure.column.as_ref().and_then(|name| table.column(name));
            vec![list(record, measure.op != Op::Count && name.is_some_and(is_money))]
        }
        Task::Outliers { .. } | Task::Funnel { .. } => vec![list(record, false)],
        Task::Report(report) => written(report, record),
    }
}

fn written(report: &Report, record: &Record) -> Vec<String> {
    let files: Vec<String> =
        record.files.iter().map(|file| format!("`{}`", file.replace('`', "'"))).collect();
    let pages = if report.pdf { format!(" with {} pages", record.pages) } else { String::new() };
    vec![format!("**The report is ready**: {}{pages} and {} sheets.", files.join(" and "), record.sheets)]
}

fn quality(record: &Record) -> Vec<String> {
    let line = |gap: &Vec<Value>| match gap.as_slice() {
        [name, missing, part, unreadable] => {
            let mut says = Vec::new();
            if missing.as_f64().is_some_and(|count| count > 0.0) {
                says.push(format!("{} missing ({})", say(missing, false), percent(part)));
            }
            if unreadable.as_f64().is_some_and(|count| count > 0.0) {
                says.push(format!("{} unreadable", say(unreadable, false)));
            }
            Some(format!("- **{}**: {}", say(name, false), says.join(", ")))
        }
        _ => None,
    };
    let lines: Vec<String> = record.gaps.iter().filter_map(line).collect();
    vec![
        format!(
            "**The table has {} rows; {} of them repeat an earlier row, {} values are missing and {} cannot be read as what their column holds.**",
            whole(record.matched),
            whole(record.duplicates),
            whole(record.missing),
            whole(record.unreadable)
        ),
        if lines.is_empty() {
            "No column has missing or unreadable values.".to_owned()
        } else {
            lines.join("\n")
        },
        format!("- Rows without any gap: {}", whole(record.complete)),
    ]
}

fn values(column: &str, record: &Record) -> Vec<String> {
    let name = label::plain(column);
    let first =
        record.cells.first().and_then(|row| row.first()).map(|value| say(value, false)).unwrap_or_default();
    if record.different == 1 {
        let rows = if record.matched == 1 {
            String::new()
        } else {
            format!(" in all {} rows", whole(record.matched))
        };
        return vec![format!("`{name}` is **{first}**{rows}.")];
    }
    vec![format!("**{} values of `{name}`**:", whole(record.different)), list(record, false)]
}

fn scalar(measure: &Measure, share: bool, table: &Table, record: &Record) -> String {
    let money = two_decimals(measure, table);
    if share {
        let of = if measure.column.is_none() { "rows".to_owned() } else { escape(&label::measure(measure)) };
        return format!(
            "It is **{}** of the {of}: {} of {}.",
            percent(&record.share),
            say(&record.value, money),
            say(&record.whole, money)
        );
    }
    if record.value.is_null() {
        return format!("There is no usable value of {}.", escape(&label::measure(measure)));
    }
    let value = say(&record.value, money);
    match measure.op {
        Op::Count => format!("There are **{value} rows**."),
        Op::Distinct => format!("There are **{value} {}**.", escape(&label::measure(measure))),
        _ => format!(
            "The {} is **{value}**, from {} rows.",
            escape(&label::measure(measure)),
            say(&record.used, false)
        ),
    }
}

fn histogram(column: &str, table: &Table, record: &Record) -> Vec<String> {
    let money =
        table.column(column).is_some_and(|column| is_money(column) && column.r#type != ColumnType::Integer);
    let get = |key: &str| {
        record
            .summary
            .get(key)
            .map_or_else(|| "unknown".to_owned(), |value| say(value, money && key != "count"))
    };
    vec![
        format!(
            "Half of all values of `{}` lie between **{}** and **{}**; the median is **{}**.",
            label::plain(column),
            get("25%"),
            get("75%"),
            get("50%")
        ),
        format!(
            "- Average {}, standard deviation {}\n- Lowest {}, highest {}\n- 90% of the values lie between {} and {}\n- Values: {}",
            get("mean"),
            get("std"),
            get("min"),
            get("max"),
            get("5%"),
            get("95%"),
            get("count")
        ),
    ]
}

fn correlation(columns: &[String], record: &Record) -> Vec<String> {
    let strength = |value: f64| match value.abs() {
        r if r >= 0.7 => "a strong",
        r if r >= 0.4 => "a moderate",
        r if r >= 0.2 => "a weak",
        _ => "hardly any",
    };
    match columns {
        [a, b] => match record.correlation.as_f64() {
            Some(r) => vec![format!(
                "There is **{} linear relation** between `{}` and `{}`: r = **{r:.3}**, from {} rows. That says nothing about cause.",
                strength(r),
                label::plain(a),
                label::plain(b),
                say(&record.used, false)
            )],
            None => vec![
                "A correlation needs at least two rows with different values in both columns.".to_owned(),
            ],
        },
        _ => match record.cells.first().map(Vec::as_slice) {
            Some([a, b, r]) => vec![
                format!(
                    "The strongest linear relation is between **{}** and **{}**: r = **{:.3}**. That says nothing about cause.",
                    say(a, false),
                    say(b, false),
                    r.as_f64().unwrap_or(0.0)
                ),
                list(record, false),
            ],
            _ => Vec::new(),
        },
    }
}
