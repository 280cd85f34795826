//! Collects the values of an outcome.

use std::collections::HashSet;

use kernel::{Finding, Outcome, TableData};
use serde_json::Value as Json;

use super::lines::{self, Block};
use super::{Column, Known, NONE, Place, Role, Source, Values};
use super::{headings, printed_json};
use crate::quantity::{Date, Quantity, Value, printed};
use crate::{labels, literals};

/// The most numbers that are kept of one execution: more than an outcome of ordinary size has.
const MAX_NUMBERS: usize = 50_000;
/// The most bytes that are read at each end of a text. A model may see 5,000 of them and the page
/// shows 16 KB at once; reading 128 KB blocked the page for 40 ms.
const MAX_TEXT_END_BYTES: usize = 1 << 14;
/// The forms of a result that are text with tags.
const MARKUP: [&str; 3] = ["text/html", "text/latex", "text/markdown"];

/// The values of an outcome, while they are collected.
pub(super) struct Adding<'a> {
    pub(super) values: Values,
    at: usize,
    typed: HashSet<u64>,
    left: usize,
    /// The labels of the files' columns.
    measures: &'a HashSet<String>,
}

impl<'a> Adding<'a> {
    pub(super) fn new(at: usize, code: &str, measures: &'a HashSet<String>) -> Self {
        let quoted = literals::strings(code);
        let typed = quoted.iter().flat_map(|text| printed(text)).filter_map(bits).collect();
        let values = Values { parameters: literals::parameters(code), ..Values::default() };
        Self { values, at, typed, left: MAX_NUMBERS, measures }
    }

    pub(super) fn finish(mut self, code: &str, outcome: &Outcome) -> Values {
        self.outcome(outcome);
        self.values.headings = headings::of_groups(&self.values, code, self.measures);
        self.values.numbers.sort_by(|one, other| one.value.abs().total_cmp(&other.value.abs()));
        self.values
    }

    fn outcome(&mut self, outcome: &Outcome) {
        self.text(Place::Output, &outcome.stdout);
        for (index, shown) in outcome.results.iter().enumerate() {
            let place = Place::Result(index);
            match &shown.data {
                // The text has the same values with fewer digits.
                Some(data) => {
                    self.values.text.push(shown.text.to_lowercase());
                    self.table(place, data);
                }
                None => self.text(place, &shown.text),
            }
            for (media, content) in &shown.mime {
                if MARKUP.contains(&media.as_str()) && shown.data.is_none() {
                    let start = &content[..content.floor_char_boundary(2 * MAX_TEXT_END_BYTES)];
                    self.text(place, &without_tags(start));
                }
            }
            // The ticks of its axes are not results.
            if let Some(Ok(mut chart)) = shown.chart.as_ref().map(serde_json::to_value) {
                self.json(place, &chart["elements"].take());
                self.text(place, chart["title"].as_str().unwrap_or_default());
            }
        }
        if let Some(error) = &outcome.error {
            self.text(Place::Output, &error.value);
        }
        // Names that an answer may state, and no numbers.
        let named = outcome.findings.iter().flat_map(|finding| match finding {
            Finding::NoMatch { nearest, .. } => nearest.as_slice(),
            Finding::NotNumbers { examples, .. } => examples,
            Finding::Join { .. } => &[],
        });
        self.values.text.extend(named.map(|name| name.to_lowercase()));
    }

    /// Takes a text, of a long one its first and last lines.
    fn text(&mut self, place: Place, text: &str) {
        if text.len() <= 2 * MAX_TEXT_END_BYTES {
            return self.whole_text(place, text);
        }
        let start = &text[..text.floor_char_boundary(MAX_TEXT_END_BYTES)];
        let end = &text[text.ceil_char_boundary(text.len() - MAX_TEXT_END_BYTES)..];
        // A line that is cut may be cut in a number.
        let start = start.rsplit_once('\n').map_or(start, |(lines, _)| lines);
        let end = end.split_once('\n').map_or(end, |(_, lines)| lines);
        self.whole_text(place, start);
        self.whole_text(place, end);
    }

    /// Takes a text: JSON if a line of it begins an object or an array, else lines and columns.
    fn whole_text(&mut self, place: Place, text: &str) {
        self.values.text.push(text.to_lowercase());
        let mut rest = text;
        let mut records = Vec::new();
        while let Some((before, json, after)) = printed_json::split(rest) {
            if !before.trim().is_empty() {
                self.all_json(place, &mut records);
            }
            self.lines(place, before);
            records.push(json);
            rest = after;
        }
        self.all_json(place, &mut records);
        self.lines(place, rest);
    }

