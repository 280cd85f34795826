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
        "The model's provider refused the API key (HTTP 401). Check INSITU_API_KEY. It said: “Incorrect API key provided: ….”",
    );
    check(
        404,
        None,
        r#"{"error":"model \"small\" not found, try pulling it first"}"#,
        "The provider has no model `small` at this address (HTTP 404). Check INSITU_MODEL and INSITU_BASE_URL (it \
         usually ends in /v1). It said: “model \"small\" not found, try pulling it first”",
    );
    check(429, Some("1.2"), "", "The model's provider is asked too often (HTTP 429). Try again in 2 s.");
    check(
        429,
        None,
        r#"{"error":{"message":"You exceeded your current quota.","code":"insufficient_quota"}}"#,
        "The account with the model's provider has no credit left. Top it up or use another key in INSITU_API_KEY. It \
         said: “You exceeded your current quota.”",
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
        let body = serde_json::json!({ "error": { "code": status, "message": message } }).to_string();
        assert_eq!(ProviderError::from_response(status, None, &body, ASKED).code(), wanted, "{message}");
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
fn a_failure_inside_a_stream_is_classified_by_its_type_and_code() {
    let check = |kind: Option<&str>, code: Option<&str>, wanted: &str| {
        let failure =
            Failure { message: "No.".into(), kind: kind.map(Into::into), code: code.map(Into::into) };
        assert_eq!(ProviderError::from_failure(&failure, ASKED).code(), wanted);
    };
    check(Some("rate_limit_error"), None, "rate_limit_exceeded");
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
