//! Access to the page and the relay: open on loopback, by a shared token, for users with passwords,
//! or as a trusted proxy says. Knows nothing of requests' content.
//!
//! The files of the site and the documents of opaque origin need no access: they are the same for
//! everyone, and the frames' requests carry no cookie.

mod attempts;
pub(crate) mod client;
mod credentials;
mod password;
mod refusal;
mod session;

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use axum::{
    extract::ConnectInfo,
    http::{HeaderName, header, request::Parts},
};
use ipnet::IpNet;
use thiserror::Error;

use self::{attempts::Attempts, client::Client, password::Passwords, session::Sessions};
use crate::{Config, Secret, config::AccessMode, origin};

pub(crate) use credentials::{Asks, Entered};
pub use password::hash as hash_password;
pub(crate) use refusal::{Refusal, wait};

/// Maximum number of bytes of a user's name that a proxy states.
const MAX_NAME_BYTES: usize = 256;

/// Who has access.
enum Mode {
    Open,
    Token,
    Users(Passwords),
    Proxy { header: HeaderName },
}

/// Decides who has access.
pub(crate) struct Access {
    mode: Mode,
    token: Option<Secret>,
    cookie_key: Option<Secret>,
    sessions: Sessions,
    attempts: Arc<Attempts>,
    trusted_proxies: Vec<IpNet>,
    allowed_origins: Arc<[String]>,
}

/// Shows nothing of it: it holds a token and hashes.
impl fmt::Debug for Access {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Access").finish_non_exhaustive()
    }
}

/// What cannot be used about the settings of access: the key's name, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key}: {problem}.")]
pub struct AccessError {
    /// The setting.
    pub key: &'static str,
    /// What is wrong, and what to set instead.
    pub problem: String,
}

impl AccessError {
    fn new(key: &'static str, problem: impl Into<String>) -> Self {
        Self { key, problem: problem.into() }
    }
}

impl Access {
    /// Creates what `config` asks for. A random key for cookies, and what is known of failed
    /// sign-ins, are those of `before`, so that a reload signs nobody out.
    ///
    /// # Errors
    /// A setting cannot be used.
    pub(crate) fn new(config: &Config, before: Option<&Self>) -> Result<Arc<Self>, AccessError> {
        let settings = &config.access;
        let mode = match settings.mode {
            AccessMode::Open => Mode::Open,
            AccessMode::Token => Mode::Token,
            AccessMode::Users => {
                let users = settings.users.iter();
                let users = users.map(|user| (user.name.as_str(), user.password_hash.reveal()));
                Mode::Users(
                    Passwords::new(users)
                        .map_err(|problem| AccessError::new("access.users", problem))?,
                )
            }
            AccessMode::Proxy => {
                let header = HeaderName::try_from(settings.proxy_header.as_str());
                let header = header.map_err(|_| {
                    AccessError::new(
                        "access.proxy_header",
                        "it is not a header name; write X-Forwarded-User",
                    )
                })?;
                Mode::Proxy { header }
            }
        };
        let key = settings.cookie_key.as_ref();
        let sessions = match before {
            Some(before) if key.is_none() && before.cookie_key.is_none() => {
                Some(before.sessions.with_lifetime(settings.session.as_secs()))
            }
            _ => Sessions::new(key.map(|key| key.reveal().as_bytes()), settings.session.as_secs()),
        };
        let sessions = sessions.ok_or_else(|| {
            let problem = format!(
                "a key of {} bytes at least is needed, or the system's randomness without one",
                session::MIN_KEY_BYTES
            );
            AccessError::new("access.cookie_key", problem)
        })?;
        Ok(Arc::new(Self {
            mode,
            token: settings.token.clone(),
            cookie_key: settings.cookie_key.clone(),
            sessions,
            attempts: before.map(|before| before.attempts.clone()).unwrap_or_default(),
            trusted_proxies: settings.trusted_proxies.clone(),
            allowed_origins: config.server.allowed_origins.as_slice().into(),
        }))
    }

