//! Spans: the tokens of a question as typed, scored spans, of which each token belongs to exactly one.
//!
//! Every reading of every run of tokens is a candidate; those that cover the question with the highest sum of
//! scores are chosen. What the spans mean together is not known here.

use std::ops::Range;

use crate::calendar::{self, Period};
use crate::columns::{is_identifier, is_unique};
use crate::input::{Column, Table};
use crate::lexicon::{self, is_a};
use crate::plan::{Grain, Op, Order};
use crate::values::{self, Found, Place};
use crate::words::{Kind, Word, name_words, stem, stems, tokenize};

/// How a span may be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    /// A column, by its index.
    Column(usize),
    /// Values of a column.
    Value(Place),
    /// A text as it is written.
    Text(String),
    Number(f64),
    Period(Period),
    /// A noun of time: "month".
    Unit(Grain),
    /// An adjective of time: "monthly".
    Every(Grain),
    Op(Op),
    /// An end of a ranking: "highest", "fewest".
    Extreme(Order),
    /// An end of a ranking by a measure that has to be named: "best".
    Judgement(Order),
    /// A comparison: `>`, `<=`.
    Sign(&'static str),
    /// Any other word of the lexicon, by its tag.
    Word(&'static str),
    /// A word without content.
    Filler,
    /// A word that nothing explains.
    Unknown,
}

/// How certain a reading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Certainty {
    /// It may be meant, so that it has to be asked.
    Guessed,
    /// It is another name or spelling of what is meant, and the answer says so.
    Assumed,
    Certain,
}

/// A run of tokens with its reading.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Span {
    /// The tokens.
    pub(crate) tokens: Range<usize>,
    pub(crate) meaning: Meaning,
    pub(crate) certainty: Certainty,
    /// Other readings that are nearly as good.
    pub(crate) others: Vec<Meaning>,
    score: f64,
}

impl Span {
    /// Returns whether it says something that an answer has to respect.
    pub(crate) fn has_content(&self) -> bool {
        !matches!(self.meaning, Meaning::Filler | Meaning::Word("and" | "which"))
    }
}

/// Readings whose scores differ by less are equally good.
const NEARLY: f64 = 0.16;

/// Splits a question into tokens and spans. `found` is where its texts are among the table's values.
///
/// `title` is what the table is called: a noun of it means the rows.
pub(crate) fn spans(question: &str, title: &str, table: &Table, found: &[Found]) -> (Vec<Word>, Vec<Span>) {
    let words = tokenize(question);
    let title = stems(title);
    let candidates: Vec<Vec<Span>> =
        (0..words.len()).map(|at| candidates(&words, at, &title, table, found)).collect();
    // The best cover of the first tokens: its score, and its last span.
    let mut best: Vec<(f64, Option<Span>)> = vec![(0.0, None)];
    best.resize(words.len() + 1, (f64::NEG_INFINITY, None));
    for (at, here) in candidates.iter().enumerate() {
        let before = best[at].0;
        for span in here {
            let (end, score) = (span.tokens.end, before + span.score);
            if score > best[end].0 + 1e-9 {
                best[end] = (score, Some(span.clone()));
            }
        }
    }
    let mut chosen = Vec::new();
    let mut end = words.len();
    while let Some(mut span) = best.get_mut(end).and_then(|(_, span)| span.take()) {
        end = span.tokens.start;
        let rivals = candidates[end].iter().filter(|other| {
            other.tokens == span.tokens && other.score > span.score - NEARLY && other.meaning != span.meaning
        });
        span.others = rivals.map(|other| other.meaning.clone()).collect();
        if let Meaning::Column(index) = span.meaning {
            similar(&mut span, index, &words, table);
        }
        chosen.push(span);
    }
    chosen.reverse();
    (words, chosen)
}

