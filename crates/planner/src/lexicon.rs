//! The lexicon: English words with a meaning for questions about tables, and families of column names.
//!
//! Both are data, in `grammar/`.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::words::{Word, name_words, stem};

const PHRASES: &str = include_str!("../grammar/lexicon.json");
const CONCEPTS: &str = include_str!("../grammar/concepts.json");

/// The phrases of the lexicon, by their first word: the other words, and the tag.
type Phrases = HashMap<String, Vec<(Vec<String>, &'static str)>>;

/// The phrases of each tag.
fn lexicon() -> &'static HashMap<String, Vec<String>> {
    static LEXICON: OnceLock<HashMap<String, Vec<String>>> = OnceLock::new();
    // The files are part of the program and a test parses them.
    LEXICON.get_or_init(|| serde_json::from_str(PHRASES).unwrap_or_default())
}

fn phrases() -> &'static Phrases {
    static FOUND: OnceLock<Phrases> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut found = Phrases::new();
        for (tag, phrase) in
            lexicon().iter().flat_map(|(tag, list)| list.iter().map(move |phrase| (tag, phrase)))
        {
            let mut words = phrase.split_whitespace().map(str::to_owned);
            if let Some(first) = words.next() {
                found.entry(first).or_default().push((words.collect(), tag.as_str()));
            }
        }
        found
    })
}

/// Returns every tag whose phrase begins at a token, with the phrase's length in tokens.
pub(crate) fn tags(words: &[Word], at: usize) -> Vec<(&'static str, usize)> {
    let Some(list) = words.get(at).and_then(|word| phrases().get(&word.key)) else { return Vec::new() };
    let fits = |rest: &Vec<String>| {
        rest.iter().zip(1..).all(|(part, i)| words.get(at + i).is_some_and(|w| w.key == *part))
    };
    list.iter().filter(|(rest, _)| fits(rest)).map(|(rest, tag)| (*tag, rest.len() + 1)).collect()
}

/// Returns the length of the longest phrase with this tag that begins at a token; 0 if there is none.
pub(crate) fn length(tag: &str, words: &[Word], at: usize) -> usize {
    tags(words, at)
        .into_iter()
        .filter(|(found, _)| *found == tag)
        .map(|(_, length)| length)
        .max()
        .unwrap_or(0)
}

/// Returns whether a word belongs to any phrase.
pub(crate) fn knows(key: &str) -> bool {
    phrases().contains_key(key)
}

fn concepts() -> &'static HashMap<String, Vec<String>> {
    static LISTS: OnceLock<HashMap<String, Vec<String>>> = OnceLock::new();
    LISTS.get_or_init(|| serde_json::from_str(CONCEPTS).unwrap_or_default())
}

/// Returns whether a column's name contains a word or phrase of a family, by its singulars.
pub(crate) fn is_a(name: &str, family: &str) -> bool {
    let own: Vec<String> = name_words(name).iter().map(|word| stem(word)).collect();
    let list = concepts().get(family).into_iter().flatten();
    list.into_iter().any(|phrase| {
        let phrase: Vec<String> = phrase.split(' ').map(stem).collect();
        own.windows(phrase.len()).any(|part| part == phrase)
    })
}

/// Returns whether two singulars are names of the same thing: `client` and `customer`.
pub(crate) fn same(a: &str, b: &str) -> bool {
    let groups = concepts().get("same").into_iter().flatten();
    groups.into_iter().any(|group| {
        let names: Vec<String> = group.split('|').map(stem).collect();
        names.iter().any(|name| name == a) && names.iter().any(|name| name == b)
    })
}

/// Returns the abbreviation of a state of the USA.
pub(crate) fn abbreviation(name: &str) -> Option<&'static str> {
    let states = concepts().get("states").into_iter().flatten();
    states
        .into_iter()
        .filter_map(|state| state.split_once('|'))
        .find(|(full, _)| *full == name)
        .map(|(_, short)| short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenize;

    #[test]
    fn the_data_is_read_and_the_longest_phrase_is_known() {
        assert!(lexicon().len() > 40 && concepts().len() > 5);
        let words = tokenize("number of different cities");
        assert_eq!(length("count", &words, 0), 2);
        assert_eq!(length("distinct", &words, 2), 1);
        assert!(is_a("unit_price", "price") && !is_a("surprise", "price"));
        assert!(same("client", "customer") && !same("client", "product"));
    }
}
