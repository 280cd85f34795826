//! `cargo xtask test`: every check and test there is, cheap ones first, stopping at the first that fails.
//!
//! Owns the list and its order. A step is a name and a function; what each needs (packages, browser) is got by the
//! step itself, so that `--only` works on a fresh checkout.

mod browsers;
mod packages;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::build::{self, Profile};
use crate::shell::{cargo, duration, node_itself, python, run as run_command, say};
use crate::{boundaries, npm, project};

/// One step: its name for `--only`, what it does, and the doing.
type Step = (&'static str, &'static str, fn() -> Result<()>);

const STEPS: [Step; 12] = [
    ("format", "formatting", format),
    ("boundaries", "which crate knows which", boundaries::run),
    ("python", "Python harness, natively", python_harness),
    ("lint", "lints, native", lint),
    ("lint-page", "lints, page", lint_page),
    ("pure", "each pure crate on its own for the browser", pure),
    ("native", "native tests", native),
    ("runtime", "Python runtime", || crate::runtime::run(false)),
    ("javascript", "JavaScript of kernel and page", javascript),
    ("build", "release build", || build::run(Profile::Release)),
    ("journeys", "journeys in a real browser", journeys),
    ("engines", "every ability in every engine", engines),
];

/// What exists for the browser only.
const PAGE: [&str; 2] = ["frontend", "lazy_module"];

/// Node's option by which a file of tests that does not end, or leaves something open, fails after twenty minutes in place of keeping all others waiting.
const FILE_LIMIT: &str = "--test-timeout=1200000";

/// Runs all steps, or the ones named in a comma-separated list.
pub(crate) fn run(only: Option<&str>) -> Result<()> {
    let only: Vec<&str> = only.map(|names| names.split(',').collect()).unwrap_or_default();
    if let Some(unknown) = only.iter().find(|only| !STEPS.iter().any(|(name, ..)| name == *only)) {
        bail!("there is no step `{unknown}`; the steps are {}", names().join(", "));
    }
    let mut done: Vec<(&str, Duration)> = Vec::new();
    let mut failure = None;
    for (name, what, step) in STEPS.iter().filter(|(name, ..)| only.is_empty() || only.contains(name)) {
        println!("\n━━ {name}: {what}");
        let since = Instant::now();
        let result = step();
        let took = since.elapsed();
        println!("━━ {name}: {} ({})", if result.is_ok() { "passed" } else { "FAILED" }, duration(took));
        if let Err(error) = result {
            failure = Some((*name, error, took));
            break;
        }
        done.push((name, took));
    }

    println!("\n{:<12} {:<8} {:>12}", "step", "result", "time");
    for (name, took) in &done {
        println!("{name:<12} {:<8} {:>12}", "passed", duration(*took));
    }
    if let Some((name, _, took)) = &failure {
        println!("{name:<12} {:<8} {:>12}", "FAILED", duration(*took));
    }
    println!("\nsteps: {} passed, {} failed", done.len(), usize::from(failure.is_some()));
    match failure {
        Some((name, error, _)) => Err(error.context(format!("`cargo xtask test --only {name}` failed"))),
        None => Ok(()),
    }
}

/// Prints the steps.
pub(crate) fn list() {
    for (name, what, _) in STEPS {
        println!("{name:<12} {what}");
    }
}

fn names() -> Vec<&'static str> {
    STEPS.iter().map(|(name, ..)| *name).collect()
}

fn format() -> Result<()> {
    run_command(cargo().args(["fmt", "--all", "--check"])).context("run `cargo fmt --all`")
}

fn lint() -> Result<()> {
    let crates = ["clippy", "--locked", "--workspace", "--all-targets"];
    let without = PAGE.iter().flat_map(|name| ["--exclude", name]);
    run_command(cargo().args(crates).args(without).args(["--", "-D", "warnings"]))
}

fn lint_page() -> Result<()> {
    build::add_wasm_target()?;
    let page = ["clippy", "--locked", "--target", "wasm32-unknown-unknown"];
    let packages = PAGE.iter().flat_map(|name| ["--package", name]);
    run_command(cargo().args(page).args(packages).args(["--", "-D", "warnings"]))
}

/// One at a time: together, cargo would unify their features and hide a missing one.
fn pure() -> Result<()> {
    build::add_wasm_target()?;
    for name in boundaries::PURE {
        let check = ["check", "--locked", "--quiet", "--package", name, "--target", "wasm32-unknown-unknown"];
        run_command(cargo().args(check))
            .with_context(|| format!("{name} does not compile for the browser alone"))?;
        say(&format!("{name} compiles alone"));
    }
    Ok(())
}

/// Some native tests run generated Python against real pandas, which they find in `INSITU_PYTHONPATH`.
fn native() -> Result<()> {
    let library = packages::install()?;
    let without = PAGE.iter().flat_map(|name| ["--exclude", name]);
    run_command(
        cargo().args(["test", "--locked", "--workspace"]).args(without).env("INSITU_PYTHONPATH", library),
    )
}

fn python_harness() -> Result<()> {
    let library = packages::install()?;
    let harness = project::path("public/kernel/harness");
    let search = std::env::join_paths([&library, &harness])?;
    let mut tests = python()?;
    if library.join("pytest").is_dir() {
        tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).arg(harness.join("tests"));
    } else {
        tests.args(["-m", "unittest", "discover", "-s"]).arg(harness.join("tests"));
    }
    run_command(tests.env("PYTHONPATH", search).env("PYTHONDONTWRITEBYTECODE", "1").env("MPLBACKEND", "agg"))
}

fn javascript() -> Result<()> {
    npm::install()?;
    let library = packages::install()?;
    let tests = test_files(&project::path("public"))?;
    run_command(node_itself()?.args(["--test", FILE_LIMIT]).args(tests).env("PYTHONPATH", library))
}

fn journeys() -> Result<()> {
    // One at a time: each has a browser with a Python of its own, and two cores are not many.
    in_browsers("end2end/journeys", 1)
}

fn engines() -> Result<()> {
    browsers::install_others()?;
    in_browsers("end2end/engines", 2)
}

/// Runs a folder's tests against the release build, so many files at a time.
fn in_browsers(folder: &str, files: usize) -> Result<()> {
    npm::install()?;
    let chromium = browsers::find_or_install()?;
    say(&format!("Chromium: {}", chromium.display()));
    let binary = build::server_binary(Profile::Release);
    if !binary.is_file() {
        bail!("the server is not built; run `cargo xtask build` first");
    }
    let environment: [(&str, OsString); 4] = [
        ("CHROMIUM", chromium.into()),
        ("INSITU_BINARY", binary.into()),
        ("INSITU_SITE", project::site().into()),
        ("INSITU_PYTHONPATH", packages::install()?.into()),
    ];
    let mut node = node_itself()?;
    node.args(["--test", FILE_LIMIT]).arg(format!("--test-concurrency={files}"));
    run_command(node.args(test_files(&project::path(folder))?).envs(environment))
}

/// The `*.test.js` and `*.test.mjs` files under a folder. None at all is an error: a run of no tests proves nothing.
fn test_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, &mut found)?;
    if found.is_empty() {
        bail!("there are no tests under {}", folder.display());
    }
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && name != "node_modules" {
            collect(&path, found)?;
        } else if name.ends_with(".test.js") || name.ends_with(".test.mjs") {
            found.push(path);
        }
    }
    Ok(())
}
