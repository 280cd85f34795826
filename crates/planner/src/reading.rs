//! Reading: from a question, the turns before it and the files to what is done next.

use crate::code::report;
use crate::input::{Seen, Table};
use crate::label::{self, escape};
use crate::lexicon::length;
use crate::query::{Kind, Query};
use crate::words::tokenize;
use crate::{Attempt, File, Input, Reply, Second, Shown, abilities, arithmetic, next_step, sentence};

/// What is done next about a question.
pub(crate) enum Step {
    /// Answer without running anything.
    Say(String),
    /// Ask back, with the empty query to fill in.
    Ask(Box<Reply>),
    /// Look for the question's words among the tables' values.
    LookUp(String),
    /// Run a calculation or the user's own Python.
    Run {
        code: String,
        purpose: String,
        /// The calculation.
        expression: Option<String>,
    },
    /// Carry a query out.
    Query(Box<Shown>),
}

/// How much better the best reading has to be than the second: less is a doubt.
const CLOSE: f64 = 0.05;

/// How many unused words make a reading doubtful.
const MAX_UNUSED: usize = 1;

/// Returns what is done next. `looked_up` is the outcome of the look-up that an earlier step asked for.
pub(crate) fn step(input: &Input, looked_up: Option<&Seen>) -> Step {
    let _ = looked_up;
    let Input { question, files, .. } = *input;
    if let Some(query) = input.query {
        let shown = Shown { query: completed(query, files), ..Shown::default() };
        return Step::Query(Box::new(shown));
    }
    if let Some(code) = arithmetic::python(question) {
        return Step::Run { code, purpose: "Run your Python".to_owned(), expression: None };
    }
    if let Some(expression) = arithmetic::expression(question) {
        let purpose = format!("Work out {expression}");
        return Step::Run { code: expression.clone(), purpose, expression: Some(expression) };
    }
    let words = tokenize(question);
    let helps = (0..words.len()).any(|at| length("help", &words, at) > 0);
    if words.is_empty() || (words.len() <= 8 && helps) {
        return Step::Say(format!("{}\n\n{}", abilities().trim_end(), next_step(files)));
    }
    if words.len() <= 4 && length("hello", &words, 0) > 0 {
        return Step::Say(format!("Hello! {}", next_step(files)));
    }
    if files.iter().flat_map(|file| &file.tables).all(|table| table.columns.is_empty()) {
        return Step::Say(no_table(files));
    }
    Step::Say(String::new())
}

/// Returns a query with what a report leaves open.
fn completed(query: &Query, files: &[File]) -> Query {
    match table(query, files) {
        Some((_, table)) if query.kind == Kind::Report => report::complete(query, table),
        _ => query.clone(),
    }
}

/// Returns the table that a query names.
pub(crate) fn table<'a>(query: &Query, files: &'a [File]) -> Option<(&'a File, &'a Table)> {
    let file = files.iter().rev().find(|file| file.name == query.table.file)?;
    let table = file.tables.iter().find(|table| query.table.sheet.is_none() || table.sheet == query.table.sheet)?;
    Some((file, table))
}

/// Says which table a query is about, where there are several.
pub(crate) fn source(query: &Query, files: &[File]) -> Option<String> {
    let tables = files.iter().flat_map(|file| &file.tables).filter(|table| !table.columns.is_empty()).count();
    let sheet = query.table.sheet.as_ref().map(|sheet| format!(", sheet {}", escape(sheet))).unwrap_or_default();
    (tables > 1).then(|| format!("This is about `{}`{sheet}.", label::plain(&query.table.file).replace('`', "'")))
}

/// Returns the headline of a doubtful reading: what was read, and what was not used.
pub(crate) fn doubt(shown: &Shown, files: &[File]) -> String {
    if !shown.doubtful {
        return String::new();
    }
    let unused: Vec<String> = shown.unused.iter().map(|word| format!("*{}*", escape(word))).collect();
    let unused = match unused.as_slice() {
        [] => String::new(),
        words => format!(" Not used: {}.", words.join(", ")),
    };
    let second = match &shown.second {
        Some(second) => format!(" It may also mean: {}.", escape(&second.label)),
        None => String::new(),
    };
    format!("I read this as: {}.{unused}{second}\n\n", escape(&sentence(&shown.query, files)))
}

fn no_table(files: &[File]) -> String {
    match files.iter().rev().find_map(|file| Some((file, file.error.as_ref()?))) {
        Some((file, error)) => format!("I cannot read `{}`: {error}", label::plain(&file.name)),
        None if files.is_empty() => {
            "There is no table here yet. Drop a CSV or an Excel file into the page, or open one of the samples, and ask again.".to_owned()
        }
        None => "None of the files holds a table that I could read. Drop a CSV or an Excel file, or open one of the samples.".to_owned(),
    }
}
