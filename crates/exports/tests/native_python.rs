//! Exports of a session that native Python has run: the notebook and the script compute its numbers
//! again.

#![allow(clippy::expect_used, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use exports::Transcript;
use serde_json::json;

/// What to do if the packages are missing.
const INSTALL: &str = "These tests need pandas and nbclient: run `cargo xtask test --only native` once, which installs them under target/python.";

fn python(task: &str, folder: &Path) -> String {
    let packages =
        std::env::var("INSITU_PYTHONPATH").unwrap_or_else(|_| "target/python".to_owned());
    // A relative path is relative to the workspace, wherever cargo starts the test.
    let packages = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(packages);
    assert!(packages.join("nbclient").is_dir(), "{INSTALL}");
    let output = Command::new("python3")
        .args(["-B", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.py"), task])
        .arg(folder)
        .env("PYTHONPATH", packages)
        .env("PYTHONIOENCODING", "utf-8")
        // Settings of whoever runs the tests stay out of them.
        .envs(
            ["IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"].map(|name| (name, folder)),
        )
        .output()
        .expect("python3 starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn notebook_and_script_compute_the_numbers_of_the_session_again() {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("exports-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let recorded = python("record", &folder);
    let transcript: Transcript = serde_json::from_str(&recorded).expect("a transcript");
    for (name, content) in [
        ("session.json", recorded),
        ("session.ipynb", exports::notebook(&transcript)),
        ("session.py", exports::script(&transcript)),
        ("session.md", exports::markdown(&transcript)),
        ("session.html", exports::audit(&transcript)),
    ] {
        std::fs::write(folder.join(name), content).expect("a file");
    }
    python("check", &folder);
    if std::env::var_os("INSITU_KEEP").is_none() {
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }
}

/// Texts that would end a comment or a literal.
const ATTACKS: [&str; 9] = [
    "x\nINJECTED = 1\r\nINJECTED = 2\rINJECTED = 3\u{2028}INJECTED = 4\u{c}INJECTED = 5",
    "\"\"\"\nINJECTED = 1\n\"\"\"",
    "\"\"\"\"\nINJECTED = 1\n\"\"\"\"\"",
    "'''\nINJECTED = 1\n'''",
    "\\\"\"\"\nINJECTED = 1 #\\",
    "\"); INJECTED = (\"",
    "coding: utf-7\n+AAo-INJECTED = 1",
    "\\N{LINE FEED}INJECTED = 1\0\u{1b}",
    "{INJECTED!r}%s\r\\\nINJECTED",
];

#[test]
fn a_hostile_text_stays_a_comment_or_a_literal_of_the_script_and_the_notebook_valid() {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("empty.ipynb"), exports::notebook(&Transcript::default()))
        .expect("a file");
    for (at, &text) in ATTACKS.iter().enumerate() {
        let step = |status: &str, code: &str| {
            let outcome = json!({
                "status": status, "executionCount": 1, "stdout": text, "stderr": text, "results": [],
                "error": null, "files": [], "durationMs": 1,
            });
            json!({ "purpose": text, "code": code, "outcome": outcome })
        };
        let steps = [
            step("ok", "x = 1"),
            step("ok", "await x"),
            step("ok", "'''"),
            step("error", text),
            step("interrupted", text),
            step("killed", text),
            step("error", "x = 1\\"),
            step("error", "x = \""),
        ];
        let transcript = json!({
            "title": text,
            "files": [{ "name": text, "path": text, "bytes": 1, "sha256": "a".repeat(64) }],
            "environment": { "python": text, "packages": { text: text }, "disclosure": text, "models": [text] },
            "entries": [{
                "type": "turn", "question": text, "answer": text, "stopped": text, "model": text, "steps": steps,
            }],
        });
        let transcript: Transcript = serde_json::from_value(transcript).expect("a transcript");
        std::fs::write(folder.join(format!("{at}.py")), exports::script(&transcript))
            .expect("a file");
        std::fs::write(folder.join(format!("{at}.ipynb")), exports::notebook(&transcript))
            .expect("a file");
    }
    python("parse", &folder);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
