//! The record of one request to the relay: what is known of it without looking at its content.
//! Written when it is dropped, so that no request goes without, however it ends.

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use axum::http::HeaderMap;
use chat::{Delta, Usage};

use super::{
    Observed,
    metrics::{Of, Sample},
};
use crate::{
    Upstream,
    upstream::{Failure, Observer},
};

/// What kind of client asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Client {
    /// A page in a browser.
    Browser,
    /// A library of OpenAI's.
    Sdk,
    /// Another program.
    Other,
}

impl Client {
    /// Returns the kind of client that sends such headers.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        if headers.contains_key("sec-fetch-site") {
            Self::Browser
        } else if headers.contains_key("x-stainless-lang") {
            Self::Sdk
        } else {
            Self::Other
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Browser => "browser",
            Self::Sdk => "sdk",
            Self::Other => "other",
        }
    }
}

/// One call of a provider.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) of: Of,
    pub(super) began: SystemTime,
    /// When it was answered or failed, and how.
    pub(super) ended: Option<(SystemTime, &'static str)>,
}

/// The record of one request.
#[derive(Debug)]
pub(crate) struct Record {
    observed: Arc<Observed>,
    pub(super) id: String,
    client: Client,
    began: Instant,
    pub(super) began_at: SystemTime,
    /// The trace that it belongs to, if traces are sent.
    #[cfg(feature = "telemetry")]
    pub(super) parent: opentelemetry::Context,
    queued: Option<Duration>,
    first_byte: Option<Duration>,
    request_bytes: usize,
    answer_bytes: usize,
    pub(super) of: Of,
    pub(super) calls: Vec<Call>,
    falling_back: bool,
    retries: u32,
    pub(super) usage: Usage,
    /// Status and code; none while the request is being answered.
    end: Option<(u16, &'static str)>,
}

/// The status that stands for a client that has gone, as nginx has it.
const GONE: u16 = 499;

/// The label of a model that runs on this machine and is not in the configuration.
const FOUND: &str = "found";

impl Record {
    /// Begins the record of a request.
    pub(crate) fn new(observed: Arc<Observed>, client: Client) -> Self {
        observed.metrics.in_flight.inc();
        Self {
            observed,
            id: id(),
            client,
            began: Instant::now(),
            began_at: SystemTime::now(),
            #[cfg(feature = "telemetry")]
            parent: opentelemetry::Context::new(),
            queued: None,
            first_byte: None,
            request_bytes: 0,
            answer_bytes: 0,
            of: Of::default(),
            calls: Vec::new(),
            falling_back: false,
            retries: 0,
            usage: Usage::default(),
            end: None,
        }
    }

    /// Notes the trace that the request belongs to, if traces are sent anywhere.
    #[cfg(feature = "telemetry")]
    pub(crate) fn belongs_to(&mut self, trace: opentelemetry::Context) {
        if self.observed.traces.is_some() {
            self.parent = trace;
        }
    }

    /// Returns the request's id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Notes the size of the request.
    pub(crate) fn received(&mut self, bytes: usize) {
        self.request_bytes = bytes;
    }

    /// Notes how long it waited for a place.
    pub(crate) fn queued(&mut self, wait: Duration) {
        self.queued = Some(wait);
    }

    /// Notes that the answer begins.
    pub(crate) fn begins(&mut self) {
        self.first_byte = Some(self.began.elapsed());
        self.call_ended("ok");
    }

    /// Notes a piece of the answer.
    pub(crate) fn sees(&mut self, delta: &Delta) {
        if let Delta::Usage(usage) = delta {
            // Some providers report the sum so far with every piece.
            self.usage = *usage;
        }
    }

    /// Notes what was written to the client.
    pub(crate) fn wrote(&mut self, bytes: usize) {
        self.answer_bytes = self.answer_bytes.saturating_add(bytes);
    }

    /// Notes how the request ends. Without this, the client has gone.
    pub(crate) fn ends(&mut self, status: u16, code: &'static str) {
        self.end = Some((status, code));
    }

    fn call_ended(&mut self, code: &'static str) {
        if let Some(call) = self.calls.last_mut().filter(|call| call.ended.is_none()) {
            call.ended = Some((SystemTime::now(), code));
            self.observed.metrics.called(&call.of, code);
        }
    }
}

impl Observer for Record {
    fn asks(&mut self, upstream: &Upstream) {
        let of = Of {
            model: if upstream.is_found() { FOUND.to_owned() } else { upstream.model().id.clone() },
            provider: upstream.model().provider.clone(),
        };
        if !self.calls.is_empty() && !self.falling_back {
            self.retries += 1;
            self.observed.metrics.retried(&of);
        }
        self.falling_back = false;
        self.of = of.clone();
        self.calls.push(Call { of, began: SystemTime::now(), ended: None });
    }

    fn fails(&mut self, failure: &Failure) {
        self.call_ended(failure.error.code());
    }

    fn falls_back(&mut self) {
        self.falling_back = true;
        self.observed.metrics.fell_back(&self.of);
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        let missing =
            if std::thread::panicking() { (500, "internal_error") } else { (GONE, "client_gone") };
        let (status, code) = self.end.unwrap_or(missing);
        self.call_ended(code);
        let metrics = &self.observed.metrics;
        metrics.in_flight.dec();
        let total = self.began.elapsed();
        metrics.count(&Sample {
            of: &self.of,
            status,
            code,
            bytes: self.request_bytes,
            total,
            first_byte: self.first_byte,
            queued: self.queued,
            usage: self.usage,
        });
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        tracing::info!(
            id = self.id,
            client = self.client.word(),
            model = self.of.model,
            provider = self.of.provider,
            status,
            code,
            request_bytes = self.request_bytes,
            answer_bytes = self.answer_bytes,
            queue_ms = self.queued.map(milliseconds),
            first_byte_ms = self.first_byte.map(milliseconds),
            total_ms = milliseconds(total),
            tokens_in = self.usage.input,
            tokens_out = self.usage.output,
            retries = self.retries,
            "request"
        );
        #[cfg(feature = "telemetry")]
        if let Some(traces) = &self.observed.traces {
            traces.send(self, status, code);
        }
    }
}

/// Returns a new id: 16 random bytes, so that no two relays have the same.
fn id() -> String {
    let mut bytes = [0; 16];
    // Without random numbers ids may repeat, which harms nobody but the reader of a log.
    let _ = getrandom::fill(&mut bytes);
    bytes.iter().fold("req_".to_owned(), |id, byte| format!("{id}{byte:02x}"))
}
