//! Modules within a language: which folder of scripts may import which, and that no module of
//! Rust needs itself through others ([`super::rust`]). For scripts Biome checks that
//! (`noImportCycles`), for Python import-linter.
//!
//! Reads imports of TypeScript by their text, which is enough for the forms that the linters leave.
//! Imports of types alone do not count: nothing of them is left in a bundle.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::graph::Graph;
use super::rust;
use crate::project;
use crate::shell::{command, output, say};

/// Folders of scripts under `web`, and the others that each may import.
const FOLDERS: [(&str, &[&str]); 20] = [
    ("console", &[]),
    ("editor", &["highlight"]),
    ("elements", &[]),
    ("embedding", &["elements"]),
    ("endpoint", &[]),
    ("exporting", &["runtime"]),
    ("frames", &[]),
    ("generated", &[]),
    ("highlight", &[]),
    ("kernel/build", &["kernel/worker"]),
    ("kernel/frame", &["frames", "kernel/worker", "runtime"]),
    ("kernel/sql", &["frames", "kernel/worker"]),
    ("kernel/worker", &["frames"]),
    ("local_model", &["elements", "frames", "kernel/worker", "runtime"]),
    ("render", &["frames", "runtime"]),
    ("results", &["elements", "kernel/worker", "render"]),
    ("runtime", &[]),
    ("static_host", &[]),
    ("storage", &["runtime"]),
    ("types", &[]),
];

/// Checks every file that git knows.
pub(super) fn run() -> Result<()> {
    let listed = output(command("git").args(["ls-files"]).current_dir(project::path("")))?;
    let files: BTreeSet<&str> =
        listed.lines().filter(|path| project::path(path).is_file()).collect();
    let mut broken = forbidden(&scripts(&files)?);
    let mut modules = 0;
    for path in files.iter().filter(|path| is_root(path)) {
        let (cycles, count) = rust::cycles_of(&project::path(path))?;
        modules += count;
        broken.extend(cycles.into_iter().map(|cycle| format!("{path}: {cycle}")));
    }
    if !broken.is_empty() {
        bail!("modules need what they must not:\n  {}", broken.join("\n  "));
    }
    say(&format!(
        "boundaries: {modules} modules of Rust without a cycle, {} folders of scripts",
        FOLDERS.len()
    ));
    Ok(())
}

/// Returns whether a file is the root of a crate: a library or a program.
fn is_root(path: &str) -> bool {
    path.ends_with("src/lib.rs")
        || path.ends_with("src/main.rs")
        || path.split_once("src/bin/").is_some_and(|(_, rest)| match rest.split_once('/') {
            Some((_, file)) => file == "main.rs",
            None => rest.ends_with(".rs"),
        })
}

fn scripts(files: &BTreeSet<&str>) -> Result<Graph> {
    let mut graph = Graph::new();
    for &path in files.iter().filter(|path| path.starts_with("web/") && path.ends_with(".ts")) {
        let text = fs::read_to_string(project::path(path))
            .with_context(|| format!("cannot read {path}"))?;
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let imported =
            specifiers(&text).into_iter().filter_map(|relative| joined(folder, &relative));
        graph.insert(
            path.to_owned(),
            imported.filter(|target| files.contains(target.as_str())).collect(),
        );
    }
    Ok(graph)
}

/// Returns the relative addresses of the modules whose values a module imports, outside comments.
fn specifiers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut statement = false;
    for line in text.lines() {
        statement |= line.starts_with("import ") && !line.starts_with("import type ")
            || line.starts_with("import{")
            || line.starts_with("export ") && !line.starts_with("export type ");
        if !statement {
            continue;
        }
        let from = line
            .find(" from \"")
            .map(|at| at + 7)
            .or_else(|| line.starts_with("import \"").then_some(8));
        if let Some(address) = from.and_then(|at| line[at..].split('"').next()) {
            if address.starts_with('.') {
                found.push(address.to_owned());
            }
            statement = false;
        }
        statement &= !line.ends_with(';') && !line.ends_with('{')
            || line.trim_end() == "import {"
            || line.trim_end() == "export {";
    }
    found
}

fn joined(folder: &Path, relative: &str) -> Option<String> {
    let mut path = PathBuf::new();
    for part in folder.join(relative).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    Some(path.to_str()?.replace('\\', "/"))
}

/// Returns the imports between folders that [`FOLDERS`] does not allow. Tests may import what they
/// like.
fn forbidden(graph: &Graph) -> Vec<String> {
    let folder =
        |path: &str| FOLDERS.iter().find(|(name, _)| path.starts_with(&format!("web/{name}/")));
    let is_test = |path: &str| path.ends_with(".test.ts") || path.contains("/tests/");
    let mut broken = Vec::new();
    for (path, imported) in graph.iter().filter(|(path, _)| !is_test(path)) {
        let Some((name, allowed)) = folder(path) else {
            broken.push(format!("{path} is in no folder that the rules know"));
            continue;
        };
        for target in imported {
            let to = folder(target).map_or(target.as_str(), |(to, _)| to);
            if to != *name && !allowed.contains(&to) {
                broken.push(format!("{path} imports {target}: {name} knows nothing of {to}"));
            }
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::graph;
    use super::*;

    #[test]
    fn imports_of_values_are_found_whatever_their_layout() {
        let text = "// import { no } from \"./comment.ts\";\nimport \"./first.ts\";\nimport { a, b } from \"../a.ts\";\nimport {\n  c,\n} from \"./c.ts\";\n\
                    import type { T } from \"./no.ts\";\nimport type {\n  U,\n} from \"./no.ts\";\n\
                    export { d } from \"./d.ts\";\nimport e from \"package\";\nexport const text = 'from \"./no.ts\"';\n";
        assert_eq!(specifiers(text), ["./first.ts", "../a.ts", "./c.ts", "./d.ts"]);
    }

    #[test]
    fn an_import_that_no_rule_allows_is_named() {
        let check = |from: &str, to: &str| forbidden(&graph(&[(from, &[to]), (to, &[])])).len();
        assert_eq!(check("web/results/a.ts", "web/elements/b.ts"), 0);
        assert_eq!(check("web/elements/a.ts", "web/results/b.ts"), 1);
        assert_eq!(check("web/elements/a.test.ts", "web/results/b.ts"), 0);
        assert_eq!(check("web/elsewhere/a.ts", "web/elsewhere/b.ts"), 2);
    }
}
