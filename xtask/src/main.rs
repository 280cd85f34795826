//! The project's chores: `cargo xtask <verb>`.
//!
//! Owns the order in which things are fetched, built, served and checked, and knows the folders. It
//! does not know what any crate does. One verb is one file; what several verbs share is `project`,
//! `shell`, `stamp` and `digest`.
#![allow(
    clippy::print_stdout,
    reason = "a command-line tool reports its progress on standard output"
)]

mod boundaries;
mod build;
mod digest;
mod dist;
mod gzip;
mod notices;
mod npm;
mod packages;
mod project;
mod runtime;
mod sbom;
mod serve;
mod shell;
mod stamp;
mod test;
mod types;

use anyhow::{Result, bail};
use build::Profile;
use test::{Selection, Tier};

const USAGE: &str = "\
cargo xtask <verb>

  serve                build what changed, then serve on 127.0.0.1:3000 (INSITU_ADDR moves it)
  serve --dev          the same without optimisation, and again on every change
  serve --release      the same small, fast and compressed, for others to use
  build [--preview]    page, kernel, samples and server, everything compressed; or as `serve` builds them
  dist                 the release for this machine: target/dist with the program, its checksums and its components
  dist program TARGET  its first half: the program for a target, without a site
  dist assemble        its second half: all programs that are there, with the site
  runtime [--force]    fetch the Python runtime and compile it to bytecode
  test                 what every change has to pass, and what CI runs
  test --quick         those steps that need neither a browser nor the page
  test --full          everything there is, for hours: before a release
  test --only STEPS    some steps, separated by commas; `test --list` names them. `--full` may follow
  boundaries           check which crates, modules and folders of scripts may know which
  types [--check]      write the TypeScript declarations of the messages, or fail when they are not current
  notices [--check]    write THIRD-PARTY-NOTICES, or fail when it is not current or has a licence that is not allowed
  packages [--check]   write the README's list of Python packages, or fail when it is not what the runtime is built of
";

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["runtime"] => runtime::run(false),
        ["runtime", "--force"] => runtime::run(true),
        ["build"] => build::run(Profile::Release),
        ["build", "--preview"] => build::run(Profile::Preview),
        ["dist"] => dist::run(),
        ["dist", "program", target] => dist::program(target),
        ["dist", "assemble"] => dist::assemble(),
        ["serve"] => serve::run(Profile::Preview),
        ["serve", "--release"] => serve::run(Profile::Release),
        ["serve", "--dev"] => serve::run(Profile::Dev),
        ["test" | "ci"] => test::run(&Selection::Tier(Tier::Gate)),
        ["test", "--quick"] => test::run(&Selection::Tier(Tier::Quick)),
        ["test", "--full"] => test::run(&Selection::Tier(Tier::Full)),
        ["test", "--only", steps] => test::run(&Selection::Named(steps, Tier::Gate)),
        ["test", "--only", steps, "--full"] => test::run(&Selection::Named(steps, Tier::Full)),
        ["test", "--list"] => {
            test::list();
            Ok(())
        }
        ["boundaries"] => boundaries::run(),
        ["types"] => types::run(),
        ["types", "--check"] => types::check(),
        ["notices"] => notices::run(),
        ["notices", "--check"] => notices::check(),
        ["packages"] => packages::run(),
        ["packages", "--check"] => packages::check(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        other => bail!("`{}` is not a verb here\n\n{USAGE}", other.join(" ")),
    }
}
