//! Families of column names, and the phrases that ask for help or greet. They are data, in
//! `grammar/`.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::{Word, stem, stems};

/// The names and words of each family. A test reads the file.
static FAMILIES: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../grammar/concepts.json")).unwrap_or_default()
});

/// Returns the words of a family.
pub(crate) fn family(name: &str) -> &'static [String] {
    FAMILIES.get(name).map_or(&[], Vec::as_slice)
}

/// Returns where in a family a word or phrase stands that a column's name contains, by its
/// singulars.
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

/// Returns whether a question contains a phrase of a family.
pub(crate) fn says(words: &[Word], of: &str) -> bool {
    family(of).iter().any(|phrase| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        words
            .windows(phrase.len())
            .any(|part| part.iter().zip(&phrase).all(|(word, part)| word.key == *part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenize;

    #[test]
    fn the_data_is_read() {
        assert!(is_a("unit_price", "price") && !is_a("surprise", "price"));
        assert!(
            says(&tokenize("What can you do?"), "help")
                && !says(&tokenize("total revenue"), "help")
        );
    }
}
