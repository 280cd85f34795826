//! Periods: the times that a question names.
//!
//! There is no clock here: “last month” is the newest month in the data.

use std::ops::Range;

use super::draft::Draft;
use super::lexicon::{month, ordinal, weekday};
use super::sentence::{Sentence, bit, mask};
use crate::query::{Bound, Group, Part, Sign, Test};
use crate::words::Kind;

/// A span of days, or of years and months without the rest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Time {
    /// From a year, month (1 to 12) and day to before another, and how many of which part it is.
    Days {
        from: Day,
        to: Day,
        part: Part,
    },
    Month(u32),
    Quarter(u32),
    Weekday(u32),
    Decade(i32),
}

/// Year, month, day.
pub(crate) type Day = (i32, u32, u32);

fn iso((year, month, day): Day) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

fn months_after((year, month): (i32, u32), count: u32) -> Day {
    let month = month - 1 + count;
    (year + (month / 12) as i32, month % 12 + 1, 1)
}

fn whole_months(year: i32, month: u32, count: u32, part: Part) -> Time {
    Time::Days { from: (year, month, 1), to: months_after((year, month), count), part }
}

fn one_day(year: i32, month: u32, day: u32) -> Time {
    let length = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let to = if day >= length { months_after((year, month), 1) } else { (year, month, day + 1) };
    Time::Days { from: (year, month, day.min(length)), to, part: Part::Day }
}

/// Returns the year that a token states.
fn year(sentence: &Sentence, at: usize) -> Option<i32> {
    let number = sentence.numbers.iter().find(|number| number.at == (at..at + 1) && number.year)?;
    Some(number.value as i32)
}

/// Returns the day of a month that a token states.
fn day(sentence: &Sentence, at: usize) -> Option<u32> {
    let digits: String = sentence.key(at).chars().take_while(char::is_ascii_digit).collect();
    let ending = &sentence.key(at)[digits.len()..];
    let day: u32 = digits.parse().ok().filter(|day| (1..=31).contains(day))?;
    matches!(ending, "" | "st" | "nd" | "rd" | "th").then_some(day)
}

