//! Code generation: a plan as Python that an analyst would write, assembled from `templates/*.py`.
//!
//! Every name and value from the file enters through [`crate::literal`]. Corrections after a failure come in
//! as [`Fixes`]; this module does not know how they are determined.

mod pairs;
mod prepare;
mod report;
mod rows;
mod steps;
mod study;
mod trend;

use crate::columns;
use crate::input::{Column, File, Table};
use crate::label;
use crate::literal::{fill, list, number, text};
use crate::plan::{Chart, Grain, Group, Measure, Of, Op, Order, Query, Share, Task};
use crate::years;

/// The corrections after a failure.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Fixes {
    /// Read with this encoding.
    pub(crate) encoding: Option<&'static str>,
    /// Let the reader find the separator; `Some(true)`: and skip lines that do not fit.
    pub(crate) separator: Option<bool>,
    /// Clean every column that is calculated with, whatever the profile says.
    pub(crate) numbers: bool,
    /// Read dates one by one, day first.
    pub(crate) dates: bool,
    /// Trim the columns' names.
    pub(crate) names: bool,
    /// Read in pieces, and only the columns that are needed.
    pub(crate) pieces: bool,
    /// Draw nothing.
    pub(crate) no_figure: bool,
}

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../templates/", $name, ".py"))
    };
}

/// Returns the Python for a query.
pub(crate) fn write(query: &Query, file: &File, table: &Table, fixes: &Fixes) -> String {
    let writer = Writer { query, table, file };
    let body = writer.body();
    let imports = [("re.sub(", "import re\n"), ("textwrap.", "import textwrap\n")];
    let used = |marks: &[(&str, &str)]| -> String {
        marks.iter().filter(|(mark, _)| body.contains(mark)).map(|(_, line)| *line).collect()
    };
    let mut code = used(&imports);
    if !code.is_empty() {
        code.push('\n');
    }
    code.push_str("import pandas as pd\n");
    let plain = fixes.no_figure || query.task.chart() == Some(Chart::Table);
    if body.contains("plt.") && !plain {
        code.push_str("import matplotlib.pyplot as plt\n");
        code.push_str(&used(&[
            ("PdfPages(", "from matplotlib.backends.backend_pdf import PdfPages\n"),
            ("BarChart(", "from openpyxl.chart import BarChart, Reference\n"),
            ("Font(", "from openpyxl.styles import Font\n"),
            ("get_column_letter(", "from openpyxl.utils import get_column_letter\n"),
        ]));
        // A dollar sign in a name would start a formula.
        if table
            .columns
            .iter()
            .any(|column| column.name.contains('$') || column.examples.iter().any(|e| e.contains('$')))
        {
            code.push_str("\nplt.rcParams[\"text.parse_math\"] = False\n");
        }
    }
    code.push('\n');
    code.push_str(&prepare::rows(query, file, table, fixes));
    code.push('\n');
    code.push_str(&if plain { without_figure(&body) } else { body });
    code
}

/// Removes each paragraph that draws.
fn without_figure(body: &str) -> String {
    let paragraphs: Vec<&str> = body
        .trim_end()
        .split("\n\n")
        .filter(|part| !part.contains("ax.") && !part.contains("plt."))
        .collect();
    paragraphs.join("\n\n") + "\n"
}

/// Returns the Python of an arithmetic expression.
pub(crate) fn arithmetic(expression: &str, functions: &[String]) -> String {
    if functions.is_empty() {
        return format!("{expression}\n");
    }
    format!("from math import {}\n\n{expression}\n", functions.join(", "))
}

struct Writer<'a> {
    file: &'a File,
    query: &'a Query,
    table: &'a Table,
}

