//! `[limits]` and `[upstream]`: how much may be used, and how long providers may take.

use std::time::Duration;

use super::{
    seconds,
    secret::{Secret, Sources},
    section::Section,
};

/// `[limits]`. Of rates and budgets, zero stands for no limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// The largest request in megabytes.
    pub body_megabytes: u64,
    /// The most messages of a request.
    pub messages: u64,
    /// The most images of a request.
    pub images: u64,
    /// The largest image in megabytes.
    pub image_megabytes: u64,
    /// How many requests are with providers at a time.
    pub concurrent: u64,
    /// How many requests wait for a place.
    pub queue: u64,
    /// How long a request waits for a place.
    pub queue_wait: Duration,
    /// Requests of one client a minute.
    pub client_requests_per_minute: u64,
    /// Requests of all clients a minute.
    pub requests_per_minute: u64,
    /// Tokens of one client a day.
    pub client_tokens_per_day: u64,
    /// Tokens of all clients a day.
    pub tokens_per_day: u64,
    /// Cost of one client a day, in the currency of the prices.
    pub client_cost_per_day: f64,
    /// Cost of all clients a day, in the currency of the prices.
    pub cost_per_day: f64,
    /// The address of the Redis server that holds the counters of several relays; it may hold a
    /// password.
    pub redis: Option<Secret>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // A long conversation with a dozen figures is a few megabytes.
            body_megabytes: 20,
            messages: 1000,
            images: 32,
            image_megabytes: 5,
            concurrent: 64,
            queue: 256,
            queue_wait: Duration::from_secs(30),
            client_requests_per_minute: 60,
            requests_per_minute: 1000,
            client_tokens_per_day: 0,
            tokens_per_day: 0,
            client_cost_per_day: 0.0,
            cost_per_day: 0.0,
            redis: None,
        }
    }
}

/// `[upstream]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// How long connecting may take.
    pub connect: Duration,
    /// How long a provider may take until the first byte of its answer.
    pub first_byte: Duration,
    /// How long a provider may be silent in the middle of its answer.
    pub idle: Duration,
    /// How often a request is sent again.
    pub retries: u32,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            // A running server answers within a second.
            connect: Duration::from_secs(10),
            // Reading a long conversation takes a small local model a minute or more before its
            // first byte.
            first_byte: Duration::from_secs(180),
            idle: Duration::from_secs(180),
            retries: 2,
        }
    }
}

/// No limit is larger than this, so that sums of them do not overflow.
const MAX_LIMIT: u64 = 1 << 48;

/// Reads `[limits]`.
pub(super) fn read(section: &Section<'_>, sources: &Sources<'_>) -> Limits {
    let default = Limits::default();
    let integer = |key, least, most, default| section.integer(key, least..=most).unwrap_or(default);
    let limits = Limits {
        body_megabytes: integer("body_megabytes", 1, 1024, default.body_megabytes),
        messages: integer("messages", 1, 1_000_000, default.messages),
        images: integer("images", 0, 10_000, default.images),
        image_megabytes: integer("image_megabytes", 1, 1024, default.image_megabytes),
        concurrent: integer("concurrent", 1, 1_000_000, default.concurrent),
        queue: integer("queue", 0, 1_000_000, default.queue),
        queue_wait: seconds(section, "queue_seconds", 0..=3600, default.queue_wait),
        client_requests_per_minute: integer(
            "client_requests_per_minute",
            0,
            MAX_LIMIT,
            default.client_requests_per_minute,
        ),
        requests_per_minute: integer(
            "requests_per_minute",
            0,
            MAX_LIMIT,
            default.requests_per_minute,
        ),
        client_tokens_per_day: integer(
            "client_tokens_per_day",
            0,
            MAX_LIMIT,
            default.client_tokens_per_day,
        ),
        tokens_per_day: integer("tokens_per_day", 0, MAX_LIMIT, default.tokens_per_day),
        client_cost_per_day: section.number("client_cost_per_day").unwrap_or_default(),
        cost_per_day: section.number("cost_per_day").unwrap_or_default(),
        redis: redis(section, sources),
    };
    if limits.image_megabytes > limits.body_megabytes {
        let problem = format!(
            "is larger than `body_megabytes`, {}; an image is part of a request",
            limits.body_megabytes
        );
        section.problem("image_megabytes", problem);
    }
    section.finish();
    limits
}

fn redis(section: &Section<'_>, sources: &Sources<'_>) -> Option<Secret> {
    let address = sources.secret(section, "redis")?;
    let usable = ["redis://", "rediss://", "redis+unix://", "unix://"];
    if usable.iter().any(|scheme| address.reveal().starts_with(scheme)) {
        return Some(address);
    }
    section.problem(
        "redis",
        "is not an address of Redis; the variable or file holds one like redis://127.0.0.1:6379",
    );
    None
}

/// Reads `[upstream]`.
pub(super) fn read_timeouts(section: &Section<'_>) -> Timeouts {
    let default = Timeouts::default();
    let retries =
        section.integer("retries", 0..=10).and_then(|retries| u32::try_from(retries).ok());
    let timeouts = Timeouts {
        connect: seconds(section, "connect_seconds", 1..=600, default.connect),
        first_byte: seconds(section, "first_byte_seconds", 1..=3600, default.first_byte),
        idle: seconds(section, "idle_seconds", 1..=3600, default.idle),
        retries: retries.unwrap_or(default.retries),
    };
    section.finish();
    timeouts
}
