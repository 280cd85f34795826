//! The second part of every program: what computes `result`, a table, and `record`, what the answer says.

use super::{Pieces, Writer};
use crate::columns::{is_date_part, is_years};
use crate::input::Column;
use crate::label;
use crate::literal::{fill, list, number, text};
use crate::plan::{Grain, Group, Measure, Op, Order, Rank, Task};

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../templates/", $name, ".py"))
    };
}

/// The column of ones that counts rows.
const ONES: &str = "number of rows";

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

impl Writer<'_> {
    /// Returns the lines that compute the result.
    pub(super) fn compute(&self) -> String {
        let kinds = || {
            let kind = |column: &Column| {
                if is_years(column) {
                    "integer".to_owned()
                } else {
                    format!("{:?}", column.r#type).to_lowercase()
                }
            };
            [("kinds", list(self.table.columns.iter().map(kind)))]
        };
        match &self.query.task {
            Task::Overview => fill(template!("overview"), &kinds()),
            Task::Quality => fill(template!("quality"), &kinds()),
            Task::Columns => fill(template!("columns"), &kinds()),
            Task::Duplicates { column: None } => template!("duplicate_rows").to_owned(),
            Task::Duplicates { column: Some(column) } => {
                fill(template!("duplicate_values"), &[("column", text(column))])
            }
            Task::Rows { limit, sort } => {
                let first = match sort {
                    // Rows that share the last place are shown too.
                    Some((column, Order::Top)) => {
                        format!(".nlargest({limit}, {}, keep=\"all\")", text(column))
                    }
                    Some((column, Order::Bottom)) => {
                        format!(".nsmallest({limit}, {}, keep=\"all\")", text(column))
                    }
                    None => format!(".head({limit})"),
                };
                fill(template!("rows"), &[("first", first)])
            }
            Task::Values { column } => fill(template!("values"), &[("column", text(column))]),
            Task::Scalar { measure, share: false } => {
                let pieces = [
                    ("value", self.value("df", measure)),
                    ("label", text(&label::measure(measure))),
                    ("used", self.counted(measure)),
                ];
                fill(template!("scalar"), &pieces)
            }
            Task::Scalar { measure, share: true } => {
                let pieces = [
                    ("part", self.value("df", measure)),
                    ("whole", self.value("whole", measure)),
                    ("label", text(&label::measure(measure))),
                ];
                fill(template!("share"), &pieces)
            }
            Task::Grouped { measure, by, rank, share, having } => {
                self.grouped(measure, by, *rank, *share, *having)
            }
            Task::Trend { measure, date, grain, split, rank } => {
                self.trend(measure, date, *grain, split.as_deref(), *rank)
            }
            Task::Histogram { column } => fill(
                template!("histogram"),
                &[("column", text(column)), ("label", text(&label::unlike(column, "figure")))],
            ),
            Task::Correlation { columns } => match columns.as_slice() {
                [first, second] => {
                    fill(template!("pair"), &[("first", text(first)), ("second", text(second))])
                }
                _ => fill(template!("matrix"), &[("columns", list(columns))]),
            },
            Task::Growth { measure, date, grain, yearly } => self.growth(measure, date, *grain, *yearly),
            Task::Outliers { column } => fill(
                template!("outliers"),
                &[("column", text(column)), ("column_text", text(&label::plain(column)))],
            ),
            Task::Pareto { measure, by } => {
                let mut pieces = self.measured(measure);
                pieces.extend(named("by", by));
                self.ones(measure) + &fill(template!("pareto"), &pieces)
            }
            Task::Funnel { who, stage } => {
                let counted =
                    who.as_ref().map_or(".size()".to_owned(), |who| format!("[{}].nunique()", text(who)));
                let label =
                    who.as_ref().map_or("rows".to_owned(), |who| format!("different {}", label::plain(who)));
                let mut pieces = named("stage", stage);
                pieces.extend([("counted", counted), ("label", text(&label))]);
                fill(template!("funnel"), &pieces)
            }
            Task::Compare { measure, column, values } => {
                let mut pieces = self.measured(measure);
                pieces.extend(named("column", column));
                let name = |values: &Vec<String>| {
                    values.first().map(|value| label::plain(value)).unwrap_or_default()
                };
                pieces.push(("names", list(values.iter().map(name))));
                pieces.push((
                    "values",
                    format!("[{}]", values.iter().map(list).collect::<Vec<_>>().join(", ")),
                ));
                self.ones(measure) + &fill(template!("compare"), &pieces)
            }
            Task::Report(report) => self.report(report),
        }
    }

    /// Returns an expression for a measure of all rows of a table.
    fn value(&self, frame: &str, measure: &Measure) -> String {
        match &measure.column {
            Some(name) => format!("{frame}[{}].{}()", text(name), measure.op.method()),
            None => format!("len({frame})"),
        }
    }

    fn counted(&self, measure: &Measure) -> String {
        measure
            .column
            .as_ref()
            .map_or("len(df)".to_owned(), |name| format!("int(df[{}].count())", text(name)))
    }

    /// Returns one value for each group, as a Series.
    fn values(&self, measure: &Measure, by: &[Group]) -> String {
        let keys: Vec<String> = by.iter().map(key).collect();
        let keys = if let [one] = keys.as_slice() { one.clone() } else { format!("[{}]", keys.join(", ")) };
        match &measure.column {
            Some(column) => format!("df.groupby({keys})[{}].{}()", text(column), measure.op.method()),
            None => format!("df.groupby({keys}).size()"),
        }
    }

    /// Returns whether groups have an order of their own: times and numbers.
    pub(super) fn is_ordered(&self, group: &Group) -> bool {
        match group {
            Group::Part(..) => true,
            Group::Column(name) => self
                .table
                .column(name)
                .is_some_and(|column| is_years(column) || is_date_part(column) || column.is_number()),
        }
    }

    fn grouped(
        &self,
        measure: &Measure,
        by: &[Group],
        rank: Option<Rank>,
        share: bool,
        having: Option<(&str, f64)>,
    ) -> String {
        let values = self.values(measure, by);
        if let ([one, _], None, None) = (by, rank, having) {
            let order = if self.is_ordered(one) {
                "result.index"
            } else {
                "result.sum(axis=1).sort_values(ascending=False).index"
            };
            let pieces = [
                ("values", values),
                ("fill", if measure.op.adds_up() { "fill_value=0".to_owned() } else { String::new() }),
                ("order", order.to_owned()),
            ];
            return fill(template!("crossed"), &pieces);
        }
        let groups = by.iter().map(label::group).collect::<Vec<_>>().join(", ");
        let measured = text(&label::unlike(&label::measure(measure), &groups));
        // Everything that shares the last place is shown.
        let sorted = match (rank, by) {
            (Some(Rank { order: Order::Top, limit }), _) => format!("values.nlargest({limit}, keep=\"all\")"),
            (Some(Rank { order: Order::Bottom, limit }), _) => {
                format!("values.nsmallest({limit}, keep=\"all\")")
            }
            (None, [Group::Part(_, Grain::Weekday)]) => format!("values.reindex({})", list(WEEKDAYS)),
            (None, [one]) if self.is_ordered(one) => "values.sort_index()".to_owned(),
            _ => "values.sort_values(ascending=False, kind=\"stable\")".to_owned(),
        };
        let having = having.map(|(sign, value)| format!("values = values[values {sign} {}]", number(value)));
        let share = if share {
            format!("result[\"share %\"] = (result[{measured}] / total * 100).round(2)")
        } else {
            String::new()
        };
        let pieces = [
            ("values", values),
            ("having", having.unwrap_or_default()),
            ("sorted", sorted),
            ("label", measured.clone()),
            ("share", share),
        ];
        let code = fill(template!("grouped"), &pieces);
        match by {
            [one] => {
                let group = if let Group::Column(name) = one { text(name) } else { text(&label::group(one)) };
                code + &fill(template!("ends"), &[("label", measured), ("group", group)])
            }
            _ => code,
        }
    }

    fn trend(
        &self,
        measure: &Measure,
        date: &str,
        grain: Grain,
        split: Option<&str>,
        rank: Option<Rank>,
    ) -> String {
        let frame = format!("df.dropna(subset=[{}])", text(date));
        let label = text(&label::unlike(&label::measure(measure), grain.name()));
        let column = measure.column.as_ref().map(|name| format!("[{}]", text(name))).unwrap_or_default();
        let method = if measure.column.is_none() { "size" } else { measure.op.method() };
        let mut pieces = vec![
            ("grain", text(grain.name())),
            ("label", label.clone()),
            ("partial", self.partial(date, grain)),
        ];
        if let Some(split) = split {
            let grouper =
                format!("pd.Grouper(key={}, freq=\"{}\"{})", text(date), frequency(grain), weekly(grain));
            pieces.push((
                "series",
                format!("{frame}.groupby([{grouper}, {}]){column}.{method}()", text(split)),
            ));
            pieces.push(("names", period_names(grain, "table")));
            pieces
                .push(("fill", if measure.op.adds_up() { "fill_value=0".to_owned() } else { String::new() }));
            return fill(template!("split_trend"), &pieces);
        }
        pieces.push((
            "series",
            format!(
                "{frame}.set_index({}).resample(\"{}\"{}){column}.{method}()",
                text(date),
                frequency(grain),
                weekly(grain)
            ),
        ));
        pieces.push(("names", period_names(grain, "trend")));
        let rank = rank.map(|rank| {
            let method = if rank.order == Order::Top { "nlargest" } else { "nsmallest" };
            format!("result = result.{method}({}, {label}, keep=\"all\")", rank.limit)
        });
        pieces.push(("rank", rank.unwrap_or_default()));
        pieces.push(("group", text(grain.name())));
        fill(template!("trend"), &pieces) + &fill(template!("ends"), &pieces)
    }

    fn growth(&self, measure: &Measure, date: &str, grain: Grain, yearly: bool) -> String {
        let mut pieces = self.measured(measure);
        pieces.extend([
            ("date", text(date)),
            ("grain", text(grain.name())),
            ("grain_name", grain.name().to_owned()),
            ("grain_names", format!("{}s", grain.name())),
        ]);
        let years = self.table.column(date).is_some_and(is_years);
        pieces.push((
            "partial",
            if years { String::new() } else { self.partial(date, if yearly { Grain::Month } else { grain }) },
        ));
        if yearly && !years {
            return self.ones(measure) + &fill(template!("year_on_year"), &pieces);
        }
        let (series, names) = if years {
            ("df.groupby($date)[$value].$method()".to_owned(), "series.index.astype(str)".to_owned())
        } else {
            (
                format!(
                    "df.dropna(subset=[$date]).set_index($date)[$value].resample(\"{}\"{}).$method()",
                    frequency(grain),
                    weekly(grain)
                ),
                period_names(grain, "series"),
            )
        };
        pieces.push(("series", fill(&series, &pieces).trim_end().to_owned()));
        pieces.push(("names", names));
        self.ones(measure) + &fill(template!("growth"), &pieces)
    }

    /// Returns the line that makes a column of ones, so that counting rows is a sum like any other.
    pub(super) fn ones(&self, measure: &Measure) -> String {
        if measure.column.is_none() {
            format!("df = df.assign(**{{{}: 1}})\n", text(ONES))
        } else {
            String::new()
        }
    }

    /// Returns the pieces that name the measure.
    pub(super) fn measured(&self, measure: &Measure) -> Pieces {
        let label = label::measure(measure);
        let method = if measure.column.is_none() { "sum" } else { measure.op.method() };
        vec![
            ("value", text(measure.column.as_deref().unwrap_or(ONES))),
            ("method", method.to_owned()),
            ("label", text(&label)),
            ("what", text(&label::plain(&label))),
            ("what_head", text(&label::plain(&label::capital(&label)))),
            ("digits", label::digits(measure, self.table).to_owned()),
        ]
    }

    /// Returns the lines that note an incomplete last period.
    pub(super) fn partial(&self, date: &str, grain: Grain) -> String {
        if !matches!(grain, Grain::Week | Grain::Month | Grain::Quarter | Grain::Year) {
            return String::new();
        }
        let pieces =
            [("date", text(date)), ("period", text(grain.period())), ("grain_name", grain.name().to_owned())];
        fill(template!("partial"), &pieces).trim_end().to_owned()
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

fn key(group: &Group) -> String {
    match group {
        Group::Column(name) => text(name),
        Group::Part(date, Grain::Hour) => format!("df[{}].dt.hour.rename(\"hour\")", text(date)),
        Group::Part(date, Grain::CalendarMonth) => {
            format!("df[{}].dt.month_name().rename(\"calendar month\")", text(date))
        }
        Group::Part(date, _) => format!("df[{}].dt.day_name().rename(\"weekday\")", text(date)),
    }
}

fn frequency(grain: Grain) -> &'static str {
    match grain {
        Grain::Hour => "h",
        Grain::Day | Grain::Weekday => "D",
        Grain::Week => "W-MON",
        Grain::Month | Grain::CalendarMonth => "MS",
        Grain::Quarter => "QS",
        Grain::Year => "YS",
    }
}

/// Returns the arguments by which a week has the name of its Monday.
fn weekly(grain: Grain) -> &'static str {
    if grain == Grain::Week { ", label=\"left\", closed=\"left\"" } else { "" }
}

