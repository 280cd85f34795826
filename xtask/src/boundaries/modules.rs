//! Modules within a language: which folder of JavaScript may import which, and that no module of JavaScript, Python or Rust
//! needs itself through others.
//!
//! Reads imports by their text, which is enough for the forms that the linters leave.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::project;
use crate::shell::{command, output, say};

/// Folders of JavaScript under `public`, and the others that each may import.
const FOLDERS: [(&str, &[&str]); 21] = [
    ("console", &["dialogs", "results"]),
    ("dialogs", &[]),
    ("editor", &["highlight"]),
    ("embedding", &["dialogs"]),
    ("endpoint", &["dialogs", "transport"]),
    ("exporting", &["runtime"]),
    ("frames", &[]),
    ("highlight", &[]),
    ("kernel/build", &["kernel/worker"]),
    ("kernel/frame", &["frames", "kernel/worker"]),
    ("kernel/worker", &["frames"]),
    ("local_model", &["dialogs", "frames", "kernel/worker", "runtime", "transport"]),
    ("models", &["dialogs"]),
    ("render", &["frames", "runtime"]),
    ("results", &["dialogs", "kernel/worker", "render"]),
    ("runtime", &[]),
    ("sessions", &["dialogs", "exporting", "models", "render", "runtime", "transport"]),
    ("static_host", &[]),
    ("storage", &["runtime"]),
    ("transport", &[]),
    ("types", &[]),
];

/// The harness's package.
const HARNESS: &str = "public/kernel/harness/insitu/";

/// What each module imports, both by their paths or names.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Checks every file that git knows.
pub(super) fn run() -> Result<()> {
    let listed = output(command("git").args(["ls-files"]).current_dir(project::path("")))?;
    let files: BTreeSet<&str> = listed.lines().filter(|path| project::path(path).is_file()).collect();
    let mut broken = Vec::new();
    let mut modules = 0;
    for (language, graph) in [("JavaScript", javascript(&files)?), ("Python", python(&files)?)] {
        modules += graph.len();
        broken.extend(cycles(&graph).into_iter().map(|cycle| format!("{language}: {cycle}")));
        if language == "JavaScript" {
            broken.extend(forbidden(&graph));
        }
    }
    for (name, graph) in rust(&files)? {
        modules += graph.len();
        broken.extend(cycles(&graph).into_iter().map(|cycle| format!("{name}: {cycle}")));
    }
    if !broken.is_empty() {
        bail!("modules import what they must not:\n  {}", broken.join("\n  "));
    }
    say(&format!("boundaries: {modules} modules without a cycle, {} folders of JavaScript", FOLDERS.len()));
    Ok(())
}

fn javascript(files: &BTreeSet<&str>) -> Result<Graph> {
    let mut graph = Graph::new();
    for &path in files.iter().filter(|path| path.starts_with("public/") && path.ends_with(".js")) {
        let text = fs::read_to_string(project::path(path)).with_context(|| format!("cannot read {path}"))?;
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let imported = specifiers(&text).into_iter().filter_map(|relative| joined(folder, &relative));
        graph.insert(path.to_owned(), imported.filter(|target| files.contains(target.as_str())).collect());
    }
    Ok(graph)
}

