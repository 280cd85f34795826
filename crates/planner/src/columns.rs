//! Columns: which of a table's columns a question names.
//!
//! A name is matched as a whole, by parts, by the grammar's families of names and, last, by loose spelling.
//! What is asked about the columns is not known here.

use crate::grammar::{Concept, Grammar};
use crate::input::{Column, ColumnType, Table};
use crate::words::{Kind, Word, alike, fold, name_words, stem};
use crate::years;

/// A place in the question that names a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mention {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Index into the table's columns.
    pub(crate) column: usize,
    /// The confidence: 100 and more is the whole name, 50 and more a part, less a related name.
    pub(crate) score: i32,
}

/// Returns the singulars of the words in the column's name.
fn stems(name: &str) -> Vec<String> {
    name_words(name).iter().map(|word| stem(word)).collect()
}

/// Returns the closest family that a column's name belongs to, and how close it is; higher is closer.
pub(crate) fn family(column: &Column) -> Option<(&'static Concept, i32)> {
    families(column).into_iter().max_by_key(|(_, close)| *close)
}

/// Returns every family that the name belongs to: a `customer_name` is a customer and a name.
fn families(column: &Column) -> Vec<(&'static Concept, i32)> {
    let own = stems(&column.name);
    let fits = |role: &str| match role {
        "money" | "quantity" | "price" | "level" => column.is_number(),
        "date" => column.is_date(),
        _ => true,
    };
    let concepts = Grammar::get().concepts.iter().filter(|concept| fits(&concept.role));
    concepts.filter_map(|concept| Some((concept, closeness(&own, concept)?))).collect()
}

fn closeness(own: &[String], concept: &Concept) -> Option<i32> {
    let scores = (0..).zip(&concept.words).filter_map(|(i, phrase)| {
        let phrase: Vec<String> = phrase.iter().map(|word| stem(word)).collect();
        let at = own.windows(phrase.len()).position(|part| part == phrase)?;
        let whole = if phrase.len() == own.len() { 400 } else { 0 };
        // English and German put the head noun last: a customer_id is an id, a price_per_unit begins with it.
        let last = if at + phrase.len() == own.len() { 60 } else { 0 };
        Some(whole + last + 100 * phrase.len() as i32 - i)
    });
    scores.max()
}

/// Returns how a column is used; see [`Concept::role`]. Empty if its name does not say.
pub(crate) fn role(column: &Column) -> &'static str {
    family(column).map_or("", |(concept, _)| concept.role.as_str())
}

/// Returns whether a sum of the column's values has no meaning: by its name or, if the name does not say,
/// because the values lie close together.
pub(crate) fn is_level(column: &Column) -> bool {
    let reach = |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
    match (role(column), reach(&column.min), reach(&column.max)) {
        ("price" | "level", ..) => true,
        // Counts begin low; body masses and life expectancies do not.
        ("", Some(min), Some(max)) => {
            min > 0.0
                && max < 10.0 * min
                && (min >= 10.0 || max > min + 0.5 && column.r#type != ColumnType::Integer)
        }
        _ => false,
    }
}

/// Returns whether a column holds amounts of money.
pub(crate) fn is_money(column: &Column) -> bool {
    column.is_number() && family(column).is_some_and(|(concept, _)| concept.money)
}

/// Returns the best column of a role.
pub(crate) fn of_role<'a>(table: &'a Table, wanted: &str) -> Option<&'a Column> {
    let of = |column: &&Column| family(column).is_some_and(|(concept, _)| concept.role == wanted);
    // Takes the first of equals: `max_by_key` alone would take the last.
    table.columns.iter().rev().filter(of).max_by_key(|column| family(column).map(|(_, close)| close))
}

/// Returns whether a column's name or spread shows that it identifies rows rather than measures anything.
pub(crate) fn is_identifier(column: &Column) -> bool {
    role(column) == "identifier" || years::says_when(column)
}

/// Finds whole names and quoted ones.
pub(crate) fn whole(words: &[Word], table: &Table, taken: &mut [bool]) -> Vec<Mention> {
    pick(words, table, taken, |own, column, at| {
        let word = words.get(at)?;
        if word.kind == Kind::Quoted && (word.text == column.name || stems(&word.text) == *own) {
            return Some((1, 300));
        }
        let fits = own.iter().enumerate().all(|(i, part)| {
            words.get(at + i).is_some_and(|word| word.kind != Kind::Quoted && stem(&word.key) == *part)
        });
        (fits && !own.is_empty()).then(|| (own.len(), 100 + 10 * own.len() as i32))
    })
}

