//! The values that executions produced and files are known to have, each with where it stands.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernel::{Outcome, Profile, TableData};
use serde::Serialize;
use serde_json::Value as Json;

use crate::literals;
use crate::quantity::{Date, Value, printed};

/// The most numbers that are kept of one execution: more than an outcome of ordinary size has.
const MOST_NUMBERS: usize = 50_000;
/// The most bytes of one text that are read, from its beginning: reading as much takes a few milliseconds.
const MOST_TEXT: usize = 1 << 17;

/// The most executions that are kept, the newest: a session rarely has more, and an answer rarely goes back
/// so far.
const MOST_EXECUTIONS: usize = 200;
/// The forms of a result that are text with tags.
const MARKUP: [&str; 3] = ["text/html", "text/latex", "text/markdown"];

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Source {
    /// The execution that produced it, as the caller identifies it; for a profile, the file's position.
    pub at: usize,
    /// The part of its outcome.
    pub place: Place,
}

/// A part of an outcome, or another place where values stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// What was printed.
    Output,
    /// The result with this index.
    Result(usize),
    /// The profile of a file.
    Profile,
}

/// A number of the evidence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) value: f64,
    /// The unit of its last digit, 0 where all digits are known.
    pub(crate) resolution: f64,
    pub(crate) source: Source,
    /// Whether it stands in a string of the code, so that printing it computes nothing.
    pub(crate) typed: bool,
}

/// The numbers of one column of a small table, from which totals and shares can be computed.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) values: Vec<f64>,
    pub(crate) source: Source,
}

/// Everything that answers may rely on. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    executions: Vec<Execution>,
    files: Vec<Arc<Values>>,
}

#[derive(Clone, Debug)]
struct Execution {
    values: Arc<Values>,
    /// Whether a model has read them.
    disclosed: bool,
}

/// The values of one execution or file.
#[derive(Debug, Default)]
struct Values {
    /// By absolute value.
    numbers: Vec<Known>,
    dates: HashMap<Date, Source>,
    columns: Vec<Column>,
    /// In lower case.
    text: Vec<String>,
}

impl Evidence {
    /// Adds the outcome of an execution, which ran `code`; `at` identifies it in [`Source`].
    pub fn add_outcome(&mut self, at: usize, code: &str, outcome: &Outcome) {
        let quoted = literals::strings(code);
        let typed: HashSet<u64> = quoted.iter().flat_map(|text| printed(text)).filter_map(bits).collect();
        let mut adding = Adding { values: Values::default(), at, typed, left: MOST_NUMBERS };
        adding.outcome(outcome);
        let mut values = adding.values;
        values.numbers.sort_by(|one, other| one.value.abs().total_cmp(&other.value.abs()));
        if self.executions.len() == MOST_EXECUTIONS {
            self.executions.remove(0);
        }
        self.executions.push(Execution { values: Arc::new(values), disclosed: false });
    }

    /// Records that a model has read what the newest execution produced.
    pub fn set_disclosed(&mut self) {
        if let Some(newest) = self.executions.last_mut() {
            newest.disclosed = true;
        }
    }

    /// Returns the part that models have read: the files, and executions that were disclosed. A model whose
    /// answers were compared with more could find out values by stating guesses.
    pub fn disclosed(&self) -> Self {
        let executions = self.executions.iter().filter(|execution| execution.disclosed).cloned().collect();
        Self { executions, files: self.files.clone() }
    }

    /// Returns the part that no execution produced: the files.
    pub fn of_files(&self) -> Self {
        Self { executions: Vec::new(), files: self.files.clone() }
    }

    /// Sets the files that exist, as a model knows them without running anything: counts and names, no
    /// cells. A file's position identifies it in [`Source`].
    pub fn set_files<'a>(&mut self, profiles: impl IntoIterator<Item = &'a Profile>) {
        let files = profiles.into_iter().enumerate();
        self.files = files.map(|(at, profile)| Arc::new(Values::of_file(at, profile))).collect();
    }

    /// Returns whether no execution has produced a value.
    pub fn is_empty(&self) -> bool {
        self.executions.iter().all(|execution| execution.values.is_empty())
    }

    /// Returns whether a name occurs in the evidence, whatever its case.
    pub fn mentions(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.all().flat_map(|values| &values.text).any(|text| text.contains(&name))
    }

    /// Returns the numbers whose absolute value is from `low` to `high`.
    pub(crate) fn between(&self, low: f64, high: f64) -> impl Iterator<Item = &Known> {
        self.all().flat_map(move |values| {
            let start = values.numbers.partition_point(|known| known.value.abs() < low);
            let end = values.numbers.partition_point(|known| known.value.abs() <= high);
            values.numbers.get(start..end).unwrap_or_default()
        })
    }

    /// Returns where a date stands that says everything that `date` says.
    pub(crate) fn date(&self, date: &Date) -> Option<Source> {
        let exact = self.all().find_map(|values| values.dates.get(date));
        let whole = || self.dates().find(|(whole, _)| date.is_part_of(whole)).map(|(_, source)| source);
        exact.or_else(whole).copied()
    }

    /// Returns where a date of this year stands.
    pub(crate) fn year(&self, year: u16) -> Option<Source> {
        self.dates().find(|(date, _)| date.year == Some(year)).map(|(_, source)| *source)
    }

    pub(crate) fn columns(&self) -> impl Iterator<Item = &Column> {
        self.all().flat_map(|values| &values.columns)
    }

    fn dates(&self) -> impl Iterator<Item = (&Date, &Source)> {
        self.all().flat_map(|values| &values.dates)
    }

    /// The newest execution first.
    fn all(&self) -> impl Iterator<Item = &Values> {
        let executions = self.executions.iter().rev().map(|execution| &execution.values);
        executions.chain(&self.files).map(AsRef::as_ref)
    }
}

