//! Code generation: a query as Python that an analyst would write.
//!
//! A program has four parts: it prepares the rows, computes `result` and what the answer says, prints that as one line
//! of JSON, and draws a figure. Every name and value from the file enters through [`crate::literal`].

mod pieces;
mod prepare;

use crate::input::{File, Table};
use crate::label;
use crate::literal::{fill, list, text};
use crate::plan::{Chart, Grain, Query, Rank, Report, Task};

/// Returns the text of a template.
macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../templates/", $name, ".py"))
    };
}

/// The line of a template after which it draws.
const FIGURE: &str = "# figure\n";

/// The corrections after a failure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fixes {
    /// Read dates one by one, day first.
    pub(crate) dates: bool,
    /// Read in pieces, and only the columns that are needed.
    pub(crate) pieces: bool,
}

/// The query and what it is about.
#[derive(Clone, Copy)]
pub(crate) struct Writer<'a> {
    pub(crate) query: &'a Query,
    pub(crate) file: &'a File,
    pub(crate) table: &'a Table,
    pub(crate) fixes: Fixes,
}

/// Returns the Python for a query.
pub(crate) fn write(query: &Query, file: &File, table: &Table, fixes: Fixes) -> String {
    let writer = Writer { query, file, table, fixes };
    let (compute, figure) = match &query.task {
        Task::Report(report) => writer.report(report),
        task => writer.part(task, &label::title(query)),
    };
    let figure = if query.chart == Chart::None { String::new() } else { figure };
    let imports = match query.task {
        Task::Report(_) => template!("report/imports"),
        _ if figure.is_empty() => "import pandas as pd\n\n",
        _ => "import matplotlib.pyplot as plt\nimport pandas as pd\n\n",
    };
    let body = format!("{}\n{compute}{}{figure}", writer.prepare(), template!("record"));
    // A dollar sign in a name would start a formula.
    let formulas = if !figure.is_empty() && body.contains('$') {
        "plt.rcParams[\"text.parse_math\"] = False\n\n"
    } else {
        ""
    };
    format!("{imports}{formulas}{body}\nresult\n")
}

