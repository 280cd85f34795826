//! Words: how a question and a column's name are split and compared.
//!
//! Knows no intent and no column; it only determines the words, and when two of them mean the same.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Letters with diacritics by the letters that stand for them.
const FOLDS: &str = include_str!("../grammar/fold.json");

/// One piece of a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Word {
    /// As it was written.
    pub(crate) text: String,
    /// Lower case, without diacritics.
    pub(crate) key: String,
    /// Its kind.
    pub(crate) kind: Kind,
}

/// The kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Word,
    Number(f64),
    /// Year, month, day; 0 if the month or day is missing.
    Date(i32, u32, u32),
    Quoted,
    Symbol,
}

/// Returns the letters to write instead of each letter with a diacritic, parsed at first use.
fn folds() -> &'static HashMap<char, String> {
    static FOLDED: OnceLock<HashMap<char, String>> = OnceLock::new();
    FOLDED.get_or_init(|| {
        // The file is part of the program and a test parses it.
        let folds: HashMap<String, String> = serde_json::from_str(FOLDS).unwrap_or_default();
        folds
            .iter()
            .flat_map(|(plain, letters)| letters.chars().map(|letter| (letter, plain.clone())))
            .collect()
    })
}

/// Returns a text in lower case, without diacritics.
pub(crate) fn fold(text: &str) -> String {
    let folds = folds();
    let mut out = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match folds.get(&c) {
            Some(plain) => out.push_str(plain),
            // A combining mark belongs to the letter before it.
            None if ('\u{300}'..='\u{36f}').contains(&c) => {}
            None => out.push(c),
        }
    }
    out
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

/// Returns whether two folded words are loosely the same: other endings ("kunden", "kunde") or one typing
/// error.
pub(crate) fn alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.chars().count() <= b.chars().count() { (a, b) } else { (b, a) };
    let (n, m) = (short.chars().count(), long.chars().count());
    (n >= 4 && m - n <= 2 && long.starts_with(short)) || (n >= 5 && strsim::osa_distance(a, b) <= 1)
}

/// Returns the folded words of a name: `unitPrice`, `unit_price` and `Unit Price (€)` are all `unit`,
/// `price`.
pub(crate) fn name_words(name: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut current = String::new();
    let mut before = ' ';
    for c in name.chars() {
        let camel = before.is_lowercase() && c.is_uppercase();
        if (!c.is_alphanumeric() && c != '\u{308}') || camel {
            pieces.push(std::mem::take(&mut current));
        }
        if c.is_alphanumeric() || c == '\u{308}' {
            current.push(c);
        }
        before = c;
    }
    pieces.push(current);
    pieces.iter().filter(|piece| !piece.is_empty()).map(|piece| fold(piece)).collect()
}

/// Splits a question into words.
pub(crate) fn tokenize(question: &str) -> Vec<Word> {
    let chars: Vec<char> = question.chars().collect();
    let mut words = Vec::new();
    let mut i = 0;
    while let Some(&c) = chars.get(i) {
        let before = i.checked_sub(1).and_then(|j| chars.get(j)).copied().unwrap_or(' ');
        if c.is_whitespace() {
            i += 1;
        } else if let Some(end) = quote_end(&chars, i, before) {
            let text: String = chars[i + 1..end].iter().collect();
            words.push(Word { key: fold(&text), text, kind: Kind::Quoted });
            i = end + 1;
        } else if c.is_ascii_digit() || (c == '-' && !before.is_alphanumeric() && digit(&chars, i + 1)) {
            i = number(&chars, i, &mut words);
        } else if c.is_alphanumeric() {
            let start = i;
            while chars.get(i).is_some_and(|c| c.is_alphanumeric() || "_'’\u{308}".contains(*c)) {
                i += 1;
            }
            let text: String = chars[start..i].iter().collect();
            let text = text.trim_end_matches("'s").trim_end_matches("’s").trim_end_matches(['\'', '’']);
            words.extend(name_words(text).into_iter().map(|key| {
                let plain = if text.contains(['_', '\'']) { key.clone() } else { text.to_owned() };
                Word { text: plain, key, kind: Kind::Word }
            }));
        } else {
            let two: String = chars[i..(i + 2).min(chars.len())].iter().collect();
            let text =
                if [">=", "<=", "==", "!=", "<>"].contains(&two.as_str()) { two } else { c.to_string() };
            i += text.chars().count();
            let text = text.replace('≥', ">=").replace('≤', "<=").replace('≠', "!=");
            words.push(Word { key: text.clone(), text, kind: Kind::Symbol });
        }
    }
    words
}

fn digit(chars: &[char], i: usize) -> bool {
    chars.get(i).is_some_and(char::is_ascii_digit)
}

fn quote_end(chars: &[char], i: usize, before: char) -> Option<usize> {
    let close = match chars[i] {
        '"' => '"',
        '`' => '`',
        '“' | '„' => '”',
        '«' => '»',
        '\'' if !before.is_alphanumeric() => '\'',
        _ => return None,
    };
    // „German“ quotes close with the sign that opens English ones.
    let ends = |c: &char| *c == close || (chars[i] == '„' && *c == '“');
    chars.iter().skip(i + 1).position(ends).map(|length| i + 1 + length)
}

fn number(chars: &[char], start: usize, words: &mut Vec<Word>) -> usize {
    let mut i = start + 1;
    while digit(chars, i) || (chars.get(i).is_some_and(|c| ".,-/".contains(*c)) && digit(chars, i + 1)) {
        i += 1;
    }
    let text: String = chars[start..i].iter().collect();
    if let Some(kind) = date(&text) {
        words.push(Word { key: text.clone(), text, kind });
        return i;
    }
    // A digit run attached to letters is a word ("7th", "3d"), a factor ("10k") excepted.
    let mut factor = 1.0;
    let letters = chars.iter().skip(i).take_while(|c| c.is_alphanumeric()).count();
    if letters == 1 && chars.get(i).is_some_and(|c| "kKmM".contains(*c)) {
        factor = if "kK".contains(chars[i]) { 1e3 } else { 1e6 };
        i += 1;
    } else if letters > 0 && !text.starts_with('-') {
        i += letters;
        let text: String = chars[start..i].iter().collect();
        words.push(Word { key: fold(&text), text, kind: Kind::Word });
        return i;
    }
    let decimal = text.rsplit(',').next().is_none_or(|tail| tail.len() == 3) || text.contains('.');
    let plain = if decimal { text.replace(',', "") } else { text.replace(',', ".") };
    let kind = plain.parse::<f64>().map_or(Kind::Symbol, |value| Kind::Number(value * factor));
    words.push(Word { key: text.clone(), text, kind });
    i
}

/// Parses `2025-06`, `2025-06-14`, `14.06.2025`, `14/06/2025`.
fn date(text: &str) -> Option<Kind> {
    let parts: Vec<u32> = text.split(['-', '.', '/']).map(str::parse).collect::<Result<_, _>>().ok()?;
    let (year, month, day) = match parts[..] {
        [year, month] if year > 1800 && text.len() == 7 => (year, month, 0),
        [year, month, day] if year > 1800 => (year, month, day),
        [day, month, year] if year > 1800 && month > 12 => (year, day, month),
        [day, month, year] if year > 1800 => (year, month, day),
        _ => return None,
    };
    (year < 2200 && (1..=12).contains(&month) && day <= 31).then_some(Kind::Date(year as i32, month, day))
}
