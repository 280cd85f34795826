//! `cargo xtask boundaries`: which crates, modules and folders of scripts may depend on which; for
//! crates, checked on cargo's own resolution.
//!
//! The rules come from the design; `docs/architecture.md` explains them. Names are looked up before
//! anything is checked, since a missing edge and a misspelt name look the same.

mod graph;
mod modules;
mod rust;
mod within;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::shell::{cargo, output, say};

/// The pure crates, which a browser, a server and a plain test can all use.
pub(crate) const PURE: [&str; 13] = [
    "charts",
    "chat",
    "agent",
    "kernel",
    "exports",
    "grounding",
    "analyst",
    "markdown",
    "planner",
    "providers",
    "text",
    "session",
    "words",
];

/// Crates that the pure crates must not reach: page, browser, network, runtime.
const IMPURE: &[&str] =
    &["leptos", "web-sys", "js-sys", "wasm-bindgen", "tokio", "reqwest", "axum"];

/// The page's target, and the targets a server runs on; a crate may have other dependencies on
/// each.
const BROWSER: &str = "wasm32-unknown-unknown";
const NATIVE: &str = "x86_64-unknown-linux-gnu";

/// The targets for which a rule holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    Browser,
    Everywhere,
}

/// One rule: on these targets, `from` does not reach any of `never`, directly or through others.
struct Rule {
    from: &'static str,
    never: &'static [&'static str],
    on: On,
    why: &'static str,
}

const RULES: [Rule; 14] = [
    Rule {
        from: "text",
        never: &[
            "charts",
            "chat",
            "kernel",
            "agent",
            "analyst",
            "markdown",
            "planner",
            "providers",
        ],
        on: On::Everywhere,
        why: "every crate may format numbers and bound a text, so this one needs none of them",
    },
    Rule {
        from: "words",
        never: &["charts", "chat", "kernel", "agent", "analyst", "planner", "providers", "session"],
        on: On::Everywhere,
        why: "a message takes texts and counts, whatever they are of",
    },
    Rule {
        from: "charts",
        never: &["chat", "agent", "kernel", "analyst", "planner", "providers"],
        on: On::Everywhere,
        why: "a chart is data, and knows neither messages nor models",
    },
    Rule {
        from: "kernel",
        never: &["chat", "agent", "analyst", "planner", "providers", "session", "app"],
        on: On::Everywhere,
        why: "neither the protocol nor what scripts get knows models or sessions",
    },
    Rule {
        from: "exports",
        never: &["chat", "agent", "analyst", "grounding", "planner", "providers"],
        on: On::Everywhere,
        why: "a transcript is written down, whoever asked and answered",
    },
    Rule {
        from: "grounding",
        never: &["chat", "agent", "analyst", "markdown", "planner", "providers"],
        on: On::Everywhere,
        why: "an answer is compared with outcomes, whoever wrote it and however it is shown",
    },
    Rule {
        from: "agent",
        never: &["kernel", "analyst", "planner", "providers"],
        on: On::Everywhere,
        why: "the loop does not know that Python exists",
    },
    Rule {
        from: "chat",
        never: &["agent", "kernel", "analyst", "planner", "providers"],
        on: On::Everywhere,
        why: "the vocabulary knows none of its users",
    },
    Rule {
        from: "planner",
        never: &["kernel", "analyst", "providers"],
        on: On::Everywhere,
        why: "the built-in planner is a model like any other",
    },
    Rule {
        from: "providers",
        never: &["agent", "kernel", "analyst", "planner"],
        on: On::Everywhere,
        why: "a provider's codec knows only the vocabulary",
    },
    Rule {
        from: "session",
        never: &["agent", "analyst", "planner", "providers", "app"],
        on: On::Everywhere,
        why: "a session is kept and handed on as it happened, and nothing is asked or run for that",
    },
    Rule {
        from: "frontend",
        never: &["server", "axum", "tokio", "reqwest"],
        on: On::Browser,
        why: "the page talks to its server by the browser, and knows none of the server's keys",
    },
    Rule {
        from: "frontend",
        never: &["exports", "zip", "wasmparser"],
        on: On::Browser,
        why: "archives are read, and exports written, in a worker's module and not in the page",
    },
    Rule {
        from: "export_module",
        never: &[
            "analyst",
            "planner",
            "providers",
            "app",
            "frontend",
            "server",
            "leptos",
            "web-sys",
        ],
        on: On::Browser,
        why: "the module of exports knows nothing of the page",
    },
];

