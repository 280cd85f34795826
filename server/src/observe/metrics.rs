//! What is counted and measured, for Prometheus. Labels come from the configuration and from the
//! code, never from a request, so that their number is bounded.

use std::{fmt, time::Duration};

use chat::Usage;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram, info::Info},
    registry::{Registry, Unit},
};

/// The labels of what is known of each model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Of {
    pub(super) model: String,
    pub(super) provider: String,
}

/// Those of requests.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    model: String,
    provider: String,
    status: u32,
    code: &'static str,
}

/// Those of calls to providers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Called {
    model: String,
    provider: String,
    code: &'static str,
}

/// Those of tokens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Used {
    model: String,
    provider: String,
    kind: &'static str,
}

/// Bounds of times in seconds: from a local refusal to an answer that takes minutes.
const TIMES: [f64; 14] =
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0];

/// Bounds of sizes in bytes: from a question to a conversation with many figures.
const SIZES: [f64; 7] = [1e3, 1e4, 1e5, 1e6, 5e6, 1e7, 2e7];

type Histograms = Family<Of, Histogram, fn() -> Histogram>;

/// The metrics of one server.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    duration: Histograms,
    first_byte: Histograms,
    queued_for: Histogram,
    request_size: Histogram,
    calls: Family<Called, Counter>,
    retries: Family<Of, Counter>,
    fallbacks: Family<Of, Counter>,
    tokens: Family<Used, Counter>,
    pub(super) in_flight: Gauge,
    queue: Gauge,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Metrics")
    }
}

/// One request that is over.
pub(super) struct Sample<'a> {
    pub(super) of: &'a Of,
    pub(super) status: u16,
    pub(super) code: &'static str,
    pub(super) bytes: usize,
    pub(super) total: Duration,
    pub(super) first_byte: Option<Duration>,
    pub(super) queued: Option<Duration>,
    pub(super) usage: Usage,
}

impl Default for Metrics {
    fn default() -> Self {
        let times = || Histogram::new(TIMES);
        let mut metrics = Self {
            registry: Registry::with_prefix("insitu"),
            requests: Family::default(),
            duration: Family::new_with_constructor(times),
            first_byte: Family::new_with_constructor(times),
            queued_for: times(),
            request_size: Histogram::new(SIZES),
            calls: Family::default(),
            retries: Family::default(),
            fallbacks: Family::default(),
            tokens: Family::default(),
            in_flight: Gauge::default(),
            queue: Gauge::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let Self { registry, .. } = self;
        let seconds = || Unit::Seconds;
        registry.register(
            "requests",
            "Requests to the relay, when they are over",
            self.requests.clone(),
        );
        registry.register_with_unit(
            "request_duration",
            "Time from a request to the end of its answer",
            seconds(),
            self.duration.clone(),
        );
        registry.register_with_unit(
            "first_byte",
            "Time from a request to the first piece of its answer",
            seconds(),
            self.first_byte.clone(),
        );
        registry.register_with_unit(
            "queue_wait",
            "Time that a request waited for a place",
            seconds(),
            self.queued_for.clone(),
        );
        registry.register_with_unit(
            "request_size",
            "Size of requests",
            Unit::Bytes,
            self.request_size.clone(),
        );
        registry.register(
            "upstream_calls",
            "Calls to providers, when their answer begins or fails",
            self.calls.clone(),
        );
        registry.register("retries", "Calls that repeat one that failed", self.retries.clone());
        registry.register(
            "fallbacks",
            "Requests handed on to another model",
            self.fallbacks.clone(),
        );
        registry.register("tokens", "Tokens as the providers count them", self.tokens.clone());
        registry.register(
            "in_flight",
            "Requests that are being answered or wait",
            self.in_flight.clone(),
        );
        registry.register("queue", "Requests that wait for a place", self.queue.clone());
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of the server", version);
    }

    /// Returns everything in the text format of OpenMetrics; `waiting` requests wait for a place.
    pub(crate) fn render(&self, waiting: u64) -> Result<String, fmt::Error> {
        self.queue.set(i64::try_from(waiting).unwrap_or(i64::MAX));
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }

    /// Counts a call of a provider; `code` says how it went.
    pub(super) fn called(&self, of: &Of, code: &'static str) {
        let Of { model, provider } = of.clone();
        self.calls.get_or_create(&Called { model, provider, code }).inc();
    }

    pub(super) fn retried(&self, of: &Of) {
        self.retries.get_or_create(of).inc();
    }

    pub(super) fn fell_back(&self, of: &Of) {
        self.fallbacks.get_or_create(of).inc();
    }

    /// Counts a request that is over.
    pub(super) fn count(&self, sample: &Sample<'_>) {
        let Of { model, provider } = sample.of.clone();
        let (status, code) = (u32::from(sample.status), sample.code);
        self.requests.get_or_create(&Answered { model, provider, status, code }).inc();
        self.duration.get_or_create(sample.of).observe(sample.total.as_secs_f64());
        if let Some(first) = sample.first_byte {
            self.first_byte.get_or_create(sample.of).observe(first.as_secs_f64());
        }
        if let Some(queued) = sample.queued {
            self.queued_for.observe(queued.as_secs_f64());
        }
        #[expect(clippy::cast_precision_loss, reason = "a size in megabytes fits")]
        self.request_size.observe(sample.bytes as f64);
        let Usage { input, output, cached, cache_written, reasoning } = sample.usage;
        for (kind, count) in [
            ("input", input),
            ("output", output),
            ("cached_input", cached),
            ("cache_written", cache_written),
            ("reasoning", reasoning),
        ] {
            if count > 0 {
                let Of { model, provider } = sample.of.clone();
                self.tokens.get_or_create(&Used { model, provider, kind }).inc_by(count);
            }
        }
    }
}
