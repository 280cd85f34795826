//! What lies between the sides of a comparison.

use serde_json::Value;

use super::Answer;
use super::number::{self, say};
use crate::label::{self, capital, escape, listed};
use crate::query::{Focus, Order};
use crate::terms::Unit;

impl Answer<'_> {
    /// Returns the sides of a comparison in each of a second group; of an order, the first group is
    /// named.
    pub(super) fn compared_within(&self) -> Vec<String> {
        let head = match (self.query.sort, self.record.sides.as_slice(), self.record.cells.first())
        {
            (Some(order), [(first, from), (last, to)], Some(cells)) => {
                let percent = if self.unit == Unit::Percent { "%" } else { "" };
                let side = |side: &Value| say(side, Unit::Text);
                let value = |value: &Value| format!("{}{percent}", say(value, self.unit));
                let (gap, size) = match cells.last().and_then(Value::as_f64) {
                    Some(gap) => (gap, Value::from(gap.abs())),
                    None => (0.0, Value::Null),
                };
                let size = match self.query.focus {
                    Focus::Percent => format!("**{}**", number::percent(&size)),
                    Focus::Factor => format!("**{}** times", say(&size, Unit::Number)),
                    _ => format!("**{}**", value(&size)),
                };
                let name = cells.first().map(side).unwrap_or_default();
                let measured = self.fill("$measured");
                let timed = self.terms.keys.first().is_some_and(|key| key.ordered);
                let (from, to) = (value(from), value(to));
                let (first, last) = (side(first), side(last));
                match (timed && self.query.focus != Focus::Factor, order) {
                    (true, _) => {
                        let least = (order == Order::Bottom) == (gap >= 0.0);
                        let how = if gap >= 0.0 { "rose" } else { "fell" };
                        let most = if least { "least" } else { "most" };
                        format!(
                            "**{name}** {how} {most} in the {measured}: by {size}, from {from} ({first}) to {to} ({last})."
                        )
                    }
                    (false, order) => {
                        let end = if order == Order::Bottom { "smallest" } else { "largest" };
                        let more = if gap >= 0.0 { "" } else { "−" };
                        format!(
                            "**{name}** has the {end} difference in the {measured}: {more}{size}, {last} {to} against {first} {from}."
                        )
                    }
                }
            }
            (_, [], _) if self.query.focus != Focus::Sides || self.query.sort.is_some() => format!(
                "**{}**: what lies between them is stated for two sides only.",
                escape(&label::title(self.query))
            ),
            _ => format!("**{}**:", escape(&label::title(self.query))),
        };
        vec![head, self.list()]
    }

    /// Returns the sides of a comparison, and what lies between them.
    pub(super) fn compared(&self) -> Vec<String> {
        let sides: Vec<(String, f64)> = self
            .record
            .sides
            .iter()
            .filter_map(|(name, value)| Some((say(name, Unit::Text), value.as_f64()?)))
            .collect();
        let percent = if self.unit == Unit::Percent { "%" } else { "" };
        let value = |number: f64| format!("{}{percent}", say(&Value::from(number), self.unit));
        let (Some((best, most)), Some((worst, least))) = (
            sides.iter().max_by(|a, b| a.1.total_cmp(&b.1)),
            sides.iter().min_by(|a, b| a.1.total_cmp(&b.1)),
        ) else {
            return vec!["No side has a usable value.".to_owned(), self.list()];
        };
        let missing = self.record.sides.len() - sides.len();
        let each = sides.iter().map(|(name, number)| format!("{name} {}", value(*number)));
        let each = each.collect::<Vec<_>>().join(", ");
        let gap = most - least;
        // The earlier side is the base of a change in time, the smaller one elsewhere.
        let timed = self.terms.keys.first().is_some_and(|key| key.ordered);
        let (from, to) = match sides.as_slice() {
            [a, b] if timed && a.0 <= b.0 => (a, b),
            [a, b] if timed => (b, a),
            _ => (&(worst.clone(), *least), &(best.clone(), *most)),
        };
        let part = (from.1 != 0.0).then(|| (to.1 / from.1 - 1.0) * 100.0);
        let measured = self.fill("$measured");
        let head = match self.query.focus {
            _ if sides.len() == 1 => format!("Only one side has a value: {each}."),
            _ if most == least => format!("**They are equal**: {each}."),
            Focus::Sides => {
                let rest = part.map(|part| format!(" ({part:+.1}%)")).filter(|_| sides.len() == 2);
                let first = |end: f64| {
                    let names =
                        sides.iter().filter(|side| side.1 == end).map(|side| side.0.clone());
                    names.collect::<Vec<_>>()
                };
                let (best, worst) = (first(*most), listed(&first(*least), "and"));
                let has = if best.len() > 1 { "have" } else { "has" };
                let best = listed(&best, "and");
                format!(
                    "**{best}** {has} the highest {measured}: **{}**. {each}; {best} {has} {} more than {worst}{}.",
                    value(*most),
                    value(gap),
                    rest.unwrap_or_default()
                )
            }
            Focus::Difference => {
                format!("The difference in the {measured} is **{}**: {each}.", value(gap))
            }
            Focus::Percent => match part {
                Some(part) => {
                    let more = if part >= 0.0 { "more" } else { "less" };
                    format!("{} has **{:.1}%** {more} than {}: {each}.", to.0, part.abs(), from.0)
                }
                None => format!("A percentage of zero does not exist: {each}."),
            },
            Focus::Factor if *least > 0.0 => {
                format!(
                    "The {measured} of {best} is **{}** times that of {worst}: {each}.",
                    say(&Value::from(most / least), Unit::Number)
                )
            }
            Focus::Factor => format!("There is no factor between them: {each}."),
        };
        let gone = if missing > 0 {
            format!("{missing} of the sides have no value.")
        } else {
            String::new()
        };
        let none: Vec<String> = self
            .record
            .sides
            .iter()
            .filter(|(_, value)| value.as_f64().is_none())
            .filter_map(|(name, _)| Some(escape(name.as_str()?)))
            .collect();
        let gone =
            if none.is_empty() { gone } else { format!("{} No value: {}.", gone, none.join(", ")) };
        vec![capital(&head), self.list(), gone]
    }
}
