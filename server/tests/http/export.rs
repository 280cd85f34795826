//! The export for static hosts, of a small site.

use std::fs;
use std::time::{Duration, UNIX_EPOCH};

use base64::{Engine, prelude::BASE64_STANDARD};
use server::config::AccessMode;
use sha2::{Digest, Sha256};

use super::{archive::gzipped, *};

/// Returns a site that has all that an export needs.
pub(crate) fn whole_site() -> PathBuf {
    whole(site())
}

/// Adds what an export needs to a small site.
pub(crate) fn whole(site: PathBuf) -> PathBuf {
    for (path, content) in [
        ("icons/insitu.svg", "<svg/>"),
        ("samples/sales.csv", "a\n1\n"),
        ("static_host/first.js", "first();"),
        ("static_host/service_worker.js", "work();"),
    ] {
        let path = site.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    site
}

pub(crate) fn target(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Returns the value of an attribute of the first element that `mark` begins.
pub(crate) fn attribute<'a>(document: &'a str, mark: &str, name: &str) -> &'a str {
    let (_, rest) = document.split_once(mark).unwrap();
    let (_, rest) = rest.split_once(&format!("{name}=\"")).unwrap();
    rest.split_once('"').unwrap().0
}

/// Returns what stands before the script of a service worker.
pub(crate) fn build_of(worker: &str) -> serde_json::Value {
    let build =
        worker.strip_prefix("globalThis.insituBuild = ").unwrap().split_once(";\n").unwrap().0;
    serde_json::from_str(build).unwrap()
}

pub(crate) fn integrity(content: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(content)))
}

#[tokio::test]
async fn an_export_is_a_page_with_its_policy_and_sealed_frames_in_the_documents() {
    let (site, folder) = (whole_site(), target("export-whole"));
    let done = export(&site, &folder).await.unwrap();
    assert!(done.files > 15 && done.bytes > 10_000, "{done:?}");
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    let policy = attribute(&index, "http-equiv=\"Content-Security-Policy\"", "content");
    let (hashes, words): (Vec<&str>, Vec<&str>) =
        policy.split(' ').partition(|word| word.starts_with("'sha256-") && word.ends_with('\''));
    assert!(hashes.len() > 1, "{policy}");
    assert_eq!(
        words.join(" "),
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         connect-src 'self' https: http://localhost:* http://127.0.0.1:*; \
         img-src 'self' blob: data:; font-src 'self'; frame-src 'self'; worker-src 'self'; \
         manifest-src 'self'; form-action 'none'; base-uri 'none'; object-src 'none'; \
         require-trusted-types-for 'script'; trusted-types insitu-service-worker"
    );
    assert!(
        !index.contains("nonce=") && !index.contains("href=\"/") && !index.contains("src=\"/"),
        "addresses are relative: {index}"
    );

    for (name, kept) in [
        ("kernel", ["connect-src 'none'", "worker-src blob: data:", "webrtc 'block'"]),
        ("render", ["connect-src 'none'", "frame-src 'none'", "webrtc 'block'"]),
    ] {
        let mark = format!("insitu:{name}-frame");
        let document =
            fs::read_to_string(folder.join(attribute(&index, &mark, "content"))).unwrap();
        let policy = attribute(&document, "http-equiv=\"Content-Security-Policy\"", "content");
        assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
        for directive in kept {
            assert!(policy.contains(directive), "{directive}: {policy}");
        }
        assert_eq!(attribute(&document, "<iframe", "sandbox"), "allow-scripts");
        let before = document.find("<iframe").unwrap();
        assert!(
            document.find("Content-Security-Policy").unwrap() < before,
            "the frame inherits the policy"
        );
    }
}

