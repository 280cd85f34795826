//! The code of reports: parts under `templates/report/` between one head and one foot.

use super::study::{Pieces, along, named};
use super::{Writer, steps};
use crate::label;
use crate::literal::{fill, list, text};
use crate::plan::{Grain, Of, Part, Report};

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../templates/report/", $name, ".py"))
    };
}

/// The report's cleaning, which precedes the filters.
pub(super) const CLEANING: &str = template!("cleaning");

impl Writer<'_> {
    pub(super) fn report(&self, report: &Report, measured: &Pieces) -> String {
        let mut code = vec![template!("head").to_owned()];
        code.extend(report.parts.iter().map(|part| self.part(part, measured)));
        let (document, workbook) = (format!("{}.pdf", self.stem()), format!("{}.xlsx", self.stem()));
        let files = if report.pdf {
            format!(
                "{} + f\" with {{len(pages)}} pages and \" + {} + f\" with {{len(sheets)}} sheets.\"",
                text(&document),
                text(&workbook)
            )
        } else {
            format!("{} + f\" with {{len(sheets)}} sheets.\"", text(&workbook))
        };
        let when_pdf =
            if report.pdf { fill(template!("pdf"), &[("document", text(&document))]) } else { String::new() };
        let monthly = report.monthly_sheets.as_ref();
        let monthly = monthly.map(|date| fill(template!("monthly"), &[("date", text(date))]));
        code.push(fill(
            template!("foot"),
            &[
                ("headline", text(&self.headline(report))),
                ("source", text(&label::plain(&self.file.name))),
                ("assumed", list(self.query.assumed.iter().map(|line| line.replace('`', "")))),
                ("pdf", when_pdf.trim_end().to_owned()),
                ("monthly", monthly.unwrap_or_default().trim_end().to_owned()),
                ("workbook", text(&workbook)),
                ("files", files),
            ],
        ));
        code.join("\n")
    }

    fn headline(&self, report: &Report) -> String {
        let filters = label::filters(self.query);
        let what = label::measure(&report.measure);
        let mut chars = what.chars();
        let what: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
        if filters.is_empty() { format!("{what}: a report") } else { format!("{what}: a report, {filters}") }
    }

    fn part(&self, part: &Part, measured: &Pieces) -> String {
        let mut pieces: Pieces = measured.iter().filter(|(key, _)| *key != "title").cloned().collect();
        let title = |title: String| ("title", text(&title));
        match part {
            Part::Trend { date, grain } => {
                pieces.extend(along(date, *grain, "trend", self.table));
                pieces.push(title(format!("By {}", grain.name())));
                let yearly = matches!(grain, Grain::Month | Grain::Quarter);
                let year = if yearly { fill(template!("year"), &pieces) } else { String::new() };
                pieces.push(("year", year.trim_end().to_owned()));
                pieces.push(("partial", super::partial(template!("partial"), *grain, date, self.table)));
                fill(template!("trend"), &pieces)
            }
            Part::Top { by, limit } => {
                pieces.extend(named("by", by));
                pieces.push(("limit", limit.to_string()));
                pieces.push(title(format!("Top {limit} by {}", label::plain(by))));
                fill(template!("top"), &pieces)
            }
            Part::Pareto { by } => {
                pieces.extend(named("by", by));
                pieces.push(title(format!("ABC by {}", label::plain(by))));
                fill(template!("pareto"), &pieces)
            }
            Part::Funnel { measure, stage } => {
                let mut pieces = self.measured(measure);
                pieces.extend(named("stage", stage));
                let sizes = "sizes = df.groupby($stage)[$value].$method().sort_values(ascending=False, kind=\"stable\")";
                let sizes = match measure.of {
                    Of::Rows => {
                        "sizes = df.groupby($stage).size().sort_values(ascending=False, kind=\"stable\")"
                    }
                    _ => sizes,
                };
                let counted = text(&label::measure(measure));
                self.steps(fill(sizes, &pieces), text(&label::plain(stage)), counted)
            }
            Part::Steps(of) => self.steps(steps::sizes(of), "\"stage\"".to_owned(), "\"counted\"".to_owned()),
            Part::Returning { who } => {
                let sizes = fill(template!("returning"), &[("who", text(who))]);
                self.steps(sizes, "\"bought\"".to_owned(), text(&format!("different {}", label::plain(who))))
            }
        }
    }

    fn steps(&self, sizes: String, stage: String, counted: String) -> String {
        fill(
            template!("funnel"),
            &[
                ("title", "\"Conversion funnel\"".to_owned()),
                ("sizes", sizes.trim_end().to_owned()),
                ("stage_name", stage),
                ("counted", counted),
            ],
        )
    }

    /// Returns the base name of the report's files: the table's file name without special characters.
    fn stem(&self) -> String {
        let name = self.file.name.rsplit_once('.').map_or(self.file.name.as_str(), |(stem, _)| stem);
        let plain: String =
            name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
        format!("{}-report", plain.trim_matches('-'))
    }
}
