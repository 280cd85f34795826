//! A site in an archive behind a program: served as the folder is, and refused if it is damaged.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use server::site::{Site, check::check, pack::pack};
use sha2::{Digest, Sha256};

use super::*;

/// What stands before the archives here.
const PROGRAM: &[u8] = b"\x7fELF a program, PK\x03\x04 and more of it";

/// The path of a file that is stored compressed only, and its content.
const SCRIPT: &str = "/pkg/large.0123456789ab.js";

fn script() -> String {
    (0..60_000).map(|number| format!("f({number});")).collect()
}

pub(crate) fn gzipped(content: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(content.as_ref()).unwrap();
    encoder.finish().unwrap()
}

/// Creates a built site with real brotli and a list of its files.
pub(crate) fn built() -> PathBuf {
    let folder = site();
    let content = script();
    let compressed = |text: &str| {
        let mut bytes = Vec::new();
        brotli::CompressorWriter::new(&mut bytes, 4096, 5, 22).write_all(text.as_bytes()).unwrap();
        bytes
    };
    std::fs::write(folder.join(&SCRIPT[1..]), &content).unwrap();
    std::fs::write(folder.join(format!("{}.br", &SCRIPT[1..])), compressed(&content)).unwrap();
    std::fs::write(folder.join(format!("{}.gz", &SCRIPT[1..])), gzipped(&content)).unwrap();
    std::fs::write(
        folder.join("pkg/insitu.0123456789ab.js.gz"),
        gzipped("export function hydrate() {}"),
    )
    .unwrap();
    for name in [
        "pkg/insitu.0123456789ab.js",
        "runtime/numpy-2.4.3.0123456789ab.whl",
        "runtime/heap.0123456789ab.bin",
    ] {
        let plain = std::fs::read_to_string(folder.join(name)).unwrap();
        std::fs::write(folder.join(format!("{name}.br")), compressed(&plain)).unwrap();
    }
    list(&folder);
    folder
}

/// Writes the list of a site's files.
fn list(folder: &Path) {
    fn collect(folder: &Path, before: &str, listed: &mut BTreeMap<String, Value>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{before}{}", path.file_name().unwrap().to_str().unwrap());
            if path.is_dir() {
                collect(&path, &format!("{name}/"), listed);
            } else if name != "files.json" {
                let content = std::fs::read(&path).unwrap();
                let sha256: String =
                    Sha256::digest(&content).iter().map(|byte| format!("{byte:02x}")).collect();
                listed.insert(name, json!({ "bytes": content.len(), "sha256": sha256 }));
            }
        }
    }
    let mut listed = BTreeMap::new();
    collect(folder, "", &mut listed);
    std::fs::write(folder.join("files.json"), serde_json::to_string(&listed).unwrap()).unwrap();
}

/// Returns a program with the site of `folder` behind it.
fn packed(folder: &Path) -> PathBuf {
    let program = folder.with_extension("program");
    let output = folder.with_extension("packed");
    std::fs::write(&program, PROGRAM).unwrap();
    pack(&program, folder, &output).unwrap();
    output
}

fn serving_site(site: &Path) -> Router {
    let mut config = config("127.0.0.1:3000");
    config.server.site = Some(site.to_owned());
    serving(config)
}

/// Asks for a file and returns the status, the headers and the bytes.
async fn file(
    router: &Router,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) -> (u16, HeaderMap, Vec<u8>) {
    let mut request = Request::builder().method(method).uri(path).header("host", "127.0.0.1:3000");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    (parts.status.as_u16(), parts.headers, body.collect().await.unwrap().to_bytes().to_vec())
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap())
}

