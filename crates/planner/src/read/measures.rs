//! Measures: what a question wants to know a number of.

use super::{Named, Outcome, Reader, ask};
use crate::columns::{adds_up, is_group, is_measure, quoted};
use crate::input::{Column, ColumnType};
use crate::label;
use crate::lexicon::is_a;
use crate::plan::{Measure, Op, Order};
use crate::spans::Meaning;
use crate::words::{name_words, stem};

/// What a question says about its measure.
#[derive(Default)]
pub(super) struct Said<'a> {
    /// The aggregation, and its span.
    pub(super) op: Option<(usize, Op)>,
    /// The number column.
    pub(super) column: Option<Named<'a>>,
    /// Whether rows are counted.
    pub(super) rows: bool,
    /// The column whose different values are counted.
    pub(super) counted: Option<Named<'a>>,
    /// Whether a "how many" does not say of what.
    pub(super) bare: bool,
}

impl Said<'_> {
    /// Returns whether it says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.op.is_none() && !self.names_measure()
    }

    /// Returns whether it names what to measure.
    pub(super) fn names_measure(&self) -> bool {
        self.column.is_some() || self.counted.is_some() || self.rows
    }
}

/// Returns whether a column holds numbers of something, of which there are many: goals, seats.
fn counts(column: &Column) -> bool {
    let positive = column.min.as_ref().and_then(serde_json::Value::as_f64).is_some_and(|least| least >= 0.0);
    // "states" are counted where `state` has their codes, "seats" are added up where `seats` has their numbers.
    let plural = name_words(&column.name).last().is_some_and(|last| stem(last) != *last);
    column.r#type == ColumnType::Integer
        && positive
        && (plural || adds_up(column))
        && !["level", "price", "salary"].iter().any(|family| is_a(&column.name, family))
}

impl<'a> Reader<'a> {
    /// Reads the measure's words and uses their spans.
    pub(super) fn said(&mut self) -> Outcome<Said<'a>> {
        let op = self.take_op();
        let mut said = Said { op, rows: self.take("rows"), ..Said::default() };
        let (counting, distinct) = (self.tagged("count"), self.tagged("distinct"));
        if let Some(count) = counting.first().or(distinct.first()).copied() {
            let mut next = self.after(count);
            while let Some(at) =
                next.filter(|at| matches!(self.spans[*at].meaning, Meaning::Word("distinct" | "by")))
            {
                next = self.after(at);
            }
            self.use_all(&[counting, distinct.clone()].concat());
            match next.filter(|at| !self.grouped(*at)).and_then(|at| self.free_column(at)) {
                Some((at, column)) if is_measure(column) && distinct.is_empty() => {
                    // "average number of seats": the column holds the numbers.
                    if op.is_none() && !counts(column) {
                        let texts = ["total", "average"].map(|op| format!("{op} {}", quoted(column)));
                        let name = label::plain(&column.name);
                        let why = format!(
                            "`{name}` holds numbers, and “how many” may mean their total or something else."
                        );
                        return self.doubt(why, count..=at, texts);
                    }
                    self.used[at] = true;
                    let op = op.or(Some((at, Op::Sum)));
                    return Ok(Said { op, column: Some((at, column)), ..Said::default() });
                }
                Some((at, column)) => {
                    self.used[at] = true;
                    if self.unique(column) {
                        said.rows = true;
                    } else if distinct.is_empty() && column.distinct * 10 >= self.table.rows * 7 {
                        // Two films of one title are one title, but hardly meant as one.
                        let why = format!(
                            "Some `{}` are in more than one row: is each row counted, or each once?",
                            label::plain(&column.name)
                        );
                        let different = format!("number of different {}", quoted(column));
                        return self.doubt(why, count..=at, ["number of rows".to_owned(), different]);
                    } else {
                        said.counted = Some((at, column));
                    }
                }
                None => {
                    said.bare = !said.rows;
                    said.rows = true;
                }
            }
        }
        if self.take("how much") && op.is_none() {
            let Some((at, column)) = self.take_column(is_measure) else { return self.no_measure("total") };
            return Ok(Said { op: Some((at, Op::Sum)), column: Some((at, column)), ..Said::default() });
        }
        if !said.rows && said.counted.is_none() {
            said.column = self.take_column(is_measure);
        }
        match op {
            Some((at, op)) if said.rows && op != Op::Sum => ask(format!("“{}” of what?", self.text(at))),
            _ => Ok(said),
        }
    }

    /// Returns whether a column follows "by" or "per", directly or after another one and "and".
    pub(super) fn grouped(&self, at: usize) -> bool {
        match self.before(at) {
            Some(before) if self.is_word(before, "by") => true,
            Some(before) if self.is_word(before, "and") => self
                .before(before)
                .is_some_and(|column| self.column_at(column).is_some_and(is_group) && self.grouped(column)),
            _ => false,
        }
    }

    /// Asks for a measure.
    pub(super) fn no_measure<T>(&self, word: &str) -> Outcome<T> {
        let texts = self.offers(&format!(" {word} "), is_measure);
        self.append("The question does not name what to measure.", texts)
    }

    /// Asks for the aggregation of a column.
    pub(super) fn no_op<T>(&self, (at, column): Named) -> Outcome<T> {
        let why =
            format!("Is it the average or the total of `{}` that you want?", label::plain(&column.name));
        self.doubt(why, at..=at, ["average", "total"].map(|op| format!("{op} {}", quoted(column))))
    }

    /// Returns the measure of each group or period, where the aggregation goes without saying or was said.
    pub(super) fn measure(&self, said: &Said, extremes: Option<Order>, groups: bool) -> Outcome<Measure> {
        if let Some((_, column)) = said.counted {
            return Ok(Measure::of(Op::Distinct, &column.name));
        }
        let Some((at, column)) = said.column else {
            return match said.op {
                Some((at, _)) if !said.rows => {
                    let op = self.text(at);
                    let texts = self.offers(&format!("{op} "), is_measure);
                    self.doubt(format!("“{op}” of what?"), at..=at, texts)
                }
                _ => Ok(Measure::ROWS),
            };
        };
        let end = extremes.map(|order| if order == Order::Top { Op::Max } else { Op::Min });
        let op = match (said.op, end) {
            (Some((_, op)), _) => op,
            (None, Some(op)) if !groups => op,
            _ if adds_up(column) => Op::Sum,
            (None, Some(op)) => {
                let why = format!(
                    "The {} `{}` may be that of a single row or on average.",
                    if op == Op::Max { "highest" } else { "lowest" },
                    label::plain(&column.name)
                );
                let texts = [Op::Mean, op].map(|op| format!("{} {}", op.word(), quoted(column)));
                return self.doubt(why, at..=at, texts);
            }
            _ => return self.no_op((at, column)),
        };
        Ok(Measure::of(op, &column.name))
    }
}