impl Writer<'_> {
    fn body(&self) -> String {
        match &self.query.task {
            Task::Overview => {
                fill(template!("overview"), &[("kinds", self.kinds()), ("panels", self.panels())])
            }
            Task::Quality => fill(template!("quality"), &[("kinds", self.kinds())]),
            Task::Columns => fill(template!("columns"), &[("kinds", self.kinds())]),
            Task::Rows { limit, sort } => {
                let sorted = sort.as_ref().map(|(column, order)| {
                    format!(
                        ".sort_values({}, ascending={}, kind=\"stable\")",
                        text(column),
                        python(*order == Order::Bottom)
                    )
                });
                fill(template!("rows"), &[("sort", sorted.unwrap_or_default()), ("limit", limit.to_string())])
            }
            Task::Scalar { measure } => self.scalar(measure),
            Task::Grouped { measure, by, rank, share, chart } => match by.as_slice() {
                [one] => self.grouped(measure, one, *rank, share, *chart),
                [one, two, ..] if rank.is_none() => self.crossed(measure, one, two),
                many => self.ranked(measure, many, *rank),
            },
            Task::Trend { measure, date, grain, split, rank, chart } => match split {
                Some(split) => self.split_trend(measure, date, *grain, split),
                None => self.trend(measure, date, *grain, *rank, *chart),
            },
            Task::Histogram { column } => self.histogram(column),
            Task::Correlation { columns } => self.correlation(columns),
            Task::Study(study) => self.study(study),
        }
    }

    fn kinds(&self) -> String {
        let kind = |column: &Column| match years::is_years(column) {
            true => "integer".to_owned(),
            false => format!("{:?}", column.r#type).to_lowercase(),
        };
        list(self.table.columns.iter().map(kind))
    }

    /// Returns up to four columns worth a small figure: a date, the main number, two categories.
    fn panels(&self) -> String {
        let table = self.table;
        let useful = |wanted: fn(&crate::input::Column) -> bool, most: usize| {
            let mut found: Vec<_> =
                table.columns.iter().filter(|column| wanted(column) && column.distinct > 1).collect();
            found.sort_by_key(|column| match columns::role(column) {
                "money" => 0,
                "quantity" | "price" | "level" => 1,
                "identifier" => 3,
                _ => 2,
            });
            found.into_iter().take(most).map(|column| column.name.clone()).collect::<Vec<_>>()
        };
        let mut panels = useful(|column| column.is_date() && !years::is_years(column), 1);
        panels.extend(useful(|column| column.is_number(), 1));
        panels.extend(useful(|column| column.is_text() && column.distinct <= 60, 4 - panels.len()));
        if panels.is_empty() {
            panels.extend(table.columns.iter().take(1).map(|column| column.name.clone()));
        }
        list(panels)
    }

    fn scalar(&self, measure: &Measure) -> String {
        let (value, used) = match (&measure.of, column_of(measure)) {
            (Of::Rows, _) | (_, None) => ("len(df)".to_owned(), "len(df)".to_owned()),
            (_, Some(column)) => {
                (format!("df[{column}].{}()", measure.op.method()), format!("df[{column}].count()"))
            }
        };
        let label = text(&label::measure(measure));
        fill(template!("scalar"), &[("value", value), ("label", label), ("used", used)])
    }

    /// Returns one value per group, as a Series.
    fn values(&self, measure: &Measure, by: &[&Group]) -> String {
        let keys: Vec<String> = by.iter().map(|group| key(group)).collect();
        let keys = if let [one] = keys.as_slice() { one.clone() } else { format!("[{}]", keys.join(", ")) };
        match column_of(measure) {
            Some(column) => format!("df.groupby({keys})[{column}].{}()", measure.op.method()),
            None => format!("df.groupby({keys}).size()"),
        }
    }

    fn grouped(
        &self,
        measure: &Measure,
        by: &Group,
        rank: Option<(Order, usize)>,
        share: &Share,
        chart: Chart,
    ) -> String {
        let group = group_name(by);
        let measured = label::unlike(&label::measure(measure), &group);
        let ordered = match by {
            Group::Part(..) => true,
            Group::Column(name) => self.table.column(name).is_some_and(|column| !column.is_text()),
        };
        let sorted = match (rank, by) {
            (Some((Order::Top, n)), _) => format!("values.nlargest({n})"),
            (Some((Order::Bottom, n)), _) => format!("values.nsmallest({n})"),
            (None, Group::Part(_, Grain::Weekday)) => format!("values.reindex({})", list(WEEKDAYS)),
            (None, _) if ordered => "values.sort_index()".to_owned(),
            (None, _) => "values.sort_values(ascending=False)".to_owned(),
        };
        let mut result =
            format!("result = {sorted}.rename_axis({}).reset_index(name={})", text(&group), text(&measured));
        if *share != Share::No {
            result += &format!(
                "\nresult[\"share %\"] = (result[{}] / values.sum() * 100).round(2)",
                text(&measured)
            );
        }
        if measure.op.adds_up() {
            result += &format!(
                "\nif len(values) > 1:\n    print(f\"All {{len(values):,}} groups together: {{values.sum():,{}}}\")",
                self.digits(measure)
            );
        } else {
            result += "\nprint(f\"Groups: {len(values):,}\")";
        }
        let values = self.values(measure, &[by]);
        let only = only(self.query, "values");
        let code = fill(template!("grouped"), &[("values", values), ("only", only), ("result", result)]);
        let upright = rank.is_none() && ordered;
        let figure = match chart {
            Chart::Pie if measure.op.adds_up() => template!("pie"),
            Chart::Line | Chart::Bar | Chart::Auto | Chart::Pie if upright => template!("columns_chart"),
            _ => template!("bars"),
        };
        code + "\n"
            + &fill(
                figure,
                &[
                    ("group", text(&group)),
                    ("label", text(&measured)),
                    ("label_text", text(&label::plain(&measured))),
                    ("group_text", text(&label::plain(&group))),
                    ("digits", self.digits(measure)),
                    ("title", text(&label::title(self.query))),
                ],
            )
    }

    fn histogram(&self, column: &str) -> String {
        fill(
            template!("histogram"),
            &[
                ("column", text(column)),
                ("column_text", text(&label::plain(column))),
                ("digits", ".2f".to_owned()),
                ("title", text(&label::title(self.query))),
                ("label", text(&label::unlike(column, "figure"))),
            ],
        )
    }

    fn correlation(&self, columns: &[String]) -> String {
        let title = ("title", text(&label::title(self.query)));
        if let [first, second] = columns {
            return fill(
                template!("scatter"),
                &[
                    ("first", text(first)),
                    ("second", text(second)),
                    ("first_text", text(&label::plain(first))),
                    ("second_text", text(&label::plain(second))),
                    title,
                ],
            );
        }
        fill(template!("correlation"), &[("columns", list(columns)), title])
    }

    /// Returns the format of a measure: cents for money, no decimals for counts.
    fn digits(&self, measure: &Measure) -> String {
        label::digits(measure, self.table).to_owned()
    }
}

