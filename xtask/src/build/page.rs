//! The WebAssembly of the page and of the module that exports: compiled by cargo, bound by
//! wasm-bindgen (as a library, so that it cannot differ from the version that the page is built
//! with), shrunk by npm's binaryen.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use super::site::Site;
use super::{Profile, scripts};
use crate::project;
use crate::shell::{cargo, node, run, say, size};
use crate::stamp::Stamp;

/// The page's target.
pub(super) const TARGET: &str = "wasm32-unknown-unknown";

/// WebAssembly features that rustc and wasm-bindgen use. Not `--all-features`: with those, wasm-opt
/// may write types that browsers do not support yet.
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

/// Options of wasm-opt.
const SHRINK: [&str; 3] = ["-Oz", "--strip-debug", "--strip-producers"];

/// A WebAssembly module that the page loads.
struct Module {
    /// The crate, and the name under which the server finds it.
    package: &'static str,
    name: &'static str,
    /// The stem of its files.
    stem: &'static str,
    /// The bundle of the worker that it runs in, whose classic script follows the module's own; the
    /// page imports a module without one.
    worker: Option<&'static str>,
}

/// The name that the script of a worker's module defines.
const GLOBAL: &str = "insituExportModule";

/// The modules. The exports are one of their own, since they run in another thread and frame.
static MODULES: [Module; 2] = [
    Module { package: "frontend", name: "page", stem: "insitu", worker: None },
    Module {
        package: "export_module",
        name: "export_module",
        stem: "export_module",
        worker: Some("exporting.js"),
    },
];

/// Writes the page's modules, which [`compile`] left in the folder `compiled`, into the site.
pub(super) fn build(site: &mut Site, compiled: &Path) -> Result<()> {
    let profile = site.profile;
    std::thread::scope(|scope| {
        let processed =
            |module: &'static Module| scope.spawn(move || module.process(compiled, profile));
        let ends = MODULES.each_ref().map(processed).map(|one| {
            one.join().unwrap_or_else(|_| bail!("processing the page ended abnormally"))
        });
        // All of them, before the first that failed is reported.
        ends.into_iter().collect::<Result<()>>()
    })?;
    MODULES.iter().try_for_each(|module| module.publish(site, &module.folder()))
}

/// Compiles all modules and returns their folder.
pub(super) fn compile(profile: Profile) -> Result<PathBuf> {
    super::add_wasm_target()?;
    let mut build = cargo();
    build.args(["build", "--quiet", "--target", TARGET]);
    build.args(MODULES.iter().flat_map(|module| ["--package", module.package]));
    let folder = match profile {
        Profile::Dev => "debug",
        Profile::Preview => {
            preview(&mut build);
            "debug"
        }
        Profile::Release => {
            build.args(["--profile", "wasm-release"]);
            build.env("CARGO_ENCODED_RUSTFLAGS", flags().join("\u{1f}"));
            "wasm-release"
        }
    };
    run(&mut build)?;
    Ok(project::target().join(TARGET).join(folder))
}

/// Has the page compiled fast, and optimised a little, since a browser has to load and run it. Not
/// by a profile of its own, for which cargo would compile all procedural macros and build scripts
/// once more.
fn preview(build: &mut Command) {
    let flags = ["--cfg", "erase_components", "-Cdebug-assertions=off", "-Coverflow-checks=off"];
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    build.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    with_lints(build);
}

/// Has clippy compile our own crates, and refuse what it warns of: one compilation is for tests and
/// lints.
pub(crate) fn with_lints(cargo: &mut Command) -> &mut Command {
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    // As `cargo clippy -- -D warnings` hands it over.
    cargo.env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__")
}

/// Binds one module for the tests of JavaScript, as the page has it, and returns the folder with
/// its script.
pub(crate) fn for_tests(package: &str) -> Result<PathBuf> {
    let compiled = compile(Profile::Preview)?;
    let Some(module) = MODULES.iter().find(|module| module.package == package) else {
        bail!("there is no module {package}");
    };
    let wasm = compiled.join(package).with_extension("wasm");
    let folder = project::path("target/test_modules").join(package);
    // Tests import it, also if the page does not.
    module.bind(&wasm, &folder, Profile::Dev, false)?;
    Ok(folder)
}

