//! How code reads the session's files: as their profiles say. The arguments of a profile's reader
//! that a call leaves out are added to the cell's text; what a call reads otherwise is said.
//!
//! The interpreter finds the calls and says where to add what, and code that has run in it may have
//! changed it: so only what the readers have is accepted ([`are_of`]).

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::Profile;

#[cfg(test)]
mod tests;

/// How the profile of a file says that one of its tables is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reading {
    /// The file's path under `/data`.
    pub path: String,
    /// The file's name.
    pub name: String,
    /// The sheet's name in a workbook.
    pub sheet: Option<String>,
    /// The expression that reads the table, [`Table::reader`](crate::Table::reader).
    pub reader: String,
}

/// Arguments that were added to a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Addition {
    /// Where in the code as it was written, in bytes of UTF-8.
    pub at: u32,
    /// What was added: `, sep=";", decimal=","`.
    pub text: String,
    /// The name of the file that the call reads.
    pub file: String,
    /// The names of the arguments.
    pub arguments: Vec<String>,
}

/// A file that code read otherwise than its profile says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deviation {
    /// The file's name.
    pub file: String,
    /// The names of the arguments that differ or are missing; of the function, if it is another
    /// one.
    pub arguments: Vec<String>,
}

/// What the interpreter calls a reader that does more than call one function.
pub const FURTHER_STEPS: &str = "further steps";

/// The arguments and functions of pandas' readers that a deviation may name.
const ARGUMENTS: [&str; 40] = [
    "sep",
    "decimal",
    "thousands",
    "header",
    "names",
    "index_col",
    "skiprows",
    "skipfooter",
    "nrows",
    "encoding",
    "encoding_errors",
    "compression",
    "quoting",
    "quotechar",
    "doublequote",
    "escapechar",
    "comment",
    "engine",
    "dtype",
    "converters",
    "parse_dates",
    "date_format",
    "dayfirst",
    "na_values",
    "keep_default_na",
    "na_filter",
    "true_values",
    "false_values",
    "skipinitialspace",
    "skip_blank_lines",
    "on_bad_lines",
    "colspecs",
    "widths",
    "usecols",
    "sheet_name",
    "read_csv",
    "read_table",
    "read_fwf",
    "read_excel",
    FURTHER_STEPS,
];

/// Returns the readings of these profiles, table by table.
pub fn of<'a>(profiles: impl IntoIterator<Item = &'a Profile>) -> Vec<Reading> {
    profiles
        .into_iter()
        .flat_map(|profile| {
            profile.tables.iter().map(|table| Reading {
                path: profile.path.clone(),
                name: profile.name.clone(),
                sheet: table.sheet.clone(),
                reader: table.reader.clone(),
            })
        })
        .collect()
}

/// Returns whether what was added consists of arguments of the readings of the files that it names,
/// at places within the code that follow each other.
pub fn are_of(additions: &[Addition], code: &str, readings: &[Reading]) -> bool {
    let ordered =
        additions.windows(2).all(|pair| matches!(pair, [first, second] if first.at < second.at));
    ordered
        && additions.iter().all(|addition| {
            let own = readings.iter().filter(|reading| reading.name == addition.file);
            code.is_char_boundary(addition.at as usize)
                && own.into_iter().any(|reading| has_all(&reading.reader, &addition.text))
                && names_of(&addition.text).eq(addition.arguments.iter().map(String::as_str))
        })
}

/// Returns the code with what was added to it; the code as it was written if a place is not in it.
pub fn completed(code: &str, additions: &[Addition]) -> String {
    let mut text = String::with_capacity(code.len());
    let mut before = 0;
    for Addition { at, text: added, .. } in additions {
        let Some(piece) = code.get(before..*at as usize) else { return code.to_owned() };
        text.push_str(piece);
        text.push_str(added);
        before = *at as usize;
    }
    text + code.get(before..).unwrap_or_default()
}

/// Returns whether a reader of pandas has an argument of this name, or is a function of this name.
pub fn is_known(name: &str) -> bool {
    ARGUMENTS.contains(&name)
}

/// Returns the names of the arguments that were added, each once, with the file that they are of.
pub fn added(additions: &[Addition]) -> Vec<(&str, Vec<&str>)> {
    let mut files: Vec<(&str, Vec<&str>)> = Vec::new();
    for addition in additions {
        let at = files.iter().position(|(file, _)| *file == addition.file).unwrap_or_else(|| {
            files.push((&addition.file, Vec::new()));
            files.len() - 1
        });
        let Some((_, names)) = files.get_mut(at) else { continue };
        for name in &addition.arguments {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    files
}

/// Describes what was added, in a sentence.
pub fn added_note(additions: &[Addition]) -> Option<String> {
    let files = added(additions);
    let listed: Vec<String> =
        files.iter().map(|(file, names)| format!("{file} ({})", names.join(", "))).collect();
    (!listed.is_empty()).then(|| format!("Read as in the profile: {}.", listed.join("; ")))
}

impl Deviation {
    /// Leaves out what no reader of pandas has: an outcome can name anything. Returns whether
    /// anything remains.
    pub fn keep_known(&mut self) -> bool {
        self.arguments.retain(|name| is_known(name));
        !self.arguments.is_empty()
    }

    /// Describes it, in a sentence.
    pub fn note(&self) -> String {
        format!(
            "{} was read otherwise than its profile says ({}): columns, types or rows may differ.",
            self.file,
            self.arguments.join(", ")
        )
    }
}

/// Returns whether all arguments in a text are among those of a reader, as they are written there.
fn has_all(reader: &str, text: &str) -> bool {
    let inner = reader.find('(').and_then(|open| reader.get(open + 1..)).unwrap_or_default();
    let own = arguments(inner);
    let text = text.strip_prefix(", ").unwrap_or(text);
    let found = arguments(text);
    // `read_table` assumes tabs, so that a comma has to be stated, which the reader does not.
    let implied =
        |one: &&str| *one == r#"sep=",""# && !own.iter().any(|own| name_of(own) == Some("sep"));
    // Nothing else than the arguments may be in it.
    !found.is_empty()
        && found.join(", ") == text
        && found.iter().all(|one| own.contains(one) || implied(one))
}

fn names_of(text: &str) -> impl Iterator<Item = &str> {
    arguments(text.strip_prefix(", ").unwrap_or(text)).into_iter().filter_map(name_of)
}

fn name_of(argument: &str) -> Option<&str> {
    let (name, _) = argument.split_once('=')?;
    name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_').then_some(name)
}

/// Splits a list of arguments at its commas, and ends with the bracket that closes it.
fn arguments(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut add = |place: Range<usize>| {
        let argument = text.get(place).unwrap_or_default().trim();
        if !argument.is_empty() {
            found.push(argument);
        }
    };
    let (mut start, mut depth, mut quote, mut escaped) = (0, 0_usize, None, false);
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') if depth == 0 => {
                add(start..at);
                return found;
            }
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                add(start..at);
                start = at + 1;
            }
            (None, _) => {}
        }
    }
    add(start..text.len());
    found
}
