//! The grammar: which words mean what. The words themselves are data, in `grammar/*.json`.
//!
//! To teach the planner a word, add it there; to teach it a new kind of question, add a key there and its use
//! in [`crate::reading`].

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use serde::Deserialize;

use crate::words::{self, Word};

/// All that the planner knows about words.
#[derive(Debug, Default)]
pub(crate) struct Grammar {
    phrases: HashMap<String, Vec<Vec<String>>>,
    /// All phrases of one word, and the first words of all phrases.
    singles: HashSet<String>,
    firsts: HashSet<String>,
    /// Families of column names, in the order in which they are tried.
    pub(crate) concepts: Vec<Concept>,
    months: Vec<Vec<Vec<String>>>,
    quarters: Vec<Vec<Vec<String>>>,
    rewrites: Vec<(Vec<String>, Vec<String>)>,
}

/// A family of names for one thing.
#[derive(Debug, Clone)]
pub(crate) struct Concept {
    /// What the family is called.
    pub(crate) name: String,
    /// How a column of this family is used: `money`, `quantity`, `price`, `level`, `identifier`, `entity`,
    /// `name`, `date`.
    pub(crate) role: String,
    /// Whether its values are amounts of money.
    pub(crate) money: bool,
    /// Whether the names mean the same thing, so that one can replace another.
    pub(crate) related: bool,
    /// The names, each as folded words, the most specific first.
    pub(crate) words: Vec<Vec<String>>,
}

#[derive(Deserialize)]
struct ConceptFile {
    name: String,
    role: String,
    #[serde(default)]
    money: bool,
    #[serde(default = "yes")]
    related: bool,
    words: Vec<String>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize, Default)]
struct CalendarFile {
    months: Vec<Vec<String>>,
    quarters: Vec<Vec<String>>,
}

const PHRASES: &str = include_str!("../grammar/phrases.json");
const CONCEPTS: &str = include_str!("../grammar/concepts.json");
const CALENDAR: &str = include_str!("../grammar/calendar.json");
const REWRITES: &str = include_str!("../grammar/rewrites.json");

