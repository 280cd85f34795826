//! The planner as a process, one JSON line for each request and reply, for `bench/answers/native.mjs`.

use std::io::{BufRead, Write};

use planner::{Attempt, Exchange, File, Input, Query, reply};
use serde::Deserialize;

#[derive(Deserialize)]
struct Request {
    question: String,
    history: Vec<Exchange>,
    files: Vec<File>,
    attempts: Vec<Attempt>,
    #[serde(default)]
    query: Option<Query>,
}

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let Request { question, history, files, attempts, query } = serde_json::from_str(&line?)?;
        let input = Input {
            question: &question,
            history: &history,
            files: &files,
            attempts: &attempts,
            query: query.as_ref(),
        };
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&reply(&input))?)?;
    }
    Ok(())
}
