//! Explanations: whether every span has one meaning, and a part of the query that uses it.

use super::{Doubt, Edit, Outcome, Reader};
use crate::columns::{is_measure, quoted};
use crate::input::Column;
use crate::label;
use crate::plan::Task;
use crate::spans::{Certainty, Meaning};

impl Reader<'_> {
    /// Asks about words that nothing explains, and about those that may mean several things.
    pub(super) fn explain(&mut self) -> Outcome<()> {
        let (mut edits, mut unknown, mut several) = (Vec::new(), Vec::new(), Vec::new());
        let is_unknown = |reader: &Self, at: usize| reader.spans[at].meaning == Meaning::Unknown;
        for at in 0..self.spans.len() {
            if is_unknown(self, at) {
                // Unknown words in a row are one.
                if at == 0 || !is_unknown(self, at - 1) {
                    let run = (at..self.spans.len()).take_while(|at| is_unknown(self, *at));
                    let bytes = self.bytes(at..=run.last().unwrap_or(at));
                    unknown.push(&self.question[bytes.clone()]);
                    edits.push(Edit { at: bytes, texts: self.for_unknown(at) });
                }
            } else if self.is_ambiguous(at) {
                several.push(self.text(at));
                edits.push(Edit { at: self.bytes(at..=at), texts: self.named(at) });
            } else if let (Meaning::Column(index), Certainty::Assumed) =
                (&self.spans[at].meaning, self.spans[at].certainty)
            {
                let (said, name) = (label::escape(self.text(at)), &self.table.columns[*index].name);
                self.assumed.push(format!("I read “{said}” as `{}`.", label::plain(name)));
            }
        }
        if edits.is_empty() {
            return Ok(());
        }
        // So much is unexplained that what is left would be another question.
        if unknown.len() > 2 || !self.tagged("beyond").is_empty() {
            edits.clear();
        }
        let list = |texts: &[&str]| {
            texts.iter().map(|text| format!("“{}”", label::escape(text))).collect::<Vec<_>>().join(", ")
        };
        let why = if unknown.is_empty() {
            format!("{} may mean more than one thing here.", list(&several))
        } else {
            format!("Neither the columns nor the values of this table explain {}.", list(&unknown))
        };
        Err(Box::new(Doubt { why, edits }))
    }

    fn is_ambiguous(&mut self, at: usize) -> bool {
        let span = &self.spans[at];
        match &span.meaning {
            Meaning::Column(_) if span.certainty == Certainty::Guessed => true,
            // Rows cannot be added up or related: in "total sales" a column is meant.
            Meaning::Column(_) => !span.others.is_empty() && !self.no_rows(at),
            Meaning::Value(place) => {
                let elsewhere = span.others.iter().any(|other| matches!(other, Meaning::Value(_)));
                let open = !place.whole || place.others || elsewhere;
                open && !self.after_sign(at) && !self.settled(at)
            }
            _ => false,
        }
    }

    /// Returns whether a span is a value that a column is compared with: `` `region` = "West" ``.
    fn after_sign(&self, at: usize) -> bool {
        let compares = |at: &usize| {
            let meaning = &self.spans[*at].meaning;
            matches!(meaning, Meaning::Sign("==" | "!=") | Meaning::Word("begins" | "ends" | "contains"))
        };
        let column = self.before(at).filter(compares).and_then(|sign| self.before(sign));
        column.is_some_and(|column| self.column_at(column).is_some())
    }

    /// Settles which column's values are meant, if the column is named beside them.
    fn settled(&mut self, at: usize) -> bool {
        let names: Vec<&str> =
            self.beside(at).filter_map(|span| Some(self.column_at(span)?.name.as_str())).collect();
        let place = |name: &&str| {
            self.spans[at].places().find(|place| place.column == *name && place.whole && !place.others)
        };
        let Some(place) = names.iter().find_map(place).cloned() else { return false };
        self.spans[at].meaning = Meaning::Value(place);
        true
    }

    /// Returns whether a column might also be the rows by the table's title, but for the words before it.
    fn no_rows(&self, at: usize) -> bool {
        let counted = matches!(
            self.meaning_before(at),
            Some(Meaning::Word("count" | "by" | "share" | "which" | "distinct") | Meaning::Extreme(_))
        );
        !counted && self.spans[at].others.iter().all(|other| *other == Meaning::Word("rows"))
    }

    /// Returns unambiguous texts for the readings of a span.
    fn named(&self, at: usize) -> Vec<String> {
        let mut texts = Vec::new();
        for meaning in self.spans[at].readings() {
            match meaning {
                Meaning::Column(index) => texts.push(quoted(&self.table.columns[*index])),
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

    /// Returns the texts that an unexplained word may stand for: nothing, or what its place in the question needs.
    fn for_unknown(&self, at: usize) -> Vec<String> {
        let names = |fits: fn(&Column) -> bool| self.offers("", fits).into_iter().take(8);
        let ranks =
            |span: &crate::spans::Span| matches!(span.meaning, Meaning::Extreme(_) | Meaning::Judgement(_));
        match self.meaning_before(at) {
            Some(Meaning::Word("by")) if self.spans.iter().any(ranks) => names(is_measure).collect(),
            Some(Meaning::Op(_) | Meaning::Extreme(_)) => names(is_measure).collect(),
            Some(Meaning::Word("count")) => {
                std::iter::once("rows".to_owned()).chain(names(Column::is_text)).collect()
            }
            Some(Meaning::Word("by" | "which")) => names(Column::is_text).collect(),
            _ => vec![String::new()],
        }
    }

    /// Asks about the first span that no part of the query uses.
    pub(super) fn leftover(&mut self) -> Outcome<()> {
        // A "by" is used with the column after it.
        for at in self.tagged("by") {
            self.used[at] = self.after(at).is_some_and(|next| self.used[next]);
        }
        let Some(at) = self.used.iter().position(|used| !used) else { return Ok(()) };
        let text = label::escape(self.text(at));
        if self.is_word(at, "beyond") {
            return super::ask(format!("I have no rule for “{text}”."));
        }
        self.doubt(format!("I cannot place “{text}” in this question."), at..=at, [""])
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
            let words: Vec<String> = value.split_whitespace().map(str::to_lowercase).collect();
            let first = words.first().map(String::as_str);
            words.len() <= 4 && matches!(first, Some("all" | "total" | "totals" | "overall"))
        };
        let filtered =
            |column: &Column| self.filters.iter().any(|filter| filter.column() == Some(&column.name));
        for column in self.all(|column| column.is_text() && column.distinct > 2 && !filtered(column)) {
            let Some(label) = column.examples.iter().find(total) else { continue };
            let texts = ["except", "with"].map(|word| format!(" {word} {} = \"{label}\"", quoted(column)));
            let why = format!(
                "`{}` has the value “{}”, which looks like a total of the other rows: counted with them, everything would count twice.",
                label::plain(&column.name),
                label::escape(label)
            );
            return self.append(why, texts.into());
        }
        Ok(())
    }

    /// Takes "number of" for a filler where a column holds the numbers: "by number of bedrooms".
    pub(super) fn quiet_counts(&mut self) {
        for at in 0..self.spans.len() {
            let column = self.after(at).and_then(|next| self.column_at(next));
            let led = matches!(
                self.meaning_before(at),
                Some(Meaning::Word("by" | "common" | "uncommon" | "correlation") | Meaning::Op(_))
            );
            let counts = self.is_word(at, "count") && self.text(at).to_lowercase().ends_with("of");
            if counts && led && column.is_some_and(Column::is_number) {
                self.spans[at].meaning = Meaning::Filler;
                self.used[at] = true;
            }
        }
    }
}
