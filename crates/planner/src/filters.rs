//! Filters: which rows a question is about.
//!
//! Reads periods, comparisons, values and exclusions from a question's words and marks the words that it
//! used. It knows the table's columns and examples, and nothing of what is computed afterwards.

use crate::columns::Mention;
use crate::grammar::Grammar;
use crate::input::{Column, ColumnType, Table};
use crate::plan::Filter;
use crate::words::{Kind, Word, name_words, stem};

const SIGNS: [(&str, &str); 6] = [
    ("more or equal", ">="),
    ("less or equal", "<="),
    ("more", ">"),
    ("less", "<"),
    ("not equal", "!="),
    ("equal", "=="),
];

/// Endings that a word may add to a value's name and still mean it.
const ENDINGS: [&str; 13] =
    ["y", "ny", "gy", "ly", "ish", "ern", "ers", "ed", "day", "days", "sday", "sdays", "nesdays"];

/// Finds values among a column's examples: "in the West", "excluding Books".
pub(crate) fn values(words: &[Word], table: &Table, taken: &mut [bool]) -> Vec<(usize, usize, Filter)> {
    let grammar = Grammar::get();
    let mut found: Vec<(usize, usize, &Column, &String)> = Vec::new();
    for column in table.columns.iter().filter(|column| column.is_text()) {
        for example in &column.examples {
            let parts = name_words(example);
            for at in 0..words.len() {
                let fits = parts.iter().enumerate().all(|(i, part)| {
                    words.get(at + i).is_some_and(|word| {
                        word.kind != Kind::Quoted
                            && (word.key == *part || (part.len() > 3 && stem(&word.key) == stem(part)))
                    })
                });
                // "Rainy", "western" and "Sundays" mean rain, the West and Sun.
                let ending = |word: &Word| {
                    let rest = parts.first().filter(|part| part.chars().count() >= 3)?;
                    let ending = word.key.strip_prefix(rest.as_str())?;
                    Some(!grammar.knows(&word.key) && ENDINGS.contains(&ending))
                };
                let fits = fits
                    || (parts.len() == 1 && column.distinct <= 12 && ending(&words[at]).unwrap_or(false));
                let meant_so = |key: &str| {
                    let group = grammar.list(key);
                    let within = |text: &str| group.iter().any(|phrase| phrase.as_slice() == [text]);
                    parts.len() == 1 && within(&parts[0]) && within(&words[at].key) && words[at].key.len() > 1
                };
                let fits =
                    fits || (column.distinct <= 4 && (meant_so("name.female") || meant_so("name.male")));
                let quoted =
                    words[at].kind == Kind::Quoted && words[at].text.to_lowercase() == example.to_lowercase();
                let meant =
                    parts.len() > 1 || (!grammar.knows(&words[at].key) && words[at].key.chars().count() > 1);
                // "Wool A": a single letter only counts right after its column.
                let named = || {
                    let own = name_words(&column.name);
                    (at.saturating_sub(3)..at).any(|before| own.contains(&words[before].key))
                };
                let meant = meant || (example.chars().count() == 1 && words[at].text == *example && named());
                if (fits && meant && !parts.is_empty()) || quoted {
                    found.push((at, if quoted { 1 } else { parts.len() }, column, example));
                }
            }
        }
    }
    found.sort_by_key(|(at, length, column, _)| (std::cmp::Reverse(*length), *at, column.distinct));
    let mut filters: Vec<(usize, usize, Filter)> = Vec::new();
    for (at, length, column, example) in found {
        if taken[at..at + length].iter().any(|taken| *taken) {
            continue;
        }
        taken[at..at + length].fill(true);
        let not = (at.saturating_sub(4)..at).any(|i| {
            let without = grammar.at("without", words, i).max(grammar.at("not equal", words, i));
            without > 0 && i + without <= at
        });
        let same = filters.iter_mut().find_map(|(_, _, filter)| match filter {
            Filter::OneOf { column: other, values, not: negated }
                if *other == column.name && *negated == not =>
            {
                Some(values)
            }
            _ => None,
        });
        match same {
            Some(values) => values.push(example.clone()),
            None => filters.push((
                at,
                at + length,
                Filter::OneOf { column: column.name.clone(), values: vec![example.clone()], not },
            )),
        }
    }
    filters
}

