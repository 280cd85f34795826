//! The lexicon: a language's words as data, from `grammar/english.json` and `grammar/common.txt`.
//!
//! Everything that belongs to one language stands in those two files; the code only knows the names
//! of the lists.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

/// Phrases of one language by what they mean, and families of words.
#[derive(Deserialize)]
struct Grammar {
    tags: HashMap<String, Vec<String>>,
    small: String,
    known: String,
    irregular: HashMap<String, String>,
    same: Vec<String>,
    /// Words of which a boolean column says one, with “no” for the other.
    opposites: Vec<String>,
    short: HashMap<String, String>,
    /// Words of other languages that name columns, by the English word, and those that end
    /// compounds.
    foreign: HashMap<String, String>,
    compounds: String,
    adjectives: HashMap<String, String>,
    superlatives: HashMap<String, String>,
    numbers: Vec<String>,
    #[serde(rename = "more numbers")]
    more_numbers: HashMap<String, f64>,
    scales: HashMap<String, f64>,
    ordinals: Vec<String>,
    months: Vec<String>,
    weekdays: Vec<String>,
    states: Vec<String>,
    /// Words of columns that are measured in a unit, by the unit.
    units_of: HashMap<String, String>,
    countries: Vec<String>,
    #[serde(flatten)]
    families: HashMap<String, serde_json::Value>,
}

/// A test reads the file.
static GRAMMAR: LazyLock<Option<Grammar>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../grammar/english.json")).ok());

/// Words by how common they are: the first line has the most common ones.
const COMMON: &str = include_str!("../../grammar/common.txt");

/// How common the words of each line of `common.txt` are at most, as the rank of the last one.
const BANDS: [u32; 5] = [150, 900, 3000, 6000, 10_000];

/// The rank of words that are in no line.
pub(crate) const RARE: u32 = 1_000_000;

static RANKS: LazyLock<HashMap<&'static str, u32>> = LazyLock::new(|| {
    let lines = COMMON.lines().zip(BANDS);
    lines.flat_map(|(line, rank)| line.split(' ').map(move |word| (word, rank))).collect()
});

/// Returns how common a word is: the rank of the last word of its band, or [`RARE`].
pub(crate) fn rank(word: &str) -> u32 {
    RANKS.get(word).copied().unwrap_or(RARE)
}

/// One word of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// This word.
    Is(&'static str),
    /// A word that begins so.
    Begins(&'static str),
}

impl Part {
    fn of(text: &'static str) -> Self {
        match text.strip_suffix('*').filter(|head| !head.is_empty()) {
            Some(head) => Self::Begins(head),
            None => Self::Is(text),
        }
    }

    pub(crate) fn fits(self, word: &str) -> bool {
        match self {
            Self::Is(text) => text == word,
            Self::Begins(head) => word.starts_with(head),
        }
    }
}

/// The phrases of each tag.
static TAGS: LazyLock<HashMap<&'static str, Vec<Vec<Part>>>> = LazyLock::new(|| {
    let Some(grammar) = &*GRAMMAR else { return HashMap::new() };
    let parts = |phrase: &'static String| phrase.split(' ').map(Part::of).collect();
    grammar
        .tags
        .iter()
        .map(|(tag, list)| (tag.as_str(), list.iter().map(parts).collect()))
        .collect()
});

/// Returns the phrases of a tag.
pub(crate) fn phrases(tag: &str) -> &'static [Vec<Part>] {
    TAGS.get(tag).map_or(&[], Vec::as_slice)
}

fn set(text: fn(&'static Grammar) -> &'static str) -> HashSet<&'static str> {
    GRAMMAR.as_ref().map_or_else(HashSet::new, |grammar| text(grammar).split(' ').collect())
}

static SMALL: LazyLock<HashSet<&'static str>> = LazyLock::new(|| set(|grammar| &grammar.small));

static KNOWN: LazyLock<HashSet<&'static str>> = LazyLock::new(|| set(|grammar| &grammar.known));

/// Returns whether a word says nothing by itself.
pub(crate) fn is_small(word: &str) -> bool {
    SMALL.contains(word)
}

/// Returns whether a word is one of those that ask, count, rank or compare.
pub(crate) fn is_known(word: &str) -> bool {
    KNOWN.contains(word)
}

