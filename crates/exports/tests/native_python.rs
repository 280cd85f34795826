//! Exports of a session that native Python has run: the notebook and the script compute its numbers again.

#![allow(clippy::expect_used, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use exports::Transcript;

/// What to do where the packages are missing.
const INSTALL: &str = "These tests need pandas and nbclient: run `cargo xtask test --only native` once, which installs them under target/python.";

fn python(task: &str, folder: &Path) -> String {
    let packages = std::env::var("INSITU_PYTHONPATH").unwrap_or_else(|_| "target/python".to_owned());
    // A relative path is relative to the workspace, wherever cargo starts the test.
    let packages = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(packages);
    assert!(packages.join("nbclient").is_dir(), "{INSTALL}");
    let output = Command::new("python3")
        .args(["-B", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.py"), task])
        .arg(folder)
        .env("PYTHONPATH", packages)
        .env("PYTHONIOENCODING", "utf-8")
        // Settings of whoever runs the tests stay out of them.
        .envs(["IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"].map(|name| (name, folder)))
        .output()
        .expect("python3 starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn notebook_and_script_compute_the_numbers_of_the_session_again() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("exports-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let recorded = python("record", &folder);
    let transcript: Transcript = serde_json::from_str(&recorded).expect("a transcript");
    for (name, content) in [
        ("session.json", recorded),
        ("session.ipynb", exports::notebook(&transcript)),
        ("session.py", exports::script(&transcript)),
        ("session.md", exports::markdown(&transcript)),
        ("session.html", exports::report(&transcript)),
    ] {
        std::fs::write(folder.join(name), content).expect("a file");
    }
    python("check", &folder);
    if std::env::var_os("INSITU_KEEP").is_none() {
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }
}