fn period_names(grain: Grain, of: &str) -> String {
    let format = match grain {
        Grain::Hour => "%Y-%m-%d %H:00",
        Grain::Month | Grain::CalendarMonth => "%Y-%m",
        Grain::Year => "%Y",
        Grain::Quarter => return format!("{of}.index.to_period(\"Q\").astype(str)"),
        Grain::Day | Grain::Week | Grain::Weekday => "%Y-%m-%d",
    };
    format!("{of}.index.strftime(\"{format}\")")
}

/// Returns the pieces of a time series for a report.
pub(super) fn along(date: &str, grain: Grain, frame: &str) -> Pieces {
    vec![
        ("date", text(date)),
        ("resampled", format!("resample(\"{}\"{})", frequency(grain), weekly(grain))),
        ("names", period_names(grain, frame)),
        ("grain", text(grain.name())),
        ("grain_name", grain.name().to_owned()),
        ("grain_names", format!("{}s", grain.name())),
    ]
}

/// Starts the axis of sums and counts at zero, if none is negative.
pub(super) fn floor(measure: &Measure) -> String {
    if matches!(measure.op, Op::Sum | Op::Count | Op::Distinct) {
        "if len(trend) and trend.min() >= 0:\n    ax.set_ylim(bottom=0)".to_owned()
    } else {
        String::new()
    }
}
