//! Which sites may embed the page, and what they load for it.

use super::*;

const SITES: [&str; 2] = ["https://portal.example.org", "http://localhost:8000"];

fn policy(headers: &HeaderMap) -> &str {
    headers["content-security-policy"].to_str().unwrap()
}

#[tokio::test]
async fn only_listed_sites_may_embed_the_page_and_nothing_else_of_its_policies_changes() {
    let mut open = config("127.0.0.1:3000");
    open.server.embed_in = SITES.map(str::to_owned).to_vec();
    let (alone, open) = (serving(config("127.0.0.1:3000")), serving(open));
    let sites = SITES.join(" ");
    for (path, before, after) in [
        ("/", "frame-ancestors 'none'".to_owned(), format!("frame-ancestors {sites}")),
        (
            "/kernel/frame",
            "frame-ancestors 'self'".to_owned(),
            format!("frame-ancestors 'self' {sites}"),
        ),
        (
            "/render/frame",
            "frame-ancestors 'self'".to_owned(),
            format!("frame-ancestors 'self' {sites}"),
        ),
    ] {
        let (_, closed, document) = ask(alone.clone(), get(path)).await;
        let (_, opened, embeddable) = ask(open.clone(), get(path)).await;
        let without_nonce = |policy: &str| {
            let words = policy.split(' ').filter(|word| !word.starts_with("'nonce-"));
            words.collect::<Vec<_>>().join(" ")
        };
        let expected = without_nonce(policy(&closed)).replace(&before, &after);
        assert!(policy(&closed).contains(&before), "{path}: {}", policy(&closed));
        assert_eq!(without_nonce(policy(&opened)), expected, "{path}");
        let listens = |document: &str| document.contains("module.listen([");
        assert!(!listens(&document), "{path}");
        assert_eq!(listens(&embeddable), path == "/", "{path}");
    }
    let resources = |headers: &HeaderMap| headers["cross-origin-resource-policy"].clone();
    assert_eq!(resources(&ask(alone, get("/")).await.1), "same-origin");
    assert_eq!(resources(&ask(open, get("/")).await.1), "cross-origin");
}

#[tokio::test]
async fn the_elements_script_is_readable_for_other_sites_and_nothing_else_is() {
    let server = serving(config("127.0.0.1:3000"));
    let (status, headers, _) = ask(server.clone(), get("/embed.js")).await;
    assert_eq!(
        (status, &headers["access-control-allow-origin"]),
        (StatusCode::OK, &"*".parse().unwrap())
    );
    assert_eq!(headers["cache-control"], "no-cache");
    for path in ["/", "/assets.json", "/kernel/frame", "/v1/models", "/embed.js/x"] {
        let (_, headers, _) = ask(server.clone(), get(path)).await;
        assert!(!headers.contains_key("access-control-allow-origin"), "{path}");
    }
}