fn candidates(words: &[Word], at: usize, title: &[String], table: &Table, found: &[Found]) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut add = |length: usize, meaning: Meaning, score: f64, certainty: Certainty| {
        // A longer run is the more specific one.
        let score = score * length as f64 + 0.15 * (length.saturating_sub(1)) as f64;
        spans.push(Span { tokens: at..at + length, meaning, certainty, others: Vec::new(), score });
    };
    let word = &words[at];
    add(1, Meaning::Unknown, 0.0, Certainty::Certain);
    match word.kind {
        Kind::Backticks => {
            if let Some(index) = table.columns.iter().position(|column| column.name == word.text) {
                add(1, Meaning::Column(index), 3.0, Certainty::Certain);
            }
        }
        Kind::Number(value) => {
            add(1, Meaning::Number(value), 0.8, Certainty::Certain);
            // "40 percent" is a number of the column's own unit.
            if words.get(at + 1).is_some_and(|next| ["percent", "%", "pct"].contains(&next.key.as_str())) {
                add(2, Meaning::Number(value), 0.8, Certainty::Certain);
            }
        }
        Kind::Symbol if "?.!:()…-–—/'\"".contains(word.key.as_str()) => {
            add(1, Meaning::Filler, 0.3, Certainty::Certain)
        }
        Kind::Quoted => add(1, Meaning::Text(word.text.clone()), 1.5, Certainty::Certain),
        Kind::Word => {
            let noun = stem(&word.key);
            // "the sales data", "sales.csv"
            let follows = |at: usize, keys: &[&str]| {
                words.get(at).is_some_and(|word| keys.contains(&word.key.as_str()))
            };
            if title.contains(&noun) && follows(at + 1, &["data", "table", "file", "dataset", "sheet", "csv"])
            {
                add(2, Meaning::Filler, 1.3, Certainty::Certain);
            } else if title.contains(&noun)
                && follows(at + 1, &["."])
                && follows(at + 2, &["csv", "xlsx", "xls", "tsv", "json"])
            {
                add(3, Meaning::Filler, 1.3, Certainty::Certain);
            }
            let titled = |part: &String| *part == noun || (noun.len() >= 5 && part.ends_with(&noun));
            // Where each row is a country, the medals of its title are not the rows; where it has a name, they are.
            let generic = |name: &str| {
                let last = stems(name).pop().unwrap_or_default();
                is_a(name, "identifier")
                    || ["name", "title", "label", "model"].contains(&last.as_str())
                    || last.ends_with("num")
            };
            let other = |column: &Column| {
                column.is_text()
                    && is_unique(column, table)
                    && !generic(&column.name)
                    && !stems(&column.name).contains(&noun)
            };
            if lexicon::tags(words, at).iter().all(|(_, length)| *length > 1)
                && title.iter().any(titled)
                && !table.columns.iter().any(other)
            {
                add(1, Meaning::Word("rows"), 0.55, Certainty::Certain);
            }
            // After "begins with" a text follows, whatever it may mean elsewhere.
            let tests = ["with", "in", "contains", "contain", "containing"];
            let before = (at >= 2).then(|| [&words[at - 2].key, &words[at - 1].key]);
            let tested = before.is_some_and(|[a, b]| {
                tests.contains(&b.as_str())
                    && (b.starts_with("contain")
                        || ["begin", "start", "end"].iter().any(|verb| a.starts_with(verb)))
            });
            if tested {
                add(1, Meaning::Text(word.text.clone()), 2.0, Certainty::Certain);
            }
            if let Some(number) = calendar::count(word) {
                add(1, Meaning::Number(number as f64), 0.7, Certainty::Certain);
            }
        }
        _ => {}
    }
    if !matches!(word.kind, Kind::Backticks | Kind::Quoted) {
        // "US" is a name, "us" is none.
        let shouted = words.iter().all(|word| word.text.chars().all(|c| !c.is_lowercase()));
        let name = word.text.chars().all(char::is_uppercase)
            && !shouted
            && (at > 0 || word.text.len() > 1)
            && word.key != "i";
        // Nor is the "a" an article that ends a question: "group a".
        let name =
            name || (word.key == "a" && words.get(at + 1).is_none_or(|next| next.kind == Kind::Symbol));
        for (tag, length) in lexicon::tags(words, at) {
            // "where" asks for a place only at the beginning.
            if at == 0 && word.key == "where" && tag == "filler" {
                add(1, Meaning::Word("where"), 0.8, Certainty::Certain);
                continue;
            }
            if name && matches!(tag, "filler" | "and" | "not") {
                continue;
            }
            let (meaning, score) = tagged(tag, words, at);
            if let Some(meaning) = meaning {
                add(length, meaning, score, Certainty::Certain);
            }
        }
        if let Some((period, length)) = calendar::period(words, at) {
            add(length, Meaning::Period(period), 0.95, Certainty::Certain);
        }
        for (index, column) in table.columns.iter().enumerate() {
            // A column of dates called "month" is found by the noun of time.
            if column.is_date() && calendar::grain(&tokenize(&column.name), 0).is_some() {
                continue;
            }
            if let Some((length, score, certainty)) = named(words, at, &column.name) {
                add(length, Meaning::Column(index), score, certainty);
            }
        }
    }
    for text in found.iter().filter(|found| !found.places.is_empty()) {
        let length = text.tokens;
        if words.get(at..at + length).map(values::key).as_ref() != Some(&text.text) {
            continue;
        }
        for place in &text.places {
            let quoted = if word.kind == Kind::Quoted { 1.0 } else { 0.0 };
            let (score, certainty) = if place.whole {
                (1.0 + quoted, Certainty::Certain)
            } else {
                (0.4 + quoted, Certainty::Guessed)
            };
            add(length, Meaning::Value(place.clone()), score, certainty);
        }
    }
    spans
}