/// Returns the words that ask, count, rank or compare, for mending mistyped ones.
pub(crate) fn known() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().copied()
}

/// Returns the word that stands for an irregular form.
pub(crate) fn irregular(word: &str) -> Option<&'static str> {
    GRAMMAR.as_ref()?.irregular.get(word).map(String::as_str)
}

/// Returns all irregular forms, for the look-up in Python.
pub(crate) fn irregulars() -> impl Iterator<Item = (&'static str, &'static str)> {
    GRAMMAR
        .iter()
        .flat_map(|grammar| grammar.irregular.iter().map(|(a, b)| (a.as_str(), b.as_str())))
}

/// Returns a family's words as stems.
pub(crate) fn family(name: &str) -> &'static HashSet<String> {
    static FAMILIES: LazyLock<HashMap<&'static str, HashSet<String>>> = LazyLock::new(|| {
        let Some(grammar) = &*GRAMMAR else { return HashMap::new() };
        let texts = grammar
            .families
            .iter()
            .filter_map(|(name, list)| Some((name.as_str(), list.as_str()?)));
        texts.map(|(name, list)| (name, list.split(' ').map(stem).collect())).collect()
    });
    static NONE: LazyLock<HashSet<String>> = LazyLock::new(HashSet::new);
    FAMILIES.get(name).unwrap_or(&NONE)
}

/// Returns whether one of a name's words is in a family.
pub(crate) fn any_in(words: &[String], name: &str) -> bool {
    let family = family(name);
    words.iter().any(|word| family.contains(&stem(word)))
}

/// Words of one meaning, as stems, by each of them.
static SAME: LazyLock<HashMap<String, HashSet<String>>> = LazyLock::new(|| {
    let mut found: HashMap<String, HashSet<String>> = HashMap::new();
    for group in GRAMMAR.iter().flat_map(|grammar| &grammar.same) {
        let stems: Vec<String> = group.split('|').map(stem).collect();
        for word in &stems {
            found
                .entry(word.clone())
                .or_default()
                .extend(stems.iter().filter(|other| *other != word).cloned());
        }
    }
    found
});

/// Returns the stems that mean the same as a stem.
pub(crate) fn same(stem: &str) -> impl Iterator<Item = &'static str> {
    SAME.get(stem).into_iter().flatten().map(String::as_str)
}

/// Returns the words that say the opposite of one: of “women” and “untreated” these are “man” and
/// “treated”.
pub(crate) fn opposites(word: &str) -> Vec<String> {
    let own = stem(word);
    let pairs = GRAMMAR.iter().flat_map(|grammar| &grammar.opposites);
    let pairs = pairs.filter_map(|pair| pair.split_once('|'));
    let mut found: Vec<String> = pairs
        .filter_map(|(a, b)| match () {
            () if stem(a) == own => Some(b.to_owned()),
            () if stem(b) == own => Some(a.to_owned()),
            () => None,
        })
        .collect();
    let bare = ["un", "non"].iter().find_map(|prefix| word.strip_prefix(prefix));
    found.extend(bare.filter(|bare| bare.len() > 3).map(str::to_owned));
    found
}

/// Returns whether a word means something here, so that it is not a mistyped value.
pub(crate) fn is_meant(word: &str) -> bool {
    let stem = stem(word);
    let Some(grammar) = &*GRAMMAR else { return false };
    let family = |name: &String| family(name.as_str()).contains(&stem);
    SAME.contains_key(&stem) || grammar.families.keys().any(family)
}

/// Returns whether the lexicon has a word in any form.
pub(crate) fn is_told(word: &str) -> bool {
    is_known(word) || is_small(word) || is_meant(word) || long_form(word).is_some()
}

/// Returns whether a word is an abbreviation.
pub(crate) fn is_short(word: &str) -> bool {
    GRAMMAR.as_ref().is_some_and(|grammar| grammar.short.contains_key(word))
}

static FOREIGN: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let pairs = GRAMMAR.iter().flat_map(|grammar| &grammar.foreign);
    pairs
        .flat_map(|(word, others)| others.split(' ').map(move |other| (other, word.as_str())))
        .collect()
});

