//! Numbers: limits and comparisons, and which column is compared.

use std::ops::Range;

use super::draft::{Draft, Pending};
use super::lexicon::{self, stem};
use super::likeness::best;
use super::sentence::{Number, Tokens, bit, mask};
use super::table::Column;
use crate::query::{Bound, Sign, Test};

/// What a question compares with.
#[derive(Clone, Copy)]
enum Limit {
    One(Sign, f64),
    Two(f64, f64),
}

impl Draft<'_> {
    /// Returns whether a comparison stands right before a token.
    pub(crate) fn compares_before(&self, at: usize) -> bool {
        let tags = [">", ">=", "<", "<=", "between"];
        let ends =
            |tag: &&'static str| self.sentence().find(tag).iter().any(|range| range.end == at);
        tags.iter().any(ends) || self.sentence().before(at) == "than"
    }

    /// Reads every comparison.
    pub(crate) fn read_comparisons(&mut self) {
        self.compare_columns();
        self.compare_bare_columns();
        self.compare_limits();
        self.compare_average();
        self.compare_ranges();
        for number in &self.sentence().numbers {
            if !self.free(mask(&number.at)) || mask(&number.at) & self.scene.in_value != 0 {
                continue;
            }
            self.or_more(number);
            if self.free(mask(&number.at)) {
                self.signed(number);
            }
        }
        self.compare_zero();
    }

    /// Reads “between 5 and 10”.
    fn compare_ranges(&mut self) {
        let sentence = self.sentence();
        for head in self.find("between") {
            let Some(first) = sentence.number(head.end) else { continue };
            let joined = sentence.length("to", first.at.end);
            let Some(last) = sentence.number(first.at.end + joined) else { continue };
            let tokens = mask(&(head.start..last.at.end));
            if joined == 0 || !self.free(tokens) || self.is_period(first) && self.is_period(last) {
                continue;
            }
            let scale = if first.value < last.value / 100.0 && last.at.len() > first.at.len() {
                last.value / sentence_value(sentence, last)
            } else {
                1.0
            };
            self.compare(
                Limit::Two(first.value * scale, last.value),
                last,
                tokens,
                head.start,
                None,
            );
        }
    }

    /// Returns whether a number is a year that the table can be asked about.
    pub(crate) fn is_period(&self, number: &Number) -> bool {
        let table = self.table();
        // “more than 2000 of pork”
        let sentence = self.sentence();
        let next = number.at.end + usize::from(sentence.is(number.at.end, &["of"]));
        let measured = self.column_at(next).and_then(|span| self.named(span));
        let compared = sentence.before(number.at.start) == "than";
        if number.year && compared && measured.is_some_and(|index| self.column(index).is_amount()) {
            return false;
        }
        number.year
            && (table.time.is_some() || !table.wide.is_empty())
            && (self.spans_year(number.value) && !self.compares_before_measure(number.at.start))
            || number.year && (table.time.is_some() || !table.wide.is_empty()) && {
                let near = self.nearest(number.at.start, 3, 0, |c| c.is_amount());
                let own = |span: &usize| mask(&self.span(*span).at) & mask(&number.at) != 0;
                near.filter(|span| !own(span)).is_none_or(|span| {
                    let column = self.named(span).map(|i| self.column(i));
                    column.is_none_or(|c| {
                        c.max.is_none_or(|max| max < number.value)
                            || self.span(span).at.end + 2 < number.at.start
                    })
                })
            }
    }

    /// Returns whether the table's time reaches over a year.
    fn spans_year(&self, year: f64) -> bool {
        let Some(column) = self.table().time.map(|time| self.column(time)) else { return false };
        let dates = column.months.map(|(first, last)| ((first / 12) as f64, (last / 12) as f64));
        let years = column.min.zip(column.max).filter(|_| column.year);
        dates.or(years).is_some_and(|(first, last)| first <= year && year <= last)
    }

    /// Returns whether a number is compared with a measure: “revenue over 2000”.
    fn compares_before_measure(&self, at: usize) -> bool {
        let sign = self.sign_ending(at).map(|(_, range)| range);
        sign.is_some_and(|range| {
            !self
                .sentence()
                .is(range.start, &["since", "after", "before", "until", "through", "up"])
                && self.columns(|column| column.is_amount()).iter().any(|span| {
                    let end = self.span(*span).at.end;
                    end <= range.start && range.start - end <= 1
                })
        })
    }

    /// Reads “5 or more”, “50+”.
    fn or_more(&mut self, number: &Number) {
        let sentence = self.sentence();
        for (tag, sign) in [("or more", Sign::AtLeast), ("or less", Sign::AtMost)] {
            for skip in 0..=1 {
                let at = number.at.end + skip;
                let length = sentence.length(tag, at);
                let plus = sentence.is(at, &["plus", "+"]);
                let other = plus && (skip > 0 || sentence.number(at + 1).is_some());
                if length > 0 && !self.is_period(number) && !other {
                    let tokens = mask(&number.at) | mask(&(at..at + length));
                    let word = sentence.key(at + length - 1).to_owned();
                    self.compare(
                        Limit::One(sign, number.value),
                        number,
                        tokens,
                        number.at.start,
                        Some(&word),
                    );
                    return;
                }
            }
        }
    }

    /// Reads a sign before a number: “more than 5”, “older than 60”, “over $ 100”.
    fn signed(&mut self, number: &Number) {
        let sentence = self.sentence();
        let mut at = number.at.start;
        while at > 0
            && sentence.is(at - 1, &["the", "a", "an", "age", "of", "year", "total", "equal", "to"])
        {
            if sentence.is(at - 1, &["to"]) && !sentence.is(at.wrapping_sub(2), &["equal", "up"]) {
                break;
            }
            at -= 1;
            if self.sign_ending(at).is_some() {
                break;
            }
        }
        let ends = if self.sign_ending(at).is_some() { at } else { number.at.start };
        if let Some((sign, range)) = self.sign_ending(ends) {
            if self.is_period(number) || !self.free(mask(&range)) {
                return;
            }
            let word = sentence.key(range.start).to_owned();
            let tokens = mask(&(range.start..number.at.end));
            let negated = self.negation(range.start).filter(|_| !matches!(sign, Sign::Equal));
            let sign = if negated.is_some() { opposite(sign) } else { sign };
            self.used |= negated.unwrap_or_default();
            self.compare(Limit::One(sign, number.value), number, tokens, range.start, Some(&word));
        }
    }

    /// Returns the sign whose phrase ends before a token, and its phrase: “heavier than”, “more
    /// points than”.
    pub(super) fn sign_ending(&self, end: usize) -> Option<(Sign, Range<usize>)> {
        let sentence = self.sentence();
        if sentence.before(end) == "than" {
            for start in (end.saturating_sub(6)..end - 1).rev() {
                let word = sentence.key(start);
                let down = match word {
                    "more" | "better" => Some(false),
                    "less" | "fewer" | "worse" => Some(true),
                    _ => lexicon::base(word, "er")
                        .and_then(|base| lexicon::adjective(&base))
                        .map(|known| !known.up),
                };
                if let Some(down) = down {
                    // “no more than”
                    if sentence.is(start.wrapping_sub(1), &["no", "not"]) {
                        return Some((
                            if down { Sign::AtLeast } else { Sign::AtMost },
                            start - 1..end,
                        ));
                    }
                    return Some((if down { Sign::Less } else { Sign::Greater }, start..end));
                }
            }
        }
        let tags = [
            (">=", Sign::AtLeast),
            ("<=", Sign::AtMost),
            (">", Sign::Greater),
            ("<", Sign::Less),
            ("=", Sign::Equal),
        ];
        let found = tags.into_iter().filter_map(|(tag, sign)| {
            let range = sentence.find(tag).into_iter().find(|range| range.end == end)?;
            Some((sign, range))
        });
        found.max_by_key(|(_, range)| range.len())
    }

    /// Finds the column of a comparison and adds the condition; one without a column waits for the
    /// kind.
    fn compare(
        &mut self,
        limit: Limit,
        number: &Number,
        tokens: Tokens,
        at: usize,
        word: Option<&str>,
    ) {
        let sentence = self.sentence();
        let yes_no =
            matches!(limit, Limit::One(Sign::Equal, value) if value == 0.0 || value == 1.0);
        let good = |column: &Column| column.is_measure() && (!column.flag || yes_no);
        let end = number.at.end;
        let stops = |at: usize| {
            matches!(
                sentence.key(at),
                "by" | "per"
                    | "in"
                    | "have"
                    | "has"
                    | "did"
                    | "and"
                    | "but"
                    | "or"
                    | "with"
                    | "are"
                    | "is"
            )
        };
        let inner =
            self.columns(good).into_iter().find(|span| mask(&self.span(*span).at) & tokens != 0);
        let after = self.columns(good).into_iter().find(|span| {
            let place = self.span(*span);
            place.at.start >= end
                && place.at.start - end <= 2
                && place.score > 0.6
                && !(end..place.at.start).any(stops)
        });
        let before = self.columns(good).into_iter().rfind(|span| {
            let place = &self.span(*span).at;
            place.end <= at
                && at - place.end <= 4
                && !(place.end..at)
                    .any(|at| matches!(sentence.key(at), "by" | "and" | "or" | "whose" | "with"))
        });
        // “status 400 or higher”: right before it, also a code.
        let beside = self
            .columns(|column| column.nature == super::table::Nature::Number && !column.flag)
            .into_iter()
            .find(|span| {
                let place = self.span(*span);
                place.score >= 0.7
                    && (place.at.end == at
                        || place.at.end + 1 == at && sentence.is(at - 1, &["of", "is", "was"]))
            });
        // “number of days over 90 degrees” is about no day.
        let beside = beside.filter(|span| {
            let start = self.span(*span).at.start;
            let counted = sentence.find("how many").iter().any(|range| range.end == start);
            !counted || after.is_none()
        });
        let adjective = word
            .and_then(|word| lexicon::base(word, "er"))
            .and_then(|base| self.adjective_measure(&base))
            .filter(|_| beside.is_none());
        // “rated 7 or better”
        let led = at.checked_sub(1).filter(|at| {
            sentence.key(*at).ends_with("ed")
                && (self.scene.in_column | self.scene.in_value) & bit(*at) == 0
        });
        let led = led.filter(|_| adjective.is_none()).and_then(|at| {
            let (index, up) = self.adjective_measure(sentence.key(at))?;
            Some((index, up, bit(at)))
        });
        // “over 90 degrees”, of columns “day” and “temp”
        let unit = self.measured_in(end, number).filter(|_| inner.is_none() && after.is_none());
        let noun = sentence.key(end);
        let mut used = tokens | led.map_or(0, |(.., token)| token);
        let adjective = adjective.or(led.map(|(index, up, _)| (index, up)));
        let mut flip = false;
        let column = if let Some(index) = unit {
            used |= bit(end);
            if let Some(span) = before.filter(|span| self.named(*span) == Some(index)) {
                self.take(span);
            }
            Some(index)
        } else if let Some(span) = inner.or(beside).or(after.filter(|_| !number.percent)) {
            Some(self.take(span))
        } else if let Some((index, up)) =
            adjective.filter(|(index, _)| !self.column(*index).is_date())
        {
            let base = word.and_then(|word| lexicon::base(word, "er"));
            flip =
                base.and_then(|base| lexicon::adjective(&base)).is_some_and(|known| known.up != up);
            if let Some(span) = before.filter(|span| self.named(*span) == Some(index)) {
                self.take(span);
            }
            Some(index)
        } else if let Some(span) = before {
            Some(self.take(span))
        } else if number.money {
            // “over 1000 dollars”: of an amount that is.
            let reached = |column: &Column| column.max.is_none_or(|max| number.value <= max);
            let reaches = self
                .table()
                .columns
                .iter()
                .any(|column| good(column) && column.money && reached(column));
            let money =
                |column: &Column| good(column) && column.money && (!reaches || reached(column));
            let likely = ["price", "cost", "sales", "amount", "revenue", "salary", "income"];
            self.scene
                .finder
                .column_for(&likely, &money)
                .or_else(|| self.table().columns.iter().position(money))
        } else if !noun.is_empty()
            && (!sentence.small(end) || lexicon::same(&stem(noun)).next().is_some())
        {
            let found = self.scene.finder.column_for(&[noun], &good);
            let found = found.filter(|i| best(noun, &self.column(*i).words) >= 0.78);
            if found.is_some() {
                used |= bit(end);
            }
            found.or_else(|| self.verb_before(at, &mut used))
        } else {
            self.verb_before(at, &mut used)
        };
        // “a rate above 6 in 2010”, of a column for each year
        let column = column.or_else(|| {
            let mut years = sentence.numbers.iter().filter(|number| number.year);
            let (year, None) = (years.next()?.value as i32, years.next()) else { return None };
            self.table().wide.iter().find(|(known, _)| *known == year).map(|(_, index)| *index)
        });
        // “after 20 weeks” says when, and compares no amount that is something else.
        let period = super::spans::PERIODS.contains(&stem(sentence.key(end)).as_str())
            && word.is_some_and(|word| matches!(word, "after" | "before" | "within"));
        let lasts = |index: usize| {
            let column = self.column(index);
            column.part || column.year || lexicon::any_in(&column.words, "durations")
        };
        if period && column.is_some_and(|index| !lasts(index)) {
            return;
        }
        let Some(index) = column else {
            self.used |= tokens;
            self.pending.push(match limit {
                Limit::One(sign, value) => Pending { sign, value, to: None, at, tokens },
                Limit::Two(from, to) => {
                    Pending { sign: Sign::AtLeast, value: from, to: Some(to), at, tokens }
                }
            });
            return;
        };
        // “more than 20 percent of the bill” depends on another column.
        let own = ["percent", "pct", "percentage", "share", "rate", "proportion"];
        let shares = self.column(index).words.iter().any(|word| own.contains(&word.as_str()));
        if number.percent && sentence.is(end, &["of"]) && !shares {
            let (said, name) = (number.value, self.column(index).name.to_owned());
            self.assume(format!(
                "{said} percent is read as {said} of {}.",
                crate::wording::name(&name)
            ));
        }
        let half = number.percent && sentence.is(number.at.start, &["half"]);
        if half && !shares && self.column(index).max.is_some_and(|max| max > 1.0) {
            let name = crate::wording::name(self.column(index).name);
            self.assume(format!("Half is read as 50 of {name}."));
        }
        let part = number.percent && self.column(index).max.is_some_and(|max| max <= 1.0);
        let scaled = |value: f64| if part { value / 100.0 } else { value };
        let test = match limit {
            Limit::One(sign, value) => {
                let sign = if flip { mirrored(sign) } else { sign };
                Test::Compare(sign, Bound::Number(scaled(value)))
            }
            Limit::Two(from, to) => Test::Between(scaled(from), scaled(to)),
        };
        self.filter(index, test, at, used);
    }

    /// Returns the only column that is measured in the unit at a token and reaches a number.
    fn measured_in(&self, at: usize, number: &Number) -> Option<usize> {
        let words = lexicon::unit(self.sentence().key(at), false)?;
        let says = |column: &Column| {
            words.iter().any(|word| column.words.iter().any(|own| own == word))
                && column.is_amount()
                && column.max.is_none_or(|max| number.value <= max)
        };
        let columns = self.table().columns.iter().enumerate();
        let mut found = columns.filter(|(_, column)| says(column)).map(|(index, _)| index);
        let (index, None) = (found.next()?, found.next()) else { return None };
        Some(index)
    }

    /// Returns the measure that a verb before a comparison means: “spent more than 1000”.
    fn verb_before(&self, at: usize, used: &mut Tokens) -> Option<usize> {
        let before = at.checked_sub(1).filter(|at| {
            self.sentence().weight(*at) >= 0.5
                && (self.scene.in_column | self.scene.in_value) & bit(*at) == 0
        })?;
        let word = self.sentence().key(before);
        let index = self.scene.finder.column_for(&[word], &|column| column.is_amount())?;
        (best(word, &self.column(index).words) >= 0.84).then(|| {
            *used |= bit(before);
            index
        })
    }

    /// Uses the comparisons without a column: of groups, their number; else the measure.
    pub(crate) fn settle_pending(&mut self, groups: bool) {
        for Pending { sign, value, to, at, tokens } in std::mem::take(&mut self.pending) {
            if groups {
                // “which origin with at least 30 flights has the worst delay”: not of the delay,
                // perhaps.
                let noun = (Tokens::BITS - tokens.leading_zeros()) as usize;
                let named = self.scene.in_column & bit(noun) != 0;
                let other =
                    self.superlative.is_some() || self.sentence().weight(noun) >= 1.0 && !named;
                let measure = self.query.measure.as_ref().map(crate::wording::measure);
                if let Some(measure) =
                    measure.filter(|_| other && self.query.kind != crate::query::Kind::Distinct)
                {
                    self.assume(format!(
                        "The comparison names no column, so it is about {measure}."
                    ));
                }
                // Of rows, no group has so many, or a share of them.
                let percent =
                    self.sentence().numbers.iter().any(|n| n.percent && mask(&n.at) & tokens != 0);
                let rows =
                    self.query.measure.is_none() || self.query.kind == crate::query::Kind::Distinct;
                if rows && (percent || value > self.table().rows as f64) {
                    self.assume(
                        "The comparison names no column, so it is about numbers of rows."
                            .to_owned(),
                    );
                }
                self.query.having = Some((sign, value));
                continue;
            }
            let measure = match &self.query.measure {
                Some(crate::query::Measure::Column(name)) => {
                    self.table().columns.iter().position(|c| c.name == name && c.is_measure())
                }
                _ => None,
            };
            let named = || {
                self.columns(|column| column.is_amount()).first().and_then(|span| self.named(*span))
            };
            let fits = |index: &usize| {
                let column = self.column(*index);
                column.max.is_none_or(|max| value <= max)
                    && column.min.is_none_or(|min| value >= min)
            };
            let fitting =
                || (0..self.table().columns.len()).find(|i| self.column(*i).is_amount() && fits(i));
            // “people under 18” are that old.
            let people = self.sentence().tokens.iter().any(|token| {
                // “smokers over 60”
                let doer = token.key.ends_with("ers")
                    && self.conditions.iter().any(|c| self.sentence().key(c.at) == token.key);
                let family = |name| lexicon::family(name).contains(&token.stem);
                let called = |name: &str| !matches!(name, "name" | "artist");
                let somebody = family("people") || family("who") && called(&token.stem);
                somebody || token.key == "aged" || doer
            });
            let columns = &self.table().columns;
            let aged = columns.iter().position(|column| {
                people && column.is_amount() && column.stems.iter().any(|stem| stem == "age")
            });
            // “houses older than 100 years”, “taller than 180”
            let compared = (0..self.sentence().len()).find_map(|at| {
                let than =
                    tokens & (bit(at) | bit(at + 1)) != 0 && self.sentence().is(at + 1, &["than"]);
                let base = lexicon::base(self.sentence().key(at), "er").filter(|_| than)?;
                Some(self.adjective_measure(&base)?.0)
            });
            let compared = compared.filter(|index| self.column(*index).is_measure());
            let likely = compared
                .or(measure)
                .or_else(named)
                .or(aged.filter(fits))
                .or_else(|| self.table().default_measure());
            let Some(column) = likely.filter(fits).or_else(fitting) else {
                self.used &= !tokens;
                continue;
            };
            let name = self.column(column).name.to_owned();
            let note = format!("The comparison names no column, so it is about {name}.");
            let said = compared == Some(column);
            if said || people && self.column(column).stems.iter().any(|stem| stem == "age") {
                self.assumed.push(note);
            } else {
                self.assume(note);
                self.bonus -= 0.1;
            }
            let test =
                to.map_or(Test::Compare(sign, Bound::Number(value)), |to| Test::Between(value, to));
            self.filter(column, test, at, 0);
        }
    }
}

/// Returns the value of a number's own token, without a word such as “million”.
fn sentence_value(sentence: &super::sentence::Sentence, number: &Number) -> f64 {
    let values = sentence.tokens[number.at.clone()].iter().filter_map(|token| match token.kind {
        crate::words::Kind::Number(value) => Some(value),
        _ => lexicon::number_word(&token.key),
    });
    values.into_iter().next().filter(|value| *value != 0.0).unwrap_or(1.0)
}

fn opposite(sign: Sign) -> Sign {
    match sign {
        Sign::Greater => Sign::AtMost,
        Sign::AtLeast => Sign::Less,
        Sign::Less => Sign::AtLeast,
        Sign::AtMost => Sign::Greater,
        Sign::Equal => Sign::NotEqual,
        Sign::NotEqual => Sign::Equal,
    }
}

fn mirrored(sign: Sign) -> Sign {
    match sign {
        Sign::Greater => Sign::Less,
        Sign::AtLeast => Sign::AtMost,
        Sign::Less => Sign::Greater,
        Sign::AtMost => Sign::AtLeast,
        other => other,
    }
}