/// Finds comparisons of a column: `price > 10`, "more than 10 units", "quantity between 2 and 4", "where
/// customer is Acme".
pub(crate) fn comparisons(
    words: &[Word],
    table: &Table,
    mentions: &mut Vec<Mention>,
    taken: &mut [bool],
) -> Vec<Filter> {
    let mut filters = Vec::new();
    let mut used = Vec::new();
    for (index, mention) in mentions.iter().enumerate() {
        let column = &table.columns[mention.column];
        let name = column.name.clone();
        if let Some((from, to, end)) = between(words, mention.end).filter(|_| column.is_number()) {
            filters.push(Filter::Compare { column: name.clone(), sign: ">=", value: from });
            filters.push(Filter::Compare { column: name, sign: "<=", value: to });
            taken[mention.end..end].fill(true);
            used.push(index);
            continue;
        }
        let contains = Grammar::get().at("contains", words, mention.end);
        if contains > 0 && mention.end + contains < words.len() && column.is_text() {
            let (value, end) = loose_value(words, mention.end + contains, taken);
            filters.push(Filter::Contains { column: name, value });
            taken[mention.end..end].fill(true);
            used.push(index);
            continue;
        }
        let Some((sign, at)) = sign(words, mention.end) else {
            // "with more than 3 units": sign and number precede the name.
            let before = mention.start.checked_sub(1).and_then(|at| Some((at, value(&words[at])?)));
            if let Some((at, value)) = before.filter(|_| column.is_number()) {
                let start = (at.saturating_sub(3)..at).find_map(|i| {
                    let (sign, end) = sign_at(words, i)?;
                    (end == at && sign != "==").then_some((i, sign))
                });
                let ranked = ["order.top", "order.bottom", "first", "last", "study.rolling"];
                let whole =
                    value.fract() == 0.0 && column.r#type == ColumnType::Integer && column.distinct <= 60;
                let exact = start.is_none()
                    && whole
                    && !taken[at]
                    && !ranked.iter().any(|key| Grammar::get().has(key, words));
                if exact {
                    // "4 cylinder cars" have exactly 4.
                    filters.push(Filter::Compare { column: name, sign: "==", value });
                    taken[at] = true;
                    used.push(index);
                } else if let Some((start, sign)) = start {
                    filters.push(Filter::Compare { column: name, sign, value });
                    taken[start..mention.start].fill(true);
                    used.push(index);
                }
            }
            continue;
        };
        let Some(word) = words.get(at).filter(|_| !taken[at]) else { continue };
        // The window of "a rolling mean of price over 30 days" is not a price.
        if unit(words, at + 1) && Grammar::get().has("study.rolling", words) {
            continue;
        }
        if let Some(value) = value(word).filter(|_| column.is_number()) {
            filters.push(Filter::Compare { column: name, sign, value });
            taken[mention.end..=at].fill(true);
            used.push(index);
        } else if matches!(sign, "==" | "!=") && (column.is_text() || column.r#type == ColumnType::Boolean) {
            let said = words[at - 1].kind == Kind::Symbol || words[at].kind == Kind::Quoted;
            if !said && Grammar::get().knows(&words[at].key) && column.r#type != ColumnType::Boolean {
                continue;
            }
            let (text, end) = loose_value(words, at, taken);
            if !text.is_empty() {
                taken[mention.end..end].fill(true);
                used.push(index);
                filters.push(Filter::Same { column: name, value: text, not: sign == "!=" });
            }
        }
    }
    let mut index = 0;
    mentions.retain(|_| {
        index += 1;
        !used.contains(&(index - 1))
    });
    filters
}

/// Finds a comparison without a column: "only those above 100".
pub(crate) fn bare(words: &[Word], taken: &mut [bool]) -> Option<(&'static str, f64)> {
    let free = |at: usize| taken.get(at).is_some_and(|taken| !taken);
    let found = (0..words.len()).filter(|at| free(*at)).find_map(|at| {
        let (sign, end) = sign_at(words, at).filter(|(sign, _)| !matches!(*sign, "==" | "!="))?;
        let value = value(words.get(end)?).filter(|_| free(end) && !unit(words, end + 1))?;
        Some((at, end, sign, value))
    });
    let (at, end, sign, value) = found?;
    taken[at..=end].fill(true);
    Some((sign, value))
}