/// Returns what an abbreviation stands for, or the English word for one of another language, of
/// those that name columns.
pub(crate) fn long_form(word: &str) -> Option<&'static str> {
    let short = GRAMMAR.as_ref()?.short.get(word).map(String::as_str);
    short.or_else(|| FOREIGN.get(word).copied()).or_else(|| compound(word))
}

/// Returns the words of other languages for an English one, of those that name columns.
pub(crate) fn translations(word: &str) -> impl Iterator<Item = &'static str> {
    let found = GRAMMAR.as_ref().and_then(|grammar| grammar.foreign.get(word));
    found.into_iter().flat_map(|others| others.split(' '))
}

/// Returns the English word for the last part of a compound: of “kaltmiete” that for “miete”.
fn compound(word: &str) -> Option<&'static str> {
    let parts = &GRAMMAR.as_ref()?.compounds;
    let part =
        parts.split(' ').find(|part| word.len() >= part.len() + 3 && word.ends_with(part))?;
    FOREIGN.get(part).copied()
}

/// What an adjective says of a measure.
pub(crate) struct Adjective {
    /// Whether more of the measure is more of the adjective.
    pub(crate) up: bool,
    /// Words of measures that fit, each with its own direction if it differs.
    pub(crate) measures: Vec<(&'static str, Option<bool>)>,
}

/// Returns an adjective of its base form.
pub(crate) fn adjective(word: &str) -> Option<Adjective> {
    let text = GRAMMAR.as_ref()?.adjectives.get(word)?;
    let mut parts = text.split(' ');
    let up = parts.next() == Some("+");
    let measure = |part: &'static str| match part.split_at_checked(1) {
        Some(("+", rest)) => (rest, Some(true)),
        Some(("-", rest)) => (rest, Some(false)),
        _ => (part, None),
    };
    Some(Adjective { up, measures: parts.map(measure).collect() })
}

/// Returns the base form of an adjective with an ending such as “er” or “est”.
pub(crate) fn base(word: &str, ending: &str) -> Option<String> {
    let head = word.strip_suffix(ending)?;
    let bytes = head.as_bytes();
    let doubled = bytes.len() > 2 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2];
    let forms = [
        Some(head.to_owned()),
        Some(format!("{head}e")),
        head.strip_suffix('i').map(|head| format!("{head}y")),
        doubled.then(|| head[..head.len() - 1].to_owned()),
    ];
    forms.into_iter().flatten().find(|form| adjective(form).is_some())
}

/// Returns the nouns that an adjective with “y” may be made of: “rainy”, “foggy”.
pub(crate) fn without_y(word: &str) -> Vec<String> {
    let Some(head) = word.strip_suffix('y').filter(|head| head.len() >= 3 && head.is_ascii())
    else {
        return Vec::new();
    };
    let bytes = head.as_bytes();
    let doubled = bytes[bytes.len() - 1] == bytes[bytes.len() - 2];
    let short = doubled.then(|| head[..head.len() - 1].to_owned());
    [Some(head.to_owned()), short].into_iter().flatten().collect()
}

/// Returns whether a superlative such as “most” means the highest; `None` if the word is not a
/// superlative.
pub(crate) fn superlative(word: &str) -> Option<bool> {
    GRAMMAR.as_ref()?.superlatives.get(word).map(|sign| sign == "+")
}

/// Returns the number that a word states.
pub(crate) fn number_word(word: &str) -> Option<f64> {
    let grammar = GRAMMAR.as_ref()?;
    let at = grammar.numbers.iter().position(|name| name == word);
    at.map(|at| at as f64).or_else(|| grammar.more_numbers.get(word).copied())
}

/// Returns what a word such as “million” multiplies by.
pub(crate) fn scale(word: &str) -> Option<f64> {
    GRAMMAR.as_ref()?.scales.get(word).copied()
}

/// Returns the place that a word such as “second” names.
pub(crate) fn ordinal(word: &str) -> Option<u32> {
    let named = GRAMMAR.as_ref()?.ordinals.iter().position(|name| !name.is_empty() && name == word);
    let digits =
        || ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)?.parse().ok());
    named.map(|at| at as u32).or_else(digits)
}

/// Returns words of columns that are measured in a unit, the best first: “m2” of an area. `square`
/// says that “square” stands before it.
pub(crate) fn unit(word: &str, square: bool) -> Option<Vec<&'static str>> {
    let units = &GRAMMAR.as_ref()?.units_of;
    let word = if square { format!("square {}", stem(word)) } else { stem(word) };
    Some(units.get(&word)?.split(' ').collect())
}