/// Adds the other columns that a part of a name may mean: "party" of `party_code` and `party_affiliation`. A name is
/// rather meant than a number that identifies it.
fn similar(span: &mut Span, index: usize, words: &[Word], table: &Table) {
    let said: Vec<String> = words[span.tokens.clone()].iter().map(|word| stem(&word.key)).collect();
    let holds = |column: &Column| said.iter().all(|word| stems(&column.name).contains(word));
    let whole = |column: &Column| stems(&column.name) == said;
    let chosen = &table.columns[index];
    if words[span.tokens.start].kind != Kind::Word || whole(chosen) || !holds(chosen) {
        return;
    }
    let rivals: Vec<usize> = (0..table.columns.len()).filter(|at| holds(&table.columns[*at])).collect();
    let names: Vec<usize> = rivals.iter().copied().filter(|at| !is_identifier(&table.columns[*at])).collect();
    let meant = if names.is_empty() { rivals } else { names };
    if let [one] = meant.as_slice() {
        span.meaning = Meaning::Column(*one);
        if *one != index && span.certainty == Certainty::Certain {
            span.certainty = Certainty::Assumed;
        }
    } else {
        span.others.extend(meant.into_iter().filter(|at| *at != index).map(Meaning::Column));
    }
}

/// Returns the meaning and score of a tag of the lexicon.
fn tagged(tag: &'static str, words: &[Word], at: usize) -> (Option<Meaning>, f64) {
    let meaning = match tag {
        "filler" => return (Some(Meaning::Filler), 0.3),
        "and" | "which" => return (Some(Meaning::Word(tag)), 0.4),
        "sum" => Meaning::Op(Op::Sum),
        "mean" => Meaning::Op(Op::Mean),
        "median" => Meaning::Op(Op::Median),
        "std" => Meaning::Op(Op::Std),
        "max" => Meaning::Op(Op::Max),
        "min" => Meaning::Op(Op::Min),
        "top" => Meaning::Extreme(Order::Top),
        "bottom" => Meaning::Extreme(Order::Bottom),
        "best" => Meaning::Judgement(Order::Top),
        "worst" => Meaning::Judgement(Order::Bottom),
        ">" => Meaning::Sign(">"),
        ">=" => Meaning::Sign(">="),
        "<" => Meaning::Sign("<"),
        "<=" => Meaning::Sign("<="),
        "==" => Meaning::Sign("=="),
        "!=" => Meaning::Sign("!="),
        "hourly" => Meaning::Every(match words[at].key.as_str() {
            "hourly" => Grain::Hour,
            "daily" => Grain::Day,
            "weekly" => Grain::Week,
            "monthly" => Grain::Month,
            "quarterly" => Grain::Quarter,
            _ => Grain::Year,
        }),
        "hour" | "day" | "week" | "month" | "quarter" | "year" | "weekday" | "calendar month" => {
            return (calendar::grain(words, at).map(|(grain, _)| Meaning::Unit(grain)), 0.85);
        }
        // These only mean something as a part of a period.
        "since" | "after" | "before" | "until" | "last" => return (None, 0.0),
        _ => Meaning::Word(tag),
    };
    (Some(meaning), 0.9)
}

