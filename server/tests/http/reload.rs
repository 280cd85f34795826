//! The server as a process: a configuration that it refuses to start with, and one that is
//! exchanged while it runs, by the function that SIGHUP calls and by the signal itself in the
//! middle of an answer.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};
use server::{Config, Live, reload, router};
use tokio::sync::Notify;

use crate::{
    ask, get, site,
    upstream::{self, Answer, Step},
};

/// A configuration file of one test.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.toml"));
        std::fs::write(&path, text).unwrap();
        Self(path)
    }

    fn write(&self, text: &str) {
        std::fs::write(&self.0, text).unwrap();
    }

    /// Returns the variable that names it.
    fn lookup(&self) -> impl Fn(&str) -> Option<String> {
        let path = self.0.display().to_string();
        move |name| (name == "INSITU_CONFIG").then(|| path.clone())
    }
}

fn text(base: &str, model: &str) -> String {
    format!(
        "[server]\nsite = {:?}\n[discovery]\nlocal = false\n[[provider]]\nid = \"scripted\"\nbase_url = {base:?}\n\
         [[model]]\nid = {model:?}\nprovider = \"scripted\"\nfenced = \"never\"\n",
        site()
    )
}

fn ids(list: &str) -> Vec<String> {
    let list: Value = serde_json::from_str(list).unwrap();
    list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn models_limits_and_access_are_exchanged_and_the_rest_needs_a_restart() {
    let base = "http://127.0.0.1:9/v1";
    let file = File::new("exchanged", &text(base, "before"));
    let live = Live::new(Config::read(file.lookup()).unwrap()).unwrap();
    let router = router(&live).unwrap();
    let list = async || ids(&ask(router.clone(), get("/v1/models")).await.2);
    assert_eq!(list().await, ["before"]);

    let mut changes = live.changes();
    let more = "[limits]\nmessages = 7\n[access]\nmode = \"token\"\ntoken = { file = \"token\" }\n[upstream]\nretries = 5\n";
    std::fs::write(file.0.with_file_name("token"), "0123456789abcdef\n").unwrap();
    file.write(&format!("{}{more}", text(base, "after")));
    let held = live.current();
    assert!(reload(&live, file.lookup()));
    assert!(changes.has_changed().unwrap());
    changes.mark_unchanged();
    assert_eq!(held.config.models[0].id, "before", "who has begun keeps what there was");
    let config = &live.current().config;
    assert_eq!((config.limits.messages, config.upstream.retries), (7, 5));
    assert_eq!(config.access.token.as_ref().unwrap().reveal(), "0123456789abcdef");

    for (broken, why) in [
        ("[server", "no TOML"),
        ("[[model]]\nid = \"a\"\nprovider = \"nowhere\"\n", "a provider that is missing"),
        ("[server]\naddress = \"0.0.0.0:3000\"\n", "open to others"),
    ] {
        file.write(broken);
        assert!(!reload(&live, file.lookup()), "{why}");
        assert_eq!(live.current().config.models[0].id, "after", "{why}");
    }
    std::fs::remove_file(&file.0).unwrap();
    assert!(!reload(&live, file.lookup()));
    assert!(!changes.has_changed().unwrap());

    let elsewhere = Config {
        server: server::config::Server {
            address: "127.0.0.1:1".parse().unwrap(),
            ..config.server.clone()
        },
        ..config.clone()
    };
    assert_eq!(live.exchange(elsewhere).unwrap(), ["server.address"]);
    let less = Config {
        server: server::config::Server {
            embed_in: vec!["https://portal.example".into()],
            tab_models: vec!["small.gguf".into()],
            ..config.server.clone()
        },
        ..config.clone()
    };
    assert_eq!(live.exchange(less).unwrap(), ["server.embed_in", "server.tab_models"]);
    assert_eq!(live.current().config.server, config.server);
}

/// Returns a table of a configuration file.
fn model(id: &str, more: &str) -> String {
    format!("[[model]]\nid = {id:?}\nprovider = \"scripted\"\n{more}")
}

#[tokio::test]
async fn the_list_says_what_the_file_says_of_each_model_and_follows_it() {
    let provider = |id: &str, base: &str| {
        format!("[[provider]]\nid = {id:?}\nbase_url = {base:?}\nauth = \"none\"\n")
    };
    let alpha = "name = \"alpha-1\"\nlabel = \"Alpha\"\nwindow = 128000\ntools = true\nvision = true\nreasoning = true\ndefault = true\n\
                 price = { input = 2.0, cached_input = 0.5, output = 10.0 }\n";
    let beta = "name = \"beta-1\"\nlabel = \"Beta\"\nfenced = \"always\"\nwindow = 8192\n";
    let always = [
        format!("[server]\nsite = {:?}\n[discovery]\nlocal = false\n", site()),
        provider("scripted", "http://127.0.0.1:9/v1"),
        provider("absent", "https://models.example/v1"),
        model("alpha", alpha),
        model("beta", beta),
        model("unreachable", "label = \"Nobody there\"\ntools = true\n")
            .replace("scripted", "absent"),
        model("spare", "label = \"Spare\"\n"),
    ]
    .concat();
    let file = File::new("listed", &always);
    let live = Live::new(Config::read(file.lookup()).unwrap()).unwrap();
    let router = router(&live).unwrap();
    let list = async || ask(router.clone(), get("/v1/models")).await.2;

    let said: Value = serde_json::from_str(&list().await).unwrap();
    let of = |id: &str, provider: &str, more: Value| {
        let host = if provider == "absent" { "models.example" } else { "127.0.0.1:9" };
        let mut insitu = json!({
            "label": id, "provider": provider, "host": host, "default": false, "local": provider != "absent", "tools": null,
            "images": false, "reasoning": false, "structured": null, "fenced": "auto", "window": null, "max_output": null,
            "parameters": null, "price": null,
        });
        insitu.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "id": id, "object": "model", "created": 0, "owned_by": provider, "insitu": insitu })
    };
    let price = json!({ "input": 2.0, "cached_input": 0.5, "cache_write": 2.0, "output": 10.0, "currency": "USD" });
    let about = json!({
        "label": "Alpha", "default": true, "tools": true, "images": true, "reasoning": true, "window": 128_000, "price": price,
    });
    let expected = json!([
        of("alpha", "scripted", about),
        of("beta", "scripted", json!({ "label": "Beta", "fenced": "always", "window": 8192 })),
        of("unreachable", "absent", json!({ "label": "Nobody there", "tools": true })),
        of("spare", "scripted", json!({ "label": "Spare" })),
    ]);
    assert_eq!(said["data"], expected);

    let extra = |at: usize| {
        model(
            &format!("extra-{at}"),
            &format!("label = \"Extra {at}\"\ntools = true\nwindow = 32768\n"),
        )
    };
    file.write(&(always.clone() + &(0..36).map(extra).collect::<String>()));
    assert!(reload(&live, file.lookup()));
    let all = ids(&list().await);
    assert_eq!((all.len(), all[39].as_str()), (40, "extra-35"));
    file.write(&always);
    assert!(reload(&live, file.lookup()));
    assert_eq!(ids(&list().await), ["alpha", "beta", "unreachable", "spare"]);
}

