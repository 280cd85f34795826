//! Periods: the times that a question names.
//!
//! There is no clock here: "last month" is the newest month in the data, and the answer says so.

use crate::lexicon::length;
use crate::plan::Grain;
use crate::words::{Kind, Word};

/// A time that a question names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Period {
    /// From a day on, to before another (ISO), and its name.
    Days { from: Option<String>, to: Option<String>, words: String },
    /// A month without a year.
    Month(u32),
    /// This many of the newest periods in the data.
    Newest { grain: Grain, count: usize },
}

const GRAINS: [(&str, Grain); 6] = [
    ("hour", Grain::Hour),
    ("day", Grain::Day),
    ("week", Grain::Week),
    ("month", Grain::Month),
    ("quarter", Grain::Quarter),
    ("year", Grain::Year),
];

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Returns the grain that a noun names, and its length in tokens.
pub(crate) fn grain(words: &[Word], at: usize) -> Option<(Grain, usize)> {
    if let found @ 1.. = length("weekday", words, at) {
        return Some((Grain::Weekday, found));
    }
    if let found @ 1.. = length("calendar month", words, at) {
        return Some((Grain::CalendarMonth, found));
    }
    GRAINS.iter().find_map(|(tag, grain)| match length(tag, words, at) {
        0 => None,
        found => Some((*grain, found)),
    })
}

/// Returns the period that begins at a token, and its length in tokens.
pub(crate) fn period(words: &[Word], at: usize) -> Option<(Period, usize)> {
    newest(words, at).or_else(|| range(words, at)).or_else(|| bounded(words, at)).or_else(|| {
        let skip = usize::from(is(words, at, &["in", "during", "of", "for", "on"]));
        let (found, end) = days(words, at + skip)?;
        let bare_month = matches!(found, Days::Month(_)) && skip == 0;
        (!bare_month).then(|| (found.within(), end - at))
    })
}

/// A span of days, or a month of any year.
enum Days {
    Span { from: String, to: String, name: String },
    Month(u32),
}

impl Days {
    fn within(self) -> Period {
        match self {
            Self::Span { from, to, name } => {
                Period::Days { from: Some(from), to: Some(to), words: format!("in {name}") }
            }
            Self::Month(month) => Period::Month(month),
        }
    }
}

fn is(words: &[Word], at: usize, keys: &[&str]) -> bool {
    words.get(at).is_some_and(|word| keys.contains(&word.key.as_str()))
}

/// Reads "last month", "the past 30 days".
fn newest(words: &[Word], at: usize) -> Option<(Period, usize)> {
    let skip = usize::from(is(words, at, &["in", "during", "for", "over"]));
    let skip = skip + usize::from(is(words, at + skip, &["the"]));
    let last = length("last", words, at + skip);
    if last == 0 {
        return None;
    }
    let next = at + skip + last;
    let number = words.get(next).and_then(count);
    let next = next + usize::from(number.is_some());
    let (grain, found) = grain(words, next)?;
    Some((Period::Newest { grain, count: number.unwrap_or(1) }, next + found - at))
}

/// Returns the whole number that a token states, in digits or as a word.
pub(crate) fn count(word: &Word) -> Option<usize> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    match word.kind {
        Kind::Number(n) if n >= 0.0 && n.fract() == 0.0 && n < 1e9 => Some(n as usize),
        Kind::Word => WORDS.iter().position(|name| *name == word.key),
        _ => None,
    }
}

/// Reads "between March and May 2025", "from 2010 to 2015".
fn range(words: &[Word], at: usize) -> Option<(Period, usize)> {
    let head = length("between", words, at).max(length("since", words, at));
    if head == 0 {
        return None;
    }
    let (first, end) = days(words, at + head)?;
    if !is(words, end, &["and", "to", "until", "till", "through", "-"]) {
        return None;
    }
    let (last, end) = days(words, end + 1)?;
    let Days::Span { from: last_from, to, name: last_name } = last else { return None };
    let (from, name) = match first {
        Days::Span { from, name, .. } => (from, name),
        // "January to March 2025": the year applies to both.
        Days::Month(month) => {
            (format!("{}-{month:02}-01", last_from.get(..4)?), month_name(month).to_owned())
        }
    };
    Some((Period::Days { from: Some(from), to: Some(to), words: format!("{name} to {last_name}") }, end - at))
}

/// Reads "since 2010", "before March 2025".
fn bounded(words: &[Word], at: usize) -> Option<(Period, usize)> {
    for tag in ["since", "after", "before", "until"] {
        let head = length(tag, words, at);
        if head == 0 {
            continue;
        }
        let Some((Days::Span { from, to, name }, end)) = days(words, at + head) else { continue };
        let words = format!("{tag} {name}");
        let period = match tag {
            "since" => Period::Days { from: Some(from), to: None, words },
            "after" => Period::Days { from: Some(to), to: None, words },
            "before" => Period::Days { from: None, to: Some(from), words },
            _ => Period::Days { from: None, to: Some(to), words },
        };
        return Some((period, end - at));
    }
    None
}