/// Returns whether a unit of time follows: "over 30 days" is no comparison.
fn unit(words: &[Word], at: usize) -> bool {
    let grains = ["grain.hour", "grain.day", "grain.week", "grain.month", "grain.quarter", "grain.year"];
    grains.iter().any(|grain| Grammar::get().at(grain, words, at) > 0)
}

fn value(word: &Word) -> Option<f64> {
    if let Kind::Number(value) = word.kind { Some(value) } else { None }
}

/// Returns the text of a value that is not among the examples: quoted, or everything up to a word with a
/// meaning.
fn loose_value(words: &[Word], at: usize, taken: &[bool]) -> (String, usize) {
    if words[at].kind == Kind::Quoted {
        return (words[at].text.clone(), at + 1);
    }
    let grammar = Grammar::get();
    let ends = |i: usize| {
        taken[i]
            || !matches!(words[i].kind, Kind::Word | Kind::Number(_))
            || (i > at && grammar.knows(&words[i].key))
    };
    let end = (at..words.len()).find(|i| ends(*i)).unwrap_or(words.len());
    (words[at..end].iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "), end)
}

fn sign(words: &[Word], at: usize) -> Option<(&'static str, usize)> {
    let skip = usize::from(Grammar::get().at("equal", words, at) > 0 && sign_at(words, at + 1).is_some());
    sign_at(words, at + skip)
}

fn sign_at(words: &[Word], at: usize) -> Option<(&'static str, usize)> {
    let grammar = Grammar::get();
    SIGNS
        .iter()
        .map(|(key, sign)| (grammar.at(key, words, at), *sign))
        .filter(|(length, _)| *length > 0)
        .max_by_key(|(length, _)| *length)
        .map(|(length, sign)| (sign, at + length))
}

fn between(words: &[Word], at: usize) -> Option<(f64, f64, usize)> {
    let grammar = Grammar::get();
    let skip = usize::from(grammar.at("equal", words, at) > 0);
    let opened = grammar.at("between", words, at + skip);
    let first = at + skip + opened;
    let (from, to) = (value(words.get(first)?)?, value(words.get(first + 2)?)?);
    (opened > 0 && grammar.at("and", words, first + 1) > 0).then_some((from, to, first + 3))
}

/// Finds "without duplicates", "without blanks", "rows where price is missing".
pub(crate) fn blanks(
    words: &[Word],
    table: &Table,
    mentions: &mut Vec<Mention>,
    taken: &mut [bool],
) -> Vec<Filter> {
    let grammar = Grammar::get();
    let mut filters = Vec::new();
    for at in 0..words.len() {
        let length = grammar.at("without", words, at);
        if length > 0 && grammar.at("duplicate", words, at + length) > 0 {
            let end = at + length + grammar.at("duplicate", words, at + length);
            taken[at..end].fill(true);
            filters.push(Filter::Once);
        }
        let next = at + length + usize::from(words.get(at + length).is_some_and(|word| word.key == "any"));
        let blank = grammar.at("blank", words, next);
        if length > 0 && blank > 0 {
            let near = mentions
                .iter()
                .min_by_key(|mention| mention.start.abs_diff(at))
                .map(|mention| mention.column);
            let column = near.map(|index| table.columns[index].name.clone());
            filters.extend(column.map(|column| Filter::Filled { column, filled: true }));
            taken[at..next + blank].fill(true);
        }
    }
    mentions.retain(|mention| {
        let (sign, at) = sign(words, mention.end).unwrap_or(("", mention.end));
        let blank = grammar.at("blank", words, at);
        if blank == 0 || sign.is_empty() || taken[at] {
            return true;
        }
        taken[mention.start..at + blank].fill(true);
        let column = table.columns[mention.column].name.clone();
        filters.push(Filter::Filled { column, filled: sign == "!=" });
        false
    });
    filters
}