#[tokio::test]
async fn the_service_worker_has_every_file_of_the_page_and_another_version_for_another_page() {
    let (site, folder) = (whole_site(), target("export-version"));
    export(&site, &folder).await.unwrap();
    let worker = fs::read_to_string(folder.join("service-worker.js")).unwrap();
    let build = build_of(&worker);
    assert_eq!(build["served"], false);
    let listed = build["files"].as_object().unwrap();
    let files: Vec<_> = listed.keys().map(String::as_str).collect();
    assert_eq!(listed["samples/sales.csv"], integrity("a\n1\n"));
    for file in [
        "index.html",
        "pkg/insitu.css",
        "pkg/insitu.0123456789ab.js",
        "samples/sales.csv",
        "kernel/manifest.0123456789ab.json",
    ] {
        assert!(files.contains(&file), "{file} is missing: {files:?}");
    }
    for file in &files {
        assert!(folder.join(file).is_file(), "{file} is there");
        assert!(
            !file.ends_with(".br") && !file.starts_with("runtime/"),
            "{file} is not stored at once"
        );
        assert_ne!(*file, "pkg/runtime.js", "it is in the document");
    }

    fs::write(site.join("static_host/first.js"), "other();").unwrap();
    let other = target("export-version-2");
    export(&site, &other).await.unwrap();
    assert_ne!(fs::read_to_string(other.join("service-worker.js")).unwrap(), worker);
}

#[tokio::test]
async fn a_folder_with_something_in_it_is_left_alone_and_a_missing_site_is_named() {
    let folder = target("export-full");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("mine.txt"), "mine").unwrap();
    let refused = export(&whole_site(), &folder).await.unwrap_err().to_string();
    assert!(refused.contains("is not empty. Choose a folder"), "{refused}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);

    let nowhere =
        export(Path::new("/nowhere"), &target("export-none")).await.unwrap_err().to_string();
    assert!(
        nowhere.contains("/nowhere/assets.json") && nowhere.contains("Build the site"),
        "{nowhere}"
    );
}

#[tokio::test]
async fn an_export_may_be_embedded_by_the_listed_sites_alone() {
    let site = whole_site();
    let read = |folder: &Path, name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let (alone, open) = (target("export-alone"), target("export-embedded"));
    export(&site, &alone).await.unwrap();
    let embed_in = vec!["https://portal.example.org".to_owned()];
    let server = Server { site: Some(site), embed_in, ..Server::default() };
    server::export(&server, &open).await.unwrap();
    assert!(!read(&alone, "index.html").contains("module.listen(["));
    assert!(read(&open, "index.html").contains("module.listen([\"https://portal.example.org\"])"));
    for name in ["_headers", "insitu.nginx.conf", "insitu.Caddyfile"] {
        let (closed, opened) = (read(&alone, name), read(&open, name));
        assert!(
            closed.contains("frame-ancestors 'self'") && !closed.contains("portal.example.org"),
            "{closed}"
        );
        assert!(opened.contains("frame-ancestors 'self' https://portal.example.org"), "{opened}");
        assert!(closed.contains("same-origin") && opened.contains("cross-origin"), "{name}");
        assert!(opened.contains("Access-Control-Allow-Origin"), "{name}");
    }
    assert_eq!(read(&open, "embed.js"), "customElements.define();");
    assert_eq!(read(&open, "THIRD-PARTY-NOTICES.txt"), "\u{feff}Third-party notices");
}

#[tokio::test]
async fn what_is_missing_is_never_cached_for_good() {
    let folder = target("export-caching");
    export(&whole_site(), &folder).await.unwrap();
    let nginx = fs::read_to_string(folder.join("insitu.nginx.conf")).unwrap();
    // Without `always`, nginx leaves the header out if a file is missing.
    assert!(
        nginx.contains("add_header Cache-Control \"public, max-age=31536000, immutable\";"),
        "{nginx}"
    );
    let caddy = fs::read_to_string(folder.join("insitu.Caddyfile")).unwrap();
    let hashed = "{\n    path */kernel/* */pkg/* */runtime/*\n    file\n}\n";
    assert!(caddy.contains(&format!("@hashed {hashed}header @hashed Cache-Control")), "{caddy}");
    assert!(
        caddy.contains(&format!("@other not {hashed}header @other Cache-Control no-cache")),
        "{caddy}"
    );
}

