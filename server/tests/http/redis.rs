//! Counters that several relays share, with a real `redis-server`, which each test starts for
//! itself.

use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
};

use chat::Usage;
use server::config::Limits;

use super::*;
use crate::{
    limits::{answer, limited, outcome, question},
    upstream::{Answer, start},
};

/// A running `redis-server`.
pub(crate) struct Redis {
    process: Option<Child>,
    pub(crate) port: u16,
    /// Further arguments of its command line.
    more: Vec<String>,
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Redis {
    /// Starts one; `None` if none is installed, which is an error if the step of tests has
    /// found it.
    async fn start() -> Option<Self> {
        Self::start_with(Vec::new()).await
    }

    /// Starts one with further arguments.
    pub(crate) async fn start_with(more: Vec<String>) -> Option<Self> {
        let mut redis = Self { process: None, port: free_port(), more };
        redis.run().await.then_some(redis)
    }

    async fn run(&mut self) -> bool {
        let port = self.port.to_string();
        let process = Command::new("redis-server")
            .args(["--port", &port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
            .args(&self.more)
            .stdout(Stdio::null())
            .spawn();
        let Ok(process) = process else {
            assert!(
                std::env::var_os("INSITU_TEST_REDIS").is_none(),
                "redis-server is missing: apt-get install redis-server"
            );
            eprintln!("skipped, since redis-server is not installed");
            return false;
        };
        self.process = Some(process);
        for _ in 0..6_000 {
            if std::net::TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("redis-server does not listen");
    }

    fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Waits until the counters with keys like `pattern` have the sum `wanted`: what a call used is
    /// counted after its answer.
    pub(crate) async fn counts(&self, pattern: &str, wanted: u64) {
        let client = ::redis::Client::open(("127.0.0.1", self.port)).unwrap();
        let mut connection = client.get_connection().unwrap();
        let mut sum = 0;
        for _ in 0..6_000 {
            let keys: Vec<String> =
                ::redis::cmd("KEYS").arg(pattern).query(&mut connection).unwrap();
            let count = |key| ::redis::cmd("GET").arg(key).query::<u64>(&mut connection).unwrap();
            sum = keys.iter().map(count).sum();
            if sum == wanted {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{pattern} counts {sum}, not {wanted}");
    }

    fn limits(&self) -> Limits {
        let address = format!("redis://127.0.0.1:{}", self.port);
        Limits { redis: Some(Secret::new(address)), ..Limits::default() }
    }
}

/// Returns a port that nothing listens at.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Returns an answer that used so many tokens.
pub(crate) fn used(tokens: u64) -> Answer {
    answer(Usage { input: tokens, ..Usage::default() })
}

#[tokio::test]
async fn two_relays_share_one_budget() {
    let Some(redis) = Redis::start().await else { return };
    let provider = start(vec![used(400), used(500)]).await;
    let limits = Limits { client_tokens_per_day: 1000, ..redis.limits() };
    let (one, other) = (limited(&provider.base, limits.clone()), limited(&provider.base, limits));
    assert_eq!(outcome(&one, question("What is 1+1?")).await.0, 200);
    assert_eq!(outcome(&other, question("What is 1+1?")).await.0, 200);
    redis.counts("insitu:tokens:*", 900).await;
    // This request is expected to take some 120.
    for router in [&one, &other] {
        let (.., message, _) = outcome(router, question("What is 1+1?")).await;
        assert!(
            message
                .starts_with("Your budget of tokens for today is 1000 tokens; 900 tokens are used"),
            "{message}"
        );
    }
    assert_eq!(provider.received.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn two_relays_share_one_rate() {
    let Some(redis) = Redis::start().await else { return };
    let provider = start(vec![used(1), used(1), used(1)]).await;
    let limits =
        Limits { client_requests_per_minute: 3, requests_per_minute: 100, ..redis.limits() };
    let (one, other) = (limited(&provider.base, limits.clone()), limited(&provider.base, limits));
    for router in [&one, &other, &one] {
        assert_eq!(outcome(router, question("What is 1+1?")).await.0, 200);
    }
    for router in [&one, &other] {
        let (status, code, _, retry) = outcome(router, question("What is 1+1?")).await;
        assert_eq!((status, code.as_str()), (429, "rate_limit_exceeded"));
        assert!(retry.is_some_and(|seconds| (15..=20).contains(&seconds)), "{retry:?}");
    }
}

#[tokio::test]
async fn without_redis_budgets_refuse_and_rates_are_counted_alone() {
    let Some(mut redis) = Redis::start().await else { return };
    let provider = start(vec![used(1), used(1), used(1), used(1)]).await;
    let budgets = limited(&provider.base, Limits { cost_per_day: 100.0, ..redis.limits() });
    let rates = limited(&provider.base, Limits { client_requests_per_minute: 2, ..redis.limits() });
    assert_eq!(outcome(&budgets, question("What is 1+1?")).await.0, 200);
    redis.stop();
    let (status, code, message, retry) = outcome(&budgets, question("What is 1+1?")).await;
    assert_eq!((status, code.as_str(), retry), (503, "limits_unavailable", Some(5)));
    assert!(message.contains("its Redis does not answer"), "{message}");
    assert_eq!(outcome(&budgets, question("What is 1+1?")).await.0, 503);
    for status in [200, 200, 429] {
        assert_eq!(outcome(&rates, question("What is 1+1?")).await.0, status);
    }
    assert_eq!(provider.received.lock().unwrap().len(), 3);
    // Once it is back, so are the answers.
    assert!(redis.run().await);
    let found = async {
        while outcome(&budgets, question("What is 1+1?")).await.0 != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), found)
        .await
        .expect("the relay finds its Redis again");
}
