//! Answers: an outcome in Markdown. Every number in an answer comes from the outcome; this module only
//! phrases it.

mod grouped;
mod list;
mod number;

use serde_json::Value;

use crate::columns;
use crate::input::{Data, Seen, Table};
use crate::label;
use crate::plan::{Measure, Of, Op, Order, Query, Study, Task};
use grouped::grouped;
use list::{LISTED, compared, doubtful, list};
pub(crate) use number::escape;
use number::say;

/// Returns the answer to a calculation or to the user's own Python.
pub(crate) fn of_expression(expression: Option<&str>, seen: &Seen) -> String {
    let printed = seen.stdout.trim();
    match (expression, seen.value()) {
        (Some(expression), Some(value)) => {
            let grouped = number::group_digits(value);
            let about = if value.contains('.') && value.len() > 12 { "≈ " } else { "" };
            format!("`{expression}` = **{about}{grouped}**")
        }
        (None, Some(value)) if value.len() < 400 => {
            format!("It ran. The last value is `{}`.", value.replace('`', "'"))
        }
        _ if !printed.is_empty() => "It ran; what it printed stands below.".to_owned(),
        _ => "It ran and left no value.".to_owned(),
    }
}

/// Returns the answer to a query.
pub(crate) fn of_query(query: &Query, table: &Table, seen: &Seen) -> String {
    let mut lines = Lines::of(&seen.stdout);
    let mut parts = Vec::new();
    if lines.matched.as_deref().is_some_and(|line| line.starts_with("Rows that match: 0 ")) {
        return nothing(query, table);
    }
    match &query.task {
        Task::Overview | Task::Quality | Task::Study(_) if !lines.facts.is_empty() => {
            parts.push(format!("**{}**", escape(&lines.facts.remove(0))));
        }
        Task::Trend { measure, rank: None, split: None, .. } => {
            parts.extend(extremes(measure, query, &mut lines))
        }
        _ => {}
    }
    parts.extend(body(query, table, seen, &lines));
    let facts: Vec<String> = lines.facts.iter().map(|line| format!("- {}", escape(line))).collect();
    if !facts.is_empty() {
        parts.push(facts.join("\n"));
    }
    let mut notes: Vec<String> = Vec::new();
    if let Some(matched) = &lines.matched {
        let counts = matched.trim_start_matches("Rows that match: ");
        notes.push(format!("This counts {counts} rows: {}.", escape(&label::filters(query))));
    }
    notes.extend(lines.notes.iter().map(|note| escape(note)));
    notes.extend(query.assumed.iter().cloned());
    if !notes.is_empty() {
        parts.push(notes.join(" "));
    }
    parts.join("\n\n")
}

/// Names a measure within a sentence, after "highest" or "lowest" if there is a rank.
fn spoken(measure: &Measure, rank: Option<(Order, usize)>) -> String {
    match (measure.op, &measure.of, rank) {
        (Op::Count, ..) => "number of rows".to_owned(),
        (Op::Distinct, ..) => format!("number of {}", escape(&label::measure(measure))),
        (Op::Max, Of::Column(name), Some((Order::Top, _)))
        | (Op::Min, Of::Column(name), Some((Order::Bottom, _))) => escape(&label::plain(name)),
        _ => escape(&label::measure(measure)),
    }
}

/// Returns whether values are written with two decimals throughout: money and averages.
fn two_decimals(measure: &Measure, table: &Table) -> bool {
    label::is_money(measure, table) || (matches!(measure.op, Op::Mean | Op::Std) && measure.of != Of::Rows)
}

/// Builds the sentence on the highest and lowest period from the lines that name them.
fn extremes(measure: &Measure, query: &Query, lines: &mut Lines) -> Option<String> {
    let mut take = |head: &str| {
        let at = lines.facts.iter().position(|line| line.starts_with(head))?;
        let line = lines.facts.remove(at);
        let (value, period) = line.strip_prefix(head)?.split_once(" in ")?;
        Some((escape(value), escape(period)))
    };
    let ((most, best), (least, worst)) = (take("Highest: ")?, take("Lowest: ")?);
    let Task::Trend { grain, .. } = &query.task else { return None };
    let what = spoken(measure, None);
    Some(format!(
        "The {what} per {} is highest in **{best}** with **{most}** and lowest in **{worst}** with **{least}**.",
        grain.name()
    ))
}

