//! `cargo xtask types`: TypeScript declarations of the messages between page, frame, worker and
//! harness, and of `window.insitu`, from their Rust types.
//!
//! Owns where the declarations are. What they say is `crates/kernel/examples/typescript.rs`'s.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::project;
use crate::shell::{cargo, command, output, run as run_command, say};

/// The declarations, which scripts import, with their names in the example.
const FILES: [(&str, &str); 2] =
    [("web/generated/kernel.ts", "kernel"), ("web/generated/automation.ts", "automation")];

/// Writes the declarations.
pub(crate) fn run() -> Result<()> {
    let example =
        ["build", "--locked", "--quiet", "--package", "kernel", "--features", "typescript"];
    run_command(cargo().args(example).args(["--example", "typescript"]))?;
    for (file, name) in FILES {
        let path = project::path(file);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, declarations(name)?).with_context(|| format!("cannot write {file}"))?;
        say(&format!("wrote {file}"));
    }
    Ok(())
}

/// Fails if the declarations are not those of the Rust types. The tests' compilation has built what
/// writes them.
pub(crate) fn check() -> Result<()> {
    for (file, name) in FILES {
        let found = fs::read_to_string(project::path(file))
            .with_context(|| format!("cannot read {file}"))?;
        let expected = declarations(name)?;
        if found != expected {
            let same = found
                .lines()
                .zip(expected.lines())
                .take_while(|(found, expected)| found == expected);
            let line = same.count() + 1;
            bail!(
                "{file} is not what the Rust types say, from line {line} on; run `cargo xtask types`"
            );
        }
        say(&format!("{file} is what the Rust types say"));
    }
    Ok(())
}

fn declarations(name: &str) -> Result<String> {
    let example = project::target().join("debug/examples/typescript");
    let printed = output(command(&example.to_string_lossy()).arg(name))?;
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    Ok(format!("{}\n", lines.join("\n").trim_end()))
}
