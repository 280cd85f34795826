//! Spans: which runs of tokens name a column or a value, and the best choice of runs that do not
//! overlap.

mod columns;
mod nouns;
mod values;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::lexicon::{is_known, is_small};
use super::likeness::{best, likeness};
use super::lookup::{MAX_VALUE_TOKENS, Places};
use super::sentence::{Sentence, mask};
use super::table::{Column, Table};
use crate::Explained;
use crate::words::Kind;

/// What a span names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    Column(usize),
    /// One of these values of a column, or with `part` every value that contains that text.
    Value {
        column: usize,
        values: Vec<String>,
        part: Option<String>,
    },
    /// What the user has said that it means.
    Filter(crate::query::Filter),
}

/// A run of tokens with a meaning.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Span {
    pub(crate) at: Range<usize>,
    pub(crate) meaning: Meaning,
    /// How well the run names it, 0 to about 1.
    pub(crate) score: f64,
}

/// The most choices of spans that are read.
const MAX_CHOICES: usize = 8;

/// The score of a value that is an abbreviation of a word.
pub(crate) const ABBREVIATED: f64 = 0.6;

/// Words for periods, which name a column only if it is sure.
pub(crate) const PERIODS: [&str; 8] =
    ["year", "month", "quarter", "week", "day", "hour", "decade", "weekday"];