/// The output of a program: the headline, facts, notes.
struct Lines {
    facts: Vec<String>,
    notes: Vec<String>,
    matched: Option<String>,
}

impl Lines {
    fn of(stdout: &str) -> Self {
        let mut lines = Self { facts: Vec::new(), notes: Vec::new(), matched: None };
        for line in stdout.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(note) = line.strip_prefix("Note: ") {
                let mut note = note.to_owned();
                if let Some(first) = note.get(..1).map(str::to_uppercase) {
                    note.replace_range(..1, &first);
                }
                lines.notes.push(note);
            } else if line.starts_with("Rows that match: ") {
                lines.matched = Some(line.to_owned());
            } else {
                lines.facts.push(line.to_owned());
            }
        }
        lines
    }
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
            let (min, max) = (say(min, false), say(max, false));
            text += &format!(" `{}` runs from {min} to {max}.", label::plain(&column.name));
        }
    }
    text
}

fn body(query: &Query, table: &Table, seen: &Seen, lines: &Lines) -> Vec<String> {
    let Some(data) = seen.table() else {
        return if lines.facts.is_empty() {
            vec!["It ran, but left no table to read the answer from.".to_owned()]
        } else {
            Vec::new()
        };
    };
    match &query.task {
        Task::Overview => vec![list(data, false)],
        Task::Quality => vec![doubtful(data)],
        Task::Columns => vec![format!("The table has **{} columns**.", data.total_rows), list(data, false)],
        Task::Rows { sort, .. } => rows(data, sort.as_ref(), query),
        Task::Scalar { measure } => scalar(measure, table, data),
        Task::Grouped { measure, by, rank, share, .. } => match by.as_slice() {
            [by] => grouped(measure, by, *rank, share, table, data),
            _ => vec![
                format!("**{}:**", escape(&label::title(query))),
                list(data, two_decimals(measure, table)),
            ],
        },
        Task::Trend { measure, grain, split, rank, .. } => {
            let money = two_decimals(measure, table);
            match rank {
                Some((order, _)) if split.is_none() => ranked_periods(measure, *order, money, data),
                _ => {
                    if split.is_none() {
                        return if data.rows.len() <= LISTED + 12 {
                            vec![list(data, money)]
                        } else {
                            Vec::new()
                        };
                    }
                    let title = format!(
                        "**{}**, {} {}s:",
                        escape(&label::title(query)),
                        data.total_rows,
                        grain.name()
                    );
                    if split.is_none() && data.rows.len() <= LISTED + 12 {
                        vec![title, list(data, money)]
                    } else {
                        vec![title]
                    }
                }
            }
        }
        Task::Histogram { column } => histogram(column, table, data),
        Task::Correlation { columns } => correlation(columns, data),
        // Stages count people; only measured values may need decimals.
        Task::Study(study) => {
            let counts = matches!(study, Study::Steps { .. });
            let money = !counts && study.measure().is_none_or(|m| two_decimals(m, table));
            let over_time = matches!(study, Study::Growth { .. } | Study::Rolling { .. });
            vec![if over_time { list(&compared(data), money) } else { list(data, money) }]
        }
    }
}

fn scalar(measure: &Measure, table: &Table, data: &Data) -> Vec<String> {
    let Some(row) = data.rows.first() else { return Vec::new() };
    let row = row.get(data.index_columns..).unwrap_or(row);
    let money = two_decimals(measure, table);
    let (value, used) = (row.first().unwrap_or(&Value::Null), row.get(1).unwrap_or(&Value::Null));
    if value.is_null() {
        return vec![format!("There is no usable value of {}.", escape(&label::measure(measure)))];
    }
    let value = if measure.op == Op::Count { say(value, false) } else { say(value, money) };
    vec![match measure.op {
        Op::Count => format!("There are **{value} rows**."),
        Op::Distinct => format!("There are **{value} {}**.", escape(&label::measure(measure))),
        _ => format!(
            "The {} is **{value}**, from {} rows.",
            escape(&label::measure(measure)),
            say(used, false)
        ),
    }]
}

