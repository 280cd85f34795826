//! Decisions about what a question says beside its measure: comparisons without a column, groups that are
//! compared, the share of one value; and notes on wishes that were not met.

use super::{Decision, is_measure};
use crate::columns;
use crate::input::Column;
use crate::plan::{Chart, Filter, Group, Measure, Of, Op, Share, Task};

impl Decision<'_> {
    /// Applies a comparison without a column: to the answer's own measures if it follows an answer on groups
    /// or periods, otherwise to the rows.
    pub(super) fn bare(&mut self, task: &Task) -> Option<(&'static str, f64)> {
        let (sign, value) = self.reading.bare?;
        let of_groups = match task {
            Task::Grouped { by, .. } => by.len() == 1,
            Task::Trend { split, .. } => split.is_none(),
            _ => false,
        };
        if of_groups && self.reading.laid {
            return Some((sign, value));
        }
        let column = match task {
            Task::Correlation { columns } => columns.first().cloned(),
            Task::Histogram { column } | Task::Rows { sort: Some((column, _)), .. } => Some(column.clone()),
            _ => match task.measure().map(|measure| &measure.of) {
                Some(Of::Column(name)) => Some(name.clone()),
                _ => self.usual_metric().map(|(name, _)| name),
            },
        };
        let number = |name: &String| self.table.column(name).is_some_and(Column::is_number);
        if let Some(column) = column.filter(number) {
            self.filters.push(Filter::Compare { column, sign, value });
        }
        None
    }

    /// Notes which of the named measures an answer with a single one leaves out.
    pub(super) fn others(&mut self, task: &Task) {
        let (Task::Trend { measure, .. } | Task::Grouped { measure, .. } | Task::Scalar { measure }) = task
        else {
            return;
        };
        let Of::Column(taken) = &measure.of else { return };
        let groups = self.groups();
        let left: Vec<String> = self
            .named(is_measure)
            .into_iter()
            .filter(|name| name != taken && !groups.contains(name))
            .collect();
        if !left.is_empty() && self.named(is_measure).contains(taken) {
            let left = left.join("` and `");
            self.assumed
                .push(format!("This is about `{taken}` alone; ask for `{left}` in a question of its own."));
        }
    }

    /// Notes that another figure is drawn where a pie was asked for.
    pub(super) fn pie(&mut self, task: &Task) {
        let drawn = match task {
            Task::Grouped { measure, by, .. } => measure.op.adds_up() && by.len() == 1,
            _ => false,
        };
        if self.reading.chart == Some(Chart::Pie) && !drawn {
            self.assumed
                .push("A pie needs parts that add up to a whole, so I drew something else.".to_owned());
        }
    }

    /// Returns the column whose values are compared: "salary of men and women", "do men earn more?"
    pub(super) fn sides(&mut self, measured: bool) -> Option<String> {
        if !measured || self.reading.count || self.reading.share {
            return None;
        }
        let at = self.filters.iter().position(|filter| match filter {
            Filter::OneOf { column, values, not: false } => {
                let few = self.table.column(column).is_some_and(|column| column.distinct <= 12);
                values.len() > 1 || (self.reading.comparative && few && self.reading.order.is_none())
            }
            _ => false,
        })?;
        let column = self.filters[at].column()?.to_owned();
        if self.reading.comparative {
            self.filters.remove(at);
        }
        Some(column)
    }

    /// Returns the share of one value among all of its column: "What percentage of revenue comes from the
    /// West".
    pub(super) fn share_of_filter(&mut self) -> Option<Task> {
        let at = self.filters.iter().position(
            |filter| matches!(filter, Filter::OneOf { values, not: false, .. } if values.len() == 1),
        )?;
        let Filter::OneOf { column, values, .. } = self.filters.remove(at) else { return None };
        let named = self.reading.money || !self.named(is_measure).is_empty();
        let amounts =
            self.table.columns.iter().filter(|column| is_measure(column) && !columns::is_level(column));
        let amounts: Vec<&Column> = amounts.collect();
        let measure = match amounts.as_slice() {
            _ if named => self.measure(false)?,
            [only] if !self.reading.rows => {
                let name = only.name.clone();
                self.assumed.push(format!(
                    "The question names no measure, so I took `{name}`, the only amount there is."
                ));
                Measure { op: Op::Sum, of: Of::Column(name) }
            }
            _ => Measure { op: Op::Count, of: Of::Rows },
        };
        let share = Share::Of(values.into_iter().next()?);
        Some(Task::Grouped {
            measure,
            by: vec![Group::Column(column)],
            rank: None,
            share,
            chart: self.chart(),
        })
    }
}
