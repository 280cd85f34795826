//! `insitu serve`: configuration, one listener, and a graceful shutdown on Ctrl-C or SIGTERM.

use std::{io::ErrorKind, net::SocketAddr};

#[cfg(unix)]
use server::reload;
use server::{Config, Live, router};
use tokio::{net::TcpListener, sync::oneshot};

use crate::{cli::Options, print, problems};

/// Serves until asked to stop.
pub(crate) async fn run(options: Options) -> Result<(), String> {
    let config = Config::read(|name| options.variable(name)).map_err(|error| problems(&error))?;
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
    let listener =
        TcpListener::bind(address).await.map_err(|error| listen_error(address, &error))?;
    let addr = listener.local_addr().map_err(|error| listen_error(address, &error))?;
    live.listens_on(addr.port());
    if let Some(notice) = live.current().notice() {
        tracing::info!("{notice}");
    }
    #[cfg(unix)]
    reload_when_asked(live.clone(), options);
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

/// Reads the configuration again at each SIGHUP from now on. Without a file there is nothing to
/// read again, and the signal ends the process, as when its terminal is closed.
#[cfg(unix)]
fn reload_when_asked(live: Live, options: Options) {
    use tokio::signal::unix::{SignalKind, signal};
    if !Config::has_file(|name| options.variable(name)) {
        return;
    }
    let Ok(mut hangup) = signal(SignalKind::hangup()) else {
        tracing::warn!("SIGHUP cannot be received; a new configuration needs a restart");
        return;
    };
    tokio::spawn(async move {
        while hangup.recv().await.is_some() {
            let (live, options) = (live.clone(), options.clone());
            // It reads files. What is wrong with them is in the log already.
            let _ = tokio::task::spawn_blocking(move || {
                reload(&live, |name: &str| options.variable(name))
            })
            .await;
        }
    });
}

fn listen_error(addr: SocketAddr, error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::AddrInUse => format!(
            "Something else listens at {addr} already. End it, or choose another address with INSITU_ADDR, 127.0.0.1:{} for instance.",
            addr.port().checked_add(1).unwrap_or(3000)
        ),
        ErrorKind::PermissionDenied => {
            format!(
                "Listening at {addr} is not permitted. Choose a port above 1023 with INSITU_ADDR."
            )
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
