//! `cargo xtask serve`: builds, then runs the server; with `--dev` builds and starts it again on
//! every change.

use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::{Context, Result};
use notify::{EventKind, RecursiveMode, Watcher as _};

use crate::build::{self, Profile};
use crate::project;
use crate::shell::{command, run as run_command, say};

/// Paths whose changes trigger another build.
const WATCHED: [&str; 11] = [
    "app/src",
    "crates",
    "export_module/src",
    "frontend/src",
    "public",
    "samples",
    "server/src",
    "style",
    "web",
    "xtask/data",
    "Cargo.toml",
];

/// How long nothing may change before a build starts: editors write several files in a row.
const QUIET: Duration = Duration::from_millis(200);

/// Builds and serves until stopped.
pub(crate) fn run(profile: Profile) -> Result<()> {
    if profile != Profile::Dev {
        build::run(profile)?;
        return run_command(&mut server(profile));
    }
    let (changed, changes) = channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // On some systems reading a file is an event too, and builds read them all.
        if event.is_ok_and(|event| !matches!(event.kind, EventKind::Access(_))) {
            let _ = changed.send(());
        }
    })
    .context("cannot watch for changes")?;
    for folder in WATCHED {
        watcher
            .watch(&project::path(folder), RecursiveMode::Recursive)
            .with_context(|| format!("cannot watch {folder}"))?;
    }

    loop {
        let mut running = match build::run(profile) {
            Ok(()) => Some(server(profile).spawn().context("cannot start the server")?),
            Err(error) => {
                eprintln!("\nerror: {error:#}");
                None
            }
        };
        let more = wait(&changes);
        if let Some(server) = &mut running {
            stop(server);
        }
        if !more {
            return Ok(());
        }
        say("something changed, building again");
    }
}

/// Waits for a change and then for quiet. Returns false if no more changes can come.
fn wait(changes: &Receiver<()>) -> bool {
    if changes.recv().is_err() {
        return false;
    }
    while changes.recv_timeout(QUIET).is_ok() {}
    true
}

fn stop(server: &mut Child) {
    let _ = server.kill();
    let _ = server.wait();
}

/// Creates the command of the server over the built site. It prints its own address.
fn server(profile: Profile) -> Command {
    let binary = build::server_binary(profile);
    let mut server = command(&binary.to_string_lossy());
    server.arg("serve").env("INSITU_SITE", project::site());
    if std::env::var_os("INSITU_ADDR").is_none() {
        server.env("INSITU_ADDR", "127.0.0.1:3000");
    }
    server
}
