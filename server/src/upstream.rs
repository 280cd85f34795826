//! The connection to the model's provider. Its format is left to `providers`.

use std::{collections::VecDeque, time::Duration};

use chat::{Delta, Request, wire::Event};
use eventsource_stream::{EventStreamError, Eventsource};
use futures::{Stream, StreamExt, stream};
use providers::{
    ProviderError,
    error::{Asked, Said},
    openai_chat::{self, Decoder, Options},
};
use reqwest::{Client, Response, Url, header};

use crate::{
    StartError,
    config::{Fenced, Model},
    detection::Detection,
};

/// Time limit for connecting. A running server answers within a second.
const CONNECT: Duration = Duration::from_secs(10);

/// How long the provider may be silent. Reading a long conversation takes a small local model a minute or
/// more before its first byte.
const SILENCE: Duration = Duration::from_secs(180);

/// Maximum number of bytes that are read of an error's body: its message is at the beginning.
const MAX_ERROR_BYTES: usize = 64 * 1024;

/// The model's provider.
#[derive(Debug)]
pub struct Upstream {
    client: Client,
    model: Model,
    address: Url,
    silence: Duration,
    detection: Detection,
}

impl Upstream {
    /// Creates the connection to the provider of `model`.
    ///
    /// # Errors
    /// If the HTTP client cannot be set up, for lack of certificates for instance.
    pub fn new(model: Model) -> Result<Self, StartError> {
        Self::with_silence(model, SILENCE)
    }

    /// Creates the connection to the provider of `model`, which may be silent for `silence`.
    ///
    /// # Errors
    /// As [`Upstream::new`].
    pub fn with_silence(model: Model, silence: Duration) -> Result<Self, StartError> {
        // A redirect would carry the key and the conversation to an address that nobody configured.
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT)
            .read_timeout(silence)
            .build()?;
        let mut address = model.base.clone();
        let path = format!("{}/chat/completions", model.base.path().trim_end_matches('/'));
        address.set_path(&path);
        Ok(Self { client, model, address, silence, detection: Detection::default() })
    }

    /// Returns the model that it asks.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns host and port of the provider, for display.
    pub fn host(&self) -> String {
        let host = self.address.host_str().unwrap_or_default();
        self.address.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Returns how the model calls tools: as configured, else as far as its server says. Takes two seconds at
    /// most.
    pub(crate) async fn fenced(&self) -> Fenced {
        let detected = self.detection.ask(&self.client, &self.model).await;
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
            images: self.model.images,
            usage: true,
            completion_limit: self.address.host_str() == Some("api.openai.com"),
            small: self.detection.known().small(),
        };
        let mut response = self.send(&openai_chat::body(request, &options)).await?;
        if !response.status().is_success() {
            let (status, retry_after, body) = refusal(response).await;
            if !openai_chat::refuses_usage(status, &body) {
                return Err(ProviderError::from_response(
                    status,
                    retry_after.as_deref(),
                    &body,
                    self.asked(),
                ));
            }
            options.usage = false;
            response = self.send(&openai_chat::body(request, &options)).await?;
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
        let faults = Faults { model: self.model.clone(), host: self.host(), silence: self.silence };
        let events = events(response, faults.clone());
        Ok(stream::try_unfold(Reading::new(events, faults), Reading::next))
    }

    async fn send(&self, body: &serde_json::Value) -> Result<Response, ProviderError> {
        let mut request = self.client.post(self.address.clone()).json(body);
        request = request.header(header::ACCEPT, "text/event-stream, application/json");
        let key = self.model.key.reveal();
        if !key.is_empty() {
            request = request.bearer_auth(key);
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
        Asked { model: &self.model.name, key: self.model.key.reveal() }
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
    model: Model,
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
        Self { events, faults, decoder: Decoder::new(), ready: VecDeque::new(), over: false }
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
        match self.decoder.decode(data) {
            Ok(Event::Deltas(deltas)) => self.ready.extend(deltas),
            Ok(Event::Done) => self.over = true,
            Ok(Event::Failed(failure)) => {
                let asked = Asked { model: &self.faults.model.name, key: self.faults.model.key.reveal() };
                return Err(ProviderError::from_failure(&failure, asked));
            }
            Ok(Event::Unknown) => tracing::debug!("the provider sent an event of an unknown kind"),
            Err(error) => return Err(ProviderError::Corrupt { problem: error.to_string() }),
        }
        Ok(())
    }
}
