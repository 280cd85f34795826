//! Two dates of one row: the days from one to the other, if no column has them, and which of
//! them came first.

use super::draft::Draft;
use super::lexicon::any_in;
use super::sentence::{bit, mask};
use super::spans::PERIODS;
use super::table::Column;
use crate::query::{Bound, Measure, Operation, Sign, Test};
use crate::wording;

/// The least likeness of a word and a date's name.
const NAMED: f64 = 0.7;

impl Draft<'_> {
    /// Reads “how long does delivery take”, “days until paid”, “time from order to shipping” as the
    /// days between two dates of each row.
    pub(crate) fn read_duration(&mut self) -> Option<Measure> {
        let (asked, takes) = (self.find("duration"), self.find("takes"));
        if asked.is_empty() && takes.len() < 2 || !self.measures().is_empty() {
            return None;
        }
        // A column of durations is meant, if there is one.
        let amount = |(index, _): &(usize, bool)| !self.column(*index).is_date();
        if self.adjective_measure("long").is_some_and(|found| amount(&found)) {
            return None;
        }
        let mut dates: Vec<usize> =
            (0..self.table().columns.len()).filter(|index| self.column(*index).is_date()).collect();
        // The first of two events is in the earlier months, else in the column before.
        dates.sort_by_key(|index| (self.column(*index).months, *index));
        let named = self.named_dates(&dates);
        let (first, last) = match (named.as_slice(), dates.as_slice()) {
            ([(_, one), (_, other), ..], _) => {
                let place = |index: &usize| dates.iter().position(|date| date == index);
                if place(one) <= place(other) { (*one, *other) } else { (*other, *one) }
            }
            ([(_, one)], _) => {
                let fits = |index: &&usize| *index != one && is_event(self.column(**index));
                let place = dates.iter().position(|date| date == one)?;
                match dates[..place].iter().rfind(fits) {
                    Some(before) => (*before, *one),
                    None => (*one, *dates[place..].iter().find(fits)?),
                }
            }
            ([], [first, last]) if !asked.is_empty() => (*first, *last),
            _ => return None,
        };
        let tokens = asked.iter().chain(&takes).fold(0, |all, range| all | mask(range));
        self.used |= named.iter().fold(tokens, |all, (at, _)| all | mask(&(*at..*at + 1)));
        for span in self.columns(|column| column.is_date()) {
            if self.named(span).is_some_and(|index| index == first || index == last) {
                self.take(span);
            }
        }
        let name = |index: usize| self.column(index).name.to_owned();
        let (left, right) = (name(last), name(first));
        if named.len() < 2 {
            let (from, to) = (wording::name(&right), wording::name(&left));
            self.assume(format!("The time is read as the days from {from} to {to}."));
        }
        Some(Measure::Computed { left, operation: Operation::Minus, right })
    }

    /// Reads “paid late”, “delivered on time”: a date after or until the one that was planned.
    pub(crate) fn read_late(&mut self) {
        let (sentence, columns) = (self.sentence(), &self.table().columns);
        let late = |at: usize| sentence.is(at, &["late", "overdue", "delayed", "belated"]);
        let timely = |at: usize| {
            sentence.is(at, &["on", "in"]) && sentence.is(at + 1, &["time", "schedule"])
        };
        let open = |at: &usize| {
            self.free(bit(*at)) && (self.scene.in_column | self.scene.in_value) & bit(*at) == 0
        };
        let Some(at) = (0..sentence.len()).find(|at| (late(*at) || timely(*at)) && open(at)) else {
            return;
        };
        let dates = || (0..columns.len()).filter(|index| columns[*index].is_date());
        let Some(plan) = dates().find(|index| has_word(&columns[*index], &PLANS)) else { return };
        let events: Vec<usize> = dates().filter(|index| *index != plan).collect();
        // “orders that were shipped”: the verb names it.
        let verb = |at: usize| {
            sentence.key(at).ends_with("ed") || sentence.is(at, &["paid", "sent", "done"])
        };
        let named =
            self.named_dates(&events).into_iter().find(|(at, _)| verb(*at)).map(|(_, index)| index);
        let done = || events.iter().copied().find(|index| has_word(&columns[*index], &DONE));
        let Some(event) = named.or_else(done) else { return };
        let negated = self.negation(at);
        let after = late(at) != negated.is_some();
        let (words, sign) =
            if after { ("is after", Sign::Greater) } else { ("is not after", Sign::AtMost) };
        let tokens = mask(&(at..at + if late(at) { 1 } else { 2 })) | negated.unwrap_or_default();
        let name = |index: usize| wording::name(columns[index].name);
        self.assume(format!(
            "“{}” is read as: {} {words} {}.",
            sentence.tokens[at].text,
            name(event),
            name(plan)
        ));
        for span in self.columns(|column| column.name == columns[event].name) {
            self.take(span);
        }
        let test = Test::Compare(sign, Bound::Column(columns[plan].name.to_owned()));
        self.filter(event, test, at, tokens);
    }

    /// Returns the dates that words name, each once, with the word's place.
    fn named_dates(&self, dates: &[usize]) -> Vec<(usize, usize)> {
        let sentence = self.sentence();
        let mut named: Vec<(usize, usize)> = Vec::new();
        for at in 0..sentence.len() {
            let token = &sentence.tokens[at];
            let vague = PERIODS.contains(&token.stem.as_str())
                || sentence.is(at, &["time", "times", "date", "dates"]);
            if vague || sentence.small(at) {
                continue;
            }
            let likeness = |index: &usize| self.scene.finder.names(at, self.column(*index));
            let best = dates.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
            let best = best.filter(|index| likeness(index) >= NAMED);
            if let Some(index) = best.filter(|index| !named.iter().any(|(_, known)| known == index))
            {
                named.push((at, index));
            }
        }
        named
    }
}

/// Words of dates that were planned, of those at which something was done, and of those that are
/// neither.
const PLANS: [&str; 9] = [
    "due",
    "deadline",
    "planned",
    "expected",
    "promised",
    "scheduled",
    "target",
    "required",
    "eta",
];
const DONE: [&str; 11] = [
    "resolved",
    "paid",
    "delivered",
    "returned",
    "closed",
    "completed",
    "finished",
    "shipped",
    "received",
    "arrived",
    "actual",
];
const OTHERS: [&str; 6] = ["birth", "birthday", "dob", "born", "updated", "modified"];

fn has_word(column: &Column, words: &[&str]) -> bool {
    column.words.iter().any(|word| words.contains(&word.as_str()))
}

/// Returns whether a date is that of something that has happened, rather than of a birth or a plan.
fn is_event(column: &Column) -> bool {
    !has_word(column, &PLANS) && !has_word(column, &OTHERS) && !any_in(&column.words, "identifier")
}
