//! Finds the browsers for the journeys and the Redis for the tests of the server, or installs them
//! with the system's package manager.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::shell::{command, output, run, say};

/// Names on the `PATH`.
const NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

/// Usual places outside of the `PATH`.
const PLACES: [&str; 6] = [
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/// Names of Chromium without windows on the `PATH`: Debian's and Chrome for Testing's.
const SHELLS: [&str; 2] = ["chromium-headless-shell", "chrome-headless-shell"];

/// The other engines' programs where the tests look for them, and the Debian packages that contain
/// them.
const OTHERS: [(&str, &[&str]); 3] = [
    ("/usr/bin/firefox-esr", &["firefox-esr"]),
    ("/usr/bin/WebKitWebDriver", &["webkit2gtk-driver"]),
    ("/usr/bin/xvfb-run", &["xvfb", "xauth"]),
];

/// Returns the browser's path: `CHROMIUM`, an installed one, or one that is installed now.
pub(super) fn find_or_install() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM").map(PathBuf::from) {
        if named.is_file() {
            return Ok(named);
        }
        bail!("CHROMIUM names {}, which is not there", named.display());
    }
    if let Some(found) = find() {
        return Ok(found);
    }
    install()?;
    match find() {
        Some(found) => Ok(found),
        None => bail!("Chromium was installed and still cannot be found; set CHROMIUM to its path"),
    }
}

fn find() -> Option<PathBuf> {
    on_path(&NAMES).or_else(|| PLACES.map(PathBuf::from).into_iter().find(|file| file.is_file()))
}

/// Returns the first file on the `PATH` with one of these names.
fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .flat_map(|folder| {
            names
                .iter()
                .map(move |name| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
        })
        .find(|file| file.is_file())
}

/// Returns Chromium without windows: `HEADLESS_SHELL`, an installed one, or one that is installed
/// now. Where there is none, the journeys run in Chromium, which takes more processor time.
pub(super) fn find_or_install_shell() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("HEADLESS_SHELL") {
        return Some(named.into());
    }
    let found = on_path(&SHELLS);
    if found.is_some() || !can_apt() {
        return found;
    }
    apt("Chromium without windows", &SHELLS[..1])
        .unwrap_or_else(|error| say(&format!("{error:#}")));
    on_path(&SHELLS)
}

fn install() -> Result<()> {
    if !can_apt() {
        let how = if is_debian() {
            "sudo apt-get install chromium"
        } else if cfg!(target_os = "macos") {
            "brew install --cask chromium"
        } else {
            "install Chromium or Google Chrome"
        };
        bail!(
            "the journeys need a Chromium and none was found: {how}, or set CHROMIUM to its path"
        );
    }
    apt("Chromium", &["chromium", "fonts-dejavu-core"])
}

fn is_debian() -> bool {
    Path::new("/etc/debian_version").exists()
}

/// Returns whether apt can install packages. Ubuntu's packages of browsers are stubs that need
/// snap, which containers lack; they report so themselves.
fn can_apt() -> bool {
    is_debian() && output(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Installs Firefox and WebKit too, if possible: except in CI, the tests skip a missing engine.
pub(super) fn install_others() -> Result<()> {
    let missing: Vec<_> =
        OTHERS.iter().filter(|(program, _)| !Path::new(program).is_file()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> =
        missing.iter().flat_map(|(_, packages)| packages.iter().copied()).collect();
    if can_apt() {
        return apt("Firefox and WebKit", &packages);
    }
    say(&format!(
        "not tried, since they are not installed ({}): other engines than Chromium",
        packages.join(", ")
    ));
    Ok(())
}

/// Installs Redis, if possible, and returns whether it is there: the tests of shared counters are
/// skipped without it.
pub(super) fn install_redis() -> bool {
    let is_there = || on_path(&["redis-server"]).is_some();
    if !is_there() && can_apt() {
        apt("Redis", &["redis-server"]).unwrap_or_else(|error| say(&format!("{error:#}")));
    }
    let found = is_there();
    if !found {
        say("not tried, since redis-server is not installed: counters that several relays share");
    }
    found
}

fn apt(what: &str, packages: &[&str]) -> Result<()> {
    say(&format!("installing {what} with apt"));
    let mut update = command("apt-get");
    run(update.args(["update", "-qq"]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    let mut install = command("apt-get");
    install.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages);
    run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}
