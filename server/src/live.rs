//! The configuration in effect, with the connections that are made of it, and its exchange while
//! the server runs.
//!
//! A request takes one [`Setup`] when it begins and keeps it to its end, so that a reload changes
//! nothing for it.

use std::sync::{Arc, OnceLock};

use tokio::sync::watch;

use crate::{
    Config, StartError, access::Access, clients::Clients, drain::Drain, limits::Limits,
    models::Models, observe::Observed,
};

/// The configuration in effect. Clones share it.
#[derive(Clone, Debug)]
pub struct Live(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    setup: watch::Sender<Arc<Setup>>,
    /// The port that the server listens on, once it does.
    port: Arc<OnceLock<u16>>,
    drain: Drain,
    observed: Arc<Observed>,
}

/// A configuration and what is made of it, which never changes.
#[derive(Debug)]
pub struct Setup {
    /// The configuration.
    pub config: Config,
    /// The models, with the connections to their providers.
    pub(crate) models: Models,
    /// Who has access.
    pub(crate) access: Arc<Access>,
    /// How much may be used, and what is.
    pub(crate) limits: Arc<Limits>,
    clients: Clients,
}

impl Live {
    /// Creates what `config` asks for.
    ///
    /// # Errors
    /// If the HTTP client cannot be set up, for lack of certificates for instance, or access or a
    /// limit cannot be kept as it is set.
    pub fn new(config: Config) -> Result<Self, StartError> {
        let (clients, port) = (Clients::new(&config.upstream)?, Arc::default());
        let observed = Arc::new(Observed::new(&config));
        let setup = watch::Sender::new(Arc::new(Setup::new(config, clients, &port, None)?));
        Ok(Self(Arc::new(Shared { setup, port, drain: Drain::default(), observed })))
    }

    /// Returns what is in effect now.
    pub fn current(&self) -> Arc<Setup> {
        self.0.setup.borrow().clone()
    }

    /// Returns a receiver that learns of each exchange.
    pub fn changes(&self) -> watch::Receiver<Arc<Setup>> {
        self.0.setup.subscribe()
    }

    /// Exchanges the configuration. What holds until the end of the process stays as it was:
    /// returns the keys whose change needs a restart.
    ///
    /// # Errors
    /// As [`Live::new`], or if the server would be open to others at the address that it keeps;
    /// nothing is exchanged then.
    pub fn exchange(&self, mut config: Config) -> Result<Vec<&'static str>, StartError> {
        let before = self.current();
        let fixed = config.keep_fixed(&before.config);
        if config.is_exposed() {
            return Err(StartError::Exposed { address: config.server.address });
        }
        // Its connections to providers stay open unless its time limits change.
        let same = before.config.upstream == config.upstream;
        let clients = if same { before.clients.clone() } else { Clients::new(&config.upstream)? };
        let setup = Setup::new(config, clients, &self.0.port, Some(&before))?;
        self.0.setup.send_replace(Arc::new(setup));
        Ok(fixed)
    }

    /// Returns the server's end.
    pub fn drain(&self) -> &Drain {
        &self.0.drain
    }

    /// Returns where observations go.
    pub(crate) fn observed(&self) -> &Arc<Observed> {
        &self.0.observed
    }

    /// Sends the observations that have not been sent yet. Blocks while it does.
    pub fn flush(&self) {
        self.0.observed.flush();
    }

    /// Notes the port that the server listens on.
    pub fn listens_on(&self, port: u16) {
        // A second listener would have another port; there is one.
        let _ = self.0.port.set(port);
    }
}

impl Setup {
    /// Returns what an operator should know at start.
    pub fn notice(&self) -> Option<&'static str> {
        self.limits.own().filter(|_| !self.config.server.address.ip().is_loopback())
    }

    fn new(
        config: Config,
        clients: Clients,
        port: &Arc<OnceLock<u16>>,
        before: Option<&Self>,
    ) -> Result<Self, StartError> {
        Ok(Self {
            models: Models::new(&config, &clients, port.clone()),
            access: Access::new(&config, before.map(|before| &*before.access))?,
            limits: Limits::new(&config, before.map(|before| &*before.limits))?,
            clients,
            config,
        })
    }
}
