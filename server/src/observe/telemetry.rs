//! Traces over OTLP: one span for each request to the relay and one for each call of a provider
//! within it, sent through the HTTP client that the server has anyway.

use std::{future::Future, pin::Pin, time::Duration};

use axum::http::HeaderMap;
use opentelemetry::{
    Context, KeyValue,
    propagation::TextMapPropagator,
    trace::{Span, SpanKind, Status, TraceContextExt, Tracer, TracerProvider},
};
use opentelemetry_http::{Bytes, HeaderExtractor, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{Resource, propagation::TraceContextPropagator, trace::SdkTracerProvider};
use reqwest::{Client, Url};
use tokio::runtime::Handle;

use super::Record;

/// How long sending a batch may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Where traces go.
#[derive(Debug)]
pub(super) struct Traces(SdkTracerProvider);

impl Traces {
    /// Creates the connection to the collector at `endpoint`, whose path for traces is appended.
    /// `None`, with a line in the log, if that is impossible.
    pub(super) fn new(endpoint: &Url) -> Option<Self> {
        let address = format!("{}/v1/traces", endpoint.as_str().trim_end_matches('/'));
        // Redirects would carry the traces elsewhere.
        let client = crate::authorities::client()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(LIMIT)
            .build()
            .ok();
        let sender = client
            .zip(Handle::try_current().ok())
            .map(|(client, runtime)| Sender { client, runtime });
        let exporter = sender.and_then(|sender| {
            SpanExporter::builder()
                .with_http()
                .with_http_client(sender)
                .with_endpoint(address)
                .build()
                .ok()
        });
        let Some(exporter) = exporter else {
            tracing::warn!(
                "no traces are sent: the connection to telemetry.otlp_endpoint cannot be set up"
            );
            return None;
        };
        let resource = Resource::builder_empty().with_attributes([
            KeyValue::new("service.name", "insitu"),
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
        ]);
        Some(Self(
            SdkTracerProvider::builder()
                .with_batch_exporter(exporter)
                .with_resource(resource.build())
                .build(),
        ))
    }

    /// Hands a request that is over to the next batch.
    pub(super) fn send(&self, record: &Record, status: u16, code: &'static str) {
        let tracer = self.0.tracer("insitu");
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let span = tracer
            .span_builder("chat")
            .with_kind(SpanKind::Server)
            .with_start_time(record.began_at);
        let mut span = span.start_with_context(&tracer, &record.parent);
        span.set_attributes([
            KeyValue::new("insitu.request.id", record.id.clone()),
            KeyValue::new("gen_ai.operation.name", "chat"),
            KeyValue::new("gen_ai.request.model", record.of.model.clone()),
            KeyValue::new("gen_ai.usage.input_tokens", number(record.usage.input)),
            KeyValue::new("gen_ai.usage.output_tokens", number(record.usage.output)),
            KeyValue::new("http.response.status_code", i64::from(status)),
        ]);
        fail(&mut span, code);
        let context = Context::new().with_span(span);
        for call in &record.calls {
            let (ended, code) = call.ended.unwrap_or((call.began, "client_gone"));
            let span = tracer
                .span_builder("upstream")
                .with_kind(SpanKind::Client)
                .with_start_time(call.began);
            let mut span = span.start_with_context(&tracer, &context);
            span.set_attributes([
                KeyValue::new("gen_ai.request.model", call.of.model.clone()),
                KeyValue::new("insitu.provider", call.of.provider.clone()),
            ]);
            fail(&mut span, code);
            span.end_with_timestamp(ended);
        }
        context.span().end();
    }

    /// Sends what has not been sent yet.
    pub(super) fn flush(&self) {
        // Who cannot be reached now gets nothing more.
        let _ = self.0.shutdown_with_timeout(LIMIT);
    }
}

/// Returns the trace that a request belongs to by its headers `traceparent` and `tracestate`; a new
/// one if it has none, or one that is not well-formed.
pub(crate) fn parent(headers: &HeaderMap) -> Context {
    // A header that is there twice says nothing.
    if headers.get_all("traceparent").iter().count() != 1 {
        return Context::new();
    }
    TraceContextPropagator::new().extract_with_context(&Context::new(), &HeaderExtractor(headers))
}

fn fail(span: &mut impl Span, code: &'static str) {
    if code != "ok" {
        span.set_attribute(KeyValue::new("error.type", code));
        span.set_status(Status::error(code));
    }
}

/// The HTTP client for batches. They are made on a thread outside of the runtime, which the client
/// needs.
#[derive(Clone, Debug)]
struct Sender {
    client: Client,
    runtime: Handle,
}

impl HttpClient for Sender {
    fn send_bytes<'a, 'b>(
        &'a self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'b>>
    where
        'a: 'b,
        Self: 'b,
    {
        let client = self.client.clone();
        let sending = self.runtime.spawn(async move {
            let response = client.execute(request.try_into()?).await?;
            // What a collector says besides the status is not needed.
            Response::builder()
                .status(response.status())
                .body(Bytes::new())
                .map_err(HttpError::from)
        });
        Box::pin(async move { sending.await? })
    }
}