/// Returns the time that begins at a token, and its length.
pub(crate) fn time(sentence: &Sentence, at: usize) -> Option<(Time, usize)> {
    let token = sentence.tokens.get(at)?;
    if let Kind::Date(year, month, day) = token.kind {
        let time = if day == 0 {
            whole_months(year, month, 1, Part::Month)
        } else {
            one_day(year, month, day)
        };
        return Some((time, 1));
    }
    let year_at = |at: usize| {
        let skip = usize::from(sentence.is(at, &["of", "in"]));
        year(sentence, at + skip).map(|year| (year, skip + 1))
    };
    if let Some(year) = year(sentence, at) {
        if let Some(quarter) = quarter(sentence.key(at + 1)) {
            return Some((whole_months(year, 3 * quarter - 2, 3, Part::Quarter), 2));
        }
        return Some((whole_months(year, 1, 12, Part::Year), 1));
    }
    // “first half of 2024”, “H1 2024”
    let half = match token.key.as_str() {
        "h1" => Some((0, 1)),
        "h2" => Some((1, 1)),
        "first" | "1st" if sentence.is(at + 1, &["half"]) => Some((0, 2)),
        "second" | "last" | "2nd" if sentence.is(at + 1, &["half"]) => Some((1, 2)),
        _ => None,
    };
    if let Some((half, length)) = half {
        let (year, more) = year_at(at + length)?;
        return Some((whole_months(year, 1 + 6 * half, 6, Part::Quarter), length + more));
    }
    let named_quarter = quarter(&token.key).map(|quarter| (quarter, 1)).or_else(|| {
        let place = ordinal(&token.key)
            .filter(|place| (1..=4).contains(place))
            .or((token.key == "last").then_some(4));
        place.filter(|_| sentence.is(at + 1, &["quarter"])).map(|quarter| (quarter, 2))
    });
    if let Some((quarter, length)) = named_quarter {
        return Some(match year_at(at + length) {
            Some((year, more)) => {
                (whole_months(year, 3 * quarter - 2, 3, Part::Quarter), length + more)
            }
            None if token.key == "last" => return None,
            None => (Time::Quarter(quarter), length),
        });
    }
    // “14 March 2025”, “March 14, 2025”, “14th of March”.
    let of = usize::from(sentence.is(at + 1, &["of"]));
    let pair = day(sentence, at).zip(month(sentence.key(at + 1 + of))).map(|pair| (pair, 2 + of));
    let pair = pair.or_else(|| {
        month(&token.key).zip(day(sentence, at + 1)).map(|(month, day)| ((day, month), 2))
    });
    if let Some(((day, month), length)) = pair
        && let Some((year, more)) = year_at(at + length)
    {
        return Some((one_day(year, month, day), length + more));
    }
    if let Some(found) = month(&token.key).filter(|_| token.kind == Kind::Word) {
        if let Some((year, more)) = year_at(at + 1) {
            return Some((whole_months(year, found, 1, Part::Month), 1 + more));
        }
        let before = sentence.before(at);
        let led = matches!(
            before,
            "in" | "of"
                | "since"
                | "during"
                | "for"
                | "and"
                | "until"
                | "between"
                | "from"
                | "to"
                | "last"
                | "every"
                | "by"
                | "or"
                | "on"
                | "only"
                | "vs"
                | "versus"
                | "each"
                | "before"
                | "after"
                | "through"
        );
        let sure = token.key.len() > 3 && !matches!(token.key.as_str(), "march" | "sept") || led;
        let verb = matches!(token.key.as_str(), "may" | "mar" | "dec" | "march") && !led;
        return (sure && !verb).then_some((Time::Month(found), 1));
    }
    if let Some(found) = weekday(&token.key) {
        return Some((Time::Weekday(found), 1));
    }
    decade(&token.key).map(|decade| (Time::Decade(decade), 1))
}

fn quarter(word: &str) -> Option<u32> {
    let number = word.strip_prefix('q')?.parse().ok()?;
    (1..=4).contains(&number).then_some(number)
}

/// Returns the first year of a decade: “1990s”, “90s”.
fn decade(word: &str) -> Option<i32> {
    let digits = word.strip_suffix('s')?;
    let year: i32 = digits.parse().ok()?;
    match digits.len() {
        4 if year % 10 == 0 && (1500..2200).contains(&year) => Some(year),
        2 if year % 10 == 0 => Some(if year > 20 { 1900 + year } else { 2000 + year }),
        _ => None,
    }
}

/// A time with where it stands and what leads it.
struct Named {
    time: Time,
    at: Range<usize>,
    bound: Option<Sign>,
}