/// Words that a column's name may lack in a question.
const GENERIC: [&str; 34] = [
    "name", "id", "code", "number", "no", "nr", "type", "title", "date", "of", "the", "in", "and", "usd",
    "eur", "c", "f", "mm", "cm", "m", "km", "kg", "g", "lb", "mi", "s", "h", "ms", "pct", "mb", "gb", "kwh",
    "l", "ft",
];

/// Returns how many tokens from `at` on name a column, the score for each, and how certain that is.
fn named(words: &[Word], at: usize, name: &str) -> Option<(usize, f64, Certainty)> {
    use Certainty::{Assumed, Certain, Guessed};
    let own = stems(name);
    let key =
        |i: usize| words.get(at + i).filter(|word| word.kind != Kind::Backticks).map(|word| stem(&word.key));
    let run = |part: &[String]| {
        !part.is_empty() && part.iter().enumerate().all(|(i, word)| key(i).as_ref() == Some(word))
    };
    if run(&own) {
        // Of `engine` and `engines`, the one that is written like that is meant.
        let exact = name_words(name)
            .iter()
            .enumerate()
            .all(|(i, word)| words.get(at + i).is_some_and(|own| own.key == *word));
        return Some((own.len(), if exact { 1.3 } else { 1.1 }, Certain));
    }
    if key(0).is_some_and(|key| own.len() > 1 && key == own.concat()) {
        return Some((1, 1.1, Certain));
    }
    let core: Vec<String> = own.iter().filter(|word| !GENERIC.contains(&word.as_str())).cloned().collect();
    if core.len() < own.len() && run(&core) {
        return Some((core.len(), 1.0, Certain));
    }
    // All words in any order, abbreviated or not: "max temperature" of `temp_max`.
    let short = |a: &str, b: &str| {
        a == b
            || (a.len() >= 3 && b.len() >= 5 && b.starts_with(a))
            || (b.len() >= 3 && a.len() >= 5 && a.starts_with(b))
    };
    let all = own.len() > 1
        && own.iter().all(|part| (0..own.len()).any(|i| key(i).is_some_and(|key| short(part, &key))));
    let each = (0..own.len()).all(|i| key(i).is_some_and(|key| own.iter().any(|part| short(part, &key))));
    if all && each {
        return Some((own.len(), 1.0, Assumed));
    }
    // Several words of a longer name: "legal population" of `Legal population 2011 (09/10/2011)`.
    let longest = (2..own.len()).rev().find(|length| own.windows(*length).any(run));
    if let Some(length) = longest.filter(|length| *length >= 2) {
        return Some((length, 0.9, Assumed));
    }
    let word = words.get(at).filter(|word| word.kind == Kind::Word && word.key.len() > 1)?;
    let first = stem(&word.key);
    if let [only] = core.as_slice() {
        let alike = |a: &str, b: &str| a.len() >= 5 && b.len() >= 4 && strsim::osa_distance(a, b) == 1;
        let whole = name_words(name).join("");
        let typo = alike(only, &first) || alike(&whole, &word.key);
        if lexicon::same(only, &first) || (typo && !lexicon::knows(&word.key)) {
            return Some((1, 0.6, Assumed));
        }
        if only.len() >= 3
            && first.len() >= 5
            && first.starts_with(only.as_str())
            && !lexicon::knows(&word.key)
        {
            return Some((1, 0.5, Guessed));
        }
    }
    // The head noun: "score" of `inspection_score`.
    if core.len() > 1 && core.last() == Some(&first) && !lexicon::knows(&word.key) {
        return Some((1, 0.6, Assumed));
    }
    // Another part of the name.
    let part = core.contains(&first) || core.iter().any(|part| lexicon::same(part, &first));
    let near = core.iter().any(|part| {
        part.len() >= 4
            && first.len() >= 4
            && (part.starts_with(&first) || part.ends_with(&first) || first.starts_with(part.as_str()))
    });
    ((part || near) && !lexicon::knows(&word.key)).then_some((1, 0.45, Guessed))
}
