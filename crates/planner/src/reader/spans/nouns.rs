//! The words for what is counted or ranked.

use std::collections::HashSet;

use crate::reader::lexicon::{self, RARE, is_known, is_small, rank};
use crate::reader::sentence::Sentence;
use crate::words::Kind;

/// Returns the stems of words that stand for what is counted or ranked: they are not parts of
/// values.
pub(super) fn nouns(sentence: &Sentence) -> HashSet<String> {
    const HEADS: [&str; 16] = [
        "many",
        "of",
        "which",
        "what",
        "top",
        "per",
        "by",
        "each",
        "every",
        "most",
        "different",
        "distinct",
        "unique",
        "all",
        "list",
        "the",
    ];
    let mut found = HashSet::new();
    for at in 1..sentence.len() {
        let mut head = at - 1;
        while head > 0
            && sentence.is(
                head,
                &["the", "of", "different", "distinct", "unique", "other", "kinds", "types"],
            )
            && !sentence.is(head, &["which"])
            && HEADS.contains(&sentence.key(head - 1))
        {
            head -= 1;
        }
        let token = &sentence.tokens[at];
        if at == 1
            && sentence.tokens[0].key.ends_with('s')
            && sentence.is(
                1,
                &[
                    "that", "who", "whose", "with", "without", "in", "from", "over", "under", "by",
                    "where", "not",
                ],
            )
        {
            found.insert(sentence.tokens[0].stem.clone());
        }
        if token.kind != Kind::Word || is_small(&token.key) || is_known(&token.key) {
            continue;
        }
        let before = sentence.key(head);
        // “caused by alcohol” names what did it.
        if before == "by" && head > 0 && sentence.key(head - 1).ends_with("ed") {
            continue;
        }
        // “top 5 departments by happiness”: what they are ranked by.
        if before == "by" && (0..head).any(|at| lexicon::superlative(sentence.key(at)).is_some()) {
            continue;
        }
        let number = sentence.number(head).is_some()
            || sentence.numbers.iter().any(|n| n.at.end == at && !n.year);
        let singular = matches!(before, "which" | "what" | "per" | "by" | "each" | "every");
        let counts = HEADS.contains(&before) || number;
        let ranked = lexicon::base(before, "est").is_some()
            || matches!(
                before,
                "first" | "last" | "oldest" | "best" | "worst" | "highest" | "lowest"
            );
        let after_adjective = at >= 2 && sentence.is(at - 2, &["most", "least"]);
        let capital = token.capital && !singular;
        if !capital
            && (ranked
                || after_adjective
                || counts
                    && (singular
                        || token.key.ends_with('s')
                        || rank(&token.key) < RARE && before == "many"))
        {
            found.insert(token.stem.clone());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_that_are_counted_are_nouns() {
        let sentence =
            Sentence::new("how many passengers in each class were in the top 5 cities", &|_| false);
        let found = nouns(&sentence);
        assert!(
            found.contains("passenger") && found.contains("class") && found.contains("city"),
            "{found:?}"
        );
    }
}
