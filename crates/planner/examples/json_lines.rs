//! The planner as a process, one JSON line for each request and reply, for
//! `bench/answers/native.mjs`.

use std::io::{BufRead, Write};

use planner::{
    Attempt, Exchange, File, Input, Query, Reply, Shown, chips, meanings, menu, reply, with_joins,
};
use serde::{Deserialize, Serialize};

/// How many entries of a menu a user is expected to read.
const READ: usize = 5;

#[derive(Deserialize)]
struct Request {
    question: String,
    history: Vec<Exchange>,
    files: Vec<File>,
    attempts: Vec<Attempt>,
    #[serde(default)]
    query: Option<Query>,
    /// Whether to list what the answer's query becomes by one change.
    #[serde(default)]
    changes: bool,
}

#[derive(Serialize)]
struct Answered {
    #[serde(flatten)]
    reply: Reply,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<Change>,
}

/// What a query becomes by one change.
#[derive(Serialize)]
struct Change {
    /// The part and what it becomes, as its menus say it.
    label: String,
    query: Query,
}

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let Request { question, history, files, attempts, query, changes } =
            serde_json::from_str(&line?)?;
        let files = with_joins(files);
        let input = Input {
            question: &question,
            history: &history,
            files: &files,
            attempts: &attempts,
            query: query.as_ref(),
        };
        let reply = reply(&input);
        let changes = match &reply.reading {
            Some(shown) if changes => changed(shown, &files),
            _ => Vec::new(),
        };
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&Answered { reply, changes })?)?;
    }
    Ok(())
}

/// Returns what a user reaches by one change: the second reading, an entry of a chip's menu (with
/// the menu that it opens), or a meaning of a word that was not used.
fn changed(shown: &Shown, files: &[File]) -> Vec<Change> {
    let Shown { query, unused, second, .. } = shown;
    let mut found: Vec<Change> = Vec::new();
    if let Some(second) = second {
        found.push(Change { label: format!("or {}", second.label), query: second.query.clone() });
    }
    for word in unused {
        for meaning in meanings(query, files, word, "").into_iter().take(READ) {
            let label = format!("{word}: {}", meaning.choice.label);
            found.push(Change { label, query: meaning.choice.query });
        }
    }
    for chip in chips(query, files) {
        for choice in menu(query, files, chip.id, "").into_iter().take(READ) {
            let label = format!("{}: {}", chip.part, choice.label);
            match choice.opens {
                None => found.push(Change { label, query: choice.query }),
                Some(next) => found.extend(
                    menu(&choice.query, files, next, "").into_iter().take(READ).map(|entry| {
                        Change { label: format!("{label}, {}", entry.label), query: entry.query }
                    }),
                ),
            }
        }
    }
    let mut seen: Vec<Query> = vec![query.clone()];
    found.retain(|change| {
        let new = !seen.contains(&change.query);
        seen.push(change.query.clone());
        new
    });
    found
}
