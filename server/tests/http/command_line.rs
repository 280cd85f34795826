//! What can be typed, and what the program answers.

use std::process::{Command, Output};

use super::*;

pub(crate) fn insitu(
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_insitu"));
    let folder = env!("CARGO_TARGET_TMPDIR");
    let command =
        command.args(arguments).env_clear().envs(environment.iter().copied()).current_dir(folder);
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn without_a_subcommand_it_says_what_there_is() {
    let (code, printed, problem) = insitu(&[], &[]);
    assert_eq!((code, printed.as_str()), (Some(2), ""));
    let commands =
        ["serve", "check", "export", "model", "health", "hash-password", "completions", "man"];
    for word in commands.into_iter().chain(["INSITU_CONFIG", "INSITU_MODEL_FOLDER"]) {
        assert!(problem.contains(word), "{word}: {problem}");
    }
    assert!(!problem.contains("pack"), "{problem}");
    let (code, _, problem) = insitu(&["sreve"], &[]);
    assert!(code == Some(2) && problem.contains("'serve'"), "{problem}");
    let (code, printed, _) = insitu(&["--version"], &[]);
    assert_eq!((code, printed), (Some(0), format!("insitu {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn help_completions_and_manual_have_no_values_of_the_environment() {
    const SECRET: &str = "sk-marked-41c2";
    let environment =
        ["INSITU_TOKEN", "INSITU_API_KEY", "INSITU_ADDR", "INSITU_CONFIG", "INSITU_SITE"]
            .map(|name| (name, SECRET));
    for (arguments, wanted) in [
        (&["--help"][..], "Usage: insitu"),
        (&["serve", "--help"], "--address"),
        (&["completions", "bash"], "_insitu()"),
        (&["completions", "fish"], "complete -c insitu"),
        (&["completions", "zsh"], "#compdef insitu"),
        (&["completions", "powershell"], "Register-ArgumentCompleter"),
        (&["man"], "insitu\\-export(1)"),
        (&["man", "export"], ".TH insitu-export"),
        (&["man", "export"], "<\\fIDIR\\fR>"),
        (&["man", "check"], "\\fB\\-\\-offline\\fR"),
    ] {
        let (code, printed, problem) = insitu(arguments, &environment);
        assert!(code == Some(0) && printed.contains(wanted), "{arguments:?}: {printed}{problem}");
        assert!(!printed.contains(SECRET) && !problem.contains(SECRET), "{arguments:?}");
    }
}

#[test]
fn models_are_listed_and_an_unknown_one_is_not_fetched() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-models");
    let folder = folder.to_str().unwrap();
    let (code, printed, problem) = insitu(&["model", "list", "--model-folder", folder], &[]);
    assert_eq!((code, problem.as_str()), (Some(0), ""));
    let first = "qwen2.5-coder-1.5b: Qwen2.5-Coder 1.5B Instruct Q4_K_M, Apache-2.0, 1.1 GB, needs about 1.5 GB of memory\n";
    assert!(printed.starts_with(first), "{printed}");
    let (code, _, problem) = insitu(&["model", "get", "gpt"], &[("INSITU_MODEL_FOLDER", folder)]);
    let expected = "No model was fetched. There is no model `gpt`; name one of these: qwen2.5-coder-1.5b, qwen2.5-coder-0.5b, granite-3.3-2b.\n";
    assert_eq!((code, problem.as_str()), (Some(1), expected));
    // Without a home and without a name there is no folder.
    let (code, _, problem) = insitu(&["model", "get"], &[]);
    assert!(code == Some(1) && problem.contains("Name one with --model-folder"), "{problem}");
    assert!(!Path::new(folder).exists());
}

#[test]
fn a_command_that_is_not_there_has_no_manual_page() {
    for name in ["sreve", "pack"] {
        let (code, printed, problem) = insitu(&["man", name], &[]);
        assert_eq!((code, printed.as_str()), (Some(1), ""));
        assert!(problem.contains(&format!("There is no command `{name}`")), "{problem}");
    }
}

#[test]
fn check_says_what_is_wrong_with_configuration_and_site() {
    let folder = site();
    let site = folder.to_str().unwrap();
    let (code, printed, problem) = insitu(&["check", "--site", site], &[]);
    assert_eq!(code, Some(1));
    assert!(printed.starts_with("The configuration can be used."), "{printed}");
    assert!(problem.contains("files.json: No such file"), "{problem}");
    let (code, _, problem) = insitu(&["check"], &[("INSITU_ADDR", "nowhere")]);
    assert!(
        code == Some(1) && problem.starts_with("The configuration cannot be used."),
        "{problem}"
    );
    // This program has no site in it.
    let (code, _, problem) = insitu(&["serve"], &[("INSITU_ADDR", "127.0.0.1:0")]);
    assert!(code == Some(1) && problem.contains("has no site in it"), "{problem}");
}

/// Returns what `insitu check` answers about one provider, without the lines on configuration and
/// site.
async fn checked(base: &str, more: &[&'static str]) -> (Option<i32>, String) {
    let site = archive::built();
    let file = site.with_extension("toml");
    let config = format!(
        "[server]\nsite = {site:?}\n[discovery]\nlocal = false\n[[provider]]\nid = 'scripted'\nbase_url = '{base}'\n\
         key = {{ env = 'KEY' }}\n[[model]]\nid = 'small'\nprovider = 'scripted'\n"
    );
    std::fs::write(&file, config).unwrap();
    let mut arguments = vec!["check"];
    arguments.extend(more);
    let path = file.to_str().unwrap().to_owned();
    let asked = tokio::task::spawn_blocking(move || {
        insitu(&arguments, &[("KEY", "sk-marked-7d"), ("INSITU_CONFIG", &path)])
    });
    let (code, printed, problem) = asked.await.unwrap();
    let mut lines: Vec<_> = printed.lines().chain(problem.lines()).collect();
    assert_eq!(lines.remove(0), "The configuration can be used. Providers: 1. Models: 1.");
    assert!(lines.remove(0).starts_with("The site is complete:"), "{printed}{problem}");
    (code, lines.join("\n"))
}

#[tokio::test]
async fn check_asks_each_provider_for_its_models_with_its_key() {
    for (status, code, wanted) in [
        (200, 0, "answers."),
        (401, 1, "refuses the key (401). Check key and auth of the provider."),
        (403, 1, "refuses the key (403). Check key and auth of the provider."),
        (503, 1, "answers that it cannot work now (503). Try again later."),
        (
            404,
            0,
            "answers, but not with a list of models (404): only a question can show whether it takes the key.",
        ),
    ] {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let answer = axum::routing::get(async move |headers: HeaderMap| {
            assert_eq!(headers["authorization"], "Bearer sk-marked-7d");
            StatusCode::from_u16(status).unwrap()
        });
        let provider = Router::new().route("/v1/models", answer);
        let serving = tokio::spawn(async move { axum::serve(listener, provider).await });
        let found = checked(&format!("http://{address}/v1"), &[]).await;
        assert_eq!(found, (Some(code), format!("scripted ({address}) {wanted}")));
        serving.abort();
        let _ = serving.await;
        let gone = "cannot be reached. Check base_url, that the provider runs, and that this machine may reach it.";
        let found = checked(&format!("http://{address}/v1"), &[]).await;
        assert_eq!(found, (Some(1), format!("scripted ({address}) {gone}")));
        assert_eq!(
            checked(&format!("http://{address}/v1"), &["--offline"]).await,
            (Some(0), String::new())
        );
    }
}

#[tokio::test]
async fn health_is_that_of_the_server_at_the_address() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let asked = address.clone();
    let ask = async move || {
        let asked = asked.clone();
        tokio::task::spawn_blocking(move || insitu(&["health", "--address", &asked], &[]))
            .await
            .unwrap()
    };
    let live = Live::new(config("127.0.0.1:3000")).unwrap();
    let router = router(&live).unwrap();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let served = live.clone();
    let serving = tokio::spawn(async move {
        server::serve(&served, listener, router, async { ended.await.unwrap_or(()) }).await
    });
    let (code, printed, problem) = ask().await;
    assert_eq!((code, printed.as_str()), (Some(0), "{\"status\":\"ready\"}\n"), "{problem}");
    end.send(()).unwrap();
    serving.await.unwrap().unwrap();
    let (code, _, problem) = ask().await;
    assert_eq!(
        (code, problem),
        (
            Some(1),
            format!(
                "No server answers at {address}: nothing listens there. Start it with `insitu serve`, or set INSITU_ADDR to \
                 where it is.\n"
            )
        )
    );
}
