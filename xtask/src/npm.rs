//! Installs the build's npm packages, exactly as in `package-lock.json`, when that changed.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::project;
use crate::shell::{command, run, said, say};
use crate::stamp::Stamp;

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
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    run(command(npm).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))
        .context("the packages of package-lock.json could not be installed")?;
    stamp.write()?;
    said("npm packages", since);
    Ok(())
}
