//! Several questions in one message, answered one after another.
//!
//! Sentences and lines are always split; a comma or an "and" only if both sides ask for something of their
//! own. Whether a part can be answered is not known here.

use crate::grammar::Grammar;
use crate::words::{Kind, Word, tokenize};

/// The most questions that are answered at once: each is a step of the turn, and turns are bounded.
pub(crate) const MOST: usize = 5;

/// Returns the questions of a message in order, or the message itself if it is one.
pub(crate) fn split_questions(message: &str) -> Vec<String> {
    let grammar = Grammar::get();
    let words = tokenize(message);
    // A report has several parts, and the user's own Python is not split.
    if grammar.has("study.report", &words) || message.contains("```") || message.contains("python:") {
        return vec![message.to_owned()];
    }
    let sentences = sentences(message);
    sentences.iter().flat_map(|sentence| clauses(sentence)).collect()
}

/// Splits after question marks, semicolons, line ends, and full stops before a capital.
fn sentences(message: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut open = None;
    let chars: Vec<char> = message.chars().collect();
    for (at, c) in chars.iter().enumerate() {
        open = quote(open, *c);
        let next = chars[at + 1..].iter().find(|c| !c.is_whitespace());
        let stop = *c == '.'
            && at >= 3
            && chars[at - 3..at].iter().all(|c| c.is_lowercase() || c.is_ascii_digit())
            && chars.get(at + 1).is_some_and(|c| c.is_whitespace())
            && next.is_some_and(|c| c.is_uppercase());
        let ends = open.is_none() && (matches!(c, '?' | '!' | ';' | '\n') || stop);
        if let Some(last) = found.last_mut()
            && (!ends || *c == '?')
        {
            last.push(*c);
        }
        if ends {
            found.push(String::new());
        }
    }
    let mut found: Vec<String> = found.iter().map(|part| bare(part)).filter(|part| asks(part)).collect();
    if found.is_empty() {
        found.push(message.to_owned());
    }
    found
}

/// Returns the quote that is open after a character.
fn quote(open: Option<char>, c: char) -> Option<char> {
    match (open, c) {
        (None, '"' | '`') => Some(c),
        (Some(quote), c) if quote == c => None,
        (open, _) => open,
    }
}

/// Removes the number or dash before an entry of a list.
fn bare(line: &str) -> String {
    let line = line.trim();
    let entry = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = entry.len() < line.len() && entry.starts_with([')', '.']);
    let rest = if numbered { &entry[1..] } else { line.trim_start_matches(['-', '*', '•']) };
    rest.trim().to_owned()
}

fn asks(part: &str) -> bool {
    tokenize(part).iter().any(|word| matches!(word.kind, Kind::Word))
}

/// Splits at commas and "and" if what follows begins a question of its own.
fn clauses(sentence: &str) -> Vec<String> {
    let grammar = Grammar::get();
    let mut found: Vec<String> = Vec::new();
    let mut current: Vec<&str> = Vec::new();
    let pieces: Vec<&str> = sentence.split(' ').filter(|piece| !piece.is_empty()).collect();
    for (at, piece) in pieces.iter().enumerate() {
        let key = piece.trim_end_matches(',');
        let joint = ["and", "und", "et", "y"].contains(&key)
            || current.last().is_some_and(|last| last.ends_with(','));
        let rest = tokenize(&pieces[at + usize::from(["and", "und", "et", "y"].contains(&key))..].join(" "));
        let within = current.join(" ").chars().fold(None, quote).is_some();
        if joint && !within && begins(grammar, &rest) && whole(grammar, &tokenize(&current.join(" "))) {
            found.push(current.join(" ").trim_end_matches(',').to_owned());
            current.clear();
            if ["and", "und", "et", "y"].contains(&key) {
                continue;
            }
        }
        current.push(piece);
    }
    found.push(current.join(" "));
    found
}

/// The phrases that open a question of its own.
const OPENINGS: [&str; 13] = [
    "ask",
    "op.mean",
    "op.median",
    "op.sum",
    "intent.count",
    "order.top",
    "order.bottom",
    "study.pareto",
    "study.funnel",
    "study.outliers",
    "study.rolling",
    "study.growth",
    "intent.correlation",
];

fn begins(grammar: &Grammar, words: &[Word]) -> bool {
    let skip =
        words.iter().take_while(|word| ["the", "a", "an", "show", "me", "also"].contains(&word.key.as_str()));
    let at = skip.count();
    let grain = ["grain.day", "grain.week", "grain.month", "grain.quarter", "grain.year"];
    let opened = OPENINGS.iter().chain(&grain).find_map(|key| {
        let length = grammar.at(key, words, at);
        (length > 0).then_some(at + length)
    });
    // "and year" continues what was said; "and yearly revenue" does not.
    opened.is_some_and(|end| words.len() > end || at + 1 < end)
        && !words
            .get(at)
            .is_some_and(|word| ["month", "year", "day", "week", "quarter"].contains(&word.key.as_str()))
}

/// Returns whether words ask for more than a bare adjective, which shares its noun with what follows:
/// "highest and lowest price".
fn whole(grammar: &Grammar, words: &[Word]) -> bool {
    let content = words.iter().filter(|word| {
        matches!(word.kind, Kind::Word | Kind::Quoted)
            && !OPENINGS.iter().any(|key| grammar.at(key, std::slice::from_ref(word), 0) > 0)
            && !grammar.stop(&word.key)
    });
    let compares = ["study.compare", "between", "study.change", "intent.correlation"]
        .iter()
        .any(|key| grammar.has(key, words));
    content.count() > 0 && !compares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_split_only_where_another_question_begins() {
        let cases: [(&str, &[&str]); 14] = [
            ("revenue by region and category", &["revenue by region and category"]),
            ("highest and lowest price", &["highest and lowest price"]),
            (
                "compare average price in West and total in East",
                &["compare average price in West and total in East"],
            ),
            ("correlation between price and quantity", &["correlation between price and quantity"]),
            ("revenue by month and year", &["revenue by month and year"]),
            ("How many orders? Which region sells most?", &["How many orders?", "Which region sells most?"]),
            ("total revenue and average price", &["total revenue", "average price"]),
            (
                "total revenue, top 3 customers by revenue and the monthly revenue as a chart",
                &["total revenue", "top 3 customers by revenue", "the monthly revenue as a chart"],
            ),
            ("1. total revenue\n2. rows by region", &["total revenue", "rows by region"]),
            ("Show the rows of Dr. Smith.", &["Show the rows of Dr. Smith."]),
            ("total revenue, what is the median price?", &["total revenue", "what is the median price?"]),
            ("and by region?", &["and by region?"]),
            ("top 5 `a\"]; import, total x #` by price", &["top 5 `a\"]; import, total x #` by price"]),
            (
                "Create a report: monthly revenue, top 10 products, ABC analysis",
                &["Create a report: monthly revenue, top 10 products, ABC analysis"],
            ),
        ];
        for (message, wanted) in cases {
            assert_eq!(split_questions(message), wanted, "{message}");
        }
    }
}
