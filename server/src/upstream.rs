//! The connection to the provider of one model: sends a request, again if that helps, and reads
//! the answer. The provider's format is left to `providers`.

mod answer;
mod failure;
mod mask;
mod retry;

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::SystemTime,
};

use bytes::Bytes;
use chat::Request;
use providers::{
    Capabilities, Options, ProviderError, Wire,
    error::{Asked, Said},
};
use reqwest::{Client, Response, Url, header};
use tokio::time::{Instant, timeout_at};

use self::mask::Mask;
pub(crate) use self::{answer::Answer, failure::Failure};
use crate::{
    config::{Fenced, Model, Provider, ProviderKind, Secret, Timeouts},
    detection::Detection,
};

/// Maximum number of bytes that are read of an error's body: its message is at the beginning.
const MAX_ERROR_BYTES: usize = 64 * 1024;

/// How long reading an error's body may take: its status says most.
const ERROR_TIME: std::time::Duration = std::time::Duration::from_secs(5);

/// A model and the connection to its provider.
#[derive(Debug)]
pub(crate) struct Upstream {
    client: Client,
    provider: Provider,
    model: Model,
    wire: Wire,
    error_mask: Mask,
    answer_mask: Mask,
    address: Url,
    timeouts: Timeouts,
    detection: Detection,
    /// Whether the server has refused a request for the usage.
    refuses_usage: AtomicBool,
    found: bool,
}

/// What is notified of each call to a provider.
pub(crate) trait Observer {
    /// The model is about to be asked.
    fn asks(&mut self, upstream: &Upstream);
    /// It did not answer.
    fn fails(&mut self, failure: &Failure);
    /// Another model is about to be asked in place of the one that failed.
    fn falls_back(&mut self);
}

impl Upstream {
    /// Creates the connection to `provider` for `model`.
    pub(crate) fn new(
        client: Client,
        provider: Provider,
        model: Model,
        timeouts: Timeouts,
        detection: Detection,
    ) -> Self {
        let wire = match provider.kind {
            ProviderKind::ChatCompletions => Wire::ChatCompletions,
            ProviderKind::Responses => Wire::Responses,
            ProviderKind::Anthropic => Wire::Anthropic,
        };
        Self {
            client,
            wire,
            address: provider.endpoint(),
            error_mask: Mask::of_errors(&provider),
            answer_mask: Mask::of_answers(&provider),
            provider,
            model,
            timeouts,
            detection,
            refuses_usage: AtomicBool::new(false),
            found: false,
        }
    }

    /// Marks the model as one that was found on this machine.
    pub(crate) fn found(self) -> Self {
        Self { found: true, ..self }
    }

    /// Returns whether the model was found on this machine and is not in the configuration.
    pub(crate) fn is_found(&self) -> bool {
        self.found
    }

    /// Returns the model that it asks.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the provider that it is with.
    pub(crate) fn provider(&self) -> &Provider {
        &self.provider
    }

    /// Returns host and port of the provider, for display.
    pub(crate) fn host(&self) -> String {
        self.provider.host()
    }

    /// Returns what the model's server has said of it by now.
    pub(crate) fn detected(&self) -> Capabilities {
        self.detection.known()
    }

    /// Returns how the model calls tools: as configured, else as far as its server says. Takes two
    /// seconds at most.
    pub(crate) async fn fenced(&self) -> Fenced {
        let detected = self.detection.ask(&self.client, &self.provider, &self.model).await;
        match self.model.fenced {
            Fenced::Auto if detected.fenced() == Some(true) => Fenced::Always,
            configured => configured,
        }
    }

    /// Finds out whether the model understands images, if neither the configuration nor an
    /// earlier answer says it: a client that never asks for the list sends one too.
    pub(crate) async fn learn_vision(&self) {
        if self.model.vision.is_none() && self.detected().vision.is_none() {
            self.detection.ask(&self.client, &self.provider, &self.model).await;
        }
    }

    /// Returns whether the model thinks before it answers: as configured, else as its name says.
    pub(crate) fn reasons(&self) -> bool {
        self.options().reasoning
    }

    /// Asks the model, again if that may help. Returns when its answer begins, so that whoever
    /// asked has seen nothing of an answer that failed. Dropping the future or the answer ends the
    /// call.
    pub(crate) async fn answer(
        &self,
        request: &Request,
        observer: &mut (impl Observer + Send),
    ) -> Result<Answer, Failure> {
        let mut retry = 0;
        let mut body = self.encode(request)?;
        loop {
            observer.asks(self);
            let failure = match self.attempt(request, &mut body).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            observer.fails(&failure);
            if retry >= self.timeouts.retries || !failure.is_passing() {
                return Err(failure);
            }
            match retry::delay(retry, retry::chance(), failure.retry_after) {
                Some(delay) => tokio::time::sleep(delay).await,
                None => return Err(failure),
            }
            retry += 1;
        }
    }

