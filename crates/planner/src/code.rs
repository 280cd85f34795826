//! Code generation: a query as Python that an analyst would write.
//!
//! A program has four parts: it prepares the rows, computes `result` and what the answer says, prints that as one line
//! of JSON, and draws a figure. Every name and value from the file enters through [`crate::literal`].

mod pieces;
mod prepare;

use crate::input::{File, Table};
use crate::label;
use crate::literal::{fill, list, text};
use crate::plan::{Chart, Grain, Query, Report, Task};

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
    let body = format!("{}\n{compute}{}\n{figure}", writer.prepare(), template!("record"));
    // A dollar sign in a name would start a formula.
    let dollar = !figure.is_empty() && body.contains('$');
    let formulas = if dollar { "plt.rcParams[\"text.parse_math\"] = False\n\n" } else { "" };
    let end = if figure.is_empty() { "result\n" } else { "\nresult\n" };
    format!("{imports}{formulas}{body}{end}")
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
        let whole = format!("{compute}{figure}");
        whole.replace("$ends\n", template!("ends")).replace("$partial\n", template!("partial"))
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
            ("pdf", if report.pdf { text(&document) } else { String::new() }),
            ("workbook", text(&workbook)),
            ("files", list(&files)),
            ("date", report.monthly_sheets.as_deref().map(text).unwrap_or_default()),
        ];
        (
            format!("{}{pages}{}", template!("report/head"), fill(template!("report/foot"), &pieces)),
            "plt.show()\n".to_owned(),
        )
    }

    /// Returns one page of a report: a task whose figure is drawn on the page.
    fn page(&self, part: &Task) -> String {
        let whole = |template: &str| format!("{template}{FIGURE}");
        let (title, template, left) = match part {
            Task::Trend { grain, .. } => {
                let yearly = matches!(grain, Grain::Month | Grain::Quarter);
                let years = if yearly {
                    template!("year_on_year").replace("$partial\n", "")
                } else {
                    "lines = []\n".to_owned()
                };
                let trend = self.template(part).replace(FIGURE, &whole(template!("report/trend")));
                (format!("By {}", grain.name()), format!("{years}{trend}"), 0.18)
            }
            Task::Grouped { by, rank, .. } => {
                let (limit, by) =
                    (rank.map_or(0, |rank| rank.limit), by.iter().map(label::group).collect::<String>());
                (format!("Top {limit} by {by}"), template!("report/top").to_owned(), 0.3)
            }
            Task::Pareto { by, .. } => (format!("ABC by {}", label::plain(by)), self.template(part), 0.18),
            _ => ("Conversion funnel".to_owned(), self.template(part), 0.3),
        };
        let code = fill(&template, &self.pieces(part, ""));
        let (compute, figure) = code.split_once(FIGURE).unwrap_or((&code, ""));
        // The page takes the place of the figure that the first line makes.
        let (_, drawn) = figure.split_once('\n').unwrap_or_default();
        let title = text(&title);
        format!("\n# {title}\n{compute}fig, ax = page({title}, findings, result, left={left})\n{drawn}")
    }
}
