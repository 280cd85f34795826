//! The names and values that templates contain, as Python: one table for all templates.

use super::Writer;
use crate::columns::{is_date_part, is_identifier, is_measure, is_money, is_years};
use crate::input::Column;
use crate::label;
use crate::literal::{Pieces, fill, list, number, text};
use crate::plan::{Chart, Grain, Group, Measure, Op, Rank, Task};

/// The column of ones that counts rows.
const ONES: &str = "number of rows";

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

impl Writer<'_> {
    /// Returns the pieces of a task, which is the query's or a part of its report.
    pub(super) fn pieces(&self, task: &Task, title: &str) -> Pieces {
        let measure = self.query.task.measure().unwrap_or(&Measure::ROWS);
        let (groups, column) = match task {
            Task::Grouped { by, .. } => {
                (by.as_slice(), by.first().map(label::group_column).unwrap_or_default())
            }
            Task::Duplicates { column: Some(column) }
            | Task::Values { column }
            | Task::Histogram { column }
            | Task::Outliers { column }
            | Task::Compare { column, .. }
            | Task::Pareto { by: column, .. }
            | Task::Funnel { stage: column, .. }
            | Task::Returning { who: column }
            | Task::Trend { split: Some(column), .. } => (&[][..], column.clone()),
            _ => (&[][..], String::new()),
        };
        let (date, grain) = match task {
            Task::Trend { date, grain, .. } | Task::Growth { date, grain, .. } => (date.as_str(), *grain),
            _ => ("", Grain::Month),
        };
        let grouped = groups.iter().map(label::group).collect::<Vec<_>>().join(", ");
        let label = match task {
            Task::Histogram { .. } => label::unlike(&column, "figure"),
            Task::Funnel { who: Some(who), .. } | Task::Returning { who } => {
                format!("different {}", label::plain(who))
            }
            Task::Trend { .. } => label::unlike(&label::measure(measure), grain.name()),
            _ => label::unlike(&label::measure(measure), &grouped),
        };
        let counts = measure.column.is_none();
        let selected =
            measure.column.as_ref().map(|name| format!("[{}].{}()", text(name), measure.op.method()));
        // A column that is itself called "class" must not collide with the one of A, B and C.
        let class = if label::plain(&column) == "class" { "ABC class" } else { "class" };
        let weekly = if grain == Grain::Week { ", label=\"left\", closed=\"left\"" } else { "" };
        let years = self.has_years(date);
        let mut pieces = vec![
            ("title", text(title)),
            ("column", text(&column)),
            ("column_text", text(&label::plain(&column))),
            ("class", text(class)),
            ("label", text(&label)),
            ("label_head", text(&label::capital(&label))),
            ("digits", label::digits(measure, self.table).to_owned()),
            ("measured", selected.clone().unwrap_or_else(|| ".size()".to_owned())),
            ("total", selected.unwrap_or_else(|| ".shape[0]".to_owned())),
            ("fill", if measure.op.adds_up() { "fill_value=0" } else { "" }.to_owned()),
            ("date", text(date)),
            ("grain", text(if years { "year" } else { grain.name() })),
            ("grain_name", grain.name().to_owned()),
            ("grain_names", format!("{}s", grain.name())),
            ("frequency", format!("\"{}\"{weekly}", grain.frequency())),
            ("named", if years { "astype(str)" } else { grain.naming() }.to_owned()),
            ("unfinished", String::new()),
            ("groups", text(&grouped)),
        ];
        let series = if years {
            "df.groupby($date)$measured"
        } else {
            "df.dropna(subset=[$date]).set_index($date).resample($frequency)$measured"
        };
        pieces.push(("series", fill(series, &pieces).trim_end().to_owned()));
        pieces.push(("partial", self.partial(task, &pieces)));
        match task {
            Task::Overview => pieces.extend([("kinds", self.kinds()), ("panels", self.panels())]),
            Task::Quality | Task::Columns => pieces.push(("kinds", self.kinds())),
            Task::Rows { limit, sort } => pieces.push((
                "first",
                match sort {
                    // Rows that share the last place are shown too.
                    Some((column, order)) => {
                        format!(".{}({limit}, {}, keep=\"all\")", order.method(), text(column))
                    }
                    None => format!(".head({limit})"),
                },
            )),
            Task::Scalar { .. } => {
                let count = |name| format!("int(df[{}].count())", text(name));
                pieces.push(("used", measure.column.as_deref().map_or("len(df)".to_owned(), count)));
            }
            Task::Grouped { by, rank, share, having, .. } => {
                pieces.extend(self.grouped(measure, by, *rank, *having));
                let of_all = "result[\"share %\"] = (result[$label] / record[\"whole\"] * 100).round(2)";
                pieces.push((
                    "share",
                    if *share { fill(of_all, &pieces).trim_end().to_owned() } else { String::new() },
                ));
                pieces.push(("limit", rank.map_or(0, |rank| rank.limit).to_string()));
            }
            Task::Trend { rank, .. } => {
                let first = |rank: &Rank| {
                    format!(
                        "result = result.{}({}, {}, keep=\"all\")",
                        rank.order.method(),
                        rank.limit,
                        text(&label)
                    )
                };
                pieces.push(("rank", rank.as_ref().map(first).unwrap_or_default()));
                pieces.push(("flat", String::new()));
                pieces.push(("draw", if self.query.chart == Chart::Bar || title.is_empty() {
                    "ax.bar(trend.index, trend, width=0.8 * (trend.index[1] - trend.index[0]) if len(trend) > 1 else 0.8)"
                } else {
                    "ax.plot(trend.index, trend, marker=\"o\" if len(trend) < 40 else \"\")"
                }.to_owned()));
                // The axis of sums and counts starts at zero, if none is negative.
                let floor = "if len(trend) and trend.min() >= 0:\n    ax.set_ylim(bottom=0)";
                let sums = matches!(measure.op, Op::Sum | Op::Count | Op::Distinct);
                pieces.push(("floor", if sums { floor } else { "" }.to_owned()));
            }
            Task::Correlation { columns } => pieces.push(("columns", list(columns))),
            Task::Funnel { who, .. } => {
                let counted =
                    who.as_ref().map_or(".size()".to_owned(), |who| format!("[{}].nunique()", text(who)));
                pieces.push((
                    "sizes",
                    format!(
                        "sizes = df.groupby({}){counted}.sort_values(ascending=False, kind=\"stable\")",
                        text(&column)
                    ),
                ));
                pieces.push(("stage", text(&label::plain(&column))));
            }
            Task::Returning { .. } => {
                let sizes = fill(include_str!("../../templates/returning.py"), &pieces);
                pieces.push(("sizes", sizes.trim_end().to_owned()));
                pieces.push(("stage", text("bought")));
            }
            Task::Compare { values, .. } => {
                let names = values
                    .iter()
                    .map(|values| values.first().map(|value| label::plain(value)).unwrap_or_default());
                pieces.push(("names", list(names)));
                pieces.push((
                    "values",
                    format!("[{}]", values.iter().map(list).collect::<Vec<_>>().join(", ")),
                ));
                pieces.push((
                    "of",
                    text(&measure.column.as_ref().map_or("rows".to_owned(), |name| label::plain(name))),
                ));
                pieces.push(("value", text(measure.column.as_deref().unwrap_or(ONES))));
                pieces.push(("method", if counts { "sum" } else { measure.op.method() }.to_owned()));
                pieces.push((
                    "ones",
                    if counts { format!("df = df.assign(**{{{}: 1}})", text(ONES)) } else { String::new() },
                ));
            }
            _ => {}
        }
        let ends = fill(include_str!("../../templates/ends.py"), &pieces);
        pieces.push(("ends", ends.trim_end().to_owned()));
        pieces
    }

    /// Returns the pieces of "one number for each group".
    fn grouped(
        &self,
        measure: &Measure,
        by: &[Group],
        rank: Option<Rank>,
        having: Option<(&str, f64)>,
    ) -> Pieces {
        let keys: Vec<String> = by.iter().map(key).collect();
        let flat = "values.index = [\", \".join(map(str, names)) for names in values.index]";
        let ordered = by.first().is_some_and(|one| self.is_ordered(one));
        // Everything that shares the last place is shown.
        let sorted = match (rank, by) {
            (Some(rank), _) => format!("values.{}({}, keep=\"all\")", rank.order.method(), rank.limit),
            (None, [Group::Part(_, Grain::Weekday)]) => format!("values.reindex({})", list(WEEKDAYS)),
            (None, [_]) if ordered => "values.sort_index()".to_owned(),
            _ => "values.sort_values(ascending=False, kind=\"stable\")".to_owned(),
        };
        let order =
            if ordered { "result.index" } else { "result.sum(axis=1).sort_values(ascending=False).index" };
        let having = having.map(|(sign, value)| {
            format!("values = values[values {sign} {}]\nrecord[\"kept\"] = len(values)", number(value))
        });
        let line = match (by, self.query.chart) {
            (_, Chart::Line) => true,
            ([Group::Column(name)], Chart::Auto) => {
                self.table.column(name).is_some_and(|column| column.distinct > 60)
            }
            _ => false,
        };
        let names = match by {
            [_] => "shown.iloc[:, 0].astype(str)".to_owned(),
            _ => format!("shown.iloc[:, :{}].astype(str).agg(\", \".join, axis=1)", by.len()),
        };
        vec![
            (
                "keys",
                if let [one] = keys.as_slice() { one.clone() } else { format!("[{}]", keys.join(", ")) },
            ),
            ("flat", if by.len() > 1 { flat } else { "" }.to_owned()),
            ("sorted", sorted),
            ("order", order.to_owned()),
            ("having", having.unwrap_or_default()),
            ("names", names),
            ("draw", if line { "plot" } else { "bar" }.to_owned()),
            ("stacked", if measure.op.adds_up() { "True" } else { "False" }.to_owned()),
            ("second", text(&by.last().map(label::group).unwrap_or_default())),
        ]
    }

    /// Returns the lines that note an incomplete last period.
    fn partial(&self, task: &Task, pieces: &Pieces) -> String {
        let grain = match task {
            Task::Growth { yearly: true, .. } => Grain::Month,
            Task::Growth { grain, .. } | Task::Trend { grain, .. } => *grain,
            _ => return String::new(),
        };
        if !matches!(grain, Grain::Week | Grain::Month | Grain::Quarter | Grain::Year)
            || task.dates().iter().any(|date| self.has_years(date))
        {
            return String::new();
        }
        let mut all = vec![("period", text(grain.period())), ("grain_name", grain.name().to_owned())];
        all.extend(pieces.iter().cloned());
        fill(include_str!("../../templates/partial.py"), &all).trim_end().to_owned()
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

    /// Returns whether a column's numbers state years.
    pub(super) fn has_years(&self, name: &str) -> bool {
        self.table.column(name).is_some_and(is_years)
    }

    fn kinds(&self) -> String {
        let kind = |column: &Column| {
            if is_years(column) {
                "integer".to_owned()
            } else {
                format!("{:?}", column.r#type).to_lowercase()
            }
        };
        list(self.table.columns.iter().map(kind))
    }

    /// Returns up to four columns worth a small figure: a date, the main number, two categories.
    fn panels(&self) -> String {
        let useful = |wanted: &dyn Fn(&Column) -> bool, most: usize| {
            let mut found: Vec<&Column> =
                self.table.columns.iter().filter(|column| wanted(column) && column.distinct > 1).collect();
            found.sort_by_key(|column| (is_identifier(column), !is_money(column)));
            found.truncate(most);
            found
        };
        let mut panels = useful(&|column| column.is_date() && !is_years(column), 1);
        panels.extend(useful(&is_measure, 1));
        panels.extend(useful(&|column| column.is_text() && column.distinct <= 60, 4 - panels.len()));
        if panels.is_empty() {
            panels.extend(self.table.columns.first());
        }
        list(panels.iter().map(|column| &column.name))
    }
}

/// Returns what rows are grouped by.
fn key(group: &Group) -> String {
    match group {
        Group::Column(name) => text(name),
        Group::Part(date, Grain::Hour) => format!("df[{}].dt.hour.rename(\"hour\")", text(date)),
        Group::Part(date, grain) => {
            format!("df[{}].dt.{}.rename({})", text(date), grain.naming(), text(grain.name()))
        }
    }
}
