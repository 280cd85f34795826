//! Why a request has no access: a status, a sentence and a code for programs.

use axum::http::StatusCode;
use thiserror::Error;

/// The reason why a request has no access. `Display` is the public text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refusal {
    #[error(
        "This server needs a token. Send it as `Authorization: Bearer …`, or open the server's address in a browser and sign in."
    )]
    NoToken,
    #[error(
        "The token is not this server's. Check the key of your program, or ask whoever runs the server."
    )]
    WrongToken,
    #[error(
        "Users of this server sign in: open its address in a browser. Programs need a token, which whoever runs the server sets as `access.token`."
    )]
    NoSession,
    #[error(
        "Your session has ended. Open this server's address in a new tab and sign in; what is on this page stays, and you can ask again here."
    )]
    SessionEnded,
    #[error(
        "This server is used through its proxy only, and this request did not come from there. If it did, the proxy's address is missing in `access.trusted_proxies`."
    )]
    NotFromProxy,
    #[error(
        "The proxy in front of this server did not say who you are: the header {header} is {problem}. Sign in at the proxy, or have it send the header."
    )]
    NoProxyUser { header: String, problem: &'static str },
    #[error("Too many sign-ins from your network have failed. Try again in {}.", wait(*.seconds))]
    TooManyAttempts { seconds: u64 },
    #[error("Too many people are signing in right now. Try again in a few seconds.")]
    Overloaded,
}

impl Refusal {
    /// Returns status, kind and code for programs.
    pub(crate) fn classify(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::NoToken | Self::NoSession | Self::NoProxyUser { .. } => {
                (StatusCode::UNAUTHORIZED, "authentication_error", "no_access")
            }
            // The code that the clients of OpenAI know.
            Self::WrongToken => {
                (StatusCode::UNAUTHORIZED, "authentication_error", "invalid_api_key")
            }
            Self::SessionEnded => {
                (StatusCode::UNAUTHORIZED, "authentication_error", "session_ended")
            }
            Self::NotFromProxy => (StatusCode::FORBIDDEN, "permission_error", "not_from_proxy"),
            Self::TooManyAttempts { .. } => {
                (StatusCode::TOO_MANY_REQUESTS, "rate_limit_error", "too_many_attempts")
            }
            Self::Overloaded => (StatusCode::SERVICE_UNAVAILABLE, "server_error", "overloaded"),
        }
    }

    /// Returns after how many seconds another try makes sense.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooManyAttempts { seconds } => Some(*seconds),
            Self::Overloaded => Some(5),
            _ => None,
        }
    }
}

/// Returns a time in words, rounded up.
pub(crate) fn wait(seconds: u64) -> String {
    let plural =
        |count: u64, unit: &str| format!("{count} {unit}{}", if count == 1 { "" } else { "s" });
    match seconds {
        0..=90 => plural(seconds.max(1), "second"),
        91..=5400 => plural(seconds.div_ceil(60), "minute"),
        _ => plural(seconds.div_ceil(3600), "hour"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_words() {
        for (seconds, wanted) in [
            (0, "1 second"),
            (1, "1 second"),
            (90, "90 seconds"),
            (91, "2 minutes"),
            (3600, "60 minutes"),
            (5401, "2 hours"),
            (86_400, "24 hours"),
        ] {
            assert_eq!(wait(seconds), wanted);
        }
    }
}
