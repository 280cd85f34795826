//! Answers: the record of a program in Markdown. Every number in an answer comes from the record;
//! this module only phrases it.

mod compared;
mod number;
mod table;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::columns::is_money;
use crate::input::{Seen, Table};
use crate::label::{self, capital, escape, listed, plain};
use crate::literal::fill;
use crate::query::{Aggregate, Content, Kind, Measure, Order, Query};
use crate::shape::{self, Shape, is_shared};
use crate::terms::{Terms, Unit};
use crate::wording;
use number::{percent, say};

/// The record that a program prints: what every kind has, and in `values` what only some have.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Record {
    /// The table's rows, and those that match the conditions.
    rows: u64,
    matched: u64,
    columns: Vec<String>,
    /// The first rows of the result.
    cells: Vec<Vec<Value>>,
    total_rows: u64,
    notes: Vec<String>,
    findings: Vec<String>,
    /// The groups with the highest value and with the lowest: their first names, the value, and how
    /// many they are.
    ends: Vec<(Vec<Value>, Value, usize)>,
    lines: Vec<Vec<Value>>,
    /// The sides of a comparison with their values.
    sides: Vec<(Value, Value)>,
    files: Vec<String>,
    #[serde(flatten)]
    values: Map<String, Value>,
}

impl Record {
    /// Returns a count of the record; 0 if there is none.
    fn count(&self, key: &str) -> u64 {
        self.values.get(key).and_then(Value::as_u64).unwrap_or(0)
    }

    /// Names the groups that share an end of the result. If several share it, naming one would
    /// mislead.
    fn names(&self, at: usize) -> String {
        let Some((names, _, count)) = self.ends.get(at) else { return String::new() };
        // pandas has whole numbers of a column with gaps as 1.0, and their texts so.
        let is_number = self.cells.iter().all(|row| row.first().is_some_and(Value::is_number));
        let whole = |name: String| match name.strip_suffix(".0") {
            Some(whole) if is_number => whole.to_owned(),
            _ => name,
        };
        let names: Vec<String> = names.iter().map(|name| whole(say(name, Unit::Text))).collect();
        if *count > names.len() {
            return format!("{} and {} more", names.join(", "), count - names.len());
        }
        listed(&names, "and")
    }
}

/// Returns the answer to a calculation or to the user's own Python.
pub(crate) fn of_expression(expression: Option<&str>, seen: &Seen) -> String {
    match (expression, seen.value()) {
        (Some(expression), Some(value)) => {
            let about = if value.contains('.') && value.len() > 12 { "≈ " } else { "" };
            format!("`{expression}` = **{about}{}**", wording::group_digits(value))
        }
        (None, Some(value)) if value.len() < 400 => {
            format!("It ran. The last value is `{}`.", value.replace('`', "'"))
        }
        _ if !seen.stdout.trim().is_empty() => "It ran; what it printed is below.".to_owned(),
        _ => "It ran and left no value.".to_owned(),
    }
}

