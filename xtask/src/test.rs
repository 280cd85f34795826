//! `cargo xtask test`: every check and test there is, cheap ones first, stopping at the first that fails.
//!
//! Owns the list and its order. A step is a name and a function; each step installs what it needs (packages,
//! browser) itself, so that `--only` works on a fresh checkout.

mod browsers;
mod container;
mod packages;

use std::ffi::OsString;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::build::{self, Profile};
use crate::shell::{cargo, command, duration, node, node_itself, python, run as run_command, say};
use crate::{boundaries, notices, npm, project, types, words};

/// One step.
struct Step {
    /// Its name for `--only`.
    name: &'static str,
    what: &'static str,
    run: fn() -> Result<()>,
    /// Whether it needs a browser or the release build.
    browser: bool,
}

/// A selection of steps.
pub(crate) enum Selection<'a> {
    /// Every step.
    All,
    /// Those that need neither a browser nor the release build.
    Quick,
    /// The steps of a comma-separated list.
    Named(&'a str),
}

const fn step(name: &'static str, what: &'static str, run: fn() -> Result<()>) -> Step {
    Step { name, what, run, browser: false }
}

const fn in_browser(name: &'static str, what: &'static str, run: fn() -> Result<()>) -> Step {
    Step { name, what, run, browser: true }
}

const STEPS: [Step; 19] = [
    step("format", "formatting", format),
    step("words", "the glossary's words", words::run),
    step("notices", "third-party notices", notices::check),
    step("boundaries", "which crate knows which", boundaries::run),
    step("types", "TypeScript declarations", types::check),
    step("scripts", "types and lints of JavaScript and Python", scripts),
    step("container", "Dockerfile and compose.yaml, and the image where an engine runs", container::run),
    step("python", "Python harness and the page's own Python, natively", python_natively),
    step("lint", "lints, native", lint),
    step("lint-page", "lints, page", lint_page),
    step("pure", "each pure crate on its own for the browser", pure),
    step("native", "native tests", native),
    step("sdk", "official libraries of OpenAI and Anthropic against the relay", sdk),
    step("runtime", "Python runtime", || crate::runtime::run(false)),
    step("javascript", "JavaScript of kernel and page", javascript),
    in_browser("build", "release build", || build::run(Profile::Release)),
    in_browser("journeys", "journeys in a real browser", journeys),
    in_browser("engines", "every ability in every engine", engines),
    in_browser("model", "a real model, where one runs on this machine", model),
];

/// The crates that exist for the browser only.
const PAGE: [&str; 5] = ["frontend", "lazy_module", "session_module", "export_module", "provider_module"];

/// Node's option that fails a file of tests after twenty minutes, so that one that does not end or leaves
/// something open does not block the others.
const FILE_LIMIT: &str = "--test-timeout=1200000";

