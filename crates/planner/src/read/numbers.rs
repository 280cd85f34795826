//! Numbers: one for each period, or one alone, and what has to be asked before either.

use super::measures::Said;
use super::tasks::Ranking;
use super::{Along, Outcome, Reader, ask};
use crate::columns::{adds_up, is_measure, is_years};
use crate::label;
use crate::lexicon::is_a;
use crate::plan::{Grain, Group, Measure, Op, Rank, Task};
use crate::spans::Meaning;

impl Reader<'_> {
    /// Reads one number for each period.
    pub(super) fn over_time(
        &mut self,
        grain: Grain,
        mut by: Vec<Group>,
        said: &Said,
        ranking: Option<Ranking>,
        share: bool,
    ) -> Outcome<Task> {
        let along = self.along(grain)?;
        match &along {
            Along::Date(name) | Along::Group(Group::Column(name)) => self.check_mean(said, grain, name)?,
            Along::Group(Group::Part(..)) => {}
        }
        let measure = self.measure(said, ranking.as_ref().map(|ranking| ranking.order), true)?;
        let rank = ranking.map(|ranking| Rank { order: ranking.order, limit: ranking.limit.unwrap_or(1) });
        let date = match along {
            Along::Group(group) => {
                by.insert(0, group);
                return Ok(Task::Grouped { measure, by, rank, share, having: self.having });
            }
            Along::Date(date) => date,
        };
        if rank.is_some()
            && grain == Grain::Month
            && self.years_of(&date).len() > 1
            && !self.filters.iter().any(|filter| filter.column() == Some(&date))
        {
            let unit =
                (0..self.spans.len()).find(|at| self.spans[*at].meaning == Meaning::Unit(Grain::Month));
            if let Some(unit) = unit.filter(|unit| self.spans[*unit].tokens.len() == 1) {
                let texts = vec!["calendar month".to_owned(), "month of one year".to_owned()];
                return self.doubt("The data covers several years: is one month of one year meant, or a month of every year?", unit, texts);
            }
        }
        let split = match by.as_slice() {
            [] => None,
            [Group::Column(name)] if rank.is_none() && !share => Some(name.clone()),
            _ => return self.no_question(),
        };
        if share {
            return self.no_question();
        }
        Ok(Task::Trend { measure, date, grain, split, rank })
    }

    pub(super) fn one_number(&mut self, said: &Said, ranking: Option<Ranking>, share: bool) -> Outcome<Task> {
        if share {
            let conditions =
                self.filters.iter().filter(|filter| !matches!(filter, crate::plan::Filter::Once)).count();
            if conditions != 1 {
                let why = if conditions == 0 {
                    "A share of what?"
                } else {
                    "A share of which rows? The question has several conditions."
                };
                return Err(Box::new(super::Doubt { why: why.to_owned(), edits: Vec::new() }));
            }
            let measure = match said.column {
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
        }
        // A single number per row is its value, if one row matches; the program says whether it does.
        if let (Some((_, column)), None, None, false) =
            (said.column, said.op, &ranking, self.filters.is_empty())
            && !adds_up(column)
        {
            return Ok(Task::Values { column: column.name.clone() });
        }
        let measure = self.measure(said, ranking.map(|ranking| ranking.order), false)?;
        if self.having.is_some() {
            return self.no_question();
        }
        Ok(Task::Scalar { measure, share: false })
    }

    /// Asks what the average of amounts over periods is.
    pub(super) fn check_mean(&self, said: &Said, grain: Grain, along: &str) -> Outcome<()> {
        let period = grain.name();
        if said.op.is_some_and(|(_, op)| op == Op::Mean)
            && self.one_row_each(grain, along)
            && let Some(unit) = (0..self.spans.len()).find(|at| {
                matches!(self.spans[*at].meaning, Meaning::Unit(_))
                    || self.column_at(*at).is_some_and(is_years)
            })
            && let Some(by) = self.before(unit).filter(|by| self.is_word(*by, "by"))
        {
            let why = format!(
                "Each {period} has one row here: is it the average of all {period}s that you want, or the values by {period}?"
            );
            let edits = vec![super::Edit {
                at: self.bytes(by).start..self.bytes(unit).end,
                texts: vec![String::new(), "over time".to_owned()],
            }];
            return Err(Box::new(super::Doubt { why, edits }));
        }
        match (said.op, said.column) {
            (Some((at, Op::Mean)), Some((_, column))) if adds_up(column) => {
                let name = label::plain(&column.name);
                let why = format!(
                    "The average of `{name}` per {period} may be that of the rows of each, or of the totals of all of them."
                );
                self.doubt(why, at, vec!["total".to_owned(), "median".to_owned()])
            }
            _ => Ok(()),
        }
    }

    /// Returns whether most periods of a grain have one row.
    fn one_row_each(&self, grain: Grain, along: &str) -> bool {
        let Some(column) = self.table.column(along) else { return false };
        if !column.is_date() {
            return column.distinct * 10 >= self.table.rows * 9;
        }
        let part = |value: &Option<serde_json::Value>, at: std::ops::Range<usize>| {
            value.as_ref()?.as_str()?.get(at)?.parse::<u64>().ok()
        };
        let months = |value: &Option<serde_json::Value>| Some(part(value, 0..4)? * 12 + part(value, 5..7)?);
        let (Some(first), Some(last)) = (months(&column.min), months(&column.max)) else { return false };
        let periods = match grain {
            Grain::Month => last - first + 1,
            Grain::Quarter => (last - first) / 3 + 1,
            Grain::Year => (last - first) / 12 + 1,
            _ => return false,
        };
        self.table.rows * 10 <= periods * 12
    }

    /// Asks whether rows are counted, where a column says how many each of them stands for.
    pub(super) fn check_tally(&self, said: &Said) -> Outcome<()> {
        let explicit = (0..self.words.len()).any(|at| crate::lexicon::length("rows", &self.words, at) > 0);
        let counts = said.rows || (said.is_empty() && said.counted.is_none());
        let tally =
            self.table.columns.iter().find(|column| is_measure(column) && is_a(&column.name, "tally"));
        match tally {
            Some(column) if counts && !explicit => {
                let at = self.unused_or_used("count").unwrap_or(0);
                let why = format!("Each row may stand for as many as its `{}`.", label::plain(&column.name));
                self.doubt(why, at, vec![format!("total `{}`", column.name), "number of rows".to_owned()])
            }
            _ => Ok(()),
        }
    }

    /// Returns the first span that counts or asks for a share.
    pub(super) fn unused_or_used(&self, tag: &str) -> Option<usize> {
        (0..self.spans.len()).find(|at| self.is_word(*at, tag))
    }
}
