//! Who has access: open, by a token, as a user with a password, and as a proxy says; from this site
//! and others.

mod sign_in;

use std::net::SocketAddr;

use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version, password_hash::SaltString};
use axum::extract::ConnectInfo;
use serde_json::Value;
use server::config::{Access, AccessMode, User};

use super::*;

const TOKEN: &str = "a-token-that-nobody-guesses";

/// Returns the hash of `correct horse`, as cheap as argon2id can be: tests run unoptimised.
fn hash(salt: &[u8]) -> String {
    let params = Params::new(8, 1, 1, None).unwrap();
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let salt = SaltString::encode_b64(salt).unwrap();
    argon2.hash_password(b"correct horse", &salt).unwrap().to_string()
}

/// Returns a server with `access`, as others reach it at `data.example.org`.
fn protected(access: Access) -> Router {
    let cookie_key = Some(Secret::new("0123456789abcdef0123456789abcdef"));
    serving(Config { access: Access { cookie_key, ..access }, ..config("0.0.0.0:3000") })
}

fn token() -> Router {
    protected(Access {
        mode: AccessMode::Token,
        token: Some(Secret::new(TOKEN)),
        ..Access::default()
    })
}

fn users() -> Router {
    let ada = User { name: "ada".into(), password_hash: Secret::new(hash(b"some salt")) };
    protected(Access { mode: AccessMode::Users, users: vec![ada], ..Access::default() })
}

fn proxy() -> Router {
    let trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
    protected(Access { mode: AccessMode::Proxy, trusted_proxies, ..Access::default() })
}

/// Returns a request from `peer` with headers.
fn request(
    method: &str,
    path: &str,
    peer: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Request<Body> {
    let mut request =
        Request::builder().method(method).uri(path).header("host", "data.example.org");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut request = request.body(Body::from(body.to_owned())).unwrap();
    let peer: SocketAddr = peer.parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(peer));
    request
}

/// Sends a form to the server as its own page does.
async fn form(
    router: &Router,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, HeaderMap, String) {
    let own = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("origin", "https://data.example.org"),
        ("sec-fetch-site", "same-origin"),
    ];
    let headers: Vec<_> = own
        .into_iter()
        .filter(|(name, _)| !headers.iter().any(|(other, _)| other == name))
        .chain(headers.iter().copied())
        .collect();
    let request = request("POST", path, "203.0.113.9:50000", &headers, body);
    let (status, headers, body) = ask(router.clone(), request).await;
    (status.as_u16(), headers, body)
}

/// Returns status and code of the answer to `GET path`.
async fn code(router: &Router, path: &str, peer: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let (status, headers, body) =
        ask(router.clone(), request("GET", path, peer, headers, "")).await;
    let body: Value = serde_json::from_str(&body).unwrap_or_default();
    let code = body["error"]["code"].as_str().unwrap_or_default().to_owned();
    assert_eq!(headers.contains_key("www-authenticate"), status == 401, "{headers:?}");
    (status.as_u16(), code)
}

/// Signs in, and returns the `Cookie` header.
async fn signed_in(router: &Router, body: &str) -> String {
    let (status, headers, body) = form(router, "/login", &[], body).await;
    assert_eq!((status, headers.get("location").unwrap().to_str().unwrap()), (303, "/"), "{body}");
    let cookie = headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("__Host-insitu="), "{cookie}");
    for attribute in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/", "Max-Age=43200"] {
        assert!(cookie.split("; ").any(|part| part == attribute), "{attribute}: {cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn what_everybody_gets_needs_no_access() {
    for router in [token(), users(), proxy()] {
        for path in [
            "/kernel/frame",
            "/render/frame",
            "/kernel/exit/test?exit=probe",
            "/kernel/exit/test/arrivals",
            "/pkg/insitu.css",
            "/runtime/pyodide.0123456789ab.mjs",
            "/health",
            "/healthz",
            "/readyz",
        ] {
            let (status, ..) =
                ask(router.clone(), request("GET", path, "203.0.113.9:1", &[], "")).await;
            assert!(status.is_success(), "{path}: {status}");
        }
    }
}

