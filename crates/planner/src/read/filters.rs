//! Conditions: which rows a question is about.

use super::{Outcome, Reader};
use crate::columns::{adds_up, is_measure, yes};
use crate::input::{Column, ColumnType};
use crate::plan::{Filter, TextTest};
use crate::spans::Meaning;

impl Reader<'_> {
    /// Reads every condition and uses its spans.
    pub(super) fn read_filters(&mut self) -> Outcome<()> {
        if self.take("deduplicate") {
            self.filters.push(Filter::Once);
        }
        let comparing = self.unused(|meaning| matches!(meaning, Meaning::Word("compare" | "versus"))).len();
        for at in 0..self.spans.len() {
            if self.used[at] {
                continue;
            }
            match self.spans[at].meaning.clone() {
                Meaning::Sign(sign) => self.comparison(at, sign)?,
                Meaning::Word(tag @ ("or more" | "or less")) => {
                    self.or_more(at, if tag == "or more" { ">=" } else { "<=" })
                }
                Meaning::Word("between") => self.between(at)?,
                Meaning::Word(tag @ ("begins" | "ends" | "contains")) => self.text_test(at, tag)?,
                Meaning::Word(tag @ ("missing" | "filled")) => self.filled(at, tag == "filled")?,
                Meaning::Value(_) if comparing == 0 => self.value(at)?,
                Meaning::Period(period) if comparing == 0 || self.unused_periods() == 1 => {
                    self.period(at, period)?
                }
                Meaning::Column(index) => self.flag(at, &self.table.columns[index]),
                _ => {}
            }
        }
        Ok(())
    }

    fn unused_periods(&self) -> usize {
        self.unused(|meaning| matches!(meaning, Meaning::Period(_))).len()
    }

    /// Uses a "not" before a span; returns whether there is one.
    pub(super) fn denied(&mut self, at: usize) -> bool {
        let before = self.before(at).filter(|before| !self.used[*before] && self.is_word(*before, "not"));
        before.inspect(|before| self.used[*before] = true).is_some()
    }

    /// Reads "price > 10", "more than 5 units", "= West", "fewer than 100 zip codes".
    fn comparison(&mut self, at: usize, sign: &'static str) -> Outcome<()> {
        let left = self
            .before(at)
            .filter(|left| !self.used[*left])
            .and_then(|left| Some((left, self.column_at(left)?)));
        let Some(right) = self.after(at) else { return Ok(()) };
        let value = match self.spans[right].meaning.clone() {
            Meaning::Number(value) => value,
            Meaning::Period(_) => match self.words[self.spans[right].tokens.start].kind {
                crate::words::Kind::Number(value) if self.spans[right].tokens.len() == 1 => value,
                _ => return Ok(()),
            },
            Meaning::Text(text) if matches!(sign, "==" | "!=") => {
                return self.equals(at, right, text, sign == "!=");
            }
            Meaning::Value(_) if matches!(sign, "==" | "!=") => {
                let text = self.words[self.spans[right].tokens.start].text.clone();
                let Some((left, column)) = left else { return Ok(()) };
                let readings = std::iter::once(&self.spans[right].meaning).chain(&self.spans[right].others);
                let place =
                    readings.filter_map(
                        |meaning| if let Meaning::Value(place) = meaning { Some(place) } else { None },
                    );
                let found = place.clone().find(|place| place.column == column.name && place.whole);
                let quoted = self.words[self.spans[right].tokens.start].kind == crate::words::Kind::Quoted;
                let mut values = match (found, quoted) {
                    // What is quoted is meant as it is written.
                    (Some(place), true) if place.values.contains(&text) => vec![text],
                    (Some(place), _) => place.values.clone(),
                    _ => return Ok(()),
                };
                let not = (sign == "!=") != self.denied(left);
                [left, at, right].iter().for_each(|span| self.used[*span] = true);
                let column = column.name.clone();
                let mut last = right;
                while let Some(and) = self.after(last).filter(|and| self.is_word(*and, "and")) {
                    let Some(next) = self.after(and) else { break };
                    let word = &self.words[self.spans[next].tokens.start];
                    if word.kind != crate::words::Kind::Quoted {
                        break;
                    }
                    values.push(word.text.clone());
                    self.used[next] = true;
                    last = next;
                }
                self.filters.push(self.one_of(column, values, not));
                return Ok(());
            }
            _ => return Ok(()),
        };
        if let Some((left, column)) = left.filter(|(_, column)| column.is_number()) {
            [left, at, right].iter().for_each(|span| self.used[*span] = true);
            self.filters.push(Filter::Compare { column: column.name.clone(), sign, value });
            // "customers with revenue over 1000" may mean each row or the total; "where revenue > 1000" says rows.
            let said_rows = self.words[..self.spans[left].tokens.start]
                .iter()
                .rev()
                .take(1)
                .any(|word| word.key == "where");
            return if adds_up(column) && !said_rows {
                self.single_rows(left, right, column, sign, value)
            } else {
                Ok(())
            };
        }
        // "more than 5 units", "10 or more goals"
        let next = self.after(right);
        let Some(next) = next.filter(|next| !self.used[*next]) else { return Ok(()) };
        if let Some(column) = self.column_at(next) {
            if is_measure(column) {
                [at, right, next].iter().for_each(|span| self.used[*span] = true);
                self.filters.push(Filter::Compare { column: column.name.clone(), sign, value });
                return self.single_rows(at, next, column, sign, value);
            }
            if !column.is_date() {
                [at, right].iter().for_each(|span| self.used[*span] = true);
                self.having = Some((sign, value));
            }
        } else if self.is_word(next, "rows") {
            [at, right].iter().for_each(|span| self.used[*span] = true);
            self.having = Some((sign, value));
        }
        Ok(())
    }

    /// Asks whether rows or groups are meant in "customers with more than 100 revenue", where a customer has several rows.
    fn single_rows(&self, from: usize, to: usize, measure: &Column, sign: &str, value: f64) -> Outcome<()> {
        let groups = self.columns(Column::is_text);
        match groups.first() {
            Some((group, column)) if !self.unique(column) && *group < from && !self.is_word(0, "count") => {
                let text = format!("where `{}` {sign} {}", measure.name, crate::literal::number(value));
                let edits =
                    vec![super::Edit { at: self.bytes(from).start..self.bytes(to).end, texts: vec![text] }];
                let name = crate::label::plain(&column.name);
                let why = format!(
                    "A {name} has several rows here, so the condition may mean each row or the total."
                );
                Err(Box::new(super::Doubt { why, edits }))
            }
            _ => Ok(()),
        }
    }

    /// Reads `` `region` = "West" ``.
    fn equals(&mut self, at: usize, right: usize, text: String, not: bool) -> Outcome<()> {
        let Some(left) = self.before(at) else { return Ok(()) };
        let Some(column) = self.column_at(left) else { return Ok(()) };
        let not = not != self.denied(left);
        [left, at, right].iter().for_each(|span| self.used[*span] = true);
        self.filters.push(match text.parse::<f64>() {
            Ok(value) if column.is_number() => {
                Filter::Compare { column: column.name.clone(), sign: if not { "!=" } else { "==" }, value }
            }
            _ => Filter::OneOf { column: column.name.clone(), values: vec![text], not },
        });
        Ok(())
    }

    /// Reads "three or more engines".
    fn or_more(&mut self, at: usize, sign: &'static str) {
        let (Some(number), Some(next)) = (self.before(at), self.after(at)) else { return };
        let Some(column) = self.column_at(next).filter(|column| column.is_number() && !self.used[next])
        else {
            return;
        };
        if let Meaning::Number(value) = self.spans[number].meaning {
            [number, at, next].iter().for_each(|span| self.used[*span] = true);
            self.filters.push(Filter::Compare { column: column.name.clone(), sign, value });
        }
    }

    fn between(&mut self, at: usize) -> Outcome<()> {
        let numbers: Vec<usize> = (at + 1..self.spans.len())
            .filter(|at| matches!(self.spans[*at].meaning, Meaning::Number(_)))
            .take(2)
            .collect();
        let (Some(left), [low, high]) = (self.before(at), numbers.as_slice()) else { return Ok(()) };
        let Some(column) = self.column_at(left).filter(|column| column.is_number() && !self.used[left])
        else {
            return Ok(());
        };
        if let (Meaning::Number(a), Meaning::Number(b)) =
            (&self.spans[*low].meaning, &self.spans[*high].meaning)
        {
            self.filters.push(Filter::Between {
                column: column.name.clone(),
                low: a.min(*b),
                high: a.max(*b),
            });
            [left, at, *low, *high].iter().for_each(|span| self.used[*span] = true);
        }
        Ok(())
    }

    /// Reads "city begins with S", "product contains pro".
    fn text_test(&mut self, at: usize, tag: &str) -> Outcome<()> {
        let Some(left) = self.before(at) else { return Ok(()) };
        let Some(column) = self.column_at(left) else { return Ok(()) };
        let Some(right) = self.after(at).or(self.spans.get(at + 1).map(|_| at + 1)) else { return Ok(()) };
        let text = match &self.spans[right].meaning {
            Meaning::Text(text) => text.clone(),
            _ => self.text(right).to_owned(),
        };
        if !column.is_text() {
            return self.doubt(
                format!(
                    "`{}` is read as a number, so that its first or last digits are not those of the file (leading zeros are lost).",
                    crate::label::plain(&column.name)
                ),
                at,
                Vec::new(),
            );
        }
        let test = match tag {
            "begins" => TextTest::Begins,
            "ends" => TextTest::Ends,
            _ => TextTest::Contains,
        };
        let not = self.denied(at);
        let not = self.denied(left) != not;
        // The column is still free to be counted or listed: "how many cities begin with S".
        let counted = self.before(left).is_some_and(|before| {
            matches!(
                self.spans[before].meaning,
                Meaning::Word("count" | "which" | "distinct" | "by") | Meaning::Op(_)
            )
        });
        self.used[left] = !counted && self.columns(|_| true).len() > 1;
        [at, right].iter().for_each(|span| self.used[*span] = true);
        self.filters.push(Filter::Text { column: column.name.clone(), test, text, not });
        Ok(())
    }

    /// Reads "the year is not known", "missing prices", "without a price".
    fn filled(&mut self, at: usize, filled: bool) -> Outcome<()> {
        let beside = [self.before(at), self.after(at)].into_iter().flatten();
        let named = beside
            .filter(|beside| !self.used[*beside])
            .find_map(|beside| Some((beside, self.column_at(beside)?)));
        if let Some((beside, column)) = named {
            let filled = filled != self.denied(at);
            [beside, at].iter().for_each(|span| self.used[*span] = true);
            self.filters.push(Filter::Filled { column: column.name.clone(), filled });
        }
        Ok(())
    }

    /// Reads values of a column, and those that are joined to them by "and" or "or".
    fn value(&mut self, at: usize) -> Outcome<()> {
        let Meaning::Value(place) = self.spans[at].meaning.clone() else { return Ok(()) };
        if !place.whole {
            return Ok(());
        }
        let (column, mut values) = (place.column, place.values);
        // A column that is named right before or after its value is not asked for.
        let beside = [self.before(at), self.after(at)].into_iter().flatten().find(|beside| {
            let asked = self.before(*beside).is_some_and(|before| {
                matches!(self.spans[before].meaning, Meaning::Word("count" | "by" | "which" | "distinct"))
            });
            !self.used[*beside] && !asked && self.column_at(*beside).is_some_and(|named| named.name == column)
        });
        let mut first = at;
        if let Some(beside) = beside {
            self.used[beside] = true;
            first = first.min(beside);
        }
        self.used[at] = true;
        let not = self.denied(first) || self.denied(at);
        let mut last = at;
        while let Some(and) = self.after(last).filter(|and| self.is_word(*and, "and")) {
            let Some(next) = self.after(and) else { break };
            let next = if not && self.is_word(next, "not") { self.after(next).unwrap_or(next) } else { next };
            match &self.spans[next].meaning {
                Meaning::Value(more) if more.column == column && more.whole && !self.used[next] => {
                    values.extend(more.values.clone());
                    self.used[next] = true;
                    self.denied(next);
                    last = next;
                }
                _ => break,
            }
        }
        let again = |filter: &Filter| matches!(filter, Filter::OneOf { column: other, not: false, .. } if *other == column);
        if !not && self.filters.iter().any(again) {
            let why =
                format!("Two values of `{}` are named, which no row has both.", crate::label::plain(&column));
            return super::ask(why);
        }
        // "lunch and dinner" may be meant together or each by itself.
        let joined = last > at
            && !self.question[self.bytes(at).start..self.bytes(last).end].to_lowercase().contains(" or ");
        let grouped =
            self.columns(|_| true).iter().any(|(other, named)| named.name == column && self.grouped(*other));
        if joined && !not && !grouped {
            let texts: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
            let list = format!("`{column}` = {}", texts.join(" or "));
            let edits = vec![super::Edit {
                at: self.bytes(at).start..self.bytes(last).end,
                texts: vec![list.clone(), format!("{list} by `{column}`")],
            }];
            let why = format!(
                "Are these values of `{}` meant together, or each by itself?",
                crate::label::plain(&column)
            );
            return Err(Box::new(super::Doubt { why, edits }));
        }
        self.filters.push(self.one_of(column, values, not));
        Ok(())
    }

    /// Returns the filter for values of a column, as its type compares them.
    fn one_of(&self, column: String, values: Vec<String>, not: bool) -> Filter {
        let kind = self.table.column(&column);
        let number = values.first().and_then(|value| value.parse::<f64>().ok());
        match (kind, number) {
            (Some(kind), Some(value)) if kind.is_number() && values.len() == 1 => {
                Filter::Compare { column, sign: if not { "!=" } else { "==" }, value }
            }
            (Some(kind), _) if kind.r#type == ColumnType::Boolean => {
                let set = values.iter().any(|value| value.eq_ignore_ascii_case("true"));
                Filter::Flag { column, set: set != not }
            }
            _ => Filter::OneOf { column, values, not },
        }
    }

    /// Reads "how many survived", where `survived` is a column of flags.
    fn flag(&mut self, at: usize, column: &Column) {
        let before = self.before(at).map(|before| self.spans[before].meaning.clone());
        let asked = matches!(
            before,
            Some(Meaning::Word("by" | "which" | "and" | "distinct") | Meaning::Op(_) | Meaning::Extreme(_))
        );
        let counted = self.spans.iter().any(|span| matches!(span.meaning, Meaning::Word("count" | "share")));
        let compared = self.after(at).is_some_and(|after| {
            matches!(self.spans[after].meaning, Meaning::Sign(_) | Meaning::Word("missing" | "filled"))
        });
        if yes(column).is_some() && counted && !asked && !compared {
            let set = !self.denied(at);
            self.used[at] = true;
            self.filters.push(Filter::Flag { column: column.name.clone(), set });
        }
    }
}
