//! The connection to the model's provider. Its format is left to `providers`.

use std::{collections::VecDeque, time::Duration};

use chat::{Delta, Request, wire::Event};
use eventsource_stream::{EventStreamError, Eventsource};
use futures::{Stream, StreamExt, stream};
use providers::{
    Capabilities, Decoder, Options, ProviderError, Wire,
    error::{Asked, Said},
};
use reqwest::{Client, Response, Url, header};

use crate::{
    config::{Fenced, Model, Provider, Secret, Timeouts},
    detection::Detection,
};

/// Maximum number of bytes that are read of an error's body: its message is at the beginning.
const MAX_ERROR_BYTES: usize = 64 * 1024;

/// A model and the connection to its provider.
#[derive(Debug)]
pub(crate) struct Upstream {
    client: Client,
    provider: Provider,
    model: Model,
    address: Url,
    silence: Duration,
    detection: Detection,
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
        let address = provider.endpoint();
        Self { client, provider, model, address, silence: timeouts.idle, detection }
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

    /// Returns how the model calls tools: as configured, else as far as its server says. Takes two seconds at
    /// most.
    pub(crate) async fn fenced(&self) -> Fenced {
        let detected = self.detection.ask(&self.client, &self.provider, &self.model).await;
        match self.model.fenced {
            Fenced::Auto if detected.fenced() == Some(true) => Fenced::Always,
            configured => configured,
        }
    }

    /// Asks the model. The deltas come as the provider sends them; dropping the stream ends its call.
    pub(crate) async fn answer(
        &self,
        request: &Request,
    ) -> Result<impl Stream<Item = Result<Delta, ProviderError>> + Send + use<>, ProviderError> {
        let mut options = Options {
            model: self.model.name.clone(),
            images: self.model.vision.or(self.detected().vision).unwrap_or(false),
            usage: true,
            completion_limit: self.address.host_str() == Some("api.openai.com"),
            small: self.detection.known().small(),
            ..Options::default()
        };
        let mut response = self.send(&Wire::ChatCompletions.body(request, &options)?).await?;
        if !response.status().is_success() {
            let (status, retry_after, body) = refusal(response).await;
            if !Wire::ChatCompletions.refuses_usage(status, &body) {
                return Err(ProviderError::from_response(
                    status,
                    retry_after.as_deref(),
                    &body,
                    self.asked(),
                ));
            }
            options.usage = false;
            response = self.send(&Wire::ChatCompletions.body(request, &options)?).await?;
            if !response.status().is_success() {
                let (status, retry_after, body) = refusal(response).await;
                return Err(ProviderError::from_response(
                    status,
                    retry_after.as_deref(),
                    &body,
                    self.asked(),
                ));
            }
        }
        let key = self.provider.key.clone().unwrap_or_else(|| Secret::new(""));
        let faults = Faults { model: self.model.name.clone(), key, host: self.host(), silence: self.silence };
        let events = events(response, faults.clone());
        Ok(stream::try_unfold(Reading::new(events, faults), Reading::next))
    }

    async fn send(&self, body: &serde_json::Value) -> Result<Response, ProviderError> {
        let mut request = self.client.post(self.address.clone()).json(body);
        request = request.header(header::ACCEPT, "text/event-stream, application/json");
        for (name, value) in self.provider.request_headers() {
            request = request.header(name, value.reveal());
        }
        request.send().await.map_err(|error| {
            let host = self.host();
            if error.is_timeout() && !error.is_connect() {
                ProviderError::Silent { host, seconds: self.silence.as_secs() }
            } else if error.is_connect() || error.is_timeout() {
                ProviderError::Unreachable { host }
            } else {
                ProviderError::Failed { said: Said::default() }
            }
        })
    }

    fn asked(&self) -> Asked<'_> {
        Asked { model: &self.model.name, key: self.provider.key.as_ref().map_or("", Secret::reveal) }
    }
}

/// Returns status, `Retry-After` and the beginning of the body of an error response.
async fn refusal(mut response: Response) -> (u16, Option<String>, String) {
    let status = response.status().as_u16();
    let retry_after =
        response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let mut body = Vec::new();
    while body.len() < MAX_ERROR_BYTES
        && let Ok(Some(bytes)) = response.chunk().await
    {
        body.extend_from_slice(&bytes);
    }
    (status, retry_after, String::from_utf8_lossy(&body).into_owned())
}

/// The data needed to report a fault in the middle of an answer.
#[derive(Clone, Debug)]
struct Faults {
    model: String,
    key: Secret,
    host: String,
    silence: Duration,
}

impl Faults {
    fn of_transport(&self, error: &reqwest::Error) -> ProviderError {
        if error.is_timeout() {
            ProviderError::Silent { host: self.host.clone(), seconds: self.silence.as_secs() }
        } else {
            ProviderError::CutOff
        }
    }
}

type Events = stream::BoxStream<'static, Result<String, ProviderError>>;

/// Returns the data of each event; a server that does not stream sends one whole object instead.
fn events(response: Response, faults: Faults) -> Events {
    let kind =
        response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/json") {
        let whole = async move { response.text().await.map_err(|error| faults.of_transport(&error)) };
        return stream::once(whole).boxed();
    }
    let data = move |event: Result<eventsource_stream::Event, EventStreamError<reqwest::Error>>| match event {
        Ok(event) => Ok(event.data),
        Err(EventStreamError::Transport(error)) => Err(faults.of_transport(&error)),
        Err(EventStreamError::Utf8(_)) => {
            Err(ProviderError::Corrupt { problem: "it is not UTF-8".to_owned() })
        }
        Err(EventStreamError::Parser(_)) => {
            Err(ProviderError::Corrupt { problem: "it is no event stream".to_owned() })
        }
    };
    response.bytes_stream().eventsource().map(data).boxed()
}

/// An answer that is being read.
struct Reading {
    events: Events,
    faults: Faults,
    decoder: Decoder,
    ready: VecDeque<Delta>,
    over: bool,
}

impl Reading {
    fn new(events: Events, faults: Faults) -> Self {
        Self { events, faults, decoder: Wire::ChatCompletions.decoder(), ready: VecDeque::new(), over: false }
    }

    /// Returns the next delta, or `None` at the answer's end. The provider's end mark counts, not the
    /// connection's.
    async fn next(mut self) -> Result<Option<(Delta, Self)>, ProviderError> {
        loop {
            if let Some(delta) = self.ready.pop_front() {
                return Ok(Some((delta, self)));
            }
            if self.over {
                return Ok(None);
            }
            match self.events.next().await {
                Some(Ok(data)) if data.trim().is_empty() => {}
                Some(Ok(data)) => self.read(&data)?,
                // Once the end was announced, an error of the connection does not matter.
                Some(Err(error)) => self.decoder.end().map(|()| self.over = true).map_err(|_| error)?,
                None => self.decoder.end().map(|()| self.over = true).map_err(|_| ProviderError::CutOff)?,
            }
        }
    }

    fn read(&mut self, data: &str) -> Result<(), ProviderError> {
        match self.decoder.decode(None, data) {
            Ok(Event::Deltas(deltas)) => self.ready.extend(deltas),
            Ok(Event::Done) => self.over = true,
            Ok(Event::Failed(failure)) => {
                let asked = Asked { model: &self.faults.model, key: self.faults.key.reveal() };
                return Err(ProviderError::from_failure(&failure, asked));
            }
            Ok(Event::Unknown) => tracing::debug!("the provider sent an event of an unknown kind"),
            Err(error) => return Err(ProviderError::Corrupt { problem: error.to_string() }),
        }
        Ok(())
    }
}
