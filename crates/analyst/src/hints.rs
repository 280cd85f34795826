//! What corrects a failure: existing names for a model that guessed wrong, and the usual
//! corrections. Knows the names that it receives and the one that was wanted, no values.

mod corrections;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use kernel::Profile;

use crate::relevance;

/// The most columns named of one table.
const MAX_COLUMNS: usize = 60;

/// The most tables whose reader is repeated.
const MAX_READERS: usize = 3;

/// What a missing key means if the file has such a column.
const LOST_COLUMN: &str = "The file has that column, but the table here does not: it was not selected, was renamed, or became the index.";

/// What a missing key may be besides a column.
const NO_COLUMN: &str = "There is no such column. If it is a value, look for its spelling first: print(df[column].unique()).";

/// The existing names.
pub(crate) struct Names<'a> {
    /// The files, with their columns.
    pub(crate) profiles: &'a [Arc<Profile>],
    /// Variables of the session; only the nearest are named.
    pub(crate) variables: &'a [String],
    /// The question of the turn, which says what columns of wide tables are named.
    pub(crate) question: &'a str,
}

/// Returns hints for an exception of this class. `message` is searched for the wanted name; it is
/// not repeated.
pub(crate) fn for_error(class: &str, message: Option<&str>, names: &Names) -> Option<String> {
    let profiles = names.profiles;
    let says = |words: &[&str]| {
        message
            .is_some_and(|message| words.iter().any(|word| message.to_lowercase().contains(word)))
    };
    let lines: Vec<String> = match class {
        "FileNotFoundError" => {
            let names: Vec<String> =
                profiles.iter().map(|profile| format!("{:?}", profile.name)).collect();
            if names.is_empty() { Vec::new() } else { vec![format!("Files: {}", names.join(", "))] }
        }
        // The file was read with the wrong encoding or separator, or with commas left in its
        // numbers.
        "UnicodeDecodeError" | "ParserError" => readers(profiles).collect(),
        "TypeError" | "ValueError" if says(&["dtype", "could not convert"]) => {
            readers(profiles).collect()
        }
        "ValueError" if !says(&["column"]) => Vec::new(),
        "KeyError"
        | "NameError"
        | "AttributeError"
        | "ValueError"
        | "UndefinedVariableError"
        | "InvalidIndexError" => {
            let name = message.map(|message| wanted(message).unwrap_or_else(|| message.to_owned()));
            let readers = readers(profiles).filter(|_| class == "NameError");
            let of_columns = profiles
                .iter()
                .flat_map(|profile| &profile.tables)
                .flat_map(|table| &table.columns);
            let of_columns: Vec<&str> = of_columns.map(|column| column.name.as_str()).collect();
            let variables =
                names.variables.iter().map(String::as_str).filter(|_| class == "NameError");
            let near = nearest("Nearest column names", name.as_deref(), &of_columns);
            let lost = class == "KeyError"
                && name.as_deref().is_some_and(|name| of_columns.contains(&name));
            let no_column = near.is_none()
                && class == "KeyError"
                && message.is_some()
                && !of_columns.is_empty();
            nearest("Nearest variables", name.as_deref(), &variables.collect::<Vec<_>>())
                .into_iter()
                .chain(near.filter(|_| !lost))
                .chain(lost.then(|| LOST_COLUMN.to_owned()))
                .chain(no_column.then(|| NO_COLUMN.to_owned()))
                .chain(columns(
                    profiles,
                    &format!("{} {}", name.as_deref().unwrap_or_default(), names.question),
                ))
                .chain(readers)
                .collect()
        }
        _ => Vec::new(),
    };
    let correction = message.and_then(corrections::of);
    let lines: Vec<&str> = lines.iter().map(String::as_str).chain(correction).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns the name in a message: the text between its first two quotes.
pub(crate) fn wanted(message: &str) -> Option<String> {
    let start = message.find(['\'', '"'])?;
    let quote = if message[start..].starts_with('"') { '"' } else { '\'' };
    let body = &message[start + 1..];
    body.find(quote).map(|end| body[..end].to_owned())
}

fn readers(profiles: &[Arc<Profile>]) -> impl Iterator<Item = String> {
    let tables = profiles.iter().flat_map(|profile| &profile.tables);
    tables.take(MAX_READERS).map(|table| format!("To read it: {}", table.reader))
}

/// Names the columns of each table: of a wide one those that the text is about.
fn columns(profiles: &[Arc<Profile>], about: &str) -> impl Iterator<Item = String> {
    profiles.iter().flat_map(move |profile| {
        profile.tables.iter().map(move |table| {
            let names: Vec<&str> =
                table.columns.iter().map(|column| column.name.as_str()).collect();
            let chosen = relevance::chosen(about, &names, MAX_COLUMNS).into_iter();
            let names: Vec<String> = chosen.map(|at| format!("{:?}", names[at])).collect();
            let sheet =
                table.sheet.as_ref().map(|sheet| format!(", sheet {sheet:?}")).unwrap_or_default();
            let more = table.columns.len().saturating_sub(MAX_COLUMNS);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("Columns of {:?}{sheet}: {}{more}", profile.name, names.join(", "))
        })
    })
}

fn nearest(head: &str, wanted: Option<&str>, names: &[&str]) -> Option<String> {
    let wanted = folded(wanted?);
    if wanted.is_empty() {
        return None;
    }
    let near: Vec<(usize, &str)> = names
        .iter()
        .map(|name| (distance(&wanted, &folded(name)), *name))
        .filter(|(distance, _)| *distance <= wanted.chars().count() / 3 + 1)
        .collect();
    let mut nearest: Vec<(usize, &str)> = Vec::new();
    while let Some(next) =
        near.iter().filter(|name| !nearest.contains(name)).min().filter(|_| nearest.len() < 3)
    {
        nearest.push(*next);
    }
    let names: Vec<String> = nearest.iter().map(|(_, name)| format!("{name:?}")).collect();
    (!names.is_empty()).then(|| format!("{head}: {}", names.join(", ")))
}

/// Returns whether two names differ in case, punctuation or a few letters, or one contains the
/// other.
pub(crate) fn is_near(wanted: &str, name: &str) -> bool {
    let (wanted, name) = (folded(wanted), folded(name));
    // Numbers that differ in a digit are others.
    let lettered = wanted.chars().filter(|c| c.is_alphabetic()).count() > 2;
    lettered && distance(&wanted, &name) <= wanted.chars().count() / 4
}

fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the edit distance of two names, at most 1 if one contains the other, since "price" for
/// "unit price" is the usual slip.
fn distance(a: &str, b: &str) -> usize {
    if a == b {
        return 0;
    }
    if a.len() > 2 && b.len() > 2 && (a.contains(b) || b.contains(a)) {
        return 1;
    }
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(left != *right);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
