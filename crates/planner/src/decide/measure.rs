//! Decisions about measures that the question leaves open: which column is measured and how, and how long
//! periods are.

use super::{Decision, is_measure};
use crate::columns;
use crate::plan::{Grain, Measure, Of, Op, Order};
use crate::reading::{Intent, Reading, Topic};
use crate::years;

impl Decision<'_> {
    /// Returns what to compute. `rows` allows counting rows if nothing else is named.
    pub(super) fn measure(&mut self, rows: bool) -> Option<Measure> {
        let reading = self.reading;
        if let Some(name) = &reading.rate {
            self.assumed.push(format!(
                "The average of `{name}` is its share: 0.25 means that it holds for 25% of the rows."
            ));
            return Some(Measure { op: Op::Mean, of: Of::Column(name.clone()) });
        }
        if let Some(measure) = self.counted_periods() {
            return Some(measure);
        }
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
        if !said && rows && !reading.topics.is_empty() && !reading.unknown.is_empty() && !reading.laid {
            return None;
        }
        if !said && rows {
            let op = Measure { op: Op::Count, of: Of::Rows };
            if reading.intent != Some(Intent::Trend) && !reading.grain_first {
                return Some(op);
            }
        }
        // The unknown word may be the name of the measure.
        let several = self.table.columns.iter().filter(|column| is_measure(column)).count() > 1;
        let report = reading.topics.contains(&Topic::Report);
        let several = several || reading.op.is_some();
        if several && !reading.unknown.is_empty() && !reading.money && !reading.laid && !report {
            return None;
        }
        let Some((name, why)) = self.usual_metric() else {
            return Some(Measure { op: Op::Count, of: Of::Rows });
        };
        if columns::of_role(self.table, "money").is_none()
            && let Some(product) = self.product()
        {
            return Some(product);
        }
        // A level such as an age ranks nothing unless it is named: rows are counted instead.
        let role = self.table.column(&name).map_or("", columns::role);
        let dated = self.table.columns.iter().any(|c| c.is_date() && c.distinct * 10 >= self.table.rows * 9);
        if rows_may_count(reading) && !["money", "quantity", "price"].contains(&role) && !dated {
            self.assumed.push("The question names no measure, so I counted rows.".to_owned());
            return Some(Measure { op: Op::Count, of: Of::Rows });
        }
        if !(reading.money && columns::of_role(self.table, "money").is_some_and(|column| column.name == name))
        {
            self.assumed.push(format!("The question names no measure, so I took `{name}` ({why})."));
        }
        let op = self.usual_op(&name);
        Some(Measure { op, of: Of::Column(name) })
    }

    /// Returns the measure for "how many days": rows if each is a day of its own, distinct days otherwise.
    fn counted_periods(&self) -> Option<Measure> {
        let grain = self.reading.counted?;
        let date = self.date()?;
        let own = match grain {
            Grain::Year => years::of(self.table, &date),
            grain => grain == Grain::Day && !years::of(self.table, &date),
        };
        let each = self.table.column(&date).is_some_and(|column| column.distinct >= self.table.rows);
        Some(match own && each && !self.table.sampled {
            true => Measure { op: Op::Count, of: Of::Rows },
            false => Measure { op: Op::Distinct, of: Of::Column(date) },
        })
    }

    /// Returns quantity times price, if no column holds the amount.
    pub(super) fn product(&mut self) -> Option<Measure> {
        let quantity = columns::of_role(self.table, "quantity")?.name.clone();
        let price = columns::of_role(self.table, "price")?.name.clone();
        self.assumed.push(format!("No column holds the amount, so I took `{quantity}` times `{price}`."));
        let op = self.reading.op.unwrap_or(Op::Sum);
        Some(Measure { op, of: Of::Product(quantity, price) })
    }

    pub(super) fn usual_metric(&self) -> Option<(String, &'static str)> {
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

    pub(super) fn usual_op(&mut self, name: &str) -> Op {
        let reading = self.reading;
        let role = self.table.column(name).map_or("", columns::role);
        if let Some(op) = reading.op.filter(|op| *op != Op::Distinct) {
            return op;
        }
        // Shares are parts of a sum; who has more is decided by averages.
        if reading.share {
            return Op::Sum;
        }
        if reading.comparative && reading.order.is_none() {
            return Op::Mean;
        }
        let level = self.table.column(name).is_some_and(columns::is_level);
        let op = match reading.order.filter(|_| !reading.flip) {
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

    /// Returns the requested grain, or years if the column holds nothing finer.
    pub(super) fn possible(&mut self, date: &str, grain: Grain) -> Grain {
        if !years::of(self.table, date) || grain == Grain::Year {
            return grain;
        }
        self.assumed.push(format!("`{date}` holds years, so there is nothing finer than a year."));
        Grain::Year
    }

    /// Returns the grain with a readable number of points.
    pub(super) fn usual_grain(&mut self, date: &str, by_day: bool) -> Grain {
        if years::of(self.table, date) {
            return Grain::Year;
        }
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

/// Returns whether a reading fits a count of rows: a ranking or a time series without a measure.
fn rows_may_count(reading: &Reading) -> bool {
    let studied = !matches!(reading.topics.as_slice(), [] | [Topic::Report, ..]);
    reading.op.is_none() && !reading.money && !studied && reading.columns.iter().any(|(_, by)| *by)
}