/// Runs the selected steps in order, and stops at the first that fails.
pub(crate) fn run(selection: &Selection) -> Result<()> {
    let selected: Vec<&Step> = match selection {
        Selection::All => STEPS.iter().collect(),
        Selection::Quick => STEPS.iter().filter(|step| !step.browser).collect(),
        Selection::Named(list) => {
            let wanted: Vec<&str> = list.split(',').collect();
            if let Some(unknown) =
                wanted.iter().find(|wanted| !STEPS.iter().any(|step| step.name == **wanted))
            {
                bail!(
                    "there is no step `{unknown}`; the steps are {}",
                    STEPS.map(|step| step.name).join(", ")
                );
            }
            STEPS.iter().filter(|step| wanted.contains(&step.name)).collect()
        }
    };
    let mut done: Vec<(&str, Duration)> = Vec::new();
    let mut failure = None;
    for Step { name, what, run, .. } in selected {
        println!("\n━━ {name}: {what}");
        let since = Instant::now();
        let result = run();
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
    for Step { name, what, .. } in STEPS {
        println!("{name:<12} {what}");
    }
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

/// Checks types, lints and layout of the JavaScript and of the Python.
fn scripts() -> Result<()> {
    npm::install()?;
    let library = packages::install()?;
    // Each of the two that check types takes one core.
    std::thread::scope(|scope| {
        let typescript = scope.spawn(|| {
            run_command(node("node_modules/typescript/bin/tsc")?.args(["--project", "."]))
                .context("tsc found errors")
        });
        let others = other_scripts(&library);
        typescript.join().unwrap_or_else(|_| bail!("tsc ended abnormally")).and(others)
    })
}

/// Checks what `tsc` does not: lints and layout of the JavaScript, and the Python.
fn other_scripts(library: &Path) -> Result<()> {
    run_command(node("node_modules/@biomejs/biome/bin/biome")?.args(["ci", "--colors=off"]))
        .context("run `npx biome check --write`")?;
    let program = library.join("bin").join(format!("ruff{}", std::env::consts::EXE_SUFFIX));
    let ruff = |arguments: &[&str]| run_command(command(&program.to_string_lossy()).args(arguments));
    ruff(&["check", "--quiet"]).context("ruff found errors")?;
    ruff(&["format", "--check", "--quiet"]).context("run `ruff format`")?;
    run_command(&mut node("node_modules/pyright/index.js")?).context("pyright found errors")
}

/// Checks the pure crates one at a time: together, cargo would unify their features and hide a missing one.
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

/// Runs the native tests. Some run generated Python against real pandas, which they find in
/// `INSITU_PYTHONPATH`.
fn native() -> Result<()> {
    let redis = browsers::install_redis();
    let library = packages::install()?;
    let without = PAGE.iter().flat_map(|name| ["--exclude", name]);
    let mut tests = cargo();
    tests.args(["test", "--locked", "--workspace"]).args(without).env("INSITU_PYTHONPATH", library);
    // With it, a test that cannot start Redis fails; otherwise it is skipped.
    tests.envs(redis.then_some(("INSITU_TEST_REDIS", "1")));
    run_command(&mut tests)?;
    // The schemas are made by a feature that nothing else turns on.
    let schemas = ["--package", "charts", "--package", "automation", "--features", "schema"];
    run_command(cargo().args(["test", "--locked", "--quiet"]).args(schemas))
}

/// Runs the tests of the harness, and of what the page has the kernel run.
fn python_natively() -> Result<()> {
    let library = packages::install()?;
    let harness = project::path("public/kernel/harness");
    for folder in
        ["public/kernel/harness", "public/sessions/functions", "public/console/python"].map(project::path)
    {
        let search = std::env::join_paths([&library, &folder, &harness, &harness.join("tests")])?;
        let mut tests = python()?;
        if library.join("pytest").is_dir() {
            tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).arg(folder.join("tests"));
        } else {
            tests.args(["-m", "unittest", "discover", "-s"]).arg(folder.join("tests"));
        }
        tests.env("PYTHONPATH", search).env("PYTHONDONTWRITEBYTECODE", "1").env("MPLBACKEND", "agg");
        run_command(&mut tests)?;
    }
    Ok(())
}

/// Runs the official libraries against a relay process with a scripted provider.
fn sdk() -> Result<()> {
    npm::install()?;
    let library = packages::install()?;
    // The one that the native tests have built, in most cases.
    run_command(cargo().args(["build", "--locked", "--quiet", "--package", "server"]))?;
    let binary = build::server_binary(Profile::Dev);
    let tests = test_files(&project::path("end2end/sdk"))?;
    let environment: [(&str, OsString); 2] =
        [("INSITU_BINARY", binary.into()), ("INSITU_PYTHONPATH", library.into())];
    run_command(node_itself()?.args(["--test", FILE_LIMIT]).args(tests).envs(environment))
}

fn javascript() -> Result<()> {
    npm::install()?;
    // The tests of exports and of endpoints run the modules themselves.
    build::module_for_tests("export_module")?;
    build::module_for_tests("provider_module")?;
    let library = packages::install()?;
    let mut tests = test_files(&project::path("public"))?;
    tests.extend(test_files(&project::path("bench"))?);
    // By default, Node leaves a core free.
    let files = format!("--test-concurrency={}", cores());
    run_command(node_itself()?.args(["--test", FILE_LIMIT, &files]).args(tests).env("PYTHONPATH", library))
}

fn journeys() -> Result<()> {
    in_browsers("end2end/journeys", cores())
}

fn engines() -> Result<()> {
    browsers::install_others()?;
    // One after the other: the self-test's probes have a few seconds each, which another engine's tests would take from them.
    in_browsers("end2end/engines", 1)
}

/// Asks a real model. The test skips itself where none runs on the usual local ports, and says so.
fn model() -> Result<()> {
    in_browsers("end2end/model", 1)
}

/// Runs a folder's tests against the release build, `files` of them at a time.
fn in_browsers(folder: &str, files: usize) -> Result<()> {
    npm::install()?;
    let chromium = browsers::find_or_install()?;
    say(&format!("Chromium: {}", chromium.display()));
    let binary = build::server_binary(Profile::Release);
    if !binary.is_file() {
        bail!("the server is not built; run `cargo xtask build` first");
    }
    let environment: [(&str, OsString); 5] = [
        ("CHROMIUM", chromium.into()),
        ("INSITU_BINARY", binary.into()),
        ("INSITU_STANDALONE", build::standalone_binary().into()),
        ("INSITU_SITE", project::site().into()),
        ("INSITU_PYTHONPATH", packages::install()?.into()),
    ];
    let mut tests = node("end2end/run.mjs")?;
    run_command(tests.arg(project::path(folder)).arg(files.to_string()).envs(environment))
}

/// Returns how many files of tests run at a time: one per core, since each keeps a browser's page or an
/// interpreter busy.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Returns the `*.test.js` and `*.test.mjs` files under a folder. None at all is an error: a run without
/// tests proves nothing.
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
