//! What browsers keep of the page for when the server cannot be reached.

use std::collections::BTreeSet;

use server::config::AccessMode;

use super::{
    export::{attribute, build_of, integrity, target, whole_site},
    *,
};

/// Returns a server with all that browsers may keep.
fn keeping() -> Config {
    let mut config = config("127.0.0.1:3000");
    config.server.site = Some(whole_site());
    config
}

fn policy(headers: &HeaderMap) -> Option<&str> {
    headers.get("content-security-policy").map(|policy| policy.to_str().unwrap())
}

#[tokio::test]
async fn the_files_that_the_service_worker_lists_are_served_with_their_hashes() {
    let router = serving(keeping());
    let (status, headers, worker) = ask(router.clone(), get("/service-worker.js")).await;
    assert_eq!(
        (status, &headers["content-type"]),
        (StatusCode::OK, &"text/javascript".parse().unwrap())
    );
    assert_eq!(headers["cache-control"], "no-cache");
    assert_eq!(headers["cross-origin-embedder-policy"], "require-corp");
    assert_eq!(policy(&headers), Some("default-src 'none'; connect-src 'self'"));
    assert!(worker.ends_with("work();"), "{worker}");
    let build = build_of(&worker);
    assert_eq!(build["served"], true);
    let files = build["files"].as_object().unwrap();
    assert!(files.len() > 8, "{files:?}");
    for (path, hash) in files {
        let (status, headers, content) = ask(router.clone(), get(&format!("/{path}"))).await;
        assert_eq!(
            (status, hash.as_str().unwrap()),
            (StatusCode::OK, &*integrity(&content)),
            "{path}"
        );
        let composed = path.ends_with(".html") || path.starts_with("render/manifest.");
        if composed && path != "offline.html" {
            assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable", "{path}");
        }
    }
    let (_, headers, _) = ask(router.clone(), get("/manifest.webmanifest")).await;
    assert_eq!(headers["content-type"], "application/manifest+json");
    // Of another version, nothing is there.
    for path in
        ["/kernel/frame.0123456789ab.html", "/render/manifest.0123456789ab.json", "/index.html"]
    {
        assert_eq!(ask(router.clone(), get(path)).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let request =
        Request::post("/service-worker.js").header("host", "127.0.0.1:3000").body(Body::empty());
    assert_eq!(ask(router, request.unwrap()).await.0, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn it_is_composed_as_an_export_is_and_the_runtimes_files_are_fetched_plain() {
    let (config, folder) = (keeping(), target("export-like-offline"));
    export(config.server.site.as_deref().unwrap(), &folder).await.unwrap();
    let exported = std::fs::read_to_string(folder.join("service-worker.js")).unwrap();
    let (_, _, worker) = ask(serving(config.clone()), get("/service-worker.js")).await;
    let files = |worker: &str, but: &str| -> BTreeSet<(String, String)> {
        let build = build_of(worker);
        let files = build["files"].as_object().unwrap().iter();
        files
            .filter(|(path, _)| *path != but)
            .map(|(path, hash)| (path.clone(), hash.to_string()))
            .collect()
    };
    assert_eq!(files(&worker, "offline.html"), files(&exported, "index.html"));
    let (_, _, document) = ask(serving(config), get("/offline.html")).await;
    assert!(!document.contains("insitu:gzipped") && !document.contains("nonce"), "{document}");
    assert!(document.contains("first();"), "{document}");
}

#[tokio::test]
async fn the_stored_document_is_within_the_same_sites_as_the_page_and_admits_endpoints_where_the_server_does()
 {
    for (embed_in, direct, page, frames) in [
        (vec![], true, "frame-ancestors 'none'", "frame-ancestors 'self'"),
        (
            vec!["https://portal.example.org".to_owned()],
            false,
            "frame-ancestors https://portal.example.org",
            "frame-ancestors 'self' https://portal.example.org",
        ),
    ] {
        let mut config = keeping();
        config.server.embed_in = embed_in;
        config.server.direct_endpoints = direct;
        let router = serving(config);
        let (_, headers, document) = ask(router.clone(), get("/offline.html")).await;
        assert_eq!(
            (policy(&headers), &headers["cache-control"]),
            (Some(page), &"no-cache".parse().unwrap())
        );
        assert!(headers["permissions-policy"].to_str().unwrap().contains("camera=()"));
        let own = attribute(&document, "http-equiv=\"Content-Security-Policy\"", "content");
        assert_eq!(own.contains("connect-src 'self';"), !direct, "{own}");
        assert_eq!(document.contains("data-endpoints=\"off\""), !direct);
        for frame in ["insitu:kernel-frame", "insitu:render-frame"] {
            let path = attribute(&document, frame, "content").trim_start_matches('.').to_owned();
            let (status, headers, frame) = ask(router.clone(), get(&path)).await;
            assert_eq!((status, policy(&headers)), (StatusCode::OK, Some(frames)), "{path}");
            assert_eq!(attribute(&frame, "<iframe", "sandbox"), "allow-scripts");
        }
    }
}

#[tokio::test]
async fn the_page_registers_the_service_worker_where_everybody_may_have_it() {
    let (_, _, page) = ask(serving(keeping()), get("/")).await;
    assert!(page.contains("register();") && page.contains("manifest.webmanifest"), "{page}");
    // No policy can contain this address.
    let mut request = get("/");
    request.headers_mut().insert("host", "[::1]:3000".parse().unwrap());
    let (_, headers, page) = ask(serving(keeping()), request).await;
    let own = policy(&headers).unwrap();
    assert!(own.contains("worker-src 'none'") && own.ends_with("trusted-types 'none'"), "{own}");
    assert!(!page.contains("register();"), "{page}");
}

#[tokio::test]
async fn where_users_sign_in_nothing_is_kept_and_what_was_kept_is_removed() {
    let token = || Some(Secret::new("a token of 16 letters"));
    let open = keeping();
    let live = Live::new(open.clone()).unwrap();
    let router = router(&live).unwrap();
    assert_eq!(ask(router.clone(), get("/offline.html")).await.0, StatusCode::OK);
    let mut closed = open.clone();
    (closed.access.mode, closed.access.token) = (AccessMode::Token, token());
    live.exchange(closed).unwrap();
    let (status, headers, worker) = ask(router.clone(), get("/service-worker.js")).await;
    assert_eq!((status, worker.as_str()), (StatusCode::OK, "remove();"));
    assert_eq!(policy(&headers), Some("default-src 'none'; connect-src 'self'"));
    for path in ["/offline.html", "/manifest.webmanifest"] {
        assert_eq!(ask(router.clone(), get(path)).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let mut page = get("/");
    page.headers_mut().insert("authorization", "Bearer a token of 16 letters".parse().unwrap());
    let (status, headers, page) = ask(router.clone(), page).await;
    let own = policy(&headers).unwrap();
    assert_eq!(status, StatusCode::OK);
    assert!(own.contains("worker-src 'none'") && own.ends_with("trusted-types 'none'"), "{own}");
    assert!(!page.contains("register();") && !page.contains("manifest.webmanifest"), "{page}");

    live.exchange(open).unwrap();
    assert!(ask(router, get("/service-worker.js")).await.2.ends_with("work();"));
}

#[tokio::test]
async fn what_is_composed_is_compressed_and_files_of_the_site_are_sent_as_they_are() {
    let router = serving(keeping());
    for (path, wanted) in [("/offline.html", Some("gzip")), ("/samples/sales.csv", None)] {
        let mut request = get(path);
        request.headers_mut().insert("accept-encoding", "gzip".parse().unwrap());
        let response = router.clone().oneshot(request).await.unwrap();
        let encoding =
            response.headers().get("content-encoding").map(|encoding| encoding.to_str().unwrap());
        assert_eq!(encoding, wanted, "{path}");
    }
}
