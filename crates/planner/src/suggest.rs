//! First questions that fit a user's own columns, each of which the planner answers.

use crate::columns;
use crate::grammar::Grammar;
use crate::input::{Column, File, Table};
use crate::words::{name_words, stem};

/// Returns three or four questions about the newest table; none if there is no table.
pub(crate) fn suggestions(files: &[File]) -> Vec<String> {
    let table = files
        .iter()
        .rev()
        .flat_map(|file| &file.tables)
        .find(|table| !table.columns.is_empty() && table.joined.is_none());
    let Some(table) = table else { return Vec::new() };
    let mut questions = Vec::new();
    let metric = metric(table);
    let groups = groups(table);
    let date = table.columns.iter().find(|column| column.is_date());
    if let (Some(metric), Some(group)) = (metric, groups.first()) {
        questions.push(format!("Top 5 {} by {}", plural(group), name(metric)));
    }
    if let Some(date) = date {
        questions.push(match metric {
            Some(metric) => format!("Monthly {} as a chart", name(metric)),
            None => format!("How many rows per month of {}?", name(date)),
        });
    }
    let level = table
        .columns
        .iter()
        .find(|column| column.is_number() && ["price", "level"].contains(&columns::role(column)));
    match (level.or(metric), groups.last()) {
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

fn metric(table: &Table) -> Option<&Column> {
    let role = ["money", "quantity", "price", "level"].iter().find_map(|role| columns::of_role(table, role));
    role.or_else(|| table.columns.iter().find(|column| column.is_number() && !columns::is_identifier(column)))
}

/// Returns columns worth grouping by, names of people and things first.
fn groups(table: &Table) -> Vec<&Column> {
    let mut groups: Vec<&Column> = table
        .columns
        .iter()
        .filter(|column| column.is_text() && column.distinct > 1 && !columns::is_identifier(column))
        .filter(|column| column.distinct * 2 <= table.rows.max(4))
        .collect();
    groups.sort_by_key(|column| {
        (columns::role(column) != "entity", std::cmp::Reverse(column.distinct.min(1000)))
    });
    groups
}

/// Returns a name as it may appear in a question: quoted if it would not read as plain words.
fn name(column: &Column) -> String {
    let plain = column.name.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '_');
    let taken = name_words(&column.name).iter().all(|word| Grammar::get().knows(word));
    if plain && !taken && !column.name.trim().is_empty() {
        column.name.clone()
    } else {
        format!("`{}`", column.name)
    }
}

/// Returns an English plural, if the name is an English word that the grammar knows.
fn plural(column: &Column) -> String {
    let word = column.name.to_lowercase();
    let english = [
        "customer",
        "product",
        "employee",
        "category",
        "region",
        "country",
        "city",
        "department",
        "store",
        "stage",
        "channel",
        "client",
        "seller",
        "item",
    ];
    if !english.contains(&word.as_str()) || stem(&word) != word {
        return name(column);
    }
    match column.name.strip_suffix('y') {
        Some(head) => format!("{head}ies"),
        None => format!("{}s", column.name),
    }
}
