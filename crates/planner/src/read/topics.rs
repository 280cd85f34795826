//! Topics: questions whose words name a whole study, such as a correlation or a report.

use super::tasks::grouped;
use super::{Outcome, Reader, ask};
use crate::columns::{adds_up, is_group, is_identifier, is_measure, quoted};
use crate::input::Column;
use crate::label;
use crate::lexicon::{is_a, rank};
use crate::plan::{Grain, Group, Measure, Op, Task};
use crate::spans::Meaning;

/// The most values of a column of stages.
const STAGES: u64 = 12;

impl<'a> Reader<'a> {
    /// Reads a topic, if the question has one.
    pub(super) fn topic(&mut self) -> Outcome<Option<Task>> {
        // The tag of a topic, the words that say no more beside it, and what reads the rest.
        type Topic<'r, 'a> = (&'static str, &'static [&'static str], fn(&'r mut Reader<'a>) -> Outcome<Task>);
        let topics: [Topic<'_, 'a>; 14] = [
            ("report", &["overview"], Self::report),
            ("pareto", &[], Self::pareto),
            ("funnel", &[], Self::funnel),
            ("year on year", &["growth"], Self::year_on_year),
            ("growth", &[], Self::growth),
            ("outliers", &[], Self::outliers),
            ("correlation", &["count"], Self::correlation),
            ("distribution", &[], Self::distribution),
            ("compare", &["versus"], Self::compare),
            ("duplicates", &["rows", "count"], Self::duplicates),
            ("quality", &["count"], |_| Ok(Task::Quality)),
            ("overview", &[], |_| Ok(Task::Overview)),
            ("columns", &["count", "distinct"], |_| Ok(Task::Columns)),
            ("trend", &[], Self::trend),
        ];
        let against = self.values_against();
        let found = topics.into_iter().find(|(tag, ..)| self.take(tag) || *tag == "compare" && against);
        let Some((_, words, read)) = found else { return Ok(self.head()) };
        words.iter().for_each(|word| _ = self.take(word));
        read(self).map(Some)
    }

    /// Reads "first 10 rows", "rows where price > 10".
    fn head(&mut self) -> Option<Task> {
        let head = self.tagged("head").first().copied();
        let rows = self.tagged("rows").first().copied();
        let computes = |meaning: &Meaning| {
            matches!(
                meaning,
                Meaning::Word("count" | "share" | "by" | "distinct" | "common" | "uncommon")
                    | Meaning::Extreme(_)
                    | Meaning::Op(_)
                    | Meaning::Every(_)
            )
        };
        let listed = rows.filter(|_| !self.filters.is_empty());
        if self.spans.iter().any(|span| computes(&span.meaning)) || head.or(listed).is_none() {
            return None;
        }
        let limit = head.or(rows).and_then(|at| self.limit_beside(at)).unwrap_or(10);
        self.take("head");
        self.take("rows");
        Some(Task::Rows { limit, sort: None })
    }

    fn duplicates(&mut self) -> Outcome<Task> {
        let column = self.take_column(|_| true).map(|(_, column)| column.name.clone());
        Ok(Task::Duplicates { column })
    }

    fn outliers(&mut self) -> Outcome<Task> {
        Ok(Task::Outliers { column: self.one_measure("outliers in")? })
    }

    fn pareto(&mut self) -> Outcome<Task> {
        let (by, measure) = (self.thing()?, self.additive()?);
        self.take("by");
        Ok(Task::Pareto { measure, by })
    }

    /// Returns the named measure; asks if there is none, or another choice.
    fn one_measure(&mut self, words: &str) -> Outcome<String> {
        if let Some((_, column)) = self.take_column(is_measure) {
            return Ok(column.name.clone());
        }
        match self.all(is_measure).as_slice() {
            [one] => Ok(one.name.clone()),
            [] => ask("This table has no column to calculate with."),
            _ => self.replace("Of which column?", self.offers(&format!("{words} "), is_measure)),
        }
    }

    /// Returns the measure of a study over parts of a whole: the named one, else the one amount, else the rows.
    pub(super) fn additive(&mut self) -> Outcome<Measure> {
        if let Some((at, column)) = self.take_column(is_measure) {
            return match self.take_op() {
                Some((_, op)) => Ok(Measure::of(op, &column.name)),
                None if adds_up(column) => Ok(Measure::of(Op::Sum, &column.name)),
                None => self.no_op((at, column)),
            };
        }
        if self.take("rows") || self.take("count") {
            return Ok(Measure::ROWS);
        }
        let amounts = self.all(adds_up);
        let money = self.all(|column| adds_up(column) && is_a(&column.name, "money"));
        match (money.as_slice(), amounts.as_slice()) {
            ([one], _) | (_, [one]) => {
                let name = label::plain(&one.name);
                self.assumed.push(format!("The question names no measure, so I took the total of `{name}`."));
                Ok(Measure::of(Op::Sum, &one.name))
            }
            (_, []) => {
                self.assumed.push("No column holds amounts that add up, so I counted rows.".to_owned());
                Ok(Measure::ROWS)
            }
            _ => self.append("Several columns hold amounts. Which one?", self.offers(" total ", adds_up)),
        }
    }

    /// Returns what is ranked: the named group, or the column of things that tables are usually about.
    pub(super) fn thing(&mut self) -> Outcome<String> {
        if let Some((_, column)) = self.take_column(is_group) {
            return Ok(column.name.clone());
        }
        let several = |column: &Column| column.is_text() && column.distinct > 1;
        let things = self.all(|column| several(column) && column.distinct <= 2000 && !is_identifier(column));
        let ranked = things.into_iter().filter_map(|column| Some((rank(&column.name, "thing")?, column)));
        match ranked.min_by_key(|(rank, _)| *rank) {
            Some((_, column)) => {
                let name = label::plain(&column.name);
                self.assumed.push(format!("The question does not say by what, so I took `{name}`."));
                Ok(column.name.clone())
            }
            None => self.append("By which column?", self.offers(" by ", several)),
        }
    }

    /// Returns the column of stages, and the one that says who reached them.
    pub(super) fn stages(&self) -> Option<(String, Option<String>)> {
        let fits = |column: &Column| {
            is_a(&column.name, "stage") && column.is_text() && (2..=STAGES).contains(&column.distinct)
        };
        let stage = self.all(fits).first()?.name.clone();
        let who = self.all(|column| is_a(&column.name, "who") && column.distinct > STAGES);
        Some((stage, who.first().map(|who| who.name.clone())))
    }

    fn funnel(&mut self) -> Outcome<Task> {
        let Some((stage, who)) = self.stages() else {
            return ask("This table has no column of stages, such as visit, cart and paid.");
        };
        self.take_column(|column| column.name == stage);
        self.take("by");
        Ok(Task::Funnel { who, stage })
    }

    /// Uses the words for periods, and returns the first one's grain.
    fn periods(&mut self) -> Option<Grain> {
        let found = self.unused(|meaning| matches!(meaning, Meaning::Every(_) | Meaning::Unit(_)));
        self.use_all(&found);
        self.take("by");
        match self.spans[*found.first()?].meaning {
            Meaning::Every(grain) | Meaning::Unit(grain) => Some(grain),
            _ => None,
        }
    }

    /// Reads the column and the grain of a time series: the named grain, else months, else the table's years.
    fn series(&mut self) -> Outcome<(&'a Column, Grain)> {
        let words = self.question.to_lowercase();
        let spoken = [("year", Grain::Year), ("quarter", Grain::Quarter), ("week", Grain::Week)];
        let spoken = spoken.into_iter().find(|(word, _)| {
            words.contains(&format!("{word} o")) || words.contains(&format!("the {word}s"))
        });
        let dates = self.table.columns.iter().any(Column::is_date);
        let usual = if dates { Grain::Month } else { Grain::Year };
        let grain = self.periods().or(spoken.map(|(_, grain)| grain)).unwrap_or(usual);
        match self.along(grain)? {
            (column, None) => Ok((column, grain)),
            (column, Some(Group::Column(_))) if grain == Grain::Year => Ok((column, grain)),
            _ => match self.date()? {
                Some(column) => Ok((column, Grain::Month)),
                None => ask("This table has no column of dates."),
            },
        }
    }

    fn growth(&mut self) -> Outcome<Task> {
        let measure = self.additive()?;
        let (date, grain) = self.series()?;
        Ok(Task::Growth { measure, date: date.name.clone(), grain, yearly: false })
    }

    fn year_on_year(&mut self) -> Outcome<Task> {
        let measure = self.additive()?;
        self.periods();
        let Some(date) = self.date()? else {
            return ask("This table has no column of dates, so years cannot be compared.");
        };
        let grain = if date.is_date() { Grain::Month } else { Grain::Year };
        Ok(Task::Growth { measure, date: date.name.clone(), grain, yearly: true })
    }

    fn trend(&mut self) -> Outcome<Task> {
        if self.take("count") && self.tagged("rows").is_empty() {
            return ask("How many of what?");
        }
        let (date, grain) = self.series()?;
        let split = self.take_column(is_group).map(|(_, column)| column);
        let measure = self.additive()?;
        if !date.is_date() {
            let by: Vec<&Column> = std::iter::once(date).chain(split).collect();
            return Ok(grouped(measure, &by, None));
        }
        let split = split.map(|column| column.name.clone());
        Ok(Task::Trend { measure, date: date.name.clone(), grain, split, rank: None })
    }

    fn correlation(&mut self) -> Outcome<Task> {
        let mut columns: Vec<&Column> = Vec::new();
        while let Some((_, column)) = self.take_column(|column| column.is_number() && !is_identifier(column))
        {
            columns.push(column);
        }
        columns.dedup();
        match columns.as_slice() {
            [] => columns = self.all(is_measure).into_iter().take(12).collect(),
            [one] => {
                let first = quoted(one);
                let others = self.offers(&format!("correlation between {first} and "), |column| {
                    is_measure(column) && column != *one
                });
                return self.replace(format!("`{}` and what else?", label::plain(&one.name)), others);
            }
            _ => {}
        }
        if columns.len() < 2 {
            return ask("A correlation needs two columns of numbers.");
        }
        Ok(Task::Correlation { columns: columns.iter().map(|column| column.name.clone()).collect() })
    }

    fn distribution(&mut self) -> Outcome<Task> {
        match self.take_column(Column::is_text) {
            Some((_, column)) => Ok(grouped(Measure::ROWS, &[column], None)),
            None => Ok(Task::Histogram { column: self.one_measure("distribution of")? }),
        }
    }

    /// Returns whether two values of one column stand on both sides of "vs".
    fn values_against(&self) -> bool {
        let is_value = |meaning: Option<&Meaning>| matches!(meaning, Some(Meaning::Value(_)));
        self.tagged("versus")
            .first()
            .is_some_and(|at| is_value(self.meaning_before(*at)) && is_value(self.meaning_after(*at)))
    }

    /// Reads "compare revenue in West and East".
    fn compare(&mut self) -> Outcome<Task> {
        let spans = self.unused(|meaning| matches!(meaning, Meaning::Value(_)));
        let places: Vec<_> = spans.iter().filter_map(|at| self.spans[*at].places().next().cloned()).collect();
        let [first, second] = places.as_slice() else {
            return ask("I compare two values of one column: which ones?");
        };
        if first.column != second.column {
            return ask("The two are values of different columns.");
        }
        self.use_all(&spans);
        self.take_column(|column| column.name == first.column);
        self.take("by");
        let ops = self.unused(|meaning| matches!(meaning, Meaning::Op(_)));
        if ops.is_empty() && self.columns(is_measure).is_empty() {
            return self.append("What is to be compared?", self.offers(" by average ", is_measure));
        }
        let measure = self.additive()?;
        let values = [first.values.clone(), second.values.clone()];
        Ok(Task::Compare { measure, column: first.column.clone(), values })
    }
}
