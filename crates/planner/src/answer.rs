//! Answers: the record of a program in Markdown. Every number in an answer comes from the record; this module only
//! phrases it.

mod number;
mod table;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::columns::is_money;
use crate::input::{ColumnType, Seen, Table};
use crate::label::{self, escape, two_decimals};
use crate::literal::fill;
use crate::plan::{Op, Order, Query, Rank, Task};
pub(crate) use number::group_digits;
use number::{percent, say};
use table::list;

/// The record that a program prints: what every task has, and in `values` what only some have.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Record {
    /// The table's rows, and those that match the filters.
    rows: u64,
    pub(crate) matched: u64,
    columns: Vec<String>,
    /// The first rows of the result.
    cells: Vec<Vec<Value>>,
    total_rows: u64,
    pub(crate) notes: Vec<String>,
    findings: Vec<String>,
    /// The groups with the highest value and with the lowest: their first names, the value, and how many they are.
    ends: Vec<(Vec<Value>, Value, usize)>,
    lines: Vec<Vec<Value>>,
    files: Vec<String>,
    #[serde(flatten)]
    values: Map<String, Value>,
}

impl Record {
    /// Returns a count of the record; 0 if there is none.
    pub(crate) fn count(&self, key: &str) -> u64 {
        self.values.get(key).and_then(Value::as_u64).unwrap_or(0)
    }

    /// Names the groups that share an end of the result. Where several share it, naming one would mislead.
    fn names(&self, at: usize) -> String {
        let Some((names, _, count)) = self.ends.get(at) else { return String::new() };
        let names: Vec<String> = names.iter().map(|name| say(name, false)).collect();
        match names.as_slice() {
            [one] => one.clone(),
            [several @ .., last] if *count == names.len() => format!("{} and {last}", several.join(", ")),
            _ => format!("{} and {} more", names.join(", "), count - names.len()),
        }
    }
}

