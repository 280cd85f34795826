//! Code generation: a query as Python that an analyst would write.
//!
//! A program has four parts: it prepares the rows, computes `result` and what the answer says,
//! prints that as one line of JSON, and draws a figure. Every name and value from the file enters
//! through [`crate::literal`].

mod filters;
mod join;
mod pieces;
mod prepare;
pub(crate) mod report;

use crate::input::{File, Table};
use crate::label;
use crate::literal::fill;
use crate::query::{Chart, Query};
use crate::shape::{self, Shape};
use crate::terms::Terms;

/// Returns the text of a template.
macro_rules! template {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $name, ".py"))
    };
}
use template;

/// The line of a template after which it draws.
const FIGURE: &str = "# figure\n";

/// The corrections after a failure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fixes {
    /// Read in pieces, and only the columns that are needed.
    pub(crate) pieces: bool,
}

/// A query that was made plain, and what it is about.
pub(crate) struct Writer<'a> {
    pub(crate) query: &'a Query,
    pub(crate) file: &'a File,
    pub(crate) table: &'a Table,
    pub(crate) fixes: Fixes,
    pub(crate) terms: Terms,
    pub(crate) shape: Shape,
    pub(crate) title: String,
    /// Whether it is a part of a report.
    pub(crate) in_report: bool,
}

/// Returns the Python for a query.
pub(crate) fn write(query: &Query, file: &File, table: &Table, fixes: Fixes) -> String {
    let plain = shape::plainly(query, table);
    let writer = Writer::new(&plain, file, table, fixes, label::title(query));
    let report = writer.shape == Shape::Report;
    let (compute, figure) = if report { writer.report() } else { writer.part() };
    let figure = if query.chart == Chart::None { String::new() } else { figure };
    let imports = match () {
        () if report => template!("report/imports"),
        () if figure.is_empty() => "import pandas as pd\n\n",
        () => "import matplotlib.pyplot as plt\nimport pandas as pd\n\n",
    };
    let body = format!("{}\n{compute}{}\n{figure}", writer.prepare(), template!("record"));
    // A dollar sign in a name would start a formula.
    let dollar = !figure.is_empty() && body.contains('$');
    let formulas = if dollar { "plt.rcParams[\"text.parse_math\"] = False\n\n" } else { "" };
    let end = if figure.is_empty() { "result\n" } else { "\nresult\n" };
    format!("{imports}{formulas}{body}{end}")
}

impl<'a> Writer<'a> {
    fn new(
        query: &'a Query,
        file: &'a File,
        table: &'a Table,
        fixes: Fixes,
        title: String,
    ) -> Self {
        let terms = Terms::of(query, table);
        let shape = shape::of(query, &terms);
        Self { query, file, table, fixes, terms, shape, title, in_report: false }
    }

    /// Returns what computes the result, and what draws it; the second is empty if it needs no
    /// figure.
    fn part(&self) -> (String, String) {
        let code = fill(&self.template(), &self.pieces());
        match code.split_once(FIGURE) {
            // A figure with several parts under a condition ends itself.
            Some((compute, figure)) if figure.ends_with("plt.show()\n") => {
                (compute.to_owned(), figure.to_owned())
            }
            Some((compute, figure)) => {
                (compute.to_owned(), format!("{figure}{}", template!("end")))
            }
            None => (code, String::new()),
        }
    }

    fn template(&self) -> String {
        let chart = self.query.chart;
        let measured = !self.terms.measure.counts();
        let (compute, figure) = match self.shape {
            Shape::Overview => (template!("overview"), ""),
            Shape::Quality => (template!("quality"), ""),
            Shape::Columns => (template!("columns"), ""),
            Shape::Scalar => match chart {
                Chart::Histogram if measured => (template!("scalar"), template!("one_histogram")),
                Chart::Boxes if measured => (template!("scalar"), template!("one_box")),
                _ => (template!("scalar"), ""),
            },
            Shape::RowsPerGroup => (template!("rows_per_group"), ""),
            Shape::Grouped => (template!("grouped"), self.bars()),
            Shape::Within => (template!("within"), ""),
            Shape::Crossed => (template!("crossed"), ""),
            Shape::Periods if chart == Chart::Pie => (template!("trend"), ""),
            Shape::Periods => (template!("trend"), ""),
            Shape::Lines => (template!("split_trend"), ""),
            Shape::Share => (template!("share"), ""),
            Shape::Rates => (template!("rates"), template!("bars")),
            Shape::Rows if chart == Chart::Bars && measured => {
                (template!("rows"), template!("row_bars"))
            }
            Shape::Rows => (template!("rows"), ""),
            Shape::Values => (template!("values"), ""),
            Shape::Missing => (template!("missing"), ""),
            Shape::DuplicateRows => (template!("duplicate_rows"), ""),
            Shape::DuplicateValues => (template!("duplicate_values"), ""),
            Shape::Outliers => (template!("outliers"), ""),
            Shape::Pair => (template!("pair"), ""),
            Shape::Against => (template!("against"), ""),
            Shape::Matrix => (template!("matrix"), ""),
            Shape::Histogram if chart == Chart::Boxes => {
                (template!("describe"), template!("one_box"))
            }
            Shape::Histogram => (template!("describe"), template!("histogram")),
            Shape::Spread => (template!("spread"), ""),
            Shape::Comparison => (template!("compare"), ""),
            Shape::ComparedWithin => (template!("compare_each"), ""),
            Shape::TwoMeasures => (template!("two_measures"), ""),
            Shape::Growth => (template!("growth"), template!("change")),
            Shape::YearOnYear if self.has_years() => (template!("growth"), template!("change")),
            Shape::YearOnYear => (template!("year_on_year"), template!("change")),
            Shape::Pareto => (template!("pareto"), ""),
            Shape::Funnel | Shape::Returning => (template!("funnel"), ""),
            Shape::Report => ("", ""),
        };
        let whole = format!("{compute}{figure}");
        whole
            .replace("$places\n", template!("places"))
            .replace("$ends\n", template!("ends"))
            .replace("$partial\n", template!("partial"))
    }

    /// Returns what draws a number for each group.
    fn bars(&self) -> &'static str {
        let one = self.terms.keys.len() == 1;
        match self.query.chart {
            Chart::Pie if self.terms.measure.adds_up() && one && self.query.limit.is_none() => {
                template!("pie")
            }
            Chart::Boxes if one && !self.terms.measure.counts() => template!("boxes"),
            Chart::Line | Chart::Points if one => template!("bars_upright"),
            _ if self.terms.measure.unit == crate::terms::Unit::Text => "",
            _ if self.query.sort.is_none() && one && self.terms.keys[0].ordered => {
                template!("bars_upright")
            }
            _ => template!("bars"),
        }
    }
}
