//! Code generation: a query as Python that an analyst would write.
//!
//! A program has four parts: it prepares the rows, computes `result` and `record`, draws a figure, and prints the
//! record as one line of JSON, which the answer is made of. Every name and value from the file enters through
//! [`crate::literal`].

mod compute;
mod draw;
mod prepare;
mod report;

use crate::input::{File, Table};
use crate::literal::fill;
use crate::plan::{Chart, Query, Task};

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

/// Names and values of a template, by its placeholders.
pub(crate) type Pieces = Vec<(&'static str, String)>;

/// The query and what it is about.
#[derive(Clone, Copy)]
pub(crate) struct Writer<'a> {
    pub(crate) query: &'a Query,
    pub(crate) file: &'a File,
    pub(crate) table: &'a Table,
    pub(crate) fixes: &'a Fixes,
}

/// Returns the Python for a query.
pub(crate) fn write(query: &Query, file: &File, table: &Table, fixes: &Fixes) -> String {
    let writer = Writer { query, file, table, fixes };
    let figure = if fixes.no_figure || query.chart == Chart::None { String::new() } else { writer.figure() };
    let report = matches!(query.task, Task::Report(_));
    let body = format!("{}\n{}\n{figure}", writer.prepare(), writer.compute());
    let mut code = String::from("import json\n");
    for module in ["re", "textwrap"].iter().filter(|module| body.contains(&format!("{module}."))) {
        code.push_str(&format!("import {module}\n"));
    }
    code.push('\n');
    if !figure.is_empty() || report {
        code.push_str("import matplotlib.pyplot as plt\n");
    }
    code.push_str("import pandas as pd\n");
    if report {
        code.push_str(include_str!("../templates/report/imports.py"));
    }
    code.push('\n');
    // A dollar sign in a name would start a formula.
    if !figure.is_empty() && body.contains('$') {
        code.push_str("plt.rcParams[\"text.parse_math\"] = False\n\n");
    }
    code.push_str(body.trim_end());
    code.push_str(&fill(include_str!("../templates/record.py"), &[]));
    code
}
