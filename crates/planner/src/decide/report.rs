//! Decisions about reports: their subject, the parts that the table allows, and notes on those that it does
//! not.

use super::{Decision, is_measure};
use crate::columns;
use crate::flags;
use crate::input::Column;
use crate::plan::{Grain, Measure, Of, Op, Part, Report, Study, Task};
use crate::reading::{Intent, Topic};
use crate::years;

/// Families of things; those come first that a shop would rank first.
const THINGS: [&str; 8] =
    ["product", "customer", "employee", "category", "region", "store", "seller", "country"];

/// How many of the top items a report lists.
const LISTED: usize = 10;

impl Decision<'_> {
    /// Returns what is ranked: the named group, or the column of things that tables are usually about.
    pub(super) fn thing(&mut self) -> Option<String> {
        let ranked = |column: &Column| column.is_text() && column.distinct > 1;
        if let Some(name) = self.groups().first() {
            return Some(name.clone());
        }
        let finest = |family: &&str| {
            let of = |column: &&Column| {
                ranked(column)
                    && column.distinct <= 2000
                    && columns::family(column).is_some_and(|(concept, _)| concept.name == **family)
            };
            let columns = self.table.columns.iter().filter(of);
            columns.max_by_key(|column| column.distinct.min(200)).map(|column| column.name.clone())
        };
        let found = THINGS.iter().find_map(finest);
        let found = found.or_else(|| {
            let texts = self.table.columns.iter().filter(|column| ranked(column));
            texts.max_by_key(|column| column.distinct.min(200)).map(|column| column.name.clone())
        })?;
        let asked = self.reading.unknown.iter().find(|word| columns::names_a_thing(word));
        self.assumed.push(match asked {
            Some(word) => format!("No column holds {word}, so I took `{found}`."),
            None => format!("The question does not say by what, so I took `{found}`."),
        });
        Some(found)
    }

    /// Returns the subject of a report: the named measure, else one that adds up, else the rows.
    pub(super) fn reported(&mut self) -> Option<Measure> {
        let before = self.assumed.clone();
        let measure = self.measure(false)?;
        let level =
            matches!(&measure.of, Of::Column(name) if self.table.column(name).is_some_and(columns::is_level));
        if !level && measure.op.adds_up() {
            return Some(measure);
        }
        if !self.named(is_measure).is_empty() && level {
            return Some(Measure { op: Op::Mean, ..measure });
        }
        if !level {
            return Some(Measure { op: Op::Sum, ..measure });
        }
        self.assumed = before;
        let adds = |column: &&Column| {
            is_measure(column) && !columns::is_level(column) && flags::yes(column).is_none()
        };
        let found = self.table.columns.iter().find(adds).map(|column| column.name.clone());
        Some(match found {
            Some(name) => {
                self.assumed.push(format!("The question names no measure, so I added up `{name}`."));
                Measure { op: Op::Sum, of: Of::Column(name) }
            }
            None => {
                self.assumed.push("No column holds amounts that add up, so I counted rows.".to_owned());
                Measure { op: Op::Count, of: Of::Rows }
            }
        })
    }

    pub(super) fn report(&mut self) -> Option<Task> {
        let reading = self.reading;
        let asks = |topic| reading.topics.contains(&topic);
        let trend = reading.grain.is_some() || reading.intent == Some(Intent::Trend);
        let top = reading.order.is_some() || reading.limit.is_some();
        let everything = !trend && !top && !asks(Topic::Pareto) && !asks(Topic::Funnel);
        let measure = self.reported()?;
        let mut parts = Vec::new();
        let date = self.date();
        if trend && date.is_none() {
            self.assumed.push("The table has no column of dates, so nothing is shown over time.".to_owned());
        }
        let level = !measure.op.adds_up();
        if level && asks(Topic::Pareto) {
            self.assumed.push("Averages are no parts of a whole, so there is no ABC analysis.".to_owned());
        }
        if let Some(date) = date.clone().filter(|_| trend || everything) {
            let grain = reading.grain.filter(|grain| !matches!(grain, Grain::Weekday | Grain::Hour));
            let grain =
                if years::of(self.table, &date) { Grain::Year } else { grain.unwrap_or(Grain::Month) };
            parts.push(Part::Trend { date, grain });
        }
        let ranked = top || asks(Topic::Pareto) || everything;
        let thing = if ranked { self.thing() } else { None };
        if ranked && !everything && thing.is_none() {
            self.assumed.push(
                "No column says what the rows are about, so there is no ranking and no ABC analysis."
                    .to_owned(),
            );
        }
        if let Some(by) = thing {
            if top || everything {
                parts.push(Part::Top { by: by.clone(), limit: reading.limit.unwrap_or(LISTED) });
            }
            if !level && (asks(Topic::Pareto) || everything) {
                parts.push(Part::Pareto { by });
            }
        }
        if asks(Topic::Funnel) {
            let who = self.of_family("customer", |column| column.distinct > 1);
            match (self.steps(), self.stages(), who) {
                (Some(steps), ..) => parts.push(Part::Steps(steps)),
                (_, Some((stage, measure)), _) => parts.push(Part::Funnel { measure, stage }),
                (_, None, Some(who)) => {
                    self.assumed.push(format!(
                        "The table has no stages such as visit, cart and paid, so the funnel shows how many of `{who}` bought once, came back and became regulars."
                    ));
                    parts.push(Part::Returning { who });
                }
                _ => self.assumed.push("The table has no stages, so there is no funnel in it.".to_owned()),
            }
        }
        let monthly_sheets = date.filter(|date| reading.files.monthly_sheets && !years::of(self.table, date));
        let pdf = reading.files.pdf || !reading.files.excel;
        (!parts.is_empty()).then_some(Task::Study(Study::Report(Report {
            measure,
            parts,
            pdf,
            monthly_sheets,
        })))
    }
}
