//! Installs the build's npm packages, exactly as in `package-lock.json`, when that changed.

use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::project;
use crate::shell::{command, output, run, said, say};
use crate::stamp::Stamp;

/// The oldest version that replaces a package by another one (`overrides` in package.json), which
/// comes with Node 20.11. An older one says that there is no lock file. A small package replaces
/// `@napi-rs/canvas`, the native code that `pdfjs-dist` would bring and nothing here uses.
const OLDEST: u32 = 10;

/// The program.
pub(crate) const PROGRAM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Makes `node_modules` match the lock file.
pub(crate) fn install() -> Result<()> {
    let inputs = [project::path("package.json"), project::path("package-lock.json")];
    let stamp = Stamp::of("npm", &inputs, "")?;
    if stamp.is_current(&project::path("node_modules")) {
        return Ok(());
    }
    say("installing npm packages");
    let since = Instant::now();
    stamp.clear()?;
    let version =
        output(command(PROGRAM).arg("--version")).context("npm is missing; it comes with Node")?;
    if !is_new_enough(&version) {
        bail!(
            "npm {OLDEST} or newer is needed, this is {}: `npm install --global npm@{OLDEST}`",
            version.trim()
        );
    }
    run(command(PROGRAM).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))
        .context("the packages of package-lock.json could not be installed")?;
    stamp.write()?;
    said("npm packages", since);
    Ok(())
}

/// Returns whether npm of this version installs the packages.
fn is_new_enough(version: &str) -> bool {
    let major = version.trim().split('.').next().and_then(|number| number.parse().ok());
    major.is_none_or(|major: u32| major >= OLDEST)
}

#[cfg(test)]
mod tests {
    use super::is_new_enough;

    #[test]
    fn an_npm_that_cannot_replace_packages_is_refused() {
        assert_eq!(
            ["9.2.0\n", "10.2.4", "11.19.1", "?"].map(is_new_enough),
            [false, true, true, true]
        );
    }
}
