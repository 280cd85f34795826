//! The built-in model: turns a question and the tables' profiles into Python, without a language
//! model.
//!
//! A question is read as a [`Query`], the best of several readings ([`reader`]); a query becomes
//! pandas and matplotlib code from `templates/` ([`code`]), which runs through the same tool calls
//! as any model's and prints one record as JSON; the record becomes the answer ([`answer`]). The
//! query is shown above the answer, with the words that it does not use, and can be changed.
//!
//! Words are data, in `grammar/`. Knows no kernel, no page and no network, and no data set: every
//! column name comes in with the files.

mod answer;
mod arithmetic;
pub mod chips;
mod code;
mod columns;
mod currencies;
mod day_order;
mod follow_ups;
pub mod input;
mod joins;
mod label;
mod lexicon;
mod literal;
pub mod menu;
pub mod query;
pub mod reader;
mod reading;
mod repair;
mod shape;
mod suggest;
mod terms;
mod wording;
mod words;

pub use chips::{Chip, chips, first_query, words};
pub use follow_ups::{FollowUp, follow_ups};
pub use input::{Attempt, File, Seen};
pub use joins::with_joins;
pub use label::sentence;
pub use menu::{Choice, Meaning, meanings, menu};
pub use query::{Explained, Query, Reading};

use chat::ToolCall;
use reading::Step;
use repair::Verdict;
use serde::{Deserialize, Serialize};

/// The one tool that the planner calls.
const TOOL: &str = "run_python";

/// The most questions in one message.
const MAX_QUESTIONS: usize = 5;

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
    /// The query that ran, and how far it is to be trusted; none if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<Shown>,
}

/// The query of an answer, as it is shown above it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// The query that ran; the empty one if nothing of the question could be read.
    pub query: Query,
    /// What it asks, as a sentence without a full stop; empty as long as nothing has been carried
    /// out.
    pub label: String,
    /// Words with content that it does not use, as the question has them.
    pub unused: Vec<String>,
    /// What was assumed if the question leaves it open, as sentences.
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
/// Several questions in one message are answered in order: each may refer to those before it, and
/// the last reply answers all. Its reading is that of the last question; the others are stated in
/// words above their answers.
pub fn reply(input: &Input) -> Reply {
    let questions = match input.query {
        Some(_) => vec![input.question.to_owned()],
        None => split_questions(input.question),
    };
    let mut history: Vec<Exchange> = input.history.to_vec();
    let mut answers: Vec<(String, Reply)> = Vec::new();
    let mut done = 0;
    for question in &questions {
        let mut tried = 0;
        let answer = loop {
            let attempts = &input.attempts[done..done + tried];
            let one = Input { question, history: &history, attempts, ..*input };
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
        history.push(Exchange {
            question: question.clone(),
            answer: answer.text.clone(),
            query: answer.reading.as_ref().map(|reading| reading.query.clone()),
            explained: Vec::new(),
        });
        answers.push((question.clone(), answer));
    }
    if answers.len() == 1 {
        return answers.swap_remove(0).1;
    }
    let titled = answers.iter().map(|(question, answer)| {
        let read = answer.reading.as_ref().filter(|reading| !reading.doubtful);
        let read = read.map(|reading| {
            format!("Read as: {}.\n\n", label::escape(&sentence(&reading.query, input.files)))
        });
        format!("### {}\n\n{}{}", label::escape(question), read.unwrap_or_default(), answer.text)
    });
    let text = titled.collect::<Vec<_>>().join("\n\n");
    let doubtful = answers
        .iter()
        .any(|(_, answer)| answer.reading.as_ref().is_some_and(|reading| reading.doubtful));
    let last = answers.pop().and_then(|(_, answer)| answer.reading);
    // One doubt is enough for the numbers of all.
    let reading = last.map(|reading| {
        // Each answer states its own query.
        Shown { doubtful: reading.doubtful || doubtful, label: String::new(), ..reading }
    });
    Reply { text, calls: Vec::new(), reading }
}

/// Words after which a full stop ends no sentence.
const ABBREVIATIONS: [&str; 11] =
    ["vs", "approx", "avg", "nr", "e.g", "i.e", "incl", "excl", "resp", "st", "dr"];

/// Splits a message into its questions: at question marks, semicolons and full stops. Quoted text
/// and Python stay whole.
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
        let word = || {
            parts.last().and_then(|part| part.trim_end_matches('.').rsplit([' ', '(', ',']).next())
        };
        let stops = |next: Option<&char>| {
            let short =
                word().is_some_and(|word| ABBREVIATIONS.contains(&word.to_lowercase().as_str()));
            next.is_none_or(|next| next.is_whitespace()) && !short
        };
        // “how do a and b correlate? (rm, medv)”
        let aside = chars.clone().find(|c| !c.is_whitespace()) == Some('(');
        let ends = !aside && (matches!(c, '?' | ';') || c == '.' && stops(chars.peek()));
        if ends {
            parts.push(String::new());
        }
    }
    let parts: Vec<String> = parts
        .iter()
        .map(|part| part.trim().to_owned())
        .filter(|part| part.chars().any(char::is_alphanumeric))
        .flat_map(|part| match reader::split(&part) {
            Some((first, second)) => vec![first, second],
            None => vec![part],
        })
        .collect();
    if (2..=MAX_QUESTIONS).contains(&parts.len()) { parts } else { whole() }
}

