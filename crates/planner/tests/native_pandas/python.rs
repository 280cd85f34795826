//! A Python with pandas and matplotlib for the tests, which asks `run_code.py` over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use planner::{Attempt, Exchange, File, Input, Query, Seen, Shown, reply};
use serde_json::{Value, json};

/// What to do if the packages are missing.
const INSTALL: &str = "These tests need pandas: run `cargo xtask test --only native` once, which installs it under target/python.";

/// The Python process.
pub struct Python {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    folder: PathBuf,
}

/// A whole turn: the answer and every program with its outcome.
pub struct Turn {
    pub answer: String,
    pub attempts: Vec<Attempt>,
    pub reading: Option<Shown>,
}

impl Python {
    /// Starts Python with the packages under `INSITU_PYTHONPATH`, makes the tables and profiles
    /// them.
    pub fn start() -> (Self, Vec<File>) {
        Self::with("make")
    }

    /// Starts Python with the sample data set of sales alone.
    pub fn with_sample() -> (Self, Vec<File>) {
        let (python, files) = Self::with("sample");
        (python, files.into_iter().filter(|file| file.name == "sales.csv").collect())
    }

    /// Starts Python with one file of an installed package, profiled by the harness.
    pub fn with_file_of_package(path: &str) -> (Self, File) {
        let (mut python, _) = Self::with("none");
        let file = python.take(&packages().join(path));
        (python, file)
    }

    /// Starts Python with one file of this content, profiled by the harness.
    pub fn with_file(name: &str, content: &[u8]) -> (Self, File) {
        let (mut python, _) = Self::with("none");
        let file = python.take_content(name, content);
        (python, file)
    }

    /// Writes a file of this content beside the tables; returns its profile as the harness makes
    /// it.
    pub fn take_content(&mut self, name: &str, content: &[u8]) -> File {
        let path = self.folder.join("original").join(name);
        std::fs::create_dir_all(path.with_file_name("")).expect("a folder for the file");
        std::fs::write(&path, content).expect("the file is written");
        self.take(&path)
    }

    /// Starts Python without tables.
    pub fn without_files() -> Self {
        Self::with("none").0
    }

    /// Copies a file beside the tables; returns its profile as the harness makes it.
    pub fn take(&mut self, path: &Path) -> File {
        self.take_as(path, &json!([]))
    }

    /// Copies a file beside the tables; returns its profile with these choices of the user.
    pub fn take_as(&mut self, path: &Path, choices: &Value) -> File {
        let profile = self.ask(json!({ "take": path, "in": self.folder, "choices": choices }));
        serde_json::from_value(profile).expect("a profile as the planner reads it")
    }

    fn with(tables: &str) -> (Self, Vec<File>) {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("planner-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the tables");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run_code.py");
        let packages = packages();
        assert!(packages.join("pandas").is_dir(), "{INSTALL}");
        let mut child = Command::new("python3")
            .args(["-B", script])
            .env("PYTHONPATH", packages)
            .env("PYTHONIOENCODING", "utf-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut python = Self { child, input, output, folder };
        let profiles = python.ask(json!({ "make": python.folder, "tables": tables }));
        let files = serde_json::from_value(profiles).expect("profiles as the planner reads them");
        (python, files)
    }

    fn ask(&mut self, message: Value) -> Value {
        writeln!(self.input, "{message}").expect("Python listens");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("Python answers");
        serde_json::from_str(&line).expect("Python answers in JSON; its error stands above")
    }

    /// Returns the path of a file that code has written.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the text of a Python expression over the tables, which have their files' names.
    pub fn value(&mut self, expression: &str) -> String {
        let value = self.ask(json!({ "value": expression, "in": self.folder }));
        value.as_str().expect("a text").to_owned()
    }

    /// Runs a whole turn.
    pub fn turn(&mut self, question: &str, history: &[Exchange], files: &[File]) -> Turn {
        self.turn_of(&Input { question, history, files, attempts: &[], query: None })
    }

    /// Runs a turn and returns it as one that later questions may refer to.
    pub fn exchange(&mut self, question: &str, history: &[Exchange], files: &[File]) -> Exchange {
        let turn = self.turn(question, history, files);
        let query = turn.reading.map(|reading| reading.query);
        Exchange {
            question: question.to_owned(),
            answer: turn.answer,
            query,
            explained: Vec::new(),
        }
    }

    /// Carries a query out.
    pub fn query(&mut self, query: &Query, files: &[File]) -> Turn {
        let question = planner::sentence(query, files);
        self.turn_of(&Input {
            question: &question,
            history: &[],
            files,
            attempts: &[],
            query: Some(query),
        })
    }

    fn turn_of(&mut self, input: &Input) -> Turn {
        let mut attempts = Vec::new();
        loop {
            let said = reply(&Input { attempts: &attempts, ..*input });
            let Some(call) = said.calls.into_iter().next() else {
                return Turn { answer: said.text, attempts, reading: said.reading };
            };
            assert!(attempts.len() < 12, "the planner never ends: {}", input.question);
            let arguments: Value =
                serde_json::from_str(&call.arguments).expect("arguments in JSON");
            let outcome = self.ask(json!({ "run": arguments["code"], "in": self.folder }));
            let outcome: Seen =
                serde_json::from_value(outcome).expect("an outcome as the planner reads it");
            attempts.push(Attempt { call, outcome });
        }
    }
}

/// Returns the folder of the installed packages. A relative path is relative to the workspace,
/// wherever cargo starts the test.
fn packages() -> PathBuf {
    let packages =
        std::env::var("INSITU_PYTHONPATH").unwrap_or_else(|_| "target/python".to_owned());
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(packages)
}

impl Drop for Python {
    fn drop(&mut self) {
        self.child.kill().ok();
        std::fs::remove_dir_all(&self.folder).ok();
    }
}
