//! The labels of rows, and which of them a sentence names.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::quantity::{Date, Value, stated};

/// The most words of a label that are compared.
const WORDS: usize = 6;

/// Words before a year or a date that is the end of a range.
const BOUNDS: [&str; 9] =
    ["after", "before", "between", "from", "since", "through", "till", "to", "until"];
/// The most rows of a range that an answer names by its ends.
const MAX_RANGE: u32 = 400;
/// What stands between both ends of a range.
const RANGES: [&str; 6] = ["–", "-", " – ", " to ", " through ", " until "];

/// Returns whether a text begins with the end of a range, whose other end is before it.
fn ends_range(text: &str) -> bool {
    let Some(rest) = RANGES.iter().find_map(|dash| text.strip_prefix(dash)) else { return false };
    let word = words(rest).next().map_or("", |(_, word)| word);
    rest.starts_with(word)
        && (Date::month_of(word).is_some() || word.len() == 4 && word.parse::<u16>().is_ok())
}

/// The fewest letters of a label with which a longer word may begin.
const MIN_LABEL_LENGTH: usize = 4;

/// Words that label statistics rather than groups: an answer says "on average" where the output has
/// `mean`, so that a number may well belong to a row whose label the sentence does not have.
const STATISTICS: [&str; 31] = [
    "average",
    "avg",
    "change",
    "correlation",
    "count",
    "freq",
    "intercept",
    "kurt",
    "max",
    "mean",
    "median",
    "min",
    "mode",
    "n",
    "nunique",
    "p",
    "percent",
    "r",
    "rate",
    "rows",
    "sem",
    "share",
    "size",
    "skew",
    "slope",
    "std",
    "sum",
    "t",
    "total",
    "unique",
    "var",
];

/// Returns the words of a text, each with where it stands. Letters and digits are words, everything
/// else parts them.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// Words for the statistics that pandas labels otherwise.
const SYNONYMS: [(&str, &str); 12] = [
    ("average", "mean"),
    ("deviation", "std"),
    ("greatest", "max"),
    ("highest", "max"),
    ("largest", "max"),
    ("lowest", "min"),
    ("maximum", "max"),
    ("minimum", "min"),
    ("quartiles", "quartile"),
    ("range", "max"),
    ("smallest", "min"),
    ("strongest", "max"),
];

/// Returns the form of a word in which it is compared: short ones keep their case, so that the
/// group `A` is not an article.
fn form(word: &str) -> String {
    let form = if word.chars().count() > 3 { word.to_lowercase() } else { word.to_owned() };
    let form = if form.is_ascii() { form } else { form.chars().map(without_accent).collect() };
    SYNONYMS
        .iter()
        .find(|(synonym, _)| *synonym == form)
        .map_or(form, |(_, word)| (*word).to_owned())
}

/// Returns the letter that is often written in place of an accented one.
fn without_accent(letter: char) -> char {
    const ACCENTED: [(&str, char); 16] = [
        ("áàâãäå", 'a'),
        ("ÁÀÂÃÄÅ", 'A'),
        ("éèêë", 'e'),
        ("ÉÈÊË", 'E'),
        ("íìîï", 'i'),
        ("ÍÌÎÏ", 'I'),
        ("óòôõöø", 'o'),
        ("ÓÒÔÕÖØ", 'O'),
        ("úùûü", 'u'),
        ("ÚÙÛÜ", 'U'),
        ("ç", 'c'),
        ("Ç", 'C'),
        ("ñ", 'n'),
        ("Ñ", 'N'),
        ("ýÿ", 'y'),
        ("š", 's'),
    ];
    ACCENTED.iter().find(|(of, _)| of.contains(letter)).map_or(letter, |(_, plain)| *plain)
}

/// Returns the forms of all words of a text.
pub(crate) fn forms(text: &str) -> HashSet<String> {
    words(text).map(|(_, word)| form(word)).collect()
}

/// Returns the form of a label in which it is compared; `None` if it has no letter and is not a
/// date and no year.
pub(crate) fn label(text: &str) -> Option<String> {
    let known: Vec<String> = words(text).take(WORDS).map(|(_, word)| form(word)).collect();
    let text = known.join(" ");
    (text.contains(char::is_alphabetic) && text.len() < 100).then_some(text)
}

/// Returns the label of a date.
pub(crate) fn of_date(date: &Date) -> String {
    let part = |part: Option<u16>| part.map(|part| part.to_string()).unwrap_or_default();
    format!("{}-{}-{}", part(date.year), date.month, part(date.day.map(u16::from)))
}

/// Returns the labels of a date: itself, its month and its year, also as answers write them where
/// the year is clear: "14 March", "March".
pub(crate) fn of_parts(date: &Date) -> Vec<String> {
    let month = Date { day: None, ..*date };
    let mut labels = vec![of_date(date), of_date(&month)];
    labels.extend([date, &month].map(|date| of_date(&Date { year: None, ..*date })));
    labels.extend(date.year.map(|year| year.to_string()));
    labels.sort();
    labels.dedup();
    labels
}

/// Returns the label of a row that a number names, apart from the labels that are words.
pub(crate) fn of_key(key: i64) -> String {
    format!("#{key}")
}

