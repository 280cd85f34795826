//! Limits: how many rows or groups are asked for, and which place.

use super::draft::Draft;
use super::lexicon::{self, stem};
use super::sentence::{Number, bit, mask};

/// A number from this one on does not limit a list.
const LIST_LIMIT_BOUND: f64 = 1000.0;

impl Draft<'_> {
    /// Reads “top 5”, “5 most expensive”, “the 3 largest”.
    pub(crate) fn read_limit(&mut self) {
        let sentence = self.sentence();
        for number in &sentence.numbers {
            let (start, end) = (number.at.start, number.at.end);
            let fits = number.value >= 1.0
                && number.value < LIST_LIMIT_BOUND
                && number.value.fract() == 0.0;
            if !fits
                || number.money
                || number.percent
                || mask(&number.at) & self.scene.in_value != 0
                || self.numbers_a_column(number)
            {
                continue;
            }
            let before = sentence.before(start);
            let ranks = |word: &str| {
                lexicon::superlative(word).is_some() || lexicon::base(word, "est").is_some()
            };
            let mut end_of_head = end;
            if sentence.is(end, &["single"]) {
                end_of_head += 1;
            }
            let after = sentence.key(end_of_head);
            let later = sentence.key(end_of_head + 1);
            let heads = ranks(before) && !matches!(before, "most" | "least")
                || sentence.is(start.wrapping_sub(2), &["top", "first", "bottom", "last"])
                    && sentence.small(start.wrapping_sub(1));
            let tails = ranks(after) && !matches!(after, "first" | "last")
                || !ranks(after)
                    && !after.is_empty()
                    && (ranks(later) && !matches!(later, "first" | "last" | "max" | "min"))
                || matches!(after, "rows" | "records" | "entries" | "examples" | "lines")
                || matches!(before, "which" | "what")
                    && (end..sentence.len()).any(|at| ranks(sentence.key(at)));
            let period = super::spans::PERIODS.contains(&stem(after).as_str());
            // “the 10 counties with the highest total”
            let later_rank = (end..sentence.len().min(end + 5)).any(|at| {
                sentence.is(at, &["with", "having", "that", "which", "who"])
                    && (at + 1..sentence.len().min(at + 5)).any(|at| ranks(sentence.key(at)))
            });
            let tails = tails || after.ends_with('s') && !period && later_rank;
            // “most common subjects, 3”
            let comma = start > 0
                && sentence.tokens[start].at.start > sentence.tokens[start - 1].at.end + 1;
            let last = end == sentence.len()
                && start > 1
                && comma
                && before.ends_with('s')
                && !number.year
                && (0..start - 1).any(|at| ranks(sentence.key(at)));
            let tails = tails || last;
            let compared = start > 0 && self.compares_before(start);
            if (heads && !(period && matches!(before, "first" | "last")) || tails) && !compared {
                self.limit = Some(number.value as u32);
                self.limit_at |= mask(&number.at);
                self.used |= mask(&number.at);
                if matches!(before, "top" | "first") {
                    self.used |= bit(start - 1);
                }
            }
        }
        // “the second highest”
        for at in 0..sentence.len().saturating_sub(1) {
            let next = sentence.key(at + 1);
            let ranks =
                lexicon::superlative(next).is_some() || lexicon::base(next, "est").is_some();
            let place = lexicon::ordinal(sentence.key(at)).filter(|place| (2..=20).contains(place));
            if let (Some(place), true) = (place, ranks) {
                self.limit = Some(place);
                self.nth = true;
                self.limit_at |= bit(at);
                self.used |= bit(at);
            }
        }
    }

    /// Returns whether a number is a part of a column's name that stands there: “the highest 100
    /// year GWP”, of a column “100yr GWP”.
    fn numbers_a_column(&self, number: &Number) -> bool {
        let digits = &self.sentence().tokens[number.at.start].key;
        let has = |word: &String| {
            word.strip_prefix(digits.as_str())
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        self.all_columns(|column| column.words.iter().any(has)).into_iter().any(|span| {
            let at = &self.span(span).at;
            at.start <= number.at.end + 1 && number.at.start < at.end
        })
    }
}
