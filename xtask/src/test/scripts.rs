//! The checks of scripts and of Python, and the tests of the Python that runs natively too.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::packages;
use crate::shell::{command, node, python as new_python, run as run_command, run_quietly};
use crate::{npm, project};

/// Folders with Python that the kernel or the build runs, each with its tests in `tests`.
const PYTHON: [&str; 6] = [
    "web/kernel/harness",
    "web/kernel/duckdb",
    "xtask/scripts",
    "frontend/src/functions",
    "frontend/src/file_store",
    "web/console/python",
];

/// Checks types, lints and layout of the scripts and of the Python.
pub(super) fn check() -> Result<()> {
    npm::install()?;
    let library = packages::install()?;
    // Each of the two that check types takes one core.
    std::thread::scope(|scope| {
        let typescript = scope.spawn(|| {
            run_command(node("node_modules/typescript/bin/tsc")?.args(["--project", "."]))
                .context("tsc found errors")
        });
        let others = others(&library);
        typescript.join().unwrap_or_else(|_| bail!("tsc ended abnormally")).and(others)
    })
}

/// Checks what `tsc` does not: lints and layout of the scripts, and the Python.
fn others(library: &Path) -> Result<()> {
    run_command(node("node_modules/@biomejs/biome/bin/biome")?.args(["ci", "--colors=off"]))
        .context("run `npx biome check --write`")?;
    let program = library.join("bin").join(format!("ruff{}", std::env::consts::EXE_SUFFIX));
    let ruff =
        |arguments: &[&str]| run_command(command(&program.to_string_lossy()).args(arguments));
    ruff(&["check", "--quiet"]).context("ruff found errors")?;
    ruff(&["format", "--check", "--quiet"]).context("run `ruff format`")?;
    let harness = project::path("web/kernel/harness");
    let cycles = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(config_filename='.importlinter', no_cache=True))";
    let search = std::env::join_paths([library, &harness])?;
    let mut linter = new_python()?;
    linter.args(["-c", cycles]).current_dir(&harness).env("PYTHONPATH", search);
    run_quietly(&mut linter).context("modules of the harness need each other")?;
    run_command(&mut node("node_modules/pyright/index.js")?).context("pyright found errors")
}

/// Runs the tests of the harness, and of what the page has the kernel run.
pub(super) fn python() -> Result<()> {
    // The tests of SQL run the engine.
    npm::install()?;
    let library = packages::install()?;
    let harness = project::path("web/kernel/harness");
    for folder in PYTHON.map(project::path) {
        let search = std::env::join_paths([&library, &folder, &harness, &harness.join("tests")])?;
        let mut tests = new_python()?;
        if library.join("pytest").is_dir() {
            tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).arg(folder.join("tests"));
        } else {
            tests.args(["-m", "unittest", "discover", "-s"]).arg(folder.join("tests"));
        }
        tests
            .env("PYTHONPATH", search)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("MPLBACKEND", "agg");
        run_command(&mut tests)?;
    }
    Ok(())
}
