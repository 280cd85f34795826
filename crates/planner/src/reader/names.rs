//! The words of a column's name.

use super::lexicon::{RARE, family, is_short, is_told, rank, stem};
use crate::words::fold;

/// Returns the lower-case words of a name; digits are words of their own, and so are two words
/// that are written as one, as in “marketvalue” or “poptotal”.
pub(crate) fn name_words(name: &str) -> Vec<String> {
    let mut spaced = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map_or(' ', |i| chars[i]);
        let next = chars.get(i + 1).copied().unwrap_or(' ');
        let begins = before.is_lowercase() && c.is_uppercase()
            || before.is_uppercase() && c.is_uppercase() && next.is_lowercase()
            || before.is_alphabetic() && c.is_ascii_digit()
            || before.is_ascii_digit() && c.is_alphabetic();
        if begins {
            spaced.push(' ');
        }
        match c {
            '%' => spaced.push_str(" percent "),
            '$' | '€' | '£' => spaced.push_str(" dollars "),
            c if c.is_alphanumeric() => spaced.push(*c),
            '\'' | '’' => {}
            _ => spaced.push(' '),
        }
    }
    let parts = |word: String| match parts(&word) {
        Some(parts) => parts.into_iter().map(str::to_owned).collect(),
        None => vec![word],
    };
    spaced.split_whitespace().map(fold).flat_map(parts).collect()
}

/// How common a part is taken to be that is an abbreviation.
const ABBREVIATION: u32 = 3000;

/// Returns the words that one which says nothing as a whole is made of: common words and
/// abbreviations.
fn parts(word: &str) -> Option<Vec<&str>> {
    const MIN_LENGTH: usize = 5;
    let whole = rank(word) < RARE || rank(&stem(word)) < RARE || is_told(word);
    if whole || word.len() < MIN_LENGTH || !word.bytes().all(|c| c.is_ascii_lowercase()) {
        return None;
    }
    split(word, 3).filter(|(_, parts)| parts.len() > 1).map(|(_, parts)| parts)
}

/// Returns the best way to split letters into at most a number of words, and how common these are.
fn split(word: &str, most: usize) -> Option<(u32, Vec<&str>)> {
    const MIN_PART_LENGTH: usize = 2;
    if let Some(rank) = part(word) {
        return Some((rank, vec![word]));
    }
    let places = MIN_PART_LENGTH..(word.len() + 1).saturating_sub(MIN_PART_LENGTH);
    let splits = places.filter(|_| most > 1).map(|at| word.split_at(at));
    let found = splits.filter_map(|(first, rest)| {
        // “overdue”, “frontage”
        let affix = family("prefixes").contains(first) || family("suffixes").contains(&stem(rest));
        // Two letters are a part beside a longer one only: “bodywt”.
        let long = first.len().min(rest.len()) > 2 || first.len().max(rest.len()) > 3;
        let (own, (others, mut parts)) = (part(first)?, split(rest, most - 1)?);
        parts.insert(0, first);
        (!affix && long).then_some((own + others, parts))
    });
    found.min_by_key(|(rank, parts)| (parts.len(), *rank))
}

/// Returns how common a word is that may be a part of another one: short words only if they are
/// very common.
fn part(word: &str) -> Option<u32> {
    if is_short(word) {
        return Some(ABBREVIATION);
    }
    let most = match word.len() {
        0..=2 => return None,
        3 => 3000,
        _ => 10_000,
    };
    Some(rank(word)).filter(|rank| *rank <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_the_words_that_they_are_made_of() {
        let cases = [
            ("Unit Price ($)", "unit price dollars"),
            ("marketValue2024", "market value 2024"),
            ("marketvalue", "market value"),
            ("poptotal", "pop total"),
            ("bodywt", "body wt"),
            ("gasprice", "gas price"),
            ("regprc", "reg prc"),
            ("percbelowpoverty", "perc below poverty"),
            // Words of their own, and what only looks like two words.
            ("population", "population"),
            ("overdue", "overdue"),
            ("frontage", "frontage"),
            ("durable", "durable"),
            ("umsatz", "umsatz"),
            ("proline", "proline"),
        ];
        for (name, words) in cases {
            assert_eq!(name_words(name).join(" "), words, "{name}");
        }
    }
}
