//! The fake upstream and the load of `bench/relay.mjs`, in one process so that both read the same
//! monotonic clock.
//!
//! Listens at the address of its one argument, as a provider that speaks Chat Completions. Reads a
//! command a line from its standard input, see [`Command`], and answers each with a line of JSON.
//! Knows no relay: the driver starts them, and says where they are. Written on sockets, since it
//! has to be faster than all that is measured.

mod clock;
mod figures;
mod http;
mod load;
mod request;
mod stream;
mod upstream;

use std::io::Write;

use anyhow::{Context, Result};
use serde::Deserialize;
use tokio::{net::TcpListener, sync::mpsc};

use load::{Closed, Open, Streams};
use request::Target;

/// A line of the standard input.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Command {
    /// Keeps a number of streams going; as one ends, the next begins.
    Closed(Target, Closed),
    /// Begins streams at a fixed rate, however many are open.
    Open(Target, Open),
    /// Opens streams and keeps them until [`Command::Release`].
    Hold(Target, Streams),
    /// Closes what [`Command::Hold`] opened.
    Release,
}

// One thread: upstream and load have one core, and with one thread there the system's scheduler
// adds nothing to what is measured.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let address =
        std::env::args().nth(1).context("say where to listen: relay_bench 127.0.0.1:9100")?;
    let listener =
        TcpListener::bind(&address).await.with_context(|| format!("listening at {address}"))?;
    tokio::spawn(upstream::serve(listener));
    let (sender, mut lines) = mpsc::channel(1);
    // Reading blocks, and ends with the driver.
    std::thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    });
    let mut held = load::Held::default();
    while let Some(line) = lines.recv().await {
        let answer =
            match serde_json::from_str(&line).with_context(|| format!("not a command: {line}"))? {
                Command::Closed(target, closed) => load::closed(target, closed).await,
                Command::Open(target, open) => load::open(target, open).await,
                Command::Hold(target, streams) => load::hold(target, streams, &mut held).await,
                Command::Release => held.release(),
            };
        let mut out = std::io::stdout();
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        out.flush()?;
    }
    Ok(())
}
