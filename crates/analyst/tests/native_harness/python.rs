//! A Python with the project's harness, which `run_harness.py` starts natively and asks over a
//! pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

use kernel::protocol::Limits;
use kernel::{Outcome, Profile};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What to do if the packages are missing.
const INSTALL: &str = "These tests need pandas: run `cargo xtask test --only native` once, which installs it under target/python.";

/// Pythons that a test has ended with. Each imports pandas once.
static IDLE: Mutex<Vec<Process>> = Mutex::new(Vec::new());

/// A session of Python.
pub struct Python(Option<Process>);

struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Python {
    /// Begins a session with one file; returns its profile too.
    pub fn start(name: &str, content: &str) -> (Self, Arc<Profile>) {
        let idle = IDLE.lock().expect("no test panics here").pop();
        let mut python = Self(Some(idle.unwrap_or_else(Process::start)));
        let [profile] =
            python.ask(&json!({ "limits": Limits::default(), "files": { name: content } }));
        (python, Arc::new(profile))
    }

    /// Runs code as the worker does.
    pub fn run(&mut self, code: &str) -> Outcome {
        self.ask(&json!({ "run": code }))
    }

    fn ask<T: DeserializeOwned>(&mut self, message: &Value) -> T {
        let Process { input, output, .. } = self.0.as_mut().expect("it runs until it is dropped");
        writeln!(input, "{message}").expect("Python listens");
        let mut line = String::new();
        output.read_line(&mut line).expect("Python answers");
        serde_json::from_str(&line).expect("Python answers in JSON; its error stands above")
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        let Some(mut process) = self.0.take() else { return };
        if std::thread::panicking() {
            // It may be in the middle of an answer.
            process.child.kill().ok();
            process.child.wait().ok();
        } else if let Ok(mut idle) = IDLE.lock() {
            idle.push(process);
        }
    }
}

impl Process {
    /// Starts Python. It ends with its input, that is with the tests.
    fn start() -> Self {
        let packages =
            std::env::var("INSITU_PYTHONPATH").unwrap_or_else(|_| "target/python".to_owned());
        // A relative path is relative to the workspace, wherever cargo starts the test.
        let packages = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(packages);
        assert!(packages.join("pandas").is_dir(), "{INSTALL}");
        let mut child = Command::new("python3")
            .args(["-B", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run_harness.py")])
            .env("PYTHONPATH", packages)
            .env("PYTHONIOENCODING", "utf-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, output }
    }
}