#[tokio::test]
async fn an_archive_is_served_as_its_folder_is() {
    let folder = built();
    let (archive, folder) = (serving_site(&packed(&folder)), serving_site(&folder));
    for path in [
        SCRIPT,
        "/pkg/insitu.0123456789ab.js",
        "/pkg/insitu_bg.0123456789ab.wasm",
        "/pkg/insitu.css",
        "/runtime/pyodide.0123456789ab.mjs",
        "/runtime/numpy-2.4.3.0123456789ab.whl",
        "/runtime/heap.0123456789ab.bin",
        "/runtime/heap%2E0123456789ab.bin",
        "/render/manifest.json",
        "/kernel/frame",
        "/files.json",
        "/missing.0123456789ab.js",
        "/pkg",
        "/..%2fCargo.toml",
    ] {
        for method in ["GET", "HEAD", "POST"] {
            for (accepted, range) in [
                ("identity", None),
                ("br", None),
                ("gzip, deflate, br, zstd", None),
                ("identity", Some("bytes=1-2")),
                ("br", Some("bytes=-3")),
                ("identity", Some("bytes=99999999-")),
                ("identity", Some("bytes=0-1,3-4")),
            ] {
                let mut asked = vec![("accept-encoding", accepted)];
                asked.extend(range.map(|range| ("range", range)));
                let (mut wanted, mut found) = (
                    file(&folder, method, path, &asked).await,
                    file(&archive, method, path, &asked).await,
                );
                // Each knows its own way whether a file is the one that the client has.
                for headers in [&mut wanted.1, &mut found.1] {
                    headers.remove("last-modified");
                    headers.remove("etag");
                }
                // A refusal is its status; one of them has words with it.
                for (status, headers, body) in [&mut wanted, &mut found] {
                    if *status >= 400 {
                        headers.remove("content-length");
                        body.clear();
                    }
                }
                assert!(wanted == found, "{method} {path} {asked:?}: {wanted:?} and {found:?}");
            }
        }
    }
    // The archive has no gzip: whoever takes nothing else gets the content itself.
    let (_, headers, body) = file(&archive, "GET", SCRIPT, &[("accept-encoding", "gzip")]).await;
    assert_eq!((text(&headers, "content-encoding"), body), (None, script().into_bytes()));
}

#[tokio::test]
async fn ranges_of_stored_and_of_compressed_files_are_served() {
    let archive = serving_site(&packed(&built()));
    let plain = script().into_bytes();
    let all = plain.len();
    let compressed = file(&archive, "GET", SCRIPT, &[("accept-encoding", "br")]).await.2;
    for (range, wanted) in [
        ("bytes=0-9", Some(0..10)),
        ("bytes=400000-400099", Some(400_000..400_100)),
        ("bytes=-7", Some(all - 7..all)),
        ("bytes=100-", Some(100..all)),
        ("bytes=0-99999999", Some(0..all)),
        ("bytes=99999999-", None),
        ("bytes=9-3", None),
        ("bytes=0-1,4-5", None),
        ("lines=1-2", None),
    ] {
        let (status, headers, body) = file(&archive, "GET", SCRIPT, &[("range", range)]).await;
        let found = (status, text(&headers, "content-range").map(str::to_owned), body);
        let wanted = match wanted {
            Some(part) => {
                let about = format!("bytes {}-{}/{all}", part.start, part.end - 1);
                (206, Some(about), plain[part].to_vec())
            }
            None => (416, Some(format!("bytes */{all}")), Vec::new()),
        };
        assert!(found == wanted, "{range}: {} {:?}", found.0, found.1);
    }
    let asked = [("range", "bytes=10-19"), ("accept-encoding", "br")];
    let (status, headers, body) = file(&archive, "GET", SCRIPT, &asked).await;
    assert_eq!(
        (status, text(&headers, "content-encoding"), &body[..]),
        (206, Some("br"), &compressed[10..20])
    );
    assert_eq!(text(&headers, "content-length"), Some("10"));
    let tag = text(&headers, "etag").unwrap();
    for (of, wanted) in [(tag, 206), ("\"another\"", 200)] {
        let asked = [("range", "bytes=10-19"), ("accept-encoding", "br"), ("if-range", of)];
        assert_eq!(file(&archive, "GET", SCRIPT, &asked).await.0, wanted, "{of}");
    }
}

#[tokio::test]
async fn what_a_client_has_already_is_not_sent_again() {
    let archive = serving_site(&packed(&built()));
    let mut tags = Vec::new();
    for accepted in ["br", "identity"] {
        let (_, headers, _) = file(&archive, "GET", SCRIPT, &[("accept-encoding", accepted)]).await;
        tags.push(text(&headers, "etag").unwrap().to_owned());
    }
    assert_ne!(tags[0], tags[1], "two forms of a file have two tags");
    let mut lists = Vec::new();
    for content in ["body {}", "body{ }"] {
        let folder = built();
        std::fs::write(folder.join("pkg/insitu.css"), content).unwrap();
        list(&folder);
        let (_, headers, _) =
            file(&serving_site(&packed(&folder)), "GET", "/files.json", &[]).await;
        lists.push(text(&headers, "etag").unwrap().to_owned());
    }
    assert_ne!(lists[0], lists[1], "another list has another tag, as long as it is");
    for (known, wanted) in [
        (tags[0].clone(), 304),
        (format!("W/{}", tags[0]), 304),
        (format!("\"other\", {}", tags[0]), 304),
        ("*".to_owned(), 304),
        (tags[1].clone(), 200),
        ("\"other\"".to_owned(), 200),
    ] {
        let asked = [("accept-encoding", "br"), ("if-none-match", known.as_str())];
        let (status, headers, body) = file(&archive, "GET", SCRIPT, &asked).await;
        assert_eq!((status, body.is_empty()), (wanted, wanted == 304), "{known}");
        assert_eq!(
            text(&headers, "cache-control"),
            Some("public, max-age=31536000, immutable"),
            "{known}"
        );
    }
}

