//! First questions that fit a user's own columns, each of which the planner answers.

use std::cmp::Reverse;

use crate::columns::{adds_up, is_identifier, is_measure, quoted};
use crate::input::{Column, File};
use crate::joins;
use crate::label;
use crate::lexicon::is_a;
use crate::reader::lexicon::is_known;
use crate::words::name_words;

/// Returns three or four questions about the newest table; none if there is no table.
pub(crate) fn suggestions(files: &[File]) -> Vec<String> {
    let mut tables = joins::plain(files).map(|(_, table)| table).rev();
    let Some(table) = tables.find(|table| !table.columns.is_empty()) else {
        return Vec::new();
    };
    let columns = || table.columns.iter();
    let money = columns().find(|column| adds_up(column) && is_a(&column.name, "money"));
    let amount = money.or(columns().find(|column| adds_up(column)));
    let level = columns().find(|column| is_measure(column) && !adds_up(column)).or(amount);
    // Columns worth grouping by, people and things first.
    let fits = |column: &&Column| {
        let repeats = column.distinct > 1 && column.distinct * 2 <= table.rows.max(4);
        column.is_text() && repeats && !is_identifier(column)
    };
    let mut groups: Vec<&Column> = columns().filter(fits).collect();
    groups.sort_by_key(|column| (!is_a(&column.name, "thing"), Reverse(column.distinct.min(1000))));
    let mut questions = Vec::new();
    if let (Some(amount), Some(group)) = (amount, groups.first()) {
        questions.push(format!("Top 5 {} by total {}", plural(group), name(amount)));
    }
    if columns().filter(|column| column.is_date()).count() == 1 {
        questions.push(match amount {
            Some(amount) => format!("Monthly {} as a chart", name(amount)),
            None => "Number of rows by month".to_owned(),
        });
    }
    questions.push(match (level, groups.last()) {
        (Some(level), Some(group)) => format!("Average {} by {}", name(level), name(group)),
        (Some(level), None) => format!("Distribution of {}", name(level)),
        (None, Some(group)) => format!("How many rows by {}?", name(group)),
        (None, None) => "Show the first 10 rows".to_owned(),
    });
    questions.extend(of_two(files));
    if questions.len() < 3 {
        questions.push("Give me an overview".to_owned());
    }
    questions.push("What is the data quality?".to_owned());
    questions
}

/// Returns a question that takes two tables, if a key joins any.
fn of_two(files: &[File]) -> Option<String> {
    let tables = files.iter().flat_map(|file| &file.tables);
    tables.rev().find_map(|table| {
        let (own, other) = table.columns.split_at(table.join.as_ref()?.columns);
        let amount = own.iter().find(|column| adds_up(column))?;
        let few = |column: &&Column| {
            column.is_text() && (2..=50).contains(&column.distinct) && !is_identifier(column)
        };
        Some(format!("Total {} by {}", name(amount), name(other.iter().find(few)?)))
    })
}

/// Returns a name as it may be in a question: in backticks if it would not read as plain words.
fn name(column: &Column) -> String {
    let plain = column.name.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '_');
    let taken = name_words(&column.name).iter().any(|word| is_known(word));
    if plain && !taken && !column.name.trim().is_empty() {
        column.name.clone()
    } else {
        quoted(column)
    }
}

fn plural(column: &Column) -> String {
    label::plural(&column.name).unwrap_or_else(|| name(column))
}
