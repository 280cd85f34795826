//! Runs other programs and tells a user what goes on. Does not know which programs there are, except how to find
//! Python and the tools that Windows calls differently.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::project;

/// Prints what is being done now.
pub(crate) fn say(what: &str) {
    println!("• {what}");
}

/// Prints what was done and how long it took.
pub(crate) fn said(what: &str, since: Instant) {
    println!("✓ {what} ({})", duration(since.elapsed()));
}

/// A duration as a user writes it: `0.4 s`, `12 s`, `3 min 05 s`.
pub(crate) fn duration(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        seconds @ 10..60 => format!("{seconds} s"),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

/// Bytes as a user writes them: `512 B`, `34 kB`, `9.6 MB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// A command in the repository's root.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(project::root());
    command
}

/// The cargo that runs this tool.
pub(crate) fn cargo() -> Command {
    command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
}

/// Node with one of our scripts. Fails when Node is missing or too old.
pub(crate) fn node(script: &str) -> Result<Command> {
    let mut node = node_itself()?;
    node.arg(project::path(script));
    Ok(node)
}

/// Node with nothing to run yet.
pub(crate) fn node_itself() -> Result<Command> {
    let version = output(command("node").arg("--version"))
        .context("Node 20.11 or newer is needed: https://nodejs.org")?;
    let mut numbers =
        version.trim().trim_start_matches('v').split('.').map_while(|number| number.parse().ok());
    let found: (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < (20, 11) {
        bail!("Node 20.11 or newer is needed, this is {}", version.trim());
    }
    Ok(command("node"))
}

/// Python 3 with pip: `PYTHON`, `python3`, `python` or `py`, whichever there is.
pub(crate) fn python() -> Result<Command> {
    let named = std::env::var("PYTHON").ok();
    for program in named.iter().map(String::as_str).chain(["python3", "python", "py"]) {
        let version = output(command(program).arg("--version"));
        if version.is_ok_and(|version| version.starts_with("Python 3.")) {
            return Ok(command(program));
        }
    }
    bail!("Python 3 with pip is needed and neither `python3` nor `python` starts; set PYTHON to its path")
}

/// Runs a command with its output visible; fails when it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start `{}`", line(command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", line(command));
    }
    Ok(())
}

/// Runs a command quietly and shows what it wrote only when it failed.
pub(crate) fn run_quietly(command: &mut Command) -> Result<()> {
    output(command).map(drop)
}

/// Runs a command and returns its standard output; what it wrote to standard error is in the error.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let told = command.stdin(Stdio::null()).output();
    let told = told.with_context(|| format!("cannot start `{}`", line(command)))?;
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    if !told.status.success() {
        let complaint = String::from_utf8_lossy(&told.stderr);
        bail!("`{}` failed: {}\n{text}{}", line(command), told.status, complaint.trim_end());
    }
    Ok(text)
}

/// Runs a command, hands it `input` and lets its output through.
pub(crate) fn feed(command: &mut Command, input: &str) -> Result<()> {
    use std::io::Write as _;
    let shown = line(command);
    let mut child =
        command.stdin(Stdio::piped()).spawn().with_context(|| format!("cannot start `{shown}`"))?;
    if let Some(mut pipe) = child.stdin.take() {
        pipe.write_all(input.as_bytes()).with_context(|| format!("`{shown}` stopped reading"))?;
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("`{shown}` failed: {status}");
    }
    Ok(())
}

/// Writes brotli and gzip forms beside the files, each given with its brotli quality.
pub(crate) fn compress<'a>(files: impl Iterator<Item = (&'a Path, u8)>) -> Result<()> {
    let jobs: Vec<_> =
        files.map(|(file, quality)| serde_json::json!({ "file": file, "quality": quality })).collect();
    feed(&mut node("xtask/scripts/compress.mjs")?, &serde_json::to_string(&jobs)?)
}

/// The command as one would type it, long ones cut.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let line = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(160) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
