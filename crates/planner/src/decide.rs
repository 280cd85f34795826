//! Decisions: from what a question says to a plan, with every assumption said aloud.
//!
//! Works on one reading and one table; which table is meant is decided in [`crate::understand`].

use crate::columns;
use crate::input::{Column, Table};
use crate::plan::{Chart, Filter, Grain, Group, Measure, Of, Op, Order, Query, Share, Task};
use crate::reading::{Intent, Reading};

/// As many groups as a question without a number wants to see of the best.
const USUAL: usize = 5;

/// The plan for a reading, or `None` where the question says too little or too much for rules.
pub(crate) fn decide(reading: &Reading, table: &Table, source: (usize, usize)) -> Option<Query> {
    let mut decision = Decision { reading, table, filters: reading.filters.clone(), assumed: Vec::new() };
    let task = decision.task()?;
    Some(Query { source, filters: decision.filters, task, assumed: decision.assumed })
}

struct Decision<'a> {
    reading: &'a Reading,
    table: &'a Table,
    filters: Vec<Filter>,
    assumed: Vec<String>,
}

/// Whether one can sensibly calculate with a column: an order's number is no measure.
fn is_measure(column: &Column) -> bool {
    column.is_number() && !columns::is_identifier(column)
}

impl Decision<'_> {
    fn task(&mut self) -> Option<Task> {
        let reading = self.reading;
        let nothing_named = reading.columns.is_empty() && reading.op.is_none() && reading.order.is_none();
        match reading.intent {
            Some(Intent::Quality) => return Some(Task::Quality),
            Some(Intent::Overview) if reading.columns.is_empty() => return Some(Task::Overview),
            Some(Intent::Columns) if nothing_named => return Some(Task::Columns),
            Some(Intent::Correlation) => return self.correlation(),
            _ => {}
        }
        if reading.beyond {
            return None;
        }
        let numbers = self.named(is_measure);
        let dates = self.named(Column::is_date);
        let groups = self.groups();
        if let Some(grain) = reading.grain
            && !matches!(grain, Grain::Weekday)
            && let Some(date) = self.date()
        {
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
            && let Some(date) = self.date()
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
        if reading.count || (reading.rows && reading.op.is_none() && reading.order.is_none()) {
            let of = numbers
                .first()
                .filter(|_| !reading.rows)
                .map(|name| Measure { op: Op::Sum, of: Of::Column(name.clone()) });
            return Some(Task::Scalar { measure: of.unwrap_or(Measure { op: Op::Count, of: Of::Rows }) });
        }
        if reading.op.is_some() || reading.money || reading.order.is_some() {
            if reading.order.is_some() && reading.op.is_none() && reading.limit.is_some() {
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

    /// The columns to group by: texts wherever they stand, numbers only after "by" where they are no measure.
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
        Task::Rows { limit: reading.limit.unwrap_or(10), sort }
    }

    fn correlation(&mut self) -> Option<Task> {
        let mut columns = self.named(is_measure);
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
        // "How many customers per month" counts customers; "revenue per month by region" draws one line for each.
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
        // "How many customers", "number of products per region", "customers by region": the different ones are counted.
        let entity = groups.first().filter(|name| counted(name)).cloned();
        if let Some(entity) =
            entity.filter(|_| only_entities && !reading.rows && (reading.order.is_none() || counts))
        {
            let rest: Vec<Group> =
                groups.iter().filter(|name| **name != entity).cloned().map(Group::Column).collect();
            let plain = reading.op.is_none() && !reading.share && reading.chart.is_none();
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
        // Where every row is its own group ("top 3 employees by salary"), the rows themselves say more.
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

    /// "What percentage of revenue comes from the West": the share of one value among all of its column.
    fn share_of_filter(&mut self) -> Option<Task> {
        let at = self.filters.iter().position(
            |filter| matches!(filter, Filter::OneOf { values, not: false, .. } if values.len() == 1),
        )?;
        let Filter::OneOf { column, values, .. } = self.filters.remove(at) else { return None };
        let measure = self.measure(false)?;
        let share = Share::Of(values.into_iter().next()?);
        Some(Task::Grouped {
            measure,
            by: vec![Group::Column(column)],
            rank: None,
            share,
            chart: self.chart(),
        })
    }

    fn rank(&self) -> Option<(Order, usize)> {
        let order = self.reading.order.or(self.reading.limit.map(|_| Order::Top))?;
        Some((order, self.reading.limit.unwrap_or(USUAL)))
    }

    fn share(&self) -> Share {
        if self.reading.share { Share::All } else { Share::No }
    }

    fn chart(&self) -> Chart {
        self.reading.chart.unwrap_or(Chart::Auto)
    }

    /// What to compute. `rows` allows to count rows where nothing else is named.
    fn measure(&mut self, rows: bool) -> Option<Measure> {
        let reading = self.reading;
        let groups = self.groups();
        let named = self.named(is_measure).into_iter().find(|name| !groups.contains(name));
        let counted =
            reading.count || (reading.rows && reading.op.is_none() && named.is_none() && !reading.money);
        if counted && (named.is_none() || reading.rows) {
            return Some(Measure { op: Op::Count, of: Of::Rows });
        }
        if let Some(name) = named {
            let op = self.usual_op(&name);
            return Some(Measure { op, of: Of::Column(name) });
        }
        let said = reading.op.is_some() || reading.order.is_some() || reading.money;
        if !said && rows {
            let op = Measure { op: Op::Count, of: Of::Rows };
            if reading.intent != Some(Intent::Trend) && !reading.grain_first {
                return Some(op);
            }
        }
        let Some((name, why)) = self.usual_metric() else {
            return Some(Measure { op: Op::Count, of: Of::Rows });
        };
        if columns::of_role(self.table, "money").is_none()
            && let Some(product) = self.product()
        {
            return Some(product);
        }
        if !(reading.money && columns::of_role(self.table, "money").is_some_and(|column| column.name == name))
        {
            self.assumed.push(format!("The question names no figure, so I took `{name}` ({why})."));
        }
        let op = self.usual_op(&name);
        Some(Measure { op, of: Of::Column(name) })
    }

    /// Quantity times price, where no column holds the amount.
    fn product(&mut self) -> Option<Measure> {
        let quantity = columns::of_role(self.table, "quantity")?.name.clone();
        let price = columns::of_role(self.table, "price")?.name.clone();
        self.assumed.push(format!("No column holds the amount, so I took `{quantity}` times `{price}`."));
        let op = self.reading.op.unwrap_or(Op::Sum);
        Some(Measure { op, of: Of::Product(quantity, price) })
    }

    fn usual_metric(&self) -> Option<(String, &'static str)> {
        for (role, why) in [
            ("money", "it looks like the amount of money"),
            ("quantity", "it looks like the quantity"),
            ("price", "it looks like the price"),
            ("level", "it is the column that one measures by"),
        ] {
            if let Some(column) = columns::of_role(self.table, role) {
                return Some((column.name.clone(), why));
            }
        }
        let number =
            self.table.columns.iter().find(|column| column.is_number() && !columns::is_identifier(column));
        number.map(|column| (column.name.clone(), "the first column of numbers"))
    }

    fn usual_op(&mut self, name: &str) -> Op {
        let reading = self.reading;
        let role = self.table.column(name).map_or("", columns::role);
        if let Some(op) = reading.op.filter(|op| *op != Op::Distinct) {
            return op;
        }
        let level = ["price", "level"].contains(&role);
        let op = match reading.order {
            Some(Order::Top) if level || (self.groups().is_empty() && !reading.grain_first) => {
                return Op::Max;
            }
            Some(Order::Bottom) if level || (self.groups().is_empty() && !reading.grain_first) => {
                return Op::Min;
            }
            _ if level => Op::Mean,
            _ => Op::Sum,
        };
        if op == Op::Mean {
            self.assumed.push(format!("Values of `{name}` do not add up sensibly, so I took their average."));
        } else if role.is_empty() {
            self.assumed
                .push(format!("I added up `{name}`; ask for the average or median if that fits better."));
        }
        op
    }

    /// The grain that gives a readable number of points.
    fn usual_grain(&mut self, date: &str, by_day: bool) -> Grain {
        let year_month = |value: &Option<serde_json::Value>| {
            let text = value.as_ref()?.as_str()?.to_owned();
            Some(text.get(..4)?.parse::<i32>().ok()? * 12 + text.get(5..7)?.parse::<i32>().ok()?)
        };
        let column = self.table.column(date);
        let span = column.and_then(|column| Some(year_month(&column.max)? - year_month(&column.min)?));
        let grain = match span {
            _ if by_day => Grain::Day,
            Some(months) if months > 120 => Grain::Year,
            Some(months) if months < 3 => Grain::Day,
            _ => Grain::Month,
        };
        if !by_day {
            self.assumed.push(format!("I chose one point per {}.", grain.name()));
        }
        grain
    }
}
