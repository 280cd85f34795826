//! The HTTP clients for the providers of models.

use reqwest::{Client, ClientBuilder};

use crate::{
    StartError, authorities,
    config::{Provider, Timeouts},
};

/// The HTTP clients of all providers.
#[derive(Clone, Debug)]
pub(crate) struct Clients {
    /// Goes through the proxy that the environment names, if it names one.
    general: Client,
    /// For servers on this machine: never through a proxy, which would see the conversations.
    pub(crate) loopback: Client,
}

impl Clients {
    /// Creates clients that wait as long as `timeouts` says.
    pub(crate) fn new(timeouts: &Timeouts) -> Result<Self, StartError> {
        let builder = || builder(timeouts);
        Ok(Self { general: builder().build()?, loopback: builder().no_proxy().build()? })
    }

    /// Returns the client for a provider.
    pub(crate) fn of(&self, provider: &Provider) -> &Client {
        if provider.is_local() { &self.loopback } else { &self.general }
    }
}

/// Returns what all clients for providers have in common.
fn builder(timeouts: &Timeouts) -> ClientBuilder {
    authorities::client()
        // A redirect would carry the key and the conversation to an address that nobody configured.
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(timeouts.connect)
        // The body of a request does not wait until its head is acknowledged.
        .tcp_nodelay(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_to_providers_send_at_once() {
        // The library says it of what it builds, and hides the sockets.
        let built = format!("{:?}", builder(&Timeouts::default()));
        assert!(built.contains("tcp_nodelay: true"), "{built}");
        let other = format!("{:?}", builder(&Timeouts::default()).tcp_nodelay(false));
        assert!(!other.contains("tcp_nodelay: true"), "{other}");
    }
}
