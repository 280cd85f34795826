//! The codecs against documented traffic: files under `traffic/`, which follow the examples of each
//! provider's documentation, and golden files under `golden/` with what becomes of them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod fuzzing;
mod replay;
mod requests;
mod round_trip;

use std::path::{Path, PathBuf};

use chat::{
    Delta,
    wire::{Event, Failure},
};
use providers::{Decoder, Frame, Frames, Wire};

/// One file of `traffic/`.
struct Traffic {
    wire: Wire,
    /// Its path below `traffic/`.
    name: String,
    text: String,
}

impl Traffic {
    /// Reads every file with this extension.
    fn all(extension: &str) -> Vec<Self> {
        let mut all = Vec::new();
        for wire in Wire::ALL {
            let folder = root().join("traffic").join(wire.word());
            let mut files: Vec<PathBuf> =
                std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
            files.sort();
            for file in
                files.iter().filter(|file| file.extension().is_some_and(|found| found == extension))
            {
                let name =
                    format!("{}/{}", wire.word(), file.file_name().unwrap().to_str().unwrap());
                all.push(Self { wire, name, text: std::fs::read_to_string(file).unwrap() });
            }
        }
        all
    }

    /// Returns the frames of the stream, read in one piece.
    fn frames(&self) -> Vec<Frame> {
        Frames::new().read(self.text.as_bytes()).unwrap()
    }
}

/// What has come out of a decoder.
#[derive(Clone, Debug, Default, PartialEq)]
struct Decoded {
    deltas: Vec<Delta>,
    failures: Vec<Failure>,
    skipped: usize,
}

impl Decoded {
    fn add(&mut self, decoder: &mut Decoder, frame: &Frame) {
        match decoder.decode(frame.name.as_deref(), &frame.data) {
            Ok(Event::Deltas(deltas)) => self.deltas.extend(deltas),
            Ok(Event::Failed(failure)) => self.failures.push(failure),
            Ok(Event::Unknown) => self.skipped += 1,
            Ok(Event::Done) => {}
            Err(error) => panic!("{error} in {}", frame.data),
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Compares with a file under `golden/`; with `INSITU_BLESS` set, writes it instead.
#[track_caller]
fn golden(name: &str, actual: &str) {
    let path = root().join("golden").join(name);
    if std::env::var_os("INSITU_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        actual, expected,
        "golden/{name} differs; if that is intended, run once with INSITU_BLESS=1"
    );
}
