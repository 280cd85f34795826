//! The documents about the configuration: every key is described with the default that it has, and
//! every example can be used.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use server::{Config, config};

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Returns the fragments of TOML in a document, each with the heading that it is below.
fn fragments(document: &str) -> Vec<(String, String)> {
    let mut fragments = Vec::new();
    let (mut heading, mut open) = (String::new(), None);
    for line in document.lines() {
        match (&mut open, line) {
            (None, "```toml") => open = Some(String::new()),
            (Some(text), "```") => {
                fragments.push((heading.clone(), std::mem::take(text)));
                open = None;
            }
            (Some(text), line) => text.push_str(&format!("{line}\n")),
            (None, line) if line.starts_with("## ") => heading = line[3..].to_owned(),
            _ => {}
        }
    }
    assert!(open.is_none());
    fragments
}

/// Returns the keys that a document describes: those in the tables below a heading that names a
/// section, and below a line that begins with the name of a part of it.
fn described(document: &str) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let (mut section, mut part) = (None, String::new());
    for line in document.lines() {
        let quoted =
            || line.split('`').nth(1).unwrap_or_default().trim_matches(['[', ']']).to_owned();
        if line.starts_with("## ") {
            section = line.starts_with("## `[").then(quoted);
            part = section.clone().unwrap_or_default();
        } else if line.starts_with("Each of `[[") {
            part = quoted();
        } else if let (true, Some(section)) = (line.starts_with("`price`, "), &section) {
            part = format!("{section}.price");
        } else if section.is_some() && line.starts_with("| `") {
            keys.insert(format!("{part}.{}", quoted()));
        }
    }
    keys
}

#[test]
fn every_key_is_in_the_document_and_no_other_one() {
    let keys: BTreeSet<_> = config::keys().into_iter().filter(|key| key.contains('.')).collect();
    assert_eq!(described(&document("configuration.md")), keys);
}

#[test]
fn the_document_has_the_defaults() {
    let document = document("configuration.md");
    // What the table has as default, written into a file, changes nothing.
    let mut text = String::new();
    let mut section = None;
    for line in document.lines() {
        if line.starts_with("## ") {
            let name = line
                .split('`')
                .nth(1)
                .filter(|name| name.starts_with('[') && !name.starts_with("[["));
            if let Some(name) = name {
                text.push_str(&format!("{name}\n"));
            }
            section = name;
        } else if line.starts_with("Each of") {
            section = None;
        } else if section.is_some() && line.starts_with("| `") {
            let mut cells = line.split('|').map(|cell| cell.trim().trim_matches('`'));
            let (key, default) = (cells.nth(1).unwrap(), cells.next().unwrap());
            if !["", "random", "see below"].contains(&default) {
                text.push_str(&format!("{key} = {default}\n"));
            }
        }
    }
    assert!(text.lines().count() > 30, "{text}");
    let config = Config::parse("defaults.toml", &text, Path::new(""), |_| None).unwrap();
    assert_eq!(config, Config::default());
}

#[test]
fn every_example_can_be_used() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("secrets");
    std::fs::create_dir_all(&folder).unwrap();
    let lookup = |name: &str| match name {
        "REDIS_URL" => Some("redis://127.0.0.1".to_owned()),
        "GRACE_PASSWORD_HASH" => Some("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".to_owned()),
        // What the environment alone connects is not part of an example.
        name if name.starts_with("INSITU_") && name != "INSITU_TOKEN" => None,
        _ => Some("0123456789abcdef0123456789abcdef".to_owned()),
    };
    let mut providers = BTreeSet::new();
    for name in ["configuration.md", "models.md"] {
        let fragments = fragments(&document(name));
        assert!(fragments.len() > 10);
        for (heading, text) in fragments {
            for secret in text.split("/run/secrets/").skip(1) {
                let secret: PathBuf = folder.join(secret.split('"').next().unwrap());
                std::fs::write(secret, "0123456789abcdef0123456789abcdef\n").unwrap();
            }
            let text = text.replace("/run/secrets/", &format!("{}/", folder.display()));
            let config = Config::parse(&format!("{name}, {heading}"), &text, Path::new(""), lookup);
            let config = config.unwrap_or_else(|error| panic!("{error}\n{text}"));
            if name == "models.md" {
                assert_eq!((config.providers.len(), config.models.len()), (1, 1), "{heading}");
                assert!(config.default_model().is_some(), "{heading}");
                providers.insert(heading);
            }
        }
    }
    let wanted = [
        "Anthropic",
        "Azure OpenAI",
        "DeepSeek",
        "Gemini",
        "Groq",
        "LM Studio",
        "Mistral",
        "Ollama",
        "OpenAI",
        "OpenRouter",
        "llama.cpp",
        "vLLM",
    ];
    assert_eq!(providers, wanted.map(str::to_owned).into());
}
