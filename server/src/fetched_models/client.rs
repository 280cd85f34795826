//! The client that fetches models, and nothing else: without keys, cookies and referrers, over
//! HTTPS only, from pinned hosts.

use std::{error::Error as _, sync::Arc, time::Duration};

use reqwest::{Client, ClientBuilder, Url, redirect::Policy};
use thiserror::Error;

use super::error::FetchError;
use crate::authorities;

/// Maximum number of redirects: a download has one or two.
const MAX_REDIRECTS: usize = 5;

/// How long it may take until a connection is open.
const CONNECT: Duration = Duration::from_secs(20);

/// How long nothing may come. Tests wait less.
const SILENCE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 60 });

/// A redirect to a host that is not on the list.
#[derive(Debug, Error)]
#[error("the redirect leads to {0}")]
struct Elsewhere(String);

/// Who sends models: the hosts, and the client for them.
#[derive(Clone, Debug)]
pub(super) struct Sender {
    pub(super) client: Client,
    hosts: Arc<[String]>,
}

impl Sender {
    /// Returns the sender for the models of the list.
    pub(super) fn of_the_list() -> Result<Self, FetchError> {
        let hosts = providers::open_models::HOSTS.iter().map(|host| (*host).to_owned()).collect();
        Self::new(authorities::client(), hosts)
    }

    /// Creates the sender that `hosts` are, each with its port unless that is the usual one.
    pub(super) fn new(builder: ClientBuilder, hosts: Arc<[String]>) -> Result<Self, FetchError> {
        let pinned = hosts.clone();
        let follow = Policy::custom(move |attempt| {
            if attempt.previous().len() > MAX_REDIRECTS {
                return attempt.error(Elsewhere("itself, again and again".to_owned()));
            }
            if is_pinned(attempt.url(), &pinned) {
                return attempt.follow();
            }
            let to = format!("{}://{}", attempt.url().scheme(), authority(attempt.url()));
            attempt.error(Elsewhere(to))
        });
        let client = builder
            .https_only(true)
            .redirect(follow)
            .referer(false)
            .connect_timeout(CONNECT)
            .read_timeout(SILENCE)
            .user_agent(concat!("insitu/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self { client: client.map_err(|error| FetchError::Client(error.to_string()))?, hosts })
    }

    /// Returns whether a model may be fetched from `address`.
    pub(super) fn may_send(&self, address: &Url) -> bool {
        is_pinned(address, &self.hosts)
    }
}

/// Returns where a request was to be redirected to and was not, if that is why it failed.
pub(super) fn refused_redirect(error: &reqwest::Error) -> Option<String> {
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(Elsewhere(to)) = error.downcast_ref() {
            return Some(to.clone());
        }
        cause = error.source();
    }
    None
}

fn is_pinned(address: &Url, hosts: &[String]) -> bool {
    let plain = address.username().is_empty() && address.password().is_none();
    address.scheme() == "https" && plain && hosts.contains(&authority(address))
}

/// Returns host and port of an address, without the usual port.
fn authority(address: &Url) -> String {
    let host = address.host_str().unwrap_or_default();
    address.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}
