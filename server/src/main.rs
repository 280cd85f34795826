//! Starts the server: configuration from the environment, one listener, and a graceful shutdown on Ctrl-C or
//! SIGTERM.

use std::{
    io::{BufRead, ErrorKind, IsTerminal, Write},
    net::SocketAddr,
    path::Path,
    process::ExitCode,
};

use server::{Config, ConfigError, Exported, Live, reload, router};
use tokio::{net::TcpListener, sync::oneshot};

/// What the command line may be.
const USAGE: &str = "Usage: server                 starts the server
       server check           says whether the configuration can be used, and starts nothing
       server export FOLDER   writes the site for a static host into a folder
       server hash-password   prints the hash of the password on the standard input, for `access.users`";

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => {}
        (Some("export"), Some(folder)) if !folder.starts_with('-') => {
            return export(Path::new(&folder)).await;
        }
        (Some("check"), None) => return check(),
        (Some("hash-password"), None) => return hash_password(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::FAILURE;
        }
    }
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("Insitu cannot start. {message}");
            ExitCode::FAILURE
        }
    }
}

/// Says whether the configuration can be used: before a reload, which would keep the one before.
fn check() -> ExitCode {
    match Config::read(variable) {
        Ok(config) => {
            let (providers, models) = (config.providers.len(), config.models.len());
            print(&format!("The configuration can be used. Providers: {providers}. Models: {models}."));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("The configuration cannot be used. {}", problems(&error));
            ExitCode::FAILURE
        }
    }
}

/// Writes the site into a folder, for a static host.
async fn export(folder: &Path) -> ExitCode {
    let exported = match Config::read(variable) {
        Ok(config) => server::export(&config.server.site, folder, &config.server.embed_in)
            .await
            .map_err(|error| error.to_string()),
        Err(error) => Err(problems(&error)),
    };
    match exported {
        Ok(Exported { files, bytes }) => {
            let megabytes = bytes / 1_000_000;
            print(&format!(
                "{}: {files} files, {megabytes} MB. Copy it to any static host.",
                folder.display()
            ));
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("The site cannot be exported. {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the hash of a password from the standard input, for `access.users`.
fn hash_password() -> ExitCode {
    let mut password = String::new();
    let read = if std::io::stdin().is_terminal() {
        rpassword::prompt_password("Password: ").map(|typed| password = typed)
    } else {
        std::io::stdin().lock().read_line(&mut password).map(drop)
    };
    let hash = match read {
        Ok(()) => server::hash_password(password.trim_end_matches(['\r', '\n'])),
        Err(error) => Err(format!("The password cannot be read: {error}.")),
    };
    match hash {
        Ok(hash) => {
            print(&hash);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message} Write the password as one line to the standard input.");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), String> {
    let config = Config::read(variable).map_err(|error| problems(&error))?;
    server::start_log(config.server.log);
    let address = config.server.address;
    let model = match config.default_model().map(|model| (model, config.provider(&model.provider))) {
        Some((model, Some(provider))) => format!("Answering with {} at {}.", model.name, provider.host()),
        _ if config.discovery.local => "No language model configured: the built-in planner answers, and models that run on this machine are on the list. insitu.toml, or INSITU_BASE_URL and INSITU_MODEL, connect others."
            .to_owned(),
        _ => "No language model connected: the built-in planner answers. insitu.toml, or INSITU_BASE_URL and INSITU_MODEL, connect one."
            .to_owned(),
    };
    let live = Live::new(config).map_err(|error| error.to_string())?;
    let router = router(&live).map_err(|error| error.to_string())?;
    let listener = TcpListener::bind(address).await.map_err(|error| listen_error(address, &error))?;
    let addr = listener.local_addr().map_err(|error| listen_error(address, &error))?;
    live.listens_on(addr.port());
    if let Some(notice) = live.current().notice() {
        tracing::info!("{notice}");
    }
    #[cfg(unix)]
    reload_when_asked(live.clone());
    print(&format!("Insitu is at http://{addr}\n{model}"));

    let (sender, again) = oneshot::channel();
    let requested = async {
        shutdown_requested().await;
        // Sending fails only if the server has ended already.
        let _ = sender.send(());
    };
    tokio::select! {
        result = server::serve(&live, listener, router, requested) => result.map_err(|error| error.to_string())?,
        // Who asks twice does not want to wait for open answers.
        () = async { if again.await.is_ok() { shutdown_requested().await } else { std::future::pending().await } } => {}
    }
    // Blocks while the last observations are sent.
    let _ = tokio::task::spawn_blocking(move || live.flush()).await;
    Ok(())
}

/// Reads the configuration again at each SIGHUP from now on. Without a file there is nothing to read again, and the
/// signal ends the process, as when its terminal is closed.
#[cfg(unix)]
fn reload_when_asked(live: Live) {
    use tokio::signal::unix::{SignalKind, signal};
    if !Config::has_file(variable) {
        return;
    }
    let Ok(mut hangup) = signal(SignalKind::hangup()) else {
        tracing::warn!("SIGHUP cannot be received; a new configuration needs a restart");
        return;
    };
    tokio::spawn(async move {
        while hangup.recv().await.is_some() {
            let live = live.clone();
            // It reads files. What is wrong with them is in the log already.
            let _ = tokio::task::spawn_blocking(move || reload(&live, variable)).await;
        }
    });
}

/// Returns what is wrong with the configuration, one problem a line.
fn problems(error: &ConfigError) -> String {
    match error.problems.len() {
        1 => error.to_string(),
        count => format!("{count} things in the configuration have to change:\n{error}"),
    }
}

/// Returns a variable of the environment.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn listen_error(addr: SocketAddr, error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::AddrInUse => format!(
            "Something else listens at {addr} already. End it, or choose another address with INSITU_ADDR, 127.0.0.1:{} for instance.",
            addr.port().checked_add(1).unwrap_or(3000)
        ),
        ErrorKind::PermissionDenied => {
            format!("Listening at {addr} is not permitted. Choose a port above 1023 with INSITU_ADDR.")
        }
        _ => format!("INSITU_ADDR: listening at {addr} is not possible ({error})."),
    }
}

/// Waits for a request to shut down.
async fn shutdown_requested() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<Option<()>>();
    tokio::select! {
        () = interrupt => {}
        _ = terminate => {}
    }
}

/// Prints `text` at once, even if the output is a pipe.
fn print(text: &str) {
    let mut out = std::io::stdout();
    // Without a reader of the output, serving is still useful.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