/// Returns the answer to a calculation or to the user's own Python.
pub(crate) fn of_expression(expression: Option<&str>, seen: &Seen) -> String {
    match (expression, seen.value()) {
        (Some(expression), Some(value)) => {
            let about = if value.contains('.') && value.len() > 12 { "≈ " } else { "" };
            format!("`{expression}` = **{about}{}**", group_digits(value))
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
    let answer = Answer::new(query, table, &record);
    let mut parts = Vec::new();
    let mut findings = record.findings.iter().map(|line| escape(line));
    if !matches!(query.task, Task::Report(_)) {
        parts.extend(findings.next().map(|first| format!("**{first}**")));
    }
    let lines: Vec<String> = findings.map(|line| format!("- {line}")).collect();
    parts.extend((!lines.is_empty()).then(|| lines.join("\n")));
    let at = if matches!(query.task, Task::Report(_)) { 0 } else { parts.len() };
    parts.splice(at..at, answer.body());
    let mut notes: Vec<String> = Vec::new();
    if !query.filters.is_empty() {
        let filters = escape(&label::filters(query));
        notes.push(format!("{}: {filters}.", answer.fill("This counts $matched of $rows rows")));
    }
    notes.extend(record.notes.iter().map(|note| label::capital(&escape(note))));
    notes.extend(query.assumed.iter().cloned());
    if seen.error.is_some() {
        notes.push("The figure could not be drawn; the step says why.".to_owned());
    }
    parts.push(notes.join(" "));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// Says that no row matches, and what a column has instead.
fn nothing(query: &Query, table: &Table) -> String {
    let mut text = format!("**No row matches** {}.", escape(&label::filters(query)));
    for column in query.filters.iter().filter_map(|filter| table.column(filter.column()?)) {
        let name = label::plain(&column.name);
        if !column.examples.is_empty() && column.is_text() {
            let examples: Vec<String> =
                column.examples.iter().take(6).map(|example| escape(example)).collect();
            text += &format!(" Values of `{name}` are for instance {}.", examples.join(", "));
        } else if let (Some(min), Some(max)) = (&column.min, &column.max) {
            text += &format!(" `{name}` runs from {} to {}.", say(min, false), say(max, false));
        }
    }
    text
}

/// A record, and the names and values that sentences about it contain.
struct Answer<'a> {
    query: &'a Query,
    record: &'a Record,
    /// Whether values have two decimals.
    money: bool,
    pieces: Vec<(&'a str, String)>,
}

impl<'a> Answer<'a> {
    fn new(query: &'a Query, table: &Table, record: &'a Record) -> Self {
        let measure = query.task.measure();
        let amounts = |name: &str| {
            table.column(name).is_some_and(|column| is_money(column) && column.r#type != ColumnType::Integer)
        };
        let money = match &query.task {
            Task::Histogram { column } => amounts(column),
            Task::Growth { measure, .. } | Task::Pareto { measure, .. } | Task::Compare { measure, .. } => {
                let column = measure.column.as_ref().and_then(|name| table.column(name));
                measure.op != Op::Count && column.is_some_and(is_money)
            }
            _ => measure.is_some_and(|measure| two_decimals(measure, table)),
        };
        let whole = |number: u64| group_digits(&number.to_string());
        let labeled = measure.map(label::measure).unwrap_or_default();
        let spoken = match measure {
            Some(measure) => match (measure.op, &measure.column) {
                (Op::Count, _) => "number of rows".to_owned(),
                (Op::Distinct, _) => format!("number of {labeled}"),
                (Op::Max | Op::Min, Some(name)) => label::plain(name),
                _ => labeled.clone(),
            },
            None => String::new(),
        };
        let column = match &query.task {
            Task::Duplicates { column: Some(column) }
            | Task::Values { column }
            | Task::Histogram { column } => column,
            Task::Rows { sort: Some((column, _)), .. } => column,
            _ => "",
        };
        let group = match &query.task {
            Task::Grouped { by, .. } => by.iter().map(label::group).collect::<Vec<_>>().join(" and "),
            _ => String::new(),
        };
        let grain = if let Task::Trend { grain, .. } = &query.task { grain.name() } else { "" };
        let first = record.cells.first().and_then(|row| row.first()).map(|value| say(value, false));
        let is_count = |key: &str| matches!(key, "count" | "used" | "groups" | "kept" | "pages" | "sheets");
        let mut pieces: Vec<(&str, String)> = record
            .values
            .iter()
            .map(|(key, value)| match key.as_str() {
                "share" => ("share", percent(value)),
                key => (key, say(value, money && !is_count(key))),
            })
            .collect();
        pieces.extend([
            ("rows", whole(record.rows)),
            ("matched", whole(record.matched)),
            ("shown", whole(record.total_rows)),
            ("measure", escape(&labeled)),
            ("measure_head", label::capital(&escape(&spoken))),
            ("measured", escape(&spoken)),
            ("column", label::plain(column)),
            ("group", escape(&group)),
            ("grain", grain.to_owned()),
            ("grains", format!("{grain}s")),
            ("first", first.unwrap_or_default()),
            ("best", record.names(0)),
            ("worst", record.names(1)),
        ]);
        let ends = ["most", "least"].into_iter().zip(&record.ends);
        pieces.extend(ends.map(|(key, (_, value, _))| (key, say(value, money))));
        Self { query, record, money, pieces }
    }

    /// Returns a sentence with its names and values.
    fn fill(&self, sentence: &str) -> String {
        fill(sentence, &self.pieces).trim_end().to_owned()
    }

    /// Returns what the findings do not say yet.
    fn body(&self) -> Vec<String> {
        let (record, query) = (self.record, self.query);
        let only = |sentence: &str| vec![self.fill(sentence)];
        let listed = |sentence: &str| vec![self.fill(sentence), self.list()];
        match &query.task {
            Task::Quality => self.quality(),
            Task::Columns => listed("The table has **$shown columns**."),
            Task::Duplicates { column: None } if record.count("extra") == 0 => {
                only("No: **no row repeats another one** exactly.")
            }
            Task::Duplicates { column: None } => {
                listed("Yes: **$extra rows repeat an earlier row** exactly.")
            }
            Task::Duplicates { .. } if record.count("repeated") == 0 => {
                only("No: **no value of `$column` occurs more than once**.")
            }
            Task::Duplicates { .. } => {
                listed("Yes: **$repeated values of `$column` occur more than once**, in $involved rows.")
            }
            Task::Rows { sort: Some((_, Order::Top)), .. } => {
                listed("The **$shown rows** with the highest `$column`:")
            }
            Task::Rows { sort: Some(_), .. } => listed("The **$shown rows** with the lowest `$column`:"),
            Task::Rows { .. } if query.filters.is_empty() => listed("The first **$shown rows**:"),
            Task::Rows { .. } if record.total_rows < record.matched => {
                listed("The first **$shown** of $matched rows that match:")
            }
            Task::Rows { .. } => listed("The **$shown rows** that match:"),
            Task::Values { .. } if record.count("different") > 1 => {
                listed("**$different values of `$column`**:")
            }
            Task::Values { .. } if record.matched == 1 => only("`$column` is **$first**."),
            Task::Values { .. } => only("`$column` is **$first** in all $matched rows."),
            Task::Scalar { measure, share: true } if measure.column.is_none() => {
                only("It is **$share** of the rows: $value of $whole.")
            }
            Task::Scalar { share: true, .. } => only("It is **$share** of the $measure: $value of $whole."),
            Task::Scalar { .. } if record.values.get("value").is_none_or(Value::is_null) => {
                only("There is no usable value of $measure.")
            }
            Task::Scalar { measure, .. } => match measure.op {
                Op::Count => only("There are **$value rows**."),
                Op::Distinct => only("There are **$value $measure**."),
                _ => only("The $measure is **$value**, from $used rows."),
            },
            Task::Grouped { measure, rank, share, having, .. } => {
                self.grouped(measure.op, *rank, *share, having.is_some())
            }
            Task::Trend { split: Some(_), .. } => self.lines(),
            Task::Trend { measure, rank: Some(rank), .. } => {
                vec![self.ranked(measure.op, *rank), self.list()]
            }
            Task::Trend { measure, .. } => {
                let all = if measure.op.adds_up() { "- All $shown $grains together: $whole" } else { "" };
                let ends = self.ends("The $measured per $grain", "in");
                vec![ends.unwrap_or_default(), self.fill(all), self.list()]
            }
            Task::Histogram { .. } => {
                let half = "Half of all values of `$column` lie between **$lower** and **$upper**; \
                            the median is **$median**.";
                let lines = "- Average $mean, standard deviation $std\n\
                             - Lowest $min, highest $max\n\
                             - 90% of the values lie between $low and $high\n\
                             - Values: $count";
                vec![self.fill(half), self.fill(lines)]
            }
            Task::Correlation { columns } if columns.len() == 2 => Vec::new(),
            Task::Report(report) => {
                let files: Vec<String> =
                    record.files.iter().map(|file| format!("`{}`", file.replace('`', "'"))).collect();
                let size = if report.pdf {
                    " with $pages pages and $sheets sheets."
                } else {
                    " and $sheets sheets."
                };
                vec![format!("**The report is ready**: {}{}", files.join(" and "), self.fill(size))]
            }
            _ => vec![self.list()],
        }
    }

    /// Returns the record's table.
    fn list(&self) -> String {
        list(self.record, self.money)
    }

    /// Returns a sentence on both ends of the result, if they differ.
    fn ends(&self, what: &str, place: &str) -> Option<String> {
        let (best, worst) =
            (format!("{place} **$best** with **$most**"), format!("{place} **$worst** with **$least**"));
        match self.record.ends.as_slice() {
            [(_, most, _), (_, least, _)] if most != least => {
                Some(self.fill(&format!("{what} is highest {best} and lowest {worst}.")))
            }
            _ => None,
        }
    }

    fn ranked(&self, op: Op, rank: Rank) -> String {
        let (at, names, value) = match rank.order {
            Order::Top => (0, "$best", "$most"),
            Order::Bottom => (1, "$worst", "$least"),
        };
        let Some((_, _, count)) = self.record.ends.get(at) else {
            return "No group has a usable value.".to_owned();
        };
        let has = if *count > 1 { "have" } else { "has" };
        let end = match (rank.order, op) {
            (Order::Top, Op::Count) => "the most rows".to_owned(),
            (Order::Bottom, Op::Count) => "the fewest rows".to_owned(),
            (order, _) => format!("the {} $measured", order.adjective()),
        };
        self.fill(&format!("**{names}** {has} {end}: **{value}**."))
    }

    fn grouped(&self, op: Op, rank: Option<Rank>, share: bool, having: bool) -> Vec<String> {
        let record = self.record;
        if record.cells.is_empty() {
            let why = if having { "No $group meets the condition." } else { "No $group has a usable value." };
            return vec![self.fill(why)];
        }
        let first = match rank {
            _ if having => self.fill("**$kept of $groups values of $group** meet the condition."),
            Some(rank) => self.ranked(op, rank),
            None => self
                .ends("By $group, the $measured", "for")
                .unwrap_or_else(|| self.fill("**$measure_head by $group**:")),
        };
        let several = rank.is_none_or(|rank| rank.limit > 1) || record.cells.len() > 1 || share;
        let all = op.adds_up() && record.count("groups") > 1 && !having;
        vec![
            first,
            if several { self.list() } else { String::new() },
            if all { self.fill("- All $groups groups together: $whole") } else { String::new() },
        ]
    }

    /// Returns a line for each value by which a trend is split.
    fn lines(&self) -> Vec<String> {
        let line = |line: &Vec<Value>| match line.as_slice() {
            [name, most, best, least, worst] => Some(format!(
                "- {}: highest {} in {}, lowest {} in {}",
                say(name, false),
                say(most, self.money),
                say(best, false),
                say(least, self.money),
                say(worst, false)
            )),
            _ => None,
        };
        let lines: Vec<String> = self.record.lines.iter().filter_map(line).collect();
        let head = format!("**{}**{}", escape(&label::title(self.query)), self.fill(", $shown $grains:"));
        vec![head, lines.join("\n")]
    }

    fn quality(&self) -> Vec<String> {
        let line = |gap: &Vec<Value>| match gap.as_slice() {
            [name, missing, part, unreadable] => {
                let any = |count: &Value| count.as_f64().is_some_and(|count| count > 0.0);
                let blank =
                    any(missing).then(|| format!("{} missing ({})", say(missing, false), percent(part)));
                let other = any(unreadable).then(|| format!("{} unreadable", say(unreadable, false)));
                let says: Vec<String> = blank.into_iter().chain(other).collect();
                Some(format!("- **{}**: {}", say(name, false), says.join(", ")))
            }
            _ => None,
        };
        let lines: Vec<String> = self.record.lines.iter().filter_map(line).collect();
        let none = "No column has missing or unreadable values.".to_owned();
        vec![
            self.fill(
                "**The table has $matched rows; $duplicates of them repeat an earlier row, $missing values are missing \
                 and $unreadable cannot be read as what their column holds.**",
            ),
            if lines.is_empty() { none } else { lines.join("\n") },
            self.fill("- Rows without any gap: $complete"),
        ]
    }
}
