//! Which columns of a table a text is about, by their names alone: for wide tables, of which a
//! prompt has a part, and for names that do not exist.

use std::collections::HashMap;

#[cfg(test)]
mod tests;

/// Words that say nothing of a column.
const COMMON: &[&str] = &[
    "a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "by", "column", "data",
    "did", "do", "does", "each", "file", "find", "for", "from", "give", "has", "have", "how", "i",
    "in", "is", "it", "its", "many", "me", "more", "most", "much", "of", "on", "or", "per",
    "please", "row", "rows", "show", "table", "than", "that", "the", "their", "there", "this",
    "to", "value", "values", "was", "were", "what", "when", "where", "which", "who", "with",
];

/// Words that names abbreviate, in every second table.
const SHORT: &[(&str, &str)] = &[
    ("amount", "amt"),
    ("average", "avg"),
    ("category", "cat"),
    ("country", "ctry"),
    ("customer", "cust"),
    ("date", "dt"),
    ("department", "dept"),
    ("description", "desc"),
    ("identifier", "id"),
    ("latitude", "lat"),
    ("longitude", "lon"),
    ("maximum", "max"),
    ("minimum", "min"),
    ("number", "num"),
    ("number", "no"),
    ("percent", "pct"),
    ("percentage", "pct"),
    ("population", "pop"),
    ("quantity", "qty"),
    ("temperature", "temp"),
    ("year", "yr"),
];

/// The fewest letters that two words have to begin with alike.
const BEGINNING: usize = 4;

/// Returns the positions of the names that a text is about, those first that fit best; names
/// without any of its words are left out.
pub(crate) fn fitting(text: &str, names: &[&str]) -> Vec<usize> {
    let scores = scores(text, names);
    let mut fitting: Vec<usize> = (0..names.len()).filter(|at| scores[*at] > 0.0).collect();
    fitting.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    fitting
}

/// Returns the positions of `most` names in their order: of those that a text is about, and else of
/// the first.
pub(crate) fn chosen(text: &str, names: &[&str], most: usize) -> Vec<usize> {
    if names.len() <= most {
        return (0..names.len()).collect();
    }
    let fitting = fitting(text, names);
    let mut chosen: Vec<usize> = fitting.into_iter().take(most).collect();
    let others: Vec<usize> = (0..names.len()).filter(|at| !chosen.contains(at)).collect();
    chosen.extend(others.into_iter().take(most - chosen.len()));
    chosen.sort_unstable();
    chosen
}

/// Returns for each name how much a text is about it: the words that both have, each by how few
/// names have it.
fn scores(text: &str, names: &[&str]) -> Vec<f64> {
    let folded = text.to_lowercase();
    let sought: Vec<String> =
        words(text).into_iter().filter(|word| !COMMON.contains(&word.as_str())).collect();
    let words: Vec<Vec<String>> = names.iter().map(|name| words(name)).collect();
    let mut frequency: HashMap<&str, usize> = HashMap::new();
    for word in words.iter().flatten() {
        *frequency.entry(word).or_default() += 1;
    }
    let score = |(at, words): (usize, &Vec<String>)| {
        let likeness =
            |word: &String| sought.iter().map(|sought| alike(sought, word)).fold(0.0, f64::max);
        let rarity =
            |word: &String| 1.0 + (names.len() as f64 / frequency[word.as_str()] as f64).ln();
        let found: f64 = words.iter().map(|word| likeness(word) * rarity(word)).sum();
        let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
        let abbreviated = initials.chars().count() > 2 && sought.contains(&initials);
        // A name that stands in the text as it is.
        let name = names[at].to_lowercase();
        let whole = name.chars().count() > 2 && is_in(&folded, &name);
        // Of two names with the same words, the shorter is meant.
        let share = found / (words.len() as f64).sqrt().max(1.0);
        share + f64::from(u8::from(whole)) * 10.0 + f64::from(u8::from(abbreviated)) * 3.0
    };
    words.iter().enumerate().map(score).collect()
}

/// Returns whether a name stands in a text between other than letters and digits.
fn is_in(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(char::is_alphanumeric)
            && !text[at + name.len()..].starts_with(char::is_alphanumeric)
    })
}

/// Returns how alike a word of a text and one of a name are, from 0 to 1.
fn alike(sought: &str, word: &str) -> f64 {
    if sought == word {
        return 1.0;
    }
    if SHORT.iter().any(|(long, short)| {
        (*long == sought && *short == word) || (*long == word && *short == sought)
    }) {
        return 0.9;
    }
    let (shorter, longer) = if sought.len() < word.len() { (sought, word) } else { (word, sought) };
    let letters = shorter.chars().count();
    if letters >= BEGINNING && longer.starts_with(shorter) {
        return 0.8;
    }
    // Compounds, as in German.
    if letters > BEGINNING && longer.contains(shorter) {
        return 0.6;
    }
    let common = shorter.chars().zip(longer.chars()).take_while(|(a, b)| a == b).count();
    if common > BEGINNING && common + 3 >= longer.chars().count() { 0.6 } else { 0.0 }
}

/// Returns the words of a text or a name in lower case, without the endings of plurals: `orderDate`
/// and `order_dates` are both `order`, `date`.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        let begins = !before.is_alphanumeric()
            || c.is_uppercase() && before.is_lowercase()
            || c.is_numeric() != before.is_numeric();
        if c.is_alphanumeric() {
            if begins {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    words.iter().map(|word| singular(word).to_owned()).collect()
}

fn singular(word: &str) -> &str {
    let bare =
        word.strip_suffix('s').filter(|bare| bare.len() > 2 && !bare.ends_with(['s', 'u', 'i']));
    bare.unwrap_or(word)
}
