//! Fetching from a host that misbehaves, one outcome for each case; and the fetch of a page.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod host;
mod requests;

use std::{
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

use providers::open_models::Model;
use sha2::{Digest, Sha256};

use self::host::{End, Host, Reply};
use super::{client::Sender, downloads::Downloads, fetch::fetch, *};

/// The model's bytes.
const BYTES: &[u8] = b"GGUF and then the weights";

/// Returns the path of a folder of this test's own, which does not exist. In the build folder, so
/// that nothing is left behind elsewhere.
fn folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let program = std::env::current_exe().unwrap();
    let build = program.ancestors().nth(3).unwrap();
    let test = std::thread::current().name().unwrap_or_default().replace("::", "-");
    let folder = build.join("tmp/fetched-models").join(format!("{test}-{count}"));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Returns a model of [`BYTES`] at an address.
fn model(address: String) -> Model {
    let sha256 = Sha256::digest(BYTES).iter().map(|byte| format!("{byte:02x}")).collect();
    let first = providers::open_models::find(None).unwrap().clone();
    Model { address, sha256, bytes: BYTES.len() as u64, file: "model.gguf".to_owned(), ..first }
}

/// Returns a model at `host`, and the sender that this host is.
fn at(host: &Host) -> (Model, Sender) {
    let sender = Sender::new(host.client(), [host.authority.clone()].into()).unwrap();
    (model(format!("https://{}/model.gguf?x=1", host.authority)), sender)
}

/// Fetches the model of a host; returns the error's text, and the files in the folder with their
/// lengths.
async fn fetched(host: &Host, folder: &Path) -> (Result<(), String>, Vec<(String, u64)>) {
    let (model, sender) = at(host);
    let done = fetch(&sender, folder, &model, &|_| ()).await;
    (done.map(drop).map_err(|error| error.to_string()), files(folder))
}

fn files(folder: &Path) -> Vec<(String, u64)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            (entry.file_name().into_string().unwrap(), entry.metadata().unwrap().len())
        })
        .filter(|(name, _)| name != "fetch.lock")
        .collect();
    files.sort();
    files
}

fn whole() -> Vec<(String, u64)> {
    vec![("model.gguf".to_owned(), 25)]
}

fn part(bytes: u64) -> Vec<(String, u64)> {
    vec![("model.gguf.part".to_owned(), bytes)]
}

/// An answer with the bytes from `from` on, as a host resumes it.
fn rest(from: usize) -> Reply {
    let head = format!(
        "206 Partial\r\ncontent-range: bytes {from}-24/25\r\ncontent-length: {}",
        25 - from
    );
    Reply::new(head, &BYTES[from..])
}

/// An answer that breaks off after ten bytes.
fn broken() -> Reply {
    Reply::new("200 OK\r\ncontent-length: 25", &BYTES[..10])
}

#[tokio::test]
async fn a_host_that_behaves_is_asked_for_the_file_and_for_nothing_else() {
    let host =
        Host::start(vec![Reply::redirect("/elsewhere/model.gguf"), Reply::whole(BYTES)]).await;
    let folder = folder();
    assert_eq!(fetched(&host, &folder).await, (Ok(()), whole()));
    assert_eq!(fs::read(folder.join("model.gguf")).unwrap(), BYTES);
    let asked = host.asked();
    let lines: Vec<_> = asked.iter().map(|head| head.lines().next().unwrap()).collect();
    assert_eq!(lines, ["get /model.gguf?x=1 http/1.1", "get /elsewhere/model.gguf http/1.1"]);
    for head in &asked {
        let mut names: Vec<_> =
            head.lines().skip(1).filter_map(|line| Some(line.split_once(": ")?.0)).collect();
        names.sort_unstable();
        assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent"], "{head}");
    }
    assert_eq!(host.headers("accept-encoding"), ["identity", "identity"]);
    // What is there is not fetched again.
    assert_eq!(fetched(&host, &folder).await, (Ok(()), whole()));
    assert_eq!(host.asked().len(), 2);
}

