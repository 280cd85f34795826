//! Spelling: words of a question that are one typing error away from a word with a meaning.
//!
//! A word that a table's columns or values may mean is left alone.

use crate::grammar::Grammar;
use crate::input::Table;
use crate::words::{Kind, Word, alike, fold, name_words, stem};

/// Returns the words with spelling errors corrected.
pub(crate) fn correct_spelling(mut words: Vec<Word>, table: &Table) -> Vec<Word> {
    let grammar = Grammar::get();
    let names = table.columns.iter().flat_map(|column| name_words(&column.name));
    let values = table.columns.iter().filter(|column| column.is_text()).flat_map(|column| &column.examples);
    let own: Vec<String> = names.chain(values.flat_map(|value| name_words(value))).collect();
    for (at, word) in words.iter_mut().enumerate() {
        // A capital letter within a sentence begins a name.
        let name = at > 0 && word.text.chars().next().is_some_and(char::is_uppercase);
        let plain = word.kind == Kind::Word && word.key.chars().all(char::is_alphabetic) && !name;
        let meant = |part: &String| stem(part) == stem(&word.key) || alike(part, &word.key);
        if !plain || grammar.means(&word.key) || own.iter().any(meant) {
            continue;
        }
        if let Some(right) = grammar.nearest(&word.key) {
            word.key = fold(right);
        }
    }
    words
}
