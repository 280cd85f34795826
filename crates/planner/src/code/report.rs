//! The code of reports: parts under `templates/report/` between one head and one foot.

use super::compute::{along, named};
use super::{Pieces, Writer};
use crate::label;
use crate::literal::{fill, list, text};
use crate::plan::{Grain, Part, Report};

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../templates/report/", $name, ".py"))
    };
}

impl Writer<'_> {
    /// Returns the lines that write a report's files.
    pub(super) fn report(&self, report: &Report) -> String {
        let measured = self.measured(&report.measure);
        let mut code = vec![self.ones(&report.measure) + template!("head")];
        code.extend(report.parts.iter().map(|part| self.part(part, &measured)));
        let (document, workbook) =
            (format!("{}.pdf", self.base_name()), format!("{}.xlsx", self.base_name()));
        let pdf =
            if report.pdf { fill(template!("pdf"), &[("document", text(&document))]) } else { String::new() };
        let monthly =
            report.monthly_sheets.as_ref().map(|date| fill(template!("monthly"), &[("date", text(date))]));
        let filters = label::filters(self.query);
        let headline = format!("{}: a report", label::capital(&label::measure(&report.measure)));
        let headline = if filters.is_empty() { headline } else { format!("{headline}, {filters}") };
        let files = if report.pdf { vec![document, workbook.clone()] } else { vec![workbook.clone()] };
        code.push(fill(
            template!("foot"),
            &[
                ("headline", text(&headline)),
                ("source", text(&label::plain(&self.file.name))),
                ("assumed", list(self.query.assumed.iter().map(|line| line.replace('`', "")))),
                ("pdf", pdf.trim_end().to_owned()),
                ("monthly", monthly.unwrap_or_default().trim_end().to_owned()),
                ("workbook", text(&workbook)),
                ("files", list(files)),
            ],
        ));
        code.join("\n")
    }

    fn part(&self, part: &Part, measured: &Pieces) -> String {
        let mut pieces = measured.clone();
        let title = |title: String| ("title", text(&title));
        match part {
            Part::Trend { date, grain } => {
                pieces.extend(along(date, *grain, "trend"));
                pieces.push(title(format!("By {}", grain.name())));
                let yearly = matches!(grain, Grain::Month | Grain::Quarter);
                let year = if yearly { fill(template!("year"), &pieces) } else { String::new() };
                pieces.push(("year", year.trim_end().to_owned()));
                pieces.push(("period", text(grain.period())));
                let partial = fill(template!("partial"), &pieces);
                pieces.push(("partial", partial.trim_end().to_owned()));
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
            Part::Funnel { who, stage } => {
                let counted =
                    who.as_ref().map_or(".size()".to_owned(), |who| format!("[{}].nunique()", text(who)));
                let sizes = format!(
                    "sizes = df.groupby({}){counted}.sort_values(ascending=False, kind=\"stable\")",
                    text(stage)
                );
                let label =
                    who.as_ref().map_or("rows".to_owned(), |who| format!("different {}", label::plain(who)));
                steps(sizes, &label::plain(stage), &label)
            }
            Part::Returning { who } => {
                let sizes = fill(template!("returning"), &[("who", text(who))]);
                steps(sizes, "bought", &format!("different {}", label::plain(who)))
            }
        }
    }

    /// Returns the base name of the report's files: the table's file name without special characters.
    fn base_name(&self) -> String {
        let stem = label::stem(&self.file.name);
        let plain: String =
            stem.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
        format!("{}-report", plain.trim_matches('-'))
    }
}

fn steps(sizes: String, stage: &str, counted: &str) -> String {
    let pieces = [
        ("title", text("Conversion funnel")),
        ("sizes", sizes.trim_end().to_owned()),
        ("stage_name", text(stage)),
        ("counted", text(counted)),
    ];
    fill(template!("funnel"), &pieces)
}
