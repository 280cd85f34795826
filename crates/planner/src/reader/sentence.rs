//! The sentence: a question as tokens, and where phrases of the lexicon stand in it.

use std::ops::Range;

use super::lexicon::{self, Part, is_known, is_small, stem};
use crate::words::{Kind, tokenize};

/// The most tokens that are read; the rest of a longer question is left aside.
const MAX_QUESTION_TOKENS: usize = 120;

/// A set of tokens, one bit for each.
pub(crate) type Tokens = u128;

/// Returns the set of the tokens of a range.
pub(crate) fn mask(range: &Range<usize>) -> Tokens {
    range.clone().fold(0, |all, at| all | bit(at))
}

/// Returns the set of one token.
pub(crate) fn bit(at: usize) -> Tokens {
    if at < MAX_QUESTION_TOKENS { 1 << at } else { 0 }
}

/// One token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    /// Lower case, without diacritics.
    pub(crate) key: String,
    pub(crate) stem: String,
    /// As it was written.
    pub(crate) text: String,
    pub(crate) kind: Kind,
    /// Whether it begins with a capital.
    pub(crate) capital: bool,
    /// Whether all its letters are capitals.
    pub(crate) upper: bool,
    /// Its bytes in the question.
    pub(crate) at: Range<usize>,
}

/// A number that the question states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Number {
    pub(crate) value: f64,
    pub(crate) at: Range<usize>,
    pub(crate) money: bool,
    pub(crate) percent: bool,
    /// Whether it is four digits that may be a year.
    pub(crate) year: bool,
}

/// A question as tokens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sentence {
    pub(crate) tokens: Vec<Token>,
    /// Numbers by their first token.
    pub(crate) numbers: Vec<Number>,
}

impl Sentence {
    /// Splits a question; `names` are stems that are not mistyped, since columns or values have
    /// them.
    pub(crate) fn new(question: &str, names: &dyn Fn(&str) -> bool) -> Self {
        let mut tokens = Vec::new();
        for word in tokenize(question) {
            let counts = matches!(word.kind, Kind::Symbol);
            if counts && !"$€£%=<>+/*×>=<=!=".contains(word.key.as_str()) {
                continue;
            }
            let key = match word.kind {
                Kind::Word => corrected(&word.key, names),
                _ => word.key.clone(),
            };
            // “less then 5”
            let compares = |token: &Token| {
                matches!(token.key.as_str(), "more" | "less" | "fewer")
                    || lexicon::base(&token.key, "er").is_some()
            };
            let key = if key == "then" && tokens.last().is_some_and(compares) {
                "than".to_owned()
            } else {
                key
            };
            let letters = || word.text.chars().filter(|c| c.is_alphabetic());
            tokens.push(Token {
                stem: stem(&key),
                capital: word.text.chars().next().is_some_and(char::is_uppercase),
                upper: letters().count() > 0 && letters().all(char::is_uppercase),
                key,
                text: word.text,
                kind: word.kind,
                at: word.at,
            });
        }
        tokens.truncate(MAX_QUESTION_TOKENS);
        let mut sentence = Self { tokens, ..Self::default() };
        sentence.numbers = sentence.read_numbers();
        sentence
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Returns a token's key; an empty text beyond the ends.
    pub(crate) fn key(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.key.as_str())
    }

