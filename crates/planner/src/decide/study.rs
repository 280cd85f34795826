//! Decisions about studies: which one a question asks for, and its subject.
//!
//! A study that lacks what it needs (no dates, no stages) is not forced on a table; another reading is tried
//! then.

use super::{Decision, is_measure};
use crate::columns;
use crate::funnel;
use crate::input::Column;
use crate::periods;
use crate::plan::{Filter, Grain, Group, Measure, Of, Op, Order, Share, Span, Steps, Study, Task};
use crate::reading::{Intent, Topic};
use crate::years;

impl Decision<'_> {
    /// Returns the study that the question names.
    pub(super) fn study(&mut self) -> Option<Task> {
        let topics = self.reading.topics.clone();
        if topics.is_empty() && self.reading.intent == Some(Intent::Trend) && self.reading.spans.len() == 2 {
            return self.change_between();
        }
        topics.into_iter().find_map(|topic| {
            let (filters, assumed) = (self.filters.clone(), self.assumed.clone());
            let found = match topic {
                Topic::Report => self.report(),
                Topic::Change => self.change(),
                Topic::Pareto => self.pareto(),
                Topic::Funnel => self.funnel(),
                Topic::Outliers => self.outliers(),
                Topic::Rolling => self.rolling(),
                Topic::Growers => self.growers(),
                Topic::Growth => self.growth(),
                Topic::Compare => self.compare(),
            };
            if found.is_none() {
                (self.filters, self.assumed) = (filters, assumed);
            }
            found
        })
    }

    /// Returns a measure whose parts add up: a change in averages cannot be divided among groups.
    pub(super) fn sum(&mut self) -> Option<Measure> {
        let mut measure = self.reported()?;
        if !measure.op.adds_up() {
            measure.op = Op::Sum;
            self.assumed.retain(|line| !line.ends_with("so I took their average."));
        }
        Some(measure)
    }

    fn said(&self) -> bool {
        self.reading.money || self.reading.count || self.reading.rows || !self.named(is_measure).is_empty()
    }

    fn growth(&mut self) -> Option<Task> {
        let date = self.date()?;
        if self.reading.spans.len() == 2 && !self.reading.yearly {
            return self.change_between();
        }
        // Years are compared with the previous one in any case.
        let yearly = self.reading.yearly && !years::of(self.table, &date);
        let grain = match self.reading.grain {
            _ if years::of(self.table, &date) => Grain::Year,
            Some(Grain::Quarter) => Grain::Quarter,
            _ if yearly => Grain::Month,
            Some(Grain::Weekday | Grain::Hour) => Grain::Month,
            Some(grain) => grain,
            None => self.usual_grain(&date, false),
        };
        if yearly {
            let before = self.filters.len();
            self.filters.retain(|filter| !matches!(filter, Filter::Period { .. } | Filter::Newest { .. }));
            if self.filters.len() < before {
                self.assumed
                    .push("I took all years, since the one before is needed to compare with.".to_owned());
            }
        }
        let measure = self.measure(self.reading.count || self.reading.rows)?;
        Some(Task::Study(Study::Growth { measure, date, grain, yearly }))
    }

    /// Returns the study of which groups grew most; without groups, of the growth of the whole.
    fn growers(&mut self) -> Option<Task> {
        let date = self.date()?;
        if self.reading.grain_first {
            return self.growth();
        }
        let by = self.thing()?;
        let measure = self.measure(false)?;
        let measure = if measure.op == Op::Max || measure.op == Op::Min {
            let level = matches!(&measure.of, Of::Column(name) if self.table.column(name).is_some_and(columns::is_level));
            Measure { op: if level { Op::Mean } else { Op::Sum }, ..measure }
        } else {
            measure
        };
        let periods = match self.reading.spans.as_slice() {
            [first, second] => {
                let mut both = [first.clone(), second.clone()];
                both.sort_by(|a, b| a.from.cmp(&b.from));
                Some(both)
            }
            [one] if !self.reading.laid => Some([periods::before(one)?, one.clone()]),
            _ => None,
        };
        let before = self.filters.len();
        self.filters.retain(|filter| {
            !matches!(filter, Filter::Period { .. } | Filter::Newest { .. } | Filter::Month { .. })
        });
        if periods.is_none() && self.filters.len() < before {
            self.assumed.push("I took the whole time, since growth needs more than one period.".to_owned());
        }
        let order = if self.reading.shrinking { Order::Bottom } else { Order::Top };
        let years = years::of(self.table, &date);
        Some(Task::Study(Study::Growers { measure, date, by, order, years, periods }))
    }

    fn rolling(&mut self) -> Option<Task> {
        let date = self.date()?;
        let grain = match self.reading.grain {
            _ if years::of(self.table, &date) => Grain::Year,
            Some(Grain::Weekday | Grain::Hour) | None => Grain::Day,
            Some(grain) => grain,
        };
        let usual = match grain {
            Grain::Day => 7,
            Grain::Week => 4,
            _ => 3,
        };
        let window = self.reading.number.unwrap_or(usual);
        if self.reading.number.is_none() {
            self.assumed.push(format!("I chose a window of {window} {}s.", grain.name()));
        }
        let mut measure = self.measure(self.reading.count || self.reading.rows)?;
        // "Rolling average of revenue" averages the days' totals; a level such as a price is averaged within
        // the day.
        let level = match &measure.of {
            Of::Column(name) => self.table.column(name).is_some_and(columns::is_level),
            _ => false,
        };
        if measure.op == Op::Mean && !level {
            measure.op = Op::Sum;
        }
        Some(Task::Study(Study::Rolling { measure, date, grain, window }))
    }

    fn outliers(&mut self) -> Option<Task> {
        let named = self.named(is_measure).into_iter().next();
        let column = match named {
            Some(column) => column,
            None if !self.reading.unknown.is_empty() => return None,
            None => {
                let (column, why) = self.usual_metric()?;
                self.assumed.push(format!("The question names no measure, so I took `{column}` ({why})."));
                column
            }
        };
        Some(Task::Study(Study::Outliers { column }))
    }

    fn pareto(&mut self) -> Option<Task> {
        let by = self.thing()?;
        let measure = self.sum()?;
        Some(Task::Study(Study::Pareto { measure, by }))
    }

    pub(super) fn of_family(&self, family: &str, fits: impl Fn(&Column) -> bool) -> Option<String> {
        let of = |column: &&Column| {
            fits(column) && columns::family(column).is_some_and(|(concept, _)| concept.name == family)
        };
        self.table.columns.iter().find(of).map(|column| column.name.clone())
    }

    /// Returns the column of stages, and what is counted in them.
    pub(super) fn stages(&mut self) -> Option<(String, Measure)> {
        let stage = funnel::stage(self.table)?.name.clone();
        let named = self.named(is_measure).into_iter().next();
        let number = |wanted: &str| {
            let of = |column: &&Column| column.is_number() && columns::role(column) == wanted;
            self.table.columns.iter().find(of)
        };
        let sum = |name: String| Measure { op: Op::Sum, of: Of::Column(name) };
        let who = self.table.columns.iter().filter(|column| funnel::says_who(column));
        let who = who.max_by_key(|column| column.distinct).map(|column| column.name.clone());
        let counted = number("entity")
            .or_else(|| number("quantity"))
            .filter(|column| Some(&column.name) != who.as_ref());
        let measure = match (named, counted, who, number("identifier")) {
            (Some(name), ..) => sum(name),
            // A number called "users" is a count; a "user_id" identifies a user.
            (_, Some(column), ..) => sum(column.name.clone()),
            (_, _, Some(who), _) => Measure { op: Op::Distinct, of: Of::Column(who) },
            (.., Some(column)) if column.distinct < self.table.rows => {
                Measure { op: Op::Distinct, of: Of::Column(column.name.clone()) }
            }
            _ => Measure { op: Op::Count, of: Of::Rows },
        };
        Some((stage, measure))
    }

    /// Returns stages in several tables, or in columns that each count one: those that are named, or all.
    pub(super) fn steps(&mut self) -> Option<Steps> {
        if let Some(steps) = &self.steps {
            return Some(steps.clone());
        }
        if funnel::stage(self.table).is_some() {
            return None;
        }
        let named = self.named(is_measure);
        let columns = if named.len() >= 2 { Some(named) } else { funnel::columns(self.table) };
        columns.map(Steps::Columns)
    }

    fn funnel(&mut self) -> Option<Task> {
        if let Some(steps) = self.steps() {
            let split = self.groups().into_iter().next();
            return Some(Task::Study(Study::Steps { steps, split }));
        }
        let (stage, measure) = self.stages()?;
        let split = self.groups().into_iter().find(|name| *name != stage);
        Some(Task::Study(Study::Funnel { measure, stage, split }))
    }

    fn compare(&mut self) -> Option<Task> {
        if self.reading.spans.len() == 2 {
            return self.change_between();
        }
        let values = self.filters.iter().find_map(|filter| match filter {
            Filter::OneOf { column, values, not: false } if values.len() > 1 => {
                Some((column.clone(), values.clone()))
            }
            _ => None,
        });
        // "Profit vs discount" asks for the correlation of two measures.
        let both = self.named(is_measure);
        if values.is_none() && both.len() == 2 && self.groups().is_empty() {
            return Some(Task::Correlation { columns: both });
        }
        let (column, values) = values?;
        if !self.groups().is_empty() {
            return None;
        }
        let measure = self.measure(self.reading.count || self.reading.rows)?;
        match <[String; 2]>::try_from(values) {
            Ok(values) => Some(Task::Study(Study::Compare { measure, column, values })),
            Err(_) => Some(Task::Grouped {
                measure,
                by: vec![Group::Column(column)],
                rank: None,
                share: Share::No,
                chart: self.chart(),
            }),
        }
    }

    /// Returns the study for "why did revenue fall", only if the question says what changed.
    fn change(&mut self) -> Option<Task> {
        if self.said() { self.change_between() } else { None }
    }

    fn change_between(&mut self) -> Option<Task> {
        let date = self.date()?;
        let periods = match self.reading.spans.as_slice() {
            [first, second, ..] => {
                let mut both = [first.clone(), second.clone()];
                both.sort_by(|a, b| a.from.cmp(&b.from));
                Some(both)
            }
            [one] => {
                let before: Span = periods::before(one)?;
                self.assumed.push(format!("I compared {} with {}, right before it.", one.name, before.name));
                Some([before, one.clone()])
            }
            [] => {
                let unit = if years::of(self.table, &date) { "years" } else { "whole months" };
                self.assumed.push(format!("No two periods are named, so I compared the last two {unit}."));
                None
            }
        };
        self.filters.retain(|filter| {
            !matches!(filter, Filter::Period { .. } | Filter::Newest { .. } | Filter::Month { .. })
        });
        let measure = self.sum()?;
        let mut by = self.groups();
        if by.is_empty() {
            let filtered = |name: &str| self.filters.iter().any(|filter| filter.column() == Some(name));
            let usable = |column: &&Column| {
                column.is_text()
                    && (2..=500).contains(&column.distinct)
                    && column.distinct * 5 <= self.table.rows
                    && !filtered(&column.name)
            };
            by = self.table.columns.iter().filter(usable).take(4).map(|c| c.name.clone()).collect();
        }
        let level =
            matches!(&measure.of, Of::Column(name) if self.table.column(name).is_some_and(columns::is_level));
        match (by.first(), periods) {
            // Prices and ages have no parts that make up a change; each group's own change is shown.
            (Some(first), periods) if level && self.reading.op != Some(Op::Sum) => {
                let measure = Measure { op: Op::Mean, ..measure };
                let (by, years) = (first.clone(), years::of(self.table, &date));
                Some(Task::Study(Study::Growers { measure, date, by, order: Order::Top, years, periods }))
            }
            (Some(_), periods) => Some(Task::Study(Study::Change { measure, date, periods, by })),
            (None, Some([first, second])) => {
                self.assumed
                    .push("There is nothing to divide the change by, so this is how it went.".to_owned());
                let words = format!("{} to {}", first.name, second.name);
                self.filters.push(Filter::Period {
                    column: date.clone(),
                    from: Some(first.from.clone()),
                    to: Some(second.to.clone()),
                    words,
                });
                let months = first.name.len() > 4 && !years::of(self.table, &date);
                let grain = if months { Grain::Month } else { Grain::Year };
                let measure = if level { Measure { op: Op::Mean, ..measure } } else { measure };
                Some(Task::Trend { measure, date, grain, split: None, rank: None, chart: self.chart() })
            }
            (None, None) => None,
        }
    }
}
