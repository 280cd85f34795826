//! The fetch that a page begins: who may, one at a time, its progress, its end, and its failure.

use axum::body::Body;
use http_body_util::BodyExt;
use tower::ServiceExt;

use super::*;
use crate::tab_models;

/// Returns a server at `address` with a folder for models.
fn server(address: &str) -> Server {
    Server { address: address.parse().unwrap(), model_folder: Some(folder()), ..Server::default() }
}

/// Returns a request as the page at `page` sends it.
fn request(method: &str, page: &str, body: &str) -> Request {
    Request::builder()
        .method(method)
        .uri("/models/fetch")
        .header("host", page.split_once("://").unwrap().1)
        .header("origin", page)
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/json")
        .body(Body::from(body.to_owned()))
        .unwrap()
}

/// Sends a request; returns the status, and the code of an error.
async fn answered(router: &Router, request: Request) -> (u16, String) {
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let error: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    (status, error["error"]["code"].as_str().unwrap_or_default().to_owned())
}

/// Returns the list as a page at `host` gets it.
async fn list(router: &Router, host: &str) -> Listing {
    let request =
        Request::get("/models/open.json").header("host", host).body(Body::empty()).unwrap();
    let response = router.clone().oneshot(request).await.unwrap();
    serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap()
}

const PAGE: &str = "http://127.0.0.1:3000";
const GET: &str = r#"{"name":"qwen2.5-coder-1.5b"}"#;

