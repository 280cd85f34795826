//! Which module needs which, and cycles in it.

use std::collections::{BTreeMap, BTreeSet};

/// What each module imports, both by their paths or names.
pub(super) type Graph = BTreeMap<String, BTreeSet<String>>;

/// Returns each cycle once, as its modules in order.
pub(super) fn cycles(graph: &Graph) -> Vec<String> {
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
pub(super) mod tests {
    use super::*;

    /// Returns the graph of these edges.
    pub(in crate::boundaries) fn graph(edges: &[(&str, &[&str])]) -> Graph {
        edges
            .iter()
            .map(|(from, to)| ((*from).to_owned(), to.iter().map(|it| (*it).to_owned()).collect()))
            .collect()
    }

    #[test]
    fn a_cycle_is_named_and_a_shared_module_is_none() {
        assert!(cycles(&graph(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])).is_empty());
        assert_eq!(
            cycles(&graph(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"])])),
            ["a → b → c → a"]
        );
    }
}
