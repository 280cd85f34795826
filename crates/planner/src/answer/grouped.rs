//! The answer to "one number for each group": the first group, the last, and the list.

use serde_json::Value;

use super::list::list;
use super::number::{escape, percent, say};
use super::{spoken, two_decimals};
use crate::input::{Data, Table};
use crate::label;
use crate::plan::{Group, Measure, Op, Order, Share};

pub(super) fn grouped(
    measure: &Measure,
    by: &Group,
    rank: Option<(Order, usize)>,
    share: &Share,
    table: &Table,
    data: &Data,
) -> Vec<String> {
    let money = two_decimals(measure, table);
    let cells = |row: &Vec<Value>| -> Option<(String, Value, Value)> {
        let row = row.get(data.index_columns..).filter(|row| row.len() > 1).unwrap_or(row);
        Some((say(row.first()?, false), row.get(1)?.clone(), row.get(2).cloned().unwrap_or(Value::Null)))
    };
    let rows: Vec<_> = data.rows.iter().filter_map(cells).collect();
    let measured = spoken(measure, rank);
    let group = escape(&label::group(by));
    let value = |value: &Value| say(value, money);
    // Without a rank the rows may be in the order of the groups.
    let known = || rows.iter().filter(|(_, value, _)| value.as_f64().is_some());
    let most =
        known().max_by(|a, b| a.1.as_f64().partial_cmp(&b.1.as_f64()).unwrap_or(std::cmp::Ordering::Equal));
    let least = known()
        .rev()
        .min_by(|a, b| a.1.as_f64().partial_cmp(&b.1.as_f64()).unwrap_or(std::cmp::Ordering::Equal));
    let (Some(most), Some(least)) = (most, least) else {
        return vec![format!("No {group} has a usable value.")];
    };
    // If several groups share an end, naming only one of them would mislead.
    let shared = |end: &(String, Value, Value)| {
        let alike: Vec<&String> =
            known().filter(|row| row.1.as_f64() == end.1.as_f64()).map(|row| &row.0).collect();
        match alike.as_slice() {
            [first, second] => (format!("{first} and {second}"), "have"),
            [first, rest @ ..] if !rest.is_empty() => (format!("{first} and {} more", rest.len()), "have"),
            _ => (end.0.clone(), "has"),
        }
    };
    let ((best, best_has), (worst, worst_has)) = (shared(most), shared(least));
    let headline = if let Share::Of(wanted) = share {
        match rows.iter().find(|(name, ..)| *name == escape(wanted)) {
            Some((name, measure, part)) => {
                format!("**{name}** makes up **{}** of the {measured}: {}.", percent(part), value(measure))
            }
            None => format!("No {group} is called {}.", escape(wanted)),
        }
    } else {
        match rank {
            Some((Order::Bottom, _)) => {
                format!("**{worst}** {worst_has} the lowest {measured}: **{}**.", value(&least.1))
            }
            _ if measure.op == Op::Count => {
                format!("**{best}** {best_has} the most rows: **{}**.", value(&most.1))
            }
            Some(_) => format!("**{best}** {best_has} the highest {measured}: **{}**.", value(&most.1)),
            None if rows.len() > 1 => format!(
                "By {group}, the {measured} is highest for **{}** with **{}** and lowest for **{}** with **{}**.",
                best,
                value(&most.1),
                worst,
                value(&least.1)
            ),
            None => format!("**{}**: {measured} **{}**.", best, value(&most.1)),
        }
    };
    // An incomplete head does not contain the lowest of all, unless it is sorted.
    let complete = data.total_rows as usize == rows.len() || rank.is_some();
    let headline = if complete || matches!(share, Share::Of(_)) {
        headline
    } else {
        format!(
            "**{}** is first of {} with **{}**.",
            rows[0].0,
            say(&Value::from(data.total_rows), false),
            value(&rows[0].1)
        )
    };
    vec![headline, list(data, money)]
}
