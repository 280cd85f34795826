//! Spans: the tokens of a question as typed, scored spans, of which each token belongs to exactly one.
//!
//! Every reading of every run of tokens is a candidate; those that cover the question with the highest sum of
//! scores are chosen. What the spans mean together is not known here.

use std::ops::Range;

use crate::calendar::{self, Period};
use crate::columns::{is_identifier, is_unique};
use crate::input::{Column, Table};
use crate::lexicon::{self, family, is_a};
use crate::plan::{Grain, Op, Order};
use crate::values::{Found, Place, key};
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

    /// Returns all readings, the chosen one first.
    pub(crate) fn readings(&self) -> impl Iterator<Item = &Meaning> {
        std::iter::once(&self.meaning).chain(&self.others)
    }

    /// Returns the values that it may be.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        self.readings().filter_map(|meaning| match meaning {
            Meaning::Value(place) => Some(place),
            _ => None,
        })
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

/// The readings that begin at one token.
struct Candidates<'a> {
    words: &'a [Word],
    at: usize,
    spans: Vec<Span>,
}

impl Candidates<'_> {
    fn add(&mut self, length: usize, meaning: Meaning, score: f64, certainty: Certainty) {
        // A longer run is the more specific one.
        let score = score * length as f64 + 0.15 * (length.saturating_sub(1)) as f64;
        let tokens = self.at..self.at + length;
        self.spans.push(Span { tokens, meaning, certainty, others: Vec::new(), score });
    }

    /// Adds a reading that is certain if it is chosen.
    fn sure(&mut self, length: usize, meaning: Meaning, score: f64) {
        self.add(length, meaning, score, Certainty::Certain);
    }

    /// Returns whether a token after the first has one of these keys.
    fn follows(&self, after: usize, keys: &[&str]) -> bool {
        self.words.get(self.at + after).is_some_and(|word| keys.contains(&word.key.as_str()))
    }
}

fn candidates(words: &[Word], at: usize, title: &[String], table: &Table, found: &[Found]) -> Vec<Span> {
    let mut all = Candidates { words, at, spans: Vec::new() };
    let word = &words[at];
    all.sure(1, Meaning::Unknown, 0.0);
    match word.kind {
        Kind::Backticks => {
            if let Some(index) = table.columns.iter().position(|column| column.name == word.text) {
                all.sure(1, Meaning::Column(index), 3.0);
            }
        }
        Kind::Number(value) => {
            all.sure(1, Meaning::Number(value), 0.8);
            // "40 percent" is a number of the column's own unit.
            if all.follows(1, &["percent", "%", "pct"]) {
                all.sure(2, Meaning::Number(value), 0.8);
            }
        }
        Kind::Symbol if "?.!:()…-–—/'\"".contains(word.key.as_str()) => {
            all.sure(1, Meaning::Filler, 0.3)
        }
        Kind::Quoted => all.sure(1, Meaning::Text(word.text.clone()), 1.5),
        Kind::Word => {
            titled(&mut all, title, table);
            // After "begins with" a text follows, whatever it may mean elsewhere.
            let before =
                |tag: &&str| (1..=at.min(2)).any(|back| lexicon::length(tag, words, at - back) == back);
            if ["begins", "ends", "contains"].iter().any(before) {
                all.sure(1, Meaning::Text(word.text.clone()), 2.0);
            }
            if let Some(number) = calendar::count(word) {
                all.sure(1, Meaning::Number(number as f64), 0.7);
            }
        }
        _ => {}
    }
    if !matches!(word.kind, Kind::Backticks | Kind::Quoted) {
        let name = is_name(words, at);
        for (tag, length) in lexicon::tags(words, at) {
            // "where" asks for a place only at the beginning.
            if at == 0 && word.key == "where" && tag == "filler" {
                all.sure(1, Meaning::Word("where"), 0.8);
            } else if let Some((meaning, score)) = tagged(tag)
                && !(name && matches!(tag, "filler" | "and" | "not"))
            {
                all.sure(length, meaning, score);
            }
        }
        if let Some((period, length)) = calendar::period(words, at) {
            all.sure(length, Meaning::Period(period), 0.95);
        }
        for (index, column) in table.columns.iter().enumerate() {
            // A column of dates called "month" is found by the noun of time.
            let is_unit = || calendar::grain(&tokenize(&column.name), 0).is_some();
            if let Some((length, score, certainty)) = named(words, at, &column.name)
                && !(column.is_date() && is_unit())
            {
                all.add(length, Meaning::Column(index), score, certainty);
            }
        }
    }
    let quoted = if word.kind == Kind::Quoted { 1.0 } else { 0.0 };
    for text in found {
        if words.get(at..at + text.tokens).is_none_or(|run| key(run) != text.text) {
            continue;
        }
        for place in &text.places {
            let (score, certainty) =
                if place.whole { (1.0, Certainty::Certain) } else { (0.4, Certainty::Guessed) };
            all.add(text.tokens, Meaning::Value(place.clone()), score + quoted, certainty);
        }
    }
    all.spans
}

