//! Decisions about figures: which column is measured and how, and how fine periods are, where the question leaves it open.

use super::{Decision, is_measure};
use crate::columns;
use crate::plan::{Grain, Measure, Of, Op, Order};
use crate::reading::Intent;

impl Decision<'_> {
    /// What to compute. `rows` allows to count rows where nothing else is named.
    pub(super) fn measure(&mut self, rows: bool) -> Option<Measure> {
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
    pub(super) fn usual_grain(&mut self, date: &str, by_day: bool) -> Grain {
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
