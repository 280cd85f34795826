//! Periods: the times that a question names.
//!
//! There is no clock here: "last month" is the newest month in the data, and the answer says so.

use crate::lexicon::{family, length};
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

/// The grains, those whose phrases begin with another's first.
const GRAINS: [Grain; 8] = [
    Grain::Weekday,
    Grain::CalendarMonth,
    Grain::Hour,
    Grain::Day,
    Grain::Week,
    Grain::Month,
    Grain::Quarter,
    Grain::Year,
];

/// Returns the grain of that name.
pub(crate) fn grain_named(name: &str) -> Option<Grain> {
    GRAINS.into_iter().find(|grain| grain.name() == name)
}

/// Returns the grain that a noun names, and its length in tokens.
pub(crate) fn grain(words: &[Word], at: usize) -> Option<(Grain, usize)> {
    let lengths = GRAINS.into_iter().map(|grain| (grain, length(grain.name(), words, at)));
    lengths.into_iter().find(|(_, length)| *length > 0)
}

/// Returns the period that begins at a token, and its length in tokens.
pub(crate) fn period(words: &[Word], at: usize) -> Option<(Period, usize)> {
    newest(words, at).or_else(|| range(words, at)).or_else(|| bounded(words, at)).or_else(|| {
        let skip = skip(words, at, &["in", "during", "of", "for", "on"]);
        match days(words, skip)? {
            (Days::Span { from, to, name }, end) => {
                let words = format!("in {name}");
                Some((Period::Days { from: Some(from), to: Some(to), words }, end - at))
            }
            // A month by itself may be a verb: "may".
            (Days::Month(month), end) => (skip > at).then_some((Period::Month(month), end - at)),
        }
    })
}

/// A span of days, or a month of any year.
enum Days {
    Span { from: String, to: String, name: String },
    Month(u32),
}

/// Returns the place after a token, if it has one of these keys.
fn skip(words: &[Word], at: usize, keys: &[&str]) -> usize {
    at + usize::from(words.get(at).is_some_and(|word| keys.contains(&word.key.as_str())))
}

/// Reads "last month", "the past 30 days".
fn newest(words: &[Word], at: usize) -> Option<(Period, usize)> {
    let start = skip(words, skip(words, at, &["in", "during", "for", "over"]), &["the"]);
    let next = start + length("last", words, start);
    let number = words.get(next).and_then(count);
    let (grain, found) = grain(words, next + usize::from(number.is_some()))?;
    let end = next + usize::from(number.is_some()) + found;
    (next > start).then_some((Period::Newest { grain, count: number.unwrap_or(1) }, end - at))
}

/// Returns the whole number that a token states, in digits or as a word.
pub(crate) fn count(word: &Word) -> Option<usize> {
    match word.kind {
        Kind::Number(n) if n >= 0.0 && n.fract() == 0.0 && n < 1e9 => Some(n as usize),
        Kind::Word => family("numbers").iter().position(|name| *name == word.key),
        _ => None,
    }
}

/// Reads "between March and May 2025", "from 2010 to 2015".
fn range(words: &[Word], at: usize) -> Option<(Period, usize)> {
    let head = length("between", words, at).max(length("since", words, at));
    let (first, end) = days(words, at + head)?;
    let and = skip(words, end, &["and", "to", "until", "till", "through", "-"]);
    if head == 0 || and == end {
        return None;
    }
    let (Days::Span { from: last_from, to, name: last_name }, end) = days(words, and)? else { return None };
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
    let heads = ["since", "after", "before", "until"].map(|tag| (tag, length(tag, words, at)));
    heads.into_iter().filter(|(_, head)| *head > 0).find_map(|(tag, head)| {
        let (Days::Span { from, to, name }, end) = days(words, at + head)? else { return None };
        let (from, to) = match tag {
            "since" => (Some(from), None),
            "after" => (Some(to), None),
            "before" => (None, Some(from)),
            _ => (None, Some(to)),
        };
        Some((Period::Days { from, to, words: format!("{tag} {name}") }, end - at))
    })
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
    // "mar" may be a name.
    let short = (3..=4).contains(&key.len()) && key != "mar";
    let fits = |name: &String| {
        let name = name.to_lowercase();
        name == key || (short && name.starts_with(key))
    };
    let found = family("months").iter().position(fits).filter(|_| word.kind == Kind::Word)?;
    Some(found as u32 + 1)
}

