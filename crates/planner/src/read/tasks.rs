//! Tasks: numbers, groups, periods and rankings.

use super::measures::Said;
use super::{Named, Outcome, Reader, ask};
use crate::columns::{is_date_part, is_group, is_measure, is_money, is_years, quoted};
use crate::input::Column;
use crate::label;
use crate::lexicon::is_a;
use crate::plan::{Grain, Group, Measure, Op, Order, Rank, Task};
use crate::spans::Meaning;

/// What a question says about an order.
pub(super) struct Ranking {
    pub(super) order: Order,
    pub(super) limit: Option<usize>,
    at: usize,
    /// Whether the measure has to be named.
    judged: bool,
}

impl Ranking {
    pub(super) fn rank(&self) -> Rank {
        Rank { order: self.order, limit: self.limit.unwrap_or(1) }
    }
}

impl<'a> Reader<'a> {
    /// Reads a number, groups, periods or a ranking.
    pub(super) fn task(&mut self) -> Outcome<Task> {
        if let Some(task) = self.most_common()? {
            return Ok(task);
        }
        let share = self.take("share");
        let ranking = self.ranking();
        let ranked = ranking.is_some();
        let mut asked = self.asked(ranking.as_ref())?;
        if share {
            self.shared(asked.take())?;
        }
        let grain = self.grain();
        let mut by = self.groups(ranked)?;
        if let Some(ranking) = ranking.as_ref().filter(|ranking| self.ranks_rows(ranking)) {
            self.take("rows");
            return self.sorted_rows(ranking);
        }
        let mut said = self.said()?;
        let subject = if share { None } else { self.take_column(is_thing) };
        let parts = !by.is_empty() || grain.is_some();
        match (asked, subject) {
            // "which state has the most zip codes", "customers per region": the rows or things are counted.
            (Some(group), Some(noun)) if said.is_empty() && ranked => {
                self.count(noun, &mut said)?;
                by.insert(0, group);
            }
            (None, Some(noun)) if said.is_empty() && !ranked && parts => self.count(noun, &mut said)?,
            (None, Some(noun)) if said.bare && !ranked && !parts => {
                said.rows = self.unique(noun.1);
                said.counted = (!said.rows).then_some(noun);
            }
            (Some(column), None) | (None, Some((_, column))) => {
                if said.is_empty() && !ranked && !parts && !share {
                    return self.values(column);
                }
                by.insert(0, column)
            }
            (Some(_), Some((at, column))) => {
                let why = format!("I cannot place `{}` in this question.", label::plain(&column.name));
                return self.doubt(why, at..=at, [""]);
            }
            (None, None) => {}
        }
        if let Some(ranking) = ranking.as_ref().filter(|ranking| ranking.judged && said.column.is_none()) {
            let word = self.text(ranking.at);
            let why = format!("What makes it “{word}”? The question does not say by which column.");
            return self.append(why, self.offers(" by total ", is_measure));
        }
        if said.is_empty() && ranked {
            return self.no_measure("by");
        }
        let unasked = by.is_empty() && grain.is_none() && self.filters.is_empty() && said.counted.is_none();
        // "daily visits": the rows that match are counted.
        let counted = grain.is_some() && !self.filters.is_empty();
        if !share && (said.is_empty() && !counted || said.bare && unasked) {
            return self.no_question();
        }
        self.check_tally(&said)?;
        if let Some(grain) = grain {
            return self.over_time(grain, by, &said, ranking, share);
        }
        if by.is_empty() {
            return self.one_number(&said, ranking, share);
        }
        for column in by.iter().filter(|column| is_years(column) || is_date_part(column)) {
            self.check_mean(&said, Grain::Year, column)?;
        }
        let measure = match &said.column {
            // Each group is one row, so that every aggregation says the same.
            Some((_, column)) if said.op.is_none() && by.len() == 1 && self.unique(by[0]) => {
                Measure::of(Op::Max, &column.name)
            }
            _ => self.measure(&said, ranking.as_ref().map(|ranking| ranking.order), true)?,
        };
        let rank = ranking.map(|ranking| ranking.rank());
        Ok(Task::Grouped { measure, by: groups_of(&by), rank, share, having: self.having })
    }