    /// Returns the key of the token before one.
    pub(crate) fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.key(at))
    }

    /// Returns whether one of these words stands at a token.
    pub(crate) fn is(&self, at: usize, words: &[&str]) -> bool {
        words.contains(&self.key(at))
    }

    /// Returns the length of the longest phrase of a tag that begins at a token.
    pub(crate) fn length(&self, tag: &str, at: usize) -> usize {
        let fits = |phrase: &&Vec<Part>| {
            phrase.iter().enumerate().all(|(i, part)| {
                let token = self.tokens.get(at + i);
                token.is_some_and(|t| {
                    !matches!(t.kind, Kind::Quoted | Kind::Backticks) && part.fits(&t.key)
                })
            })
        };
        lexicon::phrases(tag).iter().filter(fits).map(Vec::len).max().unwrap_or(0)
    }

    /// Returns where phrases of a tag stand, each as long as possible.
    pub(crate) fn find(&self, tag: &'static str) -> Vec<Range<usize>> {
        let (mut found, mut at) = (Vec::new(), 0);
        while at < self.len() {
            let length = self.length(tag, at);
            if length > 0 {
                found.push(at..at + length);
            }
            at += length.max(1);
        }
        found
    }

    /// Returns whether a word stands anywhere.
    pub(crate) fn has_word(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| words.contains(&token.key.as_str()))
    }

    /// Returns the number that begins at a token.
    pub(crate) fn number(&self, at: usize) -> Option<&Number> {
        self.numbers.iter().find(|number| number.at.start == at)
    }

    fn read_numbers(&self) -> Vec<Number> {
        let mut found: Vec<Number> = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            if found.last().is_some_and(|number| at < number.at.end) {
                continue;
            }
            let (mut value, word) = match token.kind {
                Kind::Number(value) => (value, false),
                // “more than half” is 50 percent.
                Kind::Word if token.key == "half" && at > 0 && self.is(at - 1, &["than"]) => {
                    found.push(Number {
                        value: 50.0,
                        at: at..at + 1,
                        money: false,
                        percent: true,
                        year: false,
                    });
                    continue;
                }
                // “a million”
                Kind::Word
                    if matches!(token.key.as_str(), "a" | "an")
                        && lexicon::scale(self.key(at + 1)).is_some()
                        && self.key(at + 1).len() > 2 =>
                {
                    (1.0, true)
                }
                Kind::Word => match lexicon::number_word(&token.key) {
                    Some(value) => (value, true),
                    None => continue,
                },
                _ => continue,
            };
            let mut end = at + 1;
            let year = token.text.len() == 4
                && !word
                && value.fract() == 0.0
                && (1500.0..2200.0).contains(&value);
            let scale = lexicon::scale(self.key(end)).filter(|_| !year);
            if let Some(scale) = scale {
                value *= scale;
                end += 1;
            }
            let mut start = at;
            let mut money = false;
            if at > 0 && self.is(at - 1, &["$", "€", "£"]) {
                (money, start) = (true, at - 1);
            }
            if self.is(end, &["$", "€", "£"])
                || lexicon::family("money words").contains(&stem(self.key(end)))
            {
                (money, end) = (true, end + 1);
            }
            let percent = token.text.ends_with('%') || self.is(end, &["%", "percent", "pct"]);
            if self.is(end, &["%", "percent", "pct"]) {
                end += 1;
            }
            found.push(Number {
                value,
                at: start..end,
                money,
                percent,
                year: year && !money && !percent,
            });
        }
        found
    }

    /// Returns how much a token counts when a reading is scored.
    pub(crate) fn weight(&self, at: usize) -> f64 {
        match self.tokens.get(at) {
            None => 0.0,
            Some(token) if token.kind == Kind::Word && is_small(&token.key) => 0.0,
            Some(token) if token.kind == Kind::Symbol || token.key == "used" => 0.2,
            Some(token) if is_known(&token.key) => 0.5,
            Some(_) => 1.0,
        }
    }

    /// Returns whether a token says nothing by itself.
    pub(crate) fn small(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(|token| is_small(&token.key) && token.kind == Kind::Word)
    }

    /// Returns whether the question's words are mostly none of this language's.
    pub(crate) fn is_foreign(&self, explained: Tokens) -> bool {
        let words: Vec<(usize, &Token)> = self
            .tokens
            .iter()
            .enumerate()
            .filter(|(_, t)| t.kind == Kind::Word && t.key.chars().all(char::is_alphabetic))
            .collect();
        let own = words
            .iter()
            .filter(|(_, t)| lexicon::rank(&t.key) < lexicon::RARE || is_small(&t.key))
            .count();
        let grammar = words.iter().filter(|(_, t)| is_small(&t.key) || is_known(&t.key)).count();
        let open = words.iter().filter(|(at, t)| {
            explained & bit(*at) == 0 && lexicon::rank(&t.key) == lexicon::RARE && !is_small(&t.key)
        });
        words.len() >= 3 && open.count() >= 2 && grammar * 4 < words.len() && own * 2 < words.len()
            || words.iter().any(|(_, t)| t.key.chars().any(|c| !c.is_ascii() && c as u32 > 0x2ff))
                && own == 0
    }
}

/// Returns the word of the lexicon that a mistyped word stands for, else the word itself.
fn corrected(word: &str, names: &dyn Fn(&str) -> bool) -> String {
    if matches!(word, "wich" | "whitch") && !names(word) {
        return "which".to_owned();
    }
    let letters = word.chars().count();
    let known = letters <= 4
        || !word.bytes().all(|c| c.is_ascii_lowercase())
        || lexicon::rank(word) < lexicon::RARE
        || is_known(word)
        || is_small(word)
        || lexicon::base(word, "est").is_some()
        || lexicon::base(word, "er").is_some()
        || names(&stem(word));
    if known {
        return word.to_owned();
    }
    let near = |other: &&str| other.len() > 4 && other.len().abs_diff(letters) <= 2;
    let scored = lexicon::known()
        .filter(near)
        .map(|other| (strsim::normalized_damerau_levenshtein(word, other), other));
    match scored.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1))) {
        Some((likeness, other)) if likeness >= 0.8 => other.to_owned(),
        _ => word.to_owned(),
    }
}
