//! `cargo xtask dist`: what a release consists of, in `target/dist`: the program with the site in
//! it, its manual pages and completions, the list of its components, and the SHA-256 of each.
//!
//! The same commit, toolchain and versions of Node and Python make the same bytes, wherever it is
//! built: paths of this machine are mapped away, the archive has no times, and everything is in a
//! fixed order.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::build::{self, Profile};
use crate::shell::{
    cargo, command, node_itself, output, python, run as run_command, said, say, size,
};
use crate::{digest, notices, project, sbom};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What accompanies the program, by what it prints itself.
const ACCOMPANYING: [(&str, &[&str]); 10] = [
    ("insitu.1", &["man"]),
    ("insitu-check.1", &["man", "check"]),
    ("insitu-export.1", &["man", "export"]),
    ("insitu-hash-password.1", &["man", "hash-password"]),
    ("insitu-health.1", &["man", "health"]),
    ("insitu-serve.1", &["man", "serve"]),
    ("insitu.bash", &["completions", "bash"]),
    ("insitu.fish", &["completions", "fish"]),
    ("insitu.ps1", &["completions", "powershell"]),
    ("_insitu", &["completions", "zsh"]),
];

/// Makes a release for this machine alone.
pub(crate) fn run() -> Result<()> {
    crate::runtime::reset(&programs())?;
    program(&host()?)?;
    assemble()
}

/// Compiles the program without a site for `target`, into `target/programs`.
pub(crate) fn program(target: &str) -> Result<()> {
    let compiled = compile(target)?;
    without_paths(&compiled)?;
    fs::create_dir_all(programs())?;
    fs::copy(&compiled, programs().join(name(target)))?;
    Ok(())
}

/// Makes a release of every program in `target/programs`, all with the same site.
pub(crate) fn assemble() -> Result<()> {
    let since = Instant::now();
    build::run(Profile::Release)?;
    let folder = project::target().join("dist");
    crate::runtime::reset(&folder)?;
    let insitu = build::server_binary(Profile::Release).to_string_lossy().into_owned();
    let mut found = fs::read_dir(programs())?.collect::<std::io::Result<Vec<_>>>()?;
    anyhow::ensure!(
        !found.is_empty(),
        "there is no program; run `cargo xtask dist program TARGET` first"
    );
    found.sort_by_key(fs::DirEntry::file_name);
    for program in found {
        let packed = folder.join(program.file_name());
        // By this machine's program, since it may not run another one's.
        let mut pack = command(&insitu);
        run_command(
            pack.arg("pack").args([&project::site(), &packed]).arg("--program").arg(program.path()),
        )?;
        if program.file_name() == *name(&host()?) {
            check(&packed)?;
        }
        say(&format!("{}: {}", packed.display(), size(fs::metadata(&packed)?.len())));
    }
    for (name, arguments) in ACCOMPANYING {
        fs::write(folder.join(name), output(command(&insitu).args(arguments))?)?;
    }
    fs::write(folder.join(format!("insitu-{VERSION}.cdx.json")), sbom::render("insitu", VERSION)?)?;
    fs::copy(
        project::site().join("files.json"),
        folder.join(format!("insitu-{VERSION}.files.json")),
    )?;
    fs::write(folder.join(format!("insitu-{VERSION}.built-with.txt")), built_with()?)?;
    fs::copy(project::path(notices::FILE), folder.join(notices::FILE))?;
    checksums(&folder)?;
    said("release", since);
    Ok(())
}

/// Returns what somebody else needs for the same bytes.
fn built_with() -> Result<String> {
    let tool = |program: &mut std::process::Command| {
        output(program).map(|version| version.lines().next().unwrap_or_default().to_owned())
    };
    let commit =
        tool(command("git").args(["rev-parse", "HEAD"])).unwrap_or_else(|_| "unknown".to_owned());
    let changed = output(command("git").args(["status", "--porcelain"])).unwrap_or_default();
    let changed = if changed.is_empty() { "" } else { ", with changes" };
    Ok(format!(
        "commit {commit}{changed}\n{}\nNode {}\n{}\n",
        tool(command("rustc").arg("--version"))?,
        tool(node_itself()?.arg("--version"))?,
        tool(python()?.arg("--version"))?,
    ))
}

/// Returns the folder of the programs without a site.
fn programs() -> PathBuf {
    project::target().join("programs")
}

/// Returns the name of the program for `target`.
fn name(target: &str) -> String {
    format!("insitu-{VERSION}-{target}{}", ending(target))
}

fn ending(target: &str) -> &'static str {
    if target.contains("windows") { ".exe" } else { "" }
}

