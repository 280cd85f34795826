//! Topics: questions whose words name a whole study, such as a correlation or a report.

use super::{Along, Outcome, Reader, ask};
use crate::columns::{adds_up, is_group, is_identifier, is_measure};
use crate::input::Column;
use crate::label;
use crate::lexicon::is_a;
use crate::plan::{Grain, Measure, Op, Task};
use crate::spans::Meaning;

/// The most values of a column of stages.
const STAGES: u64 = 12;

impl<'a> Reader<'a> {
    /// Reads a topic, if the question has one.
    pub(super) fn topic(&mut self) -> Outcome<Option<Task>> {
        if self.has("report") {
            return self.report().map(Some);
        }
        if self.take("pareto") {
            let (by, measure) = (self.thing()?, self.additive()?);
            self.take_by();
            return Ok(Some(Task::Pareto { measure, by }));
        }
        if self.take("funnel") {
            return self.funnel().map(Some);
        }
        if self.take("year on year") {
            self.take("growth");
            return self.growth(true).map(Some);
        }
        if self.take("growth") {
            return self.growth(false).map(Some);
        }
        if self.take("outliers") {
            let column = self.one_measure("outliers in")?;
            return Ok(Some(Task::Outliers { column }));
        }
        if self.take("correlation") {
            return self.correlation().map(Some);
        }
        if self.take("distribution") {
            return self.distribution().map(Some);
        }
        if self.has("compare") || self.values_against() {
            return self.compare().map(Some);
        }
        if self.take("duplicates") {
            self.take("rows");
            self.take("count");
            let column = self.columns(|_| true).first().map(|(at, column)| (*at, column.name.clone()));
            if let Some((at, _)) = column {
                self.used[at] = true;
            }
            return Ok(Some(Task::Duplicates { column: column.map(|(_, name)| name) }));
        }
        if self.take("quality") {
            self.take("count");
            return Ok(Some(Task::Quality));
        }
        if self.take("overview") {
            return Ok(Some(Task::Overview));
        }
        if self.take("columns") {
            if self.take("count") {
                self.take("distinct");
            }
            return Ok(Some(Task::Columns));
        }
        if self.take("trend") {
            let counted = self.take("count");
            if counted && self.unused(|meaning| *meaning == Meaning::Word("rows")).is_empty() {
                return ask("How many of what?");
            }
            return self.trend().map(Some);
        }
        self.head()
    }

    /// Reads "first 10 rows", "rows where price > 10".
    fn head(&mut self) -> Outcome<Option<Task>> {
        let head = self.unused(|meaning| *meaning == Meaning::Word("head")).first().copied();
        let rows = self.unused(|meaning| *meaning == Meaning::Word("rows"));
        let counted = self.spans.iter().any(|span| {
            matches!(
                span.meaning,
                Meaning::Word("count" | "share" | "by" | "distinct" | "common" | "uncommon")
                    | Meaning::Extreme(_)
                    | Meaning::Op(_)
                    | Meaning::Every(_)
            )
        });
        if counted || (head.is_none() && (rows.is_empty() || self.filters.is_empty())) {
            return Ok(None);
        }
        let limit = head.or(rows.first().copied()).and_then(|at| self.limit_beside(at));
        self.take("head");
        self.take("rows");
        Ok(Some(Task::Rows { limit: limit.unwrap_or(10), sort: None }))
    }

    /// Uses every "by".
    pub(super) fn take_by(&mut self) {
        self.take("by");
    }

    /// Returns the named measure; asks if there is none, or another choice.
    fn one_measure(&mut self, words: &str) -> Outcome<String> {
        let named = self.columns(is_measure);
        if let Some((at, column)) = named.first() {
            self.used[*at] = true;
            return Ok(column.name.clone());
        }
        let measures: Vec<&Column> = self.table.columns.iter().filter(|column| is_measure(column)).collect();
        match measures.as_slice() {
            [one] => Ok(one.name.clone()),
            [] => ask("This table has no column to calculate with."),
            several => {
                let texts = several.iter().map(|column| format!("{words} `{}`", column.name)).collect();
                let all = 0..self.question.len();
                let edits = vec![super::Edit { at: all, texts }];
                Err(Box::new(super::Doubt { why: "Of which column?".to_owned(), edits }))
            }
        }
    }