#[test]
fn a_reload_does_not_open_a_server_that_others_reach() {
    let mut config = crate::config("0.0.0.0:3000");
    config.access.mode = server::config::AccessMode::Token;
    let live = Live::new(config.clone()).unwrap();
    // Its file says that it listens on loopback from now on, which a restart would make true.
    let mut open = config.clone();
    open.server.address = "127.0.0.1:3000".parse().unwrap();
    open.access.mode = server::config::AccessMode::Open;
    open.discovery.local = true;
    let error = live.exchange(open.clone()).unwrap_err().to_string();
    let wanted = "access.mode: is `open`, though the server listens at 0.0.0.0:3000 until it is started again, where others \
                  can reach it";
    assert_eq!(error, wanted);
    open.access.mode = server::config::AccessMode::Token;
    assert_eq!(live.exchange(open).unwrap(), ["server.address"]);
    assert!(!live.current().config.discovery.local, "nor does it show others what runs beside it");
}

/// A server as a process of its own, ended when dropped.
struct Process {
    child: Child,
    url: String,
    log: Arc<Mutex<String>>,
}

impl Process {
    fn start(file: &File) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_insitu"))
            .arg("serve")
            .env_clear()
            .env("INSITU_ADDR", "127.0.0.1:0")
            .env("INSITU_CONFIG", &file.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let (written, errors) = (log.clone(), child.stderr.take().unwrap());
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                written.lock().unwrap().push_str(&(line + "\n"));
            }
        });
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let url = first
            .trim()
            .strip_prefix("Insitu is at ")
            .unwrap_or_else(|| panic!("{first}"))
            .to_owned();
        Self { child, url, log }
    }

    /// Sends SIGHUP.
    fn reload(&self) {
        let sent =
            Command::new("kill").args(["-HUP", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until the log has `text`.
    async fn logged(&self, text: &str) {
        for _ in 0..6_000 {
            if self.log.lock().unwrap().contains(text) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("not logged: {text}\n{}", self.log.lock().unwrap());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_server_with_a_wrong_configuration_does_not_start_and_says_why() {
    let run = |command: &str, name: &str, text: &str, variables: &[(&str, &str)]| {
        let file = File::new(name, text);
        let mut program = Command::new(env!("CARGO_BIN_EXE_insitu"));
        program
            .arg(command)
            .env_clear()
            .env("INSITU_CONFIG", &file.0)
            .envs(variables.iter().copied());
        (program.output().unwrap(), file)
    };
    let refused = |command: &str, name: &str, text: &str, variables: &[(&str, &str)]| {
        let (output, file) = run(command, name, text, variables);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        let said = String::from_utf8(output.stderr).unwrap();
        said.replace(&file.0.display().to_string(), "insitu.toml")
    };
    let text = "[server]\nadress = \"127.0.0.1:0\"\n[[provider]]\nid = \"p\"\nbase_url = \"http://127.0.0.1:9/v1\"\n\
                key = \"sk-very-secret\"\n[access]\nmode = \"token\"\ntoken = { env = \"TOKEN\" }\n";
    let wanted = "Insitu cannot start. 3 things in the configuration have to change:\n\
                  insitu.toml:2: server.adress: is an unknown key; did you mean `address`?\n\
                  insitu.toml:6: provider.key: holds the secret itself; move it out of this file and write { env = \"NAME\" } or { file = \"/path\" }\n\
                  insitu.toml:9: access.token: is shorter than 16 characters; use a longer random one\n";
    let token = [("TOKEN", "secret-token")];
    assert_eq!(refused("serve", "wrong", text, &token), wanted);
    let wanted = wanted.replace("Insitu cannot start.", "The configuration cannot be used.");
    assert_eq!(refused("check", "wrong-check", text, &token), wanted);
    let (good, _) = run(
        "check",
        "good-check",
        &format!("[server]\nsite = {:?}\n[limits]\nqueue = 5\n", crate::archive::built()),
        &[],
    );
    assert!(good.status.success());
    let said = String::from_utf8(good.stdout).unwrap();
    assert!(
        said.starts_with("The configuration can be used. Providers: 0. Models: 0.\n"),
        "{said}"
    );
    let open = refused("serve", "open", "", &[("INSITU_ADDR", "0.0.0.0:0")]);
    let wanted = "Insitu cannot start. access.mode: is `open`, though the server listens at 0.0.0.0:0, where others can reach it";
    assert!(open.starts_with(wanted), "{open}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_signal_exchanges_the_models_and_a_stream_goes_on() {
    let event = |text: &str, finish: Value| {
        let delta = json!({ "choices": [{ "index": 0, "delta": { "content": text }, "finish_reason": finish }] });
        format!("data: {delta}\n\n")
    };
    let go_on = Arc::new(Notify::new());
    let steps = vec![
        Step::Send(event("one ", Value::Null)),
        Step::Await(go_on.clone()),
        Step::Send(event("two", json!("stop")) + "data: [DONE]\n\n"),
    ];
    let provider = upstream::start(vec![Answer::stream(steps)]).await;
    let file = File::new("signal", &text(&provider.base, "before"));
    let process = Process::start(&file);
    let client = reqwest::Client::new();
    let complete = async |model: &str| {
        let body = json!({ "model": model, "stream": true, "messages": [{ "role": "user", "content": "x" }] });
        client
            .post(format!("{}/v1/chat/completions", process.url))
            .json(&body)
            .send()
            .await
            .unwrap()
    };
    let mut answer = complete("before").await;
    let mut received = String::new();
    while !received.contains("one ") {
        received.push_str(&String::from_utf8_lossy(&answer.chunk().await.unwrap().unwrap()));
    }

    file.write(&text("http://127.0.0.1:9/v1", "after"));
    process.reload();
    process.logged("the configuration was reloaded").await;
    let refused = complete("before").await;
    assert_eq!(refused.status(), 404);
    assert!(refused.text().await.unwrap().contains("Ask for one of these: `after`"));

    file.write("[server]\nadress = \"127.0.0.1:3000\"\n[limits]\nqueue = \"long\"\n");
    process.reload();
    process
        .logged("signal.toml:2: server.adress: is an unknown key; did you mean `address`?")
        .await;
    process
        .logged("signal.toml:4: limits.queue: is of the type string; write a whole number")
        .await;
    assert!(!process.log.lock().unwrap().contains("panicked"));
    assert_eq!(complete("before").await.status(), 404, "what was reloaded last that could be used");

    go_on.notify_one();
    while let Some(chunk) = answer.chunk().await.unwrap() {
        received.push_str(&String::from_utf8_lossy(&chunk));
    }
    assert!(
        received.contains("two") && received.trim_end().ends_with("data: [DONE]"),
        "{received}"
    );
}
