//! Conditions on rows of a related table: “customers without orders”, “orders that have no
//! customer”, “customers who ordered something”.

use super::draft::Draft;
use super::lexicon::{self, stem};
use super::names::name_words;
use super::sentence::{Tokens, bit, mask};
use crate::input::Relation;

/// Words between “without” or “with” and the name of the other table's rows.
const BETWEEN: [&str; 18] = [
    "a",
    "an",
    "any",
    "the",
    "single",
    "matching",
    "corresponding",
    "known",
    "valid",
    "placed",
    "made",
    "had",
    "have",
    "has",
    "been",
    "at",
    "least",
    "one",
];

/// Words after which the other table's name says that there are such rows.
const LEADS: [&str; 10] =
    ["with", "have", "has", "had", "having", "placed", "made", "who", "that", "received"];

impl Draft<'_> {
    /// Reads which rows have, or lack, a match in a table that a key relates this one to.
    pub(crate) fn read_matches(&mut self) {
        let relations = self.table().relations;
        let own = |at: &usize| {
            let stem = &self.sentence().tokens[*at].stem;
            self.table().title.contains(stem)
        };
        let Some(rows) = (0..self.sentence().len()).find(own) else { return };
        let found: Vec<(&Relation, bool, usize, Tokens)> = relations
            .iter()
            .filter_map(|relation| {
                let at = self.other_rows(relation, rows)?;
                let (matched, tokens) = self.is_matched(at)?;
                Some((relation, matched, at, tokens))
            })
            .collect();
        // By two keys to the same table, rows match that match by either.
        let either = found.iter().any(|(relation, matched, ..)| {
            let same = found.iter().filter(|(other, ..)| other.table == relation.table);
            *matched && same.count() > 1
        });
        if either {
            return;
        }
        for (relation, matched, at, tokens) in found {
            let columns = &self.table().columns;
            let Some(column) = columns.iter().position(|c| c.name == relation.column) else {
                continue;
            };
            for span in 0..self.scene.spans.len().min(128) {
                if mask(&self.span(span).at) & tokens != 0 {
                    self.taken |= 1 << span;
                }
            }
            self.explained |= tokens;
            self.filter(column, relation.test(matched), at, tokens | bit(rows));
            self.bonus += 0.4;
        }
    }

    /// Returns where a question names the rows of a related table, other than by a word for this
    /// one's own rows.
    fn other_rows(&self, relation: &Relation, rows: usize) -> Option<usize> {
        let words = name_words(&crate::label::stem(relation.name()));
        let words: Vec<String> = words.iter().map(|word| stem(word)).collect();
        let names = |at: &usize| {
            let stem = &self.sentence().tokens[*at].stem;
            let same = || lexicon::same(stem).any(|other| words.iter().any(|word| word == other));
            *at != rows && !self.table().title.contains(stem) && (words.contains(stem) || same())
        };
        (0..self.sentence().len()).find(names)
    }

    /// Returns whether the rows that are named at a token have to be there, or must not, and the
    /// tokens that say so.
    fn is_matched(&self, at: usize) -> Option<(bool, Tokens)> {
        let sentence = self.sentence();
        let between = |range: std::ops::Range<usize>| {
            range.clone().all(|at| sentence.is(at, &BETWEEN)) && range.len() <= 4
        };
        let denials = sentence.find("have no").into_iter().chain(sentence.find("not"));
        let denial = denials
            .filter(|range| range.end <= at && between(range.end..at))
            .max_by_key(|range| range.end);
        if let Some(range) = denial {
            return Some((false, mask(&(range.start..at + 1))));
        }
        let lead = (at.saturating_sub(4)..at).rev().find(|lead| sentence.is(*lead, &LEADS))?;
        let ends = at + 1 == sentence.len() || sentence.is(at + 1, &["in", "by", "per", "from"]);
        let ranked = self.has("average")
            || sentence
                .tokens
                .iter()
                .any(|token| lexicon::superlative(&token.key).is_some() && token.key != "least");
        (between(lead + 1..at) && ends && !ranked).then(|| (true, mask(&(lead..at + 1))))
    }
}
