//! The built-in model: turns a question and the tables' profiles into Python, without a language model.
//!
//! Tokens become typed spans ([`spans`]), of which each token belongs to one; spans become a query ([`read`]), which
//! uses each of them; a query becomes pandas and matplotlib code from `templates/` ([`code`]), which runs through the
//! same tool calls as any model's and prints one record as JSON; the record becomes the answer ([`answer`]). What no
//! span or no part of a query explains is asked back, with questions that can be answered ([`choices`]).
//!
//! Words are data, in `grammar/`. Knows no kernel, no page and no network, and no data set: every column name comes in
//! with the files.

mod answer;
mod arithmetic;
mod calendar;
pub mod chips;
mod choices;
mod code;
mod columns;
mod day_order;
pub mod input;
mod label;
mod lexicon;
mod literal;
mod lookup;
pub mod menu;
mod phrase;
mod plan;
pub mod query;
mod read;
mod repair;
mod spans;
mod suggest;
mod understand;
mod values;
mod words;

pub use chips::{Chip, chips, first_query, words};
pub use input::{Attempt, File, Seen};
pub use menu::{Choice, Meaning, meanings, menu};
pub use query::{Explained, Query, Reading};

use chat::ToolCall;
use plan::{Ask, Plan, Task};
use repair::Verdict;
use serde::{Deserialize, Serialize};

/// The one tool that the planner calls.
const TOOL: &str = "run_python";

/// The most questions in one message.
const MOST_QUESTIONS: usize = 5;

/// The planner's input: the question, and what has happened since.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The user's question.
    pub question: &'a str,
    /// Earlier turns, oldest first.
    pub history: &'a [Exchange],
    /// The session's files, oldest first.
    pub files: &'a [File],
    /// What was run in this turn so far, oldest first.
    pub attempts: &'a [Attempt],
    /// The user's own query, from chips or the bar, which is carried out as it is.
    pub query: Option<&'a Query>,
}

/// An earlier turn.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Exchange {
    /// What was asked.
    pub question: String,
    /// What was answered.
    pub answer: String,
    /// The query that ran, if one did.
    #[serde(default)]
    pub query: Option<Query>,
    /// The words that the user explained in it.
    #[serde(default)]
    pub explained: Vec<Explained>,
}

/// The planner's output.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Reply {
    /// The answer in Markdown, or a short remark if there are calls.
    pub text: String,
    /// What to run before asking again; empty when `text` is the answer.
    pub calls: Vec<ToolCall>,
    /// The query that ran, and how far it is to be trusted; none where there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<Shown>,
    /// Questions that may be meant, if `text` asks back.
    pub choices: Vec<String>,
}

/// The query of an answer, as it is shown above it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// The query that ran.
    pub query: Query,
    /// Words with content that it does not use, as the question has them.
    pub unused: Vec<String>,
    /// What was assumed where the question leaves it open, as sentences.
    pub assumed: Vec<String>,
    /// Whether the reading is the headline, and no number is marked as supported.
    pub doubtful: bool,
    /// Another reading that is nearly as good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Second>,
}

/// A reading that may be meant instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Second {
    /// What it asks, in words.
    pub label: String,
    /// The query.
    pub query: Query,
}