    fn lines(&mut self, place: Place, text: &str) {
        let quantities = printed(text);
        for block in lines::blocks(text, &quantities) {
            self.block(place, &block, &quantities);
        }
    }

    fn block(&mut self, place: Place, block: &Block<'_>, quantities: &[Quantity]) {
        let widths = || block.lines.iter().map(|line| line.quantities.len());
        let width = widths().max().unwrap_or(0);
        let regular = widths().min() == Some(width);
        let aligned = block.lines.len() > 1 && block.lines.iter().all(|line| line.aligned);
        let keys: Vec<Option<i64>> = block.lines.iter().map(|line| line.key).collect();
        let keyed = regular && lines::are_keys(&keys);
        let table = self.begin_table(aligned || keyed);
        // One number by itself is a result of its own.
        let alone = block.lines.len() == 1
            && width == 1
            && block.lines.iter().all(|line| line.labels.is_empty());
        let columns: Vec<u32> = (0..if regular && !alone { width } else { 0 })
            .map(|at| {
                let name = (block.header.len() + at)
                    .checked_sub(width)
                    .and_then(|at| block.header.get(at));
                self.begin_column(place, table, name.copied().unwrap_or_default())
            })
            .collect();
        for (at, line) in block.lines.iter().enumerate() {
            let row = if alone { NONE } else { self.begin_row(table) };
            if let Some(key) = line.key.filter(|_| keyed) {
                self.add_label(row, labels::of_key(key));
            }
            for (label, place) in line.labels.iter().zip(0..) {
                self.label(row, label, place == 0);
            }
            for (at, quantity) in
                quantities.get(line.quantities.clone()).unwrap_or_default().iter().enumerate()
            {
                match &quantity.value {
                    Value::Date(date) => {
                        self.date(place, *date);
                        self.date_label(row, date);
                    }
                    Value::Number(number) => {
                        let quantile =
                            labels::of_quantile(number.value).filter(|_| at == 0 && number.percent);
                        if let Some(label) = quantile {
                            self.label(row, label, true);
                            continue;
                        }
                        if at == 0
                            && line.quantities.len() > 1
                            && is_year(number.value, number.resolution)
                        {
                            self.add_label(row, number.value.to_string());
                        }
                        let column = columns.get(at).copied().unwrap_or(NONE);
                        self.number(place, number.value, number.resolution, row, column);
                        if at == 0 && keyed {
                            self.set_role(Role::Key);
                        }
                    }
                }
            }
            if at + 1 == block.lines.len() && aligned {
                self.size(place, block.lines.len());
            }
        }
    }

    fn table(&mut self, place: Place, data: &TableData) {
        let table = self.begin_table(data.total_rows > 1);
        let columns: Vec<u32> =
            data.columns.iter().map(|name| self.begin_column(place, table, name)).collect();
        let keys: Vec<Option<i64>> =
            data.rows.iter().map(|cells| cells.first().and_then(Json::as_i64)).collect();
        let keyed = data.index_columns == 1 && lines::are_keys(&keys);
        for cells in data.rows.iter().chain(&data.tail) {
            let row = self.begin_row(table);
            if let Some(key) = cells.first().and_then(Json::as_i64).filter(|_| keyed) {
                self.add_label(row, labels::of_key(key));
            }
            let mut first = true;
            for (at, cell) in cells.iter().enumerate() {
                match cell {
                    Json::Number(number) => {
                        let value = number.as_f64().unwrap_or(f64::NAN);
                        let column = columns.get(at).copied().unwrap_or(NONE);
                        if at < data.index_columns.max(1) {
                            self.first_number(place, value, row, column);
                            if keyed {
                                self.set_role(Role::Key);
                            }
                        } else {
                            self.number(place, value, 0.0, row, column);
                        }
                    }
                    Json::String(text) => {
                        self.cell(place, row, text, first);
                        let percent = text
                            .strip_suffix('%')
                            .filter(|_| first)
                            .and_then(|text| text.parse().ok());
                        if let Some(label) = percent.and_then(labels::of_quantile) {
                            self.label(row, label, true);
                        }
                        first = false;
                    }
                    Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => {}
                }
            }
        }
        // What names the rows is not added up.
        let names = columns.iter().take(data.index_columns);
        names.for_each(|column| self.values.columns[*column as usize].total = None);
        if !data.tail.is_empty() {
            // The rows between are not known, so that neither are the sums.
            columns.iter().for_each(|column| self.values.columns[*column as usize].total = None);
        }
        self.size(place, data.total_rows as usize);
        for name in &data.columns {
            for quantity in printed(name) {
                if let Value::Number(number) = quantity.value {
                    self.number(place, number.value, number.resolution, NONE, NONE);
                }
            }
        }
        let width = data.columns.len().saturating_sub(data.index_columns);
        self.size(place, width);
        self.values.text.push(data.columns.join("\n").to_lowercase());
    }

