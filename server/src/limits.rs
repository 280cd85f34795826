//! The limits of the relay: how large a request may be, how many are answered at once, how many a
//! minute, and how many tokens and how much money a day. Knows sizes and numbers, and nothing of
//! what is asked.
//!
//! A request passes in this order: its size, the rates, the queue, the budgets. What it is expected
//! to use is reserved before the provider is asked and replaced by what it used when its [`Call`]
//! is dropped, however it ends.

mod budget;
mod call;
pub(crate) mod estimate;
mod queue;
mod rate;
mod refusal;
mod shared;
mod sizes;

use std::{error::Error as _, fmt, sync::Arc};

use axum::{body::Bytes, extract::Request, http::header};
use chat::Usage;
use http_body_util::LengthLimitError;
use serde_json::Value;
use thiserror::Error;

use self::{
    budget::{Budgets, DAY, Ledger},
    estimate::{Amount, Size},
    queue::Queue,
    rate::{PerMinute, Rates},
    shared::Shared,
    sizes::Sizes,
};
use crate::{
    Config, Secret,
    access::{self, client::Client},
    config::Price,
};

pub(crate) use call::Call;
pub(crate) use refusal::Refusal;

/// One megabyte, as configuration and sentences count it.
pub(crate) const MEGABYTE: u64 = 1024 * 1024;

/// The limits, and what is used of them.
pub(crate) struct Limits {
    body_megabytes: u64,
    sizes: Sizes,
    per_minute: PerMinute,
    budgets: Budgets,
    queue: Arc<Queue>,
    rates: Arc<Rates>,
    ledger: Arc<Ledger>,
    /// The address that `shared` was created with.
    redis: Option<Secret>,
    shared: Option<Arc<Shared>>,
}

impl fmt::Debug for Limits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Limits").finish_non_exhaustive()
    }
}

/// What cannot be used about the limits: the key's name, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key}: {problem}.")]
pub struct LimitsError {
    /// The setting.
    pub key: &'static str,
    /// What is wrong, and what to set instead.
    pub problem: String,
}

impl Limits {
    /// Creates the limits of `config`. What is used of those of `before` stays used: a reload
    /// empties no ledger and no queue. Called within a Tokio runtime if there is a Redis.
    ///
    /// # Errors
    /// A limit cannot be kept: a budget of money and a model without a price, or an invalid
    /// address of Redis.
    pub(crate) fn new(config: &Config, before: Option<&Self>) -> Result<Arc<Self>, LimitsError> {
        let settings = &config.limits;
        let budgets = Budgets {
            client: Amount {
                tokens: settings.client_tokens_per_day,
                nanos: estimate::nanos(settings.client_cost_per_day),
            },
            all: Amount {
                tokens: settings.tokens_per_day,
                nanos: estimate::nanos(settings.cost_per_day),
            },
        };
        has_prices(config, &budgets)?;
        let sizes = Sizes {
            messages: settings.messages,
            images: settings.images,
            image_megabytes: settings.image_megabytes,
        };
        let per_minute = PerMinute {
            client: settings.client_requests_per_minute,
            all: settings.requests_per_minute,
        };
        let queue_of = (settings.concurrent, settings.queue, settings.queue_wait);
        let queue =
            before.map(|before| &before.queue).filter(|queue| queue.is_of(queue_of)).cloned();
        let rates = before
            .filter(|before| before.per_minute == per_minute)
            .map(|before| before.rates.clone());
        let shared = match (&settings.redis, before) {
            (None, _) => None,
            (Some(redis), Some(before)) if before.redis.as_ref() == Some(redis) => before.shared.clone(),
            (Some(redis), _) => Some(Arc::new(Shared::new(redis.reveal()).map_err(|error| LimitsError {
                key: "limits.redis",
                problem: format!(
                    "the address cannot be used ({:?}); write it like redis://127.0.0.1:6379 or rediss://name:password@host:6379",
                    error.kind()
                ),
            })?)),
        };
        Ok(Arc::new(Self {
            body_megabytes: settings.body_megabytes,
            sizes,
            per_minute,
            budgets,
            queue: queue.unwrap_or_else(|| Arc::new(Queue::new(queue_of))),
            rates: rates.unwrap_or_else(|| Arc::new(Rates::new(per_minute))),
            ledger: before.map(|before| before.ledger.clone()).unwrap_or_default(),
            redis: settings.redis.clone(),
            shared,
        }))
    }