impl From<String> for Reply {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// Returns the next thing to say or run. The same input always yields the same reply.
///
/// Several questions in one message are answered in order: each may refer to those before it, and the last reply
/// answers all.
pub fn reply(input: &Input) -> Reply {
    let mut history: Vec<Exchange> = input.history.to_vec();
    let mut day_first = None;
    for exchange in &mut history {
        let last = split_questions(&exchange.question).pop().unwrap_or_default();
        let (question, said) = day_order::said(&last);
        day_first = said.or(day_first);
        exchange.question = question.to_owned();
    }
    let questions = split_questions(input.question);
    let said = questions.iter().rev().find_map(|question| day_order::said(question).1);
    let read_again = said.or(day_first).map(|day_first| day_order::read(input.files, day_first));
    let files = read_again.as_deref().unwrap_or(input.files);
    let mut answers = Vec::new();
    let mut done = 0;
    for question in &questions {
        let mut tried = 0;
        let answer = loop {
            let attempts = &input.attempts[done..done + tried];
            let one = Input {
                question: day_order::said(question).0,
                history: &history,
                files,
                attempts,
                query: None,
            };
            let said = next(&one, format!("plan-{}-{}", input.history.len() + 1, done + tried + 1));
            if said.calls.is_empty() {
                break said;
            }
            if done + tried == input.attempts.len() {
                return said;
            }
            tried += 1;
        };
        done += tried;
        let bare = day_order::said(question).0.to_owned();
        history.push(Exchange { question: bare, answer: answer.text.clone(), ..Exchange::default() });
        answers.push(answer);
    }
    match answers.len() {
        1 => answers.swap_remove(0),
        _ => {
            let titled = questions.iter().zip(&answers);
            let titled = titled
                .map(|(question, answer)| format!("### {}\n\n{}", label::escape(question), answer.text));
            Reply::from(titled.collect::<Vec<_>>().join("\n\n"))
        }
    }
}

/// Splits a message into its questions: at question marks, semicolons and full stops. Quoted text and Python stay whole.
fn split_questions(message: &str) -> Vec<String> {
    let whole = || vec![message.trim().to_owned()];
    let lower = message.to_lowercase();
    // A report is one task, in however many sentences.
    let report = ["report", "pdf", "excel"].iter().any(|word| lower.contains(word));
    if report || lower.trim_start().starts_with("python:") || message.contains(['`', '"']) {
        return whole();
    }
    let mut parts = vec![String::new()];
    let mut chars = message.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
        let ends =
            matches!(c, '?' | ';') || (c == '.' && chars.peek().is_none_or(|next| next.is_whitespace()));
        if ends {
            parts.push(String::new());
        }
    }
    let parts: Vec<String> = parts
        .iter()
        .map(|part| part.trim().to_owned())
        .filter(|part| part.chars().any(char::is_alphanumeric))
        .collect();
    if (2..=MOST_QUESTIONS).contains(&parts.len()) { parts } else { whole() }
}

/// Returns the next thing to say or run for one question.
fn next(input: &Input, id: String) -> Reply {
    let Input { question, history, files, .. } = *input;
    let mut attempts = input.attempts;
    let mut plan = understand::understand(question, history, files, None);
    if let (Plan::LookUp(_), Some((first, rest))) = (&plan, attempts.split_first()) {
        if matches!(first.outcome.status.as_str(), "interrupted" | "timeout" | "killed") {
            return failure(input, Some(&first.outcome), 1).into();
        }
        // Where the table cannot be read, the query says so after its own attempts.
        plan = understand::understand(question, history, files, Some(&first.outcome));
        attempts = rest;
    }
    match &plan {
        Plan::Hello => return format!("Hello! {}", next_step(files)).into(),
        Plan::Help => return format!("{}\n\n{}", abilities().trim_end(), next_step(files)).into(),
        Plan::NoTable => return no_table(files).into(),
        Plan::Ask(ask) => return asked(ask, question, files),
        _ if attempts.is_empty() => return call(&plan, input, code::Fixes::default(), String::new(), id),
        _ => {}
    }
    let is_query = matches!(plan, Plan::Query(_));
    let (fixes, verdict) = repair::review(attempts);
    match (verdict, attempts.last().map(|attempt| &attempt.outcome)) {
        (Verdict::Again(why), _) if is_query => call(&plan, input, fixes, why.to_owned(), id),
        // A figure that failed does not lose the answer; the user's own Python has to end well.
        (Verdict::Done, Some(seen)) if is_query || seen.status == "ok" => finished(&plan, input, seen),
        (_, seen) => failure(input, seen, attempts.len()).into(),
    }
}

/// Returns three or four first questions that fit the files' own columns; none without a table.
pub fn suggestions(files: &[File]) -> Vec<String> {
    suggest::suggestions(files)
}