/// The packages that each package reaches, without itself, by name.
type Reach = BTreeMap<String, BTreeSet<String>>;

/// Checks all rules on both targets.
pub(crate) fn run() -> Result<()> {
    let crates: BTreeSet<&str> = RULES.iter().map(|rule| rule.from).chain(PURE).collect();
    check_names(&members()?, crates.iter().copied())?;
    let mut broken = Vec::new();
    let mut everywhere = Reach::new();
    for target in [BROWSER, NATIVE] {
        let mut reach = Reach::new();
        for &name in &crates {
            reach.insert(name.to_owned(), reached(name, target)?);
        }
        let found = violations(&reach, target == BROWSER);
        broken.extend(found.into_iter().map(|line| format!("{line} [{target}]")));
        for (name, reached) in reach {
            everywhere.entry(name).or_default().extend(reached);
        }
    }
    let (found, inner) = within::violations(&everywhere)?;
    broken.extend(found);
    if !broken.is_empty() {
        bail!("crates know what they must not:\n  {}", broken.join("\n  "));
    }
    say(&format!(
        "boundaries: {} pure crates, {} rules on crates and {inner} on modules hold",
        PURE.len(),
        RULES.len()
    ));
    modules::run()
}

/// Returns the names of the workspace's crates.
fn members() -> Result<BTreeSet<String>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    #[derive(Deserialize)]
    struct Package {
        name: String,
    }
    let text =
        output(cargo().args(["metadata", "--format-version", "1", "--no-deps", "--locked"]))?;
    let metadata: Metadata =
        serde_json::from_str(&text).context("cargo metadata is not what it should be")?;
    Ok(metadata.packages.into_iter().map(|package| package.name).collect())
}

/// Returns what a crate reaches when it is built alone for a target, without its tests' and its
/// build script's dependencies. Uses `cargo tree`, since `cargo metadata` unites the features that
/// all members ask for.
fn reached(name: &str, target: &str) -> Result<BTreeSet<String>> {
    let tree = [
        "tree",
        "--locked",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}",
        "--package",
        name,
    ];
    Ok(names_in(&output(cargo().args(tree).args(["--target", target]))?, name))
}

/// Returns the package names in a flat tree, one a line as `name v1.2.3 (…)`, without the root
/// itself.
fn names_in(tree: &str, root: &str) -> BTreeSet<String> {
    let names = tree.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|&name| name != root).map(str::to_owned).collect()
}

fn check_names<'a>(members: &BTreeSet<String>, names: impl Iterator<Item = &'a str>) -> Result<()> {
    let unknown: BTreeSet<&str> = names.filter(|&name| !members.contains(name)).collect();
    if !unknown.is_empty() {
        bail!("the rules name crates that this workspace does not have: {unknown:?}");
    }
    Ok(())
}

/// Returns every forbidden edge that exists, as a sentence.
fn violations(reach: &Reach, browser: bool) -> Vec<String> {
    let pure = PURE
        .iter()
        .map(|&from| (from, IMPURE, "crates/ is pure, so that it can be tested natively"));
    let rules = RULES
        .iter()
        .filter(|rule| browser || rule.on == On::Everywhere)
        .map(|rule| (rule.from, rule.never, rule.why));
    let mut found = Vec::new();
    for (from, never, why) in pure.chain(rules) {
        let reached = reach.get(from);
        for name in
            never.iter().filter(|&&name| reached.is_some_and(|reached| reached.contains(name)))
        {
            found.push(format!("{from} reaches {name}: {why}"));
        }
    }
    found
}

#[cfg(test)]
mod tests;