/// Finds spans of one question in one table.
pub(crate) struct Finder<'a> {
    pub(crate) sentence: &'a Sentence,
    pub(crate) table: &'a Table<'a>,
    places: Option<&'a Places>,
    explained: &'a [Explained],
    /// How well each token names each word of the columns' names.
    likeness: Vec<Vec<f64>>,
    /// The words of each column's name, as indices.
    words: Vec<Vec<usize>>,
    nouns: HashSet<String>,
    /// The words of all names, each once.
    names: Vec<&'a str>,
    /// The columns' names without spaces.
    joined: Vec<String>,
    /// How well other words name each of the names' words, as far as it was asked.
    known: RefCell<HashMap<String, Rc<Vec<f64>>>>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(
        sentence: &'a Sentence,
        table: &'a Table<'a>,
        places: Option<&'a Places>,
        explained: &'a [Explained],
    ) -> Self {
        let mut known: HashMap<&str, usize> = HashMap::new();
        let mut names: Vec<&'a str> = Vec::new();
        let mut words = Vec::new();
        for column in &table.columns {
            let mut own = Vec::new();
            for word in &column.words {
                own.push(*known.entry(word).or_insert_with(|| {
                    names.push(word);
                    names.len() - 1
                }));
            }
            words.push(own);
        }
        let of = |key: &str| names.iter().map(|name| likeness(key, name)).collect();
        let likeness = sentence.tokens.iter().map(|token| of(&token.key)).collect();
        let nouns = nouns::nouns(sentence);
        let joined = table.columns.iter().map(|column| column.words.concat()).collect();
        let known = RefCell::default();
        Self { sentence, table, places, explained, likeness, words, nouns, names, joined, known }
    }

    /// Returns all spans.
    fn all(&self) -> Vec<Span> {
        let mut out = Vec::new();
        let length = self.sentence.len();
        for from in 0..length {
            for to in from + 1..=length.min(from + MAX_VALUE_TOKENS) {
                let at = from..to;
                if to - from <= 4 {
                    self.columns(&at, &mut out);
                }
                if let Some(places) = self.places {
                    self.values(&at, places, &mut out);
                }
                let words = self.sentence.tokens[at.clone()].iter().map(|token| token.key.as_str());
                let words = words.collect::<Vec<_>>().join(" ");
                for known in
                    self.explained.iter().filter(|known| known.word.to_lowercase() == words)
                {
                    let column = known
                        .column
                        .as_ref()
                        .and_then(|name| self.table.columns.iter().position(|c| c.name == *name));
                    let of_table = |filter: &&crate::query::Filter| {
                        self.table.column(&filter.column).is_some()
                    };
                    let filter =
                        known.filter.as_ref().filter(of_table).cloned().map(Meaning::Filter);
                    let meaning = filter.or(column.map(Meaning::Column));
                    out.extend(meaning.map(|meaning| Span { at: at.clone(), meaning, score: 1.3 }));
                }
            }
        }
        out
    }

    fn weight(&self, span: &Span) -> f64 {
        let of = |at: usize| {
            let token = &self.sentence.tokens[at];
            if (is_small(&token.key) || is_known(&token.key)) && token.kind == Kind::Word {
                0.3
            } else {
                1.0
            }
        };
        span.at.clone().map(of).sum::<f64>() * span.score
            + 0.12 * (span.at.len() - 1) as f64 * span.score
    }

    /// Returns the best choices of spans that do not overlap: the best one, and those with a span
    /// read otherwise.
    pub(crate) fn choices(&self) -> Vec<Vec<Span>> {
        let mut by: BTreeMap<(usize, usize), Vec<Span>> = BTreeMap::new();
        for span in self.all() {
            by.entry((span.at.start, span.at.end)).or_default().push(span);
        }
        let order = |span: &Span| {
            span.score + if matches!(span.meaning, Meaning::Column(_)) { 0.01 } else { 0.0 }
        };
        let place = |span: &Span| match span.meaning {
            Meaning::Column(column) | Meaning::Value { column, .. } => column,
            Meaning::Filter(_) => 0,
        };
        by.values_mut().for_each(|list| {
            list.sort_by(|a, b| order(b).total_cmp(&order(a)).then(place(a).cmp(&place(b))));
        });
        let length = self.sentence.len();
        let mut best: Vec<(f64, Vec<(usize, usize)>)> = vec![(0.0, Vec::new())];
        for to in 1..=length {
            let mut top = best[to - 1].clone();
            let first = to.saturating_sub(MAX_VALUE_TOKENS);
            for (from, (before, spans)) in best.iter().enumerate().skip(first) {
                let Some(list) = by.get(&(from, to)) else { continue };
                let value = before + self.weight(&list[0]);
                if value > top.0 {
                    let mut chosen = spans.clone();
                    chosen.push((from, to));
                    top = (value, chosen);
                }
            }
            best.push(top);
        }
        let chosen = best.pop().map_or(Vec::new(), |(_, chosen)| chosen);
        let mut choices: Vec<Vec<Span>> = vec![Vec::new()];
        for place in chosen {
            let list = &by[&place];
            let close: Vec<&Span> =
                list.iter().filter(|span| span.score > list[0].score - 0.22).take(4).collect();
            let mut more = Vec::new();
            for span in close {
                for choice in &choices {
                    let mut choice = choice.clone();
                    choice.push(span.clone());
                    more.push(choice);
                }
            }
            let total =
                |choice: &Vec<Span>| choice.iter().map(|span| self.weight(span)).sum::<f64>();
            more.sort_by(|a, b| total(b).total_cmp(&total(a)));
            more.truncate(MAX_CHOICES);
            choices = more;
        }
        choices
    }

    /// Returns how well a word names each of the names' words.
    fn row(&self, word: &str) -> Rc<Vec<f64>> {
        let mut known = self.known.borrow_mut();
        let row = || Rc::new(self.names.iter().map(|name| likeness(word, name)).collect());
        known.entry(word.to_owned()).or_insert_with(row).clone()
    }

    /// Returns the column of measures that words name best, with their tokens' likeness.
    pub(crate) fn column_for(
        &self,
        words: &[&str],
        fits: &dyn Fn(&Column) -> bool,
    ) -> Option<usize> {
        let rows: Vec<Rc<Vec<f64>>> = words.iter().map(|word| self.row(word)).collect();
        let weights: Vec<f64> = self.names.iter().map(|name| columns::generic(name)).collect();
        let score = |index: usize| {
            let own = &self.words[index];
            let of = |(k, row): (usize, &Rc<Vec<f64>>)| {
                let best = own.iter().map(|name| row[*name] * weights[*name]).fold(0.0, f64::max);
                best * 0.97f64.powi(k as i32) - 0.02 * own.len() as f64
            };
            let best = rows.iter().enumerate().map(of).fold(0.0, f64::max);
            if best > 0.0 { best + self.of_year(&self.table.columns[index]) } else { best }
        };
        let columns = self.table.columns.iter().enumerate().filter(|(_, column)| fits(column));
        let scored = columns.map(|(index, _)| (score(index), index));
        let (score, index) = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
        (score >= 0.62).then_some(index)
    }

    /// Returns the column of which most values have a word.
    pub(crate) fn column_within(&self, stem: &str) -> Option<&str> {
        let hits = self.places?.within.iter().filter(|hit| hit.text == stem);
        hits.max_by_key(|hit| hit.count).map(|hit| hit.column.as_str())
    }

    /// Returns whether a token is the noun for rows.
    pub(crate) fn is_noun(&self, at: usize) -> bool {
        self.sentence.tokens.get(at).is_some_and(|token| {
            self.nouns.contains(&token.stem) || self.table.title.contains(&token.stem)
        })
    }

    /// Returns the columns in whose names a token's word is.
    pub(crate) fn named_by(&self, at: usize) -> Vec<usize> {
        let columns = self.table.columns.iter().enumerate();
        columns
            .filter(|(_, column)| self.names(at, column) >= 0.9)
            .map(|(index, _)| index)
            .collect()
    }

    /// Returns the column of texts that a token names, though it may also be a word for the rows:
    /// “different occupations”, of a file “occupations” with a column “job”.
    pub(crate) fn text_named(&self, at: usize) -> Option<usize> {
        const LEAST: f64 = 0.85;
        let columns = self.table.columns.iter().enumerate();
        let named = columns
            .filter(|(_, column)| column.is_text())
            .map(|(index, column)| (self.names(at, column), index))
            .filter(|(score, _)| *score >= LEAST);
        named.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, index)| index)
    }

    /// Returns how well a token names any word of a column's name.
    pub(crate) fn names(&self, at: usize, column: &Column) -> f64 {
        best(self.sentence.key(at), &column.words)
    }
}

/// Returns the tokens of spans.
pub(crate) fn tokens_of(spans: &[Span]) -> super::sentence::Tokens {
    spans.iter().fold(0, |all, span| all | mask(&span.at))
}