#[tokio::test]
async fn what_is_not_the_model_is_refused_and_not_kept() {
    let longer = [BYTES, b"!"].concat();
    let other = BYTES.to_ascii_lowercase();
    let hash: String = Sha256::digest(&other).iter().map(|byte| format!("{byte:02x}")).collect();
    let chunks =
        |body: &[u8]| [format!("{:x}\r\n", body.len()).as_bytes(), body, b"\r\n0\r\n\r\n"].concat();
    let different = |what: &str| {
        format!("localhost sends another file than the expected one: {what}. It was not kept.")
    };
    for (name, replies, expected) in [
        (
            "wrong bytes",
            vec![Reply::whole(&other)],
            format!("The SHA-256 of what came is {hash}, not the expected one. It was not kept."),
        ),
        (
            "too long by its length",
            vec![Reply::whole(&longer)],
            different("26 bytes in place of 25"),
        ),
        (
            "too short by its length",
            vec![Reply::whole(&BYTES[..24])],
            different("24 bytes in place of 25"),
        ),
        (
            "too long without a length",
            vec![Reply::new("200 OK\r\ntransfer-encoding: chunked", chunks(&longer))],
            different("more than its 25 bytes"),
        ),
        (
            "another part",
            vec![broken(), Reply::new("206 Partial\r\ncontent-range: bytes 0-24/25", BYTES)],
            different("the part `bytes 0-24/25` in place of `bytes 10-24/25`"),
        ),
        (
            "a part of a larger file",
            vec![
                broken(),
                Reply::new("206 Partial\r\ncontent-range: bytes 10-24/26", &BYTES[10..]),
            ],
            different("the part `bytes 10-24/26` in place of `bytes 10-24/25`"),
        ),
    ] {
        let host = Host::start(replies).await;
        assert_eq!(fetched(&host, &folder()).await, (Err(expected), vec![]), "{name}");
    }
}

#[tokio::test]
async fn a_redirect_leads_to_a_pinned_host_over_https_or_nowhere() {
    let elsewhere = Host::start(vec![Reply::whole(BYTES)]).await;
    let elsewhere_at = format!("https://{}", elsewhere.authority);
    for (to, named) in [
        (format!("{elsewhere_at}/model.gguf"), elsewhere_at.as_str()),
        ("https://localhost/model.gguf".to_owned(), "https://localhost"),
        ("https://cdn.example.org/model.gguf".to_owned(), "https://cdn.example.org"),
    ] {
        let host = Host::start(vec![Reply::redirect(&to)]).await;
        let (done, files) = fetched(&host, &folder()).await;
        let problem = done.unwrap_err();
        let expected =
            format!("The download was redirected to {named}, from which no model is fetched.");
        assert!(problem.starts_with(&expected), "{to}: {problem}");
        assert_eq!(files, part(0), "{to}");
    }
    assert_eq!(elsewhere.asked(), Vec::<String>::new());

    let host = Host::start(vec![]).await;
    let plain = format!("http://{}/model.gguf", host.authority);
    let downgrading = Host::start(vec![Reply::redirect(&plain)]).await;
    let problem = fetched(&downgrading, &folder()).await.0.unwrap_err();
    assert!(problem.contains(&format!("redirected to http://{}", host.authority)), "{problem}");

    let round = Host::start(vec![Reply::redirect("/model.gguf"); 9]).await;
    let problem = fetched(&round, &folder()).await.0.unwrap_err();
    assert!(problem.contains("redirected to itself, again and again"), "{problem}");
    assert_eq!(round.asked().len(), 6);
}