impl Draft<'_> {
    /// Reads every period as a condition.
    pub(crate) fn read_periods(&mut self) {
        if self.table().time.is_none() && self.table().wide.is_empty() {
            return self.read_part_columns();
        }
        self.read_newest();
        let named = self.named_times();
        let mut ranges: Vec<(Day, Day, Range<usize>)> = Vec::new();
        let mut single: Vec<Named> = Vec::new();
        let mut skip = false;
        for (i, time) in named.iter().enumerate() {
            if std::mem::take(&mut skip) {
                continue;
            }
            if let Some(next) = named.get(i + 1)
                && let Some(range) = self.range(time, next)
            {
                ranges.push(range);
                skip = true;
                continue;
            }
            single.push(Named { time: time.time.clone(), at: time.at.clone(), bound: time.bound });
        }
        for (from, to, at) in ranges {
            self.period(Some(from), Some(to), &at);
        }
        self.single_times(single);
    }

    /// Finds the times, each with the sign before it.
    fn named_times(&mut self) -> Vec<Named> {
        let sentence = self.sentence();
        let (mut found, mut at) = (Vec::new(), 0);
        while at < sentence.len() {
            let Some((time, length)) = time(sentence, at) else {
                at += 1;
                continue;
            };
            let range = at..at + length;
            let tokens = mask(&range);
            let limited = self.limit.is_some() && tokens & self.used != 0;
            let in_value = tokens & self.scene.in_value != 0;
            let own_column = matches!(time, Time::Days { .. }) && self.wide_span(&range);
            // “cost 2025”, of a table that also has dates, names the column; so does “July” a column
            // “JUL”.
            let month = matches!(time, Time::Month(_)) && {
                let amounts = self.all_columns(|column| column.is_amount());
                amounts.iter().any(|span| self.span(*span).at == range)
            };
            if own_column && self.table().time.is_some() || month {
                at += 1;
                continue;
            }
            if in_value || limited || (!self.free(tokens) && !own_column) {
                at += 1;
                continue;
            }
            let mut start = at;
            while start > 0 && sentence.is(start - 1, &["the", "year", "month", "of"]) {
                start -= 1;
            }
            let ends = |tag: &'static str| {
                sentence.find(tag).into_iter().find(|range| range.end == start || range.end == at)
            };
            let signs = [
                (">=", Sign::AtLeast),
                ("<=", Sign::AtMost),
                (">", Sign::Greater),
                ("<", Sign::Less),
            ];
            let bound =
                signs.into_iter().find_map(|(tag, sign)| ends(tag).map(|range| (sign, range)));
            let comparative = (sentence.before(start) == "than")
                .then(|| match sentence.key(start.wrapping_sub(2)) {
                    "earlier" | "older" => Some(Sign::Less),
                    "later" | "newer" | "younger" => Some(Sign::Greater),
                    _ => None,
                })
                .flatten();
            // “from 1960 on”
            let on = sentence.before(start) == "from"
                && sentence.is(range.end, &["on", "onward", "onwards"]);
            let or_more = sentence.length("or more", range.end).max(usize::from(on));
            let or_less = sentence.length("or less", range.end);
            let mut tokens = tokens;
            let bound = match (bound, comparative) {
                (_, Some(sign)) => {
                    tokens |= mask(&(start - 2..start));
                    Some(sign)
                }
                (Some((sign, range)), _) => {
                    tokens |= mask(&range);
                    Some(sign)
                }
                (None, None) if or_more > 0 && !sentence.is(range.end, &["plus", "+"]) => {
                    tokens |= mask(&(range.end..range.end + or_more));
                    Some(Sign::AtLeast)
                }
                (None, None) if or_less > 0 => {
                    tokens |= mask(&(range.end..range.end + or_less));
                    Some(Sign::AtMost)
                }
                _ => None,
            };
            self.used |= tokens;
            at = range.end;
            found.push(Named { time, at: range, bound });
        }
        found
    }

    /// Returns whether a year is the name of a column.
    fn wide_span(&self, range: &Range<usize>) -> bool {
        !self.table().wide.is_empty() && mask(range) & self.scene.in_column != 0
    }

    /// Returns the days of “from March to May 2025”, “2010-2015”, “between 2001 and 2005”.
    fn range(&self, first: &Named, last: &Named) -> Option<(Day, Day, Range<usize>)> {
        let sentence = self.sentence();
        let joined = sentence.length("to", first.at.end);
        let word = sentence.key(first.at.end);
        let adjacent = first.at.end + joined == last.at.start;
        let open = sentence
            .find("between")
            .iter()
            .any(|range| range.end == first.at.start || range.end + 1 == first.at.start);
        let closes =
            open || word != "and" && joined > 0 || joined == 0 && self.dash_between(first, last);
        if !adjacent
            || !closes
            || (self.has("change") || self.has("compare")) && !open_range(sentence)
        {
            return None;
        }
        let Time::Days { from: last_from, to, .. } = last.time else { return None };
        let from = match first.time {
            Time::Days { from, .. } => from,
            Time::Month(month) => (last_from.0, month, 1),
            _ => return None,
        };
        Some((from, to, first.at.start..last.at.end))
    }

    fn dash_between(&self, first: &Named, last: &Named) -> bool {
        let tokens = &self.sentence().tokens;
        tokens[first.at.end - 1].at.end + 1 >= tokens[last.at.start].at.start
            && first.at.end == last.at.start
    }

    /// Adds a condition from a day to before another; of a column of years, on their numbers.
    fn period(&mut self, from: Option<Day>, to: Option<Day>, at: &Range<usize>) {
        let Some(index) = self.time_column() else { return };
        let words = self.words(at);
        let column = self.column(index);
        let test = if column.is_date() {
            Test::Period { from: from.map(iso), to: to.map(iso), words }
        } else {
            let first = from.map(|day| f64::from(day.0));
            let last = to.map(|day| f64::from(if day.1 == 1 { day.0 - 1 } else { day.0 }));
            match (first, last) {
                (Some(first), Some(last)) if first == last => {
                    Test::Compare(Sign::Equal, Bound::Number(first))
                }
                (Some(first), Some(last)) => Test::Between(first, last),
                (Some(first), None) => Test::Compare(Sign::AtLeast, Bound::Number(first)),
                (None, Some(last)) => Test::Compare(Sign::AtMost, Bound::Number(last)),
                (None, None) => return,
            }
        };
        self.filter(index, test, at.start, mask(at));
    }

    fn words(&self, at: &Range<usize>) -> String {
        let texts = self.sentence().tokens[at.clone()].iter().map(|token| token.text.as_str());
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Returns the column that periods are about: the named one, else the table's.
    pub(crate) fn time_column(&self) -> Option<usize> {
        let named = self.all_columns(|column| column.is_date() || column.year);
        named
            .first()
            .filter(|span| self.span(**span).score > 0.6)
            .and_then(|span| self.named(*span))
            .or(self.table().time)
    }

    /// Reads times that are not ranges.
    fn single_times(&mut self, times: Vec<Named>) {
        let comparing = self.has("compare") || self.has("change");
        let mut several: Vec<(Part, Vec<u32>, Range<usize>)> = Vec::new();
        let mut add = |part: Part, value: u32, at: &Range<usize>| match several
            .iter_mut()
            .find(|known| known.0 == part)
        {
            Some(known) => {
                if !known.1.contains(&value) {
                    known.1.push(value);
                }
                known.2.end = at.end;
            }
            None => several.push((part, vec![value], at.clone())),
        };
        for Named { time, at, bound } in &times {
            match (time, bound) {
                (Time::Days { from, to, .. }, Some(sign)) => {
                    let (from, to) = match sign {
                        Sign::AtLeast => (Some(*from), None),
                        Sign::Greater => (Some(*to), None),
                        Sign::Less => (None, Some(*from)),
                        _ => (None, Some(*to)),
                    };
                    self.period(from, to, at);
                }
                (Time::Days { from, part: Part::Year, .. }, None) => {
                    self.years.push(from.0);
                    add(Part::Year, from.0 as u32, at);
                }
                (Time::Days { from, part: Part::Month, .. }, None) => {
                    add(Part::Month, from.0 as u32 * 100 + from.1, at)
                }
                (Time::Days { from, to, .. }, None) => self.period(Some(*from), Some(*to), at),
                (Time::Month(month), _) => add(Part::MonthOfYear, *month, at),
                (Time::Quarter(quarter), _) => add(Part::Quarter, *quarter, at),
                (Time::Weekday(day), _) => add(Part::Weekday, *day, at),
                (Time::Decade(year), _) => {
                    self.period(Some((*year, 1, 1)), Some((*year + 10, 1, 1)), at)
                }
            }
        }
        for (part, values, at) in several {
            self.recurring(part, &values, &at, comparing);
        }
        if let Some(range) =
            self.find("weekend").into_iter().next().filter(|range| self.free(mask(range)))
            && let Some(date) = self.table().dates.first().copied()
            && self.scene.in_column & mask(&range) == 0
        {
            self.filter(
                date,
                Test::Recurring(Part::Weekday, vec![6, 7]),
                range.start,
                mask(&range),
            );
        }
    }

    /// Adds a condition on one or several years, months, quarters or weekdays.
    fn recurring(&mut self, part: Part, values: &[u32], at: &Range<usize>, comparing: bool) {
        let Some(index) = self.time_column() else { return };
        let column = self.column(index);
        let negated = self.negation(at.start);
        let one = values.len() == 1;
        match part {
            Part::Year if column.year => {
                let number = |year: &u32| year.to_string();
                let test = if one && negated.is_none() {
                    Test::Compare(Sign::Equal, Bound::Number(f64::from(values[0])))
                } else {
                    Test::OneOf {
                        values: values.iter().map(number).collect(),
                        not: negated.is_some(),
                    }
                };
                self.filter(index, test, at.start, mask(at) | negated.unwrap_or_default());
            }
            Part::Year | Part::Month if one && negated.is_none() => {
                let (year, month, count) = match part {
                    Part::Year => (values[0] as i32, 1, 12),
                    _ => ((values[0] / 100) as i32, values[0] % 100, 1),
                };
                self.period(Some((year, month, 1)), Some(months_after((year, month), count)), at);
            }
            _ => {
                // The number of a month does not say the year.
                let own = self.part_column(part).filter(|_| part != Part::Month);
                match own {
                    Some(column) => self.part_filter(column, part, values, at),
                    None if column.is_date() => {
                        self.filter(
                            index,
                            Test::Recurring(part, values.to_vec()),
                            at.start,
                            mask(at) | negated.unwrap_or_default(),
                        );
                    }
                    None => {}
                }
            }
        }
        if !one && comparing {
            self.several = Some(index);
        }
        if !one {
            self.several = Some(index);
            let part = column.is_date().then_some(part);
            self.query.groups = vec![Group { column: column.name.to_owned(), part }];
        }
    }

    /// Returns the column that states a part of dates: months as numbers, weekdays as texts.
    fn part_column(&self, part: Part) -> Option<usize> {
        let word = match part {
            Part::MonthOfYear | Part::Month => "month",
            Part::Weekday => "day",
            Part::Quarter => "quarter",
            _ => return None,
        };
        let columns = self.table().columns.iter();
        let found = columns
            .enumerate()
            .find(|(_, column)| column.part && column.stems.iter().any(|stem| stem == word));
        found.map(|(index, _)| index)
    }

    fn part_filter(&mut self, column: usize, part: Part, values: &[u32], at: &Range<usize>) {
        let test = match values {
            [one] => Test::Compare(Sign::Equal, Bound::Number(f64::from(*one))),
            _ => Test::OneOf { values: values.iter().map(u32::to_string).collect(), not: false },
        };
        let _ = part;
        self.filter(column, test, at.start, mask(at));
    }

    /// Reads months if the table has no dates but a column of month numbers.
    fn read_part_columns(&mut self) {
        let sentence = self.sentence();
        let mut values = Vec::new();
        let mut range: Option<Range<usize>> = None;
        for at in 0..sentence.len() {
            if let Some((Time::Month(month), length)) = time(sentence, at)
                && bit(at) & self.scene.in_value == 0
            {
                values.push(month);
                range = Some(range.map_or(at, |known| known.start)..at + length);
            }
        }
        if let (Some(column), Some(range)) = (self.part_column(Part::MonthOfYear), range) {
            self.part_filter(column, Part::MonthOfYear, &values, &range);
        }
    }

    /// Reads “last month”, “the past 30 days”, “this year”, “the most recent year”.
    fn read_newest(&mut self) {
        let sentence = self.sentence();
        let Some(date) = self.time_column() else { return };
        for head in self.find("last") {
            let number =
                sentence.number(head.end).map(|number| (number.value as u32, number.at.end));
            let (count, at) = number.unwrap_or((1, head.end));
            let Some((part, length)) = self.part_at(at) else { continue };
            let tokens = mask(&(head.start..at + length));
            let recent = sentence.is(head.start, &["last", "past", "most", "latest"]);
            let fits = self.column(date).is_date() || part == Part::Year;
            if !recent
                || !fits
                || !self.free(tokens) && self.limit.is_none()
                || sentence.is(head.start.wrapping_sub(1), &["the"])
                    && self.asks_for_end(head.start)
            {
                continue;
            }
            if self.column(date).is_date() {
                self.limit = None;
                self.filter(date, Test::Newest(part, count), head.start, tokens);
            } else if let Some(max) = self.column(date).max {
                self.limit = None;
                let from = max - f64::from(count) + 1.0;
                let test = match count {
                    1 => Test::Compare(Sign::Equal, Bound::Number(max)),
                    _ => Test::Compare(Sign::AtLeast, Bound::Number(from)),
                };
                self.filter(date, test, head.start, tokens);
            }
        }
    }

    /// Returns whether “the last …” is what is asked for: “which was the last year”.
    fn asks_for_end(&self, at: usize) -> bool {
        at >= 2 && self.sentence().is(at - 2, &["is", "was", "are", "were"])
    }

    /// Returns the part of dates that a word names, and its length.
    pub(crate) fn part_at(&self, at: usize) -> Option<(Part, usize)> {
        const PARTS: [(&str, Part); 10] = [
            ("weekday", Part::Weekday),
            ("month of year", Part::MonthOfYear),
            ("hour of day", Part::HourOfDay),
            ("decade", Part::Decade),
            ("year", Part::Year),
            ("quarter", Part::Quarter),
            ("month", Part::Month),
            ("week", Part::Week),
            ("day", Part::Day),
            ("hour", Part::Hour),
        ];
        let found = PARTS.into_iter().map(|(tag, part)| (part, self.sentence().length(tag, at)));
        found.filter(|(_, length)| *length > 0).max_by_key(|(_, length)| *length)
    }
}

