//! The rules, on made-up trees.

use super::*;

fn check(from: &str, reached: &[&str], browser: bool, expected: &[&str]) {
    let reach =
        Reach::from([(from.to_owned(), reached.iter().map(|&name| name.to_owned()).collect())]);
    let found = violations(&reach, browser);
    let edges: Vec<&str> =
        found.iter().filter_map(|line| line.split_once(':')).map(|(edge, _)| edge).collect();
    assert_eq!(edges, expected, "{from} reaching {reached:?}");
}

#[test]
fn edges_of_the_design_are_allowed() {
    check("agent", &["chat", "serde"], true, &[]);
    check("analyst", &["chat", "agent", "kernel"], true, &[]);
    check("planner", &["chat", "agent"], false, &[]);
}

#[test]
fn a_forbidden_edge_is_named() {
    check("agent", &["chat", "kernel"], true, &["agent reaches kernel"]);
    check("kernel", &["chat"], false, &["kernel reaches chat"]);
    check("chat", &["serde", "tokio"], false, &["chat reaches tokio"]);
    check(
        "analyst",
        &["web-sys", "js-sys"],
        true,
        &["analyst reaches web-sys", "analyst reaches js-sys"],
    );
}

#[test]
fn the_page_must_not_reach_crates_of_the_server_in_the_browser_only() {
    check("frontend", &["app", "reqwest"], true, &["frontend reaches reqwest"]);
    check("frontend", &["app", "reqwest"], false, &[]);
}

#[test]
fn names_are_read_from_a_flat_tree() {
    let tree = "agent v0.1.0 (/somewhere)\nchat v0.1.0 (/somewhere/else)\nserde v1.0.228\nserde v1.0.228 (*)\n";
    assert_eq!(names_in(tree, "agent"), BTreeSet::from(["chat".to_owned(), "serde".to_owned()]));
}

#[test]
fn a_misspelt_crate_is_an_error_and_not_a_missing_edge() {
    let members = BTreeSet::from(["agent".to_owned(), "chat".to_owned()]);
    assert!(check_names(&members, ["agent", "chat"].into_iter()).is_ok());
    let complaint = check_names(&members, ["agent", "chta"].into_iter()).unwrap_err().to_string();
    assert_eq!(complaint, "the rules name crates that this workspace does not have: {\"chta\"}");
}