impl Values {
    fn of_file(at: usize, profile: &Profile) -> Self {
        let source = Source { at, place: Place::Profile };
        let mut counts = vec![profile.bytes, profile.tables.len() as u64];
        let mut names = vec![profile.name.clone()];
        for table in &profile.tables {
            counts.extend([table.rows, table.columns.len() as u64, table.duplicates]);
            names.extend(table.sheet.clone());
            for column in &table.columns {
                counts.extend([column.missing, column.distinct, column.bad]);
                names.push(column.name.clone());
            }
        }
        let known = |count| Known { value: count as f64, resolution: 0.0, source, typed: false };
        counts.sort_unstable();
        Self {
            numbers: counts.into_iter().map(known).collect(),
            text: vec![names.join("\n").to_lowercase()],
            ..Self::default()
        }
    }

    fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.text.iter().all(|text| text.trim().is_empty())
    }
}

/// The values of an outcome, while they are collected.
struct Adding {
    values: Values,
    at: usize,
    typed: HashSet<u64>,
    left: usize,
}

impl Adding {
    fn outcome(&mut self, outcome: &Outcome) {
        self.text(Place::Output, &outcome.stdout);
        for (index, shown) in outcome.results.iter().enumerate() {
            let place = Place::Result(index);
            self.text(place, &shown.text);
            for (media, content) in &shown.mime {
                if MARKUP.contains(&media.as_str()) {
                    let start = &content[..content.floor_char_boundary(MOST_TEXT)];
                    self.text(place, &without_tags(start));
                }
            }
            if let Some(data) = &shown.data {
                self.table(place, data);
            }
            if let Some(Ok(chart)) = shown.chart.as_ref().map(serde_json::to_value) {
                self.json(place, &chart);
            }
        }
        if let Some(error) = &outcome.error {
            self.text(Place::Output, &error.value);
        }
    }

    fn text(&mut self, place: Place, text: &str) {
        let text = &text[..text.floor_char_boundary(MOST_TEXT)];
        for quantity in printed(text) {
            match quantity.value {
                Value::Number(number) => self.number(place, number.value, number.resolution),
                Value::Date(date) => self.date(place, date),
            }
        }
        self.values.text.push(text.to_lowercase());
        self.last_numbers(place, text);
    }

    /// Takes the numbers at the ends of consecutive lines for a column, as a printed Series has one.
    fn last_numbers(&mut self, place: Place, text: &str) {
        let mut values = Vec::new();
        for line in text.lines().chain([""]) {
            let number = line.split_whitespace().last().filter(|_| line.split_whitespace().nth(1).is_some());
            match number.and_then(|word| word.parse::<f64>().ok()).filter(|value| value.is_finite()) {
                Some(value) => values.push(value),
                None => self.column(place, std::mem::take(&mut values)),
            }
        }
    }

    fn table(&mut self, place: Place, data: &TableData) {
        for row in data.rows.iter().chain(&data.tail) {
            for cell in row {
                self.json(place, cell);
            }
        }
        self.number(place, data.total_rows as f64, 0.0);
        self.number(place, data.columns.len().saturating_sub(data.index_columns) as f64, 0.0);
        self.values.text.push(data.columns.join("\n").to_lowercase());
        if data.tail.is_empty() {
            for column in 0..data.columns.len() {
                let values = data.rows.iter().filter_map(|row| row.get(column)?.as_f64()).collect();
                self.column(place, values);
            }
        }
    }

    fn json(&mut self, place: Place, value: &Json) {
        match value {
            Json::Number(number) => self.number(place, number.as_f64().unwrap_or(f64::NAN), 0.0),
            Json::String(text) => self.text(place, text),
            Json::Array(items) => items.iter().for_each(|item| self.json(place, item)),
            Json::Object(fields) => fields.values().for_each(|field| self.json(place, field)),
            Json::Null | Json::Bool(_) => {}
        }
    }

    fn number(&mut self, place: Place, value: f64, resolution: f64) {
        if value.is_finite() && self.left > 0 {
            self.left -= 1;
            let source = Source { at: self.at, place };
            let typed = self.typed.contains(&value.to_bits());
            self.values.numbers.push(Known { value, resolution, source, typed });
        }
    }

    fn date(&mut self, place: Place, date: Date) {
        self.values.dates.insert(date, Source { at: self.at, place });
    }

    fn column(&mut self, place: Place, values: Vec<f64>) {
        if values.len() > 1 {
            self.values.columns.push(Column { values, source: Source { at: self.at, place } });
        }
    }
}

fn bits(quantity: crate::Quantity) -> Option<u64> {
    match quantity.value {
        // One digit is a label more often than a result.
        Value::Number(number) if number.digits > 1 => Some(number.value.to_bits()),
        _ => None,
    }
}

/// Returns the text of HTML, its tags replaced by spaces.
fn without_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut inside = false;
    for character in html.chars() {
        match character {
            '<' => inside = true,
            '>' if inside => {
                inside = false;
                text.push(' ');
            }
            other if !inside => text.push(other),
            _ => {}
        }
    }
    text
}