#[tokio::test]
async fn what_costs_money_or_shows_the_configuration_needs_access() {
    let json = [("content-type", "application/json")];
    for (router, status) in [(token(), 401), (users(), 401), (proxy(), 403)] {
        for (method, path) in [
            ("GET", "/v1/models"),
            ("GET", "/v1/models/small"),
            ("GET", "/metrics"),
            ("POST", "/v1/chat/completions"),
        ] {
            let (got, headers, body) =
                ask(router.clone(), request(method, path, "203.0.113.9:1", &json, "{}")).await;
            assert_eq!(got, status, "{path}: {body}");
            let body: Value = serde_json::from_str(&body).unwrap();
            assert!(
                body["error"]["message"].is_string() && body["error"]["type"].is_string(),
                "{body}"
            );
            assert_eq!(headers["cache-control"], "no-store");
        }
        let (got, headers, body) =
            ask(router.clone(), request("GET", "/", "203.0.113.9:1", &[], "")).await;
        if status == 403 {
            assert_eq!(got, 403);
            assert!(body.contains("through its proxy only") && !body.contains("pyodide"), "{body}");
        } else {
            assert_eq!((got.as_u16(), &headers["location"]), (303, &"/login".parse().unwrap()));
        }
    }
    // On loopback, as before.
    assert_eq!(ask(alone(), get("/")).await.0, 200);
}

#[tokio::test]
async fn programs_send_the_token() {
    let bearer = format!("Bearer {TOKEN}");
    let peer = "203.0.113.9:1";
    for (authorization, wanted) in [
        (bearer.as_str(), (200, "")),
        (&bearer.replace("Bearer", "bearer"), (200, "")),
        ("Bearer wrong", (401, "invalid_api_key")),
        (&format!("{bearer}x"), (401, "invalid_api_key")),
        (&bearer[..bearer.len() - 1], (401, "invalid_api_key")),
        ("Bearer ", (401, "invalid_api_key")),
        ("Basic YWRhOng=", (401, "no_access")),
        (TOKEN, (401, "no_access")),
    ] {
        let answer = code(&token(), "/v1/models", peer, &[("authorization", authorization)]).await;
        assert_eq!(answer, (wanted.0, wanted.1.to_owned()), "{authorization}");
    }
    assert_eq!(code(&token(), "/v1/models", peer, &[]).await, (401, "no_access".to_owned()));
    // A wrong token is not made good by a cookie.
    let router = token();
    let cookie = signed_in(&router, &format!("token={TOKEN}")).await;
    let both = [("authorization", "Bearer wrong"), ("cookie", cookie.as_str())];
    assert_eq!(code(&router, "/v1/models", peer, &both).await, (401, "invalid_api_key".to_owned()));
    // The name in a header counts in the mode `proxy` only.
    let named = [("x-forwarded-user", "ada")];
    assert_eq!(code(&router, "/v1/models", peer, &named).await, (401, "no_access".to_owned()));
}

#[tokio::test]
async fn a_name_is_taken_from_a_trusted_proxy_only() {
    let router = proxy();
    let ada = ("x-forwarded-user", "ada");
    let from_client = ("x-forwarded-for", "203.0.113.9");
    for (peer, headers, wanted) in [
        ("10.1.2.3:1", vec![ada], (200, "")),
        ("[::ffff:10.1.2.3]:1", vec![ada], (200, "")),
        ("10.1.2.3:1", vec![ada, from_client], (200, "")),
        ("10.1.2.3:1", vec![], (401, "no_access")),
        ("10.1.2.3:1", vec![("x-forwarded-user", " ")], (401, "no_access")),
        ("10.1.2.3:1", vec![ada, ("x-forwarded-user", "eve")], (401, "no_access")),
        ("203.0.113.9:1", vec![ada], (403, "not_from_proxy")),
        // Saying to be behind a proxy is not being one.
        ("203.0.113.9:1", vec![ada, ("x-forwarded-for", "10.1.2.3")], (403, "not_from_proxy")),
        ("11.0.0.1:1", vec![ada], (403, "not_from_proxy")),
        ("203.0.113.9:1", vec![("authorization", "Bearer x")], (403, "not_from_proxy")),
    ] {
        let answer = code(&router, "/v1/models", peer, &headers).await;
        assert_eq!(answer, (wanted.0, wanted.1.to_owned()), "{peer} {headers:?}");
    }
    let (status, headers, _) =
        ask(router, request("GET", "/login", "10.1.2.3:1", &[ada], "")).await;
    assert_eq!((status.as_u16(), &headers["location"]), (303, &"/".parse().unwrap()));
}

