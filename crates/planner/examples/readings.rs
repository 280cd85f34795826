//! The reader as a process, one JSON line for each request and reply: a look-up's program, or the
//! readings.

use std::io::{BufRead, Write};

use planner::reader::{found, is_foreign, read, texts};
use planner::{Exchange, File, Seen};
use serde::Deserialize;

#[derive(Deserialize)]
struct Request {
    question: String,
    #[serde(default)]
    history: Vec<Exchange>,
    files: Vec<File>,
    seen: Option<Seen>,
}

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let Request { question, history, files, seen } = serde_json::from_str(&line?)?;
        let reply = match seen {
            None => serde_json::json!({ "code": texts(&question, &files).code(&files) }),
            Some(seen) => {
                let start = std::time::Instant::now();
                let found = found(&seen);
                let readings = read(&question, &history, &files, &found);
                let foreign = is_foreign(&question, &files, &found);
                let ms = start.elapsed().as_secs_f64() * 1000.0;
                serde_json::json!({ "readings": readings, "ms": ms, "foreign": foreign })
            }
        };
        writeln!(std::io::stdout(), "{reply}")?;
    }
    Ok(())
}
