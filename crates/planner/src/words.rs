//! Words: how a question and a column's name are split and compared.
//!
//! Knows no intent and no column; it only determines the words, and when two of them are the same.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// Letters with diacritics by the letters that stand for them.
const FOLDS: &str = include_str!("../grammar/fold.json");

/// One token of a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Word {
    /// Its bytes in the question.
    pub(crate) at: Range<usize>,
    /// Lower case, without diacritics; the content of a quoted token.
    pub(crate) key: String,
    /// As it was written; without the quotes of a quoted token.
    pub(crate) text: String,
    pub(crate) kind: Kind,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Word,
    Number(f64),
    /// Year, month, day; 0 if the month or day is missing.
    Date(i32, u32, u32),
    /// A name in backticks is a column, another quoted text a value.
    Backticks,
    Quoted,
    Symbol,
}

/// The plain letters of each letter with diacritics. A test reads the file.
static FOLDED: LazyLock<HashMap<char, String>> = LazyLock::new(|| {
    let folds: HashMap<String, String> = serde_json::from_str(FOLDS).unwrap_or_default();
    let pairs =
        folds.iter().flat_map(|(plain, letters)| letters.chars().map(|c| (c, plain.clone())));
    pairs.collect()
});

/// Returns whether a character is a mark that belongs to the letter before it.
fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Returns a text in lower case, without diacritics.
pub(crate) fn fold(text: &str) -> String {
    let letters = text.chars().flat_map(char::to_lowercase).filter(|c| !is_mark(*c));
    letters.map(|c| FOLDED.get(&c).cloned().unwrap_or_else(|| c.to_string())).collect()
}

/// Returns a crude singular, the same for all forms of a word: `categories` and `category` agree.
pub(crate) fn stem(key: &str) -> String {
    let length = key.chars().count();
    if let Some(head) = key.strip_suffix("ies").filter(|_| length > 4) {
        return format!("{head}y");
    }
    for (ending, keep) in [("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")] {
        if let Some(head) = key.strip_suffix(ending) {
            return format!("{head}{keep}");
        }
    }
    match key.strip_suffix('s') {
        Some(head) if length > 3 && !head.ends_with(['s', 'u', 'i']) => head.to_owned(),
        _ => key.to_owned(),
    }
}

/// Returns the folded words of a name: `unitPrice`, `unit_price` and `Unit Price (€)` are all
/// `unit`, `price`.
pub(crate) fn name_words(name: &str) -> Vec<String> {
    let mut spaced = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if before.is_lowercase() && c.is_uppercase() {
            spaced.push(' ');
        }
        spaced.push(if c.is_alphanumeric() { c } else { ' ' });
        before = c;
    }
    spaced.split_whitespace().map(fold).collect()
}

/// Returns the singulars of the words in a name.
pub(crate) fn stems(name: &str) -> Vec<String> {
    name_words(name).iter().map(|word| stem(word)).collect()
}

/// Splits a question into tokens.
pub(crate) fn tokenize(question: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(c) = question[at..].chars().next() {
        let rest = &question[at..];
        let before = question[..at].chars().next_back().unwrap_or(' ');
        let digit_follows = rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
        let (length, kind) = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if let Some((length, kind)) = quoted(rest, before) {
            let text =
                rest[c.len_utf8()..length].trim_end_matches(['"', '`', '”', '\'', '’']).to_owned();
            words.push(Word { at: at..at + length, key: fold(&text), text, kind });
            at += length;
            continue;
        } else if c.is_ascii_digit() || (c == '-' && digit_follows && !before.is_alphanumeric()) {
            number(rest)
        } else if c.is_alphanumeric() {
            let inside = |c: &char| c.is_alphanumeric() || "_'’".contains(*c) || is_mark(*c);
            (rest.chars().take_while(inside).map(char::len_utf8).sum(), Kind::Word)
        } else {
            let two = [">=", "<=", "==", "!=", "<>"].iter().any(|sign| rest.starts_with(sign));
            (if two { 2 } else { c.len_utf8() }, Kind::Symbol)
        };
        let text = &rest[..length];
        let place = at..at + length;
        at += length;
        if kind == Kind::Word && !c.is_ascii_digit() {
            let bare = ["'s", "’s", "'", "’"]
                .iter()
                .find_map(|end| text.strip_suffix(end))
                .unwrap_or(text);
            // "don't" is one word, `unit_price` two.
            let keys = bare
                .split('_')
                .filter(|key| !key.is_empty())
                .map(|key| fold(&key.replace(['\'', '’'], "")));
            words.extend(keys.map(|key| Word {
                at: place.clone(),
                text: bare.to_owned(),
                key,
                kind,
            }));
        } else {
            let key = fold(text).replace('≥', ">=").replace('≤', "<=").replace('≠', "!=");
            words.push(Word { at: place, text: text.to_owned(), key, kind });
        }
    }
    words
}