    /// Returns whom a request comes from. `now` is in seconds since 1970.
    ///
    /// # Errors
    /// It has no access.
    pub(crate) fn identify(&self, parts: &Parts, now: u64) -> Result<Client, Refusal> {
        let address = Client::Address(self.address(parts).into());
        match &self.mode {
            Mode::Open => Ok(address),
            Mode::Token | Mode::Users(_) => match self.bearer(parts) {
                Some(right) => right.then_some(address).ok_or(Refusal::WrongToken),
                None => self.session(parts, now).map(|user| user.map_or(address, Client::User)),
            },
            Mode::Proxy { header } => {
                let from_proxy = client::is_trusted(peer(parts), &self.trusted_proxies);
                if from_proxy && parts.headers.contains_key(header) {
                    return proxy_user(parts, header).map(Client::User);
                }
                match self.bearer(parts) {
                    Some(right) => right.then_some(address).ok_or(Refusal::WrongToken),
                    None if from_proxy => proxy_user(parts, header).map(Client::User),
                    None => Err(Refusal::NotFromProxy),
                }
            }
        }
    }

    /// Returns whether the request's bearer token is ours; `None` without one, or if no token is
    /// set.
    fn bearer(&self, parts: &Parts) -> Option<bool> {
        let token = self.token.as_ref()?;
        let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let (scheme, sent) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| password::same(token.reveal(), sent.trim()))
    }

    /// Returns the user of the request's session, or `None` if everybody has the same token.
    fn session(&self, parts: &Parts, now: u64) -> Result<Option<Arc<str>>, Refusal> {
        let secure = is_secure(parts);
        // Other origins have access by token only.
        let foreign = origin::is_allowed(&parts.headers, &self.allowed_origins);
        if !foreign
            && let Some(session) = self.sessions.read(&parts.headers, now, secure)
            && let Some(credential) = self.credential(&session.name)
            && self.sessions.proves(&session, credential)
        {
            return Ok((!session.name.is_empty()).then(|| session.name.into()));
        }
        Err(match self.mode {
            _ if !foreign && session::has_cookie(&parts.headers, secure) => Refusal::SessionEnded,
            Mode::Users(_) => Refusal::NoSession,
            _ => Refusal::NoToken,
        })
    }

    /// Returns what a user has proved to know when they signed in.
    fn credential(&self, name: &str) -> Option<&str> {
        match &self.mode {
            Mode::Token if name.is_empty() => self.token.as_ref().map(Secret::reveal),
            Mode::Users(users) => users.hash_of(name),
            _ => None,
        }
    }

    fn address(&self, parts: &Parts) -> IpAddr {
        client::address(peer(parts), &parts.headers, &self.trusted_proxies)
    }
}

/// Returns whether the cookie must be secure: under every name but this machine's own.
pub(crate) fn is_secure(parts: &Parts) -> bool {
    origin::host(&parts.headers, &parts.uri)
        .is_none_or(|host| !origin::is_loopback_name(host.host()))
}

/// Returns the address at the other end of the connection. Without one, as in tests of the router,
/// it is one that no network contains.
fn peer(parts: &Parts) -> IpAddr {
    let info = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    info.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| address.ip())
}

/// Returns the user whom a trusted proxy names.
fn proxy_user(parts: &Parts, name: &HeaderName) -> Result<Arc<str>, Refusal> {
    let wrong = |problem| Refusal::NoProxyUser { header: name.to_string(), problem };
    let mut values = parts.headers.get_all(name).iter();
    let value = values.next().ok_or_else(|| wrong("missing"))?;
    if values.next().is_some() {
        // A proxy that appends instead of replacing lets clients choose their name.
        return Err(wrong("there twice"));
    }
    let user = std::str::from_utf8(value.as_bytes()).map_err(|_| wrong("not UTF-8"))?.trim();
    match user.len() {
        0 => Err(wrong("empty")),
        1..=MAX_NAME_BYTES => Ok(user.into()),
        _ => Err(wrong("too long")),
    }
}

/// Returns the seconds since 1970.
pub(crate) fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