/// Returns the number of a month, by its name or the first three or four letters.
pub(crate) fn month(word: &str) -> Option<u32> {
    let short = (3..=4).contains(&word.len());
    let fits = |name: &String| name == word || (short && name.starts_with(word));
    GRAMMAR.as_ref()?.months.iter().position(fits).map(|at| at as u32 + 1)
}

/// Returns the number of a weekday, 1 for the first of the week.
pub(crate) fn weekday(word: &str) -> Option<u32> {
    let word = word.strip_suffix('s').unwrap_or(word);
    let fits = |name: &String| {
        let singular = name.strip_suffix('s').unwrap_or(name);
        name == word || singular == word || (word.len() >= 4 && name.starts_with(word))
    };
    GRAMMAR.as_ref()?.weekdays.iter().position(fits).map(|at| at as u32 + 1)
}

/// Returns the abbreviation of a state, or the name that an abbreviation stands for.
pub(crate) fn state(word: &str) -> Option<&'static str> {
    let pairs = GRAMMAR.as_ref()?.states.iter().filter_map(|pair| pair.split_once('|'));
    pairs.into_iter().find_map(|(name, short)| match word {
        _ if word == name => Some(short),
        _ if word == short => Some(name),
        _ => None,
    })
}

/// Returns the codes of a country, its people or its language: `de`, `deu` for “Germany” and
/// “german”.
pub(crate) fn country_codes(word: &str) -> impl Iterator<Item = &'static str> {
    let lines = GRAMMAR.iter().flat_map(|grammar| &grammar.countries);
    let pairs = lines.filter_map(|line| line.split_once(" : "));
    let word = word.to_owned();
    pairs
        .filter(move |(names, _)| names.split('|').any(|name| name == word))
        .flat_map(|(_, codes)| codes.split(' '))
}

/// Returns a crude base form, the same for all forms of a word: `categories` and `category` agree.
///
/// `templates/lookup.py` has the same rules; a test compares them.
pub(crate) fn stem(word: &str) -> String {
    if let Some(known) = irregular(word) {
        return known.to_owned();
    }
    let length = word.chars().count();
    for (end, put, least) in [
        ("ies", "y", 5),
        ("sses", "ss", 5),
        ("xes", "x", 4),
        ("ches", "ch", 5),
        ("shes", "sh", 5),
        ("ied", "y", 5),
    ] {
        if let Some(head) = word.strip_suffix(end).filter(|_| length >= least) {
            return format!("{head}{put}");
        }
    }
    let mut word = match word.strip_suffix('s') {
        Some(head) if length > 3 && !head.ends_with(['s', 'u', 'i']) => head,
        _ => word,
    };
    for end in ["ing", "ed", "ly"] {
        if let Some(head) = word.strip_suffix(end).filter(|head| head.chars().count() >= 4) {
            let mut letters = head.chars().rev();
            let (last, before) = (letters.next(), letters.next());
            word = match last {
                Some(c) if last == before && !matches!(c, 'l' | 's') => {
                    &head[..head.len() - c.len_utf8()]
                }
                _ => head,
            };
            break;
        }
    }
    match word.strip_suffix('e') {
        Some(head) if word.chars().count() > 4 => head.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_read() {
        assert!(GRAMMAR.is_some() && RANKS.len() > 9000);
        assert!(rank("the") < rank("industry") && rank("penguinarium") == RARE);
        assert!(any_in(&["unit".into(), "price".into()], "money"));
        assert!(same("customer").any(|word| word == "client"));
        assert_eq!(base("heaviest", "est").as_deref(), Some("heavy"));
        assert_eq!(base("hottest", "est").as_deref(), Some("hot"));
    }

    #[test]
    fn forms_of_a_word_agree() {
        for (a, b) in [
            ("categories", "category"),
            ("boxes", "box"),
            ("houses", "house"),
            ("developing", "develop"),
            ("women", "woman"),
            ("stopped", "stop"),
            ("movies", "movie"),
        ] {
            assert_eq!(stem(a), stem(b), "{a}");
        }
        assert_ne!(stem("status"), stem("statu"));
    }
}
