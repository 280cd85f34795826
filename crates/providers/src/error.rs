//! Failures of a provider, as sentences that a user can act on.
//!
//! A provider's own words are quoted, since they often name the remedy, but only the first of them,
//! on one line and without anything that looks like a key.

use chat::wire::Failure;
use thiserror::Error;

/// The reason why the provider did not answer. `Display` is for the user who asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProviderError {
    /// It refused the key.
    #[error(
        "The model's provider refused the API key (HTTP {status}). Check its `key` in insitu.toml, or INSITU_API_KEY.{said}"
    )]
    Key {
        /// Its HTTP status.
        status: u16,
        /// Its own words.
        said: Said,
    },
    /// The account may not spend any more.
    #[error(
        "The account with the model's provider has no credit left. Top it up, or use another `key` in insitu.toml or INSITU_API_KEY.{said}"
    )]
    Credit {
        /// Its own words.
        said: Said,
    },
    /// It has no such model or no such address.
    #[error(
        "The provider has no model `{model}` at this address (HTTP {status}). Check `name` and `base_url` in insitu.toml, or INSITU_MODEL and INSITU_BASE_URL (it usually ends in /v1).{said}"
    )]
    NotFound {
        /// Its HTTP status.
        status: u16,
        /// The model that was asked for.
        model: String,
        /// Its own words.
        said: Said,
    },
    /// The conversation is longer than the model can read.
    #[error(
        "The conversation has become longer than the model can read. Start a new session, or print less in one go.{said}"
    )]
    TooLong {
        /// Its own words.
        said: Said,
    },
    /// The model was sent images that it cannot see.
    #[error(
        "The model does not understand images. Set `vision = false` for it in insitu.toml, or INSITU_IMAGES=false, and start the server again.{said}"
    )]
    Images {
        /// Its own words.
        said: Said,
    },
    /// The model cannot call tools.
    #[error(
        "The model cannot call tools. Set `fenced = \"always\"` for it in insitu.toml, or INSITU_FENCED=always, and start the server again, or use another model.{said}"
    )]
    Tools {
        /// Its own words.
        said: Said,
    },
    /// It receives too many requests.
    #[error("The model's provider is asked too often (HTTP 429). {}{said}", again(*retry_after))]
    Busy {
        /// The seconds to wait, if it said so.
        retry_after: Option<u64>,
        /// Its own words.
        said: Said,
    },
    /// It refused the request for another reason.
    #[error("The model's provider refused the request (HTTP {status}).{said}")]
    Refused {
        /// Its HTTP status.
        status: u16,
        /// Its own words.
        said: Said,
    },
    /// The request has a field that the provider's format or the model cannot take.
    #[error("The request cannot be sent to this model: {problem}")]
    Unsupported {
        /// The field's name in Chat Completions.
        field: String,
        /// The field, and what to change; see [`crate::Unsupported`].
        problem: String,
    },
    /// It has an internal error.
    #[error("The model's provider {} (HTTP {status}). Try again in a moment.{said}", fault(*status))]
    Broken {
        /// Its HTTP status.
        status: u16,
        /// Its own words.
        said: Said,
    },
    /// It failed in the middle of its answer.
    #[error("The model's provider failed while it was answering. Ask again.{said}")]
    Failed {
        /// Its own words.
        said: Said,
    },
    /// Nothing answers at its address.
    #[error(
        "Nothing answers at {host}. Is the model's server running there? If not, start it, or change `base_url` in insitu.toml or INSITU_BASE_URL."
    )]
    Unreachable {
        /// Host and port.
        host: String,
    },
    /// It was silent for too long.
    #[error(
        "The model's provider at {host} was silent for {seconds} seconds. Try again, or see whether it is overloaded."
    )]
    Silent {
        /// Host and port.
        host: String,
        /// How long was waited.
        seconds: u64,
    },
    /// Its stream stopped before its end.
    #[error("The model's answer was cut off before its end. Ask again.")]
    CutOff,
    /// Its stream is not in the expected format.
    #[error(
        "The provider's answer is not in the expected format. Check `kind` and `base_url` in insitu.toml, or INSITU_BASE_URL. ({problem})"
    )]
    Corrupt {
        /// What is wrong with it, without any of its content.
        problem: String,
    },
}

/// The provider's own words, as appended to a sentence: nothing, or ` It said: “…”`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said(String);

/// Maximum number of characters of a provider's own words: enough for a sentence or two.
const MAX_SAID_CHARS: usize = 300;

impl Said {
    /// Quotes the first words of `text` on one line, without `key` and without anything that looks
    /// like one.
    pub fn new(text: &str, key: &str) -> Self {
        let text = if key.is_empty() { text.to_owned() } else { text.replace(key, "…") };
        let line = text::one_line(&text);
        let words = line.split_whitespace().map(|word| if is_key(word) { "…" } else { word });
        Self(text::truncated(&words.collect::<Vec<_>>().join(" "), MAX_SAID_CHARS))
    }
}

impl std::fmt::Display for Said {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(formatter, " It said: “{}”", self.0) }
    }
}

/// Returns whether a word looks like an API key, whole or partly masked.
fn is_key(word: &str) -> bool {
    let word = word.trim_start_matches(|char: char| !char.is_ascii_alphanumeric());
    ["sk-", "gsk_", "xai-", "AIza", "hf_"].iter().any(|prefix| word.starts_with(prefix))
}

/// The status by which Anthropic says that it is overloaded.
const OVERLOADED: u16 = 529;

fn fault(status: u16) -> &'static str {
    if status == OVERLOADED { "is overloaded" } else { "has a fault of its own" }
}