#[tokio::test]
async fn the_operators_models_are_listed_and_sent_to_those_with_access_and_exported() {
    let file = target("tab-models").with_extension("gguf");
    fs::write(&file, "GGUF and more").unwrap();
    let name = file.file_name().unwrap().to_str().unwrap();
    // By it a browser knows an earlier file of the same name and length.
    fs::File::open(&file)
        .unwrap()
        .set_modified(UNIX_EPOCH + Duration::from_millis(1_800_000_000_123))
        .unwrap();
    let listed =
        serde_json::json!([{ "name": name, "bytes": 13, "modified": 1_800_000_000_123_u64 }]);

    let mut config = config("127.0.0.1:3000");
    let list = |router| async { ask(router, get("/models/index.json")).await };
    assert_eq!(list(serving(config.clone())).await.2, "[]");
    config.server.tab_models = vec![file.clone()];
    let router = serving(config.clone());
    let (status, headers, body) = list(router.clone()).await;
    assert_eq!(
        (status, &headers["content-type"]),
        (StatusCode::OK, &"application/json".parse().unwrap())
    );
    assert_eq!(serde_json::from_str::<serde_json::Value>(&body).unwrap(), listed);
    let mut part = get(&format!("/models/{name}"));
    part.headers_mut().insert("range", "bytes=0-3".parse().unwrap());
    let (status, _, body) = ask(router.clone(), part).await;
    assert_eq!((status, body.as_str()), (StatusCode::PARTIAL_CONTENT, "GGUF"));
    for path in ["/models/other.gguf", "/models/..%2FCargo.toml", "/models/"] {
        assert_eq!(ask(router.clone(), get(path)).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    config.access.mode = AccessMode::Token;
    config.access.token = Some(Secret::new("a token of 16 letters"));
    let closed = serving(config);
    for path in ["/models/index.json", &format!("/models/{name}")] {
        assert_eq!(ask(closed.clone(), get(path)).await.0, StatusCode::UNAUTHORIZED, "{path}");
    }

    let folder = target("export-models");
    let server =
        Server { site: Some(whole_site()), tab_models: vec![file.clone()], ..Server::default() };
    server::export(&server, &folder).await.unwrap();
    let list = fs::read_to_string(folder.join("models/index.json")).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&list).unwrap(), listed);
    assert_eq!(fs::read_to_string(folder.join("models").join(name)).unwrap(), "GGUF and more");
}

#[tokio::test]
async fn an_export_lists_the_open_models_and_has_those_that_are_named() {
    let (folder, models) = (target("export-open"), target("open-models"));
    fs::create_dir_all(&models).unwrap();
    let open = providers::open_models::find(Some("qwen2.5-coder-0.5b")).unwrap();
    let other = providers::open_models::find(None).unwrap();
    let (named, fetched) = (models.join(&open.file), models.join("fetched"));
    fs::create_dir_all(&fetched).unwrap();
    for (path, model) in [(&named, open), (&fetched.join(&other.file), other)] {
        // A hole, which takes no room.
        fs::File::create(path).unwrap().set_len(model.bytes).unwrap();
    }
    let site = Some(whole_site());
    let server =
        Server { site, tab_models: vec![named], model_folder: Some(fetched), ..Server::default() };
    server::export(&server, &folder).await.unwrap();
    let read = |name: &str| fs::read_to_string(folder.join("models").join(name)).unwrap();
    let listing: providers::open_models::Listing =
        serde_json::from_str(&read("open.json")).unwrap();
    let there = |model: &providers::open_models::Model| {
        listing.find(&model.name).unwrap().modified.is_some()
    };
    assert_eq!((listing.may_fetch, there(open), there(other)), (false, true, false));
    let offered: serde_json::Value = serde_json::from_str(&read("index.json")).unwrap();
    assert_eq!(offered[0]["sha256"], serde_json::json!(open.sha256));
    assert!(!folder.join("models").join(&other.file).exists());
    fs::remove_dir_all(folder).unwrap();
    fs::remove_dir_all(models).unwrap();
}

