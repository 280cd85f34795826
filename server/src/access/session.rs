//! The cookie of a signed-in browser: who signed in and until when, signed. Nothing is stored, so
//! that several relays with the same `access.cookie_key` accept each other's.

use axum::http::{HeaderMap, header};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use cookie::{Cookie, CookieJar, Key, SameSite, time::Duration};
use sha2::{Digest, Sha256};

/// The cookie's name if it is sent over HTTPS: with this prefix browsers accept it from this
/// host only.
const SECURE_NAME: &str = "__Host-insitu";
/// The cookie's name on loopback, where browsers differ in whether plain HTTP may set a secure one.
const PLAIN_NAME: &str = "insitu";
/// The version of the signed text, and what it is for.
const VERSION: &str = "session-1";
/// Minimum number of bytes of `access.cookie_key`: the strength of its signature.
pub(crate) const MIN_KEY_BYTES: usize = 32;
/// Bytes of the mark of a credential.
const MARK_BYTES: usize = 8;

/// Signs cookies and checks them.
#[derive(Clone)]
pub(crate) struct Sessions {
    key: Key,
    lifetime_seconds: u64,
}

/// The content of a valid cookie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Session {
    /// The user's name; empty if everybody has the same token.
    pub(crate) name: String,
    mark: String,
}

impl Sessions {
    /// Creates them with `key`, of [`MIN_KEY_BYTES`] at least, or with a random one; `None` if
    /// there is no randomness.
    pub(crate) fn new(key: Option<&[u8]>, lifetime_seconds: u64) -> Option<Self> {
        let key = match key {
            Some(key) if key.len() < MIN_KEY_BYTES => return None,
            Some(key) => Key::derive_from(key),
            None => Key::try_generate()?,
        };
        Some(Self { key, lifetime_seconds })
    }

    /// Returns the same with another lifetime.
    pub(crate) fn with_lifetime(&self, lifetime_seconds: u64) -> Self {
        Self { key: self.key.clone(), lifetime_seconds }
    }

    /// Returns the `Set-Cookie` header for `name`, who proved to know `credential`. `now` is in
    /// seconds since 1970.
    pub(crate) fn start(&self, name: &str, credential: &str, now: u64, secure: bool) -> String {
        let expires = now.saturating_add(self.lifetime_seconds);
        let name = BASE64_URL_SAFE_NO_PAD.encode(name);
        let value = format!("{VERSION}.{expires}.{}.{name}", self.mark(credential));
        let mut jar = CookieJar::new();
        jar.signed_mut(&self.key).add(Cookie::new(cookie_name(secure), value));
        let signed = jar
            .get(cookie_name(secure))
            .map(|cookie| cookie.value().to_owned())
            .unwrap_or_default();
        let seconds = i64::try_from(self.lifetime_seconds).unwrap_or(i64::MAX);
        cookie(signed, Duration::seconds(seconds), secure)
    }

    /// Returns the `Set-Cookie` header that ends a session.
    pub(crate) fn end(secure: bool) -> String {
        cookie(String::new(), Duration::ZERO, secure)
    }

    /// Returns the session of a request, if its cookie is ours and has not expired.
    pub(crate) fn read(&self, headers: &HeaderMap, now: u64, secure: bool) -> Option<Session> {
        let jar = CookieJar::new();
        let verifier = jar.signed(&self.key);
        cookies(headers, secure).find_map(|cookie| {
            let value = verifier.verify(cookie)?.value().to_owned();
            let mut parts = value.split('.');
            let (version, expires, mark, name) =
                (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
            let valid =
                version == VERSION && parts.next().is_none() && expires.parse::<u64>().ok()? > now;
            let name = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(name).ok()?).ok()?;
            valid.then(|| Session { name, mark: mark.to_owned() })
        })
    }

    /// Returns whether a session was started with `credential`: a session ends when the token or
    /// the password is changed.
    pub(crate) fn proves(&self, session: &Session, credential: &str) -> bool {
        session.mark == self.mark(credential)
    }

    /// Returns a mark of `credential` that says nothing about it to whoever lacks the key.
    fn mark(&self, credential: &str) -> String {
        let digest =
            Sha256::new().chain_update(self.key.encryption()).chain_update(credential).finalize();
        digest.iter().take(MARK_BYTES).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Returns whether a request has a cookie of ours, valid or not.
pub(crate) fn has_cookie(headers: &HeaderMap, secure: bool) -> bool {
    cookies(headers, secure).next().is_some()
}

fn cookies(headers: &HeaderMap, secure: bool) -> impl Iterator<Item = Cookie<'static>> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let all = texts.flat_map(|text| Cookie::split_parse(text.to_owned())).filter_map(Result::ok);
    all.filter(move |cookie| cookie.name() == cookie_name(secure) && !cookie.value().is_empty())
}

fn cookie_name(secure: bool) -> &'static str {
    if secure { SECURE_NAME } else { PLAIN_NAME }
}

/// Returns a `Set-Cookie` header that scripts cannot read and other sites' requests do not carry.
fn cookie(value: String, lifetime: Duration, secure: bool) -> String {
    Cookie::build((cookie_name(secure), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(secure)
        .max_age(lifetime)
        .build()
        .to_string()
}

#[cfg(test)]
mod tests;