    /// Returns the measure of a study over parts of a whole: the named one, else the one amount, else the rows.
    pub(super) fn additive(&mut self) -> Outcome<Measure> {
        let op = self.unused(|meaning| matches!(meaning, Meaning::Op(_))).first().copied();
        if let Some((at, column)) = self.columns(is_measure).first().copied() {
            self.used[at] = true;
            let op = op.map(|at| {
                self.used[at] = true;
                self.spans[at].meaning.clone()
            });
            return match op {
                Some(Meaning::Op(op)) => Ok(Measure::of(op, &column.name)),
                _ if adds_up(column) => Ok(Measure::of(Op::Sum, &column.name)),
                _ => self.doubt(
                    format!(
                        "Is it the average or the total of `{}` that you want?",
                        label::plain(&column.name)
                    ),
                    at,
                    vec![format!("total `{}`", column.name), format!("average `{}`", column.name)],
                ),
            };
        }
        if self.take("rows") || self.take("count") {
            return Ok(Measure::ROWS);
        }
        let amounts: Vec<&Column> = self.table.columns.iter().filter(|column| adds_up(column)).collect();
        let money: Vec<&&Column> = amounts.iter().filter(|column| is_a(&column.name, "money")).collect();
        match (money.as_slice(), amounts.as_slice()) {
            ([one], _) => {
                self.assumed.push(format!(
                    "The question names no measure, so I took the total of `{}`.",
                    label::plain(&one.name)
                ));
                Ok(Measure::of(Op::Sum, &one.name))
            }
            (_, [one]) => {
                self.assumed.push(format!(
                    "The question names no measure, so I took the total of `{}`.",
                    label::plain(&one.name)
                ));
                Ok(Measure::of(Op::Sum, &one.name))
            }
            (_, []) => {
                self.assumed.push("No column holds amounts that add up, so I counted rows.".to_owned());
                Ok(Measure::ROWS)
            }
            _ => {
                let texts = amounts.iter().map(|column| format!(" total `{}`", column.name)).collect();
                self.append("Several columns hold amounts. Which one?", texts)
            }
        }
    }

    /// Returns what is ranked: the named group, or the column of things that tables are usually about.
    pub(super) fn thing(&mut self) -> Outcome<String> {
        if let Some((at, column)) = self.columns(is_group).first().copied() {
            self.used[at] = true;
            return Ok(column.name.clone());
        }
        let things = self
            .table
            .columns
            .iter()
            .filter(|column| column.is_text() && column.distinct > 1 && column.distinct <= 2000);
        let mut things: Vec<&Column> =
            things.filter(|column| is_a(&column.name, "thing") && !is_identifier(column)).collect();
        let order = ["product", "item", "customer", "client", "employee"];
        things.sort_by_key(|column| {
            let words = crate::words::stems(&column.name);
            order.iter().position(|name| words.iter().any(|word| word == name)).unwrap_or(order.len())
        });
        match things.first() {
            Some(column) => {
                self.assumed.push(format!(
                    "The question does not say by what, so I took `{}`.",
                    label::plain(&column.name)
                ));
                Ok(column.name.clone())
            }
            None => {
                let groups =
                    self.table.columns.iter().filter(|column| column.is_text() && column.distinct > 1);
                let texts = groups.map(|column| format!(" by `{}`", column.name)).collect();
                self.append("By which column?", texts)
            }
        }
    }

    /// Returns the column of stages, and the one that says who reached them.
    pub(super) fn stages(&self) -> Option<(&'a Column, Option<&'a Column>)> {
        let fits = |column: &&Column| {
            is_a(&column.name, "stage") && column.is_text() && (2..=STAGES).contains(&column.distinct)
        };
        let stage = self.table.columns.iter().find(fits)?;
        let who =
            self.table.columns.iter().find(|column| is_a(&column.name, "who") && column.distinct > STAGES);
        Some((stage, who))
    }

    fn funnel(&mut self) -> Outcome<Task> {
        let Some((stage, who)) = self.stages() else {
            return ask("This table has no column of stages, such as visit, cart and paid.");
        };
        for (at, column) in self.columns(|_| true) {
            self.used[at] = column.name == stage.name;
        }
        self.take_by();
        Ok(Task::Funnel { who: who.map(|who| who.name.clone()), stage: stage.name.clone() })
    }

    /// Reads the grain of a time series: the named one, else months, else the table's years.
    fn series(&mut self) -> Outcome<(String, Grain)> {
        let mut grain = None;
        for at in self.unused(|meaning| matches!(meaning, Meaning::Every(_) | Meaning::Unit(_))) {
            if let Meaning::Every(found) | Meaning::Unit(found) = self.spans[at].meaning {
                grain.get_or_insert(found);
                self.used[at] = true;
            }
        }
        self.take_by();
        let words: String = self.question.to_lowercase();
        let spoken = [("year", Grain::Year), ("quarter", Grain::Quarter), ("week", Grain::Week)].into_iter();
        let spoken = spoken
            .filter(|(word, _)| {
                words.contains(&format!("{word} o")) || words.contains(&format!("the {word}s"))
            })
            .map(|(_, grain)| grain)
            .next();
        let dates = self.table.columns.iter().any(Column::is_date);
        let grain = grain.or(spoken).unwrap_or(if dates { Grain::Month } else { Grain::Year });
        match self.along(grain)? {
            Along::Date(date) => Ok((date, grain)),
            Along::Group(crate::plan::Group::Column(name)) if grain == Grain::Year => Ok((name, grain)),
            Along::Group(_) => Ok((self.date()?.unwrap_or_default(), Grain::Month)),
        }
    }

