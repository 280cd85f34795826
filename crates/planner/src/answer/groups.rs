//! The answers to "one number for each group": the ends of the result, and its list.

use serde_json::Value;

use super::number::say;
use super::table::list;
use super::{Record, spoken, whole};
use crate::input::Table;
use crate::label::{self, escape, two_decimals};
use crate::plan::{Group, Measure, Op, Order, Rank};

/// Names the groups that share an end of the result, and its value. Where several share it, naming one would mislead.
fn end(record: &Record, at: usize, money: bool) -> Option<(String, String, bool)> {
    let [Value::Array(names), value, count] = record.ends.get(at)?.as_slice() else { return None };
    let names: Vec<String> = names.iter().map(|name| say(name, false)).collect();
    let (count, listed) = (count.as_u64()? as usize, names.len());
    let name = match names.as_slice() {
        [one] => one.clone(),
        [several @ .., last] if count == listed => format!("{} and {last}", several.join(", ")),
        _ => format!("{} and {} more", names.join(", "), count - listed),
    };
    Some((name, say(value, money), count > 1))
}

/// Returns the sentence on the highest and the lowest group or period.
pub(super) fn ends(what: &str, place: &str, record: &Record, money: bool) -> Option<String> {
    let ((best, most, _), (worst, least, _)) = (end(record, 0, money)?, end(record, 1, money)?);
    (most != least).then(|| format!("{what} is highest {place} **{best}** with **{most}** and lowest {place} **{worst}** with **{least}**."))
}

pub(super) fn ranked(measured: &str, rank: Rank, measure: &Measure, money: bool, record: &Record) -> String {
    let at = if rank.order == Order::Top { 0 } else { 1 };
    let Some((names, value, several)) = end(record, at, money) else {
        return "No group has a usable value.".to_owned();
    };
    let has = if several { "have" } else { "has" };
    let end = match (rank.order, measure.op) {
        (Order::Top, Op::Count) => "the most rows".to_owned(),
        (Order::Bottom, Op::Count) => "the fewest rows".to_owned(),
        (order, _) => format!("the {} {measured}", order.adjective()),
    };
    format!("**{names}** {has} {end}: **{value}**.")
}

pub(super) fn grouped(
    measure: &Measure,
    by: &[Group],
    rank: Option<Rank>,
    share: bool,
    having: bool,
    table: &Table,
    record: &Record,
) -> Vec<String> {
    let money = two_decimals(measure, table);
    let (measured, group) = (
        spoken(measure),
        by.iter().map(|group| escape(&label::group(group))).collect::<Vec<_>>().join(" and "),
    );
    if let ([best @ .., most], [worst @ .., least], true) =
        (record.best.as_slice(), record.worst.as_slice(), rank.is_none())
    {
        let name = |names: &[Value]| names.iter().map(|name| say(name, false)).collect::<Vec<_>>().join(", ");
        return vec![
            format!(
                "By {group}, the {measured} is highest for **{}** with **{}** and lowest for **{}** with **{}**.",
                name(best),
                say(most, money),
                name(worst),
                say(least, money)
            ),
            list(record, money),
        ];
    }
    if record.cells.is_empty() {
        let why = if having { "meets the condition" } else { "has a usable value" };
        return vec![format!("No {group} {why}.")];
    }
    let mut parts = match rank {
        _ if having => vec![format!(
            "**{} of {} values of {group}** meet the condition.",
            whole(record.kept),
            whole(record.groups)
        )],
        Some(rank) => vec![ranked(&measured, rank, measure, money, record)],
        None => {
            let what = format!("By {group}, the {measured}");
            vec![
                ends(&what, "for", record, money)
                    .unwrap_or_else(|| format!("**{} by {group}**:", label::capital(&measured))),
            ]
        }
    };
    if rank.is_none_or(|rank| rank.limit > 1) || record.cells.len() > 1 || share {
        parts.push(list(record, money));
    }
    if measure.op.adds_up() && record.groups > 1 && !having {
        parts.push(format!("- All {} groups together: {}", whole(record.groups), say(&record.whole, money)));
    }
    parts
}
