//! The tests that Node runs: of the scripts, of what the server sends, and in browsers.

use std::ffi::OsString;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{Tier, browsers, packages, rust};
use crate::build::{self, Profile};
use crate::shell::{WITH_TYPES, node, node_itself, run as run_command, say};
use crate::{npm, project};

/// Node's option that fails a file of tests after twenty minutes, so that one that does not end or
/// leaves something open does not block the others.
const FILE_LIMIT: &str = "--test-timeout=1200000";

/// Runs the tests under `web` and `bench`.
pub(super) fn javascript(tier: Tier) -> Result<()> {
    npm::install()?;
    // The tests of exports run the module itself.
    build::module_for_tests("export_module")?;
    let mut tests = Vec::new();
    for folder in ["web", "bench", "end2end/support"] {
        tests.extend(test_files(&project::path(folder))?);
    }
    let mut node = in_node(tests)?;
    node.env("PYTHONPATH", packages::install()?).envs(full(tier));
    run_command(&mut node)
}

/// Runs the official libraries against a relay process with a scripted provider.
pub(super) fn sdk() -> Result<()> {
    npm::install()?;
    rust::compile()?;
    let tests = test_files(&project::path("end2end/sdk"))?;
    run_command(in_node(tests)?.envs(environment(Profile::Preview)?))
}

/// Runs the tests of what the server sends, over HTTP.
pub(super) fn site() -> Result<()> {
    npm::install()?;
    site_is_built()?;
    let tests = test_files(&project::path("end2end/site"))?;
    run_command(in_node(tests)?.envs(environment(Profile::Preview)?))
}

pub(super) fn journeys(tier: Tier) -> Result<()> {
    in_browsers("end2end/journeys", cores(), tier, Profile::Preview)
}

pub(super) fn engines(tier: Tier) -> Result<()> {
    browsers::install_others()?;
    in_browsers("end2end/engines", cores(), tier, Profile::Preview)
}

/// Asks a real model. The test skips itself if none runs on the usual local ports, and says so.
pub(super) fn model(tier: Tier) -> Result<()> {
    in_browsers("end2end/model", 1, tier, Profile::Preview)
}

/// Runs a folder's tests in browsers, `files` of them at a time. One more than there are cores was
/// not faster, and failed by time limits.
pub(super) fn in_browsers(folder: &str, files: usize, tier: Tier, profile: Profile) -> Result<()> {
    npm::install()?;
    site_is_built()?;
    let chromium = browsers::find_or_install()?;
    say(&format!("Chromium: {}", chromium.display()));
    let mut tests = node("end2end/run.mjs")?;
    tests.arg(project::path(folder)).arg(files.to_string());
    tests.env("CHROMIUM", chromium).envs(environment(profile)?);
    if let Some(shell) = browsers::find_or_install_shell() {
        tests.env("HEADLESS_SHELL", shell);
    }
    tests.envs(full(tier));
    run_command(&mut tests)
}

/// Returns the variable by which tests run their tables whole.
fn full(tier: Tier) -> Option<(&'static str, &'static str)> {
    (tier == Tier::Full).then_some(("INSITU_FULL", "1"))
}

/// Returns the variables by which tests find what was built.
fn environment(profile: Profile) -> Result<[(&'static str, OsString); 4]> {
    let binary = build::server_binary(profile);
    if !binary.is_file() {
        bail!("the server is not built; run `cargo xtask test --only lint` first");
    }
    Ok([
        ("INSITU_BINARY", binary.into()),
        ("INSITU_STANDALONE", build::standalone_binary().into()),
        ("INSITU_SITE", project::site().into()),
        ("INSITU_PYTHONPATH", packages::install()?.into()),
    ])
}

fn site_is_built() -> Result<()> {
    if !project::site().join("assets.json").is_file() {
        bail!("the page is not built; run `cargo xtask test --only page` first");
    }
    Ok(())
}

/// Creates a command of Node's test runner over these files.
fn in_node(tests: Vec<PathBuf>) -> Result<std::process::Command> {
    let mut node = node_itself()?;
    // By default, Node leaves a core free.
    let files = format!("--test-concurrency={}", cores());
    node.args(WITH_TYPES).args(["--test", FILE_LIMIT, &files]).args(tests);
    Ok(node)
}

/// Returns how many files of tests run at a time: one per core, since each keeps a browser's page
/// or an interpreter busy.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Returns the `*.test.ts` and `*.test.mjs` files under a folder. None at all is an error: a run
/// without tests proves nothing.
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
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        let name =
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && name != "node_modules" {
            collect(&path, found)?;
        } else if name.ends_with(".test.ts") || name.ends_with(".test.mjs") {
            found.push(path);
        }
    }
    Ok(())
}