    fn growth(&mut self, yearly: bool) -> Outcome<Task> {
        let measure = self.additive()?;
        let (date, grain) = if yearly {
            let units = self.unused(|meaning| matches!(meaning, Meaning::Every(_) | Meaning::Unit(_)));
            units.iter().for_each(|at| self.used[*at] = true);
            self.take_by();
            match self.date()? {
                Some(date) => {
                    let dated = self.table.column(&date).is_some_and(Column::is_date);
                    (date, if dated { Grain::Month } else { Grain::Year })
                }
                None => {
                    return ask("This table has no column of dates, so years cannot be compared.");
                }
            }
        } else {
            self.series()?
        };
        Ok(Task::Growth { measure, date, grain, yearly })
    }

    fn trend(&mut self) -> Outcome<Task> {
        let (date, grain) = self.series()?;
        let split = self.columns(is_group).first().map(|(at, column)| (*at, column.name.clone()));
        if let Some((at, _)) = &split {
            self.used[*at] = true;
        }
        let measure = self.additive()?;
        let split = split.map(|(_, name)| name);
        if self.table.column(&date).is_some_and(Column::is_date) {
            return Ok(Task::Trend { measure, date, grain, split, rank: None });
        }
        let by = std::iter::once(date).chain(split).map(crate::plan::Group::Column).collect();
        Ok(Task::Grouped { measure, by, rank: None, share: false, having: None })
    }

    fn correlation(&mut self) -> Outcome<Task> {
        let fits = |column: &Column| column.is_number() && !is_identifier(column);
        let named = self.columns(fits);
        named.iter().for_each(|(at, _)| self.used[*at] = true);
        self.take("count");
        let mut columns: Vec<String> = named.into_iter().map(|(_, column)| column.name.clone()).collect();
        columns.dedup();
        match columns.len() {
            0 => columns.extend(
                self.table
                    .columns
                    .iter()
                    .filter(|column| is_measure(column))
                    .take(12)
                    .map(|column| column.name.clone()),
            ),
            1 => {
                let others = self.measure_names();
                let first = columns.first().cloned().unwrap_or_default();
                let texts = others
                    .iter()
                    .filter(|name| **name != format!("`{first}`"))
                    .map(|name| format!("correlation between `{first}` and {name}"))
                    .collect();
                let edits = vec![super::Edit { at: 0..self.question.len(), texts }];
                return Err(Box::new(super::Doubt {
                    why: format!("`{}` and what else?", label::plain(&first)),
                    edits,
                }));
            }
            _ => {}
        }
        if columns.len() < 2 {
            return ask("A correlation needs two columns of numbers.");
        }
        Ok(Task::Correlation { columns })
    }

    fn distribution(&mut self) -> Outcome<Task> {
        if let Some((at, column)) = self.columns(Column::is_text).first().copied() {
            self.used[at] = true;
            let by = vec![crate::plan::Group::Column(column.name.clone())];
            return Ok(Task::Grouped { measure: Measure::ROWS, by, rank: None, share: false, having: None });
        }
        Ok(Task::Histogram { column: self.one_measure("distribution of")? })
    }

    /// Returns whether two values of one column stand on both sides of "vs".
    fn values_against(&self) -> bool {
        let versus = self.unused(|meaning| *meaning == Meaning::Word("versus"));
        versus.first().is_some_and(|at| {
            let value =
                |at: Option<usize>| at.is_some_and(|at| matches!(self.spans[at].meaning, Meaning::Value(_)));
            value(self.before(*at)) && value(self.after(*at))
        })
    }

    /// Reads "compare revenue in West and East".
    fn compare(&mut self) -> Outcome<Task> {
        self.take("compare");
        self.take("versus");
        let values = self.unused(|meaning| matches!(meaning, Meaning::Value(_)));
        let places: Vec<_> = values
            .iter()
            .filter_map(|at| match &self.spans[*at].meaning {
                Meaning::Value(place) => Some(place.clone()),
                _ => None,
            })
            .collect();
        let [first, second] = places.as_slice() else {
            return ask("I compare two values of one column: which ones?");
        };
        if first.column != second.column {
            return self.doubt("The two are values of different columns.", values[1], Vec::new());
        }
        values.iter().for_each(|at| self.used[*at] = true);
        for (at, column) in self.columns(|_| true) {
            self.used[at] = column.name == first.column;
        }
        self.take_by();
        let op = self.unused(|meaning| matches!(meaning, Meaning::Op(_)));
        if op.is_empty() && self.columns(is_measure).is_empty() {
            let texts = self.measure_names().iter().map(|name| format!(" by average {name}")).collect();
            return self.append("What is to be compared?", texts);
        }
        let measure = self.additive()?;
        Ok(Task::Compare {
            measure,
            column: first.column.clone(),
            values: [first.values.clone(), second.values.clone()],
        })
    }
}
