//! The third part of a program: the figure of a result.

use super::compute::{floor, named};
use super::{Pieces, Writer};
use crate::columns::{is_identifier, is_measure, is_money, is_years};
use crate::input::Column;
use crate::label;
use crate::literal::{fill, list, text};
use crate::plan::{Chart, Group, Measure, Task};

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../templates/draw_", $name, ".py"))
    };
}

impl Writer<'_> {
    /// Returns the lines that draw the result; none if it needs no figure.
    pub(super) fn figure(&self) -> String {
        let mut pieces: Pieces = vec![("title", text(&label::title(self.query)))];
        let code = match &self.query.task {
            Task::Overview => {
                pieces.push(("panels", self.panels()));
                return fill(template!("overview"), &pieces);
            }
            Task::Quality => {
                let draw = format!("{}{}", template!("gaps"), template!("end"));
                let indented: String = draw.lines().map(|line| format!("    {line}\n")).collect();
                return format!("if len(gaps):\n{indented}");
            }
            Task::Grouped { measure, by, share: _, rank, .. } => {
                self.groups(measure, by, rank.is_some(), &mut pieces)
            }
            Task::Trend { measure, grain, split, .. } => {
                let label = label::unlike(&label::measure(measure), grain.name());
                pieces.extend([
                    ("grain", text(grain.name())),
                    ("label_text", text(&label)),
                    ("floor", floor(measure)),
                ]);
                pieces.push(("second_text", text(split.as_deref().unwrap_or_default())));
                let bars = "ax.bar(trend.index, trend, width=0.8 * (trend.index[1] - trend.index[0]) if len(trend) > 1 else 0.8)";
                let draw = if self.query.chart == Chart::Bar {
                    bars
                } else {
                    "ax.plot(trend.index, trend, marker=\"o\" if len(trend) < 40 else \"\")"
                };
                pieces.push(("draw", draw.to_owned()));
                fill(if split.is_some() { template!("lines") } else { template!("trend") }, &pieces)
            }
            Task::Histogram { column } => {
                pieces.push(("column_text", text(&label::plain(column))));
                fill(template!("histogram"), &pieces)
            }
            Task::Correlation { columns } => match columns.as_slice() {
                [first, second] => {
                    pieces.extend([("first", text(first)), ("second", text(second))]);
                    pieces.extend([
                        ("first_text", text(&label::plain(first))),
                        ("second_text", text(&label::plain(second))),
                    ]);
                    fill(template!("pair"), &pieces)
                }
                _ => fill(template!("matrix"), &pieces),
            },
            Task::Growth { grain, yearly, .. } => {
                pieces.push(("grain", text(if *yearly { "year" } else { grain.name() })));
                fill(template!("growth"), &pieces)
            }
            Task::Outliers { column } => {
                pieces.push(("column_text", text(&label::plain(column))));
                fill(template!("outliers"), &pieces)
            }
            Task::Pareto { measure, by } => {
                pieces.extend(self.measured(measure));
                pieces.extend(named("by", by));
                fill(template!("pareto"), &pieces)
            }
            Task::Funnel { .. } => fill(template!("funnel"), &pieces),
            Task::Compare { measure, .. } => {
                pieces.extend(self.measured(measure));
                let of = measure.column.as_ref().map_or("rows".to_owned(), |name| label::plain(name));
                pieces.push(("spread", text(&format!("spread of {of}"))));
                fill(template!("compare"), &pieces)
            }
            _ => return String::new(),
        };
        code + template!("end")
    }

    fn groups(&self, measure: &Measure, by: &[Group], ranked: bool, pieces: &mut Pieces) -> String {
        let groups = by.iter().map(label::group).collect::<Vec<_>>().join(", ");
        let measured = label::unlike(&label::measure(measure), &groups);
        let first = match by.first() {
            Some(Group::Column(name)) => name.clone(),
            Some(group) => label::group(group),
            None => String::new(),
        };
        pieces.extend([
            ("group", text(&first)),
            ("label", text(&measured)),
            ("label_text", text(&label::plain(&measured))),
            ("group_text", text(&groups)),
            ("digits", label::digits(measure, self.table).to_owned()),
        ]);
        let ordered = !ranked && by.first().is_some_and(|group| self.is_ordered(group));
        let names = if by.len() == 1 {
            format!("shown[{}].astype(str)", text(&first))
        } else {
            format!("shown.iloc[:, :{}].astype(str).agg(\", \".join, axis=1)", by.len())
        };
        pieces.push(("names", names));
        match (by, self.query.chart) {
            ([_, second], _) if !ranked => {
                pieces.push(("second_text", text(&label::group(second))));
                pieces.push(("stacked", if measure.op.adds_up() { "True" } else { "False" }.to_owned()));
                fill(template!("stacked"), pieces)
            }
            (_, Chart::Pie) if measure.op.adds_up() => fill(template!("pie"), pieces),
            _ if ordered => {
                let many = matches!(by, [Group::Column(name)] if self.table.column(name).is_some_and(|column| column.distinct > 60));
                let line = self.query.chart == Chart::Line || (many && self.query.chart == Chart::Auto);
                pieces.push(("draw", if line { "plot" } else { "bar" }.to_owned()));
                fill(template!("columns"), pieces)
            }
            _ => fill(template!("bars"), pieces),
        }
    }

    /// Returns up to four columns worth a small figure: a date, the main number, two categories.
    fn panels(&self) -> String {
        let useful = |wanted: &dyn Fn(&Column) -> bool, most: usize| {
            let mut found: Vec<&Column> =
                self.table.columns.iter().filter(|column| wanted(column) && column.distinct > 1).collect();
            found.sort_by_key(|column| (is_identifier(column), !is_money(column)));
            found.into_iter().take(most).map(|column| column.name.clone()).collect::<Vec<_>>()
        };
        let mut panels = useful(&|column| column.is_date() && !is_years(column), 1);
        panels.extend(useful(&is_measure, 1));
        panels.extend(useful(&|column| column.is_text() && column.distinct <= 60, 4 - panels.len()));
        if panels.is_empty() {
            panels.extend(self.table.columns.iter().take(1).map(|column| column.name.clone()));
        }
        list(panels)
    }
}