/// Returns the label of a column that is called as a whole number, a year as itself.
pub(crate) fn of_number(name: &str) -> Option<String> {
    let number: i64 = name.trim().parse().ok()?;
    Some(if (1000..3000).contains(&number) { number.to_string() } else { of_key(number) })
}

/// Returns the label of a quantile as `describe` prints it.
pub(crate) fn of_quantile(percent: f64) -> Option<&'static str> {
    match percent {
        25.0 | 75.0 => Some("quartile"),
        50.0 => Some("median"),
        _ => None,
    }
}

/// Returns whether a label is so long that an answer may well state only a part of it.
pub(crate) fn is_long(text: &str) -> bool {
    text.contains(',') || words(text).count() >= WORDS
}

/// Returns whether a label is that of a statistic or of a column of a file.
pub(crate) fn is_measure(label: &str, columns: &HashSet<String>) -> bool {
    columns.contains(label) || label.split(' ').any(|word| STATISTICS.contains(&word))
}

/// A label in a sentence.
#[derive(Clone, Debug)]
pub(crate) struct Mention {
    /// Where it stands in the answer.
    pub(crate) span: Range<usize>,
    /// The rows, or the columns, that have it.
    pub(crate) rows: Vec<u32>,
}

/// Returns which of the labels stand in a text that begins at `start`; the longest if several
/// begin at one word.
pub(crate) fn mentions(
    text: &str,
    start: usize,
    known: &HashMap<String, Vec<u32>>,
) -> Vec<Mention> {
    if known.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let dates: Vec<(Range<usize>, String)> = stated(text)
        .iter()
        .filter_map(|quantity| match &quantity.value {
            Value::Date(date) => Some((quantity.span.clone(), of_date(date))),
            Value::Number(_) => None,
        })
        .collect();
    let mut ends: Vec<(Range<usize>, &Vec<u32>)> = Vec::new();
    let mut push = |span: Range<usize>, label: &str| {
        let rows = known.get(label)?;
        // "Since 2010" and "June to August" are about others too.
        let (before, after) = (&text[..span.start], &text[span.end..]);
        let word = before.trim_end().rsplit(' ').next().unwrap_or_default();
        if label.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && (BOUNDS.contains(&word.to_lowercase().as_str())
                || before.ends_with(['–', '-'])
                || ends_range(after))
        {
            ends.push((span, rows));
            return None;
        }
        found.push(Mention { span: start + span.start..start + span.end, rows: rows.clone() });
        Some(())
    };
    for (span, date) in &dates {
        push(span.clone(), date);
    }
    // "Q3" is the row or the column 3.
    for (at, word) in words(text) {
        if let Some(quarter) = word.strip_prefix('Q').filter(|quarter| quarter.len() == 1)
            && let Ok(quarter) = quarter.parse()
        {
            push(at..at + word.len(), &of_key(quarter));
        }
    }
    let months = words(text).filter(|(at, _)| !dates.iter().any(|(span, _)| span.contains(at)));
    for (at, word) in months {
        let month = Date::month_of(word).filter(|_| word.len() > 2);
        if let Some(month) = month {
            push(at..at + word.len(), &of_date(&Date { year: None, month, day: None }));
        }
    }
    let words: Vec<(usize, String, usize)> =
        words(text).map(|(at, word)| (at, form(word), at + word.len())).collect();
    let mut at = 0;
    while at < words.len() {
        let (begin, _, _) = words[at];
        if dates.iter().any(|(span, _)| span.contains(&begin)) {
            at += 1;
            continue;
        }
        let mut step = 1;
        let mut is_known = false;
        for length in (1..=WORDS.min(words.len() - at)).rev() {
            let part = &words[at..at + length];
            let joined =
                part.iter().map(|(_, word, _)| word.as_str()).collect::<Vec<_>>().join(" ");
            is_known = push(begin..part[length - 1].2, &joined).is_some();
            if is_known {
                step = length;
                break;
            }
        }
        // The plural, or the whole word for which a label is short.
        let (_, word, end) = &words[at];
        let mut short = word.as_str();
        while !is_known
            && short.chars().next_back().is_some_and(char::is_alphabetic)
            && short.chars().count() > MIN_LABEL_LENGTH
        {
            short = &short[..short.len() - short.chars().next_back().map_or(0, char::len_utf8)];
            is_known = push(begin..*end, short).is_some();
        }
        at += step;
    }
    ends.sort_by_key(|(span, _)| span.start);
    for pair in ends.windows(2) {
        let [(first, from), (last, to)] = pair else { continue };
        let between = text.get(first.end..last.start).unwrap_or_default();
        if RANGES.contains(&between) || between == " and " {
            let span = start + first.start..start + last.end;
            found.push(Mention { span, rows: all_between(from, to) });
        }
    }
    found.sort_by_key(|mention| mention.span.start);
    found
}

/// Returns the rows from those of one label to those of another, for each of the first the nearest.
fn all_between(from: &[u32], to: &[u32]) -> Vec<u32> {
    let mut rows: Vec<u32> = from
        .iter()
        .filter_map(|start| {
            let end = to.iter().min_by_key(|end| end.abs_diff(*start))?;
            Some((*start).min(*end)..=(*start).max(*end))
        })
        .filter(|range| range.end() - range.start() < MAX_RANGE)
        .flatten()
        .collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}
