//! Why a request is beyond the limits: a sentence, a code, and when another try makes sense.

use std::fmt;

use axum::http::StatusCode;
use thiserror::Error;

use super::MEGABYTE;
use crate::access::wait;

/// Whose limit it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The client's own.
    Client,
    /// That of all clients together.
    All,
}

/// What a budget counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Tokens.
    Tokens,
    /// Billionths of the currency.
    Nanos,
}

/// A budget that a request would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exceeded {
    pub(crate) scope: Scope,
    pub(crate) unit: Unit,
    pub(crate) limit: u64,
    pub(crate) spent: u64,
    /// What the request is expected to use.
    pub(crate) expected: u64,
    /// Seconds until the next day begins in UTC.
    pub(crate) seconds: u64,
}

/// The reason why a request is beyond the limits. `Display` is the public text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refusal {
    #[error("The request has {}, and this server takes {limit} MB at most. Start a new session, or have fewer figures in it.", match .found {
        Some(found) => format!("{} MB", megabytes(*found)),
        None => format!("more than {limit} MB"),
    })]
    Body { limit: u64, found: Option<u64> },
    #[error("The request could not be read to its end. Send it again.")]
    Unread,
    #[error(
        "The request has {found} messages, and this server takes {limit} at most. Start a new session, or leave out earlier messages."
    )]
    Messages { limit: u64, found: u64 },
    #[error(
        "The request has {found} images, and this server takes {limit} at most. Leave out earlier figures, or start a new session."
    )]
    Images { limit: u64, found: u64 },
    #[error("An image has {} MB, and this server takes {limit} MB at most. Make it smaller.", megabytes(*.found))]
    ImageBytes { limit: u64, found: u64 },
    #[error(
        "The server is busy (answering: {running}, waiting: {waiting}). Try again in {}.",
        wait(QUEUE_RETRY)
    )]
    QueueFull { running: u64, waiting: u64 },
    #[error("The server is busy: no place became free within {}. Try again soon.", wait(*.seconds))]
    QueueTimeout { seconds: u64 },
    #[error("{}: {limit} {} a minute. Try again in {}.", match .scope {
        Scope::Client => "You have sent as many requests as this server takes from one user",
        Scope::All => "This server has as many requests as it takes from all users together",
    }, if *.limit == 1 { "request" } else { "requests" }, wait(*.seconds))]
    Rate { scope: Scope, limit: u64, seconds: u64 },
    #[error("{0}")]
    Budget(Exceeded),
    #[error(
        "The server cannot count what is used at present, since its Redis does not answer, and it answers no requests without counting. Try again soon, and notify whoever runs the server."
    )]
    NotCounted,
}

/// How long to wait if the queue is full, in seconds: answers take some seconds each.
const QUEUE_RETRY: u64 = 5;

impl Refusal {
    /// Returns status, kind and code for programs.
    pub(crate) fn classify(&self) -> (StatusCode, &'static str, &'static str) {
        let invalid = |code| (StatusCode::BAD_REQUEST, "invalid_request_error", code);
        let limited = |code| (StatusCode::TOO_MANY_REQUESTS, "rate_limit_error", code);
        match self {
            Self::Body { .. } => {
                (StatusCode::PAYLOAD_TOO_LARGE, "invalid_request_error", "too_large")
            }
            Self::Unread => invalid("unread"),
            Self::Messages { .. } => invalid("too_many_messages"),
            Self::Images { .. } => invalid("too_many_images"),
            Self::ImageBytes { .. } => {
                (StatusCode::PAYLOAD_TOO_LARGE, "invalid_request_error", "image_too_large")
            }
            Self::QueueFull { .. } => limited("queue_full"),
            Self::QueueTimeout { .. } => limited("queue_timeout"),
            Self::Rate { .. } => limited("rate_limit_exceeded"),
            Self::Budget(Exceeded { unit: Unit::Tokens, .. }) => limited("token_budget_exceeded"),
            Self::Budget(Exceeded { unit: Unit::Nanos, .. }) => limited("cost_budget_exceeded"),
            Self::NotCounted => {
                (StatusCode::SERVICE_UNAVAILABLE, "rate_limit_error", "limits_unavailable")
            }
        }
    }

