//! The configuration in effect, with what is made of it, and its exchange while the server runs.
//!
//! A request takes one [`Snapshot`] when it begins and keeps it to its end, so that a reload changes nothing for it.

use std::sync::{Arc, OnceLock};

use reqwest::Client;
use tokio::sync::watch;

use crate::{Config, StartError, config::Timeouts, models::Models};

/// The configuration in effect. Clones share it.
#[derive(Clone, Debug)]
pub struct Live(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    snapshot: watch::Sender<Arc<Snapshot>>,
    /// The port that the server listens on, once it does.
    port: OnceLock<u16>,
}

/// A configuration and what is made of it, which never changes.
#[derive(Debug)]
pub struct Snapshot {
    /// The configuration.
    pub config: Config,
    /// The models, with the connections to their providers.
    pub(crate) models: Models,
    client: Client,
}

impl Live {
    /// Creates what `config` asks for.
    ///
    /// # Errors
    /// If the HTTP client cannot be set up, for lack of certificates for instance.
    pub fn new(config: Config) -> Result<Self, StartError> {
        let client = client(&config.upstream)?;
        let snapshot = watch::Sender::new(Arc::new(Snapshot::new(config, client)));
        Ok(Self(Arc::new(Shared { snapshot, port: OnceLock::new() })))
    }

    /// Returns what is in effect now.
    pub fn current(&self) -> Arc<Snapshot> {
        self.0.snapshot.borrow().clone()
    }

    /// Returns a receiver that learns of each exchange.
    pub fn changes(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.0.snapshot.subscribe()
    }

    /// Exchanges the configuration. What holds until the end of the process stays as it was: returns the keys whose
    /// change needs a restart.
    ///
    /// # Errors
    /// As [`Live::new`]; nothing is exchanged then.
    pub fn exchange(&self, mut config: Config) -> Result<Vec<&'static str>, StartError> {
        let before = self.current();
        let fixed = config.keep_fixed(&before.config);
        // Its connections to providers stay open unless its time limits change.
        let same = before.config.upstream == config.upstream;
        let client = if same { before.client.clone() } else { client(&config.upstream)? };
        self.0.snapshot.send_replace(Arc::new(Snapshot::new(config, client)));
        Ok(fixed)
    }

    /// Notes the port that the server listens on.
    pub fn listens_on(&self, port: u16) {
        // A second listener would have another port; there is one.
        let _ = self.0.port.set(port);
    }

    /// Returns the port that the server listens on.
    pub(crate) fn port(&self) -> u16 {
        self.0.port.get().copied().unwrap_or_else(|| self.current().config.server.address.port())
    }
}

impl Snapshot {
    fn new(config: Config, client: Client) -> Self {
        Self { models: Models::new(&config, &client), client, config }
    }
}

fn client(timeouts: &Timeouts) -> Result<Client, StartError> {
    // A redirect would carry the key and the conversation to an address that nobody configured.
    let client = Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(timeouts.connect)
        .read_timeout(timeouts.idle.max(timeouts.first_byte));
    Ok(client.build()?)
}