/// Returns whether a range is meant although something is compared: “between 2001 and 2005”.
fn open_range(sentence: &Sentence) -> bool {
    let changes = [
        "change",
        "changed",
        "rise",
        "rose",
        "grow",
        "grew",
        "increase",
        "increased",
        "fall",
        "fell",
        "drop",
        "dropped",
        "decline",
        "declined",
        "decrease",
        "decreased",
    ];
    sentence.has_word(&["trend", "average", "mean"]) && !sentence.has_word(&changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let days = |from: Day, to: Day, part: Part| Some(Time::Days { from, to, part });
        let cases = [
            ("2025", days((2025, 1, 1), (2026, 1, 1), Part::Year)),
            ("March 2025", days((2025, 3, 1), (2025, 4, 1), Part::Month)),
            ("Dec 2025", days((2025, 12, 1), (2026, 1, 1), Part::Month)),
            ("Q3 2025", days((2025, 7, 1), (2025, 10, 1), Part::Quarter)),
            ("third quarter of 2025", days((2025, 7, 1), (2025, 10, 1), Part::Quarter)),
            ("14 March 2025", days((2025, 3, 14), (2025, 3, 15), Part::Day)),
            ("February 29th, 2024", days((2024, 2, 29), (2024, 3, 1), Part::Day)),
            ("1990s", Some(Time::Decade(1990))),
            ("mondays", Some(Time::Weekday(1))),
            ("may", None),
            ("january", Some(Time::Month(1))),
            ("revenue", None),
        ];
        for (text, expected) in cases {
            let sentence = Sentence::new(text, &|_| false);
            assert_eq!(time(&sentence, 0).map(|(time, _)| time), expected, "{text}");
        }
    }
}
