//! `cargo xtask build`: everything that the server serves, in `target/site`, and the server itself.
//!
//! Owns the order and the profile. How each part is made is in the file of its name.

mod kernel;
mod page;
mod render;
mod scripts;
mod site;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::shell::{cargo, output, run as run_command, said, say};
use crate::{npm, project, runtime};

/// The amount of optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Builds fast.
    Dev,
    /// Small and fast, for users.
    Release,
}

/// Builds the page, the kernel's files, the samples and the server.
pub(crate) fn run(profile: Profile) -> Result<()> {
    let since = Instant::now();
    npm::install()?;
    runtime::run(false)?;
    let mut site = site::Site::open(profile)?;
    kernel::build(&mut site)?;
    render::build(&mut site)?;
    scripts::build(&mut site)?;
    page::build(&mut site)?;
    site.samples()?;
    site.icons()?;
    site.close()?;
    server(profile)?;
    said("build", since);
    Ok(())
}

/// Returns the path of the server's binary of this profile.
pub(crate) fn server_binary(profile: Profile) -> PathBuf {
    let folder = match profile {
        Profile::Dev => "debug",
        Profile::Release => "release",
    };
    project::target().join(folder).join(format!("server{}", std::env::consts::EXE_SUFFIX))
}

fn server(profile: Profile) -> Result<()> {
    say("compiling the server");
    let since = Instant::now();
    let mut build = cargo();
    build.args(["build", "--package", "server"]);
    if profile == Profile::Release {
        build.arg("--release");
    }
    run_command(&mut build)?;
    said("server", since);
    Ok(())
}

/// Adds the target that the page is compiled for, if it is missing.
pub(crate) fn add_wasm_target() -> Result<()> {
    let here =
        output(crate::shell::command("rustc").args(["--print", "target-libdir", "--target", page::TARGET]));
    if here.is_ok_and(|folder| std::path::Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    say("adding the wasm32-unknown-unknown target");
    run_command(crate::shell::command("rustup").args(["target", "add", page::TARGET]))
        .context("run `rustup target add wasm32-unknown-unknown` by hand")
}
