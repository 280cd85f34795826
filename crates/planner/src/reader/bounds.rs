//! Comparisons with something other than a number: another column, an average, zero, a limit of detection.

use std::ops::Range;

use super::draft::Draft;
use super::lexicon;
use super::likeness::best;
use super::sentence::mask;
use super::table::Column;
use crate::query::{Bound, Place, Sign, Test};

impl Draft<'_> {
    /// Reads “more exports than imports” of the same row.
    pub(super) fn compare_columns(&mut self) {
        let sentence = self.sentence();
        if sentence.has_word(&["average", "mean"]) && self.has("above average") {
            return;
        }
        for than in (0..sentence.len()).filter(|at| sentence.is(*at, &["than"])) {
            let Some((sign, range)) = self.sign_ending(than + 1) else { continue };
            let good = |column: &Column| column.is_measure() && !column.flag;
            let spans = self.columns(good);
            let left = spans
                .iter()
                .copied()
                .rfind(|span| self.span(*span).at.end <= than && self.span(*span).score > 0.6);
            let right = spans.iter().copied().find(|span| {
                let start = self.span(*span).at.start;
                start > than
                    && start - than <= 2
                    && self.span(*span).score > 0.6
                    && !(than..start).any(|at| sentence.number(at).is_some())
            });
            let (Some(left), Some(right)) = (left, right) else { continue };
            if self.named(left) == self.named(right) {
                continue;
            }
            let (a, b) = (self.take(left), self.take(right));
            let other = self.column(b).name.to_owned();
            self.filter(
                a,
                Test::Compare(sign, Bound::Column(other)),
                range.start,
                mask(&(range.start..than + 1)),
            );
        }
    }

    /// Reads “paid after they were due”, “below their minimum”: a sign between two columns of
    /// numbers or of dates, of which the first may be told by the words that both share.
    pub(super) fn compare_bare_columns(&mut self) {
        let sentence = self.sentence();
        let signs = [(">", Sign::Greater), ("<", Sign::Less)];
        let found: Vec<(Range<usize>, Sign)> = signs
            .into_iter()
            .flat_map(|(tag, sign)| self.find(tag).into_iter().map(move |range| (range, sign)))
            .collect();
        for (range, sign) in found {
            let link = |at: usize| {
                sentence.is(at, &["the", "its", "their", "it", "they", "was", "were", "is", "own"])
            };
            let start = (range.end..sentence.len()).find(|at| !link(*at)).unwrap_or(range.end);
            let good = |column: &Column| column.is_amount() || column.is_date();
            let at_start = |span: &usize| self.span(*span).at.start == start;
            let spans = self.columns(good);
            let right = spans.iter().copied().find(at_start);
            // “below their minimum”, of columns “qty” and “min qty”
            let owned = range.end < start
                && sentence.is(start, &["minimum", "maximum", "min", "max", "target", "limit"]);
            let least = || {
                let named = |column: &Column| {
                    good(column)
                        && column.words.len() > 1
                        && best(sentence.key(start), &column.words) >= 0.9
                };
                self.table().columns.iter().position(named).filter(|_| owned)
            };
            let Some(b) = right.and_then(|span| self.named(span)).or_else(least) else { continue };
            let other = self.column(b);
            let told = start > range.end || other.is_date();
            let sure = right.is_none_or(|span| {
                self.span(span).score >= 0.7 && sentence.number(self.span(span).at.end).is_none()
            });
            if !told || !sure || !self.free(mask(&range)) {
                continue;
            }
            let alike =
                |column: &Column| column.is_date() == other.is_date() && column.name != other.name;
            let before = spans.iter().copied().rfind(|span| {
                let near = self.span(*span).at.end <= range.start
                    && range.start - self.span(*span).at.end <= 3;
                near && self.named(*span).is_some_and(|index| alike(self.column(index)))
            });
            // “qty” of “min qty”
            let columns = self.table().columns.iter();
            let part = columns.clone().position(|column| {
                good(column)
                    && alike(column)
                    && column.words.len() < other.words.len()
                    && column.words.iter().all(|word| other.words.contains(word))
            });
            // “articles below their reorder point” are about what is there of them.
            let stock = || {
                let fits = |column: &Column| good(column) && alike(column) && !column.money;
                self.scene.finder.column_for(&["stock", "quantity", "hand"], &fits)
            };
            let part = part.or_else(|| stock().filter(|_| range.end < start));
            let Some(a) = before.map(|span| self.take(span)).or(part) else { continue };
            let end = right.map_or(start + 1, |span| self.span(span).at.end);
            right.map(|span| self.take(span));
            // “reorder point”
            let point = sentence.is(end, &["point", "level", "limit", "stock", "quantity", "date"]);
            let end = end + usize::from(point);
            let name = self.column(b).name.to_owned();
            let tokens = mask(&(range.start..end));
            self.filter(a, Test::Compare(sign, Bound::Column(name)), range.start, tokens);
        }
    }

    /// Reads “below the detection limit” of texts such as “<0.5” among numbers, and “out of stock”.
    pub(super) fn compare_limits(&mut self) {
        for range in self.find("undetected") {
            let marked = |column: &Column| column.marked;
            let near = self.nearest(range.start, 8, 6, marked).map(|span| self.take(span));
            let mut all =
                (0..self.table().columns.len()).filter(|index| self.column(*index).marked);
            let only = all.next().filter(|_| all.next().is_none());
            if let Some(index) = near.or(only) {
                let test = Test::Text { place: Place::Begins, text: "<".to_owned(), not: false };
                self.filter(index, test, range.start, mask(&range));
            }
        }
        for range in self.find("out of stock") {
            let stock = |column: &Column| {
                column.is_amount() && column.min.is_some_and(|min| min <= 0.0) && !column.money
            };
            let named = ["stock", "quantity", "inventory", "hand"];
            let Some(index) = self.scene.finder.column_for(&named, &stock) else { continue };
            for span in self.columns(|column| column.name == self.column(index).name) {
                self.take(span);
            }
            self.filter(
                index,
                Test::Compare(Sign::AtMost, Bound::Number(0.0)),
                range.start,
                mask(&range),
            );
        }
    }

    /// Reads “above average”.
    pub(super) fn compare_average(&mut self) {
        for (tag, sign) in [("above average", Sign::Greater), ("below average", Sign::Less)] {
            for range in self.find(tag) {
                let near = self.nearest(range.start, 6, 4, |column| column.is_amount());
                let word = self.sentence().before(range.start).to_owned();
                let adjective =
                    lexicon::base(&word, "er").and_then(|base| self.adjective_measure(&base));
                let sign =
                    match lexicon::base(&word, "er").and_then(|base| lexicon::adjective(&base)) {
                        Some(known) if !known.up => Sign::Less,
                        _ if word == "less" || word == "fewer" => Sign::Less,
                        _ => sign,
                    };
                let column = match near {
                    Some(span) => Some(self.take(span)),
                    None => adjective.map(|(index, _)| index),
                };
                if let Some(column) = column {
                    let start = if adjective.is_some() { range.start - 1 } else { range.start };
                    self.filter(
                        column,
                        Test::Compare(sign, Bound::Average),
                        start,
                        mask(&(start..range.end)),
                    );
                }
            }
        }
    }

    /// Reads “negative”, “at a loss”.
    pub(super) fn compare_zero(&mut self) {
        for (tag, sign) in [("negative", Sign::Less), ("positive", Sign::Greater)] {
            for range in self.find(tag) {
                let below = |column: &Column| {
                    column.is_measure() && column.min.is_some_and(|min| min < 0.0)
                };
                let near = self.nearest(range.start, 5, 5, below);
                let column = match near {
                    Some(span) => Some(self.take(span)),
                    None => {
                        let found =
                            self.scene.finder.column_for(&["profit", "margin", "balance"], &below);
                        found.or_else(|| self.table().columns.iter().position(below))
                    }
                };
                if let Some(column) = column.filter(|_| self.free(mask(&range))) {
                    self.filter(
                        column,
                        Test::Compare(sign, Bound::Number(0.0)),
                        range.start,
                        mask(&range),
                    );
                }
            }
        }
    }
}
