//! Conditions: which rows a question is about.

use std::ops::RangeInclusive;

use super::{Named, Outcome, Reader, ask};
use crate::columns::{adds_up, is_measure, quoted, yes};
use crate::input::{Column, ColumnType};
use crate::label;
use crate::plan::{Filter, TextTest};
use crate::spans::Meaning;
use crate::words::Kind;

impl Reader<'_> {
    /// Reads every condition and uses its spans.
    pub(super) fn read_filters(&mut self) -> Outcome<()> {
        if self.take("deduplicate") {
            self.filters.push(Filter::Once);
        }
        let comparing = self.unused(|meaning| matches!(meaning, Meaning::Word("compare" | "versus")));
        for at in 0..self.spans.len() {
            if self.used[at] {
                continue;
            }
            match self.spans[at].meaning.clone() {
                Meaning::Sign(sign) => self.comparison(at, sign)?,
                Meaning::Word("or more") => self.comparison(at, ">=")?,
                Meaning::Word("or less") => self.comparison(at, "<=")?,
                Meaning::Word("between") => self.between(at),
                Meaning::Word("begins") => self.text_test(at, TextTest::Begins)?,
                Meaning::Word("ends") => self.text_test(at, TextTest::Ends)?,
                Meaning::Word("contains") => self.text_test(at, TextTest::Contains)?,
                Meaning::Word(tag @ ("missing" | "filled")) => self.filled(at, tag == "filled"),
                Meaning::Value(_) if comparing.is_empty() => self.value(at)?,
                Meaning::Period(period) => {
                    let periods = self.unused(|meaning| matches!(meaning, Meaning::Period(_)));
                    if comparing.is_empty() || periods.len() == 1 {
                        self.period(at, period)?;
                    }
                }
                Meaning::Column(index) => self.flag(at, &self.table.columns[index]),
                _ => {}
            }
        }
        Ok(())
    }

    /// Uses spans for a condition.
    fn filter(&mut self, spans: &[usize], filter: Filter) {
        self.use_all(spans);
        self.filters.push(filter);
    }

    /// Uses a "not" before a span; returns whether there is one.
    pub(super) fn denied(&mut self, at: usize) -> bool {
        let not = self.before(at).filter(|before| !self.used[*before] && self.is_word(*before, "not"));
        self.use_all(not.as_slice());
        not.is_some()
    }

    /// Reads "price > 10", "more than 5 units", "10 or more units", "= West", "fewer than 100 zip codes".
    fn comparison(&mut self, at: usize, sign: &'static str) -> Outcome<()> {
        let (left, right) = match self.spans[at].meaning {
            Meaning::Sign(_) => (self.before(at), self.after(at)),
            _ => (self.before(at).and_then(|number| self.before(number)), self.before(at)),
        };
        let left = left.and_then(|left| self.free_column(left));
        let Some(right) = right else { return Ok(()) };
        let value = match (&self.spans[right].meaning, self.words_of(right)) {
            (Meaning::Number(value), _) => *value,
            // "= 2015" is a year by itself.
            (Meaning::Period(_), [word]) => match word.kind {
                Kind::Number(value) => value,
                _ => return Ok(()),
            },
            (Meaning::Text(_) | Meaning::Value(_), _) => {
                if let (Some(left), "==" | "!=") = (left, sign) {
                    self.equals(left, at, right, sign == "!=");
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        let compared = |column: &Column| Filter::Compare { column: column.name.clone(), sign, value };
        if let Some((left, column)) = left.filter(|(_, column)| column.is_number()) {
            self.filter(&[left, at, right], compared(column));
            // "customers with revenue over 1000" may mean each row or the total; "where revenue > 1000" says rows.
            let start = self.spans[left].tokens.start;
            let said_rows = start.checked_sub(1).is_some_and(|before| self.words[before].key == "where");
            if adds_up(column) && !said_rows {
                self.single_rows(left..=right.max(at), column, sign, value)?;
            }
            return Ok(());
        }
        // "more than 5 units", "10 or more goals"
        let Some(next) = self.after(right.max(at)).filter(|next| !self.used[*next]) else { return Ok(()) };
        match self.column_at(next) {
            Some(column) if is_measure(column) => {
                self.filter(&[at, right, next], compared(column));
                return self.single_rows(at.min(right)..=next, column, sign, value);
            }
            Some(column) if column.is_date() => return Ok(()),
            None if !self.is_word(next, "rows") => return Ok(()),
            _ => {}
        }
        self.use_all(&[at, right]);
        self.having = Some((sign, value));
        Ok(())
    }

    fn words_of(&self, at: usize) -> &[crate::words::Word] {
        &self.words[self.spans[at].tokens.clone()]
    }

    /// Asks whether rows or groups are meant in "customers with more than 100 revenue", where a customer has several rows.
    fn single_rows(
        &self,
        spans: RangeInclusive<usize>,
        measure: &Column,
        sign: &str,
        value: f64,
    ) -> Outcome<()> {
        match self.columns(Column::is_text).first() {
            Some((group, column))
                if !self.unique(column) && group < spans.start() && !self.is_word(0, "count") =>
            {
                let why = format!(
                    "A {} has several rows here, so the condition may mean each row or the total.",
                    label::plain(&column.name)
                );
                let value = crate::literal::number(value);
                self.doubt(why, spans, [format!("where {} {sign} {value}", quoted(measure))])
            }
            _ => Ok(()),
        }
    }

    /// Reads `` `region` = "West" or "East" ``.
    fn equals(&mut self, (left, column): Named, at: usize, right: usize, not: bool) {
        let place = self.spans[right].places().find(|place| place.column == column.name && place.whole);
        let word = &self.words_of(right)[0];
        let mut values = match (place, word.kind) {
            // What is quoted is meant as it is written.
            (Some(place), Kind::Quoted) if place.values.contains(&word.text) => vec![word.text.clone()],
            (Some(place), _) => place.values.clone(),
            (None, _) if matches!(self.spans[right].meaning, Meaning::Text(_)) => vec![word.text.clone()],
            (None, _) => return,
        };
        let not = not != self.denied(left);
        self.use_all(&[left, at, right]);
        let mut last = right;
        while let Some(and) = self.after(last).filter(|and| self.is_word(*and, "and"))
            && let Some(next) = self.after(and)
            && self.words_of(next)[0].kind == Kind::Quoted
        {
            values.push(self.words_of(next)[0].text.clone());
            self.used[next] = true;
            last = next;
        }
        self.filters.push(one_of(column, values, not));
    }

    fn between(&mut self, at: usize) {
        let numbers = (at + 1..self.spans.len()).filter_map(|at| match self.spans[at].meaning {
            Meaning::Number(value) => Some((at, value)),
            _ => None,
        });
        let left = self.before(at).and_then(|left| self.free_column(left));
        let numbers: Vec<(usize, f64)> = numbers.take(2).collect();
        if let (Some((left, column)), &[(low, a), (high, b)]) = (left, numbers.as_slice())
            && column.is_number()
        {
            let filter = Filter::Between { column: column.name.clone(), low: a.min(b), high: a.max(b) };
            self.filter(&[left, at, low, high], filter);
        }
    }

    /// Reads "city begins with S", "product contains pro".
    fn text_test(&mut self, at: usize, test: TextTest) -> Outcome<()> {
        let left = self.before(at).and_then(|left| Some((left, self.column_at(left)?)));
        let right = self.after(at).or(self.spans.get(at + 1).map(|_| at + 1));
        let (Some((left, column)), Some(right)) = (left, right) else { return Ok(()) };
        let text = match &self.spans[right].meaning {
            Meaning::Text(text) => text.clone(),
            _ => self.text(right).to_owned(),
        };
        if !column.is_text() {
            return ask(format!(
                "`{}` is read as a number, so that its first or last digits are not those of the file (leading zeros are lost).",
                label::plain(&column.name)
            ));
        }
        let not = self.denied(at) != self.denied(left);
        // The column is still free to be counted or listed, "how many cities begin with S", unless rows are: "rows in
        // which the city begins with S".
        let rows = !self.unused(|meaning| *meaning == Meaning::Word("rows")).is_empty();
        let counted = match self.meaning_before(left) {
            Some(Meaning::Word("which")) => !rows,
            Some(Meaning::Word("count" | "distinct" | "by") | Meaning::Op(_)) => true,
            _ => false,
        };
        self.used[left] = !counted && (rows || self.columns(|_| true).len() > 1);
        self.filter(&[at, right], Filter::Text { column: column.name.clone(), test, text, not });
        Ok(())
    }

    /// Reads "the year is not known", "missing prices", "without a price".
    fn filled(&mut self, at: usize, filled: bool) {
        if let Some((named, column)) = self.beside(at).find_map(|beside| self.free_column(beside)) {
            let filled = filled != self.denied(at);
            self.filter(&[named, at], Filter::Filled { column: column.name.clone(), filled });
        }
    }

    /// Reads values of a column, and those that are joined to them by "and" or "or".
    fn value(&mut self, at: usize) -> Outcome<()> {
        let Meaning::Value(place) = self.spans[at].meaning.clone() else { return Ok(()) };
        let Some(column) = self.table.column(&place.column) else { return Ok(()) };
        if !place.whole {
            return Ok(());
        }
        let mut values = place.values;
        // A column that is named right before or after its value is not asked for.
        let named = self.beside(at).find(|beside| {
            let asked = matches!(
                self.meaning_before(*beside),
                Some(Meaning::Word("count" | "by" | "which" | "distinct"))
            );
            !asked && self.free_column(*beside).is_some_and(|(_, named)| named.name == column.name)
        });
        self.use_all(named.as_slice());
        self.used[at] = true;
        let not = self.denied(named.map_or(at, |named| named.min(at))) || self.denied(at);
        let mut last = at;
        while let Some(and) = self.after(last).filter(|and| self.is_word(*and, "and"))
            && let Some(next) = self.after(and)
        {
            let next = if not && self.is_word(next, "not") { self.after(next).unwrap_or(next) } else { next };
            match &self.spans[next].meaning {
                Meaning::Value(more) if more.column == column.name && more.whole && !self.used[next] => {
                    values.extend(more.values.clone());
                }
                _ => break,
            }
            self.used[next] = true;
            self.denied(next);
            last = next;
        }
        let again = |filter: &Filter| matches!(filter, Filter::OneOf { column: other, not: false, .. } if *other == column.name);
        let name = label::plain(&column.name);
        if !not && self.filters.iter().any(again) {
            return ask(format!("Two values of `{name}` are named, which no row has both."));
        }
        // "lunch and dinner" may be meant together or each by itself.
        let joined = last > at && !self.question[self.bytes(at..=last)].to_lowercase().contains(" or ");
        let grouped = |(other, named): &Named| named.name == column.name && self.grouped(*other);
        if joined && !not && !self.columns(|_| true).iter().any(grouped) {
            let texts: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
            let list = format!("{} = {}", quoted(column), texts.join(" or "));
            let why = format!("Are these values of `{name}` meant together, or each by itself?");
            return self.doubt(why, at..=last, [list.clone(), format!("{list} by {}", quoted(column))]);
        }
        self.filters.push(one_of(column, values, not));
        Ok(())
    }

    /// Reads "how many survived", where `survived` is a column of flags.
    fn flag(&mut self, at: usize, column: &Column) {
        let asked = matches!(
            self.meaning_before(at),
            Some(Meaning::Word("by" | "which" | "and" | "distinct") | Meaning::Op(_) | Meaning::Extreme(_))
        );
        let compared =
            matches!(self.meaning_after(at), Some(Meaning::Sign(_) | Meaning::Word("missing" | "filled")));
        let counted = self.find("count").or(self.find("share")).is_some();
        if yes(column).is_some() && counted && !asked && !compared {
            let set = !self.denied(at);
            self.filter(&[at], Filter::Flag { column: column.name.clone(), set });
        }
    }
}

/// Returns the filter for values of a column, as its type compares them.
fn one_of(column: &Column, values: Vec<String>, not: bool) -> Filter {
    let name = column.name.clone();
    match values.as_slice() {
        [value]
            if column.is_number()
                && let Ok(value) = value.parse() =>
        {
            Filter::Compare { column: name, sign: if not { "!=" } else { "==" }, value }
        }
        _ if column.r#type == ColumnType::Boolean => {
            let set = values.iter().any(|value| value.eq_ignore_ascii_case("true"));
            Filter::Flag { column: name, set: set != not }
        }
        _ => Filter::OneOf { column: name, values, not },
    }
}
