//! Completion in a cell of SQL: files of the session as tables, their columns, and keywords. Knows
//! the profiles of the files, and asks no interpreter.

use std::sync::Arc;

use kernel::{ColumnType, Profile};
use serde_json::{Value, json};

use super::sql_cell::query_start;

/// The most candidates of an answer.
const MAX_CANDIDATES: usize = 400;
/// After these words a table is expected.
const BEFORE_TABLES: &[&str] = &["from", "join"];
/// The words that are completed; none of them is the alias of the table before it.
const KEYWORDS: &[&str] = &[
    "all",
    "and",
    "anti",
    "as",
    "asc",
    "asof",
    "between",
    "by",
    "case",
    "count",
    "cross",
    "desc",
    "distinct",
    "else",
    "end",
    "except",
    "exclude",
    "from",
    "full",
    "group",
    "having",
    "in",
    "inner",
    "intersect",
    "is",
    "join",
    "left",
    "like",
    "limit",
    "natural",
    "not",
    "null",
    "offset",
    "on",
    "or",
    "order",
    "qualify",
    "right",
    "select",
    "semi",
    "then",
    "union",
    "using",
    "when",
    "where",
];

/// A text, its kind as the editor names it, and a short description.
type Candidate = (String, &'static str, String);

/// The first table of a file, which SQL names by the file.
struct Table<'a> {
    file: &'a str,
    rows: u64,
    /// Names and types.
    columns: Vec<(&'a str, &'a str)>,
    /// The names by which the query calls it.
    aliases: Vec<String>,
}

/// Returns the candidates at a cursor, which counts code points, as the editor expects them. `None`
/// if the code is not a cell of SQL, or the cursor is not in its query.
#[must_use]
pub fn complete_sql(written: &str, cursor: u32, files: &[Arc<Profile>]) -> Option<Value> {
    let cursor = usize::try_from(cursor).ok()?;
    let end = written.char_indices().nth(cursor).map_or(written.len(), |(at, _)| at);
    let query = written.get(query_start(written)?..)?;
    let before = written.get(written.len() - query.len()..end)?;
    let tables: Vec<Table<'_>> = files.iter().filter_map(|file| table_of(file, query)).collect();
    let (typed, found) = candidates(before, &tables);
    let start = bare(typed).to_lowercase();
    let fitting: Vec<_> = found
        .into_iter()
        .filter(|(label, ..)| label != typed && bare(label).to_lowercase().starts_with(&start))
        .take(MAX_CANDIDATES)
        .map(|(label, kind, detail)| json!({ "label": label, "type": kind, "detail": detail }))
        .collect();
    let from = cursor - typed.chars().count();
    Some(json!({ "from": from, "to": cursor, "candidates": fitting, "only": true }))
}

