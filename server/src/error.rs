//! Errors of the relay: a status, and a sentence in the format that clients know.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use chat::wire::{Failure, WireError};
use providers::ProviderError;
use thiserror::Error;

use crate::{access, limits};

/// The code of an error, attached to its response for the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code(pub(crate) &'static str);

/// The reason why a request is not answered. `Display` is the public text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum RelayError {
    #[error(
        "No language model is connected to this server. Write an insitu.toml, or set INSITU_BASE_URL and INSITU_MODEL, and start it again; the built-in planner works without."
    )]
    NoModel,
    #[error(
        "The request names no model, and none is the default. Set `model` to one of these: {offered}."
    )]
    NoDefault { offered: String },
    #[error(
        "The model `{asked}` was found at {host} before, and is not there any more. Start it again, or ask for one of these: {offered}."
    )]
    ModelGone { asked: String, host: String, offered: String },
    #[error("No model called `{asked}` is offered. Ask for one of these: {offered}.")]
    UnknownModel { asked: String, offered: String },
    #[error(
        "This request comes from another website. Only Insitu's own page and programs outside of browsers may use the relay."
    )]
    OtherSite,
    #[error("Send the request as `Content-Type: application/json`.")]
    NotJson,
    #[error(
        "The server does not answer under this host name. Open it under the address that it printed, or add the name to INSITU_HOSTS."
    )]
    UnknownHost,
    #[error(transparent)]
    Access(#[from] access::Refusal),
    #[error(transparent)]
    Limit(#[from] limits::Refusal),
    #[error("The server is being shut down. Ask again in a moment.")]
    ShuttingDown,
    #[error("The server has a fault of its own. Its log says where; please report it.")]
    Internal,
    #[error("The request cannot be used: {0}")]
    Request(#[from] WireError),
    #[error(transparent)]
    Provider(#[from] ProviderError),
}

impl RelayError {
    /// Returns status, kind and code for programs.
    fn classify(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::NoModel => (StatusCode::SERVICE_UNAVAILABLE, "server_error", "no_model"),
            Self::NoDefault { .. } => {
                (StatusCode::BAD_REQUEST, "invalid_request_error", "no_default_model")
            }
            Self::UnknownModel { .. } | Self::ModelGone { .. } => {
                (StatusCode::NOT_FOUND, "invalid_request_error", "model_not_found")
            }
            Self::OtherSite => (StatusCode::FORBIDDEN, "permission_error", "other_site"),
            Self::NotJson => {
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, "invalid_request_error", "not_json")
            }
            Self::UnknownHost => {
                (StatusCode::MISDIRECTED_REQUEST, "permission_error", "unknown_host")
            }
            Self::Access(refusal) => refusal.classify(),
            Self::Limit(refusal) => refusal.classify(),
            Self::ShuttingDown => {
                (StatusCode::SERVICE_UNAVAILABLE, "server_error", "shutting_down")
            }
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error", "internal_error"),
            Self::Request(_) => (StatusCode::BAD_REQUEST, "invalid_request_error", "bad_request"),
            Self::Provider(error) => match error {
                ProviderError::Busy { .. } => {
                    (StatusCode::TOO_MANY_REQUESTS, "rate_limit_error", error.code())
                }
                ProviderError::TooLong { .. }
                | ProviderError::Images { .. }
                | ProviderError::Tools { .. }
                | ProviderError::Unsupported { .. }
                | ProviderError::Refused { .. } => {
                    (StatusCode::BAD_REQUEST, "invalid_request_error", error.code())
                }
                ProviderError::Silent { .. } => {
                    (StatusCode::GATEWAY_TIMEOUT, "server_error", error.code())
                }
                // A refused key is the server's fault, since the client never sent one.
                ProviderError::Key { .. }
                | ProviderError::Credit { .. }
                | ProviderError::NotFound { .. }
                | ProviderError::Broken { .. }
                | ProviderError::Failed { .. }
                | ProviderError::Unreachable { .. }
                | ProviderError::CutOff
                | ProviderError::Corrupt { .. } => {
                    (StatusCode::BAD_GATEWAY, "server_error", error.code())
                }
            },
        }
    }

    /// Returns the field of the request that is refused, by its path; `None` if it is not a
    /// single one.
    fn param(&self) -> Option<&str> {
        match self {
            Self::NoDefault { .. } | Self::UnknownModel { .. } | Self::ModelGone { .. } => {
                Some("model")
            }
            Self::Request(WireError::Field { path, .. }) => Some(path),
            Self::Limit(refusal) => refusal.param(),
            Self::Provider(ProviderError::Unsupported { field, .. }) => Some(field),
            _ => None,
        }
    }

    /// Returns after how many seconds another try makes sense, if that is known.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Access(refusal) => refusal.retry_after(),
            Self::Limit(refusal) => refusal.retry_after(),
            Self::Provider(ProviderError::Busy { retry_after, .. }) => *retry_after,
            _ => None,
        }
    }

    /// Returns its name for programs and for the log, which has nothing else of it: a provider's
    /// own words may quote the conversation.
    pub(crate) fn code(&self) -> &'static str {
        self.classify().2
    }

    /// Returns the failure for a stream or a body.
    pub(crate) fn to_failure(&self) -> Failure {
        let (_, kind, code) = self.classify();
        Failure {
            message: self.to_string(),
            kind: Some(kind.to_owned()),
            code: Some(code.to_owned()),
            param: self.param().map(str::to_owned),
        }
    }
}

impl IntoResponse for RelayError {
    fn into_response(self) -> Response {
        let (status, ..) = self.classify();
        let mut response = (status, Json(self.to_failure().to_json())).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response.extensions_mut().insert(Code(self.code()));
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static("Bearer realm=\"insitu\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }
}