fn year(word: &Word) -> Option<i32> {
    match word.kind {
        Kind::Number(n) if (1500.0..2200.0).contains(&n) && n.fract() == 0.0 && word.text.len() == 4 => {
            Some(n as i32)
        }
        _ => None,
    }
}

fn month(word: &Word) -> Option<u32> {
    let key = word.key.as_str();
    let fits = |name: &str| {
        name == key || (key.len() >= 3 && key != "mar" && key.len() <= 4 && name.starts_with(key))
    };
    (word.kind == Kind::Word)
        .then(|| (1..).zip(&MONTHS).find(|(_, name)| fits(name)).map(|(number, _)| number))?
}

fn quarter(word: &Word) -> Option<u32> {
    word.key
        .strip_prefix('q')
        .and_then(|number| number.parse().ok())
        .filter(|number| (1..=4).contains(number))
}

/// Returns the span that the tokens from `at` on name, and where they end.
fn days(words: &[Word], at: usize) -> Option<(Days, usize)> {
    let at = at + usize::from(is(words, at, &["the"]));
    let at = at + usize::from(is(words, at, &["year"]) && words.get(at + 1).and_then(year).is_some());
    let word = words.get(at)?;
    let year_at = |end: usize| {
        let skip = usize::from(is(words, end, &["of", ","]));
        words.get(end + skip).and_then(year).map(|year| (year, end + skip + 1))
    };
    if let Kind::Date(year, month, day) = word.kind {
        return Some((if day == 0 { months(year, month, 1) } else { one_day(year, month, day) }, at + 1));
    }
    if let Some(year) = year(word) {
        return Some(match words.get(at + 1).and_then(quarter) {
            Some(quarter) => (months(year, 3 * quarter - 2, 3), at + 2),
            None => (months(year, 1, 12), at + 1),
        });
    }
    if let Some(quarter) = quarter(word) {
        let (year, end) = year_at(at + 1)?;
        return Some((months(year, 3 * quarter - 2, 3), end));
    }
    // "14 March 2025", "March 14, 2025", "March 2025", "March".
    let day = |word: &Word| {
        let digits: String = word.key.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok().filter(|day| (1..=31).contains(day))
    };
    if let (Some(day), Some(month)) = (day(word), words.get(at + 1).and_then(month)) {
        let (year, end) = year_at(at + 2)?;
        return Some((one_day(year, month, day), end));
    }
    let month = month(word)?;
    if let Some(day) = words.get(at + 1).and_then(day)
        && let Some((year, end)) = year_at(at + 2)
    {
        return Some((one_day(year, month, day), end));
    }
    Some(match year_at(at + 1) {
        Some((year, end)) => (months(year, month, 1), end),
        None => (Days::Month(month), at + 1),
    })
}

fn months(year: i32, month: u32, count: u32) -> Days {
    let (next_year, next) =
        if month + count > 12 { (year + 1, month + count - 12) } else { (year, month + count) };
    let name = match count {
        1 => format!("{} {year}", month_name(month)),
        3 => format!("Q{} {year}", month.div_ceil(3)),
        _ => year.to_string(),
    };
    Days::Span { from: format!("{year}-{month:02}-01"), to: format!("{next_year}-{next:02}-01"), name }
}

fn one_day(year: i32, month: u32, day: u32) -> Days {
    let length = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let day = day.min(length);
    let name = format!("{year}-{month:02}-{day:02}");
    let to = match months(year, month, 1) {
        Days::Span { to, .. } if day == length => to,
        _ => format!("{year}-{month:02}-{:02}", day + 1),
    };
    Days::Span { from: name.clone(), to, name }
}

/// Returns a month's English name.
pub(crate) fn month_name(month: u32) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    NAMES.get(month.saturating_sub(1) as usize).copied().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenize;

    #[test]
    fn periods_are_read_with_their_bounds() {
        let days = |from: Option<&str>, to: Option<&str>, words: &str| {
            Some(Period::Days {
                from: from.map(str::to_owned),
                to: to.map(str::to_owned),
                words: words.to_owned(),
            })
        };
        let cases = [
            ("in 2025", days(Some("2025-01-01"), Some("2026-01-01"), "in 2025")),
            ("since March 2025", days(Some("2025-03-01"), None, "since March 2025")),
            ("after 2010", days(Some("2011-01-01"), None, "after 2010")),
            ("before 2010", days(None, Some("2010-01-01"), "before 2010")),
            ("Q3 2025", days(Some("2025-07-01"), Some("2025-10-01"), "in Q3 2025")),
            (
                "between january and march 2025",
                days(Some("2025-01-01"), Some("2025-04-01"), "January to March 2025"),
            ),
            ("on 14 March 2025", days(Some("2025-03-14"), Some("2025-03-15"), "in 2025-03-14")),
            ("in may", Some(Period::Month(5))),
            ("may", None),
            ("the last 30 days", Some(Period::Newest { grain: Grain::Day, count: 30 })),
            ("last month", Some(Period::Newest { grain: Grain::Month, count: 1 })),
            ("revenue", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(period(&tokenize(text), 0).map(|(period, _)| period), wanted, "{text}");
        }
    }
}