#[tokio::test]
async fn other_sites_cannot_sign_anybody_in_or_out() {
    let router = token();
    let right = format!("token={TOKEN}");
    for (name, value, status) in [
        ("origin", "https://evil.example", 403),
        ("origin", "null", 403),
        ("sec-fetch-site", "cross-site", 403),
        ("sec-fetch-site", "same-site", 403),
        ("sec-fetch-site", "none", 303),
    ] {
        for path in ["/login", "/logout"] {
            let (got, headers, _) = form(&router, path, &[(name, value)], &right).await;
            assert_eq!(
                (got, headers.contains_key("set-cookie")),
                (status, status == 303),
                "{path} {name} {value}"
            );
        }
    }
    // Over plain HTTP the browser would drop the cookie, after the token was sent in the clear.
    let (status, _, body) =
        form(&router, "/login", &[("origin", "http://data.example.org")], &right).await;
    assert!(status == 403 && body.contains("not encrypted"), "{body}");
}

#[tokio::test]
async fn the_documents_are_strict_and_work_without_script() {
    let navigated = [("sec-fetch-site", "none")];
    let (status, headers, body) =
        ask(users(), request("GET", "/login", "203.0.113.9:1", &navigated, "")).await;
    assert_eq!(status, 200);
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    for directive in ["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"] {
        assert!(policy.contains(directive), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains("script-src"), "{policy}");
    // Else a form's origin would be `null`, and refused.
    assert_eq!(headers["referrer-policy"], "same-origin");
    assert_eq!(headers["cache-control"], "no-store");
    assert!(body.contains("autocomplete=\"username\"") && !body.contains("<script"), "{body}");
    assert!(!body.contains("not encrypted"), "{body}");
    let (.., body) =
        ask(users(), request("GET", "/login?signed-out", "203.0.113.9:1", &navigated, "")).await;
    assert!(body.contains("You are signed out."), "{body}");
    let (.., body) = ask(users(), request("GET", "/login", "203.0.113.9:1", &[], "")).await;
    assert!(body.contains("not encrypted"), "{body}");
    // A link on another site: the cookie, which is strict, comes with the next request only.
    let linked = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
    let (status, _, body) = ask(users(), request("GET", "/", "203.0.113.9:1", &linked, "")).await;
    assert!(
        status == 200 && body.contains("http-equiv=\"refresh\" content=\"0; url=/\""),
        "{body}"
    );
}

#[tokio::test]
async fn only_listed_origins_may_use_the_relay_from_scripts() {
    let mut config = config("0.0.0.0:3000");
    config.access =
        Access { mode: AccessMode::Token, token: Some(Secret::new(TOKEN)), ..Access::default() };
    let strict = serving(config.clone());
    config.server.allowed_origins = vec!["https://notebook.example".into()];
    let router = serving(config);
    let preflight = async |router: &Router, path: &str, origin: &str| {
        let headers = [
            ("origin", origin),
            ("access-control-request-method", "POST"),
            (
                "access-control-request-headers",
                "authorization,content-type,x-stainless-os,x-forwarded-user",
            ),
        ];
        let (status, headers, _) =
            ask(router.clone(), request("OPTIONS", path, "203.0.113.9:1", &headers, "")).await;
        assert!(!headers.contains_key("access-control-allow-credentials"));
        let value = |name| headers.get(name).map(|value| value.to_str().unwrap().to_owned());
        (
            status.as_u16(),
            value("access-control-allow-origin"),
            value("access-control-allow-headers"),
        )
    };
    let permitted = (
        204,
        Some("https://notebook.example".to_owned()),
        Some("authorization, content-type, x-stainless-os".to_owned()),
    );
    assert_eq!(
        preflight(&router, "/v1/chat/completions", "https://notebook.example").await,
        permitted
    );
    assert_eq!(preflight(&router, "/v1/models", "https://notebook.example").await, permitted);
    for (router, path, origin) in [
        (&router, "/v1/models", "https://evil.example"),
        (&router, "/v1/models", "https://notebook.example.evil.example"),
        (&router, "/v1/models", "http://notebook.example"),
        (&router, "/v1/models", "null"),
        (&router, "/login", "https://notebook.example"),
        (&router, "/", "https://notebook.example"),
        (&strict, "/v1/models", "https://notebook.example"),
    ] {
        let (status, origin_allowed, _) = preflight(router, path, origin).await;
        assert!(status >= 400 && origin_allowed.is_none(), "{path} {origin}: {status}");
    }

    let cookie = signed_in(&router, &format!("token={TOKEN}")).await;
    let bearer = format!("Bearer {TOKEN}");
    let chat = async |router: &Router, headers: &[(&str, &str)]| {
        let mut all = vec![("content-type", "application/json"), ("sec-fetch-site", "cross-site")];
        all.extend(headers);
        let request = request("POST", "/v1/chat/completions", "203.0.113.9:1", &all, "{}");
        let (status, headers, _) = ask(router.clone(), request).await;
        (status.as_u16(), headers.contains_key("access-control-allow-origin"))
    };
    let origin = ("origin", "https://notebook.example");
    // 400: the request passed, and has no messages. An error can be read as well.
    assert_eq!(chat(&router, &[origin, ("authorization", &bearer)]).await, (400, true));
    assert_eq!(chat(&router, &[origin]).await, (401, true));
    // The browser's cookie is not access from there.
    assert_eq!(chat(&router, &[origin, ("cookie", &cookie)]).await, (401, true));
    let evil = ("origin", "https://evil.example");
    assert_eq!(chat(&router, &[evil, ("authorization", &bearer)]).await, (403, false));
    assert_eq!(chat(&strict, &[origin, ("authorization", &bearer)]).await, (403, false));
}

#[tokio::test]
async fn a_reload_signs_nobody_out_who_has_the_same_password() {
    // Without a key of its own, so that the random one has to stay.
    let ada = User { name: "ada".into(), password_hash: Secret::new(hash(b"some salt")) };
    let access = Access { mode: AccessMode::Users, users: vec![ada], ..Access::default() };
    let config = Config { access, ..config("0.0.0.0:3000") };
    let live = Live::new(config.clone()).unwrap();
    let router = router(&live).unwrap();
    let cookie = signed_in(&router, "name=ada&password=correct+horse").await;
    let sent = [("cookie", cookie.as_str())];
    live.exchange(config.clone()).unwrap();
    assert_eq!(code(&router, "/v1/models", "203.0.113.9:1", &sent).await.0, 200);
    let mut without = config;
    without.access.users[0].name = "bob".into();
    live.exchange(without).unwrap();
    let answer = code(&router, "/v1/models", "203.0.113.9:1", &sent).await;
    assert_eq!(answer, (401, "session_ended".to_owned()));
}

#[test]
fn the_program_hashes_passwords() {
    use std::io::Write;
    let hash = |input: &str| {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_insitu"))
            .arg("hash-password")
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.success(), text(output.stdout), text(output.stderr))
    };
    let (success, printed, _) = hash("correct horse\r\nsecond line\n");
    assert!(success);
    let parsed = argon2::PasswordHash::new(printed.trim_end()).unwrap();
    assert!(
        argon2::PasswordVerifier::verify_password(&Argon2::default(), b"correct horse", &parsed)
            .is_ok()
    );
    let (success, printed, problem) = hash("\n");
    assert!(
        !success && printed.is_empty() && problem.starts_with("The password is empty."),
        "{problem}"
    );
}