/// Returns the relative addresses that a JavaScript module imports, outside comments.
fn specifiers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut statement = false;
    for line in text.lines() {
        statement |=
            line.starts_with("import ") || line.starts_with("import{") || line.starts_with("export ");
        if !statement {
            continue;
        }
        let from =
            line.find(" from \"").map(|at| at + 7).or_else(|| line.starts_with("import \"").then_some(8));
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

/// Returns the imports between folders that [`FOLDERS`] does not allow. Tests may import what they like.
fn forbidden(graph: &Graph) -> Vec<String> {
    let folder = |path: &str| FOLDERS.iter().find(|(name, _)| path.starts_with(&format!("public/{name}/")));
    let is_test = |path: &str| path.ends_with(".test.js") || path.contains("/tests/");
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

fn python(files: &BTreeSet<&str>) -> Result<Graph> {
    let names: BTreeMap<String, &str> = files
        .iter()
        .filter_map(|&path| Some((path.strip_prefix(HARNESS)?.strip_suffix(".py")?, path)))
        .map(|(name, path)| (name.trim_end_matches("/__init__").replace('/', "."), path))
        .collect();
    let mut graph = Graph::new();
    for (name, path) in &names {
        let text = fs::read_to_string(project::path(path)).with_context(|| format!("cannot read {path}"))?;
        let mut package: Vec<&str> = name.split('.').collect();
        if !path.ends_with("/__init__.py") {
            package.pop();
        }
        let imported = relative_imports(&text).into_iter().flat_map(|(dots, module, members)| {
            let mut base: Vec<&str> = package[..package.len().saturating_sub(dots - 1)].to_vec();
            base.extend(module.split('.').filter(|part| !part.is_empty()));
            let base = base.join(".");
            let within =
                |member: &String| if base.is_empty() { member.clone() } else { format!("{base}.{member}") };
            let inside: Vec<String> =
                members.iter().map(within).filter(|it| names.contains_key(it)).collect();
            if inside.is_empty() { vec![base] } else { inside }
        });
        let imported = imported.filter(|target| names.contains_key(target) && target != name);
        graph.insert(name.clone(), imported.collect());
    }
    Ok(graph)
}

/// Returns the relative imports of a Python module as dots, module and members, without those for type checkers alone.
fn relative_imports(text: &str) -> Vec<(usize, String, Vec<String>)> {
    let mut found = Vec::new();
    let mut checking = false;
    for line in text.lines() {
        if line.starts_with("if TYPE_CHECKING:") {
            checking = true;
        } else if !line.is_empty() && !line.starts_with(' ') {
            checking = false;
        }
        let Some(rest) = line.trim_start().strip_prefix("from .").filter(|_| !checking) else { continue };
        let Some((module, members)) = rest.split_once(" import ") else { continue };
        let dots = 1 + module.len() - module.trim_start_matches('.').len();
        let member = |name: &str| name.split(" as ").next().unwrap_or_default().trim().to_owned();
        let members = members.split('#').next().unwrap_or_default().trim_matches(['(', ')']);
        found.push((
            dots,
            module.trim_start_matches('.').to_owned(),
            members.split(',').map(member).collect(),
        ));
    }
    found
}

/// Returns for each crate which of its modules use which, by the first segment of their paths.
fn rust(files: &BTreeSet<&str>) -> Result<Vec<(String, Graph)>> {
    let mut crates: BTreeMap<String, Graph> = BTreeMap::new();
    for &path in files.iter().filter(|path| path.ends_with(".rs")) {
        let Some((name, inside)) = path.split_once("/src/") else { continue };
        let module = inside.trim_end_matches(".rs").split('/').next().unwrap_or_default();
        if matches!(module, "lib" | "main") || inside.contains("tests") {
            continue;
        }
        let text = fs::read_to_string(project::path(path)).with_context(|| format!("cannot read {path}"))?;
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let used = code
            .flat_map(|line| line.split("crate::").skip(1).map(first_segments).collect::<Vec<_>>())
            .flatten();
        let used: Vec<String> = used.filter(|used| used != module).collect();
        crates.entry(name.to_owned()).or_default().entry(module.to_owned()).or_default().extend(used);
    }
    for graph in crates.values_mut() {
        let known: BTreeSet<String> = graph.keys().cloned().collect();
        graph.values_mut().for_each(|used| used.retain(|module| known.contains(module)));
    }
    Ok(crates.into_iter().collect())
}

/// Returns the first segments of what follows `crate::`: one, or those within braces on the same line.
fn first_segments(rest: &str) -> Vec<String> {
    let segment =
        |text: &str| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    match rest.strip_prefix('{') {
        Some(list) => list.split(',').map(segment).collect(),
        None => vec![segment(rest)],
    }
}

/// Returns each cycle once, as its modules in order.
fn cycles(graph: &Graph) -> Vec<String> {
    let mut found = Vec::new();
    let mut done = BTreeSet::new();
    for start in graph.keys() {
        visit(graph, start, &mut Vec::new(), &mut done, &mut found);
    }
    found
}

fn visit<'a>(
    graph: &'a Graph,
    module: &'a str,
    path: &mut Vec<&'a str>,
    done: &mut BTreeSet<&'a str>,
    found: &mut Vec<String>,
) {
    if let Some(at) = path.iter().position(|earlier| *earlier == module) {
        found.push(format!("{} → {module}", path[at..].join(" → ")));
        return;
    }
    if !done.insert(module) {
        return;
    }
    path.push(module);
    for next in graph.get(module).into_iter().flatten() {
        visit(graph, next, path, done, found);
    }
    path.pop();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &[&str])]) -> Graph {
        edges
            .iter()
            .map(|(from, to)| ((*from).to_owned(), to.iter().map(|it| (*it).to_owned()).collect()))
            .collect()
    }

    #[test]
    fn a_cycle_is_named_and_a_shared_module_is_none() {
        assert!(cycles(&graph(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])).is_empty());
        assert_eq!(cycles(&graph(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"])])), ["a → b → c → a"]);
    }

    #[test]
    fn imports_of_javascript_are_found_whatever_their_layout() {
        let text = "// import { no } from \"./comment.js\";\nimport \"./first.js\";\nimport { a, b } from \"../a.js\";\nimport {\n  c,\n} from \"./c.js\";\n\
                    export { d } from \"./d.js\";\nimport e from \"package\";\nexport const text = 'from \"./no.js\"';\n";
        assert_eq!(specifiers(text), ["./first.js", "../a.js", "./c.js", "./d.js"]);
    }

    #[test]
    fn an_import_that_no_rule_allows_is_named() {
        let check = |from: &str, to: &str| forbidden(&graph(&[(from, &[to]), (to, &[])])).len();
        assert_eq!(check("public/results/a.js", "public/dialogs/b.js"), 0);
        assert_eq!(check("public/dialogs/a.js", "public/results/b.js"), 1);
        assert_eq!(check("public/dialogs/a.test.js", "public/results/b.js"), 0);
        assert_eq!(check("public/elsewhere/a.js", "public/elsewhere/b.js"), 2);
    }

    #[test]
    fn imports_of_python_for_type_checkers_do_not_count() {
        let text = "from . import a, b as c\nif TYPE_CHECKING:\n    from .types import T\n\ndef f():\n    from ..up.module import x\n";
        let expected = [(1, "", vec!["a", "b"]), (2, "up.module", vec!["x"])];
        let found = relative_imports(text);
        let found: Vec<_> = found
            .iter()
            .map(|(dots, module, names)| {
                (*dots, module.as_str(), names.iter().map(String::as_str).collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn uses_of_rust_are_found_in_lists() {
        assert_eq!(first_segments("{clock, host::Host, relay};"), ["clock", "host", "relay"]);
        assert_eq!(first_segments("session::Turn;"), ["session"]);
    }
}
