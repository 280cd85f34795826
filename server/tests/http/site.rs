//! The page, the kernel's frame and the files, with the headers that they rely on.

use super::*;

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap())
}

#[tokio::test]
async fn everything_is_isolated_and_kept_from_other_sites() {
    for path in [
        "/",
        "/kernel/frame",
        "/render/frame",
        "/pkg/insitu.css",
        "/v1/models",
        "/health",
        "/missing",
    ] {
        let (_, headers, _) = ask(alone(), get(path)).await;
        for (name, value) in [
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
            // The frames' documents have an opaque origin, which to some browsers is not the
            // page's.
            (
                "cross-origin-resource-policy",
                if path.ends_with("/frame") { "cross-origin" } else { "same-origin" },
            ),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
        ] {
            assert_eq!(header(&headers, name), Some(value), "{path}: {name}");
        }
    }
}

#[tokio::test]
async fn the_target_of_the_egress_probes_answers_every_request() {
    for method in ["GET", "POST", "OPTIONS", "PUT"] {
        let request = Request::builder()
            .method(method)
            .uri("/kernel/exit/1?whatever=1")
            .header("host", "127.0.0.1:3000");
        let request = request
            .header("origin", "null")
            .header("sec-fetch-site", "cross-site")
            .body(Body::empty());
        let (status, headers, body) = ask(alone(), request.unwrap()).await;
        assert_eq!((status, body.as_str()), (StatusCode::NO_CONTENT, ""), "{method}");
        for (name, value) in [
            ("access-control-allow-origin", "*"),
            ("access-control-allow-methods", "*"),
            ("access-control-allow-headers", "*"),
            ("cross-origin-resource-policy", "cross-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(header(&headers, name), Some(value), "{method}: {name}");
        }
    }
}

#[tokio::test]
async fn the_page_leads_to_the_licences_which_its_site_has() {
    let (_, _, page) = ask(alone(), get("/")).await;
    assert!(page.contains("href=\"./THIRD-PARTY-NOTICES.txt\""), "{page}");
    let (status, _, notices) = ask(alone(), get("/THIRD-PARTY-NOTICES.txt")).await;
    assert_eq!((status, notices.as_str()), (StatusCode::OK, "\u{feff}Third-party notices"));
}

#[tokio::test]
async fn the_page_has_a_policy_with_a_nonce_for_each_response() {
    let mut nonces = Vec::new();
    for _ in 0..2 {
        let (status, headers, body) = ask(alone(), get("/")).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(header(&headers, "content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(header(&headers, "cache-control"), Some("no-store"));
        assert!(header(&headers, "permissions-policy").unwrap().contains("camera=()"));
        let policy = header(&headers, "content-security-policy").unwrap();
        let nonce = policy.split_once("'nonce-").unwrap().1.split_once('\'').unwrap().0.to_owned();
        assert_eq!(
            policy,
            format!(
                "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic' 'wasm-unsafe-eval'; style-src 'self'; \
                 connect-src 'self'; img-src 'self' blob: data:; font-src 'self'; \
                 frame-src 127.0.0.1:3000/kernel/frame 127.0.0.1:3000/render/frame; \
                 worker-src 127.0.0.1:3000/service-worker.js; manifest-src 'self'; form-action 'none'; \
                 base-uri 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; \
                 trusted-types insitu-service-worker"
            )
        );
        assert!(body.starts_with("<!DOCTYPE html>"), "{body}");
        assert!(
            body.contains("/pkg/insitu.0123456789ab.js")
                && body.contains("/pkg/insitu_bg.0123456789ab.wasm"),
            "{body}"
        );
        for script in body.split("<script").skip(1) {
            let tag = script.split_once('>').unwrap().0;
            assert!(
                tag.contains(&format!("nonce=\"{nonce}\"")),
                "a script without the nonce: {tag}"
            );
        }
        let lower = body.to_lowercase();
        assert!(!lower.contains("style=\""), "{body}");
        let handlers: Vec<&str> =
            lower.split_ascii_whitespace().filter(|word| is_handler(word)).collect();
        assert!(handlers.is_empty(), "{handlers:?}");
        nonces.push(nonce);
    }
    assert_ne!(nonces[0], nonces[1]);
    assert!(nonces[0].len() >= 16, "{nonces:?}");
}

/// Returns whether a word is an attribute of HTML with code, such as `onclick=…`.
fn is_handler(word: &str) -> bool {
    let name = word.strip_prefix("on").and_then(|rest| rest.split_once('=')).map(|(name, _)| name);
    name.is_some_and(|name| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric())
    })
}

#[tokio::test]
async fn the_page_is_compressed_for_browsers_that_take_it() {
    let mut lengths = Vec::new();
    for (accepted, wanted) in
        [("identity", None), ("gzip", Some("gzip")), ("gzip, deflate, br", Some("br"))]
    {
        let request =
            Request::get("/").header("host", "127.0.0.1:3000").header("accept-encoding", accepted);
        let response = alone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(header(response.headers(), "content-encoding"), wanted, "{accepted}");
        assert!(response.headers().contains_key("content-security-policy"), "{accepted}");
        lengths.push(response.into_body().collect().await.unwrap().to_bytes().len());
    }
    assert!(lengths[1..].iter().all(|length| length * 2 < lengths[0]), "{lengths:?}");
}

#[tokio::test]
async fn the_server_records_the_probes_that_arrive_at_the_address_of_each_self_test() {
    let app = alone();
    let visit = async |path: &str| ask(app.clone(), get(path)).await.2;
    for path in [
        "/kernel/exit/a?exit=worker-3",
        "/kernel/exit/a?exit=frame-0",
        "/kernel/exit/a?exit=worker-3",
        "/kernel/exit/b?exit=page",
        "/kernel/exit/a",
    ] {
        assert_eq!(visit(path).await, "");
    }
    assert_eq!(visit("/kernel/exit/a/arrivals").await, r#"["frame-0","worker-3"]"#);
    assert_eq!(visit("/kernel/exit/b/arrivals").await, r#"["page"]"#);
    assert_eq!(visit("/kernel/exit/c/arrivals").await, "[]");
    // Long names are dropped, and only the latest tests are kept.
    visit(&format!("/kernel/exit/b?exit={}", "x".repeat(65))).await;
    assert_eq!(visit("/kernel/exit/b/arrivals").await, r#"["page"]"#);
    for test in 0..63 {
        visit(&format!("/kernel/exit/{test}?exit=page")).await;
    }
    assert_eq!(visit("/kernel/exit/a/arrivals").await, "[]");
    assert_eq!(visit("/kernel/exit/b/arrivals").await, r#"["page"]"#);
}

#[tokio::test]
async fn the_kernels_frame_is_sealed_and_refuses_a_query() {
    let (status, headers, body) = ask(alone(), get("/kernel/frame")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        body,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Insitu kernel</title><script>console.log(1 < 2 \
         && 'frame');</script></html>"
    );
    // The hash was computed with `openssl dgst -sha256 -binary | base64`.
    assert_eq!(
        header(&headers, "content-security-policy"),
        Some(
            "sandbox allow-scripts; default-src 'none'; script-src 'sha256-UrXnf2PakSg1SxrAoDufbnIor1N4OUAV+U90KT2GDGU=' 'wasm-unsafe-eval'; worker-src \
             blob: data:; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; webrtc 'block'"
        )
    );
    assert_eq!(header(&headers, "cache-control"), Some("no-store"));
    assert!(header(&headers, "permissions-policy").unwrap().contains("geolocation=()"));
    assert_eq!(header(&headers, "connection-allowlist"), Some("()"));
    // To some browsers a frame of opaque origin does not have the page's.
    assert_eq!(header(&headers, "cross-origin-resource-policy"), Some("cross-origin"));
    let (status, _, body) = ask(alone(), get("/kernel/frame?stolen=1")).await;
    assert_eq!((status, body.as_str()), (StatusCode::BAD_REQUEST, ""));
}

#[tokio::test]
async fn the_frame_of_rendered_results_is_sealed_and_refuses_a_query() {
    let (status, headers, body) = ask(alone(), get("/render/frame")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        body,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Insitu result</title><script>console.log(2 < 3 \
         && 'result');</script></html>"
    );
    // The hash was computed with `openssl dgst -sha256 -binary | base64`.
    assert_eq!(
        header(&headers, "content-security-policy"),
        Some(
            "sandbox allow-scripts; default-src 'none'; script-src 'sha256-2tQyfdO7wr3MW8ffTZHtxWqEZES7e0DAcXRRjINvTRU=' blob:; \
             worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; font-src data: blob:; connect-src 'none'; \
             frame-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; webrtc 'block'"
        )
    );
    assert_eq!(header(&headers, "content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(header(&headers, "cache-control"), Some("no-store"));
    assert!(header(&headers, "permissions-policy").unwrap().contains("geolocation=()"));
    assert_eq!(header(&headers, "connection-allowlist"), Some("()"));
    // To some browsers a frame of opaque origin does not have the page's.
    assert_eq!(header(&headers, "cross-origin-resource-policy"), Some("cross-origin"));
    let (status, _, body) = ask(alone(), get("/render/frame?stolen=1")).await;
    assert_eq!((status, body.as_str()), (StatusCode::BAD_REQUEST, ""));
}

#[tokio::test]
async fn files_have_a_type_and_are_cached_as_their_names_allow() {
    let immutable = "public, max-age=31536000, immutable";
    for (path, kind, keep) in [
        ("/pkg/insitu.0123456789ab.js", "text/javascript", immutable),
        ("/pkg/insitu_bg.0123456789ab.wasm", "application/wasm", immutable),
        ("/pkg/insitu.css", "text/css", "no-cache"),
        ("/runtime/pyodide.0123456789ab.mjs", "application/javascript", immutable),
        ("/runtime/numpy-2.4.3.0123456789ab.whl", "application/octet-stream", immutable),
        ("/runtime/python_stdlib.0123456789ab.zip", "application/zip", immutable),
        ("/kernel/manifest.0123456789ab.json", "application/json", immutable),
        ("/render/manifest.json", "application/json", "no-store"),
    ] {
        let (status, headers, _) = ask(alone(), get(path)).await;
        let got = (status, header(&headers, "content-type"), header(&headers, "cache-control"));
        assert_eq!(got, (StatusCode::OK, Some(kind), Some(keep)), "{path}");
    }
    let (status, headers, _) = ask(alone(), get("/runtime/gone.0123456789ab.whl")).await;
    assert_eq!(
        (status, header(&headers, "cache-control")),
        (StatusCode::NOT_FOUND, Some("no-store"))
    );
}

#[tokio::test]
async fn missing_files_are_not_found_and_nothing_outside_of_the_site_is_served() {
    let config = config("127.0.0.1:3000");
    let site = config.server.site.clone().unwrap();
    let beside = site.with_extension("secret.txt");
    std::fs::write(&beside, "outside of the site").unwrap();
    let beside = beside.file_name().unwrap().to_str().unwrap();
    let server = serving(config);
    for path in [
        "/nothing-here".to_owned(),
        format!("/../{beside}"),
        format!("/..%2f{beside}"),
        format!("/runtime/../../{beside}"),
        format!("/runtime/%2e%2e/%2e%2e/{beside}"),
        format!("/runtime/..%2f..%2f{beside}"),
        format!("/assets.json/../../{beside}"),
        format!("/assets.json/../../../sites/{beside}"),
        format!("/{}", site.with_file_name(beside).display()),
    ] {
        let (status, _, body) = ask(server.clone(), get(&path)).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(!body.contains("outside of the site"), "{path}");
    }
}

#[tokio::test]
async fn compressed_siblings_are_preferred() {
    for (path, accepted, encoding, wanted) in [
        ("/pkg/insitu.0123456789ab.js", "gzip, br", Some("br"), "brotli"),
        ("/pkg/insitu.0123456789ab.js", "gzip", Some("gzip"), "gzip"),
        ("/pkg/insitu.0123456789ab.js", "identity", None, "export function hydrate() {}"),
        ("/runtime/numpy-2.4.3.0123456789ab.whl", "gzip, deflate, br, zstd", Some("br"), "brotli"),
        ("/runtime/heap.0123456789ab.bin", "gzip, deflate, br, zstd", Some("zstd"), "zstd"),
        ("/runtime/heap.0123456789ab.bin", "gzip, deflate, br", Some("br"), "brotli"),
    ] {
        let mut request = get(path);
        request.headers_mut().insert("accept-encoding", accepted.parse().unwrap());
        let (_, headers, body) = ask(alone(), request).await;
        assert_eq!(
            (header(&headers, "content-encoding"), body.as_str()),
            (encoding, wanted),
            "{path}: {accepted}"
        );
    }
}

#[tokio::test]
async fn a_local_server_answers_only_under_names_that_it_knows() {
    let check = async |addr: &str, host: Option<&str>, wanted: u16| {
        let mut config = config(addr);
        config.server.hosts.retain(|_| addr.starts_with("127"));
        let mut request = get("/health");
        request.headers_mut().remove("host");
        if let Some(host) = host {
            request.headers_mut().insert("host", host.parse().unwrap());
        }
        let (status, ..) = ask(serving(config), request).await;
        assert_eq!(status.as_u16(), wanted, "{addr} under {host:?}");
    };
    for host in ["localhost:3000", "127.0.0.1", "[::1]:3000", "LOCALHOST", "data.example.org"] {
        check("127.0.0.1:3000", Some(host), 200).await;
    }
    for host in [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:3000",
        "a b",
        "x;script-src *",
    ] {
        check("127.0.0.1:3000", Some(host), 421).await;
    }
    check("127.0.0.1:3000", None, 421).await;
    check("0.0.0.0:3000", Some("anything.example"), 200).await;
    check("0.0.0.0:3000", Some("anything.example;"), 421).await;
}

#[test]
fn a_site_that_is_not_built_is_an_error_that_says_what_to_do() {
    let mut config = config("127.0.0.1:3000");
    config.server.site = Some("nowhere".into());
    let wanted = "nowhere/assets.json: No such file or directory (os error 2). Build the site with `cargo xtask serve`, or \
                  set INSITU_SITE to where it is.";
    let live = Live::new(config).unwrap();
    assert_eq!(router(&live).map(drop).map_err(|error| error.to_string()), Err(wanted.to_owned()));
}
