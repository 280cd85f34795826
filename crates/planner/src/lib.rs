//! The built-in model: turns a question and the tables' profiles into Python, without a language model.
//!
//! A question becomes a plan (plain data), the plan becomes pandas and matplotlib code from `templates/`, the
//! code runs through the same tool calls as any model's, and the answer is read off the outcome. Words are
//! data too, in `grammar/`. Knows no kernel, no page and no network, and no data set: every column name comes
//! in with the files.

mod answer;
mod arithmetic;
mod code;
mod columns;
mod decide;
mod filters;
mod flags;
mod funnel;
mod grammar;
pub mod input;
mod join;
mod label;
mod literal;
mod periods;
mod plan;
mod reading;
mod repair;
mod spelling;
mod split_questions;
mod suggest;
mod understand;
mod wide;
mod words;
mod years;

pub use input::{Attempt, File, Seen};

use chat::ToolCall;
use plan::Plan;
use repair::Verdict;

/// The one tool that the planner calls.
const TOOL: &str = "run_python";

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
}

/// An earlier turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// What was asked.
    pub question: String,
    /// What was answered.
    pub answer: String,
}

/// The planner's output.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The answer in Markdown, or a short remark if there are calls.
    pub text: String,
    /// What to run before asking again; empty when `text` is the answer.
    pub calls: Vec<ToolCall>,
}

/// Returns the next thing to say or run. The same input always yields the same reply.
///
/// Several questions in one message are answered in order: each may refer to those before it, and the last
/// reply answers all.
pub fn reply(input: &Input) -> Reply {
    let files = wide::with_long(join::with_joined(&years::with_years(input.files)));
    let mut history: Vec<Exchange> = input.history.iter().flat_map(last_part).collect();
    let questions = split_questions::split_questions(input.question);
    let questions = if (2..=split_questions::MOST).contains(&questions.len()) {
        questions
    } else {
        vec![input.question.to_owned()]
    };
    let mut answers = Vec::new();
    let mut done = 0;
    for question in &questions {
        let mut tried = 0;
        let answer = loop {
            let attempts = &input.attempts[done..done + tried];
            let said = one(
                &Input { question, history: &history, files: &files, attempts },
                done,
                input.history.len(),
            );
            if said.calls.is_empty() {
                break said.text;
            }
            if done + tried == input.attempts.len() {
                return said;
            }
            tried += 1;
        };
        done += tried;
        history.push(Exchange { question: question.clone(), answer: answer.clone() });
        answers.push(answer);
    }
    let text = match answers.as_slice() {
        [one] => one.clone(),
        many => {
            let titled = questions
                .iter()
                .zip(many)
                .map(|(question, answer)| format!("### {}\n\n{answer}", answer::escape(question.trim())));
            titled.collect::<Vec<_>>().join("\n\n")
        }
    };
    Reply { text, calls: Vec::new() }
}

/// Returns the part of an earlier turn that a follow-up refers to: the last of its questions.
fn last_part(exchange: &Exchange) -> Option<Exchange> {
    let questions = split_questions::split_questions(&exchange.question);
    let question = if questions.len() > split_questions::MOST {
        exchange.question.clone()
    } else {
        questions.last()?.clone()
    };
    Some(Exchange { question, answer: exchange.answer.clone() })
}

/// Returns the next reply to one question. `before` programs ran in this turn for the questions before it,
/// `turns` turns ended.
fn one(input: &Input, before: usize, turns: usize) -> Reply {
    let plan = understand::understand(input.question, input.history, input.files);
    if let Some(text) = without_code(&plan, input) {
        return Reply { text, calls: Vec::new() };
    }
    let id = format!("plan-{}-{}", turns + 1, before + input.attempts.len() + 1);
    if input.attempts.is_empty() {
        return call(&plan, input, &code::Fixes::default(), String::new(), id);
    }
    let (fixes, verdict) = repair::review(input.attempts);
    let last = input.attempts.last().map(|attempt| &attempt.outcome);
    match (verdict, last) {
        (Verdict::Again(why), _) if understand::query(&plan).is_some() => {
            call(&plan, input, &fixes, why.to_owned(), id)
        }
        (Verdict::Done, Some(seen)) => Reply { text: answer(&plan, input, seen), calls: Vec::new() },
        (_, seen) => Reply { text: failure(&plan, input, seen), calls: Vec::new() },
    }
}

/// Returns three or four first questions that fit the files' own columns; none without a table.
pub fn suggestions(files: &[File]) -> Vec<String> {
    suggest::suggestions(&years::with_years(files))
}

