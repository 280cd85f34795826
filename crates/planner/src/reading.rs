//! Reading: from a question, the turns before it and the files to what is done next.

use crate::code::report;
use crate::input::{ColumnType, Seen};
use crate::label::{self, escape};
use crate::lexicon::says;
use crate::query::{Aggregate, Chart, Kind, Measure, Query, Reading, TableName};
use crate::wording::{self, table_of};
use crate::words::tokenize;
use crate::{File, Input, Reply, Second, Shown, abilities, arithmetic, next_step, sentence};
use crate::{joins, reader, shape};

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

/// Returns what is done next. `looked_up` is the outcome of the look-up that an earlier step asked
/// for.
pub(crate) fn step(input: &Input, looked_up: Option<&Seen>) -> Step {
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
    if words.is_empty() || (words.len() <= 8 && says(&words, "help")) {
        return Step::Say(format!("{}\n\n{}", abilities().trim_end(), next_step(files)));
    }
    if words.len() <= 4 && says(&words, "hello") {
        return Step::Say(format!("Hello! {}", next_step(files)));
    }
    if files.iter().flat_map(|file| &file.tables).all(|table| table.columns.is_empty()) {
        return Step::Say(no_table(files));
    }
    let look_up = reader::texts(question, files);
    if looked_up.is_none() && !look_up.is_empty() {
        return Step::LookUp(look_up.code(files));
    }
    let found = looked_up.map(reader::found).unwrap_or_default();
    let readings = reader::read(question, input.history, files, &found);
    let can_run = |reading: &Reading| {
        table_of(&reading.query, files)
            .is_some_and(|(_, table)| shape::obstacle(&reading.query, table).is_none())
    };
    let readings: Vec<Reading> = readings.into_iter().filter(can_run).collect();
    match readings.first() {
        None => nothing(question, files),
        Some(_) if reader::is_foreign(question, files, &found) => foreign(files),
        Some(_) => Step::Query(Box::new(shown(&readings, input))),
    }
}

/// Returns the best reading, and what is said of the doubt that is left.
fn shown(readings: &[Reading], input: &Input) -> Shown {
    let first = &readings[0];
    // What is drawn and what is shown first is the same question.
    let differs = |other: &&Reading| {
        let plain = |query: &Query| Query { chart: Chart::Auto, show: Vec::new(), ..query.clone() };
        plain(&other.query) != plain(&first.query)
    };
    let finished = |query: &Query| {
        let mut query = completed(query, input.files);
        // An order of day and month that was chosen once stays chosen.
        let earlier = input.history.iter().rev().filter_map(|exchange| exchange.query.as_ref());
        let mut same = earlier.filter(|earlier| earlier.table.file == query.table.file);
        query.day_first = query.day_first.or_else(|| same.find_map(|earlier| earlier.day_first));
        query
    };
    let doubtful = reader::is_doubtful(readings);
    let second = readings[1..].iter().find(differs).filter(|_| doubtful).map(|reading| {
        let query = finished(&reading.query);
        Second { label: sentence(&query, input.files), query }
    });
    let mut assumed: Vec<String> = first.assumed.iter().map(|line| escape(line)).collect();
    assumed.extend(why_empty(input.question, input.files));
    let query = finished(&first.query);
    Shown { query, label: String::new(), unused: first.unused.clone(), assumed, doubtful, second }
}

/// Returns the answer if nothing of the question maps to a table: the empty query to fill in.
fn nothing(question: &str, files: &[File]) -> Step {
    let why = why_empty(question, files).unwrap_or_default();
    let text = format!(
        "{}I find nothing of this question in your tables. Fill in the query above, or connect a language model, which understands more.\n\n{}",
        if why.is_empty() { String::new() } else { format!("{why}\n\n") },
        next_step(files)
    );
    empty(text, files)
}

/// Returns the answer to a question in another language.
fn foreign(files: &[File]) -> Step {
    let text = format!(
        "I read English questions only. Fill in the query above, or connect a language model, which understands more.\n\n{}",
        next_step(files)
    );
    empty(text, files)
}

fn empty(text: String, files: &[File]) -> Step {
    let newest = joins::plain(files).rev().find(|(_, table)| !table.columns.is_empty());
    let newest = newest
        .map(|(file, table)| TableName { file: file.name.clone(), sheet: table.sheet.clone() });
    let query = Query { table: newest.unwrap_or_default(), ..Query::default() };
    let reading = Shown { query, doubtful: true, ..Shown::default() };
    Step::Ask(Box::new(Reply { text, calls: Vec::new(), reading: Some(reading) }))
}

/// Says why columns that the question names are empty, if the profile knows it.
fn why_empty(question: &str, files: &[File]) -> Option<String> {
    let question = question.to_lowercase();
    let columns = files.iter().flat_map(|file| &file.tables).flat_map(|table| &table.columns);
    let named = columns.filter(|column| {
        column.r#type == ColumnType::Empty && question.contains(&column.name.trim().to_lowercase())
    });
    let why = named.filter_map(|column| {
        let doubt = escape(column.doubt.as_ref()?);
        Some(format!("`{}` is empty: {doubt}.", label::plain(&column.name).replace('`', "'")))
    });
    let why: Vec<String> = why.collect();
    (!why.is_empty()).then(|| why.join(" "))
}

/// Returns a query with what a report leaves open.
fn completed(query: &Query, files: &[File]) -> Query {
    match table_of(query, files) {
        Some((_, table)) if query.kind == Kind::Report => report::complete(query, table),
        Some((_, table)) => {
            let mut query = query.clone().trimmed();
            // Texts have no second highest.
            let counts = query.kind != Kind::Rows
                && matches!(query.aggregated(), Aggregate::Distinct | Aggregate::Filled);
            let text = match &query.measure {
                Some(Measure::Column(name)) => table
                    .column(name)
                    .is_some_and(|column| !column.is_number() && !column.is_date()),
                _ => false,
            };
            query.nth &= counts || !text;
            query
        }
        None => query.clone().trimmed(),
    }
}

/// Says which table a query is about, if there are several.
pub(crate) fn source(query: &Query, files: &[File]) -> Option<String> {
    let tables = files
        .iter()
        .flat_map(|file| &file.tables)
        .filter(|table| !table.columns.is_empty())
        .count();
    let sheet = query
        .table
        .sheet
        .as_ref()
        .map(|sheet| format!(", sheet {}", escape(sheet)))
        .unwrap_or_default();
    (tables > 1).then(|| {
        format!("This is about `{}`{sheet}.", label::plain(&query.table.file).replace('`', "'"))
    })
}

/// Returns the headline of a doubtful reading: what was read, and what was not used.
pub(crate) fn doubt(shown: &Shown, files: &[File]) -> String {
    if !shown.doubtful {
        return String::new();
    }
    let unused: Vec<String> =
        shown.unused.iter().map(|word| format!("*{}*", escape(word))).collect();
    let unused = match unused.as_slice() {
        [] => String::new(),
        words => format!(" Not used: {}.", words.join(", ")),
    };
    let second = match &shown.second {
        Some(second) => format!(" It may also mean: {}.", escape(&second.label)),
        None => String::new(),
    };
    format!("{}{}.{unused}{second}\n\n", wording::DOUBTED, escape(&sentence(&shown.query, files)))
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
