//! Explanations: whether every span has one meaning, and a part of the query that uses it.

use super::{Doubt, Edit, Outcome, Reader};
use crate::columns::is_measure;
use crate::input::Column;
use crate::label;
use crate::plan::Task;
use crate::spans::{Certainty, Meaning};

impl Reader<'_> {
    /// Asks about words that nothing explains, and about those that may mean several things.
    pub(super) fn explain(&mut self) -> Outcome<()> {
        let mut edits = Vec::new();
        let mut unknown = Vec::new();
        let mut several = Vec::new();
        let mut at = 0;
        while at < self.spans.len() {
            let span = self.spans[at].clone();
            match (&span.meaning, span.certainty) {
                (Meaning::Unknown, _) => {
                    let mut end = at + 1;
                    while self.spans.get(end).is_some_and(|next| next.meaning == Meaning::Unknown) {
                        end += 1;
                    }
                    let bytes = self.bytes(at).start..self.bytes(end - 1).end;
                    unknown.push(self.question[bytes.clone()].to_owned());
                    edits.push(Edit { at: bytes, texts: for_unknown(self, at) });
                    at = end;
                    continue;
                }
                (Meaning::Column(_), Certainty::Guessed) => {
                    several.push(self.text(at));
                    edits.push(self.edit(at));
                }
                (Meaning::Value(_), _) if self.after_sign(at) => {}
                (Meaning::Value(place), _)
                    if (!place.whole || place.others || self.elsewhere(at)) && !self.settled(at) =>
                {
                    several.push(self.text(at));
                    edits.push(self.edit(at));
                }
                // Rows cannot be added up or related: in "total sales" a column is meant.
                (Meaning::Column(index), certainty) if self.no_rows(at) => self.assume(at, *index, certainty),
                (Meaning::Column(_), _) if !span.others.is_empty() => {
                    several.push(self.text(at));
                    edits.push(self.edit(at));
                }
                (Meaning::Column(index), certainty) => self.assume(at, *index, certainty),
                _ => {}
            }
            at += 1;
        }
        if edits.is_empty() {
            return Ok(());
        }
        let quoted = |texts: &[String]| {
            texts.iter().map(|text| format!("“{}”", label::escape(text))).collect::<Vec<_>>().join(", ")
        };
        let several: Vec<String> = several.iter().map(|text| (*text).to_owned()).collect();
        // So much is unexplained that what is left would be another question.
        let beyond = !self.unused(|meaning| *meaning == Meaning::Word("beyond")).is_empty();
        if unknown.len() > 2 || beyond {
            edits.clear();
        }
        let why = match (unknown.is_empty(), several.is_empty()) {
            (false, _) => {
                format!("Neither the columns nor the values of this table explain {}.", quoted(&unknown))
            }
            _ => format!("{} may mean more than one thing here.", quoted(&several)),
        };
        Err(Box::new(Doubt { why, edits }))
    }

    /// Returns whether values with the same text stand in other columns too.
    pub(super) fn elsewhere(&self, span: usize) -> bool {
        self.spans[span].others.iter().any(|other| matches!(other, Meaning::Value(_)))
    }

    /// Returns whether a span is a value that a column is compared with: `` `region` = "West" ``.
    pub(super) fn after_sign(&self, at: usize) -> bool {
        let compares = |meaning: &Meaning| {
            matches!(meaning, Meaning::Sign("==" | "!=") | Meaning::Word("begins" | "ends" | "contains"))
        };
        let sign = self.before(at).filter(|before| compares(&self.spans[*before].meaning));
        sign.and_then(|sign| self.before(sign)).is_some_and(|column| self.column_at(column).is_some())
    }

    /// Settles which column's values are meant, if the column is named beside them.
    pub(super) fn settled(&mut self, at: usize) -> bool {
        let beside = [self.before(at), self.after(at)].into_iter().flatten();
        let names: Vec<String> = beside.filter_map(|span| Some(self.column_at(span)?.name.clone())).collect();
        let equal = |name: &String| {
            let readings = std::iter::once(&self.spans[at].meaning).chain(&self.spans[at].others);
            readings
                .filter_map(|meaning| match meaning {
                    Meaning::Value(place) if place.column == *name && place.whole && !place.others => {
                        Some(meaning.clone())
                    }
                    _ => None,
                })
                .next()
        };
        match names.iter().find_map(equal) {
            Some(meaning) => {
                self.spans[at].meaning = meaning;
                true
            }
            None => false,
        }
    }

    /// Notes that a word was read as a column with another name.
    pub(super) fn assume(&mut self, at: usize, index: usize, certainty: Certainty) {
        if certainty == Certainty::Assumed {
            let (said, name) = (self.text(at), label::plain(&self.table.columns[index].name));
            self.assumed.push(format!("I read “{}” as `{name}`.", label::escape(said)));
        }
    }

    /// Returns whether a column might also be the rows by the table's title, but for the words before it.
    pub(super) fn no_rows(&self, at: usize) -> bool {
        let others = &self.spans[at].others;
        let before = self.before(at).map(|before| &self.spans[before].meaning);
        let counted = matches!(
            before,
            Some(Meaning::Word("count" | "by" | "share" | "which" | "distinct") | Meaning::Extreme(_))
        );
        !others.is_empty() && others.iter().all(|other| *other == Meaning::Word("rows")) && !counted
    }

    /// Returns an edit that says which of its readings a span has.
    pub(super) fn edit(&self, at: usize) -> Edit {
        let span = &self.spans[at];
        let readings = std::iter::once(&span.meaning).chain(&span.others).cloned().collect::<Vec<_>>();
        Edit { at: self.bytes(at), texts: self.named(&readings) }
    }

    /// Returns unambiguous texts for readings.
    pub(super) fn named(&self, meanings: &[Meaning]) -> Vec<String> {
        let mut texts = Vec::new();
        for meaning in meanings {
            match meaning {
                Meaning::Column(index) => texts.push(format!("`{}`", self.table.columns[*index].name)),
                Meaning::Value(place) => {
                    if let (true, Some(value)) = (place.whole, place.values.first()) {
                        texts.push(format!("`{}` = \"{value}\"", place.column));
                    }
                    if !place.whole || place.others {
                        texts.push(format!("`{}` contains \"{}\"", place.column, place.text));
                    }
                }
                Meaning::Word("rows") => texts.push("rows".to_owned()),
                _ => {}
            }
        }
        texts
    }

    /// Asks about the first span that no part of the query uses.
    pub(super) fn leftover(&mut self) -> Outcome<()> {
        // A "by" is used with the column after it.
        for at in self.unused(|meaning| *meaning == Meaning::Word("by")) {
            self.used[at] = self.after(at).is_some_and(|next| self.used[next]);
        }
        let Some(at) = (0..self.spans.len()).find(|at| !self.used[*at]) else { return Ok(()) };
        if self.is_word(at, "beyond") {
            let why = format!("I have no rule for “{}”.", label::escape(self.text(at)));
            return self.doubt(why, at, Vec::new());
        }
        self.doubt(
            format!("I cannot place “{}” in this question.", label::escape(self.text(at))),
            at,
            vec![String::new()],
        )
    }

    /// Asks whether a total in the data is to be counted, unless the file's profile has it taken out.
    pub(super) fn check_totals(&self, task: &Task) -> Outcome<()> {
        let whole_table = matches!(
            task,
            Task::Overview
                | Task::Quality
                | Task::Columns
                | Task::Duplicates { .. }
                | Task::Rows { .. }
                | Task::Values { .. }
                | Task::Report(_)
        );
        if whole_table || self.table.without_totals.is_some() {
            return Ok(());
        }
        let total = |value: &&String| {
            let first = value.split_whitespace().next().unwrap_or_default().to_lowercase();
            ["all", "total", "totals", "overall"].contains(&first.as_str())
                && value.split_whitespace().count() <= 4
        };
        for column in self.table.columns.iter().filter(|column| column.is_text() && column.distinct > 2) {
            let Some(label) = column.examples.iter().find(total) else { continue };
            if self.filters.iter().any(|filter| filter.column() == Some(&column.name)) {
                continue;
            }
            let end = self.question.trim_end_matches(['?', '.', '!', ' ']).len();
            let texts = vec![
                format!(" except `{}` = \"{label}\"", column.name),
                format!(" with `{}` = \"{label}\"", column.name),
            ];
            let why = format!(
                "`{}` has the value “{}”, which looks like a total of the other rows: counted with them, everything would count twice.",
                label::plain(&column.name),
                label::escape(label)
            );
            return Err(Box::new(Doubt { why, edits: vec![Edit { at: end..end, texts }] }));
        }
        Ok(())
    }

    /// Takes "number of" for a filler where a column holds the numbers: "by number of bedrooms".
    pub(super) fn quiet_counts(&mut self) {
        for at in 0..self.spans.len() {
            let column =
                self.after(at).and_then(|next| self.column_at(next)).is_some_and(|column| column.is_number());
            let before = self.before(at).map(|before| &self.spans[before].meaning);
            let led = matches!(
                before,
                Some(Meaning::Word("by" | "common" | "uncommon" | "correlation") | Meaning::Op(_))
            );
            if self.is_word(at, "count") && column && led && self.text(at).to_lowercase().ends_with("of") {
                self.spans[at].meaning = Meaning::Filler;
                self.used[at] = true;
            }
        }
    }
}

/// Returns the texts that an unexplained word may stand for: nothing, or what its place in the question needs.
fn for_unknown(reader: &Reader, at: usize) -> Vec<String> {
    let before = reader.before(at).map(|before| reader.spans[before].meaning.clone());
    let columns = &reader.source.table.columns;
    let quoted = |fits: &dyn Fn(&Column) -> bool| -> Vec<String> {
        columns
            .iter()
            .filter(|column| fits(column))
            .map(|column| format!("`{}`", column.name))
            .take(8)
            .collect()
    };
    let ranked =
        reader.spans.iter().any(|span| matches!(span.meaning, Meaning::Extreme(_) | Meaning::Judgement(_)));
    match before {
        Some(Meaning::Word("by")) if ranked => quoted(&is_measure),
        Some(Meaning::Op(_) | Meaning::Extreme(_)) => quoted(&is_measure),
        Some(Meaning::Word("count")) => {
            std::iter::once("rows".to_owned()).chain(quoted(&|column| column.is_text())).collect()
        }
        Some(Meaning::Word("by" | "which")) => quoted(&|column| column.is_text()),
        _ => vec![String::new()],
    }
}
