//! Likeness: how well a word of a question names a word of a column.

use super::lexicon::{RARE, long_form, month, rank, same, stem, superlative};

/// Returns how alike two words are by letters, 0 to 1.
fn spelled(a: &str, b: &str) -> f64 {
    if a.len().abs_diff(b.len()) > 2
        || a.as_bytes().first() != b.as_bytes().first()
            && a.as_bytes().get(1) != b.as_bytes().get(1)
    {
        0.0
    } else {
        strsim::normalized_damerau_levenshtein(a, b)
    }
}

/// Returns how well a word of a question names a word of a column's name, 0 to 1; both in lower
/// case. An abbreviation names what its long form does.
pub(crate) fn likeness(asked: &str, name: &str) -> f64 {
    let long = long_form(name).map_or(0.0, |long| 0.96 * written(asked, long));
    let likeness = written(asked, name).max(long);
    // “highest” ranks, and is not a word for “high school”.
    if likeness < 0.9 && superlative(asked).is_some() { 0.0 } else { likeness }
}

/// Returns the same of a name as it is written.
fn written(asked: &str, name: &str) -> f64 {
    if asked == name {
        return 1.0;
    }
    let (a, b) = (stem(asked), stem(name));
    // “ids” is too short for the stem to say so.
    if a == b || asked.strip_suffix('s') == Some(name) {
        return 0.97;
    }
    // “July”, of a column “JUL”
    if name.len() == 3 && month(name).is_some() && month(asked) == month(name) {
        return 0.95;
    }
    // “dropout”, of a column “drop”
    let phrasal = ["out", "off", "up"].iter().find_map(|end| asked.strip_suffix(end));
    if name.len() >= 4 && phrasal == Some(name) {
        return 0.85;
    }
    let agent = a.strip_suffix("er").filter(|_| a.len() > 5);
    if agent.is_some_and(|head| head == b || name.strip_suffix('e') == Some(head)) {
        return 0.9;
    }
    if long_form(name).is_some_and(|long| stem(long) == a)
        || long_form(asked).is_some_and(|long| stem(long) == b)
    {
        return 0.93;
    }
    let long = long_form(name).map(stem);
    if same(&a).any(|word| word == b || long.as_deref() == Some(word)) {
        return 0.85;
    }
    if !asked.is_ascii() || !name.is_ascii() {
        return if spelled(asked, name) >= 0.8 { 0.75 } else { 0.0 };
    }
    if name.len() >= 3 && asked.len() > name.len() && asked.starts_with(name) && rank(name) > 6000 {
        return 0.8;
    }
    // “team”, of a column “tm”
    let consonants = || asked.chars().filter(|c| !"aeiou".contains(*c));
    if (2..=6).contains(&name.len()) && asked.len() >= 4 && consonants().eq(name.chars()) {
        return 0.8;
    }
    if asked.len() >= 4 && name.starts_with(asked) {
        return 0.78;
    }
    // “refs”, of a column “referee”
    if a.len() == 3 && name.len() >= 5 && name.starts_with(&a) && rank(asked) == RARE {
        return 0.72;
    }
    if asked.len() >= 4 && name.ends_with(asked) {
        return 0.74;
    }
    // “smoked”, of a column “mbsmoke”
    if a.len() >= 4 && b.len() > a.len() && b.ends_with(&a) && rank(name) == RARE {
        return 0.74;
    }
    // “rearrest”, of a column “arrest”; “age”, of a column “matage”; “counties”, of a column
    // “cname”
    let within = name.len() >= 5 && asked.ends_with(name)
        || asked.len() == 3 && name.ends_with(asked) && rank(name) == RARE
        || asked.len() >= 5
            && name
                .strip_suffix("name")
                .is_some_and(|head| head.len() == 1 && asked.starts_with(head));
    if within {
        return 0.72;
    }
    if a.len() >= 5 && b.len() >= 5 && a[..5] == b[..5] {
        return 0.72;
    }
    if asked.len() >= 4 && name.len() >= 4 {
        let spelled = spelled(asked, name);
        let both_known = rank(asked) < RARE && rank(name) < RARE;
        if spelled >= if both_known { 0.85 } else { 0.75 } {
            return 0.9 * spelled;
        }
    }
    0.0
}

/// Returns the best likeness of a word to one of a name's words.
pub(crate) fn best(asked: &str, names: &[String]) -> f64 {
    names.iter().map(|name| likeness(asked, name)).fold(0.0, f64::max)
}

/// Returns whether two words are spelled nearly alike.
pub(crate) fn nearly(a: &str, b: &str) -> f64 {
    spelled(a, b)
}

/// Returns whether a short word has letters of a long one in order, from its first one on: “bl” of
/// “baseline”.
pub(crate) fn abbreviates(short: &str, long: &str) -> bool {
    let mut letters = long.chars();
    long.chars().next() == short.chars().next()
        && short.chars().all(|letter| letters.any(|other| other == letter))
}
