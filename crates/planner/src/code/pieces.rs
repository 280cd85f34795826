//! The names and values that templates contain, as Python: one table for all templates.

use super::Writer;
use crate::columns::{is_date_part, is_identifier, is_measure, is_money, is_years};
use crate::input::Column;
use crate::label;
use crate::literal::{Pieces, list, number, text};
use crate::plan::{Chart, Grain, Group, Measure, Op, Rank, Task};

/// The column of ones that counts rows.
const ONES: &str = "number of rows";

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Returns a piece that conditions of templates ask for.
fn flag(set: bool) -> String {
    if set { "True".to_owned() } else { String::new() }
}

impl Writer<'_> {
    /// Returns the pieces of a task, which is the query's or a part of its report.
    pub(super) fn pieces(&self, task: &Task, title: &str) -> Pieces {
        let people = match task {
            Task::Funnel { who: Some(who), .. } | Task::Returning { who } => {
                Some(Measure::of(Op::Distinct, who))
            }
            _ => None,
        };
        let measure = people.as_ref().or(self.query.task.measure()).unwrap_or(&Measure::ROWS);
        let (column, grain) = match task {
            Task::Grouped { by, .. } => {
                (by.first().map(label::group_column).unwrap_or_default(), Grain::Month)
            }
            Task::Trend { split, grain, .. } => (split.clone().unwrap_or_default(), *grain),
            Task::Growth { grain, .. } => (String::new(), *grain),
            Task::Rows { sort: Some((column, _)), .. } => (column.clone(), Grain::Month),
            _ => {
                let columns = task.columns().unwrap_or_default();
                (columns.last().map(|(name, _)| (*name).to_owned()).unwrap_or_default(), Grain::Month)
            }
        };
        let date = task.dates().first().copied().unwrap_or_default();
        let (name, years) = (label::plain(&column), self.has_years(date));
        let label = match task {
            Task::Histogram { .. } => label::unlike(&column, "figure"),
            Task::Trend { .. } => label::unlike(&label::measure(measure), grain.name()),
            _ => label::unlike(&label::measure(measure), &name),
        };
        let (op, counted) = (measure.op, measure.column.as_deref());
        let selected = counted.map(|name| format!("[{}].{}()", text(name), op.method()));
        let report = matches!(self.query.task, Task::Report(_));
        let weekly = if grain == Grain::Week { ", label=\"left\", closed=\"left\"" } else { "" };
        let mut pieces = vec![
            ("title", text(title)),
            ("column", if column.is_empty() { column } else { text(&column) }),
            ("column_text", text(&name)),
            // A column that is itself called "class" must not collide with the one of A, B and C.
            ("class", text(if name == "class" { "ABC class" } else { "class" })),
            ("label", text(&label)),
            ("label_head", text(&label::capital(&label))),
            ("digits", label::digits(measure, self.table).to_owned()),
            ("counts", flag(counted.is_none())),
            ("value", text(counted.unwrap_or(ONES))),
            ("method", if counted.is_none() { "sum" } else { op.method() }.to_owned()),
            ("used", counted.map_or("len(df)".to_owned(), |name| format!("df[{}].count()", text(name)))),
            ("measured", selected.clone().unwrap_or_else(|| ".size()".to_owned())),
            ("total", selected.unwrap_or_else(|| ".shape[0]".to_owned())),
            ("fill", if op.adds_up() { "fill_value=0" } else { "" }.to_owned()),
            ("sums", flag(matches!(op, Op::Sum | Op::Count | Op::Distinct))),
            ("date", text(date)),
            ("years", flag(years)),
            ("grain", text(if years { "year" } else { grain.name() })),
            ("grain_name", grain.name().to_owned()),
            ("grain_names", format!("{}s", grain.name())),
            ("frequency", format!("\"{}\"{weekly}", grain.pandas().1)),
            ("named", if years { "astype(str)" } else { grain.pandas().2 }.to_owned()),
            ("bars", flag(self.query.chart == Chart::Bar || report)),
            ("returning", flag(matches!(task, Task::Returning { .. }))),
            ("report", flag(report)),
        ];
        match task {
            Task::Overview => pieces.extend([("kinds", self.kinds()), ("panels", self.panels())]),
            Task::Quality | Task::Columns => pieces.push(("kinds", self.kinds())),
            Task::Rows { limit, sort } => {
                let first = sort.as_ref().map(|(_, order)| order.method().to_owned());
                pieces.extend([("limit", limit.to_string()), ("first", first.unwrap_or_default())]);
            }
            Task::Grouped { by, rank, share, having, .. } => {
                pieces.extend(self.grouped(by, *rank, *having));
                pieces.extend([
                    ("share", flag(*share)),
                    ("adds_up", if op.adds_up() { "True" } else { "False" }.to_owned()),
                ]);
            }
            Task::Trend { rank, .. } => {
                let limit = rank.map(|rank| rank.limit.to_string()).unwrap_or_default();
                let first = rank.map(|rank| rank.order.method().to_owned()).unwrap_or_default();
                pieces.extend([("limit", limit), ("first", first)]);
                pieces.extend(partial(grain, years));
            }
            Task::Growth { yearly, .. } => {
                pieces.extend(partial(if *yearly { Grain::Month } else { grain }, years))
            }
            Task::Correlation { columns } => pieces.push(("columns", list(columns))),
            Task::Compare { values, .. } => {
                let first = |values: &Vec<String>| {
                    values.first().map(|value| label::plain(value)).unwrap_or_default()
                };
                let lists: Vec<String> = values.iter().map(list).collect();
                pieces.push(("names", list(values.iter().map(first))));
                pieces.push(("values", format!("[{}]", lists.join(", "))));
                pieces.push(("of", text(&counted.map_or("rows".to_owned(), label::plain))));
            }
            _ => {}
        }
        pieces
    }

    /// Returns the pieces of "one number for each group".
    fn grouped(&self, by: &[Group], rank: Option<Rank>, having: Option<(&str, f64)>) -> Pieces {
        let keys: Vec<String> = by.iter().map(key).collect();
        let groups: Vec<String> = by.iter().map(label::group).collect();
        let ordered = by.first().is_some_and(|one| self.is_ordered(one));
        // Everything that shares the last place is shown.
        let sorted = match (rank, by) {
            (Some(rank), _) => format!("{}({}, keep=\"all\")", rank.order.method(), rank.limit),
            (None, [Group::Part(_, Grain::Weekday)]) => format!("reindex({})", list(WEEKDAYS)),
            (None, [_]) if ordered => "sort_index()".to_owned(),
            _ => "sort_values(ascending=False, kind=\"stable\")".to_owned(),
        };
        let many = |name: &str| self.table.column(name).is_some_and(|column| column.distinct > 60);
        let line = match (by, self.query.chart) {
            ([Group::Column(name)], Chart::Auto) => many(name),
            (_, chart) => chart == Chart::Line,
        };
        vec![
            (
                "keys",
                if let [one] = keys.as_slice() { one.clone() } else { format!("[{}]", keys.join(", ")) },
            ),
            ("levels", by.len().to_string()),
            ("groups", text(&groups.join(", "))),
            ("second", text(groups.last().map_or("", String::as_str))),
            ("crossed", flag(by.len() > 1)),
            ("sorted", sorted),
            ("ordered", flag(ordered)),
            ("having", having.map(|(sign, value)| format!("{sign} {}", number(value))).unwrap_or_default()),
            ("limit", rank.map(|rank| rank.limit.to_string()).unwrap_or_default()),
            ("draw", if line { "plot" } else { "bar" }.to_owned()),
        ]
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
            format!("df[{}].dt.{}.rename({})", text(date), grain.pandas().2, text(grain.name()))
        }
    }
}

/// Returns the pieces that note an incomplete last period; of days and hours nothing is noted.
fn partial(grain: Grain, years: bool) -> Pieces {
    let noted = !years && matches!(grain, Grain::Week | Grain::Month | Grain::Quarter | Grain::Year);
    vec![("partial", flag(noted)), ("period", text(grain.pandas().0)), ("last", grain.name().to_owned())]
}
