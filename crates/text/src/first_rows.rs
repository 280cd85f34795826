//! The first rows of a delimited file, to show them before Python can read the file.
//!
//! Reads the beginning of the file only, and nothing in it but text: no types, no missing values,
//! no totals. If that leaves a doubt about what the rows are, there are none: the kernel's profile
//! decides later.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::cells::{Cell, cell};
use crate::length::truncated;

/// How much of a file is read, in bytes.
pub const HEAD_BYTES: usize = 256 << 10;
/// The most rows that are returned.
const MAX_ROWS: usize = 200;
/// The most columns that are returned: as many as the kernel sends of a table at once.
const MAX_COLUMNS: usize = 200;
/// The most characters of a cell: as many as the kernel sends.
const MAX_CELL: usize = 500;
/// How many rows have to have the same number of cells, if there are as many.
const COMPARED: usize = 1_000;
/// What divides cells.
const DELIMITERS: [char; 4] = [',', ';', '\t', '|'];
/// How the names of such files end.
const ENDINGS: [&str; 5] = [".csv", ".tsv", ".tab", ".ssv", ".psv"];

/// The first rows of a table, as the file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstRows {
    /// The names of the columns that are shown: those of the file or, if its first row is not
    /// plainly a header, their numbers.
    pub columns: Vec<String>,
    /// The rows, each as long as `columns`.
    pub rows: Vec<Vec<String>>,
    /// How many columns the file has.
    pub all_columns: usize,
}

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    Plain,
    /// By gzip.
    Gzip,
}

/// Returns how a file is compressed, if its name says that it has delimited text.
pub fn compression(name: &str) -> Option<Compression> {
    let name = name.to_ascii_lowercase();
    let ends = |name: &str| ENDINGS.iter().any(|ending| name.ends_with(ending));
    match name.strip_suffix(".gz") {
        Some(inner) => ends(inner).then_some(Compression::Gzip),
        None => ends(&name).then_some(Compression::Plain),
    }
}

/// Returns the first rows of a file that begins with `head`, if that is plainly a table: text in
/// which one delimiter, and no other one, divides all rows into the same number of cells. Without
/// `is_whole`, the file goes on, and the last row is left out since it may be cut off.
pub fn first_rows(head: &[u8], is_whole: bool) -> Option<FirstRows> {
    let text = decoded(head, is_whole)?;
    let mut found = DELIMITERS.into_iter().filter_map(|delimiter| rows(&text, delimiter, is_whole));
    let rows = found.next()?;
    if found.next().is_some() {
        return None;
    }
    let all_columns = rows.first().map_or(0, Vec::len);
    let is_headed = rows.first().is_some_and(|row| is_header(row));
    let shown = |row: &Vec<Cow<'_, str>>| {
        row.iter().take(MAX_COLUMNS).map(|cell| truncated(cell, MAX_CELL)).collect::<Vec<_>>()
    };
    let columns = match rows.first() {
        Some(row) if is_headed => shown(row),
        _ => (1..=all_columns.min(MAX_COLUMNS)).map(|at| format!("Column {at}")).collect(),
    };
    let rows = rows.iter().skip(usize::from(is_headed)).take(MAX_ROWS).map(shown).collect();
    Some(FirstRows { columns, rows, all_columns })
}

/// Returns bytes as text, if their encoding is stated or cannot be mistaken, and if there is
/// nothing but text in them.
fn decoded(head: &[u8], is_whole: bool) -> Option<Cow<'_, str>> {
    let text = match head {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes, is_whole)?),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes, is_whole)?),
        _ => Cow::Borrowed(utf8(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head), is_whole)?),
    };
    let is_text = |each: char| !each.is_control() || matches!(each, '\t' | '\n' | '\r');
    text.chars().all(is_text).then_some(text)
}

fn utf8(bytes: &[u8], is_whole: bool) -> Option<&str> {
    match str::from_utf8(bytes) {
        Ok(text) => Some(text),
        // The end of the head is within a character.
        Err(error) if !is_whole && error.error_len().is_none() => {
            str::from_utf8(bytes.get(..error.valid_up_to())?).ok()
        }
        Err(_) => None,
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, is_whole: bool) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    if is_whole && !rest.is_empty() {
        return None;
    }
    if !is_whole {
        units.pop_if(|last| (0xd800..0xdc00).contains(last));
    }
    String::from_utf16(&units).ok()
}

/// Divides a text into rows, without empty lines; none unless there are at least two rows, which
/// all have the same number of cells, and more than one.
fn rows(text: &str, delimiter: char, is_whole: bool) -> Option<Vec<Vec<Cow<'_, str>>>> {
    let mut rows: Vec<Vec<Cow<'_, str>>> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() && rows.len() < COMPARED {
        let Some((row, after)) = row(rest, delimiter, is_whole) else { break };
        rest = after;
        if matches!(&row[..], [only] if only.trim().is_empty()) {
            continue;
        }
        if row.len() < 2 || rows.first().is_some_and(|first| first.len() != row.len()) {
            return None;
        }
        rows.push(row);
    }
    (rows.len() > 1).then_some(rows)
}

/// Returns the row at the beginning of a text, and the text after its line end; none if it may go
/// on beyond the end of the text.
fn row(text: &str, delimiter: char, is_whole: bool) -> Option<(Vec<Cow<'_, str>>, &str)> {
    let mut row = Vec::new();
    let mut rest = text;
    loop {
        let Cell { text, after, unclosed } = cell(rest, delimiter);
        if !is_whole && (unclosed || after.is_empty()) {
            return None;
        }
        row.push(text);
        match after.strip_prefix(delimiter) {
            Some(next) => rest = next,
            None => {
                let next = after.strip_prefix("\r\n").or_else(|| after.strip_prefix(['\n', '\r']));
                return Some((row, next.unwrap_or_default()));
            }
        }
    }
}

/// Returns whether a first row is plainly a header: texts that differ, none of which is a value.
fn is_header(row: &[Cow<'_, str>]) -> bool {
    let mut names = HashSet::new();
    row.iter().all(|cell| {
        let name = cell.trim();
        // Numbers and dates have more digits than letters.
        let digits = name.chars().filter(char::is_ascii_digit).count();
        let letters = name.chars().filter(|each| each.is_alphabetic()).count();
        letters > 0 && digits <= letters && names.insert(name)
    })
}

#[cfg(test)]
mod tests;
