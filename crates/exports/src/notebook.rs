//! The Jupyter notebook: questions and answers as Markdown cells, code as code cells with its
//! outputs.
//!
//! Whoever opens it loads nothing: answers pass through the safe tree, `text/html` is a table made
//! from its data, and forms that draw with scripts or other addresses are left out in favour of
//! their text.

use kernel::{Outcome, Shown, Status};
use serde_json::{Map, Value, json};

use crate::forms::{self, Form};
use crate::limits::{self, Budget};
use crate::{Entry, Step, Transcript, Turn, facts, html, prose, python, script, writing};

/// Refused in notebooks, which run a loop of their own, unless it runs in another thread.
const ASYNC_RUN: &str = include_str!("notebook/async_run.py");

/// Returns a transcript as the JSON of a notebook in the format 4.5.
#[must_use]
pub fn notebook(transcript: &Transcript) -> String {
    let mut budget = Budget::new();
    let mut cells = vec![text_cell("about", &writing::about(transcript))];
    cells.extend(setup(transcript));
    for (at, entry) in transcript.entries.iter().enumerate() {
        match entry {
            Entry::Turn(turn) => turn_of(&mut cells, at + 1, turn, &mut budget),
            Entry::Console(step) => {
                cells.push(text_cell(
                    &format!("console-{}", at + 1),
                    &format!("## {}. Console", at + 1),
                ));
                cells.push(code_cell(&format!("console-{}-code", at + 1), step, &mut budget));
            }
        }
    }
    let version = limits::line(transcript.environment.python.as_deref().unwrap_or("3"));
    let notebook = json!({
        "cells": cells,
        "metadata": {
            "kernelspec": { "display_name": "Python 3", "language": "python", "name": "python3" },
            "language_info": { "file_extension": ".py", "mimetype": "text/x-python", "name": "python", "version": version },
            "title": facts::title(transcript),
            "insitu": { "usage": transcript.usage },
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    });
    format!("{notebook:#}\n")
}

/// Returns the cell that sets up what the session set up by itself, if the code needs it.
fn setup(transcript: &Transcript) -> Option<Value> {
    let mut code = script::setup(transcript);
    if script::steps(transcript).any(|step| step.code.contains("asyncio.run(")) {
        code.push_str(ASYNC_RUN);
    }
    let code = code.trim_end();
    let cell = |source: &str| json!({ "cell_type": "code", "execution_count": null, "id": "setup", "metadata": {}, "outputs": [], "source": lines(source) });
    (!code.is_empty()).then(|| cell(code))
}

fn turn_of(cells: &mut Vec<Value>, number: usize, turn: &Turn, budget: &mut Budget) {
    cells.push(text_cell(&format!("question-{number}"), &writing::question(number, turn)));
    for (at, step) in turn.steps.iter().enumerate() {
        cells.push(code_cell(&format!("step-{number}-{}", at + 1), step, budget));
    }
    let mut answer = text_cell(&format!("answer-{number}"), &writing::answer(turn));
    if let Some(usage) = &turn.usage {
        answer["metadata"] = json!({ "insitu": { "usage": usage } });
    }
    cells.push(answer);
}

fn text_cell(id: &str, source: &str) -> Value {
    json!({ "cell_type": "markdown", "id": id, "metadata": {}, "source": lines(source) })
}

fn code_cell(id: &str, step: &Step, budget: &mut Budget) -> Value {
    let mut code = python::normalised(&step.code);
    let mut metadata = Map::new();
    if let Some(ending) = forms::ending(step.outcome.status) {
        code = python::comment(&format!(
            "{ending} It does not run here; remove the comment signs to run it.\n\n{code}"
        ));
    } else if step.outcome.status == Status::Error {
        // Whoever runs all cells gets the same error, and the cells after it.
        metadata.insert("tags".to_owned(), json!(["raises-exception"]));
    }
    if let Some(note) = forms::unlike(&step.outcome) {
        code = format!("{}{code}", python::comment(&note));
    }
    if !step.purpose.trim().is_empty() {
        code = format!("{}{code}", python::comment(&limits::line(&step.purpose)));
    }
    let count = Some(step.outcome.execution_count).filter(|&count| count > 0);
    json!({
        "cell_type": "code",
        "execution_count": count,
        "id": id,
        "metadata": metadata,
        "outputs": outputs(&step.outcome, count, budget),
        "source": lines(code.trim_end_matches('\n')),
    })
}

fn outputs(outcome: &Outcome, count: Option<u32>, budget: &mut Budget) -> Vec<Value> {
    let mut outputs = Vec::new();
    for (name, stream) in [("stdout", &outcome.stdout), ("stderr", &outcome.stderr)] {
        if !stream.is_empty() {
            outputs.push(
                json!({ "name": name, "output_type": "stream", "text": lines(&text::excerpt(stream)) }),
            );
        }
    }
    for shown in outcome.results.iter().take(limits::RESULTS) {
        let data = bundle(shown, budget);
        outputs.push(if shown.main {
            json!({ "data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result" })
        } else {
            json!({ "data": data, "metadata": {}, "output_type": "display_data" })
        });
    }
    if let Some(error) = &outcome.error {
        let traceback: Vec<_> =
            text::excerpt(&error.traceback).lines().map(str::to_owned).collect();
        outputs.push(json!({
            "ename": limits::line(&error.name),
            "evalue": text::clip(&error.value, limits::TEXT),
            "output_type": "error",
            "traceback": traceback,
        }));
    }
    outputs
}

/// Returns the forms of a result that load nothing and run nothing.
fn bundle(shown: &Shown, budget: &mut Budget) -> Map<String, Value> {
    let mut data = Map::new();
    let text = forms::text_of(shown);
    match forms::form(shown, false, budget) {
        Form::Image(media, bytes) => {
            data.insert(media.to_owned(), json!(bytes));
        }
        Form::Table(table) => {
            data.insert("text/html".to_owned(), json!(lines(&html::table(&forms::grid(table)))));
        }
        Form::Markdown(markdown) => {
            let markdown = prose::safe(&text::clip(markdown, limits::TEXT));
            data.insert("text/markdown".to_owned(), json!(lines(&markdown)));
        }
        // A note about an image that is too large is part of it.
        Form::Text(text) => {
            data.insert("text/plain".to_owned(), json!(lines(&text)));
        }
    }
    data.entry("text/plain").or_insert_with(|| json!(lines(&text)));
    data
}

/// Returns a text as the list of its lines, as notebooks store it.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}