/// The limits of Cloudflare Pages: bytes of a file, and files.
const LIMITS: (u64, usize) = (26_214_400, 20_000);

/// Returns the paths and sizes of all files in an exported folder.
fn sizes(folder: &Path, before: &str, found: &mut Vec<(String, u64)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{before}{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            sizes(&entry.path(), &format!("{name}/"), found);
        } else {
            found.push((name, entry.metadata().unwrap().len()));
        }
    }
}

#[tokio::test]
async fn the_runtime_is_there_as_gzip_alone_within_the_limits_of_hosts_and_the_document_lists_it() {
    let (site, folder) = (whole_site(), target("export-runtime"));
    let heap = vec![7; 30 << 20];
    let itself = gzipped("a file of gzip");
    for (name, content) in [
        ("heap.0123456789ab.bin", &heap[..]),
        ("heap.0123456789ab.bin.gz", &gzipped(&heap)),
        ("numpy-2.4.3.0123456789ab.whl.gz", &gzipped("wheel")),
        ("itself.0123456789ab.gz", &itself),
        ("itself.0123456789ab.gz.gz", &gzipped(&itself)),
    ] {
        fs::write(site.join("runtime").join(name), content).unwrap();
    }
    let done = export(&site, &folder).await.unwrap();
    let mut files = Vec::new();
    sizes(&folder, "", &mut files);
    files.sort();
    let runtime: Vec<_> =
        files.iter().filter_map(|(name, _)| name.strip_prefix("runtime/")).collect();
    // What has no gzip form is there as the site has it, and so is what is gzip itself.
    let expected = [
        "heap.0123456789ab.bin.gz",
        "itself.0123456789ab.gz",
        "itself.0123456789ab.gz.gz",
        "numpy-2.4.3.0123456789ab.whl.gz",
        "pyodide.0123456789ab.mjs",
        "python_stdlib.0123456789ab.zip",
    ];
    assert_eq!(runtime, expected);
    let sent = fs::read(folder.join("runtime/heap.0123456789ab.bin.gz")).unwrap();
    assert_eq!(sent, gzipped(&heap));
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    assert_eq!(
        attribute(&index, "insitu:gzipped", "content"),
        "heap.0123456789ab.bin numpy-2.4.3.0123456789ab.whl"
    );

    assert_eq!((done.files, done.bytes), (files.len(), files.iter().map(|(_, bytes)| bytes).sum()));
    assert!(files.len() < LIMITS.1, "{}", files.len());
    let large: Vec<_> = files.into_iter().filter(|(_, bytes)| *bytes > LIMITS.0).collect();
    assert_eq!((large, done.large), (vec![], vec![]));
}

#[test]
fn an_export_names_the_files_that_some_hosts_refuse() {
    let (model, folder) = (target("large-model").with_extension("gguf"), target("export-large"));
    fs::File::create(&model).unwrap().set_len(LIMITS.0 + 1).unwrap();
    let config = folder.with_extension("toml");
    fs::write(&config, format!("[server]\nsite = {:?}\ntab_models = [{model:?}]\n", whole_site()))
        .unwrap();
    let environment = [("INSITU_CONFIG", config.to_str().unwrap())];
    let (code, printed, problem) =
        command_line::insitu(&["export", folder.to_str().unwrap()], &environment);
    assert_eq!((code, problem.as_str()), (Some(0), ""));
    let notes: Vec<_> = printed.lines().skip(1).collect();
    assert_eq!(
        notes,
        [
            "models/large-model.gguf has 26 MB. Some hosts refuse files over 25 MiB (Cloudflare Pages); look up the limit of yours."
        ]
    );
    assert!(printed.contains("Copy it to any static host."), "{printed}");
}
