//! The files that are fetched are the same, whatever the sources have to offer: with a CDN that a
//! local server plays, and a package index that a function plays.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::*;

const FILES: [(&str, &str); 3] =
    [("array-1.whl", "the array"), ("table-1.whl", "the table"), ("zones-1.whl", "the zones")];

/// Files by name with their content.
type Offered<'a> = &'a [(&'static str, &'static str)];

/// The wheels of [`FILES`]: the last one is of the package index, the others are of the
/// distribution.
fn wheels() -> Vec<Wheel> {
    let wheel = |(file, content): (&str, &str)| Wheel {
        file: file.to_owned(),
        sha256: digest::of(content.as_bytes()),
        origin: if file.starts_with("zones") { Origin::Index } else { Origin::Distribution },
        ..Wheel::named(file.trim_end_matches("-1.whl"), "1")
    };
    FILES.map(wheel).to_vec()
}

/// A local server that answers with these files, and notes what it was asked for.
struct Cdn {
    base: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Cdn {
    fn new(files: Offered) -> Self {
        let (listener, files) =
            (TcpListener::bind("127.0.0.1:0").unwrap(), BTreeMap::from_iter(files.to_vec()));
        let (base, asked) = (
            format!("http://{}/full", listener.local_addr().unwrap()),
            Arc::new(Mutex::new(vec![])),
        );
        let notes = Arc::clone(&asked);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut lines =
                    BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
                let path = lines.next().unwrap_or_default();
                let file =
                    path.trim_start_matches("GET /full/").trim_end_matches(" HTTP/1.1").to_owned();
                for _ in lines.take_while(|line| !line.is_empty()) {}
                let (status, body) = files
                    .get(file.as_str())
                    .map_or(("404 Not Found", ""), |&body| ("200 OK", body));
                let length = body.len();
                notes.lock().unwrap().push(file);
                write!(
                    stream,
                    "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
                )
                .unwrap();
            }
        });
        Self { base, asked }
    }
}

/// Fetches into a new folder. Returns the files in it, and the error.
fn fetched(name: &str, cdn: &str, index: Offered) -> (BTreeMap<String, String>, Option<String>) {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("insitu-sources-{name}-{}", std::process::id()));
    crate::runtime::reset(&folder).unwrap();
    // Left behind by another version.
    fs::write(folder.join("array-0.whl"), "an older array").unwrap();
    fs::write(folder.join("zones-1.whl"), "half of the zo").unwrap();
    let from_cdn = |wheels: &[&Wheel], folder: &Path| from_cdn(cdn, wheels, folder);
    let from_index = |wheels: &[&Wheel], folder: &Path| {
        for wheel in wheels {
            let Some((file, content)) = index.iter().find(|(file, _)| *file == wheel.file) else {
                bail!("No matching distribution found for {}", wheel.name);
            };
            fs::write(folder.join(file), content)?;
        }
        Ok(())
    };
    let sources = [
        Source {
            name: "the CDN",
            has: |wheel| wheel.origin == Origin::Distribution,
            get: &from_cdn,
        },
        Source { name: "the index", has: |_| true, get: &from_index },
    ];
    let wheels = wheels();
    let error = collect(&wheels.iter().collect::<Vec<_>>(), &folder, &sources).err();
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        (
            path.file_name().unwrap().to_string_lossy().into_owned(),
            fs::read_to_string(&path).unwrap(),
        )
    };
    let found = fs::read_dir(&folder).unwrap().map(read).collect();
    fs::remove_dir_all(&folder).unwrap();
    (found, error.map(|error| format!("{error:#}")))
}

#[test]
fn the_source_never_decides_what_is_fetched() {
    let mut expected: BTreeMap<String, String> =
        FILES.iter().map(|(file, content)| ((*file).to_owned(), (*content).to_owned())).collect();
    expected.insert("array-0.whl".to_owned(), "an older array".to_owned());
    let more =
        [FILES.as_slice(), &[("models-1.whl", "the models"), ("array-2.whl", "a newer array")]]
            .concat();
    let wrong = [("array-1.whl", "another array"), ("table-1.whl", "another table")];
    let half = [("table-1.whl", "the table")];
    // What the server is asked for: never for what is not in the set. Without its first file it
    // counts as not reachable.
    let cases: [(&str, Offered, &[&str]); 4] = [
        ("more", &more, &["array-1.whl", "table-1.whl"]),
        ("wrong", &wrong, &["array-1.whl", "table-1.whl"]),
        ("half", &half, &["array-1.whl"]),
        ("none", &[], &["array-1.whl"]),
    ];
    for (name, offered, asked) in cases {
        let cdn = Cdn::new(offered);
        assert_eq!(fetched(name, &cdn.base, &FILES), (expected.clone(), None), "{name}");
        assert_eq!(*cdn.asked.lock().unwrap(), asked, "{name}");
    }
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert_eq!(fetched("away", &format!("http://{closed}/"), &FILES), (expected, None));
}

#[test]
fn a_missing_or_different_file_is_an_error_with_its_name() {
    let other = [
        ("array-1.whl", "another array"),
        ("table-1.whl", "the table"),
        ("zones-1.whl", "the zones"),
    ];
    let refused = "the CDN: array-1.whl was refused, its SHA-256 is not the pinned one";
    let cases: [(&str, Offered, Offered, &str, &[&str]); 4] = [
        (
            "neither",
            &FILES[1..2],
            &FILES[1..],
            "array-1.whl",
            &["No matching distribution found for array"],
        ),
        (
            "different",
            &other,
            &FILES[1..],
            "array-1.whl",
            &[refused, "No matching distribution found for array"],
        ),
        ("both", &other, &other, "array-1.whl", &[refused, "the index: array-1.whl was refused"]),
        (
            "index",
            &FILES,
            &FILES[..2],
            "zones-1.whl",
            &["No matching distribution found for zones"],
        ),
    ];
    for (name, offered, index, file, reasons) in cases {
        let (found, error) = fetched(name, &Cdn::new(offered).base, index);
        let error = error.unwrap();
        assert!(error.contains(&format!("no source has {file}")), "{name}: {error}");
        for reason in reasons {
            assert!(error.contains(reason), "{name}: {reason} is not in: {error}");
        }
        assert!(!found.contains_key(file), "{name}: {found:?}");
    }
}
