//! The export for static hosts, of a small site.

use std::fs;

use base64::{Engine, prelude::BASE64_STANDARD};
use sha2::{Digest, Sha256};

use super::*;

/// Returns a site that has all that an export needs.
fn whole_site() -> PathBuf {
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
fn attribute<'a>(document: &'a str, mark: &str, name: &str) -> &'a str {
    let (_, rest) = document.split_once(mark).unwrap();
    let (_, rest) = rest.split_once(&format!("{name}=\"")).unwrap();
    rest.split_once('"').unwrap().0
}

#[tokio::test]
async fn an_export_is_a_page_with_its_policy_and_sealed_frames_in_the_documents() {
    let (site, folder) = (whole_site(), target("export-whole"));
    let done = server::export(Some(&site), &folder, &[]).await.unwrap();
    assert!(done.files > 15 && done.bytes > 10_000, "{done:?}");
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    let policy = attribute(&index, "http-equiv=\"Content-Security-Policy\"", "content");
    for directive in [
        "default-src 'none'",
        "form-action 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
    ] {
        assert!(policy.contains(directive), "{directive}: {policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains(" 'unsafe-eval'"), "{policy}");
    assert!(
        !index.contains("nonce=") && !index.contains("href=\"/") && !index.contains("src=\"/"),
        "addresses are relative: {index}"
    );

    for (name, kept) in [
        ("kernel", ["connect-src 'none'", "worker-src blob: data:", "webrtc 'block'"]),
        ("render", ["connect-src 'none'", "frame-src 'none'", "webrtc 'block'"]),
    ] {
        let mark = format!("insitu:{name}-frame");
        let document = fs::read_to_string(folder.join(attribute(&index, &mark, "content"))).unwrap();
        let policy = attribute(&document, "http-equiv=\"Content-Security-Policy\"", "content");
        assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
        for directive in kept {
            assert!(policy.contains(directive), "{directive}: {policy}");
        }
        assert_eq!(attribute(&document, "<iframe", "sandbox"), "allow-scripts");
        let before = document.find("<iframe").unwrap();
        assert!(document.find("Content-Security-Policy").unwrap() < before, "the frame inherits the policy");
    }
}

#[tokio::test]
async fn the_service_worker_has_every_file_of_the_page_and_another_version_for_another_page() {
    let (site, folder) = (whole_site(), target("export-version"));
    server::export(Some(&site), &folder, &[]).await.unwrap();
    let worker = fs::read_to_string(folder.join("service-worker.js")).unwrap();
    let build = worker.strip_prefix("globalThis.insituBuild = ").unwrap().split_once(";\n").unwrap().0;
    let build: serde_json::Value = serde_json::from_str(build).unwrap();
    let listed = build["files"].as_object().unwrap();
    let files: Vec<_> = listed.keys().map(String::as_str).collect();
    let integrity = |content: &str| format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(content)));
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
        assert!(!file.ends_with(".br") && !file.starts_with("runtime/"), "{file} is not stored at once");
    }

    fs::write(site.join("static_host/first.js"), "other();").unwrap();
    let other = target("export-version-2");
    server::export(Some(&site), &other, &[]).await.unwrap();
    assert_ne!(fs::read_to_string(other.join("service-worker.js")).unwrap(), worker);
}

#[tokio::test]
async fn a_folder_with_something_in_it_is_left_alone_and_a_missing_site_is_named() {
    let folder = target("export-full");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("mine.txt"), "mine").unwrap();
    let refused = server::export(Some(&whole_site()), &folder, &[]).await.unwrap_err().to_string();
    assert!(refused.contains("is not empty. Choose a folder"), "{refused}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);

    let nowhere = server::export(Some(Path::new("/nowhere")), &target("export-none"), &[])
        .await
        .unwrap_err()
        .to_string();
    assert!(nowhere.contains("/nowhere/assets.json") && nowhere.contains("Build the site"), "{nowhere}");
}

#[tokio::test]
async fn an_export_may_be_embedded_by_the_listed_sites_alone() {
    let site = whole_site();
    let read = |folder: &Path, name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let (alone, open) = (target("export-alone"), target("export-embedded"));
    server::export(Some(&site), &alone, &[]).await.unwrap();
    server::export(Some(&site), &open, &["https://portal.example.org".to_owned()]).await.unwrap();
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
}

#[tokio::test]
async fn what_is_missing_is_never_cached_for_good() {
    let folder = target("export-caching");
    server::export(Some(&whole_site()), &folder, &[]).await.unwrap();
    let nginx = fs::read_to_string(folder.join("insitu.nginx.conf")).unwrap();
    // Without `always`, nginx leaves the header out where a file is missing.
    assert!(nginx.contains("add_header Cache-Control \"public, max-age=31536000, immutable\";"), "{nginx}");
    let caddy = fs::read_to_string(folder.join("insitu.Caddyfile")).unwrap();
    let hashed = "{\n    path */kernel/* */pkg/* */runtime/*\n    file\n}\n";
    assert!(caddy.contains(&format!("@hashed {hashed}header @hashed Cache-Control")), "{caddy}");
    assert!(caddy.contains(&format!("@other not {hashed}header @other Cache-Control no-cache")), "{caddy}");
}