impl From<crate::Unsupported> for ProviderError {
    fn from(unsupported: crate::Unsupported) -> Self {
        Self::Unsupported { problem: unsupported.to_string(), field: unsupported.field }
    }
}

fn again(seconds: Option<u64>) -> String {
    seconds.map_or_else(
        || "Try again in a minute.".to_owned(),
        |seconds| format!("Try again in {} s.", seconds.max(1)),
    )
}

/// The request to the provider, as far as its errors need to name it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The model.
    pub model: &'a str,
    /// The key, so that it can be masked; empty if there is none.
    pub key: &'a str,
}

impl ProviderError {
    /// Converts a response with an error status. `retry_after` is the header of that name, `body`
    /// the text of the response: JSON, plain text or an HTML page.
    pub fn from_response(
        status: u16,
        retry_after: Option<&str>,
        body: &str,
        asked: Asked<'_>,
    ) -> Self {
        let failure = serde_json::from_str(body).ok().and_then(|json| Failure::from_json(&json));
        let failure =
            failure.unwrap_or_else(|| Failure { message: plain(body), ..Failure::default() });
        let seconds = retry_after.and_then(|seconds| seconds.trim().parse::<f64>().ok());
        // Rounded up: a wait that is slightly too short leads to the same refusal.
        let seconds = seconds
            .filter(|seconds| (0.0..=86_400.0).contains(seconds))
            .map(|seconds| seconds.ceil() as u64);
        Self::classify(status, seconds, &failure, asked)
    }

    /// Converts a failure inside a stream.
    pub fn from_failure(failure: &Failure, asked: Asked<'_>) -> Self {
        let words = [failure.kind.as_deref(), failure.code.as_deref()];
        let reported = failure.code.as_deref().and_then(|code| code.parse().ok());
        let reported = reported.filter(|code| (400..600).contains(code));
        let status = reported.or_else(|| words.into_iter().flatten().find_map(status_of));
        match status {
            Some(status) if status < 500 || status == OVERLOADED => {
                Self::classify(status, None, failure, asked)
            }
            _ => Self::Failed { said: Said::new(&failure.message, asked.key) },
        }
    }

    /// Returns a short name for programs, the `code` of an error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Key { .. } => "provider_key",
            Self::Credit { .. } => "provider_credit",
            Self::NotFound { .. } => "provider_not_found",
            Self::TooLong { .. } => "context_length_exceeded",
            Self::Images { .. } => "images_not_supported",
            Self::Tools { .. } => "tools_not_supported",
            Self::Busy { .. } => "rate_limit_exceeded",
            Self::Refused { .. } => "provider_refused",
            Self::Unsupported { .. } => "unsupported_parameter",
            Self::Broken { .. } | Self::Failed { .. } => "provider_failed",
            Self::Unreachable { .. } => "provider_unreachable",
            Self::Silent { .. } => "provider_silent",
            Self::CutOff => "cut_off",
            Self::Corrupt { .. } => "provider_corrupt",
        }
    }

    fn classify(
        status: u16,
        retry_after: Option<u64>,
        failure: &Failure,
        asked: Asked<'_>,
    ) -> Self {
        let said = Said::new(&failure.message, asked.key);
        let text = failure.message.to_lowercase();
        let code = failure.code.as_deref().unwrap_or_default();
        let kind = failure.kind.as_deref().unwrap_or_default();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        match status {
            401 | 403 => Self::Key { status, said },
            402 => Self::Credit { said },
            _ if kind == "billing_error" || has(&["credit balance is too low"]) => {
                Self::Credit { said }
            }
            429 if code == "insufficient_quota"
                || has(&["insufficient_quota", "exceeded your current quota"]) =>
            {
                Self::Credit { said }
            }
            429 => Self::Busy { retry_after, said },
            300..=399 | 404 | 405 => Self::NotFound { status, model: asked.model.to_owned(), said },
            // Some servers report a request that is too long, or images, with 500.
            413 => Self::TooLong { said },
            _ if code == "context_length_exceeded" || has(TOO_LONG) => Self::TooLong { said },
            _ if has(&["image", "vision", "multimodal"]) && has(NOT_ABLE) => Self::Images { said },
            _ if has(&["tool", "function call"]) && has(NOT_ABLE) => Self::Tools { said },
            500.. => Self::Broken { status, said },
            _ => Self::Refused { status, said },
        }
    }
}

/// Returns the status that a kind or a code of a failure stands for, as Anthropic and OpenAI
/// document them.
fn status_of(word: &str) -> Option<u16> {
    Some(match word {
        "rate_limit_error" | "rate_limit_exceeded" => 429,
        "insufficient_quota" | "billing_error" => 402,
        "authentication_error" | "invalid_api_key" => 401,
        "permission_error" => 403,
        "not_found_error" | "model_not_found" => 404,
        "request_too_large" => 413,
        "invalid_request_error" | "invalid_prompt" | "context_length_exceeded" => 400,
        "overloaded_error" => OVERLOADED,
        _ => return None,
    })
}

/// Phrases by which servers report a conversation that is too long, in lower case.
const TOO_LONG: &[&str] = &[
    "context length",
    "context window",
    "context size",
    "maximum context",
    "context_length_exceeded",
    "exceed_context_size",
    "prompt is too long",
    "too many tokens",
    "input is too long",
];

/// Phrases by which servers report that a model lacks an ability, in lower case.
const NOT_ABLE: &[&str] =
    &["not support", "unsupported", "not multimodal", "no vision", "must be a string", "mmproj"];

/// Returns the words of a response that is not JSON: a page's title, or the text itself.
fn plain(body: &str) -> String {
    if !body.trim_start().starts_with('<') {
        return body.to_owned();
    }
    let title = body.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    title.map(|(title, _)| title.to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