/// Returns what the planner can do, in Markdown.
pub fn abilities() -> String {
    include_str!("../abilities.md").to_owned()
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

/// Asks back, or declines where nothing that can be answered is near.
fn asked(ask: &Ask, question: &str, files: &[File]) -> Reply {
    const MODEL: &str = "I work by rules; a language model would understand more.";
    let text = match ask.choices.len() {
        0 => format!("{} I would rather not guess. {MODEL}\n\n{}", ask.why, next_step(files)),
        1 => format!("{} Do you mean this? {MODEL}", ask.why),
        _ => format!("{} Which of these do you mean? {MODEL}", ask.why),
    };
    let text = why_empty(question, files) + &text;
    Reply { text, choices: ask.choices.clone(), ..Reply::default() }
}

/// Says why columns that the question names are empty, where the profile knows it.
fn why_empty(question: &str, files: &[File]) -> String {
    let question = question.to_lowercase();
    let columns = files.iter().flat_map(|file| &file.tables).flat_map(|table| &table.columns);
    let named = columns.filter(|column| {
        column.r#type == input::ColumnType::Empty && question.contains(&column.name.trim().to_lowercase())
    });
    let why = named.filter_map(|column| {
        let doubt = label::escape(column.doubt.as_ref()?);
        Some(format!("`{}` is empty: {doubt}.\n\n", label::plain(&column.name)))
    });
    why.collect()
}

fn next_step(files: &[File]) -> String {
    let questions = suggestions(files);
    if questions.is_empty() {
        return "Drop a CSV or an Excel file into the page, or open one of the samples, and ask me about it."
            .to_owned();
    }
    let list: Vec<String> = questions.iter().take(3).map(|question| format!("- {question}")).collect();
    format!("You could ask:\n\n{}", list.join("\n"))
}

fn call(plan: &Plan, input: &Input, fixes: code::Fixes, remark: String, id: String) -> Reply {
    let table = |(file, table): (usize, usize)| (&input.files[file], &input.files[file].tables[table]);
    let (code, purpose) = match plan {
        Plan::Arithmetic(expression) => (expression.clone(), format!("Work out {expression}")),
        Plan::Python(code) => (code.clone(), "Run your Python".to_owned()),
        Plan::LookUp(look_up) => (
            lookup::code(&look_up.texts, table(look_up.source).1),
            "Find the words of the question in the table".to_owned(),
        ),
        Plan::Query(query) => {
            let (file, table) = table(query.source);
            (code::write(query, file, table, fixes), label::title(query))
        }
        _ => return remark.into(),
    };
    let arguments = serde_json::json!({ "code": code, "purpose": purpose }).to_string();
    Reply {
        text: remark,
        calls: vec![ToolCall { id, name: TOOL.to_owned(), arguments, extra: None }],
        reading: None,
        choices: Vec::new(),
    }
}

/// Returns the answer from the outcome of the last program.
fn finished(plan: &Plan, input: &Input, seen: &Seen) -> Reply {
    match plan {
        Plan::Arithmetic(expression) => answer::of_expression(Some(expression), seen).into(),
        Plan::Query(query) => {
            let table = &input.files[query.source.0].tables[query.source.1];
            if let Task::Values { column } = &query.task
                && table.column(column).is_some_and(columns::is_measure)
                && seen
                    .record::<answer::Record>()
                    .is_some_and(|record| record.matched > 1 && record.count("different") > 1)
            {
                return asked(
                    &understand::several_values(input.question, column),
                    input.question,
                    input.files,
                );
            }
            let other = day_order::other(input.question, query, &table.columns);
            let text = answer::of_query(query, table, seen);
            Reply { text, choices: other.into_iter().collect(), ..Reply::default() }
        }
        _ => answer::of_expression(None, seen).into(),
    }
}

/// Reports what failed, without interpretation.
fn failure(input: &Input, seen: Option<&Seen>, attempts: usize) -> String {
    let Some(seen) = seen else { return "Nothing was run.".to_owned() };
    match seen.status.as_str() {
        "interrupted" => return "You stopped it before there was an answer. The variables are kept; ask again to go on.".to_owned(),
        "timeout" => return "It took longer than the time limit, so there is no answer. Ask for less at once, for instance a single year.".to_owned(),
        "killed" => return "Python had to be restarted before there was an answer, most likely for lack of memory. The files are still here; ask for less at once.".to_owned(),
        _ => {}
    }
    let said = match &seen.error {
        Some(error) => format!("{}: {}", error.name, error.value),
        None => "an error without a name".to_owned(),
    };
    // The message may quote the file; formatted as code it stays text.
    let said = said.replace('`', "'").replace('\n', " ");
    let plan = understand::understand(input.question, input.history, input.files, Some(seen));
    if !matches!(plan, Plan::Query(_)) {
        return format!("Python says `{said}`.");
    }
    let times = ["one attempt", "two attempts", "three attempts"][attempts.clamp(1, 3) - 1];
    format!(
        "I could not answer that: after {times} Python still says `{said}`. The code of each attempt is in its step.\n\n{}",
        next_step(input.files)
    )
}