impl Grammar {
    /// Returns the grammar, parsed at first use.
    pub(crate) fn get() -> &'static Self {
        static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
        // The files are part of the program and a test parses each of them.
        GRAMMAR.get_or_init(|| Self::read().unwrap_or_default())
    }

    fn read() -> Result<Self, serde_json::Error> {
        // The words in the files are written in their folded form, so that reading them needs no folding.
        let split = |text: &String| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let phrases: HashMap<String, Vec<String>> = serde_json::from_str(PHRASES)?;
        let concepts: Vec<ConceptFile> = serde_json::from_str(CONCEPTS)?;
        let calendar: CalendarFile = serde_json::from_str(CALENDAR)?;
        let rewrites: HashMap<String, String> = serde_json::from_str(REWRITES)?;
        let lists = |lists: &[Vec<String>]| {
            lists.iter().map(|list| list.iter().map(split).collect()).collect::<Vec<Vec<_>>>()
        };
        // Names that only columns and tables have are not words of questions.
        let spoken =
            || phrases.iter().filter(|(key, _)| !key.starts_with("name.")).flat_map(|(_, list)| list);
        let first = |text: &String| text.split(' ').next().unwrap_or_default().to_owned();
        Ok(Self {
            singles: spoken().filter(|text| !text.contains(' ')).cloned().collect(),
            firsts: spoken().map(first).collect(),
            phrases: phrases.into_iter().map(|(key, list)| (key, list.iter().map(split).collect())).collect(),
            concepts: concepts
                .into_iter()
                .map(|concept| Concept {
                    name: concept.name,
                    money: concept.money || ["money", "price"].contains(&concept.role.as_str()),
                    words: concept.words.iter().map(split).collect(),
                    related: concept.related,
                    role: concept.role,
                })
                .collect(),
            months: lists(&calendar.months),
            quarters: lists(&calendar.quarters),
            rewrites: rewrites.iter().map(|(from, to)| (split(from), split(to))).collect(),
        })
    }

    /// Returns how many words, from `at` on, are a phrase of `key`, or 0.
    pub(crate) fn at(&self, key: &str, words: &[Word], at: usize) -> usize {
        // Most words begin no phrase.
        if words.get(at).is_none_or(|word| !self.firsts.contains(&word.key)) {
            return 0;
        }
        self.phrases.get(key).map_or(0, |phrases| longest(phrases, words, at))
    }

    /// Returns the position and length of the first phrase of `key`.
    pub(crate) fn find(&self, key: &str, words: &[Word]) -> Option<(usize, usize)> {
        (0..words.len()).map(|at| (at, self.at(key, words, at))).find(|(_, length)| *length > 0)
    }

    /// Returns whether a phrase of `key` occurs.
    pub(crate) fn has(&self, key: &str, words: &[Word]) -> bool {
        self.find(key, words).is_some()
    }

    /// Returns the phrases of `key`.
    pub(crate) fn list(&self, key: &str) -> &[Vec<String>] {
        self.phrases.get(key).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a single word has a meaning of its own in questions.
    pub(crate) fn knows(&self, key: &str) -> bool {
        self.singles.contains(key)
    }

    /// Returns whether a word means anything in a question, alone, within a phrase or as a related name of a
    /// column.
    pub(crate) fn means(&self, key: &str) -> bool {
        let stemmed = words::stem(key);
        let same = |word: &String| word == key || words::stem(word) == stemmed;
        let spoken = self.phrases.iter().filter(|(name, _)| !name.starts_with("name."));
        self.singles.contains(key)
            || spoken.flat_map(|(_, list)| list.iter().flatten()).any(same)
            || self.concepts.iter().flat_map(|concept| concept.words.iter().flatten()).any(same)
            || self.rewrites.iter().flat_map(|(from, _)| from).any(same)
            || self.months.iter().flatten().flatten().any(same)
    }

    /// Returns the word with a meaning that is one edit away, or two if both are long.
    pub(crate) fn nearest(&self, key: &str) -> Option<&str> {
        const KEYS: [&str; 8] = ["intent.", "op.", "order.", "study.", "chart", "grain.", "between", "share"];
        let length = key.chars().count();
        let lists = self.phrases.iter().filter(|(name, _)| KEYS.iter().any(|key| name.starts_with(key)));
        let known = lists.flat_map(|(_, list)| list).filter_map(|phrase| match phrase.as_slice() {
            [one] if one.chars().count() >= 5 && one.chars().next() == key.chars().next() => {
                Some(one.as_str())
            }
            _ => None,
        });
        let near = known.filter_map(|word| {
            let slips = strsim::osa_distance(word, key);
            let few = if length >= 9 { 2 } else { 1 };
            (length >= 4 && slips <= few).then_some((slips, word))
        });
        near.min().map(|(_, word)| word)
    }

    /// Returns whether a word only fills a sentence.
    pub(crate) fn stop(&self, key: &str) -> bool {
        self.phrases
            .get("stop")
            .is_some_and(|list| list.iter().any(|phrase| phrase.len() == 1 && phrase[0] == key))
    }

    /// Returns whether the word at `at` is part of any phrase.
    pub(crate) fn covers(&self, words: &[Word], at: usize) -> bool {
        let all = || self.phrases.values();
        let begins = |start: &usize| words.get(*start).is_some_and(|word| self.firsts.contains(&word.key));
        (at.saturating_sub(4)..=at)
            .filter(begins)
            .any(|start| all().any(|phrases| start + longest(phrases, words, start) > at))
    }

    /// Expands phrases that say two things at once: "cheapest" is "lowest price".
    pub(crate) fn rewrite(&self, words: Vec<Word>) -> Vec<Word> {
        let mut out = Vec::with_capacity(words.len());
        let mut at = 0;
        while at < words.len() {
            let found =
                self.rewrites.iter().filter(|(from, _)| longest(std::slice::from_ref(from), &words, at) > 0);
            match found.max_by_key(|(from, _)| from.len()) {
                Some((from, to)) => {
                    out.extend(to.iter().map(|key| Word {
                        text: key.clone(),
                        key: key.clone(),
                        kind: words::Kind::Word,
                    }));
                    at += from.len();
                }
                None => {
                    out.push(words[at].clone());
                    at += 1;
                }
            }
        }
        out
    }

    /// Returns which month (from 1) the words from `at` on name, and how many words do.
    pub(crate) fn month(&self, words: &[Word], at: usize) -> Option<(u32, usize)> {
        numbered(&self.months, words, at)
    }

    /// Returns the same for quarters.
    pub(crate) fn quarter(&self, words: &[Word], at: usize) -> Option<(u32, usize)> {
        numbered(&self.quarters, words, at)
    }

    /// Returns the number that a word spells.
    pub(crate) fn number(&self, key: &str) -> Option<usize> {
        self.phrases.get("numbers")?.iter().position(|phrase| phrase.len() == 1 && phrase[0] == key)
    }
}

fn numbered(lists: &[Vec<Vec<String>>], words: &[Word], at: usize) -> Option<(u32, usize)> {
    (1u32..).zip(lists).find_map(|(n, names)| {
        let length = longest(names, words, at);
        (length > 0).then_some((n, length))
    })
}

fn longest(phrases: &[Vec<String>], words: &[Word], at: usize) -> usize {
    let matches = |phrase: &&Vec<String>| {
        phrase.iter().enumerate().all(|(i, part)| {
            words.get(at + i).is_some_and(|word| word.kind != words::Kind::Quoted && word.key == *part)
        })
    };
    phrases.iter().filter(matches).map(Vec::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grammar_file_parses_and_every_phrase_is_folded() {
        let grammar = Grammar::read().expect("the grammar files are valid");
        for phrase in grammar.phrases.values().flatten().chain(grammar.concepts.iter().flat_map(|c| &c.words))
        {
            for word in phrase {
                assert_eq!(*word, words::fold(word), "write it folded, or it never matches");
            }
        }
    }
}
