//! Markdown tables of an answer.

use std::collections::HashMap;
use std::ops::Range;

use crate::labels::{self, Mention};

/// The most rows above a row in which the head of its table is looked for: a longer way for each
/// row of a long table would block the page.
const MAX_ROWS: usize = 200;

/// Returns whether a line is a row of a table.
pub(super) fn is_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// Returns the first row of the table of which a row begins at `start`.
pub(super) fn head(text: &str, start: usize) -> Option<Range<usize>> {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let mut first = line;
    for _ in 0..MAX_ROWS {
        let Some(end) = first.checked_sub(1) else { break };
        let before = text[..end].rfind('\n').map_or(0, |at| at + 1);
        if !is_row(&text[before..end]) {
            break;
        }
        first = before;
    }
    let above = text[..first.saturating_sub(1)].rsplit('\n').next().unwrap_or_default();
    if first == line || first > 0 && is_row(above) {
        return None;
    }
    let end = text[first..].find('\n').map_or(text.len(), |at| first + at);
    Some(first..end)
}

/// Returns where the head of a table names the column in which a row is after `before`, which
/// begins with the row.
pub(super) fn column_name(
    text: &str,
    head: Range<usize>,
    before: &Range<usize>,
) -> Option<Range<usize>> {
    let cells = text.get(before.clone())?.matches('|').count();
    let line = text.get(head.clone())?;
    let from = line.match_indices('|').nth(cells.checked_sub(1)?)?.0 + 1;
    let length = line[from..].find('|').unwrap_or(line.len() - from);
    Some(head.start + from..head.start + from + length)
}

/// Returns the label of a row whose first cell is a number, as the values' own rows are labelled.
pub(super) fn key(row: &str, start: usize, known: &HashMap<String, Vec<u32>>) -> Option<Mention> {
    let from = row.find('|')? + 1;
    let length = row[from..].find('|')?;
    let cell = row[from..from + length].trim_matches([' ', '*']);
    let rows = known.get(&labels::of_key(cell.parse().ok()?))?.clone();
    Some(Mention { span: start + from..start + from + length, rows })
}

/// Keeps those rows that most of the labels name: the cells of a table's row are all about one.
pub(super) fn of_one_row(mut mentions: Vec<Mention>) -> Vec<Mention> {
    let count = |row: u32| mentions.iter().filter(|mention| mention.rows.contains(&row)).count();
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for row in mentions.iter().flat_map(|mention| &mention.rows) {
        counts.entry(*row).or_insert_with(|| count(*row));
    }
    let most = counts.values().copied().max().unwrap_or(0);
    mentions
        .iter_mut()
        .for_each(|mention| mention.rows.retain(|row| counts.get(row) == Some(&most)));
    mentions.retain(|mention| !mention.rows.is_empty());
    mentions
}
