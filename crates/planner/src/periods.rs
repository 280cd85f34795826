//! Periods: the times that a question is about, read from its words as filters on a column of dates.
//!
//! There is no clock here: "last month" is the newest month in the data, and the answer says so.

use crate::grammar::Grammar;
use crate::input::Table;
use crate::plan::{Filter, Grain, Span};
use crate::words::{Kind, Word, tokenize};

const GRAINS: [(&str, Grain); 5] = [
    ("grain.day", Grain::Day),
    ("grain.week", Grain::Week),
    ("grain.month", Grain::Month),
    ("grain.quarter", Grain::Quarter),
    ("grain.year", Grain::Year),
];

/// Returns the periods named in a question, for the column `date`; `year` is the table's column of years, if
/// it has no dates.
pub(crate) fn periods(
    words: &[Word],
    date: Option<&str>,
    year: Option<&str>,
    taken: &mut [bool],
) -> Vec<Filter> {
    let mut filters = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let found = if taken[at] { None } else { one(words, at, date, year) };
        match found {
            Some((filter, end)) => {
                taken[at..end].fill(true);
                filters.extend(filter);
                at = end;
            }
            None => at += 1,
        }
    }
    filters
}

/// Returns every named time span, in order, for questions about two of them; in "March and April 2026" the
/// year applies to both.
pub(crate) fn spans(words: &[Word]) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match span(words, at) {
            Some((span, end)) => {
                found.push(span);
                at = end;
            }
            None => at += 1,
        }
    }
    let mut year: Option<i32> = None;
    for span in found.iter_mut().rev() {
        match (span.name.strip_prefix("month ").and_then(|month| month.parse().ok()), year) {
            (Some(month), Some(year)) => *span = months(year, month, 1),
            (Some(_), None) => {}
            (None, _) => year = span.from.get(..4).and_then(|year| year.parse().ok()),
        }
    }
    found.retain(|span| !span.from.is_empty());
    found
}

/// Returns the time span of a text that names nothing else.
pub(crate) fn whole_span(text: &str) -> Option<Span> {
    let words = tokenize(text);
    let (span, end) = span(&words, 0)?;
    (end == words.len() && !span.from.is_empty()).then_some(span)
}

/// Returns the span of the same length right before, if it consists of whole months.
pub(crate) fn before(span: &Span) -> Option<Span> {
    let month = |day: &str| {
        let whole = day.get(7..) == Some("-01");
        let number = day.get(..4)?.parse::<i32>().ok()? * 12 + day.get(5..7)?.parse::<i32>().ok()? - 1;
        whole.then_some(number)
    };
    let (from, to) = (month(&span.from)?, month(&span.to)?);
    let first = from - (to - from);
    Some(months(first.div_euclid(12), first.rem_euclid(12) as u32 + 1, u32::try_from(to - from).ok()?))
}

type Found = Option<(Vec<Filter>, usize)>;

fn one(words: &[Word], at: usize, date: Option<&str>, year: Option<&str>) -> Found {
    let Some(date) = date else { return whole_year(words, at, year?) };
    let grammar = Grammar::get();
    if let Some(found) = newest(words, at, date) {
        return Some(found);
    }
    for key in ["between", "since", "in"] {
        let length = grammar.at(key, words, at);
        if length == 0 {
            continue;
        }
        let Some((first, end)) = span(words, at + length) else { continue };
        let and = grammar
            .at("and", words, end)
            .max(grammar.at("through", words, end))
            .max(grammar.at("before", words, end));
        if key != "in"
            && and > 0
            && let Some((last, end)) = span(words, end + and)
        {
            // "January to March 2025": the year applies to both.
            let first = match first.name.strip_prefix("month ").and_then(|month| month.parse().ok()) {
                Some(month) => months(last.from.get(..4).and_then(|year| year.parse().ok())?, month, 1),
                None => first,
            };
            let name = format!("{} to {}", first.name, last.name);
            return Some((vec![period(date, Some(first.from), Some(last.to), name)], end));
        }
        match key {
            "since" => {
                let name = format!("since {}", first.name);
                return Some((vec![period(date, Some(first.from), None, name)], end));
            }
            "in" => return Some((vec![within(date, first)], end)),
            _ => {}
        }
    }
    let (after, before) = (grammar.at("after", words, at), grammar.at("before", words, at));
    let (through, not_more) = (grammar.at("through", words, at), grammar.at("less", words, at));
    let length = after.max(before).max(through).max(not_more).max(grammar.at("more", words, at));
    if length > 0
        && let Some((span, end)) = span(words, at + length)
    {
        let filter = if before > 0 || not_more > 0 {
            period(date, None, Some(span.from), format!("before {}", span.name))
        } else if through > 0 {
            period(date, None, Some(span.to), format!("up to {}", span.name))
        } else {
            period(date, Some(span.to), None, format!("after {}", span.name))
        };
        return Some((vec![filter], end));
    }
    let (span, end) = span(words, at)?;
    // "may" and "mar" alone are rarely months; a month without a year needs an "in" before it.
    let bare = grammar.month(words, at).is_some() && end == at + 1;
    (!bare).then(|| (vec![within(date, span)], end))
}

fn whole_year(words: &[Word], at: usize, column: &str) -> Found {
    let skip = Grammar::get().at("in", words, at);
    let year = calendar_year(words.get(at + skip)?)?;
    Some((
        vec![Filter::Compare { column: column.to_owned(), sign: "==", value: f64::from(year) }],
        at + skip + 1,
    ))
}

