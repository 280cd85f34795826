//! Tests that a column's values allow: from its profile, and from what was typed.

use crate::columns::{is_measure, is_years, yes};
use crate::input::Column;
use crate::lexicon::family;
use crate::query::{Bound, Part, Place, Sign, Test};
use crate::words::{fold, stem};

/// Returns the number that was typed: digits, with signs of thousands, of a currency or of a unit
/// of thousands.
pub(super) fn number(typed: &str) -> Option<f64> {
    let plain: String = typed
        .chars()
        .filter(|c| !matches!(c, ',' | ' ' | '\'' | '_' | '$' | '€' | '£' | '%'))
        .collect();
    let lower = plain.to_lowercase();
    let units = [("k", 1e3), ("million", 1e6), ("m", 1e6), ("billion", 1e9)];
    let unit = units.iter().find_map(|(name, factor)| Some((lower.strip_suffix(name)?, *factor)));
    let (digits, factor) = unit.unwrap_or((lower.as_str(), 1.0));
    let number: f64 = digits.parse().ok()?;
    (number.is_finite() && digits.contains(|c: char| c.is_ascii_digit())).then_some(number * factor)
}

/// Returns the two numbers that were typed: “10 to 20”, “10-20”.
fn range(typed: &str) -> Option<(f64, f64)> {
    let separators = [" to ", " and ", "–", "..", "-"];
    separators.iter().find_map(|separator| {
        let (low, high) = typed.split_once(separator)?;
        let (low, high) = (number(low.trim_start_matches("between "))?, number(high)?);
        (low <= high).then_some((low, high))
    })
}

/// Returns whether two values are easily taken for each other: one begins as the other, or they
/// share a word.
pub(super) fn near(a: &str, b: &str) -> bool {
    let (a, b) = (fold(a), fold(b));
    let start: usize = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let own: Vec<String> = a.split_whitespace().map(stem).collect();
    start >= 4 || b.split_whitespace().any(|word| own.contains(&stem(word)))
}

/// Returns the examples of a column that contain what was typed.
pub(super) fn examples<'a>(column: &'a Column, typed: &str) -> impl Iterator<Item = &'a String> {
    let typed = fold(typed);
    column.examples.iter().filter(move |example| column.is_text() && fold(example).contains(&typed))
}

fn one(value: &str) -> Test {
    Test::OneOf { values: vec![value.to_owned()], not: false }
}

/// Returns the tests that a column's profile suggests.
pub(super) fn tests(column: &Column) -> Vec<Test> {
    let mut tests = Vec::new();
    if yes(column).is_some() {
        tests.extend([Test::Flag(true), Test::Flag(false)]);
    } else if column.is_date() {
        tests.extend(years(column).map(|(year, next)| span(&year, &next)));
        tests.extend([
            Test::Newest(Part::Month, 1),
            Test::Newest(Part::Month, 12),
            Test::Newest(Part::Year, 1),
        ]);
        tests.extend((1..=12).map(|month| Test::Recurring(Part::MonthOfYear, vec![month])));
        tests.extend((1..=7).map(|day| Test::Recurring(Part::Weekday, vec![day])));
    } else if is_years(column) {
        tests.extend(years(column).filter_map(|(year, _)| {
            Some(Test::Compare(Sign::Equal, Bound::Number(year.parse().ok()?)))
        }));
    } else if column.is_number() {
        if is_measure(column) {
            tests.extend(
                [Sign::Greater, Sign::Less].map(|sign| Test::Compare(sign, Bound::Average)),
            );
        }
        let few = column.distinct <= 12;
        let values = column
            .examples
            .iter()
            .filter_map(|example| number(example))
            .filter(|_| few || !is_measure(column));
        tests.extend(values.map(|value| Test::Compare(Sign::Equal, Bound::Number(value))));
    } else {
        tests.extend(column.examples.iter().map(|example| one(example)));
        tests.extend(
            column
                .examples
                .iter()
                .map(|example| Test::OneOf { values: vec![example.clone()], not: true }),
        );
    }
    if column.missing > 0 {
        tests.extend([Test::Filled(true), Test::Filled(false)]);
    }
    tests
}