/// Returns what the planner can do, in Markdown.
pub fn abilities() -> String {
    include_str!("../abilities.md").to_owned()
}

/// Returns the answers that need no code.
fn without_code(plan: &Plan, input: &Input) -> Option<String> {
    Some(match plan {
        Plan::Hello => format!("Hello! {}", next_step(input.files)),
        Plan::Help => format!("{}\n\n{}", abilities().trim_end(), next_step(input.files)),
        Plan::NoTable => match input.files.iter().rev().find_map(|file| Some((file, file.error.as_ref()?))) {
            Some((file, error)) => format!("I cannot read `{}`: {error}", label::plain(&file.name)),
            None if input.files.is_empty() => {
                "There is no table here yet. Drop a CSV or an Excel file into the page, or open one of the samples, and ask again.".to_owned()
            }
            None => "None of the files holds a table that I could read. Drop a CSV or an Excel file, or open one of the samples.".to_owned(),
        },
        Plan::Lacks(what) => format!("I cannot tell from this table: it has {what}. {}", next_step(input.files)),
        Plan::Unclear { words, measures } => unclear(words, measures),
        Plan::Beyond => format!(
            "That is beyond me: I work by rules, not with a language model, and know how to summarise tables, not how to predict or explain them. {}",
            next_step(input.files)
        ),
        Plan::Arithmetic { .. } | Plan::Python(_) | Plan::Query(_) => return None,
    })
}

/// Says which words have no meaning here, and which measures exist instead.
fn unclear(words: &[String], measures: &[String]) -> String {
    let words = words.iter().map(|word| answer::escape(word)).collect::<Vec<_>>().join("”, “");
    let named: Vec<String> =
        measures.iter().take(12).map(|name| format!("`{}`", label::plain(name))).collect();
    let more = if measures.len() > 12 { " and others" } else { "" };
    format!(
        "I do not know which column “{words}” stands for, and would rather not guess. The measures of this table are {}{more}. Ask again with one of their names.",
        named.join(", ")
    )
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

fn call(plan: &Plan, input: &Input, fixes: &code::Fixes, remark: String, id: String) -> Reply {
    let (code, purpose) = match plan {
        Plan::Arithmetic { expression, functions } => {
            (code::arithmetic(expression, functions), format!("Work out {expression}"))
        }
        Plan::Python(code) => (code.clone(), "Run your Python".to_owned()),
        Plan::Query(query) => {
            let (file, table) = query.source;
            let (file, table) = (&input.files[file], &input.files[file].tables[table]);
            (code::write(query, file, table, fixes), label::title(query))
        }
        _ => return Reply { text: remark, calls: Vec::new() },
    };
    let arguments = serde_json::json!({ "code": code, "purpose": purpose }).to_string();
    Reply { text: remark, calls: vec![ToolCall { id, name: TOOL.to_owned(), arguments }] }
}

fn answer(plan: &Plan, input: &Input, seen: &Seen) -> String {
    match plan {
        Plan::Arithmetic { expression, .. } => answer::of_expression(Some(expression), seen),
        Plan::Query(query) => {
            answer::of_query(query, &input.files[query.source.0].tables[query.source.1], seen)
        }
        _ => answer::of_expression(None, seen),
    }
}

/// Reports what failed, without interpretation.
fn failure(plan: &Plan, input: &Input, seen: Option<&Seen>) -> String {
    let Some(seen) = seen else { return "Nothing was run.".to_owned() };
    match seen.status.as_str() {
        "interrupted" => return "You stopped it before there was an answer. The variables are kept; ask again to go on.".to_owned(),
        "timeout" => return "It took longer than the time limit, so there is no answer. Ask for less at once, for instance a single year.".to_owned(),
        "killed" => return "Python had to be restarted before there was an answer, most likely for lack of memory. The files are still here; ask for less at once.".to_owned(),
        _ => {}
    }
    let error = seen.error.as_ref();
    let said = error.map_or_else(
        || "an error without a name".to_owned(),
        |error| format!("{}: {}", error.name, error.value),
    );
    // The message may quote the file; formatted as code it stays text.
    let said = said.replace('`', "'").replace('\n', " ");
    if understand::query(plan).is_none() {
        return format!("Python says `{said}`.");
    }
    let times = match input.attempts.len() {
        1 => "one attempt",
        2 => "two attempts",
        _ => "three attempts",
    };
    format!(
        "I could not answer that: after {times} Python still says `{said}`. The code of each attempt stands with its step.\n\n{}",
        next_step(input.files)
    )
}