/// Finds parts of names, families of names and loose spellings, only among words that are still free.
pub(crate) fn loose(words: &[Word], table: &Table, taken: &mut [bool]) -> Vec<Mention> {
    let grammar = Grammar::get();
    let before: Vec<bool> = taken.to_vec();
    pick(words, table, taken, |own, column, at| {
        let word = words.get(at).filter(|word| word.kind == Kind::Word)?;
        let preferred = match role(column) {
            "identifier" => -4,
            "name" => 2,
            _ => 0,
        };
        let run = (1..own.len()).rev().find(|length| {
            own.windows(*length).any(|part| {
                part.iter().enumerate().all(|(i, part)| {
                    words.get(at + i).is_some_and(|word| {
                        !before[at + i]
                            && part.chars().count() > 1
                            && !grammar.knows(&word.key)
                            && stem(&word.key) == *part
                    })
                })
            })
        });
        if let Some(length) = run {
            // The last word is the head noun: "units" is rather a quantity than a "unit price".
            let head = words.get(at + length - 1).is_some_and(|word| own.last() == Some(&stem(&word.key)));
            let base = if head { 50 } else { 32 };
            return Some((length, base + 10 * length as i32 - 2 * (own.len() - length) as i32 + preferred));
        }
        if let Some((length, close)) = related(words, at, column) {
            return Some((length, 30 + close / 40 + 5 * length as i32 + preferred));
        }
        // German writes compounds as one word: "Kunde" means "Kundenname".
        let compound = word.key.chars().count() >= 5 && own.iter().any(|part| part.starts_with(&word.key));
        if compound && !grammar.knows(&word.key) {
            return Some((1, 24 + preferred));
        }
        let loosely = !grammar.knows(&word.key) && own.iter().any(|part| alike(&word.key, part));
        if loosely {
            return Some((1, 20 + preferred));
        }
        // Names are abbreviated: `pop` is the population, `lifeExp` the life expectancy.
        let short = |part: &String| {
            part.chars().count() >= 3 && word.key.starts_with(part.as_str()) && !grammar.means(part)
        };
        let cut = word.key.chars().count() >= 5 && !grammar.knows(&word.key) && own.iter().any(short);
        // "gdp" means `realgdp`.
        let tail =
            |part: &String| part.ends_with(&word.key) && part.chars().count() >= word.key.chars().count() + 3;
        let tail = word.key.chars().count() >= 3 && !grammar.knows(&word.key) && own.iter().any(tail);
        (cut || tail).then_some((1, 16 + preferred))
    })
}

/// Merges adjacent mentions of one column: "life" and "expectancy" of `lifeExp`.
pub(crate) fn merged(mentions: Vec<Mention>) -> Vec<Mention> {
    let mut found: Vec<Mention> = Vec::new();
    for mention in mentions {
        match found.last_mut() {
            Some(last) if last.column == mention.column && last.end == mention.start => {
                last.end = mention.end
            }
            _ => found.push(mention),
        }
    }
    found
}

/// Finds a family that the column belongs to and that the words from `at` on name.
fn related(words: &[Word], at: usize, column: &Column) -> Option<(usize, i32)> {
    let named = |(family, close)| Some((family_phrase(family, words, at)?, close));
    families(column).into_iter().filter(|(family, _)| family.related).filter_map(named).max()
}

fn family_phrase(concept: &Concept, words: &[Word], at: usize) -> Option<usize> {
    let grammar = Grammar::get();
    let names = |phrase: &&Vec<String>| {
        let single_known = phrase.len() == 1 && grammar.knows(&phrase[0]) && phrase[0] != "sales";
        !single_known
            && phrase.iter().enumerate().all(|(i, part)| {
                let same = |word: &Word| {
                    word.kind == Kind::Word && (word.key == *part || stem(&word.key) == stem(part))
                };
                words.get(at + i).is_some_and(same)
            })
    };
    concept.words.iter().filter(names).map(Vec::len).max()
}

/// Returns whether the question names a family, by any of its names.
pub(crate) fn speaks_of(words: &[Word], role: &str) -> bool {
    let concepts = Grammar::get().concepts.iter().filter(|concept| concept.role == role);
    concepts.into_iter().any(|concept| (0..words.len()).any(|at| family_phrase(concept, words, at).is_some()))
}

/// Returns whether a word names a thing that tables are about: a product, a customer.
pub(crate) fn names_a_thing(word: &str) -> bool {
    let stemmed = stem(&fold(word));
    let things = Grammar::get().concepts.iter().filter(|concept| concept.role == "entity");
    things.flat_map(|concept| &concept.words).any(|phrase| phrase.len() == 1 && stem(&phrase[0]) == stemmed)
}

type Fit = Option<(usize, i32)>;

fn pick(
    words: &[Word],
    table: &Table,
    taken: &mut [bool],
    fit: impl Fn(&[String], &Column, usize) -> Fit,
) -> Vec<Mention> {
    let mut found = Vec::new();
    for (index, column) in table.columns.iter().enumerate() {
        let own = stems(&column.name);
        for start in 0..words.len() {
            if let Some((length, score)) = fit(&own, column, start) {
                found.push(Mention { start, end: start + length, column: index, score });
            }
        }
    }
    found.sort_by_key(|mention| (-mention.score, mention.start, mention.column));
    let mut chosen: Vec<Mention> = Vec::new();
    for mention in found {
        if taken[mention.start..mention.end].iter().all(|taken| !taken) {
            taken[mention.start..mention.end].fill(true);
            chosen.push(mention);
        }
    }
    chosen.sort_by_key(|mention| mention.start);
    chosen
}
