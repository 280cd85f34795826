//! The rules, on small made-up workspaces.

use super::*;

/// Metadata of a workspace from lines `from -> to` or `from -> to (dev)`; crates without `@` are members.
fn metadata(edges: &[&str]) -> Metadata {
    let mut names = BTreeSet::new();
    let mut deps: BTreeMap<String, Vec<serde_json::Value>> = BTreeMap::new();
    for edge in edges {
        let (from, to) = edge.split_once(" -> ").unwrap();
        let (to, kind) = to.split_once(" (").map_or((to, None), |(to, kind)| (to, kind.strip_suffix(')')));
        names.extend([from, to]);
        deps.entry(from.into())
            .or_default()
            .push(serde_json::json!({ "pkg": to, "dep_kinds": [{ "kind": kind }] }));
    }
    let package = |name: &&str| serde_json::json!({ "id": name, "name": name.trim_start_matches('@') });
    let node =
        |name: &&str| serde_json::json!({ "id": name, "deps": deps.get(*name).cloned().unwrap_or_default() });
    serde_json::from_value(serde_json::json!({
        "packages": names.iter().map(package).collect::<Vec<_>>(),
        "workspace_members": names.iter().filter(|name| !name.starts_with('@')).collect::<Vec<_>>(),
        "resolve": { "nodes": names.iter().map(node).collect::<Vec<_>>() },
    }))
    .unwrap()
}

fn check(edges: &[&str], browser: bool, expected: &[&str]) {
    let found = violations(&metadata(edges).reach(), browser);
    let edges_found: Vec<&str> =
        found.iter().filter_map(|line| line.split_once(':')).map(|(edge, _)| edge).collect();
    assert_eq!(edges_found, expected, "{edges:?}");
}

#[test]
fn edges_of_the_design_are_allowed() {
    check(
        &["agent -> chat", "analyst -> agent", "analyst -> kernel", "planner -> agent", "chat -> @serde"],
        true,
        &[],
    );
}

#[test]
fn a_forbidden_edge_is_found_also_through_others() {
    check(&["agent -> kernel"], true, &["agent reaches kernel"]);
    check(&["planner -> helper", "helper -> kernel"], false, &["planner reaches kernel"]);
    check(&["chat -> @middle", "@middle -> @tokio"], false, &["chat reaches tokio"]);
}

#[test]
fn what_only_tests_and_build_scripts_use_is_not_reached() {
    check(&["agent -> kernel (dev)", "chat -> @tokio (build)", "kernel -> chat (dev)"], true, &[]);
}

#[test]
fn the_page_must_not_reach_providers_in_the_browser_only() {
    check(&["frontend -> app", "app -> providers"], true, &["frontend reaches providers"]);
    check(&["frontend -> app", "app -> providers"], false, &[]);
}

#[test]
fn a_misspelt_crate_is_an_error_and_not_a_missing_edge() {
    let members = metadata(&["agent -> chat"]).members();
    assert!(check_names(&members, ["agent", "chat"].into_iter()).is_ok());
    let complaint = check_names(&members, ["agent", "chta"].into_iter()).unwrap_err().to_string();
    assert_eq!(complaint, "the rules name crates that this workspace does not have: {\"chta\"}");
}