    /// Asks once.
    async fn attempt(&self, request: &Request, body: &mut Bytes) -> Result<Answer, Failure> {
        let first_byte = Instant::now() + self.timeouts.first_byte;
        let mut response = self.send(body.clone(), first_byte).await?;
        if !response.status().is_success() {
            let refusal = self.refusal(response).await;
            if self.refuses_usage.load(Ordering::Relaxed)
                || !self.wire.refuses_usage(refusal.status, &refusal.body)
            {
                return Err(self.failure(&refusal));
            }
            // Remembered, so that it costs one request and not each one.
            self.refuses_usage.store(true, Ordering::Relaxed);
            *body = self.encode(request)?;
            response = self.send(body.clone(), first_byte).await?;
            if !response.status().is_success() {
                return Err(self.failure(&self.refusal(response).await));
            }
        }
        Ok(Answer::begin(response, self, first_byte).await?)
    }

    fn encode(&self, request: &Request) -> Result<Bytes, Failure> {
        Ok(Bytes::from(
            self.wire.body(request, &self.options()).map_err(ProviderError::from)?.to_string(),
        ))
    }

    fn options(&self) -> Options {
        let known = Options::of(self.address.host_str().unwrap_or_default(), &self.model.name);
        Options {
            images: self.model.vision.or(self.detected().vision).unwrap_or(false),
            usage: known.usage && !self.refuses_usage.load(Ordering::Relaxed),
            small: self.detection.known().small(),
            reasoning: self.model.reasoning.unwrap_or(known.reasoning),
            max_output: self.model.max_output.and_then(|limit| u32::try_from(limit).ok()),
            ..known
        }
    }

    async fn send(&self, body: Bytes, deadline: Instant) -> Result<Response, ProviderError> {
        let mut request = self.client.post(self.address.clone()).body(body);
        request = request.header(header::CONTENT_TYPE, "application/json");
        request = request.header(header::ACCEPT, "text/event-stream, application/json");
        let configured = self.provider.request_headers();
        for (name, value) in self.wire.headers() {
            // A version in the configuration comes before the one that is known.
            if !configured.iter().any(|(other, _)| other == name) {
                request = request.header(*name, *value);
            }
        }
        for (name, value) in &configured {
            request = request.header(name, value.reveal());
        }
        let host = self.host();
        let seconds = self.timeouts.first_byte.as_secs();
        match timeout_at(deadline, request.send()).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(error)) if error.is_connect() => Err(ProviderError::Unreachable { host }),
            Ok(Err(error)) if !error.is_timeout() => {
                Err(ProviderError::Failed { said: Said::default() })
            }
            Ok(Err(_)) | Err(_) => Err(ProviderError::Silent { host, seconds }),
        }
    }

    /// Reads an error response.
    async fn refusal(&self, mut response: Response) -> Refusal {
        let status = response.status().as_u16();
        let retry_after =
            response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
        let retry_after = retry_after.and_then(|value| retry::demanded(value, SystemTime::now()));
        let mut body = Vec::new();
        let deadline = Instant::now() + ERROR_TIME;
        while body.len() < MAX_ERROR_BYTES
            && let Ok(Ok(Some(bytes))) = timeout_at(deadline, response.chunk()).await
        {
            body.extend_from_slice(&bytes);
        }
        body.truncate(MAX_ERROR_BYTES);
        Refusal {
            status,
            retry_after,
            body: self.error_mask.body(String::from_utf8_lossy(&body).into_owned()),
        }
    }

    fn failure(&self, Refusal { status, retry_after, body }: &Refusal) -> Failure {
        let seconds = retry_after.map(|wait| wait.as_secs_f64().to_string());
        let error = ProviderError::from_response(*status, seconds.as_deref(), body, self.asked());
        Failure { error, retry_after: *retry_after }
    }

    fn asked(&self) -> Asked<'_> {
        Asked {
            model: &self.model.name,
            key: self.provider.key.as_ref().map_or("", Secret::reveal),
        }
    }
}

/// An error response.
struct Refusal {
    status: u16,
    retry_after: Option<std::time::Duration>,
    /// The beginning of its body, without the secrets that the provider was sent.
    body: String,
}