/// Returns the answer to a query. `assumed` is what was assumed if the question leaves it open.
pub(crate) fn of_query(query: &Query, table: &Table, seen: &Seen, assumed: &[String]) -> String {
    let Some(record) = seen.record::<Record>() else {
        return "It ran, but left no record to read the answer from.".to_owned();
    };
    let plain = shape::plainly(query, table);
    let terms = Terms::of(&plain, table);
    let answer = Answer::new(&plain, &terms, table, &record);
    let empty = record.matched == 0 && !query.filters.is_empty();
    let counted = matches!(answer.shape, Shape::Scalar if terms.measure.counts())
        || answer.shape == Shape::Share;
    let mut parts = Vec::new();
    if empty {
        parts.push(nothing(query, table));
    }
    if !empty || counted && record.count("base") > 0 {
        let mut findings = record.findings.iter().map(|line| escape(line));
        let early = matches!(answer.shape, Shape::Report | Shape::Comparison);
        if !early {
            parts.extend(findings.next().map(|first| format!("**{first}**")));
        }
        let lines: Vec<String> = findings.map(|line| format!("- {line}")).collect();
        let at = if early { 0 } else { parts.len() + usize::from(!lines.is_empty()) };
        parts.extend((!lines.is_empty()).then(|| lines.join("\n")));
        parts.splice(at..at, answer.body());
    }
    let mut notes: Vec<String> = Vec::new();
    if !empty {
        notes.extend(counting(query, &answer));
    }
    notes.extend(record.notes.iter().map(|note| capital(&escape(note))));
    notes.extend(assumed.iter().cloned());
    notes.extend(shape::other_figure(&plain, answer.shape, &terms).map(str::to_owned));
    if seen.error.is_some() {
        notes.push("The figure could not be drawn; the step says why.".to_owned());
    }
    parts.push(notes.join(" "));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// Says which of the table's rows are looked at.
fn counting(query: &Query, answer: &Answer) -> Option<String> {
    let all = |filters| escape(&label::filters(filters));
    match (query.kind, query.base.is_empty(), query.filters.is_empty()) {
        (_, true, true) => None,
        (Kind::Share, true, false) => {
            Some(answer.fill(&format!("The part is the rows where {}.", all(&query.filters))))
        }
        (Kind::Share, false, true) => Some(format!(
            "{} {}.",
            answer.fill("Out of the $matched of $rows rows where"),
            all(&query.base)
        )),
        (Kind::Share, false, false) => {
            let (whole, part) = (all(&query.base), all(&query.filters));
            Some(format!("The whole is the rows where {whole}. The part is those where {part}."))
        }
        _ => {
            let filters: Vec<_> = query.base.iter().chain(&query.filters).cloned().collect();
            Some(format!(
                "{} {}.",
                answer.fill("This counts the $matched of $rows rows where"),
                all(&filters)
            ))
        }
    }
}

/// Says that no row matches, and what a column has instead.
fn nothing(query: &Query, table: &Table) -> String {
    let all: Vec<_> = query.base.iter().chain(&query.filters).cloned().collect();
    let mut text =
        format!("**No row matches** the condition that {}.", escape(&label::filters(&all)));
    let mut named = Vec::new();
    for column in all.iter().filter_map(|filter| table.column(&filter.column)) {
        if named.contains(&&column.name) {
            continue;
        }
        named.push(&column.name);
        let name = plain(&column.name);
        if !column.examples.is_empty() && column.is_text() {
            let examples: Vec<String> =
                column.examples.iter().take(6).map(|example| escape(example)).collect();
            text += &format!(" Values of `{name}` are for instance {}.", examples.join(", "));
        } else if let (Some(min), Some(max)) = (&column.min, &column.max) {
            text += &format!(
                " `{name}` runs from {} to {}.",
                say(min, Unit::Number),
                say(max, Unit::Number)
            );
        }
    }
    text
}

/// Returns whether a record's value is one.
fn record_is_one(record: &Record) -> bool {
    record.values.get("value").and_then(Value::as_u64) == Some(1)
}

/// A record, and the names and values that sentences about it contain.
struct Answer<'a> {
    query: &'a Query,
    terms: &'a Terms,
    record: &'a Record,
    shape: Shape,
    /// The unit of the numbers.
    unit: Unit,
    pieces: Vec<(&'a str, String)>,
}

impl<'a> Answer<'a> {
    fn new(query: &'a Query, terms: &'a Terms, table: &Table, record: &'a Record) -> Self {
        let measure = &terms.measure;
        let shape = shape::of(query, terms);
        let money = query
            .measure
            .iter()
            .flat_map(Measure::columns)
            .any(|name| table.column(name).is_some_and(is_money));
        let unit = match shape {
            Shape::Rates => Unit::Percent,
            // Of a distribution, averages stand beside values.
            Shape::Histogram | Shape::Spread if money => Unit::Decimal,
            Shape::Growth
            | Shape::YearOnYear
            | Shape::Pareto
            | Shape::Comparison
            | Shape::ComparedWithin
                if money && measure.unit == Unit::Whole =>
            {
                Unit::Decimal
            }
            Shape::RowsPerGroup => Unit::Number,
            _ => measure.unit,
        };
        let whole = |number: u64| wording::group_digits(&number.to_string());
        let spoken = match (measure.counts(), measure.aggregate) {
            _ if shape == Shape::Rates => {
                format!("percentage of {}", if measure.counts() { "rows" } else { &measure.label })
            }
            (true, _) => "number of rows".to_owned(),
            (_, Some(Aggregate::Highest | Aggregate::Lowest)) if shape != Shape::Scalar => {
                query.measure.as_ref().map(wording::measure).unwrap_or_default()
            }
            _ => measure.label.clone(),
        };
        let name = query.measure.as_ref().map(wording::measure).unwrap_or_default();
        let groups: Vec<String> = query.groups.iter().map(label::group).collect();
        let group = listed(&groups, "and");
        let grain = query.groups.first().map(label::group).unwrap_or_default();
        let first =
            record.cells.first().and_then(|row| row.first()).map(|value| say(value, Unit::Number));
        let is_measured = |key: &str| {
            matches!(
                key,
                "value"
                    | "whole"
                    | "part"
                    | "mean"
                    | "std"
                    | "min"
                    | "low"
                    | "lower"
                    | "median"
                    | "upper"
                    | "high"
                    | "max"
            )
        };
        let second = terms.second.as_ref();
        let mut pieces: Vec<(&str, String)> = record
            .values
            .iter()
            .map(|(key, value)| match key.as_str() {
                "share" => ("share", percent(value)),
                "second" => ("second", say(value, second.map_or(Unit::Number, |term| term.unit))),
                key if !(is_measured(key) || key == "base" && shape == Shape::Rates) => {
                    (key, say(value, Unit::Count))
                }
                key if shape == Shape::Rates => (key, say(value, measure.unit)),
                key => (key, say(value, unit)),
            })
            .collect();
        pieces.extend([
            ("rows", whole(record.rows)),
            ("matched", whole(record.matched)),
            ("shown", whole(record.total_rows)),
            ("measure", escape(&measure.label)),
            ("measure_head", capital(&escape(&spoken))),
            ("measured", escape(&spoken)),
            ("second_label", escape(second.map_or("", |term| &term.label))),
            ("named", escape(&name)),
            ("column", name.replace('`', "'")),
            ("group", escape(&group)),
            ("grain", escape(&grain)),
            ("grains", escape(&format!("{grain}s"))),
            ("first", first.unwrap_or_default()),
            ("best", record.names(0)),
            ("worst", record.names(1)),
        ]);
        for (key, name) in [("used", "used_rows"), ("second_used", "second_used_rows")] {
            let count = record.count(key);
            pieces.push((
                name,
                format!("{} {}", whole(count), if count == 1 { "row" } else { "rows" }),
            ));
        }
        let ends = ["most", "least"].into_iter().zip(&record.ends);
        pieces.extend(ends.map(|(key, (_, value, _))| (key, say(value, unit))));
        Self { query, terms, record, shape, unit, pieces }
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
        match self.shape {
            Shape::Quality => self.quality(),
            Shape::Columns => listed("The table has **$shown columns**."),
            Shape::DuplicateRows if record.count("extra") == 0 => {
                only("No: **no row repeats another one** exactly.")
            }
            Shape::DuplicateRows => listed("Yes: **$extra rows repeat an earlier row** exactly."),
            Shape::DuplicateValues if record.count("repeated") == 0 => {
                only("No: **no value of `$column` occurs more than once**.")
            }
            Shape::DuplicateValues => listed(
                "Yes: **$repeated values of `$column` occur more than once**, in $involved rows.",
            ),
            Shape::Rows => self.rows(),
            Shape::Values if record.count("listed") > 1 => {
                listed("There are **$different different values of $named**:")
            }
            Shape::Values if record.matched == 1 => only("`$column` is **$first**."),
            Shape::Values if record.count("listed") == 1 => {
                only("There is **1 value of $named**: **$first**.")
            }
            Shape::Values => only("There is no usable value of $named."),
            Shape::Missing => {
                let list = if query.groups.is_empty() { String::new() } else { self.list() };
                vec![
                    self.fill("**$value of $matched rows** have no `$column`: **$share**; $filled have one."),
                    list,
                ]
            }
            Shape::Share if record.values.get("share").is_none_or(Value::is_null) => {
                only("There is nothing that could be 100%.")
            }
            Shape::Share if self.terms.measure.counts() => {
                only("It is **$share** of the rows: $value of $whole.")
            }
            Shape::Share => only("It is **$share** of the $measure: $value of $whole."),
            Shape::Scalar => self.scalar(),
            Shape::RowsPerGroup => only(
                "There are **$value rows** on average for each $group: $groups of them, with $fewest to $most_rows rows.",
            ),
            Shape::Grouped | Shape::Crossed | Shape::Rates => self.grouped(),
            Shape::Lines => self.lines(),
            Shape::Periods => {
                let all = if self.terms.measure.adds_up() {
                    "- All $shown $grains together: $whole"
                } else {
                    ""
                };
                let ends = self.ends("The $measured per $grain", "in");
                vec![ends.unwrap_or_default(), self.fill(all), self.list()]
            }
            Shape::Histogram => {
                let half = "Half of all values of `$column` lie between **$lower** and **$upper**; \
                            the median is **$median**.";
                let lines = "- Average $mean, standard deviation $std\n\
                             - Lowest $min, highest $max\n\
                             - Nine of ten values lie between $low and $high\n\
                             - Values: $count";
                vec![self.fill(half), self.fill(lines)]
            }
            Shape::Spread => {
                let ends = self.ends("The median of `$column` by $group", "for");
                vec![ends.unwrap_or_default(), self.list()]
            }
            Shape::Comparison | Shape::TwoMeasures => self.compared(),
            Shape::ComparedWithin => self.compared_within(),
            Shape::Within => {
                vec![self.fill(&format!("**{}**:", escape(&label::title(query)))), self.list()]
            }
            Shape::Pair => Vec::new(),
            Shape::Report => {
                let files: Vec<String> = record
                    .files
                    .iter()
                    .map(|file| format!("`{}`", file.replace('`', "'")))
                    .collect();
                let size = if query.contents.contains(&Content::WorkbookOnly) {
                    " and $sheets sheets."
                } else {
                    " with $pages pages and $sheets sheets."
                };
                vec![format!("**The report is ready**: {}{}", files.join(" and "), self.fill(size))]
            }
            _ => vec![self.list()],
        }
    }

    /// Returns the record's table.
    fn list(&self) -> String {
        let second = self.terms.second.as_ref().map(|term| (term.label.as_str(), term.unit));
        table::list(self.record, self.unit, second, &self.terms.keys, None)
    }

    fn scalar(&self) -> Vec<String> {
        let known = |key: &str| {
            self.record.values.get(key).is_some_and(|value| !value.is_null())
                && self.record.values.get("used").and_then(Value::as_u64) != Some(0)
        };
        let measure = &self.terms.measure;
        if self.query.kind == Kind::Distinct {
            return vec![self.fill("There are **$value different rows**.")];
        }
        if !measure.counts() && !known("value") && !matches!(measure.unit, Unit::Count) {
            return vec![self.fill("There is no usable value of $measure.")];
        }
        let first = match (measure.counts(), measure.aggregate) {
            (true, _) if record_is_one(self.record) => "There is **$value row**.",
            (true, _) => "There are **$value rows**.",
            (_, Some(Aggregate::Distinct)) => {
                return vec![self.fill(&format!(
                    "There are **$value different values of {}**.",
                    escape(&self.named())
                ))];
            }
            (_, Some(Aggregate::Filled)) => {
                return vec![
                    self.fill(&format!(
                        "There are **$value values of {}**.",
                        escape(&self.named())
                    )),
                ];
            }
            (_, Some(Aggregate::Range)) if self.record.values.contains_key("low") => {
                "The $named runs from **$low** to **$high**, a range of **$value**, from $used_rows."
            }
            _ if measure.unit == Unit::Percent => "The $measure is **$value%**, from $used_rows.",
            _ => "The $measure is **$value**, from $used_rows.",
        };
        let second = match &self.terms.second {
            None => String::new(),
            Some(_) => self.fill("The $second_label is **$second**, from $second_used_rows."),
        };
        vec![self.fill(first), second]
    }

    fn named(&self) -> String {
        self.query.measure.as_ref().map(wording::measure).unwrap_or_default()
    }

    /// Returns a list of rows; the end of an order is named.
    fn rows(&self) -> Vec<String> {
        let (record, query) = (self.record, self.query);
        let shown = query.show.len() + query.groups.len();
        let width =
            if shown == 0 { None } else { Some(shown + usize::from(!self.terms.measure.counts())) };
        let list = table::list(record, Unit::Number, None, &[], width);
        if record.cells.is_empty() {
            return vec!["No row has a usable value.".to_owned()];
        }
        let head = match (query.sort, self.terms.measure.counts()) {
            (Some(_), false) => {
                let end = wording::end(query);
                let one = record.total_rows == 1 || query.limit == Some(1);
                let first =
                    one.then(|| self.first_row(&end)).flatten().filter(|_| query.groups.is_empty());
                let rows = if record.total_rows == 1 { "**row**" } else { "**$shown rows**" };
                first.unwrap_or_else(|| self.fill(&format!("The {rows} with the {end} `$column`:")))
            }
            _ if record.matched == 1 && query.show.len() == 1 && record.cells.len() == 1 => {
                let value = record.cells[0]
                    .first()
                    .map(|value| say(value, self.unit_of(0)))
                    .unwrap_or_default();
                return vec![format!(
                    "`{}` is **{value}**.",
                    plain(&query.show[0]).replace('`', "'")
                )];
            }
            _ if query.filters.is_empty() && query.base.is_empty() => {
                self.fill("The first **$shown rows**:")
            }
            _ if record.total_rows < record.matched => {
                self.fill("The first **$shown** of $matched rows that match:")
            }
            _ if record.total_rows == 1 => self.fill("**$shown row** matches:"),
            _ => self.fill("The **$shown rows** that match:"),
        };
        vec![head, list]
    }

    /// Returns a sentence on the rows at the end of an order, by the column that names them.
    fn first_row(&self, end: &str) -> Option<String> {
        let name = self.query.show.first().filter(|name| **name != self.named())?;
        let at = self.record.columns.iter().position(|column| column == name)?;
        let value =
            self.record.columns.iter().position(|column| *column == self.terms.measure.name)?;
        let names: Vec<String> = self
            .record
            .cells
            .iter()
            .take(6)
            .filter_map(|row| Some(format!("**{}**", say(row.get(at)?, Unit::Text))))
            .collect();
        let more = (self.record.total_rows as usize).saturating_sub(names.len());
        let names = if more > 0 {
            format!("{} and {more} more", names.join(", "))
        } else {
            listed(&names, "and")
        };
        let has = if self.record.total_rows > 1 { "have" } else { "has" };
        let most = say(self.record.cells.first()?.get(value)?, self.unit_of(value));
        Some(self.fill(&format!("{names} {has} the {end} `$column`: **{most}**.")))
    }

    /// Returns the unit of a column of the rows.
    fn unit_of(&self, at: usize) -> Unit {
        let name = self.record.columns.get(at).map_or("", String::as_str);
        if table::names_a_row(name) { Unit::Text } else { Unit::Number }
    }

    /// Returns a sentence on both ends of the result, if they differ.
    fn ends(&self, what: &str, place: &str) -> Option<String> {
        let percent = if self.unit == Unit::Percent { "%" } else { "" };
        let (best, worst) = (
            format!("{place} **$best** with **$most{percent}**"),
            format!("{place} **$worst** with **$least{percent}**"),
        );
        match self.record.ends.as_slice() {
            [(_, most, _), (_, least, _)] if most != least => {
                Some(self.fill(&format!("{what} is highest {best} and lowest {worst}.")))
            }
            _ => None,
        }
    }

    fn ranked(&self, order: Order) -> String {
        let (at, names, value) = match order {
            Order::Top => (0, "$best", "$most"),
            Order::Bottom => (1, "$worst", "$least"),
        };
        let Some((_, _, count)) = self.record.ends.get(at) else {
            return "No group has a usable value.".to_owned();
        };
        let has = if *count > 1 { "have" } else { "has" };
        let end = match (order, self.terms.measure.counts() && self.shape != Shape::Rates) {
            (_, true) if self.query.nth => {
                format!("the {} number of rows", wording::end(self.query))
            }
            (_, false) if self.query.nth => format!("the {} $measured", wording::end(self.query)),
            (Order::Top, true) => "the most rows".to_owned(),
            (Order::Bottom, true) => "the fewest rows".to_owned(),
            (Order::Top, _) => "the highest $measured".to_owned(),
            (Order::Bottom, _) => "the lowest $measured".to_owned(),
        };
        let percent = if self.unit == Unit::Percent { "%" } else { "" };
        self.fill(&format!("**{names}** {has} {end}: **{value}{percent}**."))
    }

    fn grouped(&self) -> Vec<String> {
        let (record, query) = (self.record, self.query);
        let having = query.having.is_some();
        if record.cells.is_empty() {
            let why = if having {
                "No $group meets the condition: **0 of $groups**."
            } else {
                "No $group has a usable value."
            };
            return vec![self.fill(why)];
        }
        let first = match query.sort {
            _ if having => self.fill("**$kept of $groups values of $group** meet the condition."),
            Some(order) if self.unit != Unit::Text => self.ranked(order),
            _ => self
                .ends("By $group, the $measured", "for")
                .unwrap_or_else(|| self.fill("**$measure_head by $group**:")),
        };
        let several = query.sort.is_none()
            || query.limit != Some(1)
            || record.cells.len() > 1
            || is_shared(query);
        let all = self.terms.measure.adds_up()
            && record.count("groups") > 1
            && !having
            && self.shape != Shape::Rates;
        let together = match query.sort {
            Some(_) if record.values.contains_key("together") && record.total_rows > 1 => {
                let part = record.values.get("together").map(percent).unwrap_or_default();
                format!("**{part}** belong to these {} together.", record.total_rows)
            }
            _ => String::new(),
        };
        let rate = if self.shape == Shape::Rates { "- In all: $part of $base" } else { "" };
        vec![
            together,
            first,
            if several || self.terms.second.is_some() { self.list() } else { String::new() },
            self.fill(if all { "- All $groups groups together: $whole" } else { rate }),
        ]
    }

    /// Returns a line for each value by which a trend is split.
    fn lines(&self) -> Vec<String> {
        let line = |line: &Vec<Value>| match line.as_slice() {
            [name, most, best, least, worst] => Some(format!(
                "- {}: highest {} in {}, lowest {} in {}",
                say(name, Unit::Text),
                say(most, self.unit),
                say(best, Unit::Text),
                say(least, self.unit),
                say(worst, Unit::Text)
            )),
            _ => None,
        };
        let lines: Vec<String> = self.record.lines.iter().filter_map(line).collect();
        let head =
            format!("**{}**{}", escape(&label::title(self.query)), self.fill(", $shown $grains:"));
        vec![head, lines.join("\n"), self.list()]
    }

    fn quality(&self) -> Vec<String> {
        let line = |gap: &Vec<Value>| match gap.as_slice() {
            [name, missing, part, unreadable] => {
                let any = |count: &Value| count.as_f64().is_some_and(|count| count > 0.0);
                let blank = any(missing)
                    .then(|| format!("{} missing ({})", say(missing, Unit::Count), percent(part)));
                let other =
                    any(unreadable).then(|| format!("{} unreadable", say(unreadable, Unit::Count)));
                let says: Vec<String> = blank.into_iter().chain(other).collect();
                Some(format!("- **{}**: {}", say(name, Unit::Text), says.join(", ")))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Record;

    #[test]
    fn whole_numbers_that_name_groups_have_no_decimals() {
        for (cells, expected) in
            [(json!([[0.0, 1.98], [1.0, 1.82]]), "1"), (json!([["1.0", 2], ["1.1", 3]]), "1.0")]
        {
            let record = json!({"cells": cells, "ends": [[["1.0"], 1.98, 1]]});
            let record: Record = serde_json::from_value(record).expect("a record");
            assert_eq!(record.names(0), expected);
        }
    }
}
