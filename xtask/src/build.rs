//! `cargo xtask build`: everything that the server serves, in `target/site`, the server itself, and
//! for a release both in one program, `target/standalone/insitu`.
//!
//! Owns the order and the profile. How each part is made is in the file of its name.

mod index;
mod kernel;
mod page;
mod render;
mod scripts;
mod site;

pub(crate) use page::{flags, for_tests as module_for_tests, with_lints};

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::shell::{cargo, command, output, run as run_command, said, say, size};
use crate::stamp::Stamp;
use crate::{npm, project, runtime};

/// The amount of optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Builds fast, without optimisation.
    Dev,
    /// Builds fast and is fast enough to use: for a first look, and for the tests. The server is
    /// that of `Dev`.
    Preview,
    /// Small and fast, for users.
    Release,
}

/// The compressed forms of the runtime's files that a build makes.
#[derive(Clone, Copy)]
enum Packed {
    /// None: on one's own machine nothing is gained by them.
    No,
    /// gzip, which a static host sends.
    Gzip,
    /// All.
    Release,
}

/// Builds the page, the kernel's files, the samples and the server.
pub(crate) fn run(profile: Profile) -> Result<()> {
    let since = Instant::now();
    if !project::site().join("assets.json").exists() {
        let minutes = first_build_minutes(profile);
        say(&format!(
            "the first build takes about {minutes} minutes on two idle cores; later ones do only what changed"
        ));
    }
    let packed = if profile == Profile::Release { Packed::Release } else { Packed::No };
    beside(profile, packed, || compile_server(profile))?;
    if profile == Profile::Release {
        standalone()?;
    }
    said("build", since);
    Ok(())
}

/// Builds the site as `cargo xtask serve` does, with the runtime as gzip, which a static host
/// sends. The tests have a server already.
pub(crate) fn site_for_tests() -> Result<()> {
    beside(Profile::Preview, Packed::Gzip, || Ok(()))
}

/// Compiles the page and does `more` in a thread of its own, beside what the site needs else: much
/// of either is done by one core alone.
fn beside(
    profile: Profile,
    packed: Packed,
    more: impl FnOnce() -> Result<()> + Send,
) -> Result<()> {
    let (compiled, page) = mpsc::channel();
    std::thread::scope(|scope| {
        let compiling = scope.spawn(move || {
            // Nobody waits for it if the site has failed already.
            let _ = compiled.send(compile_page(profile)?);
            more()
        });
        let made = make_site(profile, packed, &page);
        compiling.join().unwrap_or_else(|_| bail!("compiling ended abnormally")).and(made)
    })
}

/// Makes the site. `page` sends the folder with the page's modules once they are compiled, and
/// nothing if they cannot be.
fn make_site(profile: Profile, packed: Packed, page: &mpsc::Receiver<PathBuf>) -> Result<()> {
    npm::install()?;
    runtime::run(false)?;
    match packed {
        Packed::No => {}
        Packed::Gzip => runtime::pack_gzip()?,
        Packed::Release => runtime::pack()?,
    }
    let mut site = site::Site::open(profile)?;
    kernel::build(&mut site)?;
    render::build(&mut site)?;
    scripts::build(&mut site)?;
    page::build(&mut site, &page.recv().context("the page is not compiled")?)?;
    site.samples()?;
    site.icons()?;
    site.notices()?;
    site.close()
}

/// Returns how long a first build takes on two idle cores.
const fn first_build_minutes(profile: Profile) -> u32 {
    match profile {
        Profile::Dev | Profile::Preview => 5,
        Profile::Release => 12,
    }
}

/// Returns the path of the server's binary of this profile.
pub(crate) fn server_binary(profile: Profile) -> PathBuf {
    let folder = match profile {
        Profile::Dev | Profile::Preview => "debug",
        Profile::Release => "release",
    };
    project::target().join(folder).join(program())
}

/// Returns the path of the program with the site in it.
pub(crate) fn standalone_binary() -> PathBuf {
    project::target().join("standalone").join(program())
}

/// Returns the name of the server's program on this system.
fn program() -> String {
    format!("insitu{}", std::env::consts::EXE_SUFFIX)
}

/// Writes the program with the site in it, if either changed. The program does so itself, so that
/// one place knows the form of the archive.
fn standalone() -> Result<()> {
    let (binary, output) = (server_binary(Profile::Release), standalone_binary());
    let inputs = [binary.clone(), project::site().join(index::INDEX)];
    let stamp = Stamp::of("standalone", &inputs, "")?;
    if stamp.is_current(&output) {
        return Ok(());
    }
    let since = Instant::now();
    stamp.clear()?;
    fs::create_dir_all(project::target().join("standalone"))?;
    run_command(command(&binary.to_string_lossy()).arg("pack").arg(project::site()).arg(&output))?;
    stamp.write()?;
    said(&format!("{} with the site in it", size(fs::metadata(&output)?.len())), since);
    Ok(())
}

/// Compiles the page, and returns the folder with its modules.
fn compile_page(profile: Profile) -> Result<PathBuf> {
    let since = Instant::now();
    say("compiling the page");
    let compiled = page::compile(profile)?;
    said("page compiled", since);
    Ok(compiled)
}

fn compile_server(profile: Profile) -> Result<()> {
    let since = Instant::now();
    say("compiling the server");
    let mut build = cargo();
    build.args(["build", "--quiet", "--package", "server"]);
    build.args(match profile {
        Profile::Dev | Profile::Preview => &[][..],
        Profile::Release => &["--release"],
    });
    run_command(&mut build)?;
    // A program of the name before this one would still start, and would be an old one.
    let stale =
        server_binary(profile).with_file_name(format!("server{}", std::env::consts::EXE_SUFFIX));
    if stale.exists() {
        fs::remove_file(stale)?;
    }
    said("server compiled", since);
    Ok(())
}

/// Adds the target that the page is compiled for, if it is missing.
pub(crate) fn add_wasm_target() -> Result<()> {
    let here =
        output(command("rustc").args(["--print", "target-libdir", "--target", page::TARGET]));
    if here.is_ok_and(|folder| std::path::Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    say("adding the wasm32-unknown-unknown target");
    run_command(command("rustup").args(["target", "add", page::TARGET]))
        .context("run `rustup target add wasm32-unknown-unknown` by hand")
}