    /// Returns the field of the request that is beyond a limit; `None` if it is the request
    /// itself, or how many there are.
    pub(crate) fn param(&self) -> Option<&'static str> {
        match self {
            Self::Messages { .. } | Self::Images { .. } | Self::ImageBytes { .. } => {
                Some("messages")
            }
            _ => None,
        }
    }

    /// Returns after how many seconds another try makes sense; `None` if the request itself has
    /// to change.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Body { .. }
            | Self::Unread
            | Self::Messages { .. }
            | Self::Images { .. }
            | Self::ImageBytes { .. } => None,
            Self::QueueFull { .. } | Self::QueueTimeout { .. } | Self::NotCounted => {
                Some(QUEUE_RETRY)
            }
            Self::Rate { seconds, .. } | Self::Budget(Exceeded { seconds, .. }) => Some(*seconds),
        }
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scope, unit, limit, spent, expected, seconds } = *self;
        let amount = |amount: u64| match unit {
            Unit::Tokens => format!("{amount} tokens"),
            Unit::Nanos => money(amount),
        };
        let whose = match scope {
            Scope::Client => "Your",
            Scope::All => "This server's",
        };
        let kind = match unit {
            Unit::Tokens => "of tokens",
            Unit::Nanos => "of money",
        };
        write!(
            formatter,
            "{whose} budget {kind} for today is {}; {} are used or reserved, and this request is expected to take {}. ",
            amount(limit),
            amount(spent),
            amount(expected)
        )?;
        if expected > limit {
            formatter.write_str(
                "It exceeds the whole budget: shorten the session, or ask for a shorter answer.",
            )
        } else {
            write!(formatter, "The next day begins in {} (UTC).", wait(seconds))
        }
    }
}

/// Returns an amount of money with as many digits as matter. The currency is whichever the prices
/// are in.
fn money(nanos: u64) -> String {
    let (whole, rest) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
    // Hundredths for larger amounts, millionths for smaller ones; what is left is rounded up.
    let (digits, unit) = if whole > 0 { (2, 10_000_000) } else { (6, 1_000) };
    let parts = rest.div_ceil(unit);
    if parts * unit >= 1_000_000_000 {
        format!("{}.00", whole + 1)
    } else {
        format!("{whole}.{parts:0digits$}")
    }
}

fn megabytes(bytes: u64) -> String {
    let tenths = (bytes * 10).div_ceil(MEGABYTE);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_explained() {
        let tokens = Exceeded {
            scope: Scope::Client,
            unit: Unit::Tokens,
            limit: 10_000,
            spent: 9_000,
            expected: 1_200,
            seconds: 7_200,
        };
        assert_eq!(
            tokens.to_string(),
            "Your budget of tokens for today is 10000 tokens; 9000 tokens are used or reserved, and this request is expected to \
             take 1200 tokens. The next day begins in 2 hours (UTC)."
        );
        let money = Exceeded {
            scope: Scope::All,
            unit: Unit::Nanos,
            limit: 500_000_000,
            spent: 0,
            expected: 1_234_000_000,
            seconds: 60,
        };
        assert_eq!(
            money.to_string(),
            "This server's budget of money for today is 0.500000; 0.000000 are used or reserved, and this request is expected to \
             take 1.24. It exceeds the whole budget: shorten the session, or ask for a shorter answer."
        );
    }

    #[test]
    fn amounts_are_rounded_up() {
        for (nanos, wanted) in [
            (0, "0.000000"),
            (1, "0.000001"),
            (25_000_000, "0.025000"),
            (999_999_999, "1.00"),
            (1_000_000_000, "1.00"),
            (1_999_999_999, "2.00"),
            (12_345_000_000, "12.35"),
        ] {
            assert_eq!(money(nanos), wanted, "{nanos}");
        }
        assert_eq!((megabytes(1), megabytes(1_260_000)), ("0.1".to_owned(), "1.3".to_owned()));
    }
}
