//! Measures that no column has: several columns added, multiplied or divided, and revenue as price
//! times quantity.

use std::ops::Range;

use super::draft::Draft;
use super::lexicon::{self, any_in, family};
use super::sentence::{Tokens, bit, mask};
use super::table::Column;
use crate::query::{Measure, Operation};
use crate::wording;

/// The most columns that are added.
const MAX_ADDED: usize = 12;

/// A measure, the spans that name its columns, and other tokens that state it.
type Added = (Measure, Vec<usize>, Tokens);

impl Draft<'_> {
    /// Reads two columns that are calculated with: “price times quantity”, “days between A and B”.
    pub(crate) fn read_computed(&mut self) -> Option<Measure> {
        let sentence = self.sentence();
        let usable = |column: &Column| column.is_measure() && !column.flag || column.is_date();
        let spans = self.columns(usable);
        let mut pairs =
            spans.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>().into_iter();
        let days = self.first_tag("days between");
        if let Some(added) = self.added().or_else(|| self.alike()).or_else(|| self.per_unit()) {
            let (measure, spans, tokens) = added;
            let start = spans.iter().map(|span| self.span(*span).at.start).min();
            spans.into_iter().for_each(|span| {
                self.take(span);
            });
            self.used |= tokens | start.map_or(0, |start| self.name_before(start));
            for at in 0..sentence.len() {
                let says = |column: &Column| {
                    measure.columns().contains(&column.name)
                        && self.scene.finder.names(at, column) >= 0.9
                };
                if self.scene.in_column & bit(at) == 0 && self.table().columns.iter().any(says) {
                    self.used |= bit(at);
                }
            }
            return Some(measure);
        }
        let found = pairs.find_map(|(left, right)| {
            let (a, b) = (self.named(left)?, self.named(right)?);
            if a == b {
                return None;
            }
            let between = self.span(left).at.end..self.span(right).at.start;
            let dates = self.column(a).is_date() && self.column(b).is_date();
            if self.column(a).is_date() != self.column(b).is_date() {
                return None;
            }
            let tokens = mask(&between) | mask(&self.span(left).at) | mask(&self.span(right).at);
            if dates {
                let (_, range) = days.clone().map(|range| ((), range))?;
                // The later one less the earlier one, as they are named: “between A and B”.
                return Some((b, Operation::Minus, a, tokens | mask(&range), left, right, true));
            }
            let operation = |tag: &'static str| {
                let length = sentence.length(tag, between.start);
                length > 0 && between.start + length == between.end
                    || between.len() == length + 1
                        && sentence.is(between.end - 1, &["the", "its", "their"])
                        && length > 0
            };
            let ratio = self.first_tag("ratio").filter(|range| {
                range.end <= self.span(left).at.start && self.span(left).at.start - range.end <= 2
            });
            let joined = sentence.is(between.start, &["and", "to"]);
            // “debt to income ratio”
            let end = self.span(right).at.end;
            let behind = between.len() == 1
                && sentence.is(between.start, &["to"])
                && sentence.is(end, &["ratio"]);
            if behind {
                let tokens = tokens | bit(end);
                return Some((a, Operation::DividedBy, b, tokens, left, right, true));
            }
            // “scrap as % of output”
            let part = between.len() >= 3
                && sentence.is(between.start, &["as", "in"])
                && sentence.is(between.end - 1, &["of", "the", "total"])
                && between.clone().any(|at| {
                    sentence.is(at, &["%", "percent", "percentage", "pct", "share", "fraction"])
                });
            if part {
                return Some((a, Operation::DividedBy, b, tokens, left, right, true));
            }
            if operation("times") {
                return Some((a, Operation::Times, b, tokens, left, right, true));
            }
            if operation("plus") {
                return Some((a, Operation::Plus, b, tokens, left, right, true));
            }
            // A dash is not a token: “capacity - booked”
            let (one, other) = (&self.span(left).at, &self.span(right).at);
            let dash = between.is_empty()
                && sentence.tokens[other.start].at.start == sentence.tokens[one.end - 1].at.end + 3;
            // “how far is the weight below its target”
            let far = sentence.find("how much").iter().any(|range| range.end <= one.start);
            let link = |at: usize| sentence.is(at, &["the", "its", "their", "on", "average", "is"]);
            let below = between.clone().find(|at| sentence.is(*at, &["below", "under"]));
            let above = between.clone().find(|at| sentence.is(*at, &["above", "over"]));
            let beyond = |sign: usize| far && between.clone().all(|at| at == sign || link(at));
            if below.is_some_and(beyond) {
                return Some((b, Operation::Minus, a, tokens, left, right, true));
            }
            if above.is_some_and(beyond) {
                return Some((a, Operation::Minus, b, tokens, left, right, true));
            }
            if operation("minus") || dash {
                return Some((a, Operation::Minus, b, tokens, left, right, true));
            }
            let sure = self.span(left).score >= 0.75 && self.span(right).score >= 0.75;
            let per = sentence.is(between.start, &["per", "over"])
                && (self.column(b).part || self.column(b).year || self.column(b).distinct < 13);
            if operation("divided") && !per {
                return Some((a, Operation::DividedBy, b, tokens, left, right, sure));
            }
            if let Some(range) = ratio.filter(|_| joined) {
                return Some((
                    a,
                    Operation::DividedBy,
                    b,
                    tokens | mask(&range),
                    left,
                    right,
                    true,
                ));
            }
            None
        })?;
        let (left, operation, right, tokens, one, other, sure) = found;
        // “price per page”, of a column “libprice”.
        self.unsure |= !sure;
        self.take(one);
        self.take(other);
        self.used |= tokens;
        self.used |= self.name_before(self.span(one).at.start);
        let name = |index: usize| self.column(index).name.to_owned();
        Some(Measure::Computed { left: name(left), operation, right: name(right) })
    }

    /// Returns the words that name an expression in brackets: “total pay (salary + bonus)”.
    fn name_before(&self, start: usize) -> Tokens {
        let sentence = self.sentence();
        let bracket =
            start > 0 && sentence.tokens[start].at.start > sentence.tokens[start - 1].at.end + 1;
        let named = self.scene.in_column | self.scene.in_value;
        // “average total score (a + b)”: the sum's name has a “total” only beside another aggregate.
        let other = ["average", "median"].iter().any(|tag| self.has(tag));
        let word = |at: &usize| {
            let key = sentence.key(*at);
            named & bit(*at) == 0
                && key.chars().all(char::is_alphabetic)
                && !sentence.small(*at)
                && (!lexicon::is_known(key) || key == "total" && other)
        };
        (0..start)
            .rev()
            .take(3)
            .take_while(word)
            .filter(|_| bracket)
            .fold(0, |all, at| all | bit(at))
    }

    /// Reads several columns that are added: “maths + science + reading”, “gas and water together”.
    fn added(&self) -> Option<Added> {
        let sentence = self.sentence();
        let spans = self.measures();
        let gap = |left: usize, right: usize| self.span(left).at.end..self.span(right).at.start;
        let plus =
            |range: &Range<usize>| range.len() == 1 && sentence.length("plus", range.start) == 1;
        let joins = |range: &Range<usize>| {
            plus(range)
                || range.is_empty()
                || range.len() == 1 && sentence.is(range.start, &["and"])
        };
        for first in 0..spans.len() {
            let mut last = first;
            while last + 1 < spans.len() && joins(&gap(spans[last], spans[last + 1])) {
                last += 1;
            }
            let run = &spans[first..=last];
            let mut names: Vec<String> = Vec::new();
            for span in run {
                let name = self.column(self.named(*span)?).name.to_owned();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            if names.len() < 2 || names.len() != run.len() || names.len() > MAX_ADDED {
                continue;
            }
            let (start, end) = (self.span(run[0]).at.start, self.span(run[run.len() - 1]).at.end);
            let pluses = run.windows(2).any(|pair| plus(&gap(pair[0], pair[1])));
            let before = sentence.is(start.wrapping_sub(1), &["combined"])
                || sentence.is(start.wrapping_sub(1), &["of"])
                    && sentence.is(start.wrapping_sub(2), &["sum"]);
            let after = (end..end + 2).find(|at| {
                sentence.is(*at, &["together", "combined", "altogether"])
                    && (end..*at).all(|at| sentence.small(at) || sentence.is(at, &["cost"]))
            });
            if names.len() == 2 && pluses && run.len() == 2 {
                continue;
            }
            // “tickets sold altogether” is one number.
            let listed = run.windows(2).any(|pair| {
                sentence.is(gap(pair[0], pair[1]).start, &["and"]) || plus(&gap(pair[0], pair[1]))
            });
            if !(pluses || (before || after.is_some()) && listed) {
                continue;
            }
            let mut tokens = mask(&(start..end));
            if before {
                tokens |= bit(start - 1);
            }
            tokens |= after.map_or(0, |at| mask(&(end..at + 1)));
            return Some((Measure::Added(names), run.to_vec(), tokens));
        }
        None
    }

    /// Reads a word that several columns of amounts share, such as “goals” of columns “home_goals”
    /// and “away_goals”, as all of them together.
    fn alike(&mut self) -> Option<Added> {
        let sentence = self.sentence();
        let asked = ["total", "average", "how many"].iter().any(|tag| self.has(tag));
        for span in self.measures().into_iter().filter(|_| asked) {
            let at = self.span(span).at.clone();
            let own = self.column(self.named(span)?);
            // “more than 3 goals” is about one of them.
            if sentence.numbers.iter().any(|number| number.at.end == at.start) {
                return None;
            }
            if at.len() != 1 || own.words.len() < 2 || !own.adds_up {
                continue;
            }
            let names =
                |word: &String| super::likeness::likeness(sentence.key(at.start), word) >= 0.9;
            let place = own.words.iter().position(names)?;
            let fits = |column: &&Column| {
                column.adds_up
                    && column.words.len() == own.words.len()
                    && column.words.get(place).is_some_and(names)
            };
            let alike: Vec<&Column> = self.table().columns.iter().filter(fits).collect();
            let plain = |column: &Column| column.words.len() == 1 && column.words.iter().any(names);
            let others = |column: &Column| {
                column
                    .words
                    .iter()
                    .enumerate()
                    .filter(|(k, _)| *k != place)
                    .map(|(_, w)| w.clone())
                    .collect::<Vec<String>>()
            };
            // What tells them apart is not a kind of number, a plan or a year, and is not said.
            let apart = |word: &String| {
                family("not parts").contains(&lexicon::stem(word))
                    || any_in(std::slice::from_ref(word), "level")
                    || word.parse::<u32>().is_ok()
                    || (0..sentence.len()).any(|other| {
                        other != at.start
                            && !sentence.small(other)
                            && super::likeness::likeness(sentence.key(other), word) >= 0.7
                    })
            };
            if !(2..=4).contains(&alike.len())
                || self.table().columns.iter().any(plain)
                || alike.iter().any(|column| others(column).iter().any(apart))
            {
                continue;
            }
            let names: Vec<String> = alike.iter().map(|column| column.name.to_owned()).collect();
            let measure = Measure::Added(names);
            let said = &sentence.tokens[at.start].text;
            self.assumed.push(format!("“{said}” is read as {}.", wording::measure(&measure)));
            return Some((measure, vec![span], 0));
        }
        None
    }

    /// Reads “price per m2” of a column of areas.
    fn per_unit(&mut self) -> Option<Added> {
        let sentence = self.sentence();
        for per in (0..sentence.len()).filter(|at| sentence.is(*at, &["per", "/"])) {
            let square = sentence.is(per + 1, &["square", "sq"]);
            let at = per + 1 + usize::from(square);
            let named = self.column_at(per + 1).or(self.column_at(at));
            let sure = named.is_some_and(|span| self.span(span).score >= 0.75);
            let Some(unit) = lexicon::unit(sentence.key(at), square).filter(|_| !sure) else {
                continue;
            };
            let spans = self.columns(|column| column.is_amount());
            let Some(left) = spans.into_iter().rfind(|span| {
                let end = self.span(*span).at.end;
                end <= per
                    && (end..per).all(|at| sentence.small(at) || sentence.number(at).is_some())
            }) else {
                continue;
            };
            let own = self.named(left)?;
            let says = |column: &Column| {
                let pieces = column.name.to_lowercase();
                let mut pieces = pieces.split(|c: char| !c.is_alphanumeric());
                unit.iter().position(|word| {
                    pieces.any(|piece| piece == *word) || column.words.iter().any(|own| own == word)
                })
            };
            let columns = self.table().columns.iter().enumerate();
            let mut found: Vec<(usize, usize)> = columns
                .filter(|(index, column)| *index != own && column.is_amount() && !column.money)
                .filter_map(|(index, column)| says(column).map(|rank| (rank, index)))
                .collect();
            found.sort_unstable();
            let Some((rank, index)) = found.first().copied() else { continue };
            // The column may be a number per head already.
            self.unsure |= ["person", "capita", "head", "inhabitant"]
                .contains(&lexicon::stem(sentence.key(at)).as_str());
            // Two columns that are as good.
            self.unsure |= found.iter().filter(|(other, _)| *other == rank).count() > 1;
            let (left_name, right) = (self.column(own).name, self.column(index).name);
            let said = &sentence.tokens[at].text;
            self.assumed
                .push(format!("“per {said}” is read as divided by {}.", wording::name(right)));
            let measure = Measure::Computed {
                left: left_name.to_owned(),
                operation: Operation::DividedBy,
                right: right.to_owned(),
            };
            return Some((measure, vec![left], mask(&(per..at + 1))));
        }
        None
    }

    /// Returns the sum of a table's columns of months if an amount is asked for and none is named:
    /// “which station sold the most”, of columns “Jan” to “Dec”.
    pub(crate) fn whole_year(&mut self) -> Option<Measure> {
        /// The least number of months that make the columns one number in parts.
        const MIN_MONTHS: usize = 6;
        let month = |column: &&Column| {
            let one = matches!(column.words.as_slice(), [word] if lexicon::month(word).is_some());
            column.is_amount() && one
        };
        let columns = &self.table().columns;
        let months: Vec<&Column> = columns.iter().filter(month).collect();
        let others = columns.iter().any(|column| column.is_amount() && !month(&column));
        let sentence = self.sentence();
        let ranks = |at: usize| {
            let key = sentence.key(at);
            lexicon::superlative(key).is_some() || lexicon::base(key, "est").is_some()
        };
        let named = (0..sentence.len()).any(|at| lexicon::month(sentence.key(at)).is_some());
        let asks = self.has("total") || self.has("average") || (0..sentence.len()).any(ranks);
        if months.len() < MIN_MONTHS || others || !asks || named || !self.measures().is_empty() {
            return None;
        }
        let measure = Measure::Added(months.iter().map(|column| column.name.to_owned()).collect());
        let said = wording::measure(&measure);
        self.assumed.push(format!("No month is named, so it is {said}."));
        Some(measure)
    }

    fn first_tag(&self, tag: &'static str) -> Option<std::ops::Range<usize>> {
        self.find(tag).into_iter().next()
    }

    /// Returns price × quantity if revenue is asked for and no column has it.
    pub(crate) fn revenue(&self) -> Option<(Measure, usize)> {
        let sentence = self.sentence();
        let amount = |column: &Column| column.is_amount();
        let price = self.scene.finder.column_for(&["price"], &amount)?;
        // “fuel cost”, of a column “unit_price”
        let of_piece = self
            .column(price)
            .words
            .iter()
            .any(|word| matches!(word.as_str(), "unit" | "per" | "each"));
        let asks = |at: &usize| {
            let named = self.scene.in_column & bit(*at) != 0;
            let own = self.column_at(*at).and_then(|span| self.named(span)) == Some(price);
            asks_revenue(sentence, *at) && !named
                || of_piece
                    && (own || !named)
                    && sentence.is(*at, &["cost", "costs", "value", "spending", "spend"])
        };
        // “how many sales” counts them.
        let counted = |at: &usize| {
            let ends = |range: &Range<usize>| range.end == *at || range.end + 1 == *at;
            sentence.find("how many").iter().any(ends)
        };
        let at = (0..sentence.len()).find(|at| asks(at) && !counted(at))?;
        let pieces = |column: &Column| {
            let whole = column.whole || super::likeness::best("quantity", &column.words) >= 0.9;
            column.is_amount() && whole && !column.money && !column.level
        };
        let quantity =
            self.scene.finder.column_for(&["quantity", "units", "stock", "sold", "hand"], &pieces);
        let has_total = self.table().columns.iter().any(|column| {
            column.is_amount()
                && column.stems.iter().any(|stem| {
                    matches!(
                        stem.as_str(),
                        "revenu" | "revenue" | "sale" | "turnover" | "total" | "amount"
                    )
                })
        });
        if quantity == Some(price) || has_total || of_piece && quantity.is_none() {
            return None;
        }
        let name = |index: usize| self.column(index).name.to_owned();
        let measure = match quantity {
            Some(quantity) => Measure::Computed {
                left: name(price),
                operation: Operation::Times,
                right: name(quantity),
            },
            // Each row is one that was sold.
            None => Measure::Column(name(price)),
        };
        Some((measure, at))
    }
}

/// Returns whether a token asks for revenue.
pub(super) fn asks_revenue(sentence: &super::sentence::Sentence, at: usize) -> bool {
    sentence
        .is(at, &["revenue", "sales", "turnover", "earnings", "earned", "spent", "income", "worth"])
}
