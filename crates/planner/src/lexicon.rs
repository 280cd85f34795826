//! The lexicon: English words with a meaning for questions about tables, and families of column names.
//!
//! Both are data, in `grammar/`.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::{Word, stem, stems};

const PHRASES: &str = include_str!("../grammar/lexicon.json");
const FAMILIES: &str = include_str!("../grammar/concepts.json");

/// A file of the grammar: lists of phrases by what they have in common. A test reads the files.
type Lists = HashMap<String, Vec<String>>;

/// The phrases of each tag.
static LEXICON: LazyLock<Lists> = LazyLock::new(|| serde_json::from_str(PHRASES).unwrap_or_default());

/// The names and words of each family.
static CONCEPTS: LazyLock<Lists> = LazyLock::new(|| serde_json::from_str(FAMILIES).unwrap_or_default());

/// Phrases by their first word: the other words, and the tag.
type Phrases = HashMap<&'static str, Vec<(Vec<&'static str>, &'static str)>>;

static BY_FIRST: LazyLock<Phrases> = LazyLock::new(|| {
    let mut found = Phrases::new();
    for (tag, phrase) in LEXICON.iter().flat_map(|(tag, list)| list.iter().map(move |phrase| (tag, phrase))) {
        let mut words = phrase.split_whitespace();
        if let Some(first) = words.next() {
            found.entry(first).or_default().push((words.collect(), tag));
        }
    }
    found
});

/// Returns every tag whose phrase begins at a token, with the phrase's length in tokens.
pub(crate) fn tags(words: &[Word], at: usize) -> Vec<(&'static str, usize)> {
    let Some(list) = words.get(at).and_then(|word| BY_FIRST.get(word.key.as_str())) else {
        return Vec::new();
    };
    let fits = |rest: &[&str]| {
        rest.iter().zip(1..).all(|(part, i)| words.get(at + i).is_some_and(|word| word.key == *part))
    };
    list.iter().filter(|(rest, _)| fits(rest)).map(|(rest, tag)| (*tag, rest.len() + 1)).collect()
}

/// Returns the length of the longest phrase with this tag that begins at a token; 0 if there is none.
pub(crate) fn length(tag: &str, words: &[Word], at: usize) -> usize {
    let lengths = tags(words, at).into_iter().filter(|(found, _)| *found == tag);
    lengths.map(|(_, length)| length).max().unwrap_or(0)
}

/// Returns whether a word begins any phrase.
pub(crate) fn knows(key: &str) -> bool {
    BY_FIRST.contains_key(key)
}

/// Returns the words of a family.
pub(crate) fn family(name: &str) -> &'static [String] {
    CONCEPTS.get(name).map_or(&[], Vec::as_slice)
}

/// Returns where in a family a word or phrase stands that a column's name contains, by its singulars.
pub(crate) fn rank(name: &str, of: &str) -> Option<usize> {
    let own = stems(name);
    family(of).iter().position(|phrase| {
        let phrase: Vec<String> = phrase.split(' ').map(stem).collect();
        own.windows(phrase.len()).any(|part| part == phrase)
    })
}

/// Returns whether a column's name contains a word or phrase of a family.
pub(crate) fn is_a(name: &str, of: &str) -> bool {
    rank(name, of).is_some()
}

/// Returns whether two singulars are names of the same thing: `client` and `customer`.
pub(crate) fn same(a: &str, b: &str) -> bool {
    family("same")
        .iter()
        .any(|group| [a, b].iter().all(|word| group.split('|').any(|name| stem(name) == *word)))
}

/// Returns the abbreviation of a state of the USA.
pub(crate) fn abbreviation(name: &str) -> Option<&'static str> {
    let mut states = family("states").iter().filter_map(|state| state.split_once('|'));
    states.find(|(full, _)| *full == name).map(|(_, short)| short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenize;

    #[test]
    fn the_data_is_read_and_the_longest_phrase_is_known() {
        assert!(LEXICON.len() > 40 && CONCEPTS.len() > 5);
        let words = tokenize("number of different cities");
        assert_eq!(length("count", &words, 0), 2);
        assert_eq!(length("distinct", &words, 2), 1);
        assert!(is_a("unit_price", "price") && !is_a("surprise", "price"));
        assert!(same("client", "customer") && !same("client", "product"));
    }
}