/// Returns a line that keeps the requested measures, and prints how many these are.
fn only(query: &Query, of: &str) -> String {
    let Some((sign, value)) = query.only else { return String::new() };
    let pieces = [("of", of.to_owned()), ("sign", sign.to_owned()), ("value", number(value))];
    fill(template!("only"), &pieces).trim_end().to_owned()
}

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Returns the literal of the measured column; for a product, of the computed one.
fn column_of(measure: &Measure) -> Option<String> {
    match &measure.of {
        Of::Rows => None,
        Of::Column(name) => Some(text(name)),
        Of::Product(a, b) => Some(text(&label::product_name(a, b))),
    }
}

fn group_name(group: &Group) -> String {
    match group {
        Group::Column(name) => name.clone(),
        Group::Part(_, grain) => grain.name().to_owned(),
    }
}

fn key(group: &Group) -> String {
    match group {
        Group::Column(name) => text(name),
        Group::Part(date, Grain::Hour) => format!("df[{}].dt.hour", text(date)),
        Group::Part(date, _) => format!("df[{}].dt.day_name()", text(date)),
    }
}

fn python(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

fn frequency(grain: Grain) -> &'static str {
    match grain {
        Grain::Hour => "h",
        Grain::Day | Grain::Weekday => "D",
        Grain::Week => "W",
        Grain::Month => "MS",
        Grain::Quarter => "QS",
        Grain::Year => "YS",
    }
}

/// Returns the method that aggregates values along an index of dates by period; years that the table lacks
/// are not added.
fn resampled(date: &str, grain: Grain, table: &Table) -> String {
    match grain {
        _ if years::of(table, date) => "groupby(level=0)".to_owned(),
        Grain::Week => "resample(\"W-MON\", label=\"left\", closed=\"left\")".to_owned(),
        _ => format!("resample(\"{}\")", frequency(grain)),
    }
}

fn period_names(grain: Grain, of: &str) -> String {
    let format = match grain {
        Grain::Hour => "%Y-%m-%d %H:00",
        Grain::Month => "%Y-%m",
        Grain::Year => "%Y",
        Grain::Quarter => return format!("{of}.index.to_period(\"Q\").astype(str)"),
        Grain::Day | Grain::Week | Grain::Weekday => "%Y-%m-%d",
    };
    format!("{of}.index.strftime(\"{format}\")")
}

/// Starts the axis of sums and counts at zero, if none is negative.
fn floor(measure: &Measure, lowest: &str) -> String {
    if matches!(measure.op, Op::Sum | Op::Count | Op::Distinct) {
        format!("if {lowest} >= 0:\n    ax.set_ylim(bottom=0)")
    } else {
        String::new()
    }
}

/// Returns the lines of `template` if the last period is incomplete at the last date in the data.
fn partial(template: &str, grain: Grain, date: &str, table: &Table) -> String {
    // Periods in column names are complete.
    if years::of(table, date) || table.long.is_some() {
        return String::new();
    }
    let code = match grain {
        Grain::Month => "M",
        Grain::Quarter => "Q",
        Grain::Year => "Y",
        _ => return String::new(),
    };
    let pieces = [("newest", newest(date)), ("period", text(code)), ("grain_name", grain.name().to_owned())];
    fill(template, &pieces).trim_end().to_owned()
}

/// Returns lines that find the last moment that the data covers.
fn newest(date: &str) -> String {
    fill(template!("newest"), &[("date", text(date))]).trim_end().to_owned()
}
