//! Drives turns for a measurement without a browser: `bench/answers/turns.mjs` calls the model and
//! runs the code, this decides what the model reads and when the turn ends, with the code that the
//! page uses.
//!
//! Speaks JSON, one value a line. In: `{"question", "profiles", "way"}` starts a turn; then, as
//! asked, a `chat.completion` or `{"failed"}` for `{"call"}`, and an outcome for each `{"run"}`.
//! The turn ends with `{"done"}`.

use std::io::{BufRead, Write as _};
use std::sync::Arc;

use analyst::{Context, Conversation, Facts, FencedMode, Mode, Step, Stopped, disclose};
use kernel::{Outcome, Profile};
use serde_json::{Value, json};

type Fault = Box<dyn std::error::Error>;

fn main() -> Result<(), Fault> {
    let mut lines = std::io::stdin().lock().lines();
    let mut read = || -> Result<Option<Value>, Fault> {
        lines.next().map(|line| Ok(serde_json::from_str(&line?)?)).transpose()
    };
    while let Some(start) = read()? {
        let ended = turn(&start, &mut read)?;
        write(&ended)?;
    }
    Ok(())
}

fn turn(
    start: &Value,
    read: &mut impl FnMut() -> Result<Option<Value>, Fault>,
) -> Result<Value, Fault> {
    let files: Vec<Profile> = serde_json::from_value(start["profiles"].clone())?;
    let files: Vec<Arc<Profile>> = files.into_iter().map(Arc::new).collect();
    let context = Context {
        files: files.clone(),
        model: None,
        fenced: if start["way"] == "always" { FencedMode::Always } else { FencedMode::Auto },
        window: None,
        images: false,
        disclosure: Mode::Printed,
        functions: Vec::new(),
        packages: Vec::new(),
        forgotten: false,
        local: false,
        preferences: analyst::Preferences::default(),
    };
    let question = start["question"].as_str().unwrap_or_default();
    let mut turn = Conversation::default().begin(question, &context, 0.0);
    let mut count = 0;
    loop {
        match turn.next(0.0) {
            Step::CallModel(request) => {
                write(&json!({ "call": chat::wire::request_to_json(&request) }))?;
                let answer = read()?.ok_or("no answer to a call")?;
                match answer.get("failed").and_then(Value::as_str) {
                    Some(why) => turn.model_failed(why.to_owned())?,
                    None => {
                        for delta in chat::wire::completion_from_json(&answer)? {
                            turn.delta(delta)?;
                        }
                        turn.model_ended()?;
                    }
                }
            }
            Step::RunPython(calls) => {
                for call in calls {
                    write(&json!({ "run": call.run.code }))?;
                    let outcome: Outcome = serde_json::from_value(read()?.ok_or("no outcome")?)?;
                    count += 1;
                    turn.executed(count, &call.run.code, &outcome);
                    let code = &call.run.code;
                    let facts = Facts {
                        question,
                        code,
                        profiles: &files,
                        images_allowed: false,
                        pictures: &[],
                    };
                    turn.tool_result(&call.id, disclose(Mode::Printed, &outcome, &facts))?;
                }
            }
            Step::Done(ending) => {
                let stopped =
                    (ending.reason != Stopped::Answered).then(|| format!("{:?}", ending.reason));
                return Ok(json!({ "done": {
                    "answer": turn.answer(), "stopped": stopped, "message": ending.message, "marked": ending.rejected,
                    "fences": turn.fences(),
                } }));
            }
        }
    }
}

fn write(value: &Value) -> Result<(), Fault> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{value}")?;
    Ok(out.flush()?)
}
