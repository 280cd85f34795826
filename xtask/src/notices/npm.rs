//! The npm packages whose code or data reaches the page: what the scripts under `web` import,
//! what the build copies, and what those packages need. Names, versions and licences are those of
//! `package-lock.json`, texts those of the files in `node_modules`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::Value;

use super::{Entry, texts};
use crate::project;

/// What the build copies without a script that imports it: the font of formulas, the 32-bit build
/// of llama.cpp, and the ranks of words that the planner's `grammar/common.txt` is made of.
const COPIED: [&str; 3] =
    ["@fontsource/stix-two-math", "@wllama/wllama-compat", "popular-english-words"];

/// What packages need for their command lines, for Node or for their types only. It is in no
/// bundle.
const NOT_BUNDLED: [&str; 14] = [
    "@types/command-line-args",
    "@types/command-line-usage",
    "@types/emscripten",
    "@types/estree",
    "@types/node",
    "command-line-args",
    "command-line-usage",
    "commander",
    "iconv-lite",
    "json-bignum",
    "rw",
    "vega-typings",
    "ws",
    "yargs",
];

/// `package-lock.json`, as far as it matters here.
#[derive(Deserialize)]
pub(super) struct Lock {
    pub(super) packages: BTreeMap<String, Package>,
}

/// A package in it, under the path at which it is installed.
#[derive(Deserialize)]
pub(super) struct Package {
    version: Option<String>,
    license: Option<String>,
    #[serde(default)]
    dependencies: BTreeMap<String, String>,
}

/// The packages that the page gets.
pub(super) fn entries() -> Result<BTreeSet<Entry>> {
    let mut imported = BTreeSet::from(COPIED.map(str::to_owned));
    collect(&project::path("web"), &mut imported)?;
    let lock: Lock = super::read("package-lock.json")?;
    shipped(&lock, &imported)?.iter().map(|path| lock.entry(path)).collect()
}

/// The paths of these packages and of what they need, directly or not.
pub(super) fn shipped(lock: &Lock, roots: &BTreeSet<String>) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open = roots.iter().map(|name| lock.resolve("", name)).collect::<Result<Vec<_>>>()?;
    while let Some(path) = open.pop() {
        if !found.contains(&path) {
            let needed = lock
                .packages
                .get(&path)
                .into_iter()
                .flat_map(|package| package.dependencies.keys());
            let bundled = needed.filter(|name| !NOT_BUNDLED.contains(&name.as_str()));
            open.extend(bundled.map(|name| lock.resolve(&path, name)).collect::<Result<Vec<_>>>()?);
            found.insert(path);
        }
    }
    Ok(found)
}

impl Lock {
    /// The path of the package that `name` means to the one at `from`: the nearest in the folders
    /// above it.
    fn resolve(&self, from: &str, name: &str) -> Result<String> {
        let mut folder = from;
        loop {
            let slash = if folder.is_empty() { "" } else { "/" };
            let path = format!("{folder}{slash}node_modules/{name}");
            if self.packages.contains_key(&path) {
                return Ok(path);
            }
            if folder.is_empty() {
                bail!(
                    "`{name}` is not in package-lock.json, and `{from}` or a script under web needs it"
                );
            }
            folder = folder.rsplit_once("/node_modules/").map_or("", |(above, _)| above);
        }
    }

    pub(super) fn entry(&self, path: &str) -> Result<Entry> {
        let package = self.packages.get(path);
        let known =
            package.and_then(|package| package.version.as_ref().zip(package.license.as_ref()));
        let (version, licence) = known.with_context(|| {
            format!("package-lock.json names no version or no licence of {path}")
        })?;
        let name = path.rsplit_once("node_modules/").map_or(path, |(_, name)| name);
        let Manifest { repository, author } = super::read(&format!("{path}/package.json"))?;
        let repository = either(&repository, "url").trim_start_matches("git+").to_owned();
        let (name, version, licence) = (name.to_owned(), version.clone(), licence.clone());
        Entry { name, version, licence, origin: repository, ..Entry::default() }
            .with_texts(texts::of_folder(&project::path(path))?, [either(&author, "name")])
    }
}

/// What `package.json` alone says.
#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    repository: Value,
    #[serde(default)]
    author: Value,
}

/// A string, or the one under `key` of an object.
fn either<'a>(value: &'a Value, key: &str) -> &'a str {
    value.as_str().or_else(|| value[key].as_str()).unwrap_or_default()
}

/// Adds the packages that the scripts in a folder import; tests, which are not shipped, left out.
fn collect(folder: &Path, found: &mut BTreeSet<String>) -> Result<()> {
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        let name =
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && name != "tests" {
            collect(&path, found)?;
        } else if name.ends_with(".ts") && !name.ends_with(".test.ts") {
            found.extend(imports(&fs::read_to_string(&path)?).into_iter().map(str::to_owned));
        }
    }
    Ok(())
}

/// The packages that a script imports, by name: not its neighbours, and not Node's modules.
pub(super) fn imports(script: &str) -> BTreeSet<&str> {
    script.lines().flat_map(specifiers).filter(|name| is_package(name)).map(package).collect()
}

/// What a line imports: at most once by a statement, and any number of times by calls.
fn specifiers(line: &str) -> impl Iterator<Item = &str> {
    let statement =
        ["import ", "export ", "} from "].iter().any(|start| line.trim_start().starts_with(start));
    let quoted = |at: usize| line[at..].split_once('"').map(|(specifier, _)| specifier);
    let named = [" from \"", "import \""].into_iter().filter(move |_| statement);
    let named = named.filter_map(|keyword| line.find(keyword).map(|at| at + keyword.len()));
    let called = line.match_indices("import(\"").filter(|&(at, _)| {
        !line[..at]
            .ends_with(|before: char| before.is_alphanumeric() || matches!(before, '_' | '.'))
    });
    named.chain(called.map(|(at, keyword)| at + keyword.len())).filter_map(quoted)
}

fn is_package(specifier: &str) -> bool {
    specifier.starts_with(|first: char| first == '@' || first.is_ascii_alphanumeric())
        && !specifier.starts_with("node:")
}

/// The package of `name/file.js` or `@scope/name/file.js`.
fn package(specifier: &str) -> &str {
    let names = if specifier.starts_with('@') { 2 } else { 1 };
    specifier.match_indices('/').nth(names - 1).map_or(specifier, |(end, _)| &specifier[..end])
}
