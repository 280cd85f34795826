//! Printed text as rows: which numbers stand in one line, with which labels.

use std::collections::HashSet;
use std::ops::Range;

use crate::labels;
use crate::quantity::{Quantity, Value};

/// A line with numbers.
#[derive(Debug)]
pub(super) struct Line<'a> {
    /// Its numbers and dates, by their index.
    pub(super) quantities: Range<usize>,
    /// What else stands in it, between two spaces, bars or the like.
    pub(super) labels: Vec<&'a str>,
    /// Whether a label precedes its numbers in a column of its own, as in a printed table.
    pub(super) aligned: bool,
    /// Whether it begins with a date and has no labels.
    pub(super) only_dates: bool,
    /// The whole number that begins it, if it has nothing but numbers.
    pub(super) key: Option<i64>,
}

/// Consecutive lines.
#[derive(Debug, Default)]
pub(super) struct Block<'a> {
    /// The first line, if it has no numbers: the names of the columns.
    pub(super) header: Vec<&'a str>,
    pub(super) lines: Vec<Line<'a>>,
}

/// Returns whether whole numbers label rows: each another one, and not merely how many are before.
pub(super) fn are_keys(keys: &[Option<i64>]) -> bool {
    let distinct: HashSet<_> = keys.iter().collect();
    let counted = (0i64..).zip(keys).all(|(at, key)| *key == Some(at));
    keys.len() > 1 && keys.iter().all(Option::is_some) && distinct.len() == keys.len() && !counted
}

/// Returns the blocks of a text, whose quantities are these. Lines that are aligned and others are
/// never in one.
pub(super) fn blocks<'a>(text: &'a str, quantities: &[Quantity]) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let mut block = Block::default();
    let (mut start, mut next) = (0, 0);
    for line in text.split_inclusive('\n').chain([""]) {
        let end = start + line.len();
        let first = next;
        while quantities.get(next).is_some_and(|quantity| quantity.span.start < end) {
            next += 1;
        }
        let read = (first < next).then(|| read(text, start..end, &quantities[first..next], first));
        // Half as many numbers as in the row above are printed apart, unless cells are missing.
        let alone = |last: &Line<'_>, line: &Line<'_>| {
            2 * line.quantities.len() <= last.quantities.len() && !text[start..end].contains("NaN")
        };
        let continues = |line: &Line<'_>| {
            block.lines.last().is_none_or(|last| {
                last.aligned == line.aligned
                    && last.only_dates == line.only_dates
                    && !alone(last, line)
            })
        };
        if !read.as_ref().is_some_and(continues) && !block.lines.is_empty() {
            blocks.push(std::mem::take(&mut block));
        }
        match read {
            Some(line) => block.lines.push(line),
            // What follows a Series is not a header of what is printed next.
            None if line.starts_with("Name: ") || line.starts_with("dtype: ") => {
                blocks.extend(Some(std::mem::take(&mut block)).filter(|of| !of.lines.is_empty()));
            }
            None if line.trim().is_empty() => block.header.clear(),
            // What is printed before a table is not one of its rows. The line after a header is the
            // index's name.
            None if !block.lines.is_empty() && !cells(line).is_empty() => {
                blocks.push(std::mem::take(&mut block));
                block.header = cells(line);
            }
            None if block.header.is_empty() => block.header = cells(line),
            None => {}
        }
        start = end;
    }
    blocks
}

fn read<'a>(text: &'a str, line: Range<usize>, quantities: &[Quantity], first: usize) -> Line<'a> {
    let mut labels = Vec::new();
    let mut at = line.start;
    let mut aligned = false;
    for (index, quantity) in quantities.iter().enumerate() {
        let between = text.get(at..quantity.span.start).unwrap_or_default();
        let before = labels.len();
        labels.extend(cells(between));
        aligned |= index < 3
            && labels.len() > before
            && between.ends_with([' ', '\t', '|'])
            && !between.trim_end().ends_with([':', '=', ',', '(']);
        at = quantity.span.end;
    }
    labels.extend(cells(text.get(at..line.end).unwrap_or_default()));
    // A printed Series of dates has no other label.
    aligned |= quantities.len() > 1
        && quantities.iter().take(2).any(|quantity| matches!(quantity.value, Value::Date(_)));
    // `describe` labels its quantiles with percentages.
    let is_quantile =
        |quantity: &Quantity| matches!(quantity.value, Value::Number(number) if number.percent);
    aligned |= quantities.len() == 2 && is_quantile(&quantities[0]) && !is_quantile(&quantities[1]);
    let first_is_key = labels.is_empty() && quantities.len() > 1;
    let key = quantities
        .first()
        .filter(|_| first_is_key)
        .and_then(|quantity| text.get(line.start..quantity.span.end)?.trim_start().parse().ok());
    let is_date = |quantity: &Quantity| matches!(quantity.value, Value::Date(_));
    let only_dates = labels.is_empty() && quantities.first().is_some_and(is_date);
    Line { quantities: first..first + quantities.len(), labels, aligned, only_dates, key }
}

/// Returns the cells of a part of a line: what two spaces, a tab, a bar or a colon part.
fn cells(text: &str) -> Vec<&str> {
    text.split(['\t', '|', ':', '=', ',', ';', '\n', '{', '}', '[', ']'])
        .flat_map(|part| part.split("  "))
        .map(|cell| cell.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|cell| labels::label(cell).is_some())
        .collect()
}
