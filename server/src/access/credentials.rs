//! Signing in and out: what is asked for, and the cookie of whoever has entered it.

use axum::http::request::Parts;
use serde::Deserialize;

use super::{
    Access, Mode, is_secure,
    password::{self, MAX_PASSWORD_BYTES},
    refusal::Refusal,
    session::Sessions,
};

/// What signing in asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// The token that all users share.
    Token,
    /// A name and a password.
    Password,
}

/// What somebody has entered. Not `Debug`: it holds secrets.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Entered {
    name: String,
    password: String,
    token: String,
}

impl Entered {
    /// Returns the name, as users write it.
    pub(crate) fn name(&self) -> &str {
        self.name.trim()
    }
}

impl Access {
    /// Returns what signing in asks for, if browsers can sign in.
    pub(crate) fn asks(&self) -> Option<Asks> {
        match self.mode {
            Mode::Token => Some(Asks::Token),
            Mode::Users(_) => Some(Asks::Password),
            Mode::Open | Mode::Proxy { .. } => None,
        }
    }

    /// Returns the `Set-Cookie` header that signs in whoever entered the right things, else `None`.
    /// `now` is in seconds since 1970.
    ///
    /// # Errors
    /// Too many have failed, or are being examined.
    pub(crate) async fn sign_in(
        &self,
        parts: &Parts,
        entered: Entered,
        now: u64,
    ) -> Result<Option<String>, Refusal> {
        let block = self.address(parts).into();
        self.attempts.begin(block, now).map_err(|seconds| {
            tracing::warn!(client = %block, "too many sign-ins failed");
            Refusal::TooManyAttempts { seconds }
        })?;
        let proved =
            self.examine(entered).await.inspect_err(|_| self.attempts.forget(block, now))?;
        match proved {
            Some(_) => self.attempts.forget(block, now),
            None => tracing::warn!(client = %block, "a sign-in failed"),
        }
        let start = |(name, credential): (String, &str)| {
            self.sessions.start(&name, credential, now, is_secure(parts))
        };
        Ok(proved.map(start))
    }

    /// Returns the name of the user who is signed in, empty if everybody has the same token.
    pub(crate) fn signed_in(&self, parts: &Parts, now: u64) -> Option<String> {
        let session = self.sessions.read(&parts.headers, now, is_secure(parts))?;
        self.credential(&session.name)
            .is_some_and(|credential| self.sessions.proves(&session, credential))
            .then_some(session.name)
    }

    /// Returns the `Set-Cookie` header that signs out.
    pub(crate) fn sign_out(parts: &Parts) -> String {
        Sessions::end(is_secure(parts))
    }

    /// Returns the name and the credential of whoever entered the right things.
    async fn examine(&self, entered: Entered) -> Result<Option<(String, &str)>, Refusal> {
        let name = match &self.mode {
            Mode::Token => {
                let token = self.token.as_ref();
                token
                    .is_some_and(|token| password::same(token.reveal(), entered.token.trim()))
                    .then(String::new)
            }
            Mode::Users(users) if entered.password.len() <= MAX_PASSWORD_BYTES => {
                let name = entered.name().to_owned();
                let right =
                    users.verify(&name, entered.password).await.map_err(|_| Refusal::Overloaded)?;
                right.then_some(name)
            }
            Mode::Users(_) | Mode::Open | Mode::Proxy { .. } => None,
        };
        Ok(name
            .and_then(|name| self.credential(&name).map(|credential| (name.clone(), credential))))
    }
}
