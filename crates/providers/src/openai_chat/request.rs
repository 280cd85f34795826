//! Encodes a neutral request as the body for the provider.

use chat::{Request, wire};
use serde_json::Value;

use super::conversation;
use crate::{Options, ReasoningReturn, Unsupported, sampling};

/// Returns the body of the streaming request to the provider.
///
/// # Errors
/// An option that the model refuses.
pub(crate) fn body(request: &Request, options: &Options) -> Result<Value, Unsupported> {
    let mut settings = request.options.clone();
    settings.max_tokens = settings.max_tokens.or(options.small_limit());
    (settings.temperature, settings.top_p) = (None, None);
    if sampling::is_fixed(&settings, options) {
        // Zero is what it is without them.
        for (key, penalty) in [
            ("frequency_penalty", settings.frequency_penalty.take()),
            ("presence_penalty", settings.presence_penalty.take()),
        ] {
            if penalty.is_some_and(|penalty| penalty != 0.0) {
                return Err(sampling::refused(key, options));
            }
        }
    }
    for (key, value) in sampling::checked(&request.options, options)? {
        match key {
            "temperature" => settings.temperature = Some(value),
            _ => settings.top_p = Some(value),
        }
    }
    let messages = conversation::adapted(&request.messages, options);
    let model = Some(options.model.clone());
    let request = Request { model, messages, stream: true, options: settings, ..request.clone() };
    let mut body = wire::request_to_json(&request);
    if options.reasoning_return == ReasoningReturn::Content {
        conversation::return_content(&mut body);
    }
    if let Value::Object(body) = &mut body {
        if !options.usage {
            body.remove("stream_options");
        }
        let mut rename = |old: &str, new: &str, wanted: bool| {
            if wanted && let Some(value) = body.remove(old) {
                body.insert(new.to_owned(), value);
            }
        };
        rename("max_tokens", "max_completion_tokens", options.completion_limit);
        rename("seed", "random_seed", options.mistral);
    }
    Ok(body)
}

/// Returns whether a response says that the server does not know `stream_options`, so that the
/// request should be repeated without it. `body` is the text of the response.
pub(crate) fn refuses_usage(status: u16, body: &str) -> bool {
    matches!(status, 400 | 422)
        && (body.contains("stream_options") || body.contains("include_usage"))
}

#[cfg(test)]
mod tests;