impl Writer<'_> {
    /// Returns what computes the result of a task, and what draws it; the second is empty if it needs no figure.
    fn part(&self, task: &Task, title: &str) -> (String, String) {
        let code = fill(&self.template(task), &self.pieces(task, title));
        match code.split_once(FIGURE) {
            // A figure with several parts under a condition ends itself.
            Some((compute, figure)) if figure.ends_with("plt.show()\n") => {
                (compute.to_owned(), figure.to_owned())
            }
            Some((compute, figure)) => (compute.to_owned(), format!("{figure}{}", template!("end"))),
            None => (code, String::new()),
        }
    }

    fn template(&self, task: &Task) -> String {
        let (compute, figure) = match task {
            Task::Overview => (template!("overview"), ""),
            Task::Quality => (template!("quality"), ""),
            Task::Columns => (template!("columns"), ""),
            Task::Duplicates { column: None } => (template!("duplicate_rows"), ""),
            Task::Duplicates { column: Some(_) } => (template!("duplicate_values"), ""),
            Task::Rows { .. } => (template!("rows"), ""),
            Task::Values { .. } => (template!("values"), ""),
            Task::Scalar { share: false, .. } => (template!("scalar"), ""),
            Task::Scalar { share: true, .. } => (template!("share"), ""),
            Task::Grouped { by, rank: None, having: None, .. } if by.len() > 1 => (template!("crossed"), ""),
            Task::Grouped { measure, by, rank, .. } => {
                let ordered = rank.is_none() && by.len() == 1 && self.is_ordered(&by[0]);
                match self.query.chart {
                    Chart::Pie if measure.op.adds_up() => (template!("grouped"), template!("pie")),
                    _ if ordered => (template!("grouped"), template!("bars_upright")),
                    _ => (template!("grouped"), template!("bars")),
                }
            }
            Task::Trend { split: None, .. } => (template!("trend"), ""),
            Task::Trend { split: Some(_), .. } => (template!("split_trend"), ""),
            Task::Histogram { .. } => (template!("histogram"), ""),
            Task::Correlation { columns } if columns.len() == 2 => (template!("pair"), ""),
            Task::Correlation { .. } => (template!("matrix"), ""),
            Task::Growth { yearly: true, date, .. } if !self.has_years(date) => {
                (template!("year_on_year"), template!("change"))
            }
            Task::Growth { .. } => (template!("growth"), template!("change")),
            Task::Outliers { .. } => (template!("outliers"), ""),
            Task::Pareto { .. } => (template!("pareto"), ""),
            Task::Funnel { .. } | Task::Returning { .. } => (template!("funnel"), ""),
            Task::Compare { .. } => (template!("compare"), ""),
            Task::Report(_) => ("", ""),
        };
        format!("{compute}{figure}")
    }

    /// Returns what writes a report's files, a page for each part between one head and one foot.
    fn report(&self, report: &Report) -> (String, String) {
        let pages: String = report.parts.iter().map(|part| self.page(part)).collect();
        let stem: String = label::stem(&self.file.name)
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .take(60)
            .collect();
        let name = format!("{}-report", stem.trim_matches('-'));
        let (document, workbook) = (format!("{name}.pdf"), format!("{name}.xlsx"));
        let files: Vec<&String> = report.pdf.then_some(&document).into_iter().chain([&workbook]).collect();
        let filters = label::filters(self.query);
        let headline = format!("{}: a report", label::capital(&label::measure(&report.measure)));
        let pieces = [
            ("headline", text(&if filters.is_empty() { headline } else { format!("{headline}, {filters}") })),
            ("source", text(&label::plain(&self.file.name))),
            ("assumed", list(self.query.assumed.iter().map(|line| line.replace('`', "")))),
            ("document", text(&document)),
            ("workbook", text(&workbook)),
            ("files", list(&files)),
            ("date", text(report.monthly_sheets.as_deref().unwrap_or_default())),
        ];
        let pdf = if report.pdf { template!("report/pdf") } else { "" };
        let monthly = if report.monthly_sheets.is_some() { template!("report/monthly") } else { "" };
        let foot = template!("report/foot").replace("$pdf\n", pdf).replace("$monthly\n", monthly);
        (format!("{}{pages}{}", template!("report/head"), fill(&foot, &pieces)), "plt.show()\n".to_owned())
    }

    /// Returns one page of a report: a task whose figure is drawn on the page.
    fn page(&self, part: &Task) -> String {
        let (title, template, left) = match part {
            Task::Trend { grain, .. } => {
                let years = template!("year_on_year").replace("$partial\n", "");
                let years = match grain {
                    Grain::Month | Grain::Quarter => {
                        years.replace("$unfinished\n", template!("report/whole_months"))
                    }
                    _ => "lines = []\n".to_owned(),
                };
                let trend =
                    template!("trend").replace(FIGURE, concat!(template!("report/trend"), "# figure\n"));
                (format!("By {}", grain.name()), years + &trend, 0.18)
            }
            Task::Grouped { rank: Some(Rank { limit, .. }), .. } => {
                (format!("Top {limit} by "), template!("report/top").to_owned(), 0.3)
            }
            Task::Pareto { .. } => ("ABC by ".to_owned(), template!("pareto").to_owned(), 0.18),
            _ => ("Conversion funnel".to_owned(), template!("funnel").to_owned(), 0.3),
        };
        let by = if title.ends_with("by ") {
            part.columns().and_then(|columns| columns.last().map(|(name, _)| label::plain(name)))
        } else {
            None
        };
        let title = title + &by.unwrap_or_default();
        let code = fill(&template, &self.pieces(part, ""));
        let (compute, figure) = code.split_once(FIGURE).unwrap_or((&code, ""));
        let (_, drawn) = figure.split_once('\n').unwrap_or_default();
        format!(
            "\n# {}\n{compute}fig, ax = page({}, findings, result, left={left})\n{drawn}",
            text(&title),
            text(&title)
        )
    }
}
