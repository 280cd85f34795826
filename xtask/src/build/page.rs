//! The page's WebAssembly: compiled by cargo, bound by wasm-bindgen (as a library, so that it cannot differ from the
//! version the page is built with), shrunk by npm's binaryen.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use super::Profile;
use super::site::Site;
use crate::project;
use crate::shell::{cargo, node, run, said, say, size};
use crate::stamp::Stamp;

/// The page's target.
pub(super) const TARGET: &str = "wasm32-unknown-unknown";

/// What rustc and wasm-bindgen use of WebAssembly. Not `--all-features`: with those, wasm-opt may write types that
/// browsers do not read yet.
const FEATURES: [&str; 8] = [
    "bulk-memory",
    "bulk-memory-opt",
    "call-indirect-overlong",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
];

/// Compiles the page and puts it into the site.
pub(super) fn build(site: &mut Site) -> Result<()> {
    super::add_wasm_target()?;
    say("compiling the page");
    let since = Instant::now();
    let wasm = compile(site.profile)?;
    let folder = project::path("target/page");
    let stamp = Stamp::of("page", std::slice::from_ref(&wasm), &format!("{:?}", site.profile))?;
    if !stamp.is_current(&folder) {
        stamp.clear()?;
        bind(&wasm, &folder, site.profile)?;
        stamp.write()?;
    }
    publish(site, &folder)?;
    said("page", since);
    Ok(())
}

fn compile(profile: Profile) -> Result<PathBuf> {
    let mut build = cargo();
    build.args(["build", "--package", "frontend", "--target", TARGET]);
    let folder = match profile {
        Profile::Dev => "debug",
        Profile::Release => {
            build.args(["--profile", "wasm-release"]);
            "wasm-release"
        }
    };
    run(&mut build)?;
    Ok(project::target().join(TARGET).join(folder).join("frontend.wasm"))
}

fn bind(wasm: &Path, folder: &Path, profile: Profile) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("insitu").typescript(false).web(true)?;
    if profile == Profile::Release {
        bindgen.remove_name_section(true).remove_producers_section(true);
    }
    bindgen.generate(folder).context("wasm-bindgen could not bind the page")?;
    if profile == Profile::Release {
        say("shrinking the page");
        let bound = folder.join("insitu_bg.wasm");
        let small = folder.join("small.wasm");
        run(node("node_modules/binaryen/bin/wasm-opt")?
            .args(["-Oz", "--strip-debug", "--strip-producers"])
            .args(FEATURES.map(|feature| format!("--enable-{feature}")))
            .arg(&bound)
            .arg("-o")
            .arg(&small))?;
        let before = fs::metadata(&bound)?.len();
        fs::rename(&small, &bound)?;
        say(&format!("page: {} → {}", size(before), size(fs::metadata(&bound)?.len())));
    }
    Ok(())
}

fn publish(site: &mut Site, folder: &Path) -> Result<()> {
    for (name, stem, extension) in [("page.js", "insitu", "js"), ("page.wasm", "insitu_bg", "wasm")] {
        let content = fs::read(folder.join(format!("{stem}.{extension}")))?;
        let address = site.write_hashed(&format!("pkg/{stem}"), extension, &content)?;
        site.name(name, address);
    }
    // Modules that Rust sources bring along; the script imports them by these very paths.
    let snippets = folder.join("snippets");
    if snippets.is_dir() {
        copy(site, &snippets, "pkg/snippets")?;
    }
    Ok(())
}

fn copy(site: &mut Site, folder: &Path, to: &str) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let to = format!("{to}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            copy(site, &entry.path(), &to)?;
        } else {
            site.write(&to, &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}