fn table_of<'a>(file: &'a Profile, query: &str) -> Option<Table<'a>> {
    let table = file.tables.first()?;
    let columns = table.columns.iter();
    Some(Table {
        file: &file.name,
        rows: table.rows,
        columns: columns.map(|column| (&*column.name, word_of(column.r#type))).collect(),
        aliases: aliases(query, &file.name),
    })
}

fn word_of(kind: ColumnType) -> &'static str {
    match kind {
        ColumnType::Integer => words::sql_completion_whole_number(),
        ColumnType::Number | ColumnType::NumberText => words::sql_completion_number(),
        ColumnType::Boolean => words::sql_completion_true_or_false(),
        ColumnType::Date => words::sql_completion_date(),
        ColumnType::Category | ColumnType::Text => words::sql_completion_text(),
        ColumnType::Empty => words::sql_completion_empty(),
    }
}

/// Returns the names by which a query calls a file: its alias, or its name without the extension;
/// none if the query does not name it.
fn aliases(query: &str, file: &str) -> Vec<String> {
    let mut found = Vec::new();
    for literal in [format!("'{}'", file.replace('\'', "''")), quoted(file)] {
        for (at, _) in query.match_indices(&literal) {
            let after = query[at + literal.len()..].trim_start();
            let after = match after.split_at_checked(3) {
                Some((word, rest)) if word.trim_end().eq_ignore_ascii_case("as") => rest,
                _ => after,
            };
            let alias = first_name(after);
            let is_alias = !alias.is_empty() && !KEYWORDS.contains(&&*alias.to_lowercase());
            let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
            found.push(if is_alias { alias } else { stem.to_owned() });
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Returns what of the text before the cursor is replaced, and what may stand in its place.
fn candidates<'a>(before: &'a str, tables: &[Table<'_>]) -> (&'a str, Vec<Candidate>) {
    let of_files = |name: &dyn Fn(&str) -> String| -> Vec<Candidate> {
        let detail = |table: &Table<'_>| words::sql_completion_rows(&table.rows);
        tables.iter().map(|table| (name(table.file), "variable", detail(table))).collect()
    };
    let (open, left) = unfinished(before);
    if let Some(typed) = open.strip_prefix('\'') {
        return (typed, of_files(&|file| file.replace('\'', "''")));
    }
    let in_quotes = open.starts_with('"');
    let typed = open.strip_prefix('"').unwrap_or(open);
    let name = |text: &str| match (in_quotes, is_plain(text)) {
        (true, _) => text.replace('"', "\"\""),
        (false, true) => text.to_owned(),
        (false, false) => quoted(text),
    };
    let columns = |table: &Table<'_>| -> Vec<Candidate> {
        let detail = |kind: &str| format!("{kind} · {}", table.file);
        table.columns.iter().map(|(text, kind)| (name(text), "column", detail(kind))).collect()
    };
    if let Some(owner) = left.strip_suffix('.') {
        let owner = last_name(owner);
        let is_named =
            |table: &&Table<'_>| table.aliases.iter().any(|one| one.eq_ignore_ascii_case(&owner));
        return (typed, tables.iter().filter(is_named).flat_map(columns).collect());
    }
    if BEFORE_TABLES.contains(&&*last_name(left.trim_end()).to_lowercase()) {
        return (typed, of_files(&|file| if in_quotes { name(file) } else { literal(file) }));
    }
    let used = || tables.iter().filter(|table| !table.aliases.is_empty());
    let mut found: Vec<Candidate> = used().flat_map(columns).collect();
    if !in_quotes && !typed.is_empty() {
        let alias = |one: &String| (name(one), "variable", String::new());
        found.extend(used().flat_map(|table| table.aliases.iter().map(alias)));
        found.extend(KEYWORDS.iter().map(|word| ((*word).to_owned(), "keyword", String::new())));
    }
    (typed, found)
}

/// Splits the text before the cursor into what is being written, with its opening quotation mark,
/// and what stands before that.
fn unfinished(before: &str) -> (&str, &str) {
    let mut open: Option<(usize, char)> = None;
    for (at, sign) in before.char_indices() {
        match open {
            None if matches!(sign, '\'' | '"') => open = Some((at, sign)),
            Some((_, mark)) if mark == sign => open = None,
            _ => {}
        }
    }
    let start = open.map_or_else(|| before.trim_end_matches(is_of_name).len(), |(at, _)| at);
    (&before[start..], &before[..start])
}

fn is_of_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Returns whether a name needs no quotation marks in SQL.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name.chars().all(is_of_name)
        && !KEYWORDS.contains(&&*name.to_lowercase())
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Returns a text without the quotation mark that it begins with.
fn bare(text: &str) -> &str {
    text.trim_start_matches(['\'', '"'])
}

/// Returns the name at the beginning of a text, or nothing.
fn first_name(text: &str) -> String {
    match text.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        Some((name, _)) => name.to_owned(),
        None => text.chars().take_while(|sign| is_of_name(*sign)).collect(),
    }
}

/// Returns the name at the end of a text, or nothing.
fn last_name(text: &str) -> String {
    match text.strip_suffix('"').and_then(|rest| rest.rsplit_once('"')) {
        Some((_, name)) => name.to_owned(),
        None => text[text.trim_end_matches(is_of_name).len()..].to_owned(),
    }
}

#[cfg(test)]
mod tests;
