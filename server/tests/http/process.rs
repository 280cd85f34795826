//! The server as a process: how it ends, and that nothing it writes has a key in it.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Output, Stdio},
    sync::Arc,
};

use serde_json::{Value, json};
use tokio::sync::Notify;

use super::*;
use crate::{
    relay::{finish, question, sse, text},
    upstream::{Answer, Step, start},
};

/// A key as no other text has it.
pub(crate) const KEY: &str = "sk-marked-5e1f90cc2b7a4d";

pub(crate) struct Process {
    child: Child,
    pub(crate) url: String,
}

/// Starts the server with the provider at `base` and what else is in `more`.
fn run(base: &str, more: &str) -> Process {
    run_with(base, more, &[])
}

/// Starts it with further variables of the environment. What it answers when it is asked to end
/// goes on for a second.
pub(crate) fn run_with(base: &str, more: &str, variables: &[(&str, String)]) -> Process {
    run_until(1, base, more, variables)
}

/// Starts it; what it answers when it is asked to end goes on for these seconds.
fn run_until(drain: u32, base: &str, more: &str, variables: &[(&str, String)]) -> Process {
    let folder = site();
    let config = format!(
        "[server]\naddress = '127.0.0.1:0'\nsite = '.'\nlog = 'json'\ndrain_seconds = {drain}\n[discovery]\nlocal = false\n\
         [upstream]\nretries = 0\n{more}\n[[provider]]\nid = 'scripted'\nbase_url = '{base}'\nkey = {{ env = 'MARKED' }}\n\
         headers = {{ X-Marked = {{ env = 'MARKED' }} }}\n[[model]]\nid = 'small'\nprovider = 'scripted'\n"
    );
    let path = folder.join("insitu.toml");
    std::fs::write(&path, config).unwrap();
    let mut child = command()
        .arg("serve")
        .env("INSITU_CONFIG", path)
        .envs(variables.iter().cloned())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().expect("the server did not start").unwrap();
    let url = first.trim_start_matches("Insitu is at ").to_owned();
    std::thread::spawn(move || lines.for_each(drop));
    Process { child, url }
}

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_insitu"));
    command.env_clear().env("MARKED", KEY).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Process {
    pub(crate) fn asks_to_end(&self) {
        Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status().unwrap();
    }

    /// Waits for the end, and returns whether it was one in order and what was in the log.
    pub(crate) fn ended(mut self) -> (bool, String) {
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (self.child.wait().unwrap().success(), log)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks a question, and reads the answer until its first word.
async fn begun(process: &Process) -> (reqwest::Response, String) {
    let address = format!("{}/v1/chat/completions", process.url);
    let mut response =
        reqwest::Client::new().post(&address).json(&question(true)).send().await.unwrap();
    let mut seen = String::new();
    while !seen.contains("One ") {
        seen.push_str(std::str::from_utf8(&response.chunk().await.unwrap().unwrap()).unwrap());
    }
    (response, seen)
}

/// Returns the rest of an answer.
async fn rest(mut response: reqwest::Response) -> String {
    let mut seen = String::new();
    while let Some(bytes) = response.chunk().await.unwrap() {
        seen.push_str(std::str::from_utf8(&bytes).unwrap());
    }
    seen
}

#[cfg(unix)]
#[tokio::test]
async fn an_open_stream_goes_on_while_nothing_new_begins() {
    let go_on = Arc::new(Notify::new());
    let last = sse(&[text("two."), finish("stop")]) + "data: [DONE]\n\n";
    let steps =
        vec![Step::Send(sse(&[text("One ")])), Step::Await(go_on.clone()), Step::Send(last)];
    let provider = start(vec![Answer::stream(steps)]).await;
    let process = run_until(600, &provider.base, "", &[]);
    let (response, _) = begun(&process).await;
    process.asks_to_end();
    while reqwest::Client::new().get(&process.url).send().await.is_ok() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    go_on.notify_one();
    let seen = rest(response).await;
    assert!(seen.contains("two.") && seen.trim_end().ends_with("data: [DONE]"), "{seen}");
    let (in_order, log) = tokio::task::spawn_blocking(|| process.ended()).await.unwrap();
    assert!(in_order, "{log}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_stream_that_goes_on_for_too_long_ends_with_an_error() {
    let slow = Answer::stream(vec![Step::Send(sse(&[text("One ")])), Step::AwaitClose]);
    let provider = start(vec![slow]).await;
    let process = run(&provider.base, "");
    let (response, _) = begun(&process).await;
    process.asks_to_end();
    let seen = rest(response).await;
    assert!(
        seen.contains("event: error") && seen.contains("shutting_down") && !seen.contains("[DONE]"),
        "{seen}"
    );
    assert!(reqwest::Client::new().get(&process.url).send().await.is_err(), "it still listens");
    provider.was_closed().await;
    let (in_order, log) = tokio::task::spawn_blocking(|| process.ended()).await.unwrap();
    assert!(in_order, "{log}");
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let request = lines.iter().find(|line| line["message"] == "request").unwrap();
    assert_eq!(
        (&request["code"], &request["model"], &request["provider"], &request["client"]),
        (&json!("shutting_down"), &json!("small"), &json!("scripted"), &json!("other"))
    );
}

#[cfg(unix)]
#[tokio::test]
async fn no_key_and_no_word_of_a_conversation_is_ever_written() {
    const WORD: &str = "Quintessenz";
    let echo = format!("Bearer {KEY} {WORD}");
    let error = json!({ "error": { "message": format!("bad key {KEY} in {WORD}"), "code": KEY, "type": KEY } });
    let header = |head: &str| -> &'static str { format!("{head}: {KEY}").leak() };
    let answers = vec![
        Answer::status("401 Unauthorized", &error.to_string()),
        Answer::status("400 Bad Request", &echo),
        Answer::status("500 Internal Server Error", &format!("<title>{echo}</title>")),
        Answer::status(header("429 Too Many Requests\r\nretry-after"), &error.to_string()),
        Answer::status(header("302 Found\r\nlocation: http://127.0.0.1:1/?key"), ""),
        Answer::status(header("200 OK\r\ncontent-type"), KEY),
        Answer::status("200 OK\r\ncontent-type: application/json", KEY),
        Answer::stream(vec![Step::Send(format!("data: {KEY}\n\n"))]),
        Answer::stream(vec![Step::Send(sse(std::slice::from_ref(&error)))]),
        Answer::stream(vec![Step::Send(sse(&[text("Fine."), error]))]),
        Answer::stream(vec![Step::Send(sse(&[text("Fine."), finish("stop")]))]),
    ];
    let count = answers.len();
    let provider = start(answers).await;
    let process = run(&provider.base, "");
    let client = reqwest::Client::new();
    let address = format!("{}/v1/chat/completions?{WORD}", process.url);
    let mut asked = question(true);
    asked["messages"][0]["content"] = json!(WORD);
    let mut written = String::new();
    for _ in 0..count {
        let response = client.post(&address).bearer_auth(WORD).json(&asked).send().await.unwrap();
        written += &format!("{:?}\n", response.headers());
        written += &response.text().await.unwrap().replace(WORD, "");
    }
    // Of what the client sends itself: fields, models and bodies that are wrong.
    for body in [json!({ WORD: 1 }), json!({ "model": WORD, "messages": [] }), json!([WORD])] {
        client.post(&address).json(&body).send().await.unwrap();
    }
    for path in ["/metrics", "/readyz", "/v1/models", "/v1/models/other", "/health", "/"] {
        written += &client
            .get(format!("{}{path}", process.url))
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap();
    }
    assert_eq!(provider.received.lock().unwrap().len(), count);
    assert!(provider.received.lock().unwrap()[0].head.contains(KEY), "the key was not even sent");
    process.asks_to_end();
    let (in_order, log) = tokio::task::spawn_blocking(|| process.ended()).await.unwrap();
    let help: Output = command().arg("--help").output().unwrap();
    let help = String::from_utf8([help.stdout, help.stderr].concat()).unwrap();
    assert!(in_order && log.lines().count() > count && help.contains("Usage"), "{log}{help}");
    for (place, text) in [("answers", &written), ("the log", &log), ("the help", &help)] {
        assert!(
            !text.contains(KEY) && !text.contains("5e1f90cc"),
            "the key is in {place}:\n{text}"
        );
        assert!(!text.contains(WORD), "the conversation is in {place}:\n{text}");
    }
}