#[test]
fn the_same_program_and_site_make_the_same_bytes_also_packed_again() {
    let folder = built();
    let first = packed(&folder);
    let bytes = std::fs::read(&first).unwrap();
    assert!(bytes.starts_with(PROGRAM));
    let again = folder.with_extension("again");
    pack(&first, &folder, &again).unwrap();
    assert!(std::fs::read(&again).unwrap() == bytes);
    assert!(check(&Site::find(Some(&again)).unwrap()).unwrap().files > 10);
    assert!(check(&Site::find(Some(&folder)).unwrap()).unwrap().files > 10);
}

#[tokio::test]
async fn an_export_of_an_archive_has_the_files_of_the_folders() {
    let folder = export::whole(built());
    const HEAP: &str = "runtime/heap.0123456789ab.bin";
    std::fs::write(folder.join(format!("{HEAP}.gz")), gzipped("heap")).unwrap();
    list(&folder);
    let (from_folder, from_archive) =
        (export::target("export-of-folder"), export::target("export-of-archive"));
    let done = export(&folder, &from_folder).await.unwrap();
    assert_eq!(export(&packed(&folder), &from_archive).await.unwrap().files, done.files);
    let (mut wanted, mut found) = (BTreeMap::new(), BTreeMap::new());
    read_all(&from_folder, &from_folder, &mut wanted);
    read_all(&from_archive, &from_archive, &mut found);
    assert!(wanted.keys().eq(found.keys()), "{:?} and {:?}", wanted.keys(), found.keys());
    for (name, content) in &wanted {
        // The archive's are compressed again, by another library.
        let plain = |bytes: &[u8]| -> Vec<u8> {
            let mut plain = Vec::new();
            match flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain) {
                Ok(_) => plain,
                Err(_) => bytes.to_vec(),
            }
        };
        assert!(plain(content) == plain(&found[name]), "{name}");
    }
    assert!(found.contains_key(&format!("{}.gz", &SCRIPT[1..])));
    assert!(found.contains_key(&format!("{HEAP}.gz")) && !found.contains_key(HEAP));
}

/// Reads every file below a folder.
fn read_all(root: &Path, folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_all(root, &path, found);
        } else {
            let name = path.strip_prefix(root).unwrap().display().to_string();
            found.insert(name, std::fs::read(&path).unwrap());
        }
    }
}

#[test]
fn an_archive_that_is_cut_off_is_recognised() {
    let path = packed(&built());
    let bytes = std::fs::read(&path).unwrap();
    let cut = path.with_extension("cut");
    let problem = |length: usize| {
        std::fs::write(&cut, &bytes[..length]).unwrap();
        Site::find(Some(&cut)).map(drop).unwrap_err().to_string()
    };
    let damaged = "its archive has no end, or a damaged one. The file is damaged or was not copied to its end; get it again.";
    for length in [bytes.len() - 1, bytes.len() - 30, bytes.len() / 2, PROGRAM.len() + 50] {
        assert_eq!(problem(length), format!("{}: {damaged}", cut.display()), "{length}");
    }
    let none = format!(
        "{} has no site in it. Take the program of a release or `target/standalone/insitu` of `cargo xtask build`, or set \
         INSITU_SITE to a built site.",
        cut.display()
    );
    assert_eq!(problem(PROGRAM.len()), none);
}

#[test]
fn a_changed_a_missing_and_an_added_file_are_found() {
    let folder = built();
    let path = packed(&folder);
    let mut bytes = std::fs::read(&path).unwrap();
    let place = bytes.windows(7).position(|part| part == b"body {}").unwrap();
    bytes[place] = b'B';
    let changed = path.with_extension("changed");
    std::fs::write(&changed, bytes).unwrap();
    let problems = |site: &Path| check(&Site::find(Some(site)).unwrap()).unwrap_err();
    let wrong = "pkg/insitu.css is not what files.json lists; get the site or the program again.";
    assert_eq!(problems(&changed), [wrong]);

    std::fs::write(folder.join("pkg/insitu.css"), "other").unwrap();
    std::fs::write(folder.join("added.js"), "").unwrap();
    std::fs::remove_file(folder.join("render/frame.js")).unwrap();
    let found = problems(&folder);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[0], "added.js is not in files.json; build the site again.");
    assert_eq!(found[1], wrong);
    assert!(found[2].starts_with("render/frame.js cannot be read (No such file"), "{}", found[2]);
}
