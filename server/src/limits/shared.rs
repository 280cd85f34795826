//! The counters of several relays, in Redis. Each question is one script, so that relays cannot
//! come between its parts. Redis holds names or addresses of clients with numbers, and nothing of
//! what they ask.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use redis::{
    Client as Redis, FromRedisValue, RedisError, RedisResult, Script, ScriptInvocation,
    aio::{ConnectionManager, ConnectionManagerConfig},
};

use tokio::time::Instant;

use super::{
    budget::{Budget, Budgets, DAY},
    estimate::Amount,
    rate::PerMinute,
    refusal::{Exceeded, Refusal, Scope},
};
use crate::access::client::Client;

/// Time limit for one question: Redis answers in less than a millisecond, and requests wait for it.
const ANSWER: Duration = Duration::from_millis(800);
/// How long Redis is not asked after it has not answered.
const PAUSE: Duration = Duration::from_millis(500);
/// How long the counters of a day are kept, in seconds: until the last call that began on it has
/// ended.
const KEEP_SECONDS: u64 = 2 * DAY;
/// How often the end of a call is reported, if Redis does not answer: for half a minute, with
/// growing pauses.
const TRIES: u32 = 6;

/// The connection to Redis.
pub(super) struct Shared {
    connection: ConnectionManager,
    rate: Script,
    reserve: Script,
    settle: Script,
    /// Until when Redis is not asked, since it did not answer.
    silent_until: Mutex<Option<Instant>>,
}

/// Redis did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unreachable;

impl Shared {
    /// Prepares the connection, which is made with the first question. Called within a Tokio
    /// runtime.
    pub(super) fn new(address: &str) -> Result<Self, RedisError> {
        let settings = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(ANSWER))
            .set_response_timeout(Some(ANSWER))
            .set_min_delay(Duration::from_millis(50))
            .set_number_of_retries(1);
        Ok(Self {
            connection: ConnectionManager::new_lazy_with_config(Redis::open(address)?, settings)?,
            rate: Script::new(include_str!("rate.lua")),
            reserve: Script::new(include_str!("reserve.lua")),
            settle: Script::new(include_str!("settle.lua")),
            silent_until: Mutex::new(None),
        })
    }

    /// Counts a request in the rates of its client and of all.
    pub(super) async fn count(
        &self,
        limits: PerMinute,
        client: &Client,
    ) -> Result<Result<(), Refusal>, Unreachable> {
        let rates = [(Scope::Client, limits.client), (Scope::All, limits.all)];
        let rates: Vec<_> = rates.into_iter().filter(|(_, limit)| *limit > 0).collect();
        let mut call = self.rate.prepare_invoke();
        for (scope, limit) in &rates {
            call.key(format!("insitu:rate:{}", counted(*scope, client))).arg(*limit);
        }
        let (exceeded, micros): (usize, u64) = self.ask(&call).await?;
        Ok(match exceeded.checked_sub(1).and_then(|index| rates.get(index)) {
            None => Ok(()),
            Some(&(scope, limit)) => {
                Err(Refusal::Rate { scope, limit, seconds: micros.div_ceil(1_000_000).max(1) })
            }
        })
    }

    /// Counts what a call is expected to use, like [`super::budget::Ledger::reserve`].
    pub(super) async fn reserve(
        &self,
        budgets: &Budgets,
        client: &Client,
        expected: Amount,
        now: u64,
    ) -> Result<Result<(), Exceeded>, Unreachable> {
        let budgets = budgets.set();
        let mut call = self.reserve.prepare_invoke();
        call.arg(KEEP_SECONDS);
        for budget in &budgets {
            call.key(budget_key(budget, client, now / DAY)).arg(budget.limit);
        }
        for budget in &budgets {
            call.arg(budget.of(expected));
        }
        let (exceeded, spent): (usize, u64) = self.ask(&call).await?;
        let exceeded = exceeded.checked_sub(1).and_then(|index| budgets.get(index));
        Ok(match exceeded.and_then(|budget| budget.exceeded(spent, expected, now)) {
            None => Ok(()),
            Some(exceeded) => Err(exceeded),
        })
    }

    /// Replaces what was reserved on `day` by what was used. If Redis does not answer for a
    /// while, the reservation stays.
    pub(super) async fn settle(
        &self,
        budgets: &Budgets,
        client: &Client,
        reserved: Amount,
        used: Amount,
        day: u64,
    ) {
        let mut call = self.settle.prepare_invoke();
        call.arg(KEEP_SECONDS);
        for budget in budgets.set() {
            let change = i128::from(budget.of(used)) - i128::from(budget.of(reserved));
            let change = i64::try_from(change).unwrap_or(i64::MAX);
            call.key(budget_key(&budget, client, day)).arg(change);
        }
        for attempt in 0..TRIES {
            if self.ask::<u64>(&call).await.is_ok() {
                return;
            }
            tokio::time::sleep(PAUSE * 2_u32.pow(attempt)).await;
        }
        tracing::warn!(
            "what a request used could not be counted; what it was expected to use stays counted"
        );
    }

    /// Returns whether Redis answers.
    pub(super) async fn is_reachable(&self) -> bool {
        self.ask::<u64>(&self.settle.prepare_invoke()).await.is_ok()
    }

    async fn ask<T: FromRedisValue>(&self, call: &ScriptInvocation<'_>) -> Result<T, Unreachable> {
        let silent = *self.silent_until.lock().unwrap_or_else(PoisonError::into_inner);
        if silent.is_some_and(|until| Instant::now() < until) {
            return Err(Unreachable);
        }
        let mut connection = self.connection.clone();
        let answer: Result<RedisResult<T>, _> =
            tokio::time::timeout(ANSWER, call.invoke_async(&mut connection)).await;
        let mut silent_until = self.silent_until.lock().unwrap_or_else(PoisonError::into_inner);
        let reason = match answer {
            Ok(Ok(answer)) => {
                if silent_until.take().is_some() {
                    tracing::info!("Redis answers again");
                }
                return Ok(answer);
            }
            // By its kind only: the text may quote the address, which may hold a password.
            Ok(Err(error)) => format!("{:?}", error.kind()),
            Err(_) => "it is silent".to_owned(),
        };
        if silent_until.replace(Instant::now() + PAUSE).is_none() {
            tracing::error!(
                reason,
                "Redis does not answer; until it does, requests are refused where a budget is set, and rates are this instance's own"
            );
        }
        Err(Unreachable)
    }
}

fn counted(scope: Scope, client: &Client) -> String {
    match scope {
        Scope::Client => client.to_string(),
        Scope::All => "all".to_owned(),
    }
}

fn budget_key(budget: &Budget, client: &Client, day: u64) -> String {
    let unit = match budget.unit {
        super::refusal::Unit::Tokens => "tokens",
        super::refusal::Unit::Nanos => "nanos",
    };
    format!("insitu:{unit}:{day}:{}", counted(budget.scope, client))
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_redis_that_does_not_answer_is_not_waited_for_again_before_a_pause() {
        // It accepts connections, as the kernel does for it, and never answers.
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let shared = Shared::new(&format!("redis://{}", silent.local_addr().unwrap())).unwrap();
        let waited = async || {
            let began = Instant::now();
            assert!(!shared.is_reachable().await);
            began.elapsed()
        };
        assert!(waited().await > Duration::ZERO);
        for _ in 0..3 {
            assert_eq!(waited().await, Duration::ZERO);
        }
        tokio::time::advance(PAUSE).await;
        assert!(waited().await > Duration::ZERO);
    }
}