    /// Returns the span after a ranking's words and its limit.
    fn after_ranking(&self, at: usize) -> Option<usize> {
        let next = self.after(at)?;
        if matches!(self.spans[next].meaning, Meaning::Number(_)) { self.after(next) } else { Some(next) }
    }

    /// Returns whether rows are ranked: "top 5 rows".
    fn ranks_rows(&self, ranking: &Ranking) -> bool {
        let noun = self.after_ranking(ranking.at);
        ranking.limit.is_some() && noun.is_some_and(|noun| self.is_word(noun, "rows"))
    }

    /// Counts what a noun names: the rows, where each has its own; else it is not clear what counts.
    fn count(&self, (at, column): Named, said: &mut Said) -> Outcome<()> {
        if !self.unique(column) {
            let why =
                format!("A `{}` may be counted once, or in each of its rows.", label::plain(&column.name));
            let different = format!("number of different {}", quoted(column));
            return self.doubt(why, at..=at, [different, "number of rows".to_owned()]);
        }
        said.rows = true;
        Ok(())
    }

    /// Reads "what share of all customers": where each row is one, a share of the rows.
    fn shared(&mut self, asked: Option<&Column>) -> Outcome<()> {
        let noun = self.columns(is_thing).into_iter().find(|(at, _)| !self.grouped(*at));
        let subject = asked.or_else(|| {
            let (at, column) = noun?;
            self.used[at] = true;
            Some(column)
        });
        match subject.filter(|column| !self.unique(column)) {
            Some(column) => {
                ask(format!("A share of the rows, or of the different `{}`?", label::plain(&column.name)))
            }
            None => Ok(()),
        }
    }

    /// Reads "the most common category".
    fn most_common(&mut self) -> Outcome<Option<Task>> {
        let found = self.unused(|meaning| matches!(meaning, Meaning::Word("common" | "uncommon")));
        let Some(at) = found.first().copied() else { return Ok(None) };
        let order = if self.is_word(at, "common") { Order::Top } else { Order::Bottom };
        self.used[at] = true;
        let limit = self.limit_beside(at).unwrap_or(1);
        let Some((_, column)) = self.take_column(|column| !column.is_date()) else {
            let word = self.text(at);
            let texts = self.offers(&format!("{word} "), is_group);
            return self.doubt(format!("“{word}” of which column?"), at..=at, texts);
        };
        Ok(Some(grouped(Measure::ROWS, &[column], Some(Rank { order, limit }))))
    }

    fn ranking(&mut self) -> Option<Ranking> {
        let ends = |meaning: &Meaning| match meaning {
            Meaning::Extreme(order) => Some((*order, false)),
            Meaning::Judgement(order) => Some((*order, true)),
            Meaning::Word("cheap") => Some((Order::Bottom, true)),
            Meaning::Word("expensive") => Some((Order::Top, true)),
            _ => None,
        };
        let at = *self.unused(|meaning| ends(meaning).is_some()).first()?;
        let (order, judged) = ends(&self.spans[at].meaning)?;
        self.used[at] = true;
        let limit = self.limit_beside(at);
        // "cheapest" names the measure, where one column holds prices.
        let is_price = |index: &usize| {
            let column = &self.table.columns[*index];
            is_money(column) && is_a(&column.name, "price")
        };
        let prices: Vec<usize> = (0..self.table.columns.len()).filter(is_price).collect();
        if let (Meaning::Word(_), [price]) = (&self.spans[at].meaning, prices.as_slice()) {
            self.spans[at].meaning = Meaning::Column(*price);
            self.used[at] = false;
            return Some(Ranking { order, limit: limit.or(Some(1)), at, judged: false });
        }
        Some(Ranking { order, limit, at, judged })
    }

