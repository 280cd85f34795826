//! Decisions: from what a question says to a plan, with every assumption stated.
//!
//! Works on one reading and one table; [`crate::understand`] decides which table is meant.

mod measure;
mod remarks;
mod report;
mod study;

use crate::columns;
use crate::input::{Column, Table};
use crate::label;
use crate::plan::{
    ALL, Among, Chart, Filter, Grain, Group, Measure, Of, Op, Order, Query, Share, Steps, Study, Task,
};
use crate::reading::{Intent, Reading, Topic};
use crate::years;

/// How many of the top groups are shown if the question states no number.
const USUAL: usize = 5;

/// Returns the plan for a reading, or `None` if the question says too little or too much for rules.
///
/// `steps` are the stages of a funnel over several tables, of which this is the first.
pub(crate) fn decide(
    reading: &Reading,
    table: &Table,
    source: (usize, usize),
    steps: Option<Steps>,
) -> Option<Query> {
    let mut decision =
        Decision { reading, table, steps, filters: reading.filters.clone(), assumed: Vec::new() };
    let task = decision.task()?;
    decision.pie(&task);
    decision.others(&task);
    let only = decision.bare(&task);
    let newest_first = reading.flip && matches!(task, Task::Trend { .. });
    if let Some(Among { by, measure, rank }) = &reading.among {
        let end = if rank.0 == Order::Top { "highest" } else { "lowest" };
        let measure = label::measure(measure);
        decision.assumed.push(format!(
            "Only the {} values of `{by}` with the {end} {measure} are taken, as before.",
            rank.1
        ));
    }
    let Decision { filters, assumed, .. } = decision;
    Some(Query {
        source,
        filters,
        task,
        among: reading.among.clone(),
        only,
        newest_first,
        counted: reading.counted,
        assumed,
    })
}

struct Decision<'a> {
    reading: &'a Reading,
    table: &'a Table,
    steps: Option<Steps>,
    filters: Vec<Filter>,
    assumed: Vec<String>,
}

/// Returns whether calculating with a column makes sense: an order's number is no measure.
pub(crate) fn is_measure(column: &Column) -> bool {
    column.is_number() && !columns::is_identifier(column)
}

