//! `cargo xtask test`: every check and test, in three tiers.
//!
//! Owns the list of steps, their order, and which tier has which. A step is a name and a function;
//! each step installs and builds what it needs itself, so that `--only` works on a fresh checkout.
//! What the steps do is in the files beside this one.

mod browsers;
mod container;
mod node_tests;
mod packages;
mod release;
mod rust;
mod scripts;

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::shell::duration;
use crate::{boundaries, notices, types};

/// One step.
struct Step {
    /// Its name for `--only`.
    name: &'static str,
    what: &'static str,
    run: fn(Tier) -> Result<()>,
    phase: Phase,
}

/// The phases, from cheap to expensive. All steps of a phase run, even if one fails; the next phase
/// begins if none has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Reads the project's files.
    Static,
    /// Compiles natively.
    Compile,
    /// Checks and tests natively.
    Native,
    /// Builds the page and tests it without a browser.
    Page,
    /// Tests the page in browsers.
    Browser,
    /// Tests the release build.
    Release,
}

/// How much is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tier {
    /// What needs neither a browser nor the page.
    Quick,
    /// What every change has to pass.
    Gate,
    /// Everything: each table whole in each engine, the release build, and no second try.
    Full,
}

/// A selection of steps.
pub(crate) enum Selection<'a> {
    /// Those of a tier.
    Tier(Tier),
    /// The steps of a comma-separated list, as the tier runs them.
    Named(&'a str, Tier),
}

const fn step(
    phase: Phase,
    name: &'static str,
    what: &'static str,
    run: fn(Tier) -> Result<()>,
) -> Step {
    Step { name, what, run, phase }
}

const STEPS: [Step; 19] = [
    step(Phase::Static, "format", "formatting", |_| rust::format()),
    step(
        Phase::Static,
        "boundaries",
        "which crates, modules and folders of scripts know which",
        |_| boundaries::run(),
    ),
    step(Phase::Compile, "lint", "compiling natively, with lints", |_| rust::compile()),
    // These wait for packages, which come while the step before compiles.
    step(Phase::Native, "notices", "third-party notices, and the packages that are named", |_| {
        notices::check()?;
        crate::packages::check()
    }),
    step(
        Phase::Native,
        "container",
        "Dockerfile and compose.yaml, and the image where an engine runs",
        |_| container::run(),
    ),
    step(Phase::Native, "scripts", "types and lints of TypeScript and Python", |_| {
        scripts::check()
    }),
    step(Phase::Native, "types", "TypeScript declarations", |_| {
        rust::compile().and_then(|()| types::check())
    }),
    step(Phase::Native, "native", "native tests", |_| rust::native()),
    step(Phase::Native, "pure", "each pure crate on its own for the browser", |_| rust::pure()),
    step(Phase::Native, "python", "Python harness and the page's own Python, natively", |_| {
        scripts::python()
    }),
    step(
        Phase::Native,
        "sdk",
        "official libraries of OpenAI and Anthropic against the relay",
        |_| node_tests::sdk(),
    ),
    step(Phase::Page, "runtime", "Python runtime", |_| crate::runtime::run(false)),
    step(Phase::Page, "page", "the page as `cargo xtask serve` builds it, with lints", |_| {
        rust::page()
    }),
    step(Phase::Page, "javascript", "TypeScript of kernel and page", node_tests::javascript),
    step(Phase::Page, "site", "what the server sends", |_| node_tests::site()),
    step(Phase::Browser, "journeys", "what a user does, in Chromium", node_tests::journeys),
    step(Phase::Browser, "engines", "every ability in every engine", node_tests::engines),
    step(Phase::Browser, "model", "a real model, if one runs on this machine", node_tests::model),
    step(
        Phase::Release,
        "release",
        "the release build, if what makes it has changed",
        release::run,
    ),
];

/// Runs the selected steps in order.
pub(crate) fn run(selection: &Selection) -> Result<()> {
    let (selected, tier): (Vec<&Step>, Tier) = match selection {
        Selection::Tier(Tier::Quick) => {
            let quick =
                |step: &&Step| matches!(step.phase, Phase::Static | Phase::Compile | Phase::Native);
            (STEPS.iter().filter(quick).collect(), Tier::Quick)
        }
        Selection::Tier(tier) => (STEPS.iter().collect(), *tier),
        Selection::Named(list, tier) => (named(list)?, *tier),
    };
    let mut done: Vec<(&Step, Result<()>, Duration)> = Vec::new();
    let all = Instant::now();
    // What comes from the network comes while the first steps compute.
    let preparing = (!matches!(selection, Selection::Named(..))).then(|| prepare(tier));
    for step in selected {
        let last = done.last().map(|(step, ..)| step.phase);
        if last != Some(step.phase) && done.iter().any(|(_, result, _)| result.is_err()) {
            break;
        }
        let Step { name, what, run, .. } = step;
        println!("\n━━ {name}: {what}");
        let since = Instant::now();
        let result = run(tier);
        let took = since.elapsed();
        println!("━━ {name}: {} ({})", word(&result), duration(took));
        if let Err(error) = &result {
            eprintln!("{name}: {error:#}");
        }
        done.push((step, result, took));
    }
    drop(preparing);

    println!("\n{:<12} {:<8} {:>12}", "step", "result", "time");
    for (Step { name, .. }, result, took) in &done {
        println!("{name:<12} {:<8} {:>12}", word(result), duration(*took));
    }
    println!("{:<12} {:<8} {:>12}", "all", "", duration(all.elapsed()));
    let failed: Vec<&str> =
        done.iter().filter(|(_, result, _)| result.is_err()).map(|(step, ..)| step.name).collect();
    println!("\nsteps: {} passed, {} failed", done.len() - failed.len(), failed.len());
    if failed.is_empty() {
        return Ok(());
    }
    bail!("`cargo xtask test --only {}` failed", failed.join(","))
}

/// Returns the steps of a comma-separated list.
fn named(list: &str) -> Result<Vec<&'static Step>> {
    let names: Vec<&str> = list.split(',').collect();
    if let Some(unknown) = names.iter().find(|name| !STEPS.iter().any(|step| step.name == **name)) {
        bail!(
            "there is no step `{unknown}`; the steps are {}",
            STEPS.each_ref().map(|step| step.name).join(", ")
        );
    }
    Ok(STEPS.iter().filter(|step| names.contains(&step.name)).collect())
}

fn word<T>(result: &Result<T>) -> &'static str {
    if result.is_ok() { "passed" } else { "FAILED" }
}

/// Installs what later steps take from the network, beside the first steps. What fails here fails
/// in the step that needs it.
fn prepare(tier: Tier) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        let _ = crate::npm::install();
        let _ = packages::install();
        if tier != Tier::Quick {
            let _ = crate::runtime::download();
            let _ = browsers::find_or_install();
            let _ = browsers::install_others();
        }
    })
}

/// Prints the steps.
pub(crate) fn list() {
    for Step { name, what, .. } in STEPS {
        println!("{name:<12} {what}");
    }
}
