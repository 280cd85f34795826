//! Durations: the days from one date of a row to another, where no column has them.

use super::draft::Draft;
use super::lexicon::any_in;
use super::sentence::mask;
use super::spans::PERIODS;
use super::table::Column;
use crate::query::{Measure, Operation};
use crate::wording;

/// The least likeness of a word and a date's name.
const NAMED: f64 = 0.7;

impl Draft<'_> {
    /// Reads “how long does delivery take”, “days until paid”, “time from order to shipping” as the days between two
    /// dates of each row.
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

    /// Returns the dates that words name, each once, with the word's place.
    fn named_dates(&self, dates: &[usize]) -> Vec<(usize, usize)> {
        let sentence = self.sentence();
        let mut named: Vec<(usize, usize)> = Vec::new();
        for at in 0..sentence.len() {
            let token = &sentence.tokens[at];
            let vague = PERIODS.contains(&token.stem.as_str()) || sentence.is(at, &["time", "times", "date", "dates"]);
            if vague || sentence.small(at) {
                continue;
            }
            let likeness = |index: &usize| self.scene.finder.names(at, self.column(*index));
            let best = dates.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
            let best = best.filter(|index| likeness(index) >= NAMED);
            if let Some(index) = best.filter(|index| !named.iter().any(|(_, known)| known == index)) {
                named.push((at, index));
            }
        }
        named
    }
}

/// Returns whether a date is that of something that has happened, rather than of a birth or a plan.
fn is_event(column: &Column) -> bool {
    let plan = ["due", "planned", "expected", "target", "birth", "birthday", "dob", "born", "updated", "modified"];
    !column.words.iter().any(|word| plan.contains(&word.as_str())) && !any_in(&column.words, "identifier")
}