fn quoted(rest: &str, before: char) -> Option<(usize, Kind)> {
    let open = rest.chars().next()?;
    let close = match open {
        '"' | '`' => open,
        '“' => '”',
        '\'' if !before.is_alphanumeric() => '\'',
        _ => return None,
    };
    let end = rest[open.len_utf8()..].find(close)?;
    let kind = if open == '`' { Kind::Backticks } else { Kind::Quoted };
    Some((open.len_utf8() + end + close.len_utf8(), kind))
}

/// Returns the length and kind of the token that begins with a digit or a minus sign.
fn number(rest: &str) -> (usize, Kind) {
    let bytes = rest.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 1;
    while digit(end) || (bytes.get(end).is_some_and(|c| b".,-/".contains(c)) && digit(end + 1)) {
        end += 1;
    }
    let text = &rest[..end];
    if let Some(kind) = date(text) {
        return (end, kind);
    }
    let letters: String = rest[end..].chars().take_while(|c| c.is_alphanumeric()).collect();
    let factor = match letters.as_str() {
        "" | "%" => 1.0,
        "k" | "K" => 1e3,
        "m" | "M" => 1e6,
        // A run of digits attached to letters is a word: "7th", "3d".
        _ => return (end + letters.len(), Kind::Word),
    };
    let decimal_point =
        text.rsplit(',').next().is_none_or(|tail| tail.len() == 3) || text.contains('.');
    let plain = if decimal_point { text.replace(',', "") } else { text.replace(',', ".") };
    (
        end + letters.len(),
        // “2015-2016” is a name.
        plain.parse::<f64>().map_or(Kind::Word, |value| Kind::Number(value * factor)),
    )
}

/// Parses `2025-06`, `2025-06-14`, `14.06.2025`, `14/06/2025`.
fn date(text: &str) -> Option<Kind> {
    let parts: Vec<u32> =
        text.split(['-', '.', '/']).map(str::parse).collect::<Result<_, _>>().ok()?;
    let (year, month, day) = match parts[..] {
        [year, month] if year > 1800 && text.len() == 7 => (year, month, 0),
        [year, month, day] if year > 1800 => (year, month, day),
        [day, month, year] if year > 1800 && month > 12 => (year, day, month),
        [day, month, year] if year > 1800 => (year, month, day),
        _ => return None,
    };
    (year < 2200 && (1..=12).contains(&month) && day <= 31).then_some(Kind::Date(
        year as i32,
        month,
        day,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_split_into_words_numbers_dates_and_quoted_texts() {
        let read = |question: &str| -> Vec<(String, Kind)> {
            tokenize(question).into_iter().map(|word| (word.key, word.kind)).collect()
        };
        let word = |key: &str| (key.to_owned(), Kind::Word);
        let cases = [
            ("Zoë's unit_price", vec![word("zoe"), word("unit"), word("price")]),
            ("don't", vec![word("dont")]),
            ("7th", vec![word("7th")]),
            ("`a b`", vec![("a b".to_owned(), Kind::Backticks)]),
            ("\"New York\"", vec![("new york".to_owned(), Kind::Quoted)]),
            (">=", vec![(">=".to_owned(), Kind::Symbol)]),
            ("1,500.5", vec![("1,500.5".to_owned(), Kind::Number(1500.5))]),
            ("10k", vec![("10k".to_owned(), Kind::Number(10_000.0))]),
            ("14.06.2025", vec![("14.06.2025".to_owned(), Kind::Date(2025, 6, 14))]),
        ];
        for (text, wanted) in cases {
            assert_eq!(read(text), wanted, "{text}");
        }
    }

    #[test]
    fn singulars_agree() {
        let many = ["categories", "boxes", "sales", "status", "gas"].map(stem);
        assert_eq!(many, ["category", "box", "sale", "status", "gas"]);
    }
}
