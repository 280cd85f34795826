//! The endpoint that a user's page asks by itself: who may choose one, and what the page's policy
//! then admits.

use axum::http::header::SET_COOKIE;

use super::*;

/// Returns a request to `/endpoint` as the page at `page` sends it.
fn choice(method: &str, page: &str, body: &str) -> Request<Body> {
    let host = page.split_once("://").unwrap().1;
    Request::builder()
        .method(method)
        .uri("/endpoint")
        .header("host", host)
        .header("origin", page)
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/json")
        .body(Body::from(body.to_owned()))
        .unwrap()
}

const PAGE: &str = "http://127.0.0.1:3000";
const OPENAI: &str = r#"{"origin":"https://api.openai.com"}"#;

fn cookie(headers: &HeaderMap) -> Option<&str> {
    headers.get(SET_COOKIE).map(|value| value.to_str().unwrap())
}

fn code(body: &str) -> String {
    let error: serde_json::Value = serde_json::from_str(body).unwrap();
    error["error"]["code"].as_str().unwrap().to_owned()
}

/// Returns what the page's policy lets it connect to, and what its script reads, for a browser with
/// these cookies.
async fn admitted(router: Router, host: &str, cookies: &[&str]) -> (String, String) {
    let mut request = Request::get("/").header("host", host);
    for cookie in cookies {
        request = request.header("cookie", *cookie);
    }
    let (status, headers, body) = ask(router, request.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::OK);
    let policy = headers["content-security-policy"].to_str().unwrap();
    let connect =
        policy.split("; ").find(|directive| directive.starts_with("connect-src ")).unwrap();
    let origin =
        body.split_once("parts.endpointOrigin ??= \"").unwrap().1.split_once('"').unwrap().0;
    (connect.to_owned(), origin.to_owned())
}

#[tokio::test]
async fn the_page_chooses_an_origin_which_its_policy_then_admits_until_it_is_removed() {
    let server = alone();
    let (status, headers, body) = ask(server.clone(), choice("POST", PAGE, OPENAI)).await;
    assert_eq!((status, body.as_str()), (StatusCode::NO_CONTENT, ""));
    assert_eq!(headers["cache-control"], "no-store");
    let set = cookie(&headers).unwrap();
    assert_eq!(set, "insitu-endpoint=https://api.openai.com; Path=/; HttpOnly; SameSite=Strict");
    let pair = set.split_once(';').unwrap().0;
    assert_eq!(
        admitted(server.clone(), "127.0.0.1:3000", &[&format!("theme=dark; {pair}")]).await,
        ("connect-src 'self' https://api.openai.com".into(), "https://api.openai.com".into())
    );
    let (status, headers, _) = ask(server.clone(), choice("DELETE", PAGE, "{}")).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert_eq!(
        cookie(&headers),
        Some("insitu-endpoint=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"),
        "the browser drops it"
    );
    assert_eq!(
        admitted(server, "127.0.0.1:3000", &[]).await,
        ("connect-src 'self'".into(), String::new())
    );
}

#[tokio::test]
async fn over_https_the_cookie_is_secure_and_bound_to_the_host() {
    for (page, wanted) in [
        (
            "https://data.example.org",
            Some(
                "__Host-insitu-endpoint=https://api.openai.com; Path=/; HttpOnly; SameSite=Strict; Secure",
            ),
        ),
        (
            "https://localhost:8443",
            Some(
                "insitu-endpoint=https://api.openai.com; Path=/; HttpOnly; SameSite=Strict; Secure",
            ),
        ),
        // Without encryption, anybody between could set the cookie.
        ("http://data.example.org", None),
    ] {
        let (status, headers, body) = ask(alone(), choice("POST", page, OPENAI)).await;
        assert_eq!(cookie(&headers), wanted, "{page}");
        if wanted.is_none() {
            assert_eq!((status, code(&body).as_str()), (StatusCode::BAD_REQUEST, "unencrypted"));
        }
    }
    let secure = "__Host-insitu-endpoint=https://api.openai.com";
    let (connect, _) = admitted(alone(), "data.example.org", &[secure]).await;
    assert_eq!(connect, "connect-src 'self' https://api.openai.com");
    // The name that other hosts of the domain can set does not count there.
    let (connect, _) =
        admitted(alone(), "data.example.org", &["insitu-endpoint=https://api.openai.com"]).await;
    assert_eq!(connect, "connect-src 'self'");
}