/// Returns the tests that can be made of what was typed.
pub(super) fn typed(column: &Column, typed: &str) -> Vec<Test> {
    if typed.is_empty() {
        return Vec::new();
    }
    if column.is_date() {
        return period(typed).into_iter().collect();
    }
    if column.is_number() {
        if let Some((low, high)) = range(typed) {
            return vec![Test::Between(low, high)];
        }
        let few = column.distinct <= 12 || is_years(column) || !is_measure(column);
        let signs = match few {
            true => [
                Sign::Equal,
                Sign::Greater,
                Sign::Less,
                Sign::AtLeast,
                Sign::AtMost,
                Sign::NotEqual,
            ],
            false => [
                Sign::Greater,
                Sign::Less,
                Sign::Equal,
                Sign::AtLeast,
                Sign::AtMost,
                Sign::NotEqual,
            ],
        };
        let bare = typed.trim_start_matches(['>', '<', '=', '≥', '≤', '≠', '!', ' ']);
        let Some(value) = number(bare) else { return Vec::new() };
        let said = match &typed[..typed.len() - bare.len()] {
            sign if sign.contains(">=") || sign.contains('≥') => Some(Sign::AtLeast),
            sign if sign.contains("<=") || sign.contains('≤') => Some(Sign::AtMost),
            sign if sign.contains("!=") || sign.contains('≠') => Some(Sign::NotEqual),
            sign if sign.contains('>') => Some(Sign::Greater),
            sign if sign.contains('<') => Some(Sign::Less),
            sign if sign.contains('=') => Some(Sign::Equal),
            _ => None,
        };
        let signs = said.into_iter().chain(signs.into_iter().filter(|_| said.is_none()));
        return signs.map(|sign| Test::Compare(sign, Bound::Number(value))).collect();
    }
    if column.is_text() {
        let places = [Place::Contains, Place::Begins, Place::Ends];
        let mut tests: Vec<Test> =
            places.map(|place| Test::Text { place, text: typed.to_owned(), not: false }).into();
        let exact = column.examples.iter().find(|example| fold(example) == fold(typed));
        tests.insert(usize::from(exact.is_none()), one(exact.map_or(typed, String::as_str)));
        tests.push(Test::Text { place: Place::Contains, text: typed.to_owned(), not: true });
        return tests;
    }
    Vec::new()
}

/// Returns the time that was typed: “2025”, “2025-03-14”, “March 2025”, “Q1 2025”, or a month of
/// any year.
fn period(typed: &str) -> Option<Test> {
    let typed = fold(typed);
    let words: Vec<&str> =
        typed.split(|c: char| !c.is_alphanumeric()).filter(|word| *word != "in").collect();
    let year = |word: &str| {
        word.parse::<i32>().ok().filter(|year| (1000..2200).contains(year) && word.len() == 4)
    };
    let month = |word: &str| {
        let named =
            family("months").iter().position(|name| word.len() > 2 && fold(name).starts_with(word));
        let number = named.map(|at| at as u32 + 1).or(word.parse().ok());
        number.filter(|month| (1..=12).contains(month))
    };
    let quarter = |word: &str| {
        word.strip_prefix('q')?.parse::<u32>().ok().filter(|number| (1..=4).contains(number))
    };
    let months = |year: i32, first: u32, count: u32| {
        let (to, next) = (year + ((first - 1 + count) / 12) as i32, (first - 1 + count) % 12 + 1);
        days(format!("{year:04}-{first:02}-01"), format!("{to:04}-{next:02}-01"))
    };
    match words.as_slice() {
        [one] if one.parse::<u32>().is_err() => {
            Some(Test::Recurring(Part::MonthOfYear, vec![month(one)?]))
        }
        [one] => Some(months(year(one)?, 1, 12)),
        [a, b] => {
            let (year, other) = year(a).map(|year| (year, *b)).or_else(|| Some((year(b)?, *a)))?;
            match quarter(other) {
                Some(quarter) => Some(months(year, 3 * quarter - 2, 3)),
                None => Some(months(year, month(other)?, 1)),
            }
        }
        [a, b, c] => {
            let (year, month, day): (i32, u32, u32) = (year(a)?, month(b)?, c.parse().ok()?);
            let length = match month {
                2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            let from = format!("{year:04}-{month:02}-{day:02}");
            match day {
                1.. if day < length => {
                    Some(days(from, format!("{year:04}-{month:02}-{:02}", day + 1)))
                }
                _ if day == length => {
                    let (to, next) = (year + (month / 12) as i32, month % 12 + 1);
                    Some(days(from, format!("{to:04}-{next:02}-01")))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn days(from: String, to: String) -> Test {
    let words = crate::wording::period(Some(&from), Some(&to));
    Test::Period { from: Some(from), to: Some(to), words }
}

fn span(from: &str, to: &str) -> Test {
    days(format!("{from}-01-01"), format!("{to}-01-01"))
}

/// Returns a column's years with the year after each, newest first.
fn years(column: &Column) -> impl Iterator<Item = (String, String)> + use<> {
    let year = |value: &Option<serde_json::Value>| -> Option<i32> {
        let value = value.as_ref()?;
        match value.as_str() {
            Some(text) => text.get(..4)?.parse().ok(),
            None => Some(value.as_f64()? as i32),
        }
    };
    let (first, last) = (year(&column.min).unwrap_or(1), year(&column.max).unwrap_or(0));
    (first..=last).rev().take(12).map(|year| (format!("{year:04}"), format!("{:04}", year + 1)))
}

/// Returns the month that a span of days is, if it is one.
pub(super) fn month_of(from: &Option<String>, to: &Option<String>) -> Option<u32> {
    let parts = |text: &Option<String>| {
        let text = text.as_ref()?;
        Some((
            text.get(..4)?.parse::<u32>().ok()? * 12 + text.get(5..7)?.parse::<u32>().ok()?,
            text.get(8..10)? == "01",
        ))
    };
    let ((first, begins), (last, ends)) = (parts(from)?, parts(to)?);
    (begins && ends && last == first + 1).then_some((first - 1) % 12 + 1)
}
