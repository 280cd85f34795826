//! Tasks: numbers, groups, periods and rankings.

use super::measures::Said;
use super::{Outcome, Reader, ask};
use crate::columns::{is_date_part, is_group, is_measure, is_money, is_years};
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

impl<'a> Reader<'a> {
    /// Reads a number, groups, periods or a ranking.
    pub(super) fn task(&mut self) -> Outcome<Task> {
        if let Some(task) = self.most_common()? {
            return Ok(task);
        }
        let share = self.take("share");
        let ranking = self.ranking();
        let asked = self.asked(ranking.as_ref())?;
        let asked = if share { self.shared(asked)? } else { asked };
        let grain = self.grain();
        let groups = self.groups(ranking.is_some())?;
        if let Some(ranking) = ranking.as_ref().filter(|ranking| self.ranks_rows(ranking)) {
            self.take("rows");
            return self.sorted_rows(ranking);
        }
        let mut said = self.said()?;
        let mut by: Vec<Group> = groups.iter().map(|column| Group::Column(column.name.clone())).collect();
        let subject = if share { None } else { self.subject() };
        let parts = !by.is_empty() || grain.is_some();
        match (asked, subject) {
            // "which state has the most zip codes", "customers per region": the rows or things are counted.
            (Some(group), Some(noun)) if said.is_empty() && ranking.is_some() => {
                self.count(noun, &mut said)?;
                by.insert(0, Group::Column(group.name.clone()));
            }
            (None, Some(noun)) if said.is_empty() && ranking.is_none() && parts => {
                self.count(noun, &mut said)?
            }
            (None, Some(noun)) if said.bare && ranking.is_none() && !parts => {
                said.rows = self.unique(noun.1);
                said.counted = (!said.rows).then_some(noun);
            }
            (Some(column), None) | (None, Some((_, column)))
                if said.is_empty() && ranking.is_none() && !parts && !share =>
            {
                return self.values(column);
            }
            (Some(column), None) | (None, Some((_, column))) => {
                by.insert(0, Group::Column(column.name.clone()))
            }
            (Some(_), Some((at, column))) => {
                return self.doubt(
                    format!("I cannot place `{}` in this question.", label::plain(&column.name)),
                    at,
                    vec![String::new()],
                );
            }
            (None, None) => {}
        }
        if let Some(ranking) = ranking.as_ref().filter(|ranking| ranking.judged && said.column.is_none()) {
            return self.judge(ranking);
        }
        if said.is_empty() && ranking.is_some() {
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
        for group in &by {
            if let Group::Column(name) = group
                && self.table.column(name).is_some_and(|column| is_years(column) || is_date_part(column))
            {
                self.check_mean(&said, Grain::Year, name)?;
            }
        }
        let unique = matches!(by.as_slice(), [Group::Column(name)] if self.table.column(name).is_some_and(|column| self.unique(column)));
        let order = ranking.as_ref().map(|ranking| ranking.order);
        let measure = match &said.column {
            // Each group is one row, so that every aggregation says the same.
            Some((_, column)) if unique && said.op.is_none() => Measure::of(Op::Max, &column.name),
            _ => self.measure(&said, order, true)?,
        };
        let rank = ranking.map(|ranking| Rank { order: ranking.order, limit: ranking.limit.unwrap_or(1) });
        Ok(Task::Grouped { measure, by, rank, share, having: self.having })
    }

    /// Returns whether rows are ranked: "top 5 rows".
    fn ranks_rows(&self, ranking: &Ranking) -> bool {
        let number =
            self.after(ranking.at).filter(|next| matches!(self.spans[*next].meaning, Meaning::Number(_)));
        let noun = self.after(number.unwrap_or(ranking.at));
        ranking.limit.is_some() && noun.is_some_and(|noun| self.is_word(noun, "rows"))
    }

    /// Returns the next column that rows can be grouped by and that nothing uses, and uses it.
    fn subject(&mut self) -> Option<(usize, &'a Column)> {
        let (at, column) = self.columns(|column| is_group(column) && !column.is_date()).first().copied()?;
        self.used[at] = true;
        Some((at, column))
    }

    /// Counts what a noun names: the rows, where each has its own; else it is not clear what counts.
    fn count(&self, (at, column): (usize, &'a Column), said: &mut Said<'a>) -> Outcome<()> {
        if !self.unique(column) {
            let name = &column.name;
            let why = format!("A `{}` may be counted once, or in each of its rows.", label::plain(name));
            return self.doubt(
                why,
                at,
                vec![format!("number of different `{name}`"), "number of rows".to_owned()],
            );
        }
        said.rows = true;
        Ok(())
    }

    /// Reads "what share of all customers": where each row is one, a share of the rows.
    fn shared(&mut self, asked: Option<&'a Column>) -> Outcome<Option<&'a Column>> {
        let subject = asked.or_else(|| {
            let found = self
                .columns(|column| is_group(column) && !column.is_date())
                .into_iter()
                .find(|(at, _)| !self.grouped(*at));
            found.map(|(at, column)| {
                self.used[at] = true;
                column
            })
        });
        match subject {
            Some(column) if !self.unique(column) => {
                ask(format!("A share of the rows, or of the different `{}`?", label::plain(&column.name)))
            }
            _ => Ok(None),
        }
    }

    /// Reads "the most common category".
    fn most_common(&mut self) -> Outcome<Option<Task>> {
        let found = self.unused(|meaning| matches!(meaning, Meaning::Word("common" | "uncommon")));
        let Some(at) = found.first().copied() else { return Ok(None) };
        let order = if self.is_word(at, "common") { Order::Top } else { Order::Bottom };
        self.used[at] = true;
        let limit = self.limit_beside(at).unwrap_or(1);
        let columns = self.columns(|column| !column.is_date());
        let Some((column_at, column)) = columns.first().copied() else {
            let texts = self.table.columns.iter().filter(|column| is_group(column));
            let texts = texts.map(|column| format!("{} `{}`", self.text(at), column.name)).collect();
            return self.doubt(format!("“{}” of which column?", self.text(at)), at, texts);
        };
        self.used[column_at] = true;
        let by = vec![Group::Column(column.name.clone())];
        Ok(Some(Task::Grouped {
            measure: Measure::ROWS,
            by,
            rank: Some(Rank { order, limit }),
            share: false,
            having: None,
        }))
    }

    fn ranking(&mut self) -> Option<Ranking> {
        let words = self.unused(|meaning| {
            matches!(
                meaning,
                Meaning::Extreme(_) | Meaning::Judgement(_) | Meaning::Word("expensive" | "cheap")
            )
        });
        let at = *words.first()?;
        let (order, judged) = match self.spans[at].meaning {
            Meaning::Extreme(order) => (order, false),
            Meaning::Judgement(order) => (order, true),
            Meaning::Word("cheap") => (Order::Bottom, true),
            _ => (Order::Top, true),
        };
        self.used[at] = true;
        let limit = self.limit_beside(at);
        // "cheapest" names the measure, where one column holds prices.
        if matches!(self.spans[at].meaning, Meaning::Word(_)) {
            let prices: Vec<usize> = (0..self.table.columns.len())
                .filter(|index| {
                    is_money(&self.table.columns[*index]) && is_a(&self.table.columns[*index].name, "price")
                })
                .collect();
            if let [one] = prices.as_slice() {
                self.spans[at].meaning = Meaning::Column(*one);
                self.used[at] = false;
                return Some(Ranking { order, limit: limit.or(Some(1)), at, judged: false });
            }
        }
        Some(Ranking { order, limit, at, judged })
    }

    /// Returns the column that "which", "who" or a ranking asks for, and uses its span.
    fn asked(&mut self, ranking: Option<&Ranking>) -> Outcome<Option<&'a Column>> {
        let who = self.unused(|meaning| *meaning == Meaning::Word("who")).first().copied();
        if let Some(who) = who {
            self.used[who] = true;
            let people = |column: &&Column| {
                column.is_text() && (is_a(&column.name, "who") || is_a(&column.name, "name"))
            };
            let people: Vec<&Column> = self.table.columns.iter().filter(people).collect();
            let [one] = people.as_slice() else {
                let texts = self.table.columns.iter().filter(|column| column.is_text());
                let texts = texts.map(|column| format!("which `{}`", column.name)).collect();
                return self.doubt("Which column says who?", who, texts);
            };
            self.assumed.push(format!("I took `{}` as who is meant.", label::plain(&one.name)));
            return Ok(Some(one));
        }
        let which = self.spans.iter().position(|span| span.meaning == Meaning::Word("which"));
        let ranked = ranking.and_then(|ranking| {
            let number =
                self.after(ranking.at).filter(|next| matches!(self.spans[*next].meaning, Meaning::Number(_)));
            self.group_after(number.unwrap_or(ranking.at))
        });
        let of_which = which.and_then(|which| self.group_after(which));
        // In "the most zip codes" these are counted, where something else is asked for.
        let alone = |(at, _): &(usize, &Column)| {
            !self.columns(is_group).into_iter().any(|(other, _)| other < *at && !self.grouped(other))
        };
        let Some((at, column)) = of_which.or(ranked.filter(alone)) else { return Ok(None) };
        self.used[at] = true;
        Ok(Some(column))
    }

    /// Reads "monthly", "per month", "which month".
    pub(super) fn grain(&mut self) -> Option<Grain> {
        for at in 0..self.spans.len() {
            let grain = match self.spans[at].meaning {
                Meaning::Every(grain) => grain,
                Meaning::Unit(grain) => {
                    let before = self.before(at);
                    let led = before.is_some_and(|before| {
                        matches!(self.spans[before].meaning, Meaning::Word("by" | "which"))
                    });
                    if !led {
                        continue;
                    }
                    grain
                }
                _ => continue,
            };
            if self.used[at] {
                continue;
            }
            self.used[at] = true;
            if let Some(by) = self.before(at).filter(|by| self.is_word(*by, "by")) {
                self.used[by] = true;
            }
            return Some(grain);
        }
        None
    }

    /// Returns the columns after "by" and "per", and uses their spans.
    pub(super) fn groups(&mut self, ranked: bool) -> Outcome<Vec<&'a Column>> {
        let mut found = Vec::new();
        for (at, column) in self.columns(|_| true) {
            if !self.grouped(at) {
                continue;
            }
            let by = self.before(at).filter(|by| self.is_word(*by, "by"));
            // "top 5 customers by revenue" names the measure.
            if is_measure(column) && (ranked || column.distinct > 40) {
                by.into_iter().for_each(|by| self.used[by] = true);
                continue;
            }
            if column.is_date() {
                let texts = [Grain::Day, Grain::Month, Grain::Year].map(|grain| grain.name().to_owned());
                return self.doubt(
                    format!("By which periods of `{}`?", label::plain(&column.name)),
                    at,
                    texts.into(),
                );
            }
            self.used[at] = true;
            by.into_iter().for_each(|by| self.used[by] = true);
            found.push(column);
        }
        Ok(found)
    }

    /// Asks what "best" means.
    fn judge<T>(&self, ranking: &Ranking) -> Outcome<T> {
        let end = self.question.trim_end_matches(['?', '.', '!', ' ']).len();
        let texts = self.measure_names().iter().map(|name| format!(" by total {name}")).collect();
        let edits = vec![super::Edit { at: end..end, texts }];
        let why =
            format!("What makes it “{}”? The question does not say by which column.", self.text(ranking.at));
        Err(Box::new(super::Doubt { why, edits }))
    }

    /// Asks for a question about what was named.
    pub(super) fn no_question<T>(&self) -> Outcome<T> {
        ask("What do you want to know? The question names nothing to compute.")
    }

    fn sorted_rows(&mut self, ranking: &Ranking) -> Outcome<Task> {
        let measure = self.columns(is_measure).first().copied();
        let Some((at, column)) = measure else { return self.no_measure("by") };
        self.used[at] = true;
        if let Some(by) = self.before(at).filter(|by| self.is_word(*by, "by")) {
            self.used[by] = true;
        }
        Ok(Task::Rows {
            limit: ranking.limit.unwrap_or(10),
            sort: Some((column.name.clone(), ranking.order)),
        })
    }

    /// Reads a question for the values of a column in the rows that match.
    fn values(&mut self, column: &Column) -> Outcome<Task> {
        if self.filters.is_empty() && self.having.is_none() {
            return self.no_question();
        }
        if self.having.is_some() {
            let by = vec![Group::Column(column.name.clone())];
            let counted = self.columns(|_| true).first().copied();
            let measure = match counted {
                Some((at, counted)) if !is_measure(counted) => {
                    self.used[at] = true;
                    if self.unique(counted) {
                        Measure::ROWS
                    } else {
                        Measure::of(Op::Distinct, &counted.name)
                    }
                }
                _ => Measure::ROWS,
            };
            return Ok(Task::Grouped { measure, by, rank: None, share: false, having: self.having });
        }
        Ok(Task::Values { column: column.name.clone() })
    }
}
