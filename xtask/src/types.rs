//! `cargo xtask types`: TypeScript declarations of the messages between page, frame, worker and harness, from their Rust types.
//!
//! Owns where the declarations are. What they say is `crates/kernel/examples/typescript.rs`'s.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::project;
use crate::shell::{cargo, output, say};

/// The declarations, which JavaScript under `public` imports in its JSDoc.
const FILE: &str = "public/types/kernel.d.ts";

/// Writes the declarations.
pub(crate) fn run() -> Result<()> {
    let path = project::path(FILE);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, declarations()?).with_context(|| format!("cannot write {FILE}"))?;
    say(&format!("wrote {FILE}"));
    Ok(())
}

/// Fails where the declarations are not those of the Rust types.
pub(crate) fn check() -> Result<()> {
    let found = fs::read_to_string(project::path(FILE)).with_context(|| format!("cannot read {FILE}"))?;
    let wanted = declarations()?;
    if found != wanted {
        let line =
            found.lines().zip(wanted.lines()).take_while(|(found, wanted)| found == wanted).count() + 1;
        bail!("{FILE} is not what the Rust types say, from line {line} on; run `cargo xtask types`");
    }
    say(&format!("{FILE} is what the Rust types say"));
    Ok(())
}

fn declarations() -> Result<String> {
    let example = ["run", "--locked", "--quiet", "--package", "kernel", "--features", "typescript"];
    let printed = output(cargo().args(example).args(["--example", "typescript"]))?;
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    Ok(format!("{}\n", lines.join("\n").trim_end()))
}
