//! The words of an answer around each number.

use std::ops::Range;

use super::clauses::clause;
use super::scope::Scopes;

/// Words before and after a difference.
const DIFFERENCES: ([&str; 5], [&str; 12]) = (
    ["by", "another", "up", "down", "additional"],
    [
        "above", "ahead", "apart", "behind", "below", "fewer", "higher", "larger", "less", "lower",
        "more", "smaller",
    ],
);

/// Parts of words of sentences that state a negative number without its sign.
const NEGATIVE: [&str; 16] = [
    "below", "cut", "declin", "decreas", "deficit", "down", "drop", "fall", "fell", "less", "los",
    "minus", "moins", "negativ", "shr", "unter",
];

/// Parts of words in the name of a column that is computed from others.
const COMPUTED: [&str; 19] = [
    "/",
    "average",
    "change",
    "combined",
    "difference",
    "each",
    "factor",
    "gap",
    "growth",
    "increase",
    "mean",
    "per ",
    "rate",
    "ratio",
    "sum",
    "times",
    "together",
    "total",
    "δ",
];

impl Scopes<'_> {
    /// Returns whether a quantity stands in a column of the answer's table whose name says that it
    /// is computed from others.
    pub(super) fn is_in_computed_column(&self, quantity: usize) -> bool {
        let header = self.header(quantity).and_then(|header| self.text.get(header));
        let header = header.unwrap_or_default().to_lowercase();
        COMPUTED.iter().any(|word| header.contains(word))
    }

    /// Returns whether the words beside a quantity, or beside the one that it follows in brackets,
    /// say that it is a difference: "by 12", "12 more".
    pub(super) fn says_difference(&self, quantity: usize) -> bool {
        let at = if self.follows_in_brackets(quantity) { quantity - 1 } else { quantity };
        let (before, after) = self.beside(&self.span(at));
        DIFFERENCES.0.contains(&before) || DIFFERENCES.1.contains(&after)
    }

    /// Returns whether the sentence of a quantity says that something is below zero.
    pub(super) fn says_negative(&self, quantity: usize) -> bool {
        let words = self.words(quantity);
        NEGATIVE.iter().any(|word| words.contains(word))
    }

    /// Returns whether a quantity stands in brackets right after another one.
    pub(super) fn follows_in_brackets(&self, quantity: usize) -> bool {
        let Some(before) = quantity.checked_sub(1).map(|before| self.span(before)) else {
            return false;
        };
        let between = self.text.get(before.end..self.span(quantity).start).unwrap_or_default();
        between
            .trim_start_matches(|c: char| c.is_alphabetic() || c == ' ' || c == '*')
            .starts_with('(')
            && between.trim_end_matches(['*', ' ']).ends_with('(')
    }

    /// Returns the text from a quantity to the next one.
    pub(super) fn until_next(&self, quantity: usize) -> &str {
        let end = self.stated.get(quantity + 1).map_or(self.text.len(), |next| next.span.start);
        let start = self.stated.get(quantity).map_or(end, |quantity| quantity.span.end);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Returns whether a quantity is stated as a part of the next one: "84 of the 130".
    pub(super) fn is_of_next(&self, quantity: usize) -> bool {
        self.until_next(quantity).trim_start_matches('*').starts_with(" of ")
    }

    /// Returns the text of the quantity's sentence in lower case, between spaces.
    pub(super) fn words(&self, quantity: usize) -> String {
        let sentence = self.text.get(self.sentence(quantity).span.clone()).unwrap_or_default();
        let header = if self.is_table_row(quantity) { self.header(quantity) } else { None };
        let header = header.and_then(|header| self.text.get(header)).unwrap_or_default();
        format!(" {} {} ", sentence.to_lowercase(), header.to_lowercase())
    }

    /// Returns what the quantity's sentence says from its last semicolon to the word after it, in
    /// lower case.
    pub(super) fn words_before(&self, quantity: usize) -> String {
        let span = self.span(quantity);
        let start = self.sentence(quantity).span.start;
        let before = self.text.get(start..span.start).unwrap_or_default();
        let part = before.rsplit("; ").next().unwrap_or_default();
        format!(" {part} {} ", self.beside(&span).1).to_lowercase()
    }

    /// Returns the words of the quantity's clause in lower case.
    pub(super) fn clause_words(&self, quantity: usize) -> Vec<String> {
        let clause = self.text.get(clause(self.text, &self.span(quantity), &[]));
        let words = clause.unwrap_or_default().split(|c: char| !c.is_alphanumeric());
        words.map(str::to_lowercase).collect()
    }

    /// Returns the words before and after a quantity in its sentence.
    pub(super) fn beside(&self, span: &Range<usize>) -> (&str, &str) {
        let apart = |c: char| !c.is_alphanumeric();
        let line = self.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let before = self.text[line..span.start]
            .trim_end_matches(|c: char| c.is_whitespace() || "$€£*~≈(−-".contains(c));
        let after = self.text[span.end..].trim_start_matches([' ', '*', '\u{a0}']);
        let last = before.rsplit(apart).next().unwrap_or_default();
        (last, after.split(apart).next().unwrap_or_default())
    }
}
