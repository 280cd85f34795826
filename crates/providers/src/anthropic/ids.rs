//! The ids of calls as the API takes them: letters, digits, `_` and `-`, each once in a
//! conversation. Those of other providers, which a session that changes its model brings along, may
//! be neither.

use std::collections::{BTreeMap, BTreeSet};

/// The ids of a conversation so far.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// The id that the latest call of an original id has got.
    latest: BTreeMap<String, String>,
    used: BTreeSet<String>,
}

impl Ids {
    /// Returns the id of the next call.
    pub(super) fn of_call(&mut self, original: &str) -> String {
        let plain = plain(original);
        let mut id = plain.clone();
        let mut number = 1;
        while !self.used.insert(id.clone()) {
            number += 1;
            id = format!("{plain}_{number}");
        }
        self.latest.insert(original.to_owned(), id.clone());
        id
    }

    /// Returns the id of the call that a result answers.
    pub(super) fn of_result(&self, original: &str) -> String {
        self.latest.get(original).cloned().unwrap_or_else(|| plain(original))
    }
}

fn plain(original: &str) -> String {
    let letter =
        |char: char| if char.is_ascii_alphanumeric() || "_-".contains(char) { char } else { '_' };
    if original.is_empty() { "call".to_owned() } else { original.chars().map(letter).collect() }
}
