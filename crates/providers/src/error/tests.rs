//! Failures of real servers, and the sentences that users read.

use super::*;

const ASKED: Asked<'static> = Asked { model: "small", key: "secret-key-123" };

fn check(status: u16, retry_after: Option<&str>, body: &str, wanted: &str) {
    let error = ProviderError::from_response(status, retry_after, body, ASKED);
    assert_eq!(error.to_string(), wanted);
}

#[test]
fn each_status_becomes_a_sentence_that_says_what_to_do() {
    check(
        401,
        None,
        r#"{"error":{"message":"Incorrect API key provided: secret-key-123.","type":"invalid_request_error","code":"invalid_api_key"}}"#,
        "The model's provider refused the API key (HTTP 401). Check its `key` in insitu.toml, or INSITU_API_KEY. It said: “Incorrect API key provided: ….”",
    );
    check(
        404,
        None,
        r#"{"error":"model \"small\" not found, try pulling it first"}"#,
        "The provider has no model `small` at this address (HTTP 404). Check `name` and `base_url` in insitu.toml, or \
         INSITU_MODEL and INSITU_BASE_URL (it usually ends in /v1). It said: “model \"small\" not found, try pulling it first”",
    );
    check(
        429,
        Some("1.2"),
        "",
        "The model's provider is asked too often (HTTP 429). Try again in 2 s.",
    );
    check(
        429,
        None,
        r#"{"error":{"message":"You exceeded your current quota.","code":"insufficient_quota"}}"#,
        "The account with the model's provider has no credit left. Top it up, or use another `key` in insitu.toml \
         or INSITU_API_KEY. It said: “You exceeded your current quota.”",
    );
    check(
        502,
        None,
        "<html><head><title>502 Bad Gateway</title></head><body><script>x</script></body></html>",
        "The model's provider has a fault of its own (HTTP 502). Try again in a moment. It said: “502 Bad Gateway”",
    );
    check(
        400,
        None,
        "temperature\n\tmust be\u{7} positive",
        "The model's provider refused the request (HTTP 400). It said: “temperature must be positive”",
    );
}

#[test]
fn missing_abilities_are_distinguished_from_other_refusals() {
    let check = |status: u16, message: &str, wanted: &str| {
        let body =
            serde_json::json!({ "error": { "code": status, "message": message } }).to_string();
        assert_eq!(
            ProviderError::from_response(status, None, &body, ASKED).code(),
            wanted,
            "{message}"
        );
    };
    check(400, "This model's maximum context length is 8192 tokens.", "context_length_exceeded");
    check(400, "the request exceeds the available context size", "context_length_exceeded");
    check(
        500,
        "image input is not supported - hint: you may need to provide the mmproj",
        "images_not_supported",
    );
    check(400, "small does not support tools", "tools_not_supported");
    check(400, "temperature is out of range", "provider_refused");
}

#[test]
fn the_errors_of_anthropic_and_of_openai_responses_are_classified() {
    let check = |status: u16, body: &str, wanted: &str| {
        assert_eq!(
            ProviderError::from_response(status, None, body, ASKED).code(),
            wanted,
            "{body}"
        );
    };
    let anthropic = |kind: &str, message: &str| {
        serde_json::json!({ "type": "error", "error": { "type": kind, "message": message }, "request_id": "req_1" })
            .to_string()
    };
    check(401, &anthropic("authentication_error", "invalid x-api-key"), "provider_key");
    check(404, &anthropic("not_found_error", "model: small"), "provider_not_found");
    check(
        413,
        &anthropic("request_too_large", "Request exceeds the maximum size"),
        "context_length_exceeded",
    );
    let long = "prompt is too long: 210000 tokens > 200000 maximum";
    check(400, &anthropic("invalid_request_error", long), "context_length_exceeded");
    let credit = "Your credit balance is too low to access the Anthropic API.";
    check(400, &anthropic("invalid_request_error", credit), "provider_credit");
    check(400, &anthropic("invalid_request_error", "max_tokens: too high"), "provider_refused");
    check(429, &anthropic("rate_limit_error", "Too many tokens per minute"), "rate_limit_exceeded");
    let overloaded = ProviderError::from_response(
        529,
        None,
        &anthropic("overloaded_error", "Overloaded"),
        ASKED,
    );
    assert_eq!(
        overloaded.to_string(),
        "The model's provider is overloaded (HTTP 529). Try again in a moment. It said: “Overloaded”"
    );
    let openai = r#"{"error":{"message":"No such model","type":"invalid_request_error","param":"model","code":"model_not_found"}}"#;
    check(400, openai, "provider_refused");
    check(404, openai, "provider_not_found");
}

#[test]
fn a_failure_inside_a_stream_is_classified_by_its_type_and_code() {
    let check = |kind: Option<&str>, code: Option<&str>, wanted: &str| {
        let failure = Failure {
            message: "No.".into(),
            kind: kind.map(Into::into),
            code: code.map(Into::into),
            param: None,
        };
        assert_eq!(ProviderError::from_failure(&failure, ASKED).code(), wanted);
    };
    check(Some("rate_limit_error"), None, "rate_limit_exceeded");
    check(None, Some("rate_limit_exceeded"), "rate_limit_exceeded");
    check(Some("error"), Some("server_error"), "provider_failed");
    check(Some("overloaded_error"), None, "provider_failed");
    check(Some("billing_error"), None, "provider_credit");
    check(None, Some("insufficient_quota"), "provider_credit");
    check(None, Some("context_length_exceeded"), "context_length_exceeded");
    check(None, Some("429"), "rate_limit_exceeded");
    check(Some("server_error"), Some("500"), "provider_failed");
    check(None, None, "provider_failed");
}

#[test]
fn a_providers_words_are_short_and_hold_no_key() {
    let long = Said::new(&"é".repeat(1000), "");
    assert_eq!(long.to_string(), format!(" It said: “{}…”", "é".repeat(299)));
    let key = Said::new("bad key: \"sk-proj-abc****xyz\" given", "");
    assert_eq!(key.to_string(), " It said: “bad key: … given”");
    assert_eq!(Said::new(" \n ", "k").to_string(), "");
}