/// Returns the flags of rustc for a release: those of `.cargo/config.toml`, which these replace,
/// and mappings that keep the paths of this machine out of panic messages, which nobody should have
/// to download. Other builds go without them, so that checkouts in different folders share what is
/// compiled.
pub(crate) fn flags() -> Vec<String> {
    let mut flags = vec!["--cfg".to_owned(), "erase_components".to_owned()];
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let sources = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let indexes = sources.into_iter().flatten().flatten().map(|index| index.path());
    for folder in indexes.chain([project::path("")]) {
        flags.push(format!("--remap-path-prefix={}=", folder.display()));
    }
    flags
}

impl Module {
    /// Returns the folder with the processed module.
    fn folder(&self) -> PathBuf {
        project::path("target").join(self.name)
    }

    /// Binds and shrinks the module, which is in the folder `compiled`, if it has changed.
    fn process(&self, compiled: &Path, profile: Profile) -> Result<()> {
        let (wasm, folder) = (compiled.join(self.package).with_extension("wasm"), self.folder());
        let stamp = Stamp::of(self.name, std::slice::from_ref(&wasm), &self.recipe(profile))?;
        if stamp.is_current(&folder) {
            return Ok(());
        }
        stamp.clear()?;
        self.bind(&wasm, &folder, profile, self.worker.is_some())?;
        stamp.write()
    }

    /// Describes how a compiled module is processed: if this changes, the processing is repeated.
    fn recipe(&self, profile: Profile) -> String {
        let classic = self.worker.map(|_| GLOBAL);
        format!("{profile:?} {:?} {FEATURES:?}{}", SHRINK, classic.unwrap_or_default())
    }

    /// Binds the module, as a classic script that defines [`GLOBAL`] or as a module of JavaScript.
    fn bind(&self, wasm: &Path, folder: &Path, profile: Profile, classic: bool) -> Result<()> {
        let Self { name, stem, .. } = self;
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        let mut bindgen = Bindgen::new();
        bindgen.input_path(wasm).out_name(stem).typescript(false);
        if classic {
            bindgen.no_modules(true)?.no_modules_global(GLOBAL)?;
        } else {
            bindgen.web(true)?;
        }
        if profile == Profile::Release {
            bindgen.remove_name_section(true).remove_producers_section(true);
        }
        bindgen
            .generate(folder)
            .with_context(|| format!("wasm-bindgen could not bind the {name}"))?;
        if profile == Profile::Release {
            say(&format!("shrinking the {name}"));
            let bound = folder.join(format!("{stem}_bg.wasm"));
            let small = folder.join("small.wasm");
            run(node("node_modules/binaryen/bin/wasm-opt")?
                .args(SHRINK)
                .args(FEATURES.map(|feature| format!("--enable-{feature}")))
                .arg(&bound)
                .arg("-o")
                .arg(&small))?;
            let before = fs::metadata(&bound)?.len();
            fs::rename(&small, &bound)?;
            say(&format!("{name}: {} → {}", size(before), size(fs::metadata(&bound)?.len())));
        }
        Ok(())
    }

    fn publish(&self, site: &mut Site, folder: &Path) -> Result<()> {
        let Self { name, stem, .. } = self;
        for (stem, extension) in [(stem.to_string(), "js"), (format!("{stem}_bg"), "wasm")] {
            let mut content = fs::read(folder.join(format!("{stem}.{extension}")))?;
            if let Some(worker) = self.worker.filter(|_| extension == "js") {
                content.extend(scripts::content(worker)?);
            }
            let address = site.write_hashed(&format!("pkg/{stem}"), extension, &content)?;
            site.name(&format!("{name}.{extension}"), address);
        }
        // Modules that Rust sources bring along; the script imports them by these very paths.
        let snippets = folder.join("snippets");
        if snippets.is_dir() {
            copy(site, &snippets, "pkg/snippets")?;
        }
        Ok(())
    }
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
