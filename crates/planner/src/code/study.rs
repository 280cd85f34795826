//! The code of studies: each fills the template of its name under `templates/study/`.

use super::{Writer, floor, partial, period_names, resampled, steps};
use crate::input::Table;
use crate::label;
use crate::literal::{fill, list, text};
use crate::plan::{Grain, Measure, Of, Op, Order, Span, Steps, Study};
use crate::years;

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../templates/study/", $name, ".py"))
    };
}

/// The column of ones that counts rows.
pub(super) const ONES: &str = "number of rows";

/// The pieces that templates share.
pub(super) type Pieces = Vec<(&'static str, String)>;

impl Writer<'_> {
    pub(super) fn study(&self, study: &Study) -> String {
        let mut pieces = study.measure().map(|measure| self.measured(measure)).unwrap_or_default();
        pieces.push(("title", text(&label::title(self.query))));
        let code = match study {
            Study::Growth { measure, date, grain, yearly } => {
                let lag = if *yearly { if *grain == Grain::Quarter { 4 } else { 12 } } else { 1 };
                let against = if years::of(self.table, date) {
                    "change against the year before in the table".to_owned()
                } else if *yearly {
                    "change against a year before".to_owned()
                } else {
                    format!("change against the {} before", grain.name())
                };
                let whole =
                    if *yearly && measure.op.adds_up() { template!("growth_year").trim_end() } else { "" };
                pieces.push(("lag", lag.to_string()));
                pieces.push(("against", text(&against)));
                pieces.extend(along(date, *grain, "series", self.table));
                pieces.push((
                    "partial",
                    partial(include_str!("../../templates/partial.py"), *grain, date, self.table),
                ));
                let whole = fill(whole, &pieces);
                pieces.push(("whole", whole.trim_end().to_owned()));
                fill(template!("growth"), &pieces)
            }
            Study::Growers { measure, date, by, order, years, periods } => {
                pieces.extend(named("by", by));
                pieces.push(("date", text(date)));
                let span = |span: &Span| {
                    format!(
                        "(df[$date] >= {}) & (df[$date] < {}), {}",
                        text(&span.from),
                        text(&span.to),
                        text(&span.name)
                    )
                };
                let periods = match (periods, years) {
                    (Some([a, b]), _) => format!("earlier, before = {}\nlater, after = {}", span(a), span(b)),
                    (None, true) => template!("growers_years").to_owned(),
                    (None, false) => template!("growers_months").to_owned(),
                };
                pieces.push(("whole", super::python(self.table.long.is_some()).to_owned()));
                pieces.push(("newest", super::newest(date)));
                pieces.push(("periods", fill(periods.trim_end(), &pieces).trim_end().to_owned()));
                pieces.push(("ascending", super::python(*order == Order::Bottom).to_owned()));
                pieces.push(("verb", text(if *order == Order::Top { "grew most" } else { "shrank most" })));
                pieces
                    .push(("fill", if measure.op.adds_up() { ".fillna(0)" } else { ".dropna()" }.to_owned()));
                pieces.push(("adds", super::python(measure.op.adds_up()).to_owned()));
                fill(template!("growers"), &pieces)
            }
            Study::Rolling { measure, date, grain, window } => {
                pieces.extend(along(date, *grain, "smooth", self.table));
                pieces.push(("window", window.to_string()));
                pieces.push(("rolled_text", text(&format!("average over {window} {}s", grain.name()))));
                pieces.push(("floor", floor(measure, "series.min()")));
                pieces.push(("empty", if measure.op.adds_up() { "zero" } else { "unknown" }.to_owned()));
                fill(template!("rolling"), &pieces)
            }
            Study::Outliers { column } => {
                pieces.push(("column", text(column)));
                pieces.push(("column_text", text(&label::plain(column))));
                fill(template!("outliers"), &pieces)
            }
            Study::Pareto { by, .. } => {
                pieces.extend(named("by", by));
                fill(template!("pareto"), &pieces)
            }
            Study::Funnel { stage, split, .. } => {
                pieces.extend(named("stage", stage));
                let sizes = fill(include_str!("../../templates/funnel/stages.py"), &pieces);
                let cells = |split: &str| {
                    let pieces: Pieces = pieces.iter().cloned().chain([("split_by", text(split))]).collect();
                    fill("df.groupby([$split_by, $stage])[$value].$method().unstack(fill_value=0)", &pieces)
                };
                let cells = split.as_deref().map(cells);
                self.funnel(pieces, &label::plain(stage), sizes, cells)
            }
            Study::Steps { steps, split } => {
                let of = split.as_deref().map(|split| steps::cells(steps, split));
                let counted = match steps {
                    Steps::Columns(_) => "sums of the columns".to_owned(),
                    Steps::Tables(stages) => {
                        format!("different {}", stages.first().map_or("", |stage| stage.who.as_str()))
                    }
                };
                pieces.push(("label", text(&label::plain(&counted))));
                pieces.push(("what", text(&label::plain(&counted))));
                self.funnel(pieces, "stage", steps::sizes(steps), of)
            }
            Study::Compare { measure, column, values } => {
                let of = match &measure.of {
                    Of::Rows => "rows".to_owned(),
                    Of::Column(name) => label::plain(name),
                    Of::Product(a, b) => label::plain(&label::product_name(a, b)),
                };
                pieces.push(("values", list(values)));
                pieces.push(("spread", text(&format!("spread of {of}"))));
                pieces.extend(named("column", column));
                fill(template!("compare"), &pieces)
            }
            Study::Change { date, periods, by, .. } => {
                pieces.push(("date", text(date)));
                pieces.push(("newest", super::newest(date)));
                let code = match periods {
                    Some(periods) => {
                        let span = |span: &Span| {
                            format!(
                                "(pd.Timestamp({}), pd.Timestamp({}), {})",
                                text(&span.from),
                                text(&span.to),
                                text(&span.name)
                            )
                        };
                        format!("first = {}\nsecond = {}", span(&periods[0]), span(&periods[1]))
                    }
                    None => {
                        let years = years::of(self.table, date);
                        pieces.push(("period", text(if years { "Y" } else { "M" })));
                        pieces
                            .push(("partly", super::python(!years && self.table.long.is_none()).to_owned()));
                        fill(template!("change_newest"), &pieces).trim_end().to_owned()
                    }
                };
                pieces.push(("periods", code));
                pieces.push(("columns", list(by)));
                fill(template!("change"), &pieces)
            }
            Study::Report(report) => self.report(report, &pieces),
        };
        let counted = study.measure().is_some_and(|measure| measure.of == Of::Rows);
        // Counting rows is summing ones, so that every template can take a column.
        if counted { format!("df[{}] = 1\n{code}", text(ONES)) } else { code }
    }

    /// Returns a funnel from the code for its sizes, and from the code for its cells by group if it is split.
    fn funnel(&self, mut pieces: Pieces, stage: &str, sizes: String, cells: Option<String>) -> String {
        pieces.push(("sizes", sizes.trim_end().to_owned()));
        let shown = match cells {
            Some(cells) => {
                pieces.push(("cells", format!("cells = {}", cells.trim_end())));
                let code = fill(template!("funnel_split"), &pieces);
                pieces.push(("split", code));
                "funnel.reset_index()".to_owned()
            }
            None => {
                pieces.push(("split", String::new()));
                format!("funnel.rename_axis({}).reset_index()", text(stage))
            }
        };
        pieces.push(("shown", shown));
        fill(template!("funnel"), &pieces)
    }

    /// Returns the pieces that name the measure.
    pub(super) fn measured(&self, measure: &Measure) -> Pieces {
        let value = match &measure.of {
            Of::Rows => text(ONES),
            _ => super::column_of(measure).unwrap_or_default(),
        };
        let method = match (&measure.of, measure.op) {
            (Of::Rows, _) | (_, Op::Count) => "sum",
            (_, op) => op.method(),
        };
        vec![
            ("value", value),
            ("method", method.to_owned()),
            ("label", text(&label::measure(measure))),
            ("what", text(&label::plain(&label::measure(measure)))),
            ("what_head", text(&label::plain(&label::capital(&label::measure(measure))))),
            ("digits", self.digits(measure)),
        ]
    }
}

/// Returns the pieces of a column: its literal, and its name as a heading and as words.
pub(super) fn named(key: &'static str, name: &str) -> Pieces {
    let (head, words) = match key {
        "by" => ("by_name", "by_text"),
        "stage" => ("stage_name", "stage_text"),
        _ => ("column_name", "column_text"),
    };
    let plain = label::plain(name);
    // A column that is itself called "class" must not collide with the one of A, B and C.
    let class = if plain == "class" { "ABC class" } else { "class" };
    vec![(key, text(name)), (head, text(&plain)), (words, text(&plain)), ("class", text(class))]
}

/// Returns the pieces for a time series along a column of dates.
pub(super) fn along(date: &str, grain: Grain, frame: &str, table: &Table) -> Pieces {
    vec![
        ("date", text(date)),
        ("resampled", resampled(date, grain, table)),
        ("names", period_names(grain, frame)),
        ("grain", text(grain.name())),
        ("grain_name", grain.name().to_owned()),
        ("grain_names", format!("{}s", grain.name())),
    ]
}