/// Adds what a word of the table's title means: nothing in "the sales data" and "sales.csv", else the rows.
fn titled(all: &mut Candidates, title: &[String], table: &Table) {
    let noun = stem(&all.words[all.at].key);
    if title.contains(&noun) {
        if all.follows(1, &["data", "table", "file", "dataset", "sheet", "csv"]) {
            all.sure(2, Meaning::Filler, 1.3);
        } else if all.follows(1, &["."]) && all.follows(2, &["csv", "xlsx", "xls", "tsv", "json"]) {
            all.sure(3, Meaning::Filler, 1.3);
        }
    }
    // Where each row is a country, the medals of its title are not the rows; where it has a name, they are.
    let other = |column: &Column| {
        let own = stems(&column.name);
        let last = own.last().map_or("", String::as_str);
        let generic = ["name", "title", "label", "model"].contains(&last)
            || last.ends_with("num")
            || is_a(&column.name, "identifier");
        column.is_text() && is_unique(column, table) && !generic && !own.contains(&noun)
    };
    let names = |part: &String| *part == noun || (noun.len() >= 5 && part.ends_with(&noun));
    if title.iter().any(names)
        && lexicon::tags(all.words, all.at).iter().all(|(_, length)| *length > 1)
        && !table.columns.iter().any(other)
    {
        all.sure(1, Meaning::Word("rows"), 0.55);
    }
}

/// Returns whether a word is a name by its capitals: "US" is one, "us" is none, nor is the "a" an article that ends a
/// question: "group a".
fn is_name(words: &[Word], at: usize) -> bool {
    let word = &words[at];
    let shouted = words.iter().all(|word| word.text.chars().all(|c| !c.is_lowercase()));
    let capitals = word.text.chars().all(char::is_uppercase) && (at > 0 || word.text.len() > 1);
    let last = words.get(at + 1).is_none_or(|next| next.kind == Kind::Symbol);
    (capitals && !shouted && word.key != "i") || (word.key == "a" && last)
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
    match meant.as_slice() {
        [one] if *one == index => {}
        [one] => {
            span.meaning = Meaning::Column(*one);
            span.certainty = span.certainty.min(Certainty::Assumed);
        }
        _ => span.others.extend(meant.into_iter().filter(|at| *at != index).map(Meaning::Column)),
    }
}

/// Returns the meaning and score of a tag of the lexicon. Aggregations and grains have the tags of their names.
fn tagged(tag: &'static str) -> Option<(Meaning, f64)> {
    const OPS: [Op; 6] = [Op::Sum, Op::Mean, Op::Median, Op::Std, Op::Max, Op::Min];
    let op = OPS.into_iter().find(|op| op.method() == tag).map(Meaning::Op);
    let unit = calendar::grain_named(tag).map(Meaning::Unit);
    let every = tag.strip_prefix("every ").and_then(calendar::grain_named).map(Meaning::Every);
    Some(match tag {
        "filler" => (Meaning::Filler, 0.3),
        "and" | "which" => (Meaning::Word(tag), 0.4),
        // These only mean something as a part of a period.
        "since" | "after" | "before" | "until" | "last" => return None,
        "top" => (Meaning::Extreme(Order::Top), 0.9),
        "bottom" => (Meaning::Extreme(Order::Bottom), 0.9),
        "best" => (Meaning::Judgement(Order::Top), 0.9),
        "worst" => (Meaning::Judgement(Order::Bottom), 0.9),
        ">" | ">=" | "<" | "<=" | "==" | "!=" => (Meaning::Sign(tag), 0.9),
        _ if unit.is_some() => (unit?, 0.85),
        _ => (op.or(every).unwrap_or(Meaning::Word(tag)), 0.9),
    })
}

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
        let written = words[at..at + own.len()].iter().map(|word| &word.key);
        let exact = name_words(name).iter().eq(written);
        return Some((own.len(), if exact { 1.3 } else { 1.1 }, Certain));
    }
    if key(0).is_some_and(|key| own.len() > 1 && key == own.concat()) {
        return Some((1, 1.1, Certain));
    }
    // Words that a column's name may lack in a question.
    let core: Vec<String> = own.iter().filter(|word| !family("left out").contains(word)).cloned().collect();
    if run(&core) {
        return Some((core.len(), 1.0, Certain));
    }
    // All words in any order, abbreviated or not: "max temperature" of `temp_max`.
    let begins = |a: &str, b: &str| a.len() >= 3 && b.len() >= 5 && b.starts_with(a);
    let short = |a: &str, b: &str| a == b || begins(a, b) || begins(b, a);
    let said: Vec<String> = (0..own.len()).map_while(key).collect();
    if own.len() > 1
        && said.len() == own.len()
        && own.iter().all(|part| said.iter().any(|word| short(part, word)))
        && said.iter().all(|word| own.iter().any(|part| short(part, word)))
    {
        return Some((own.len(), 1.0, Assumed));
    }
    // Several words of a longer name: "legal population" of `Legal population 2011 (09/10/2011)`.
    if let Some(length) = (2..own.len()).rev().find(|length| own.windows(*length).any(run)) {
        return Some((length, 0.9, Assumed));
    }
    let word = words.get(at).filter(|word| word.kind == Kind::Word && word.key.len() > 1)?;
    let first = stem(&word.key);
    let known = lexicon::knows(&word.key);
    if let [only] = core.as_slice() {
        let alike = |a: &str, b: &str| a.len() >= 5 && b.len() >= 4 && strsim::osa_distance(a, b) == 1;
        let typo = alike(only, &first) || alike(&name_words(name).concat(), &word.key);
        if lexicon::same(only, &first) || (typo && !known) {
            return Some((1, 0.6, Assumed));
        }
        if begins(only, &first) && !known {
            return Some((1, 0.5, Guessed));
        }
    }
    // The head noun: "score" of `inspection_score`.
    if core.len() > 1 && core.last() == Some(&first) && !known {
        return Some((1, 0.6, Assumed));
    }
    // Another part of the name.
    let near = |part: &String| {
        let long = part.len() >= 4 && first.len() >= 4;
        *part == first
            || lexicon::same(part, &first)
            || (long
                && (part.starts_with(&first) || part.ends_with(&first) || first.starts_with(part.as_str())))
    };
    (core.iter().any(near) && !known).then_some((1, 0.45, Guessed))
}
