//! Numbers: one for each period, or one alone, and what has to be asked before either.

use super::measures::Said;
use super::tasks::{Ranking, groups_of};
use super::{Outcome, Reader, ask};
use crate::columns::{adds_up, is_measure, is_years, months};
use crate::input::Column;
use crate::label;
use crate::lexicon::{is_a, length};
use crate::plan::{Filter, Grain, Group, Measure, Op, Task};
use crate::spans::Meaning;

impl Reader<'_> {
    /// Reads one number for each period.
    pub(super) fn over_time(
        &mut self,
        grain: Grain,
        by: Vec<&Column>,
        said: &Said,
        ranking: Option<Ranking>,
        share: bool,
    ) -> Outcome<Task> {
        let (date, group) = self.along(grain)?;
        if !matches!(group, Some(Group::Part(..))) {
            self.check_mean(said, grain, date)?;
        }
        let measure = self.measure(said, ranking.as_ref().map(|ranking| ranking.order), true)?;
        let rank = ranking.map(|ranking| ranking.rank());
        if let Some(group) = group {
            let by = [vec![group], groups_of(&by)].concat();
            return Ok(Task::Grouped { measure, by, rank, share, having: self.having });
        }
        let unit = (0..self.spans.len()).find(|at| self.spans[*at].meaning == Meaning::Unit(Grain::Month));
        if rank.is_some()
            && grain == Grain::Month
            && self.years_of(date).len() > 1
            && !self.filters.iter().any(|filter| filter.column() == Some(&date.name))
            && let Some(unit) = unit.filter(|unit| self.spans[*unit].tokens.len() == 1)
        {
            let why =
                "The data covers several years: is one month of one year meant, or a month of every year?";
            return self.doubt(why, unit..=unit, ["calendar month", "month of one year"]);
        }
        let split = match by.as_slice() {
            _ if share => return self.no_question(),
            [] => None,
            [column] if rank.is_none() => Some(column.name.clone()),
            _ => return self.no_question(),
        };
        Ok(Task::Trend { measure, date: date.name.clone(), grain, split, rank })
    }

    /// Reads one number, or the rows that are first in an order.
    pub(super) fn one_number(&mut self, said: &Said, ranking: Option<Ranking>, share: bool) -> Outcome<Task> {
        if share {
            let conditions = self.filters.iter().filter(|filter| **filter != Filter::Once).count();
            let measure = match said.column {
                _ if conditions == 0 => return ask("A share of what?"),
                _ if conditions > 1 => {
                    return ask("A share of which rows? The question has several conditions.");
                }
                Some((_, column)) if said.op.is_none() && adds_up(column) => {
                    Measure::of(Op::Sum, &column.name)
                }
                _ => self.measure(said, None, false)?,
            };
            if !measure.op.adds_up() {
                return ask("Only totals and counts have shares.");
            }
            return Ok(Task::Scalar { measure, share: true });
        }
        if let Some(ranking) = &ranking {
            match (said.column, ranking.limit) {
                (Some((_, column)), Some(limit)) if said.op.is_none() => {
                    return Ok(Task::Rows { limit, sort: Some((column.name.clone(), ranking.order)) });
                }
                (Some(_), None) => {}
                _ => return self.no_measure("by"),
            }
        } else if let (Some((_, column)), None, false) = (said.column, said.op, self.filters.is_empty())
            && !adds_up(column)
        {
            // A single number per row is its value, if one row matches; the program says whether it does.
            return Ok(Task::Values { column: column.name.clone() });
        }
        let measure = self.measure(said, ranking.map(|ranking| ranking.order), false)?;
        if self.having.is_some() {
            return self.no_question();
        }
        Ok(Task::Scalar { measure, share: false })
    }

    /// Asks what the average of amounts over periods is.
    pub(super) fn check_mean(&self, said: &Said, grain: Grain, along: &Column) -> Outcome<()> {
        let period = grain.name();
        let Some((at, Op::Mean)) = said.op else { return Ok(()) };
        let unit = (0..self.spans.len()).find(|at| {
            matches!(self.spans[*at].meaning, Meaning::Unit(_)) || self.column_at(*at).is_some_and(is_years)
        });
        if self.one_row_each(grain, along)
            && let Some(unit) = unit
            && let Some(by) = self.before(unit).filter(|by| self.is_word(*by, "by"))
        {
            let why = format!(
                "Each {period} has one row here: is it the average of all {period}s that you want, or the values by {period}?"
            );
            return self.doubt(why, by..=unit, ["", "over time"]);
        }
        match said.column {
            Some((_, column)) if adds_up(column) => {
                let name = label::plain(&column.name);
                let why = format!(
                    "The average of `{name}` per {period} may be that of the rows of each, or of the totals of all of them."
                );
                self.doubt(why, at..=at, ["total", "median"])
            }
            _ => Ok(()),
        }
    }

    /// Returns whether most periods of a grain have one row.
    fn one_row_each(&self, grain: Grain, along: &Column) -> bool {
        let length = match grain {
            _ if !along.is_date() => return along.distinct * 10 >= self.table.rows * 9,
            Grain::Month => 1,
            Grain::Quarter => 3,
            Grain::Year => 12,
            _ => return false,
        };
        months(along).is_some_and(|(first, last)| self.table.rows * 10 <= ((last - first) / length + 1) * 12)
    }

    /// Asks whether rows are counted, where a column says how many each of them stands for.
    pub(super) fn check_tally(&self, said: &Said) -> Outcome<()> {
        let explicit = (0..self.words.len()).any(|at| length("rows", &self.words, at) > 0);
        let counts = said.rows || (said.is_empty() && said.counted.is_none());
        match self.all(|column| is_measure(column) && is_a(&column.name, "tally")).first() {
            Some(column) if counts && !explicit => {
                let at = self.find("count").unwrap_or(0);
                let why = format!("Each row may stand for as many as its `{}`.", label::plain(&column.name));
                self.doubt(why, at..=at, [format!("total `{}`", column.name), "number of rows".to_owned()])
            }
            _ => Ok(()),
        }
    }
}