/// Returns the next thing to say or run for one question.
fn next(input: &Input, id: String) -> Reply {
    let mut attempts = input.attempts;
    let mut step = reading::step(input, None);
    if let (Step::LookUp(_), Some((first, rest))) = (&step, attempts.split_first()) {
        if matches!(first.outcome.status.as_str(), "interrupted" | "timeout" | "killed") {
            return failure(input.files, Some(&first.outcome), 1, true).into();
        }
        // If the table cannot be read, the query says so after its own attempts.
        step = reading::step(input, Some(&first.outcome));
        attempts = rest;
    }
    let last = attempts.last().map(|attempt| &attempt.outcome);
    match &step {
        Step::Say(text) => text.clone().into(),
        Step::Ask(reply) => (**reply).clone(),
        Step::LookUp(code) => {
            call(code, "Find the words of the question in the tables", String::new(), id)
        }
        Step::Run { code, purpose, expression } => match last {
            None => call(code, purpose, String::new(), id),
            Some(seen) if seen.status == "ok" => {
                answer::of_expression(expression.as_deref(), seen).into()
            }
            seen => failure(input.files, seen, attempts.len(), false).into(),
        },
        Step::Query(shown) => carry_out(shown, input, attempts, id),
    }
}

/// Runs a query, or answers it once it has run.
fn carry_out(shown: &Shown, input: &Input, attempts: &[Attempt], id: String) -> Reply {
    let read_again = shown.query.day_first.map(|day_first| day_order::read(input.files, day_first));
    let files = read_again.as_deref().unwrap_or(input.files);
    let query = &shown.query;
    let Some((file, table)) = wording::table_of(query, files) else {
        let text = format!("There is no table `{}` here.", label::source(query).replace('`', "'"));
        return Reply { text, reading: Some(shown.clone()), ..Reply::default() };
    };
    if let Some(why) = shape::obstacle(query, table) {
        let text = format!("{why} Change the query above, or ask again.");
        return Reply { text, reading: Some(shown.clone()), ..Reply::default() };
    }
    let run = |fixes, remark: String| {
        let code = code::write(query, file, table, fixes);
        call(&code, &label::title(query), remark, id)
    };
    if attempts.is_empty() {
        return run(code::Fixes::default(), String::new());
    }
    let (fixes, verdict) = repair::review(attempts);
    let seen = attempts.last().map(|attempt| &attempt.outcome);
    let text = match (verdict, seen) {
        (Verdict::Again(why), _) => return run(fixes, why.to_owned()),
        // A figure that failed does not lose the answer.
        (Verdict::Done, Some(seen)) => {
            let assumed: Vec<String> =
                shown.assumed.iter().cloned().chain(reading::source(query, input.files)).collect();
            format!(
                "{}{}",
                reading::doubt(shown, files),
                answer::of_query(query, table, seen, &assumed)
            )
        }
        (_, seen) => failure(input.files, seen, attempts.len(), true),
    };
    let other = day_order::other(query, &table.columns).map(|query| {
        let first = if query.day_first == Some(true) { "day" } else { "month" };
        Second { label: format!("The same, with the {first} first in dates"), query }
    });
    let apart = currencies::apart(query, table).map(|query| {
        let label = currencies::label(&query);
        Second { label, query }
    });
    let second = shown.second.clone().or(other).or(apart);
    let label = sentence(query, input.files);
    Reply { text, calls: Vec::new(), reading: Some(Shown { label, second, ..shown.clone() }) }
}

/// Returns three or four first questions that fit the files' own columns; none without a table.
pub fn suggestions(files: &[File]) -> Vec<String> {
    suggest::suggestions(files)
}

/// Returns what the planner can do, in Markdown.
pub fn abilities() -> String {
    include_str!("../abilities.md").to_owned()
}

fn next_step(files: &[File]) -> String {
    let questions = suggestions(files);
    if questions.is_empty() {
        return "Drop a CSV or an Excel file into the page, or open one of the samples, and ask me about it."
            .to_owned();
    }
    let list: Vec<String> =
        questions.iter().take(3).map(|question| format!("- {question}")).collect();
    format!("You could ask:\n\n{}", list.join("\n"))
}

fn call(code: &str, purpose: &str, text: String, id: String) -> Reply {
    let arguments = serde_json::json!({ "code": code, "purpose": purpose }).to_string();
    Reply {
        text,
        calls: vec![ToolCall { id, name: TOOL.to_owned(), arguments, extra: None }],
        reading: None,
    }
}

/// Reports what failed, without interpretation.
fn failure(files: &[File], seen: Option<&Seen>, attempts: usize, is_query: bool) -> String {
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
    if !is_query {
        return format!("Python says `{said}`.");
    }
    let times = ["one attempt", "two attempts", "three attempts"][attempts.clamp(1, 3) - 1];
    format!(
        "I could not answer that: after {times} Python still says `{said}`. The code of each attempt is in its step.\n\n{}",
        next_step(files)
    )
}