fn quarter(word: &Word) -> Option<u32> {
    let number = word.key.strip_prefix('q')?.parse().ok()?;
    (1..=4).contains(&number).then_some(number)
}

fn day(word: &Word) -> Option<u32> {
    let digits: String = word.key.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|day| (1..=31).contains(day))
}

/// Returns the span that the tokens from `at` on name, and where they end.
fn days(words: &[Word], at: usize) -> Option<(Days, usize)> {
    let at = skip(words, at, &["the"]);
    let named_year = skip(words, at, &["year"]);
    let at = if words.get(named_year).and_then(year).is_some() { named_year } else { at };
    let (word, next) = (words.get(at)?, words.get(at + 1));
    let year_at = |end: usize| {
        let end = skip(words, end, &["of", ","]);
        words.get(end).and_then(year).map(|year| (year, end + 1))
    };
    if let Kind::Date(year, month, day) = word.kind {
        return Some((if day == 0 { months(year, month, 1) } else { one_day(year, month, day) }, at + 1));
    }
    if let Some(year) = year(word) {
        return Some(match next.and_then(quarter) {
            Some(quarter) => (months(year, 3 * quarter - 2, 3), at + 2),
            None => (months(year, 1, 12), at + 1),
        });
    }
    if let Some(quarter) = quarter(word) {
        let (year, end) = year_at(at + 1)?;
        return Some((months(year, 3 * quarter - 2, 3), end));
    }
    // "14 March 2025", "March 14, 2025", "March 2025", "March".
    let parts = next.and_then(|next| day(word).zip(month(next)).or(day(next).zip(month(word))));
    if let (Some((day, month)), Some((year, end))) = (parts, year_at(at + 2)) {
        return Some((one_day(year, month, day), end));
    }
    let month = month(word)?;
    Some(match year_at(at + 1) {
        Some((year, end)) => (months(year, month, 1), end),
        None => (Days::Month(month), at + 1),
    })
}

fn months(year: i32, month: u32, count: u32) -> Days {
    let last = month + count - 1;
    let (next_year, next) = (year + (last / 12) as i32, last % 12 + 1);
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
    family("months").get(month.saturating_sub(1) as usize).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenize;

    #[test]
    fn periods_are_read_with_their_bounds() {
        let days = |from: &str, to: &str, words: &str| {
            let day = |day: &str| (!day.is_empty()).then(|| day.to_owned());
            Some(Period::Days { from: day(from), to: day(to), words: words.to_owned() })
        };
        let newest = |grain: Grain, count: usize| Some(Period::Newest { grain, count });
        let cases = [
            ("in 2025", days("2025-01-01", "2026-01-01", "in 2025")),
            ("since March 2025", days("2025-03-01", "", "since March 2025")),
            ("after 2010", days("2011-01-01", "", "after 2010")),
            ("before 2010", days("", "2010-01-01", "before 2010")),
            ("Q3 2025", days("2025-07-01", "2025-10-01", "in Q3 2025")),
            ("between january and march 2025", days("2025-01-01", "2025-04-01", "January to March 2025")),
            ("on 14 March 2025", days("2025-03-14", "2025-03-15", "in 2025-03-14")),
            ("in may", Some(Period::Month(5))),
            ("may", None),
            ("the last 30 days", newest(Grain::Day, 30)),
            ("last month", newest(Grain::Month, 1)),
            ("revenue", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(period(&tokenize(text), 0).map(|(period, _)| period), wanted, "{text}");
        }
    }
}