fn ranked_periods(measure: &Measure, order: Order, money: bool, data: &Data) -> Vec<String> {
    let Some(row) =
        data.rows.first().map(|row| row.get(data.index_columns..).filter(|row| row.len() > 1).unwrap_or(row))
    else {
        return Vec::new();
    };
    let end = if order == Order::Top { "highest" } else { "lowest" };
    let (Some(period), Some(value)) = (row.first(), row.get(1)) else { return Vec::new() };
    let measured = spoken(measure, Some((order, 0)));
    vec![
        format!("**{}** has the {end} {measured}: **{}**.", say(period, false), say(value, money)),
        list(data, money),
    ]
}

fn rows(data: &Data, sort: Option<&(String, Order)>, query: &Query) -> Vec<String> {
    let shown = say(&Value::from(data.total_rows), false);
    let first = match sort {
        Some((column, Order::Top)) => {
            format!("The **{shown} rows** with the highest `{}`:", label::plain(column))
        }
        Some((column, Order::Bottom)) => {
            format!("The **{shown} rows** with the lowest `{}`:", label::plain(column))
        }
        None if query.filters.is_empty() => format!("The first **{shown} rows**:"),
        None => format!("The first **{shown} rows** that match:"),
    };
    if data.columns.len() <= 9 {
        return vec![first, list(data, false)];
    }
    // The table beside the answer shows wide rows better than Markdown: the answer names what they are sorted
    // by.
    let Some(at) = sort.and_then(|(column, _)| data.columns.iter().position(|name| name == column)) else {
        return vec![first];
    };
    let texts = (0..data.columns.len())
        .filter(|at| data.rows.iter().any(|row| row.get(*at).is_some_and(Value::is_string)));
    let mut kept: Vec<usize> = texts.take(4).chain([at]).collect();
    kept.dedup();
    let pick =
        |row: &Vec<Value>| kept.iter().map(|at| row.get(*at).cloned().unwrap_or(Value::Null)).collect();
    let narrow = Data {
        columns: kept.iter().map(|at| data.columns[*at].clone()).collect(),
        index_columns: 0,
        rows: data.rows.iter().map(pick).collect(),
        total_rows: data.total_rows,
    };
    vec![first, list(&narrow, false), "All columns stand in the table of the step.".to_owned()]
}

fn histogram(column: &str, table: &Table, data: &Data) -> Vec<String> {
    let money = table.column(column).is_some_and(columns::is_money);
    let find = |key: &str| {
        let row = data.rows.iter().find(|row| row.iter().any(|cell| cell.as_str() == Some(key)))?;
        row.last().map(|value| if key == "count" { say(value, false) } else { say(value, money) })
    };
    let get = |key: &str| find(key).unwrap_or_else(|| "unknown".to_owned());
    let name = label::plain(column);
    vec![
        format!(
            "Half of all values of `{name}` lie between **{}** and **{}**; the median is **{}**.",
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

fn correlation(columns: &[String], data: &Data) -> Vec<String> {
    let Some(row) = data.rows.first().map(|row| row.get(data.index_columns..).unwrap_or(row)) else {
        return Vec::new();
    };
    let strength = |value: f64| match value.abs() {
        r if r >= 0.7 => "a strong",
        r if r >= 0.4 => "a moderate",
        r if r >= 0.2 => "a weak",
        _ => "hardly any",
    };
    let value = |at: usize| row.get(at).and_then(Value::as_f64).unwrap_or(0.0);
    match columns {
        [a, b] => vec![format!(
            "There is **{} linear relation** between `{}` and `{}`: r = **{:.2}**, from {} rows. That says nothing about cause.",
            strength(value(0)),
            label::plain(a),
            label::plain(b),
            value(0),
            row.get(1).map(|used| say(used, false)).unwrap_or_default()
        )],
        _ => vec![
            format!(
                "The strongest linear relation is between **{}** and **{}**: r = **{:.2}**. That says nothing about cause.",
                row.first().map(|name| say(name, false)).unwrap_or_default(),
                row.get(1).map(|name| say(name, false)).unwrap_or_default(),
                row.iter().find_map(Value::as_f64).unwrap_or(0.0)
            ),
            list(data, false),
        ],
    }
}