    /// Takes a cell or a string of JSON: its numbers and dates, and itself as a label.
    pub(super) fn cell(&mut self, place: Place, row: u32, text: &str, first: bool) {
        for quantity in printed(text) {
            match &quantity.value {
                Value::Date(date) => {
                    self.date(place, *date);
                    self.date_label(row, date);
                }
                Value::Number(number) => {
                    self.number(place, number.value, number.resolution, row, NONE)
                }
            }
        }
        self.label(row, text, first);
        self.values.text.push(text.to_lowercase());
    }

    /// Takes the first number of a row, which labels it if it is a year.
    pub(super) fn first_number(&mut self, place: Place, value: f64, row: u32, column: u32) {
        if is_year(value, 1.0) {
            self.add_label(row, value.to_string());
        }
        self.number(place, value, 0.0, row, column);
    }

    pub(super) fn begin_table(&mut self, strict: bool) -> u32 {
        self.values.strict.push(strict);
        self.values.measured.push(false);
        index(self.values.strict.len() - 1)
    }

    pub(super) fn begin_column(&mut self, place: Place, table: u32, name: &str) -> u32 {
        let label = labels::label(name).or_else(|| labels::of_number(name)).unwrap_or_default();
        let source = Source { at: self.at, place };
        self.values.columns.push(Column { label, table, total: Some(0.0), count: 0, source });
        index(self.values.columns.len() - 1)
    }

    pub(super) fn begin_row(&mut self, table: u32) -> u32 {
        self.values.rows.push(table);
        index(self.values.rows.len() - 1)
    }

    /// Adds a label to a row. If the first labels of the rows are those of measures, an answer
    /// may say them in other words.
    pub(super) fn label(&mut self, row: u32, text: &str, first: bool) {
        let Some(label) = labels::label(text) else { return };
        if labels::is_measure(&label, self.measures)
            && let Some(measured) = self
                .values
                .table(row)
                .and_then(|table| self.values.measured.get_mut(table as usize))
        {
            *measured = true;
        }
        if first
            && (labels::is_measure(&label, self.measures) || labels::is_long(text))
            && let Some(strict) =
                self.values.table(row).and_then(|table| self.values.strict.get_mut(table as usize))
        {
            *strict = false;
        }
        self.add_label(row, label);
    }

    /// Returns whether a text names a statistic or a column of a file.
    pub(super) fn is_measure(&self, text: &str) -> bool {
        labels::label(text).is_some_and(|label| labels::is_measure(&label, self.measures))
    }

    fn date_label(&mut self, row: u32, date: &Date) {
        labels::of_parts(date).into_iter().for_each(|label| self.add_label(row, label));
    }

    fn add_label(&mut self, row: u32, label: String) {
        let rows = self.values.labels.entry(label).or_default();
        if rows.last() != Some(&row) {
            rows.push(row);
        }
    }

    pub(super) fn number(
        &mut self,
        place: Place,
        value: f64,
        resolution: f64,
        row: u32,
        column: u32,
    ) {
        if !value.is_finite() || self.left == 0 {
            return;
        }
        self.left -= 1;
        let source = Source { at: self.at, place };
        let typed = self.typed.contains(&value.to_bits());
        let role = Role::Value;
        self.values.numbers.push(Known { value, resolution, source, typed, role, row, column });
        if let Some(column) = self.values.columns.get_mut(column as usize) {
            column.total = column.total.map(|total| total + value);
            column.count += 1;
        }
    }

    /// Takes how many rows or columns a table has.
    fn size(&mut self, place: Place, count: usize) {
        self.number(place, count as f64, 0.0, NONE, NONE);
        self.set_role(Role::Size);
    }

    /// Says what the last number is for.
    fn set_role(&mut self, role: Role) {
        if let Some(last) = self.values.numbers.last_mut() {
            last.role = role;
        }
    }

    fn date(&mut self, place: Place, date: Date) {
        self.values.dates.insert(date, Source { at: self.at, place });
    }
}

fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}

fn is_year(value: f64, resolution: f64) -> bool {
    (1000.0..3000.0).contains(&value) && value.fract() == 0.0 && resolution == 1.0
}

fn bits(quantity: Quantity) -> Option<u64> {
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