#[tokio::test]
async fn only_the_page_itself_may_choose() {
    let changed = |name: &'static str, value: &str| {
        let mut request = choice("POST", PAGE, OPENAI);
        request.headers_mut().insert(name, value.parse().unwrap());
        request
    };
    for (name, value, status) in [
        ("origin", "https://evil.example", StatusCode::FORBIDDEN),
        ("origin", "null", StatusCode::FORBIDDEN),
        ("sec-fetch-site", "cross-site", StatusCode::FORBIDDEN),
        ("sec-fetch-site", "same-site", StatusCode::FORBIDDEN),
        ("host", "evil.example", StatusCode::MISDIRECTED_REQUEST),
        ("content-type", "text/plain", StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("content-type", "application/x-www-form-urlencoded", StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ] {
        let (got, headers, _) = ask(alone(), changed(name, value)).await;
        assert_eq!((got, cookie(&headers)), (status, None), "{name}: {value}");
    }
    let mut request = choice("DELETE", PAGE, "{}");
    request.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
    let (status, headers, _) = ask(alone(), request).await;
    assert_eq!((status, cookie(&headers)), (StatusCode::FORBIDDEN, None));
}

#[tokio::test]
async fn anything_but_an_origin_is_refused() {
    let long = format!(r#"{{"origin":"https://{}.example"}}"#, "a".repeat(2000));
    for (body, wanted) in [
        (r#"{"origin":"http://api.openai.com"}"#, "origin_refused"),
        (r#"{"origin":"https://api.openai.com/v1"}"#, "origin_refused"),
        (r#"{"origin":"https://*.example.org"}"#, "origin_refused"),
        (r#"{"origin":"https://a.example; script-src *"}"#, "origin_refused"),
        (r#"{"origin":"*"}"#, "origin_refused"),
        (r#"{"origin":"https://api.openai.com","key":"sk-1"}"#, "bad_request"),
        ("{}", "bad_request"),
        ("", "bad_request"),
        (long.as_str(), "bad_request"),
    ] {
        let (status, headers, answer) = ask(alone(), choice("POST", PAGE, body)).await;
        assert_eq!((status, code(&answer).as_str()), (StatusCode::BAD_REQUEST, wanted), "{body}");
        assert_eq!(cookie(&headers), None, "{body}");
        assert!(!answer.contains("sk-1"), "{answer}");
    }
}

#[tokio::test]
async fn a_cookie_that_is_no_origin_changes_nothing() {
    for cookies in [
        &["insitu-endpoint=*"][..],
        &["insitu-endpoint=https://*"],
        &["insitu-endpoint='unsafe-inline'"],
        &["insitu-endpoint=https://a.example https://b.example"],
        &["insitu-endpoint=https://a.example/v1"],
        &["insitu-endpoint=http://a.example"],
        &["insitu-endpoint=\"https://a.example\""],
        &["insitu-endpoint"],
        &["insitu-endpoint="],
        &["Insitu-Endpoint=https://a.example"],
        &["__Host-insitu-endpoint=https://a.example"],
        // Two of them: one is somebody else's.
        &["insitu-endpoint=https://a.example; insitu-endpoint=https://b.example"],
        &["insitu-endpoint=https://a.example", "insitu-endpoint=https://b.example"],
    ] {
        let (connect, origin) = admitted(alone(), "127.0.0.1:3000", cookies).await;
        assert_eq!((connect.as_str(), origin.as_str()), ("connect-src 'self'", ""), "{cookies:?}");
    }
    let (status, headers, _) = ask(alone(), get("/?endpoint=https://a.example")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(
        !headers["content-security-policy"].to_str().unwrap().contains("a.example"),
        "never from a query"
    );
}

#[tokio::test]
async fn the_frames_policies_admit_nothing() {
    for path in ["/kernel/frame", "/render/frame"] {
        let mut request = get(path);
        request
            .headers_mut()
            .insert("cookie", "insitu-endpoint=https://api.openai.com".parse().unwrap());
        let (_, headers, _) = ask(alone(), request).await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("connect-src 'none';") && !policy.contains("openai"), "{policy}");
    }
}

#[tokio::test]
async fn an_operator_can_switch_it_off() {
    let mut off = config("127.0.0.1:3000");
    off.server.direct_endpoints = false;
    let server = serving(off);
    let (status, headers, body) = ask(server.clone(), choice("POST", PAGE, OPENAI)).await;
    assert_eq!((status, code(&body).as_str()), (StatusCode::FORBIDDEN, "direct_endpoints_off"));
    assert_eq!(cookie(&headers), None);
    // A cookie from before does not count either, and can still be removed.
    let (connect, origin) =
        admitted(server.clone(), "127.0.0.1:3000", &["insitu-endpoint=https://api.openai.com"])
            .await;
    assert_eq!((connect.as_str(), origin.as_str()), ("connect-src 'self'", ""));
    let (_, _, page) = ask(server.clone(), get("/")).await;
    assert!(page.contains("data-endpoints=\"off\""), "the page offers none");
    assert_eq!(ask(server, choice("DELETE", PAGE, "{}")).await.0, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn where_the_page_needs_access_so_does_the_choice_and_allowed_origins_have_no_part_in_it() {
    let mut protected = config("127.0.0.1:3000");
    protected.access.mode = server::config::AccessMode::Token;
    protected.access.token = Some(Secret::new("0123456789abcdef"));
    let server = serving(protected);
    let (status, headers, _) = ask(server.clone(), choice("POST", PAGE, OPENAI)).await;
    assert_eq!((status, cookie(&headers)), (StatusCode::UNAUTHORIZED, None));

    let mut shared = config("127.0.0.1:3000");
    shared.server.allowed_origins = vec!["https://notebook.example.org".into()];
    let mut request = choice("POST", PAGE, OPENAI);
    request.headers_mut().insert("origin", "https://notebook.example.org".parse().unwrap());
    request.headers_mut().insert("sec-fetch-site", "cross-site".parse().unwrap());
    let (status, headers, _) = ask(serving(shared), request).await;
    assert_eq!((status, cookie(&headers)), (StatusCode::FORBIDDEN, None));
    assert!(!headers.contains_key("access-control-allow-origin"));
}