    /// Returns the column that "which", "who" or a ranking asks for, and uses its span.
    fn asked(&mut self, ranking: Option<&Ranking>) -> Outcome<Option<&'a Column>> {
        if let Some(who) = self.tagged("who").first().copied() {
            self.used[who] = true;
            let people = |column: &Column| {
                column.is_text() && (is_a(&column.name, "who") || is_a(&column.name, "name"))
            };
            let [one] = self.all(people)[..] else {
                return self.doubt(
                    "Which column says who?",
                    who..=who,
                    self.offers("which ", Column::is_text),
                );
            };
            self.assumed.push(format!("I took `{}` as who is meant.", label::plain(&one.name)));
            return Ok(Some(one));
        }
        let of_which = self.find("which").and_then(|which| self.group_after(which));
        let ranked = ranking
            .and_then(|ranking| self.free_column(self.after_ranking(ranking.at)?))
            .filter(|(_, column)| is_group(column));
        // In "the most zip codes" these are counted, where something else is asked for.
        let alone = |(at, _): &Named| {
            !self.columns(is_group).into_iter().any(|(other, _)| other < *at && !self.grouped(other))
        };
        let Some((at, column)) = of_which.or(ranked.filter(alone)) else { return Ok(None) };
        self.used[at] = true;
        Ok(Some(column))
    }

    /// Reads "monthly", "per month", "which month".
    pub(super) fn grain(&mut self) -> Option<Grain> {
        let (at, grain) = (0..self.spans.len()).filter(|at| !self.used[*at]).find_map(|at| {
            let led = matches!(self.meaning_before(at), Some(Meaning::Word("by" | "which")));
            match self.spans[at].meaning {
                Meaning::Every(grain) => Some((at, grain)),
                Meaning::Unit(grain) if led => Some((at, grain)),
                _ => None,
            }
        })?;
        self.used[at] = true;
        self.take_by(at);
        Some(grain)
    }

    /// Returns the columns after "by" and "per", and uses their spans.
    pub(super) fn groups(&mut self, ranked: bool) -> Outcome<Vec<&'a Column>> {
        let mut found = Vec::new();
        for (at, column) in self.columns(|_| true) {
            if !self.grouped(at) {
                continue;
            }
            // "top 5 customers by revenue" names the measure.
            let measured = is_measure(column) && (ranked || column.distinct > 40);
            if column.is_date() && !measured {
                let why = format!("By which periods of `{}`?", label::plain(&column.name));
                return self.doubt(why, at..=at, ["day", "month", "year"]);
            }
            self.take_by(at);
            if !measured {
                self.used[at] = true;
                found.push(column);
            }
        }
        Ok(found)
    }

    /// Asks for a question about what was named.
    pub(super) fn no_question<T>(&self) -> Outcome<T> {
        ask("What do you want to know? The question names nothing to compute.")
    }

    fn sorted_rows(&mut self, ranking: &Ranking) -> Outcome<Task> {
        let Some((at, column)) = self.take_column(is_measure) else { return self.no_measure("by") };
        self.take_by(at);
        let sort = Some((column.name.clone(), ranking.order));
        Ok(Task::Rows { limit: ranking.limit.unwrap_or(10), sort })
    }

    /// Reads a question for the values of a column in the rows that match, or for its groups that do.
    fn values(&mut self, column: &Column) -> Outcome<Task> {
        if self.having.is_none() {
            if self.filters.is_empty() {
                return self.no_question();
            }
            return Ok(Task::Values { column: column.name.clone() });
        }
        let measure = match self.take_column(|counted| !is_measure(counted)) {
            Some((_, counted)) if !self.unique(counted) => Measure::of(Op::Distinct, &counted.name),
            _ => Measure::ROWS,
        };
        let by = groups_of(&[column]);
        Ok(Task::Grouped { measure, by, rank: None, share: false, having: self.having })
    }
}

/// Returns whether a column may be the subject of a question.
fn is_thing(column: &Column) -> bool {
    is_group(column) && !column.is_date()
}

pub(super) fn groups_of(columns: &[&Column]) -> Vec<Group> {
    columns.iter().map(|column| Group::Column(column.name.clone())).collect()
}

/// Returns the task of one number for each group.
pub(super) fn grouped(measure: Measure, by: &[&Column], rank: Option<Rank>) -> Task {
    Task::Grouped { measure, by: groups_of(by), rank, share: false, having: None }
}
