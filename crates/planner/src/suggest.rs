//! First questions that fit a user's own columns, each of which the planner answers.

use crate::columns::{adds_up, is_identifier, is_measure};
use crate::input::{Column, File, Table};
use crate::lexicon::is_a;
use crate::words::name_words;

/// Returns three or four questions about the newest table; none if there is no table.
pub(crate) fn suggestions(files: &[File]) -> Vec<String> {
    let mut tables = files.iter().rev().flat_map(|file| &file.tables);
    let Some(table) = tables.find(|table| !table.columns.is_empty()) else {
        return Vec::new();
    };
    let mut questions = Vec::new();
    let amount = amount(table);
    let groups = groups(table);
    let dates: Vec<&Column> = table.columns.iter().filter(|column| column.is_date()).collect();
    if let (Some(amount), Some(group)) = (amount, groups.first()) {
        questions.push(format!("Top 5 {} by total {}", plural(group), name(amount)));
    }
    if dates.len() == 1 {
        questions.push(match amount {
            Some(amount) => format!("Monthly {} as a chart", name(amount)),
            None => "How many rows over time?".to_owned(),
        });
    }
    let level = table.columns.iter().find(|column| is_measure(column) && !adds_up(column)).or(amount);
    match (level, groups.last()) {
        (Some(level), Some(group)) => questions.push(format!("Average {} by {}", name(level), name(group))),
        (Some(level), None) => questions.push(format!("Distribution of {}", name(level))),
        (None, Some(group)) => questions.push(format!("How many rows by {}?", name(group))),
        (None, None) => questions.push("Show the first 10 rows".to_owned()),
    }
    questions.push(
        if questions.len() < 3 { "Give me an overview" } else { "What is the data quality?" }.to_owned(),
    );
    if questions.len() < 3 {
        questions.push("What is the data quality?".to_owned());
    }
    questions
}

fn amount(table: &Table) -> Option<&Column> {
    let amounts = || table.columns.iter().filter(|column| adds_up(column));
    amounts().find(|column| is_a(&column.name, "money")).or_else(|| amounts().next())
}

/// Returns columns worth grouping by, people and things first.
fn groups(table: &Table) -> Vec<&Column> {
    let fits = |column: &&Column| {
        column.is_text()
            && column.distinct > 1
            && !is_identifier(column)
            && column.distinct * 2 <= table.rows.max(4)
    };
    let mut groups: Vec<&Column> = table.columns.iter().filter(fits).collect();
    groups.sort_by_key(|column| (!is_a(&column.name, "thing"), std::cmp::Reverse(column.distinct.min(1000))));
    groups
}

/// Returns a name as it may be in a question: in backticks if it would not read as plain words.
fn name(column: &Column) -> String {
    let plain = column.name.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '_');
    let taken = name_words(&column.name).iter().any(|word| crate::lexicon::knows(word));
    if plain && !taken && !column.name.trim().is_empty() {
        column.name.clone()
    } else {
        format!("`{}`", column.name)
    }
}

/// Returns the plural of a name that is one English word.
fn plural(column: &Column) -> String {
    let word = column.name.to_lowercase();
    if !is_a(&word, "thing") || name_words(&word).len() > 1 || crate::words::stem(&word) != word {
        return name(column);
    }
    match column.name.strip_suffix('y') {
        Some(head) => format!("{head}ies"),
        None => format!("{}s", column.name),
    }
}