/// Returns the target of this machine.
fn host() -> Result<String> {
    let about = output(command("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

/// Compiles the server without a path of this machine in it. In a folder of its own: other flags
/// would have everything compiled again at the next build.
fn compile(target: &str) -> Result<PathBuf> {
    let since = Instant::now();
    say(&format!("compiling the server for {target}"));
    let folder = project::target().join("reproducible");
    add_target(target)?;
    let mut build = cargo();
    build.args([
        "build",
        "--quiet",
        "--locked",
        "--release",
        "--package",
        "server",
        "--target",
        target,
    ]);
    build.arg("--target-dir").arg(&folder);
    let mut flags = build::flags();
    if target.ends_with("windows-msvc") {
        // Without it, a fresh Windows lacks a library that the program needs.
        flags.push("-Ctarget-feature=+crt-static".to_owned());
    } else {
        // Compilers of C write where a file is into messages of errors.
        let mapped = local_paths().into_iter().map(|path| format!("-ffile-prefix-map={path}="));
        let given = std::env::var("CFLAGS").ok();
        build.env("CFLAGS", given.into_iter().chain(mapped).collect::<Vec<_>>().join(" "));
    }
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    build.env("CARGO_INCREMENTAL", "0");
    // For compilers of C, which write the time of the commit instead of now.
    if std::env::var_os("SOURCE_DATE_EPOCH").is_none() {
        let time = output(command("git").args(["log", "-1", "--format=%ct"]));
        build.env(
            "SOURCE_DATE_EPOCH",
            time.map_or_else(|_| "0".to_owned(), |time| time.trim().to_owned()),
        );
    }
    run_command(&mut build)?;
    said("server compiled", since);
    Ok(folder.join(target).join("release").join(format!("insitu{}", ending(target))))
}

/// Adds a target that the toolchain has no library for.
fn add_target(target: &str) -> Result<()> {
    let library = output(command("rustc").args(["--print", "target-libdir", "--target", target]));
    if library.is_ok_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    run_command(command("rustup").args(["target", "add", target]))
        .with_context(|| format!("run `rustup target add {target}` by hand"))
}

/// Returns the folders of this machine that compilers see: of the sources, and of the crates.
fn local_paths() -> Vec<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let folders = home.into_iter().chain([project::root()]);
    folders.map(|folder| folder.display().to_string()).collect()
}

/// Fails if the program has a path of this machine in it: another one would not make the same
/// bytes.
fn without_paths(program: &Path) -> Result<()> {
    let content = fs::read(program)?;
    for folder in local_paths() {
        if let Some(path) = path_in(&content, &folder, &entries(Path::new(&folder))?) {
            anyhow::bail!("{} has a path of this machine in it: {path}", program.display());
        }
    }
    Ok(())
}

/// Returns the names of what is in a folder; none if there is no such folder.
fn entries(folder: &Path) -> Result<Vec<String>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let names =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    names.collect()
}

/// Returns the first path in `content` of something that is in `folder`, whose entries are given.
/// What only looks like the folder, as `/insitu` in `server/src/bin/insitu/main.rs`, has none of
/// them behind it.
fn path_in(content: &[u8], folder: &str, entries: &[String]) -> Option<String> {
    let places =
        content.windows(folder.len()).enumerate().filter(|(_, part)| *part == folder.as_bytes());
    let texts = places.filter_map(|(at, _)| content.get(at..));
    let mut paths = texts.filter(|text| {
        let rest = text
            .get(folder.len()..)
            .and_then(|rest| rest.strip_prefix(b"/").or(rest.strip_prefix(b"\\")));
        rest.is_some_and(|rest| entries.iter().any(|entry| rest.starts_with(entry.as_bytes())))
    });
    let text = paths.next()?.iter().take(200).map(|byte| char::from(*byte));
    Some(text.take_while(char::is_ascii_graphic).collect())
}

/// Has the packed program check its own site.
fn check(packed: &Path) -> Result<()> {
    let mut check = command(&packed.to_string_lossy());
    for (name, _) in
        std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("INSITU_"))
    {
        check.env_remove(name);
    }
    let folder = packed.parent().context("the program is in no folder")?;
    run_command(check.current_dir(folder).args(["check", "--offline"]))
}

/// Writes `SHA256SUMS`, as `sha256sum --check` reads it.
fn checksums(folder: &Path) -> Result<()> {
    let mut names: Vec<_> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_>>()?;
    names.sort();
    let lines = names
        .iter()
        .map(|name| Ok(format!("{}  {name}\n", digest::of_file(&folder.join(name))?)))
        .collect::<Result<String>>()?;
    Ok(fs::write(folder.join("SHA256SUMS"), lines)?)
}

#[cfg(test)]
mod tests {
    use super::path_in;

    #[test]
    fn a_path_of_this_machine_is_found_and_what_only_looks_like_one_is_not() {
        let entries = ["server", "app"].map(str::to_owned);
        // Texts of a program follow each other without a mark between them.
        let found = |content: &[u8]| path_in(content, "/insitu", &entries);
        assert_eq!(
            found(b"no such file/insitu/server/src/lib.rs\0rest"),
            Some("/insitu/server/src/lib.rs".to_owned())
        );
        assert_eq!(found(b"C:/insitu\\app\\src\0"), Some("/insitu\\app\\src".to_owned()));
        assert_eq!(found(b"server/src/bin/insitu/main.rs, /usr/bin/insitu, /insitu"), None);
    }
}