/// Reads "last month", "this year", "the last 30 days".
fn newest(words: &[Word], at: usize, date: &str) -> Found {
    let grammar = Grammar::get();
    let last = grammar.at("last", words, at);
    let head = last.max(grammar.at("this", words, at));
    if head == 0 {
        return None;
    }
    let number = match words.get(at + head)?.kind {
        Kind::Number(n) if n >= 1.0 => Some(n as usize),
        _ => grammar.number(&words.get(at + head)?.key),
    };
    let next = at + head + usize::from(number.is_some());
    let (grain, length) = GRAINS.iter().find_map(|(key, grain)| {
        let length = grammar.at(key, words, next);
        (length > 0).then_some((*grain, length))
    })?;
    let count = number.unwrap_or(1);
    let filter = Filter::Newest { column: date.to_owned(), grain, count, back: number.is_some() };
    Some((vec![filter], next + length))
}

fn period(date: &str, from: Option<String>, to: Option<String>, words: String) -> Filter {
    Filter::Period { column: date.to_owned(), from, to, words }
}

fn within(date: &str, span: Span) -> Filter {
    match span.name.strip_prefix("month ").and_then(|month| month.parse().ok()) {
        Some(month) => Filter::Month { column: date.to_owned(), month },
        None => period(date, Some(span.from), Some(span.to), format!("in {}", span.name)),
    }
}

fn calendar_year(word: &Word) -> Option<i32> {
    match word.kind {
        Kind::Number(n) if (1900.0..2100.0).contains(&n) && n.fract() == 0.0 && word.text.len() == 4 => {
            Some(n as i32)
        }
        _ => None,
    }
}

/// Returns the span that the words from `at` on name, and where they end.
fn span(words: &[Word], at: usize) -> Option<(Span, usize)> {
    let grammar = Grammar::get();
    let at = at + usize::from(words.get(at).is_some_and(|word| word.key == "the"));
    let year = grammar.at("grain.year", words, at);
    let at = if words.get(at + year).and_then(calendar_year).is_some() { at + year } else { at };
    let word = words.get(at)?;
    if let Kind::Date(year, month, day) = word.kind {
        return Some((if day == 0 { months(year, month, 1) } else { one_day(year, month, day) }, at + 1));
    }
    if let Some(year) = calendar_year(word) {
        if let Some((quarter, length)) = grammar.quarter(words, at + 1) {
            return Some((months(year, 3 * quarter - 2, 3), at + 1 + length));
        }
        return Some((months(year, 1, 12), at + 1));
    }
    let year_after = |end: usize| {
        let of =
            usize::from(words.get(end).is_some_and(|word| ["of", "de", ","].contains(&word.key.as_str())));
        words.get(end + of).and_then(calendar_year).map(|year| (year, end + of + 1))
    };
    if let Some((quarter, length)) = grammar.quarter(words, at) {
        let (year, end) = year_after(at + length)?;
        return Some((months(year, 3 * quarter - 2, 3), end));
    }
    // "14 March 2025", "March 14, 2025", "March 2025", "March".
    let day = |word: &Word| match word.kind {
        Kind::Number(n) if (1.0..=31.0).contains(&n) => Some(n as u32),
        Kind::Word => {
            let digits: String = word.key.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok().filter(|n| (1..=31).contains(n))
        }
        _ => None,
    };
    if let (Some(day), Some((month, length))) = (day(word), grammar.month(words, at + 1)) {
        let (year, end) = year_after(at + 1 + length)?;
        return Some((one_day(year, month, day), end));
    }
    let (month, length) = grammar.month(words, at)?;
    let end = at + length;
    if let Some(day) = words.get(end).and_then(day)
        && let Some((year, end)) = year_after(end + 1)
    {
        return Some((one_day(year, month, day), end));
    }
    match year_after(end) {
        Some((year, end)) => Some((months(year, month, 1), end)),
        None => Some((Span { from: String::new(), to: String::new(), name: format!("month {month}") }, end)),
    }
}

fn months(year: i32, month: u32, count: u32) -> Span {
    let (next_year, next) =
        if month + count > 12 { (year + 1, month + count - 12) } else { (year, month + count) };
    let name = match count {
        1 => format!("{} {year}", month_name(month)),
        3 => format!("Q{} {year}", month.div_ceil(3)),
        _ => year.to_string(),
    };
    Span { from: format!("{year}-{month:02}-01"), to: format!("{next_year}-{next:02}-01"), name }
}

fn one_day(year: i32, month: u32, day: u32) -> Span {
    let length = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let day = day.min(length);
    let name = format!("{year}-{month:02}-{day:02}");
    let to =
        if day < length { format!("{year}-{month:02}-{:02}", day + 1) } else { months(year, month, 1).to };
    Span { from: name.clone(), to, name }
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

/// Returns the column of dates that periods are about, and the column of years if there is none.
pub(crate) fn columns(table: &Table) -> (Option<&str>, Option<&str>) {
    let date = table.columns.iter().find(|column| column.is_date());
    let year = table.columns.iter().find(|column| {
        column.is_number()
            && crate::words::name_words(&column.name).iter().any(|word| {
                Grammar::get().at(
                    "grain.year",
                    &[Word { text: word.clone(), key: word.clone(), kind: Kind::Word }],
                    0,
                ) > 0
            })
    });
    (date.map(|column| column.name.as_str()), year.map(|column| column.name.as_str()))
}