#[tokio::test]
async fn an_address_that_is_not_pinned_is_not_asked() {
    let host = Host::start(vec![Reply::whole(BYTES)]).await;
    let (_, sender) = at(&host);
    for address in [
        format!("http://{}/model.gguf", host.authority),
        "https://cdn.example.org/model.gguf".to_owned(),
        format!("https://user:pass@{}/model.gguf", host.authority),
        "model.gguf".to_owned(),
    ] {
        let error = fetch(&sender, &folder(), &model(address.clone()), &|_| ()).await.unwrap_err();
        let expected =
            format!("{address} is not an address from which models are fetched. Please report it.");
        assert_eq!(error.to_string(), expected);
    }
    let (mut large, _) = at(&host);
    large.bytes = providers::open_models::MAX_FILE_BYTES + 1;
    assert!(matches!(
        fetch(&sender, &folder(), &large, &|_| ()).await,
        Err(FetchError::Address(_))
    ));
    assert_eq!(host.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn a_break_is_followed_by_what_is_missing() {
    let silent = Reply { end: End::Silence, ..broken() };
    for (name, replies, ranges) in [
        ("resumed", vec![broken(), rest(10)], vec!["", "bytes=10-"]),
        ("from its start", vec![broken(), Reply::whole(BYTES)], vec!["", "bytes=10-"]),
        ("after silence", vec![silent, rest(10)], vec!["", "bytes=10-"]),
        (
            "after a busy host",
            vec![Reply::new("503 Busy\r\ncontent-length: 0", ""), Reply::whole(BYTES)],
            vec!["", ""],
        ),
        (
            "again and again, with progress",
            (0..25)
                .map(|at| match at {
                    0 => Reply::new("200 OK\r\ncontent-length: 25", &BYTES[..1]),
                    at => Reply { body: BYTES[at..=at].to_vec(), ..rest(at) },
                })
                .collect(),
            vec![],
        ),
    ] {
        let host = Host::start(replies).await;
        assert_eq!(fetched(&host, &folder()).await, (Ok(()), whole()), "{name}");
        if !ranges.is_empty() {
            assert_eq!(host.headers("range"), ranges, "{name}");
        }
    }
}

#[tokio::test]
async fn what_came_before_it_failed_is_kept_for_the_next_attempt() {
    let host = Host::start(vec![broken()]).await;
    let folder = folder();
    let (done, files) = fetched(&host, &folder).await;
    let problem = done.unwrap_err();
    let expected = "The connection to localhost broke off after 10 of 25 bytes (";
    assert!(problem.starts_with(expected), "{problem}");
    assert!(
        problem.ends_with("They are kept: `insitu model get` goes on from there."),
        "{problem}"
    );
    assert_eq!((files, host.asked().len()), (part(10), 6));

    let again = Host::start(vec![rest(10)]).await;
    let (model, sender) = at(&again);
    let come = std::sync::Mutex::new(Vec::new());
    fetch(&sender, &folder, &model, &|bytes| come.lock().unwrap().push(bytes)).await.unwrap();
    let come = come.into_inner().unwrap();
    assert_eq!((come.first(), come.last()), (Some(&10), Some(&25)));
    assert_eq!(again.headers("range"), ["bytes=10-"]);
}

#[tokio::test]
async fn a_host_that_refuses_or_is_not_trusted_sends_nothing() {
    let mut host = Host::start(vec![]).await;
    for (reply, status) in [
        (Reply::redirect("file:///etc/passwd"), 302),
        (Reply::new("404 Not Found\r\ncontent-length: 0", ""), 404),
        (Reply::new("206 Partial\r\ncontent-range: bytes 0-24/25", BYTES), 206),
    ] {
        host = Host::start(vec![reply]).await;
        let problem = fetched(&host, &folder()).await.0.unwrap_err();
        let expected = format!("localhost refuses the download (HTTP {status}).");
        assert_eq!(problem, format!("{expected} Try again later, or get a newer Insitu."));
    }
    let (model, _) = at(&host);
    let other = Host::start(vec![]).await;
    let sender = Sender::new(other.client(), [host.authority.clone()].into()).unwrap();
    let error = fetch(&sender, &folder(), &model, &|_| ()).await.unwrap_err();
    assert!(matches!(error, FetchError::Broken { bytes: 0, .. }), "{error}");
    assert_eq!(host.asked().len(), 1);
}

#[tokio::test]
async fn files_that_are_not_the_model_are_replaced() {
    for (name, file, content) in [
        ("of another length", "model.gguf", &BYTES[..5]),
        ("of the same length", "model.gguf", &BYTES.to_ascii_lowercase()),
        ("what is left is too long", "model.gguf.part", &[b'x'; 30]),
    ] {
        let (host, folder) = (Host::start(vec![Reply::whole(BYTES)]).await, folder());
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), content).unwrap();
        assert_eq!(fetched(&host, &folder).await, (Ok(()), whole()), "{name}");
        assert_eq!(fs::read(folder.join("model.gguf")).unwrap(), BYTES, "{name}");
    }
    // What is left and damaged shows at the end, and is not used a second time.
    let (host, folder) = (Host::start(vec![rest(10), Reply::whole(BYTES)]).await, folder());
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("model.gguf.part"), [b'x'; 10]).unwrap();
    let (done, files) = fetched(&host, &folder).await;
    assert!(done.unwrap_err().starts_with("The SHA-256 of what came is "));
    assert_eq!(files, vec![]);
    assert_eq!(fetched(&host, &folder).await, (Ok(()), whole()));
}

#[tokio::test]
async fn one_program_at_a_time_fetches_into_a_folder() {
    let (host, folder) = (Host::start(vec![Reply::whole(BYTES)]).await, folder());
    fs::create_dir_all(&folder).unwrap();
    let lock =
        OpenOptions::new().create(true).truncate(true).write(true).open(folder.join("fetch.lock"));
    let lock = lock.unwrap();
    lock.try_lock().unwrap();
    let problem = fetched(&host, &folder).await.0.unwrap_err();
    assert!(problem.starts_with("Another program is fetching a model into "), "{problem}");
    drop(lock);
    assert_eq!(fetched(&host, &folder).await, (Ok(()), whole()));
}