    /// Returns what to say at start of limits that are this instance's own; `None` if there are
    /// none, or Redis holds the counters.
    pub(crate) fn own(&self) -> Option<&'static str> {
        let counted = self.budgets != Budgets::default() || self.per_minute != PerMinute::default();
        (counted && self.shared.is_none()).then_some(
            "The limits are this instance's own: rates and budgets are not shared with other instances and are reset at each \
             start. `limits.redis` shares them.",
        )
    }

    /// Reads the body of a request.
    ///
    /// # Errors
    /// It is larger than the limit, or was broken off.
    pub(crate) async fn read(&self, request: Request) -> Result<Bytes, Refusal> {
        let limit = self.body_megabytes;
        let bytes = usize::try_from(limit * MEGABYTE).unwrap_or(usize::MAX);
        let length =
            request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        let found = length.and_then(|length| length.parse().ok());
        if found.is_some_and(|found| found > limit * MEGABYTE) {
            return Err(Refusal::Body { limit, found });
        }
        axum::body::to_bytes(request.into_body(), bytes).await.map_err(|error| {
            let too_large = error.source().is_some_and(|source| source.is::<LengthLimitError>());
            if too_large { Refusal::Body { limit, found: None } } else { Refusal::Unread }
        })
    }

    /// Returns the size of a request, whose JSON has `bytes`.
    ///
    /// # Errors
    /// It is larger than the limits.
    pub(crate) fn examine(&self, body: &Value, bytes: usize) -> Result<Size, Refusal> {
        self.sizes.examine(body, bytes)
    }

    /// Waits until a request may be answered by a model of `price`, which is expected to use
    /// `expected`.
    ///
    /// # Errors
    /// It is beyond a limit.
    pub(crate) async fn admit(
        self: &Arc<Self>,
        client: Client,
        expected: Usage,
        price: Price,
    ) -> Result<Call, Refusal> {
        self.count(&client).await?;
        let place = self.queue.enter().await?;
        let now = access::seconds_now();
        let reserved = self.reserve(&client, estimate::amount(price, expected), now).await?;
        let reserved = reserved.map(|amount| (amount, now / DAY));
        Ok(Call::new(Arc::clone(self), client, place, price, expected, reserved))
    }

    /// Returns whether what the limits need is there, for `/readyz`.
    pub(crate) async fn is_ready(&self) -> bool {
        match &self.shared {
            Some(shared) => shared.is_reachable().await,
            None => true,
        }
    }

    /// Returns how many requests are answered at present, and how many wait, for `/metrics`.
    pub(crate) fn load(&self) -> (u64, u64) {
        self.queue.load()
    }

    /// Counts a request in the rates. If Redis does not answer, this instance counts alone: a
    /// rate keeps load off, and costs nobody anything.
    async fn count(&self, client: &Client) -> Result<(), Refusal> {
        if self.per_minute != PerMinute::default()
            && let Some(shared) = &self.shared
            && let Ok(answer) = shared.count(self.per_minute, client).await
        {
            return answer;
        }
        self.rates.check(client)
    }

    /// Reserves what a call is expected to use. If Redis does not answer, it is refused: each
    /// instance would spend the whole budget again.
    async fn reserve(
        &self,
        client: &Client,
        expected: Amount,
        now: u64,
    ) -> Result<Option<Amount>, Refusal> {
        if self.budgets == Budgets::default() {
            return Ok(None);
        }
        let reserved = match &self.shared {
            Some(shared) => {
                let reserved = shared.reserve(&self.budgets, client, expected, now).await;
                reserved.map_err(|_| Refusal::NotCounted)?
            }
            None => self.ledger.reserve(&self.budgets, client, expected, now),
        };
        reserved.map(|()| Some(expected)).map_err(Refusal::Budget)
    }
}

/// Checks that every model has a price if a budget of money is set.
fn has_prices(config: &Config, budgets: &Budgets) -> Result<(), LimitsError> {
    let key = match (budgets.client.nanos, budgets.all.nanos) {
        (0, 0) => return Ok(()),
        (0, _) => "limits.cost_per_day",
        _ => "limits.client_cost_per_day",
    };
    let Some(model) = config.models.iter().find(|model| model.price.is_none()) else {
        return Ok(());
    };
    let problem = format!(
        "the model `{}` has no price, so that what it costs cannot be counted; set its `price`, of zeros if it costs nothing",
        model.id
    );
    Err(LimitsError { key, problem })
}