#[tokio::test]
async fn only_the_servers_own_page_on_its_own_machine_has_a_model_fetched() {
    let local = "127.0.0.1:3000";
    let changed = |name: &'static str, value: &'static str| {
        let mut request = request("POST", PAGE, GET);
        request.headers_mut().insert(name, value.parse().unwrap());
        request
    };
    for (name, address, request, expected) in [
        ("of this machine", local, request("POST", PAGE, GET), (202, "")),
        ("by its name", local, request("POST", "http://localhost:3000", GET), (202, "")),
        ("another site", local, changed("sec-fetch-site", "cross-site"), (403, "other_site")),
        (
            "another site of this machine",
            local,
            changed("sec-fetch-site", "same-site"),
            (403, "other_site"),
        ),
        ("another origin", local, changed("origin", "http://127.0.0.1:8000"), (403, "other_site")),
        ("a form", local, changed("content-type", "text/plain"), (415, "not_json")),
        (
            "behind a proxy",
            local,
            request("POST", "https://data.example.org", GET),
            (403, "not_on_this_machine"),
        ),
        (
            "a server that others reach",
            "0.0.0.0:3000",
            request("POST", PAGE, GET),
            (403, "not_on_this_machine"),
        ),
        (
            "no model of the list",
            local,
            request("POST", PAGE, r#"{"name":"../x"}"#),
            (400, "bad_request"),
        ),
        (
            "an address",
            local,
            request("POST", PAGE, r#"{"name":"qwen2.5-coder-1.5b","address":"https://x.org"}"#),
            (400, "bad_request"),
        ),
        ("nothing", local, request("POST", PAGE, ""), (400, "bad_request")),
        ("an end", local, request("DELETE", PAGE, ""), (204, "")),
        (
            "an end elsewhere",
            "0.0.0.0:3000",
            request("DELETE", PAGE, ""),
            (403, "not_on_this_machine"),
        ),
    ] {
        // Its hosts are not those of the list, so that nothing leaves this machine.
        let host = Host::start(vec![]).await;
        let router: Router = routes_from(&server(address), at(&host).1);
        let (status, code) = answered(&router, request).await;
        assert_eq!((status, code.as_str()), expected, "{name}");
    }
    let without = Server { model_folder: None, ..server(local) };
    let router: Router = routes(&without);
    assert_eq!(
        answered(&router, request("POST", PAGE, GET)).await,
        (409, "no_model_folder".to_owned())
    );
    assert!(!list(&router, local).await.may_fetch);
}

#[tokio::test]
async fn a_fetch_that_fails_says_so_to_pages_of_this_machine() {
    let host = Host::start(vec![]).await;
    let router: Router = routes_from(&server("127.0.0.1:3000"), at(&host).1);
    assert_eq!(
        list(&router, "127.0.0.1:3000").await,
        Listing { may_fetch: true, ..Listing::of_all() }
    );
    assert_eq!(answered(&router, request("POST", PAGE, GET)).await.0, 202);
    let problem = loop {
        if let Some(problem) = list(&router, "127.0.0.1:3000").await.problem {
            break problem;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    };
    assert_eq!(problem.name, "qwen2.5-coder-1.5b");
    assert!(
        problem.text.contains("is not an address from which models are fetched"),
        "{problem:?}"
    );
    assert_eq!(list(&router, "data.example.org").await, Listing::of_all());
}

#[tokio::test]
async fn one_model_is_fetched_at_a_time_and_what_came_stays_when_it_is_cancelled() {
    let silent = Reply { end: End::Silence, ..broken() };
    let host = Host::start(vec![silent, rest(10)]).await;
    let (model, sender) = at(&host);
    let model: &'static Model = Box::leak(Box::new(model));
    let folder = folder();
    let downloads = Downloads::new(Some(folder.clone())).from(sender);
    let until = async |what: &dyn Fn() -> bool| {
        while !what() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    downloads.start(model).unwrap();
    assert_eq!(downloads.start(model), Err(Refusal::Busy));
    until(&|| downloads.state().0.is_some_and(|fetching| fetching.bytes == 10)).await;
    downloads.cancel();
    assert_eq!(downloads.state(), (None, None));
    assert_eq!(files(&folder), part(10));
    // At once, though the thread of the one before may still hold the folder.
    downloads.start(model).unwrap();
    until(&|| downloads.state().0.is_none()).await;
    assert_eq!((downloads.state().1, files(&folder)), (None, whole()));
    assert_eq!(host.headers("range"), ["", "bytes=10-"]);
}

#[tokio::test]
async fn files_of_the_list_are_offered_with_their_hash_and_no_others_are_served() {
    let server = server("127.0.0.1:3000");
    let folder = server.model_folder.clone().unwrap();
    fs::create_dir_all(&folder).unwrap();
    let small = providers::open_models::find(Some("qwen2.5-coder-0.5b")).unwrap();
    // Of its length, without its content: what is in it, the page finds out.
    fs::File::create(folder.join(&small.file)).unwrap().set_len(small.bytes).unwrap();
    fs::write(folder.join("granite-3.3-2b-instruct-Q4_K_M.gguf"), "too short").unwrap();
    fs::write(folder.join("granite-3.3-2b-instruct-Q4_K_M.gguf.part"), "some").unwrap();
    fs::write(folder.join("notes.gguf"), "not a model of the list").unwrap();
    let router: Router = routes(&server).merge(tab_models::routes(&server));
    let listing = list(&router, "127.0.0.1:3000").await;
    let there = |name| listing.find(name).map(|one| (one.modified.is_some(), one.partial));
    assert_eq!(there("qwen2.5-coder-0.5b"), Some((true, 0)));
    assert_eq!(there("granite-3.3-2b"), Some((false, 4)));

    let get =
        |path: &str| Request::get(path).header("range", "bytes=0-3").body(Body::empty()).unwrap();
    let response = router.clone().oneshot(get("/models/index.json")).await.unwrap();
    let offered = response.into_body().collect().await.unwrap().to_bytes();
    let offered: serde_json::Value = serde_json::from_slice(&offered).unwrap();
    assert_eq!(offered.as_array().unwrap().len(), 1);
    for (key, expected) in [
        ("name", serde_json::json!(small.file)),
        ("bytes", small.bytes.into()),
        ("sha256", serde_json::json!(small.sha256)),
        ("label", serde_json::json!(small.label)),
    ] {
        assert_eq!(offered[0][key], expected, "{key}");
    }
    for (path, expected) in [
        (format!("/models/{}", small.file), StatusCode::PARTIAL_CONTENT),
        ("/models/notes.gguf".to_owned(), StatusCode::NOT_FOUND),
        ("/models/granite-3.3-2b-instruct-Q4_K_M.gguf.part".to_owned(), StatusCode::NOT_FOUND),
        ("/models/..%2Fsecret".to_owned(), StatusCode::NOT_FOUND),
    ] {
        assert_eq!(router.clone().oneshot(get(&path)).await.unwrap().status(), expected, "{path}");
    }
    // One that the operator also names for tabs has one address and one place in the list.
    let named = Server { tab_models: vec![folder.join(&small.file)], ..server };
    let _: Router = routes(&named).merge(tab_models::routes(&named));
    assert_eq!(listed(&named), Vec::<PathBuf>::new());
}
