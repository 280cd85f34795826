//! Runs other programs and reports progress. Does not know which programs there are, except how to
//! find Python and the tools that have other names on Windows.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::{gzip, project};

/// Prints what is being done now.
pub(crate) fn say(what: &str) {
    println!("• {what}");
}

/// Prints what was done and how long it took.
pub(crate) fn said(what: &str, since: Instant) {
    println!("✓ {what} ({})", duration(since.elapsed()));
}

/// Formats a duration: `0.4 s`, `12 s`, `3 min 05 s`.
pub(crate) fn duration(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        seconds @ 10..60 => format!("{seconds} s"),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

/// Formats a number of bytes: `512 B`, `34 kB`, `9.6 MB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Creates a command in the repository's root.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(project::root());
    command
}

/// Creates a command of the cargo that runs this tool.
pub(crate) fn cargo() -> Command {
    command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
}

/// Creates a command of Node with one of our scripts. Fails if Node is missing or too old.
pub(crate) fn node(script: &str) -> Result<Command> {
    let mut node = node_itself()?;
    node.arg(project::path(script));
    Ok(node)
}

/// Node's options that have it run TypeScript. The program is one of the npm packages.
pub(crate) const WITH_TYPES: [&str; 2] = ["--import", "tsx"];

/// Creates a command of Node with a script that imports TypeScript.
pub(crate) fn typescript(script: &str) -> Result<Command> {
    let mut node = node_itself()?;
    node.args(WITH_TYPES).arg(project::path(script));
    Ok(node)
}

/// Creates a command of Node without a script.
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

/// Creates a command of Python 3 with pip: `PYTHON`, `python3`, `python` or `py`, the first that
/// exists.
pub(crate) fn python() -> Result<Command> {
    let named = std::env::var("PYTHON").ok();
    for program in named.iter().map(String::as_str).chain(["python3", "python", "py"]) {
        let version = output(command(program).arg("--version"));
        if version.is_ok_and(|version| version.starts_with("Python 3.")) {
            return Ok(command(program));
        }
    }
    bail!(
        "Python 3 with pip is needed and neither `python3` nor `python` starts; set PYTHON to its path"
    )
}

/// Runs a command with its output visible; fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start `{}`", line(command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", line(command));
    }
    Ok(())
}

/// Runs a command quietly and shows its output only if it fails.
pub(crate) fn run_quietly(command: &mut Command) -> Result<()> {
    output(command).map(drop)
}

/// Runs a command and returns its standard output; its standard error is in the error.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let result = command.stdin(Stdio::null()).output();
    let result = result.with_context(|| format!("cannot start `{}`", line(command)))?;
    let text = String::from_utf8_lossy(&result.stdout).into_owned();
    if !result.status.success() {
        let stderr = String::from_utf8_lossy(&result.stderr);
        bail!("`{}` failed: {}\n{text}{}", line(command), result.status, stderr.trim_end());
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

/// Writes brotli and gzip forms beside the files, each paired with its brotli quality.
pub(crate) fn compress<'a>(files: impl Iterator<Item = (&'a Path, u8)>) -> Result<()> {
    let files: Vec<_> = files.collect();
    gzip::write(&files.iter().map(|(file, _)| *file).collect::<Vec<_>>(), gzip::SMALLEST)?;
    let jobs: Vec<_> = files
        .into_iter()
        .map(|(file, quality)| serde_json::json!({ "file": file, "quality": quality }))
        .collect();
    feed(&mut node("xtask/scripts/compress.mjs")?, &serde_json::to_string(&jobs)?)
}

/// Writes gzip forms beside the files, quickly.
pub(crate) fn gzip<'a>(files: impl Iterator<Item = &'a Path>) -> Result<()> {
    let files: Vec<_> = files.collect();
    if files.is_empty() {
        return Ok(());
    }
    let (before, after) = gzip::write(&files, gzip::QUICK)?;
    let megabytes = |bytes: u64| format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10);
    say(&format!("{} files, {} → {}", files.len(), megabytes(before), megabytes(after)));
    Ok(())
}

/// Returns the command as one would type it, truncated if it is long.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let line = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(160) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
