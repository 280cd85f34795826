//! The planner as a process, one JSON line for each request and reply, for `bench/answers/native.mjs`.

use std::io::{BufRead, Write};

use planner::{Attempt, Exchange, File, Input, Seen, reply};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Request {
    question: String,
    history: Vec<Earlier>,
    files: Vec<File>,
    attempts: Vec<Tried>,
}

#[derive(Deserialize)]
struct Earlier {
    question: String,
    answer: String,
}

#[derive(Deserialize)]
struct Tried {
    call: chat::ToolCall,
    outcome: Seen,
}

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let Request { question, history, files, attempts } = serde_json::from_str(&line?)?;
        let history: Vec<Exchange> =
            history.into_iter().map(|Earlier { question, answer }| Exchange { question, answer }).collect();
        let attempts: Vec<Attempt> =
            attempts.into_iter().map(|Tried { call, outcome }| Attempt { call, outcome }).collect();
        let said =
            reply(&Input { question: &question, history: &history, files: &files, attempts: &attempts });
        let reply = json!({ "text": said.text, "calls": said.calls, "choices": said.choices });
        writeln!(std::io::stdout(), "{reply}")?;
    }
    Ok(())
}
