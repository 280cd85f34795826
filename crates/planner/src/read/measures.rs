//! Measures: what a question wants to know a number of.

use super::{Outcome, Reader};
use crate::columns::{adds_up, is_group, is_measure};
use crate::input::Column;
use crate::label;
use crate::plan::{Measure, Op, Order};
use crate::spans::Meaning;

/// What a question says about its measure.
pub(super) struct Said<'a> {
    /// The aggregation, and its span.
    pub(super) op: Option<(usize, Op)>,
    /// The number column, and its span.
    pub(super) column: Option<(usize, &'a Column)>,
    /// Whether rows are counted.
    pub(super) rows: bool,
    /// The column whose different values are counted, and its span.
    pub(super) counted: Option<(usize, &'a Column)>,
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
    let whole = column.r#type == crate::input::ColumnType::Integer;
    let positive = column.min.as_ref().and_then(serde_json::Value::as_f64).is_some_and(|least| least >= 0.0);
    // "states" are counted where `state` has their codes, "seats" are added up where `seats` has their numbers.
    let plural =
        crate::words::name_words(&column.name).last().is_some_and(|last| crate::words::stem(last) != *last);
    whole
        && positive
        && (plural || adds_up(column))
        && !["level", "price", "salary"].iter().any(|family| crate::lexicon::is_a(&column.name, family))
}

impl<'a> Reader<'a> {
    /// Reads the measure's words and uses their spans.
    pub(super) fn said(&mut self) -> Outcome<Said<'a>> {
        let op = self.unused(|meaning| matches!(meaning, Meaning::Op(_))).first().and_then(|at| {
            match self.spans[*at].meaning {
                Meaning::Op(op) => Some((*at, op)),
                _ => None,
            }
        });
        if let Some((at, _)) = op {
            self.used[at] = true;
        }
        let counts = self.unused(|meaning| matches!(meaning, Meaning::Word("count")));
        let mut rows = self.take("rows");
        let distinct = self.unused(|meaning| *meaning == Meaning::Word("distinct"));
        let (mut counted, mut bare) = (None, false);
        if let Some(count) = counts.first().or(distinct.first()) {
            let mut next = self.after(*count);
            while let Some(at) =
                next.filter(|at| matches!(self.spans[*at].meaning, Meaning::Word("distinct" | "by")))
            {
                next = self.after(at);
            }
            counts.iter().chain(&distinct).for_each(|at| self.used[*at] = true);
            let noun = next
                .filter(|at| !self.used[*at] && !self.grouped(*at))
                .and_then(|at| Some((at, self.column_at(at)?)));
            match noun {
                Some((at, column)) if is_measure(column) && distinct.is_empty() => {
                    return self.amount(at, column, op);
                }
                Some((at, column)) => {
                    self.used[at] = true;
                    // Two films of one title are one title, but hardly meant as one.
                    let nearly = distinct.is_empty() && column.distinct * 10 >= self.table.rows * 7;
                    if self.unique(column) {
                        rows = true;
                    } else if nearly {
                        let name = &column.name;
                        let texts =
                            vec!["number of rows".to_owned(), format!("number of different `{name}`")];
                        let why = format!(
                            "Some `{}` are in more than one row: is each row counted, or each once?",
                            label::plain(name)
                        );
                        let edits =
                            vec![super::Edit { at: self.bytes(*count).start..self.bytes(at).end, texts }];
                        return Err(Box::new(super::Doubt { why, edits }));
                    } else {
                        counted = Some((at, column));
                    }
                }
                None => {
                    bare = !rows;
                    rows = true;
                }
            }
        }
        if self.take("how much") && op.is_none() {
            let column = self.columns(is_measure).first().copied();
            let Some((at, column)) = column else { return self.no_measure("total") };
            self.used[at] = true;
            return Ok(Said {
                op: Some((at, Op::Sum)),
                column: Some((at, column)),
                rows: false,
                counted: None,
                bare: false,
            });
        }
        let column = if rows || counted.is_some() { None } else { self.columns(is_measure).first().copied() };
        if let Some((at, _)) = column {
            self.used[at] = true;
        }
        if let Some((at, _)) = op.filter(|(_, op)| rows && *op != Op::Sum) {
            return self.doubt(format!("“{}” of what?", self.text(at)), at, Vec::new());
        }
        Ok(Said { op, column, rows, counted, bare })
    }

    /// Reads "how many goals": the sum of a column that counts something.
    fn amount(&mut self, at: usize, column: &'a Column, op: Option<(usize, Op)>) -> Outcome<Said<'a>> {
        if op.is_some() {
            // "average number of seats": the column holds the numbers.
            self.used[at] = true;
            return Ok(Said { op, column: Some((at, column)), rows: false, counted: None, bare: false });
        }
        if !counts(column) {
            let name = label::plain(&column.name);
            let count = self.before(at).filter(|before| self.is_word(*before, "count")).unwrap_or(at);
            let texts = [format!("total `{}`", column.name), format!("average `{}`", column.name)];
            let edits =
                vec![super::Edit { at: self.bytes(count).start..self.bytes(at).end, texts: texts.into() }];
            let why =
                format!("`{name}` holds numbers, and “how many” may mean their total or something else.");
            return Err(Box::new(super::Doubt { why, edits }));
        }
        self.used[at] = true;
        Ok(Said {
            op: Some((at, Op::Sum)),
            column: Some((at, column)),
            rows: false,
            counted: None,
            bare: false,
        })
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
        let texts = self.measure_names().iter().map(|name| format!(" {word} {name}")).collect();
        self.append("The question does not name what to measure.", texts)
    }

    /// Returns the measure of each group or period, where the aggregation goes without saying or was said.
    pub(super) fn measure(&self, said: &Said, extremes: Option<Order>, groups: bool) -> Outcome<Measure> {
        if let Some((_, column)) = said.counted {
            return Ok(Measure::of(Op::Distinct, &column.name));
        }
        let Some((at, column)) = said.column else {
            return match said.op {
                Some((at, _)) if !said.rows => {
                    let texts = self.measure_names();
                    let edit = self.bytes(at);
                    let texts = texts.iter().map(|name| format!("{} {name}", self.text(at))).collect();
                    let edits = vec![super::Edit { at: edit, texts }];
                    Err(Box::new(super::Doubt { why: format!("“{}” of what?", self.text(at)), edits }))
                }
                _ => Ok(Measure::ROWS),
            };
        };
        if let Some((_, op)) = said.op {
            return Ok(Measure::of(op, &column.name));
        }
        match extremes {
            Some(order) if !groups => {
                return Ok(Measure::of(if order == Order::Top { Op::Max } else { Op::Min }, &column.name));
            }
            _ if adds_up(column) => return Ok(Measure::of(Op::Sum, &column.name)),
            _ => {}
        }
        let name = &column.name;
        let mut texts = vec![format!("average `{name}`"), format!("total `{name}`")];
        if let Some(order) = extremes {
            texts[1] = format!("{} `{name}`", if order == Order::Top { "maximum" } else { "minimum" });
        }
        let why = match extremes {
            Some(order) => format!(
                "The {} `{}` may be that of a single row or on average.",
                order.adjective(),
                label::plain(name)
            ),
            None => format!("Is it the average or the total of `{}` that you want?", label::plain(name)),
        };
        self.doubt(why, at, texts)
    }
}