impl Decision<'_> {
    fn task(&mut self) -> Option<Task> {
        let reading = self.reading;
        let nothing_named = reading.columns.is_empty() && reading.op.is_none() && reading.order.is_none();
        if !reading.beyond
            && let Some(task) = self.study()
        {
            return Some(task);
        }
        // Nothing else may be shown as a funnel or a moving average.
        if matches!(
            reading.topics.first(),
            Some(Topic::Funnel | Topic::Rolling | Topic::Growers | Topic::Outliers)
        ) {
            return None;
        }
        // The time between two dates is a count of neither.
        if reading.counted.is_some() && self.named(Column::is_date).len() > 1 {
            return None;
        }
        if reading.counted.is_some() && self.date().is_some() {
            let measure = self.measure(true)?;
            let by: Vec<Group> = self.groups().into_iter().take(2).map(Group::Column).collect();
            return Some(match by.is_empty() {
                true => Task::Scalar { measure },
                false => {
                    Task::Grouped { measure, by, rank: self.rank(), share: self.share(), chart: self.chart() }
                }
            });
        }
        match reading.intent {
            Some(Intent::Quality) => return Some(Task::Quality),
            Some(Intent::Overview) if reading.columns.is_empty() => return Some(Task::Overview),
            Some(Intent::Columns) if nothing_named => return Some(Task::Columns),
            Some(Intent::Correlation) => return self.correlation(),
            _ => {}
        }
        if reading.beyond {
            // Reasons are not in the data; where a change arose is.
            return self.study().filter(|task| {
                matches!(task, Task::Study(Study::Change { .. } | Study::Growers { .. }) | Task::Trend { .. })
            });
        }
        let numbers = self.named(is_measure);
        let dates = self.named(Column::is_date);
        let mut groups = self.groups();
        if groups.is_empty() {
            if reading.lost.is_some() && reading.grain.is_none() && dates.is_empty() {
                return None;
            }
            groups.extend(self.sides(!numbers.is_empty() || reading.money));
        }
        // "What share of days were sunny" is about rows.
        if reading.share
            && reading.grain == Some(Grain::Day)
            && groups.is_empty()
            && numbers.is_empty()
            && let Some(task) = self.share_of_filter()
        {
            return Some(task);
        }
        if let Some(grain) = reading.grain
            && !matches!(grain, Grain::Weekday)
            && let Some(date) = self.date()
        {
            let grain = self.possible(&date, grain);
            return self.trend(date, grain, &groups);
        }
        if reading.intent == Some(Intent::Distribution) || reading.intent == Some(Intent::Overview) {
            return self.distribution(&numbers, &groups, &dates);
        }
        let over_time = reading.intent == Some(Intent::Trend) || (!dates.is_empty() && !self.plain_rows());
        if over_time
            && reading.grain.is_none()
            && let Some(date) = self.date()
        {
            let by_day = reading.columns.iter().any(|(name, by)| *by && *name == date);
            let grain = self.usual_grain(&date, by_day);
            return self.trend(date, grain, &groups);
        }
        if reading.grain == Some(Grain::Weekday)
            && let Some(date) = self.date().filter(|date| !years::of(self.table, date))
        {
            let measure = self.measure(true)?;
            let by = vec![Group::Part(date, Grain::Weekday)];
            return Some(Task::Grouped {
                measure,
                by,
                rank: self.rank(),
                share: self.share(),
                chart: self.chart(),
            });
        }
        if reading.share
            && groups.is_empty()
            && let Some(task) = self.share_of_filter()
        {
            return Some(task);
        }
        if self.plain_rows() {
            return Some(self.rows());
        }
        if !groups.is_empty() {
            return self.grouped(groups);
        }
        // "How many were shot": while the word that matters is unknown, every row would be counted.
        let counted = |word: &&String| Some(*word) != reading.noun.as_ref();
        if reading.count
            && reading.bare.is_none()
            && self.filters.is_empty()
            && reading.unknown.iter().any(|word| counted(&word))
        {
            return None;
        }
        if reading.count || (reading.rows && reading.op.is_none() && reading.order.is_none()) {
            let of = numbers
                .first()
                .filter(|_| !reading.rows)
                .map(|name| Measure { op: Op::Sum, of: Of::Column(name.clone()) });
            return Some(Task::Scalar { measure: of.unwrap_or(Measure { op: Op::Count, of: Of::Rows }) });
        }
        if reading.op.is_some() || reading.money || reading.order.is_some() || reading.rate.is_some() {
            // The "oldest passenger" is a row, the "highest price" a measure.
            let thing = !reading.unknown.is_empty() && !numbers.is_empty();
            if reading.order.is_some() && reading.op.is_none() && (reading.limit.is_some() || thing) {
                return Some(self.rows());
            }
            let measure = self.measure(false)?;
            return Some(Task::Scalar { measure });
        }
        match numbers.as_slice() {
            [] if !self.filters.is_empty() && reading.unknown.is_empty() => Some(self.rows()),
            [] => reading.chart.is_some().then_some(Task::Overview),
            [column, ..] => Some(Task::Histogram { column: column.clone() }),
        }
    }

    fn named(&self, of: impl Fn(&Column) -> bool) -> Vec<String> {
        let column = |name: &String| self.table.column(name).is_some_and(&of);
        self.reading.columns.iter().map(|(name, _)| name).filter(|name| column(name)).cloned().collect()
    }

    /// Returns the columns to group by: texts in any position, numbers only after "by" and if they are no
    /// measure.
    fn groups(&self) -> Vec<String> {
        let reading = self.reading;
        let numbers = self.named(is_measure);
        reading
            .columns
            .iter()
            .filter(|(name, by)| {
                let Some(column) = self.table.column(name) else { return false };
                let measured = numbers.len() > 1 && numbers.first() != Some(name);
                let counted = reading.count || reading.rows || columns::is_identifier(column);
                let few = column.distinct <= 60;
                if is_measure(column) {
                    *by && reading.order.is_none()
                        && few
                        && (measured
                            || counted
                            || (reading.op.is_none()
                                && numbers.len() == 1
                                && column.distinct <= 12
                                && columns::role(column).is_empty()))
                } else {
                    !column.is_date()
                }
            })
            .map(|(name, _)| name.clone())
            .collect()
    }

    fn date(&self) -> Option<String> {
        let named = self.named(Column::is_date).first().cloned();
        named.or_else(|| {
            self.table.columns.iter().find(|column| column.is_date()).map(|column| column.name.clone())
        })
    }

    fn plain_rows(&self) -> bool {
        let reading = self.reading;
        reading.intent == Some(Intent::Rows)
            && reading.op.is_none()
            && !reading.count
            && !reading.share
            && !reading.columns.iter().any(|(_, by)| *by && !reading.sort)
    }

    fn rows(&mut self) -> Task {
        let reading = self.reading;
        let column = reading.columns.first().map(|(name, _)| name.clone());
        let ranked = reading.order.is_some() || reading.sort;
        let column = column.or_else(|| ranked.then(|| self.usual_metric().map(|of| of.0))?);
        let sort = column.filter(|_| ranked).map(|column| (column, reading.order.unwrap_or(Order::Top)));
        let usual = if reading.intent == Some(Intent::Rows) { 10 } else { USUAL };
        Task::Rows { limit: reading.limit.unwrap_or(usual), sort }
    }

    fn correlation(&mut self) -> Option<Task> {
        let mut columns = self.named(is_measure);
        if columns.len() < 2 && !self.reading.unknown.is_empty() {
            return None;
        }
        if columns.len() < 2 {
            let measures = self
                .table
                .columns
                .iter()
                .filter(|column| column.is_number() && !columns::is_identifier(column));
            columns = measures.map(|column| column.name.clone()).take(12).collect();
        }
        (columns.len() >= 2).then_some(Task::Correlation { columns })
    }

    fn distribution(&mut self, numbers: &[String], groups: &[String], dates: &[String]) -> Option<Task> {
        if let Some(group) = groups.first() {
            let number = !numbers.is_empty() || self.reading.money;
            let measure = if number { self.measure(true)? } else { Measure { op: Op::Count, of: Of::Rows } };
            let by = vec![Group::Column(group.clone())];
            return Some(Task::Grouped {
                measure,
                by,
                rank: self.rank(),
                share: Share::All,
                chart: self.chart(),
            });
        }
        if let Some(column) = numbers.first() {
            return Some(Task::Histogram { column: column.clone() });
        }
        if let Some(date) = dates.first() {
            let grain = self.usual_grain(date, false);
            return self.trend(date.clone(), grain, &[]);
        }
        let (column, _) = self.usual_metric()?;
        Some(Task::Histogram { column })
    }

    fn trend(&mut self, date: String, grain: Grain, groups: &[String]) -> Option<Task> {
        let mut groups = groups.to_vec();
        let entity = groups.first().cloned();
        let by = |name: &String| self.reading.columns.iter().any(|(column, by)| column == name && *by);
        // "How many customers per month" counts customers; "revenue per month by region" draws one line for
        // each.
        let counted =
            entity.filter(|name| (self.reading.count || self.reading.op == Some(Op::Distinct)) && !by(name));
        let measure = match counted {
            Some(name) => {
                groups.retain(|group| *group != name);
                Measure { op: Op::Distinct, of: Of::Column(name) }
            }
            None => self.measure(self.reading.grain_first || self.reading.intent == Some(Intent::Trend))?,
        };
        let ranked =
            self.reading.order.is_some() && (self.reading.grain_first || self.reading.limit.is_some());
        let rank = self.rank().filter(|_| ranked);
        Some(Task::Trend { measure, date, grain, split: groups.first().cloned(), rank, chart: self.chart() })
    }

    fn grouped(&mut self, groups: Vec<String>) -> Option<Task> {
        let reading = self.reading;
        let by_named = reading.columns.iter().any(|(name, by)| *by && groups.contains(name));
        let counted = |name: &String| reading.columns.iter().any(|(column, by)| column == name && !by);
        let numbers = self.named(is_measure);
        let only_entities = numbers.iter().all(|name| groups.contains(name)) && !reading.money;
        let counts = reading.count || reading.op == Some(Op::Distinct);
        // "How many customers", "number of products per region", "customers by region": distinct values are
        // counted.
        let entity = groups.first().filter(|name| counted(name)).cloned();
        if let Some(entity) =
            entity.filter(|_| only_entities && !reading.rows && (reading.order.is_none() || counts))
        {
            let rest: Vec<Group> =
                groups.iter().filter(|name| **name != entity).cloned().map(Group::Column).collect();
            // Of three medals no country wins more than three different ones: rows are meant.
            let few = self.table.column(&entity).is_some_and(|column| column.distinct <= 5);
            let plain = reading.op.is_none() && !reading.share && reading.chart.is_none() && !few;
            if few && !counts && by_named && !rest.is_empty() {
                return Some(Task::Grouped {
                    measure: Measure { op: Op::Count, of: Of::Rows },
                    by: rest,
                    rank: self.rank(),
                    share: self.share(),
                    chart: self.chart(),
                });
            }
            if counts && (!by_named || rest.is_empty()) || (!rest.is_empty() && by_named && (counts || plain))
            {
                let measure = Measure { op: Op::Distinct, of: Of::Column(entity) };
                if rest.is_empty() {
                    return Some(Task::Scalar { measure });
                }
                return Some(Task::Grouped {
                    measure,
                    by: rest,
                    rank: self.rank(),
                    share: Share::No,
                    chart: self.chart(),
                });
            }
        }
        let measure = self.measure(true)?;
        // If every row is its own group ("top 3 employees by salary"), the rows themselves say more.
        if let ([only], Of::Column(metric), Some((order, limit))) =
            (groups.as_slice(), &measure.of, self.rank())
        {
            let unique = self
                .table
                .column(only)
                .is_some_and(|column| column.distinct == self.table.rows && !self.table.sampled);
            if unique {
                return Some(Task::Rows { limit, sort: Some((metric.clone(), order)) });
            }
        }
        let by = groups.into_iter().take(2).map(Group::Column).collect();
        Some(Task::Grouped { measure, by, rank: self.rank(), share: self.share(), chart: self.chart() })
    }

    fn rank(&self) -> Option<(Order, usize)> {
        let order = self.reading.order.or(self.reading.limit.map(|_| Order::Top))?;
        Some((order, self.reading.limit.unwrap_or(if self.reading.flip { ALL } else { USUAL })))
    }

    fn share(&self) -> Share {
        if self.reading.share { Share::All } else { Share::No }
    }

    fn chart(&self) -> Chart {
        self.reading.chart.unwrap_or(Chart::Auto)
    }
}
