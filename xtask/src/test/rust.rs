//! The checks and tests of the Rust code.
//!
//! Clippy compiles what is tested, natively and for the browser: so everything is compiled once,
//! and a lint is an error of compilation. Does not know the order of the steps.

use std::process::Command;

use anyhow::{Context, Result};

use super::{browsers, packages};
use crate::boundaries;
use crate::build;
use crate::shell::{cargo, output, run as run_command, say};

/// The crates that exist for the browser only.
const PAGE: [&str; 2] = ["frontend", "export_module"];

/// Features that only tests use: the JSON Schemas and TypeScript declarations of the messages.
const FEATURES: &str = "charts/schema,kernel/schema,kernel/typescript";

pub(super) fn format() -> Result<()> {
    run_command(cargo().args(["fmt", "--all", "--check"])).context("run `cargo fmt --all`")
}

/// Compiles everything native with its tests; the server that the browser tests run is among it.
pub(super) fn compile() -> Result<()> {
    run_command(build::with_lints(tests("test").args(["--no-run", "--quiet"])))
        .context("a warning counts as an error here")
}

/// Compiles the page as `cargo xtask serve` does, with lints, and builds the site.
pub(super) fn page() -> Result<()> {
    build::site_for_tests()
}

/// Runs the native tests. Some run generated Python against real pandas, which they find in
/// `INSITU_PYTHONPATH`.
pub(super) fn native() -> Result<()> {
    let redis = browsers::install_redis();
    let library = packages::install()?;
    let nextest = output(cargo().args(["nextest", "--version"])).is_ok();
    let mut run = if nextest {
        let mut run = tests("nextest");
        run.args(["--status-level", "fail", "--final-status-level", "slow"]);
        run
    } else {
        tests("test")
    };
    run.env("INSITU_PYTHONPATH", library);
    // With it, a test that cannot start Redis fails; otherwise it is skipped.
    run.envs(redis.then_some(("INSITU_TEST_REDIS", "1")));
    run_command(build::with_lints(&mut run))?;
    if nextest {
        run_command(build::with_lints(tests("test").args(["--quiet", "--doc"])))?;
    }
    Ok(())
}

/// Checks the pure crates one at a time: together, cargo would unify their features and hide a
/// missing one.
pub(super) fn pure() -> Result<()> {
    build::add_wasm_target()?;
    for name in boundaries::PURE {
        let check = [
            "check",
            "--locked",
            "--quiet",
            "--package",
            name,
            "--target",
            "wasm32-unknown-unknown",
        ];
        run_command(cargo().args(check))
            .with_context(|| format!("{name} does not compile for the browser alone"))?;
        say(&format!("{name} compiles alone"));
    }
    Ok(())
}

/// Creates a command of cargo over everything native, by `cargo test` or `cargo nextest`: each with
/// the same features, so that both use what the other has compiled.
fn tests(verb: &str) -> Command {
    let mut tests = cargo();
    tests.arg(verb);
    if verb == "nextest" {
        tests.arg("run");
    }
    tests.args(["--locked", "--workspace", "--features", FEATURES]);
    tests.args(PAGE.iter().flat_map(|name| ["--exclude", name]));
    tests
}
